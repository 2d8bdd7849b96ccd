"""A relay that lies about the bytes between guest and host learns nothing, and can only cut."""

from __future__ import annotations

import asyncio
import shutil
import ssl
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import msgspec
from hypothesis import event, given, settings
from hypothesis import strategies as st

from game.network.certificate import load_server_context
from game.network.guest_client import ConnectionState, GuestClient
from game.network.invitation import RELAY_TABLE_BYTES, Endpoint, Invitation, RelayPlace
from game.network.messages import Lobby
from game.network.server import TableServer
from tests.network.clients import has_lobby, open_client, wait_for
from tests.network.host import SECRET, Guest, Host
from tests.network.people import ShortPauses
from tests.network.relays import LOOPBACK
from tests.stored_matches import make_memory_folder

RECORD_HEADER_BYTES = 5
PLACE = bytes(RELAY_TABLE_BYTES)
CUT_AFTER_S = 0.05
PLAIN_WELCOME = b'\x17\x03\x03\x00\x20{"type": "welcome", "state": "x"}'
"""Bytes of no TLS in the form of one of its records."""


class Lie(NamedTuple):
    """A change that a relay makes to a record of TLS, which has a number in its direction, to the host or the guest."""

    kind: str
    is_to_host: bool
    number: int
    place: int = 0


LIES = st.builds(
    Lie, st.sampled_from(("change", "cut", "drop", "echo", "exchange", "insert", "repeat", "replay", "shorten")),
    st.booleans(), st.integers(0, 8), st.integers(0, 2000),
)  # fmt: skip


class LyingRelay:
    """A relay that leads to the port of a host and tells ``lies`` in its first connection after they are set.

    ``seen``: all bytes that it has copied. ``told_count``: the lies that it has told.
    """

    def __init__(self, host_port: int) -> None:
        self.lies: tuple[Lie, ...] = ()
        self.seen = bytearray()
        self.told_count = 0
        self._host_port = host_port
        self._records: dict[bool, list[bytes]] = {False: [], True: []}
        """The records of all connections by direction, with which it can replay."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Lead a guest to the host."""
        assert await reader.readline() == f"GUEST {PLACE.hex()}\n".encode()
        host_reader, host_writer = await asyncio.open_connection(LOOPBACK, self._host_port)
        writer.write(b"OK\n")
        lies, self.lies = self.lies, ()
        copies = [
            asyncio.create_task(self._copy(True, reader, host_writer, writer, lies)),
            asyncio.create_task(self._copy(False, host_reader, writer, host_writer, lies)),
        ]
        await asyncio.wait(copies, return_when=asyncio.FIRST_COMPLETED)
        for copy in copies:
            copy.cancel()
        for end in (writer, host_writer):
            end.transport.abort()

    async def _copy(
        self, is_to_host: bool, source: asyncio.StreamReader, target: asyncio.StreamWriter,
        back: asyncio.StreamWriter, lies: Sequence[Lie],
    ) -> None:  # fmt: skip
        """Copy records until a lie was told, and cut the connection a moment later."""
        earlier = b""
        lie_by_number = {lie.number: lie for lie in lies if lie.is_to_host is is_to_host}
        with suppress(asyncio.IncompleteReadError, OSError):
            for number in range(10_000):
                header = await source.readexactly(RECORD_HEADER_BYTES)
                record = header + await source.readexactly(int.from_bytes(header[3:], "big"))
                self.seen += record
                lie = lie_by_number.get(number)
                if lie is None:
                    target.write(record)
                else:
                    self.told_count += 1
                    for data in _lie_about(lie, record, earlier, self._records[is_to_host]):
                        (back if lie.kind == "echo" else target).write(data)
                    await asyncio.sleep(0.0 if lie.kind == "cut" else CUT_AFTER_S)
                    return
                self._records[is_to_host].append(record)
                earlier = record


