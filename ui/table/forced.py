"""The last card of a hand plays itself where the person wants that: an action of his like any other."""

from __future__ import annotations

from game.engine.actions import Play
from game.view import View


def last_card(view: View) -> Play | None:
    """The only thing that the viewer can do, if that is to play the only card that he holds."""
    if view.seat is None or len(view.choices) != 1 or len(view.board.hands[view.seat]) != 1:
        return None
    only = view.choices[0]
    return only if isinstance(only, Play) else None


class LastCard:
    """Waits as long as a player would before the last card falls."""

    def __init__(self) -> None:
        self._waited = 0.0
        self.waits = False

    def update(self, play: Play | None, seconds: float, pace: float) -> Play | None:
        """A frame. ``play``: what is to be done by itself, if anything is; it comes back once ``pace`` is over."""
        self._waited = self._waited + seconds if play is not None and self.waits else 0.0
        self.waits = play is not None
        return play if self._waited >= pace else None
