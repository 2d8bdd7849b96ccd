"""Profiles: how people look, other names, profiles that go; a bar is not shaken off."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from game.storage.checksums import add_crc
from game.storage.files import StorageError
from game.storage.matches import MatchRepository
from tests.fakes import FakeClock, make_folders

RED_COLOR, BLUE_COLOR = "#a3361f", "#2c5f9e"


@pytest.fixture
def repository(tmp_path: Path) -> Iterator[MatchRepository]:
    journal = MatchRepository(make_folders(tmp_path), FakeClock())
    yield journal
    journal.close()


def list_profile_names(repository: MatchRepository) -> list[str]:
    return [profile.name for profile in repository.list_profiles()]


def test_chosen_avatar_is_stored_and_joining_a_table_keeps_it(repository: MatchRepository) -> None:
    repository.check_in_players((("Anna", RED_COLOR),))
    assert [(profile.color, profile.avatar_number) for profile in repository.list_profiles()] == [(RED_COLOR, 0)]
    repository.save_profile("Anna", BLUE_COLOR, 7)
    repository.check_in_players((("ANNA", RED_COLOR),))
    assert [(profile.name, profile.color, profile.avatar_number) for profile in repository.list_profiles()] == [
        ("Anna", BLUE_COLOR, 7)
    ]


@pytest.mark.parametrize("kept", ["red 99999999999", "red x", "red ", "red \u00b2", ""])
def test_damaged_avatar_is_ignored(repository: MatchRepository, kept: str) -> None:
    repository.save_profile("Anna", RED_COLOR)
    ((called, name, *_old),) = repository.database.execute("SELECT * FROM profiles").fetchall()
    row = add_crc("profiles", (called, name, kept, None, None, "", 0.0))
    repository.database.execute(f"REPLACE INTO profiles VALUES ({', '.join('?' * len(row))})", row)
    assert [profile.avatar_number for profile in repository.list_profiles()] == [0]


def test_renamed_profile_keeps_its_data(repository: MatchRepository) -> None:
    repository.save_profile("Anna", BLUE_COLOR, 7)
    repository.rename_profile("anna", "Bea")
    assert [(profile.name, profile.color, profile.avatar_number) for profile in repository.list_profiles()] == [
        ("Bea", BLUE_COLOR, 7)
    ]
    repository.rename_profile("Bea", "BEA")
    assert list_profile_names(repository) == ["BEA"]


def test_two_profiles_cannot_have_the_same_name(repository: MatchRepository) -> None:
    for name in ("Anna", "Bea"):
        repository.save_profile(name, RED_COLOR)
    for new in ("Bea", "BEA", "Ｂea"):
        with pytest.raises(StorageError, match="already"):
            repository.rename_profile("Anna", new)
    for new in ("", "a\nb"):
        with pytest.raises(StorageError, match="1 to 80"):
            repository.rename_profile("Anna", new)
    assert list_profile_names(repository) == ["Anna", "Bea"]


def test_removed_profile_does_not_come_back(repository: MatchRepository) -> None:
    for name in ("Anna", "Bea"):
        repository.save_profile(name, RED_COLOR)
    repository.remove_profile("Anna")
    assert list_profile_names(repository) == ["Bea"]
    for change in (partial(repository.remove_profile, "Anna"), partial(repository.rename_profile, "Anna", "Zoe")):
        with pytest.raises(StorageError, match="no profile 'Anna'"):
            change()


def test_penalty_is_not_evaded_by_renaming_or_removing_profile(tmp_path: Path) -> None:
    clock = FakeClock()
    journal = MatchRepository(make_folders(tmp_path), clock)
    journal.save_profile("Anna", RED_COLOR)
    journal.block_profile("Anna", 60)
    for change in (partial(journal.remove_profile, "Anna"), partial(journal.rename_profile, "Anna", "Zoe")):
        with pytest.raises(StorageError, match="Anna is barred"):
            change()
    assert [bar.name for bar in journal.check_in_players((("Anna", RED_COLOR),))] == ["Anna"]
    journal.save_profile("Anna", BLUE_COLOR, 3)
    assert [bar.name for bar in journal.check_in_players((("Anna", RED_COLOR),))] == ["Anna"]
    clock.advance(61)
    journal.rename_profile("Anna", "Zoe")
    journal.remove_profile("Zoe")
    assert list_profile_names(journal) == []
    journal.close()
