"""The seats of a guest: their keys, as they are stored at its machine, and two programs at the same seat."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest

from game.core.cards import parse_cards
from game.network.certificate import load_server_context
from game.network.guest_client import ConnectionState, GuestClient, Person
from game.network.invitation import Invitation, encode_invitation
from game.network.table_files import GuestSeat, open_seat_keys
from game.session.annotations import parse_hand_orders, parse_marks
from game.session.messages import ArrangeHand, MarkSeat
from tests.fakes import make_folders
from tests.game.network.test_server import serve
from tests.network.host import OWNER_KEY, SECRET, Host

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


def has_lobby(client: GuestClient) -> bool:
    return client.lobby is not None


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


# -- two programs at a seat


async def wait_until(is_done: Callable[[], bool]) -> None:
    async with asyncio.timeout(15):
        while not is_done():
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("is_other_killed", [False, True])
def test_of_two_programs_at_a_seat_the_one_that_lives_and_came_last_keeps_it(
    tmp_path: Path, *, is_other_killed: bool
) -> None:
    """Let another program connect with the key of a seat; after a kill, an old connection can arrive late."""
    clients = list[GuestClient]()

    async def talk(port: int, _host: Host) -> None:
        invitation = Invitation(("127.0.0.1",), port, load_server_context(tmp_path)[1], bytes.fromhex(SECRET))
        for number in range(2):
            client = GuestClient(
                invitation, Person("Ann"), clock=time.monotonic, rng=Random(number), owner_key=OWNER_KEY
            )  # fmt: skip
            clients.append(client)
            client.start()
            await wait_until(partial(has_lobby, client))
        first, second = clients
        await wait_until(lambda: not first.is_connected)
        if is_other_killed:
            second.close()
            await wait_until(lambda: first.is_connected)
            assert first.state is ConnectionState.CONNECTED
        else:
            await wait_until(lambda: first.state is ConnectionState.ENDED)
            await wait_until(lambda: second.is_connected)
            assert first.refusal == "displaced"

    try:
        serve(tmp_path, talk)
    finally:
        for client in clients:
            client.close()
