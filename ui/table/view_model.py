"""Conversion of a table scene into the `TableViewModel` that is painted."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from game.core.events import DealerDrawn, ShuffleCommitted, TrickTaken
from game.text.gettext import _
from game.text.trick_status import (
    describe_other_turn,
    describe_own_turn,
    describe_public_turn,
    describe_trick_taken,
    find_winning_seat,
)
from ui.graphics import timings
from ui.table.animation.tempo import shrink_prompt_for_buttons
from ui.table.hud.absence_notice import shrink_prompt_for_notice
from ui.table.hud.status_text import format_levels, format_title
from ui.table.layout.cards import compute_card_poses, make_trick_key
from ui.table.layout.seats import TableLayout
from ui.table.screen_seats import get_screen_seats, get_your_seat
from ui.table.state import PromptLine, SpeechBubble, TableState, TableViewModel

if TYPE_CHECKING:
    from ui.table.scene import TableScene


class TablePresenter:
    """Makes each `TableViewModel` of a scene; has no state of its own."""

    def __init__(self, table: TableScene) -> None:
        self._table = table

    @property
    def layout(self) -> TableLayout:
        """The layout of the table, with a shorter prompt while buttons are beside it."""
        table = self._table
        panel_button_count = table.controls.panel.extra_button_count + table.assistance.can_claim
        button_count = 1 if table.can_play_on else panel_button_count
        layout = shrink_prompt_for_buttons(table.layout, button_count) if button_count else table.layout
        return layout if table.absence_notice is None else shrink_prompt_for_notice(layout)

    @property
    def view_model(self) -> TableViewModel:
        """Everything that the table shows now."""
        table = self._table
        return TableViewModel(
            title=format_title(table),
            names=table.session.info.names,
            levels=format_levels(table.session.info),
            plate_notes={} if table.network is None else table.network.absences,
            absence_notice=table.absence_notice,
            avatars=table.avatars,
            observation=table.observation,
            board=table.board,
            layout=self.layout,
            card_poses=table.card_poses,
            dimmed_keys=self._find_dimmed_keys(),
            highlighted_keys=self._table.animator.highlighted_keys,
            winning_key=self._find_winning_key(),
            bubbles=self._list_bubbles(),
            prompt=self._make_prompt(),
            panel=table.controls.panel if table.offered_actions and table.playback.current_step is None else None,
            turn=self._table.playback.find_turn(table.observation),
            dealer=self.shown_dealer,
            tray_rect=self._table.controls.tray_rect,
            taken_rects=tuple(table.list_taken_rects()),
        )

    @property
    def public_view_model(self) -> TableViewModel:
        """Everything that the hand-over screen shows: public information only."""
        table = self._table
        observation = table.session.observation
        winning_seat = find_winning_seat(observation.board, observation.phase)
        message = self._table.audio.last_message
        return TableViewModel(
            title=format_title(table),
            names=table.session.info.names,
            levels=format_levels(table.session.info),
            avatars=table.avatars,
            observation=observation,
            board=observation.board,
            layout=table.layout,
            card_poses=compute_card_poses(observation.board, table.layout),
            dimmed_keys=frozenset(),
            highlighted_keys=frozenset(),
            winning_key=next(
                (make_trick_key(seat, card, False) for seat, card in observation.board.trick if seat == winning_seat),
                None,
            ),
            bubbles=() if message is None or message.seat is None else (SpeechBubble(message.seat, message.text),),
            prompt=None,
            panel=None,
            turn=observation.turn,
            dealer=self.shown_dealer,
        )

    @property
    def shown_dealer(self) -> int | None:
        """The dealer as far as the viewer has seen who it is: before the first deal from the cards of the draw on."""
        table, step = self._table, self._table.playback.current_step
        if table.observation.phase is not None or table.observation.results:
            return table.observation.dealer
        if step is not None and isinstance(step.event, DealerDrawn):
            return step.event.dealer if self._table.animator.is_dealer_draw_seen(step) else None
        if step is not None and not self._table.playback.has_pending_event(DealerDrawn):
            return step.observation.dealer
        return self._table.playback.drawn_dealer

    def _find_dimmed_keys(self) -> frozenset[str]:
        table, phase = self._table, self._table.observation.phase
        if table.state is not TableState.YOUR_TURN or phase is None or not phase.is_card_play:
            return frozenset()
        return frozenset(card.name for card, _reason in table.observation.illegal_cards)

    def _find_winning_key(self) -> str | None:
        step = self._table.playback.current_step
        board = step.board_before if step is not None and isinstance(step.event, TrickTaken) else self._table.board
        winning_seat = find_winning_seat(board, self._table.observation.phase)
        return next(
            (make_trick_key(trick_seat, card, False) for trick_seat, card in board.trick if trick_seat == winning_seat),
            None,
        )

    def _list_bubbles(self) -> tuple[SpeechBubble, ...]:
        """Return the bubbles of the current call or sign and of the last chat message.

        While a seat calls, its chat message is not shown.
        """
        step, message = self._table.playback.current_step, self._table.audio.last_message
        speech = self._table.presentation.describe_speech(step.event, self._table.deck) if step is not None else None
        calls = () if speech is None else (SpeechBubble(*speech),)
        if message is None or message.seat is None or (speech is not None and speech[0] == message.seat):
            return calls
        return (SpeechBubble(message.seat, message.text), *calls)

    def _make_prompt(self) -> PromptLine | None:
        """Return the prompt line; None while a message or a hint takes its place."""
        if self._table.message_seconds_left > 0 or self._table.assistance.has_hint_text:
            return None
        return self._make_turn_prompt() if self._table.playback.current_step is None else self._make_step_prompt()

    def _make_step_prompt(self) -> PromptLine | None:
        table, step = self._table, self._table.playback.current_step
        assert step is not None
        names, your_seat = table.session.info.names, get_your_seat(table.session)
        if isinstance(step.event, DealerDrawn):
            is_seen, dealer = self._table.animator.is_dealer_draw_seen(step), step.event.dealer
            return make_dealer_draw_prompt(names[dealer] if is_seen else "", is_you=dealer == your_seat)
        if isinstance(step.event, ShuffleCommitted):
            return make_shuffle_prompt(is_sealed=bool(step.event.seal))
        if isinstance(step.event, TrickTaken) and self._table.playback.elapsed_seconds < timings.TRICK_SHOWN_S:
            return make_trick_taken_prompt(names[step.event.winner], is_you=step.event.winner == your_seat)
        return None

    def _make_turn_prompt(self) -> PromptLine | None:
        session, turn, names = self._table.session, self._table.observation.turn, self._table.session.info.names
        if turn is None:
            is_shuffling = self._table.network is not None and self._table.network.is_shuffling
            return PromptLine(_("Shuffling the cards…"), False) if is_shuffling else None
        if session.is_your_turn and self._table.question:
            return PromptLine(self._table.question, True)
        if session.is_your_turn:
            is_alone = len(get_screen_seats(session)) < 2
            seconds_left = session.turn_seconds_left
            clock = f"{ceil(seconds_left)} s" if seconds_left is not None else ""
            panel = self._table.controls.panel
            has_question = bool(self._table.offered_actions and panel.question_text)
            if has_question and panel.is_asked_in_prompt:
                return PromptLine(" · ".join(filter(None, (panel.question_text, clock))), True)
            if has_question and is_alone:
                return PromptLine(clock, True) if clock else None  # the panel asks
            duty_text = self._table.presentation.describe_duty(self._table.observation, names)
            text = describe_own_turn(self._table.observation, names, duty_text, is_alone=is_alone)
            return PromptLine(" · ".join(filter(None, (text, clock))), True)
        if turn in get_screen_seats(session):
            return None
        network = self._table.network
        is_awaited = network is not None and turn in network.absences and turn not in network.substituted_seats
        if session.check.can_take_back:
            return PromptLine(_("{name} waits for you").format(name=names[turn]), False)
        if self._table.is_television and not is_awaited:
            text, trick_text = describe_public_turn(self._table.observation, names)
            return PromptLine(text, True, trick_text)
        return PromptLine(describe_other_turn(self._table.observation, names, is_awaited=is_awaited), False)


def make_trick_taken_prompt(name: str, *, is_you: bool) -> PromptLine:
    """Return the line that says who takes the trick.

    ``is_you``: the winner is addressed.
    """
    return PromptLine(describe_trick_taken(name, is_you=is_you), False)


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
