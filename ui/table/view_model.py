"""Conversion of a table scene into the `TableViewModel` that is painted."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import TYPE_CHECKING

from game.core.cards import Card
from game.core.events import DealerDrawn, ShuffleCommitted, TrickTaken
from game.core.messages import Reason
from game.core.phase import Board, Phase
from game.text.gettext import _
from game.text.trick_status import (
    describe_other_turn,
    describe_own_turn,
    describe_public_turn,
    describe_trick_taken,
    find_winning_seat,
)
from ui.graphics import timings
from ui.table.animation.motion import find_highlighted_keys, is_dealer_draw_seen
from ui.table.hud.absence_notice import shrink_prompt_for_notice
from ui.table.hud.status_text import format_levels, format_title
from ui.table.layout.buttons import shrink_prompt_for_buttons
from ui.table.layout.cards import compute_card_poses, make_trick_key
from ui.table.layout.seats import TableLayout
from ui.table.screen_seats import get_screen_seats, get_your_seat
from ui.table.state import PromptLine, SpeechBubble, TableState, TableViewModel

if TYPE_CHECKING:
    from ui.table.scene import TableScene


def compute_shown_layout(table: TableScene) -> TableLayout:
    """Return the layout of the table, with a shorter prompt while buttons are beside it."""
    panel_button_count = table.controls.panel.extra_button_count + table.assistance.can_claim
    button_count = 1 if table.can_play_on else panel_button_count
    layout = shrink_prompt_for_buttons(table.layout, button_count) if button_count else table.layout
    return layout if table.absence_notice is None else shrink_prompt_for_notice(layout)


def make_view_model(table: TableScene) -> TableViewModel:
    """Return everything that the table shows now."""
    step, bubbles = table.playback.current_step, _list_bubbles(table)
    trick_board = step.board_before if step is not None and isinstance(step.event, TrickTaken) else table.board
    return TableViewModel(
        presentation=table.presentation,
        deck=table.deck,
        title=format_title(table),
        names=table.session.info.names,
        levels=format_levels(table.session.info),
        plate_notes={} if table.network is None else table.network.absences,
        absence_notice=table.absence_notice,
        avatars=table.avatars,
        observation=table.observation,
        board=table.board,
        layout=compute_shown_layout(table),
        card_poses=table.card_poses,
        dimmed_keys=frozenset(card.name for card in find_refused_cards(table)),
        highlighted_keys=find_highlighted_keys(table),
        winning_key=find_winning_key(trick_board, table.observation.phase),
        bubbles=bubbles,
        prompt=_make_prompt(table),
        panel=table.controls.panel if table.offered_actions and step is None else None,
        turn=table.playback.find_turn(table.observation),
        dealer=find_shown_dealer(table),
        tray_rect=table.controls.tray_rect,
        taken_rects=tuple(table.list_taken_rects()) if bubbles else (),
    )


def make_public_view_model(table: TableScene) -> TableViewModel:
    """Return everything that the hand-over screen shows: public information only."""
    observation = table.session.observation
    message = table.audio.last_message
    return TableViewModel(
        presentation=table.presentation,
        deck=table.deck,
        title=format_title(table),
        names=table.session.info.names,
        levels=format_levels(table.session.info),
        avatars=table.avatars,
        observation=observation,
        board=observation.board,
        layout=table.layout,
        card_poses=compute_card_poses(observation.board, table.layout),
        winning_key=find_winning_key(observation.board, observation.phase),
        bubbles=() if message is None or message.seat is None else (SpeechBubble(message.seat, message.text),),
        turn=observation.turn,
        dealer=find_shown_dealer(table),
    )


def find_shown_dealer(table: TableScene) -> int | None:
    """Return the dealer if the viewer has seen who it is: before the first deal from the cards of the draw on."""
    step = table.playback.current_step
    if table.observation.phase is not None or table.observation.results:
        return table.observation.dealer
    if step is not None and isinstance(step.event, DealerDrawn):
        return step.event.dealer if is_dealer_draw_seen(table, step) else None
    if step is not None and not table.playback.has_pending_event(DealerDrawn):
        return step.observation.dealer
    return table.playback.drawn_dealer


def find_refused_cards(table: TableScene) -> Mapping[Card, Reason]:
    """Return the cards of the viewer's hand that may not be played now, with reasons; {} while no card is due."""
    phase = table.observation.phase
    is_card_due = table.state is TableState.YOUR_TURN and phase is not None and phase.is_card_play
    return dict(table.observation.illegal_cards) if is_card_due else {}


