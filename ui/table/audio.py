"""Sounds of the table, and the time that a chat message remains on screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from game.core.events import CardDrawn, CardPlayed, CardsDealt, Event, TrickTaken, TrumpCardTurned, TurnedCardSwapped
from game.match.table_discipline import TIMEOUT_WARNING_S
from game.text.chat import ChatMessage, format_speaker
from ui.graphics import timings
from ui.table.narration import find_new_messages, format_chat_lines
from ui.table.screen_seats import get_screen_seats

if TYPE_CHECKING:
    from ui.table.scene import TableScene

EVENT_SOUNDS: Final[Mapping[type[Event], str]] = {
    CardsDealt: "deal",
    TrumpCardTurned: "flip",
    CardPlayed: "play",
    TrickTaken: "take",
    CardDrawn: "draw",
    TurnedCardSwapped: "slide",
}
"""The sound of each type of event."""


class TableAudio:
    """The sounds of one table.

    ``message_seconds_left``: seconds that the last chat message remains on screen.
    """

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self.message_seconds_left = 0.0
        self._seen_messages = self._messages
        self._last_message: ChatMessage | None = None
        self._last_second = -1
        self._was_your_turn = False

    @property
    def last_message(self) -> ChatMessage | None:
        """The last chat message while it is on screen; None otherwise."""
        message = self._last_message
        is_shown = self.message_seconds_left > 0 and message is not None and not self._is_muted(message)
        return message if is_shown else None

    @property
    def _messages(self) -> tuple[ChatMessage, ...]:
        return self.table.session.chat_messages

    def _is_muted(self, message: ChatMessage) -> bool:
        network = self.table.network
        return network is not None and network.is_muted(message)

    def update(self, seconds: float) -> None:
        """Take in new chat messages, and warn in the last seconds of the turn clock.

        ``seconds``: time since the last frame.
        """
        messages = self._messages
        self.message_seconds_left = max(0.0, self.message_seconds_left - seconds)
        if messages != self._seen_messages:
            new_messages = find_new_messages(self._seen_messages, messages)
            heard_messages = [message for message in new_messages if not self._is_muted(message)]
            self.table.narrate(*format_chat_lines(heard_messages, self.table.session.info.names))
            self._seen_messages = messages
            if heard_messages:
                self._last_message, self.message_seconds_left = heard_messages[-1], timings.MESSAGE_SHOWN_S
                self._show_watcher_line(heard_messages[-1])
        seconds_left = self.table.session.turn_seconds_left
        second = -1 if seconds_left is None or self.table.playback.pending_steps else int(seconds_left)
        if second != self._last_second and 0 <= second < TIMEOUT_WARNING_S:
            self.table.context.audio.play("warning")
        self._last_second = second

    def _show_watcher_line(self, message: ChatMessage) -> None:
        """Show the words of a watcher, who has no place for a bubble, unless the chat beside the table shows them."""
        if message.seat is None and not self.table.side_chat.is_shown:
            names = self.table.session.info.names
            self.table.context.notices.append(f"{format_speaker(message, names)}: {message.text}")

    def play_event_sound(self, event: Event) -> None:
        """Play the sound of an event that begins to be shown, if it has one."""
        sounds = {**EVENT_SOUNDS, **self.table.presentation.event_sounds}
        sound = "trump" if self._is_trumped(event) else sounds.get(type(event))
        if sound is not None:
            self.table.context.audio.play(sound)

    def play_turn_sound(self) -> None:
        """Play a sound when the viewer's turn begins, if not all players are people."""
        session = self.table.session
        has_others = len(session.info.players) > len(get_screen_seats(session))
        if session.is_your_turn and not self._was_your_turn and has_others:
            self.table.context.audio.play("turn")
        self._was_your_turn = session.is_your_turn

    def _is_trumped(self, event: Event) -> bool:
        """Return whether a trump took a trick in which another suit was led."""
        if not isinstance(event, TrickTaken):
            return False
        winning_card, trump = event.cards[event.seats.index(event.winner)], self.table.board.trump
        return trump is not None and winning_card.suit == trump != event.cards[0].suit
