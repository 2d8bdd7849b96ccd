"""Every medal is earned by a match or a result that the program stored, once, and is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from game.core.actions import LeaveMatch
from game.lessons import LESSONS
from game.lessons.progress import LessonProgress, store_lesson_progress
from game.match.accuracies import MatchAccuracies, PlayerAccuracy
from game.match.archived_match import ASSISTED_FLAG, REVIEWED_FLAG, SIDE_LINE_FLAG
from game.match.match import Match
from game.match.record import Record
from game.match.setup import PERSON_KIND
from game.medals.finder import open_medals, read_medals, search_medals, store_second_try
from game.medals.medals import MEDALS
from game.rules import GAMES
from game.statistics.daily_deals import DailyResult, store_daily_result
from game.storage.matches import MatchRepository
from tests.fakes import FakeClock, add_profile, make_folders
from tests.game.medals.played_matches import (
    find_match,
    make_gatta,
    make_nil,
    make_sweep,
    play_called_deal,
    play_match,
)
from tests.lanes import choose_sample
from tests.rows import check_rows

LEVELS = ("novice", "club", "expert", "master")


class MedalDriver:
    """Matches that Anna plays in a repository, and the medals that she has then."""

    def __init__(self, folder: Path) -> None:
        self.clock = FakeClock(86_400.0 * 365)
        self.repository = MatchRepository(make_folders(folder), self.clock)
        self.anna = add_profile(self.repository, "Anna")

    def store(self, record: Record, kinds: Iterable[str] = (), *, is_finished: bool = True, **notes: bool) -> int:
        """Store a match of the day, played by people at the seats with names, by default Anna at the first."""
        self.clock.advance(86_400.0)
        computers = ["club"] * (len(record.names) - 1)
        match_id = self.repository.create_match(record, tuple(kinds) or (PERSON_KIND, *computers), 1, notes)
        if is_finished:
            self.repository.finish_match(match_id)
        self.repository.release_match(match_id)
        return match_id

    def search(self) -> set[str]:
        """Return the medals of Anna that a search finds."""
        found, remaining = set[str](), 1
        while remaining:
            step, _notice = search_medals(self.repository, self.clock.now, UTC, 0.0)
            found |= {medal.medal for medal in step.new if medal.profile == self.anna}
            remaining = step.remaining_count
        return found

    @property
    def medals(self) -> dict[str, tuple[str, int]]:
        """The date and the match of each medal of Anna."""
        stored = open_medals(self.repository.folders).read()[0].find_medals(self.anna)
        return {medal.medal: (medal.date, medal.match) for medal in stored.values()}


@pytest.fixture
def driver(tmp_path: Path) -> MedalDriver:
    return MedalDriver(tmp_path)


def has_come_back(match: Match) -> bool:
    return match.results[0].scores == (0, 1) and match.standing.totals[0] == 2


def has_won_by_61(match: Match) -> bool:
    return match.results[0].points == (61, 59)


@cache
def make_won_match(game: str) -> Record:
    return find_match(
        lambda match: match.standing.winners[:1] == (0,), game=game, seats=GAMES[game].proposed_seat_count,
        phrases=[f"{seat} bid 1" for seat in range(5)],
    )  # fmt: skip


SWEEP = make_sweep()
TRUMPS = "Ad 3d Kd Qd Jd 7d"
PEOPLE = (PERSON_KIND,) * 5
MATCHES: tuple[tuple[str, Callable[[], Record], tuple[str, ...]], ...] = (
    ("first-win", lambda: SWEEP, (PERSON_KIND, "beginner")),
    *((f"win-{level}", lambda: SWEEP, (PERSON_KIND, level)) for level in LEVELS),
    ("all-points", lambda: SWEEP, ()),
    ("nil", make_nil, ()),
    ("solo", lambda: play_called_deal("Ad 3d As 3s Ah 3h Ac 3c", "0 solo", solo=True), ()),
    ("in-hand", lambda: play_called_deal(f"{TRUMPS} 2d As", "0 call 2", "0 name d"), ()),
    ("gatta", make_gatta, ()),
    (
        "secret-partner",
        lambda: play_called_deal(f"{TRUMPS} 6d As", "0 call 2", "0 name d", names=("Bruno", "Anna")),
        ("club", PERSON_KIND, "club", "club", "club"),
    ),
    ("comeback", lambda: find_match(has_come_back, game="briscola", seats=2, deals_to_win=2), ()),
    ("one-point", lambda: find_match(has_won_by_61, game="briscola", seats=2, deals_to_win=1), ()),
    ("friends", lambda: SWEEP, PEOPLE[:2]),
    ("full-table", lambda: make_won_match("chiamata"), PEOPLE),
)
OF_COMPANY = ("friends", "full-table")


@pytest.mark.nightly
@check_rows(("medal", "make", "kinds"), choose_sample(MATCHES, 2))
def test_match_gives_its_medal_once_with_its_date(
    medal: str, make: Callable[[], Record], kinds: tuple[str, ...], tmp_path_factory: pytest.TempPathFactory
) -> None:
    driver, record = MedalDriver(tmp_path_factory.mktemp("medals")), make()
    first = driver.store(record, kinds)
    assert medal in driver.search()
    assert driver.medals[medal] == ("1971-01-02", first)
    driver.store(record, kinds)
    assert medal not in driver.search()
    assert driver.medals[medal] == ("1971-01-02", first)


@pytest.mark.nightly
@check_rows(("medal", "make", "kinds"), choose_sample(MATCHES, 3, 1))
def test_match_that_does_not_count_gives_no_medal(
    medal: str, make: Callable[[], Record], kinds: tuple[str, ...], tmp_path_factory: pytest.TempPathFactory
) -> None:
    driver, record = MedalDriver(tmp_path_factory.mktemp("medals")), make()
    seat = record.names.index("Anna")
    for note in (SIDE_LINE_FLAG, REVIEWED_FLAG):
        driver.store(record, kinds, **{note: True})
    archived = driver.repository.archive.load_match(driver.store(record, kinds, imported=True))
    driver.repository.archive.import_match(archived)
    driver.store(record.without_last_action().with_action(LeaveMatch(seat)), kinds)
    unfinished = driver.store(record.without_last_action(), kinds, is_finished=False)
    assert not driver.search()
    driver.repository.delete_match(unfinished)
    driver.store(record, kinds, **{ASSISTED_FLAG: True})
    assert driver.search() == {name for name in OF_COMPANY if name == medal or kinds == PEOPLE}


def test_win_at_a_level_needs_the_level_at_every_seat(driver: MedalDriver) -> None:
    record = make_won_match("chiamata")
    driver.store(record, (PERSON_KIND, "master", "expert", "master", "master"))
    assert {name for name in driver.search() if name.startswith("win-")} == {"win-expert"}


def test_person_at_all_seats_plays_against_nobody(driver: MedalDriver) -> None:
    driver.store(play_match("briscola", 2, deals_to_win=1, names=("Anna", "Anna")), PEOPLE[:2])
    assert not driver.search()


def test_every_game_is_counted_until_the_last(driver: MedalDriver) -> None:
    for number, game in enumerate(GAMES, 1):
        assert "every-game" not in driver.medals
        match_id = driver.store(make_won_match(game))
        driver.search()
        assert read_medals(driver.repository, driver.anna, driver.clock.now, UTC)[0].counts["every-game"] == number
    assert driver.medals["every-game"] == ("1971-01-05", match_id)


def test_lessons_give_the_medal_of_their_game(driver: MedalDriver) -> None:
    finished = list[str]()
    for lesson in LESSONS:
        progress = LessonProgress(profile=driver.anna, game=lesson)
        store_lesson_progress(driver.repository.folders, progress)
        assert not driver.search()
        store_lesson_progress(driver.repository.folders, LessonProgress(profile=driver.anna, game=lesson, done=True))
        finished += driver.search()
    assert finished == [f"lesson-{game}" for game in GAMES]


def test_daily_deals_are_counted_by_deal_and_by_day(driver: MedalDriver) -> None:
    def finish(day: int, game: str) -> set[str]:
        date = f"2026-{1 + day // 28:02}-{1 + day % 28:02}"
        result: dict[str, Any] = {"date": date, "game": game, "match": day + 1, "profile": driver.anna}
        store_daily_result(driver.repository.folders, DailyResult(**result))
        assert not driver.search()
        store_daily_result(driver.repository.folders, DailyResult(**result, state="scored"))
        return driver.search()

    found = [finish(day, game) for day in range(30) for game in ("briscola", "muscio")[: 2 if day < 5 else 1]]
    assert [sorted(medals) for medals in found if medals] == [["ten-daily-deals"], ["month-of-deals"]]
    assert driver.medals == {"ten-daily-deals": ("2026-01-05", 5), "month-of-deals": ("2026-02-02", 30)}


@check_rows(("loss", "choices", "has_medal"), [(0.0, 12, True), (0.1, 12, False), (0.0, 0, False)])
def test_analysis_without_a_mistake_gives_a_medal(
    loss: float, choices: int, has_medal: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    driver = MedalDriver(tmp_path_factory.mktemp("medals"))
    match_id = driver.store(SWEEP)
    driver.search()
    figures = PlayerAccuracy(seat=0, name="Anna", accuracy=1.0, loss=loss, choices=choices)
    driver.repository.store_accuracies(match_id, MatchAccuracies(1, (figures,)))
    assert driver.search() == ({"no-mistakes"} if has_medal else set())


def test_second_try_counts_for_own_choices_of_own_matches(driver: MedalDriver) -> None:
    match_id = driver.store(SWEEP)
    imported = driver.repository.archive.import_match(driver.repository.archive.load_match(match_id))
    for number, seat in ((match_id, 1), (imported, 0), (99, 0)):
        store_second_try(driver.repository, number, seat, "2026-11-22")
        assert not driver.medals
    (new_medal,) = store_second_try(driver.repository, match_id, 0, "2026-11-23")
    assert new_medal.medal == "second-try" and not store_second_try(driver.repository, match_id, 0, "2026-11-24")
    assert driver.medals == {"second-try": ("2026-11-23", match_id)}


def test_every_medal_is_earned_in_these_tests() -> None:
    others = {"every-game", "second-try", "no-mistakes", "ten-daily-deals", "month-of-deals"}
    assert {medal for medal, _make, _kinds in MATCHES} | others | {f"lesson-{game}" for game in GAMES} == set(MEDALS)


def test_medals_stay_when_their_match_is_deleted(driver: MedalDriver) -> None:
    match_id = driver.store(SWEEP)
    driver.search()
    before = driver.medals
    driver.repository.delete_match(match_id)
    other = driver.store(SWEEP)
    driver.search()
    assert driver.medals == before
    assert [*open_medals(driver.repository.folders).read()[0].examined] == [other]
    overview = read_medals(driver.repository, driver.anna, driver.clock.now, UTC)[0]
    assert set(overview.earned) == set(before)
    assert set(overview.matches) == {other}


def test_match_whose_cards_are_in_play_is_examined_later(driver: MedalDriver) -> None:
    driver.store(SWEEP)
    again = driver.store(SWEEP.without_last_action().without_last_action(), is_finished=False)
    assert not driver.search()
    driver.repository.delete_match(again)
    assert "first-win" in driver.search()


def test_matches_are_examined_in_slices_the_oldest_first(driver: MedalDriver) -> None:
    matches = [driver.store(SWEEP) for _number in range(3)]
    remaining = [search_medals(driver.repository, driver.clock.now, UTC, 0.0)[0].remaining_count for _step in range(4)]
    assert remaining == [2, 1, 0, 0]
    assert driver.medals["first-win"] == ("1971-01-02", matches[0])


def test_damaged_file_is_set_aside_and_named(driver: MedalDriver) -> None:
    path = open_medals(driver.repository.folders).path
    path.write_text('{"earned": [7]}')
    driver.store(SWEEP)
    _step, notice = search_medals(driver.repository, driver.clock.now, UTC, 0.0)
    assert notice is not None
    assert "medals.json was damaged" in notice.text
    assert notice.path.read_text() == '{"earned": [7]}'
    assert "first-win" in driver.medals


def test_matches_that_are_not_saved_give_no_medals(tmp_path: Path) -> None:
    folders = make_folders(tmp_path)
    repository = MatchRepository(folders, FakeClock(), has_file=False)
    repository.finish_match(repository.create_match(SWEEP, (PERSON_KIND, "club"), 1, {}))
    assert search_medals(repository, 1000.0, UTC, 0.0)[0].new == ()
    assert not open_medals(folders).path.exists()