def _lie_about(lie: Lie, record: bytes, earlier: bytes, of_others: list[bytes]) -> list[bytes]:
    """Return what the relay sends in place of a record."""
    place = lie.place % len(record)
    match lie.kind:
        case "change":
            return [record[:place] + bytes([record[place] ^ 1 << lie.place % 8]) + record[place + 1 :]]
        case "shorten":
            return [record[:place]]
        case "repeat":
            return [record, record]
        case "exchange":
            return [record, earlier]
        case "insert":
            return [PLAIN_WELCOME, record]
        case "replay":
            return [of_others[lie.place % len(of_others)] if of_others else PLAIN_WELCOME]
        case "echo":
            return [record]
    return []


@cache
def load_context() -> tuple[ssl.SSLContext, bytes]:
    """Return the TLS context of all hosts here, and the fingerprint of its certificate."""
    folder = make_memory_folder()
    try:
        return load_server_context(folder)
    finally:
        shutil.rmtree(folder)


def is_alone(ann: Guest) -> bool:
    return [seat.name for seat in ann.lobby.seats] == ["Ann", ""]


def is_ready(client: GuestClient) -> bool:
    return client.lobby is not None and client.lobby.seats[-1].is_ready


async def check_lies(home: Path, lies: Sequence[Lie]) -> None:
    """Let a guest come by a relay that lies at first: they come in as if it had only cut the connection."""
    host, (context, fingerprint) = Host(home), load_context()
    ann = host.join("Ann", is_owner=True)
    server = TableServer(host.table, context, time.monotonic)
    relay = LyingRelay(server.listen(0))
    relay_server = await asyncio.start_server(relay.serve, LOOPBACK, 0)
    place = RelayPlace(LOOPBACK, relay_server.sockets[0].getsockname()[1], PLACE)
    invitation = Invitation((), 1, fingerprint, bytes.fromhex(SECRET), (Endpoint(LOOPBACK, 1),), place)
    running = asyncio.create_task(server.run())
    try:
        for told in ((), tuple(lies)):  # an honest connection first, whose bytes can be replayed
            relay.lies = told
            client = open_client(invitation, "Bob", rng=ShortPauses(1))
            try:
                await wait_for(partial(has_lobby, client))
                client.report_ready()
                while not is_ready(client):  # the message can be lost with the connection
                    await wait_for(lambda: client.is_connected)  # noqa: B023
                    client.report_ready()
                    await asyncio.sleep(0.01)
                assert client.check.fault is None and not client.refusal
                assert client.lobby == msgspec.structs.replace(ann.lobby, your_seat=1)
            finally:
                await asyncio.to_thread(client.close)
            await wait_for(partial(is_alone, ann))
        seen_names = {seat.name for lobby in ann.messages if isinstance(lobby, Lobby) for seat in lobby.seats}
        assert seen_names == {"", "Ann", "Bob"} and not ann.refusal
        for secret in (bytes.fromhex(SECRET), SECRET.encode(), b"Bob", b"lobby", b"Upgrade"):
            assert secret not in relay.seen
        event(f"{relay.told_count} lies told")
    finally:
        server.stop()
        relay_server.close()
        await running
        host.table.close()
        host.storage.close()
        shutil.rmtree(home)


@given(st.lists(LIES, min_size=1, max_size=3))
@settings(max_examples=12)
def test_relay_that_lies_can_only_cut(lies: list[Lie]) -> None:
    asyncio.run(asyncio.wait_for(check_lies(make_memory_folder(), lies), 60))


def test_relay_that_leads_to_another_host_gets_no_byte_of_the_request() -> None:
    received = bytearray()

    async def lead(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(b"OK\n")
        await writer.start_tls(load_context()[0])
        received.extend(await reader.read())
        writer.close()

    async def come() -> None:
        relay_server = await asyncio.start_server(lead, LOOPBACK, 0)
        place = RelayPlace(LOOPBACK, relay_server.sockets[0].getsockname()[1], PLACE)
        client = open_client(Invitation((LOOPBACK,), 1, bytes(32), bytes.fromhex(SECRET), (), place))
        await wait_for(lambda: client.state is ConnectionState.ENDED)
        assert client.refusal == "wrong_host" and not received
        relay_server.close()

    asyncio.run(asyncio.wait_for(come(), 20))
