"""A table that stands still as a player saw it, and asks him for his choice."""

from __future__ import annotations

from typing import Protocol

from game.engine.actions import Action
from game.position import Position
from game.view import View
from ui.games import face_of
from ui.scene import Stage
from ui.table.glance import Glance, Glanced
from ui.table.openings import Opening, Openings
from ui.table.picture import Prompt
from ui.table.scene import TableScene


class Asking(Glance):
    """The table with a question where it else says who is on turn."""

    def __init__(self, scene: Glanced, asks: str) -> None:
        super().__init__(scene)
        self._asks = asks

    def _of_the_turn(self) -> Prompt | None:
        return Prompt(self._asks, True) if self.scene.table.your_turn else None


class LeadsBack(Opening, Protocol):
    """A table's scene that has a way back instead of a pause."""

    def lead_back(self) -> None:
        """The person leaves the table."""
        ...


class Leading(Openings):
    """Where the table has its pause, the way back."""

    def __init__(self, scene: LeadsBack) -> None:
        super().__init__(scene)
        self._leaves = scene

    def pause(self) -> None:
        self._leaves.lead_back()


class Asked(TableScene):
    """The table of a ``view``; what a person has chosen goes to `chosen`. Esc leads back."""

    def __init__(self, stage: Stage, view: View, names: tuple[str, ...], asks: str) -> None:
        self.position = Position(view, names)
        super().__init__(stage, self.position, face_of(view.game))
        self.asks = asks
        self.glance = Asking(self, asks)
        self.openings = Leading(self)

    def act(self, action: Action) -> None:
        super().act(action)
        if self.position.chosen is not None and self.stage.scene is self:
            self.chosen(self.position.chosen)

    def chosen(self, action: Action) -> None:
        """The person has made his choice, one that the rules allow."""
        raise NotImplementedError

    def lead_back(self) -> None:
        """The person leaves the table."""
        self.stage.back()
