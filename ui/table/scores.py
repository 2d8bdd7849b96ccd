"""The table of the match: a column a seat, a line a deal, the sums, and what all of it means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.conventions import number
from game.engine.phases import DealResult
from game.i18n import _
from game.view import View
from game.words import each
from ui import theme
from ui.backdrop import rounded
from ui.scene import Stage
from ui.table.face import Face
from ui.table.sheet import hue, mark, put, small

LINE: Final = 27
LEGEND: Final = 20
HEAD: Final = 54
"""Design pixels: the column of the deals' numbers."""


def start_of(view: View) -> int:
    """What every seat has before the first deal."""
    return view.totals[0] - sum(result.scores[0] for result in view.results)


def totals_after(view: View) -> tuple[tuple[int, ...], ...]:
    """Where every seat stood before the first deal and after each."""
    rows = [(start_of(view),) * view.seats]
    for result in view.results:
        rows.append(tuple(total + change for total, change in zip(rows[-1], result.scores, strict=True)))
    return tuple(rows)


def entry(face: Face, result: DealResult, seat: int) -> str:
    """What a deal did for a seat; a dash if it did not count."""
    return face.pad_entry(result, seat) if result.state == "scored" else "–"


def told_scores(face: Face, view: View, names: Sequence[str]) -> tuple[str, ...]:
    """The table in lines, a deal each: what it did for every seat."""
    words = _("Deal {number}: {entries}")
    rows = (each([entry(face, result, seat) for seat in range(view.seats)], names) for result in view.results)
    return tuple(words.format(number=at, entries=row) for at, row in enumerate(rows, 1))


class Scores:
    """What a deal changed is said beside the sum after it, or above it where a column is narrow."""

    def __init__(self, stage: Stage, face: Face, view: View, names: Sequence[str]) -> None:
        self._px = stage.px
        self._small, self._legend_line = small(stage), small(stage, LEGEND)
        self._face = face
        self._view = view
        self._names = names
        self._sums = totals_after(view)
        self._cells = [[entry(face, result, seat) for seat in range(view.seats)] for result in view.results]
        size = stage.px(theme.BODY)
        measure, bold = theme.font("sans", size).size, theme.font("bold", size).size
        self._entry = max((measure(cell)[0] for row in self._cells for cell in row), default=0)
        self._total = max(bold(f"= {number(total)}")[0] for row in self._sums for total in row) + stage.px(6)

    def _step(self, width: int) -> int:
        """From one column to the next."""
        return (width - self._px(HEAD)) // self._view.seats

    def _stacked(self, width: int) -> bool:
        """Whether the columns are too narrow for both numbers in one line."""
        return self._entry + self._total + self._px(16) > self._step(width)

    def _legend(self) -> str:
        if not self._cells:
            return _("No deal has been scored yet.")
        return "  ·  ".join((*self._face.legend(self._view), _("= the sum after the deal")))

    def _legend_lines(self, width: int) -> list[str]:
        return theme.wrapped(self._legend(), "sans", self._small, width)

    def height(self, width: int) -> int:
        px, line = self._px, self._px(LINE) * (2 if self._stacked(width) else 1)
        return px(LINE + 6) + line * len(self._cells) + px(10) + self._legend_line * len(self._legend_lines(width))

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        px, y = self._px, rect.y
        self._heads(surface, pygame.Rect(rect.x, y, rect.width, px(LINE)))
        y += px(LINE + 2)
        pygame.draw.line(surface, theme.PANEL_LINE, (rect.x, y), (rect.right, y), max(1, px(1)))
        y += px(4)
        line = px(LINE) * (2 if self._stacked(rect.width) else 1)
        for at, cells in enumerate(self._cells):
            row = pygame.Rect(rect.x, y, rect.width, line)
            if row.colliderect(surface.get_rect()):
                self._row(surface, row, at, cells)
            y += line
        y += px(10)
        for words in self._legend_lines(rect.width):
            row = pygame.Rect(rect.x, y, rect.width, self._legend_line)
            put(surface, words, "sans", self._small, theme.MUTED, row)
            y += self._legend_line

    def _heads(self, surface: pygame.Surface, row: pygame.Rect) -> None:
        px, step = self._px, self._step(row.width)
        put(surface, _("Deal"), "bold", self._small, theme.MUTED, pygame.Rect(row.x, row.y, px(HEAD), row.height))
        for seat, name in enumerate(self._names):
            won = seat in self._view.winners
            room = pygame.Rect(row.x + px(HEAD) + seat * step + px(8), row.y, step - px(8), row.height)
            if won:
                room = pygame.Rect(room.x + px(18), room.y, room.width - px(18), room.height)
            where = put(surface, name, "bold", px(theme.BODY), hue(True if won else None), room, "right")
            if won:
                sign = mark(px(15), True)
                surface.blit(sign, sign.get_rect(midright=(where.left - px(4), where.centery)))

    def _row(self, surface: pygame.Surface, row: pygame.Rect, at: int, cells: Sequence[str]) -> None:
        px, size, step = self._px, self._px(theme.BODY), self._step(row.width)
        put(surface, str(at + 1), "sans", size, theme.MUTED, pygame.Rect(row.x, row.y, px(HEAD - 10), row.height))
        if at % 2:
            surface.blit(rounded(row.size, px(4), theme.CREAM, 14), row)
        result, stacked = self._view.results[at], self._stacked(row.width)
        for seat, cell in enumerate(cells):
            change = result.scores[seat]
            colour = hue(self._face.is_good(change)) if change else theme.MUTED
            room = pygame.Rect(row.x + px(HEAD) + seat * step + px(8), row.y, step - px(8), row.height)
            total = pygame.Rect(room.right - self._total, room.y, self._total, room.height)
            if stacked:
                room.height //= 2
                total = room.move(0, room.height)
            else:
                room.width -= self._total
            put(surface, cell.replace("-", "−"), "sans", size, colour, room, "right")
            put(surface, f"= {number(self._sums[at + 1][seat])}", "bold", size, theme.CREAM, total, "right")
