"""The prompts by which the history exports matches, and what it says of imported ones."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path

from game.exchange.record_files import ExportResult, ImportResult, export_match, export_matches
from game.storage.archive import MatchListEntry
from game.text.file_names import make_record_file_name
from game.text.gettext import _, ngettext
from ui.app.context import AppContext
from ui.scenes.dialogs.prompts import TextPrompt, open_match_export_prompt, report_export
from ui.services.file_dialogs import get_documents_folder


def ask_for_export(context: AppContext, entry: MatchListEntry) -> None:
    """Ask for a file, and export a match to it."""

    def start_export(path: Path) -> Future[Path]:
        return context.storage.submit_to_archive(lambda archive: export_match(archive, entry.id, path))

    file_name = make_record_file_name(entry.game_id, entry.updated_at, entry.names)
    open_match_export_prompt(context, file_name, start_export)


def ask_for_export_of_all(context: AppContext, ids: Sequence[int]) -> None:
    """Ask for a folder, and export matches to it, given by their ids."""
    question = ngettext(
        "Export {count} match from list to folder", "Export {count} matches from list to folder", len(ids)
    ).format(count=len(ids))
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
            context.notify(text.format(count=left_out))
        template = ngettext("{count} match exported to {file}.", "{count} matches exported to {file}.", count)
        report_export(context, template.format(count=count, file="{file}"), exported.folder)

    context.scenes.push(TextPrompt(context, question, folder, _("Export"), start_export, notify_done))


def report_import(context: AppContext, imported: ImportResult) -> None:
    """Say how many matches were imported, which were known, and which files were refused."""
    count, known_count, refused_count = len(imported.match_ids), imported.known_count, len(imported.refusals)
    if count:
        context.notify(ngettext("{count} match imported.", "{count} matches imported.", count).format(count=count))
    if known_count:
        text = ngettext(
            "{count} match was already in the history.", "{count} matches were already in the history.", known_count
        )
        context.notify(text.format(count=known_count))
    if refused_count:
        context.notify(imported.refusals[0])
    if refused_count > 1:
        text = ngettext("{count} more file wasn't imported.", "{count} more files weren't imported.", refused_count - 1)
        context.notify(text.format(count=refused_count - 1))
