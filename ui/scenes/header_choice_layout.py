"""Layout of choices at the top of a page, in as many rows as they need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

import pygame

from ui.graphics import theme
from ui.scenes.page import Page
from ui.widgets.controls import CONTROL_HEIGHT
from ui.widgets.label import LineLabel
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

    def skip_to(self, x: int) -> None:
        """Leave the row empty up to ``x`` pixels."""
        self._x = max(self._x, x)

    def add(
        self,
        widget_id: str,
        label: str,
        values: Sequence[T],
        labels: list[str],
        value: T,
        on_change: Callable[[T], None],
        *,
        has_caption: bool = False,
    ) -> None:
        """Add a choice between ``values`` with their ``labels``.

        ``label``: the name of the choice in the narration, and before it if ``has_caption``; ``on_change`` gets the
        chosen value.
        """
        context = self._page.context
        px, ui_scale = context.px, context.ui_scale
        choice_width = compute_row_width(labels, ui_scale)
        if choice_width > self._width * MAX_ROW_WIDTH_RATIO:
            choice_width = min(self._width, compute_cycle_width(labels, ui_scale))
        caption_size = px(theme.BODY_TEXT_SIZE)
        caption_width = theme.load_font("sans", caption_size).size(label)[0] + px(CHOICE_GAP) if has_caption else 0
        choice_width = min(choice_width, self._width - caption_width)
        if self._x > self._left and self._x + caption_width + choice_width > self._left + self._width:
            self._x, self._y = self._left, self._y + px(CONTROL_HEIGHT + 8)
        if has_caption:
            caption_rect = pygame.Rect(self._x, self._y, caption_width, px(CONTROL_HEIGHT))
            LineLabel(label, caption_rect, context.place, size=theme.BODY_TEXT_SIZE, color=theme.CREAM)
        rect = pygame.Rect(self._x + caption_width, self._y, choice_width, px(CONTROL_HEIGHT))
        self._page.bind_value(widget_id, SegmentedControl(values, labels, value, rect, context.place), on_change, label)
        self._x = rect.right + px(CHOICE_GAP)
