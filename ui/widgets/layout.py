"""The arrangement of nodes in rows, columns and grids, on panels and with spaces; see `ui.widgets.nodes`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass
from math import inf
from typing import Final, Literal

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.widgets.nodes import Frame, Ground, Group, Line, Node, Picture, Rule, Space

TABLE_ROW_HEIGHT: Final = 28
FIRST_COLUMN_SHARE: Final = 0.34
"""The share of the table's width that the first column takes; the others share the rest."""


class Column(Group):
    """Nodes one below the other; those with ``grow`` share the height that the others leave."""

    def __init__(self, *nodes: Node | None, gap: float = 0, grow: float = 0) -> None:
        self.nodes = tuple(node for node in nodes if node is not None)
        self._gap, self.grow = gap, grow

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

    ``align``: where they are in the height of the row; "fill": each has that height. ``is_right_first``: whether they
    come in the tab order from the right.
    """

    def __init__(
        self,
        *nodes: Node | None,
        gap: float = 0,
        grow: float = 0,
        align: Literal["fill", "top", "middle"] = "fill",
        is_right_first: bool = False,
    ) -> None:
        self.nodes = tuple(node for node in nodes if node is not None)
        self._gap, self.grow, self._align, self._is_right_first = gap, grow, align, is_right_first
        self._heights: dict[tuple[float, float, int], int] = {}

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
        key = frame.place.scale, frame.small_text_ratio, width
        if key not in self._heights:  # each of the groups around the row asks again
            widths = self._compute_widths(frame, width)
            heights = (node.measure_height(frame, width) for node, width in zip(self.nodes, widths, strict=True))
            self._heights[key] = max(heights, default=0)
        return self._heights[key]

    def arrange(self, frame: Frame, rect: pygame.Rect) -> Iterable[tuple[Node, pygame.Rect]]:
        left, places = rect.left, list[tuple[Node, pygame.Rect]]()
        for node, width in zip(self.nodes, self._compute_widths(frame, rect.width), strict=True):
            height = rect.height if self._align == "fill" else min(rect.height, node.measure_height(frame, width))
            top = rect.top + ((rect.height - height) // 2 if self._align == "middle" else 0)
            places.append((node, pygame.Rect(left, top, width, height)))
            left += width + frame.px(self._gap)
        return places[::-1] if self._is_right_first else places


class Layers(Group):
    """Nodes one above the other, each as large as all; the first is the lowest."""

    def __init__(self, *nodes: Node, grow: float = 0) -> None:
        self.nodes, self.grow = nodes, grow


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

    def choose(self, frame: Frame, width: int, height: float = inf) -> Node:
        """Return the node that is shown in a room of this size, in pixels."""
        for node in self._nodes:
            if node.measure_width(frame, width) <= width and node.measure_height(frame, width) <= height:
                break
        return node

    def measure_width(self, frame: Frame, room: int) -> int:
        return self.choose(frame, room).measure_width(frame, room)

    def measure_height(self, frame: Frame, width: int) -> int:
        return self.choose(frame, width).measure_height(frame, width)

    def arrange(self, frame: Frame, rect: pygame.Rect) -> Iterable[tuple[Node, pygame.Rect]]:
        return [(self.choose(frame, *rect.size), rect)]


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
class Anchored(Group):
    """A node in its natural size at a side or a corner of its room or in its middle, named as those of `pygame.Rect`.

    Of alternatives it has the size of the one for which there is room. A node without a natural width is as wide as its
    room. ``margin``: the space to the edges of the room.
    """

    node: Node
    anchor: str = "center"
    margin: float = 0
    grow: float = 0

    def measure_width(self, frame: Frame, room: int) -> int:
        return self.node.measure_width(frame, room)

    def measure_height(self, frame: Frame, width: int) -> int:
        return self.node.measure_height(frame, width)

    def place(self, frame: Frame, rect: pygame.Rect) -> pygame.Rect:
        """Return the place of the node in a rectangle."""
        margin = frame.px(self.margin)
        rect = rect.inflate(-2 * margin, -2 * margin)
        node = self.node.choose(frame, *rect.size) if isinstance(self.node, Alternatives) else self.node
        width = min(rect.width, node.measure_width(frame, rect.width) or rect.width)
        place = pygame.Rect(0, 0, width, min(rect.height, node.measure_height(frame, width)))
        setattr(place, self.anchor, getattr(rect, self.anchor))
        return place

    def arrange(self, frame: Frame, rect: pygame.Rect) -> Iterable[tuple[Node, pygame.Rect]]:
        return [(self.node, self.place(frame, rect))]


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
        Picture(self, frame, rect)

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        self.paint_ground(frame, canvas, rect)
        super().paint(frame, canvas, rect)

    def paint_ground(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        ground = Ground(self.fill_color, self.line_color, line_width=self.line_width, alpha=self.alpha)
        ground.radius = self.radius
        ground.paint(frame, canvas, rect)


def make_panel(node: Node, grow: float = 0, top: float = theme.LARGE_GAP) -> Node:
    """Return a node on a panel that scrolls with it. ``top``: the space above and below the node."""
    return Layers(Ground(line_width=1.5, radius=theme.GAP), Padded(node, top=top), grow=grow)


def make_titled(title: str, node: Node) -> Node:
    """Return a painted node below its title, with a thin line between them."""
    return Column(Line(title, face="serif", size=theme.LARGE_TEXT_SIZE), Rule(), node, gap=theme.TINY_GAP)


def make_fitting(describe: Callable[[int], Node], max_size: int, min_size: int, grow: float = 0) -> Node:
    """Return what ``describe`` returns for the largest text size at which it fits, else for the smallest."""
    return Alternatives(*map(describe, range(max_size, min_size - 1, -1)), grow=grow)


def describe_table(
    header: Sequence[str], rows: Sequence[Sequence[str]], total_rows: frozenset[int] = frozenset()
) -> Node:
    """Return a table; the rows with an index in ``total_rows`` sum up others, and are bold."""
    names = Layers(_describe_table_row(header, "sans", theme.MUTED), Column(Space(grow=1), Rule()))
    figures = [_describe_table_row(row, "bold" if index in total_rows else "sans") for index, row in enumerate(rows)]
    return Column(*(Sized(row, height=TABLE_ROW_HEIGHT) for row in (names, *figures)))


def _describe_table_row(row: Sequence[str], face: theme.FontFace, color: theme.Color = theme.CREAM) -> Node:
    size, share = theme.SMALL_TEXT_SIZE, (1 - FIRST_COLUMN_SHARE) / max(1, len(row) - 1)
    figures = (Line(text, face=face, size=size, color=color, align="right", grow=share) for text in row[1:])
    return Row(Line(row[0], face=face, size=size, color=color, grow=FIRST_COLUMN_SHARE), *figures, gap=theme.SMALL_GAP)


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
