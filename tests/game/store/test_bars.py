"""Who is barred may not sit down at any table, sees for how long, and may again when the time is over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.actions import Leave
from game.store.files import StorageError
from game.store.journal import Ending, Journal
from game.store.profiles import Bar, Verdict
from game.text import reads_as
from tests.fakes import Clock, StorageByHand, folders_in
from tests.game.store.test_storage import played, saved
from tests.room import TURN, Room

HOUR = 3600.0
NOW = 1_700_000_000.0
RED = "#a3361f"


@pytest.fixture
def clock() -> Clock:
    return Clock(NOW)


@pytest.fixture
def journal(tmp_path: Path, clock: Clock) -> Iterator[Journal]:
    one = Journal(folders_in(tmp_path), clock)
    yield one
    one.close()


def sit(journal: Journal, *names: str) -> tuple[Bar, ...]:
    return journal.sit_down(tuple((name, RED) for name in names))


def left(journal: Journal, name: str) -> float:
    """The seconds for which a person may not sit down."""
    (one,) = sit(journal, name)
    assert (one.name, one.why) == (name, "")
    return one.seconds


def bar(journal: Journal, name: str, seconds: float = HOUR) -> None:
    sit(journal, name)
    journal.bar_profile(name, seconds)


def test_who_is_new_gets_a_profile_and_may_sit_down(journal: Journal) -> None:
    assert sit(journal, "Anna", "Bruno") == ()
    assert [(one.name, one.colour, one.barred_until) for one in journal.profiles()] == [
        ("Anna", RED, None),
        ("Bruno", RED, None),
    ]


def test_a_barred_person_is_told_for_how_long_and_others_may_sit_down(journal: Journal, clock: Clock) -> None:
    bar(journal, "Anna")
    clock.go(600)
    assert sit(journal, "Anna") == (Bar("Anna", 3000.0),)
    assert sit(journal, "Bruno", "Anna", "Carla") == (Bar("Anna", 3000.0),)
    assert sit(journal, "Bruno", "Carla") == ()


def test_the_bar_ends_in_time(journal: Journal, clock: Clock) -> None:
    bar(journal, "Anna")
    clock.go(HOUR - 0.5)
    assert sit(journal, "Anna") == (Bar("Anna", 0.5),)
    clock.go(0.5)
    assert sit(journal, "Anna") == ()
    clock.go(1e6)
    assert sit(journal, "Anna") == ()


@pytest.mark.parametrize("back", [1.0, 600.0, 86_400.0, NOW])
def test_a_system_clock_set_back_lifts_no_bar(journal: Journal, clock: Clock, back: float) -> None:
    bar(journal, "Anna")
    clock.go(-back)
    (one,) = sit(journal, "Anna")
    assert one.seconds >= HOUR - 1e-6
    assert one.seconds == pytest.approx(HOUR), "and shows no odd length"


def test_a_bar_given_while_the_clock_is_set_back_is_as_long(journal: Journal, clock: Clock) -> None:
    sit(journal, "Anna")
    clock.go(-86_400)
    journal.bar_profile("Anna", HOUR)
    clock.go(86_400)
    assert sit(journal, "Anna") == (Bar("Anna", HOUR),)


def test_the_clock_of_another_start_lifts_no_bar_either(tmp_path: Path) -> None:
    journal = Journal(folders_in(tmp_path), Clock(NOW))
    bar(journal, "Anna")
    journal.close()
    later = Journal(folders_in(tmp_path), Clock(NOW - 86_400))
    assert [one.name for one in sit(later, "Anna")] == ["Anna"]
    later.close()
    over = Journal(folders_in(tmp_path), Clock(NOW + HOUR))
    assert sit(over, "Anna") == ()
    over.close()


# -- the system's clock is set -----------------------------------------------------------------------

YEAR = 365 * 86_400.0


def window(home: Path, clock: Clock, steady: Clock | None = None) -> Journal:
    """The program, begun with these clocks."""
    return Journal(folders_in(home), clock) if steady is None else Journal(folders_in(home), clock, steady)


@pytest.mark.parametrize("ahead", [HOUR, 86_400.0, YEAR])
def test_a_clock_that_was_once_ahead_lengthens_no_later_bar(tmp_path: Path, ahead: float) -> None:
    journal, clock = window(tmp_path, Clock(NOW + ahead)), Clock(NOW)
    sit(journal, "Anna")
    journal.release(saved(journal, played(3)))
    journal.close()
    journal = window(tmp_path, clock)
    bar(journal, "Anna")
    clock.go(600)
    assert left(journal, "Anna") == pytest.approx(HOUR - 600)
    clock.go(HOUR - 600)
    assert sit(journal, "Anna") == ()
    journal.close()


@pytest.mark.slow
@pytest.mark.parametrize("ahead", [HOUR, 86_400.0, YEAR])
def test_a_bar_given_while_the_clock_was_ahead_is_as_long_as_any(tmp_path: Path, ahead: float) -> None:
    journal, clock = window(tmp_path, Clock(NOW + ahead)), Clock(NOW)
    bar(journal, "Anna")
    journal.close()
    for _start in range(3):
        journal = window(tmp_path, clock)
        assert 0 < sit(journal, "Anna")[0].seconds <= HOUR
        until = journal.profiles()[0].barred_until
        assert until is not None and until <= NOW + HOUR + 1
        journal.close()
        clock.go(600)
    clock.go(HOUR - 1800)
    journal = window(tmp_path, clock)
    assert sit(journal, "Anna") == ()
    journal.close()


@pytest.mark.slow
@pytest.mark.parametrize("back", [60.0, 86_400.0, YEAR])
def test_a_bar_goes_on_while_the_clock_is_set_back_and_ends_in_time(tmp_path: Path, back: float) -> None:
    clock = Clock(NOW)
    journal = window(tmp_path, clock)
    bar(journal, "Anna")
    clock.go(-back)
    for minute in range(60):
        assert left(journal, "Anna") == pytest.approx(HOUR - 60 * minute, abs=61)
        clock.go(60)
    clock.go(61)
    assert sit(journal, "Anna") == ()
    journal.close()


@pytest.mark.slow
@pytest.mark.parametrize("again", [False, True], ids=["in one run", "begun again"])
def test_with_a_clock_that_nobody_can_set_a_bar_is_exact(tmp_path: Path, again: bool) -> None:
    """However often and far the other one is set, as long as the computer runs."""
    clock, steady, rng = Clock(NOW), Clock(50.0), Random(3)
    journal = window(tmp_path, clock, steady)
    bar(journal, "Anna")
    for minute in range(1, 60):
        clock.go(60 - rng.choice([0, 30, 3600, YEAR]))
        steady.go(60)
        if again:
            journal.close()
            journal = window(tmp_path, clock, steady)
        (left,) = sit(journal, "Anna")
        most = HOUR - 60 * minute
        assert left.seconds == pytest.approx(most) if not again else left.seconds <= HOUR
    clock.go(HOUR)
    assert sit(journal, "Anna") == ()
    journal.close()


def test_a_computer_begun_anew_has_a_steady_clock_of_its_own(tmp_path: Path) -> None:
    clock = Clock(NOW)
    journal = window(tmp_path, clock, Clock(1e6))
    bar(journal, "Anna")
    journal.close()
    clock.go(600)
    journal = window(tmp_path, clock, Clock(3.0))
    assert sit(journal, "Anna") == (Bar("Anna", HOUR - 600),)
    journal.close()


@pytest.mark.parametrize("odd", [-5.0, 0.0, 9e300, 1e12])
def test_a_clock_that_shows_what_no_clock_can_bars_nobody_for_ever(tmp_path: Path, odd: float) -> None:
    journal = window(tmp_path, Clock(odd))
    bar(journal, "Anna")
    assert sit(journal, "Anna") == (Bar("Anna", HOUR),)
    journal.close()
    clock = Clock(NOW)
    journal = window(tmp_path, clock)
    assert all(one.seconds <= HOUR for one in sit(journal, "Anna"))
    clock.go(HOUR)
    assert sit(journal, "Anna") == ()
    journal.close()


def test_a_match_from_a_future_that_never_was_is_not_the_first_for_ever(tmp_path: Path) -> None:
    journal, clock = window(tmp_path, Clock(NOW + YEAR)), Clock(NOW)
    ahead = saved(journal, played(3))
    journal.close()
    journal = window(tmp_path, clock)
    assert [one.id for one in journal.unfinished()] == [ahead]
    later = saved(journal, played(5))
    assert [one.id for one in journal.unfinished()] == [later, ahead]
    journal.release(later)
    clock.go(60)
    assert journal.claim(ahead)
    journal.add_action(ahead, 1, 4, played(4).deals[0].actions[3])
    assert [one.id for one in journal.unfinished()] == [ahead, later]
    assert [one.updated for one in journal.unfinished()] == [NOW + 60, NOW]
    journal.close()


@pytest.mark.parametrize("ahead", [0.0, YEAR])
@pytest.mark.parametrize("back", [30.0, 86_400.0, YEAR])
def test_a_clock_set_back_lengthens_no_turn(tmp_path: Path, back: float, ahead: float) -> None:
    clock = Clock(NOW + ahead)
    journal = window(tmp_path, clock)
    match_id = saved(journal, played(3))
    clock.go(20)
    assert journal.load(match_id).idle == 20
    journal.close()
    clock.go(-back)
    journal = window(tmp_path, clock)
    assert journal.load(match_id).idle == 20
    clock.go(15)
    assert journal.load(match_id).idle == 35
    journal.close()


def test_a_killed_program_and_a_clock_set_back_lengthen_no_turn_either(tmp_path: Path) -> None:
    clock, steady = Clock(NOW), Clock(100.0)
    journal = window(tmp_path, clock, steady)
    match_id = saved(journal, played(3))
    clock.go(20 - 86_400)
    steady.go(20)
    again = window(tmp_path, clock, steady)
    assert again.load(match_id).idle == 20
    again.close()
    journal.close()


def test_a_damaged_row_of_the_clock_changes_no_bar_s_length(tmp_path: Path, journal: Journal, clock: Clock) -> None:
    bar(journal, "Anna")
    journal.database.execute("UPDATE clock SET program = program * 3, system = 5")
    journal = Journal(folders_in(tmp_path), clock)
    assert sit(journal, "Anna") == (Bar("Anna", HOUR),)
    clock.go(HOUR)
    assert sit(journal, "Anna") == ()


# -- lengths and names -------------------------------------------------------------------------------


def test_a_shorter_bar_shortens_no_longer_one(journal: Journal, clock: Clock) -> None:
    bar(journal, "Anna", 24 * HOUR)
    journal.bar_profile("Anna", 60)
    assert sit(journal, "Anna") == (Bar("Anna", 24 * HOUR),)
    journal.bar_profile("Anna", 48 * HOUR)
    assert sit(journal, "Anna") == (Bar("Anna", 48 * HOUR),)


def test_another_colour_lifts_no_bar(journal: Journal) -> None:
    bar(journal, "Anna")
    assert journal.sit_down((("Anna", "#2c5f9e"),)) == (Bar("Anna", HOUR),)
    assert journal.profiles()[0].colour == "#2c5f9e"


ODD = [
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


@pytest.mark.parametrize("name", ODD)
def test_a_name_may_have_any_printable_characters(journal: Journal, name: str) -> None:
    assert sit(journal, name) == ()
    journal.bar_profile(name, HOUR)
    assert sit(journal, name) == (Bar(name, HOUR),)
    assert sit(journal, "Anna") == ()


@pytest.mark.parametrize("twin", ["Anna ", " Anna", "anna", "ANNA", "\uff21nna", "An\ufe0fna", "\u3164Anna"])
def test_a_bar_is_not_shaken_off_by_a_space_or_a_capital(journal: Journal, twin: str) -> None:
    bar(journal, "Anna")
    assert sit(journal, twin) == (Bar(twin, HOUR),)
    assert sit(journal, "Anna", "Annamaria") == (Bar("Anna", HOUR),)


READS_THE_SAME = [
    ("Anna", "an\u200bna"), ("Anna", "An\u00adna"), ("Anna", "\u202eAnna\u202c"), ("Anna", "\ufeffAnna"),
    ("Anna", "A\u034fnna"), ("Stra\u00dfe", "STRASSE"), ("\u00c5sa", "A\u030asa"), ("\ufb01lippo", "Filippo"),
    ("Anna  Maria", "anna\u00a0maria "), ("\u1e9eo", "sso"), ("\u0130rem", "i\u0307rem"), ("", "\u3164\u200d"),
    ("a b", "a\u2800b"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), READS_THE_SAME)
def test_names_that_read_the_same_are_one(one: str, other: str) -> None:
    assert reads_as(one) == reads_as(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "Ann"), ("Zoe", "Zo\u00eb"), ("Li", "Lì"), ("a b", "ab"), ("नि", "न")]
)
def test_names_that_read_differently_are_two(one: str, other: str) -> None:
    assert reads_as(one) != reads_as(other)


@given(st.text(max_size=12))
def test_what_a_name_reads_as_reads_as_itself(name: str) -> None:
    assert reads_as(reads_as(name)) == reads_as(name)


def test_people_whose_names_read_the_same_have_one_profile(journal: Journal) -> None:
    for name in ("Zoe", "ZOE", " zoe", "\uff3aoe"):
        sit(journal, name)
    assert [one.name for one in journal.profiles()] == ["Zoe"]
    journal.finish(saved(journal, played(3)), Ending((Verdict("zoe\u200b"),), HOUR))
    assert sit(journal, "Zoe") == (Bar("Zoe", HOUR),)
    assert len(journal.profiles()) == 1


def test_composed_and_decomposed_letters_are_one_name(journal: Journal) -> None:
    bar(journal, "Zo\u00eb")
    assert len(sit(journal, "Zoe\u0308")) == 1


@pytest.mark.parametrize("name", ["", " ", "two\nlines", "\ud800", "x" * 81, "\u202eanna"])
def test_a_name_that_is_none_is_refused_in_one_line(journal: Journal, name: str) -> None:
    with pytest.raises(StorageError, match="A name is") as refusal:
        sit(journal, name)
    assert "\n" not in str(refusal.value)


def test_a_bar_counts_in_the_other_window_at_once(tmp_path: Path, clock: Clock) -> None:
    one, two = (Journal(folders_in(tmp_path), clock) for _window in range(2))
    assert sit(one, "Anna") == sit(two, "Anna") == ()
    one.bar_profile("Anna", HOUR)
    assert sit(two, "Anna") == (Bar("Anna", HOUR),)
    two.bar_profile("Anna", 2 * HOUR)
    assert sit(one, "Anna") == (Bar("Anna", 2 * HOUR),)
    one.close()
    two.close()


def test_two_matches_of_one_person_in_two_windows_bar_once_each(tmp_path: Path, clock: Clock) -> None:
    one, two = (Room(tmp_path, wall=clock, turn_seconds=TURN, deals_to_win=1) for _window in range(2))
    for room in (one, two):
        room.turn()
        assert room.table.act(Leave(0)) is None
    one.end()
    assert one.bars.keys() == two.bars.keys() == {"Anna"}
    clock.go(600)
    two.end()
    assert one.bars["Anna"] == pytest.approx(HOUR, abs=1)
    assert not one.storage.journal().unfinished()


def test_a_time_that_cannot_be_bars_nobody_for_ever(journal: Journal, clock: Clock) -> None:
    """A damaged row must not move the clock of all."""
    bar(journal, "Anna")
    journal.database.execute("INSERT INTO profiles VALUES ('zoe', 'Zoe', '#000000', 9e300, 9e300, '', 9e300)")
    assert sit(journal, "Anna", "Zoe") == (Bar("Anna", HOUR),)
    clock.go(HOUR)
    assert sit(journal, "Anna") == ()


def test_an_ending_bars_several_and_none(tmp_path: Path, clock: Clock) -> None:
    room = Room(tmp_path, "you you", wall=clock)
    room.turn()
    journal = room.storage.journal()
    journal.finish(1, Ending((Verdict("Anna"), Verdict("Bruno")), HOUR))
    assert [one.name for one in sit(journal, "Anna", "Bruno", "Carla")] == ["Anna", "Bruno"]
    journal.finish(1)
    journal.finish(1, Ending((), HOUR))
    assert [one.name for one in sit(journal, "Carla")] == []


def test_sitting_down_while_the_storage_is_at_fault_is_one_line(tmp_path: Path, clock: Clock) -> None:
    storage = StorageByHand(folders_in(tmp_path), clock)
    storage.fault = "The disk is full."
    error = storage.sit_down((("Anna", RED),)).exception()
    assert isinstance(error, StorageError) and str(error) == "The disk is full."
    storage.close()
