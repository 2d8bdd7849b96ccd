"""The prompt for the file to which a match is exported."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

from game.text.gettext import _
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.scenes.dialogs.export_report import report_export
from ui.scenes.dialogs.file_prompt import FilePrompt
from ui.services.file_dialogs import build_save_command, get_documents_folder


def open_export_prompt(
    context: AppContext, scene_below: Scene, file_name: str, start_export: Callable[[Path], Future[Path]]
) -> None:
    """Ask for a file over ``scene_below``, and export the match to it.

    ``file_name``: the proposed name; ``start_export``: returns the future of the written path.
    """
    file, question = get_documents_folder() / file_name, _("Export match to file")

    def notify_done(path: Path) -> None:
        report_export(context, _("Match exported to {file}."), path)

    def start_first(paths: tuple[Path, ...]) -> Future[Path]:
        return start_export(paths[0])

    command = build_save_command(question, file)
    context.scenes.push(
        FilePrompt(context, scene_below, question, str(file), _("Export"), start_first, notify_done, command)
    )
