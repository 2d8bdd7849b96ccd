"""Matches in files of their own (record.md): written out of the archive, read back, checked, and put into it.

A file says besides what a match was: who sat there (``players``), when it was played, and whether it was helped or a
side line. What is brought in is marked as that: statistics are about what was played here.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec

from game.conventions import plain_date
from game.house_rules import describe_unknown
from game.i18n import _
from game.record import Record, RecordError, dump, load
from game.seating import LEVELS, PERSON
from game.store.archive import ASSISTED, IMPORTED, LOOKED_AT, SIDE_LINE, Archive, Kept, StillPlayed, breather
from game.store.files import StorageError, expanded, new_file, read_file, shown, why, write_file
from game.store.reading import line
from game.tallies import tallied

ENDING: Final = ".tvr"
FILE_LIMIT: Final = 1_000_000
"""Bytes. The longest matches take a tenth of it; what a file may ask of the program is bounded with it."""
replace = msgspec.structs.replace
_OWN: Final = ("players", "played", ASSISTED, SIDE_LINE)
"""The keys of a file that are kept beside the record."""


class Imported(msgspec.Struct, frozen=True):
    """What came of it: the numbers of the matches that are kept now, and a line for each file that was refused.

    ``known``: how many files hold a match that was kept before.
    """

    matches: tuple[int, ...] = ()
    known: int = 0
    refused: tuple[str, ...] = ()


class Exported(msgspec.Struct, frozen=True):
    """So many matches were written, and so many left out whose cards lie on a table here."""

    count: int
    left_out: int = 0


def file_name(game: str, when: float, names: Iterable[str]) -> str:
    """What the file of a match is called: ``briscola 2026-11-22 Anna, Bruno.tvr``."""
    words = f"{game} {plain_date(when)} {', '.join(names)}"
    return "".join(sign if sign.isalnum() or sign in " -,'" else "_" for sign in words)[:100].strip() + ENDING


def written(kept: Kept) -> bytes:
    """The match as the bytes of a file."""
    played = datetime.fromtimestamp(int(kept.when), UTC).isoformat()
    marks = dict.fromkeys(sorted(kept.marks - {IMPORTED, LOOKED_AT}), True)
    extra = {**kept.record.extra, "players": list(kept.players), "played": played, **marks}
    return dump(replace(kept.record, extra=extra))


def read(path: Path, now: float) -> Kept:
    """The match in a file, played through; one that does not say when it was played is from ``now``.

    StorageError, ``FILE: place: fault``, if it is none.
    """
    try:
        record = load(read_file(path, FILE_LIMIT))
        players = _players(record.extra.get("players"), record)
        tallied(record, breather())
    except StorageError:
        raise
    except Exception as error:
        raise StorageError(f"{shown(path)}: {line(error)}") from error
    own = {key: value for key, value in record.extra.items() if key in _OWN}
    rest = {key: value for key, value in record.extra.items() if key not in _OWN}
    marks = frozenset(key for key in (ASSISTED, SIDE_LINE) if own.get(key) is True) | {IMPORTED}
    return Kept(replace(record, extra=rest), players, _when(own.get("played"), now), marks)


def _players(value: Any, record: Record) -> tuple[str, ...]:
    """Return a person or a level for each seat as the file says, else people. RecordError for an unknown level."""
    if not isinstance(value, list) or len(value) != len(record.names) or not all(isinstance(one, str) for one in value):
        return (PERSON,) * len(record.names)
    for seat, kind in enumerate(value):
        if kind not in (PERSON, *LEVELS):
            raise RecordError(describe_unknown(f"players[{seat}]", kind, (PERSON, *LEVELS)))
    return tuple(value)


def _when(value: Any, now: float) -> float:
    """When it was played as the file says, if a calendar can have that and it is not to come."""
    try:
        when = datetime.fromisoformat(value).timestamp()
    except (TypeError, ValueError, OverflowError, OSError):
        return now
    return when if 0 <= when <= now else now


def import_files(archive: Archive, paths: Iterable[Path], now: float) -> Imported:
    """Keep the matches in these files, of a folder all ``.tvr`` files in it. What is refused changes nothing.

    A match that is kept already is not kept twice. Whatever is wrong with one file, the others are read.
    """
    matches, refused, known = list[int](), list[str](), 0
    for path in paths:
        try:
            files = _files(expanded(path))
        except Exception as error:
            refused.append(_refusal(path, error))
            continue
        for file in files:
            try:
                kept = read(file, now)
                if archive.known(kept.record):
                    known += 1
                else:
                    matches.append(archive.put(kept))
            except Exception as error:
                refused.append(_refusal(file, error))
    return Imported(tuple(matches), known, tuple(refused))


def _refusal(path: Path, error: Exception) -> str:
    """Return the line that refuses a file."""
    return str(error) if isinstance(error, StorageError) else f"{shown(path)}: {line(error)}"


def _files(path: Path) -> list[Path]:
    """The file, or the matches in a folder. StorageError if there are none."""
    if not path.is_dir():
        return [path]
    try:
        found = sorted(one for one in path.iterdir() if one.suffix.lower() == ENDING)
    except OSError as error:
        raise StorageError(f"{shown(path)}: {why(error)}") from error
    if not found:
        raise StorageError(f"{shown(path)}: " + _("there is no match in this folder"))
    return found


def export_file(archive: Archive, match_id: int, path: Path) -> Path:
    """Write a match to a file, and give its path. StorageError; no file is ever written over."""
    path = new_file(path, ENDING)
    write_file(path, written(archive.take(match_id)))
    return path


def export_folder(archive: Archive, match_ids: Iterable[int], folder: Path) -> Exported:
    """Write matches to files in a folder, which is made if need be. StorageError."""
    folder, count, left_out = expanded(folder), 0, 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(f"{shown(folder)}: {why(error)}") from error
    for match_id in match_ids:
        try:
            kept = archive.take(match_id)
        except StillPlayed:
            left_out += 1
            continue
        stem = file_name(kept.record.game, kept.when, kept.record.names).removesuffix(ENDING)
        names = (f"{stem}{ENDING}", *(f"{stem} {number}{ENDING}" for number in range(2, 100_000)))
        write_file(next(folder / name for name in names if not (folder / name).exists()), written(kept))
        count += 1
    return Exported(count, left_out)
