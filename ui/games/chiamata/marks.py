"""Chiamata: what a person thinks of each other seat, marked on its plate for his own eyes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame_gui

from game.i18n import N_, _
from game.rules.chiamata.play import ChiamataTricks
from ui.table import hud

if TYPE_CHECKING:
    from ui.table.scene import TableScene

MARKS: Final = {"": N_("side?"), "partner": N_("partner?"), "against": N_("against?")}
"""In the order that clicks go through."""


class Marks:
    """A small button at each plate; kept through the deal, for each viewer apart."""

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self.of: dict[tuple[int, int], str] = {}
        self.buttons: dict[pygame_gui.elements.UIButton, tuple[int, int]] = {}

    @property
    def due(self) -> bool:
        """Whether the partner is to be guessed now, by somebody at the screen."""
        phase = self.table.view.phase
        guessing = isinstance(phase, ChiamataTricks) and phase.called is not None and not phase.is_revealed
        if not guessing:
            self.of = {}
        return guessing and self.table.table.viewer is not None

    def build(self) -> None:
        """Make the buttons, where they are due."""
        self.buttons = {}
        viewer, px = self.table.table.viewer, self.table.stage.px
        if viewer is None or not self.due:
            return
        phase = self.table.view.phase
        caller = phase.contract.caller if isinstance(phase, ChiamataTricks) else None
        for seat in range(self.table.view.seats):
            if seat not in (viewer, caller):
                rect = hud.beside(self.table.spot, seat, (px(88), px(28)), px(6))
                words = _(MARKS[self.of.get((viewer, seat), "")])
                button = pygame_gui.elements.UIButton(rect, words, self.table.stage.manager, object_id="#mark")
                self.table.focus.add(button)
                self.buttons[button] = (viewer, seat)

    def pressed(self, button: pygame_gui.elements.UIButton) -> bool:
        """Go on to the next mark if the button is one of these. Whether it was."""
        key = self.buttons.get(button)
        if key is None:
            return False
        order = list(MARKS)
        self.of[key] = order[(order.index(self.of.get(key, "")) + 1) % len(order)]
        self.table.stage.rebuild()
        return True
