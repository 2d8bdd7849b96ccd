"""Pages for when the program cannot begin or had to stop: what is in the way, what to do, and another try."""

from __future__ import annotations

from typing import Final

import pygame

from game.i18n import N_, _
from game.store.files import HOME_VARIABLE
from ui import theme
from ui.backdrop import panel
from ui.page import Page
from ui.scene import Stage

STEP: Final = 30
"""Design pixels from line to line."""


class Trouble(Page):
    """Shows ``fault``. Both buttons and Esc leave the page; ``again`` is then whether to try again."""

    largest_scale = 1.5

    title = N_("Tavolo Verde cannot begin")
    again_words = N_("Try again")

    def __init__(self, stage: Stage, fault: str) -> None:
        super().__init__(stage)
        self.fault = fault
        self.again = False
        self.lines: list[tuple[str, theme.Colour]] = []
        self.box = pygame.Rect(0, 0, 0, 0)

    def advice(self) -> str:
        """What to do."""
        return _(
            "Make sure that you may write to that folder and that the disk has room, then try again. "
            "The variable {variable} names another folder."
        ).format(variable=HOME_VARIABLE)

    def compose(self) -> None:
        px, body = self.stage.px, self.body
        wide = min(body.width, px(860))
        self.lines = [
            (line, colour)
            for words, colour in ((self.fault, theme.RED_LIGHT), ("", theme.CREAM), (self.advice(), theme.CREAM))
            for line in theme.wrapped(words, "sans", px(theme.LARGE), wide - px(72))
        ]
        self.box = pygame.Rect(0, 0, wide, px(64) + len(self.lines) * px(STEP))
        self.box.midtop = (body.centerx, body.top + px(20))
        self.foot_button("quit", _("Quit"), self.escape)
        again = self.foot_button("try-again", _(self.again_words), self._try, right=True)
        if self.focus.at < 0:
            self.focus.go(again)

    def _try(self) -> None:
        self.again = True
        self.escape()

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        px = self.stage.px
        panel(surface, self.box, theme.GOLD, 250)
        for row, (line, colour) in enumerate(self.lines):
            picture = theme.text(line, "sans", px(theme.LARGE), colour)
            surface.blit(picture, (self.box.x + px(36), self.box.y + px(32) + row * px(STEP)))


class Stopped(Trouble):
    """The page after an unexpected error: ``advice`` says where the log is and that matches are safe."""

    title = N_("Tavolo Verde had to stop")
    again_words = N_("Start again")

    def __init__(self, stage: Stage, fault: str, advice: str) -> None:
        super().__init__(stage, fault)
        self._advice = advice

    def advice(self) -> str:
        return self._advice
