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
from ui.widgets.base import Place
from ui.widgets.described import Box, DescribedWidget
from ui.widgets.layout import Column, Layers, Padded, Row, Sized
from ui.widgets.nodes import Ground, Line, Node, Space, make_symbol

WEEK_COUNT: Final = 6
"""The number of rows, enough for every month, so that the days of all months have the same size."""
WEEKDAY_HEIGHT: Final = 24
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
    outcome = _("Tie") if result.is_tied else outcome
    return _("{outcome}, {score}").format(outcome=outcome, score=format_score(result))


def format_score(result: DailyResult) -> str:
    """Return the score of a finished deal with its unit: "74 pts"; a gain in match points as "+2"."""
    if GAMES[result.game].is_won_by_gain:
        return format_change(result.score)
    return ngettext("{score} pt", "{score} pts", abs(result.score)).format(score=format_number(result.score))


def _get_face(result: DailyResult) -> theme.FontFace:
    return "bold" if result.is_won else "sans"


class MonthGrid(DescribedWidget):
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

    def describe(self) -> Node:
        names = (
            Line(name, size=NUMBER_TEXT_SIZE, color=theme.MUTED, align="centre", grow=1)
            for name in list_short_weekdays()
        )
        scored = [result for result in map(self._find_scored, self._days) if result is not None]
        has_unit = all(self._fits_day(format_score(result), result) for result in scored)
        days = [*[None] * self.month.weekday(), *self._days]
        days += [None] * (7 * WEEK_COUNT - len(days))
        weeks = (
            Row(*(self._describe_day(day, has_unit=has_unit) for day in days[first : first + 7]), gap=DAY_GAP, grow=1)
            for first in range(0, len(days), 7)
        )
        return Column(Sized(Row(*names, gap=DAY_GAP), height=WEEKDAY_HEIGHT), *weeks, gap=DAY_GAP)

    @property
    def _days(self) -> list[date]:
        return [self.month.replace(day=number) for number in range(1, self._day_count + 1)]

    def _find_scored(self, day: date) -> DailyResult | None:
        """Return the result of a day on which the deal was scored."""
        result = self._results.get(day.isoformat())
        return result if result is not None and result.state == "scored" else None

    @property
    def _day_size(self) -> tuple[float, float]:
        """The size of a day in design pixels."""
        width, height = (length / self.ui_scale for length in self.rect.size)
        return (width - 6 * DAY_GAP) / 7, (height - WEEKDAY_HEIGHT) / WEEK_COUNT - DAY_GAP

    @property
    def _is_wide(self) -> bool:
        """Whether the score of a day is beside its number, not below it."""
        width, height = self._day_size
        return width > WIDE_DAY_RATIO * height

    def _get_text_size(self, size: float) -> float:
        """Return a text size in design pixels, limited by the height of a day."""
        return min(size, self._day_size[1] * (MAX_WIDE_TEXT_RATIO if self._is_wide else MAX_TEXT_RATIO))

    def _fits_day(self, text: str, result: DailyResult) -> bool:
        size = self._get_text_size(SCORE_TEXT_SIZE)
        width = self._day_size[0] - 2 * DAY_PADDING - (size if result.is_won else 0)
        width -= self._get_text_size(NUMBER_TEXT_SIZE) * 2 if self._is_wide else 0
        return Line(text, face=_get_face(result), size=size).measure_width(self.frame, self.rect.width) <= self.px(
            width
        )

    def _describe_day(self, day: date | None, *, has_unit: bool) -> Node:
        """Return a day, or the place of None."""
        if day is None:
            return Space(grow=1)
        color = theme.DISABLED_TEXT if day > self.today else theme.CREAM if day == self.today else theme.MUTED
        scored = self._find_scored(day)
        if scored is not None and scored.is_won:
            color = theme.CREAM
        number = Line(str(day.day), size=self._get_text_size(NUMBER_TEXT_SIZE), color=color)
        result = Space(grow=1), *self._list_result_nodes(day, has_unit=has_unit)
        if not self._is_wide:
            low = Column(Space(grow=1), Row(*result, gap=theme.TINY_GAP))
            content: Node = Layers(Column(number, Space(grow=1)), low)
        else:
            content = Row(number, *result, gap=theme.TINY_GAP)
        fill_color = self._get_fill_color(scored)
        line_color = self._get_line_color(day, fill_color if scored is not None else None)
        line_width = CHOSEN_LINE_WIDTH if day == self.value else 1
        ground = Ground(fill_color, line_color, line_width=line_width, radius=DAY_RADIUS)
        return Box(Layers(ground, Padded(content, padding=DAY_PADDING, top=DAY_PADDING / 2)), part=day.day, grow=1)

    def _list_result_nodes(self, day: date, *, has_unit: bool) -> list[Node]:
        """Return what a day says of its deal, after a check if it was won."""
        size, scored, result = self._get_text_size(SCORE_TEXT_SIZE), self._find_scored(day), self._results.get(str(day))
        if scored is not None:
            text = format_score(scored) if has_unit else format_number(scored.score)
            score = Line(text, face=_get_face(scored), size=size, color=theme.CREAM if scored.is_won else theme.MUTED)
            return [make_symbol("check", size), score] if scored.is_won else [score]
        if result is not None:
            return [Line("–" if result.is_over else _("started"), size=size, color=theme.MUTED)]
        if day == self.today:
            return [Line(_("Today"), size=size, color=theme.GOLD if day == self.value else theme.CREAM)]
        return [Line(_("missed"), size=size, color=theme.MUTED)] if self._is_missed(day) else []

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

    def find_part(self, position: tuple[int, int]) -> int | None:
        part = super().find_part(position)
        return part if part is not None and self.month.replace(day=part) <= self.today else None

    def handle_click(self, part: int, position: tuple[int, int]) -> None:
        self.choose(self.month.replace(day=part))

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Handle a key: the arrows move the choice by a day or a week, Home and End to the ends of the month.

        An arrow that would leave the month is not used.
        """
        ends = {pygame.K_HOME: self.month, pygame.K_END: self._last_day}
        if event.key in ends:
            self.choose(ends[event.key])
            return True
        if event.key not in DAY_STEP_BY_KEY:
            return False
        if not self.month <= self.value <= self._last_day:
            self.choose(self._last_day)
            return True
        day = self.value + timedelta(days=DAY_STEP_BY_KEY[event.key])
        is_inside = self.month <= day <= self._last_day
        if is_inside:
            self.choose(day)
        return is_inside or abs(DAY_STEP_BY_KEY[event.key]) == 1

    def choose(self, day: date) -> None:
        if day <= self.today:
            super().choose(day)
