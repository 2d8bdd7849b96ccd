"""Another name: all that a person has done goes along, and nothing of who takes the old name later."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.daily import DailyBook, DailyResult
from game.lessons.book import Learnt, LessonBook
from game.practice import Practice, PracticeBook
from game.record import Record
from game.renaming import NameBook
from game.seating import PERSON
from game.store.daily import load_daily
from game.store.files import Folders, StorageError
from game.store.journal import Ending, Journal
from game.store.lessons import is_new, keep_lesson, load_lessons
from game.store.names import FILE, load_names
from game.store.practice import load_practice, note_answer
from game.store.profiles import Verdict
from tests.fakes import Clock, folders_in
from tests.helpers import fresh, playout, recorded

NAMES = ("Anna", "Bea", "Carla", "Zoë")
RED, BLUE = "#a3361f", "#2c5f9e"


@given(st.lists(st.tuples(st.integers(0, 2), st.sampled_from(NAMES), st.booleans()), max_size=30))
def test_whoever_sat_down_is_known_by_the_name_of_today(happened: list[tuple[int, str, bool]]) -> None:
    """Three people give up names and take others that are free, and sit down in between."""
    book, called, sat = NameBook(), {0: "Anna", 1: "Bea", 2: "Carla"}, list[tuple[int, str, float]]()
    for when, (person, name, sits) in enumerate(happened):
        if sits:
            sat.append((person, called[person].upper(), float(when)))
        elif name not in called.values():
            book = book.renamed(called[person], name, float(when))
            called[person] = name
    for person, name, moment in sat:
        assert book.today(name, moment).casefold() == called[person].casefold()


@given(st.lists(st.tuples(st.sampled_from(NAMES[:2]), st.sampled_from(("call", "points")), st.booleans()), max_size=20))
def test_what_two_names_have_practised_is_added_up(answers: list[tuple[str, str, bool]]) -> None:
    book = PracticeBook((Practice(name="Carla", game="muscio", kind="call", tried=3),))
    for name, kind, right in answers:
        book = book.answered(name, "muscio", kind, right=right)
    moved = book.renamed("Anna", "Bea")
    for kind in ("call", "points"):
        one, two = book.of("Anna", "muscio", kind), book.of("Bea", "muscio", kind)
        own = moved.of("bea", "muscio", kind)
        assert (own.tried, own.right) == (one.tried + two.tried, one.right + two.right)
        assert own.best == max(one.best, two.best)
        assert moved.of("Anna", "muscio", kind).tried == 0
    assert moved.of("Carla", "muscio", "call").tried == 3


def test_of_two_beginnings_of_a_lesson_the_further_one_is_gone_on_with() -> None:
    book = LessonBook(offered=("Anna", "Bea"))
    for name, answers in (("Anna", ("a", "b")), ("Bea", ("a",)), ("Carla", ("c",))):
        book = book.kept(Learnt(name=name, game="muscio", answers=answers, done=name == "Bea"))
    moved = book.renamed("Anna", "Bea")
    assert moved.of("Bea", "muscio") == Learnt(name="Bea", game="muscio", answers=("a", "b"), done=True)
    assert moved.of("Anna", "muscio").answers == () and moved.of("Carla", "muscio").answers == ("c",)
    assert moved.offered == ("Bea",)


def test_of_two_results_of_a_daily_deal_the_first_counts() -> None:
    first, second = (DailyResult(date="2026-11-22", game="muscio", name=name, match=at)
                     for at, name in enumerate(("Anna", "Bea")))  # fmt: skip
    (kept,) = DailyBook((first, second)).renamed("Anna", "Bea").results
    assert (kept.name, kept.match) == ("Bea", 0)


def test_a_daily_deal_that_is_played_while_its_person_gets_another_name_ends_under_that() -> None:
    begun = DailyResult(date="2026-11-22", game="muscio", name="Anna", match=7)
    over = DailyResult(date="2026-11-22", game="muscio", name="Anna", match=7, state="scored", score=3)
    (kept,) = DailyBook().begun(begun).renamed("Anna", "Bea").ended(over).results
    assert (kept.name, kept.score, kept.over) == ("Bea", 3, True)


# -- on the disk


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return folders_in(tmp_path)


@pytest.fixture
def clock() -> Clock:
    return Clock(1_700_000_000.0)


@pytest.fixture
def journal(folders: Folders, clock: Clock) -> Iterator[Journal]:
    journal = Journal(folders, clock)
    journal.database.execute("PRAGMA synchronous = OFF")
    yield journal
    journal.close()


def match_of(name: str) -> Record:
    match = fresh("briscola", seats=2)
    record = recorded(match, list(playout(match, 1, deals=60)))
    return msgspec.structs.replace(record, names=(name, "Bruno"))


def begun(journal: Journal, name: str) -> int:
    return journal.create(match_of(name), (PERSON, "club"), 1, {})


def finished(journal: Journal, name: str) -> None:
    number = begun(journal, name)
    journal.finish(number)
    journal.release(number)


def won(journal: Journal, name: str) -> int:
    return len(journal.archive.played(name, "briscola"))


def test_statistics_go_with_a_person_to_another_name(journal: Journal, clock: Clock) -> None:
    journal.put_profile("Anna", RED)
    finished(journal, "ANNA")
    clock.go(60)
    journal.rename_profile("Anna", "Bea")
    clock.go(60)
    finished(journal, "Bea")
    assert (won(journal, "Anna"), won(journal, "bea")) == (0, 2)
    assert journal.archive.has_sat("Bea") and not journal.archive.has_sat("Anna")
    assert {one.names[0] for one in journal.archive.entries()} == {"ANNA", "Bea"}, "the matches stand as they were"


def test_who_takes_a_name_that_was_given_up_is_somebody_else(journal: Journal, clock: Clock) -> None:
    journal.put_profile("Anna", RED)
    finished(journal, "Anna")
    clock.go(60)
    journal.rename_profile("Anna", "Bea")
    clock.go(60)
    finished(journal, "Anna")
    assert (won(journal, "Anna"), won(journal, "Bea")) == (1, 1)


def test_a_match_that_is_played_on_after_its_person_got_another_name_is_that_persons(
    journal: Journal, clock: Clock
) -> None:
    journal.put_profile("Anna", RED)
    number = begun(journal, "Anna")
    clock.go(60)
    journal.rename_profile("Anna", "Bea")
    clock.go(60)
    journal.finish(number)
    assert (won(journal, "Anna"), won(journal, "Bea")) == (0, 1)


def test_damaged_names_are_set_aside_and_named(folders: Folders, clock: Clock) -> None:
    told: list[str] = []
    journal = Journal(folders, clock, tell=lambda notice: told.append(notice.text))
    finished(journal, "Anna")
    (folders.data / FILE).write_bytes(b"{")
    assert won(journal, "Anna") == 1
    assert len(told) == 1 and FILE in told[0]
    journal.close()


# -- who has given no name


def without_a_name(journal: Journal, folders: Folders, called: str) -> None:
    """Somebody who is called so plays a match, learns and practises."""
    journal.recognise(called, named=False)
    journal.sit_down(((called, RED),))
    finished(journal, called)
    keep_lesson(folders, Learnt(name=called, game="muscio", answers=("a",)))
    note_answer(folders, called, "muscio", "call", right=True)
    journal.begin_daily(DailyResult(date="2026-11-22", game="muscio", name=called, match=1))


def has_all(journal: Journal, folders: Folders, called: str) -> bool:
    """Whether all of that is this person's."""
    has = {
        won(journal, called) == 1,
        bool(load_lessons(folders)[0].of(called, "muscio").answers),
        load_practice(folders)[0].of(called, "muscio", "call").right == 1,
        load_daily(folders)[0].of("2026-11-22", "muscio", called) is not None,
        called in [one.name for one in journal.profiles()],
        not is_new(folders, journal.archive, called),
    }
    assert len(has) == 1
    return has.pop()


