"""Matches out of the history into files, and back: what is asked, what is done, what is said of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path

from game.i18n import _, ngettext
from game.store.archive import Entry
from game.store.files import StorageError, documents_folder, shown
from game.store.tvr import Exported, Imported, export_file, export_folder, file_name, import_files
from ui.dialogs import opening, saving
from ui.scene import Scene, Stage
from ui.scenes.files import FilePrompt
from ui.scenes.prompt import Prompt


class Exchange:
    """Asks over the scene ``below``; ``changed`` is called when there are other matches. `update` never waits."""

    def __init__(self, stage: Stage, below: Scene, changed: Callable[[], None]) -> None:
        self._stage = stage
        self._below = below
        self._changed = changed
        self._importing: Future[Imported] | None = None
        self._dropped: list[Path] = []

    @property
    def busy(self) -> bool:
        """Whether files are being read."""
        return self._importing is not None or bool(self._dropped)

    def drop(self, path: Path) -> None:
        """A file was dropped on the window; many come one after the other."""
        self._dropped.append(path)

    def update(self) -> None:
        """A frame."""
        if self._importing is not None and self._importing.done():
            self._imported(self._importing)
        if self._dropped and self._importing is None:
            paths, self._dropped = tuple(self._dropped), []
            self._importing = self._keep(paths)

    def export(self, entry: Entry) -> None:
        """Ask where to, and write one match there."""
        stage = self._stage
        file = documents_folder() / file_name(entry.game, entry.when, entry.names)
        question = _("Export this match to the file")

        def export(paths: tuple[Path, ...]) -> Future[Path]:
            return stage.storage.archive(lambda archive: export_file(archive, entry.id, paths[0]))

        def told(path: Path) -> None:
            stage.notify(_("The match is in {file}.").format(file=shown(path)))

        command = saving(question, file)
        stage.push(FilePrompt(stage, self._below, question, str(file), _("Export"), export, told, command))

    def export_all(self, ids: Sequence[int]) -> None:
        """Ask for a folder, and write these matches into it."""
        stage = self._stage
        question = ngettext(
            "Export {count} match, as it is listed, into the folder",
            "Export {count} matches, as they are listed, into the folder", len(ids),
        ).format(count=len(ids))  # fmt: skip
        folder = str(documents_folder() / _("Tavolo Verde matches"))

        def export(text: str) -> Future[Exported]:
            return stage.storage.archive(lambda archive: export_folder(archive, ids, Path(text)))

        def told(went: Exported) -> None:
            count, left_out = went.count, went.left_out
            stage.notify(ngettext("{count} match exported.", "{count} matches exported.", count).format(count=count))
            if left_out:
                words = ngettext("{count} match was left out: its cards are still being played here.",
                                 "{count} matches were left out: their cards are still being played here.", left_out)
                stage.notify(words.format(count=left_out))  # fmt: skip

        stage.push(Prompt(stage, self._below, question, folder, _("Export"), export, told))

    def bring_in(self) -> None:
        """Ask for a file or a folder, and keep the matches in it."""
        question = _("Import matches from the file or the folder")
        folder = documents_folder()
        stage, place, command = self._stage, str(folder) + os.sep, opening(question, folder)
        stage.push(
            FilePrompt(stage, self._below, question, place, _("Import"), self._keep, self._tell_imported, command)
        )

    def _keep(self, paths: tuple[Path, ...]) -> Future[Imported]:
        now = self._stage.now()
        return self._stage.storage.archive(lambda archive: import_files(archive, paths, now))

    def _imported(self, importing: Future[Imported]) -> None:
        self._importing = None
        error = importing.exception()
        if isinstance(error, StorageError):
            self._stage.notify(str(error))
        else:
            self._tell_imported(importing.result())

    def _tell_imported(self, came: Imported) -> None:
        count, refused = len(came.matches), len(came.refused)
        if count:
            self._stage.notify(
                ngettext("{count} match imported.", "{count} matches imported.", count).format(count=count)
            )
        if came.known:
            words = ngettext("{count} match was here already.", "{count} matches were here already.", came.known)
            self._stage.notify(words.format(count=came.known))
        if refused:
            self._stage.notify(came.refused[0])
        if refused > 1:
            words = ngettext("{count} more file was refused.", "{count} more files were refused.", refused - 1)
            self._stage.notify(words.format(count=refused - 1))
        self._changed()
