"""The last card of a hand plays itself where the person wants that: an action of his like any other."""

from __future__ import annotations

from typing import Protocol

from game.engine.actions import Play
from game.view import View
from ui.table.desk import Desk
from ui.table.hold import Hold


def last_card(view: View) -> Play | None:
    """The only thing that the viewer can do, if that is to play the only card that he holds."""
    if view.seat is None or len(view.choices) != 1 or len(view.board.hands[view.seat]) != 1:
        return None
    only = view.choices[0]
    return only if isinstance(only, Play) else None


class Forced(Desk, Protocol):
    """The table's scene, as far as a card falls by itself at it."""

    hold: Hold

    @property
    def at_rest(self) -> bool:
        """Whether nothing moves and nothing lies over the table."""
        ...


class LastCard:
    """Waits as long as a player would before the last card falls."""

    def __init__(self, scene: Forced) -> None:
        self.scene = scene
        self.waits = False
        self._waited = 0.0

    def update(self, seconds: float) -> None:
        """A frame: the last card falls by itself, where the person at the screen wants that."""
        scene, table = self.scene, self.scene.table
        wanted = scene.stage.settings.plays_last and table.your_turn and not table.fault
        play = last_card(scene.view) if wanted and scene.at_rest and not scene.hold.dragging else None
        self._waited = self._waited + seconds if play is not None and self.waits else 0.0
        self.waits = play is not None
        if play is not None and self._waited >= table.pace:
            scene.act(play)
