"""The keys of a guest's seats, as they are stored at its machine."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest

from game.core.cards import parse_cards
from game.network.guest_client import GuestClient, Person
from game.network.invitation import Invitation, encode_invitation
from game.network.table_files import GuestSeat, open_seat_keys
from game.session.annotations import parse_hand_orders, parse_marks
from game.session.messages import ArrangeHand, MarkSeat
from tests.fakes import make_folders

NOBODY = Invitation(("127.0.0.1",), 1, bytes(32), bytes(16))


@pytest.mark.parametrize("forgets_seat", [False, True])
def test_seat_is_forgotten_when_its_key_is_no_longer_needed(tmp_path: Path, forgets_seat: bool) -> None:
    seat_keys = open_seat_keys(make_folders(tmp_path))
    seat = GuestSeat(key="ab" * 32, invitation=encode_invitation(NOBODY), table="Bar Sport", name="Ann")
    seat_keys.update(lambda keys: keys.with_seat(NOBODY, seat))
    client = GuestClient(NOBODY, Person("Ann"), clock=time.monotonic, rng=Random(1), seat_keys=seat_keys)
    client.start()
    client.close(timeout_s=10.0, forgets_seat=forgets_seat)
    assert bool(seat_keys.read()[0].seats) != forgets_seat


def test_notes_are_stored_in_the_background_while_the_host_is_away(tmp_path: Path) -> None:
    seat_keys = open_seat_keys(make_folders(tmp_path))
    seat = GuestSeat(key="ab" * 32, invitation=encode_invitation(NOBODY), table="Bar Sport", name="Ann")
    seat_keys.update(lambda keys: keys.with_seat(NOBODY, seat))
    client = GuestClient(NOBODY, Person("Ann"), clock=time.monotonic, rng=Random(1), seat_keys=seat_keys)
    client.start()
    while client.lost_at is None:
        time.sleep(0.01)
    client.keep_note(2, 0, MarkSeat(1, "friend"))
    client.keep_note(2, 0, ArrangeHand(parse_cards("3d Ad")))
    client.close(timeout_s=10.0)
    (stored,) = seat_keys.read()[0].seats.values()
    assert parse_marks(stored.marks).get_marks(2, 0) == {1: "friend"}
    assert parse_hand_orders(stored.hand_orders).get_order(2, 0) == parse_cards("3d Ad")
