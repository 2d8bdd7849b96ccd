"""What the ear gets: what was said at the table and how long it stands there, the sounds of what happens, the clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from game.core.events import CardDrawn, CardPlayed, CardsDealt, Event, TrickTaken, TrumpCardTurned, TurnedCardSwapped
from game.session.penalties import TIMEOUT_WARNING_S, ChatMessage
from ui.games.presentation import GamePresentation
from ui.graphics import timings
from ui.table.animation.playback import EventPlayback
from ui.table.context import TableContext, get_human_seats
from ui.table.narration import TableNarrator, find_new_messages

EVENT_SOUNDS: Final[Mapping[type[Event], str]] = {
    CardsDealt: "deal",
    TrumpCardTurned: "flip",
    CardPlayed: "play",
    TrickTaken: "take",
    CardDrawn: "draw",
    TurnedCardSwapped: "slide",
}
"""What an event sounds like."""


class AudioContext(TableContext, Protocol):
    """The table's scene, as far as one hears of it."""

    presentation: GamePresentation
    playback: EventPlayback
    narrator: TableNarrator


class TableAudio:
    """``message_seconds_left``: so many seconds what was said last still stands there."""

    def __init__(self, scene: AudioContext) -> None:
        self.scene = scene
        self.message_seconds_left = 0.0
        self._seen_messages = self._messages
        self._last_second = -1
        self._was_your_turn = False

    @property
    def last_message(self) -> ChatMessage | None:
        """What was said last, as long as it stands there."""
        chat = self._messages
        return chat[-1] if self.message_seconds_left > 0 and chat else None

    @property
    def _messages(self) -> tuple[ChatMessage, ...]:
        chat = self.scene.session.chat
        return () if chat is None else chat.messages

    def hide_message(self) -> None:
        """What was said stands there no longer."""
        self.message_seconds_left = 0.0

    def update(self, seconds: float) -> None:
        """What was said since the last frame, and the clock's last seconds."""
        penalties, messages = self.scene.session.penalties, self._messages
        self.message_seconds_left = max(0.0, self.message_seconds_left - seconds)
        if messages != self._seen_messages:
            self.scene.narrator.narrate_chat(find_new_messages(self._seen_messages, messages))
            self._seen_messages, self.message_seconds_left = messages, timings.MESSAGE_SHOWN_S
        seconds_left = None if penalties is None else penalties.turn_seconds_left
        second = -1 if seconds_left is None or self.scene.playback.pending_steps else int(seconds_left)
        if second != self._last_second and 0 <= second < TIMEOUT_WARNING_S:
            self.scene.context.audio.play("warning")
        self._last_second = second

    def play_event_sound(self, event: Event) -> None:
        """An event is shown from now on."""
        sounds = {**EVENT_SOUNDS, **self.scene.presentation.event_sounds}
        sound = "trump" if self._is_trumped(event) else sounds.get(type(event))
        if sound is not None:
            self.scene.context.audio.play(sound)

    def play_turn_sound(self) -> None:
        """Nothing moves: a person among others hears that his turn has come."""
        session = self.scene.session
        has_others = len(session.info.players) > len(get_human_seats(session))
        if session.is_your_turn and not self._was_your_turn and has_others:
            self.scene.context.audio.play("turn")
        self._was_your_turn = session.is_your_turn

    def _is_trumped(self, event: Event) -> bool:
        """Whether a trump took a trick in which another suit was led."""
        if not isinstance(event, TrickTaken):
            return False
        winning_card, trump = event.cards[event.seats.index(event.winner)], self.scene.board.trump
        return trump is not None and winning_card.suit == trump != event.cards[0].suit
