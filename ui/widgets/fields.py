"""What is filled in or pressed on a page: widgets with their id, label and handler, and fields with their labels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Final, Literal

import pygame
from pygame_gui.core import UIElement

from ui.graphics import theme
from ui.widgets.button import Button
from ui.widgets.info_mark import MARK_SIZE, InfoMark
from ui.widgets.nodes import Frame, Group, Node, Text
from ui.widgets.segmented import SegmentedControl
from ui.widgets.text_input import TextInput
from ui.widgets.virtual_list import VirtualList

FIELD_HEIGHT: Final = 45
"""The height of a field with a hint of one line, and the least height of all, so that they are at equal distances."""
MIN_LABEL_WIDTH: Final = 170
"""The width of a label below which it goes above its control, in design pixels."""
MARK_GAP: Final = 6
"""The space between a label and its mark, in design pixels."""
MAX_HINT_HEIGHT: Final = 48
"""The height of a hint above which it goes below the control, in design pixels: more than two lines."""


@dataclass(kw_only=True)
class Bound(Node):
    """A widget with an id and, if it has a handler, a place in the tab order. Subclasses make the widget and `bind` it.

    ``label``: its name in the narration, if its text does not say it. ``width``, ``height``: 0 for the natural size.
    """

    id: str = ""
    label: str = ""
    width: float = 0
    height: float = 0
    grow: float = 0
    is_enabled: bool = True
    is_widget = True

    def measure_natural_width(self, frame: Frame, room: int) -> int:
        """Return the width of the widget where none is given."""
        return 0

    def measure_width(self, frame: Frame, room: int) -> int:
        return min(room, frame.px(self.width)) if self.width else self.measure_natural_width(frame, room)

    def measure_height(self, frame: Frame, width: int) -> int:
        return frame.px(self.height or theme.CONTROL_HEIGHT)

    def bind(self, frame: Frame, widget: UIElement, handler: Callable[..., object] | None) -> None:
        """Give a new widget its id; ``handler`` is called when it is pressed, or with its value when that changes."""
        if not self.is_enabled:
            widget.disable()
        if handler is not None:
            frame.part.focus.add(widget, self.id, frame.scroll_area, self.label, handler)
        else:
            frame.part.name_widget(self.id, widget)


@dataclass
class Widget(Bound):
    """A widget of ours: ``kind(*arguments, rect, place, **options)``; ``on_change`` gets its value."""

    kind: Any
    arguments: tuple[Any, ...] = ()
    _: KW_ONLY
    on_change: Callable[[Any], object] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def measure_natural_width(self, frame: Frame, room: int) -> int:
        width: int = self.kind.measure_width(frame.place, room, *self.arguments, **self.options)
        return width

    def measure_height(self, frame: Frame, width: int) -> int:
        if self.height:
            return frame.px(self.height)
        height: int = self.kind.measure_height(frame.place, width, *self.arguments, **self.options)
        return height

    def make_widget(self, frame: Frame, rect: pygame.Rect) -> UIElement:
        """Make the widget in a rectangle and return it."""
        widget: UIElement = self.kind(*self.arguments, rect, frame.place, **self.options)
        return widget

    def make(self, frame: Frame, rect: pygame.Rect) -> None:
        self.bind(frame, self.make_widget(frame, rect), self.on_change)


@dataclass
class Input(Bound):
    """A text field for at most ``max_length`` characters; ``options`` are the other ones of `TextInput`."""

    text: str
    on_change: Callable[[str], object]
    max_length: int
    _: KW_ONLY
    is_invalid: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)

    def make(self, frame: Frame, rect: pygame.Rect) -> None:
        widget = TextInput(self.text, rect, frame.place, max_length=self.max_length, **self.options)
        widget.set_invalid(is_invalid=self.is_invalid)
        self.bind(frame, widget, self.on_change)


@dataclass
class Action(Bound):
    """A button: as wide as its text and note but at least ``min_width``, square without a text."""

    id: str = field()
    text: str = field()
    on_press: Callable[[], object] = field()
    _: KW_ONLY
    style: str = "#small"
    symbol: str = ""
    is_symbol_last: bool = False
    note: str = ""
    note_symbol: str = ""
    min_width: float = 0
    align: Literal["center", "left"] = "center"

    def __post_init__(self) -> None:
        self.height = self.height or Button.get_height(self.style)

    def measure_natural_width(self, frame: Frame, room: int) -> int:
        if not self.text:
            return frame.px(self.height)
        width = Button.compute_width(frame.place, self.text, self.style, self.symbol, self.note)
        return max(frame.px(self.min_width), width)

    def make(self, frame: Frame, rect: pygame.Rect) -> None:
        button = Button(
            rect,
            self.text,
            frame.place,
            style=self.style,
            symbol=self.symbol,
            align=self.align,
            is_symbol_last=self.is_symbol_last,
            note=self.note,
            note_symbol=self.note_symbol,
        )
        self.bind(frame, button, self.on_press)


def make_choice(labels: Mapping[Any, str], value: Any, **options: Any) -> Widget:
    """Return a choice among values with their labels; ``options`` are those of `Widget`."""
    return Widget(SegmentedControl, (tuple(labels), tuple(labels.values()), value), **options)


class RowList(Widget):
    """A list of rows; ``options`` are those of `VirtualList`. Its offset survives a new composition."""

    def __init__(self, *, id: str, grow: float = 1, **bound: Any) -> None:
        super().__init__(VirtualList, id=id, grow=grow, **bound)

    def make_widget(self, frame: Frame, rect: pygame.Rect) -> UIElement:
        widget = VirtualList(rect, frame, **self.options)
        frame.part.lists[self.id] = widget
        frame.part.paintings.append(widget.draw)
        if self.id in frame.part.scroll_states:
            widget.restore(frame.part.scroll_states[self.id])
        return widget


class Label(Group):
    """The label of a control with an id, with a mark behind its first line if there is an explanation."""

    def __init__(self, text: str, widget_id: str, explanation: str = "") -> None:
        self._text, self._mark = Text(text), None
        if explanation:
            self._mark = Widget(InfoMark, (explanation,), id=f"info-{widget_id}", label=text)
            self._mark.on_change = lambda _value: None

    def _measure_mark(self, frame: Frame) -> int:
        return frame.px(MARK_SIZE + MARK_GAP) if self._mark is not None else 0

    def measure_width(self, frame: Frame, room: int) -> int:
        return min(room, self._text.measure_width(frame, room) + self._measure_mark(frame))

    def measure_height(self, frame: Frame, width: int) -> int:
        return self._text.measure_height(frame, width - self._measure_mark(frame))

    def arrange(self, frame: Frame, rect: pygame.Rect) -> Iterable[tuple[Node, pygame.Rect]]:
        room = rect.width - self._measure_mark(frame)
        text_rect = pygame.Rect(rect.topleft, (self._text.measure_width(frame, room), rect.height))
        yield self._text, text_rect
        if self._mark is not None:
            size, line_height = frame.px(MARK_SIZE), frame.px(theme.BODY_TEXT_SIZE * theme.LINE_HEIGHT_RATIO)
            top = rect.top + (line_height - size) // 2
            yield self._mark, pygame.Rect(text_rect.right + frame.px(MARK_GAP), top, size, size)


class Field(Group):
    """A label with a hint below it, and a control at the right, or below the label where that would get too narrow.

    ``explanation``: of a mark behind the label, or "".
    """

    def __init__(
        self,
        label: str,
        control: Node,
        hint: str | Node = "",
        explanation: str = "",
        min_height: float = FIELD_HEIGHT,
    ) -> None:
        self._heights: dict[tuple[float, float, int], int] = {}
        widget_id = control.id if isinstance(control, Bound) else ""
        self._label, self._control, self._min_height = Label(label, widget_id, explanation), control, min_height
        self._hint = Text(hint, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED) if isinstance(hint, str) else hint
        if isinstance(control, Bound):
            control.label = control.label or label

    def measure_width(self, frame: Frame, room: int) -> int:
        widths = (node.measure_width(frame, room) for node in (self._label, self._control))
        return min(room, sum(widths) + frame.px(theme.SECTION_GAP))

    def measure_height(self, frame: Frame, width: int) -> int:
        key = frame.place.scale, frame.small_text_ratio, width
        if key not in self._heights:
            places = self.arrange(frame, pygame.Rect(0, 0, width, 0))
            self._heights[key] = max(frame.px(self._min_height), *(rect.bottom for _node, rect in places))
        return self._heights[key]

    def arrange(self, frame: Frame, rect: pygame.Rect) -> Iterable[tuple[Node, pygame.Rect]]:
        px, label, hint, width = frame.px, self._label, self._hint, rect.width
        has_hint, gap = bool(hint.measure_height(frame, width)), px(theme.SECTION_GAP)
        least_side = px(MIN_LABEL_WIDTH) if has_hint else label.measure_width(frame, px(MIN_LABEL_WIDTH))
        control_width = self._control.measure_width(frame, width)
        is_choice = isinstance(self._control, Widget) and self._control.kind is SegmentedControl
        if width - control_width - gap < least_side and is_choice:  # it can show a single value
            control_width = self._control.measure_width(frame, max(0, width - least_side - gap))
        side = width - control_width - gap
        is_stacked = side < least_side
        if is_stacked:
            control_width = self._control.measure_width(frame, width)
        control_width = min(width, control_width)
        control = pygame.Rect(rect.topleft, (control_width, self._control.measure_height(frame, control_width)))
        if is_stacked:
            label_rect = pygame.Rect(rect.topleft, (width, label.measure_height(frame, width)))
            control.top = label_rect.bottom + px(theme.TINY_GAP)
            hint_rect = pygame.Rect(rect.left, control.bottom + px(theme.TINY_GAP), width, 0)
        else:
            control.right = rect.right
            label_rect = pygame.Rect(rect.topleft, (side, label.measure_height(frame, side)))
            line_height = px(theme.BODY_TEXT_SIZE * theme.LINE_HEIGHT_RATIO)
            label_rect.top += px(2) if has_hint else (control.height - line_height) // 2
            hint_rect = pygame.Rect(rect.left, label_rect.bottom, side, 0)
            if hint.measure_height(frame, side) > px(MAX_HINT_HEIGHT):
                hint_rect = pygame.Rect(rect.left, max(hint_rect.top, control.bottom + px(2)), width, 0)
        hint_rect.height = hint.measure_height(frame, hint_rect.width)
        return (self._control, control), (label, label_rect), (hint, hint_rect)
