"""The daily deal: a deal of each game, the same for everyone, and the results of a month."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from typing import Final

from game.ai.levels import DEFAULT_COMPUTER_LEVEL
from game.core.cards import HIDDEN_CARD
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
from game.text.formatting import format_number
from game.text.gettext import _, ngettext
from game.text.player_names import format_player_kind
from ui.app.context import AppContext
from ui.app.router import HelpTopic
from ui.games import get_presentation
from ui.graphics import theme
from ui.graphics.card_images import CARD_ASPECT_RATIO
from ui.scenes.daily.month_grid import MonthGrid, format_result, format_score
from ui.scenes.new_match import form_state as forms
from ui.scenes.page import Page
from ui.widgets.fields import Action, Widget, make_choice
from ui.widgets.layout import Alternatives, Column, Layers, Panel, Row
from ui.widgets.nodes import Line, Node, Painter, Scroll, Section, Space, Text, make_symbol
from ui.widgets.tile import CardsPicture, PlacedCard, paint_felt

MIN_WIDE_SIZE: Final = (880, 340)
"""The size of the page in design pixels from which the calendar is beside the day, else below it."""
DAY_SHARE: Final = 0.4
"""The share of the width that the day takes beside the calendar, and its buttons beside its date."""
GRID_HEIGHT: Final = 450
MONTH_HEAD_HEIGHT: Final = 64
"""The heights of the days of a month below the day, and of what is above them, in design pixels."""
CARD_HEIGHT_RATIO: Final = 0.68
"""The height of the cards, as a share of the height of the picture."""
MAX_CARD_WIDTH_RATIO: Final = 0.21
"""The largest width of a card, as a share of the width of the picture."""
PILE_SIZE: Final = 4
PILE_STEP_RATIO: Final = 0.04
HAND_ANGLES: Final = (8.0, 0.0, -8.0)
"""The angles of the cards in the hand, from the left, in degrees."""
HAND_STEP_RATIO: Final = 0.48
"""The distance between two cards of the hand, in widths of a card."""
STREAK_NUMBER_SIZE: Final = 36


class DailyDealScene(Page):
    """A day with its deal, and a calendar of the results in a game. The results are loaded when the scene opens.

    ``date`` is the current date of the daily deal, as in 2026-11-22, and the same day as ``today``, which ends at
    midnight while the page is open too; ``day`` is the day that is shown.
    """

    title = N_("Daily deal")
    max_scale = 1.6
    help_topic = HelpTopic("fairness", section="codes")

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.date = context.daily_date
        self.today = self.day = date.fromisoformat(self.date)
        self.month = self.today.replace(day=1)
        self.game = next(iter(GAMES))
        self.results = DailyResults()
        loading = context.storage.submit_document(open_daily_results(context.folders).read)
        self._loading = context.tasks.submit(loading, self._show_results, self._report_unread, owner=self)

    @property
    def narration(self) -> tuple[str, ...]:
        day = _("{day}: {result}").format(day=format_day(self.day), result=format_result(self._result))
        return (_(self.title), f"{format_weekday(self.day)}, {day}", self._deal_text, format_streak(self._streak))

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self.date != self.context.daily_date:
            self._turn_page()

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
        self.recompose("body", "head")
        self.context.speak("\n".join(self.narration))

    def _show_results(self, results: DailyResults) -> None:
        self.results = results
        own_results = [result for result in results.results if result.profile == self.context.own_profile.id]
        if own_results and own_results[-1].game in GAMES:
            self.game = own_results[-1].game
        self.recompose("body", "head")

    def _report_unread(self, error: BaseException) -> None:
        self.context.report(error)
        self.recompose("body", "head")

    @property
    def _results_by_date(self) -> dict[str, DailyResult]:
        return self.results.find_results(self.game, self.context.own_profile.id)

    @property
    def _streak(self) -> Streak:
        dates = [iso_date for iso_date, result in self._results_by_date.items() if result.is_over]
        return compute_streak(dates, self.date)

    # -- what is on the page

    @property
    def _is_wide(self) -> bool:
        width, height = map(self.context.px, MIN_WIDE_SIZE)
        return self.body.width >= width and self.body.height >= height

    def list_header(self) -> Sequence[Node]:
        return () if self._loading.is_pending or not self._is_wide else (self._make_game_choice(),)

    def _make_game_choice(self) -> Node:
        labels = {name: _(game.title) for name, game in GAMES.items()}
        return make_choice(labels, self.game, id="game", label=_("Game"), on_change=self._show_game)

    def describe(self) -> Node:
        if self._loading.is_pending:
            return Space()
        day = Section("day", self._describe_day, grow=DAY_SHARE if self._is_wide else 0)
        if self._is_wide:
            month = Section("month", self._describe_month, grow=1)
            return Row(Panel(day, grow=DAY_SHARE), Panel(month, grow=1 - DAY_SHARE), gap=theme.LARGE_MARGIN)
        game = Row(Space(grow=1), self._make_game_choice())
        rows = Column(day, game, Section("month", self._describe_month), gap=theme.GAP)
        return Panel(Scroll("daily", rows), top=2)

    def _describe_day(self) -> Node:
        """Return the day that is shown: its date, its deal or its result, what can be done, and the streak."""
        if self.day.replace(day=1) != self.month:
            question = Line(_("Choose a day."), color=theme.MUTED)
            return Column(question, Space(grow=1), describe_streak(self._streak)) if self._is_wide else question
        actions = self._list_actions()
        if self._is_wide:
            is_over = self._result is not None and self._result.is_over
            picture = describe_outcome(self._result) if self._result is not None and is_over else self._make_picture()
            texts, buttons = self._describe_day_texts(self._deal_text), Row(*actions, gap=theme.GAP)
            return Column(texts, picture, buttons, describe_streak(self._streak), gap=theme.GAP)
        text = self._deal_text if self._result is None else format_result(self._result)
        texts = Column(self._describe_day_texts(text), describe_streak(self._streak), grow=1 - DAY_SHARE)
        return Row(texts, Column(*actions, gap=theme.GAP, grow=DAY_SHARE), gap=theme.GAP, align="top")

    def _make_picture(self) -> Node:
        cards = Widget(CardsPicture, (place_waiting_deal, self.context.card_images["italian"]))
        return Layers(Painter(paint_felt), cards, grow=1)

    def _describe_day_texts(self, text: str) -> Node:
        """Return the weekday, the date and ``text``, and the length of the match of a deal that can be played."""
        weekday = Line(format_weekday(self.day), size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)
        date_text = Text(format_day(self.day), face="serif", size=theme.TITLE_TEXT_SIZE)
        can_play = self.day == self.today or (self._result is not None and not self._result.is_over)
        note = Text(self._match_text, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED) if can_play else None
        return Column(weekday, date_text, Line(text), note)

    @property
    def _result(self) -> DailyResult | None:
        """The result of the person in the deal that is shown."""
        return self._results_by_date.get(self.day.isoformat())

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
        return _("{length}. Everybody gets the same first deal, and only its result counts here.").format(length=length)

    def _list_actions(self) -> list[Node]:
        """Return the primary action of the day, and then another attempt if the deal of today is over."""
        result, router = self._result, self.context.router
        play = Action(f"play-{self.game}", _("Play"), partial(self._start_match, self.game), style="#primary", grow=1)
        play.symbol = "play"
        if result is None and self.day == self.today:
            return [play]
        if result is None:
            return [Line(_("Only today's deal can be played."), color=theme.MUTED, grow=1)]
        if not result.is_over:
            return [
                replace(play, id="continue", text=_("Continue"), on_press=partial(self._continue_match, result.match))
            ]
        replay = partial(router.open_replay, result.match)
        actions: list[Node] = [Action("replay", _("Watch replay"), replay, style="#primary", grow=1)]
        again = replace(play, text=_("Play again"), style="#menu", symbol="")
        return [*actions, again] if self.day == self.today else actions

    def _describe_month(self) -> Node:
        """Return the calendar with the way to the other months."""
        first_result, name = min(self._results_by_date, default=self.date), format_month(self.month)
        back = Action("previous-month", "", partial(self._show_month, -1), symbol="back", label=_("Previous month"))
        forth = Action("next-month", "", partial(self._show_month, 1), symbol="next", label=_("Next month"))
        back.is_enabled = first_result < self.month.isoformat()
        forth.is_enabled = self.month < self.today.replace(day=1)
        title = Line(name, face="serif", size=theme.SECTION_TEXT_SIZE, align="centre", grow=1)
        arguments = (self.month, self.today, self.day, self._results_by_date)
        height = min(GRID_HEIGHT, self.body.height / self.context.ui_scale - MONTH_HEAD_HEIGHT)
        days = Widget(MonthGrid, arguments, id="calendar", label=name, on_change=self.show_day, grow=1)
        if not self._is_wide:
            days = replace(days, height=height, grow=0)
        return Column(Row(back, title, forth, align="middle"), days, gap=theme.SMALL_GAP)

    # -- actions

    def show_day(self, day: date) -> None:
        """Show the deal of a day and what the person reached in it."""
        self.day = day
        self.recompose("day")
        self.find("calendar").set_value(day)

    def _show_month(self, step: int) -> None:
        """Show the month before (-1) or after (1) the shown one."""
        middle = self.month + timedelta(days=14 + 31 * step)
        self.month = middle.replace(day=1)
        self.recompose("day", "month")

    def _show_game(self, game: str) -> None:
        self.game = game
        self.recompose("body", "head")

    def _continue_match(self, match_id: int) -> None:
        self.context.router.open_match(self.context.storage.call(MatchRepository.open_match, match_id), self)

    def _start_match(self, game: str) -> None:
        setup = make_daily_setup(self.date, game, self.context.settings.display_name)
        if self.results.find_result(self.date, game, self.context.own_profile.id) is not None:
            self.context.notify(_("You've already played this deal. This attempt doesn't count."))
            setup = forms.replace_fields(setup, daily_date="")
        self.context.router.start_match(setup)


def make_daily_setup(date: str, game: str, name: str) -> MatchSetup:
    """Return the daily deal of a game on a date, without assistance.

    The person ``name`` is at the first seat, computer players are at all others.
    """
    form = forms.with_code(forms.make_default_form(name), encode_deal(get_daily_deal(date, game)))
    setup = forms.make_match_setup(forms.with_level(forms.with_computer_opponents(form, name), DEFAULT_COMPUTER_LEVEL))
    assert isinstance(setup, MatchSetup)
    assistance = forms.replace_fields(setup.assistance, undo=False, hints=False)
    return forms.replace_fields(setup, daily_date=date, assistance=assistance)


def place_waiting_deal(size: tuple[int, int]) -> list[PlacedCard]:
    """Return a pile and a hand, face down, for a picture of a size in pixels."""
    x, height = size
    width, y = int(min(height * CARD_HEIGHT_RATIO / CARD_ASPECT_RATIO, x * MAX_CARD_WIDTH_RATIO)), height / 2
    if width <= 0:
        return []
    steps = [index * max(1, round(width * PILE_STEP_RATIO)) for index in reversed(range(PILE_SIZE))]
    pile = [PlacedCard(HIDDEN_CARD, width, (x / 4 + step, y + step)) for step in steps]
    hand = [
        PlacedCard(
            HIDDEN_CARD,
            width,
            (x * 0.7 + (index - 1) * width * HAND_STEP_RATIO, y + abs(angle) * width / 200),
            angle,
        )
        for index, angle in enumerate(HAND_ANGLES)
    ]
    return [*pile, *hand]


def describe_outcome(result: DailyResult) -> Node:
    """Return a piece of the table with the result of a finished deal, in a line where there is little room."""
    texts = [_("No result")]
    if result.state == "scored":
        outcome = _("You shared the win") if result.is_shared else _("You won") if result.is_won else _("You lost")
        texts = [_("Tie") if result.is_tied else outcome, format_score(result)]
    sizes = (theme.OUTCOME_TEXT_SIZE, theme.SECTION_TEXT_SIZE)
    lines = [Line(text, face="serif", size=size, align="centre") for text, size in zip(texts, sizes, strict=False)]
    low_lines = [Line(text, face="serif", size=theme.LARGE_TEXT_SIZE) for text in texts]
    low = Row(Space(grow=1), *low_lines, Space(grow=1), gap=theme.GAP, align="middle")
    return Layers(Painter(paint_felt), Alternatives(Column(Space(grow=1), *lines, Space(grow=1)), low), grow=1)


def describe_streak(streak: Streak) -> Node:
    """Return the number of days in a row, and the best number."""
    color = theme.GOLD if streak.current else theme.MUTED
    return Row(
        make_symbol("flame", STREAK_NUMBER_SIZE, color),
        Line(format_number(streak.current), face="serif", size=STREAK_NUMBER_SIZE, color=color),
        Line(_get_streak_unit(streak), grow=1),
        Line(_format_best_streak(streak), color=theme.MUTED) if streak.best else None,
        gap=theme.SMALL_GAP,
        align="middle",
    )


def _get_streak_unit(streak: Streak) -> str:
    return ngettext("day played in a row", "days played in a row", streak.current)


def _format_best_streak(streak: Streak) -> str:
    return _("Best: {count}").format(count=format_number(streak.best))


def format_streak(streak: Streak) -> str:
    """Return the streak in a line: "9 days played in a row. Best: 14"."""
    return f"{format_number(streak.current)} {_get_streak_unit(streak)}. {_format_best_streak(streak)}"
