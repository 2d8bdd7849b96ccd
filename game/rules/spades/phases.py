"""Phases of Spades for two to five seats (source 001).

The phases of a deal are `BiddingPhase`, `SpadesTrickPhase` and the end. Nil, partners and the penalty for broken bids
are not in the source (docs/rules.md, "Spades, each for himself" and "Partners").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, Final, Self

from game.core.actions import Action
from game.core.cards import SUITS, Card, Hands, Rank, Suit
from game.core.events import DealScored, mask_hands
from game.core.messages import Reason
from game.core.options import Options
from game.core.phase import Board, Phase, PhaseStep
from game.core.trick_taking import Trick, TrickPhase, list_cards_of_suit, order_seats_from, replace
from game.rules.spades.actions import Bid, BidBlindNil, LookAtHand
from game.rules.spades.events import BidMade, HandSeen
from game.rules.spades.options import SpadesOptions
from game.rules.spades.scoring import SideBid, SpadesResult, build_score_reasons, find_decisive_tricks, score_side

TRUMP: Final[Suit] = "s"
RANKING: Final[tuple[Rank, ...]] = ("BJ", "LJ", "A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2")
"""The ranks from high to low; the jokers are the highest spades."""

MUST_FOLLOW_REASONS: Final[Mapping[Suit, Reason]] = {
    suit: Reason("suit_not_followed", {"suit": suit}) for suit in SUITS
}
SPADES_NOT_BROKEN_REASON: Final = Reason("spades_not_broken")
TEAM_SEAT_COUNT: Final = 4
"""The number of seats at which the option ``teams`` has an effect."""
BLIND_NIL_DEFICIT_POINTS: Final = 100
"""Points that a side must be behind the best other side for blind nil."""


def get_sides(options: Options, seats: int) -> tuple[tuple[int, ...], ...]:
    """Return the seats that win together: two pairs in turn with the option ``teams`` and four seats, else each seat.

    ``options``: those of Spades.
    """
    assert isinstance(options, SpadesOptions)
    return _make_sides(seats, options.teams and seats == TEAM_SEAT_COUNT)


@lru_cache(maxsize=16)
def _make_sides(seats: int, has_teams: bool) -> tuple[tuple[int, ...], ...]:
    return ((0, 2), (1, 3)) if has_teams else tuple((seat,) for seat in range(seats))


def find_blind_nil_seats(options: SpadesOptions, totals: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats that may bid blind nil in the next deal; ``totals``: of the match, by seat."""
    if not options.blind_nil:
        return ()
    return tuple(
        seat
        for side in get_sides(options, len(totals))
        for seat in side
        if max(totals) - totals[seat] >= BLIND_NIL_DEFICIT_POINTS
    )


def _list_bids(
    forehand: int, bids: Sequence[int | None], blind_seats: tuple[int, ...]
) -> tuple[tuple[int, Action | None], ...]:
    """Return the bids so far with their seats, forehand's first."""
    return tuple(
        (seat, BidBlindNil(seat) if seat in blind_seats else Bid(seat, tricks))
        for seat in order_seats_from(tuple(range(len(bids))), forehand)
        if (tricks := bids[seat]) is not None
    )


class BiddingPhase(Phase, frozen=True, kw_only=True):
    """One round of bids from forehand.

    ``bids``: by seat, None before a seat has bid; ``bags``: the bags of each seat's side from earlier deals;
    ``unseen_seats``: the seats that may bid blind nil and do not see their hand yet; ``blind_seats``: those that did.
    """

    options: SpadesOptions
    hands: Hands
    bids: tuple[int | None, ...]
    bags: tuple[int, ...]
    unseen_seats: tuple[int, ...] = ()
    blind_seats: tuple[int, ...] = ()

    @property
    def turn(self) -> int:
        bid_count = self.seats - self.bids.count(None)
        return (self.forehand + bid_count) % self.seats

    def list_calls(self) -> tuple[tuple[int, Action | None], ...]:
        return _list_bids(self.forehand, self.bids, self.blind_seats)

    @property
    def max_bid(self) -> int:
        """The highest bid: every trick of the deal."""
        return len(self.hands[0])

    @property
    def legal_bids(self) -> range:
        """The legal bids, from the lowest."""
        return range(0 if self.options.nil else 1, self.max_bid + 1)

    @property
    def is_blind_nil_open(self) -> bool:
        """Whether the seat to act decides about blind nil, before it sees its hand."""
        return self.turn in self.unseen_seats

    def candidate_actions(self) -> tuple[Action, ...]:
        seat = self.turn
        if self.is_blind_nil_open:
            return (LookAtHand(seat), BidBlindNil(seat))
        return tuple([Bid(seat, tricks) for tricks in self.legal_bids])

    def legal_actions(self) -> tuple[Action, ...]:
        return self.candidate_actions()

    def illegal_reason_on_turn(self, action: Action) -> Reason | None:
        if isinstance(action, (BidBlindNil, LookAtHand)):
            return None if self.is_blind_nil_open else self._closed_blind_nil_reason()
        if not isinstance(action, Bid):
            return Reason("bidding_on")
        if self.is_blind_nil_open:
            return Reason("hand_unseen")
        legal_bids = self.legal_bids
        if action.tricks in legal_bids:
            return None
        if action.tricks == 0:
            return Reason("nil_off")
        return Reason("bid_out_of_range", {"least": legal_bids[0], "most": legal_bids[-1]})

    def _closed_blind_nil_reason(self) -> Reason:
        if not self.options.blind_nil:
            return Reason("blind_nil_off")
        return Reason("blind_nil_closed", {"points": BLIND_NIL_DEFICIT_POINTS})

    def apply_unchecked(self, action: Action) -> PhaseStep:
        seat = action.seat
        unseen_seats = tuple(unseen_seat for unseen_seat in self.unseen_seats if unseen_seat != seat)
        if isinstance(action, LookAtHand):
            return PhaseStep(replace(self, unseen_seats=unseen_seats), (HandSeen(seat, self.hands[seat]),))
        if isinstance(action, BidBlindNil):
            step = replace(self, unseen_seats=unseen_seats, blind_seats=(*self.blind_seats, seat))._add_bid(seat, 0)
            return PhaseStep(step.phase, (*step.events, HandSeen(seat, self.hands[seat])))
        assert isinstance(action, Bid)
        return self._add_bid(seat, action.tricks)

    def _add_bid(self, seat: int, tricks: int) -> PhaseStep:
        bid_event = BidMade(seat, tricks, seat in self.blind_seats)
        bids = (*self.bids[:seat], tricks, *self.bids[seat + 1 :])
        made_bids = tuple([bid for bid in bids if bid is not None])
        if len(made_bids) < self.seats:
            return PhaseStep(replace(self, bids=bids), (bid_event,))
        trick_phase = SpadesTrickPhase(
            options=self.options, seats=self.seats, dealer=self.dealer, hands=self.hands, bids=made_bids,
            bags=self.bags, blind_seats=self.blind_seats,
            trick=Trick(order_seats_from(tuple(range(self.seats)), self.forehand)), trump=TRUMP,
        )  # fmt: skip
        return PhaseStep(trick_phase, (bid_event,))

    def seen_by(self, seat: int | None) -> Self:
        return replace(self, hands=mask_hands(self.hands, None if seat in self.unseen_seats else seat))

    def board(self) -> Board:
        return Board(hands=self.hands, pile_sizes=(0,) * self.seats, trump=TRUMP)


