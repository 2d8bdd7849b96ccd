"""The nodes of a page: they describe what is on it, measure themselves, and are made or painted in their place.

A node answers how wide it is in a room and how high it is at a width. Then it makes its widgets in a rectangle or, as a
part of a painted picture, paints itself there. Lengths in constructors are design pixels, all others are pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import partial
from math import inf
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import RoundedEnds, draw_rounded_rect
from ui.graphics.symbols import render_symbol
from ui.widgets.base import CustomWidget, Place
from ui.widgets.focus import Focus
from ui.widgets.part import PaintedContent, Part
from ui.widgets.scroll_area import BAR_GAP, BAR_WIDTH, PADDING, ScrollArea

Align: TypeAlias = Literal["left", "centre", "right"]
ROUND: Final = inf
"""The radius of the corners of a ground with round ends."""
LINE_ROOM_RATIO: Final = 1.4
"""The height of a single line as a multiple of the text size."""
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

    def measure_text_size(self, size: float) -> int:
        """Return the size of a text in pixels."""
        return self.px(self.get_text_size(size))

    def px(self, design: float) -> int:
        """Return a length in design pixels as pixels of this window."""
        return self.place.px(design)


class Node:
    """Something with a size. ``grow``: its share of the room that is left in the row or column that it is in."""

    grow: float = 0
    is_widget = False
    """Whether it is a widget even in a sheet, where all else is painted."""

    def measure_width(self, frame: Frame, room: int) -> int:
        """Return the natural width, at most ``room`` if it can; 0 if the node takes the available width."""
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
    """A node that is painted; among widgets it is a widget of its own. Subclasses `paint` it.

    ``width``, ``height``: its natural size in design pixels; 0 takes the available size.
    """

    width: float = 0
    height: float = 0

    def measure_width(self, frame: Frame, room: int) -> int:
        return min(room, frame.px(self.width))

    def measure_height(self, frame: Frame, width: int) -> int:
        return frame.px(self.height)

    def make(self, frame: Frame, rect: pygame.Rect) -> None:
        Picture(self, frame, rect)


@dataclass
class Painter(Painted):
    """A node that a function paints into a rectangle."""

    draw: Callable[[Frame, Canvas, pygame.Rect], object]
    _: KW_ONLY
    width: float = 0
    height: float = 0
    grow: float = 0

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        self.draw(frame, canvas, rect)


class Picture(CustomWidget):
    """A widget that shows a painted node."""

    def __init__(self, node: Node, frame: Frame, rect: pygame.Rect) -> None:
        self.node, self._frame = node, frame
        super().__init__(rect, frame.place)

    def paint(self, canvas: Canvas) -> None:
        self.node.paint(self._frame, canvas, canvas.rect)


@dataclass
class Ground(Painted):
    """A ground with round corners; a color that is None is that of panels.

    ``line_width``: of its edge, 0 for none; ``has_contrast_line``: the edge is twice as wide in high contrast;
    ``alpha``: the opacity, 0 to 255; ``radius``: of the corners, `ROUND` for round ends; ``ends``: whether those at the
    left and at the right are round.
    """

    fill_color: theme.Color | None = None
    line_color: theme.Color | None = None
    _: KW_ONLY
    line_width: float = 1
    has_contrast_line: bool = False
    alpha: int = 255
    radius: float = theme.BUTTON_CORNER_RADIUS
    ends: RoundedEnds = (True, True)
    grow: float = 0

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        colors, radius = frame.place.manager.theme, min(frame.px(min(self.radius, rect.height)), rect.height // 2)
        fill_color, line_color = self.fill_color or colors.panel_color, self.line_color or colors.panel_line_color
        line_width = max(1, frame.px(self.line_width)) if self.line_width else 0
        if self.has_contrast_line and line_width:
            line_width = colors.compute_line_width(line_width)
        draw_rounded_rect(canvas, rect, radius, fill_color, self.alpha, line_color, line_width, self.ends)


def make_symbol(name: str, size: float, color: theme.Color = theme.GOLD) -> Painter:
    """Return a symbol of ``assets/symbols``."""

    def paint(frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        symbol = render_symbol(name, frame.px(size), color)
        canvas.blit(symbol, symbol.get_rect(center=rect.center))

    return Painter(paint, width=size, height=size)


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


def make_disc(
    size: float,
    *,
    fill_color: theme.Color | None = None,
    line_color: theme.Color | None = None,
    symbol: str = "",
    symbol_color: theme.Color = theme.INK,
) -> Painter:
    """Return a disc with an edge, and with a symbol of ``assets/symbols`` or none.

    A color that is None is that of panels.
    """

    def paint(frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        colors, width = frame.place.manager.theme, rect.width
        fill, line = fill_color or colors.panel_color, line_color or colors.panel_line_color
        draw_rounded_rect(canvas, rect, width // 2, fill, 255, line, max(1, width // 14))
        if symbol:
            image = render_symbol(symbol, round(width * DISC_SYMBOL_RATIO), symbol_color)
            canvas.blit(image, image.get_rect(center=rect.center))

    return Painter(paint, width=size, height=size)


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
        return wrap(self.text, self.face, frame.measure_text_size(self.size), width) if self.text else []

    def measure_width(self, frame: Frame, room: int) -> int:
        measure = theme.load_font(self.face, frame.measure_text_size(self.size)).size
        lines = self.wrap(frame, room) if self.max_lines else self.text.split("\n")
        return min(room, max((measure(line)[0] for line in lines), default=0))

    def measure_height(self, frame: Frame, width: int) -> int:
        return len(self.wrap(frame, width)) * round(frame.measure_text_size(self.size) * self.line_ratio)

    def make(self, frame: Frame, rect: pygame.Rect) -> None:
        if self.text:
            frame.part.name_widget(self.id, TextLabel(self, frame, rect))

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        lines, size = self.wrap(frame, rect.width), frame.measure_text_size(self.size)
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
        size = frame.measure_text_size(self.size)
        width = theme.load_font(self.face, size).size(self.text)[0]
        return max(round(width * self.min_ratio), min(room, width))

    def measure_height(self, frame: Frame, width: int) -> int:
        return frame.px(frame.get_text_size(self.size) * self.room_ratio)

    def make(self, frame: Frame, rect: pygame.Rect) -> None:
        frame.part.name_widget(self.id, LineLabel(self, frame, rect))

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        draw_fitted_text(canvas, self.text, self.face, frame.measure_text_size(self.size), self.color, rect, self.align)


@dataclass
class Headline(Painted):
    """A text in the largest of ``sizes`` that takes a line, or from the third size on ``max_lines``.

    The sizes are in design pixels.
    """

    text: str
    sizes: Sequence[float]
    face: theme.FontFace = "serif"
    align: Align = "centre"
    color: theme.Color = theme.CREAM
    has_shadow: bool = False
    max_lines: int = 2
    grow: float = 0

    def _wrap(self, frame: Frame, width: int) -> tuple[int, list[str]]:
        for index, size in enumerate(map(frame.px, self.sizes)):
            lines = theme.wrap_evenly(self.text, self.face, size, width)
            if len(lines) == 1 or (len(lines) <= self.max_lines and index >= 2):
                break
        return size, lines

    def measure_width(self, frame: Frame, room: int) -> int:
        size, lines = self._wrap(frame, room)
        return min(room, max(theme.load_font(self.face, size).size(line)[0] for line in lines))

    def measure_height(self, frame: Frame, width: int) -> int:
        size, lines = self._wrap(frame, width)
        return len(lines) * round(size * theme.LINE_HEIGHT_RATIO)

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        size, lines = self._wrap(frame, rect.width)
        if self.has_shadow:
            ground, shadow_rect = frame.place.manager.theme.panel_color, rect.move(0, max(1, size // 18))
            draw_lines(canvas, lines, self.face, size, ground, shadow_rect, self.align)
        draw_lines(canvas, lines, self.face, size, self.color, rect, self.align)


class TextLabel(Picture):
    """A widget with a paragraph, as high as its ``lines``; ``look``: their face and their size in pixels."""

    def __init__(self, node: Text, frame: Frame, rect: pygame.Rect) -> None:
        self.look, self.lines = (node.face, frame.measure_text_size(node.size)), node.wrap(frame, rect.width)
        super().__init__(node, frame, pygame.Rect(rect.topleft, (rect.width, node.measure_height(frame, rect.width))))

    @property
    def text_width(self) -> int:
        """The width of the longest line, in pixels."""
        return max((theme.load_font(*self.look).size(line)[0] for line in self.lines), default=0)


class LineLabel(Picture):
    """A widget with a line of text that can change."""

    def __init__(self, node: Line, frame: Frame, rect: pygame.Rect) -> None:
        self._line, self.size = node, frame.measure_text_size(node.size)
        super().__init__(node, frame, rect)

    @property
    def text(self) -> str:
        return self._line.text

    def set_text(self, text: str) -> None:
        """Show another text."""
        if text != self.text:
            self._line.text = text
            self.repaint()


class Group(Node):
    """Nodes that are arranged in a rectangle; by default each fills it, the first as the lowest."""

    nodes: Sequence[Node] = ()

    def measure_width(self, frame: Frame, room: int) -> int:
        return max((node.measure_width(frame, room) for node in self.nodes), default=0)

    def measure_height(self, frame: Frame, width: int) -> int:
        return max((node.measure_height(frame, width) for node in self.nodes), default=0)

    def arrange(self, frame: Frame, rect: pygame.Rect) -> Iterable[tuple[Node, pygame.Rect]]:
        """Return the nodes with their rectangles."""
        return [(node, rect) for node in self.nodes]

    def make(self, frame: Frame, rect: pygame.Rect) -> None:
        for node, place in self.arrange(frame, rect):
            node.make(frame, place)

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        for node, place in self.arrange(frame, rect):
            if place.colliderect(canvas.rect):
                node.paint(frame, canvas, place)


@dataclass
class Rule(Painted):
    """A thin line across, or down; ``gap``: the space on both sides of it."""

    gap: float = 0
    is_vertical: bool = False

    def measure_width(self, frame: Frame, room: int) -> int:
        return self._measure_thickness(frame) if self.is_vertical else 0

    def measure_height(self, frame: Frame, width: int) -> int:
        return 0 if self.is_vertical else self._measure_thickness(frame)

    def _measure_thickness(self, frame: Frame) -> int:
        return 2 * frame.px(self.gap) or max(1, frame.px(1))

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        color = frame.place.manager.theme.panel_line_color
        start, end = (rect.midtop, rect.midbottom) if self.is_vertical else (rect.midleft, rect.midright)
        canvas.draw_line(color, start, end, max(1, frame.px(1)))


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
        frame = frame._replace(place=area.place, scroll_area=area)
        room = area.viewport.height - 2 * area.padding
        for node in self._nodes:
            height = max(room, node.measure_height(frame, area.width))
            if height == room:
                break
        state = frame.part.scroll_states.get(self._name)
        frame.part.scroll_areas[self._name] = area
        area.set_height(height)
        if state is not None:
            area.restore(state)
        if self._is_at_end and (state is None or state.is_at_end):
            area.move_to(area.max_offset)
        self.fill(frame, area, node, height)

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
        make_widgets(node, frame, pygame.Rect(0, 0, area.width, height))


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
        height = 0 if self.grow else self.measure_height(frame, rect.width)

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


def make_widgets(node: Node, frame: Frame, rect: pygame.Rect) -> None:
    """Make the widgets in a node of which all else is painted."""
    for leaf, place in iter_leaves(node, frame, rect):
        if leaf.is_widget:
            leaf.make(frame, place)


def place_at(node: Node, frame: Frame, room: int, **point: tuple[float, float]) -> pygame.Rect:
    """Return the place of a node in its natural size, at most ``room`` wide, with a point such as ``center=...``."""
    width = min(room, node.measure_width(frame, room))
    rect = pygame.Rect(0, 0, width, node.measure_height(frame, width))
    ((anchor, (x, y)),) = point.items()
    setattr(rect, anchor, (round(x), round(y)))
    return rect


def place_beside(
    node: Node,
    frame: Frame,
    anchor: pygame.Rect,
    window: pygame.Rect,
    gap: float,
    *,
    is_above: bool = False,
    is_right: bool = False,
) -> pygame.Rect:
    """Return the place of a node below the middle of an anchor, or above it if it fits only there.

    ``gap``: to the anchor and, at least, to the edges of the window, in design pixels; ``is_above``: it is rather
    above; ``is_right``: it ends at the right edge of the anchor.
    """
    distance = frame.px(gap)
    window = window.inflate(-2 * distance, -2 * distance)
    below = place_at(node, frame, window.width, midtop=(anchor.centerx, anchor.bottom + distance))
    below.height = min(below.height, window.height)
    if is_right:
        below.right = anchor.right
    above = below.copy()
    above.bottom = anchor.top - distance
    fits_below, fits_above = below.bottom <= window.bottom, above.top >= window.top
    return (above if fits_above and (is_above or not fits_below) else below).clamp(window)


def iter_leaves(node: Node, frame: Frame, rect: pygame.Rect) -> Iterator[tuple[Node, pygame.Rect]]:
    """Yield the nodes in a node, except groups, each with its place."""
    if not isinstance(node, Group):
        yield node, rect
        return
    for part, place in node.arrange(frame, rect):
        yield from iter_leaves(part, frame, place)


def draw_lines(
    canvas: Canvas, lines: Sequence[str], face: theme.FontFace, size: int, color: theme.Color, rect: pygame.Rect,
    align: Align = "left", line_ratio: float = theme.LINE_HEIGHT_RATIO,
) -> None:  # fmt: skip
    """Draw the lines of a paragraph from the top of a rectangle, without those out of sight.

    ``size``: pixels; ``line_ratio``: the distance of two lines, in text sizes.
    """
    step = round(size * line_ratio)
    for index, line in enumerate(lines):
        top = rect.top + index * step
        if top < canvas.rect.bottom and top + step > canvas.rect.top:
            image = theme.render_fitted_text(line, face, size, color, max(1, rect.width))
            free_width = rect.width - image.get_width()
            left = rect.left + {"left": 0, "centre": free_width // 2, "right": free_width}[align]
            canvas.blit(image, (left, top + (step - image.get_height()) // 2))


def draw_fitted_text(
    canvas: Canvas, text: str, face: theme.FontFace, size: int, color: theme.Color, rect: pygame.Rect,
    align: Align = "left",
) -> pygame.Rect:  # fmt: skip
    """Draw a line of text, shrunk to fit a rectangle and vertically centered, and return its place; ``size``: px."""
    image = theme.render_fitted_text(text, face, size, color, max(1, rect.width))
    position = {"left": rect.midleft, "centre": rect.center, "right": rect.midright}[align]
    anchor = {"left": "midleft", "centre": "center", "right": "midright"}[align]
    text_rect = image.get_rect(**{anchor: position})
    canvas.blit(image, text_rect)
    return text_rect
