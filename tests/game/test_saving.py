"""What is on its way to the disk: one thing at a time, and nothing that fails is dropped silently."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from game.saving import Saving
from game.store.files import StorageError
from tests.room import TALK, TURN, Room, in_play

FULL = "The disk is full."


def written(result: str) -> Future[str]:
    future: Future[str] = Future()
    future.set_result(result)
    return future


def failed() -> Future[str]:
    future: Future[str] = Future()
    future.set_exception(StorageError(FULL))
    return future


# -- one send at a time ----------------------------------------------------------------------------


def test_second_send_while_busy_is_refused() -> None:
    saving, accepted, first = Saving(), list[str](), Future[str]()
    begun = list[str]()

    def second() -> Future[str]:
        begun.append("second")
        return written("second")

    saving.send(lambda: first, accepted.append)
    with pytest.raises(RuntimeError, match="still being saved"):
        saving.send(second, accepted.append)
    first.set_result("first")
    saving.collect()
    assert (accepted, begun) == (["first"], [])
    assert not saving.busy


def test_send_while_a_fault_is_set_is_refused_and_retry_writes_once() -> None:
    saving, accepted, tries = Saving(), list[str](), list[Future[str]]()

    def save() -> Future[str]:
        tries.append(written("first") if tries else failed())
        return tries[-1]

    saving.send(save, accepted.append)
    saving.collect()
    with pytest.raises(RuntimeError):
        saving.send(lambda: written("second"), accepted.append)
    assert saving.fault == FULL
    saving.retry()
    saving.collect()
    saving.collect()
    assert (accepted, len(tries), saving.fault) == (["first"], 2, "")


def test_what_is_accepted_may_send_the_next_thing() -> None:
    saving, accepted = Saving(), list[str]()

    def first(result: str) -> None:
        accepted.append(result)
        saving.send(lambda: written("second"), accepted.append)

    saving.send(lambda: written("first"), first)
    saving.collect()
    saving.collect()
    assert accepted == ["first", "second"]


# -- notes beside the match ------------------------------------------------------------------------


def news(room: Room) -> list[str]:
    return [notice.text for notice in room.storage.news()]


@pytest.mark.parametrize("kind", ["mark", "arrange"])
def test_failed_note_is_told_once_until_one_succeeds(tmp_path: Path, kind: str) -> None:
    room = Room(tmp_path)
    room.turn()
    hand = room.table.view.board.hands[0]

    def note(number: int) -> None:
        if kind == "mark":
            room.table.mark(1, f"mark {number}")
        else:
            room.table.arrange(hand[number % 3 :] + hand[: number % 3])

    note(1)
    assert news(room) == []
    for _time in range(2):
        room.storage.fault = FULL
        note(2)
        note(3)
        (line,) = news(room)
        assert FULL in line and "not saved" in line
        assert not room.table.fault and room.table.your_turn
        room.storage.fault = ""
        note(4)
        assert news(room) == []


def test_failed_note_is_told_after_the_table_is_closed(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.turn()
    room.storage.holding = True
    room.table.mark(1, "partner")
    room.table.close()
    room.storage.fault = FULL
    room.storage.let()
    assert len(news(room)) == 1


def test_count_of_clock_restarts_that_cannot_be_saved_is_a_fault_and_saved_by_retry(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you", **TALK, turn_seconds=TURN)
    room.to(in_play)
    room.storage.fault = FULL
    assert room.table.say("Momento.") is None
    room.frame(0.0)
    assert room.table.fault == FULL and not room.table.chat
    room.storage.fault = ""
    room.table.retry()
    room.frame(0.0)
    kept: Any = room.load().extra
    assert len(room.table.chat) == len(kept["chat"]) == 1
    assert kept["restarts"][-1] == 1
    assert room.again().table.turn_clock.restarts == 1
