"""Layout of choices at the top of a page, in as many rows as they need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

import pygame

from ui.scenes.page import Page
from ui.widgets.controls import CONTROL_HEIGHT
from ui.widgets.segmented import SegmentedControl, compute_cycle_width, compute_row_width

T = TypeVar("T")
CHOICE_GAP: Final = 12
MAX_ROW_WIDTH_RATIO: Final = 0.6
"""The share of a row above which a choice shows a single value at a time."""


class HeaderChoiceLayout:
    """Places choices one after the other, in rows of ``width`` pixels.

    ``left`` and ``top``: the place of the first choice in pixels.
    """

    def __init__(self, page: Page, left: int, top: int, width: int) -> None:
        self._page = page
        self._left, self._width = left, width
        self._x, self._y = left, top

    @property
    def bottom(self) -> int:
        """The place below the choices, in pixels."""
        return self._y + self._page.context.px(CONTROL_HEIGHT + CHOICE_GAP)

    def add(
        self,
        widget_id: str,
        label: str,
        values: Sequence[T],
        labels: list[str],
        value: T,
        on_change: Callable[[T], None],
    ) -> None:
        """Add a choice between ``values`` with their ``labels``.

        ``label``: the name of the choice in the narration; ``on_change`` gets the chosen value.
        """
        context = self._page.context
        px, ui_scale = context.px, context.ui_scale
        choice_width = compute_row_width(labels, ui_scale)
        if choice_width > self._width * MAX_ROW_WIDTH_RATIO:
            choice_width = min(self._width, compute_cycle_width(labels, ui_scale))
        if self._x > self._left and self._x + choice_width > self._left + self._width:
            self._x, self._y = self._left, self._y + px(CONTROL_HEIGHT + 8)
        rect = pygame.Rect(self._x, self._y, choice_width, px(CONTROL_HEIGHT))
        self._page.bind_value(
            widget_id, SegmentedControl(values, labels, value, rect, context.ui_manager, ui_scale), on_change, label
        )
        self._x = rect.right + px(CHOICE_GAP)
