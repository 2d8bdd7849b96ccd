"""Whole short matches with phones, in Chromium and Firefox."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from game.match.house_rules import RuleSet
from game.match.record import FAIRNESS_KEY
from game.network.messages import EndTable
from game.shuffling.commitments import verify_record
from tests.browsers.firefox import Firefox
from tests.browsers.home import Home, PhoneMaker
from tests.browsers.phone import Phone, View
from tests.browsers.table import NAMES, ONE_BRISCOLA, ONE_CHIAMATA, SHORT_MATCHES, BrowserTable, open_table
from tests.toy_game import TOY, register_temporarily

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TOY_PROGRAM: Final = ("-m", "tests.browsers.toy_program")


def join_all(phones: PhoneMaker, table: BrowserTable, *names: str) -> list[Phone[Any]]:
    """Return phones that have joined the table and are ready."""
    joined: list[Phone[Any]] = [phones.add(table.link) for _name in names]
    for phone, name in zip(joined, names, strict=True):
        phone.join(name)
        phone.be_ready()
    return joined


def is_over(views: list[View]) -> bool:
    return all(view.place == "result" for view in views)


def check_record(table: BrowserTable, people: int) -> None:
    """Check that the phones contributed to the shuffles, and that the record proves its packs."""
    record = table.read_record()
    proof = verify_record(record)
    assert proof.problem is None and proof.verified_deal_count == len(record.deals)
    for deal in record.deals:
        assert [len(words) for words in deal.extra[FAIRNESS_KEY]["rounds"]][-1] == people
        assert all(word["word"] for word in deal.extra[FAIRNESS_KEY]["rounds"][-1])


def check_fairness(phone: Phone[Any]) -> None:
    """Check what the page says that it could check of its host."""
    phone.open_panel("menu")
    checks = phone.read_checks()
    assert checks.keys() >= {"seal", "word", "pack"} and "no" not in checks.values()
    assert [checks[name] for name in ("seal", "word", "pack")] == ["yes"] * 3


def test_owner_two_phones_and_two_programs_play_a_match(home: Home, phones: PhoneMaker, tmp_path: Path) -> None:
    with open_table(tmp_path, home.host, ONE_CHIAMATA, 5) as table:
        table.add_programs(*NAMES[2:])
        joined = join_all(phones, table, *NAMES[:2])
        table.play(joined, lambda views: table.owner.is_done and is_over(views))
        check_record(table, 5)
        for phone in joined:
            assert phone.look().result
            check_fairness(phone)


def test_owner_and_phones_play_a_deal_and_the_owner_ends_the_table(
    home: Home, phones: PhoneMaker, tmp_path: Path
) -> None:
    """Play a deal of Muscio; `test_page` goes through one of Spades."""
    with open_table(tmp_path, home.host, *SHORT_MATCHES["muscio"]) as table:
        joined = join_all(phones, table, *NAMES[:3])
        table.play(joined, is_over)
        table.owner.client.send(EndTable())
        for phone in joined:
            view = phone.wait_for_place("ended")
            assert view.title == "The host has closed the table." and not (view.hand or view.choices or view.seats)


def test_four_phones_play_while_the_screen_is_the_table(home: Home, phones: PhoneMaker, tmp_path: Path) -> None:
    with open_table(tmp_path, home.host, ONE_BRISCOLA, 4) as table:
        table.become_table()
        joined = join_all(phones, table, *NAMES)
        table.start(*NAMES)
        table.play(joined, is_over)


@register_temporarily()
def test_phone_plays_a_game_that_the_page_has_never_seen(home: Home, phones: PhoneMaker, tmp_path: Path) -> None:
    toy = RuleSet(game=TOY.id, preset="plain", changes={})
    with open_table(tmp_path, home.host, toy, 2, program=TOY_PROGRAM) as table:
        (phone,) = join_all(phones, table, NAMES[0])
        table.play([phone], lambda views: table.owner.is_done and is_over(views))


def test_firefox_plays_a_match(home: Home, firefox: Firefox, tmp_path: Path) -> None:
    with open_table(tmp_path, home.host, ONE_BRISCOLA, 3) as table:
        joined: list[Phone[Any]] = [Phone(firefox.add_phone(), table.link) for _seat in range(2)]
        for phone, name in zip(joined, NAMES, strict=False):
            phone.join(name)
            phone.be_ready()
        table.play(joined, lambda views: table.owner.is_done and is_over(views))
        check_record(table, 3)
