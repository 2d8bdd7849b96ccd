"""The score pad: every deal of the match, with its running totals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from game.engine.phases import DealResult
from game.i18n import _
from game.rules.spades.score import SpadesResult
from game.view import View
from ui import theme
from ui.backdrop import panel, veil
from ui.page import Page
from ui.scene import Stage

if TYPE_CHECKING:
    from ui.table.scene import TableScene

LINES: Final = 13
"""The latest deals that the pad shows."""
LINE: Final = 30


def start_of(view: View) -> int:
    """What every seat has before the first deal."""
    return view.totals[0] - sum(result.scores[0] for result in view.results)


def entry(result: DealResult, seat: int) -> str:
    """What a deal did for a seat, as the pad has it; in Spades bid and tricks before it."""
    if result.state != "scored":
        return "–"
    change = f"{result.scores[seat]:+d}" if result.scores[seat] else "0"
    if not isinstance(result, SpadesResult):
        return change
    bags = f" ({result.bags[seat]})" if result.bags[seat] else ""
    return f"{result.bids[seat]}/{result.points[seat]}  {change}{bags}"


class Pad(Page):
    """Lies over ``table``. In Spades an entry is bid/tricks, points and the bags kept, as seed 001 has it."""

    def __init__(self, stage: Stage, table: TableScene) -> None:
        super().__init__(stage)
        self.deck = table.deck
        self.table = table
        self._box = pygame.Rect(0, 0, 0, 0)

    def compose(self) -> None:
        px, (wide, high) = self.stage.px, self.stage.size
        view = self.table.view
        rows = min(len(view.results), LINES)
        width = min(px(150 + 190 * view.seats), wide - px(24))
        self._box = pygame.Rect(0, 0, width, min(px(200 + LINE * max(rows, 1)), high - px(16)))
        self._box.center = (wide // 2, high // 2)
        rect = pygame.Rect(0, 0, px(200), px(46))
        rect.midbottom = (self._box.centerx, self._box.bottom - px(18))
        self.button(_("Back"), rect, self.stage.back, style="#primary")

    def update(self, seconds: float) -> None:
        self.table.update(seconds)

    def draw(self, surface: pygame.Surface) -> None:
        px, view = self.stage.px, self.table.view
        self.table.draw(surface)
        surface.blit(veil(self.stage.size, 246), (0, 0))
        panel(surface, self._box, theme.GOLD, 250)
        title = theme.text(_("Score"), "serif", px(theme.TITLE), theme.CREAM)
        surface.blit(title, title.get_rect(midtop=(self._box.centerx, self._box.y + px(12))))
        y = self._box.y + px(66)
        self._line(surface, y, "", list(self.table.table.names), theme.GOLD)
        y += px(LINE + 4)
        totals = [start_of(view)] * view.seats
        for number, result in enumerate(view.results, 1):
            totals = [total + change for total, change in zip(totals, result.scores, strict=True)]
            if number > len(view.results) - LINES:
                cells = [f"{entry(result, seat)}  =  {totals[seat]}" for seat in range(view.seats)]
                self._line(surface, y, str(number), cells, theme.CREAM)
                y += px(LINE)
        if not view.results:
            words = theme.text(_("No deal has been scored yet."), "sans", px(theme.BODY), theme.MUTED)
            surface.blit(words, words.get_rect(midtop=(self._box.centerx, y)))

    def _line(self, surface: pygame.Surface, y: int, head: str, cells: list[str], colour: theme.Colour) -> None:
        px = self.stage.px
        left = self._box.x + px(24)
        first = theme.text(head, "sans", px(theme.BODY), theme.MUTED)
        surface.blit(first, (left, y))
        left += px(50)
        step = (self._box.right - px(24) - left) // len(cells)
        for at, cell in enumerate(cells):
            words = theme.fitted(cell, "sans", px(theme.BODY), colour, step - px(14))
            surface.blit(words, words.get_rect(topright=(left + (at + 1) * step, y)))
