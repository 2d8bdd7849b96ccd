"""The daily deal: a deal of each game, the same for everyone, and earlier results."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import pygame

from game.core.messages import N_
from game.match.setup import MatchSetup
from game.rules import GAMES
from game.shuffling.daily_deal import DailyResult, DailyResults, get_daily_date, get_daily_deal
from game.shuffling.deal_codes import encode_deal
from game.storage.daily_results import open_daily_results
from game.text.gettext import _
from ui.app.context import AppContext
from ui.graphics import theme
from ui.scenes.new_match import form_state as forms
from ui.scenes.page import Page
from ui.widgets.form_layout import FormLayout

MAX_EARLIER_RESULTS: Final = 60
"""The largest number of earlier results in the list."""
STATE_LABELS: Final = {"annulled": N_("annulled"), "void": N_("void"), "unfinished": N_("not played to its end")}


class DailyDealScene(Page):
    """A row for each game. The results are loaded when the scene opens."""

    title = N_("Daily deal")

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.date = get_daily_date(context.now())
        self.results = DailyResults()
        loading = context.storage.submit_document(open_daily_results(context.folders).read)
        self._loading = context.tasks.submit(loading, self._show_results, self._report_unread, owner=self)

    @property
    def narration(self) -> tuple[str, ...]:
        return (f"{_(self.title)} · {self.date}",)

    def _show_results(self, results: DailyResults) -> None:
        self.results = results
        self.recompose("deals")

    def _report_unread(self, error: BaseException) -> None:
        self.context.report(error)
        self.recompose("deals")

    # -- widgets

    def compose(self) -> None:
        px, body = self.context.px, self.body
        board = pygame.Rect(0, body.top, min(body.width, px(900)), body.height)
        board.centerx = body.centerx
        self.add_board(board)
        column = FormLayout(self.begin_scroll_area("daily", board), self.context.ui_manager)
        text = _("{date}: one deal of each game, the same for everyone. You play it against the computer; the first"
                  " time counts.")  # fmt: skip
        column.add_text(text.format(date=self.date), color=theme.MUTED)
        column.add_gap()
        self.compose_rows("deals", column, self._add_deals)
        self.end_scroll_area("daily", column.next_y)
        self.add_footer_button("back", _("Back"), self.on_escape)

    def _add_deals(self, column: FormLayout) -> None:
        if not self._loading.is_pending:
            for game in GAMES:
                self._add_game_row(column, game)
            self._add_earlier_results(column)

    def _add_game_row(self, column: FormLayout, game: str) -> None:
        result = self.results.find_result(self.date, game, self.context.own_profile.id)
        button_text = _("Play") if result is None else _("Play again")
        width = max(map(self.measure_button_width, (_("Play"), _("Play again"))))
        on_press: Callable[[], None] = partial(self._start_match, game)
        column.add_row(
            _(GAMES[game].title),
            format_result(result),
            width,
            lambda rect: self.add_button(
                f"play-{game}",
                button_text,
                rect,
                on_press,
                style="#small",
                label=f"{button_text} {game}",
                scroll_area=column.scroll_area,
            ),
        )

    def _add_earlier_results(self, column: FormLayout) -> None:
        """Add the person's results of other days, the latest first."""
        own_id = self.context.own_profile.id
        earlier = [result for result in self.results.results if result.profile == own_id and result.date != self.date]
        if not earlier:
            return
        column.add_gap()
        column.add_heading(_("Earlier"))
        for result in earlier[: -MAX_EARLIER_RESULTS - 1 : -1]:
            title = _(GAMES[result.game].title) if result.game in GAMES else result.game
            text = _("{date} · {game}: {result}")
            column.add_text(
                text.format(date=result.date, game=title, result=format_result(result)), size=theme.SMALL_TEXT_SIZE
            )
            column.add_gap(4)

    # -- what is done

    def _start_match(self, game: str) -> None:
        if self.results.find_result(self.date, game, self.context.own_profile.id) is not None:
            self.context.notify(_("You have begun this deal before: what you do in it now does not count."))
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


def format_result(result: DailyResult | None) -> str:
    """Return a result in a line; None: the deal has not been played."""
    if result is None:
        return _("Not played yet.")
    if not result.is_over:
        return _("Begun, and not played to its end yet.")
    if result.state != "scored":
        return _("The deal was {state}.").format(state=_(STATE_LABELS.get(result.state, result.state)))
    return _("Score {score}, taken {points}.").format(score=result.score, points=result.points)
