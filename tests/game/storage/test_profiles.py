"""Profiles: renaming, persons without a name, removal; penalty and data stay with the profile under any name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.core.sanitizer import name_key
from game.lessons.progress import LessonProgress, is_new_player, open_lesson_progress, store_lesson_progress
from game.match.record import encode_record
from game.match.setup import PERSON_KIND
from game.match.table_discipline import MatchEnding, Penalty
from game.session.local import LocalSession
from game.statistics.daily_deals import DailyResult, open_daily_results, start_daily_deal
from game.statistics.played_matches import list_played_matches
from game.storage.files import Folders, StorageError
from game.storage.matches import MatchRepository
from game.storage.tables import TABLE_COLUMNS
from game.text.gettext import use_language
from game.trainer.scores import open_trainer_scores, store_trainer_answer
from tests.fakes import (
    PROFILE_ID_PREFIX,
    FakeClock,
    FakeStorageThread,
    add_profile,
    block_person,
    make_folders,
    make_match_setup,
)
from tests.rows import check_rows
from tests.session_driver import SessionDriver
from tests.stored_matches import play_record, replace

DATE = "2026-11-22"
BLUE_COLOR = "#2c5f9e"


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return make_folders(tmp_path)


@pytest.fixture
def repository(folders: Folders, clock: FakeClock) -> Iterator[MatchRepository]:
    opened_repository = MatchRepository(folders, clock)
    opened_repository.database.execute("PRAGMA synchronous = OFF")
    yield opened_repository
    opened_repository.close()


def read_rows(repository: MatchRepository) -> list[tuple[object, ...]]:
    return repository.database.execute(f"SELECT {', '.join(TABLE_COLUMNS['profiles'])} FROM profiles").fetchall()


def test_renaming_changes_one_row_and_keeps_its_id(repository: MatchRepository) -> None:
    anna, _carla = add_profile(repository, "Anna", BLUE_COLOR, 7), add_profile(repository, "Carla")
    for new_name in ("Bea", "BEA"):
        before, changes = read_rows(repository), repository.database.total_changes
        repository.rename_profile(anna, new_name)
        assert repository.database.total_changes == changes + 2, "the profile, and the clock as in every transaction"
        (changed_row,) = set(read_rows(repository)) - set(before)
        assert changed_row[0] == anna
        profile = next(profile for profile in repository.list_profiles() if profile.id == anna)
        assert (profile.name, profile.color, profile.avatar_number) == (new_name, BLUE_COLOR, 7)


def test_two_profiles_cannot_have_the_same_name(repository: MatchRepository) -> None:
    anna, _bea = add_profile(repository, "Anna"), add_profile(repository, "Bea")
    for new in ("Bea", "BEA", "Ｂea"):
        with pytest.raises(StorageError, match="already"):
            repository.rename_profile(anna, new)
    for new in ("", "a\nb"):
        with pytest.raises(StorageError, match="1 to 80"):
            repository.rename_profile(anna, new)
    assert [profile.name for profile in repository.list_profiles()] == ["Anna", "Bea"]


def test_removed_profile_does_not_come_back(repository: MatchRepository) -> None:
    anna, _bea = add_profile(repository, "Anna"), add_profile(repository, "Bea")
    repository.remove_profile(anna)
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
    assert repository.list_profiles() == ()


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


# -- the person of this computer ---------------------------------------------------------------------


@check_rows("called", ["You", "Tu", "tu", "Vous"])
def test_person_without_name_is_one_profile_in_every_language(tmp_path: Path, called: str) -> None:
    repository = MatchRepository(make_folders(tmp_path / called), FakeClock())
    (own,) = repository.load_profiles("")
    assert (own.name, own.display_name) == ("", "You")
    block_person(repository, called, 60)
    before = read_rows(repository)
    with use_language("fr"):
        (own_in_french,) = repository.load_profiles("", own.id)
        assert (own_in_french.id, own_in_french.display_name) == (own.id, "Vous")
        assert [penalty.name for penalty in repository.check_in_players(("Vous",))] == ["Vous"]
    assert read_rows(repository) == before, "a change of language writes nothing"
    repository.close()


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


# -- data of a person ---------------------------------------------------------------------------------


def start_match(repository: MatchRepository, name: str) -> int:
    return repository.create_match(replace(play_record(280), names=(name, "Bruno")), (PERSON_KIND, "club"), 1, {})


def finish_match(repository: MatchRepository, name: str) -> int:
    match_id = start_match(repository, name)
    repository.finish_match(match_id)
    repository.release_match(match_id)
    return match_id


def count_matches(repository: MatchRepository, profile_id: str) -> int:
    return len(list_played_matches(repository.archive, profile_id, "briscola"))


def test_person_without_name_keeps_everything_with_another_language_and_a_name(
    repository: MatchRepository, folders: Folders
) -> None:
    own_id = repository.load_profiles("")[0].id
    match_id = finish_match(repository, "You")
    store_lesson_progress(folders, LessonProgress(profile=own_id, game="muscio", answers=("a",)))
    store_trainer_answer(folders, own_id, "muscio", "call", is_right=True)
    start_daily_deal(repository, DailyResult(date=DATE, game="muscio", match=match_id))
    repository.save_avatar(own_id, BLUE_COLOR, 7)
    repository.block_profile(own_id, 100)
    for language, settings_name, called in (("fr", "", "Vous"), ("it", "", "Tu"), ("it", "Anna", "Anna")):
        with use_language(language):
            (own,) = repository.load_profiles(settings_name)
            assert (own.id, own.display_name, own.avatar_number) == (own_id, called, 7)
            assert count_matches(repository, own.id) == 1
            assert not is_new_player(folders, repository.archive, own.id)
            assert open_lesson_progress(folders).read()[0].find_progress(own.id, "muscio").answers == ("a",)
            assert open_trainer_scores(folders).read()[0].get_score(own.id, "muscio", "call").right == 1
            assert open_daily_results(folders).read()[0].find_result(DATE, "muscio", own.id) is not None
            assert [penalty.name for penalty in repository.check_in_seats(match_id, (0,))] == [called]
            assert [penalty.name for penalty in repository.check_in_players((called,))] == [called]


def test_statistics_follow_a_renamed_person_and_not_their_former_name(
    repository: MatchRepository, folders: Folders
) -> None:
    first = add_profile(repository, "Anna")
    finish_match(repository, "ANNA")
    match_id = start_match(repository, "Anna")
    store_trainer_answer(folders, first, "muscio", "call", is_right=True)
    repository.rename_profile(first, "Bea")
    repository.finish_match(match_id)
    finish_match(repository, "Bea")
    second = add_profile(repository, "Anna")
    finish_match(repository, "Anna")
    assert (count_matches(repository, first), count_matches(repository, second)) == (3, 1)
    assert any(first in entry.seat_profiles for entry in repository.archive.list_entries())
    assert {entry.names[0] for entry in repository.archive.list_entries()} == {"ANNA", "Anna", "Bea"}
    assert open_trainer_scores(folders).read()[0].get_score(second, "muscio", "call").tried == 0


def test_matches_of_a_removed_profile_and_imported_ones_belong_to_nobody(repository: MatchRepository) -> None:
    first = add_profile(repository, "Anna")
    match_id = finish_match(repository, "Anna")
    imported_id = repository.archive.import_match(repository.archive.load_match(match_id))
    entries = {entry.id: entry.seat_profiles for entry in repository.archive.list_entries()}
    assert entries == {match_id: (first, None), imported_id: ()}
    repository.remove_profile(first)
    assert count_matches(repository, add_profile(repository, "Anna")) == 0


@pytest.mark.parametrize("is_removed", [False, True])
def test_player_who_leaves_is_blocked_whatever_became_of_their_profile(
    repository: MatchRepository, is_removed: bool
) -> None:
    anna, match_id = add_profile(repository, "Anna"), start_match(repository, "Anna")
    if is_removed:
        repository.remove_profile(anna)
    else:
        repository.rename_profile(anna, "Bea")
    repository.finish_match(match_id, MatchEnding((Penalty(0),), 100.0))
    blocked = [profile.name for profile in repository.list_profiles() if profile.blocked_until]
    assert blocked == ["Anna" if is_removed else "Bea"]


def test_blocked_player_cannot_continue_a_match_of_their_former_name(repository: MatchRepository) -> None:
    anna, match_id = add_profile(repository, "Anna"), start_match(repository, "Anna")
    repository.rename_profile(anna, "Bea")
    assert repository.check_in_seats(match_id, (0,)) == ()
    block_person(repository, "Bea", 100)
    assert [penalty.name for penalty in repository.check_in_seats(match_id, (0,))] == ["Bea"]
    assert [profile.name for profile in repository.list_profiles()] == ["Bea"], "nobody is called Anna"


# -- the ids -----------------------------------------------------------------------------------------


def play_with_ids(home: Path, prefix: str) -> tuple[bytes, str]:
    """Play a match with ids that begin with ``prefix``. Return its record, and what the session told the screen."""
    ids = iter(f"{prefix}{number}" for number in range(1000))
    house = SessionDriver(home, storage=FakeStorageThread(make_folders(home), FakeClock(), lambda: next(ids)))
    house.session = LocalSession.start(
        make_match_setup("you club"), 5, storage=house.storage, ai_client=house.ai_client, clock=house.clock
    )
    house.play_deal_at_random()
    told = repr((house.session.view.events, house.observation, house.session.info.names))
    record = house.storage.load_record(2)
    exported = encode_record(house.storage.get_repository().archive.load_match(2).record)
    house.storage.close()
    return encode_record(record) + exported, told


def test_other_ids_make_the_same_match(tmp_path: Path) -> None:
    record, told = play_with_ids(tmp_path / "first", PROFILE_ID_PREFIX)
    assert (record, told) == play_with_ids(tmp_path / "second", "0123456789abcdef")
    assert PROFILE_ID_PREFIX.encode() not in record and PROFILE_ID_PREFIX not in told
