"""Giving a match up: it takes effect on the disk or is reported, and nothing is accepted afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from game.engine.actions import Leave
from game.store.reading import FINISHED
from tests.fakes import Clock, StorageByHand, folders_in
from tests.house import House

FULL = "The disk is full."


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    one = House(tmp_path)
    yield one
    one.storage.close()


@pytest.fixture
def uncreated(tmp_path: Path) -> Iterator[House]:
    """A table whose match is still being created."""
    storage = StorageByHand(folders_in(tmp_path), Clock())
    storage.holding = True
    one = House(tmp_path, storage=storage)
    yield one
    storage.close()


def frames(house: House, count: int = 5) -> None:
    for _frame in range(count):
        house.frame()


def offered(house: House) -> int:
    """How many matches can be played on."""
    return len(house.storage.journal().unfinished())


def let_all(house: House) -> None:
    """The disk works again: everything that waits is written, and what follows from it."""
    house.storage.holding = False
    house.storage.let()


def is_free(home: Path) -> bool:
    """Whether another window can take the match."""
    other = StorageByHand(folders_in(home), Clock())
    try:
        return other.journal().claim(1)
    finally:
        other.close()


# -- memory and disk agree -------------------------------------------------------------------------


def test_action_then_give_up_keeps_disk_and_memory_equal(house: House) -> None:
    house.your_turn()
    count = house.actions
    house.storage.holding = True
    house.play(Random(1))
    house.table.give_up()
    frames(house)
    assert not house.table.given_up
    let_all(house)
    frames(house)
    assert house.table.given_up and offered(house) == 0
    assert house.record == house.saved and house.actions == count + 1


@pytest.mark.parametrize("end", ["give_up", "close"])
def test_nothing_is_accepted_after_the_end(house: House, end: str) -> None:
    house.your_turn()
    before, action = house.saved, house.table.view.choices[0]
    getattr(house.table, end)()
    for one in (action, Leave(0)):
        reason = house.table.act(one)
        assert reason is not None and reason.code == "match_over"
    for refused in (house.table.say("Ciao"), house.table.undo(), house.table.ask_hint()):
        assert refused is not None
    house.table.mark(1, "partner")
    house.table.arrange(house.table.view.board.hands[0][::-1])
    frames(house)
    assert house.saved == before and "marks" not in house.load().extra


def test_give_up_after_close_changes_nothing(house: House) -> None:
    house.your_turn()
    house.table.close()
    house.table.give_up()
    frames(house)
    assert offered(house) == 1


def test_match_that_an_action_on_its_way_has_ended_is_over_not_given_up(tmp_path: Path) -> None:
    house = House(tmp_path, "you you", deals_to_win=1)
    house.your_turn()
    while not house.table.match.apply(house.table.view.choices[0]).match.over:
        assert house.table.act(house.table.view.choices[0]) is None
        house.your_turn()
    house.storage.holding = True
    assert house.table.act(house.table.view.choices[0]) is None
    house.table.give_up()
    let_all(house)
    frames(house)
    assert house.table.over and house.table.given_up and house.record == house.saved
    assert house.storage.journal().database.execute("SELECT finished FROM matches").fetchall() == [(FINISHED,)]
    house.storage.close()


# -- before the match is created -------------------------------------------------------------------


def test_give_up_before_the_match_is_created_takes_effect(uncreated: House) -> None:
    uncreated.table.give_up()
    frames(uncreated)
    assert not uncreated.table.given_up
    let_all(uncreated)
    frames(uncreated)
    assert uncreated.table.given_up and offered(uncreated) == 0


def test_give_up_and_close_before_the_match_is_created_takes_effect(uncreated: House, tmp_path: Path) -> None:
    uncreated.table.give_up()
    uncreated.table.close()
    let_all(uncreated)
    assert offered(uncreated) == 0 and is_free(tmp_path)


def test_match_closed_before_it_is_created_is_free_for_another_window(uncreated: House, tmp_path: Path) -> None:
    uncreated.table.close()
    assert uncreated.storage.waiting
    let_all(uncreated)
    assert offered(uncreated) == 1 and is_free(tmp_path)


def test_close_after_a_failed_creation_is_quiet(uncreated: House) -> None:
    uncreated.storage.fault = FULL
    uncreated.table.close()
    let_all(uncreated)
    uncreated.storage.fault = ""
    assert offered(uncreated) == 0


# -- on a full disk --------------------------------------------------------------------------------


def news(house: House) -> list[str]:
    return [notice.text for notice in house.storage.news()]


@pytest.mark.parametrize("again", ["retry", "give_up"])
def test_give_up_that_cannot_be_saved_is_told_and_tried_again(house: House, again: str) -> None:
    house.your_turn()
    house.storage.fault = FULL
    house.table.give_up()
    frames(house)
    assert not house.table.given_up
    assert FULL in house.table.fault and "not given up" in house.table.fault
    assert news(house) == [house.table.fault]
    house.storage.fault = ""
    assert offered(house) == 1
    getattr(house.table, again)()
    frames(house)
    assert house.table.given_up and not house.table.fault and offered(house) == 0
    assert news(house) == []


def test_give_up_while_an_action_could_not_be_saved_comes_after_it(house: House) -> None:
    house.your_turn()
    count = house.actions
    house.storage.fault = FULL
    house.play(Random(1))
    frames(house)
    house.table.give_up()
    frames(house)
    assert not house.table.given_up and len(news(house)) == 1
    house.storage.fault = ""
    house.table.retry()
    frames(house)
    assert house.table.given_up and house.record == house.saved and house.actions == count + 1


def test_table_closed_with_an_unsaved_give_up_tries_once_more_and_tells(house: House) -> None:
    house.your_turn()
    house.storage.holding = True
    house.table.give_up()
    house.table.close()
    house.storage.fault = FULL
    let_all(house)
    assert len(news(house)) == 1
    house.storage.fault = ""
    assert offered(house) == 1
