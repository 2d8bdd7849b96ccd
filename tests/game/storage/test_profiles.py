"""Profiles: avatars, renaming, persons without a profile, removal; a penalty stays with its profile."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.core.sanitizer import name_key
from game.storage.database import TABLE_COLUMNS
from game.storage.files import StorageError
from game.storage.matches import MatchRepository
from game.text.gettext import use_language
from tests.fakes import FakeClock, add_profile, block_person, make_folders

BLUE_COLOR = "#2c5f9e"


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def repository(tmp_path: Path, clock: FakeClock) -> Iterator[MatchRepository]:
    journal = MatchRepository(make_folders(tmp_path), clock)
    journal.database.execute("PRAGMA synchronous = OFF")
    yield journal
    journal.close()


def list_profile_names(repository: MatchRepository) -> list[str]:
    return [profile.name for profile in repository.list_profiles()]


def read_rows(repository: MatchRepository) -> list[tuple[object, ...]]:
    return repository.database.execute(f"SELECT {', '.join(TABLE_COLUMNS['profiles'])} FROM profiles").fetchall()


def test_chosen_avatar_is_stored_and_joining_a_table_keeps_it(repository: MatchRepository) -> None:
    add_profile(repository, "Anna", BLUE_COLOR, 7)
    repository.check_in_players(("ANNA",))
    assert [(profile.name, profile.color, profile.avatar_number) for profile in repository.list_profiles()] == [
        ("Anna", BLUE_COLOR, 7)
    ]


def test_renaming_changes_one_row_and_keeps_its_id(repository: MatchRepository) -> None:
    anna, _carla = add_profile(repository, "Anna", BLUE_COLOR, 7), add_profile(repository, "Carla")
    for new_name in ("Bea", "BEA"):
        before, changes = read_rows(repository), repository.database.total_changes
        repository.rename_profile(anna, new_name)
        assert repository.database.total_changes == changes + 2, "the profile, and the clock as in every transaction"
        (changed_row,) = set(read_rows(repository)) - set(before)
        assert changed_row[:5] == (anna, "bea", new_name, BLUE_COLOR, 7)


def test_renaming_that_cannot_be_written_changes_nothing(repository: MatchRepository) -> None:
    anna = add_profile(repository, "Anna")
    before = read_rows(repository)
    repository.database.execute("CREATE TEMP TRIGGER no BEFORE UPDATE ON profiles BEGIN SELECT RAISE(ABORT, 'no'); END")
    with pytest.raises(StorageError):
        repository.rename_profile(anna, "Bea")
    assert read_rows(repository) == before


def test_two_profiles_cannot_have_the_same_name(repository: MatchRepository) -> None:
    anna, _bea = add_profile(repository, "Anna"), add_profile(repository, "Bea")
    for new in ("Bea", "BEA", "Ｂea"):
        with pytest.raises(StorageError, match="already"):
            repository.rename_profile(anna, new)
    for new in ("", "a\nb"):
        with pytest.raises(StorageError, match="1 to 80"):
            repository.rename_profile(anna, new)
    assert list_profile_names(repository) == ["Anna", "Bea"]


def test_removed_profile_does_not_come_back(repository: MatchRepository) -> None:
    anna, _bea = add_profile(repository, "Anna"), add_profile(repository, "Bea")
    repository.remove_profile(anna)
    assert list_profile_names(repository) == ["Bea"]
    for change in (repository.remove_profile, partial(repository.rename_profile, new_name="Zoe"),
                   partial(repository.block_profile, seconds=1.0)):  # fmt: skip
        with pytest.raises(StorageError, match="was deleted"):
            change(anna)
    assert add_profile(repository, "Anna") != anna


def test_penalty_is_not_evaded_by_renaming_or_removing_profile(repository: MatchRepository, clock: FakeClock) -> None:
    anna = add_profile(repository, "Anna")
    block_person(repository, "Anna", 60)
    for change in (partial(repository.remove_profile, anna), partial(repository.rename_profile, anna, "Zoe")):
        with pytest.raises(StorageError, match="Anna is blocked"):
            change()
    assert [penalty.name for penalty in repository.check_in_players(("Anna",))] == ["Anna"]
    repository.save_avatar(anna, BLUE_COLOR, 3)
    assert [penalty.name for penalty in repository.check_in_players(("Anna",))] == ["Anna"]
    clock.advance(61)
    repository.rename_profile(anna, "Zoe")
    repository.remove_profile(anna)
    assert list_profile_names(repository) == []


NAMES = ("Anna", "ANNA", "Bea", "Ｂea", "Carla")


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(happened=st.lists(st.tuples(st.sampled_from(("join", "rename", "remove")), st.sampled_from(NAMES),
                                   st.sampled_from(NAMES)), max_size=12))  # fmt: skip
def test_one_id_is_one_person_whatever_they_are_called(
    repository: MatchRepository, happened: list[tuple[str, str, str]]
) -> None:
    people = dict[str, str]()
    for profile in repository.list_profiles():
        repository.remove_profile(profile.id)
    for change, name, new_name in happened:
        key, new_key = name_key(name), name_key(new_name)
        if change == "join":
            people.setdefault(key, add_profile(repository, name))
        elif change == "remove" and key in people:
            repository.remove_profile(people.pop(key))
        elif key in people and (key == new_key or new_key not in people):
            repository.rename_profile(people[key], new_name)
            people[new_key] = people.pop(key)
    assert {name_key(profile.name): profile.id for profile in repository.list_profiles()} == people


# -- the person of this computer


@pytest.mark.parametrize("called", ["You", "Tu", "tu", "Vous"])
def test_person_without_name_is_one_profile_in_every_language(repository: MatchRepository, called: str) -> None:
    (own,) = repository.load_profiles("")
    assert (own.name, own.display_name) == ("", "You")
    block_person(repository, called, 60)
    before = read_rows(repository)
    with use_language("fr"):
        (own_in_french,) = repository.load_profiles("", own.id)
        assert (own_in_french.id, own_in_french.display_name) == (own.id, "Vous")
        assert [penalty.name for penalty in repository.check_in_players(("Vous",))] == ["Vous"]
    assert read_rows(repository) == before, "a change of language writes nothing"


@pytest.mark.parametrize("blocked", [False, True])
def test_first_name_is_given_to_the_profile_without_one(repository: MatchRepository, blocked: bool) -> None:
    nameless = add_profile(repository, "You", BLUE_COLOR, 7)
    if blocked:
        repository.block_profile(nameless, 60)
    (own,) = repository.load_profiles("Anna")
    assert (own.id, own.name, own.color, own.avatar_number) == (nameless, "Anna", BLUE_COLOR, 7)
    assert len(repository.check_in_players(("Anna",))) == blocked
    later_own, *others = repository.load_profiles("Bea")
    assert later_own.id != nameless and [profile.name for profile in others] == ["Anna"]


def test_first_name_that_another_has_leaves_both_as_they_are(repository: MatchRepository) -> None:
    anna, nameless = add_profile(repository, "Anna", BLUE_COLOR, 7), add_profile(repository, "You")
    with pytest.raises(StorageError, match="already"):
        repository.rename_profile(nameless, "anna")
    assert [profile.id for profile in repository.load_profiles("ANNA")] == [anna, nameless]


def test_own_profile_comes_first_and_is_found_by_id_after_a_renaming(repository: MatchRepository) -> None:
    anna, bea = add_profile(repository, "Anna"), add_profile(repository, "Bea")
    repository.rename_profile(bea, "Zoe")
    assert [profile.id for profile in repository.load_profiles("Bea", bea)] == [bea, anna]
    assert [profile.id for profile in repository.load_profiles("zoe")] == [bea, anna]
    assert len(repository.list_profiles()) == 2
