"""The table of scores: a column for each side and a row for each deal, or a row for each side of each deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.core.phase import DealResult
from game.match.observation import Observation
from game.text.formatting import format_number, join_with_and
from game.text.gettext import _
from game.text.messages import format_by_seat
from ui.app.context import AppContext
from ui.games.presentation import GamePresentation
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import make_rounded_rect
from ui.table.overlays.content_layout import (
    ContentBlock,
    draw_fitted_text,
    get_result_color,
    make_tick_or_cross,
    scale_small_text,
)

LINE_HEIGHT: Final = 27
HEADING_LINE_HEIGHT: Final = 20
COLUMN_GAP: Final = 20
FIGURES_PERCENT: Final = 64
"""The width of the figures in a row of a seat, in percent of the row."""
DEAL_COLUMN_WIDTH: Final = 54
"""The width of the column with the deal numbers, in design pixels."""
CHANGE_SIGNS: Final = {"+": 1, "−": -1}
"""The signs with which a figure begins that changes the score; other figures are bids and counts."""


def compute_starting_total(observation: Observation) -> int:
    """Return the total of each seat before the first deal."""
    return observation.totals[0] - sum(result.scores[0] for result in observation.results)


def compute_running_totals(observation: Observation) -> tuple[tuple[int, ...], ...]:
    """Return the totals of the seats before the first deal and after each deal."""
    rows = [(compute_starting_total(observation),) * observation.seats]
    for result in observation.results:
        rows.append(tuple(total + change for total, change in zip(rows[-1], result.scores, strict=True)))
    return tuple(rows)


def number_deals(presentation: GamePresentation, observation: Observation) -> list[int]:
    """Return the number of each deal; a deal that is dealt again has the number of the next one."""
    numbers, number = list[int](), 1
    for result in observation.results:
        numbers.append(number)
        number += result.state == "scored" or not presentation.is_unscored_deal_repeated
    return numbers


def list_figures(
    presentation: GamePresentation, observation: Observation, result: DealResult, side: Sequence[int]
) -> tuple[str, ...]:
    """Return the figures of a side for a deal; dashes if the deal was not scored."""
    if result.state != "scored":
        return ("–",) * len(presentation.list_pad_headings(observation))
    return presentation.list_pad_figures(observation, result, side)


def _format_figures(
    presentation: GamePresentation, observation: Observation, result: DealResult, side: Sequence[int]
) -> str:
    """Return the figures of a side for a deal in words, each with its heading if there are several."""
    figures, headings = (
        list_figures(presentation, observation, result, side),
        presentation.list_pad_headings(observation),
    )
    if len(headings) == 1 or result.state != "scored":
        return figures[0]
    return ", ".join(f"{heading} {figure}" for heading, figure in zip(headings, figures, strict=True))


def list_side_names(observation: Observation, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the players of each side; ``names``: by seat."""
    return tuple(join_with_and([names[seat] for seat in side]) for side in observation.sides)


def format_score_narration(
    presentation: GamePresentation, observation: Observation, names: Sequence[str]
) -> tuple[str, ...]:
    """Return the table in lines of text, a line for each deal."""
    side_names, lines = list_side_names(observation, names), list[str]()
    for number, result in zip(number_deals(presentation, observation), observation.results, strict=True):
        figures = [_format_figures(presentation, observation, result, side) for side in observation.sides]
        if len(presentation.list_pad_headings(observation)) > 1:
            sides = [
                _("{name}: {words}").format(name=name, words=words)
                for name, words in zip(side_names, figures, strict=True)
            ]
            entries = "; ".join(sides)
        else:
            entries = format_by_seat(figures, side_names)
        lines.append(_("Deal {number}: {entries}").format(number=number, entries=entries))
    return tuple(lines)


def make_score_table(
    context: AppContext, presentation: GamePresentation, observation: Observation, names: Sequence[str]
) -> ContentBlock:
    """Return the table of scores: with a row for each side of a deal if the game has several figures for it."""
    has_many_figures = len(presentation.list_pad_headings(observation)) > 1
    make_table = SideRowTable if has_many_figures and observation.results else ScoreTable
    return make_table(context, presentation, observation, names)


