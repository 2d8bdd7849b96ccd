"""Deal and declarations of Muscio for three to six seats (source 003; docs/rules.md, "Muscio").

The phases of a deal are `HandDealingPhase` (a house rule), `DeclarationPhase`, `ExchangePhase`, `ForfeitPhase`,
`MuscioTrickPhase` and the end. A player who passes keeps their cards and plays none.
"""

from __future__ import annotations

from typing import NamedTuple, Self

from game.core.actions import Action, Pass
from game.core.cards import Card, Hand, Hands, Suit, make_hidden_cards
from game.core.events import CardsDealt, DealVoided, Event, PlayerPassed, TrumpCardTurned, mask_hands
from game.core.messages import Reason
from game.core.phase import Board, DealResult, Phase, PhaseStep, end_deal
from game.core.trick_taking import Trick, replace, sort_hand
from game.rules.muscio.actions import LayBlinde, Misdeal, PlayDeal, TakeBlinde
from game.rules.muscio.events import BlindeTaken, DealMisdealt, GattaShown, PlayDeclared
from game.rules.muscio.options import MuscioOptions
from game.rules.muscio.scoring import HAND_SIZE, RANKING, find_gatta, score_gatte, score_only_participant
from game.rules.muscio.trick_play import (
    Declaration,
    ExchangePhase,
    MuscioTrickPhase,
    find_blinde_taker,
    hand_dealing_refusal_reason,
    list_participants,
    make_forfeit_or_trick_phase,
    mask_table_cards,
)


class DealLayout(NamedTuple):
    """The cards after the deal, hands sorted; ``rest``: the cards below which the turned card is."""

    hands: Hands
    blinde: Hand
    turned_card: Card
    rest: tuple[Card, ...]


def lay_out_cards(pack: tuple[Card, ...], seats: int, dealer: int) -> DealLayout:
    """Return the cards dealt: packets of five from forehand, the blinde just before the dealer's.

    ``pack``: the top card first. The card after the packets is turned up. The hands are sorted.
    """
    packets = [pack[index : index + HAND_SIZE] for index in range(0, HAND_SIZE * (seats + 1), HAND_SIZE)]
    blinde = packets.pop(seats - 1)
    forehand = (dealer + 1) % seats
    hands = tuple(sort_hand(packets[(seat - forehand) % seats], RANKING) for seat in range(seats))
    index = HAND_SIZE * (seats + 1)
    return DealLayout(hands, blinde, pack[index], pack[index + 1 :])


def make_uncounted_result(phase: Phase, reason: Reason, *, is_annulled: bool = False) -> DealResult:
    """Return the result of a deal that does not count: void, or annulled. All its scores are 0."""
    zeros = (0,) * phase.seats
    return DealResult(state="annulled" if is_annulled else "void", scores=zeros, points=zeros, reasons=(reason,))


class HandDealingPhase(Phase, frozen=True, kw_only=True):
    """The deal by hand, before the dealer's own five cards; no player has seen a card.

    The dealer lays the blinde first (`LayBlinde`) or not (`Misdeal`). The first declaration of forehand is legal too:
    it means that the computer has dealt. ``stock``: the whole pack.
    """

    options: MuscioOptions
    stock: tuple[Card, ...]

    @property
    def turn(self) -> int:
        return self.dealer

    def can_act(self, seat: int) -> bool:
        return seat in (self.dealer, self.forehand)

    def candidate_actions(self) -> tuple[Action, ...]:
        return (LayBlinde(self.dealer), Misdeal(self.dealer))

    def illegal_reason_on_turn(self, action: Action) -> Reason | None:
        if action.seat == self.dealer:
            return None if isinstance(action, (LayBlinde, Misdeal)) else Reason("lay_first")
        if isinstance(action, (LayBlinde, Misdeal)):
            return Reason("not_the_dealer", {"seat": self.dealer})
        return self._make_declaration_phase().illegal_reason(action)

    def apply_unchecked(self, action: Action) -> PhaseStep:
        if isinstance(action, Misdeal):
            reason = Reason("misdeal", {"seat": self.dealer})
            return end_deal(self, make_uncounted_result(self, reason, is_annulled=True), DealMisdealt(self.dealer))
        next_phase = self._make_declaration_phase()
        deal_events: tuple[Event, ...] = (
            CardsDealt(self.dealer, next_phase.hands),
            TrumpCardTurned(next_phase.turned_card),
        )
        if isinstance(action, LayBlinde):
            return PhaseStep(next_phase, deal_events)
        step = next_phase.apply_unchecked(action)
        return PhaseStep(step.phase, (*deal_events, *step.events))

    def _make_declaration_phase(self) -> DeclarationPhase:
        hands, blinde, turned_card, rest = lay_out_cards(self.stock, self.seats, self.dealer)
        return DeclarationPhase(
            options=self.options, seats=self.seats, dealer=self.dealer,
            hands=hands, blinde=blinde, turned_card=turned_card, rest=rest,
        )  # fmt: skip

    def seen_by(self, seat: int | None) -> Self:
        return replace(self, stock=make_hidden_cards(len(self.stock)))

    def board(self) -> Board:
        hidden_hand = make_hidden_cards(HAND_SIZE)
        hands = tuple(() if seat == self.dealer else hidden_hand for seat in range(self.seats))
        return Board(
            hands=hands, pile_sizes=(0,) * self.seats, stock_size=len(self.stock) - HAND_SIZE * (self.seats - 1)
        )


