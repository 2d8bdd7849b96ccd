"""Choices one after the other at the top of a page, in as many rows as they need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

import pygame

from ui.page import Page
from ui.widgets.choice import Choice, cycle_width, row_width
from ui.widgets.controls import HEIGHT

T = TypeVar("T")
GAP: Final = 12
WIDEST: Final = 0.6
"""A choice that would take more than this of a row shows one value at a time."""


class Choices:
    """They begin at ``left`` and ``top`` and are no wider than ``wide``; `bottom` is what is free below them."""

    def __init__(self, page: Page, left: int, top: int, wide: int) -> None:
        self._page = page
        self._left, self._wide = left, wide
        self._x, self._y = left, top

    @property
    def bottom(self) -> int:
        """Where the next thing may begin."""
        return self._y + self._page.stage.px(HEIGHT + GAP)

    def add(
        self, widget_id: str, label: str, values: Sequence[T], words: list[str], value: T, act: Callable[[T], None]
    ) -> None:
        """One more; ``act`` gets the value that is chosen."""
        stage = self._page.stage
        px, unit = stage.px, stage.unit
        width = row_width(words, unit)
        if width > self._wide * WIDEST:
            width = min(self._wide, cycle_width(words, unit))
        if self._x > self._left and self._x + width > self._left + self._wide:
            self._x, self._y = self._left, self._y + px(HEIGHT + 8)
        rect = pygame.Rect(self._x, self._y, width, px(HEIGHT))
        self._page.on_value(widget_id, Choice(values, words, value, rect, stage.manager, unit), act, label)
        self._x = rect.right + px(GAP)
