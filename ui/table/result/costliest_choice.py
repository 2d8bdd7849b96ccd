"""The costliest choice of a person in a match or a deal, told below the result, with the way to make it again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.analysis.model import RetryTask
from game.analysis.report import describe_location, describe_option
from game.core.sanitizer import capitalize_first
from game.text.gettext import _
from ui.graphics import theme
from ui.table.screen_seats import get_your_seat
from ui.widgets.described import Box
from ui.widgets.fields import Action
from ui.widgets.layout import Column, Layers, Padded, Row
from ui.widgets.nodes import Node, Space, Text

if TYPE_CHECKING:
    from ui.services.analysis_jobs import AnalysisJob
    from ui.table.result.overlay import ResultOverlay

MAX_SHOWN_SEARCH_S: Final = 60.0
"""The time for which a result says that the analysis runs, in seconds; what that finds later is still shown."""


class CostliestChoice:
    """The costliest choice of the person at the screen; an analysis looks for it, and lists the same mistakes.

    ``deal``: the number of the only deal to analyze, None for the match. ``has_news`` says that the analysis is done
    and not described yet.
    """

    def __init__(self, overlay: ResultOverlay, deal: int | None = None) -> None:
        self._overlay, self._deal = overlay, deal
        self._seat = get_your_seat(overlay.table.session)
        self.has_news = self._is_told = False
        self._seconds_left = MAX_SHOWN_SEARCH_S
        self._job = self._find_job()

    def _find_job(self) -> AnalysisJob | None:
        """Return the analysis of a stored match of this computer, None for other matches."""
        table = self._overlay.table
        if self._seat is None or table.match_id is None or table.network is not None:
            return None
        return self._overlay.context.router.analyze(table.match_id, self._deal)

    def update(self, seconds: float) -> None:
        """Narrate the result of the analysis once, and restart a canceled analysis.

        The line that says that the analysis runs disappears after `MAX_SHOWN_SEARCH_S`.
        """
        if self._job is not None and self._job.is_cancelled:
            self._job, self._is_told, self.has_news = self._find_job(), False, True
        elif self._job is not None and not self._is_told and not self._job.is_busy:
            self.has_news = self._is_told = True
            if self.mistakes:
                self._overlay.table.narrate(self._format_line())
        elif not self._is_told and self._seconds_left > 0:
            self._seconds_left -= seconds
            self.has_news = self.has_news or self._seconds_left <= 0

    def cancel(self) -> None:
        """Cancel the analysis if it runs."""
        if self._job is not None and self._job.is_busy:
            self._job.cancel()

    @property
    def _is_silent(self) -> bool:
        """Whether there is nothing to say: no analysis, one that ended without a result, or one that takes too long."""
        if self._job is None or self._job.result is not None:
            return self._job is None
        return not self._job.is_busy or self._seconds_left <= 0

    @property
    def mistakes(self) -> tuple[RetryTask, ...]:
        """The choices of the person that cost anything, the costliest first."""
        analysis = self._job.result if self._job is not None else None
        return () if analysis is None or self._seat is None else analysis.get_retry_tasks(self._seat)

    def describe(self) -> Node | None:
        """Return a panel with the choice and its cost, None if there can be none."""
        self.has_news = False
        if self._is_silent:
            return None
        if not self.mistakes:
            return make_panel(self._overlay, Text(self._format_nothing(), color=theme.MUTED))
        place = describe_location(self.mistakes[0].finding.location)
        retry = Action("try-again", _("Try again"), self._retry, style="#menu", symbol="retry")
        muted = Text(place, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)
        return make_panel(self._overlay, muted, Text(self._format_mistake(), face="bold"), action=retry)

    def describe_line(self, height: float) -> Node | None:
        """Return the choice and its cost beside a button, None if there can be none. ``height``: in design pixels."""
        self.has_news = False
        if self._is_silent:
            return None
        line = self._format_line() if self.mistakes else self._format_nothing()
        text = Text(
            line, size=theme.SMALL_TEXT_SIZE, color=theme.CREAM if self.mistakes else theme.MUTED, align="right"
        )
        words = Column(Space(grow=1), text, Space(grow=1), grow=1)
        if not self.mistakes:
            return words
        retry = Action("try-again", _("Try again"), self._retry, style="#menu", symbol="retry", height=height)
        return Row(words, retry, gap=theme.GAP, grow=1)

    def _format_line(self) -> str:
        """Return the trick with the costliest choice and its cost."""
        mistake, trick = self._format_mistake(), self.mistakes[0].finding.location.trick
        return " · ".join([_("Trick {trick}").format(trick=trick), mistake]) if trick else mistake

    def _format_mistake(self) -> str:
        """Return the costliest choice and its cost: "The ace of cups costs 8.0 points"."""
        judgment, game_id = self.mistakes[0].finding.judgment, self._overlay.table.session.info.game.id
        assert judgment is not None, "a mistake was judged"
        return capitalize_first(
            describe_option(game_id, judgment.best_option, judgment.chosen_option, self._overlay.deck)
        )

    def _format_nothing(self) -> str:
        """Return the line in place of a mistake: the analysis found none, or still runs."""
        is_done = self._job is not None and self._job.result is not None
        if self._deal is None:
            return _("You made no mistakes in this match.") if is_done else _("Looking back at this match…")
        return _("You made no mistakes in this deal.") if is_done else _("Looking back at this deal…")

    def _retry(self) -> None:
        table = self._overlay.table
        self._overlay.context.router.open_choice_retry(
            self.mistakes[:1], table.session.info.names, 0, table.match_id or 0
        )


def make_panel(overlay: ResultOverlay, *lines: Node, action: Action | None = None) -> Node:
    """Return a panel with lines below one another, and a button beside them."""
    texts = Column(Space(grow=1), *lines, Space(grow=1), gap=theme.TINY_GAP, grow=1)
    row = Row(texts, action, gap=theme.SECTION_GAP, align="middle")
    ground = Box(fill_color=overlay.context.theme.panel_color)
    return Layers(ground, Padded(row, padding=theme.SECTION_GAP, top=theme.GAP))
