"""A line to type, over the scene that asks for it: a name, or the path of a file."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final

import pygame
import pygame_gui

from game.i18n import _
from game.store.files import StorageError
from ui import theme
from ui.scene import Scene, Stage
from ui.scenes.boxed import Boxed
from ui.widgets.controls import HEIGHT
from ui.widgets.entry import Entry
from ui.widgets.words import Line

PATH_LENGTH: Final = 400
FAULT: Final = theme.BODY * 3 // 2
"""The height of the line that says what is in the way, in design pixels."""


class Prompt(Boxed):
    """Asks for one line over ``below``; on ``yes``, or Enter, ``act`` gets it.

    ``act`` gives a future where there is work to be done first: the prompt goes away when that is done, and says
    what was in the way of it. ``then`` gets what came of it.
    """

    def __init__(
        self, stage: Stage, below: Scene, question: str, text: str, yes: str, act: Callable[[str], Future[Any]],
        then: Callable[[Any], None], *, most: int = PATH_LENGTH,
    ) -> None:  # fmt: skip
        super().__init__(stage, below, question)
        self.text = text
        self._yes_words, self._most = yes, most
        self._act, self._then = act, then
        self._work: Future[Any] | None = None
        self._words = ""
        self._fault: Line | None = None

    @property
    def busy(self) -> bool:
        return self._work is not None

    def compose(self) -> None:
        px, manager = self.stage.px, self.stage.manager
        top = self.place_box(760, 12 + HEIGHT + 8 + FAULT + 8) + px(12)
        left, inner = self.inner.left, self.inner.width
        entry = Entry(self.text, pygame.Rect(left, top, inner, px(HEIGHT)), manager, most=self._most)
        self.on_text("line", entry, self._typed, self.question)
        place = pygame.Rect(left, top + px(HEIGHT + 8), inner, px(FAULT))
        self._fault = Line(self._words, place, manager, size=px(theme.BODY), colour=theme.RED_LIGHT)
        buttons = ((1, "confirm", self._yes_words, self._yes), (0, "cancel", _("Cancel"), self.escape))
        for at, widget_id, words, act in buttons:
            self.button(widget_id, words, self.half(at), act, style="#primary" if at else "#menu")
        if self.focus.at < 0:
            self.focus.go(entry)
            self.focus.shown = False  # so that Enter ends the line

    def _typed(self, text: str) -> None:
        self.text = text
        self.say("")

    def say(self, words: str) -> None:
        """Show what is in the way, in the place for it."""
        self._words = words
        if self._fault is not None:
            self._fault.say(words)

    def _yes(self) -> None:
        if self.text.strip():
            self.begin(lambda: self._act(self.text.strip()))

    def begin(self, work: Callable[[], Future[Any]]) -> None:
        """Do it, unless something is being done already: the prompt goes away when it is done."""
        if self._work is None:
            self._work = work()

    def update(self, seconds: float) -> None:
        if self._work is None or not self._work.done():
            return
        done, self._work = self._work, None
        error = done.exception()
        if isinstance(error, StorageError):
            self.say(str(error))
            return
        self.stage.back()
        self._then(done.result())

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame_gui.UI_TEXT_ENTRY_FINISHED:
            self.text = event.text
            self._yes()
        else:
            super().handle(event)
