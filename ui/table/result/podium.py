"""The end of a match: a podium, and a chart of the totals.

Players with equal totals share a step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

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
from ui.widgets.line_chart import AxisTick, ChartLine, ChartPoint, LineChart

STEP_HEIGHTS: Final = (92, 62, 38)
"""The heights of the first three steps, in design pixels; others are on the floor."""
FLOOR_HEIGHT: Final = 14
PORTRAIT_SIZE: Final = 66
NAME_HEIGHT: Final = 22
PODIUM_HEIGHT: Final = 250
CURVE_HEIGHT: Final = 250
MIN_TICK_DISTANCE: Final = 22
"""The least distance between texts at the axis of the chart, in design pixels."""


def compute_ranks(observation: Observation, is_counting_down: bool) -> tuple[tuple[int, ...], ...]:
    """Return the seats by final rank, the winners first, equal ones together.

    ``is_counting_down``: a lower total is better.
    """
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
    """A podium with portraits, the winners in the middle."""

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
        """Return the ranks from left to right: second, first, third, then the others."""
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


def make_score_chart(context: AppContext, observation: Observation, names: Sequence[str]) -> LineChart:
    """Return a chart of every player's total after each deal."""
    totals = compute_running_totals(observation)
    values = [total for row in totals for total in row]
    least, greatest = min(values), max(values)
    greatest += greatest == least
    min_distance = (greatest - least) * MIN_TICK_DISTANCE / CURVE_HEIGHT
    ticks = [greatest, least, *((0,) if least + min_distance < 0 < greatest - min_distance else ())]
    deal_count = len(totals) - 1
    return LineChart(
        context.ui_scale,
        context.theme,
        [
            ChartLine([ChartPoint(row[seat]) for row in totals], style=seat, label=name)
            for seat, name in enumerate(names)
        ],
        (least, greatest),
        [AxisTick(value, format_number(value)) for value in ticks],
        [AxisTick(deal_count / 2, _("deals")), AxisTick(deal_count, str(deal_count))],
        height=CURVE_HEIGHT,
        text_size=scale_small_text(context),
    )
