"""The data of a person stay with their profile under any name, and show its id nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from game.lessons.progress import LessonProgress, is_new_player, open_lesson_progress, store_lesson_progress
from game.match.record import Record, encode_record
from game.match.setup import PERSON_KIND
from game.session.local import LocalSession
from game.shuffling.daily_deal import DailyResult
from game.statistics.played_matches import list_played_matches
from game.storage.daily_results import open_daily_results
from game.storage.files import Folders
from game.storage.matches import MatchEnding, MatchRepository
from game.storage.profiles import Penalty
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
from tests.helpers import make_match, make_record, play_random_actions
from tests.session_driver import SessionDriver

DATE = "2026-11-22"
BLUE_COLOR = "#2c5f9e"


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return make_folders(tmp_path)


@pytest.fixture
def repository(folders: Folders) -> Iterator[MatchRepository]:
    opened_repository = MatchRepository(folders, FakeClock(1_700_000_000.0))
    opened_repository.database.execute("PRAGMA synchronous = OFF")
    yield opened_repository
    opened_repository.close()


def play_match(name: str) -> Record:
    match = make_match("briscola", seats=2)
    record = make_record(match, list(play_random_actions(match, 1, deal_count=60)))
    return msgspec.structs.replace(record, names=(name, "Bruno"))


def start_match(repository: MatchRepository, name: str) -> int:
    return repository.create_match(play_match(name), (PERSON_KIND, "club"), 1, {})


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
    repository.start_daily_deal(DailyResult(date=DATE, game="muscio", match=match_id))
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


def test_statistics_follow_a_renamed_person_and_matches_keep_the_old_name(repository: MatchRepository) -> None:
    anna = add_profile(repository, "Anna")
    finish_match(repository, "ANNA")
    match_id = start_match(repository, "Anna")
    repository.rename_profile(anna, "Bea")
    repository.finish_match(match_id)
    finish_match(repository, "Bea")
    assert count_matches(repository, anna) == 3 and repository.archive.has_played(anna)
    assert {entry.names[0] for entry in repository.archive.list_entries()} == {"ANNA", "Anna", "Bea"}


def test_new_person_with_a_former_name_is_somebody_else(repository: MatchRepository, folders: Folders) -> None:
    first = add_profile(repository, "Anna")
    finish_match(repository, "Anna")
    store_trainer_answer(folders, first, "muscio", "call", is_right=True)
    repository.rename_profile(first, "Bea")
    second = add_profile(repository, "Anna")
    finish_match(repository, "Anna")
    assert (count_matches(repository, first), count_matches(repository, second)) == (1, 1)
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


# -- the ids


def play_with_ids(home: Path, prefix: str) -> tuple[bytes, str]:
    """Play a match with ids that begin with ``prefix``. Return its record, and what the session told the screen."""
    ids = iter(f"{prefix}{number}" for number in range(1000))
    house = SessionDriver(home, storage=FakeStorageThread(make_folders(home), FakeClock(), lambda: next(ids)))
    house.session = LocalSession.start(
        make_match_setup("you club"), 5, storage=house.storage, ai_client=house.ai_client, clock=house.clock
    )
    house.play_deal_at_random()
    told = repr((house.session.events, house.observation, house.session.info.names))
    record = house.storage.load_record(2)
    exported = encode_record(house.storage.get_repository().archive.load_match(2).record)
    house.storage.close()
    return encode_record(record) + exported, told


def test_other_ids_make_the_same_match(tmp_path: Path) -> None:
    record, told = play_with_ids(tmp_path / "first", PROFILE_ID_PREFIX)
    assert (record, told) == play_with_ids(tmp_path / "second", "0123456789abcdef")
    assert PROFILE_ID_PREFIX.encode() not in record and PROFILE_ID_PREFIX not in told
