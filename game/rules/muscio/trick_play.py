"""Exchange, forfeit and trick play of Muscio (source 003)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final, Protocol, Self, TypeAlias

from game.core.actions import Action, Pass, Swap
from game.core.cards import HIDDEN_CARD, Card, Hand, Rank, Suit, make_hidden_cards, remove_card
from game.core.events import Event, TurnedCardSwapped
from game.core.messages import Reason
from game.core.phase import Board, Phase, PhaseStep, end_deal
from game.core.trick_taking import Trick, TrickPhase, list_cards_of_suit, replace
from game.rules.muscio.actions import Forfeit, KeepTurnedCard, LayBlinde, Misdeal, PlayDeal, Stand, TakeBlinde
from game.rules.muscio.events import DealForfeited, FaceDownCardsShown, PlayerStood, TurnedCardKept
from game.rules.muscio.options import MuscioOptions
from game.rules.muscio.scoring import RANKING, score_forfeit, score_tricks

TRUMP_TRICK_COUNT: Final = 2
"""First tricks in which three or more must play trumps, and the leader of two must lead high."""
TWO_PARTICIPANTS: Final = 2
"""The number of participants for which other rules hold."""

Declaration: TypeAlias = PlayDeal | Pass | TakeBlinde


def find_blinde_taker(declarations: tuple[Declaration, ...]) -> int | None:
    """Return the seat that plays with the blinde (the spare hand), or None."""
    return next((declaration.seat for declaration in declarations if isinstance(declaration, TakeBlinde)), None)


def list_participants(declarations: tuple[Declaration, ...]) -> tuple[int, ...]:
    """Return the participants so far, in order of play from forehand."""
    return tuple(declaration.seat for declaration in declarations if not isinstance(declaration, Pass))


class PhaseWithTableCards(Protocol):
    """A phase with cards on the table that belong to no participant."""

    @property
    def blinde(self) -> Hand: ...
    @property
    def rest(self) -> tuple[Card, ...]: ...
    @property
    def aside(self) -> Hand: ...
    @property
    def declarations(self) -> tuple[Declaration, ...]: ...


class MuscioTrickPhase(TrickPhase, frozen=True, kw_only=True):
    """Five tricks.

    ``declarations`` and ``aside``: as in `DeclarationPhase`; ``turned_card``: the card that was turned up;
    ``dealer_discard``: the card that the dealer put away for it, () otherwise. Only the dealer sees it (docs/rules.md,
    "Muscio", exchange).
    """

    ranking: ClassVar[tuple[Rank, ...]] = RANKING
    must_follow_suit: ClassVar[bool] = True
    must_trump: ClassVar[bool] = True

    options: MuscioOptions
    trump: Suit
    blinde: Hand
    turned_card: Card
    rest: tuple[Card, ...]
    aside: Hand
    declarations: tuple[Declaration, ...]
    dealer_discard: Hand = ()

    @property
    def taken_turned_card(self) -> Card | None:
        """The turned trump if the dealer took it, which all players know; else None."""
        return self.turned_card if self.dealer_discard else None

    @property
    def discarded_cards(self) -> Hand:
        return (*self.aside, *self.dealer_discard)

    @property
    def participants(self) -> tuple[int, ...]:
        """The participants, in order of play from forehand."""
        return list_participants(self.declarations)

    def list_calls(self) -> tuple[tuple[int, Action | None], ...]:
        exchanges = (
            (self.dealer, None if card is HIDDEN_CARD else Swap(self.dealer, card)) for card in self.dealer_discard
        )
        return (*((declaration.seat, declaration) for declaration in self.declarations), *exchanges)

    @property
    def trump_trick_count(self) -> int:
        return TRUMP_TRICK_COUNT if len(self.trick.seats) > TWO_PARTICIPANTS else 0

    @property
    def high_lead_trick_count(self) -> int:
        return TRUMP_TRICK_COUNT if len(self.trick.seats) == TWO_PARTICIPANTS else 0

    @property
    def is_trump_trick(self) -> bool:
        """Whether this is one of the first tricks of three or more, in which trumps must be played."""
        return len(self.completed_tricks) < self.trump_trick_count

    @property
    def must_lead_highest(self) -> bool:
        """Whether this is one of the first tricks of two, led with the highest card of a suit."""
        return len(self.completed_tricks) < self.high_lead_trick_count

    def playable_cards(self, seat: int) -> Sequence[Card]:
        hand, led_card = self.hands[seat], self.trick.led_card
        if self.is_trump_trick:
            return list_cards_of_suit(hand, self.trump) or hand
        if led_card is None:
            return (
                [card for card in hand if card is _find_highest_card(hand, card.suit)]
                if self.must_lead_highest
                else hand
            )
        return list_cards_of_suit(hand, led_card.suit) or list_cards_of_suit(hand, self.trump) or hand

    def unplayable_card_reason(self, seat: int, card: Card) -> Reason:
        hand, led_card = self.hands[seat], self.trick.led_card
        if self.is_trump_trick:
            return Reason("trump_tricks")
        if led_card is None:
            return Reason("lead_highest", {"card": _find_highest_card(hand, card.suit)})
        return (
            Reason("follow", {"suit": led_card.suit})
            if list_cards_of_suit(hand, led_card.suit)
            else Reason("must_trump")
        )

    def illegal_other_action_reason(self, action: Action) -> Reason | None:
        return hand_dealing_refusal_reason(action, self.options) or Reason("not_now")

    def is_played_face_down(self, card: Card) -> bool:
        return self.is_trump_trick and card.suit != self.trump

    def score_deal(self) -> PhaseStep:
        deal_result = score_tricks(self.participants, self.count_points())
        return self.end_deal(deal_result, *self._show_face_down_cards())

    def _show_face_down_cards(self) -> tuple[Event, ...]:
        plays = (play for completed in self.completed_tricks for play in _list_face_down_plays(completed.trick))
        seats, cards = tuple(zip(*plays, strict=True)) or ((), ())
        return (FaceDownCardsShown(seats, cards),) if seats else ()

    def seen_by(self, seat: int | None) -> Self:
        dealer_discard = self.dealer_discard if seat == self.dealer else make_hidden_cards(len(self.dealer_discard))
        return replace(super().seen_by(seat), dealer_discard=dealer_discard, **mask_table_cards(self, seat))

    def board(self) -> Board:
        turned_card = None if self.dealer_discard else self.turned_card
        stock_size = len(self.rest) + (turned_card is not None)
        return replace(
            super().board(), stock_size=stock_size, turned_card=turned_card, spare_card_count=len(self.blinde)
        )


def _find_highest_card(hand: Hand, suit: Suit) -> Card:
    return min(list_cards_of_suit(hand, suit), key=lambda card: RANKING.index(card.rank))


def _list_face_down_plays(trick: Trick) -> tuple[tuple[int, Card], ...]:
    return tuple(play for play in trick.list_plays() if play[0] in trick.face_down_seats)


def mask_table_cards(phase: PhaseWithTableCards, seat: int | None) -> dict[str, Any]:
    """Return the masked fields of the cards on the table by name, as ``seat`` may see them.

    They are "blinde", "rest" and "aside". Only the player who put a hand away knows its cards; ``seat`` None is a
    spectator.
    """
    aside = (
        phase.aside
        if seat is not None and seat == find_blinde_taker(phase.declarations)
        else make_hidden_cards(len(phase.aside))
    )
    return {"blinde": make_hidden_cards(len(phase.blinde)), "rest": make_hidden_cards(len(phase.rest)), "aside": aside}


class ExchangePhase(Phase, frozen=True, kw_only=True):
    """The exchange of one of the dealer's cards, put away face down, for the turned trump.

    ``trick_phase``: the play that follows.
    """

    options: MuscioOptions
    trick_phase: MuscioTrickPhase

    @property
    def turn(self) -> int:
        return self.dealer

    def list_calls(self) -> tuple[tuple[int, Action | None], ...]:
        return self.trick_phase.list_calls()

    def candidate_actions(self) -> tuple[Action, ...]:
        hand = self.trick_phase.hands[self.dealer]
        return (KeepTurnedCard(self.dealer), *(Swap(self.dealer, card) for card in hand))

    def illegal_reason_on_turn(self, action: Action) -> Reason | None:
        if isinstance(action, KeepTurnedCard):
            return None
        if not isinstance(action, Swap):
            return hand_dealing_refusal_reason(action, self.options) or Reason("exchange_first")
        if action.card is None:
            return Reason("swap_what")
        return (
            None if action.card in self.trick_phase.hands[self.dealer] else Reason("not_in_hand", {"card": action.card})
        )

    def apply_unchecked(self, action: Action) -> PhaseStep:
        if isinstance(action, KeepTurnedCard):
            return PhaseStep(make_forfeit_or_trick_phase(self.trick_phase), (TurnedCardKept(self.dealer),))
        assert isinstance(action, Swap) and action.card is not None
        discarded_card, turned_card, hands = action.card, self.trick_phase.turned_card, list(self.trick_phase.hands)
        hands[self.dealer] = (*remove_card(hands[self.dealer], discarded_card), turned_card)
        trick_phase = replace(self.trick_phase, hands=tuple(hands), dealer_discard=(discarded_card,))
        return PhaseStep(
            make_forfeit_or_trick_phase(trick_phase),
            (TurnedCardSwapped(self.dealer, discarded_card, turned_card, is_face_down=True),),
        )

    def seen_by(self, seat: int | None) -> Self:
        return replace(self, trick_phase=self.trick_phase.seen_by(seat))

    def board(self) -> Board:
        return self.trick_phase.board()


class ForfeitPhase(Phase, frozen=True, kw_only=True):
    """The decision of two participants, except the one with the blinde, to forfeit or to stand.

    ``stood_seats``: the seats that decided to stand.
    """

    options: MuscioOptions
    trick_phase: MuscioTrickPhase
    stood_seats: tuple[int, ...] = ()

    @property
    def undecided_seats(self) -> tuple[int, ...]:
        """The seats that may still forfeit, forehand of the two first."""
        blinde_taker = find_blinde_taker(self.trick_phase.declarations)
        return tuple(seat for seat in self.trick_phase.participants if seat not in (*self.stood_seats, blinde_taker))

    @property
    def turn(self) -> int:
        return self.undecided_seats[0]

    def list_calls(self) -> tuple[tuple[int, Action | None], ...]:
        stood = ((seat, Stand(seat)) for seat in self.stood_seats)
        return (*self.trick_phase.list_calls(), *stood)

    def candidate_actions(self) -> tuple[Action, ...]:
        return (Stand(self.turn), Forfeit(self.turn))

    def illegal_reason_on_turn(self, action: Action) -> Reason | None:
        if isinstance(action, (Stand, Forfeit)):
            return None
        return hand_dealing_refusal_reason(action, self.options) or Reason("stand_first")

    def apply_unchecked(self, action: Action) -> PhaseStep:
        seat = action.seat
        if isinstance(action, Forfeit):
            winner = next(participant for participant in self.trick_phase.participants if participant != seat)
            return end_deal(self, score_forfeit(self.seats, seat, winner), DealForfeited(seat))
        next_phase = replace(self, stood_seats=(*self.stood_seats, seat))
        return PhaseStep(next_phase if next_phase.undecided_seats else self.trick_phase, (PlayerStood(seat),))

    def seen_by(self, seat: int | None) -> Self:
        return replace(self, trick_phase=self.trick_phase.seen_by(seat))

    def board(self) -> Board:
        return self.trick_phase.board()


def make_forfeit_or_trick_phase(trick_phase: MuscioTrickPhase) -> Phase:
    """Return the phase that follows the declarations: `ForfeitPhase` for two participants, else ``trick_phase``."""
    if len(trick_phase.participants) > TWO_PARTICIPANTS:
        return trick_phase
    return ForfeitPhase(
        options=trick_phase.options, seats=trick_phase.seats, dealer=trick_phase.dealer, trick_phase=trick_phase
    )


def hand_dealing_refusal_reason(action: Action, options: MuscioOptions) -> Reason | None:
    """Return why ``action`` of a deal by hand is illegal after the cards are dealt; None for other actions."""
    if not isinstance(action, (LayBlinde, Misdeal)):
        return None
    return Reason("dealt_already") if options.hand_dealing else Reason("hand_dealing_off")
