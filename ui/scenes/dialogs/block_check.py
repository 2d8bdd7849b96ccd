"""Check for blocked players before a match begins."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from math import ceil
from typing import Final

import pygame

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
from ui.graphics.shapes import draw_panel
from ui.scenes.dialogs.unsaved_play import offer_unsaved_play
from ui.scenes.page import Page
from ui.services.tasks import Task

SECONDS_PER_MINUTE: Final = 60
BOX_WIDTH: Final = 760
BOX_PADDING: Final = 24
TEXT_TOP: Final = 36
BUTTON_SPACE: Final = 100
LINE_STEP_RATIO: Final = 1.35
"""Sizes in design pixels: width of the box, its padding, the space above the text, and that for the button below it;
the distance of two lines as a share of the text size."""
TEXT_SIZES: Final = (theme.LARGE_TEXT_SIZE, theme.BODY_TEXT_SIZE, theme.SMALL_TEXT_SIZE, theme.SMALL_TEXT_SIZE * 0.7)
"""The usual text size, and smaller ones for many blocks in a small window, in design pixels."""
WAIT_NOTICE_DELAY_S: Final = 0.3
"""The time before a person sees the reason of a wait, in seconds."""


class BlockCheckScene(Page):
    """Waits for the blocks of players, then starts the match or shows the blocks.

    ``check_in``: requests the blocks from the storage; ``on_allowed``: called if there are none; ``on_cancel``: called
    if the person goes back.
    """

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
        self._is_waiting, self._waited_seconds = context.router.is_finishing_matches(), 0.0
        self._box_rect = pygame.Rect(0, 0, 0, 0)
        self._text_lines: list[str] = []
        self._text_size = 0

    @property
    def narration(self) -> tuple[str, ...]:
        return tuple(self.lines)

    @property
    def is_busy(self) -> bool:
        return not self.lines or self._is_waiting

    def compose(self) -> None:
        self.compose_part("box", self._compose_box)

    def _compose_box(self) -> None:
        px, (width, height) = self.context.px, self.context.size
        box = self._box_rect = pygame.Rect(0, 0, min(px(BOX_WIDTH), width - px(BOX_PADDING)), 0)
        text_width = box.width - 2 * px(BOX_PADDING)
        room = height - px(BOX_PADDING + TEXT_TOP + BUTTON_SPACE)
        self._text_size, self._text_lines = theme.wrap_to_height(
            "\n".join(self.lines), "sans", map(px, TEXT_SIZES), text_width, room, LINE_STEP_RATIO
        )
        box.height = px(TEXT_TOP + BUTTON_SPACE) + len(self._text_lines) * self._line_step
        box.center = (width // 2, height // 2)
        if self.lines:
            rect = pygame.Rect(0, 0, px(200), px(48))
            rect.midbottom = (box.centerx, box.bottom - px(BOX_PADDING))
            self.add_button("back", _("Back"), rect, self.on_escape, style="#primary")

    @property
    def _line_step(self) -> int:
        """The distance of two lines in pixels."""
        return round(self._text_size * LINE_STEP_RATIO)

    def update(self, seconds: float) -> None:
        if self._is_waiting:
            self._poll_left_matches(seconds)
        elif self._check is None:
            self._check = self.context.tasks.submit(
                self._check_in(), self._finish_check, self._report_failed_check, owner=self
            )

    def _finish_check(self, penalties: tuple[ActivePenalty, ...]) -> None:
        now = self.context.now()
        lines = [line for penalty in penalties for line in describe_active_penalty(penalty, now)]
        if lines:
            self._show(lines)
        else:
            self.lines = []
            self._on_allowed()

    def _show(self, lines: list[str]) -> None:
        self.lines = lines
        self.recompose("box")
        self.narrate_change()

    def _report_failed_check(self, error: BaseException) -> None:
        if offer_unsaved_play(self.context, self._restart_check, self.on_escape):
            return
        if not isinstance(error, StorageError):
            self.context.report(error)
        self._show([describe_error(error)])

    def _restart_check(self) -> None:
        self._check = None

    def _poll_left_matches(self, seconds: float) -> None:
        """Wait for matches that people have left to be finished, which may lead to new blocks."""
        self._is_waiting, self._waited_seconds = (
            self.context.router.is_finishing_matches(),
            self._waited_seconds + seconds,
        )
        is_told = self._is_waiting and self._waited_seconds > WAIT_NOTICE_DELAY_S
        lines = [_("The computer is finishing a match that you left…")] if is_told else []
        if self.lines != lines:
            self._show(lines)

    def on_escape(self) -> None:
        self._on_cancel()
        super().on_escape()

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if not self.lines:
            return
        box = self._box_rect
        draw_panel(canvas, self.context.theme, box, theme.GOLD, 250)
        top = box.top + self.context.px(TEXT_TOP)
        for row, line in enumerate(self._text_lines):
            line_image = theme.render_text(line, "sans", self._text_size, theme.CREAM)
            canvas.blit(line_image, line_image.get_rect(midtop=(box.centerx, top + row * self._line_step)))


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
            "{name} left a match or ran out of time: blocked for {count} more minute, until {time}.",
            "{name} left a match or ran out of time: blocked for {count} more minutes, until {time}.",
            minutes,
        )
    )
    line = words.format(name=bar.name, count=minutes, time=format_time_of_day(now + bar.seconds_left))
    if not bar.reason_code:
        return (line,)
    why = format_reason(Reason(bar.reason_code, {"seat": 0}), (bar.name,))
    return line, _("Reason: {why}.").format(why=why)
