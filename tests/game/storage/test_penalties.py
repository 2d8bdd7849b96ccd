"""A blocked person cannot join any match, sees for how long, and can again afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
import pytest

from game.match.table_discipline import ActivePenalty, MatchEnding, Penalty
from game.storage.files import StorageError
from game.storage.matches import MatchRepository
from game.storage.profiles import Profile
from game.storage.tables import add_crc
from tests.fakes import FakeClock, block_person, make_folders
from tests.rows import check_rows
from tests.stored_matches import play_record, replace, store_match

HOUR_S: Final = 3600.0
DAY_S: Final = 86_400.0
YEAR_S: Final = 365 * DAY_S
NOW_TIMESTAMP: Final = 1_700_000_000.0


class Program:
    """A program with clocks that a test sets. It can be closed and started again."""

    def __init__(self, home: Path, system_time: float = NOW_TIMESTAMP, monotonic_time: float = 50.0) -> None:
        self.system_clock, self.monotonic_clock = FakeClock(system_time), FakeClock(monotonic_time)
        self._home = home
        self.repository = self.open_window()

    def open_window(self) -> MatchRepository:
        """Return the repository of another window."""
        repository = MatchRepository(make_folders(self._home), self.system_clock, self.monotonic_clock)
        repository.database.execute("PRAGMA synchronous = OFF")
        return repository

    def restart(self) -> None:
        self.repository.close()
        self.repository = self.open_window()

    def check_in(self, *names: str) -> tuple[ActivePenalty, ...]:
        return self.repository.check_in_players(names)

    def block(self, name: str = "Anna", seconds: float = HOUR_S) -> None:
        block_person(self.repository, name, seconds)

    def get_seconds_left(self) -> float:
        """Return the seconds for which Anna is blocked."""
        return sum(penalty.seconds_left for penalty in self.check_in("Anna"))


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    started_program = Program(tmp_path)
    yield started_program
    started_program.repository.close()


def test_blocked_player_is_told_remaining_time_and_others_may_join(program: Program) -> None:
    program.block()
    program.system_clock.advance(600)
    assert program.check_in("Bruno", "Anna", "Carla") == (ActivePenalty("Anna", 3000.0),)
    assert program.check_in("Bruno", "Carla") == ()


def test_penalty_applies_at_once_in_another_window(program: Program) -> None:
    other = program.open_window()
    assert program.check_in("Anna") == other.check_in_players(("Anna",)) == ()
    program.block()
    assert other.check_in_players(("Anna",)) == (ActivePenalty("Anna", HOUR_S),)
    block_person(other, "Anna", 2 * HOUR_S)
    assert program.check_in("Anna") == (ActivePenalty("Anna", 2 * HOUR_S),)
    other.close()


def test_shorter_penalty_does_not_replace_longer_one(program: Program) -> None:
    for seconds, left in ((DAY_S, DAY_S), (60, DAY_S), (2 * DAY_S, 2 * DAY_S)):
        program.block("Anna", seconds)
        assert program.check_in("Anna") == (ActivePenalty("Anna", left),)


def test_match_ending_blocks_several_players_or_none(program: Program) -> None:
    match_id = store_match(program.repository, play_record(3))
    for penalties in ((Penalty(0), Penalty(1)), ()):
        program.repository.finish_match(match_id, MatchEnding(penalties, HOUR_S))
        assert [penalty.name for penalty in program.check_in("Anna", "Bruno", "Carla")] == ["Anna", "Bruno"]


# -- clocks that are set -----------------------------------------------------------------------------


class ClockStep(NamedTuple):
    """A change of the clocks in seconds, and the seconds for which Anna is blocked then.

    ``deed``: "block" or "restart", which happens after the change.
    """

    system_change: float
    seconds_left: float
    deed: str = ""
    monotonic_change: float = 0.0


BLOCK: Final = ClockStep(0.0, HOUR_S, "block")
CLOCK_ROWS: Final = [
    ("block ends on time", NOW_TIMESTAMP, [BLOCK, ClockStep(HOUR_S - 0.5, 0.5), ClockStep(0.5, 0.0)]),
    *((f"set back by {back}", NOW_TIMESTAMP, [BLOCK, ClockStep(-back, HOUR_S)])
      for back in (1.0, 600.0, DAY_S, NOW_TIMESTAMP)),
    *((f"set back by {back}, then on", NOW_TIMESTAMP,
       [BLOCK, ClockStep(-back, HOUR_S), *(ClockStep(600.0, HOUR_S - 600 * times) for times in range(1, 7))])
      for back in (60.0 + HOUR_S, YEAR_S)),
    ("set back before the block", NOW_TIMESTAMP,
     [ClockStep(0.0, 0.0), ClockStep(-DAY_S, HOUR_S, "block"), ClockStep(DAY_S, HOUR_S)]),
    ("set back between two starts", NOW_TIMESTAMP,
     [BLOCK, ClockStep(-DAY_S, HOUR_S, "restart"), ClockStep(DAY_S + HOUR_S, 0.0, "restart")]),
    *((f"right again after {ahead} ahead", NOW_TIMESTAMP + ahead,
       [ClockStep(0.0, 0.0), ClockStep(-ahead, 0.0, "restart"), BLOCK, ClockStep(600.0, HOUR_S - 600),
        ClockStep(HOUR_S - 600, 0.0)])
      for ahead in (HOUR_S, DAY_S, YEAR_S)),
    *((f"right again after a block {ahead} ahead", NOW_TIMESTAMP + ahead,
       [BLOCK, ClockStep(-ahead, HOUR_S, "restart"), *(ClockStep(600.0, HOUR_S - 600 * times, "restart")
                                                       for times in (1, 2, 3)),
        ClockStep(HOUR_S - 1800, 0.0)])
      for ahead in (HOUR_S, DAY_S, YEAR_S)),
    ("computer started again", NOW_TIMESTAMP, [BLOCK, ClockStep(600.0, HOUR_S - 600, "restart", -40.0)]),
    ("set back while the computer runs", NOW_TIMESTAMP,
     [BLOCK, *(ClockStep(60 - back, HOUR_S - 60 * minute, "", 60.0)
               for minute, back in enumerate((30, 3600, YEAR_S), 1))]),
    *((f"impossible time {odd}", odd,
       [BLOCK, ClockStep(NOW_TIMESTAMP - odd, HOUR_S, "restart"), ClockStep(HOUR_S, 0.0)])
      for odd in (9e300, 1e12)),
    *((f"impossible time {odd}", odd, [BLOCK, ClockStep(NOW_TIMESTAMP - odd, 0.0, "restart")]) for odd in (-5.0, 0.0)),
]  # fmt: skip


@check_rows(("case", "start", "steps"), CLOCK_ROWS)
def test_setting_the_clock_neither_lifts_nor_lengthens_a_block(
    tmp_path: Path, case: str, start: float, steps: list[ClockStep]
) -> None:
    program = Program(tmp_path / case, start)
    for number, step in enumerate(steps):
        program.system_clock.advance(step.system_change)
        program.monotonic_clock.advance(step.monotonic_change)
        if step.deed == "block":
            program.block()
        elif step.deed == "restart":
            program.restart()
        assert program.get_seconds_left() == pytest.approx(step.seconds_left), f"step {number}"
    program.repository.close()


@check_rows("ahead", [0.0, YEAR_S])
@check_rows("back", [30.0, DAY_S, YEAR_S])
def test_clock_set_back_lengthens_no_turn(tmp_path: Path, back: float, ahead: float) -> None:
    program = Program(tmp_path / f"{back} {ahead}", NOW_TIMESTAMP + ahead)
    match_id = store_match(program.repository, play_record(3))
    program.system_clock.advance(20)
    assert program.repository.load_match(match_id).idle_seconds == 20
    program.repository.close()
    program.system_clock.advance(-back)
    program.repository = program.open_window()
    assert program.repository.load_match(match_id).idle_seconds == 20
    program.system_clock.advance(15)
    assert program.repository.load_match(match_id).idle_seconds == 35
    program.repository.close()


def test_killed_program_and_clock_set_back_lengthen_no_turn(program: Program) -> None:
    match_id = store_match(program.repository, play_record(3))
    program.system_clock.advance(20 - DAY_S)
    program.monotonic_clock.advance(20)
    again = program.open_window()
    assert again.load_match(match_id).idle_seconds == 20
    again.close()


def test_match_with_future_date_does_not_stay_first_forever(tmp_path: Path) -> None:
    program = Program(tmp_path, NOW_TIMESTAMP + YEAR_S)
    ahead = store_match(program.repository, play_record(3))
    program.system_clock.advance(-YEAR_S)
    program.restart()
    later = store_match(program.repository, play_record(5))
    assert [entry.id for entry in program.repository.archive.list_unfinished_matches()] == [later, ahead]
    program.system_clock.advance(60)
    assert program.repository.claim_match(ahead)
    program.repository.add_action(ahead, 1, 4, play_record(4).deals[0].actions[3])
    entries = program.repository.archive.list_unfinished_matches()
    assert [(entry.id, entry.updated_at) for entry in entries] == [(ahead, NOW_TIMESTAMP + 60), (later, NOW_TIMESTAMP)]
    program.repository.close()


def test_damaged_clock_row_changes_no_penalty_length(program: Program, tmp_path: Path) -> None:
    path = tmp_path / "data" / "matches.db"
    program.block()
    program.repository.database.execute("UPDATE clock SET program = program * 3, system = 5")
    assert program.get_seconds_left() == HOUR_S
    program.repository.database.execute("UPDATE clock SET program = program * 3, system = 5")
    damaged = path.read_bytes()
    program.repository.close()
    path.write_bytes(damaged)
    program.restart()
    assert "damaged: the program's clock;" in program.repository.notices[0].text
    assert program.get_seconds_left() == HOUR_S
    program.system_clock.advance(HOUR_S)
    assert program.check_in("Anna") == ()


def test_impossible_time_of_a_profile_blocks_nobody_forever(program: Program) -> None:
    program.block()
    zoe = Profile("an id", "Zoe", "#000000", 9e300, 9e300, block_seconds=9e300)
    row = add_crc("profiles", (zoe.id, msgspec.json.encode(zoe).decode(), 1))
    program.repository.database.execute(f"INSERT INTO profiles VALUES ({', '.join('?' * len(row))})", row)
    assert program.check_in("Anna", "Zoe") == (ActivePenalty("Anna", HOUR_S),)
    program.system_clock.advance(HOUR_S)
    assert program.check_in("Anna") == ()


# -- names -------------------------------------------------------------------------------------------


def test_players_with_equal_reading_names_share_profile_and_penalty(program: Program) -> None:
    twins = ("Zoe", "ZOE", " zoe", "\uff3aoe", "\u3164Zo\ufe0fe")
    for name in twins:
        program.check_in(name)
    assert [profile.name for profile in program.repository.list_profiles()] == ["Zoe"]
    record = replace(play_record(3), names=("\uff3aoe", "Bruno"))
    program.repository.finish_match(store_match(program.repository, record), MatchEnding((Penalty(0),), HOUR_S))
    for name in twins:
        assert program.check_in(name) == (ActivePenalty(name, HOUR_S),)
    assert program.check_in("Zoë", "Zoes") == ()


@check_rows("name", ["", "  ", "a\nb", "\ud800", "x" * 81, "\u202eanna"])
def test_invalid_name_is_refused_in_one_line(program: Program, name: str) -> None:
    with pytest.raises(StorageError, match=r"^Enter a name of 1 to 80 printable characters\.$"):
        program.check_in(name)
    assert program.repository.list_profiles() == ()
