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
from game.rules.muscio.actions import Forfeit, KeepTurnedCard, LayBlinde, Misdeal, PlayDeal, Stand, TakeBlinde
from game.rules.muscio.declarations import DeclarationPhase, HandDealingPhase
from game.rules.muscio.events import (
    BlindeTaken,
    DealForfeited,
    DealMisdealt,
    GattaShown,
    PlayDeclared,
    PlayerStood,
    TurnedCardKept,
)
from game.rules.muscio.scoring import (
    FORFEIT_POINTS,
    HAND_SIZE,
    NO_TRICK_POINTS,
    ONLY_PARTICIPANT_POINTS,
    PASSED_GATTA_DISCOUNT,
)
from game.rules.muscio.trick_play import ExchangePhase, ForfeitPhase, MuscioTrickPhase
from game.text.card_names import format_card_name
from game.text.formatting import format_change as signed
from game.text.formatting import join_with_and
from game.text.games.game_words import Announcement, GameWords
from game.text.games.question import ChoiceOption, Question
from game.text.gettext import _, ngettext, pgettext
from game.text.results import SideResult

SPEECH_TEXTS: Final[Mapping[type[Event], str]] = {
    PlayDeclared: N_("I play"),
    BlindeTaken: N_("I play with the blinde"),
    TurnedCardKept: N_("I'll keep my cards"),
    DealForfeited: N_("I forfeit"),
    PlayerStood: N_("I'll stay in"),
    DealMisdealt: N_("Misdeal: I forgot the blinde"),
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
        "must_trump": N_("you can't follow suit: play a trump"),
        "lead_highest": N_("pick a suit and lead your highest card in that suit"),
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
        return (_("{name} took the turned card").format(name=names[observation.dealer]),)

    def describe_shown_hand(self, result: DealResult) -> tuple[str, ...]:
        line = next(reason for reason in result.reasons if isinstance(reason, ScoreLine) and reason.code in GATTA_TEXTS)
        (points,) = line.factors
        text = _("The holder's score drops by {points} points. The others' rise by {points}, or {less} if they passed.")
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
            return _("you have no trumps: play any card face down")
        others = [
            names[other] for other, _card in phase.trick.list_plays() if other in observation.board.face_down_seats
        ]
        if not others:
            return _("play a trump")
        text = ngettext("play a trump ({names} has none)", "play a trump ({names} have none)", len(others))
        return text.format(names=join_with_and(others))

    def ask(self, observation: Observation, names: Sequence[str], deck: DeckStyle) -> Question:
        match observation.phase:
            case HandDealingPhase() as phase:
                return _ask_for_packet(phase.turn)
            case DeclarationPhase() as phase:
                return _ask_for_declaration(phase, names)
            case ExchangePhase() as phase:
                keep_option = ChoiceOption("keep", KeepTurnedCard(phase.turn), _("Keep my cards"))
                hint = _("To take it, choose the card to give in exchange.")
                return Question(_("Take the turned-up trump?"), hint, (keep_option,), has_usual_option=True)
            case ForfeitPhase() as phase:
                return _ask_for_stay(phase, names, deck)
        return Question()

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


def _ask_for_packet(seat: int) -> Question:
    hint = _("House rule: put down the blinde before you deal your own cards. If you forget, the next player deals.")
    misdeal_option = ChoiceOption("misdeal", Misdeal(seat), _("To me"))
    lay_option = ChoiceOption("lay", LayBlinde(seat), _("To the blinde"))
    return Question(_("Deal the next five cards"), hint, (misdeal_option, lay_option), has_usual_option=True)


def _ask_for_declaration(phase: DeclarationPhase, names: Sequence[str]) -> Question:
    seat = phase.turn
    cost_hint = _("Each trick takes 1 point off your score; taking none adds {count}. If you pass, it stays the same.")
    blinde_hint = _("The blinde is a spare hand: five hidden cards to play instead of yours.")
    for declaration in phase.declarations:
        if isinstance(declaration, TakeBlinde):
            text = _("{name} took the blinde, the hidden spare hand.")
            blinde_hint = text.format(name=names[declaration.seat])
    hint = f"{cost_hint.format(count=NO_TRICK_POINTS)} {blinde_hint}"
    is_last = len(phase.declarations) == phase.seats - 1
    if is_last and all(isinstance(declaration, Pass) for declaration in phase.declarations):
        text = _("Everybody else passed. If you play, your score drops by {points} points. If you pass, nobody scores.")
        hint = text.format(points=ONLY_PARTICIPANT_POINTS)
    pass_option = ChoiceOption("pass", Pass(seat), _("Pass"))
    blinde_option = ChoiceOption("blinde", TakeBlinde(seat), _("Take the blinde"))
    play_option = ChoiceOption("play", PlayDeal(seat), _("Play"))
    return Question(
        _("Will you play this deal?"), hint, (pass_option, blinde_option, play_option), has_usual_option=True
    )


def _ask_for_stay(phase: ForfeitPhase, names: Sequence[str], deck: DeckStyle) -> Question:
    seat = phase.turn
    forfeit_option = ChoiceOption("forfeit", Forfeit(seat), _("Forfeit"))
    stand_option = ChoiceOption("stand", Stand(seat), _("Stay in"))
    text = _(
        "If you stay in, each trick takes 1 point off your score; taking none adds {none}. If you "
        "forfeit, your score stays the same and the other player's drops by {count}."
    )
    hint = text.format(none=NO_TRICK_POINTS, count=FORFEIT_POINTS)
    turned_card, dealer = phase.trick_phase.taken_turned_card, phase.trick_phase.dealer
    if turned_card is not None and dealer != seat:
        taken = _("{name} took the turned card, {card:the}.")
        hint = f"{taken.format(name=names[dealer], card=format_card_name(turned_card, deck))} {hint}"
    return Question(
        _("Only two players are left. Stay in?"), hint, (forfeit_option, stand_option), has_usual_option=True
    )