def find_winning_key(board: Board, phase: Phase | None) -> str | None:
    """Return the key of the card that wins the trick on a board so far, None if there is none."""
    winning_seat = find_winning_seat(board, phase)
    return next((make_trick_key(seat, card, False) for seat, card in board.trick if seat == winning_seat), None)


def _list_bubbles(table: TableScene) -> tuple[SpeechBubble, ...]:
    """Return the bubbles of the current call or sign and of the last chat message.

    While a seat calls, its chat message is not shown.
    """
    step, message = table.playback.current_step, table.audio.last_message
    speech = table.presentation.describe_speech(step.event, table.deck) if step is not None else None
    calls = () if speech is None else (SpeechBubble(*speech),)
    if message is None or message.seat is None or (speech is not None and speech[0] == message.seat):
        return calls
    return (SpeechBubble(message.seat, message.text), *calls)


def _make_prompt(table: TableScene) -> PromptLine | None:
    """Return the prompt line; None while a message or a hint takes its place."""
    if table.message_seconds_left > 0 or table.assistance.has_hint_text:
        return None
    return _make_turn_prompt(table) if table.playback.current_step is None else _make_step_prompt(table)


def _make_step_prompt(table: TableScene) -> PromptLine | None:
    step = table.playback.current_step
    assert step is not None
    names, your_seat = table.session.info.names, get_your_seat(table.session)
    if isinstance(step.event, DealerDrawn):
        is_seen, dealer = is_dealer_draw_seen(table, step), step.event.dealer
        return make_dealer_draw_prompt(names[dealer] if is_seen else "", is_you=dealer == your_seat)
    if isinstance(step.event, ShuffleCommitted):
        return make_shuffle_prompt(is_sealed=bool(step.event.seal))
    if isinstance(step.event, TrickTaken) and table.playback.elapsed_seconds < timings.TRICK_SHOWN_S:
        winner = step.event.winner
        return PromptLine(describe_trick_taken(names[winner], is_you=winner == your_seat), False)
    return None


def _make_turn_prompt(table: TableScene) -> PromptLine | None:
    session, turn, names = table.session, table.observation.turn, table.session.info.names
    if turn is None:
        is_shuffling = table.network is not None and table.network.is_shuffling
        return PromptLine(_("Shuffling the cards…"), False) if is_shuffling else None
    if session.is_your_turn and table.question:
        return PromptLine(table.question, True)
    if session.is_your_turn:
        is_alone = len(get_screen_seats(session)) < 2
        seconds_left = session.turn_seconds_left
        clock = f"{ceil(seconds_left)} s" if seconds_left is not None else ""
        panel = table.controls.panel
        has_question = bool(table.offered_actions and panel.question_text)
        if has_question and panel.is_asked_in_prompt:
            return PromptLine(" · ".join(filter(None, (panel.question_text, clock))), True)
        if has_question and is_alone:
            return PromptLine(clock, True) if clock else None  # the panel asks
        duty_text = table.presentation.describe_duty(table.observation, names)
        text = describe_own_turn(table.observation, names, duty_text, is_alone=is_alone)
        return PromptLine(" · ".join(filter(None, (text, clock))), True)
    if turn in get_screen_seats(session):
        return None
    network = table.network
    is_awaited = network is not None and turn in network.absences and turn not in network.substituted_seats
    if session.check.is_in_time:
        return PromptLine(_("{name} is waiting for you").format(name=names[turn]), False)
    if table.is_television and not is_awaited:
        text, trick_text = describe_public_turn(table.observation, names)
        return PromptLine(text, True, trick_text)
    return PromptLine(describe_other_turn(table.observation, names, is_awaited=is_awaited), False)


def make_dealer_draw_prompt(dealer_name: str, *, is_you: bool) -> PromptLine:
    """Return the line about the draw for the first dealer.

    ``dealer_name``: empty until the draw is decided; ``is_you``: the dealer is addressed.
    """
    if not dealer_name:
        return PromptLine(_("Everyone draws: the highest card deals first"), False)
    if is_you:
        return PromptLine(_("You drew the highest card and deal first"), False)
    return PromptLine(_("{name} drew the highest card and deals first").format(name=dealer_name), False)


def make_shuffle_prompt(*, is_sealed: bool) -> PromptLine:
    """Return the line that says that the pack of the new deal is fixed, unless a deal code gave it: sealed."""
    text = _("Cards shuffled: nobody can change them now") if is_sealed else _("The pack comes from a deal code")
    return PromptLine(text, False)
