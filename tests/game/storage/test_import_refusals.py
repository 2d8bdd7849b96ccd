"""Refused files from elsewhere: one line each, and nothing changes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.match.record import MOST_DEALS, NESTING, Record, RecordError, encode_record
from game.match.setup import PERSON_KIND
from game.storage.archive import Archive, ArchivedMatch
from game.storage.matches import MatchRepository
from game.storage.record_files import export_match, import_files
from tests.fakes import FakeClock, make_folders
from tests.game.match.nested_records import make_nested_value, make_void_deals
from tests.helpers import make_match, make_record, play_random_actions
from tests.rows import check_rows

NOW_TIMESTAMP = 1_700_000_000.0
DEPTHS_NEAR_PARSER_LIMIT = (60, 200, 500, 800, *range(940, 1010))
"""Depths of nesting, with those near the limit of the JSON parser and writer."""


@pytest.fixture
def repository(tmp_path: Path) -> MatchRepository:
    journal = MatchRepository(make_folders(tmp_path / "home"), FakeClock(NOW_TIMESTAMP))
    journal.database.execute("PRAGMA synchronous = OFF")
    return journal


def make_match_document(seed: int = 1) -> Record:
    return make_record(make_match(), list(play_random_actions(make_match(), seed, deal_count=1)))


def write_match_file(folder: Path, document: Any, name: str = "one.tvr") -> Path:
    path = folder / name
    path.write_bytes(document if isinstance(document, bytes) else json.dumps(document).encode())
    return path


def import_and_get_refusal(repository: MatchRepository, path: Path) -> str:
    """Return the line that refuses the only file."""
    import_results = import_files(repository.archive, [path], NOW_TIMESTAMP)
    assert (import_results.match_ids, import_results.known_count, repository.archive.list_entries()) == ((), 0, ())
    (line,) = import_results.refusals
    assert line.startswith(str(path))
    assert line.isprintable()
    return line


class FailingArchive:
    """An archive that fails when it is asked whether it has ``bad``."""

    def __init__(self, archive: Archive, bad: Record, fault: Exception) -> None:
        self.import_match = archive.import_match
        self._archive, self._bad, self._fault = archive, bad, fault

    def has_match(self, record: Record) -> bool:
        if record == self._bad:
            raise self._fault
        return self._archive.has_match(record)


@pytest.mark.slow
@check_rows("place", ["top", "deal"])
@check_rows("depth", DEPTHS_NEAR_PARSER_LIMIT)
def test_nesting_near_parser_limit_is_refused(
    repository: MatchRepository, tmp_path: Path, place: str, depth: int
) -> None:
    marked = encode_record(msgspec.structs.replace(make_match_document(), extra={"other": 0}))
    if place == "deal":
        marked = encode_record(make_match_document()).replace(b'"dealer"', b'"other": 0, "dealer"', 1)
    path = write_match_file(tmp_path, marked.replace(b'"other": 0', b'"other": ' + b"[" * depth + b"]" * depth))
    assert "nested levels" in import_and_get_refusal(repository, path)


@pytest.mark.parametrize("place", ["top", "deal"])
def test_nesting_within_the_limit_is_imported_and_exported(
    repository: MatchRepository, tmp_path: Path, place: str
) -> None:
    document = json.loads(encode_record(make_match_document()))
    (document if place == "top" else document["deals"][0])["other"] = make_nested_value(NESTING - 3)
    (number,) = import_files(repository.archive, [write_match_file(tmp_path, document)], NOW_TIMESTAMP).match_ids
    out = json.loads(export_match(repository.archive, number, tmp_path / "out.tvr").read_bytes())
    assert (out if place == "top" else out["deals"][0])["other"] == make_nested_value(NESTING - 3)


@pytest.mark.parametrize("fault", [RecursionError("too deep"), MemoryError(), ValueError("a\nb"), KeyError("x")])
def test_exception_during_import_refuses_that_file_only(
    repository: MatchRepository, tmp_path: Path, fault: Exception
) -> None:
    bad, good = (
        write_match_file(tmp_path, encode_record(make_match_document(1)), "bad.tvr"),
        write_match_file(tmp_path, encode_record(make_match_document(2)), "good.tvr"),
    )
    archive: Any = FailingArchive(repository.archive, make_match_document(1), fault)
    import_results = import_files(archive, [bad, good], NOW_TIMESTAMP)
    assert len(import_results.match_ids) == len(repository.archive.list_entries()) == 1
    (line,) = import_results.refusals
    assert line.startswith(str(bad)) and line.isprintable()


def test_record_that_cannot_be_decoded_again_is_not_stored(repository: MatchRepository) -> None:
    record = msgspec.structs.replace(make_match_document(), extra={"other": make_nested_value(NESTING)})
    with pytest.raises(RecordError, match="too many nested levels"):
        repository.archive.import_match(ArchivedMatch(record, (PERSON_KIND, PERSON_KIND), NOW_TIMESTAMP))
    assert repository.archive.list_entries() == ()


def test_match_with_too_many_deals_is_refused(repository: MatchRepository, tmp_path: Path) -> None:
    path = write_match_file(
        tmp_path, msgspec.json.encode(msgspec.json.decode(encode_record(make_void_deals(MOST_DEALS + 1))))
    )
    assert f"at most {MOST_DEALS}" in import_and_get_refusal(repository, path)


@pytest.mark.parametrize("level", ["wizard", "grand master", "club2", "Master", "", "x" * 500, "a\nb\u202e"])
def test_unknown_level_is_refused_and_names_its_seat(repository: MatchRepository, tmp_path: Path, level: str) -> None:
    path = write_match_file(
        tmp_path, encode_record(msgspec.structs.replace(make_match_document(), extra={"players": [PERSON_KIND, level]}))
    )
    line = import_and_get_refusal(repository, path)
    assert f"players[1]: {level[:40]!r} is not one of you, random, novice, club, expert, master" in line


def test_known_levels_are_imported(repository: MatchRepository, tmp_path: Path) -> None:
    path = write_match_file(
        tmp_path,
        encode_record(msgspec.structs.replace(make_match_document(), extra={"players": ["master", PERSON_KIND]})),
    )
    (number,) = import_files(repository.archive, [path], NOW_TIMESTAMP).match_ids
    assert repository.archive.load_match(number).player_kinds == ("master", PERSON_KIND)
