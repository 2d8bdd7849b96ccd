"""The log of a deal: what has happened in it, in words, as far as who is at the screen may know and look back at it."""

from __future__ import annotations

from typing import Final

import pygame

from game.i18n import _
from game.narration import narrated
from game.recall import readable
from ui import theme
from ui.scene import Stage
from ui.shortcuts import LOG
from ui.table.desk import Desk, spoken_to
from ui.table.overlay import Overlay
from ui.table.sheet import Lines
from ui.widgets.focus import Focus

WIDE: Final = 860
STEPS: Final = {pygame.K_UP: -48, pygame.K_DOWN: 48}
"""Design pixels that a key moves the lines."""
ENDS: Final = {pygame.K_HOME: 0, pygame.K_END: 1}


class Log(Overlay):
    """One line for each thing that happened, the newest last; it begins there, and stays there while more comes."""

    largest_scale = 1.5

    def __init__(self, stage: Stage, desk: Desk) -> None:
        super().__init__(stage, desk)
        self.focus = Focus()  # the arrows move the lines
        self._known = self._now
        self._at_end = True

    @property
    def told(self) -> tuple[str, ...]:
        return (_("Log of the deal"), *self.lines)

    @property
    def lines(self) -> tuple[str, ...]:
        """What there is to read."""
        desk, names, you = self.desk, self.desk.table.names, spoken_to(self.desk.table)
        events = readable(desk.view, desk.story, desk.table.aids.memory)
        said = tuple(narrated(event, names, desk.deck, you) for event in events)
        return said or (_("Nothing has happened in this deal yet."),)

    @property
    def _now(self) -> tuple[int | None, int]:
        """Who reads it, and how much there is: when that changes the lines are others."""
        return self.desk.table.viewer, len(self.desk.story)

    def compose(self) -> None:
        px = self.stage.px
        block = Lines(self.stage, self.lines, colour=theme.CREAM)
        head, foot = px(66), px(80)
        self.place_box(px(WIDE), head + foot + self.sheet_height(block, px(WIDE)))
        scroll = self.place_sheet("log", block, head, foot)
        if self._at_end:
            scroll.move_to(scroll.most)
        rect = pygame.Rect(0, 0, px(200), px(46))
        rect.midbottom = (self.box.centerx, self.box.bottom - px(18))
        self.button("back", _("Back"), rect, self.stage.back, style="#primary")

    def update(self, seconds: float) -> None:
        if self._known != self._now:
            self._known = self._now
            self.stage.rebuild()

    def handle(self, event: pygame.event.Event) -> None:
        scroll = self.scrolls["log"]
        key = event.key if event.type == pygame.KEYDOWN else None
        if key in STEPS:
            scroll.move_to(scroll.offset + self.stage.px(STEPS[key]))
        elif key in ENDS:
            scroll.move_to(scroll.most * ENDS[key])
        elif key in LOG.keys:
            self.stage.back()
        else:
            super().handle(event)
        self._at_end = scroll.offset == scroll.most

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        self.draw_title(surface, _("Log of the deal"), 12)
