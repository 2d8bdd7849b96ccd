"""Pages for errors that prevent or stop the program, with advice and a retry."""

from __future__ import annotations

from typing import Final

import pygame

from game.core.messages import N_
from game.text.file_errors import HOME_VARIABLE
from game.text.gettext import _
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import draw_panel
from ui.scenes.page import FOOTER_HEIGHT, Page

LINE_STEP: Final = 30
"""The distance of lines, in design pixels."""


class StartupErrorScene(Page):
    """The page of an error at the start of the program.

    Its buttons and Esc close the page; `is_retry_wanted` is then whether to try again, and `is_unsaved_play_wanted`
    whether without saving, which is offered if `can_play_unsaved` is set.
    """

    max_scale = 1.5

    title = N_("Tavolo Verde cannot start")
    again_words = N_("Try again")
    is_about_storage = True
    """Whether the program can start without its folders."""

    def __init__(self, context: AppContext, error_text: str) -> None:
        super().__init__(context)
        self.error_text = error_text
        self.can_play_unsaved = False
        self.is_retry_wanted = self.is_unsaved_play_wanted = False
        self.lines: list[tuple[str, theme.Color]] = []
        self.box = pygame.Rect(0, 0, 0, 0)

    def get_advice(self) -> str:
        """Return the advice for the person."""
        advice = _(
            "Check that you can write to this folder and that the disk has free space, then try again. To use "
            "another folder, set the environment variable {variable}."
        ).format(variable=HOME_VARIABLE)
        if not self.can_play_unsaved:
            return advice
        return f"{advice}\n" + _("If you play without saving, your matches are lost when you quit.")

    def compose(self) -> None:
        px, body = self.context.px, self.body
        width = min(body.width, px(860))
        self.lines = [
            (line, color)
            for text, color in ((self.error_text, theme.RED_LIGHT), ("", theme.CREAM), (self.get_advice(), theme.CREAM))
            for line in theme.wrap_text(text, "sans", px(theme.LARGE_TEXT_SIZE), width - px(72))
        ]
        self.box = pygame.Rect(0, 0, width, px(64) + len(self.lines) * px(LINE_STEP))
        self.box.midtop = (body.centerx, body.top + px(20))
        self.add_footer_button("quit", _("Quit"), self.on_escape)
        if self.can_play_unsaved:
            text = _("Play without saving")
            rect = pygame.Rect(0, 0, self.measure_button_width(text), px(FOOTER_HEIGHT))
            rect.midbottom = (self.area.centerx, self.area.bottom)
            self.add_button("play-unsaved", text, rect, self._play_unsaved)
        retry_button = self.add_footer_button("try-again", _(self.again_words), self._retry, is_right=True)
        if not self.focus.focused_id:
            self.focus.focus_widget(retry_button)

    def _retry(self) -> None:
        self.is_retry_wanted = True
        self.on_escape()

    def _play_unsaved(self) -> None:
        self.is_unsaved_play_wanted = True
        self._retry()

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        px = self.context.px
        draw_panel(canvas, self.context.theme, self.box, theme.GOLD, 250)
        for row, (line, color) in enumerate(self.lines):
            image = theme.render_text(line, "sans", px(theme.LARGE_TEXT_SIZE), color)
            canvas.blit(image, (self.box.x + px(36), self.box.y + px(32) + row * px(LINE_STEP)))


class StoppedProgramScene(StartupErrorScene):
    """The page after an unexpected error.

    ``advice``: where the log is, and that matches are safe.
    """

    title = N_("Tavolo Verde has stopped")
    again_words = N_("Restart")
    is_about_storage = False

    def __init__(self, context: AppContext, fault: str, advice: str) -> None:
        super().__init__(context, fault)
        self._advice = advice

    def get_advice(self) -> str:
        return self._advice
