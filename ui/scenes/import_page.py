"""The base class of pages that import files, dropped on them or chosen in a prompt."""

from __future__ import annotations

import os
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pygame

from game.text.gettext import _
from ui.app.context import AppContext
from ui.scenes.dialogs.prompts import FilePrompt
from ui.scenes.page import Page
from ui.services.file_dialogs import build_open_command, get_documents_folder
from ui.services.tasks import Task


class ImportPage(Page):
    """A page that imports files; those that are dropped during an import are next."""

    file_suffix: str
    """Of the files that the page imports."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self._dropped_paths: tuple[Path, ...] = ()
        self._importing: Task | None = None

    def start_import(self, paths: tuple[Path, ...]) -> Future[Any]:
        """Begin to import files, and return the future of what is in them."""
        raise NotImplementedError

    def finish_import(self, imported: Any) -> None:
        """Take what was in the files."""
        raise NotImplementedError

    def ask_for_files(self, question: str) -> None:
        """Ask for files, and import them."""
        folder = get_documents_folder()
        command, path = build_open_command(question, folder, suffix=self.file_suffix), str(folder) + os.sep
        arguments = self.context, question, path, _("Import"), self.start_import, self.finish_import, command
        self.context.scenes.push(FilePrompt(*arguments))

    @property
    def is_busy(self) -> bool:
        return super().is_busy or bool(self._dropped_paths)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self._dropped_paths and (self._importing is None or not self._importing.is_pending):
            importing, self._dropped_paths = self.start_import(self._dropped_paths), ()
            self._importing = self.context.tasks.submit(importing, self.finish_import, owner=self)

    def handle_event(self, event: pygame.event.Event) -> None:
        if event.type == pygame.DROPFILE:
            self._dropped_paths += (Path(event.file),)
        else:
            super().handle_event(event)
