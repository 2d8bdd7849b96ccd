"""A relay: a program on a public machine that joins hosts of tables and their guests, and can read neither.

It copies bytes between two connections that were both opened outwards to it. It keeps nothing on the disk, opens no
connection but a probe back to the asking address, and knows no cards: guests pin the certificate of their host.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import socket
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from typing import Final

import msgspec

from game.network.listeners import get_origin, open_listeners
from game.network.relay_lines import MAX_LINE_BYTES, RelayError, compute_table_id, prove_word
from game.network.stop_signals import handling_stop_signals
from game.network.token_bucket import TokenBucket
from game.network.unknown_connections import UnknownConnections
from game.version import VERSION

MAX_CONNECTIONS: Final = 1000
"""With the files of the process this stays below 1,024, the usual limit of a system."""
MAX_OPENING: Final = 128
MAX_OPENING_OF_ORIGIN: Final = 16
"""The connections that have not said what they want, of all origins together and of one, see `get_origin`."""
MAX_PLACES_OF_ORIGIN: Final = 32
"""The tables and guests of one origin together."""
MAX_GUESTS_OF_TABLE: Final = 32
MAX_GUESTS_OF_TABLE_AND_ORIGIN: Final = 8
LINES_PER_S: Final = 2.0
LINE_BURST: Final = 60.0
"""The first lines of one origin; more are refused. A connection that a host opens for a guest does not count."""
BYTES_PER_S: Final = 128 * 1024.0
BYTE_BURST: Final = 1024 * 1024.0
"""The bytes of one origin; more wait, and their connections are not read meanwhile."""
CHUNK_BYTES: Final = 8 * 1024
"""The bytes that one direction of a connection holds in memory at most."""
OPENING_TIMEOUT_S: Final = 5.0
"""The time for the lines with which a connection begins."""
TAKING_TIMEOUT_S: Final = 10.0
"""The time for a host to take a guest."""
PROBE_TIMEOUT_S: Final = 3.0
REFUSAL_TIMEOUT_S: Final = 1.0
"""The time to read a refusal, before what was sent and not read breaks the connection off."""
IDLE_TIMEOUT_S: Final = 60.0
"""The time after which a connection without a byte is closed."""
CLOSING_TIMEOUT_S: Final = 5.0
"""The time in which a direction must end after the other one."""
MAX_WAITING_NEWS: Final = 64
MAX_ORIGINS: Final = 4096


def run_relay(port: int, word: str, max_tables: int, *, on_open: Callable[[int], None]) -> None:
    """Join hosts and guests until the process is told to stop.

    ``port``: 0 chooses one; ``on_open`` is called with it. Raise OSError if it is taken.
    """

    async def serve() -> None:
        relay = Relay(word, max_tables, time.monotonic)
        on_open(relay.listen(port))
        serving = asyncio.create_task(relay.run())
        with handling_stop_signals(asyncio.get_running_loop(), serving.cancel), suppress(asyncio.CancelledError):
            await serving

    with suppress(KeyboardInterrupt):  # one more Ctrl+C
        asyncio.run(serve())


class Origin:
    """A machine or home from which connections come, and what it may still do."""

    def __init__(self, label: str, clock: Callable[[], float]) -> None:
        self.label = label
        self.place_count = 0
        self.lines = TokenBucket(LINES_PER_S, LINE_BURST, clock)
        self.bytes = TokenBucket(BYTES_PER_S, BYTE_BURST, clock)


class LineReader:
    """The lines of a socket; ``rest``: the bytes after the last one."""

    def __init__(self, client: socket.socket) -> None:
        self.rest = b""
        self._client = client

    async def read(self) -> str:
        """Return the next line. Raise RelayError for a wrong one, ConnectionError at the end."""
        while b"\n" not in self.rest:
            data = await asyncio.get_running_loop().sock_recv(self._client, MAX_LINE_BYTES)
            if not data:
                raise ConnectionResetError("the connection has ended")
            self.rest += data
            if len(self.rest) > MAX_LINE_BYTES:
                raise RelayError("bad_line")
        line, _end, self.rest = self.rest.partition(b"\n")
        if not line.isascii():
            raise RelayError("bad_line")
        return line.decode("ascii").strip()


class RelayedTable:
    """A table whose host is connected by ``connection``.

    ``guests``: the number of each origin; ``news``: lines for the host.
    """

    def __init__(self, connection: asyncio.Task[None], guests: Counter[Origin]) -> None:
        self.connection = connection
        self.guests = guests
        self.news: asyncio.Queue[str] = asyncio.Queue(MAX_WAITING_NEWS)


class WaitingGuest:
    """A guest that its host has not taken. ``host``: the connection of the host; ``has_ended``: both are closed."""

    def __init__(self) -> None:
        self.host: asyncio.Future[tuple[socket.socket, Origin]] = asyncio.get_running_loop().create_future()
        self.has_ended = asyncio.Event()


class Relay:
    """A relay. ``word``: hosts must know it, "" for none; ``clock``: returns seconds and never goes back."""

    def __init__(self, word: str, max_tables: int, clock: Callable[[], float]) -> None:
        self._word = word
        self._max_tables = max_tables
        self._clock = clock
        self._started_at = clock()
        self._salt = secrets.token_bytes(16)
        self._byte_count = 0
        self._origins: dict[bytes, Origin] = {}
        self._tables: dict[bytes, RelayedTable] = {}
        self._guests: dict[str, WaitingGuest] = {}
        self._opening = UnknownConnections[asyncio.Task[None]](MAX_OPENING, MAX_OPENING_OF_ORIGIN)
        self._tasks: set[asyncio.Task[None]] = set()
        self._listeners: list[socket.socket] = []

    def listen(self, port: int) -> int:
        """Open the sockets and return their port; 0 chooses one. Raise OSError if it is taken."""
        self._listeners = open_listeners(port)
        open_port: int = self._listeners[0].getsockname()[1]
        return open_port

    async def run(self) -> None:
        """Serve until the task is cancelled."""
        try:
            await asyncio.gather(*map(self._accept, self._listeners))
        finally:
            for listener in self._listeners:
                listener.close()
            for task in self._tasks:
                task.cancel()
            if self._tasks:
                await asyncio.wait(self._tasks)

    def describe(self) -> dict[str, object]:
        """Return the state of the relay; nobody can be recognized by it."""
        return {
            "version": VERSION, "tables": len(self._tables), "max_tables": self._max_tables,
            "guests": sum(table.guests.total() for table in self._tables.values()), "bytes": self._byte_count,
            "connections": len(self._tasks), "uptime_s": int(self._clock() - self._started_at),
        }  # fmt: skip

    # -- connections

    async def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                client, (address, *_rest) = await asyncio.get_running_loop().sock_accept(listener)
            except OSError:
                await asyncio.sleep(0.1)
                continue
            if len(self._tasks) >= MAX_CONNECTIONS:
                client.close()
            else:
                task = asyncio.create_task(self._serve(client, address))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
                self._make_room(task, address)
            await asyncio.sleep(0)  # the task has the socket before it can be cancelled

    async def _serve(self, client: socket.socket, address: str) -> None:
        """Serve a connection from its first line to its end; a refusal is its last line."""
        task = _get_task()
        with closing(client):
            try:
                client.setblocking(False)
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                lines = LineReader(client)
                async with asyncio.timeout(OPENING_TIMEOUT_S):
                    line = await lines.read()
                self._opening.discard(task)
                await self._answer(client, address, lines, line)
            except RelayError as refusal:
                self._make_room(task, address)
                with suppress(OSError, TimeoutError):
                    await _refuse(client, refusal.code)
            except (OSError, TimeoutError):
                pass
            finally:
                self._opening.discard(task)

    def _make_room(self, task: asyncio.Task[None], address: str) -> None:
        """Count a connection that begins or ends; it can close an earlier one."""
        replaced = self._opening.add(task, get_origin(address))
        if replaced is not None:
            replaced.cancel()

    async def _answer(self, client: socket.socket, address: str, lines: LineReader, line: str) -> None:
        """Do what the first line asks for. Raise RelayError."""
        origin = self._find_origin(address)
        words = line.split(" ")
        guest = self._guests.pop(words[1], None) if words[0] == "TAKE" and len(words) == 2 else None
        if guest is not None:
            await self._give(client, origin, lines, guest)
            return
        if origin.lines.spend(0.0):
            raise RelayError("too_often")
        origin.lines.spend(1.0)
        match words:
            case ["HOST", key]:
                await self._serve_host(client, origin, lines, key)
            case ["GUEST", table_id]:
                await self._serve_guest(client, origin, lines, table_id)
            case ["TAKE", _number]:
                raise RelayError("no_guest")
            case ["PROBE", port]:
                await _send_line(client, await _probe(client, address, port))
            case ["STATUS"]:
                await _send_line(client, msgspec.json.encode(self.describe()).decode())
            case _:
                raise RelayError("bad_line")

    def _find_origin(self, address: str) -> Origin:
        """Return the origin of an address; idle ones are forgotten when there are too many."""
        key = get_origin(address)
        origin = self._origins.pop(key, None)
        if origin is None:
            if len(self._origins) >= MAX_ORIGINS:
                idle = [known for known, origin in self._origins.items() if not origin.place_count]
                for known in idle[: MAX_ORIGINS // 2]:
                    del self._origins[known]
            label = hmac.new(self._salt, key, hashlib.sha256).hexdigest()[:16]
            origin = Origin(label, self._clock)
        self._origins[key] = origin  # the latest last
        return origin

    # -- hosts

    async def _serve_host(self, client: socket.socket, origin: Origin, lines: LineReader, key: str) -> None:
        """Hold the place of a table while its host is connected, and tell it of guests."""
        try:
            table_id = compute_table_id(key)
        except ValueError:
            raise RelayError("bad_line") from None
        if self._word:
            await self._check_word(client, lines, key)
        earlier = self._tables.get(table_id)
        if earlier is None and (len(self._tables) >= self._max_tables or origin.place_count >= MAX_PLACES_OF_ORIGIN):
            raise RelayError("no_place")
        table = RelayedTable(_get_task(), Counter() if earlier is None else earlier.guests)
        self._tables[table_id] = table
        if earlier is not None:
            earlier.connection.cancel()  # the host has come back
        origin.place_count += 1
        telling: asyncio.Task[None] | None = None
        try:
            await _send_line(client, "OK")
            telling = asyncio.create_task(_tell(client, table))
            while True:
                async with asyncio.timeout(IDLE_TIMEOUT_S):
                    line = await lines.read()
                if line != "PING" or table.news.full():
                    raise RelayError("bad_line")
                table.news.put_nowait("PONG")
                await asyncio.sleep(origin.bytes.spend(MAX_LINE_BYTES))
        finally:
            if telling is not None:
                telling.cancel()
            origin.place_count -= 1
            if self._tables.get(table_id) is table:
                del self._tables[table_id]

    async def _check_word(self, client: socket.socket, lines: LineReader, key: str) -> None:
        challenge = secrets.token_hex(16)
        await _send_line(client, f"WORD {challenge}")
        async with asyncio.timeout(OPENING_TIMEOUT_S):
            proof = await lines.read()
        if not hmac.compare_digest(proof, prove_word(self._word, challenge, key)):
            raise RelayError("word_wrong")

    async def _give(self, client: socket.socket, origin: Origin, lines: LineReader, guest: WaitingGuest) -> None:
        """Give the connection of a host to the guest that it takes, and wait until both have ended."""
        if lines.rest or guest.host.done():
            raise RelayError("bad_line")
        guest.host.set_result((client, origin))
        await guest.has_ended.wait()

    # -- guests

    async def _serve_guest(self, client: socket.socket, origin: Origin, lines: LineReader, table_text: str) -> None:
        """Tell a host of a guest, and join the two once the host has taken it."""
        try:
            table = self._tables[bytes.fromhex(table_text)]
        except (KeyError, ValueError):
            raise RelayError("no_table") from None
        is_full = (
            table.guests.total() >= MAX_GUESTS_OF_TABLE
            or table.guests[origin] >= MAX_GUESTS_OF_TABLE_AND_ORIGIN
            or origin.place_count >= MAX_PLACES_OF_ORIGIN
        )
        if is_full or table.news.full():
            raise RelayError("no_place")
        guest, number = WaitingGuest(), secrets.token_hex(8)
        self._guests[number] = guest
        table.guests[origin] += 1
        origin.place_count += 1
        table.news.put_nowait(f"GUEST {number} {origin.label}")
        try:
            try:
                async with asyncio.timeout(TAKING_TIMEOUT_S):
                    host, host_origin = await guest.host
            except TimeoutError:
                raise RelayError("no_answer") from None
            if lines.rest:
                raise RelayError("bad_line")
            await _send_line(client, "OK")
            await self._join((client, origin), (host, host_origin))
        finally:
            self._guests.pop(number, None)
            guest.has_ended.set()
            guest.host.cancel()
            origin.place_count -= 1
            table.guests[origin] -= 1
            if not table.guests[origin]:
                del table.guests[origin]

    async def _join(self, guest: tuple[socket.socket, Origin], host: tuple[socket.socket, Origin]) -> None:
        """Copy bytes in both directions until both have ended, or nothing comes any more."""
        loop = asyncio.get_running_loop()
        with suppress(TimeoutError):
            async with asyncio.timeout(IDLE_TIMEOUT_S) as limit:
                copies = [
                    asyncio.create_task(self._copy(*guest, host[0], limit)),
                    asyncio.create_task(self._copy(*host, guest[0], limit)),
                ]
                try:
                    done, rest = await asyncio.wait(copies, return_when=asyncio.FIRST_COMPLETED)
                    has_failed = any(copy.exception() is not None for copy in done)
                    if rest and not has_failed:
                        limit.reschedule(loop.time() + CLOSING_TIMEOUT_S)
                        await asyncio.wait(rest)
                finally:
                    for copy in copies:
                        copy.cancel()
                    await asyncio.gather(*copies, return_exceptions=True)

    async def _copy(
        self, source: socket.socket, origin: Origin, target: socket.socket, limit: asyncio.Timeout
    ) -> None:  # fmt: skip
        """Copy bytes to ``target`` until ``source`` ends, no faster than its origin may send."""
        loop = asyncio.get_running_loop()
        while data := await loop.sock_recv(source, CHUNK_BYTES):
            await asyncio.sleep(origin.bytes.spend(len(data)))  # 0 lets the others work
            await loop.sock_sendall(target, data)
            self._byte_count += len(data)
            limit.reschedule(loop.time() + IDLE_TIMEOUT_S)
        target.shutdown(socket.SHUT_WR)


def _get_task() -> asyncio.Task[None]:
    task = asyncio.current_task()
    assert task is not None
    return task


async def _tell(client: socket.socket, table: RelayedTable) -> None:
    """Send a host its lines; end its connection if that fails."""
    try:
        while True:
            await _send_line(client, await table.news.get())
    except (OSError, TimeoutError):
        table.connection.cancel()


async def _send_line(client: socket.socket, line: str) -> None:
    async with asyncio.timeout(OPENING_TIMEOUT_S):
        await asyncio.get_running_loop().sock_sendall(client, f"{line}\n".encode("ascii"))


async def _refuse(client: socket.socket, code: str) -> None:
    """Send the reason of a refusal, and wait until the other side has read it."""
    await _send_line(client, f"NO {code}")
    client.shutdown(socket.SHUT_WR)
    async with asyncio.timeout(REFUSAL_TIMEOUT_S):
        while await asyncio.get_running_loop().sock_recv(client, CHUNK_BYTES):
            await asyncio.sleep(0)


async def _probe(client: socket.socket, address: str, port: str) -> str:
    """Return whether a port of the asking address answers; no other address is tried. Raise RelayError."""
    if not port.isdigit() or len(port) > 5 or not 1 <= int(port) <= 65535:
        raise RelayError("bad_line")
    if address == client.getsockname()[0]:
        raise RelayError("own_machine")  # a service before the relay would have it look into its own machine
    with socket.socket(client.family) as probe:
        probe.setblocking(False)
        try:
            async with asyncio.timeout(PROBE_TIMEOUT_S):
                await asyncio.get_running_loop().sock_connect(probe, (address, int(port)))
        except (OSError, TimeoutError):
            return "SILENT"
    return "REACHED"
