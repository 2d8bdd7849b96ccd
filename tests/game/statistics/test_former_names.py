"""Another name: all that a person has done goes along, and nothing of who takes the old name later."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.lessons.progress import (
    LESSON_PROGRESS,
    LessonProgress,
    LessonProgressList,
    is_new_player,
    store_lesson_progress,
)
from game.match.former_names import FormerNames
from game.match.record import Record
from game.match.setup import PERSON_KIND
from game.shuffling.daily_deal import DailyResult, DailyResults
from game.statistics.played_matches import list_played_matches
from game.storage.daily_results import DAILY_RESULTS
from game.storage.files import Folders, StorageError
from game.storage.former_names import FORMER_NAMES
from game.storage.matches import MatchEnding, MatchRepository
from game.storage.profiles import Penalty
from game.trainer.scores import TRAINER_SCORES, TrainerScore, TrainerScores, store_trainer_answer
from tests.fakes import FakeClock, make_folders
from tests.helpers import make_match, make_record, play_random_actions

PLAYER_NAMES = ("Anna", "Bea", "Carla", "Zoë")
RED_COLOR, BLUE_COLOR = "#a3361f", "#2c5f9e"


@given(st.lists(st.tuples(st.integers(0, 2), st.sampled_from(PLAYER_NAMES), st.booleans()), max_size=30))
def test_player_is_found_under_current_name(happened: list[tuple[int, str, bool]]) -> None:
    """Three people give up names and take others that are free, and sit down in between."""
    book, called, sat = FormerNames(), {0: "Anna", 1: "Bea", 2: "Carla"}, list[tuple[int, str, float]]()
    for when, (person, name, sits) in enumerate(happened):
        if sits:
            sat.append((person, called[person].upper(), float(when)))
        elif name not in called.values():
            book = book.with_name_change(called[person], name, float(when))
            called[person] = name
    for person, name, moment in sat:
        assert book.find_current_name(name, moment).casefold() == called[person].casefold()


@given(
    st.lists(
        st.tuples(st.sampled_from(PLAYER_NAMES[:2]), st.sampled_from(("call", "points")), st.booleans()), max_size=20
    )
)
def test_trainer_scores_of_two_names_are_added(answers: list[tuple[str, str, bool]]) -> None:
    book = TrainerScores((TrainerScore(name="Carla", game="muscio", kind="call", tried=3),))
    for name, kind, right in answers:
        book = book.with_answer(name, "muscio", kind, is_right=right)
    moved = book.with_renamed_player("Anna", "Bea")
    for kind in ("call", "points"):
        first, two = book.get_score("Anna", "muscio", kind), book.get_score("Bea", "muscio", kind)
        own = moved.get_score("bea", "muscio", kind)
        assert (own.tried, own.right) == (first.tried + two.tried, first.right + two.right)
        assert own.best == max(first.best, two.best)
        assert moved.get_score("Anna", "muscio", kind).tried == 0
    assert moved.get_score("Carla", "muscio", "call").tried == 3


def test_further_lesson_progress_of_two_names_is_kept() -> None:
    book = LessonProgressList(offered=("Anna", "Bea"))
    for name, answers in (("Anna", ("a", "b")), ("Bea", ("a",)), ("Carla", ("c",))):
        book = book.with_progress(LessonProgress(name=name, game="muscio", answers=answers, done=name == "Bea"))
    moved = book.with_renamed_player("Anna", "Bea")
    assert moved.find_progress("Bea", "muscio") == LessonProgress(
        name="Bea", game="muscio", answers=("a", "b"), done=True
    )
    assert moved.find_progress("Anna", "muscio").answers == () and moved.find_progress("Carla", "muscio").answers == (
        "c",
    )
    assert moved.offered == ("Bea",)


def test_first_daily_result_of_two_names_is_kept() -> None:
    first, second = (DailyResult(date="2026-11-22", game="muscio", name=name, match=number)
                     for number, name in enumerate(("Anna", "Bea")))  # fmt: skip
    (remaining_result,) = DailyResults((first, second)).with_renamed_player("Anna", "Bea").results
    assert (remaining_result.name, remaining_result.match) == ("Bea", 0)


def test_daily_deal_finished_after_renaming_counts_for_new_name() -> None:
    begun = DailyResult(date="2026-11-22", game="muscio", name="Anna", match=7)
    over = DailyResult(date="2026-11-22", game="muscio", name="Anna", match=7, state="scored", score=3)
    (remaining_result,) = (
        DailyResults().with_started(begun).with_renamed_player("Anna", "Bea").with_finished(over).results
    )
    assert (remaining_result.name, remaining_result.score, remaining_result.is_over) == ("Bea", 3, True)


# -- on the disk


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return make_folders(tmp_path)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock(1_700_000_000.0)


@pytest.fixture
def repository(folders: Folders, clock: FakeClock) -> Iterator[MatchRepository]:
    journal = MatchRepository(folders, clock, player_documents=(LESSON_PROGRESS, TRAINER_SCORES))
    journal.database.execute("PRAGMA synchronous = OFF")
    yield journal
    journal.close()


def play_match(name: str) -> Record:
    match = make_match("briscola", seats=2)
    record = make_record(match, list(play_random_actions(match, 1, deal_count=60)))
    return msgspec.structs.replace(record, names=(name, "Bruno"))


def start_match(repository: MatchRepository, name: str) -> int:
    return repository.create_match(play_match(name), (PERSON_KIND, "club"), 1, {})


def finish_match(repository: MatchRepository, name: str) -> None:
    number = start_match(repository, name)
    repository.finish_match(number)
    repository.release_match(number)


def win_match(repository: MatchRepository, name: str) -> int:
    return len(list_played_matches(repository.archive, name, "briscola"))


def test_statistics_follow_a_renamed_person(repository: MatchRepository, clock: FakeClock) -> None:
    repository.save_profile("Anna", RED_COLOR)
    finish_match(repository, "ANNA")
    clock.advance(60)
    repository.rename_profile("Anna", "Bea")
    clock.advance(60)
    finish_match(repository, "Bea")
    assert (win_match(repository, "Anna"), win_match(repository, "bea")) == (0, 2)
    assert repository.archive.has_played("Bea") and not repository.archive.has_played("Anna")
    assert {entry.names[0] for entry in repository.archive.list_entries()} == {"ANNA", "Bea"}, (
        "the matches stand as they were"
    )


def test_new_person_with_a_former_name_has_no_old_data(repository: MatchRepository, clock: FakeClock) -> None:
    repository.save_profile("Anna", RED_COLOR)
    finish_match(repository, "Anna")
    clock.advance(60)
    repository.rename_profile("Anna", "Bea")
    clock.advance(60)
    finish_match(repository, "Anna")
    assert (win_match(repository, "Anna"), win_match(repository, "Bea")) == (1, 1)


def test_match_continued_after_renaming_belongs_to_the_renamed_person(
    repository: MatchRepository, clock: FakeClock
) -> None:
    repository.save_profile("Anna", RED_COLOR)
    number = start_match(repository, "Anna")
    clock.advance(60)
    repository.rename_profile("Anna", "Bea")
    clock.advance(60)
    repository.finish_match(number)
    assert (win_match(repository, "Anna"), win_match(repository, "Bea")) == (0, 1)


def test_damaged_names_file_is_set_aside_and_reported(folders: Folders, clock: FakeClock) -> None:
    notices_text: list[str] = []
    journal = MatchRepository(folders, clock, on_notice=lambda notice: notices_text.append(notice.text))
    finish_match(journal, "Anna")
    (folders.data / FORMER_NAMES.file_name).write_bytes(b"{")
    assert win_match(journal, "Anna") == 1
    assert len(notices_text) == 1 and FORMER_NAMES.file_name in notices_text[0]
    journal.close()


# -- who has given no name


def play_without_name(repository: MatchRepository, folders: Folders, called: str) -> None:
    """Somebody who is called so plays a match, learns and practises."""
    repository.merge_anonymous_profile(called, is_chosen_name=False)
    repository.check_in_players(((called, RED_COLOR),))
    finish_match(repository, called)
    store_lesson_progress(folders, LessonProgress(name=called, game="muscio", answers=("a",)))
    store_trainer_answer(folders, called, "muscio", "call", is_right=True)
    repository.start_daily_deal(DailyResult(date="2026-11-22", game="muscio", name=called, match=1))


def has_all_data(repository: MatchRepository, folders: Folders, called: str) -> bool:
    """Whether all of that is this person's."""
    has = {
        win_match(repository, called) == 1,
        bool(LESSON_PROGRESS.load(folders)[0].find_progress(called, "muscio").answers),
        TRAINER_SCORES.load(folders)[0].get_score(called, "muscio", "call").right == 1,
        DAILY_RESULTS.load(folders)[0].find_result("2026-11-22", "muscio", called) is not None,
        called in [profile.name for profile in repository.list_profiles()],
        not is_new_player(folders, repository.archive, called),
    }
    assert len(has) == 1
    return has.pop()


