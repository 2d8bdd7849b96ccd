"""The daily deal: the same for everyone on a date; only the first try counts, and its result is stored."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules import GAMES
from game.statistics.daily_deals import (
    DailyResult,
    compute_streak,
    get_daily_date,
    get_daily_deal,
    open_daily_results,
    store_daily_result,
    store_daily_start,
)
from tests.fakes import PROFILE_ID_PREFIX, make_folders, make_match_setup
from tests.rows import check_rows
from tests.session_driver import SessionDriver

DEAL_DATE = "2026-11-22"


def make_result(profile: str = "Anna", state: str = "begun", match: int = 2, **changes: Any) -> DailyResult:
    return DailyResult(date=DEAL_DATE, game="briscola", profile=profile, state=state, match=match, **changes)


def test_every_date_and_game_has_its_own_deal() -> None:
    dates = [get_daily_date(86400.0 * day, UTC) for day in range(400)]
    assert dates[0] == "1970-01-01"
    assert len({get_daily_deal(date, game).key for date in dates for game in GAMES}) == 400 * len(GAMES)
    for game in GAMES:
        dealers = {get_daily_deal(date, game).dealer for date in dates}
        assert dealers == set(range(GAMES[game].proposed_seat_count))


def list_dates(zone_name: str, *local_times: str) -> list[str]:
    """Return the dates of the daily deals at local times such as 2026-11-24 15:59.

    Skip the test if the system has no time zones.
    """
    try:
        zone = ZoneInfo(zone_name)
    except ZoneInfoNotFoundError:
        pytest.skip("the system has no time zones")
    moments = [datetime.fromisoformat(local).replace(tzinfo=zone) for local in local_times]
    return [get_daily_date(moment.timestamp(), zone) for moment in moments]


@check_rows(
    ("name", "local_times"),
    [
        ("America/Los_Angeles", ("2026-03-07 23:30", "2026-03-08 00:30", "2026-03-08 23:30", "2026-03-09 00:30")),
        ("Pacific/Auckland", ("2026-09-26 23:59", "2026-09-27 00:00", "2026-09-27 23:59", "2026-09-28 00:00")),
        ("Europe/Rome", ("2026-10-24 23:59", "2026-10-25 02:30", "2026-10-25 23:59", "2026-10-26 00:00")),
        ("Australia/Lord_Howe", ("2026-10-03 23:59", "2026-10-04 00:00", "2026-10-04 23:59", "2026-10-05 00:00")),
        ("America/Sao_Paulo", ("2018-11-03 23:59", "2018-11-04 01:00", "2018-11-04 23:59", "2018-11-05 00:00")),
    ],
)
def test_date_is_the_local_one_and_local_days_in_a_row_are_a_streak(name: str, local_times: tuple[str, ...]) -> None:
    dates = list_dates(name, *local_times)
    assert dates == [local[:10] for local in local_times]
    assert compute_streak(dates, dates[-1]).current == len(set(dates))


WHOLE_DAY = st.integers(0, 24 * 3600 - 1)


@given(
    st.dates(date(1971, 1, 1), date(2100, 1, 1)),
    WHOLE_DAY,
    WHOLE_DAY,
    st.integers(-14 * 4, 14 * 4).map(lambda quarters: timezone(timedelta(minutes=15 * quarters))),
)
def test_any_times_of_two_days_in_a_row_are_a_streak(day: date, first: int, second: int, zone: tzinfo) -> None:
    midnight = datetime.combine(day, time(), zone)
    moments = [midnight + timedelta(seconds=first), midnight + timedelta(days=1, seconds=second)]
    dates = [get_daily_date(moment.timestamp(), zone) for moment in moments]
    assert dates == [day.isoformat(), (day + timedelta(days=1)).isoformat()]
    assert compute_streak(dates, dates[-1]) == (2, 2)


def test_only_first_match_counts(tmp_path: Path) -> None:
    folders = make_folders(tmp_path)
    store_daily_start(folders, make_result())
    store_daily_start(folders, make_result(match=3))
    store_daily_start(folders, make_result(match=4))
    store_daily_start(folders, make_result(profile="Bruno", match=5))
    store_daily_result(folders, make_result(state="scored", score=99, match=3))
    book, notice = open_daily_results(folders).read()
    assert notice is None
    assert book.find_result(DEAL_DATE, "briscola", "Anna") == make_result()
    store_daily_result(folders, make_result(state="scored", score=70, is_won=True))
    store_daily_result(folders, make_result(state="scored", score=99))
    book, _notice = open_daily_results(folders).read()
    assert book.find_result(DEAL_DATE, "briscola", "Anna") == make_result(state="scored", score=70, is_won=True)
    assert book.find_result(DEAL_DATE, "briscola", "Bruno") == make_result(profile="Bruno", match=5)
    assert book.find_result(DEAL_DATE, "chiamata", "Anna") is None


@check_rows(("dates", "today", "streak"), [
    ((), DEAL_DATE, (0, 0)),
    (("2026-11-22",), DEAL_DATE, (1, 1)),
    (("2026-11-20", "2026-11-21"), DEAL_DATE, (2, 2)),
    (("2026-11-20",), DEAL_DATE, (0, 1)),
    (("2026-10-30", "2026-10-31", "2026-11-01", "2026-11-21", "2026-11-22"), DEAL_DATE, (2, 3)),
    (("2026-11-21", "2026-11-22"), "2026-11-21", (2, 2)),  # the clock was set back
])  # fmt: skip
def test_streak_counts_days_in_a_row_until_a_day_is_missed(
    dates: tuple[str, ...], today: str, streak: tuple[int, int]
) -> None:
    assert compute_streak(dates, today) == streak


def test_unsaved_daily_result_is_stored_when_match_continues(tmp_path: Path) -> None:
    driver, deal = SessionDriver(tmp_path), get_daily_deal(DEAL_DATE, "briscola")
    plain = make_match_setup("you club")
    driver.start_match(
        msgspec.structs.replace(plain, first_dealer=deal.dealer, shuffle_key=deal.key, daily_date=DEAL_DATE)
    )
    driver.play_deal_at_random()
    document = open_daily_results(make_folders(tmp_path))
    document.path.unlink()
    driver.continue_match(2)
    driver.advance_frames(2)
    (result,) = document.read()[0].results
    shown = driver.observation.results[0]
    assert (result.state, result.score, result.is_won) == ("scored", shown.points[0], shown.points[0] > 60)
    assert result.profile.startswith(PROFILE_ID_PREFIX)