class ScoreTable:
    """A table of scores with a column for each side.

    The change of a deal is beside the total after it, or above it in narrow columns.
    """

    def __init__(
        self, context: AppContext, presentation: GamePresentation, observation: Observation, names: Sequence[str]
    ) -> None:
        self._px = context.px
        self._theme = context.theme
        self._small, self._heading_line = scale_small_text(context), scale_small_text(context, HEADING_LINE_HEIGHT)
        self._heading = presentation.list_pad_headings(observation)[0]
        self._presentation = presentation
        self._observation = observation
        self._sides = observation.sides
        self._names = list_side_names(observation, names)
        self._running_totals = compute_running_totals(observation)
        self._deal_numbers = number_deals(presentation, observation)
        self._has_unscored = any(result.state != "scored" for result in observation.results)
        self._cells = [
            [list_figures(presentation, observation, result, side)[0] for side in self._sides]
            for result in observation.results
        ]
        size = context.px(theme.BODY_TEXT_SIZE)
        measure, measure_bold = theme.load_font("sans", size).size, theme.load_font("bold", size).size
        self._entry_width = max((measure(cell)[0] for row in self._cells for cell in row), default=0)
        self._total_width = context.px(COLUMN_GAP) + max(
            measure_bold(format_number(total))[0] for row in self._running_totals for total in row
        )

    def _get_column_step(self, width: int) -> int:
        """Return the pixels from a column to the next."""
        return (width - self._px(DEAL_COLUMN_WIDTH)) // len(self._sides)

    def _is_stacked(self, width: int) -> bool:
        """Return whether the columns are too narrow for change and total side by side."""
        return self._entry_width + self._total_width + self._px(16) > self._get_column_step(width)

    def compute_height(self, width: int) -> int:
        px, line_count = self._px, 2 if self._is_stacked(width) else 1
        if not self._cells:
            return px(LINE_HEIGHT)
        return px(LINE_HEIGHT + 6) + self._heading_line + px(LINE_HEIGHT) * line_count * len(self._cells)

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        px, y = self._px, rect.y
        if not self._cells:
            text_rect = pygame.Rect(rect.x, y, rect.width, px(LINE_HEIGHT))
            text = _("No deals scored yet.")
            draw_fitted_text(canvas, text, "sans", px(theme.BODY_TEXT_SIZE), theme.MUTED, text_rect)
            return
        line_count = 2 if self._is_stacked(rect.width) else 1
        self._draw_header(canvas, pygame.Rect(rect.x, y, rect.width, px(LINE_HEIGHT)))
        y += px(LINE_HEIGHT)
        heading_rect = pygame.Rect(rect.x, y, rect.width, self._heading_line)
        text = _("{figure}, then the total")
        if self._has_unscored and self._presentation.is_unscored_deal_repeated:
            text = _("{figure}, then the total (–: dealt again)")
        elif self._has_unscored:
            text = _("{figure}, then the total (–: deal not scored)")
        heading = text.format(figure=self._heading)
        draw_fitted_text(canvas, heading, "sans", self._small, theme.MUTED, heading_rect)
        y += self._heading_line + px(2)
        canvas.draw_line(self._theme.panel_line_color, (rect.x, y), (rect.right, y), max(1, px(1)))
        y += px(4)
        row_height = px(LINE_HEIGHT) * line_count
        for index, cells in enumerate(self._cells):
            row_rect = pygame.Rect(rect.x, y, rect.width, row_height)
            if row_rect.colliderect(canvas.rect):
                self._draw_row(canvas, row_rect, index, cells)
            y += row_height

    def _get_cell_rects(self, row_rect: pygame.Rect, column: int) -> tuple[pygame.Rect, pygame.Rect]:
        """Return the places of a side's entry and total in a row."""
        px, column_step = self._px, self._get_column_step(row_rect.width)
        left = row_rect.x + px(DEAL_COLUMN_WIDTH) + column * column_step + px(8)
        entry_rect = pygame.Rect(left, row_rect.y, column_step - px(8), row_rect.height)
        if self._is_stacked(row_rect.width):
            entry_rect.height //= 2
            return entry_rect, entry_rect.move(0, entry_rect.height)
        total_rect = entry_rect.copy()
        total_rect.left, total_rect.width = entry_rect.right - self._total_width, self._total_width
        entry_rect.width -= self._total_width
        return entry_rect, total_rect

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
        for column, (side, name) in enumerate(zip(self._sides, self._names, strict=True)):
            is_winner = side[0] in self._observation.winners
            text_rect = pygame.Rect(
                row_rect.x + px(DEAL_COLUMN_WIDTH) + column * column_step + px(8),
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
        px, size = self._px, self._px(theme.BODY_TEXT_SIZE)
        draw_fitted_text(
            canvas,
            str(self._deal_numbers[index]),
            "sans",
            size,
            theme.MUTED,
            pygame.Rect(row_rect.x, row_rect.y, px(DEAL_COLUMN_WIDTH - 10), row_rect.height),
        )
        if index % 2:
            canvas.blit(make_rounded_rect(row_rect.size, px(4), theme.CREAM, 14), row_rect)
        result = self._observation.results[index]
        for column, (side, cell) in enumerate(zip(self._sides, cells, strict=True)):
            change = result.scores[side[0]]
            color = get_result_color(self._presentation.is_good_change(change)) if change else theme.MUTED
            entry_rect, total_rect = self._get_cell_rects(row_rect, column)
            draw_fitted_text(canvas, cell.replace("-", "−"), "sans", size, color, entry_rect, "right")
            draw_fitted_text(
                canvas,
                format_number(self._running_totals[index + 1][side[0]]),
                "bold",
                size,
                theme.CREAM,
                total_rect,
                "right",
            )


class SideRowTable:
    """A table of scores with a row for each side of a deal.

    ``has_headings``: whether it paints its heading row; a page that scrolls the table draws that row above it.
    """

    has_headings = True

    def __init__(
        self, context: AppContext, presentation: GamePresentation, observation: Observation, names: Sequence[str]
    ) -> None:
        self._px = context.px
        self._theme = context.theme
        self._presentation = presentation
        self._observation = observation
        self._names = list_side_names(observation, names)
        self._running_totals = compute_running_totals(observation)
        self._headings = (*presentation.list_pad_headings(observation), _("Total"))
        self._small = scale_small_text(context)
        self._note = presentation.describe_pad(observation)

    @property
    def heading_height(self) -> int:
        """The height of the heading row, in pixels."""
        return self._px(LINE_HEIGHT + 9)

    @property
    def _top_space(self) -> int:
        return self.heading_height if self.has_headings else 0

    def compute_height(self, width: int) -> int:
        line_count = len(self._observation.sides) * len(self._observation.results) + bool(self._note)
        return self._top_space + self._px(LINE_HEIGHT) * line_count

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        px = self._px
        deal_height = px(LINE_HEIGHT) * len(self._observation.sides)
        for index in range(len(self._observation.results)):
            top = rect.y + self._top_space + index * deal_height
            deal_rect = pygame.Rect(rect.x, top, rect.width, deal_height)
            if deal_rect.colliderect(canvas.rect):
                self._draw_deal(canvas, deal_rect, index)
        if self._note:
            self._draw_note(canvas, rect)
        if self.has_headings:
            self.draw_headings(canvas, rect)

    def _draw_note(self, canvas: Canvas, rect: pygame.Rect) -> None:
        px = self._px
        note_rect = pygame.Rect(rect.x + px(8), rect.bottom - px(LINE_HEIGHT), rect.width - px(16), px(LINE_HEIGHT))
        draw_fitted_text(canvas, self._note, "sans", self._small, theme.MUTED, note_rect)

    def _get_figure_rects(self, row_rect: pygame.Rect) -> list[pygame.Rect]:
        """Return the places of the figures and of the total in a row, right of the number of the deal and the name."""
        width = row_rect.width * FIGURES_PERCENT // 100 // len(self._headings)
        left = row_rect.right - self._px(8) - width * len(self._headings)
        return [
            pygame.Rect(left + index * width, row_rect.y, width, row_rect.height)
            for index in range(len(self._headings))
        ]

    def draw_headings(self, canvas: Canvas, rect: pygame.Rect) -> None:
        """Draw the heading row at the top of ``rect``."""
        row_rect = pygame.Rect(rect.x, rect.y, rect.width, self._px(LINE_HEIGHT))
        size = self._px(theme.BODY_TEXT_SIZE)
        draw_fitted_text(canvas, _("Deal"), "sans", size, theme.MUTED, row_rect)
        for heading, heading_rect in zip(self._headings, self._get_figure_rects(row_rect), strict=True):
            draw_fitted_text(canvas, heading, "sans", size, theme.MUTED, heading_rect, "right")
        y = row_rect.bottom + self._px(2)
        canvas.draw_line(self._theme.panel_line_color, (rect.x, y), (rect.right, y), max(1, self._px(1)))

    def _draw_deal(self, canvas: Canvas, rect: pygame.Rect, index: int) -> None:
        px, size, result = self._px, self._px(theme.BODY_TEXT_SIZE), self._observation.results[index]
        if index % 2:
            canvas.blit(make_rounded_rect(rect.size, px(4), theme.CREAM, 14), rect)
        row_rect = pygame.Rect(rect.x, rect.y, rect.width, px(LINE_HEIGHT))
        number_rect = pygame.Rect(rect.x + px(8), rect.y, px(DEAL_COLUMN_WIDTH - 8), row_rect.height)
        draw_fitted_text(canvas, str(index + 1), "sans", size, theme.MUTED, number_rect)
        for side, name in zip(self._observation.sides, self._names, strict=True):
            *figure_rects, total_rect = self._get_figure_rects(row_rect)
            name_left = rect.x + px(DEAL_COLUMN_WIDTH)
            name_rect = pygame.Rect(name_left, row_rect.y, figure_rects[0].left - name_left, row_rect.height)
            is_winner = side[0] in self._observation.winners
            draw_fitted_text(canvas, name, "bold", size, get_result_color(True if is_winner else None), name_rect)
            figures = list_figures(self._presentation, self._observation, result, side)
            for figure, figure_rect in zip(figures, figure_rects, strict=True):
                change = CHANGE_SIGNS.get(figure[0], 0)
                color = get_result_color(self._presentation.is_good_change(change)) if change else theme.CREAM
                draw_fitted_text(canvas, figure, "sans", size, color, figure_rect, "right")
            total = format_number(self._running_totals[index + 1][side[0]])
            draw_fitted_text(canvas, total, "bold", size, theme.CREAM, total_rect, "right")
            row_rect.y += row_rect.height
