"""Files from elsewhere that are refused: in one line each, and nothing changes then."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.record import MOST_DEALS, NESTING, Record, RecordError, dump
from game.seating import PERSON
from game.store.archive import Archive, Kept
from game.store.journal import Journal
from game.store.tvr import export_file, import_files
from tests.fakes import Clock, folders_in
from tests.game.test_record_limits import nested, void_deals
from tests.helpers import fresh, playout, recorded

NOW = 1_700_000_000.0
AROUND_THE_PARSER = (60, 200, 500, 800, *range(940, 1010))
"""Depths of nesting, those near the limit of the JSON parser and writer among them."""


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    journal = Journal(folders_in(tmp_path / "home"), Clock(NOW))
    journal.database.execute("PRAGMA synchronous = OFF")
    return journal


def match(seed: int = 1) -> Record:
    return recorded(fresh(), list(playout(fresh(), seed, deals=1)))


def file_in(folder: Path, whole: Any, name: str = "one.tvr") -> Path:
    path = folder / name
    path.write_bytes(whole if isinstance(whole, bytes) else json.dumps(whole).encode())
    return path


def refusal(journal: Journal, path: Path) -> str:
    """The line in which the only file is refused."""
    came = import_files(journal.archive, [path], NOW)
    assert (came.matches, came.known, journal.archive.entries()) == ((), 0, ())
    (line,) = came.refused
    assert line.startswith(str(path))
    assert line.isprintable()
    return line


class FailingArchive:
    """An archive that fails when it is asked whether it has ``bad``."""

    def __init__(self, archive: Archive, bad: Record, fault: Exception) -> None:
        self.put = archive.put
        self._archive, self._bad, self._fault = archive, bad, fault

    def known(self, record: Record) -> bool:
        if record == self._bad:
            raise self._fault
        return self._archive.known(record)


@pytest.mark.slow
@pytest.mark.parametrize("place", ["top", "deal"])
@pytest.mark.parametrize("depth", AROUND_THE_PARSER)
def test_nesting_near_the_limit_of_the_parser_is_refused(
    journal: Journal, tmp_path: Path, place: str, depth: int
) -> None:
    marked = dump(msgspec.structs.replace(match(), extra={"other": 0}))
    if place == "deal":
        marked = dump(match()).replace(b'"dealer"', b'"other": 0, "dealer"', 1)
    path = file_in(tmp_path, marked.replace(b'"other": 0', b'"other": ' + b"[" * depth + b"]" * depth))
    assert "nested too deeply" in refusal(journal, path)


@pytest.mark.parametrize("place", ["top", "deal"])
def test_nesting_within_the_bound_goes_in_and_out(journal: Journal, tmp_path: Path, place: str) -> None:
    whole = json.loads(dump(match()))
    (whole if place == "top" else whole["deals"][0])["other"] = nested(NESTING - 3)
    (number,) = import_files(journal.archive, [file_in(tmp_path, whole)], NOW).matches
    out = json.loads(export_file(journal.archive, number, tmp_path / "out.tvr").read_bytes())
    assert (out if place == "top" else out["deals"][0])["other"] == nested(NESTING - 3)


@pytest.mark.parametrize("fault", [RecursionError("too deep"), MemoryError(), ValueError("a\nb"), KeyError("x")])
def test_any_exception_of_an_import_is_a_refusal_of_that_file_only(
    journal: Journal, tmp_path: Path, fault: Exception
) -> None:
    bad, good = file_in(tmp_path, dump(match(1)), "bad.tvr"), file_in(tmp_path, dump(match(2)), "good.tvr")
    archive: Any = FailingArchive(journal.archive, match(1), fault)
    came = import_files(archive, [bad, good], NOW)
    assert len(came.matches) == len(journal.archive.entries()) == 1
    (line,) = came.refused
    assert line.startswith(str(bad)) and line.isprintable()


def test_record_that_cannot_be_read_back_is_not_stored(journal: Journal) -> None:
    record = msgspec.structs.replace(match(), extra={"other": nested(NESTING)})
    with pytest.raises(RecordError, match="nested too deeply"):
        journal.archive.put(Kept(record, (PERSON, PERSON), NOW))
    assert journal.archive.entries() == ()


def test_match_of_too_many_deals_is_refused(journal: Journal, tmp_path: Path) -> None:
    path = file_in(tmp_path, msgspec.json.encode(msgspec.json.decode(dump(void_deals(MOST_DEALS + 1)))))
    assert f"at most {MOST_DEALS}" in refusal(journal, path)


@pytest.mark.parametrize("level", ["wizard", "grand master", "club2", "Master", "", "x" * 500, "a\nb\u202e"])
def test_unknown_level_is_refused_with_its_seat(journal: Journal, tmp_path: Path, level: str) -> None:
    path = file_in(tmp_path, dump(msgspec.structs.replace(match(), extra={"players": [PERSON, level]})))
    line = refusal(journal, path)
    assert f"players[1]: {level[:40]!r} is not one of you, random, novice, club, expert, master" in line


def test_known_levels_are_kept(journal: Journal, tmp_path: Path) -> None:
    path = file_in(tmp_path, dump(msgspec.structs.replace(match(), extra={"players": ["master", PERSON]})))
    (number,) = import_files(journal.archive, [path], NOW).matches
    assert journal.archive.take(number).players == ("master", PERSON)
