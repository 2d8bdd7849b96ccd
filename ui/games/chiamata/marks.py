"""What a person thinks of each other seat, marked on its plate for his own eyes."""

from __future__ import annotations

from typing import Final

from pygame_gui.elements import UIButton

from game.i18n import N_, _
from game.rules.chiamata.play import ChiamataTricks
from ui.table.panel import Marks
from ui.widgets.button import Button

MARKS: Final = {"": N_("side?"), "partner": N_("partner?"), "against": N_("against?")}
"""In the order that clicks go through."""


class SideMarks(Marks):
    """A small button at each plate; kept with the match through the deal, for each viewer apart."""

    @property
    def due(self) -> bool:
        """Whether the partner is to be guessed now, by somebody at the screen."""
        phase = self.desk.view.phase
        guessing = isinstance(phase, ChiamataTricks) and phase.called is not None and not phase.is_revealed
        return guessing and self.desk.table.viewer is not None

    def build(self) -> None:
        self.buttons = {}
        viewer, phase, px = self.desk.table.viewer, self.desk.view.phase, self.desk.stage.px
        if viewer is None or not self.due or not isinstance(phase, ChiamataTricks):
            return
        for seat in range(self.desk.view.seats):
            if seat not in (viewer, phase.contract.caller):
                rect = self.desk.spot.place(seat).row.inflate(0, -px(6))
                words = _(MARKS[self._mark(seat)])
                button = Button(rect, words, self.desk.stage.manager, object_id="#mark")
                self.desk.focus.add(button, f"mark-{seat}")
                self.buttons[button] = (viewer, seat)

    def pressed(self, button: UIButton) -> bool:
        key = self.buttons.get(button)
        if key is None:
            return False
        order, (_viewer, seat) = list(MARKS), key
        self.desk.table.mark(seat, order[(order.index(self._mark(seat)) + 1) % len(order)])
        self.desk.refresh()
        return True

    def _mark(self, seat: int) -> str:
        """What the viewer thinks of a seat, as far as there is such a mark."""
        mark = self.desk.table.marks.get(seat, "")
        return mark if mark in MARKS else ""
