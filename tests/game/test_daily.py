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
from tests.fakes import Clock, StorageByHand, folders_in, seating
from tests.house import House

DATE = "2026-11-22"


def result(name: str = "Anna", state: str = "begun", match: int = 2, **changes: int) -> DailyResult:
    return DailyResult(date=DATE, game="briscola", name=name, state=state, match=match, **changes)


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


def test_the_first_match_counts_and_no_other(tmp_path: Path) -> None:
    folders = folders_in(tmp_path)
    begin_daily(folders, result())
    begin_daily(folders, result(match=3))
    begin_daily(folders, result(name=" ANNA", match=4))
    begin_daily(folders, result(name="Bruno", match=5))
    end_daily(folders, result(state="scored", score=9, points=99, match=3))
    book, notice = load_daily(folders)
    assert notice is None
    assert book.of(DATE, "briscola", "anna") == result(), "a name is the same however it is written"
    end_daily(folders, result(state="scored", score=1, points=70))
    end_daily(folders, result(state="scored", score=9, points=99))
    book, _notice = load_daily(folders)
    assert book.of(DATE, "briscola", "anna") == result(state="scored", score=1, points=70)
    assert book.of(DATE, "briscola", "Bruno") == result(name="Bruno", match=5)
    assert book.of(DATE, "chiamata", "Anna") is None


def test_a_result_goes_with_its_person_to_another_name(tmp_path: Path) -> None:
    storage = StorageByHand(folders_in(tmp_path), Clock())
    storage.journal().put_profile("Anna", "#ffffff")
    storage.begin_daily(result())
    storage.rename_profile("Anna", "Anita").result()
    book = load_daily(folders_in(tmp_path))[0]
    assert [one.name for one in book.results] == ["Anita"]
    storage.close()


@pytest.mark.parametrize("data", [b"", b"[]", b'{"results": 1}', b"\xff", b'{"results": [{"date": 1}]}'])
def test_a_damaged_file_is_set_aside_and_named(data: bytes, tmp_path: Path) -> None:
    folders: Folders = folders_in(tmp_path)
    (folders.data / FILE).write_bytes(data)
    book, notice = load_daily(folders)
    assert book == DailyBook()
    assert notice is not None and FILE in notice.text and "\n" not in notice.text
    begin_daily(folders, result())
    assert load_daily(folders)[0].results == (result(),)


def kept(home: Path) -> DailyResult | None:
    return load_daily(folders_in(home))[0].of(DATE, "briscola", "Anna")


def test_the_table_keeps_the_result_of_the_first_deal_once(tmp_path: Path) -> None:
    house = House(tmp_path)
    deal = daily_deal(DATE, "briscola")
    house.table = LocalTable.begin(agreed(deal), 1, storage=house.storage, thinker=house.mind, clock=house.clock)
    house.your_turn()
    assert kept(tmp_path) == result(), "nothing is kept of an open deal but that it was begun"
    house.play_deal()
    house.frame()
    first = house.table.view.result
    assert first is not None
    done = result(state="scored", score=first.scores[0], points=first.points[0])
    assert kept(tmp_path) == done
    house.table.next_deal()
    house.play_deal(2)
    assert kept(tmp_path) == done
    again = LocalTable.begin(agreed(deal), 1, storage=house.storage, thinker=house.mind, clock=house.clock)
    house.table = again
    house.play_deal(3)
    house.frame()
    assert again.export().deals[0].pack == house.record.deals[0].pack
    assert kept(tmp_path) == done, "the second time does not count"
    house.storage.close()


def test_a_result_that_the_program_did_not_live_to_keep_is_kept_when_the_match_goes_on(tmp_path: Path) -> None:
    house = House(tmp_path)
    deal = daily_deal(DATE, "briscola")
    house.table = LocalTable.begin(agreed(deal), 1, storage=house.storage, thinker=house.mind, clock=house.clock)
    house.play_deal()
    (folders_in(tmp_path).data / FILE).unlink()
    saved = house.storage.journal().load(2)
    house.table = LocalTable.resume(saved, storage=house.storage, thinker=house.mind, clock=house.clock)
    house.frame()
    house.frame()
    one = kept(tmp_path)
    assert one is not None and one.over
    house.storage.close()
