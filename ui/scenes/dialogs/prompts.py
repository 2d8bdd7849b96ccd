"""The prompts for a line of text, and for a file to open or write, with the file window of the system."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any, Final

from pygame_gui.core.utility import clipboard_copy

from game.storage.files import StorageError
from game.text.file_errors import shorten_path
from game.text.gettext import _
from ui.app.context import AppContext
from ui.graphics import theme
from ui.scenes.dialogs.box import DialogBox
from ui.services.file_dialogs import (
    CommandLine,
    FileDialog,
    build_save_command,
    get_documents_folder,
)
from ui.widgets.fields import Action, Input
from ui.widgets.layout import Column, Row
from ui.widgets.nodes import Line, Node

MAX_PATH_CHARACTERS: Final = 400


class TextPrompt(DialogBox):
    """A prompt for a line of text over the top scene.

    ``on_text`` gets the line, and returns a future. When it is done, the prompt closes and ``on_done`` gets the result;
    a StorageError is shown instead. ``yes_label``: the text of the button, which Enter presses.
    """

    panel_width = 760
    first_focus_id = "line"

    def __init__(
        self,
        context: AppContext,
        question: str,
        text: str,
        yes_label: str,
        on_text: Callable[[str], Future[Any]],
        on_done: Callable[[Any], None],
        *,
        max_length: int = MAX_PATH_CHARACTERS,
    ) -> None:
        super().__init__(context, context.scenes.top, question)
        self.text = text
        self._yes_label, self._max_length = yes_label, max_length
        self._on_text, self._on_done = on_text, on_done
        self._error_text = ""

    @property
    def narration(self) -> tuple[str, ...]:
        return (*super().narration, *filter(None, (self._error_text,)))

    def list_contents(self) -> Sequence[Node]:
        line = Input(self.text, self._set_text, self._max_length, id="line", label=self.question)
        return line, Line(self._error_text, id="error", color=theme.RED_LIGHT)

    def list_answers(self) -> Sequence[Node]:
        return (
            Action("cancel", _("Cancel"), self.on_escape, style="#menu", grow=1),
            Action("confirm", self._yes_label, self._confirm, style="#primary", grow=1),
        )

    def _set_text(self, text: str) -> None:
        self.text = text
        self.show_error("")

    def show_error(self, text: str) -> None:
        """Show an error; an empty text removes it."""
        self._error_text = text
        self.find("error").set_text(text)
        self.narrate_change()

    def _confirm(self) -> None:
        if self.text.strip():
            self.start_work(lambda: self._on_text(self.text.strip()))

    def start_work(self, make_future: Callable[[], Future[Any]]) -> None:
        """Start work unless other work is running; the prompt closes when it is done."""
        if not self.context.tasks.has_pending(self):
            self.context.tasks.submit(make_future(), self._finish_work, self._report_failed_work, owner=self)

    def _finish_work(self, result: Any) -> None:
        self.context.scenes.pop()
        self._on_done(result)

    def _report_failed_work(self, error: BaseException) -> None:
        if isinstance(error, StorageError):
            self.show_error(str(error))
        else:
            self.context.report(error)


class FilePrompt(TextPrompt):
    """A `TextPrompt` for a path.

    ``dialog_command``: opens the file dialog of the system, None if there is none. ``on_paths`` gets all files that are
    chosen in it, or the path that was typed.
    """

    def __init__(
        self,
        context: AppContext,
        question: str,
        path: str,
        yes_label: str,
        on_paths: Callable[[tuple[Path, ...]], Future[Any]],
        on_done: Callable[[Any], None],
        dialog_command: CommandLine | None,
    ) -> None:
        super().__init__(context, question, path, yes_label, lambda text: on_paths((Path(text),)), on_done)
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
    question: str,
    file_name: str,
    start_export: Callable[[Path], Future[Path]],
    done_template: str,
) -> None:
    """Ask for a file, export to it, and report that.

    ``file_name``: the proposed name; ``start_export``: returns the future of the written path; ``done_template``: see
    `report_export`.
    """
    file = get_documents_folder() / file_name
    on_done, command = partial(report_export, context, done_template), build_save_command(question, file)
    context.scenes.push(
        FilePrompt(context, question, str(file), _("Export"), lambda paths: start_export(paths[0]), on_done, command)
    )


def open_match_export_prompt(context: AppContext, file_name: str, start_export: Callable[[Path], Future[Path]]) -> None:
    """Ask for the file of a match as `open_export_prompt` does."""
    open_export_prompt(context, _("Export match to file"), file_name, start_export, _("Match exported to {file}."))


def report_export(context: AppContext, template: str, path: Path) -> None:
    """Say where a file was written, and offer to copy its path; ``template``: a sentence with ``{file}``."""
    context.router.confirm(
        template.format(file=shorten_path(path)), _("Copy path"), partial(clipboard_copy, str(path)), _("OK")
    )
