"""The days of a month with the results of daily deals."""

from __future__ import annotations

import calendar
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final

import pygame

from game.rules import GAMES
from game.statistics.daily_deals import DailyResult
from game.text.dates import format_day, list_short_weekdays
from game.text.formatting import format_change, format_number
from game.text.gettext import _, ngettext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import make_rounded_rect
from ui.graphics.symbols import render_symbol
from ui.widgets.base import CustomWidget, Place

WEEK_COUNT: Final = 6
"""The number of rows, enough for every month, so that the days of all months have the same size."""
WEEKDAY_HEIGHT: Final = 32
DAY_GAP: Final = 8
"""The height of the names of the weekdays and the space between two days, in design pixels."""
DAY_PADDING: Final = 9
DAY_RADIUS: Final = 10
NUMBER_TEXT_SIZE: Final = 16
SCORE_TEXT_SIZE: Final = 17
MAX_TEXT_RATIO: Final = 0.4
MAX_WIDE_TEXT_RATIO: Final = 0.7
"""The largest text size in a day and in a wide day, as a share of its height."""
WIDE_DAY_RATIO: Final = 2.6
"""The width of a day, in heights, above which number and score are side by side."""
LOST_SHARE: Final = 0.3
"""The share of the color of a won day in that of a lost one."""
CHOSEN_LINE_WIDTH: Final = 3
DAY_STEP_BY_KEY: Final = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_UP: -7, pygame.K_DOWN: 7}
"""The days by which the arrow keys move the choice."""


def format_result(result: DailyResult | None) -> str:
    """Return a result in a few words; None: the deal was not played."""
    if result is None:
        return _("Not played")
    if not result.is_over:
        return _("Not finished")
    if result.state != "scored":
        return _("No result")
    outcome = _("Shared win") if result.is_shared else _("Won") if result.is_won else _("Lost")
    outcome = _("A tie") if result.is_tied else outcome
    return _("{outcome}, {score}").format(outcome=outcome, score=format_score(result))


def format_score(result: DailyResult) -> str:
    """Return the score of a finished deal with its unit: "74 pts"; a gain in match points as "+2"."""
    if GAMES[result.game].is_won_by_gain:
        return format_change(result.score)
    return ngettext("{score} pt", "{score} pts", abs(result.score)).format(score=format_number(result.score))


def _get_face(result: DailyResult) -> theme.FontFace:
    return "bold" if result.is_won else "sans"


