"""Messages of the program when the disk or the file of matches fails."""

from __future__ import annotations

import errno
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final

from game.exchange.record_files import read_match_file
from game.exchange.rule_files import import_rule_set
from game.match.archived_match import ArchivedMatch
from game.match.record import Record, encode_record
from game.statistics.daily_deals import DailyResults
from game.storage.database import describe_database_error
from game.storage.files import StorageError, read_file, write_new_file
from game.storage.json_documents import JsonDocument
from game.storage.matches import MatchRepository
from game.text.file_errors import FileInUseError, NoLocksError, NotARegularFileError, describe_os_error
from game.text.gettext import LANGUAGE_NAMES, use_language
from tests.stored_matches import make_folders_below, play_record, replace, shorten_record, store_match
from tests.transcripts.stored_rows import mask_local_parts

OS_ERRORS: Final = (
    "ENOSPC", "EDQUOT", "EACCES", "EPERM", "EROFS", "ENOENT", "EISDIR", "ENOTDIR", "EEXIST", "EIO", "ENAMETOOLONG",
    "ELOOP", "ENXIO", "ENODEV",
)  # fmt: skip
SQLITE_ERRORS: Final = (
    "FULL", "READONLY", "IOERR", "BUSY", "LOCKED", "CANTOPEN", "CORRUPT", "NOTADB", "IOERR_WRITE", "READONLY_DBMOVED",
    "MISUSE",
)  # fmt: skip
RECORD: Final = play_record(3)
NOTHING_STORED: Final = 99
"""The id of no match."""

Use = Callable[[MatchRepository, int, Record], object]
USES: Final[Mapping[str, Use]] = {
    "create a match": lambda repository, _match, record: store_match(repository, record),
    "add a deal": lambda repository, match, record: repository.add_deal(match, 1, record.deals[0]),
    "add an action": lambda repository, match, record: repository.add_action(match, 1, 4, record.deals[0].actions[2]),
    "take back an action": lambda repository, match, record: repository.truncate_match(
        match, shorten_record(record, 2)
    ),
    "note": lambda repository, match, _record: repository.store_note(match, "clock", 1),
    "finish": lambda repository, match, _record: repository.finish_match(match),
    "give up": lambda repository, match, _record: repository.give_up_match(match),
    "delete": lambda repository, match, _record: repository.delete_match(match),
    "list unfinished": lambda repository, _match, _record: repository.archive.list_unfinished_matches(),
    "load": lambda repository, match, _record: repository.load_match(match),
    "claim": lambda repository, match, _record: repository.claim_match(match),
    "penalties at seats": lambda repository, match, _record: repository.check_in_seats(match, (0,)),
    "list profiles": lambda repository, _match, _record: repository.list_profiles(),
    "load profiles": lambda repository, _match, _record: repository.load_profiles("Anna"),
    "portrait": lambda repository, _match, _record: repository.save_avatar("anna", "red", 1),
    "help told": lambda repository, _match, _record: repository.mark_told("anna", "assistance"),
    "rename": lambda repository, _match, _record: repository.rename_profile("anna", "Bea"),
    "remove": lambda repository, _match, _record: repository.remove_profile("anna"),
    "block": lambda repository, _match, _record: repository.block_profile("anna", 9.0),
    "check in": lambda repository, _match, _record: repository.check_in_players(("Anna",)),
    "penalties": lambda repository, _match, _record: repository.list_penalties(("anna",)),
    "list all": lambda repository, _match, _record: repository.archive.list_entries(),
    "tally": lambda repository, _match, _record: repository.archive.update_tallies(1.0),
    "list analyses": lambda repository, _match, _record: repository.archive.read_accuracies(),
    "look at": lambda repository, match, _record: repository.archive.load_match(match),
    "is finished": lambda repository, _match, record: repository.archive.ensure_finished(record),
    "is stored": lambda repository, _match, record: repository.archive.has_match(record),
    "same cards": lambda repository, _match, record: list(repository.archive.find_matches_with_same_packs(record)),
    "import": lambda repository, _match, record: repository.archive.import_match(
        ArchivedMatch(record, ("you", "club"), 0.0)
    ),
}
"""Uses of the file of matches: a row for each function that can fail."""


