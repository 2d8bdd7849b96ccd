"""A table that stands still: one moment of a match, as one seat saw it, to choose again what to do.

Nothing is saved of it and nobody else moves; it knows no more than the view it is made of.
"""

from __future__ import annotations

from game.engine.actions import Action, Play
from game.engine.events import Event
from game.engine.phases import Reason
from game.quiet import Quiet
from game.table import Happening
from game.view import View


class Position(Quiet):
    """A `game.table.Table`: what its methods promise stands there. ``chosen``: what the person did, None before."""

    story: tuple[Event, ...] = ()
    saving = False
    fault = ""

    def __init__(self, view: View, names: tuple[str, ...]) -> None:
        """``view`` must be a turn of its seat. ValueError if it is not."""
        if view.seat is None or not view.choices:
            raise ValueError(f"seat {view.seat} has nothing to choose")
        super().__init__(view.seat, names)
        self._view = view
        self.chosen: Action | None = None

    @property
    def view(self) -> View:
        return self._view

    @property
    def your_turn(self) -> bool:
        return self.chosen is None

    def act(self, action: Action) -> Reason | None:
        if self.chosen is not None:
            return Reason("being_saved")
        if action not in self.view.choices:
            return self._why_not(action)
        self.chosen = action
        return None

    def _why_not(self, action: Action) -> Reason:
        why = self.view.phase.why_not(action) if self.view.phase is not None else None
        known = dict(self.view.refused).get(action.card) if isinstance(action, Play) else None
        return known or why or Reason("not_now")

    def again_from_here(self) -> None:
        """The same moment once more."""
        self.chosen = None

    def retry(self) -> None:
        """Nothing is saved."""

    def update(self, idle: bool) -> list[Happening]:
        return []

    def close(self) -> None:
        """Nothing is held."""
