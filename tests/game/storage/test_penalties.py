"""A blocked person cannot join any match, sees for how long, and can again afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.actions import LeaveMatch
from game.core.sanitizer import name_key
from game.storage.checksums import add_crc
from game.storage.files import StorageError
from game.storage.matches import MatchEnding, MatchRepository
from game.storage.profiles import ActivePenalty, Penalty
from tests.fakes import FakeClock, FakeStorageThread, block_person, make_folders
from tests.game.storage.test_matches import play_record, replace, store_match
from tests.program_restarts import TURN_LIMIT_S, RestartableDriver

HOUR_S = 3600.0
NOW_TIMESTAMP = 1_700_000_000.0


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock(NOW_TIMESTAMP)


@pytest.fixture
def repository(tmp_path: Path, clock: FakeClock) -> Iterator[MatchRepository]:
    opened_repository = MatchRepository(make_folders(tmp_path), clock)
    yield opened_repository
    opened_repository.close()


def check_in(repository: MatchRepository, *names: str) -> tuple[ActivePenalty, ...]:
    return repository.check_in_players(names)


def get_penalty_seconds(repository: MatchRepository, name: str) -> float:
    """Return the seconds for which a person is blocked."""
    (penalty,) = check_in(repository, name)
    assert (penalty.name, penalty.reason_code) == (name, "")
    return penalty.seconds_left


def test_new_player_gets_a_profile_and_may_join(repository: MatchRepository) -> None:
    assert check_in(repository, "Anna", "Bruno") == ()
    assert [(profile.name, profile.blocked_until) for profile in repository.list_profiles()] == [
        ("Anna", None),
        ("Bruno", None),
    ]


def test_blocked_player_is_told_remaining_time_and_others_may_join(
    repository: MatchRepository, clock: FakeClock
) -> None:
    block_person(repository, "Anna")
    clock.advance(600)
    assert check_in(repository, "Anna") == (ActivePenalty("Anna", 3000.0),)
    assert check_in(repository, "Bruno", "Anna", "Carla") == (ActivePenalty("Anna", 3000.0),)
    assert check_in(repository, "Bruno", "Carla") == ()


def test_penalty_ends_on_time(repository: MatchRepository, clock: FakeClock) -> None:
    block_person(repository, "Anna")
    clock.advance(HOUR_S - 0.5)
    assert check_in(repository, "Anna") == (ActivePenalty("Anna", 0.5),)
    clock.advance(0.5)
    assert check_in(repository, "Anna") == ()
    clock.advance(1e6)
    assert check_in(repository, "Anna") == ()


@pytest.mark.parametrize("back", [1.0, 600.0, 86_400.0, NOW_TIMESTAMP])
def test_clock_set_back_lifts_no_penalty(repository: MatchRepository, clock: FakeClock, back: float) -> None:
    block_person(repository, "Anna")
    clock.advance(-back)
    (penalty,) = check_in(repository, "Anna")
    assert penalty.seconds_left >= HOUR_S - 1e-6
    assert penalty.seconds_left == pytest.approx(HOUR_S), "and shows no odd length"


def test_clock_set_back_does_not_change_length_of_new_penalty(repository: MatchRepository, clock: FakeClock) -> None:
    check_in(repository, "Anna")
    clock.advance(-86_400)
    block_person(repository, "Anna", HOUR_S)
    clock.advance(86_400)
    assert check_in(repository, "Anna") == (ActivePenalty("Anna", HOUR_S),)


def test_clock_of_another_start_lifts_no_penalty(tmp_path: Path) -> None:
    repository = MatchRepository(make_folders(tmp_path), FakeClock(NOW_TIMESTAMP))
    block_person(repository, "Anna")
    repository.close()
    later = MatchRepository(make_folders(tmp_path), FakeClock(NOW_TIMESTAMP - 86_400))
    assert [penalty.name for penalty in check_in(later, "Anna")] == ["Anna"]
    later.close()
    over = MatchRepository(make_folders(tmp_path), FakeClock(NOW_TIMESTAMP + HOUR_S))
    assert check_in(over, "Anna") == ()
    over.close()


# -- changes of the system clock ---------------------------------------------------------------------

YEAR_S = 365 * 86_400.0


def open_repository(home: Path, system_clock: FakeClock, monotonic_clock: FakeClock | None = None) -> MatchRepository:
    """Open the repository of a program with these clocks."""
    return (
        MatchRepository(make_folders(home), system_clock)
        if monotonic_clock is None
        else MatchRepository(make_folders(home), system_clock, monotonic_clock)
    )


@pytest.mark.parametrize("ahead", [HOUR_S, 86_400.0, YEAR_S])
def test_clock_once_set_ahead_lengthens_no_later_penalty(tmp_path: Path, ahead: float) -> None:
    repository, clock = open_repository(tmp_path, FakeClock(NOW_TIMESTAMP + ahead)), FakeClock(NOW_TIMESTAMP)
    check_in(repository, "Anna")
    repository.release_match(store_match(repository, play_record(3)))
    repository.close()
    repository = open_repository(tmp_path, clock)
    block_person(repository, "Anna")
    clock.advance(600)
    assert get_penalty_seconds(repository, "Anna") == pytest.approx(HOUR_S - 600)
    clock.advance(HOUR_S - 600)
    assert check_in(repository, "Anna") == ()
    repository.close()


@pytest.mark.slow
@pytest.mark.parametrize("ahead", [HOUR_S, 86_400.0, YEAR_S])
def test_clock_set_ahead_does_not_change_length_of_new_penalty(tmp_path: Path, ahead: float) -> None:
    repository, clock = open_repository(tmp_path, FakeClock(NOW_TIMESTAMP + ahead)), FakeClock(NOW_TIMESTAMP)
    block_person(repository, "Anna")
    repository.close()
    for _start in range(3):
        repository = open_repository(tmp_path, clock)
        assert 0 < check_in(repository, "Anna")[0].seconds_left <= HOUR_S
        until = repository.list_profiles()[0].blocked_until
        assert until is not None and until <= NOW_TIMESTAMP + HOUR_S + 1
        repository.close()
        clock.advance(600)
    clock.advance(HOUR_S - 1800)
    repository = open_repository(tmp_path, clock)
    assert check_in(repository, "Anna") == ()
    repository.close()


@pytest.mark.slow
@pytest.mark.parametrize("back", [60.0, 86_400.0, YEAR_S])
def test_penalty_continues_while_clock_is_set_back_and_ends_on_time(tmp_path: Path, back: float) -> None:
    clock = FakeClock(NOW_TIMESTAMP)
    repository = open_repository(tmp_path, clock)
    block_person(repository, "Anna")
    clock.advance(-back)
    for minute in range(60):
        assert get_penalty_seconds(repository, "Anna") == pytest.approx(HOUR_S - 60 * minute, abs=61)
        clock.advance(60)
    clock.advance(61)
    assert check_in(repository, "Anna") == ()
    repository.close()


@pytest.mark.slow
@pytest.mark.parametrize("again", [False, True], ids=["in one run", "begun again"])
def test_monotonic_clock_makes_penalty_exact(tmp_path: Path, again: bool) -> None:
    """Set the system clock in many ways while the computer runs."""
    clock, steady, rng = FakeClock(NOW_TIMESTAMP), FakeClock(50.0), Random(3)
    repository = open_repository(tmp_path, clock, steady)
    block_person(repository, "Anna")
    for minute in range(1, 60):
        clock.advance(60 - rng.choice([0, 30, 3600, YEAR_S]))
        steady.advance(60)
        if again:
            repository.close()
            repository = open_repository(tmp_path, clock, steady)
        (left,) = check_in(repository, "Anna")
        most = HOUR_S - 60 * minute
        assert left.seconds_left == pytest.approx(most) if not again else left.seconds_left <= HOUR_S
    clock.advance(HOUR_S)
    assert check_in(repository, "Anna") == ()
    repository.close()


def test_rebooted_computer_starts_a_new_monotonic_clock(tmp_path: Path) -> None:
    clock = FakeClock(NOW_TIMESTAMP)
    repository = open_repository(tmp_path, clock, FakeClock(1e6))
    block_person(repository, "Anna")
    repository.close()
    clock.advance(600)
    repository = open_repository(tmp_path, clock, FakeClock(3.0))
    assert check_in(repository, "Anna") == (ActivePenalty("Anna", HOUR_S - 600),)
    repository.close()


@pytest.mark.parametrize("odd", [-5.0, 0.0, 9e300, 1e12])
def test_impossible_clock_value_blocks_nobody_forever(tmp_path: Path, odd: float) -> None:
    repository = open_repository(tmp_path, FakeClock(odd))
    block_person(repository, "Anna")
    assert check_in(repository, "Anna") == (ActivePenalty("Anna", HOUR_S),)
    repository.close()
    clock = FakeClock(NOW_TIMESTAMP)
    repository = open_repository(tmp_path, clock)
    assert all(penalty.seconds_left <= HOUR_S for penalty in check_in(repository, "Anna"))
    clock.advance(HOUR_S)
    assert check_in(repository, "Anna") == ()
    repository.close()


def test_match_with_future_date_does_not_stay_first_forever(tmp_path: Path) -> None:
    repository, clock = open_repository(tmp_path, FakeClock(NOW_TIMESTAMP + YEAR_S)), FakeClock(NOW_TIMESTAMP)
    ahead = store_match(repository, play_record(3))
    repository.close()
    repository = open_repository(tmp_path, clock)
    assert [entry.id for entry in repository.list_unfinished_matches()] == [ahead]
    later = store_match(repository, play_record(5))
    assert [entry.id for entry in repository.list_unfinished_matches()] == [later, ahead]
    repository.release_match(later)
    clock.advance(60)
    assert repository.claim_match(ahead)
    repository.add_action(ahead, 1, 4, play_record(4).deals[0].actions[3])
    assert [entry.id for entry in repository.list_unfinished_matches()] == [ahead, later]
    assert [entry.updated_at for entry in repository.list_unfinished_matches()] == [NOW_TIMESTAMP + 60, NOW_TIMESTAMP]
    repository.close()


@pytest.mark.parametrize("ahead", [0.0, YEAR_S])
@pytest.mark.parametrize("back", [30.0, 86_400.0, YEAR_S])
def test_clock_set_back_lengthens_no_turn(tmp_path: Path, back: float, ahead: float) -> None:
    clock = FakeClock(NOW_TIMESTAMP + ahead)
    repository = open_repository(tmp_path, clock)
    match_id = store_match(repository, play_record(3))
    clock.advance(20)
    assert repository.load_match(match_id).idle_seconds == 20
    repository.close()
    clock.advance(-back)
    repository = open_repository(tmp_path, clock)
    assert repository.load_match(match_id).idle_seconds == 20
    clock.advance(15)
    assert repository.load_match(match_id).idle_seconds == 35
    repository.close()


def test_killed_program_and_clock_set_back_lengthen_no_turn(tmp_path: Path) -> None:
    clock, steady = FakeClock(NOW_TIMESTAMP), FakeClock(100.0)
    repository = open_repository(tmp_path, clock, steady)
    match_id = store_match(repository, play_record(3))
    clock.advance(20 - 86_400)
    steady.advance(20)
    again = open_repository(tmp_path, clock, steady)
    assert again.load_match(match_id).idle_seconds == 20
    again.close()
    repository.close()


def test_damaged_clock_row_changes_no_penalty_length(
    tmp_path: Path, repository: MatchRepository, clock: FakeClock
) -> None:
    block_person(repository, "Anna")
    repository.database.execute("UPDATE clock SET program = program * 3, system = 5")
    assert check_in(repository, "Anna") == (ActivePenalty("Anna", HOUR_S),)
    repository.database.execute("UPDATE clock SET program = program * 3, system = 5")
    damaged = (tmp_path / "data" / "matches.db").read_bytes()
    repository.close()
    (tmp_path / "data" / "matches.db").write_bytes(damaged)
    repository = MatchRepository(make_folders(tmp_path), clock)
    assert "damaged: the program's clock." in repository.notices[0].text
    assert check_in(repository, "Anna") == (ActivePenalty("Anna", HOUR_S),)
    clock.advance(HOUR_S)
    assert check_in(repository, "Anna") == ()


# -- lengths and names -------------------------------------------------------------------------------


def test_shorter_penalty_does_not_replace_longer_one(repository: MatchRepository, clock: FakeClock) -> None:
    block_person(repository, "Anna", 24 * HOUR_S)
    block_person(repository, "Anna", 60)
    assert check_in(repository, "Anna") == (ActivePenalty("Anna", 24 * HOUR_S),)
    block_person(repository, "Anna", 48 * HOUR_S)
    assert check_in(repository, "Anna") == (ActivePenalty("Anna", 48 * HOUR_S),)


ODD_NAMES = [
    "O'Brien",
    '"; DROP TABLE profiles; --',
    "{name}",
    "%s",
    "<b>Bo</b>",
    "Zoë",
    "李小龍",
    "عمر",
    "\U0001f0a1",
    "a" * 80,
]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_name_may_contain_any_printable_characters(repository: MatchRepository, name: str) -> None:
    assert check_in(repository, name) == ()
    block_person(repository, name, HOUR_S)
    assert check_in(repository, name) == (ActivePenalty(name, HOUR_S),)
    assert check_in(repository, "Anna") == ()


@pytest.mark.parametrize("twin", ["Anna ", " Anna", "anna", "ANNA", "\uff21nna", "An\ufe0fna", "\u3164Anna"])
def test_penalty_is_not_evaded_by_spaces_or_capitals(repository: MatchRepository, twin: str) -> None:
    block_person(repository, "Anna")
    assert check_in(repository, twin) == (ActivePenalty(twin, HOUR_S),)
    assert check_in(repository, "Anna", "Annamaria") == (ActivePenalty("Anna", HOUR_S),)


EQUAL_READING_NAMES = [
    ("Anna", "an\u200bna"), ("Anna", "An\u00adna"), ("Anna", "\u202eAnna\u202c"), ("Anna", "\ufeffAnna"),
    ("Anna", "A\u034fnna"), ("Stra\u00dfe", "STRASSE"), ("\u00c5sa", "A\u030asa"), ("\ufb01lippo", "Filippo"),
    ("Anna  Maria", "anna\u00a0maria "), ("\u1e9eo", "sso"), ("\u0130rem", "i\u0307rem"), ("", "\u3164\u200d"),
    ("a b", "a\u2800b"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "other"), EQUAL_READING_NAMES)
def test_names_that_read_the_same_are_one_profile(name: str, other: str) -> None:
    assert name_key(name) == name_key(other)


@pytest.mark.parametrize(
    ("name", "other"), [("Anna", "Ann"), ("Zoe", "Zo\u00eb"), ("Li", "Lì"), ("a b", "ab"), ("नि", "न")]
)
def test_names_that_read_differently_are_two_profiles(name: str, other: str) -> None:
    assert name_key(name) != name_key(other)


@given(st.text(max_size=12))
def test_name_key_of_a_name_key_is_unchanged(name: str) -> None:
    assert name_key(name_key(name)) == name_key(name)


def test_players_with_equal_reading_names_share_one_profile(repository: MatchRepository) -> None:
    for name in ("Zoe", "ZOE", " zoe", "\uff3aoe"):
        check_in(repository, name)
    assert [profile.name for profile in repository.list_profiles()] == ["Zoe"]
    record = replace(play_record(3), names=("\uff3aoe", "Bruno"))
    repository.finish_match(store_match(repository, record), MatchEnding((Penalty(0),), HOUR_S))
    assert check_in(repository, "Zoe") == (ActivePenalty("Zoe", HOUR_S),)
    assert len(repository.list_profiles()) == 1


def test_composed_and_decomposed_letters_are_the_same_name(repository: MatchRepository) -> None:
    block_person(repository, "Zo\u00eb")
    assert len(check_in(repository, "Zoe\u0308")) == 1


@pytest.mark.parametrize("name", ["", " ", "two\nlines", "\ud800", "x" * 81, "\u202eanna"])
def test_invalid_name_is_refused_in_one_line(repository: MatchRepository, name: str) -> None:
    with pytest.raises(StorageError, match="Enter a name") as refusal:
        check_in(repository, name)
    assert "\n" not in str(refusal.value)


def test_penalty_applies_at_once_in_another_program_instance(tmp_path: Path, clock: FakeClock) -> None:
    first, two = (MatchRepository(make_folders(tmp_path), clock) for _window in range(2))
    assert check_in(first, "Anna") == check_in(two, "Anna") == ()
    block_person(first, "Anna", HOUR_S)
    assert check_in(two, "Anna") == (ActivePenalty("Anna", HOUR_S),)
    block_person(two, "Anna", 2 * HOUR_S)
    assert check_in(first, "Anna") == (ActivePenalty("Anna", 2 * HOUR_S),)
    first.close()
    two.close()


def test_two_matches_of_one_person_in_two_instances_each_give_one_penalty(tmp_path: Path, clock: FakeClock) -> None:
    first, two = (
        RestartableDriver(tmp_path, wall=clock, turn_seconds=TURN_LIMIT_S, deals_to_win=1) for _window in range(2)
    )
    for room in (first, two):
        room.advance_to_shown_turn()
        assert room.session.act(LeaveMatch(0)) is None
    first.let_computer_finish()
    assert first.penalty_seconds.keys() == two.penalty_seconds.keys() == {"Anna"}
    clock.advance(600)
    two.let_computer_finish()
    assert first.penalty_seconds["Anna"] == pytest.approx(HOUR_S, abs=1)
    assert not first.storage.get_repository().list_unfinished_matches()


def test_impossible_time_blocks_nobody_forever(repository: MatchRepository, clock: FakeClock) -> None:
    """Check that a damaged row does not change the clock of everyone."""
    block_person(repository, "Anna")
    row = add_crc("profiles", ("an id", "zoe", "Zoe", "#000000", 0, 9e300, 9e300, "", 9e300, "[]", 0))
    repository.database.execute(f"INSERT INTO profiles VALUES ({', '.join('?' * len(row))})", row)
    assert check_in(repository, "Anna", "Zoe") == (ActivePenalty("Anna", HOUR_S),)
    clock.advance(HOUR_S)
    assert check_in(repository, "Anna") == ()


def test_match_ending_blocks_several_players_or_none(tmp_path: Path, clock: FakeClock) -> None:
    room = RestartableDriver(tmp_path, "you you", wall=clock)
    room.advance_to_shown_turn()
    repository = room.storage.get_repository()
    repository.finish_match(1, MatchEnding((Penalty(0), Penalty(1)), HOUR_S))
    assert [penalty.name for penalty in check_in(repository, "Anna", "Bruno", "Carla")] == ["Anna", "Bruno"]
    repository.finish_match(1)
    repository.finish_match(1, MatchEnding((), HOUR_S))
    assert [penalty.name for penalty in check_in(repository, "Carla")] == []


def test_joining_while_storage_fails_is_one_error_line(tmp_path: Path, clock: FakeClock) -> None:
    storage = FakeStorageThread(make_folders(tmp_path), clock)
    storage.failure_message = "The disk is full."
    error = storage.check_in_players(("Anna",)).exception()
    assert isinstance(error, StorageError) and str(error) == "The disk is full."
    storage.close()
