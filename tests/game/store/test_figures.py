"""What an analysis found of the players is kept beside its match, one set of figures a match."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from game.store.database import transaction
from game.store.figures import KEY, Figure, Figures, figures_of
from game.store.files import StorageError
from game.store.journal import Journal
from tests.game.store.test_storage import folders_below, played


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    one = Journal(folders_below(tmp_path), lambda: 1000.0)
    yield one
    one.close()


def found(accuracy: float | None, judge: int = 1) -> Figures:
    anna = Figure(seat=0, name="Anna", accuracy=accuracy, loss=0.25, choices=30, tasks=((1, 4), (2, 7)))
    return Figures(judge, (anna,))


def saved(journal: Journal) -> int:
    return journal.create(played(12), ("you", "club"), 1, {})


def test_figures_come_back_with_their_match(journal: Journal) -> None:
    first, second = saved(journal), saved(journal)
    journal.put_figures(second, found(0.5))
    journal.put_figures(first, found(None))
    kept = journal.figures()
    assert [(one.match_id, one.figures) for one in kept] == [(first, found(None)), (second, found(0.5))]
    assert kept[0].game == "briscola"
    assert kept[0].names == ("Anna", "Bruno")


def test_another_analysis_of_a_match_takes_the_place_of_the_first(journal: Journal) -> None:
    match = saved(journal)
    journal.put_figures(match, found(0.5))
    journal.put_figures(match, found(0.75, judge=2))
    assert [one.figures for one in journal.figures()] == [found(0.75, judge=2)]
    assert figures_of(journal.load(match).extra[KEY]) == found(0.75, judge=2)


def test_they_go_with_their_match_and_cannot_be_kept_without_one(journal: Journal) -> None:
    match = saved(journal)
    journal.put_figures(match, found(0.5))
    journal.release(match)
    journal.delete(match)
    assert journal.figures() == ()
    with pytest.raises(StorageError):
        journal.put_figures(match, found(0.5))


@pytest.mark.parametrize("value", ['{"judge": 1', '{"judge": "one", "seats": []}', "[]", '{"judge": 1, "seats": [7]}'])
def test_what_is_damaged_is_left_out(journal: Journal, value: str) -> None:
    good, bad = saved(journal), saved(journal)
    journal.put_figures(good, found(0.5))
    journal.put_figures(bad, found(0.5))
    with transaction(journal.database):
        journal.database.execute("UPDATE notes SET value = ? WHERE match = ?", (value, bad))
    assert [one.match_id for one in journal.figures()] == [good]
    assert figures_of(msgspec.json.decode(value) if value.endswith("}") else value) is None


def test_keeping_figures_changes_nothing_of_the_match(journal: Journal) -> None:
    match = saved(journal)
    before = journal.load(match)
    journal.put_figures(match, found(0.5))
    assert journal.load(match).record == before.record
