"""What happened, shown one event after the other: which one is on, and how far it is."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import msgspec

from game.engine.events import Event
from game.engine.phases import Board, DealResult
from game.table import Happening
from game.view import View
from ui.table.choreography import advance


class Beat(msgspec.Struct, frozen=True):
    """One event to be shown: the boards before and after it, and the view that holds while it is shown.

    ``late``: it is shown again for somebody who was away; ``result``: how the deal ended, where it is what ended it.
    """

    event: Event
    before: Board
    after: Board
    view: View
    late: bool = False
    result: DealResult | None = None


def beats_of(happening: Happening) -> tuple[Beat, ...]:
    """The events of a happening with the boards between them."""
    beats, board, final = [], happening.before.board, happening.after.board
    result = happening.after.result
    for event in happening.events:
        following = advance(event, board, final)
        beats.append(Beat(event, board, following, happening.before, happening.late, result))
        board = following
    return tuple(beats)


class Showing:
    """The beats that are still to come; ``board`` is the one before them, or the one that lies still.

    ``elapsed``: seconds that the first of them has been shown.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.beats: deque[Beat] = deque()
        self.elapsed = 0.0
        self._begun = False

    @property
    def beat(self) -> Beat | None:
        """What is being shown."""
        return self.beats[0] if self.beats else None

    def add(self, happening: Happening) -> None:
        """Show this too, after what is still to come."""
        if not self.beats:
            self.elapsed = 0.0
        self.beats.extend(beats_of(happening))

    def play(self, seconds: float, length: Callable[[Beat], float], begins: Callable[[Beat], None]) -> None:
        """Time passes. ``length``: seconds that a beat takes; one that takes none is passed over at once.

        ``begins`` is told of every beat once, when it begins to be shown.
        """
        while self.beats:
            beat = self.beats[0]
            self._begin(begins)
            whole = length(beat)
            if self.elapsed + seconds < whole:
                self.elapsed += seconds
                return
            seconds -= max(whole - self.elapsed, 0.0)
            self._finish()

    def skip(self, begins: Callable[[Beat], None]) -> bool:
        """Jump to the end of it all. Whether there was anything. ``begins``: as for `play`."""
        moved = bool(self.beats)
        while self.beats:
            self._begin(begins)
            self._finish()
        return moved

    def _begin(self, begins: Callable[[Beat], None]) -> None:
        if not self._begun:
            self._begun = True
            begins(self.beats[0])

    def _finish(self) -> None:
        self.board = self.beats.popleft().after
        self.elapsed, self._begun = 0.0, False
