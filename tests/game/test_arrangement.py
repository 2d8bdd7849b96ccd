"""How a person holds his hand: kept over a restart, for one's own eyes, for one deal, in no record."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.arrangement import Arrangements, arrangements_of
from game.engine.cards import Card, cards
from game.record import dump
from tests.room import HOUR, Room


def turned(room: Room) -> tuple[Card, ...]:
    """The viewer's hand the other way round."""
    seat = room.table.viewer
    assert seat is not None
    return room.table.view.board.hands[seat][::-1]


def test_an_arrangement_is_kept_over_a_restart(tmp_path: Path) -> None:
    room = Room(tmp_path, "you random")
    room.turn()
    wanted = turned(room)
    room.table.arrange(wanted)
    room = room.again(away=HOUR)
    room.turn()
    assert room.table.arranged == wanted
    room.table.arrange(())
    room = room.again()
    room.turn()
    assert room.table.arranged == ()


def test_nobody_else_sees_an_arrangement_and_no_record_has_it(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you")
    room.turn()
    first, before = room.table.viewer, dump(room.table.record)
    room.table.arrange(turned(room))
    assert room.table.arranged and dump(room.table.record) == before
    while room.table.viewer == first:
        room.play(Random(1))
        room.turn()
    assert room.table.viewer is not None and room.table.arranged == ()


def test_an_arrangement_holds_for_its_deal_and_its_seat() -> None:
    kept = Arrangements().arranged(2, 0, cards("Ad 3d")).arranged(2, 1, cards("2h")).arranged(2, 0, cards("3d Ad"))
    assert (kept.of(2, 0), kept.of(2, 1), kept.of(3, 0)) == (cards("3d Ad"), cards("2h"), ())
    assert kept.arranged(3, 1, cards("Kh")).of(3, 0) == ()


@pytest.mark.parametrize("kept", [None, [], {"all": 3}, {"deal": 1, "all": [{"seat": 0, "hand": "Ad ??"}]}])
def test_damaged_arrangements_are_forgotten(kept: Any) -> None:
    assert arrangements_of(kept) == Arrangements()