class DeclarationPhase(Phase, frozen=True, kw_only=True):
    """The declarations: from forehand, each seat plays, passes or plays with the blinde.

    ``declarations``: the declarations so far, the oldest first; ``aside``: the hand put away by the player who took
    the blinde.
    """

    options: MuscioOptions
    hands: Hands
    blinde: Hand
    turned_card: Card
    rest: tuple[Card, ...]
    aside: Hand = ()
    declarations: tuple[Declaration, ...] = ()

    @property
    def turn(self) -> int:
        return (self.forehand + len(self.declarations)) % self.seats

    @property
    def trump(self) -> Suit:
        return self.turned_card.suit

    def list_calls(self) -> tuple[tuple[int, Action | None], ...]:
        return tuple((declaration.seat, declaration) for declaration in self.declarations)

    def candidate_actions(self) -> tuple[Action, ...]:
        seat = self.turn
        return (PlayDeal(seat), Pass(seat), TakeBlinde(seat))

    def illegal_reason_on_turn(self, action: Action) -> Reason | None:
        if isinstance(action, TakeBlinde):
            blinde_taker = find_blinde_taker(self.declarations)
            return None if blinde_taker is None else Reason("blinde_taken", {"seat": blinde_taker})
        return (
            None
            if isinstance(action, (PlayDeal, Pass))
            else hand_dealing_refusal_reason(action, self.options) or Reason("declare_first")
        )

    def apply_unchecked(self, action: Action) -> PhaseStep:
        assert isinstance(action, (PlayDeal, Pass, TakeBlinde))
        next_phase, seat = replace(self, declarations=(*self.declarations, action)), action.seat
        event: Event = PlayerPassed(seat) if isinstance(action, Pass) else PlayDeclared(seat)
        if isinstance(action, TakeBlinde):
            hands = list(self.hands)
            hands[seat] = sort_hand(self.blinde, RANKING)
            event = BlindeTaken(seat, hands[seat])
            next_phase = replace(next_phase, hands=tuple(hands), blinde=(), aside=self.hands[seat])
        if len(next_phase.declarations) < self.seats:
            return PhaseStep(next_phase, (event,))
        final_step = next_phase._end_declarations()
        return PhaseStep(final_step.phase, (event, *final_step.events))

    def _end_declarations(self) -> PhaseStep:
        """Return the next phase, or the end of the deal, after the last declaration.

        The deal ends if nobody or only one seat plays, or with gatte. Otherwise the dealer may exchange the turned card
        first.
        """
        participants = list_participants(self.declarations)
        if not participants:
            return end_deal(self, make_uncounted_result(self, Reason("nobody_plays")), DealVoided())
        gatte = self._find_gatte(participants)
        if gatte:
            gatta_seats = tuple(gatta.seat for gatta in gatte)
            return end_deal(self, score_gatte(self.seats, participants, gatte), *gatte, shown_seats=gatta_seats)
        if len(participants) == 1:
            return end_deal(self, score_only_participant(self.seats, participants[0]))
        trick_phase = MuscioTrickPhase(
            options=self.options,
            seats=self.seats,
            dealer=self.dealer,
            hands=self.hands,
            trick=Trick(participants),
            trump=self.trump,
            blinde=self.blinde,
            turned_card=self.turned_card,
            rest=self.rest,
            aside=self.aside,
            declarations=self.declarations,
        )
        if self.dealer in participants and find_blinde_taker(self.declarations) != self.dealer:
            return PhaseStep(
                ExchangePhase(options=self.options, seats=self.seats, dealer=self.dealer, trick_phase=trick_phase), ()
            )
        return PhaseStep(make_forfeit_or_trick_phase(trick_phase), ())

    def _find_gatte(self, participants: tuple[int, ...]) -> tuple[GattaShown, ...]:
        blinde_taker = find_blinde_taker(self.declarations)
        seat_with_turned_card = None if blinde_taker == self.dealer else self.dealer
        gatte = (
            find_gatta(seat, self.hands[seat], self.trump, self.turned_card if seat == seat_with_turned_card else None)
            for seat in participants
        )
        return tuple(gatta for gatta in gatte if gatta is not None)

    def seen_by(self, seat: int | None) -> Self:
        return replace(self, hands=mask_hands(self.hands, seat), **mask_table_cards(self, seat))

    def board(self) -> Board:
        return Board(
            hands=self.hands, pile_sizes=(0,) * self.seats, stock_size=len(self.rest) + 1, turned_card=self.turned_card,
            trump=self.trump, spare_card_count=len(self.blinde),
        )  # fmt: skip