NAME_CHANGES: list[tuple[str, bool]] = [("Tu", False), ("Anna", True)]


@pytest.mark.parametrize(("called", "named"), NAME_CHANGES)
def test_data_without_a_name_goes_to_first_given_name(
    repository: MatchRepository, folders: Folders, clock: FakeClock, called: str, named: bool
) -> None:
    """With the word of another language, and with the first name that is given."""
    play_without_name(repository, folders, "You")
    for _time in range(2):
        clock.advance(60)
        repository.merge_anonymous_profile(called, is_chosen_name=named)
        assert has_all_data(repository, folders, called) and not has_all_data(repository, folders, "You")


def test_later_given_name_is_another_person(repository: MatchRepository, folders: Folders, clock: FakeClock) -> None:
    play_without_name(repository, folders, "You")
    for called in ("Anna", "Bea"):
        clock.advance(60)
        repository.merge_anonymous_profile(called, is_chosen_name=True)
    assert has_all_data(repository, folders, "Anna") and not has_all_data(repository, folders, "Bea")


def test_existing_profile_keeps_its_avatar(repository: MatchRepository, folders: Folders, clock: FakeClock) -> None:
    repository.save_profile("Anna", BLUE_COLOR, 7)
    play_without_name(repository, folders, "You")
    clock.advance(60)
    repository.merge_anonymous_profile("Anna", is_chosen_name=True)
    assert [(profile.name, profile.color, profile.avatar_number) for profile in repository.list_profiles()] == [
        ("Anna", BLUE_COLOR, 7)
    ]
    assert has_all_data(repository, folders, "Anna")


