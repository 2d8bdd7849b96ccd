"""The costliest choice of a person in a match or a deal, told below the result, with the way to make it again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.analysis.model import RetryTask
from game.analysis.report import describe_location, describe_option
from game.core.sanitizer import capitalize_first
from game.text.gettext import _
from ui.graphics import theme
from ui.table.screen_seats import get_your_seat
from ui.widgets.fields import Action
from ui.widgets.layout import Column, Row
from ui.widgets.nodes import Node, Space, Text

if TYPE_CHECKING:
    from ui.services.analysis_jobs import AnalysisJob
    from ui.table.overlays.base import Overlay

MAX_SHOWN_SEARCH_S: Final = 60.0
"""The time for which a result says that the analysis runs, in seconds; what that finds later is still shown."""


class CostliestChoice:
    """The costliest choice of the person at the screen; an analysis looks for it, and lists the same mistakes.

    ``deal``: the number of the only deal to analyze, None for the match.
    """

    def __init__(self, overlay: Overlay, deal: int | None = None) -> None:
        self._overlay, self._deal = overlay, deal
        self._seat = get_your_seat(overlay.table.session)
        self._is_told = False
        self._seconds_left = MAX_SHOWN_SEARCH_S
        self._job = self._find_job()

    def _find_job(self) -> AnalysisJob | None:
        """Return the analysis of a stored match of this computer, None for other matches."""
        table = self._overlay.table
        if self._seat is None or table.match_id is None or table.network is not None:
            return None
        return self._overlay.context.router.analyze(table.match_id, self._deal)

    def update(self, seconds: float) -> bool:
        """Return whether there are new `texts`, and narrate the result of the analysis once.

        A canceled analysis is started again. The line that says that the analysis runs disappears after
        `MAX_SHOWN_SEARCH_S`.
        """
        if self._job is not None and self._job.is_cancelled:
            self._job, self._is_told = self._find_job(), False
            return True
        if self._job is not None and not self._is_told and not self._job.is_busy:
            self._is_told = True
            if self.mistakes:
                self._overlay.table.narrate(" · ".join(self.texts))
            return True
        was_shown = self._seconds_left > 0
        self._seconds_left -= 0 if self._is_told else seconds
        return was_shown and self._seconds_left <= 0

    def cancel(self) -> None:
        """Cancel the analysis if it runs."""
        if self._job is not None and self._job.is_busy:
            self._job.cancel()

    @property
    def mistakes(self) -> tuple[RetryTask, ...]:
        """The choices of the person that cost anything, the costliest first."""
        analysis = self._job.result if self._job is not None else None
        return () if analysis is None or self._seat is None else analysis.get_retry_tasks(self._seat)

    @property
    def texts(self) -> tuple[str, ...]:
        """The place of the choice, with its cost as in "The ace of cups costs 8.0 points"; or that there is none yet.

        () if there is nothing to say: no analysis, one that ended without a result, or one that takes too long.
        """
        if self._job is None or (self._job.result is None and (not self._job.is_busy or self._seconds_left <= 0)):
            return ()
        if not self.mistakes:
            is_done = self._job.result is not None
            if self._deal is None:
                return (_("You made no mistakes in this match.") if is_done else _("Looking back at this match…"),)
            return (_("You made no mistakes in this deal.") if is_done else _("Looking back at this deal…"),)
        finding, game_id = self.mistakes[0].finding, self._overlay.table.session.info.game.id
        place, judgment = finding.location, finding.judgment
        assert judgment is not None, "a mistake was judged"
        cost = describe_option(game_id, judgment.best_option, judgment.chosen_option, self._overlay.deck)
        if self._deal is None:
            return describe_location(place), capitalize_first(cost)
        trick = (_("Trick {trick}").format(trick=place.trick),) if place.trick else ()
        return (*trick, capitalize_first(cost))

    def make_retry(self, height: float = 0) -> Action | None:
        """Return the button to make the choice again, None without a mistake; ``height``: in design pixels."""
        retry = Action("try-again", _("Try again"), self._retry, style="#menu", symbol="retry", height=height)
        return retry if self.mistakes else None

    def describe_line(self, height: float) -> Node | None:
        """Return the choice and its cost beside a button, None if there can be none. ``height``: in design pixels."""
        if not self.texts:
            return None
        color = theme.CREAM if self.mistakes else theme.MUTED
        text = Text(" · ".join(self.texts), size=theme.SMALL_TEXT_SIZE, color=color, align="right")
        words = Column(Space(grow=1), text, Space(grow=1), grow=1)
        return Row(words, self.make_retry(height), gap=theme.GAP, grow=1)

    def _retry(self) -> None:
        table = self._overlay.table
        self._overlay.context.router.open_choice_retry(
            self.mistakes[:1], table.session.info.names, 0, table.match_id or 0
        )
