"""The QR code for phones as high as the window; any key or click closes it."""

from __future__ import annotations

import pygame

from game.text.gettext import _
from ui.app.context import AppContext
from ui.graphics import theme
from ui.scenes.page import Page
from ui.widgets.layout import Column, Padded, Row, Sized
from ui.widgets.nodes import Node, Section, Space, Text
from ui.widgets.qr_code import Matrix, encode_qr_code, make_qr_code


class LargeCodeScene(Page):
    """The code of ``link`` in the middle of the window, once it is drawn."""

    def __init__(self, context: AppContext, link: str) -> None:
        super().__init__(context)
        self.matrix: Matrix = ()
        self._link = link
        self.load("matrix", context.storage.submit(encode_qr_code, link))

    @property
    def narration(self) -> tuple[str, ...]:
        return _("Point your phone's camera here"), _("Press any key or click to close.")

    def compose(self) -> None:
        self.describe().make(self.frame, self.context.window_rect)

    def describe(self) -> Node:
        title, hint = self.narration
        size = min(self.context.size) / self.context.ui_scale
        words = Column(
            Space(grow=1),
            Text(title, face="serif", size=theme.SECTION_TEXT_SIZE, align="centre"),
            Text(self._link, align="centre"),
            Text(hint, size=theme.SMALL_TEXT_SIZE, align="centre"),
            Space(grow=1),
            gap=theme.LARGE_GAP,
        )
        code = Section("body", lambda: make_qr_code(self.matrix, size) if self.matrix else Space(size))
        return Row(Padded(words, padding=theme.GAP, grow=1), Sized(code, width=size), Space(grow=1))

    def handle_event(self, event: pygame.event.Event) -> None:
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.context.scenes.pop()
