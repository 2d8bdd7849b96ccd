"""Progress of an analysis, which continues in every scene until it is canceled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from game.analysis.model import MatchAnalysis
from game.analysis.report import describe_judge
from game.core.messages import N_
from game.text.gettext import _, ngettext
from ui.app.context import AppContext
from ui.graphics import theme
from ui.scenes.page import FOOTER_BUTTON_WIDTH, Page
from ui.services.analysis_jobs import AnalysisJob
from ui.table.overlays.base import pad_scroll
from ui.widgets.controls import ProgressBar
from ui.widgets.fields import Action, Widget
from ui.widgets.layout import Column, Panel, Row, Sized
from ui.widgets.nodes import Line, Node, Scroll, Space, Text

BOARD_WIDTH: Final = 760
"""The largest width of the board, in design pixels."""


class AnalysisProgressScene(Page):
    """The page that waits for an analysis.

    When the analysis is done, the page closes and calls ``on_done`` with it.
    """

    title = N_("Analysis")
    max_scale = 1.5

    def __init__(self, context: AppContext, job: AnalysisJob, on_done: Callable[[MatchAnalysis], None]) -> None:
        super().__init__(context)
        self.job = job
        self._on_done = on_done
        self._shown_error = job.error

    @property
    def is_busy(self) -> bool:
        return self.job.is_busy

    @property
    def narration(self) -> tuple[str, ...]:
        return _(self.title), self._progress_text

    @property
    def _progress_text(self) -> str:
        """The progress, or the reason of a failure, in a line."""
        done, total = self.job.progress
        if self.job.error:
            return self.job.error
        if not total:
            return _("Reading the match…")
        text = ngettext("{done} of {count} choice judged", "{done} of {count} choices judged", total)
        return text.format(done=done, count=total)

    @property
    def _progress_ratio(self) -> float:
        done, total = self.job.progress
        return done / max(1, total)

    def update(self, seconds: float) -> None:
        result = self.job.result
        if result is not None:
            self.context.scenes.pop()
            self._on_done(result)
        elif self.job.error != self._shown_error:
            self._shown_error = self.job.error
            self.recompose("body", "foot")
        elif not self.job.error:
            self.find("bar").set_share(self._progress_ratio)
            self.find("progress").set_text(self._progress_text)

    def describe(self) -> Node:
        progress: tuple[Node, ...] = (
            Line(self._progress_text, id="progress", color=theme.MUTED),
            Widget(ProgressBar, (self._progress_ratio,), id="bar", height=theme.LARGE_GAP),
            Text(
                _("You can leave this page. The analysis will continue."), size=theme.SMALL_TEXT_SIZE, color=theme.MUTED
            ),
        )
        if self.job.error:
            progress = (Text(self._progress_text, color=theme.RED_LIGHT),)
        scroll = Scroll("waiting", Column(Text(describe_judge()), *progress, gap=theme.GAP))
        panel = Sized(Panel(pad_scroll(scroll), padding=0), width=BOARD_WIDTH)
        return Row(Space(grow=1), panel, Space(grow=1), align="middle")

    def list_footer(self) -> Sequence[Node]:
        """Return the way back and "Cancel", which is not the default button, so that Enter does not press it."""
        cancel = Action("cancel", _("Cancel"), self._cancel_analysis, style="#menu", min_width=FOOTER_BUTTON_WIDTH)
        return self.make_back(), Space(grow=1), *(() if self.job.error else (cancel,))

    def _cancel_analysis(self) -> None:
        self.job.cancel()
        self.on_escape()
