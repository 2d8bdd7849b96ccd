"""A control for a few values: a row of buttons or, if there is no room, a label between two arrows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pygame

from game.text.gettext import _
from ui.graphics import theme
from ui.widgets.base import PRESS_KEYS, Place
from ui.widgets.controls import CONTROL_HEIGHT, STEP_BY_KEY, make_arrow
from ui.widgets.described import Box, DescribedWidget
from ui.widgets.layout import Layers, Padded, Row
from ui.widgets.nodes import Line, Node

TEXT_PADDING: Final = 13
"""The space on each side of a label in a row of buttons, in design pixels."""
NO_INDEX: Final = -1
NO_CHOICE_TEXT: Final = "–"
"""Of a control of which no value is chosen."""


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


class SegmentedControl(DescribedWidget):
    """A choice among ``values`` with their ``labels``; ``value`` is the chosen value, None if there is none.

    It is a row of buttons if all labels fit into ``rect``, else a label between two arrows.
    """

    def __init__(
        self, values: Sequence[Any], labels: Sequence[str], value: Any, rect: pygame.Rect, place: Place
    ) -> None:
        self.values, self.labels = tuple(values), tuple(labels)
        self.value = value
        self.is_row = compute_row_width(labels, place.scale) <= rect.width
        super().__init__(rect, place)

    @classmethod
    def measure_width(cls, place: Place, room: int, *args: Any, **options: Any) -> int:
        """Return the width of the row of buttons or, where it is too wide, of a label between two arrows."""
        labels, width = args[1], compute_row_width(args[1], place.scale)
        return width if width <= room else compute_cycle_width(labels, place.scale)

    @property
    def selected_index(self) -> int:
        """The index of the selected value."""
        return NO_INDEX if self.value is None else self.values.index(self.value)

    @property
    def value_text(self) -> str:
        if self.selected_index == NO_INDEX:
            return NO_CHOICE_TEXT
        numbered = _("{number} of {count}").format(number=self.selected_index + 1, count=len(self.values))
        return self.labels[self.selected_index] or numbered

    @property
    def key_help(self) -> str:
        number, count = self.selected_index + 1, len(self.values)
        return _("Choice {number} of {count}: press Left or Right to change it").format(number=number, count=count)

    def describe(self) -> Node:
        return self._describe_row() if self.is_row else self._describe_cycle()

    def _describe_row(self) -> Node:
        """Return the buttons, whose edges overlap."""
        boxes, last = [], len(self.values) - 1
        for index, (label, width) in enumerate(zip(self.labels, _compute_widths(self.labels, 1), strict=True)):
            is_chosen = index == self.selected_index
            text = Line(label, align="centre")
            if is_chosen:
                text.color, text.face = theme.INK, theme.BUTTON_FACE
            fill_color = theme.GOLD if is_chosen else None
            ends = index == 0, index == last
            boxes.append(self.make_box(index, text, fill_color=fill_color, ends=ends, grow=width))
        return Row(*boxes, gap=-1)

    def _describe_cycle(self) -> Node:
        """Return the chosen label between two arrows."""
        width = self.rect.height / self.ui_scale
        left, right = (
            self.make_box(part, make_arrow(direction), ends=(direction < 0, direction > 0), width=width)
            for part, direction in enumerate((-1, 1))
        )
        label = Padded(Line(self.value_text, align="centre"), padding=theme.TINY_GAP, top=0, grow=1)
        return Layers(Box(fill_color=self.theme.disabled_button_color), Row(left, label, right))

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

    def _select(self, index: int) -> None:
        self.choose(self.values[index])
