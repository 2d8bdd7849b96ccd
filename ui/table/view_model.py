"""What is to be seen of the table at this moment: its picture, put together from what the scene shows."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Protocol

from game.core.events import DealerDrawn, ShuffleCommitted, TrickTaken
from game.text.gettext import _
from ui.games.presentation import GamePresentation
from ui.graphics import timings
from ui.table.action_panel import ActionPanel
from ui.table.animation.motion import TableAnimator
from ui.table.animation.playback import EventPlayback
from ui.table.animation.tempo import shrink_prompt_for_button
from ui.table.assistance import TableAssistance
from ui.table.audio import TableAudio
from ui.table.context import TableContext, get_human_seats, get_your_seat
from ui.table.hud import seats
from ui.table.hud.status_text import format_title
from ui.table.layout.cards import compute_card_poses, make_trick_key
from ui.table.layout.pose import CardPose
from ui.table.layout.seats import TableLayout
from ui.table.painting import (
    PromptLine,
    SpeechBubble,
    TableViewModel,
    make_dealer_draw_prompt,
    make_seal_prompt,
    make_trick_taken_prompt,
)


class PresenterContext(TableContext, Protocol):
    """The table's scene, as far as its picture is made of it."""

    presentation: GamePresentation
    playback: EventPlayback
    animator: TableAnimator
    audio: TableAudio
    panel: ActionPanel
    assistance: TableAssistance
    message_seconds_left: float

    @property
    def card_poses(self) -> Mapping[str, CardPose]:
        """Every card picture, as it is drawn now."""
        ...

    @property
    def can_play_on(self) -> bool:
        """Whether the button that plays on is there."""
        ...


class TablePresenter:
    """The one place where a scene becomes a `TableViewModel`; it keeps nothing."""

    def __init__(self, scene: PresenterContext) -> None:
        self.scene = scene

    @property
    def layout(self) -> TableLayout:
        """The table; where the button stands that plays on, with less room for the lines to the person."""
        scene = self.scene
        return (
            shrink_prompt_for_button(scene.layout)
            if scene.can_play_on or scene.assistance.has_visible_button
            else scene.layout
        )

    @property
    def view_model(self) -> TableViewModel:
        """What is to be seen now."""
        scene = self.scene
        return TableViewModel(
            title=format_title(scene.session),
            names=scene.session.info.names,
            avatars=scene.avatars,
            observation=scene.observation,
            layout=self.layout,
            card_poses=scene.card_poses,
            dimmed_keys=self._find_dimmed_keys(),
            highlighted_keys=scene.animator.highlighted_keys,
            winning_key=self._find_winning_key(),
            bubbles=self._list_bubbles(),
            prompt=self._make_prompt(),
            panel=scene.panel if scene.offered_actions and scene.playback.current_step is None else None,
        )

    @property
    def public_view_model(self) -> TableViewModel:
        """What is to be seen while somebody is asked to the screen: the table's view then is nobody's."""
        scene = self.scene
        observation = scene.session.observation
        winning_seat = seats.find_winning_seat(observation.board, observation.phase)
        message = scene.audio.last_message
        return TableViewModel(
            title=format_title(scene.session),
            names=scene.session.info.names,
            avatars=scene.avatars,
            observation=observation,
            layout=scene.layout,
            card_poses=compute_card_poses(observation.board, scene.layout),
            dimmed_keys=frozenset(),
            highlighted_keys=frozenset(),
            winning_key=next(
                (make_trick_key(seat, card, False) for seat, card in observation.board.trick if seat == winning_seat),
                None,
            ),
            bubbles=() if message is None else (SpeechBubble(message.seat, message.text),),
            prompt=None,
            panel=None,
        )

    def _find_dimmed_keys(self) -> frozenset[str]:
        """The cards of the hand that may not be played now."""
        scene, phase = self.scene, self.scene.observation.phase
        if (
            scene.playback.current_step is not None
            or not scene.session.is_your_turn
            or phase is None
            or not phase.is_card_play
        ):
            return frozenset()
        return frozenset(card.name for card, _reason in scene.observation.illegal_cards)

    def _find_winning_key(self) -> str | None:
        """The key of the card that takes the trick as it lies."""
        step = self.scene.playback.current_step
        board = step.board_before if step is not None and isinstance(step.event, TrickTaken) else self.scene.board
        winning_seat = seats.find_winning_seat(board, self.scene.observation.phase)
        return next(
            (make_trick_key(trick_seat, card, False) for trick_seat, card in board.trick if trick_seat == winning_seat),
            None,
        )

    def _list_bubbles(self) -> tuple[SpeechBubble, ...]:
        """What is called or signed now, and what was said last; of one seat the call, what it says to it waits."""
        scene, step, message = self.scene, self.scene.playback.current_step, self.scene.audio.last_message
        speech = scene.presentation.describe_speech(step.event, scene.deck) if step is not None else None
        calls = () if speech is None else (SpeechBubble(*speech),)
        if message is None or (speech is not None and speech[0] == message.seat):
            return calls
        return (SpeechBubble(message.seat, message.text), *calls)

    def _make_prompt(self) -> PromptLine | None:
        """What is to be done, or who is waited for; nothing where a message stands in its place."""
        if self.scene.message_seconds_left > 0 or self.scene.assistance.has_hint_text:
            return None
        return self._make_turn_prompt() if self.scene.playback.current_step is None else self._make_step_prompt()

    def _make_step_prompt(self) -> PromptLine | None:
        scene, step = self.scene, self.scene.playback.current_step
        assert step is not None
        names, your_seat, elapsed_seconds = (
            scene.session.info.names,
            get_your_seat(scene.session),
            scene.playback.elapsed_seconds,
        )
        if isinstance(step.event, DealerDrawn):
            remaining_seconds = scene.animator.get_duration(step) - elapsed_seconds
            is_dealer_known, dealer = remaining_seconds < timings.DEALER_SHOWN_S * 0.75, step.event.dealer
            return make_dealer_draw_prompt(names[dealer] if is_dealer_known else "", is_you=dealer == your_seat)
        if isinstance(step.event, ShuffleCommitted):
            return make_seal_prompt(step.event.seal)
        if isinstance(step.event, TrickTaken) and elapsed_seconds < timings.TRICK_SHOWN_S:
            return make_trick_taken_prompt(names[step.event.winner], is_you=step.event.winner == your_seat)
        return None

    def _make_turn_prompt(self) -> PromptLine | None:
        session, turn, names = self.scene.session, self.scene.observation.turn, self.scene.session.info.names
        if turn is None:
            return None
        trick_text = seats.describe_current_trick(self.scene.observation, names)
        trick_text = f"  ·  {trick_text}" if trick_text else ""
        if session.is_your_turn:
            text = _("Your turn") if len(get_human_seats(session)) < 2 else _("{name}, it is your turn")
            seconds_left = None if session.penalties is None else session.penalties.turn_seconds_left
            clock = f"  ·  {ceil(seconds_left)} s" if seconds_left is not None else ""
            return PromptLine(text.format(name=names[turn]) + trick_text + clock, True)
        if turn in get_human_seats(session):
            return None
        return PromptLine(_("{name} is thinking…").format(name=names[turn]) + trick_text, False)
