"""The words of Muscio."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from game.core.actions import Pass
from game.core.cards import DeckStyle, Hand
from game.core.events import Event
from game.core.messages import N_
from game.core.options import Options
from game.core.phase import DealResult, ScoreLine
from game.core.sanitizer import capitalize_first
from game.match.observation import Observation
from game.rules.muscio.actions import TakeBlinde
from game.rules.muscio.declarations import DeclarationPhase
from game.rules.muscio.events import (
    BlindeTaken,
    DealForfeited,
    DealMisdealt,
    GattaShown,
    PlayDeclared,
    PlayerStood,
    TurnedCardKept,
)
from game.rules.muscio.scoring import HAND_SIZE, PASSED_GATTA_DISCOUNT
from game.rules.muscio.trick_play import ExchangePhase, ForfeitPhase, MuscioTrickPhase
from game.text.formatting import format_change as signed
from game.text.formatting import join_with_and
from game.text.games.game_words import Announcement, GameWords
from game.text.gettext import _, ngettext, pgettext
from game.text.results import SideResult

SPEECH_TEXTS: Final[Mapping[type[Event], str]] = {
    PlayDeclared: N_("I play"),
    BlindeTaken: N_("I play with the blinde"),
    TurnedCardKept: N_("The turned card stays"),
    DealForfeited: N_("I forfeit"),
    PlayerStood: N_("I stay in"),
    DealMisdealt: N_("Misdeal: the blinde was forgotten"),
}
"""The words of a seat during an event."""


GATTA_TEXTS: Final = {
    "gatta_of_dealer": N_("Gatta: five trumps and the turned card end the deal."),
    "gatta_of_trumps": N_("Gatta: five trumps end the deal."),
    "gatta_plain": N_("Gatta: five cards of one suit end the deal."),
}
"""Explanations of each kind of gatta, by the code of its score step."""

PASSED_REASON_CODES: Final = frozenset({"line_passers", "rung_passed"})
"""The codes of score steps that only seats that passed have."""


class MuscioWords(GameWords):
    """The words of a table with scores that go down to 0, declarations, passes and the blinde."""

    is_hand_sorted = True

    duty_texts = {
        "must_trump": N_("you can't follow: play a trump"),
        "lead_highest": N_("lead your highest of a suit"),
    }

    def describe_goal(self, observation: Observation) -> str:
        return _("first down to 0 wins")

    def describe_match_length(self, options: Options) -> str:
        return _("first to reach 0 points")

    def describe_ending(self, observation: Observation) -> str:
        return _("First to reach 0 points.")

    def describe_contract(self, observation: Observation, names: tuple[str, ...], deck: DeckStyle) -> tuple[str, ...]:
        phase = observation.phase.trick_phase if isinstance(observation.phase, ForfeitPhase) else observation.phase
        if not isinstance(phase, MuscioTrickPhase) or phase.taken_turned_card is None:
            return ()
        return (_("Turned card: {name} took it").format(name=names[observation.dealer]),)

    def describe_shown_hand(self, result: DealResult) -> tuple[str, ...]:
        line = next(reason for reason in result.reasons if isinstance(reason, ScoreLine) and reason.code in GATTA_TEXTS)
        (points,) = line.factors
        text = _("{points} points off the score. The others add {points}, or {less} if they passed.")
        return _(GATTA_TEXTS[line.code]), text.format(points=points, less=points - PASSED_GATTA_DISCOUNT)

    def list_shown_cards(self, observation: Observation, seat: int, hand: Hand) -> Hand:
        turned_card, result = observation.board.turned_card, observation.result
        if result is None or turned_card is None or seat != observation.dealer:
            return hand
        trump_count = sum(card.suit == turned_card.suit for card in hand)
        has_six = any(reason.code == "gatta_of_dealer" for reason in result.reasons)
        is_counted = has_six if trump_count == HAND_SIZE else trump_count == HAND_SIZE - 1
        return (*hand, turned_card) if is_counted else hand

    def is_good_change(self, change: int) -> bool:
        return change < 0

    def summarize_sides(self, observation: Observation) -> tuple[SideResult, ...]:
        result = observation.result
        if result is None or result.state != "scored":
            return ()
        passed_seats = {
            seat
            for reason in result.reasons
            if reason.code in PASSED_REASON_CODES and isinstance(reason, ScoreLine)
            for seat in reason.seats
        }
        return tuple(_make_side_result(result, seat, seat in passed_seats) for seat in range(observation.seats))

    def find_sitting_out_seats(self, observation: Observation) -> frozenset[int]:
        phase = _find_declaration_phase(observation)
        return (
            frozenset(declaration.seat for declaration in phase.declarations if isinstance(declaration, Pass))
            if phase
            else frozenset()
        )

    def list_announcements(self, observation: Observation, deck: DeckStyle) -> Mapping[int, Announcement]:
        phase = _find_declaration_phase(observation)
        if phase is None:
            return {}
        if isinstance(observation.phase, MuscioTrickPhase):
            return {
                declaration.seat: _format_declaration(declaration)
                for declaration in phase.declarations
                if isinstance(declaration, (TakeBlinde, Pass))
            }
        return {declaration.seat: _format_declaration(declaration) for declaration in phase.declarations}

    def describe_speech(self, event: Event, deck: DeckStyle) -> tuple[int, str] | None:
        if isinstance(event, GattaShown):
            return event.seat, _("Gatta! {points}").format(points=event.points)
        if isinstance(event, (PlayDeclared, BlindeTaken, TurnedCardKept, DealForfeited, PlayerStood, DealMisdealt)):
            return event.seat, _(SPEECH_TEXTS[type(event)])
        return super().describe_speech(event, deck)

    def describe_duty(self, observation: Observation, names: Sequence[str]) -> str:
        phase, seat = observation.phase, observation.turn
        if not isinstance(phase, MuscioTrickPhase) or not phase.is_trump_trick or seat is None:
            return super().describe_duty(observation, names)
        if all(card.suit != phase.trump for card in phase.hands[seat]):
            return _("without a trump, your card goes face down")
        others = [
            names[other] for other, _card in phase.trick.list_plays() if other in observation.board.face_down_seats
        ]
        if not others:
            return _("play a trump")
        text = ngettext("play a trump ({names} has none)", "play a trump ({names} have none)", len(others))
        return text.format(names=join_with_and(others))

    def get_spare_hand_label(self) -> str:
        return capitalize_first(_("blinde"))


def _find_declaration_phase(observation: Observation) -> DeclarationPhase | MuscioTrickPhase | None:
    """Return the phase that holds the declarations, or None before and after them."""
    phase = (
        observation.phase.trick_phase
        if isinstance(observation.phase, (ExchangePhase, ForfeitPhase))
        else observation.phase
    )
    return phase if isinstance(phase, (DeclarationPhase, MuscioTrickPhase)) else None


def _make_side_result(result: DealResult, seat: int, has_passed: bool) -> SideResult:
    trick_count, change = result.points[seat], result.scores[seat]
    text = (
        ngettext("{count} trick", "{count} tricks", trick_count).format(count=trick_count)
        if trick_count
        else _("no tricks")
    )
    has_played = any(result.points) and not has_passed
    note = text if has_played else _("passed") if has_passed else ""
    return SideResult((seat,), signed(change), None if not change else change < 0, note)


def _format_declaration(declaration: object) -> Announcement:
    if isinstance(declaration, Pass):
        return Announcement(pgettext("said", "pass"), True)
    return Announcement(_("blinde") if isinstance(declaration, TakeBlinde) else _("plays"))