NEXT: list[tuple[str, bool]] = [("Tu", False), ("Anna", True)]


@pytest.mark.parametrize(("called", "named"), NEXT)
def test_what_was_done_without_a_name_goes_along(
    journal: Journal, folders: Folders, clock: Clock, called: str, named: bool
) -> None:
    """With the word of another language, and with the first name that is given."""
    without_a_name(journal, folders, "You")
    for _time in range(2):
        clock.go(60)
        journal.recognise(called, named=named)
        assert has_all(journal, folders, called) and not has_all(journal, folders, "You")


def test_another_name_than_one_that_was_given_is_another_person(
    journal: Journal, folders: Folders, clock: Clock
) -> None:
    without_a_name(journal, folders, "You")
    for called in ("Anna", "Bea"):
        clock.go(60)
        journal.recognise(called, named=True)
    assert has_all(journal, folders, "Anna") and not has_all(journal, folders, "Bea")


def test_who_has_a_profile_already_keeps_its_look(journal: Journal, folders: Folders, clock: Clock) -> None:
    journal.put_profile("Anna", BLUE, 7)
    without_a_name(journal, folders, "You")
    clock.go(60)
    journal.recognise("Anna", named=True)
    assert [(one.name, one.colour, one.portrait) for one in journal.profiles()] == [("Anna", BLUE, 7)]
    assert has_all(journal, folders, "Anna")


