"""The daily deal: a deal of each game, the same for everyone, and the results of a month."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from functools import partial
from typing import Final

import pygame

from game.core.messages import N_
from game.core.sanitizer import capitalize_first
from game.match.setup import MatchSetup
from game.rules import GAMES
from game.shuffling.deal_codes import encode_deal
from game.statistics.daily_deals import (
    DailyResult,
    DailyResults,
    Streak,
    compute_streak,
    get_daily_deal,
    open_daily_results,
)
from game.storage.matches import MatchRepository
from game.text.dates import format_day, format_month, format_weekday
from game.text.gettext import _, ngettext
from game.text.player_names import format_player_kind
from ui.app.context import AppContext
from ui.games import get_presentation
from ui.graphics import theme
from ui.graphics.theme import LINE_HEIGHT_RATIO
from ui.scenes.daily.month_grid import MonthGrid, format_result
from ui.scenes.daily.widgets import DayOutcome, StreakLine, WaitingDeal, format_streak
from ui.scenes.new_match import form_state as forms
from ui.scenes.page import FOOTER_HEIGHT, Page
from ui.scenes.settings.deck_preview import PreviewImages
from ui.widgets.base import Place, set_enabled
from ui.widgets.label import LineLabel, TextLabel
from ui.widgets.scroll_area import ScrollArea
from ui.widgets.segmented import SegmentedControl, compute_cycle_width, compute_row_width

SIDE_BY_SIDE_MIN_WIDTH: Final = 880
"""The width of the page in design pixels from which the calendar is beside the day, else below it."""
DAY_WIDTH_RATIO: Final = 0.387
"""The share of the width that the day takes beside the calendar."""
PANEL_GAP: Final = 32
PANEL_PADDING: Final = 24
DAY_PADDING: Final = 32
COMPACT_DAY_HEIGHT: Final = 176
CALENDAR_HEIGHT: Final = 496
"""The heights of the parts in design pixels where one is below the other."""
COMPACT_BUTTON_RATIO: Final = 0.4
"""The share of the width that the buttons of the day take beside its date."""
CONTROL_HEIGHT: Final = 40
MONTH_BUTTON_WIDTH: Final = 48
STREAK_HEIGHT: Final = 48
SMALL_TEXT_SIZE: Final = 16
GAP: Final = 12
LINE_RATIO: Final = 1.4
"""The height of a line, as a multiple of its text size."""


class DailyDealScene(Page):
    """A day with its deal, and a calendar of the results in a game. The results are loaded when the scene opens.

    ``date`` is the current date of the daily deal, as in 2026-11-22, and the same day as ``today``, which ends at
    midnight while the page is open too; ``day`` is the day that is shown.
    """

    title = N_("Daily deal")

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.date = context.daily_date
        self.today = self.day = date.fromisoformat(self.date)
        self.month = self.today.replace(day=1)
        self.game = next(iter(GAMES))
        self.results = DailyResults()
        self.samples = PreviewImages()
        self._waiting_deal: WaitingDeal | None = None
        self._month_grid: MonthGrid | None = None
        loading = context.storage.submit_document(open_daily_results(context.folders).read)
        self._loading = context.tasks.submit(loading, self._show_results, self._report_unread, owner=self)

    @property
    def narration(self) -> tuple[str, ...]:
        day = _("{day}: {result}").format(day=format_day(self.day), result=format_result(self._result))
        return (_(self.title), f"{format_weekday(self.day)}, {day}", self._deal_text, format_streak(self._streak))

    @property
    def is_busy(self) -> bool:
        return super().is_busy or (self._waiting_deal is not None and not self._waiting_deal.is_complete)

    def update(self, seconds: float) -> None:
        if self.date != self.context.daily_date:
            self._turn_page()
        if self._waiting_deal is not None:
            self._waiting_deal.refresh()

    def _turn_page(self) -> None:
        """Begin another day: one day later at midnight, any day if the clock was set or the computer slept.

        If today was chosen, the new day is; a day before stays chosen. A month before stays shown.
        """
        self.date = self.context.daily_date
        today = date.fromisoformat(self.date)
        if self.day == self.today or self.day > today:
            is_month_current = self.month == self.today.replace(day=1)
            self.day, self.month = today, today.replace(day=1) if is_month_current else self.month
        self.today, self.month = today, min(self.month, today.replace(day=1))
        self.recompose("page")
        if self.context.narrate is not None:
            self.context.narrate("\n".join(self.narration))

    def on_exit(self) -> None:
        self.samples.stop()

    def _show_results(self, results: DailyResults) -> None:
        self.results = results
        own_results = [result for result in results.results if result.profile == self.context.own_profile.id]
        if own_results and own_results[-1].game in GAMES:
            self.game = own_results[-1].game
        self.recompose("page")

    def _report_unread(self, error: BaseException) -> None:
        self.context.report(error)
        self.recompose("page")

    @property
    def _results_by_date(self) -> dict[str, DailyResult]:
        return self.results.find_results(self.game, self.context.own_profile.id)

    @property
    def _streak(self) -> Streak:
        dates = [iso_date for iso_date, result in self._results_by_date.items() if result.is_over]
        return compute_streak(dates, self.date)

    # -- widgets

    def compose(self) -> None:
        self.compose_part("page", self._compose_page)
        self.add_footer_button("back", _("Back"), self.on_escape)

    def _compose_page(self) -> None:
        if self._loading.is_pending:
            return
        px, body = self.context.px, self.body
        if body.width < px(SIDE_BY_SIDE_MIN_WIDTH):
            self._stack_parts(body)
            return
        day_rect = pygame.Rect(0, body.top, round(body.width * DAY_WIDTH_RATIO), body.height)
        day_rect.right = body.right
        month_rect = pygame.Rect(body.left, body.top, day_rect.left - px(PANEL_GAP) - body.left, body.height)
        self.add_board(day_rect)
        self.add_board(month_rect)
        inner_rect = day_rect.inflate(-2 * px(DAY_PADDING), -2 * px(DAY_PADDING * 0.75))
        self.compose_part("day", partial(self._add_day, inner_rect))
        title_rect = self.title_rect
        game_rect = pygame.Rect(0, 0, body.right - title_rect.right - px(PANEL_GAP), px(CONTROL_HEIGHT))
        game_rect.midright = body.right, title_rect.centery
        self._add_game_choice(game_rect, None)
        inner_rect = month_rect.inflate(-2 * px(PANEL_PADDING), -2 * px(PANEL_PADDING * 0.75))
        self.compose_part("month", partial(self._add_month, inner_rect, None))

    def _stack_parts(self, board: pygame.Rect) -> None:
        """Add the parts of the page one below the other, in a scroll area."""
        px = self.context.px
        self.add_board(board)
        area = self.begin_scroll_area("daily", board)
        day_rect = pygame.Rect(0, 0, area.width, px(COMPACT_DAY_HEIGHT))
        game_rect = pygame.Rect(0, day_rect.bottom + px(GAP), area.width, px(CONTROL_HEIGHT))
        month_height = min(px(CALENDAR_HEIGHT), area.viewport.height - px(GAP))
        month_rect = pygame.Rect(0, game_rect.bottom + px(PANEL_PADDING), area.width, month_height)
        self.compose_part("day", partial(self._add_compact_day, day_rect, area))
        self._add_game_choice(game_rect, area)
        self.compose_part("month", partial(self._add_month, month_rect, area))
        self.end_scroll_area("daily", month_rect.bottom)

    def _get_place(self, area: ScrollArea | None) -> Place:
        return self.context.place if area is None else area.place

    def _add_game_choice(self, rect: pygame.Rect, area: ScrollArea | None) -> None:
        """Add the choice of the game at the right end of ``rect``."""
        ui_scale = self.context.ui_scale
        labels = [_(game.title) for game in GAMES.values()]
        width = compute_row_width(labels, ui_scale)
        if width > rect.width:
            width = min(rect.width, compute_cycle_width(labels, ui_scale))
        choice_rect = pygame.Rect(rect.right - width, rect.top, width, rect.height)
        choice = SegmentedControl(list(GAMES), labels, self.game, choice_rect, self._get_place(area))
        self.bind_value("game", choice, self._show_game, _("Game"), area)

    def _add_day(self, rect: pygame.Rect) -> None:
        """Add the day that is shown: its date, its deal or its result, what can be done, and the streak."""
        context, px = self.context, self.context.px
        self._waiting_deal = None
        streak_rect = pygame.Rect(rect.left, rect.bottom - px(STREAK_HEIGHT), rect.width, px(STREAK_HEIGHT))
        StreakLine(self._streak, streak_rect, context.place)
        if not self._is_day_in_month:
            self._add_day_question(rect, None)
            return
        texts_bottom = self._add_day_texts(rect, self._deal_text, None)
        buttons_rect = pygame.Rect(
            rect.left, streak_rect.top - px(GAP) - px(FOOTER_HEIGHT), rect.width, px(FOOTER_HEIGHT)
        )
        left_rect = pygame.Rect(buttons_rect.topleft, ((rect.width - px(GAP)) // 2, buttons_rect.height))
        right_rect = left_rect.move(left_rect.width + px(GAP), 0)
        self._add_day_buttons((left_rect, right_rect) if self._can_try_again else (buttons_rect,), None)
        top, bottom = texts_bottom + px(GAP), buttons_rect.top - 2 * px(GAP)
        picture_rect = pygame.Rect(rect.left, top, rect.width, max(1, bottom - top))
        if self._result is not None and self._result.is_over:
            DayOutcome(self._result, picture_rect, context.place)
        else:
            deck, back = context.settings.italian_card_folder, context.settings.back
            self._waiting_deal = WaitingDeal(self.samples, deck, back, picture_rect, context.place)

    def _add_compact_day(self, rect: pygame.Rect, area: ScrollArea) -> None:
        """Add the same without a picture, with the buttons beside the date."""
        _context, px = self.context, self.context.px
        if not self._is_day_in_month:
            self._add_day_question(rect, area)
            return
        buttons_rect = pygame.Rect(0, rect.top, round(rect.width * COMPACT_BUTTON_RATIO), px(FOOTER_HEIGHT))
        buttons_rect.right = rect.right
        texts_rect = pygame.Rect(rect.topleft, (buttons_rect.left - px(GAP) - rect.left, rect.height))
        text = self._deal_text if self._result is None else format_result(self._result)
        texts_bottom = self._add_day_texts(texts_rect, text, area)
        second_rect = buttons_rect.move(0, buttons_rect.height + px(GAP))
        streak_top = max(texts_bottom, second_rect.bottom if self._can_try_again else 0)
        self._add_day_buttons((buttons_rect, second_rect), area)
        streak_rect = pygame.Rect(rect.left, streak_top, rect.width, px(STREAK_HEIGHT))
        StreakLine(self._streak, streak_rect, area.place)

    @property
    def _is_day_in_month(self) -> bool:
        """Whether the chosen day is in the month that is shown; the day is not shown beside another month."""
        return self.day.replace(day=1) == self.month

    def _add_day_question(self, rect: pygame.Rect, area: ScrollArea | None) -> None:
        size = self.context.px(theme.BODY_TEXT_SIZE)
        line_rect = pygame.Rect(rect.topleft, (rect.width, round(size * LINE_RATIO)))
        LineLabel(_("Choose a day."), line_rect, self._get_place(area), size=theme.BODY_TEXT_SIZE, color=theme.MUTED)

    def _add_day_texts(self, rect: pygame.Rect, text: str, area: ScrollArea | None) -> int:
        """Add the weekday, the date and ``text`` at the top of ``rect``; return the place below them.

        A deal that can be played is followed by the length of its match.
        """
        px, place = self.context.px, self._get_place(area)
        size = px(SMALL_TEXT_SIZE)
        line_rect = pygame.Rect(rect.topleft, (rect.width, round(size * LINE_RATIO)))
        LineLabel(format_weekday(self.day), line_rect, place, size=SMALL_TEXT_SIZE, color=theme.MUTED)
        title = TextLabel(
            format_day(self.day), line_rect.bottomleft, rect.width, place, face="serif", size=theme.TITLE_TEXT_SIZE
        )
        size = px(theme.BODY_TEXT_SIZE)
        line_rect = pygame.Rect(rect.left, line_rect.bottom + title.rect.height, rect.width, round(size * LINE_RATIO))
        LineLabel(text, line_rect, place, size=theme.BODY_TEXT_SIZE, color=theme.CREAM)
        if self.day != self.today and (self._result is None or self._result.is_over):
            return line_rect.bottom
        note = TextLabel(
            self._match_text, line_rect.bottomleft, rect.width, place, size=SMALL_TEXT_SIZE, color=theme.MUTED
        )
        bottom: int = line_rect.bottom + note.rect.height
        return bottom

    @property
    def _result(self) -> DailyResult | None:
        """The result of the person in the deal that is shown."""
        return self._results_by_date.get(self.day.isoformat())

    @property
    def _can_try_again(self) -> bool:
        return self.day == self.today and self._result is not None and self._result.is_over

    @property
    def _deal_text(self) -> str:
        """The game, the opponents and their level in a line."""
        title = _(GAMES[self.game].title)
        setup = make_daily_setup(self.date, self.game, self.context.settings.display_name)
        opponents = [player for player in setup.players if not player.is_person]
        level = format_player_kind(opponents[0].kind)
        if len(opponents) == 1:
            return _("{game} against {name}, {level}").format(game=title, name=opponents[0].name, level=level)
        text = ngettext("{game}, {count} player, {level}", "{game}, {count} players, {level}", len(setup.players))
        return text.format(game=title, count=len(setup.players), level=level)

    @property
    def _match_text(self) -> str:
        """The length of the match that begins with the deal, and what counts in it."""
        options = get_daily_deal(self.date, self.game).options
        length = capitalize_first(get_presentation(self.game).describe_match_length(options))
        return _("{length}. Only the first deal counts.").format(length=length)

    def _add_day_buttons(self, rects: Sequence[pygame.Rect], area: ScrollArea | None) -> None:
        """Add the primary action of the day, and then another attempt if the deal of today is over."""
        result, play_id = self._result, f"play-{self.game}"
        start = partial(self._start_match, self.game)
        if result is None and self.day == self.today:
            self.add_button(play_id, _("Play"), rects[0], start, style="#primary", symbol="play", scroll_area=area)
        elif result is None:
            LineLabel(
                _("Only today's deal can be played."),
                rects[0],
                self._get_place(area),
                size=theme.BODY_TEXT_SIZE,
                color=theme.MUTED,
            )
        elif result.is_over:
            on_press = partial(self.context.router.open_replay, result.match)
            self.add_button("replay", _("Watch replay"), rects[0], on_press, style="#primary", scroll_area=area)
        else:
            on_press = partial(self._continue_match, result.match)
            self.add_button(
                "continue", _("Continue"), rects[0], on_press, style="#primary", symbol="play", scroll_area=area
            )
        if self._can_try_again:
            self.add_button(play_id, _("Play again"), rects[1], start, scroll_area=area)

    def _add_month(self, rect: pygame.Rect, area: ScrollArea | None) -> None:
        """Add the calendar with the way to the other months."""
        px, place = self.context.px, self._get_place(area)
        height, width = px(CONTROL_HEIGHT), px(MONTH_BUTTON_WIDTH)
        left_rect = pygame.Rect(rect.left, rect.top, width, height)
        right_rect = pygame.Rect(rect.right - width, rect.top, width, height)
        name_size = px(theme.SECTION_TEXT_SIZE)
        name_y = rect.top + (height - round(name_size * LINE_HEIGHT_RATIO)) // 2
        TextLabel(
            format_month(self.month),
            (left_rect.right, name_y),
            right_rect.left - left_rect.right,
            place,
            face="serif",
            size=theme.SECTION_TEXT_SIZE,
            align="centre",
        )
        first_result = min(self._results_by_date, default=self.date)
        back = self.add_button(
            "previous-month", "", left_rect, partial(self._show_month, -1), style="#small",
            label=_("Previous month"), symbol="back", scroll_area=area,
        )  # fmt: skip
        set_enabled(back, is_enabled=first_result < self.month.isoformat())
        grid_rect = pygame.Rect(rect.left, rect.top + height + px(GAP) // 2, rect.width, 0)
        grid_rect.height = rect.bottom - grid_rect.top
        forth = self.add_button(
            "next-month", "", right_rect, partial(self._show_month, 1), style="#small",
            label=_("Next month"), symbol="next", scroll_area=area,
        )  # fmt: skip
        set_enabled(forth, is_enabled=self.month < self.today.replace(day=1))
        self._month_grid = MonthGrid(self.month, self.today, self.day, self._results_by_date, grid_rect, place)
        self.bind_value("calendar", self._month_grid, self.show_day, format_month(self.month), area)

    # -- actions

    def show_day(self, day: date) -> None:
        """Show the deal of a day and what the person reached in it."""
        self.day = day
        self.recompose("day")
        if self._month_grid is not None:
            self._month_grid.set_value(day)

    def _show_month(self, step: int) -> None:
        """Show the month before (-1) or after (1) the shown one."""
        middle = self.month + timedelta(days=14 + 31 * step)
        self.month = middle.replace(day=1)
        self.recompose("day")
        self.recompose("month")

    def _show_game(self, game: str) -> None:
        self.game = game
        self.recompose("page")

    def _continue_match(self, match_id: int) -> None:
        self.context.router.open_match(self.context.storage.call(MatchRepository.open_match, match_id), self)

    def _start_match(self, game: str) -> None:
        if self.results.find_result(self.date, game, self.context.own_profile.id) is not None:
            self.context.notify(_("You have already played this deal. This attempt does not count."))
        self.context.router.start_match(make_daily_setup(self.date, game, self.context.settings.display_name))


def make_daily_setup(date: str, game: str, name: str) -> MatchSetup:
    """Return the daily deal of a game on a date, without assistance.

    The person ``name`` is at the first seat, computer players are at all others.
    """
    form = forms.with_code(forms.make_default_form(name), encode_deal(get_daily_deal(date, game)))
    setup = forms.make_match_setup(forms.with_computer_opponents(form, name))
    assert isinstance(setup, MatchSetup)
    assistance = forms.replace_fields(setup.assistance, undo=False, hints=False)
    return forms.replace_fields(setup, daily_date=date, assistance=assistance)
