"""Import and export of matches from the history: prompts, work and messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path

from game.exchange.record_files import (
    ExportResult,
    ImportResult,
    export_match,
    export_matches,
    import_files,
)
from game.match.archived_match import RECORD_FILE_SUFFIX
from game.storage.archive import MatchListEntry
from game.text.file_names import make_record_file_name
from game.text.gettext import _, ngettext
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.scenes.dialogs.prompts import TextPrompt, open_import_prompt, open_match_export_prompt, report_export
from ui.services.file_dialogs import get_documents_folder
from ui.services.tasks import Task


class MatchImportExport:
    """Prompts over ``scene_below``, and their work.

    ``on_change``: called when matches were imported. `update` never waits.
    """

    def __init__(self, context: AppContext, scene_below: Scene, on_change: Callable[[], None]) -> None:
        self._context = context
        self._scene_below = scene_below
        self._on_change = on_change
        self._importing: Task | None = None
        self.dropped_paths: list[Path] = []
        """The files that were dropped on the window and whose import has not begun."""

    def update(self) -> None:
        """Start the import of dropped files unless one is running; called once per frame."""
        if self.dropped_paths and (self._importing is None or not self._importing.is_pending):
            paths, self.dropped_paths = tuple(self.dropped_paths), []
            self._importing = self._context.tasks.submit(
                self._start_import(paths), self._report_import, owner=self._scene_below
            )

    def export(self, entry: MatchListEntry) -> None:
        """Ask for a file, and export a match to it."""
        storage = self._context.storage

        def start_export(path: Path) -> Future[Path]:
            return storage.submit_to_archive(lambda archive: export_match(archive, entry.id, path))

        file_name = make_record_file_name(entry.game_id, entry.updated_at, entry.names)
        open_match_export_prompt(self._context, file_name, start_export)

    def export_all(self, ids: Sequence[int]) -> None:
        """Ask for a folder, and export matches to it, given by their ids."""
        context = self._context
        question = ngettext(
            "Export {count} match from list to folder",
            "Export {count} matches from list to folder", len(ids),
        ).format(count=len(ids))  # fmt: skip
        folder = str(get_documents_folder() / _("Tavolo Verde matches"))

        def start_export(path_text: str) -> Future[ExportResult]:
            return context.storage.submit_to_archive(lambda archive: export_matches(archive, ids, Path(path_text)))

        def notify_done(exported: ExportResult) -> None:
            count, left_out = exported.count, exported.skipped_count
            if left_out:
                text = ngettext(
                    "{count} match wasn't exported: its cards are still in play here.",
                    "{count} matches weren't exported: their cards are still in play here.",
                    left_out,
                )
                context.notify(text.format(count=left_out))  # fmt: skip
            template = ngettext("{count} match exported to {file}.", "{count} matches exported to {file}.", count)
            report_export(context, template.format(count=count, file="{file}"), exported.folder)

        context.scenes.push(TextPrompt(context, question, folder, _("Export"), start_export, notify_done))

    def import_matches(self) -> None:
        """Ask for a file or a folder, and import the matches in it."""
        question = _("Import matches from file or folder")
        open_import_prompt(self._context, question, RECORD_FILE_SUFFIX, self._start_import, self._report_import)

    def _start_import(self, paths: tuple[Path, ...]) -> Future[ImportResult]:
        now = self._context.now()
        return self._context.storage.submit_to_archive(lambda archive: import_files(archive, paths, now))

    def _report_import(self, imported: ImportResult) -> None:
        count, refused_count = len(imported.match_ids), len(imported.refusals)
        if count:
            self._context.notify(
                ngettext("{count} match imported.", "{count} matches imported.", count).format(count=count)
            )
        if imported.known_count:
            text = ngettext(
                "{count} match was already in the history.",
                "{count} matches were already in the history.",
                imported.known_count,
            )
            self._context.notify(text.format(count=imported.known_count))
        if refused_count:
            self._context.notify(imported.refusals[0])
        if refused_count > 1:
            text = ngettext(
                "{count} more file wasn't imported.", "{count} more files weren't imported.", refused_count - 1
            )
            self._context.notify(text.format(count=refused_count - 1))
        self._on_change()