def test_a_bar_is_not_shaken_off_with_a_first_name(journal: Journal, folders: Folders, clock: Clock) -> None:
    """What was done goes along once the bar is over."""
    without_a_name(journal, folders, "You")
    journal.bar_profile("You", 100)
    clock.go(60)
    journal.recognise("Anna", named=True)
    assert [bar.name for bar in journal.sit_down((("You", RED),))] == ["You"]
    assert not has_all(journal, folders, "Anna")
    clock.go(60)
    journal.recognise("Anna", named=True)
    assert has_all(journal, folders, "Anna")


def test_a_bar_stays_with_a_person_without_a_name_in_another_language(
    journal: Journal, folders: Folders, clock: Clock
) -> None:
    without_a_name(journal, folders, "You")
    journal.put_profile("Tu", BLUE, 3)
    journal.bar_profile("You", 100)
    clock.go(60)
    journal.recognise("Tu", named=False)
    assert [bar.name for bar in journal.sit_down((("Tu", RED),))] == ["Tu"]
    assert has_all(journal, folders, "Tu")


@pytest.mark.parametrize("written", range(5))
def test_a_program_that_ends_while_somebody_gets_a_name_goes_on_with_it_the_next_time(
    journal: Journal, folders: Folders, clock: Clock, monkeypatch: pytest.MonkeyPatch, written: int
) -> None:
    without_a_name(journal, folders, "You")
    clock.go(60)

    put, left = Path.replace, [None] * written

    def put_until_disk_is_full(new: Path, path: Path) -> Path:
        if not left:
            raise OSError(errno.ENOSPC, "full")
        left.pop()
        return put(new, path)

    with monkeypatch.context() as now:
        now.setattr(Path, "replace", put_until_disk_is_full)
        with pytest.raises(StorageError):
            journal.recognise("Anna", named=True)
    clock.go(60)
    journal.recognise("Anna", named=True)
    assert has_all(journal, folders, "Anna")


def test_nothing_is_written_where_nothing_changes(journal: Journal, folders: Folders) -> None:
    journal.recognise("Anna", named=True)
    assert not (folders.data / FILE).exists()
    journal.recognise("You", named=False)
    assert load_names(folders)[0].nameless == "You"
    written = (folders.data / FILE).stat().st_mtime_ns
    journal.recognise("You", named=False)
    assert (folders.data / FILE).stat().st_mtime_ns == written


@pytest.mark.parametrize("with_an_action", [False, True])
def test_who_leaves_a_match_that_was_begun_under_another_name_is_barred_all_the_same(
    journal: Journal, clock: Clock, with_an_action: bool
) -> None:
    journal.put_profile("Anna", RED)
    record = match_of("Anna")
    number = journal.create(record.undo(), (PERSON, "club"), 1, {})
    clock.go(60)
    journal.rename_profile("Anna", "Bea")
    ending = Ending((Verdict("Anna"),), 100.0)
    if with_an_action:
        actions = record.deals[-1].actions
        journal.add_action(number, len(record.deals), len(actions), actions[-1], ending)
    else:
        journal.finish(number, ending)
    assert [one.name for one in journal.profiles() if one.barred_until] == ["Bea"]


def test_who_is_barred_does_not_sit_down_by_an_older_name_either(journal: Journal, clock: Clock) -> None:
    journal.put_profile("Anna", RED)
    number = begun(journal, "Anna")
    clock.go(60)
    journal.rename_profile("Anna", "Bea")
    assert journal.sit_down((("Anna", RED),), number) == ()
    assert [one.name for one in journal.profiles()] == ["Bea"], "nobody is called Anna"
    journal.bar_profile("Bea", 100)
    assert [bar.name for bar in journal.sit_down((("Anna", RED),), number)] == ["Bea"]