class MonthGrid(CustomWidget):
    """A month with its weeks as rows; ``value`` is the chosen day, which may be in another month.

    ``month``: the first day of the month. ``results``: by date as in 2026-11-22. Days after ``today`` cannot be chosen.
    """

    def __init__(
        self, month: date, today: date, value: date, results: Mapping[str, DailyResult], rect: pygame.Rect, place: Place
    ) -> None:
        self.month, self.today, self.value = month, today, value
        self._results = results
        self._day_count = calendar.monthrange(month.year, month.month)[1]
        super().__init__(rect, place)

    @property
    def value_text(self) -> str:
        result = self._results.get(self.value.isoformat())
        return _("{day}: {result}").format(day=format_day(self.value), result=format_result(result))

    @property
    def key_help(self) -> str:
        return _("Days of the month: choose with the arrow keys")

    @property
    def _last_day(self) -> date:
        """The last day of the month that can be chosen."""
        return min(self.today, self.month.replace(day=self._day_count))

    def get_day_rect(self, day: date) -> pygame.Rect:
        """Return the place of a day of the month on the widget."""
        index = self.month.weekday() + day.day - 1
        gap, top = self.px(DAY_GAP), self.px(WEEKDAY_HEIGHT)
        width = (self.rect.width - 6 * gap) / 7
        height = (self.rect.height - top - (WEEK_COUNT - 1) * gap) / WEEK_COUNT
        column, row = index % 7, index // 7
        return pygame.Rect(round(column * (width + gap)), round(top + row * (height + gap)), int(width), int(height))

    def paint(self, canvas: Canvas) -> None:
        for column, name in enumerate(list_short_weekdays()):
            rect = self.get_day_rect(self.month.replace(day=(column - self.month.weekday()) % 7 + 1))
            image = theme.render_fitted_text(name, "sans", self.px(NUMBER_TEXT_SIZE), theme.MUTED, rect.width)
            canvas.blit(image, image.get_rect(center=(rect.centerx, self.px(WEEKDAY_HEIGHT) * 2 // 5)))
        days = [self.month.replace(day=number) for number in range(1, self._day_count + 1)]
        scored = [result for result in map(self._find_scored, days) if result is not None]
        has_unit = all(self._fits_day(format_score(result), result) for result in scored)
        for day in days:
            self._paint_day(canvas, day, has_unit=has_unit)

    def _find_scored(self, day: date) -> DailyResult | None:
        """Return the result of a day on which the deal was scored."""
        result = self._results.get(day.isoformat())
        return result if result is not None and result.state == "scored" else None

    @property
    def _is_wide(self) -> bool:
        """Whether the score of a day is beside its number, not below it."""
        rect = self.get_day_rect(self.month)
        return rect.width > WIDE_DAY_RATIO * rect.height

    def _get_text_size(self, design_size: int) -> int:
        """Return a text size in pixels, limited by the height of a day."""
        ratio = MAX_WIDE_TEXT_RATIO if self._is_wide else MAX_TEXT_RATIO
        return min(self.px(design_size), round(self.get_day_rect(self.month).height * ratio))

    def _fits_day(self, text: str, result: DailyResult) -> bool:
        size = self._get_text_size(SCORE_TEXT_SIZE)
        width = self.get_day_rect(self.month).width - 2 * self.px(DAY_PADDING)
        width -= size if result.is_won else 0
        width -= self._get_text_size(NUMBER_TEXT_SIZE) * 2 if self._is_wide else 0
        return theme.load_font(_get_face(result), size).size(text)[0] <= width

    def _paint_day(self, canvas: Canvas, day: date, *, has_unit: bool) -> None:
        rect, result = self.get_day_rect(day), self._results.get(day.isoformat())
        scored = self._find_scored(day)
        is_won = scored is not None and scored.is_won
        fill_color = self._get_fill_color(scored)
        line_color = self._get_line_color(day, fill_color if scored is not None else None)
        line_width = max(1, self.px(CHOSEN_LINE_WIDTH if day == self.value else 1))
        canvas.blit(make_rounded_rect(rect.size, self.px(DAY_RADIUS), fill_color, 255, line_color, line_width), rect)
        inner_rect = rect.inflate(-2 * self.px(DAY_PADDING), -self.px(DAY_PADDING))
        color = theme.CREAM if is_won else theme.MUTED
        number_color = theme.DISABLED_TEXT if day > self.today else theme.CREAM if day == self.today else color
        number_size = self._get_text_size(NUMBER_TEXT_SIZE)
        number = theme.render_text(str(day.day), "sans", number_size, number_color)
        corner = {"midleft": inner_rect.midleft} if self._is_wide else {"topleft": inner_rect.topleft}
        canvas.blit(number, number.get_rect(**corner))
        if scored is not None:
            text = format_score(scored) if has_unit else format_number(scored.score)
            self._paint_score(canvas, inner_rect, text, color, is_won=is_won)
        elif result is not None:
            self._paint_score(canvas, inner_rect, "–" if result.is_over else _("begun"), color)
        elif day == self.today:
            color = theme.GOLD if day == self.value else theme.CREAM
            self._paint_score(canvas, inner_rect, _("Today"), color)
        elif self._is_missed(day):
            self._paint_score(canvas, inner_rect, _("missed"), theme.MUTED)

    def _is_missed(self, day: date) -> bool:
        """Whether a day without a result is past, after the first daily deal of the person in the game."""
        first_date = min(self._results, default=self.today.isoformat())
        return first_date < day.isoformat() < self.today.isoformat()

    def _get_fill_color(self, scored: DailyResult | None) -> theme.Color:
        if scored is None:
            return self.theme.panel_color
        if scored.is_won:
            return self.theme.hovered_button_color
        panel_color, won_color = pygame.Color(self.theme.panel_color), pygame.Color(self.theme.hovered_button_color)
        return theme.to_hex_color(panel_color.lerp(won_color, LOST_SHARE))

    def _get_line_color(self, day: date, fill_color: theme.Color | None) -> theme.Color:
        """Return the color of the outline.

        ``fill_color``: of a day with a score, which has no outline of its own. A day without a score has one only if
        its deal can be played.
        """
        if day == self.value:
            return theme.GOLD
        if self.hovered_part == day.day:
            return theme.CREAM
        if fill_color is None:
            result = self._results.get(day.isoformat())
            can_play = day == self.today or (result is not None and not result.is_over)
            return self.theme.panel_line_color if can_play else self.theme.panel_color
        return self.theme.panel_line_color if self.theme.is_high_contrast else fill_color

    def _paint_score(
        self, canvas: Canvas, rect: pygame.Rect, text: str, color: theme.Color, *, is_won: bool = False
    ) -> None:
        """Paint a text at the right end of a day, after a check if the deal was won."""
        size = self._get_text_size(SCORE_TEXT_SIZE)
        width = rect.width - (size if is_won else 0)
        image = theme.render_fitted_text(text, "bold" if is_won else "sans", size, color, width)
        corner = {"midright": rect.midright} if self._is_wide else {"bottomright": rect.bottomright}
        text_rect = image.get_rect(**corner)
        canvas.blit(image, text_rect)
        if is_won:
            check = render_symbol("check", size, theme.GOLD)
            canvas.blit(check, check.get_rect(midright=(text_rect.left - size // 8, text_rect.centery)))

    def find_part(self, position: tuple[int, int]) -> int | None:
        days = (self.month.replace(day=number) for number in range(1, self._day_count + 1))
        return next(
            (day.day for day in days if day <= self.today and self.get_day_rect(day).collidepoint(position)), None
        )

    def handle_click(self, part: int, position: tuple[int, int]) -> None:
        self._choose(self.month.replace(day=part))

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Handle a key: the arrows move the choice by a day or a week, Home and End to the ends of the month.

        An arrow that would leave the month is not used.
        """
        ends = {pygame.K_HOME: self.month, pygame.K_END: self._last_day}
        if event.key in ends:
            self._choose(ends[event.key])
            return True
        if event.key not in DAY_STEP_BY_KEY:
            return False
        if not self.month <= self.value <= self._last_day:
            self._choose(self._last_day)
            return True
        day = self.value + timedelta(days=DAY_STEP_BY_KEY[event.key])
        is_inside = self.month <= day <= self._last_day
        if is_inside:
            self._choose(day)
        return is_inside or abs(DAY_STEP_BY_KEY[event.key]) == 1

    def set_value(self, day: date) -> None:
        """Show a day as chosen, without an event."""
        if day != self.value:
            self.value = day
            self.repaint()

    def _choose(self, day: date) -> None:
        if day != self.value and day <= self.today:
            self.value = day
            self.notify_changed()
