"""The daily deal: the same for everyone on a date; the first time counts, and its result is kept."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from game.daily import DailyBook, DailyResult, daily_deal, date_of
from game.deal_code import CodedDeal
from game.local_table import LocalTable
from game.rules import GAMES
from game.seating import Seating
from game.store.daily import FILE, begin_daily, end_daily, load_daily
from game.store.files import Folders
from tests.fakes import folders_in, seating
from tests.game.test_table import House

DATE = "2026-11-22"


def result(name: str = "Anna", state: str = "begun", **changes: object) -> DailyResult:
    return msgspec.structs.replace(DailyResult(date=DATE, game="briscola", name=name, state=state), **changes)


def agreed(deal: CodedDeal) -> Seating:
    plain = seating("you club")
    return msgspec.structs.replace(plain, dealer=deal.dealer, key=deal.key, daily=DATE)


def test_every_date_and_game_has_its_own_deal() -> None:
    dates = [date_of(86400.0 * day) for day in range(400)]
    assert dates[0] == "1970-01-01"
    assert len({daily_deal(date, game).key for date in dates for game in GAMES}) == 400 * len(GAMES)
    for game in GAMES:
        dealers = {daily_deal(date, game).dealer for date in dates}
        assert dealers == set(range(GAMES[game].proposed_seats))


def test_the_date_is_the_same_all_over_the_world() -> None:
    noon = datetime(2026, 11, 22, 12, tzinfo=UTC).timestamp()
    assert date_of(noon) == date_of(noon + 11.9 * 3600) == DATE
    assert date_of(noon + 12.1 * 3600) == "2026-11-23"


def test_the_first_time_counts(tmp_path: Path) -> None:
    folders = folders_in(tmp_path)
    assert begin_daily(folders, result())
    assert not begin_daily(folders, result())
    assert not begin_daily(folders, result(name=" ANNA")), "a name is the same however it is written"
    assert begin_daily(folders, result(name="Bruno"))
    end_daily(folders, result(state="scored", score=1, points=70))
    end_daily(folders, result(state="scored", score=9, points=99))
    book, notice = load_daily(folders)
    assert notice is None
    assert book.of(DATE, "briscola", "anna") == result(state="scored", score=1, points=70)
    assert book.of(DATE, "briscola", "Bruno") == result(name="Bruno")
    assert book.of(DATE, "chiamata", "Anna") is None


def test_a_result_that_nobody_began_is_not_kept() -> None:
    assert DailyBook().ended(result(state="scored")) == DailyBook()


@pytest.mark.parametrize("data", [b"", b"[]", b'{"results": 1}', b"\xff", b'{"results": [{"date": 1}]}'])
def test_a_damaged_file_is_set_aside_and_named(data: bytes, tmp_path: Path) -> None:
    folders: Folders = folders_in(tmp_path)
    (folders.data / FILE).write_bytes(data)
    book, notice = load_daily(folders)
    assert book == DailyBook()
    assert notice is not None and FILE in notice.text and "\n" not in notice.text
    assert begin_daily(folders, result())


def test_the_table_keeps_the_result_of_the_first_deal_once(tmp_path: Path) -> None:
    house = House(tmp_path)
    folders = folders_in(tmp_path)
    begin_daily(folders, result())
    deal = daily_deal(DATE, "briscola")
    house.table = LocalTable.begin(agreed(deal), 1, storage=house.storage, thinker=house.mind, clock=house.clock)
    house.your_turn()
    kept = load_daily(folders)[0].of(DATE, "briscola", "Anna")
    assert kept == result(), "nothing is kept of an open deal"
    house.play_deal()
    house.frame()
    first = house.table.view.result
    assert first is not None
    kept = load_daily(folders)[0].of(DATE, "briscola", "Anna")
    assert kept == result(state="scored", score=first.scores[0], points=first.points[0])
    house.table.next_deal()
    house.play_deal(2)
    assert load_daily(folders)[0].of(DATE, "briscola", "Anna") == kept
    house.storage.close()


def test_a_result_that_the_program_did_not_live_to_keep_is_kept_when_the_match_goes_on(tmp_path: Path) -> None:
    house = House(tmp_path)
    folders = folders_in(tmp_path)
    deal = daily_deal(DATE, "briscola")
    house.table = LocalTable.begin(agreed(deal), 1, storage=house.storage, thinker=house.mind, clock=house.clock)
    house.play_deal()  # nobody began it as the daily deal yet: its result went nowhere
    begin_daily(folders, result())
    saved = house.storage.journal().load(2)
    house.table = LocalTable.resume(saved, storage=house.storage, thinker=house.mind, clock=house.clock)
    house.frame()
    house.frame()
    kept = load_daily(folders)[0].of(DATE, "briscola", "Anna")
    assert kept is not None and kept.over
    house.storage.close()