FileUse = Callable[[Path], object]
FILES: Final[Mapping[str, bytes]] = {
    "text.tvr": b"no record", "empty.tvr": b"", "whole.tvr": encode_record(RECORD),
    "played.tvr": encode_record(replace(RECORD, extra={"players": ["you", "club"], "played": 3.0})),
    "players.tvr": encode_record(replace(RECORD, extra={"players": ["you", "gods"], "played": -1.0})),
    "rules.tvrules": b'{"game": "poker"}', "daily.json": b'{"results": 7}',
}  # fmt: skip


def _read_match(name: str, home: Path) -> object:
    return read_match_file(home / name, 9.0)


FILE_USES: Final[Mapping[str, FileUse]] = {
    "write over a file": lambda home: write_new_file(home / "text.tvr", ".tvr", b""),
    "write a folder": lambda home: write_new_file(Path("/"), ".tvr", b""),
    "write into a file": lambda home: write_new_file(home / "text.tvr" / "other", ".tvr", b""),
    "write": lambda home: write_new_file(home / "new", ".tvr", b"new").name,
    "write with the ending": lambda home: write_new_file(home / "newer.TVR", ".tvr", b"new").name,
    **{f"read {name}": partial(_read_match, name) for name in FILES},
    "read a folder": lambda home: read_match_file(home, 9.0),
    "rules": lambda home: import_rule_set(home / "rules.tvrules"),
    "no rules": lambda home: import_rule_set(home / "none.tvrules"),
    "too long": lambda home: read_file(home / "whole.tvr", 20),
    "as long as it may be": lambda home: read_file(home / "text.tvr", 9),
    "damaged results": lambda home: JsonDocument(home / "daily.json", DailyResults, DailyResults(), lambda: 0.0).read(),
    "no results": lambda home: JsonDocument(home / "none.json", DailyResults, DailyResults()).read(),
    "a folder of results": lambda home: JsonDocument(home, DailyResults, DailyResults()).read(),
}
"""Uses of the files in a folder."""


def format_failures() -> str:
    """Return the reasons in all languages, then what is said of each use of the file of matches and of other files.

    The file of matches is closed, or has no match.
    """
    return "\n".join((*_iter_reasons(), "", *_iter_uses(), "", *_iter_file_uses())) + "\n"


def _iter_file_uses() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        for name, data in FILES.items():
            Path(folder, name).write_bytes(data)
        for name, use in FILE_USES.items():
            try:
                said = f"gives {use(Path(folder))!r}"
            except StorageError as error:
                said = str(error)
            yield f"{name}: {mask_local_parts(said, folder)}"


def _iter_reasons() -> Iterator[str]:
    errors = {name: OSError(getattr(errno, name), "as the system says") for name in OS_ERRORS}
    errors |= {error.__name__: error() for error in (TimeoutError, FileInUseError, NotARegularFileError, NoLocksError)}
    for name, error in errors.items():
        yield from _iter_translations(name, partial(describe_os_error, error))
    for name in SQLITE_ERRORS:
        failed = sqlite3.OperationalError("as SQLite says")
        failed.sqlite_errorcode = getattr(sqlite3, f"SQLITE_{name}")
        yield from _iter_translations(f"SQLITE_{name}", partial(describe_database_error, failed, None))


def _iter_translations(name: str, describe: Callable[[], str]) -> Iterator[str]:
    for language in LANGUAGE_NAMES:
        with use_language(language):
            yield f"{name} {language}: {describe()}"


def _iter_uses() -> Iterator[str]:
    ticks = map(float, count())
    for is_closed in (False, True):
        with tempfile.TemporaryDirectory() as folder:
            repository = MatchRepository(make_folders_below(Path(folder)), lambda: next(ticks))
            match = store_match(repository, RECORD)
            if is_closed:
                repository.database.close()
            for name, use in USES.items():
                said = _describe_use(use, repository, match if is_closed else NOTHING_STORED)
                yield f"{name}, {'closed' if is_closed else 'no match'}: {said}"
            if not is_closed:
                repository.close()


def _describe_use(use: Use, repository: MatchRepository, match: int) -> str:
    try:
        use(repository, match, RECORD)
    except StorageError as error:
        return str(error)
    return "done"
