"""The table of scores: a column for each seat, a row for each deal, and a legend."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.core.phase import DealResult
from game.match.observation import Observation
from game.text.formatting import format_number
from game.text.gettext import _
from game.text.messages import format_by_seat
from ui.app.context import AppContext
from ui.games.presentation import GamePresentation
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import make_rounded_rect
from ui.table.overlays.content_layout import (
    draw_fitted_text,
    get_result_color,
    make_tick_or_cross,
    scale_small_text,
)

LINE_HEIGHT: Final = 27
LEGEND_TEXT_SIZE: Final = 20
DEAL_COLUMN_WIDTH: Final = 54
"""The width of the column with the deal numbers, in design pixels."""


def compute_starting_total(observation: Observation) -> int:
    """Return the total of each seat before the first deal."""
    return observation.totals[0] - sum(result.scores[0] for result in observation.results)


def compute_running_totals(observation: Observation) -> tuple[tuple[int, ...], ...]:
    """Return the totals of the seats before the first deal and after each deal."""
    rows = [(compute_starting_total(observation),) * observation.seats]
    for result in observation.results:
        rows.append(tuple(total + change for total, change in zip(rows[-1], result.scores, strict=True)))
    return tuple(rows)


def format_entry(presentation: GamePresentation, result: DealResult, seat: int) -> str:
    """Return a seat's entry for a deal; a dash if the deal was not scored."""
    return presentation.format_pad_entry(result, seat) if result.state == "scored" else "–"


def format_score_narration(
    presentation: GamePresentation, observation: Observation, names: Sequence[str]
) -> tuple[str, ...]:
    """Return the table in lines of text, a line for each deal."""
    text = _("Deal {number}: {entries}")
    rows = (
        format_by_seat([format_entry(presentation, result, seat) for seat in range(observation.seats)], names)
        for result in observation.results
    )
    return tuple(text.format(number=index, entries=row) for index, row in enumerate(rows, 1))


