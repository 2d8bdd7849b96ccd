"""The prompt for the file to which something is exported, and the message after it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path

from pygame_gui.core.utility import clipboard_copy

from game.text.file_errors import shorten_path
from game.text.gettext import _
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.scenes.dialogs.file_prompt import FilePrompt
from ui.services.file_dialogs import build_save_command, get_documents_folder


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
