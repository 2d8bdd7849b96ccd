"""Profiles: how people look, other names, profiles that go; a bar is not shaken off."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from game.store.files import StorageError
from game.store.journal import Journal
from tests.fakes import Clock, folders_in

RED, BLUE = "#a3361f", "#2c5f9e"


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal(folders_in(tmp_path), Clock())
    yield journal
    journal.close()


def names(journal: Journal) -> list[str]:
    return [one.name for one in journal.profiles()]


def test_what_somebody_has_chosen_is_kept_and_no_table_changes_it(journal: Journal) -> None:
    journal.sit_down((("Anna", RED),))
    assert [(one.colour, one.portrait) for one in journal.profiles()] == [(RED, 0)]
    journal.put_profile("Anna", BLUE, 7)
    journal.sit_down((("ANNA", RED),))
    assert [(one.name, one.colour, one.portrait) for one in journal.profiles()] == [("Anna", BLUE, 7)]


@pytest.mark.parametrize("kept", ["red 99999999999", "red x", "red ", "red \u00b2", ""])
def test_a_damaged_look_is_none(journal: Journal, kept: str) -> None:
    journal.put_profile("Anna", RED)
    journal.database.execute("UPDATE profiles SET colour = ?", (kept,))
    assert [one.portrait for one in journal.profiles()] == [0]


def test_a_profile_has_another_name_and_keeps_the_rest(journal: Journal) -> None:
    journal.put_profile("Anna", BLUE, 7)
    journal.rename_profile("anna", "Bea")
    assert [(one.name, one.colour, one.portrait) for one in journal.profiles()] == [("Bea", BLUE, 7)]
    journal.rename_profile("Bea", "BEA")
    assert names(journal) == ["BEA"]


def test_no_two_profiles_have_one_name(journal: Journal) -> None:
    for name in ("Anna", "Bea"):
        journal.put_profile(name, RED)
    for new in ("Bea", "BEA", "Ｂea"):
        with pytest.raises(StorageError, match="already"):
            journal.rename_profile("Anna", new)
    for new in ("", "a\nb"):
        with pytest.raises(StorageError, match="1 to 80"):
            journal.rename_profile("Anna", new)
    assert names(journal) == ["Anna", "Bea"]


def test_a_profile_that_is_removed_is_gone_and_does_not_come_back(journal: Journal) -> None:
    for name in ("Anna", "Bea"):
        journal.put_profile(name, RED)
    journal.remove_profile("Anna")
    assert names(journal) == ["Bea"]
    for change in (partial(journal.remove_profile, "Anna"), partial(journal.rename_profile, "Anna", "Zoe")):
        with pytest.raises(StorageError, match="no profile 'Anna'"):
            change()


def test_a_bar_is_shaken_off_neither_by_another_name_nor_by_removing(tmp_path: Path) -> None:
    clock = Clock()
    journal = Journal(folders_in(tmp_path), clock)
    journal.put_profile("Anna", RED)
    journal.bar_profile("Anna", 60)
    for change in (partial(journal.remove_profile, "Anna"), partial(journal.rename_profile, "Anna", "Zoe")):
        with pytest.raises(StorageError, match="Anna is barred"):
            change()
    assert [bar.name for bar in journal.sit_down((("Anna", RED),))] == ["Anna"]
    journal.put_profile("Anna", BLUE, 3)
    assert [bar.name for bar in journal.sit_down((("Anna", RED),))] == ["Anna"]
    clock.go(61)
    journal.rename_profile("Anna", "Zoe")
    journal.remove_profile("Zoe")
    assert names(journal) == []
    journal.close()
