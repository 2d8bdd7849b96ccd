"""The turn clock: when it runs, for whom, and what a turn costs that nobody took (rules.md, "Table discipline")."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.discipline import Message
from game.engine.actions import Leave, Play, Timeout, Unlock
from game.record import results
from tests.helpers import NAMES
from tests.room import TALK, TURN, Room, in_play, phase

DECLARATIONS = [
    ("chiamata", "you club club club club", "Auction", {}),
    ("chiamata", "you you you you you", "Naming", {}),
    ("spades", "you club club", "Bidding", {}),
    ("muscio", "you club club club", "Declaring", {}),
    ("muscio", "you you you", "DealByHand", {"hand_dealing": True}),
    ("muscio", "you you you", "Exchange", {}),
    ("muscio", "you you you", "Standing", {}),
]


@pytest.mark.parametrize(("game", "kinds", "name", "options"), DECLARATIONS)
@pytest.mark.parametrize("minutes", [60, 0, 1440])
def test_a_clock_that_runs_out_before_the_play_ends_the_match_and_bars_that_person(
    tmp_path: Path, game: str, kinds: str, name: str, options: dict[str, Any], minutes: int
) -> None:
    room = Room(tmp_path, kinds, game=game, turn_seconds=TURN, bar_minutes=minutes, exit_votes=1, **options)
    room.to(phase(name))
    assert phase(name)(room.match), "the phase never came"
    seat = room.match.to_act
    assert seat is not None and not room.bars
    room.frame(TURN - 0.5)
    assert not room.table.over and room.left == pytest.approx(0.5)
    room.until(lambda: room.table.over)
    assert room.acted[-1] == str(Timeout(seat))
    assert room.match.standing.winners == () and room.table.view.over
    assert room.bars == ({NAMES[seat]: pytest.approx(minutes * 60, abs=1)} if minutes else {})
    assert not room.storage.journal().unfinished()
    assert results(room.saved)[1][-1].state == "unfinished"


PLAYED = [("briscola", "you club"), ("chiamata", "you club club club club"), ("spades", "you club club"),
          ("muscio", "you you you")]  # fmt: skip


@pytest.mark.parametrize(("game", "kinds"), PLAYED)
def test_a_clock_that_runs_out_in_play_costs_a_random_legal_card_the_same_for_the_same_seed(
    tmp_path: Path, game: str, kinds: str
) -> None:
    told = []
    for name in ("one", "two"):
        room = Room(tmp_path / name, kinds, game=game, turn_seconds=TURN)
        room.to(lambda match: match.phase is not None and match.phase.in_play)
        seat, legal, count = room.match.to_act, room.match.legal(), room.actions
        assert seat is not None
        room.frame(TURN)
        room.until(lambda room=room, count=count: room.actions >= count + 2)  # type: ignore[misc]
        timeout, card = room.record.deals[-1].actions[count - room.actions :][:2]
        assert timeout == Timeout(seat)
        assert isinstance(card, Play) and card in legal
        assert not room.bars
        told.append(room.acted[: count + 2])
    assert told[0] == told[1]


@pytest.mark.slow
def test_a_random_card_is_another_one_with_another_seed(tmp_path: Path) -> None:
    """Not always the first card of the hand."""
    places = set()
    for seed in range(12):
        room = Room(tmp_path / str(seed), seed=seed, turn_seconds=TURN)
        room.turn()
        legal, count = room.match.legal(), room.actions
        room.frame(TURN)
        room.until(lambda room=room, count=count: room.actions >= count + 2)  # type: ignore[misc]
        card = room.record.deals[-1].actions[count + 1]
        places.add(legal.index(card))
    assert places == {0, 1, 2}


def test_the_next_turn_has_the_whole_clock_again(tmp_path: Path) -> None:
    room = Room(tmp_path, turn_seconds=TURN)
    room.turn()
    for _round in range(3):
        count = room.actions
        room.frame(TURN)
        room.until(lambda count=count: room.actions > count + 1)  # type: ignore[misc]
        room.turn()
        assert room.left == TURN


def test_who_was_too_late_cannot_choose_the_card_any_more(tmp_path: Path) -> None:
    room = Room(tmp_path, turn_seconds=TURN)
    room.turn()
    room.frame(TURN)
    room.until(lambda: room.match.forced is not None)
    for card in room.match.legal():
        reason = room.table.act(card)
        assert reason is not None and reason.code == "forced_card"


def test_a_forced_card_is_the_same_after_a_restart_in_between(tmp_path: Path) -> None:
    whole, room = (Room(tmp_path / name, turn_seconds=TURN) for name in ("whole", "cut"))
    for one in (whole, room):
        one.turn()
        one.frame(TURN)
        one.until(lambda one=one: one.match.forced is not None)  # type: ignore[misc]
    count = whole.actions
    whole.until(lambda: whole.actions > count)
    back = room.again(3.0)
    assert back.table.seconds_left is None
    back.until(lambda: back.actions > count)
    assert back.acted[: count + 1] == whole.acted[: count + 1]


@pytest.mark.parametrize(("game", "kinds"), [("briscola", "club club"), ("chiamata", "club " * 5)])
def test_a_computer_never_times_out(tmp_path: Path, game: str, kinds: str) -> None:
    room = Room(tmp_path, kinds, game=game, turn_seconds=1)
    room.mind.thinking = True
    for _frame in range(50):
        room.frame(10.0)
        assert room.table.seconds_left is None
    room.mind.thinking = False
    room.play_deal()
    assert not any("timeout" in one for one in room.acted)


def test_without_a_clock_nobody_is_ever_late(tmp_path: Path) -> None:
    room = Room(tmp_path, turn_seconds=0)
    room.turn()
    count = room.actions
    room.frame(1e7)
    room.frame()
    assert room.table.seconds_left is None and room.actions == count
    assert room.again(1e7).table.seconds_left is None


def test_the_clock_begins_when_the_turn_is_shown(tmp_path: Path) -> None:
    room = Room(tmp_path, "you club club", turn_seconds=TURN)
    room.turn()
    room.play(Random(1))
    room.until(lambda: room.match.to_act == 0 and not room.table.saving)
    for _frame in range(100):
        room.frame(idle=False)
    assert not any("timeout" in one for one in room.acted)
    room.frame()
    assert room.left == TURN


def test_a_cover_that_nobody_answers_stops_no_clock(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you", turn_seconds=TURN)
    room.until(lambda: room.table.cover is not None)
    seat = room.table.cover
    assert room.left == TURN
    room.frame(TURN - 1.0)
    assert room.left == 1.0 and room.table.cover == seat
    room.until(lambda: room.match.to_act != seat)
    assert room.acted[:1] == [str(Timeout(seat or 0))]


def test_everyone_absent_the_match_plays_itself_by_chance(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you", turn_seconds=1)
    room.until(lambda: room.table.between_deals and not room.table.saving and room.actions > 0, most=2000)
    assert sum("timeout" in one for one in room.acted) == 40


def test_ready_gives_no_more_time(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you", turn_seconds=TURN)
    room.until(lambda: room.table.cover is not None)
    room.frame(10.0)
    room.table.ready()
    room.frame(0.0)
    assert room.left == TURN - 10.0


@pytest.mark.parametrize("deed", ["talk", "vote"])
def test_to_act_otherwise_in_play_restarts_the_clock(tmp_path: Path, deed: str) -> None:
    room = Room(tmp_path, "you you", **TALK, turn_seconds=TURN, exit_votes=2)
    room.to(in_play)
    seat = room.table.viewer
    assert seat is not None
    room.frame(TURN - 1.0)
    assert (room.table.say("Momento.") if deed == "talk" else room.table.act(Unlock(seat))) is None
    room.frame(0.0)
    room.frame(0.0)
    assert room.left == TURN and room.match.to_act == seat


def test_to_leave_hands_the_turn_to_the_computer_whatever_the_clock_says(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you", turn_seconds=TURN)
    room.turn()
    room.frame(TURN - 0.5)
    seat = room.table.viewer
    assert seat is not None and room.table.act(Leave(seat)) is None
    room.until(lambda: room.match.to_act != seat)
    assert "timeout" not in " ".join(room.acted)


def test_who_is_not_on_turn_gives_the_other_no_more_time(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you you club", **TALK, turn_seconds=TURN, exit_votes=4)
    room.turn()
    turn = room.table.viewer
    others = [seat for seat in range(3) if seat != turn]
    room.frame(10.0)
    assert room.table.say("Dai!", others[0]) is None
    room.frame(0.0)
    assert room.table.act(Unlock(others[0])) is None
    for _frame in range(4):  # the computer answers the vote
        room.frame(0.0)
    assert room.table.act(Leave(others[1])) is None
    for _frame in range(4):
        room.frame(0.0)
    assert len(room.match.votes) >= 2 and room.match.left == (others[1],)
    assert room.match.to_act == turn
    assert room.left == TURN - 10.0
    assert room.table.chat == (Message(others[0], "Dai!"),)


def test_while_an_action_is_being_saved_the_clock_takes_nothing_away(tmp_path: Path) -> None:
    room = Room(tmp_path, turn_seconds=TURN)
    room.turn()
    room.frame(TURN - 0.5)
    room.storage.holding = True
    action = room.play(Random(1))
    for _frame in range(5):
        room.frame()
    room.storage.let()
    room.storage.holding = False
    room.frame()
    assert room.acted[-1] == str(action) and "timeout" not in " ".join(room.acted)
