"""The seats of a guest: their keys, as they are stored at its machine, and two programs at the same seat."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from game.core.cards import parse_cards
from game.network.guest_client import ConnectionState, GuestClient
from game.network.invitation import Invitation, encode_invitation
from game.network.table_files import GuestSeat, open_seat_keys
from game.session.annotations import parse_hand_orders, parse_marks
from game.session.messages import ArrangeHand, MarkSeat
from tests.fakes import make_folders
from tests.network.clients import has_lobby, open_client, serve, wait_for, wait_until
from tests.network.host import OWNER_KEY, Host

NOBODY = Invitation(("127.0.0.1",), 1, bytes(32), bytes(16))


@pytest.mark.parametrize("forgets_seat", [False, True])
def test_seat_is_forgotten_when_its_key_is_no_longer_needed(tmp_path: Path, forgets_seat: bool) -> None:
    seat_keys = open_seat_keys(make_folders(tmp_path))
    seat = GuestSeat(key="ab" * 32, invitation=encode_invitation(NOBODY), table="Bar Sport", name="Ann")
    seat_keys.update(lambda keys: keys.with_seat(NOBODY, seat))
    client = open_client(NOBODY, seat_keys=seat_keys)
    client.close(timeout_s=10.0, forgets_seat=forgets_seat)
    assert bool(seat_keys.read()[0].seats) != forgets_seat


def test_notes_are_stored_in_the_background_while_the_host_is_away(tmp_path: Path) -> None:
    seat_keys = open_seat_keys(make_folders(tmp_path))
    seat = GuestSeat(key="ab" * 32, invitation=encode_invitation(NOBODY), table="Bar Sport", name="Ann")
    seat_keys.update(lambda keys: keys.with_seat(NOBODY, seat))
    client = open_client(NOBODY, seat_keys=seat_keys)
    wait_until(lambda: client.lost_at is not None)
    client.keep_note(2, 0, MarkSeat(1, "friend"))
    client.keep_note(2, 0, ArrangeHand(parse_cards("3d Ad")))
    client.close(timeout_s=10.0)
    (stored,) = seat_keys.read()[0].seats.values()
    assert parse_marks(stored.marks).get_marks(2, 0) == {1: "friend"}
    assert parse_hand_orders(stored.hand_orders).get_order(2, 0) == parse_cards("3d Ad")


# -- two programs at a seat


@pytest.mark.parametrize("is_other_killed", [False, True])
def test_of_two_programs_at_a_seat_the_one_that_lives_and_came_last_keeps_it(
    tmp_path: Path, *, is_other_killed: bool
) -> None:
    """Let another program connect with the key of a seat; after a kill, an old connection can arrive late."""
    clients = list[GuestClient]()

    async def talk(_port: int, host: Host) -> None:
        for _number in range(2):
            client = open_client(host.invitation, owner_key=OWNER_KEY)
            clients.append(client)
            await wait_for(partial(has_lobby, client))
        first, second = clients
        await wait_for(lambda: not first.is_connected)
        if is_other_killed:
            second.close()
            await wait_for(lambda: first.is_connected)
            assert first.state is ConnectionState.CONNECTED
        else:
            await wait_for(lambda: first.state is ConnectionState.ENDED)
            await wait_for(lambda: second.is_connected)
            assert first.refusal == "displaced"

    try:
        serve(tmp_path, talk)
    finally:
        for client in clients:
            client.close()
