"""A layout of rows in a scroll area: labels on the left, controls aligned on the right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

import pygame
from pygame_gui.core import UIElement

from ui.graphics import theme
from ui.graphics.theme import LINE_HEIGHT_RATIO
from ui.widgets.controls import CONTROL_HEIGHT
from ui.widgets.label import TextLabel
from ui.widgets.scroll_area import ScrollArea

WidgetT = TypeVar("WidgetT", bound=UIElement)

ROW_GAP: Final = 14
"""The gap between two rows, in design pixels."""
MIN_LABEL_WIDTH: Final = 170
"""The width of a label, in design pixels, below which it goes above its control."""


class FormSection:
    """Rows that change: `layout` replaces them and moves the rows below."""

    def __init__(self, column: FormLayout, add_rows: Callable[[FormLayout], None]) -> None:
        self.top = self.bottom = column.next_y
        self._column = column
        self._add_rows = add_rows

    def layout(self) -> None:
        """Replace the rows of the section by those that ``add_rows`` adds."""
        column, old_bottom, end = self._column, self.bottom, self._column.next_y
        content = column.scroll_area.content
        lower_widgets = [widget for widget in content.elements if widget.get_relative_rect().top >= old_bottom]
        column.next_y = self.top
        self._add_rows(column)
        self.bottom = column.next_y
        growth = self.bottom - old_bottom
        column.next_y = end + growth
        column.scroll_area.set_height(column.next_y)
        if not growth:
            return
        for widget in lower_widgets:
            widget.set_relative_position(widget.get_relative_rect().move(0, growth).topleft)
        for section in column.sections[column.sections.index(self) + 1 :]:
            section.top, section.bottom = section.top + growth, section.bottom + growth


class FormLayout:
    """Rows in ``scroll_area``, added from the top; ``next_y`` is the top of the next row in pixels.

    ``control_height``, ``hint_text_size``, ``row_gap``, ``min_row_height``: in design pixels.
    """

    def __init__(
        self, scroll_area: ScrollArea, *,
        control_height: int = CONTROL_HEIGHT, hint_text_size: int = theme.SMALL_TEXT_SIZE, row_gap: int = ROW_GAP,
        min_row_height: int = 0,
    ) -> None:  # fmt: skip
        self.scroll_area = scroll_area
        self.control_height = control_height
        self.hint_text_size = hint_text_size
        self.row_gap = row_gap
        self.min_row_height = min_row_height
        self.ui_scale = scroll_area.ui_scale
        self.next_y = 0
        self.sections: list[FormSection] = []

    @property
    def width(self) -> int:
        """The width of the rows, in pixels."""
        return self.scroll_area.width

    def px(self, design: float) -> int:
        """Return a length in design pixels as pixels of this window."""
        return round(design * self.ui_scale)

    def add_section(self, add_rows: Callable[[FormLayout], None]) -> FormSection:
        """Return a section for rows that change; its `layout` adds them."""
        self.sections.append(FormSection(self, add_rows))
        return self.sections[-1]

    def add_gap(self, design: float | None = None) -> None:
        """Leave a gap of ``design`` design pixels, or of the gap between rows."""
        self.next_y += self.px(self.row_gap if design is None else design)

    def add_text(
        self,
        text: str,
        *,
        face: theme.FontFace = "sans",
        size: int = theme.BODY_TEXT_SIZE,
        color: theme.Color = theme.CREAM,
        width: int = 0,
    ) -> TextLabel:
        """Add and return a paragraph; ``size`` in design pixels, ``width`` in pixels, 0 for the full width."""
        label = TextLabel(
            text, (0, self.next_y), width or self.width, self.scroll_area.place, face=face, size=size, color=color
        )
        self.next_y += label.rect.height
        return label

    def add_heading(self, text: str) -> None:
        """Add the heading of a group of rows."""
        self.add_text(text, face="serif", size=theme.LARGE_TEXT_SIZE)
        self.add_gap(8)

    def make_row_rect(self, width: int, height: float = 0, left: int = 0) -> pygame.Rect:
        """Return a rectangle in the next row, without ending the row.

        ``width`` and ``left`` are in pixels, ``height`` in design pixels, 0 for ``control_height``.
        """
        return pygame.Rect(left, self.next_y, min(width, self.width - left), self.px(height or self.control_height))

    def add_row(
        self, label: str, help_text: str, width: int, make_control: Callable[[pygame.Rect], WidgetT], *,
        color: theme.Color = theme.CREAM, height: int = 0,
    ) -> tuple[TextLabel, WidgetT]:  # fmt: skip
        """Add a row and return its label and control.

        ``help_text``: small text below the label, or "". ``width``: of the control, in pixels. ``make_control`` makes
        the control in a rectangle: at the right, or below the label if that would get too narrow. ``height``: of the
        control, in design pixels, 0 for ``control_height``.
        """
        label_width = self.width - width - self.px(20)
        label_text_width = theme.load_font("sans", self.px(theme.BODY_TEXT_SIZE)).size(label)[0]
        is_stacked = label_width < (
            self.px(MIN_LABEL_WIDTH) if help_text else min(label_text_width, self.px(MIN_LABEL_WIDTH))
        )
        top, control_height = self.next_y, self.px(height or self.control_height)
        max_width = self.width if is_stacked else label_width
        if not is_stacked:
            self.next_y += (
                self.px(2)
                if help_text
                else (control_height - round(self.px(theme.BODY_TEXT_SIZE) * LINE_HEIGHT_RATIO)) // 2
            )
        label_widget = self.add_text(label, color=color, width=max_width)
        if not is_stacked and len(theme.wrap_text(help_text, "sans", self.px(self.hint_text_size), max_width)) > 2:
            max_width, self.next_y = self.width, max(self.next_y, top + control_height + self.px(2))
        if is_stacked:
            top = self.next_y = self.next_y + self.px(4)
            self.next_y += control_height + self.px(4)
        if help_text:
            self.add_text(help_text, size=self.hint_text_size, color=theme.MUTED, width=max_width)
        control = make_control(
            pygame.Rect(0 if is_stacked else self.width - width, top, min(width, self.width), control_height)
        )
        self.next_y = max(self.next_y, top + max(control_height, self.px(self.min_row_height)))
        self.add_gap()
        return label_widget, control
