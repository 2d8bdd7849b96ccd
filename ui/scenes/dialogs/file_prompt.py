"""The prompt for a file: a path to type, and the file dialog of the system if any."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pygame

from game.text.gettext import _
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.scenes.dialogs.text_prompt import TextPrompt
from ui.services.file_dialogs import CommandLine, FileDialog


class FilePrompt(TextPrompt):
    """A `TextPrompt` for a path.

    ``dialog_command``: opens the file dialog of the system, None if there is none. ``on_paths`` gets all files that are
    chosen in it, or the path that was typed.
    """

    def __init__(
        self,
        context: AppContext,
        scene_below: Scene,
        question: str,
        path: str,
        yes_label: str,
        on_paths: Callable[[tuple[Path, ...]], Future[Any]],
        on_done: Callable[[Any], None],
        dialog_command: CommandLine | None,
    ) -> None:
        super().__init__(context, scene_below, question, path, yes_label, lambda text: on_paths((Path(text),)), on_done)
        self._on_paths = on_paths
        self.command = dialog_command
        self._dialog: FileDialog | None = None

    @property
    def is_busy(self) -> bool:
        return super().is_busy or self._dialog is not None

    def compose(self) -> None:
        super().compose()
        if self.command is not None:
            px, text = self.context.px, _("Choose…")
            width = self.measure_button_width(text)
            rect = pygame.Rect(self.box_rect.right - px(32) - width, self.box_rect.top + px(16), width, px(40))
            self.add_button("choose-file", text, rect, self._open_dialog, style="#small")

    def _open_dialog(self) -> None:
        if self.command is not None and not self.is_busy:
            opening = self.context.storage.submit(FileDialog, self.command)
            self.context.tasks.submit(
                opening,
                self._watch_dialog,
                self._report_closed_dialog,
                owner=self,
                on_cancel=lambda: opening.add_done_callback(_close_started),
            )

    def _watch_dialog(self, dialog: FileDialog) -> None:
        self._dialog = dialog

    def _report_closed_dialog(self, _error: BaseException) -> None:
        self.show_error(_("The file window could not be opened. Type the path instead."))

    def update(self, seconds: float) -> None:
        if self._dialog is not None and not self._dialog.is_open:
            dialog, self._dialog = self._dialog, None
            paths = dialog.read_paths()
            if paths:
                self.start_work(lambda: self._on_paths(paths))

    def on_exit(self) -> None:
        if self._dialog is not None:
            self._dialog.close()


def _close_started(starting: Future[FileDialog]) -> None:
    """Close a dialog that started after its prompt was closed."""
    if starting.exception() is None:
        starting.result().close()
