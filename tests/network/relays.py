"""A relay in the process of the test, and a table whose host is behind it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
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
async def open_relay_server(port: int = 0, *, word: str = "", max_tables: int = 10) -> AsyncIterator[int]:
    """Run a relay and return its port."""
    relay = Relay(word, max_tables, time.monotonic)
    open_port = relay.listen(port)
    running = asyncio.create_task(relay.run())
    try:
        yield open_port
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


@asynccontextmanager
async def open_table_behind(port: int, host: Host, home: Path, *, word: str = "") -> AsyncIterator[HostReach]:
    """Serve a table that people reach only by the relay at ``port``; ``host.invitation`` leads there."""
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


async def ask(port: int, *lines: str, local_address: str = LOOPBACK) -> list[str]:
    """Send lines to a relay, and return its answers until it closes the connection or is silent."""
    reader, writer = await asyncio.open_connection(LOOPBACK, port, local_addr=(local_address, 0))
    writer.write("".join(f"{line}\n" for line in lines).encode())
    answers = list[str]()
    with suppress(TimeoutError):
        while line := await asyncio.wait_for(reader.readline(), 0.5):
            answers.append(line.decode().rstrip())
    writer.transport.abort()
    return answers
