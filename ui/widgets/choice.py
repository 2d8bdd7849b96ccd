"""One of a few values: a row of buttons where there is room, else one at a time between two arrows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

import pygame

from game.i18n import _
from ui import theme
from ui.widgets.controls import HEIGHT, STEPS, arrow, box, middle
from ui.widgets.drawn import Container, Drawn
from ui.widgets.focus import PRESSING

PAD: Final = 13
"""Design pixels on each side of a word in a row of buttons."""


def row_width(words: Sequence[str], unit: float) -> int:
    """The width that a row of buttons with these words needs, in pixels."""
    return sum(_widths(words, unit))


def cycle_width(words: Sequence[str], unit: float) -> int:
    """The width that the longest of these words needs between two arrows, in pixels."""
    measure = theme.font("sans", round(theme.BODY * unit)).size
    return max(measure(one)[0] for one in words) + round((2 * HEIGHT + 20) * unit)


def _widths(words: Sequence[str], unit: float) -> list[int]:
    measure = theme.font("sans", round(theme.BODY * unit)).size
    least = round(44 * unit)
    return [max(least, measure(one)[0] + round(2 * PAD * unit)) for one in words]


class Choice(Drawn):
    """``values`` and their ``words``; ``value`` is the one chosen.

    A row of buttons if all words fit into ``rect`` at once, else one word between two arrows.
    """

    def __init__(
        self, values: Sequence[Any], words: Sequence[str], value: Any, rect: pygame.Rect, manager: Any, unit: float,
        container: Container | None = None,
    ) -> None:  # fmt: skip
        self.values, self.words = tuple(values), tuple(words)
        self.at = self.values.index(value)
        self.in_row = row_width(words, unit) <= rect.width
        super().__init__(rect, manager, unit, container)

    @property
    def value(self) -> Any:
        return self.values[self.at]

    @property
    def said(self) -> str:
        numbered = _("{number} of {count}").format(number=self.at + 1, count=len(self.values))
        return self.words[self.at] or numbered

    @property
    def how(self) -> str:
        number, count = self.at + 1, len(self.values)
        return _("Choice {number} of {count}: Left and Right go to the others").format(number=number, count=count)

    def parts(self) -> list[pygame.Rect]:
        """The buttons of the row, or the two arrows."""
        wide, high = self.rect.size
        if not self.in_row:
            return [pygame.Rect(0, 0, high, high), pygame.Rect(wide - high, 0, high, high)]
        widths = _widths(self.words, self.unit)
        spare = wide - sum(widths)
        ends = [0]
        for number, width in enumerate(widths, 1):
            ends.append(ends[-1] + width + (spare * number // len(widths) - spare * (number - 1) // len(widths)))
        line = max(1, round(self.unit))
        pairs = pairwise(ends)
        return [pygame.Rect(a, 0, b - a + (line if b < wide else 0), high) for a, b in pairs]

    def paint(self, surface: pygame.Surface) -> None:
        if self.in_row:
            self._paint_row(surface)
        else:
            self._paint_cycle(surface)

    def _paint_row(self, surface: pygame.Surface) -> None:
        for at, rect in enumerate(self.parts()):
            ground = theme.GOLD if at == self.at else theme.BUTTON_HOVER if at == self.hot else theme.BUTTON
            box(surface, rect, ground, theme.PANEL_LINE, self.unit, (at == 0, at == len(self.values) - 1))
            colour = theme.INK if at == self.at else theme.CREAM
            middle(surface, theme.text(self.words[at], "sans", self.px(theme.BODY), colour), rect)

    def _paint_cycle(self, surface: pygame.Surface) -> None:
        ends = self.parts()
        box(surface, surface.get_rect(), theme.BUTTON_OFF, theme.PANEL_LINE, self.unit)
        for part, (rect, way) in enumerate(zip(ends, (-1, 1), strict=True)):
            hot = self.hot == part
            line = theme.GOLD if hot else theme.PANEL_LINE
            ground = theme.BUTTON_HOVER if hot else theme.BUTTON
            box(surface, rect, ground, line, self.unit, (way < 0, way > 0))
            arrow(surface, rect, way, theme.CREAM)
        between = surface.get_rect().inflate(-2 * ends[0].width - self.px(8), 0)
        word = theme.fitted(self.words[self.at], "sans", self.px(theme.BODY), theme.CREAM, between.width)
        middle(surface, word, between)

    def part_at(self, where: tuple[int, int]) -> int | None:
        return next((at for at, rect in enumerate(self.parts()) if rect.collidepoint(where)), None)

    def click(self, part: int, where: tuple[int, int]) -> None:
        self._set(part if self.in_row else (self.at + (1 if part else -1)) % len(self.values))

    def take_key(self, event: pygame.event.Event) -> bool:
        """The arrows go to a neighbour, Home and End to the ends, Enter and Space round."""
        ends = {pygame.K_HOME: 0, pygame.K_END: len(self.values) - 1}
        if event.key in STEPS:
            step = self.at + STEPS[event.key]
            self._set(min(max(step, 0), len(self.values) - 1) if self.in_row else step % len(self.values))
        elif event.key in PRESSING:
            self._set((self.at + 1) % len(self.values))
        elif event.key in ends:
            self._set(ends[event.key])
        else:
            return False
        return True

    def _set(self, at: int) -> None:
        if at != self.at:
            self.at = at
            self.changed()
