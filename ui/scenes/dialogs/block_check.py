"""Check for blocked players before a match begins."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from math import ceil
from typing import Final

from game.core.messages import Reason
from game.match.table_discipline import ActivePenalty
from game.storage.files import StorageError
from game.text.errors import describe_error
from game.text.formatting import format_time_of_day
from game.text.gettext import _, ngettext
from game.text.messages import format_reason
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.scenes.dialogs.unsaved_play import offer_unsaved_play
from ui.scenes.panel_page import PanelPage
from ui.services.tasks import Task
from ui.widgets.fields import Action
from ui.widgets.layout import Column, Padded, Row
from ui.widgets.nodes import Node, Scroll, Space, Text

SECONDS_PER_MINUTE: Final = 60
MIN_BUTTON_WIDTH: Final = 200
"""The least width of the button, in design pixels."""
WAIT_NOTICE_DELAY_S: Final = 0.3
"""The time before a person sees the reason of a wait, in seconds."""


class BlockCheckScene(PanelPage):
    """Waits for the blocks of players, then starts the match or shows the blocks.

    ``check_in``: requests the blocks from the storage; ``on_allowed``: called if there are none; ``on_cancel``: called
    if the person goes back.
    """

    panel_width = 760

    def __init__(
        self,
        context: AppContext,
        check_in: Callable[[], Future[tuple[ActivePenalty, ...]]],
        on_allowed: Callable[[], None],
        on_cancel: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(context)
        self.lines: list[str] = []
        self._on_allowed = on_allowed
        self._on_cancel = on_cancel
        self._check_in = check_in
        self._check: Task | None = None
        self._is_waiting, self._waited_seconds = True, 0.0

    @property
    def narration(self) -> tuple[str, ...]:
        return tuple(self.lines)

    @property
    def is_busy(self) -> bool:
        return self._check is None or super().is_busy

    def describe(self) -> Node:
        text = Text("\n".join(self.lines), size=theme.LARGE_TEXT_SIZE, align="centre")
        back = Action("back", _("Back"), self.on_escape, style="#primary", min_width=MIN_BUTTON_WIDTH)
        button_row = Row(Space(grow=1), back, Space(grow=1))
        contents = Column(Scroll("lines", text, padding=theme.TINY_GAP), button_row, gap=theme.GAP)
        return Padded(contents if self.lines else Space())

    def update(self, seconds: float) -> None:
        """Check once the matches that people have left are finished, which may lead to new blocks."""
        if self._check is not None:
            return
        self._is_waiting = self._is_waiting and self.context.router.left_matches.is_busy
        if not self._is_waiting:
            self._show([])
            self._check = self.context.tasks.submit(
                self._check_in(), self._finish_check, self._report_failed_check, owner=self
            )
            return
        self._waited_seconds += seconds
        if self._waited_seconds > WAIT_NOTICE_DELAY_S:
            self._show([_("The computer is finishing a match that you left…")])

    def _finish_check(self, penalties: tuple[ActivePenalty, ...]) -> None:
        now = self.context.now()
        lines = [line for penalty in penalties for line in describe_active_penalty(penalty, now)]
        if lines:
            self._show(lines)
        else:
            self._on_allowed()

    def _show(self, lines: list[str]) -> None:
        if lines != self.lines:
            self.lines = lines
            self.recompose("panel")
            self.narrate_change()

    def _report_failed_check(self, error: BaseException) -> None:
        if offer_unsaved_play(self.context, self._restart_check, self.on_escape):
            return
        if not isinstance(error, StorageError):
            self.context.report(error)
        self._show([describe_error(error)])

    def _restart_check(self) -> None:
        self._check = None

    def on_escape(self) -> None:
        self._on_cancel()
        super().on_escape()

    def draw(self, canvas: Canvas) -> None:
        if self.lines:
            super().draw(canvas)
        else:
            self.draw_background(canvas)


def describe_active_penalty(bar: ActivePenalty, now: float) -> tuple[str, ...]:
    """Return lines that say how long a player is blocked, and why.

    ``now``: seconds since the epoch.
    """
    minutes = ceil(bar.seconds_left / SECONDS_PER_MINUTE)
    words = (
        ngettext(
            "{name} is blocked for {count} more minute, until {time}.",
            "{name} is blocked for {count} more minutes, until {time}.",
            minutes,
        )
        if bar.reason_code
        else ngettext(
            "{name} left a match or ran out of time and is blocked for {count} more minute, until {time}.",
            "{name} left a match or ran out of time and is blocked for {count} more minutes, until {time}.",
            minutes,
        )
    )
    line = words.format(name=bar.name, count=minutes, time=format_time_of_day(now + bar.seconds_left))
    if not bar.reason_code:
        return (line,)
    why = format_reason(Reason(bar.reason_code, {"seat": 0}), (bar.name,))
    return line, _("Reason: {why}.").format(why=why)
