"""Phones that load the page again, lose the network, open a second tab, or meet a host that was started again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game.match.house_rules import RuleSet
from tests.browsers.home import Home, PhoneMaker
from tests.browsers.pages import ChromiumPage
from tests.browsers.phone import Phone, View
from tests.browsers.table import NAMES, ONE_BRISCOLA, is_on_turn, list_choices, open_table
from tests.namespaces.networks import at_machine

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BIDS_AND_TRICKS = RuleSet(game="spades", preset="individual", changes={"target": 200})


def get_stay(view: View) -> tuple[Any, ...]:
    """Return what a phone shows of the table, without what passes."""
    requests = sorted(choice.request for choice in view.choices)
    people = [(seat.seat, seat.portrait, seat.is_you, seat.is_turn) for seat in view.seats]
    return view.place, view.title, view.question, view.hand, view.trick, people, requests


def check_return(home: Home, phone: Phone[ChromiumPage]) -> None:
    """Lose the page, the network and the connection in turn: each time the phone shows the same again."""
    before = get_stay(phone.look())

    def is_back(view: View) -> bool:
        return view.connection == "open" and get_stay(view) == before and not view.missing_pictures

    phone.page.reload()
    phone.wait_for(is_back)
    phone.page.context.set_offline(True)
    phone.wait_for(lambda view: view.is_lost)
    phone.page.context.set_offline(False)
    phone.wait_for(is_back)
    with phone.page.page.expect_websocket():
        home.cut()
    phone.wait_for(is_back)


def test_phone_returns_to_the_same_cards_in_every_phase(home: Home, phones: PhoneMaker, tmp_path: Path) -> None:
    with open_table(tmp_path, home.host, BIDS_AND_TRICKS, 2) as table:
        phone = phones.add(table.link)
        phone.page.open(table.link)
        phone.page.reload()
        phone.join(NAMES[0])
        check_return(home, phone)
        phone.be_ready()
        table.play([phone], lambda views: views[0].place == "table" and is_on_turn(views[0]))
        hand_size = len(phone.hand)
        check_return(home, phone)
        phone.choose(list_choices(phone.look())[0])
        table.play([phone], lambda views: len(views[0].hand) < hand_size and is_on_turn(views[0]))
        phone.raise_card(phone.hand[0])
        check_return(home, phone)
        phone.choose(list_choices(phone.look())[0])
        check_return(home, phone)
        table.owner.starts_next_deals = False  # else the next deal begins while the phone is away
        table.play([phone], lambda views: views[0].place == "result")
        check_return(home, phone)


@pytest.mark.parametrize("part", ["main.js", "parts.js", "page.css", "connection.js", "shuffle.js"])
def test_page_that_misses_a_part_loads_again(home: Home, phones: PhoneMaker, tmp_path: Path, part: str) -> None:
    with open_table(tmp_path, home.host, BIDS_AND_TRICKS, 2) as table:
        phone = phones.add(table.link)
        phone.page.open(table.link)
        phone.join(NAMES[0])
        phone.page.page.route(f"**/{part}", lambda route: route.abort())
        phone.page.reload()
        phone.page.page.wait_for_event("load")
        phone.page.page.unroute(f"**/{part}")
        phone.page.page.wait_for_selector("body[data-connection=open]")


def test_second_tab_takes_the_seat_and_the_first_can_take_it_back(
    home: Home, phones: PhoneMaker, tmp_path: Path
) -> None:
    with open_table(tmp_path, home.host, ONE_BRISCOLA, 2) as table:
        phone = phones.add(table.link)
        phone.join(NAMES[0])
        phone.be_ready()
        table.play([phone], lambda views: bool(views[0].hand))
        second = Phone(ChromiumPage(phone.page.context), table.link)
        hand = phone.hand
        second.page.open(table.link)
        assert second.wait_for_place("table").hand == hand
        phone.wait_for_place("displaced")
        phone.page.tap("#use-here")
        assert phone.wait_for_place("table").hand == hand
        second.wait_for_place("displaced")


def test_phones_find_a_host_that_was_started_again(home: Home, phones: PhoneMaker, tmp_path: Path) -> None:
    with open_table(tmp_path, home.host, ONE_BRISCOLA, 2) as table:
        phone = phones.add(table.link)
        phone.join(NAMES[0])
        phone.be_ready()
        table.play([phone], lambda views: bool(views[0].hand))
        hand = phone.hand
        table.host.kill()
        phone.wait_for(lambda view: view.is_lost)
        with at_machine(home.host):
            table.host.start()
        phone.page.tap("#try-now")
        view = phone.wait_for(lambda view: view.connection == "open" and not view.missing_pictures)
        assert view.hand == hand and not view.is_lost
        table.play([phone], lambda views: views[0].hand != hand)


def test_lost_phone_is_shown_as_away_and_comes_back_to_its_turn(home: Home, phones: PhoneMaker, tmp_path: Path) -> None:
    """Lose a phone whose connection nobody closes, as one that is out of reach."""
    with open_table(tmp_path, home.host, ONE_BRISCOLA, 3) as table:
        ada, bruno = (phones.add(table.link) for _phone in range(2))
        for phone, name in zip((ada, bruno), NAMES, strict=False):
            phone.join(name)
            phone.be_ready()
        table.play([ada, bruno], lambda views: bool(views[0].hand))
        ada.page.context.set_offline(True)
        bruno.wait_for(lambda view: [seat for seat in view.seats if seat.is_away])
        ada.page.context.set_offline(False)
        bruno.wait_for(lambda view: not [seat for seat in view.seats if seat.is_away])
        hand = ada.hand
        table.play([ada, bruno], lambda views: views[0].hand != hand)
