"""The prompts for a file that is opened or written, with the file window of the system."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

from pygame_gui.core.utility import clipboard_copy

from game.text.file_errors import shorten_path
from game.text.gettext import _
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.graphics import theme
from ui.scenes.dialogs.text_prompt import TextPrompt
from ui.services.file_dialogs import CommandLine, FileDialog, build_save_command, get_documents_folder
from ui.widgets.fields import Action
from ui.widgets.layout import Column, Row
from ui.widgets.nodes import Node


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

    def make_heading(self) -> Node:
        if self.command is None:
            return super().make_heading()
        button = Action("choose-file", _("Choose…"), self._open_dialog)
        return Row(Column(super().make_heading(), grow=1), button, gap=theme.LARGE_GAP, align="top")

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
        self.show_error(_("The file dialog couldn't be opened. Type the path instead."))

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


def open_export_prompt(
    context: AppContext,
    scene_below: Scene,
    question: str,
    file_name: str,
    start_export: Callable[[Path], Future[Path]],
    done_template: str,
) -> None:
    """Ask for a file over ``scene_below``, export to it, and report that.

    ``file_name``: the proposed name; ``start_export``: returns the future of the written path; ``done_template``: see
    `report_export`.
    """
    file = get_documents_folder() / file_name

    def start_first(paths: tuple[Path, ...]) -> Future[Path]:
        return start_export(paths[0])

    on_done, command = partial(report_export, context, done_template), build_save_command(question, file)
    context.scenes.push(
        FilePrompt(context, scene_below, question, str(file), _("Export"), start_first, on_done, command)
    )


def open_match_export_prompt(
    context: AppContext, scene_below: Scene, file_name: str, start_export: Callable[[Path], Future[Path]]
) -> None:
    """Ask for the file of a match as `open_export_prompt` does."""
    question, done_template = _("Export match to file"), _("Match exported to {file}.")
    open_export_prompt(context, scene_below, question, file_name, start_export, done_template)


def report_export(context: AppContext, template: str, path: Path) -> None:
    """Say where a file was written, and offer to copy its path; ``template``: a sentence with ``{file}``."""
    context.router.confirm(
        template.format(file=shorten_path(path)), _("Copy path"), partial(clipboard_copy, str(path)), _("OK")
    )