class SpadesTrickPhase(TrickPhase, frozen=True, kw_only=True):
    """The play, in which suit must be followed.

    ``is_trump_broken``: a completed trick contains a spade, so that spades may be led; ``blind_seats``: the seats that
    bid blind nil; ``bags``: the bags of each seat's side from earlier deals.
    """

    ranking: ClassVar[tuple[Rank, ...]] = RANKING
    must_follow_suit: ClassVar[bool] = True
    must_break_trump: ClassVar[bool] = True

    options: SpadesOptions
    bids: tuple[int, ...]
    bags: tuple[int, ...]
    is_trump_broken: bool = False
    blind_seats: tuple[int, ...] = ()

    def list_calls(self) -> tuple[tuple[int, Action | None], ...]:
        return _list_bids(self.forehand, self.bids, self.blind_seats)

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

    def is_trick_counted(self, seat: int) -> bool:
        """Return whether a trick of ``seat`` counts towards the contract of its side, or as a bag."""
        return self.options.nil_tricks_count or self.bids[seat] > 0

    def get_side_bid(self, seat: int) -> SideBid:
        """Return the bid of the side of a seat."""
        return next(side_bid for side_bid in self.side_bids if seat in side_bid.seats)

    def count_needed_tricks(self, side_bid: SideBid) -> int:
        """Return the tricks that a side still needs for its contract, negative if it has taken more."""
        return side_bid.contract - side_bid.count_contract_tricks(self.options)

    def list_unbroken_nils(self) -> list[int]:
        """Return the seats that bid nil and took no trick."""
        tricks_taken = self.count_points()
        return [seat for seat, bid in enumerate(self.bids) if bid == 0 and not tricks_taken[seat]]

    @property
    def side_bids(self) -> tuple[SideBid, ...]:
        """The bids of each side, and the tricks that it has taken so far."""
        tricks_taken = self.count_points()
        return tuple(
            SideBid(
                side,
                tuple([self.bids[seat] for seat in side]),
                tuple([tricks_taken[seat] for seat in side]),
                self.blind_seats,
            )
            for side in get_sides(self.options, self.seats)
        )

    def score_deal(self) -> PhaseStep:
        side_bids = self.side_bids
        side_scores = tuple(score_side(self.options, side_bid, self.bags[side_bid.seats[0]]) for side_bid in side_bids)
        score_by_seat = {
            seat: side_score
            for side_bid, side_score in zip(side_bids, side_scores, strict=True)
            for seat in side_bid.seats
        }
        seat_scores = [score_by_seat[seat] for seat in range(self.seats)]
        deal_result = SpadesResult(
            state="scored",
            scores=tuple(seat_score.points - seat_score.penalty for seat_score in seat_scores),
            points=self.count_points(),
            reasons=(
                *find_decisive_tricks(self.options, side_bids, side_scores, self.completed_tricks),
                *(
                    reason
                    for side_bid, side_score in zip(side_bids, side_scores, strict=True)
                    for reason in build_score_reasons(self.options, side_bid, side_score)
                ),
            ),
            bids=self.bids,
            bags=tuple(seat_score.bags_kept for seat_score in seat_scores),
            blind_seats=self.blind_seats,
            is_nil_trick_counted=self.options.nil_tricks_count,
        )
        return self.end_deal(deal_result, DealScored(deal_result.scores, deal_result.points))