def test_penalty_is_not_evaded_by_first_name(repository: MatchRepository, folders: Folders, clock: FakeClock) -> None:
    """What was done goes along once the bar is over."""
    play_without_name(repository, folders, "You")
    repository.block_profile("You", 100)
    clock.advance(60)
    repository.merge_anonymous_profile("Anna", is_chosen_name=True)
    assert [bar.name for bar in repository.check_in_players((("You", RED_COLOR),))] == ["You"]
    assert not has_all_data(repository, folders, "Anna")
    clock.advance(60)
    repository.merge_anonymous_profile("Anna", is_chosen_name=True)
    assert has_all_data(repository, folders, "Anna")


def test_penalty_of_unnamed_person_applies_in_another_language(
    repository: MatchRepository, folders: Folders, clock: FakeClock
) -> None:
    play_without_name(repository, folders, "You")
    repository.save_profile("Tu", BLUE_COLOR, 3)
    repository.block_profile("You", 100)
    clock.advance(60)
    repository.merge_anonymous_profile("Tu", is_chosen_name=False)
    assert [bar.name for bar in repository.check_in_players((("Tu", RED_COLOR),))] == ["Tu"]
    assert has_all_data(repository, folders, "Tu")


@pytest.mark.parametrize("written", range(5))
def test_renaming_interrupted_by_program_end_is_completed_at_next_start(
    repository: MatchRepository, folders: Folders, clock: FakeClock, monkeypatch: pytest.MonkeyPatch, written: int
) -> None:
    play_without_name(repository, folders, "You")
    clock.advance(60)

    put, left = Path.replace, [None] * written

    def put_until_disk_is_full(new: Path, path: Path) -> Path:
        if not left:
            raise OSError(errno.ENOSPC, "full")
        left.pop()
        return put(new, path)

    with monkeypatch.context() as now:
        now.setattr(Path, "replace", put_until_disk_is_full)
        with pytest.raises(StorageError):
            repository.merge_anonymous_profile("Anna", is_chosen_name=True)
    clock.advance(60)
    repository.merge_anonymous_profile("Anna", is_chosen_name=True)
    assert has_all_data(repository, folders, "Anna")


def test_nothing_is_written_without_a_change(repository: MatchRepository, folders: Folders) -> None:
    repository.merge_anonymous_profile("Anna", is_chosen_name=True)
    assert not (folders.data / FORMER_NAMES.file_name).exists()
    repository.merge_anonymous_profile("You", is_chosen_name=False)
    assert FORMER_NAMES.load(folders)[0].nameless == "You"
    written = (folders.data / FORMER_NAMES.file_name).stat().st_mtime_ns
    repository.merge_anonymous_profile("You", is_chosen_name=False)
    assert (folders.data / FORMER_NAMES.file_name).stat().st_mtime_ns == written


@pytest.mark.parametrize("with_an_action", [False, True])
def test_player_leaving_match_started_under_former_name_is_blocked(
    repository: MatchRepository, clock: FakeClock, with_an_action: bool
) -> None:
    repository.save_profile("Anna", RED_COLOR)
    record = play_match("Anna")
    number = repository.create_match(record.without_last_action(), (PERSON_KIND, "club"), 1, {})
    clock.advance(60)
    repository.rename_profile("Anna", "Bea")
    ending = MatchEnding((Penalty("Anna"),), 100.0)
    if with_an_action:
        actions = record.deals[-1].actions
        repository.add_action(number, len(record.deals), len(actions), actions[-1], ending)
    else:
        repository.finish_match(number, ending)
    assert [profile.name for profile in repository.list_profiles() if profile.blocked_until] == ["Bea"]


def test_blocked_player_cannot_join_under_a_former_name(repository: MatchRepository, clock: FakeClock) -> None:
    repository.save_profile("Anna", RED_COLOR)
    number = start_match(repository, "Anna")
    clock.advance(60)
    repository.rename_profile("Anna", "Bea")
    assert repository.check_in_players((("Anna", RED_COLOR),), number) == ()
    assert [profile.name for profile in repository.list_profiles()] == ["Bea"], "nobody is called Anna"
    repository.block_profile("Bea", 100)
    assert [bar.name for bar in repository.check_in_players((("Anna", RED_COLOR),), number)] == ["Bea"]
