"""The message after an export: where the file is."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from pygame_gui.core.utility import clipboard_copy

from game.text.file_errors import shorten_path
from game.text.gettext import _
from ui.app.context import AppContext


def report_export(context: AppContext, template: str, path: Path) -> None:
    """Say where a file was written, and offer to copy its path; ``template``: a sentence with ``{file}``."""
    context.router.confirm(
        template.format(file=shorten_path(path)), _("Copy path"), partial(clipboard_copy, str(path)), _("OK")
    )
