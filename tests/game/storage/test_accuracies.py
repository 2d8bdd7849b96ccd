"""The accuracies from an analysis are stored with the match, one set for each match."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from game.storage.accuracies import ANALYSIS_NOTE_KEY, MatchAccuracies, PlayerAccuracy
from game.storage.database import transaction
from game.storage.files import StorageError
from game.storage.matches import MatchRepository
from tests.rows import check_rows
from tests.stored_matches import make_folders_below, play_record


@pytest.fixture
def repository(tmp_path: Path) -> Iterator[MatchRepository]:
    opened_repository = MatchRepository(make_folders_below(tmp_path), lambda: 1000.0)
    yield opened_repository
    opened_repository.close()


def make_accuracies(accuracy: float | None, judge: int = 1) -> MatchAccuracies:
    anna = PlayerAccuracy(seat=0, name="Anna", accuracy=accuracy, loss=0.25, choices=30, tasks=((1, 4), (2, 7)))
    return MatchAccuracies(judge, (anna,))


def store_match(repository: MatchRepository) -> int:
    return repository.create_match(play_record(12), ("you", "club"), 1, {})


def test_last_accuracies_of_each_match_are_listed_and_deleted_with_it(repository: MatchRepository) -> None:
    first, second = store_match(repository), store_match(repository)
    for match, accuracies in ((second, make_accuracies(0.5)), (first, make_accuracies(0.5)),
                              (first, make_accuracies(None, judge=2))):  # fmt: skip
        repository.store_accuracies(match, accuracies)
    listed = repository.archive.list_accuracies()
    assert [(stored.match_id, stored.accuracies, stored.game_id, stored.names) for stored in listed] == [
        (first, make_accuracies(None, judge=2), "briscola", ("Anna", "Bruno")),
        (second, make_accuracies(0.5), "briscola", ("Anna", "Bruno")),
    ]
    saved = repository.load_match(first)
    assert msgspec.convert(saved.notes[ANALYSIS_NOTE_KEY], MatchAccuracies) == make_accuracies(None, judge=2)
    assert saved.record == play_record(12)
    repository.release_match(first)
    repository.delete_match(first)
    assert [stored.match_id for stored in repository.archive.list_accuracies()] == [second]
    with pytest.raises(StorageError):
        repository.store_accuracies(first, make_accuracies(0.5))


@check_rows("value", ['{"judge": 1', '{"judge": "one", "seats": []}', "[]", '{"judge": 1, "seats": [7]}'])
def test_damaged_accuracies_are_ignored(repository: MatchRepository, value: str) -> None:
    good, bad = store_match(repository), store_match(repository)
    for match in (good, bad):
        repository.store_accuracies(match, make_accuracies(0.5))
    with transaction(repository.database):
        repository.database.execute("UPDATE notes SET value = ? WHERE match = ?", (value, bad))
    listed = [stored.match_id for stored in repository.archive.list_accuracies()]
    assert good in listed and bad not in listed
