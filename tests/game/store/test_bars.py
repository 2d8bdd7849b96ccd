"""Who is barred may not sit down at any table, sees for how long, and may again when the time is over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.engine.actions import Leave
from game.store.files import StorageError
from game.store.journal import Ending, Journal
from game.store.profiles import Bar
from tests.fakes import Clock, StorageByHand, folders_in
from tests.game.test_discipline import Room

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


@pytest.mark.parametrize("twin", ["Anna ", " Anna", "anna", "ANNA", "\uff21nna"])
def test_a_bar_is_not_shaken_off_by_a_space_or_a_capital(journal: Journal, twin: str) -> None:
    bar(journal, "Anna")
    assert sit(journal, twin) == (Bar(twin, HOUR),)
    assert sit(journal, "Anna", "Annamaria") == (Bar("Anna", HOUR),)


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
    one, two = Room(tmp_path, wall=clock, deals_to_win=1), Room(tmp_path, wall=clock, deals_to_win=1)
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
    journal._db.execute("INSERT INTO profiles VALUES ('Zoe', '#000000', 9e300, 9e300)")
    assert sit(journal, "Anna", "Zoe") == (Bar("Anna", HOUR),)
    clock.go(HOUR)
    assert sit(journal, "Anna") == ()


def test_an_ending_bars_several_and_none(tmp_path: Path, clock: Clock) -> None:
    room = Room(tmp_path, "you you", wall=clock)
    room.turn()
    journal = room.storage.journal()
    journal.finish(1, Ending(("Anna", "Bruno"), HOUR))
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
