"""Sitting down: who is barred may not, and sees for how long; else the match begins."""

from __future__ import annotations

from concurrent.futures import Future
from math import ceil
from typing import Final

import pygame

from game.files import StorageError
from game.i18n import _, ngettext
from game.journal import Bar
from game.table import Seating
from ui import theme
from ui.hud import SIDE_COLOURS, panel
from ui.scene import Stage
from ui.scenes.page import Page

MINUTE: Final = 60


class Sitting(Page):
    """Asks the storage for bars; waits, then goes to the table or says who may not sit down."""

    def __init__(self, stage: Stage, seating: Seating) -> None:
        super().__init__(stage)
        self.seating = seating
        self.lines: list[str] = []
        people = tuple(
            (player.name, SIDE_COLOURS[seat]) for seat, player in enumerate(seating.players) if player.is_person
        )
        self._bars: Future[tuple[Bar, ...]] | None = stage.storage.sit_down(people)
        self._box = pygame.Rect(0, 0, 0, 0)

    @property
    def busy(self) -> bool:
        return self._bars is not None

    def compose(self) -> None:
        px, (wide, high) = self.stage.px, self.stage.size
        self._box = pygame.Rect(0, 0, min(px(640), wide - px(24)), px(150 + 32 * len(self.lines)))
        self._box.center = (wide // 2, high // 2)
        if self.lines:
            rect = pygame.Rect(0, 0, px(200), px(48))
            rect.midbottom = (self._box.centerx, self._box.bottom - px(24))
            self.button(_("Back"), rect, self.stage.back, style="#primary")

    def update(self, seconds: float) -> None:
        if self._bars is None or not self._bars.done():
            return
        asked, self._bars = self._bars, None
        error = asked.exception()
        if isinstance(error, StorageError):
            self.lines = [str(error)]
        elif error is not None:
            raise error
        else:
            self.lines = [_barred(bar) for bar in asked.result()]
        if self.lines:
            self.stage.rebuild()
        else:
            from ui.scenes.table import begin

            begin(self.stage, self.seating)

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        if not self.lines:
            return
        px = self.stage.px
        panel(surface, self._box, theme.GOLD, 250)
        for row, line in enumerate(self.lines):
            words = theme.fitted(line, "sans", px(theme.LARGE), theme.CREAM, self._box.width - px(48))
            surface.blit(words, words.get_rect(midtop=(self._box.centerx, self._box.y + px(40 + 32 * row))))


def _barred(bar: Bar) -> str:
    minutes = ceil(bar.seconds / MINUTE)
    words = ngettext(
        "{name} may not sit down at any table for {count} more minute.",
        "{name} may not sit down at any table for {count} more minutes.",
        minutes,
    )
    return words.format(name=bar.name, count=minutes)
