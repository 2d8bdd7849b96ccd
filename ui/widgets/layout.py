"""The layout of pages: nodes describe what is on a page, measure themselves, and are made or painted in their place.

A node answers how wide it is in a room and how high it is at a width. Then it makes its widgets in a rectangle or, as a
part of a painted picture, paints itself there. Lengths in constructors are design pixels, all others are pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import partial
from math import inf
from typing import Any, Final, Literal, NamedTuple

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import make_rounded_rect
from ui.graphics.symbols import render_symbol
from ui.widgets.base import CustomWidget, Place
from ui.widgets.focus import Focus
from ui.widgets.label import Align, LineLabel, TextLabel, draw_fitted_text, draw_lines
from ui.widgets.painted_content import PaintedContent
from ui.widgets.part import Part
from ui.widgets.scroll_area import BAR_GAP, BAR_WIDTH, PADDING, ScrollArea

LINE_ROOM_RATIO: Final = 1.4
"""The height of a single line as a multiple of the text size."""
ROUND: Final = inf
"""The radius of the corners of a ground with round ends."""
DISC_SYMBOL_RATIO: Final = 0.62
"""The size of the symbol in a disc, as a share of the disc."""


class Frame(NamedTuple):
    """Where nodes are made: in a part of a scene, at a place, and in a scroll area or None.

    ``small_text_ratio``: how much larger small text is, where a scene limits the scale of text and buttons.
    """

    part: Part
    place: Place
    scroll_area: ScrollArea | None = None
    small_text_ratio: float = 1.0

    def get_text_size(self, size: float) -> float:
        """Return the size of a text in design pixels."""
        return size * self.small_text_ratio if size < theme.BODY_TEXT_SIZE else size

    def px(self, design: float) -> int:
        """Return a length in design pixels as pixels of this window."""
        return self.place.px(design)


class Node:
    """Something with a size. ``grow``: its share of the room that is left in the row or column that it is in."""

    grow: float = 0
    is_widget = False
    """Whether it is a widget even in a sheet, where all else is painted."""

    def measure_width(self, frame: Frame, room: int) -> int:
        """Return the natural width, at most ``room`` if it can; 0 if the node takes what there is."""
        return 0

    def measure_height(self, frame: Frame, width: int) -> int:
        """Return the natural height at a width."""
        return 0

    def make(self, frame: Frame, rect: pygame.Rect) -> None:
        """Make the widgets in a rectangle."""

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        """Paint the node into a rectangle, as a part of a picture."""


@dataclass
class Space(Node):
    """Empty room of a size, or a share of what is left."""

    size: float = 0
    grow: float = 0

    def measure_width(self, frame: Frame, room: int) -> int:
        return frame.px(self.size)

    def measure_height(self, frame: Frame, width: int) -> int:
        return frame.px(self.size)


class Painted(Node):
    """A node that is painted; among widgets it is a widget of its own. Subclasses measure and `paint` it."""

    def make(self, frame: Frame, rect: pygame.Rect) -> None:
        Picture(self, frame, rect, frame.place)


class Picture(CustomWidget):
    """A widget that shows a painted node."""

    def __init__(self, node: Node, frame: Frame, rect: pygame.Rect, place: Place) -> None:
        self.node, self._frame = node, frame
        super().__init__(rect, place)

    def paint(self, canvas: Canvas) -> None:
        self.node.paint(self._frame, canvas, canvas.rect)


@dataclass
class Divider(Painted):
    """A thin line across; ``gap``: the space above and below it."""

    gap: float = theme.LARGE_GAP

    def measure_height(self, frame: Frame, width: int) -> int:
        return 2 * frame.px(self.gap)

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        color = frame.place.manager.theme.panel_line_color
        canvas.draw_line(color, rect.midleft, rect.midright, max(1, frame.px(1)))


@dataclass
class Symbol(Painted):
    """A symbol of ``assets/symbols``."""

    name: str
    size: float
    color: theme.Color = theme.GOLD

    def measure_width(self, frame: Frame, room: int) -> int:
        return frame.px(self.size)

    def measure_height(self, frame: Frame, width: int) -> int:
        return frame.px(self.size)

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        symbol = render_symbol(self.name, frame.px(self.size), self.color)
        canvas.blit(symbol, symbol.get_rect(center=rect.center))


@dataclass
class Image(Painted):
    """A square image in the middle of its room; ``make_image(size)`` returns it for a width in pixels."""

    make_image: Callable[[int], pygame.Surface]
    size: float = 0

    def measure_width(self, frame: Frame, room: int) -> int:
        return frame.px(self.size)

    def measure_height(self, frame: Frame, width: int) -> int:
        return frame.px(self.size)

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        image = self.make_image(frame.px(self.size) or rect.width)
        canvas.blit(image, image.get_rect(center=rect.center))


@dataclass
class Disc(Painted):
    """A disc with an edge, and with a symbol of ``assets/symbols`` or none; a color that is None is that of panels."""

    size: float
    _: KW_ONLY
    fill_color: theme.Color | None = None
    line_color: theme.Color | None = None
    symbol: str = ""
    symbol_color: theme.Color = theme.INK

    def measure_width(self, frame: Frame, room: int) -> int:
        return frame.px(self.size)

    def measure_height(self, frame: Frame, width: int) -> int:
        return frame.px(self.size)

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        table_theme, size = frame.place.manager.theme, rect.width
        fill_color, line_color = (
            self.fill_color or table_theme.panel_color,
            self.line_color or table_theme.panel_line_color,
        )
        canvas.blit(make_rounded_rect(rect.size, size // 2, fill_color, 255, line_color, max(1, size // 14)), rect)
        if self.symbol:
            symbol = render_symbol(self.symbol, round(size * DISC_SYMBOL_RATIO), self.symbol_color)
            canvas.blit(symbol, symbol.get_rect(center=rect.center))


@dataclass
class Text(Node):
    """A wrapped paragraph; ``is_even``: whether all lines are about as long. With an ``id`` it can be found.

    ``max_lines``: the most lines of a painted text, which is as wide as its longest line and whose last line shrinks;
    ``line_ratio``: the distance of painted lines, in text sizes.
    """

    text: str
    _: KW_ONLY
    id: str = ""
    size: float = theme.BODY_TEXT_SIZE
    color: theme.Color = theme.CREAM
    face: theme.FontFace = "sans"
    align: Align = "left"
    is_even: bool = False
    max_lines: int = 0
    line_ratio: float = theme.LINE_HEIGHT_RATIO
    grow: float = 0

    def wrap(self, frame: Frame, width: int) -> list[str]:
        """Return the lines at a width."""
        if self.max_lines:
            return theme.wrap_to_lines(self.text, self.face, frame.px(self.size), width, self.max_lines)
        wrap = theme.wrap_evenly if self.is_even else theme.wrap_text
        return wrap(self.text, self.face, frame.px(frame.get_text_size(self.size)), width) if self.text else []

    def measure_width(self, frame: Frame, room: int) -> int:
        measure = theme.load_font(self.face, frame.px(frame.get_text_size(self.size))).size
        lines = self.wrap(frame, room) if self.max_lines else self.text.split("\n")
        return min(room, max((measure(line)[0] for line in lines), default=0))

    def measure_height(self, frame: Frame, width: int) -> int:
        return len(self.wrap(frame, width)) * round(frame.px(frame.get_text_size(self.size)) * self.line_ratio)

    def make(self, frame: Frame, rect: pygame.Rect) -> None:
        if not self.text:
            return
        label = TextLabel(
            self.text,
            rect.topleft,
            rect.width,
            frame.place,
            face=self.face,
            size=frame.get_text_size(self.size),
            color=self.color,
            align=self.align,
            is_even=self.is_even,
        )
        if self.id:
            frame.part.named_widgets[self.id] = label

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        lines, size = self.wrap(frame, rect.width), frame.px(frame.get_text_size(self.size))
        draw_lines(canvas, lines, self.face, size, self.color, rect, self.align, self.line_ratio)


@dataclass
class Line(Node):
    """A line of text that shrinks to its room; with an ``id`` it can be found and changed.

    ``min_ratio``: the least share of its size at which it counts as fitting, for `Alternatives`; ``room_ratio``: its
    height in text sizes.
    """

    text: str = ""
    _: KW_ONLY
    id: str = ""
    size: float = theme.BODY_TEXT_SIZE
    color: theme.Color = theme.CREAM
    face: theme.FontFace = "sans"
    align: Align = "left"
    min_ratio: float = 0
    room_ratio: float = LINE_ROOM_RATIO
    grow: float = 0

    def measure_width(self, frame: Frame, room: int) -> int:
        size = frame.px(frame.get_text_size(self.size))
        width = theme.load_font(self.face, size).size(self.text)[0]
        return max(round(width * self.min_ratio), min(room, width))

    def measure_height(self, frame: Frame, width: int) -> int:
        return frame.px(frame.get_text_size(self.size) * self.room_ratio)

    def make(self, frame: Frame, rect: pygame.Rect) -> None:
        label = LineLabel(
            self.text,
            rect,
            frame.place,
            size=frame.get_text_size(self.size),
            color=self.color,
            align=self.align,
            face=self.face,
        )
        if self.id:
            frame.part.named_widgets[self.id] = label

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        draw_fitted_text(
            canvas, self.text, self.face, frame.px(frame.get_text_size(self.size)), self.color, rect, self.align
        )


class Group(Node):
    """Nodes that are arranged in a rectangle."""

    def arrange(self, frame: Frame, rect: pygame.Rect) -> Iterable[tuple[Node, pygame.Rect]]:
        """Return the nodes with their rectangles."""
        raise NotImplementedError

    def make(self, frame: Frame, rect: pygame.Rect) -> None:
        for node, place in self.arrange(frame, rect):
            node.make(frame, place)

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        for node, place in self.arrange(frame, rect):
            if place.colliderect(canvas.rect):
                node.paint(frame, canvas, place)


class Column(Group):
    """Nodes one below the other; those with ``grow`` share the height that the others leave."""

    def __init__(self, *nodes: Node | None, gap: float = 0, grow: float = 0) -> None:
        self.nodes = tuple(node for node in nodes if node is not None)
        self._gap, self.grow = gap, grow

    def measure_width(self, frame: Frame, room: int) -> int:
        return max((node.measure_width(frame, room) for node in self.nodes), default=0)

    def measure_height(self, frame: Frame, width: int) -> int:
        gaps = frame.px(self._gap) * (len(self.nodes) - 1)
        return sum(node.measure_height(frame, width) for node in self.nodes) + max(0, gaps)

    def arrange(self, frame: Frame, rect: pygame.Rect) -> Iterable[tuple[Node, pygame.Rect]]:
        sizes = [0 if node.grow else node.measure_height(frame, rect.width) for node in self.nodes]
        top = rect.top
        for node, height in zip(
            self.nodes, share_room(self.nodes, sizes, frame.px(self._gap), rect.height), strict=True
        ):
            yield node, pygame.Rect(rect.left, top, rect.width, height)
            top += height + frame.px(self._gap)


class Row(Group):
    """Nodes side by side; those with ``grow`` share the width that the others leave.

    ``align``: where they are in the height of the row; "fill": each has that height.
    """

    def __init__(
        self, *nodes: Node | None, gap: float = 0, grow: float = 0, align: Literal["fill", "top", "middle"] = "fill"
    ) -> None:
        self.nodes = tuple(node for node in nodes if node is not None)
        self._gap, self.grow, self._align = gap, grow, align

    def _compute_widths(self, frame: Frame, width: int) -> list[int]:
        gap, sizes = frame.px(self._gap), list[int]()
        room = width - gap * (len(self.nodes) - 1)
        for node in self.nodes:
            rest = max(0, room - sum(sizes))
            sizes.append(0 if node.grow else min(rest, node.measure_width(frame, rest)))
        return share_room(self.nodes, sizes, gap, width)

    def measure_width(self, frame: Frame, room: int) -> int:
        gaps = frame.px(self._gap) * (len(self.nodes) - 1)
        return sum(node.measure_width(frame, room) for node in self.nodes) + max(0, gaps)

    def measure_height(self, frame: Frame, width: int) -> int:
        widths = self._compute_widths(frame, width)
        heights = (node.measure_height(frame, width) for node, width in zip(self.nodes, widths, strict=True))
        return max(heights, default=0)

    def arrange(self, frame: Frame, rect: pygame.Rect) -> Iterable[tuple[Node, pygame.Rect]]:
        left = rect.left
        for node, width in zip(self.nodes, self._compute_widths(frame, rect.width), strict=True):
            height = rect.height if self._align == "fill" else min(rect.height, node.measure_height(frame, width))
            top = rect.top + ((rect.height - height) // 2 if self._align == "middle" else 0)
            yield node, pygame.Rect(left, top, width, height)
            left += width + frame.px(self._gap)


class Layers(Group):
    """Nodes one above the other, each as large as all; the first is the lowest."""

    def __init__(self, *nodes: Node, grow: float = 0) -> None:
        self._nodes, self.grow = nodes, grow

    def measure_width(self, frame: Frame, room: int) -> int:
        return max(node.measure_width(frame, room) for node in self._nodes)

    def measure_height(self, frame: Frame, width: int) -> int:
        return max(node.measure_height(frame, width) for node in self._nodes)

    def arrange(self, frame: Frame, rect: pygame.Rect) -> Iterable[tuple[Node, pygame.Rect]]:
        return [(node, rect) for node in self._nodes]


class Flow(Group):
    """Nodes side by side, each with its natural width, in as many rows as they need; ``is_centered``: each row is."""

    def __init__(self, *nodes: Node, gap: float = theme.GAP, is_centered: bool = False) -> None:
        self._nodes, self._gap, self._is_centered = nodes, gap, is_centered

    def measure_height(self, frame: Frame, width: int) -> int:
        return max((rect.bottom for _node, rect in self.arrange(frame, pygame.Rect(0, 0, width, 0))), default=0)

    def arrange(self, frame: Frame, rect: pygame.Rect) -> Iterable[tuple[Node, pygame.Rect]]:
        gap, (left, top), rows = frame.px(self._gap), rect.topleft, list[list[tuple[Node, pygame.Rect]]]()
        for node in self._nodes:
            width = min(rect.width, node.measure_width(frame, rect.width))
            if not rows or left + width > rect.right:
                top = max((place.bottom + gap for _node, place in rows[-1]), default=top) if rows else top
                left = rect.left
                rows.append([])
            rows[-1].append((node, pygame.Rect(left, top, width, node.measure_height(frame, width))))
            left += width + gap
        for row in rows:
            shift = (rect.right - row[-1][1].right) // 2 if self._is_centered else 0
            yield from ((node, place.move(shift, 0)) for node, place in row)


class Grid(Group):
    """Nodes in equal columns at least ``min_width`` wide, in as few rows as possible and about as many in each.

    With ``grow`` the rows share the height of the grid.
    """

    def __init__(
        self,
        nodes: Sequence[Node],
        min_width: float,
        gap: float = theme.LARGE_GAP,
        max_columns: int = 99,
        grow: float = 0,
    ) -> None:
        self._nodes, self._min_width, self._gap, self._max_columns = nodes, min_width, gap, max_columns
        self.grow = grow

    def _split(self, frame: Frame, width: int) -> Column:
        gap, count = frame.px(self._gap), max(1, len(self._nodes))
        room = (width + gap) // max(1, frame.px(self._min_width) + gap)
        row_count = -(-count // min(count, self._max_columns, max(1, room)))
        columns = -(-count // row_count)
        rows = [list(self._nodes[first : first + columns]) for first in range(0, len(self._nodes), columns)]
        return Column(*(Cells(row, columns, self._gap, self.grow) for row in rows), gap=self._gap)

    def measure_height(self, frame: Frame, width: int) -> int:
        return self._split(frame, width).measure_height(frame, width)

    def arrange(self, frame: Frame, rect: pygame.Rect) -> Iterable[tuple[Node, pygame.Rect]]:
        return self._split(frame, rect.width).arrange(frame, rect)


class Cells(Group):
    """A row of a grid: nodes in the first of equal columns."""

    def __init__(self, nodes: Sequence[Node], columns: int, gap: float, grow: float = 0) -> None:
        self._nodes, self._columns, self._gap, self.grow = nodes, columns, gap, grow

    def measure_width(self, frame: Frame, room: int) -> int:
        width = max((node.measure_width(frame, room) for node in self._nodes), default=0)
        return width * self._columns + frame.px(self._gap) * (self._columns - 1)

    def measure_height(self, frame: Frame, width: int) -> int:
        rects = self.arrange(frame, pygame.Rect(0, 0, width, 0))
        return max(node.measure_height(frame, rect.width) for node, rect in rects)

    def arrange(self, frame: Frame, rect: pygame.Rect) -> Iterable[tuple[Node, pygame.Rect]]:
        gap = frame.px(self._gap)
        for index, node in enumerate(self._nodes):
            left, right = ((rect.width + gap) * edge // self._columns for edge in (index, index + 1))
            yield node, pygame.Rect(rect.left + left, rect.top, right - gap - left, rect.height)


class Alternatives(Group):
    """The first of some nodes that is neither too wide nor too high for its room, else the last."""

    def __init__(self, *nodes: Node, grow: float = 0) -> None:
        self._nodes, self.grow = nodes, grow

    def _choose(self, frame: Frame, width: int, height: float = inf) -> Node:
        for node in self._nodes:
            if node.measure_width(frame, width) <= width and node.measure_height(frame, width) <= height:
                break
        return node

    def measure_width(self, frame: Frame, room: int) -> int:
        return self._choose(frame, room).measure_width(frame, room)

    def measure_height(self, frame: Frame, width: int) -> int:
        return self._choose(frame, width).measure_height(frame, width)

    def arrange(self, frame: Frame, rect: pygame.Rect) -> Iterable[tuple[Node, pygame.Rect]]:
        return [(self._choose(frame, *rect.size), rect)]


@dataclass
class Anchored(Group):
    """A node in its natural size at a side or a corner of its room or in its middle, named as those of `pygame.Rect`.

    A node without a natural width is as wide as its room.
    """

    node: Node
    anchor: str = "center"
    grow: float = 0

    def measure_width(self, frame: Frame, room: int) -> int:
        return self.node.measure_width(frame, room)

    def measure_height(self, frame: Frame, width: int) -> int:
        return self.node.measure_height(frame, width)

    def place(self, frame: Frame, rect: pygame.Rect) -> pygame.Rect:
        """Return the place of the node in a rectangle."""
        width = min(rect.width, self.node.measure_width(frame, rect.width) or rect.width)
        place = pygame.Rect(0, 0, width, min(rect.height, self.node.measure_height(frame, width)))
        setattr(place, self.anchor, getattr(rect, self.anchor))
        return place

    def arrange(self, frame: Frame, rect: pygame.Rect) -> Iterable[tuple[Node, pygame.Rect]]:
        return [(self.node, self.place(frame, rect))]


@dataclass
class Sized(Group):
    """A node with another natural width or height; with ``grow`` these are the most that it takes.

    ``scale``: pixels per design pixel in it, if not those around it.
    """

    node: Node
    _: KW_ONLY
    width: float | None = None
    height: float | None = None
    scale: float = 0
    grow: float = 0

    def _rescale(self, frame: Frame) -> Frame:
        return frame._replace(place=frame.place._replace(scale=self.scale)) if self.scale else frame

    def measure_width(self, frame: Frame, room: int) -> int:
        frame = self._rescale(frame)
        has_width = self.width is not None and not self.grow
        return min(room, frame.px(self.width or 0)) if has_width else self.node.measure_width(frame, room)

    def measure_height(self, frame: Frame, width: int) -> int:
        frame = self._rescale(frame)
        return self.node.measure_height(frame, width) if self.height is None or self.grow else frame.px(self.height)

    def arrange(self, frame: Frame, rect: pygame.Rect) -> Iterable[tuple[Node, pygame.Rect]]:
        width = rect.width if self.width is None else min(rect.width, frame.px(self.width))
        height = rect.height if self.height is None else min(rect.height, frame.px(self.height))
        return [(self.node, pygame.Rect(rect.topleft, (width, height)) if self.grow else rect)]

    def make(self, frame: Frame, rect: pygame.Rect) -> None:
        super().make(self._rescale(frame), rect)

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        super().paint(self._rescale(frame), canvas, rect)


@dataclass
class Rest(Group):
    """A node that takes what the others in its row leave, and needs at least a width there."""

    node: Node
    width: float
    grow: float = 1

    def measure_width(self, frame: Frame, room: int) -> int:
        return frame.px(self.width)

    def measure_height(self, frame: Frame, width: int) -> int:
        return self.node.measure_height(frame, width)

    def arrange(self, frame: Frame, rect: pygame.Rect) -> Iterable[tuple[Node, pygame.Rect]]:
        return [(self.node, rect)]


@dataclass
class Padded(Group):
    """A node with space at its sides, and above and below it: by default the same."""

    node: Node
    _: KW_ONLY
    padding: float = theme.MARGIN
    top: float | None = None
    grow: float = 0

    def _measure_spaces(self, frame: Frame) -> tuple[int, int]:
        return 2 * frame.px(self.padding), 2 * frame.px(self.padding if self.top is None else self.top)

    def measure_width(self, frame: Frame, room: int) -> int:
        side_space, _top_space = self._measure_spaces(frame)
        return self.node.measure_width(frame, room - side_space) + side_space

    def measure_height(self, frame: Frame, width: int) -> int:
        side_space, top_space = self._measure_spaces(frame)
        return self.node.measure_height(frame, width - side_space) + top_space

    def arrange(self, frame: Frame, rect: pygame.Rect) -> Iterable[tuple[Node, pygame.Rect]]:
        side_space, top_space = self._measure_spaces(frame)
        return [(self.node, rect.inflate(-side_space, -top_space))]


class Panel(Padded):
    """A node on a dark panel."""

    def make(self, frame: Frame, rect: pygame.Rect) -> None:
        frame.part.boards.append(rect)
        super().make(frame, rect)


@dataclass(kw_only=True)
class Framed(Padded):
    """A painted node on a ground with round corners; a color that is None is that of panels.

    ``alpha``: the opacity of the ground, 0 to 255; ``line_width``: of its edge, 0 for none; ``radius``: of its corners,
    `ROUND` for round ends.
    """

    fill_color: theme.Color | None = None
    line_color: theme.Color | None = None
    line_width: float = 1.5
    alpha: int = 255
    radius: float = theme.GAP

    def make(self, frame: Frame, rect: pygame.Rect) -> None:
        Picture(self, frame, rect, frame.place)

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        self.paint_ground(frame, canvas, rect)
        super().paint(frame, canvas, rect)

    def paint_ground(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        """Paint the ground."""
        table_theme, radius = frame.place.manager.theme, frame.px(min(self.radius, rect.height))
        fill = rect.size, min(radius, rect.height // 2), self.fill_color or table_theme.panel_color, self.alpha
        line = self.line_color or table_theme.panel_line_color, max(1, frame.px(self.line_width))
        canvas.blit(make_rounded_rect(*fill, *line) if self.line_width else make_rounded_rect(*fill), rect)


class Titled(Column):
    """A painted node below its title, with a thin line between them."""

    def __init__(self, title: str, node: Node) -> None:
        super().__init__(Line(title, face="serif", size=theme.LARGE_TEXT_SIZE), Rule(), node, gap=theme.TINY_GAP)


class Rule(Painted):
    """A thin line across a column."""

    def measure_height(self, frame: Frame, width: int) -> int:
        return max(1, frame.px(1))

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        canvas.fill(frame.place.manager.theme.panel_line_color, rect)


class Scroll(Node):
    """A node in a scroll area, where it is at least as high as the area; of several, the first that fits or the last.

    ``padding``: the space above and below. ``is_page``: whether it fills a page, so that the scroll bar is in the
    margin. ``is_at_end``: whether it begins at its end and stays there while it grows.
    """

    def __init__(
        self,
        name: str,
        *nodes: Node,
        padding: float = PADDING,
        grow: float = 1,
        is_page: bool = False,
        is_at_end: bool = False,
    ) -> None:
        self._name, self._nodes, self._padding, self.grow, self._is_page = name, nodes, padding, grow, is_page
        self._is_at_end = is_at_end

    def measure_height(self, frame: Frame, width: int) -> int:
        inner_width = width - frame.px(BAR_WIDTH + BAR_GAP)
        return self._nodes[0].measure_height(frame, inner_width) + 2 * frame.px(self._padding)

    def make(self, frame: Frame, rect: pygame.Rect) -> None:
        if self._is_page:
            margin = frame.place.manager.window_resolution[0] - rect.right
            bar_room, padding = min(frame.px(BAR_WIDTH + BAR_GAP), margin * 2 // 3), frame.px(self._padding)
            rect = pygame.Rect(rect.left, rect.top - padding, rect.width + bar_room, rect.height + 2 * padding)
        area = ScrollArea(rect, frame.place, self._padding)
        frame.part.add_scroll_area(self._name, area)
        state = frame.part.scroll_states.get(self._name)
        frame.part.end_scroll_area(self._name, self._fill(frame._replace(place=area.place, scroll_area=area), area))
        if self._is_at_end and (state is None or state.is_at_end):
            area.move_to(area.max_offset)

    def _fill(self, frame: Frame, area: ScrollArea) -> int:
        """Make the node in the scroll area, and return its height."""
        room = area.viewport.height - 2 * area.padding
        for node in self._nodes:
            height = node.measure_height(frame, area.width)
            if height <= room:
                break
        height = max(height, room)
        self.fill(frame, area, node, height)
        return height

    def fill(self, frame: Frame, area: ScrollArea, node: Node, height: int) -> None:
        """Make the widgets of the node in the scroll area; ``height``: of the node."""
        node.make(frame, pygame.Rect(0, 0, area.width, height))


class Sheet(Scroll):
    """Nodes that are painted in a scroll area, again after each scroll; buttons and fields among them are made.

    ``has_fades``: whether it fades where the nodes go on.
    """

    def __init__(self, name: str, *nodes: Node, has_fades: bool = True, **options: Any) -> None:
        super().__init__(name, *nodes, **options)
        self._has_fades = has_fades

    def fill(self, frame: Frame, area: ScrollArea, node: Node, height: int) -> None:
        frame.part.sheets.append(PaintedContent(partial(node.paint, frame), height, area, has_fades=self._has_fades))
        for leaf, place in iter_leaves(node, frame, pygame.Rect(0, 0, area.width, height)):
            if leaf.is_widget:
                leaf.make(frame, place)


class Live(Node):
    """A node that is described and painted below the widgets in each frame, since what it shows changes at any time."""

    def __init__(self, describe: Callable[[], Node], grow: float = 0) -> None:
        self._describe, self.grow = describe, grow

    def measure_width(self, frame: Frame, room: int) -> int:
        return self._describe().measure_width(frame, room)

    def measure_height(self, frame: Frame, width: int) -> int:
        return self._describe().measure_height(frame, width)

    def make(self, frame: Frame, rect: pygame.Rect) -> None:
        self._frame, self._rect = frame, rect
        frame.part.paintings.append(lambda canvas: self._describe().paint(frame, canvas, rect))

    def arrange(self) -> Iterable[tuple[Node, pygame.Rect]]:
        """Return the nodes of the group that is described, with their places in the window; the node must be made."""
        node = self._describe()
        return node.arrange(self._frame, self._rect) if isinstance(node, Group) else ()


class Section(Node):
    """A part of a page, of which ``describe`` is called again when the page calls `recompose` with its name.

    If its height changes then, the section around it is described and made again.
    """

    def __init__(self, name: str, describe: Callable[[], Node], grow: float = 0) -> None:
        self._name, self._describe, self.grow = name, describe, grow
        self._node: Node | None = None

    @property
    def _described(self) -> Node:
        self._node = self._node or self._describe()
        return self._node

    def measure_width(self, frame: Frame, room: int) -> int:
        return self._described.measure_width(frame, room)

    def measure_height(self, frame: Frame, width: int) -> int:
        return self._described.measure_height(frame, width)

    def make(self, frame: Frame, rect: pygame.Rect) -> None:
        height = self.measure_height(frame, rect.width)

        def is_outgrown() -> bool:
            self._node = None
            return not self.grow and self.measure_height(frame, rect.width) != height

        def make_node(part: Part) -> None:
            node, self._node = self._described, None
            node.make(frame._replace(part=part), rect)

        frame.part.add_part(self._name, make_node, is_outgrown)


def make_paint_frame(place: Place) -> Frame:
    """Return a frame for nodes that are only measured and painted."""
    return Frame(Part("", place.manager, Focus(), lambda: None), place)


def iter_leaves(node: Node, frame: Frame, rect: pygame.Rect) -> Iterator[tuple[Node, pygame.Rect]]:
    """Yield the nodes in a node that are no groups, each with its place."""
    if not isinstance(node, Group):
        yield node, rect
        return
    for part, place in node.arrange(frame, rect):
        yield from iter_leaves(part, frame, place)


def share_room(nodes: Sequence[Node], sizes: Sequence[int], gap: int, room: int) -> list[int]:
    """Return the sizes of nodes along a row or column: those that grow share what the others and the gaps leave."""
    spare, total = max(0, room - sum(sizes) - gap * (len(nodes) - 1)), sum(node.grow for node in nodes)
    result, grown, done = list(sizes), 0.0, 0
    for index, node in enumerate(nodes):
        if node.grow:
            grown += node.grow
            edge = round(spare * grown / total)
            result[index], done = edge - done, edge
    return result
