"""The order of a person's hand: stored over a restart, only for themselves, for a single deal, and in no record."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from game.core.cards import Card, parse_cards
from game.match.record import encode_record
from game.session.annotations import HandOrders, parse_hand_orders
from tests.rows import check_rows
from tests.session_driver import HOUR_S, SessionDriver


def reverse_hand(driver: SessionDriver) -> tuple[Card, ...]:
    """Return the viewer's hand in reverse order."""
    seat = driver.seat
    return driver.observation.board.hands[seat][::-1]


def test_hand_order_is_kept_over_restart(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you random")
    driver.advance_to_shown_turn()
    wanted = reverse_hand(driver)
    driver.session.annotations.arrange_hand(wanted)
    driver = driver.restart_program(closed_s=HOUR_S)
    driver.advance_to_shown_turn()
    assert driver.session.annotations.hand_order == wanted
    driver.session.annotations.arrange_hand(())
    driver = driver.restart_program()
    driver.advance_to_shown_turn()
    assert driver.session.annotations.hand_order == ()


def test_hand_order_is_in_no_other_observation_and_no_record(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you")
    driver.advance_to_shown_turn()
    first, before = driver.observation.seat, encode_record(driver.session.host.record)
    driver.session.annotations.arrange_hand(reverse_hand(driver))
    assert driver.session.annotations.hand_order and encode_record(driver.session.host.record) == before
    while driver.observation.seat == first:
        driver.play_random_action(Random(1))
        driver.advance_to_shown_turn()
    assert driver.observation.seat is not None and driver.session.annotations.hand_order == ()


def test_hand_order_applies_to_its_deal_and_seat_only() -> None:
    arrangements = (
        HandOrders()
        .with_order(2, 0, parse_cards("Ad 3d"))
        .with_order(2, 1, parse_cards("2h"))
        .with_order(2, 0, parse_cards("3d Ad"))
    )
    assert (arrangements.get_order(2, 0), arrangements.get_order(2, 1), arrangements.get_order(3, 0)) == (
        parse_cards("3d Ad"),
        parse_cards("2h"),
        (),
    )
    assert arrangements.with_order(3, 1, parse_cards("Kh")).get_order(3, 0) == ()


@check_rows("kept", [None, [], {"all": 3}, {"deal": 1, "all": [{"seat": 0, "hand": "Ad ??"}]}])
def test_damaged_hand_orders_are_discarded(kept: Any) -> None:
    assert parse_hand_orders(kept) == HandOrders()
