"""A table takes commands for the seats of people at its screen only, and a refusal tells nothing of other hands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game.engine.actions import Action, Deal, Leave, Play, Timeout, Unlock
from tests.fakes import Clock
from tests.helpers import conceivable
from tests.house import House
from tests.room import TURN, Room


def code(house: House, action: Action) -> str:
    reason = house.table.act(action)
    assert reason is not None
    return reason.code


def computers_turn(house: House) -> None:
    house.mind.thinking = True
    house.until(lambda: house.table.match.to_act == 1 and not house.table.saving)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path, "you club", turn_seconds=TURN, exit_votes=2)


def test_every_action_of_a_computers_seat_is_refused_alike(house: House) -> None:
    """With no difference between the cards that it holds and those that it does not."""
    house.until(lambda: house.table.your_turn)
    plays = [one for one in conceivable("briscola", 1) if not isinstance(one, (Leave, Unlock, Timeout))]
    assert {code(house, one) for one in plays} == {"not_your_turn"}
    house.table.act(house.table.view.choices[0])
    computers_turn(house)
    before = house.record
    assert {code(house, one) for one in plays} == {"not_here"}
    house.frame()
    assert house.record == before


@pytest.mark.parametrize("kind", [Leave, Unlock, Timeout])
def test_nobody_leaves_votes_or_is_late_for_a_computer(house: House, kind: type[Action]) -> None:
    house.your_turn()
    assert code(house, kind(1)) in ("not_here", "not_your_turn")
    computers_turn_after_play(house)
    assert code(house, kind(1)) == "not_here"


def computers_turn_after_play(house: House) -> None:
    house.table.act(house.table.view.choices[0])
    computers_turn(house)


def test_only_the_clock_says_that_time_is_over(house: House) -> None:
    house.your_turn()
    assert code(house, Timeout(0)) == "not_here"
    house.frame(TURN + 1.0)
    house.until(lambda: house.table.match.forced == 0)


def test_person_plays_only_once_the_screen_is_handed_over(tmp_path: Path) -> None:
    house = House(tmp_path, "you you")
    house.until(lambda: house.table.cover is not None)
    seat = house.table.cover
    assert seat is not None
    choices = house.table.match.legal()
    assert {code(house, action) for action in choices} == {"not_here"}
    house.table.ready()
    assert code(house, Play(1 - seat, house.table.match.pack[0])) == "not_your_turn"
    assert house.table.act(choices[0]) is None


def test_person_leaves_and_votes_whoever_is_on_turn(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you club", turn_seconds=TURN, exit_votes=3)
    room.turn()
    other = next(seat for seat in (0, 1) if seat != room.table.viewer)
    assert room.table.act(Unlock(other)) is None
    for _frame in range(4):
        room.frame(0.0)
    assert room.table.over or room.table.act(Leave(other)) is None


def test_asking_to_leave_for_a_computer_restarts_no_clock(tmp_path: Path) -> None:
    house = House(tmp_path, "you club", turn_seconds=TURN)
    house.your_turn()
    computers_turn_after_play(house)
    house.frame(5.0)
    assert isinstance(house.clock, Clock)
    spent = house.table.turn_clock.spent
    house.table.ask_to_leave(1)
    assert house.table.turn_clock.spent == spent


@pytest.mark.parametrize("odd", [None, "0 play Kd", 7, Deal(())], ids=str)
def test_what_is_no_action_is_an_error_that_says_so(house: House, odd: Any) -> None:
    house.your_turn()
    with pytest.raises(TypeError, match="is not an action"):
        house.table.act(odd)
