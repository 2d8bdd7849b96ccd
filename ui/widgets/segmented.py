"""A control for a few values: a row of buttons or, if there is no room, a label between two arrows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

import pygame

from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.widgets.base import CustomWidget, Place
from ui.widgets.controls import CONTROL_HEIGHT, STEP_BY_KEY, blit_centered, draw_arrow, draw_box
from ui.widgets.focus import PRESS_KEYS

TEXT_PADDING: Final = 13
"""The space on each side of a label in a row of buttons, in design pixels."""


def compute_row_width(labels: Sequence[str], ui_scale: float) -> int:
    """Return the width of a row of buttons with these labels, in pixels."""
    return sum(_compute_widths(labels, ui_scale))


def compute_cycle_width(labels: Sequence[str], ui_scale: float) -> int:
    """Return the width of the longest label between two arrows, in pixels."""
    measure = theme.load_font("sans", round(theme.BODY_TEXT_SIZE * ui_scale)).size
    return max(measure(label)[0] for label in labels) + round((2 * CONTROL_HEIGHT + 20) * ui_scale)


def _compute_widths(labels: Sequence[str], ui_scale: float) -> list[int]:
    measure = theme.load_font("sans", round(theme.BODY_TEXT_SIZE * ui_scale)).size
    min_width = round(44 * ui_scale)
    return [max(min_width, measure(label)[0] + round(2 * TEXT_PADDING * ui_scale)) for label in labels]


class SegmentedControl(CustomWidget):
    """A choice among ``values`` with their ``labels``; ``value`` is the chosen value.

    It is a row of buttons if all labels fit into ``rect``, else a label between two arrows.
    """

    def __init__(
        self, values: Sequence[Any], labels: Sequence[str], value: Any, rect: pygame.Rect, place: Place
    ) -> None:
        self.values, self.labels = tuple(values), tuple(labels)
        self.selected_index = self.values.index(value)
        self.is_row = compute_row_width(labels, place.scale) <= rect.width
        super().__init__(rect, place)

    @classmethod
    def measure_width(cls, place: Place, room: int, *args: Any, **options: Any) -> int:
        """Return the width of the row of buttons or, where it is too wide, of a label between two arrows."""
        labels, width = args[1], compute_row_width(args[1], place.scale)
        return width if width <= room else compute_cycle_width(labels, place.scale)

    @property
    def value(self) -> Any:
        """The selected value."""
        return self.values[self.selected_index]

    @property
    def value_text(self) -> str:
        numbered = _("{number} of {count}").format(number=self.selected_index + 1, count=len(self.values))
        return self.labels[self.selected_index] or numbered

    @property
    def key_help(self) -> str:
        number, count = self.selected_index + 1, len(self.values)
        return _("Choice {number} of {count}: Left and Right change it").format(number=number, count=count)

    def list_part_rects(self) -> list[pygame.Rect]:
        """Return the rectangles of the buttons in their order, or of the two arrows, in pixels of the widget."""
        total_width, height = self.rect.size
        if not self.is_row:
            return [pygame.Rect(0, 0, height, height), pygame.Rect(total_width - height, 0, height, height)]
        widths = _compute_widths(self.labels, self.ui_scale)
        spare_width = total_width - sum(widths)
        edges = [0]
        for number, width in enumerate(widths, 1):
            edges.append(
                edges[-1] + width + (spare_width * number // len(widths) - spare_width * (number - 1) // len(widths))
            )
        line_width = max(1, round(self.ui_scale))
        edge_pairs = pairwise(edges)
        return [
            pygame.Rect(left, 0, right - left + (line_width if right < total_width else 0), height)
            for left, right in edge_pairs
        ]

    def paint(self, canvas: Canvas) -> None:
        if self.is_row:
            self._paint_row(canvas)
        else:
            self._paint_cycle(canvas)

    def _paint_row(self, canvas: Canvas) -> None:
        for index, rect in enumerate(self.list_part_rects()):
            fill_color = (
                theme.GOLD
                if index == self.selected_index
                else self.theme.hovered_button_color
                if index == self.hovered_part
                else self.theme.button_color
            )
            draw_box(
                canvas,
                self.theme,
                rect,
                fill_color,
                self.theme.panel_line_color,
                self.ui_scale,
                (index == 0, index == len(self.values) - 1),
            )
            is_chosen = index == self.selected_index
            color, face = (theme.INK, theme.BUTTON_FACE) if is_chosen else (theme.CREAM, "sans")
            blit_centered(
                canvas, theme.render_text(self.labels[index], face, self.px(theme.BODY_TEXT_SIZE), color), rect
            )

    def _paint_cycle(self, canvas: Canvas) -> None:
        arrow_rects = self.list_part_rects()
        draw_box(
            canvas,
            self.theme,
            canvas.rect,
            self.theme.disabled_button_color,
            self.theme.panel_line_color,
            self.ui_scale,
        )
        for part, (rect, direction) in enumerate(zip(arrow_rects, (-1, 1), strict=True)):
            is_hovered = self.hovered_part == part
            line_color = theme.GOLD if is_hovered else self.theme.panel_line_color
            fill_color = self.theme.hovered_button_color if is_hovered else self.theme.button_color
            draw_box(canvas, self.theme, rect, fill_color, line_color, self.ui_scale, (direction < 0, direction > 0))
            draw_arrow(canvas, rect, direction, theme.CREAM)
        label_rect = canvas.rect.inflate(-2 * arrow_rects[0].width - self.px(8), 0)
        label_image = theme.render_fitted_text(
            self.labels[self.selected_index], "sans", self.px(theme.BODY_TEXT_SIZE), theme.CREAM, label_rect.width
        )
        blit_centered(canvas, label_image, label_rect)

    def find_part(self, position: tuple[int, int]) -> int | None:
        return next((index for index, rect in enumerate(self.list_part_rects()) if rect.collidepoint(position)), None)

    def handle_click(self, part: int, position: tuple[int, int]) -> None:
        self._select(part if self.is_row else (self.selected_index + (1 if part else -1)) % len(self.values))

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Choose another value by a key; return whether the key is used.

        The arrows choose a neighbor, Home and End the ends, Enter and Space the next value.
        """
        ends = {pygame.K_HOME: 0, pygame.K_END: len(self.values) - 1}
        if event.key in STEP_BY_KEY:
            step = self.selected_index + STEP_BY_KEY[event.key]
            self._select(min(max(step, 0), len(self.values) - 1) if self.is_row else step % len(self.values))
        elif event.key in PRESS_KEYS:
            self._select((self.selected_index + 1) % len(self.values))
        elif event.key in ends:
            self._select(ends[event.key])
        else:
            return False
        return True

    def set_value(self, value: Any) -> None:
        """Show a value that the program sets, without an event. Raise ValueError if it is not one of the values."""
        if value != self.value:
            self.selected_index = self.values.index(value)
            self.repaint()

    def _select(self, index: int) -> None:
        if index != self.selected_index:
            self.selected_index = index
            self.notify_changed()


class CycleControl(SegmentedControl):
    """A control that is always a label between two arrows."""

    @classmethod
    def measure_width(cls, place: Place, room: int, *args: Any, **options: Any) -> int:
        return min(room, compute_cycle_width(args[1], place.scale))
