"""The daily deal: the same for everyone on a date; only the first try counts, and its result is stored."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.match.setup import MatchSetup
from game.rules import GAMES
from game.session.local import LocalSession
from game.shuffling.daily_deal import DailyResult, DailyResults, compute_streak, get_daily_date, get_daily_deal
from game.shuffling.deal_codes import DealSpec
from game.storage.daily_results import open_daily_results, store_daily_result, store_daily_start
from game.storage.files import Folders
from tests.fakes import PROFILE_ID_PREFIX, make_folders, make_match_setup
from tests.session_driver import SessionDriver

DEAL_DATE = "2026-11-22"


def make_result(profile: str = "Anna", state: str = "begun", match: int = 2, **changes: Any) -> DailyResult:
    return DailyResult(date=DEAL_DATE, game="briscola", profile=profile, state=state, match=match, **changes)


def make_daily_setup(deal: DealSpec) -> MatchSetup:
    plain = make_match_setup("you club")
    return msgspec.structs.replace(plain, first_dealer=deal.dealer, shuffle_key=deal.key, daily_date=DEAL_DATE)


def test_every_date_and_game_has_its_own_deal() -> None:
    dates = [get_daily_date(86400.0 * day) for day in range(400)]
    assert dates[0] == "1970-01-01"
    assert len({get_daily_deal(date, game).key for date in dates for game in GAMES}) == 400 * len(GAMES)
    for game in GAMES:
        dealers = {get_daily_deal(date, game).dealer for date in dates}
        assert dealers == set(range(GAMES[game].proposed_seat_count))


def test_date_is_the_same_in_every_time_zone() -> None:
    noon = datetime(2026, 11, 22, 12, tzinfo=UTC).timestamp()
    assert get_daily_date(noon) == get_daily_date(noon + 11.9 * 3600) == DEAL_DATE
    assert get_daily_date(noon + 12.1 * 3600) == "2026-11-23"


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


@pytest.mark.parametrize(("dates", "streak"), [
    ((), (0, 0)),
    (("2026-11-22",), (1, 1)),
    (("2026-11-20", "2026-11-21"), (2, 2)),
    (("2026-11-20",), (0, 1)),
    (("2026-10-30", "2026-10-31", "2026-11-01", "2026-11-21", "2026-11-22"), (2, 3)),
])  # fmt: skip
def test_streak_counts_days_in_a_row_until_a_day_is_missed(dates: tuple[str, ...], streak: tuple[int, int]) -> None:
    assert compute_streak(dates, DEAL_DATE) == streak


@pytest.mark.parametrize("data", [b"", b"[]", b'{"results": 1}', b"\xff", b'{"results": [{"date": 1}]}'])
def test_damaged_file_is_set_aside_and_reported(data: bytes, tmp_path: Path) -> None:
    folders: Folders = make_folders(tmp_path)
    open_daily_results(folders).path.write_bytes(data)
    book, notice = open_daily_results(folders).read()
    assert book == DailyResults()
    assert notice is not None and open_daily_results(folders).path.name in notice.text and "\n" not in notice.text
    store_daily_start(folders, make_result())
    assert open_daily_results(folders).read()[0].results == (make_result(),)


def load_results(home: Path) -> DailyResult | None:
    """Return the stored result, if there is one, with an id that a test knows."""
    results = open_daily_results(make_folders(home)).read()[0].results
    assert all(result.profile.startswith(PROFILE_ID_PREFIX) for result in results)
    return msgspec.structs.replace(results[0], profile="Anna") if results else None


def test_session_stores_result_of_first_deal_once(tmp_path: Path) -> None:
    house = SessionDriver(tmp_path)
    deal = get_daily_deal(DEAL_DATE, "briscola")
    house.session = LocalSession.start(
        make_daily_setup(deal), 1, storage=house.storage, ai_client=house.ai_client, clock=house.clock
    )
    house.advance_to_person()
    assert load_results(tmp_path) == make_result(), "nothing is kept of an open deal but that it was begun"
    house.play_deal_at_random()
    house.advance_frame()
    first = house.session.observation.result
    assert first is not None
    done = make_result(state="scored", score=first.points[0], is_won=first.points[0] > 60)
    assert load_results(tmp_path) == done
    house.session.course.start_next_deal()
    house.play_deal_at_random(2)
    assert load_results(tmp_path) == done
    again = LocalSession.start(
        make_daily_setup(deal), 1, storage=house.storage, ai_client=house.ai_client, clock=house.clock
    )
    house.session = again
    house.play_deal_at_random(3)
    house.advance_frame()
    assert again.host.export_record().deals[0].pack == house.record.deals[0].pack
    assert load_results(tmp_path) == done, "the second time does not count"
    house.storage.close()


def test_unsaved_daily_result_is_stored_when_match_continues(tmp_path: Path) -> None:
    house = SessionDriver(tmp_path)
    deal = get_daily_deal(DEAL_DATE, "briscola")
    house.session = LocalSession.start(
        make_daily_setup(deal), 1, storage=house.storage, ai_client=house.ai_client, clock=house.clock
    )
    house.play_deal_at_random()
    open_daily_results(make_folders(tmp_path)).path.unlink()
    saved = house.storage.get_repository().load_match(2)
    house.session = LocalSession.resume(saved, storage=house.storage, ai_client=house.ai_client, clock=house.clock)
    house.advance_frame()
    house.advance_frame()
    result = load_results(tmp_path)
    assert result is not None and result.is_over
    house.storage.close()
