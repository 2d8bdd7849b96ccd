"""The score of a deal, large: two sides beside each other, or a row for each player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import pygame

from game.text.formatting import MINUS_SIGN, format_number, join_with_and
from game.text.gettext import _
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.symbols import render_symbol
from ui.table.overlays.content_layout import draw_fitted_text
from ui.table.result.model import SideResult

SCORE_TEXT_SIZE: Final = 80
SCORE_HEIGHT: Final = 96
DASH_SPACE: Final = 40
PORTRAIT_SIZE: Final = 76
PORTRAIT_GAP: Final = 12
PORTRAIT_STEP_RATIO: Final = 0.62
"""Sizes in design pixels; the step from a portrait to the next of a side is in portrait widths."""
MAX_PORTRAITS_IN_ROW: Final = 3
MARK_SIZE: Final = 28
LINE_HEIGHT: Final = 22
MAX_NAME_LINES: Final = 3
ROW_HEIGHT: Final = 42
HEADING_HEIGHT: Final = 26
ROW_PORTRAIT_SIZE: Final = 38
NUMBER_WIDTH: Final = 104
NOTE_TEXT_SIZE: Final = 16
NOTE_WIDTH_RATIO: Final = 0.3
"""The width of a note in a row, as a share of the row."""


class ScoreComparison:
    """Two sides with their scores.

    ``marks``: the symbol and color of a side by the index of the side, () for sides of single players.
    """

    def __init__(
        self,
        context: AppContext,
        side_results: Sequence[SideResult],
        names: Sequence[str],
        portrait_numbers: Sequence[int],
        marks: Mapping[int, tuple[str, theme.Color]],
    ) -> None:
        self._context = context
        self._sides = tuple(side_results)
        self._names = tuple(join_with_and([names[seat] for seat in side.seats]) for side in side_results)
        self._portrait_numbers = portrait_numbers
        self._marks = marks

    def _wrap_names(self, index: int, width: int) -> list[str]:
        size = self._context.px(theme.BODY_TEXT_SIZE)
        return theme.wrap_to_lines(self._names[index], "bold", size, width, MAX_NAME_LINES)

    def _get_number_width(self, width: int) -> int:
        """Return the width of the wider score; both sides have the same, so that the row is balanced."""
        font = theme.load_font("serif", self._context.px(SCORE_TEXT_SIZE))
        return min(width * 3 // 16, max(font.size(side.score_text)[0] for side in self._sides))

    def _get_outer_width(self, width: int) -> int:
        """Return the width of the portraits and names of a side, beside its score."""
        px = self._context.px
        return width // 2 - px(DASH_SPACE + PORTRAIT_GAP) - self._get_number_width(width)

    def compute_height(self, width: int) -> int:
        px, outer_width = self._context.px, self._get_outer_width(width)
        line_count = max(
            len(self._wrap_names(index, outer_width)) + len(self._wrap_note(index, outer_width)) for index in range(2)
        )
        return px(SCORE_HEIGHT) + px(LINE_HEIGHT) * line_count

    def _wrap_note(self, index: int, width: int) -> list[str]:
        note = self._sides[index].note
        return theme.wrap_text(note, "sans", self._context.px(NOTE_TEXT_SIZE), width) if note else []

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        px, center_y = self._context.px, rect.y + self._context.px(SCORE_HEIGHT) // 2
        dash_rect = pygame.Rect(rect.centerx - px(30), rect.y, px(60), px(SCORE_HEIGHT))
        separator = ":" if any(side.score_text.startswith((MINUS_SIGN, "+")) for side in self._sides) else "–"
        draw_fitted_text(canvas, separator, "serif", px(SCORE_TEXT_SIZE), theme.CREAM, dash_rect, "centre")
        number_width, outer_width = self._get_number_width(rect.width), self._get_outer_width(rect.width)
        for index, side in enumerate(self._sides):
            direction = 1 if index else -1
            color = theme.GOLD if side.is_good else theme.CREAM
            number = theme.render_fitted_text(side.score_text, "serif", px(SCORE_TEXT_SIZE), color, number_width, 0.4)
            inner_x = rect.centerx + direction * px(DASH_SPACE)
            canvas.blit(number, number.get_rect(center=(inner_x + direction * number_width // 2, center_y)))
            text_rect = pygame.Rect(rect.x, rect.y + px(SCORE_HEIGHT), outer_width, px(LINE_HEIGHT))
            if index:
                text_rect.right = rect.right
            self._draw_portraits(canvas, index, (text_rect.centerx, center_y), outer_width)
            for line in self._wrap_names(index, outer_width):
                draw_fitted_text(canvas, line, "bold", px(theme.BODY_TEXT_SIZE), theme.CREAM, text_rect, "centre")
                text_rect.y += px(LINE_HEIGHT)
            for line in self._wrap_note(index, outer_width):
                draw_fitted_text(canvas, line, "sans", px(NOTE_TEXT_SIZE), theme.MUTED, text_rect, "centre")
                text_rect.y += px(LINE_HEIGHT)

    def _draw_portraits(self, canvas: Canvas, index: int, center: tuple[int, int], width: int) -> None:
        """Draw the portraits of a side around ``center`` with its mark; both sides have the same size of portraits."""
        px, seats = self._context.px, self._sides[index].seats
        most = max(len(side.seats) for side in self._sides)
        row_count = 2 if most > MAX_PORTRAITS_IN_ROW else 1
        in_row = -(-most // row_count)
        free_width = width - px(MARK_SIZE if self._marks else 0)
        size = min(
            px(PORTRAIT_SIZE),
            round(free_width / (1 + PORTRAIT_STEP_RATIO * (in_row - 1))),
            px(SCORE_HEIGHT - 4 * row_count) // row_count,
        )
        step = round(size * (1.0 if size * in_row <= free_width and row_count > 1 else PORTRAIT_STEP_RATIO))
        rows = [seats[start : start + in_row] for start in range(0, len(seats), in_row)]
        group_rect = pygame.Rect(0, 0, size + step * (len(rows[0]) - 1), size * len(rows))
        group_rect.center = center
        for row, row_seats in enumerate(rows):
            for place, seat in enumerate(row_seats):
                portrait = self._context.scene_card_images.get_portrait(self._portrait_numbers[seat], size)
                canvas.blit(portrait, (group_rect.x + place * step, group_rect.y + row * size))
        if index in self._marks:
            mark_rect = pygame.Rect(0, 0, px(MARK_SIZE), px(MARK_SIZE))
            mark_rect.center = (group_rect.left if not index else group_rect.right, group_rect.bottom - px(8))
            draw_side_mark(canvas, self._context, mark_rect, *self._marks[index])


def draw_side_mark(canvas: Canvas, context: AppContext, rect: pygame.Rect, symbol: str, color: theme.Color) -> None:
    """Draw the mark of a public side on a dark disc."""
    canvas.draw_aacircle(color, rect.center, rect.width / 2)
    canvas.draw_aacircle(context.theme.panel_color, rect.center, rect.width / 2 - max(1, context.px(2)))
    image = render_symbol(symbol, round(rect.width * 0.62), color)
    canvas.blit(image, image.get_rect(center=rect.center))


class PlayerScores:
    """A row for each player: portrait, name, note, score of the deal and total of the match.

    ``winners``: the seats with golden names, and golden scores if they are good; ``heading``: a text above the names.
    """

    def __init__(
        self,
        context: AppContext,
        side_results: Sequence[SideResult],
        totals: Sequence[int],
        winners: Sequence[int],
        names: Sequence[str],
        portrait_numbers: Sequence[int],
        heading: str,
    ) -> None:
        self._context = context
        self._heading = heading
        self._sides = tuple(side_results)
        self._totals = totals
        self._winners = winners
        self._names = names
        self._portrait_numbers = portrait_numbers

    def compute_height(self, width: int) -> int:
        return self._context.px(HEADING_HEIGHT) + self._context.px(ROW_HEIGHT) * len(self._sides)

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        px = self._context.px
        y = rect.y + px(HEADING_HEIGHT)
        total_rect = pygame.Rect(rect.right - px(NUMBER_WIDTH), rect.y, px(NUMBER_WIDTH), px(HEADING_HEIGHT))
        for text, text_rect in ((_("This deal"), total_rect.move(-px(NUMBER_WIDTH), 0)), (_("Total"), total_rect)):
            draw_fitted_text(canvas, text, "sans", px(NOTE_TEXT_SIZE), theme.MUTED, text_rect, "right")
        heading_rect = pygame.Rect(rect.x, rect.y, total_rect.left - px(NUMBER_WIDTH) - rect.x, px(HEADING_HEIGHT))
        draw_fitted_text(canvas, self._heading, "sans", px(NOTE_TEXT_SIZE), theme.MUTED, heading_rect)
        for index, side in enumerate(self._sides):
            row_rect = pygame.Rect(rect.x, y + index * px(ROW_HEIGHT), rect.width, px(ROW_HEIGHT))
            line_y = row_rect.y
            canvas.draw_line(
                self._context.theme.panel_line_color, (rect.x, line_y), (rect.right, line_y), max(1, px(1))
            )
            self._draw_row(canvas, row_rect, side)

    def _draw_row(self, canvas: Canvas, rect: pygame.Rect, side: SideResult) -> None:
        px, seat = self._context.px, side.seats[0]
        portrait = self._context.scene_card_images.get_portrait(self._portrait_numbers[seat], px(ROW_PORTRAIT_SIZE))
        canvas.blit(portrait, portrait.get_rect(midleft=rect.midleft))
        color = theme.GOLD if seat in self._winners else theme.CREAM
        total_rect = pygame.Rect(rect.right - px(NUMBER_WIDTH), rect.y, px(NUMBER_WIDTH), rect.height)
        score_rect = total_rect.move(-px(NUMBER_WIDTH), 0)
        score_color = color if side.is_good else theme.CREAM
        draw_fitted_text(canvas, side.score_text, "serif", px(28), score_color, score_rect, "right")
        total_text = format_number(self._totals[seat])
        draw_fitted_text(canvas, total_text, "serif", px(28), theme.CREAM, total_rect, "right")
        name_rect = pygame.Rect(rect.x + px(ROW_PORTRAIT_SIZE + 12), rect.y, 0, rect.height)
        note_width = round(rect.width * NOTE_WIDTH_RATIO) if any(side.note for side in self._sides) else 0
        name_rect.width = score_rect.left - name_rect.x - note_width
        draw_fitted_text(canvas, self._names[seat], "bold", px(theme.ROW_TITLE_TEXT_SIZE), color, name_rect)
        note_rect = pygame.Rect(name_rect.right + px(8), rect.y, note_width - px(8), rect.height)
        draw_fitted_text(canvas, side.note, "sans", px(NOTE_TEXT_SIZE), theme.MUTED, note_rect)


class CenteredText:
    """A text in the middle, in a line of one of the two largest ``sizes``, else in two lines."""

    def __init__(
        self,
        context: AppContext,
        text: str,
        sizes: Sequence[int],
        *,
        face: theme.FontFace = "serif",
        color: theme.Color = theme.CREAM,
        side_space: int = 0,
    ) -> None:
        self._text = text
        self._face = face
        self._color = color
        self._sizes = [context.px(size) for size in sizes]
        self._side_space = context.px(side_space)

    def _wrap(self, width: int) -> tuple[int, list[str]]:
        width -= 2 * self._side_space
        for max_lines, sizes in ((1, self._sizes[:2]), (2, self._sizes[1:] or self._sizes)):
            for size in sizes:
                lines = theme.wrap_text(self._text, self._face, size, width)
                if len(lines) <= max_lines:
                    return size, lines
        return size, lines

    def compute_height(self, width: int) -> int:
        size, lines = self._wrap(width)
        return round(size * 1.2) * len(lines)

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        size, lines = self._wrap(rect.width)
        line_rect = pygame.Rect(rect.x, rect.y, rect.width, round(size * 1.2))
        for line in lines:
            draw_fitted_text(canvas, line, self._face, size, self._color, line_rect, "centre")
            line_rect.y += line_rect.height


class Divider:
    """A thin line across the sheet."""

    def __init__(self, context: AppContext) -> None:
        self._color = context.theme.panel_line_color
        self._thickness = max(1, context.px(1))

    def compute_height(self, width: int) -> int:
        return self._thickness

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        canvas.fill(self._color, rect)


class Space:
    """A free part of the sheet, for a widget; ``height`` is in pixels."""

    def __init__(self, height: int) -> None:
        self._height = height

    def compute_height(self, width: int) -> int:
        return self._height

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        """Paint nothing."""
