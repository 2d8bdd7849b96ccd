"""Pictures are kept while there is room, and no longer: memory stays flat whatever sizes a window passes through."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.cards import HIDDEN, ITALIAN_PACK
from tests.ui.stage import opened
from ui.art import Art
from ui.kept import Kept

ROOM = 10


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 6)), min_size=1))
def test_there_is_never_more_than_there_is_room_for(given_: list[tuple[int, int]]) -> None:
    kept = Kept[int, int](ROOM, lambda value: value)
    for key, value in given_:
        kept[key] = value
        assert kept[key] == value
        held = {one: kept[one] for one in range(6) if one in kept}
        assert kept.taken == sum(held.values()) <= ROOM
        assert len(kept) == len(held)


def test_what_was_not_looked_at_for_longest_goes_first() -> None:
    kept = Kept[str, int](ROOM, lambda value: value)
    kept["a"], kept["b"] = 4, 4
    assert kept["a"] == 4
    kept["c"] = 4
    assert "a" in kept and "c" in kept and "b" not in kept


def test_what_is_larger_than_the_room_is_kept_alone() -> None:
    kept = Kept[str, int](ROOM, lambda value: value)
    kept["a"], kept["b"] = 4, 40
    assert "b" in kept and "a" not in kept


@pytest.mark.slow
def test_cards_drawn_for_a_window_of_another_size_are_let_go(tmp_path: Path) -> None:
    with opened(tmp_path):
        art = Art("napoletane")
        for width in range(20, 40):
            art.prepare(ITALIAN_PACK, [width])
            art.wait()
        pack = (HIDDEN, *ITALIAN_PACK)
        assert [width for card in pack for width in range(20, 40) if art.is_ready(card, width)] == [39] * len(pack)
