"""The calculation of a score: a line for each step, with term and total."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

import pygame

from game.core.cards import DeckStyle
from game.core.phase import DealResult, ScoreLine
from game.core.sanitizer import capitalize_first
from game.text.formatting import format_change, format_number, join_with_and
from game.text.gettext import _
from game.text.messages import format_reason_label, format_score_term
from ui.app.context import AppContext
from ui.games.presentation import GamePresentation
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.table.overlays.content_layout import ContentBlock, HorizontalFlow, draw_fitted_text, get_result_color

LINE_HEIGHT: Final = 27
TERM_WIDTH: Final = 78
TOTAL_WIDTH: Final = 62
"""The height of a line, the widths of term and total, in design pixels."""
MIN_LABEL_WIDTH: Final = 150


class ScoreBreakdown:
    """The calculation of a score, below the names of its players.

    A calculation with a single step is in a line with the names.
    """

    def __init__(
        self,
        context: AppContext,
        presentation: GamePresentation,
        score_lines: Sequence[ScoreLine],
        result: DealResult,
        names: Sequence[str],
        deck: DeckStyle,
    ) -> None:
        self._px = context.px
        self._theme = context.theme
        self._score_lines = tuple(score_lines)
        self._is_deal_score = all(result.scores[seat] == score_lines[-1].total for seat in score_lines[0].seats)
        self._is_good = (
            presentation.is_good_change(score_lines[-1].total)
            if self._is_deal_score and score_lines[-1].total
            else None
        )
        self._name = join_with_and([names[seat] for seat in score_lines[0].seats])
        self._labels = tuple(_capitalize(format_reason_label(score_line, names, deck)) for score_line in score_lines)
        self._is_single_line = len(score_lines) == 1
        if self._is_single_line:
            text = _("{name}: {words}").format(name=self._name, words=format_reason_label(score_lines[0], names, deck))
            self._labels = (text,)

    @property
    def preferred_width(self) -> int:
        """The width that the longest step needs, in pixels."""
        font = theme.load_font("sans", self._px(theme.BODY_TEXT_SIZE))
        return max(font.size(text)[0] for text in self._labels) + self._px(TERM_WIDTH + TOTAL_WIDTH + 24)

    def _wrap_label(self, width: int, text: str) -> list[str]:
        max_width = max(self._px(60), width - self._px(TERM_WIDTH + TOTAL_WIDTH + 12))
        return theme.wrap_text(text, "sans", self._px(theme.BODY_TEXT_SIZE), max_width)

    def compute_height(self, width: int) -> int:
        lines = sum(len(self._wrap_label(width, text)) for text in self._labels)
        return self._px(0 if self._is_single_line else LINE_HEIGHT + 2) + self._px(LINE_HEIGHT) * lines

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        px, size = self._px, self._px(theme.BODY_TEXT_SIZE)
        y = rect.y
        if not self._is_single_line:
            draw_fitted_text(
                canvas, self._name, "bold", size, theme.CREAM, pygame.Rect(rect.x, y, rect.width, px(LINE_HEIGHT))
            )
            y += px(LINE_HEIGHT + 2)
        for text, score_line in zip(self._labels, self._score_lines, strict=True):
            is_last = score_line is self._score_lines[-1]
            for line in self._wrap_label(rect.width, text):
                text_rect = draw_fitted_text(
                    canvas, line, "sans", size, theme.MUTED, pygame.Rect(rect.x, y, rect.width, px(LINE_HEIGHT))
                )
                y += px(LINE_HEIGHT)
            row_rect = pygame.Rect(rect.x, y - px(LINE_HEIGHT), rect.width, px(LINE_HEIGHT))
            self._draw_leader_dots(canvas, text_rect.right + px(8), row_rect)
            term_rect = pygame.Rect(
                row_rect.right - px(TOTAL_WIDTH + TERM_WIDTH), row_rect.y, px(TERM_WIDTH - 8), row_rect.height
            )
            if not self._is_single_line or len(score_line.factors) > 1:
                draw_fitted_text(
                    canvas,
                    format_score_term(score_line).replace("-", "−"),
                    "sans",
                    size,
                    theme.CREAM,
                    term_rect,
                    "right",
                )
            total_rect = pygame.Rect(row_rect.right - px(TOTAL_WIDTH), row_rect.y, px(TOTAL_WIDTH), row_rect.height)
            color = get_result_color(self._is_good) if is_last else theme.CREAM
            text = (
                format_change(score_line.total) if is_last and self._is_deal_score else format_number(score_line.total)
            )
            draw_fitted_text(canvas, text, "bold" if is_last else "sans", size, color, total_rect, "right")
            if is_last and not self._is_single_line:
                top = row_rect.y + px(1)
                canvas.draw_line(
                    self._theme.panel_line_color,
                    (total_rect.x + px(10), top),
                    (total_rect.right, top),
                    max(1, px(1)),
                )

    def _draw_leader_dots(self, canvas: Canvas, left: int, row_rect: pygame.Rect) -> None:
        """Draw the dots that lead from the words to the numbers."""
        px = self._px
        step, dot_y = px(7), row_rect.centery + px(5)
        for x in range(left, row_rect.right - px(TOTAL_WIDTH + TERM_WIDTH - 8), max(2, step)):
            canvas.fill(self._theme.panel_line_color, (x, dot_y, max(1, px(1.5)), max(1, px(1.5))))


def _capitalize(text: str) -> str:
    return capitalize_first(text)


def group_score_lines(result: DealResult) -> tuple[tuple[ScoreLine, ...], ...]:
    """Return the calculations of a deal, each a tuple of steps."""
    score_lines = [reason for reason in result.reasons if isinstance(reason, ScoreLine)]
    return tuple(tuple(group) for _seats, group in groupby(score_lines, key=lambda score_line: score_line.seats))


def make_score_breakdowns(
    context: AppContext, presentation: GamePresentation, result: DealResult, names: Sequence[str], deck: DeckStyle
) -> ContentBlock:
    """Return a block with all calculations of a deal, side by side if they fit."""
    blocks = [
        ScoreBreakdown(context, presentation, score_lines, result, names, deck)
        for score_lines in group_score_lines(result)
    ]
    preferred_width = max((block.preferred_width for block in blocks), default=0) / context.ui_scale
    return HorizontalFlow(context, blocks, max(MIN_LABEL_WIDTH + TERM_WIDTH + TOTAL_WIDTH, preferred_width), row_gap=10)
