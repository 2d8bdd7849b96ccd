"""A guest finds its host by any way of the invitation, and follows it when its ways change."""

from __future__ import annotations

import asyncio
import shutil
import ssl
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import msgspec
import pytest

from game.network.certificate import load_server_context
from game.network.guest_client import GuestClient
from game.network.invitation import Endpoint, Invitation, RelayPlace, decode_invitation, encode_invitation
from game.network.messages import Reach, Ways
from game.network.reach import HostReach
from game.network.server import TableServer
from game.network.table_files import open_seat_keys
from game.storage.files import Folders
from tests.network.clients import open_client, serve, wait_for
from tests.network.host import SECRET, Host
from tests.network.people import ShortPauses
from tests.network.relays import LOOPBACK, open_relay_server, open_table_behind
from tests.rows import check_rows
from tests.stored_matches import make_memory_folder

replace = msgspec.structs.replace
DEAD = Endpoint(LOOPBACK, 1)


def is_welcome(client: GuestClient) -> bool:
    return client.welcome is not None


@asynccontextmanager
async def open_false_machines(home: Path) -> AsyncIterator[list[Endpoint]]:
    """Run a machine with another certificate, one that speaks no TLS, and one that never says a word."""
    context = load_server_context(home / "other")[0]

    async def speak(words: bytes, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(words)

    async def open_machine(words: bytes, context: ssl.SSLContext | None = None) -> asyncio.Server:
        return await asyncio.start_server(partial(speak, words), LOOPBACK, 0, ssl=context)

    machines = [await open_machine(b"OK\n", context), await open_machine(b"OK\nhello"), await open_machine(b"")]
    try:
        yield [Endpoint(LOOPBACK, machine.sockets[0].getsockname()[1]) for machine in machines]
    finally:
        for machine in machines:
            machine.close()


@check_rows("right_way", ["addresses", "outer", "relay"])
def test_first_way_that_proves_to_be_the_host_is_used_whatever_the_others_are(right_way: str) -> None:
    async def come(home: Path) -> None:
        host = Host(home / "host")
        async with (
            open_false_machines(home) as false_machines,
            open_relay_server() as relay_port,
            open_table_behind(relay_port, host, home) as reach,
        ):
            good, relay = Endpoint(LOOPBACK, reach.port), host.invitation.relay
            for false in (DEAD, *false_machines):
                invitation = replace(
                    host.invitation, port=good.port if right_way == "addresses" else false.port, addresses=(LOOPBACK,),
                    outer=(*false_machines, good if right_way == "outer" else DEAD),
                    relay=relay if right_way == "relay" else RelayPlace(LOOPBACK, false.port, bytes(16)),
                )  # fmt: skip
                client = open_client(invitation)
                await wait_for(partial(is_welcome, client), 4.0)
                await asyncio.to_thread(client.close)

    home = make_memory_folder()
    asyncio.run(asyncio.wait_for(come(home), 30))
    shutil.rmtree(home)


def test_guest_follows_its_host_to_another_port_and_keeps_the_way(tmp_path: Path) -> None:
    folders = Folders(*[tmp_path] * 3)

    async def come() -> None:
        host, (context, fingerprint) = Host(tmp_path / "host"), load_server_context(tmp_path)
        servers = [TableServer(host.table, context, time.monotonic) for _server in range(2)]
        first_port, second_port = (server.listen(0) for server in servers)
        running = asyncio.create_task(servers[0].run())
        invitation = Invitation((LOOPBACK,), first_port, fingerprint, bytes.fromhex(SECRET))
        moved = encode_invitation(replace(invitation, port=second_port, outer=(DEAD,)))
        client = open_client(invitation, "Bob", rng=ShortPauses(1), seat_keys=open_seat_keys(folders))
        owner = host.join("Ann", is_owner=True)
        await wait_for(lambda: client.lobby is not None)
        host.table.tell_ways(Ways(invitation=moved), Reach(router="probably"))
        await wait_for(lambda: client.invitation.port == second_port)
        host.table.tell_ways(Ways(invitation=moved), Reach(router="no_router"))
        client.report_ready()
        await wait_for(lambda: client.lobby is not None and client.lobby.seats[1].is_ready)
        owner.start_match()
        await wait_for(lambda: bool(client.seat.key))
        servers[0].stop()
        await running
        running = asyncio.create_task(servers[1].run())
        await wait_for(lambda: client.lost_at is None and client.is_connected)
        assert decode_invitation(client.seat.invitation).port == second_port
        await asyncio.to_thread(client.close)
        stored = open_seat_keys(folders).read()[0].find_seat(invitation)
        assert stored is not None and stored.invitation == moved and stored.key == client.seat.key
        owner.read()
        told = [message for message in owner.messages if isinstance(message, (Ways, Reach))]
        assert told == [Ways(invitation=moved), Reach(router="probably"), Reach(router="no_router")]
        assert client.reach is None, "the owner alone is told what is known"
        servers[1].stop()
        await running

    asyncio.run(asyncio.wait_for(come(), 30))


def test_ways_of_another_table_are_not_used(tmp_path: Path) -> None:
    async def talk(_port: int, host: Host) -> None:
        client = open_client(host.invitation)
        await wait_for(partial(is_welcome, client))
        for other in ({"secret": bytes(16)}, {"fingerprint": bytes(32)}, {"port": 9}):
            ways = Ways(invitation=encode_invitation(replace(host.invitation, **other)))
            host.table.tell_ways(ways, Reach())
        await wait_for(lambda: client.invitation.port == 9)
        assert client.invitation == replace(host.invitation, port=9)
        await asyncio.to_thread(client.close)

    serve(tmp_path, talk)


def test_invitation_follows_the_addresses_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.network.reach.ADDRESSES_INTERVAL_S", 0.0)
    lists = iter([("192.0.2.1",), ("192.0.2.7",)])
    monkeypatch.setattr("game.network.reach.list_own_addresses", lambda: next(lists))
    reach, invitations = HostReach(("192.0.2.1",), 4000), list[Invitation]()
    reach.on_change = lambda: invitations.append(reach.make_invitation(bytes(32), bytes(16)))
    with pytest.raises(RuntimeError, match="StopIteration"):
        asyncio.run(reach.watch_addresses())
    assert invitations == [Invitation(("192.0.2.7",), 4000, bytes(32), bytes(16))]
