"""Asking for a file: a path to type, and beside it the system's own window for choosing one where there is one."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pygame

from game.i18n import _
from ui.dialogs import Dialog, Words
from ui.scene import Scene, Stage
from ui.scenes.prompt import Prompt


class FilePrompt(Prompt):
    """A `Prompt` for a path. ``command`` opens the system's window, None where it has none.

    What is chosen in that goes to ``act`` at once, all of it; a path that is typed alone.
    """

    def __init__(
        self, stage: Stage, below: Scene, question: str, path: str, yes: str,
        act: Callable[[tuple[Path, ...]], Future[Any]], then: Callable[[Any], None], command: Words | None,
    ) -> None:  # fmt: skip
        super().__init__(stage, below, question, path, yes, lambda text: act((Path(text),)), then)
        self._act_on = act
        self.command = command
        self._starting: Future[Dialog] | None = None
        self._dialog: Dialog | None = None

    @property
    def busy(self) -> bool:
        return super().busy or self._starting is not None or self._dialog is not None

    def compose(self) -> None:
        super().compose()
        if self.command is not None:
            px, words = self.stage.px, _("Choose…")
            wide = self.button_width(words)
            rect = pygame.Rect(self.box.right - px(32) - wide, self.box.top + px(16), wide, px(40))
            self.button("choose-file", words, rect, self._choose, style="#small")

    def _choose(self) -> None:
        if self.command is not None and not self.busy:
            self._starting = self.stage.storage.run(Dialog, self.command)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self._starting is not None and self._starting.done():
            started, self._starting = self._starting, None
            if started.exception() is not None:
                self.say(_("The system's window for files does not open; type the path."))
            else:
                self._dialog = started.result()
        if self._dialog is not None and not self._dialog.open:
            dialog, self._dialog = self._dialog, None
            paths = dialog.chosen()
            if paths:
                self.begin(lambda: self._act_on(paths))

    def leave(self) -> None:
        if self._starting is not None:
            self._starting.add_done_callback(_close_started)
        if self._dialog is not None:
            self._dialog.close()


def _close_started(starting: Future[Dialog]) -> None:
    """Close a dialog that started after its prompt was left."""
    if starting.exception() is None:
        starting.result().close()
