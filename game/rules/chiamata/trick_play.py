"""Naming and trick play of Briscola chiamata (sources 000, 004).

The phases of a deal are `AuctionPhase`, `NamingPhase`, `ChiamataTrickPhase` and the end. The partner is never stored:
it is the seat that was dealt the called card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Self

from game.core.actions import Action, Pass, Play
from game.core.cards import SUITS, Card, Rank, get_card
from game.core.events import DealScored
from game.core.messages import Reason
from game.core.phase import Board, Phase, PhaseStep
from game.core.trick_taking import TrickPhase, replace
from game.rules.briscola_family import CARD_POINTS, RANKING
from game.rules.chiamata.actions import Call, NameSuit, Solo
from game.rules.chiamata.calls import find_forced_suits
from game.rules.chiamata.events import CalledCardNamed, PartnerRevealed
from game.rules.chiamata.options import ChiamataOptions
from game.rules.chiamata.scoring import Contract, score_deal


class ChiamataTrickPhase(TrickPhase, frozen=True, kw_only=True):
    """Eight tricks of free play.

    ``called_card``: None in solo, and during a blind first trick until the suit is named.
    """

    ranking: ClassVar[tuple[Rank, ...]] = RANKING
    card_points: ClassVar[Mapping[Rank, int]] = CARD_POINTS

    options: ChiamataOptions
    contract: Contract
    calls: tuple[Call | Pass | Solo, ...]
    called_card: Card | None = None

    def list_calls(self) -> tuple[tuple[int, Action | None], ...]:
        caller, named = self.contract.caller, self.called_card
        names = () if named is None else ((caller, NameSuit(caller, named.suit)),)
        return (*((call.seat, call) for call in self.calls), *names)

    @property
    def is_partner_revealed(self) -> bool:
        """Whether the called card has been played, so that all know the partner."""
        return any(card is self.called_card for _seat, card in self.list_plays())

    @property
    def is_trump_awaited(self) -> bool:
        return self.called_card is None and self.contract.rank is not None

    def find_partner(self) -> int | None:
        """Return the seat that was dealt the called card, in mano the caller.

        None in solo, before the suit is named, and where the card is hidden.
        """
        if self.called_card is None:
            return None
        return next((seat for seat in range(self.seats) if self.called_card in self.get_dealt_hand(seat)), None)

    def apply_unchecked(self, action: Action) -> PhaseStep:
        step = super().apply_unchecked(action)
        if not isinstance(action, Play) or action.card is not self.called_card:
            return step
        play_event, *other_events = step.events
        return PhaseStep(step.phase, (play_event, PartnerRevealed(action.seat, action.card), *other_events))

    def complete_trick(self) -> PhaseStep:
        if self.is_trump_awaited:
            return PhaseStep(make_naming_phase(self), ())
        return super().complete_trick()

    def score_deal(self) -> PhaseStep:
        deal_result = score_deal(
            self.options, self.contract, self.called_card, self.find_partner(), self.completed_tricks, self.seats
        )
        return self.end_deal(deal_result, DealScored(deal_result.scores, deal_result.points))


class NamingPhase(Phase, frozen=True, kw_only=True):
    """The naming of the suit by the caller.

    ``trick_phase``: the play that follows. With a blind first trick, that trick is complete in it.
    """

    options: ChiamataOptions
    trick_phase: ChiamataTrickPhase

    @property
    def turn(self) -> int:
        return self.trick_phase.contract.caller

    def list_calls(self) -> tuple[tuple[int, Action | None], ...]:
        return self.trick_phase.list_calls()

    def candidate_actions(self) -> tuple[Action, ...]:
        return tuple(NameSuit(self.turn, suit) for suit in SUITS)

    def illegal_reason_on_turn(self, action: Action) -> Reason | None:
        if not isinstance(action, NameSuit):
            return Reason("naming_on")
        contract, hand = self.trick_phase.contract, self.trick_phase.get_dealt_hand(self.turn)
        assert contract.rank is not None
        if contract.is_forced and action.suit not in find_forced_suits(hand, contract.rank):
            return Reason("forced_other_suit", {"rank": contract.rank})
        if not self.options.in_hand and get_card(contract.rank, action.suit) in hand:
            return Reason("in_hand_off")
        return None

    def apply_unchecked(self, action: Action) -> PhaseStep:
        assert isinstance(action, NameSuit) and self.trick_phase.contract.rank is not None
        called_card = get_card(self.trick_phase.contract.rank, action.suit)
        trick_phase = replace(self.trick_phase, trump=action.suit, called_card=called_card)
        naming_event = CalledCardNamed(action.seat, called_card)
        if not trick_phase.trick.is_complete:
            return PhaseStep(trick_phase, (naming_event,))
        reveal_events = tuple(
            PartnerRevealed(seat, called_card) for seat, card in trick_phase.trick.list_plays() if card is called_card
        )
        step = trick_phase.complete_trick()
        return PhaseStep(step.phase, (naming_event, *reveal_events, *step.events))

    def seen_by(self, seat: int | None) -> Self:
        return replace(self, trick_phase=self.trick_phase.seen_by(seat))

    def board(self) -> Board:
        return self.trick_phase.board()


def make_naming_phase(trick_phase: ChiamataTrickPhase) -> NamingPhase:
    return NamingPhase(
        options=trick_phase.options, seats=trick_phase.seats, dealer=trick_phase.dealer, trick_phase=trick_phase
    )