class ScoreTable:
    """A table of scores.

    The change of a deal is beside the total after it, or above it in narrow columns.
    """

    def __init__(
        self, context: AppContext, presentation: GamePresentation, observation: Observation, names: Sequence[str]
    ) -> None:
        self._px = context.px
        self._theme = context.theme
        self._small, self._legend_line = (
            scale_small_text(context),
            scale_small_text(context, LEGEND_TEXT_SIZE),
        )
        self._presentation = presentation
        self._observation = observation
        self._names = names
        self._running_totals = compute_running_totals(observation)
        self._cells = [
            [format_entry(presentation, result, seat) for seat in range(observation.seats)]
            for result in observation.results
        ]
        size = context.px(theme.BODY_TEXT_SIZE)
        measure, measure_bold = theme.load_font("sans", size).size, theme.load_font("bold", size).size
        self._entry_width = max((measure(cell)[0] for row in self._cells for cell in row), default=0)
        self._total_width = max(
            measure_bold(f"= {format_number(total)}")[0] for row in self._running_totals for total in row
        ) + context.px(6)

    def _get_column_step(self, width: int) -> int:
        """Return the pixels from a column to the next."""
        return (width - self._px(DEAL_COLUMN_WIDTH)) // self._observation.seats

    def _is_stacked(self, width: int) -> bool:
        """Return whether the columns are too narrow for change and total side by side."""
        return self._entry_width + self._total_width + self._px(16) > self._get_column_step(width)

    def _format_legend(self) -> str:
        if not self._cells:
            return _("No deal has been scored yet.")
        return "  ·  ".join((*self._presentation.list_pad_legend(self._observation), _("= the sum after the deal")))

    def _wrap_legend(self, width: int) -> list[str]:
        return theme.wrap_text(self._format_legend(), "sans", self._small, width)

    def compute_height(self, width: int) -> int:
        px, row_height = self._px, self._px(LINE_HEIGHT) * (2 if self._is_stacked(width) else 1)
        return (
            px(LINE_HEIGHT + 6)
            + row_height * len(self._cells)
            + px(10)
            + self._legend_line * len(self._wrap_legend(width))
        )

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        px, y = self._px, rect.y
        self._draw_header(canvas, pygame.Rect(rect.x, y, rect.width, px(LINE_HEIGHT)))
        y += px(LINE_HEIGHT + 2)
        canvas.draw_line(self._theme.panel_line_color, (rect.x, y), (rect.right, y), max(1, px(1)))
        y += px(4)
        row_height = px(LINE_HEIGHT) * (2 if self._is_stacked(rect.width) else 1)
        for index, cells in enumerate(self._cells):
            row_rect = pygame.Rect(rect.x, y, rect.width, row_height)
            if row_rect.colliderect(canvas.rect):
                self._draw_row(canvas, row_rect, index, cells)
            y += row_height
        y += px(10)
        for text in self._wrap_legend(rect.width):
            row_rect = pygame.Rect(rect.x, y, rect.width, self._legend_line)
            draw_fitted_text(canvas, text, "sans", self._small, theme.MUTED, row_rect)
            y += self._legend_line

    def _draw_header(self, canvas: Canvas, row_rect: pygame.Rect) -> None:
        px, column_step = self._px, self._get_column_step(row_rect.width)
        draw_fitted_text(
            canvas,
            _("Deal"),
            "bold",
            self._small,
            theme.MUTED,
            pygame.Rect(row_rect.x, row_rect.y, px(DEAL_COLUMN_WIDTH), row_rect.height),
        )
        for seat, name in enumerate(self._names):
            is_winner = seat in self._observation.winners
            text_rect = pygame.Rect(
                row_rect.x + px(DEAL_COLUMN_WIDTH) + seat * column_step + px(8),
                row_rect.y,
                column_step - px(8),
                row_rect.height,
            )
            if is_winner:
                text_rect = pygame.Rect(text_rect.x + px(18), text_rect.y, text_rect.width - px(18), text_rect.height)
            name_rect = draw_fitted_text(
                canvas,
                name,
                "bold",
                px(theme.BODY_TEXT_SIZE),
                get_result_color(True if is_winner else None),
                text_rect,
                "right",
            )
            if is_winner:
                icon = make_tick_or_cross(px(15), True)
                canvas.blit(icon, icon.get_rect(midright=(name_rect.left - px(4), name_rect.centery)))

    def _draw_row(self, canvas: Canvas, row_rect: pygame.Rect, index: int, cells: Sequence[str]) -> None:
        px, size, column_step = self._px, self._px(theme.BODY_TEXT_SIZE), self._get_column_step(row_rect.width)
        draw_fitted_text(
            canvas,
            str(index + 1),
            "sans",
            size,
            theme.MUTED,
            pygame.Rect(row_rect.x, row_rect.y, px(DEAL_COLUMN_WIDTH - 10), row_rect.height),
        )
        if index % 2:
            canvas.blit(make_rounded_rect(row_rect.size, px(4), theme.CREAM, 14), row_rect)
        result, is_stacked = self._observation.results[index], self._is_stacked(row_rect.width)
        for seat, cell in enumerate(cells):
            change = result.scores[seat]
            color = get_result_color(self._presentation.is_good_change(change)) if change else theme.MUTED
            entry_rect = pygame.Rect(
                row_rect.x + px(DEAL_COLUMN_WIDTH) + seat * column_step + px(8),
                row_rect.y,
                column_step - px(8),
                row_rect.height,
            )
            total_rect = pygame.Rect(
                entry_rect.right - self._total_width, entry_rect.y, self._total_width, entry_rect.height
            )
            if is_stacked:
                entry_rect.height //= 2
                total_rect = entry_rect.move(0, entry_rect.height)
            else:
                entry_rect.width -= self._total_width
            draw_fitted_text(canvas, cell.replace("-", "−"), "sans", size, color, entry_rect, "right")
            draw_fitted_text(
                canvas,
                f"= {format_number(self._running_totals[index + 1][seat])}",
                "bold",
                size,
                theme.CREAM,
                total_rect,
                "right",
            )
