"""Progress of an analysis, which continues in every scene until it is canceled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

import pygame
from pygame_gui.elements import UIButton

from game.analysis.model import MatchAnalysis
from game.analysis.report import describe_judge
from game.core.messages import N_
from game.text.gettext import _, ngettext
from ui.app.context import AppContext
from ui.graphics import theme
from ui.scenes.page import FOOTER_HEIGHT as FOOT
from ui.scenes.page import Page
from ui.widgets.base import set_visible
from ui.widgets.controls import CONTROL_HEIGHT
from ui.widgets.form_layout import FormLayout
from ui.widgets.label import LineLabel
from ui.widgets.progress_bar import ProgressBar

BOARD_SIZE: Final = (760, 190)
"""The size of the board, in design pixels."""
PROGRESS_BAR_HEIGHT: Final = 16
"""The height of the progress bar, in design pixels."""


class PendingAnalysis(Protocol):
    """An analysis that was requested."""

    error: str
    """The reason of a failure in a line, empty if there is none."""

    @property
    def is_busy(self) -> bool:
        """Whether the analysis is still running."""
        ...

    @property
    def result(self) -> MatchAnalysis | None:
        """The result, None before the end."""
        ...

    @property
    def progress(self) -> tuple[int, int]:
        """The numbers of judged and of all turns; (0, 0) while they are not known."""
        ...

    def cancel(self) -> None:
        """Cancel the analysis."""
        ...


class AnalysisProgressScene(Page):
    """The page that waits for an analysis.

    When the analysis is done, the page closes and calls ``on_done`` with it.
    """

    title = N_("Analysis")
    max_scale = 1.5

    def __init__(self, context: AppContext, job: PendingAnalysis, on_done: Callable[[MatchAnalysis], None]) -> None:
        super().__init__(context)
        self.job = job
        self._on_done = on_done
        self._progress_bar: ProgressBar | None = None
        self._progress_line: LineLabel | None = None
        self._cancel_button: UIButton | None = None
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
            self.recompose("progress")
            self._update_cancel_button()
        elif self._progress_bar is not None and self._progress_line is not None:
            self._progress_bar.set_share(self._progress_ratio)
            self._progress_line.set_text(self._progress_text)

    def compose(self) -> None:
        px, body = self.context.px, self.body
        board = pygame.Rect(0, body.top, min(body.width, px(BOARD_SIZE[0])), min(body.height, px(BOARD_SIZE[1])))
        board.center = body.center
        self.add_board(board)
        column = FormLayout(self.begin_scroll_area("waiting", board))
        column.add_text(describe_judge())
        column.add_gap()
        self.compose_rows("progress", column, self._add_progress)
        self.end_scroll_area("waiting", column.next_y)
        self.add_footer_button("back", _("Back"), self.on_escape)
        self._add_cancel_button()

    def _add_cancel_button(self) -> None:
        """Add the button "Cancel" at the right.

        It is not the default button, so that Enter does not press it.
        """
        text, px, area = _("Cancel"), self.context.px, self.area
        width = max(px(170), self.measure_button_width(text))
        rect = pygame.Rect(area.right - width, area.bottom - px(FOOT), width, px(FOOT))
        self._cancel_button = self.add_button("cancel", text, rect, self._cancel_analysis)
        self._update_cancel_button()

    def _update_cancel_button(self) -> None:
        if self._cancel_button is not None:
            set_visible(self._cancel_button, is_visible=not self.job.error)

    def _add_progress(self, column: FormLayout) -> None:
        """Add a line and a bar, or the reason of a failure."""
        self._progress_bar = self._progress_line = None
        if self.job.error:
            column.add_text(self._progress_text, color=theme.RED_LIGHT)
            return
        line_rect = column.make_row_rect(column.width, CONTROL_HEIGHT)
        self._progress_line = LineLabel(
            self._progress_text,
            line_rect,
            column.scroll_area.place,
            size=theme.BODY_TEXT_SIZE,
            color=theme.MUTED,
        )
        column.next_y = line_rect.bottom
        bar_rect = column.make_row_rect(column.width, PROGRESS_BAR_HEIGHT)
        self._progress_bar = ProgressBar(self._progress_ratio, bar_rect, column.scroll_area.place)
        column.next_y = bar_rect.bottom
        column.add_gap()
        column.add_text(_("You can leave this page. The analysis goes on."), size=16, color=theme.MUTED)

    def _cancel_analysis(self) -> None:
        self.job.cancel()
        self.on_escape()
