"""What the ear gets: what was said at the table and how long it stands there, the sounds of what happens, the clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from game.discipline import WARNING_SECONDS, Message
from game.engine.events import Dealt, Drew, Event, Played, Swapped, TrickTaken, Turned
from ui import timings
from ui.table.desk import Desk
from ui.table.face import Face
from ui.table.showing import Showing
from ui.table.telling import Telling, fresh

SOUNDS: Final[Mapping[type[Event], str]] = {
    Dealt: "deal", Turned: "flip", Played: "play", TrickTaken: "take", Drew: "draw", Swapped: "slide",
}  # fmt: skip
"""What an event sounds like."""


class Heard(Desk, Protocol):
    """The table's scene, as far as one hears of it."""

    face: Face
    showing: Showing
    telling: Telling


class Hearing:
    """``said_left``: so many seconds what was said last still stands there."""

    def __init__(self, scene: Heard) -> None:
        self.scene = scene
        self.said_left = 0.0
        self._chat = scene.table.chat
        self._second = -1
        self._asked = False

    @property
    def said(self) -> Message | None:
        """What was said last, as long as it stands there."""
        chat = self.scene.table.chat
        return chat[-1] if self.said_left > 0 and chat else None

    def hush(self) -> None:
        """What was said stands there no longer."""
        self.said_left = 0.0

    def update(self, seconds: float) -> None:
        """What was said since the last frame, and the clock's last seconds."""
        table = self.scene.table
        self.said_left = max(0.0, self.said_left - seconds)
        if table.chat != self._chat:
            self.scene.telling.spoken(fresh(self._chat, table.chat))
            self._chat, self.said_left = table.chat, timings.MESSAGE_SHOWN
        left = table.seconds_left
        second = -1 if left is None or self.scene.showing.beats else int(left)
        if second != self._second and 0 <= second < WARNING_SECONDS:
            self.scene.stage.sounds.play("warning")
        self._second = second

    def begins(self, event: Event) -> None:
        """An event is shown from now on."""
        sounds = {**SOUNDS, **self.scene.face.sounds}
        sound = "trump" if self._trumped(event) else sounds.get(type(event))
        if sound is not None:
            self.scene.stage.sounds.play(sound)

    def settled(self) -> None:
        """Nothing moves: a person among others hears that his turn has come."""
        table = self.scene.table
        if table.your_turn and not self._asked and len(table.players) > len(table.persons):
            self.scene.stage.sounds.play("turn")
        self._asked = table.your_turn

    def _trumped(self, event: Event) -> bool:
        """Whether a trump took a trick in which another suit was led."""
        if not isinstance(event, TrickTaken):
            return False
        won, trump = event.cards[event.seats.index(event.winner)], self.scene.board.trump
        return trump is not None and won.suit == trump != event.cards[0].suit
