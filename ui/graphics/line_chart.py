"""Line charts, painted with smooth lines."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin
from typing import Final, NamedTuple, TypeAlias

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas

SUPERSAMPLING: Final = 3
"""The factor by which lines are drawn larger before they are scaled down, for smooth edges."""
CHART_HEIGHT: Final = 150
"""The height of a chart, in design pixels."""
LEFT_MARGIN: Final = 52
BOTTOM_MARGIN: Final = 24
TOP_MARGIN: Final = 10
RIGHT_MARGIN: Final = 10
"""The margins around the plot, in design pixels; the texts of the axes are on the left and below."""
MAX_LABEL_WIDTH: Final = 150
LABEL_HEIGHT: Final = 21
"""The size of the label at the end of a line, in design pixels."""
MARKER_SHAPES: Final = ((4, pi / 4), (24, 0.0), (3, 0.0), (4, 0.0), (3, pi), (6, 0.0))
"""The number of corners and the rotation of the points of each line, which differ not only in their color."""
BADGE_SIZE: Final = 28
"""The width of the badge of a point, in design pixels."""
AREA_ALPHA: Final = 34
"""The opacity of the area below a line, 0 to 255."""
Point: TypeAlias = tuple[float, float]


class ChartPoint(NamedTuple):
    """A point at ``y_value``, None where the line has a gap.

    ``start``: where the line from the point before ends, if it is not at ``y_value``: from there it goes straight down;
    ``badge``: a sign in a circle that is shown in its place, or ""; ``is_line_start``: no line leads to it from the
    point before.
    """

    y_value: float | None
    badge: str = ""
    is_line_start: bool = False
    start: float | None = None


class ChartLine(NamedTuple):
    """A line of ``points`` from left to right.

    ``style``: the index of its color and marker shape. ``label``: the text at its end, or "". ``is_area``: it has a
    filled area below it in place of markers at its points.
    """

    points: Sequence[ChartPoint]
    style: int = 0
    label: str = ""
    is_area: bool = False


class AxisTick(NamedTuple):
    """A text at an axis, and its position: a value, or the index of a point."""

    position: float
    label: str


class LineChart:
    """Lines between the least and the greatest of ``value_range``, with texts at the axes.

    ``height`` in design pixels; ``text_size`` in pixels. Without points it has axes only.
    """

    def __init__(
        self, ui_scale: float, table_theme: theme.Theme, lines: Sequence[ChartLine],
        value_range: tuple[float, float], y_ticks: Sequence[AxisTick], x_ticks: Sequence[AxisTick],
        *, height: int = CHART_HEIGHT, text_size: int = 0,
    ) -> None:  # fmt: skip
        self.lines = tuple(lines)
        self.point_count = max((len(line.points) for line in lines), default=0)
        self._ui_scale = ui_scale
        self._theme = table_theme
        self._value_range = value_range
        self._y_ticks = tuple(y_ticks)
        self.x_ticks = tuple(x_ticks)
        self.height = height
        self._text_size = text_size or self._px(theme.SMALL_TEXT_SIZE)
        self._image_by_place = dict[tuple[tuple[int, int], int], pygame.Surface]()

    def _px(self, design: float) -> int:
        return round(design * self._ui_scale)

    def get_share(self, y_value: float) -> float:
        """Return the position of a value in the value range, 0 for the least and 1 for the greatest."""
        min_value, max_value = self._value_range
        return (y_value - min_value) / ((max_value - min_value) or 1.0)

    def compute_plot_rect(self, rect: pygame.Rect) -> pygame.Rect:
        """Return the part of ``rect`` in which the lines are drawn; all rectangles are in pixels."""
        px = self._px
        label_width = min(px(MAX_LABEL_WIDTH), rect.width // 3) if any(line.label for line in self.lines) else 0
        width = rect.width - px(LEFT_MARGIN) - px(RIGHT_MARGIN) - label_width
        height = rect.height - px(TOP_MARGIN) - px(BOTTOM_MARGIN)
        return pygame.Rect(rect.x + px(LEFT_MARGIN), rect.y + px(TOP_MARGIN), max(1, width), max(1, height))

    def get_x(self, plot_rect: pygame.Rect, index: float) -> float:
        """Return the x coordinate of a point, or of a position between two points, in pixels."""
        return plot_rect.x + plot_rect.width * (index + 0.5) / max(1, self.point_count)

    def _get_y(self, plot_rect: pygame.Rect, y_value: float) -> float:
        return plot_rect.bottom - plot_rect.height * self.get_share(y_value)

    def paint(self, canvas: Canvas, rect: pygame.Rect, selected_index: int = -1) -> None:
        """Paint the chart into ``rect``, with a vertical line through the selected point if there is one."""
        self._paint_axes(canvas, rect)
        if self.point_count:
            key = (rect.size, selected_index)
            if key not in self._image_by_place:
                self._image_by_place = {key: self._render_lines(rect.size, selected_index)}
            canvas.blit(self._image_by_place[key], rect)
            self._paint_labels(canvas, rect)
            self._paint_badges(canvas, rect)

    def _paint_badges(self, canvas: Canvas, rect: pygame.Rect) -> None:
        plot_rect, radius = self.compute_plot_rect(rect), self._px(BADGE_SIZE) // 2
        for line in self.lines:
            for index, point in enumerate(line.points):
                if point.badge:
                    y = plot_rect.bottom if point.y_value is None else self._get_y(plot_rect, point.y_value)
                    y = min(max(y, plot_rect.top + radius), plot_rect.bottom - radius)
                    center = round(self.get_x(plot_rect, index)), round(y)
                    canvas.draw_aacircle(self._theme.panel_color, center, radius + self._px(2))
                    draw_badge(canvas, point.badge, center, 2 * radius)

    def _paint_axes(self, canvas: Canvas, rect: pygame.Rect) -> None:
        px, plot_rect = self._px, self.compute_plot_rect(rect)
        for y_value, label in self._y_ticks:
            y = round(self._get_y(plot_rect, y_value))
            canvas.draw_line(self._theme.panel_line_color, (plot_rect.x, y), (plot_rect.right, y), max(1, px(1)))
            image = theme.render_fitted_text(label, "sans", self._text_size, theme.MUTED, px(LEFT_MARGIN - 8))
            canvas.blit(image, image.get_rect(midright=(plot_rect.x - px(8), y)))
        used_right = float(rect.x)
        for position, label in self.x_ticks:
            image = theme.render_text(label, "sans", self._text_size, theme.MUTED)
            text_rect = image.get_rect(midtop=(round(self.get_x(plot_rect, position)), plot_rect.bottom + px(3)))
            text_rect.clamp_ip(rect)
            if text_rect.left >= used_right:
                canvas.blit(image, text_rect)
                used_right = text_rect.right + px(8)

    def _paint_labels(self, canvas: Canvas, rect: pygame.Rect) -> None:
        """Paint the labels at the ends of the lines, moved apart where lines end close together."""
        px, plot_rect = self._px, self.compute_plot_rect(rect)
        named_lines = [line for line in self.lines if line.label]
        end_ys = [self._get_y(plot_rect, line.points[-1].y_value or 0.0) for line in named_lines]
        left = plot_rect.right + px(RIGHT_MARGIN)
        for line, y in zip(
            named_lines,
            spread_labels(end_ys, px(LABEL_HEIGHT), rect.y + px(LABEL_HEIGHT / 2), rect.bottom - px(LABEL_HEIGHT / 2)),
            strict=True,
        ):
            marker = _make_legend_marker(line.style, px(14), self._theme.panel_color)
            canvas.blit(marker, marker.get_rect(midleft=(left, round(y))))
            width = max(1, rect.right - left - px(20))
            image = theme.render_fitted_text(line.label, "bold", self._text_size, _get_color(line.style), width)
            canvas.blit(image, image.get_rect(midleft=(left + px(20), round(y))))

    # -- lines, drawn larger and scaled down

    def _render_lines(self, size: tuple[int, int], selected_index: int) -> pygame.Surface:
        image = pygame.Surface((size[0] * SUPERSAMPLING, size[1] * SUPERSAMPLING), pygame.SRCALPHA)
        image.fill((*pygame.Color(self._theme.panel_color)[:3], 0))
        plot_rect = self.compute_plot_rect(pygame.Rect((0, 0), size))
        radius = max(1.5, min(self._px(5), plot_rect.width / max(1, self.point_count) * 0.45)) * SUPERSAMPLING
        if 0 <= selected_index < self.point_count:
            x = self.get_x(plot_rect, selected_index) * SUPERSAMPLING
            top, bottom = plot_rect.top * SUPERSAMPLING, plot_rect.bottom * SUPERSAMPLING
            pygame.draw.line(image, theme.GOLD, (x, top), (x, bottom), max(1, self._px(1)) * SUPERSAMPLING)
            y_value = self.lines[0].points[selected_index].y_value
            if y_value is not None:
                y = self._get_y(plot_rect, y_value) * SUPERSAMPLING
                pygame.draw.circle(image, theme.GOLD, (x, y), radius * 1.6, max(2, round(radius / 2.5)))
        for line in sorted(self.lines, key=lambda line: not line.is_area):  # an area would cover the lines
            self._draw_line(image, plot_rect, line, radius)
        return pygame.transform.smoothscale(image, size)

    def _draw_line(self, image: pygame.Surface, plot_rect: pygame.Rect, line: ChartLine, radius: float) -> None:
        color, line_width = _get_color(line.style), max(2, round(self._px(2.4) * SUPERSAMPLING))
        positions = [
            (
                self.get_x(plot_rect, index) * SUPERSAMPLING,
                self._get_y(plot_rect, point.y_value or 0.0) * SUPERSAMPLING,
            )
            for index, point in enumerate(line.points)
        ]
        arrivals = [
            (x, y if point.start is None else self._get_y(plot_rect, point.start) * SUPERSAMPLING)
            for (x, y), point in zip(positions, line.points, strict=True)
        ]
        segments = [
            (start, end)
            for start, end, (previous, point) in zip(positions, arrivals[1:], pairwise(line.points), strict=False)
            if not point.is_line_start and previous.y_value is not None and point.y_value is not None
        ]
        drops = [
            (arrival, position) for arrival, position in zip(arrivals, positions, strict=True) if arrival != position
        ]
        bottom, fill_color = plot_rect.bottom * SUPERSAMPLING, (*pygame.Color(color)[:3], AREA_ALPHA)
        for start, end in segments if line.is_area else ():
            pygame.draw.polygon(image, fill_color, (start, end, (end[0], bottom), (start[0], bottom)))
        for start, end in segments:
            pygame.draw.line(image, color, start, end, line_width)
            pygame.draw.circle(image, color, end, line_width / 2)
        for start, end in drops:
            pygame.draw.line(image, theme.RED_LIGHT, start, end, line_width)
        for center, point in zip(positions, line.points, strict=True):
            if point.y_value is not None and not line.is_area:
                draw_marker(image, line.style, center, radius * 0.8, self._theme.panel_color)


def spread_labels(preferred_positions: Sequence[float], min_distance: float, top: float, bottom: float) -> list[float]:
    """Return positions near the preferred ones, in the same order, between ``top`` and ``bottom``.

    They are at least ``min_distance`` apart, or as far as the room allows.
    """
    order = sorted(range(len(preferred_positions)), key=lambda index: preferred_positions[index])
    min_distance = min(min_distance, (bottom - top) / max(1, len(preferred_positions) - 1))
    positions, y = [0.0] * len(preferred_positions), top - min_distance
    for index in order:
        y = positions[index] = max(preferred_positions[index], y + min_distance)
    y = bottom + min_distance
    for index in reversed(order):
        y = positions[index] = min(positions[index], y - min_distance)
    return positions


def draw_marker(image: pygame.Surface, style: int, center: Point, size: float, background_color: theme.Color) -> None:
    """Draw the point of a line, ``size`` pixels from its middle to its corners."""
    shape = style % len(MARKER_SHAPES)
    pygame.draw.polygon(image, background_color, _compute_corners(shape, center, size * 1.35))
    pygame.draw.polygon(image, _get_color(style), _compute_corners(shape, center, size))


def draw_badge(canvas: Canvas, sign: str, center: tuple[int, int], size: int) -> None:
    """Draw a sign in a circle of the color of losses, ``size`` pixels wide."""
    canvas.draw_aacircle(theme.RED_LIGHT, center, size // 2)
    image = theme.render_text(sign, "bold", size * 4 // 7, theme.INK)
    canvas.blit(image, image.get_rect(center=center))


def _get_color(style: int) -> theme.Color:
    return theme.CHART_LINE_COLORS[style % len(theme.CHART_LINE_COLORS)]


def _compute_corners(shape: int, center: Point, size: float) -> list[Point]:
    corner_count, rotation = MARKER_SHAPES[shape]
    angles = (rotation + 2 * pi * index / corner_count for index in range(corner_count))
    return [(center[0] + size * sin(angle), center[1] - size * cos(angle)) for angle in angles]


@lru_cache(maxsize=32)
def _make_legend_marker(style: int, size: int, background_color: theme.Color) -> pygame.Surface:
    large_size = size * SUPERSAMPLING
    image = pygame.Surface((large_size, large_size), pygame.SRCALPHA)
    image.fill((*pygame.Color(background_color)[:3], 0))
    draw_marker(image, style, (large_size / 2, large_size / 2), large_size * 0.36, background_color)
    return pygame.transform.smoothscale(image, (size, size))
