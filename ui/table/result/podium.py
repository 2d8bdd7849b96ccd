"""The end of a match: a podium, on which those who are level share a step, and the curve of the match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin
from typing import Final, TypeAlias

import pygame

from game.match.observation import Observation
from game.text.formatting import format_number
from game.text.gettext import _
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import make_rounded_rect
from ui.table.overlays.content_layout import (
    draw_fitted_text,
    get_result_color,
    make_tick_or_cross,
    scale_small_text,
)
from ui.table.overlays.score_table import compute_running_totals

STEP_HEIGHTS: Final = (92, 62, 38)
"""Heights of the first three steps, in design pixels; whoever comes after stands on the floor."""
FLOOR_HEIGHT: Final = 14
PORTRAIT_SIZE: Final = 66
NAME_HEIGHT: Final = 22
PODIUM_HEIGHT: Final = 250
CURVE_HEIGHT: Final = 250
CURVE_SUPERSAMPLING: Final = 3
"""So many times larger is the curve drawn, to be scaled down smoothly."""
MAX_LABEL_WIDTH: Final = 150
Point: TypeAlias = tuple[float, float]


def compute_ranks(observation: Observation, is_counting_down: bool) -> tuple[tuple[int, ...], ...]:
    """The seats by their place at the end, those who are level together, the winners first."""
    totals = sorted(set(observation.totals), reverse=not is_counting_down)
    other_groups = [
        tuple(
            seat
            for seat in range(observation.seats)
            if observation.totals[seat] == total and seat not in observation.winners
        )
        for total in totals
    ]
    return tuple(group for group in (observation.winners, *other_groups) if group)


class Podium:
    """Portraits on steps, the winners in the middle."""

    def __init__(
        self,
        context: AppContext,
        observation: Observation,
        names: Sequence[str],
        portrait_numbers: Sequence[int],
        is_counting_down: bool,
    ) -> None:
        self._context = context
        self._observation = observation
        self._names = names
        self._portrait_numbers = portrait_numbers
        self._ranks = compute_ranks(observation, is_counting_down)

    def compute_height(self, width: int) -> int:
        return self._context.px(PODIUM_HEIGHT)

    def _get_display_order(self) -> list[int]:
        """The places from left to right: the second, the first, the third, then the others."""
        ranks = list(range(len(self._ranks)))
        return [1, 0, *ranks[2:]] if len(ranks) > 1 else ranks

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        gap, left = self._context.px(6), rect.x
        step = (rect.width - gap * (len(self._ranks) - 1)) // self._observation.seats
        for rank in self._get_display_order():
            width = step * len(self._ranks[rank])
            self._draw_step(canvas, pygame.Rect(left, rect.y, width, rect.height), rank)
            left += width + gap

    def _draw_step(self, canvas: Canvas, area: pygame.Rect, rank: int) -> None:
        px, group = self._context.px, self._ranks[rank]
        step_height = px(STEP_HEIGHTS[rank] if rank < len(STEP_HEIGHTS) else FLOOR_HEIGHT)
        block_rect = pygame.Rect(area.x, area.bottom - step_height, area.width, step_height)
        color = theme.WOOD_LIGHT if rank == 0 and not self._context.theme.is_high_contrast else theme.WOOD
        step_image = make_rounded_rect((block_rect.width, block_rect.height + px(8)), px(8), color)
        canvas.blit(step_image, block_rect, (0, 0, *block_rect.size))
        if rank < len(STEP_HEIGHTS):
            draw_fitted_text(
                canvas, str(rank + 1), "serif", px(theme.TITLE_TEXT_SIZE - 6 * rank), theme.CREAM, block_rect, "centre"
            )
        person_width = area.width // len(group)
        for index, seat in enumerate(group):
            self._draw_person(
                canvas,
                pygame.Rect(area.x + index * person_width, area.y, person_width, block_rect.y - area.y),
                seat,
                rank == 0,
            )

    def _draw_person(self, canvas: Canvas, area: pygame.Rect, seat: int, is_first: bool) -> None:
        px, is_winner = self._context.px, seat in self._observation.winners
        size = min(px(PORTRAIT_SIZE if is_first else PORTRAIT_SIZE - 12), area.width - px(6))
        total_rect = pygame.Rect(area.x, area.bottom - px(NAME_HEIGHT + 2), area.width, px(NAME_HEIGHT))
        name_rect = total_rect.move(0, -px(NAME_HEIGHT))
        draw_fitted_text(
            canvas,
            format_number(self._observation.totals[seat]),
            "bold",
            px(theme.BODY_TEXT_SIZE),
            theme.CREAM,
            total_rect,
            "centre",
        )
        text_rect = name_rect.inflate(-px(8), 0)
        draw_fitted_text(
            canvas,
            self._names[seat],
            "bold",
            px(theme.BODY_TEXT_SIZE),
            get_result_color(True if is_winner else None),
            text_rect,
            "centre",
        )
        portrait = self._context.scene_card_images.get_portrait(self._portrait_numbers[seat], size)
        portrait_rect = portrait.get_rect(midbottom=(area.centerx, name_rect.y - px(3)))
        canvas.blit(portrait, portrait_rect)
        if is_winner:
            icon = make_tick_or_cross(px(22), True)
            canvas.blit(icon, icon.get_rect(midbottom=(area.centerx, portrait_rect.y - px(2))))


class ScoreCurve:
    """Where everybody stood after each deal, as lines with a name at each end."""

    def __init__(self, context: AppContext, observation: Observation, names: Sequence[str]) -> None:
        self._context = context
        self._running_totals = compute_running_totals(observation)
        self._names = names
        self._image: pygame.Surface | None = None

    def compute_height(self, width: int) -> int:
        return self._context.px(CURVE_HEIGHT)

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        px = self._context.px
        label_width = min(px(MAX_LABEL_WIDTH), rect.width // 3)
        scale_rect = pygame.Rect(rect.x, rect.y, px(40), rect.height)
        chart_rect = pygame.Rect(
            scale_rect.right + px(6), rect.y + px(10), rect.width - scale_rect.width - label_width - px(22), 0
        )
        chart_rect.height = rect.height - px(38)
        values = [value for label_rect in self._running_totals for value in label_rect]
        min_total, max_total = min(values), max(values)
        max_total += max_total == min_total

        def get_y(value: int) -> float:
            return chart_rect.bottom - (value - min_total) * chart_rect.height / (max_total - min_total)

        min_distance = (max_total - min_total) * px(18) / max(1, chart_rect.height)
        zero_line = (0,) if min_total + min_distance < 0 < max_total - min_distance else ()
        for value in (max_total, min_total, *zero_line):
            y = round(get_y(value))
            canvas.draw_line(
                self._context.theme.panel_line_color, (chart_rect.x, y), (chart_rect.right, y), max(1, px(1))
            )
            label_rect = pygame.Rect(scale_rect.x, y - px(12), scale_rect.width, px(24))
            draw_fitted_text(
                canvas,
                format_number(value),
                "sans",
                scale_small_text(self._context),
                theme.MUTED,
                label_rect,
                "right",
            )
        footer_rect = pygame.Rect(chart_rect.x, chart_rect.bottom + px(6), chart_rect.width, px(20))
        draw_fitted_text(
            canvas, _("deals"), "sans", scale_small_text(self._context), theme.MUTED, footer_rect, "centre"
        )
        draw_fitted_text(
            canvas,
            str(len(self._running_totals) - 1),
            "sans",
            scale_small_text(self._context),
            theme.MUTED,
            footer_rect,
            "right",
        )
        x_step = chart_rect.width / max(1, len(self._running_totals) - 1)
        paths = [
            tuple(
                (chart_rect.x + index * x_step, get_y(label_rect[seat]))
                for index, label_rect in enumerate(self._running_totals)
            )
            for seat in range(len(self._names))
        ]
        self._draw_lines(canvas, rect, paths)
        self._draw_end_labels(canvas, rect, chart_rect.right + px(14), [path[-1][1] for path in paths])

    def _draw_lines(self, canvas: Canvas, rect: pygame.Rect, paths: Sequence[tuple[Point, ...]]) -> None:
        if self._image is None or self._image.get_size() != rect.size:
            self._image = self._render_lines(rect, paths)
        canvas.blit(self._image, rect)

    def _render_lines(self, rect: pygame.Rect, paths: Sequence[tuple[Point, ...]]) -> pygame.Surface:
        large_image = pygame.Surface(
            (rect.width * CURVE_SUPERSAMPLING, rect.height * CURVE_SUPERSAMPLING), pygame.SRCALPHA
        )
        large_image.fill((*pygame.Color(self._context.theme.panel_color)[:3], 0))
        line_width = max(2, round(self._context.px(2.4) * CURVE_SUPERSAMPLING))
        has_all_markers = len(self._running_totals) <= 24
        for seat, path in enumerate(paths):
            points = [((x - rect.x) * CURVE_SUPERSAMPLING, (y - rect.y) * CURVE_SUPERSAMPLING) for x, y in path]
            color = theme.CHART_LINE_COLORS[seat % len(theme.CHART_LINE_COLORS)]
            for start, end in pairwise(points):
                pygame.draw.line(large_image, color, start, end, line_width)
                pygame.draw.circle(large_image, color, end, line_width / 2)
            for point in points if has_all_markers else points[-1:]:
                draw_marker(large_image, seat, point, line_width * 2.1, self._context.theme.panel_color)
        return pygame.transform.smoothscale(large_image, rect.size)

    def _draw_end_labels(self, canvas: Canvas, rect: pygame.Rect, left: int, end_ys: Sequence[float]) -> None:
        """The names at the ends of the lines, moved apart where lines end together."""
        px = self._context.px
        tops = spread_labels(end_ys, px(21), rect.y + px(10), rect.bottom - px(12))
        for seat, (name, y) in enumerate(zip(self._names, tops, strict=True)):
            color = theme.CHART_LINE_COLORS[seat % len(theme.CHART_LINE_COLORS)]
            marker = _make_legend_marker(seat, px(14), self._context.theme.panel_color)
            canvas.blit(marker, marker.get_rect(midleft=(left, round(y))))
            text_rect = pygame.Rect(left + px(20), round(y) - px(10), rect.right - left - px(20), px(20))
            draw_fitted_text(canvas, name, "bold", scale_small_text(self._context), color, text_rect)


def spread_labels(preferred_positions: Sequence[float], min_distance: float, top: float, bottom: float) -> list[float]:
    """The places, at least ``min_distance`` from one another and between ``top`` and ``bottom``, in the same order."""
    order = sorted(range(len(preferred_positions)), key=lambda index: preferred_positions[index])
    min_distance = min(min_distance, (bottom - top) / max(1, len(preferred_positions) - 1))
    positions, y = [0.0] * len(preferred_positions), top - min_distance
    for index in order:
        y = positions[index] = max(preferred_positions[index], y + min_distance)
    y = bottom + min_distance
    for index in reversed(order):
        y = positions[index] = min(positions[index], y - min_distance)
    return positions


def _make_polygon(corner_count: int, rotation: float) -> Callable[[Point, float], list[Point]]:
    def compute_points(center: Point, size: float) -> list[Point]:
        angles = (rotation + 2 * pi * index / corner_count for index in range(corner_count))
        return [(center[0] + size * sin(angle), center[1] - size * cos(angle)) for angle in angles]

    return compute_points


MARKER_SHAPES: Final = (
    _make_polygon(24, 0),
    _make_polygon(4, pi / 4),
    _make_polygon(3, 0),
    _make_polygon(4, 0),
    _make_polygon(3, pi),
    _make_polygon(6, 0),
)
"""What the lines are told apart by besides their colours."""


def draw_marker(surface: pygame.Surface, seat: int, center: Point, size: float, background_color: theme.Color) -> None:
    """The shape of a seat's line, ``size`` pixels from its middle to its corners."""
    shape = MARKER_SHAPES[seat % len(MARKER_SHAPES)]
    pygame.draw.polygon(surface, background_color, shape(center, size * 1.35))
    pygame.draw.polygon(surface, theme.CHART_LINE_COLORS[seat % len(theme.CHART_LINE_COLORS)], shape(center, size))


@lru_cache(maxsize=32)
def _make_legend_marker(seat: int, size: int, background_color: theme.Color) -> pygame.Surface:
    large_image = pygame.Surface((size * CURVE_SUPERSAMPLING, size * CURVE_SUPERSAMPLING), pygame.SRCALPHA)
    large_image.fill((*pygame.Color(background_color)[:3], 0))
    draw_marker(
        large_image,
        seat,
        (size * CURVE_SUPERSAMPLING / 2, size * CURVE_SUPERSAMPLING / 2),
        size * CURVE_SUPERSAMPLING * 0.36,
        background_color,
    )
    return pygame.transform.smoothscale(large_image, (size, size))
