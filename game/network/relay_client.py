"""The way to the table of a host over a relay, to which the host connects outwards."""

from __future__ import annotations

import asyncio
import logging
import socket
from contextlib import suppress
from random import Random
from typing import Any, Final

from game.network.invitation import Endpoint, RelayPlace
from game.network.reach import HostReach
from game.network.relay_lines import (
    RelayError,
    ask_relay,
    compute_table_id,
    derive_relay_key,
    open_relay,
    prove_word,
    read_relay_line,
)
from game.network.server import TableServer
from game.network.table import HostTable

OPENING_TIMEOUT_S: Final = 10.0
PING_INTERVAL_S: Final = 15.0
SILENCE_TIMEOUT_S: Final = 35.0
"""The time without a line after which the relay is taken to be gone; it answers each ping."""
FIRST_PAUSE_S: Final = 0.25
MAX_PAUSE_S: Final = 15.0
"""The pauses between attempts to reach the relay grow from the first to the longest."""
PROBE_INTERVAL_S: Final = 2.0
MAX_TAKING: Final = 32
"""The guests that are being taken at once; a relay that names more is not believed."""
SHOWN_CODES: Final = frozenset({"word_wrong", "no_place", "too_often"})
"""The reasons of a relay that the owner is told; it cannot be reached or does not answer in all other cases."""

_log = logging.getLogger(__name__)


class RelayWay:
    """The way to a table over the relay at ``endpoint``; it is opened again after every loss.

    ``word``: the word of the relay, "" without one. ``rng``: for the pauses between attempts.
    """

    def __init__(self, endpoint: Endpoint, word: str, rng: Random) -> None:
        self._endpoint = endpoint
        self._word = word
        self._rng = rng
        self._taking: set[asyncio.Task[None]] = set()

    async def run(self, table: HostTable, server: TableServer, reach: HostReach) -> None:
        """Keep the table's place at the relay until the task is cancelled."""
        key, pause = derive_relay_key(table.stored.owner_key), FIRST_PAUSE_S
        address, port = self._endpoint.address, self._endpoint.port
        reach.relay = RelayPlace(address, port, compute_table_id(key))
        reach.report(relay="connecting")
        probing = asyncio.create_task(self._probe_endpoints(reach))
        try:
            while True:
                state = "no"
                try:
                    await self._hold_place(key, server, reach)
                except RelayError as error:
                    state = error.code if error.code in SHOWN_CODES else "no"
                except (OSError, TimeoutError):
                    pass
                except Exception:  # an address that the system cannot use at all
                    _log.exception("the relay cannot be used")
                pause = FIRST_PAUSE_S if reach.message.relay == "yes" else min(2 * pause, MAX_PAUSE_S)
                reach.report(relay=state)
                await asyncio.sleep(pause * self._rng.uniform(0.7, 1.0))
        finally:
            for task in (probing, *self._taking):
                task.cancel()

    async def _hold_place(self, key: str, server: TableServer, reach: HostReach) -> None:
        """Take the table's place and the guests that come to it, until the connection is lost. Raise OSError."""
        async with asyncio.timeout(OPENING_TIMEOUT_S):
            reader, transport = await open_relay(self._endpoint.address, self._endpoint.port)
        pinging: asyncio.Task[None] | None = None
        try:
            async with asyncio.timeout(OPENING_TIMEOUT_S):
                answer = await ask_relay(reader, transport, f"HOST {key}")
                if answer.startswith("WORD "):
                    proof = prove_word(self._word, answer.removeprefix("WORD "), key)
                    answer = await ask_relay(reader, transport, proof)
            if answer != "OK":
                raise RelayError("no_relay")
            reach.report(relay="yes")
            pinging = asyncio.create_task(_ping(transport))
            relay_address = transport.get_extra_info("peername")
            while True:
                async with asyncio.timeout(SILENCE_TIMEOUT_S):
                    line = await read_relay_line(reader)
                match line.split(" "):
                    case ["GUEST", number, origin] if len(self._taking) < MAX_TAKING:
                        task = asyncio.create_task(_take_guest(relay_address, number, origin, server))
                        self._taking.add(task)
                        task.add_done_callback(self._taking.discard)
        finally:
            if pinging is not None:
                pinging.cancel()
            transport.abort()

    async def _probe_endpoints(self, reach: HostReach) -> None:
        """Let the relay find out whether the ports of routers lead here, after each change of them."""
        probed: tuple[Endpoint, ...] = ()
        while True:
            await asyncio.sleep(PROBE_INTERVAL_S)
            if reach.endpoints != probed and reach.message.relay == "yes":
                probed = reach.endpoints
                states = [await probe_port(self._endpoint, endpoint.port) for endpoint in probed]
                reach.report(probe="yes" if "yes" in states else "no" if "no" in states else "")


async def probe_port(relay: Endpoint, port: int) -> str:
    """Return whether something answers at a port of the address with which a relay sees this machine: "yes" or "no".

    "" if the relay does not say.
    """
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(OPENING_TIMEOUT_S):
            reader, transport = await open_relay(relay.address, relay.port)
            try:
                answer = await ask_relay(reader, transport, f"PROBE {port}")
            finally:
                transport.abort()
        return {"REACHED": "yes", "SILENT": "no"}.get(answer, "")
    return ""


async def _ping(transport: asyncio.Transport) -> None:
    while True:
        await asyncio.sleep(PING_INTERVAL_S)
        transport.write(b"PING\n")


async def _take_guest(relay_address: Any, number: str, origin: str, server: TableServer) -> None:
    """Connect to the relay once more, which joins this connection to a guest, and serve that guest."""
    family = socket.AF_INET if len(relay_address) == 2 else socket.AF_INET6
    client, loop = socket.socket(family), asyncio.get_running_loop()
    try:
        client.setblocking(False)
        async with asyncio.timeout(OPENING_TIMEOUT_S):
            await loop.sock_connect(client, relay_address)
            await loop.sock_sendall(client, f"TAKE {number}\n".encode("ascii"))
    except (OSError, TimeoutError, UnicodeEncodeError):
        client.close()
    except BaseException:
        client.close()
        raise
    else:
        server.serve_relayed(client, origin)
        await asyncio.sleep(0)  # its task has the socket before another guest can close it
