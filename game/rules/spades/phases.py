"""Phases of Spades without partners, for two to five seats (source 001).

The phases of a deal are `BiddingPhase`, `SpadesTrickPhase` and the end. Nil and the penalty for broken bids are not in
the source (docs/rules.md, "Spades, each for himself").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final, Self

from game.core.actions import Action
from game.core.cards import SUITS, Card, Hands, Rank, Suit
from game.core.events import DealScored, mask_hands
from game.core.messages import Reason
from game.core.phase import Board, Phase, PhaseStep
from game.core.trick_taking import Trick, TrickPhase, list_cards_of_suit, order_seats_from, replace
from game.rules.spades.actions import Bid
from game.rules.spades.events import BidMade
from game.rules.spades.options import SpadesOptions
from game.rules.spades.scoring import SpadesResult, build_score_reasons, find_decisive_tricks, score_seat

TRUMP: Final[Suit] = "s"
RANKING: Final[tuple[Rank, ...]] = ("BJ", "LJ", "A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2")
"""The ranks from high to low; the jokers are the highest spades."""

MUST_FOLLOW_REASONS: Final[Mapping[Suit, Reason]] = {
    suit: Reason("suit_not_followed", {"suit": suit}) for suit in SUITS
}
SPADES_NOT_BROKEN_REASON: Final = Reason("spades_not_broken")


class BiddingPhase(Phase, frozen=True, kw_only=True):
    """One round of bids from forehand.

    ``bids``: by seat, None before a seat has bid; ``bags``: the bags of each seat from earlier deals.
    """

    options: SpadesOptions
    hands: Hands
    bids: tuple[int | None, ...]
    bags: tuple[int, ...]

    @property
    def turn(self) -> int:
        bid_count = self.seats - self.bids.count(None)
        return (self.forehand + bid_count) % self.seats

    @property
    def max_bid(self) -> int:
        """The highest bid: every trick of the deal."""
        return len(self.hands[0])

    @property
    def legal_bids(self) -> range:
        """The legal bids, from the lowest."""
        return range(0 if self.options.nil else 1, self.max_bid + 1)

    def candidate_actions(self) -> tuple[Action, ...]:
        seat = self.turn
        return tuple([Bid(seat, tricks) for tricks in self.legal_bids])

    def legal_actions(self) -> tuple[Action, ...]:
        return self.candidate_actions()

    def illegal_reason_on_turn(self, action: Action) -> Reason | None:
        if not isinstance(action, Bid):
            return Reason("bidding_on")
        legal_bids = self.legal_bids
        if action.tricks in legal_bids:
            return None
        if action.tricks == 0:
            return Reason("nil_off")
        return Reason("bid_out_of_range", {"least": legal_bids[0], "most": legal_bids[-1]})

    def apply_unchecked(self, action: Action) -> PhaseStep:
        assert isinstance(action, Bid)
        seat, bid_event = action.seat, BidMade(action.seat, action.tricks)
        bids = (*self.bids[:seat], action.tricks, *self.bids[seat + 1 :])
        made_bids = tuple([bid for bid in bids if bid is not None])
        if len(made_bids) < self.seats:
            return PhaseStep(replace(self, bids=bids), (bid_event,))
        trick_phase = SpadesTrickPhase(
            options=self.options, seats=self.seats, dealer=self.dealer, hands=self.hands, bids=made_bids,
            bags=self.bags, trick=Trick(order_seats_from(tuple(range(self.seats)), self.forehand)), trump=TRUMP,
        )  # fmt: skip
        return PhaseStep(trick_phase, (bid_event,))

    def seen_by(self, seat: int | None) -> Self:
        return replace(self, hands=mask_hands(self.hands, seat))

    def board(self) -> Board:
        return Board(hands=self.hands, pile_sizes=(0,) * self.seats, trump=TRUMP)


class SpadesTrickPhase(TrickPhase, frozen=True, kw_only=True):
    """The play, in which suit must be followed.

    ``is_trump_broken``: a completed trick contains a spade, so that spades may be led.
    """

    ranking: ClassVar[tuple[Rank, ...]] = RANKING
    must_follow_suit: ClassVar[bool] = True
    must_break_trump: ClassVar[bool] = True

    options: SpadesOptions
    bids: tuple[int, ...]
    bags: tuple[int, ...]
    is_trump_broken: bool = False

    def playable_cards(self, seat: int) -> Sequence[Card]:
        hand, cards = self.hands[seat], self.trick.cards
        if cards:
            led_suit = cards[0].suit
            return [card for card in hand if card.suit == led_suit] or hand
        return hand if self.is_trump_broken else [card for card in hand if card.suit != TRUMP] or hand

    def unplayable_card_reason(self, seat: int, card: Card) -> Reason:
        led_card = self.trick.led_card
        return SPADES_NOT_BROKEN_REASON if led_card is None else MUST_FOLLOW_REASONS[led_card.suit]

    def prepare_next_trick(self) -> PhaseStep:
        if self.is_trump_broken or not list_cards_of_suit(self.completed_tricks[-1].trick.cards, TRUMP):
            return PhaseStep(self, ())
        return PhaseStep(replace(self, is_trump_broken=True), ())

    def score_deal(self) -> PhaseStep:
        tricks_taken = self.count_points()
        seat_scores = tuple(map(score_seat, (self.options,) * self.seats, self.bids, tricks_taken, self.bags))
        deal_result = SpadesResult(
            state="scored",
            scores=tuple(seat_score.points - seat_score.penalty for seat_score in seat_scores),
            points=tricks_taken,
            reasons=(
                *find_decisive_tricks(self.bids, seat_scores, self.completed_tricks),
                *(
                    reason
                    for seat, seat_score in enumerate(seat_scores)
                    for reason in build_score_reasons(self.options, seat, seat_score)
                ),
            ),
            bids=self.bids,
            bags=tuple(seat_score.bags_kept for seat_score in seat_scores),
        )
        return self.end_deal(deal_result, DealScored(deal_result.scores, deal_result.points))
