"""A relay in the process of the test, and a table whose host is behind it."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random

from game.network.certificate import load_server_context
from game.network.invitation import Endpoint
from game.network.reach import HostReach
from game.network.relay import Relay
from game.network.relay_client import RelayWay
from game.network.server import TableServer
from tests.network.clients import wait_for
from tests.network.host import SECRET, Host

LOOPBACK = "127.0.0.1"


@asynccontextmanager
async def open_relay_server(
    *, word: str = "", max_tables: int = 10, clock: Callable[[], float] = time.monotonic
) -> AsyncIterator[int]:
    """Run a relay and return its port."""
    relay = Relay(word, max_tables, clock)
    open_port = relay.listen(0)
    running = asyncio.create_task(relay.run())
    try:
        yield open_port
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


@asynccontextmanager
async def open_table_behind(port: int, host: Host, home: Path, *, word: str = "") -> AsyncIterator[HostReach]:
    """Serve a table whose ``host.invitation`` leads to the relay at ``port`` alone."""
    context, fingerprint = load_server_context(home)
    server = TableServer(host.table, context, time.monotonic)
    reach = HostReach((), server.listen(0))
    way = asyncio.create_task(RelayWay(Endpoint(LOOPBACK, port), word, Random(1)).run(host.table, server, reach))
    running = asyncio.create_task(server.run())
    try:
        await wait_for(lambda: reach.relay is not None)
        reach.endpoints = (Endpoint(LOOPBACK, 1),)  # nobody answers there
        host.invitation = reach.make_invitation(fingerprint, bytes.fromhex(SECRET))
        yield reach
    finally:
        way.cancel()
        server.stop()
        await running


class RelayedHost:
    """A bare connection, without a program, that holds the place of a table at a relay."""

    def __init__(self, port: int, key: str) -> None:
        self._port = port
        self._key = key

    async def __aenter__(self) -> RelayedHost:
        self._reader, self._writer = await asyncio.open_connection(LOOPBACK, self._port)
        self._writer.write(f"HOST {self._key}\n".encode())
        assert await self.read_line() == "OK"
        return self

    async def __aexit__(self, *_error: object) -> None:
        self._writer.transport.abort()

    async def read_line(self) -> str:
        """Return the next line of the relay, "" at the end of the connection."""
        return (await self._reader.readline()).decode().rstrip()

    async def open_pair(self, table_id: str, address: str = LOOPBACK) -> tuple[socket.socket, socket.socket]:
        """Return the two ends of a connection that the relay joins, that of a guest from ``address`` first."""
        guest = await self._connect(f"GUEST {table_id}", address)
        host = await self._connect(f"TAKE {(await self.read_line()).split()[1]}", LOOPBACK)
        assert await asyncio.get_running_loop().sock_recv(guest, 3) == b"OK\n"
        return guest, host

    async def _connect(self, line: str, address: str) -> socket.socket:
        end, loop = socket.socket(), asyncio.get_running_loop()
        end.bind((address, 0))
        end.setblocking(False)
        await loop.sock_connect(end, (LOOPBACK, self._port))
        await loop.sock_sendall(end, f"{line}\n".encode())
        return end


async def ask(port: int, *lines: str, local_address: str = LOOPBACK) -> list[str]:
    """Send lines to a relay, end the connection, and return the answers."""
    reader, writer = await asyncio.open_connection(LOOPBACK, port, local_addr=(local_address, 0))
    writer.write("".join(f"{line}\n" for line in lines).encode())
    writer.write_eof()
    answers = (await reader.read()).decode().splitlines()
    writer.close()
    return answers
