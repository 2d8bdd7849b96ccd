"""The score pad: every deal of the match, with its running totals."""

from __future__ import annotations

from typing import Final

import pygame

from game.engine.phases import DealResult
from game.i18n import _
from game.view import View
from ui import theme
from ui.scene import Stage
from ui.table.desk import Desk
from ui.table.face import Face
from ui.table.overlay import Overlay

LINES: Final = 13
"""The latest deals that the pad shows."""
LINE: Final = 30


def start_of(view: View) -> int:
    """What every seat has before the first deal."""
    return view.totals[0] - sum(result.scores[0] for result in view.results)


def entry(face: Face, result: DealResult, seat: int) -> str:
    """What a deal did for a seat; a dash if it did not count."""
    return face.pad_entry(result, seat) if result.state == "scored" else "–"


class Pad(Overlay):
    """A line a deal; what an entry holds is the game's face to say."""

    def __init__(self, stage: Stage, desk: Desk, face: Face) -> None:
        super().__init__(stage, desk)
        self.face = face

    def compose(self) -> None:
        px, view = self.stage.px, self.desk.view
        rows = min(len(view.results), LINES)
        self.place_box(px(150 + 190 * view.seats), px(200 + LINE * max(rows, 1)))
        rect = pygame.Rect(0, 0, px(200), px(46))
        rect.midbottom = (self.box.centerx, self.box.bottom - px(18))
        self.button(_("Back"), rect, self.stage.back, style="#primary")

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        self.draw_title(surface, _("Score"), 12)
        px, view = self.stage.px, self.desk.view
        y = self.box.y + px(66)
        self._line(surface, y, "", list(self.desk.table.names), theme.GOLD)
        y += px(LINE + 4)
        totals = [start_of(view)] * view.seats
        for number, result in enumerate(view.results, 1):
            totals = [total + change for total, change in zip(totals, result.scores, strict=True)]
            if number > len(view.results) - LINES:
                cells = [f"{entry(self.face, result, seat)}  =  {totals[seat]}" for seat in range(view.seats)]
                self._line(surface, y, str(number), cells, theme.CREAM)
                y += px(LINE)
        if not view.results:
            words = theme.text(_("No deal has been scored yet."), "sans", px(theme.BODY), theme.MUTED)
            surface.blit(words, words.get_rect(midtop=(self.box.centerx, y)))

    def _line(self, surface: pygame.Surface, y: int, head: str, cells: list[str], colour: theme.Colour) -> None:
        px = self.stage.px
        left = self.box.x + px(24)
        first = theme.text(head, "sans", px(theme.BODY), theme.MUTED)
        surface.blit(first, (left, y))
        left += px(50)
        step = (self.box.right - px(24) - left) // len(cells)
        for at, cell in enumerate(cells):
            words = theme.fitted(cell, "sans", px(theme.BODY), colour, step - px(14))
            surface.blit(words, words.get_rect(topright=(left + (at + 1) * step, y)))
