"""Lines to the person over whatever scene is shown: toasts one after the other, and one that waits to be heeded.

A toast says what happened away from the eye. It looks for a place where it covers no button and nothing to be read.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from itertools import product
from operator import or_
from typing import Final, NamedTuple, TypeAlias

import pygame

from ui import theme, timings
from ui.backdrop import panel
from ui.scene import Scene, Stage

WIDTHS: Final = (0.6, 0.4, 0.28, 0.2)
"""Shares of the window that its words may be wide; the first with a free place for all of it is taken."""
SIZES: Final = (theme.BODY, theme.SMALL, 13)
"""Its letters in design pixels: smaller ones where there is no room for the usual."""
MARGIN: Final = 16
"""Design pixels between it and the edge of the window."""
CELLS: Final = 90
"""A free place is looked for on a grid with so many rows of square cells."""
Box: TypeAlias = tuple[int, int, int, int]


class Toast(NamedTuple):
    """Where it stands, its lines, and the size of their letters in pixels."""

    rect: pygame.Rect
    lines: list[str]
    size: int


class Toasts:
    """The lines that wait for their turn, and the ``words`` that are shown now."""

    def __init__(self) -> None:
        self.words = ""
        self._left = 0.0

    @property
    def shown(self) -> bool:
        return self._left > 0

    def update(self, seconds: float, waiting: list[str]) -> None:
        """Time passes; the next of those ``waiting`` is taken from them once the one before has stood long enough."""
        self._left = max(0.0, self._left - seconds)
        if waiting and not self.shown:
            self.words, self._left = waiting.pop(0), timings.TOAST_SHOWN

    def draw(self, surface: pygame.Surface, stage: Stage) -> None:
        """The line, if one is shown."""
        if self.shown:
            _paint(surface, toast(stage, self.words))


def message(surface: pygame.Surface, stage: Stage, words: str) -> None:
    """A line in the middle of the window, near its lower edge: nothing goes on before it is heeded."""
    _paint(surface, _centred(stage, words))


def _centred(stage: Stage, words: str) -> Toast:
    wide, high = stage.size
    found = _set(words, stage.px(theme.BODY), round(wide * WIDTHS[0]))
    rect = found.rect.copy()
    rect.center = (wide // 2, round(high * 0.60))
    return found._replace(rect=rect)


def toast(stage: Stage, words: str) -> Toast:
    """A toast as it stands over the scene that is shown."""
    scene = stage.scene
    dear = tuple(_box(rect) for rect in clear_of(scene))
    rather = tuple(_box(rect) for rect in scene.rather_free)
    return _free(words, stage.size, stage.unit, dear, rather) or _centred(stage, words)


@lru_cache(maxsize=8)
def _free(
    words: str, window: tuple[int, int], unit: float, dear: tuple[Box, ...], rather: tuple[Box, ...]
) -> Toast | None:
    """A toast where it covers none of ``dear``, in the largest letters for which there is a place; if there is one for
    any, nothing of ``rather`` either."""
    grids = [_grid(window, round(MARGIN * unit), boxes) for boxes in ((*dear, *rather), dear)]
    for grid, size, share in product(grids, SIZES, WIDTHS):
        found = _set(words, round(size * unit), round(window[0] * share))
        where = grid.place(found.rect.size)
        if where is not None:
            return found._replace(rect=pygame.Rect(where, found.rect.size))
    return None


def clear_of(scene: Scene) -> list[pygame.Rect]:
    """What a toast must not cover: what the scene names, and every widget that takes the focus."""
    widgets = (pygame.Rect(one.get_abs_rect()) for one in scene.focus.widgets if one.visible)
    return [*scene.to_be_read, *widgets]


class Grid(NamedTuple):
    """What of the window is taken: a number a row of cells, in which a bit stands for a cell of the row."""

    cell: int
    rows: tuple[int, ...]

    def place(self, size: tuple[int, int]) -> tuple[int, int] | None:
        """Where something of this size covers nothing: as high as possible, then as near to the middle."""
        wide, high = (-(-one // self.cell) for one in size)
        columns, whole = self.rows[0].bit_length(), self.rows[0]
        middle = (columns - wide) // 2
        for top in range(len(self.rows) - high + 1):
            starts = _runs(whole & ~reduce(or_, self.rows[top : top + high]), wide)
            for left in sorted(range(max(0, columns - wide + 1)), key=lambda at: abs(at - middle)) if starts else ():
                if starts >> left & 1:
                    return left * self.cell, top * self.cell
        return None


def _grid(size: tuple[int, int], margin: int, boxes: tuple[Box, ...]) -> Grid:
    """The window with these boxes taken, and its edge."""
    cell = max(1, size[1] // CELLS)
    columns, count = (-(-one // cell) for one in size)
    whole = (1 << columns) - 1
    edge = -(-margin // cell)
    inner = whole >> 2 * edge << edge
    rows = [whole & ~inner if edge <= row < count - edge else whole for row in range(count)]
    for left, top, wide, high in boxes:
        first, last = max(0, left // cell), min(columns, -(-(left + wide) // cell))
        taken = (1 << max(first, last)) - (1 << first)
        for row in range(max(0, top // cell), min(count, -(-(top + high) // cell))):
            rows[row] |= taken
    return Grid(cell, tuple(rows))


def _runs(free: int, length: int) -> int:
    """The bits of ``free`` at which so many set ones in a row begin."""
    have = 1
    while have < length:
        step = min(have, length - have)
        free &= free >> step
        have += step
    return free


def _box(rect: pygame.Rect) -> Box:
    return rect.x, rect.y, rect.width, rect.height


@lru_cache(maxsize=16)
def _set(words: str, size: int, width: int) -> Toast:
    """The words in lines no wider than ``width``, on a ground at the corner of the window; its place comes later."""
    lines = theme.wrapped(words, "sans", size, width)
    wide = max(theme.font("sans", size).size(line)[0] for line in lines)
    return Toast(pygame.Rect(0, 0, wide + 2 * size, _step(size) * len(lines) + size), lines, size)


def _step(size: int) -> int:
    """From line to line."""
    return round(size * 4 / 3)


def _paint(surface: pygame.Surface, shown: Toast) -> None:
    rect, step = shown.rect, _step(shown.size)
    panel(surface, rect, theme.GOLD, 245)
    for row, line in enumerate(shown.lines):
        picture = theme.text(line, "sans", shown.size, theme.CREAM)
        middle = (rect.centerx, rect.y + shown.size // 2 + row * step + step // 2)
        surface.blit(picture, picture.get_rect(center=middle))
