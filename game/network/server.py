"""The host's end of the network: sockets, TLS, WebSockets, and the loop of the table."""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from traceback import clear_frames
from typing import Final, NoReturn

from websockets.asyncio.server import Server, ServerConnection
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.protocol import Event
from websockets.server import ServerProtocol

from game.network.compression import HostDeflateFactory
from game.network.guest import MAX_OUTGOING_BYTES, MAX_PING_DELAY_S, MAX_WAITING_MESSAGES, Budget, Guest
from game.network.host_faults import HostStartError
from game.network.messages import MAX_GUEST_MESSAGE_BYTES, Enter, Hello
from game.network.table import HostTable
from game.network.unknown_connections import UnknownConnections
from game.session.encoding import MessageDecoder, MessageError
from game.session.messages import SessionMessage
from game.text.file_errors import describe_os_error
from game.text.gettext import _

OPENING_TIMEOUT_S: Final = 5.0
"""The time for TLS, the WebSocket handshake and the first two messages together."""
MAX_UNKNOWN_SOCKETS: Final = 128
MAX_UNKNOWN_SOCKETS_OF_ADDRESS: Final = 32
"""The sockets of unknown guests, of all together and of one address, from the moment they are accepted to their end."""
PING_INTERVAL_S: Final = 5.0
PING_TIMEOUT_S: Final = 8.0
CLOSE_TIMEOUT_S: Final = 2.0
"""A guest is away after the three together, 15 seconds, without a sign of life."""
BACKLOG: Final = 256
ROUNDS_FOR_ARRIVED_MESSAGES: Final = 5
"""The rounds of the loop in which bytes of a socket become a message that the table has handled."""

_log = logging.getLogger(__name__)


class TableServer(Server):
    """A server of one table. ``clock``: returns seconds, never goes back, and includes the system's sleep."""

    def __init__(self, table: HostTable, context: ssl.SSLContext, clock: Callable[[], float]) -> None:
        """Take the table and the TLS context; `open` makes the sockets. A loop must be running."""
        quiet = logging.getLogger(f"{__name__}.websockets")
        quiet.setLevel(logging.CRITICAL)
        # asyncio warns of every answer to a ping of a guest that has gone, so a guest could fill the log.
        logging.getLogger("asyncio").setLevel(logging.ERROR)
        super().__init__(_create_no_server, self._serve_connection, quiet)
        self._table = table
        self._context = context
        self._clock = clock
        self._news = asyncio.Event()
        self._listeners: list[socket.socket] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._unknown = UnknownConnections[_Arrival](MAX_UNKNOWN_SOCKETS, MAX_UNKNOWN_SOCKETS_OF_ADDRESS)
        self._is_stopped = False

    def is_serving(self) -> bool:
        """Return whether the table is open."""
        return bool(self._listeners)

    def listen(self, port: int) -> int:
        """Open the sockets of all addresses of this machine and return the port; 0 chooses one.

        Raise HostStartError if the port is taken.
        """
        try:
            for family, address in ((socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::")):
                if family == socket.AF_INET6 and not socket.has_ipv6:
                    continue
                listener = socket.socket(family, socket.SOCK_STREAM)
                listener.setsockopt(socket.SOL_SOCKET, _get_bind_option(), 1)
                if family == socket.AF_INET6:
                    listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                try:
                    listener.bind((address, port))
                except OSError:
                    listener.close()
                    if family == socket.AF_INET:
                        raise
                    continue  # a machine without IPv6
                listener.listen(BACKLOG)
                listener.setblocking(False)
                port = listener.getsockname()[1]
                self._listeners.append(listener)
        except OSError as error:
            text = _("Port {port}: {why}.").format(port=port, why=describe_os_error(error))
            raise HostStartError("port_taken", text) from error
        return port

    # -- the loop of the table

    def stop(self) -> None:
        """End `run`; the table can be opened again."""
        self._is_stopped = True
        self._news.set()

    async def run(self) -> None:
        """Serve until the table ends or `stop`; then close all connections."""
        accepting = [asyncio.create_task(self._accept(listener)) for listener in self._listeners]
        try:
            while not self._table.is_ended and not self._is_stopped:
                delay = self._table.update()
                with suppress(TimeoutError):
                    async with asyncio.timeout(delay):
                        await self._news.wait()
                self._news.clear()
                for _round in range(ROUNDS_FOR_ARRIVED_MESSAGES):
                    await asyncio.sleep(0)  # messages that have arrived count before the clock is read
        finally:
            for task in accepting:
                task.cancel()
            for listener in self._listeners:
                listener.close()
            self._listeners = []
            if self._tasks:
                await asyncio.wait(self._tasks, timeout=CLOSE_TIMEOUT_S)

    # -- connections

    async def _accept(self, listener: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                client, (address, *_rest) = await loop.sock_accept(listener)
            except OSError:
                await asyncio.sleep(0.1)
                continue
            arrival = _Arrival(client, loop.time() + OPENING_TIMEOUT_S)
            replaced = self._unknown.add(arrival, address)
            if replaced is not None:
                replaced.close()
            task = asyncio.create_task(self._open(arrival))
            arrival.close = task.cancel
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            await asyncio.sleep(0)  # the task has the socket before another arrival can close it

    async def _open(self, arrival: _Arrival) -> None:
        """Do the TLS handshake; then the connection starts `_serve_connection` itself."""
        client, is_open = arrival.socket, False
        try:
            client.setblocking(False)
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            await asyncio.get_running_loop().connect_accepted_socket(
                partial(_GuestSocket, self, arrival, Budget(self._clock)), client,
                ssl=self._context, ssl_handshake_timeout=OPENING_TIMEOUT_S, ssl_shutdown_timeout=CLOSE_TIMEOUT_S,
            )  # fmt: skip
            is_open = True
        except OSError as error:
            client.close()
            clear_frames(error.__traceback__)  # else the error and its buffers of TLS would keep each other in memory
        finally:
            if not is_open:
                self._unknown.discard(arrival)
                arrival.close = client.close  # so do the task and its cancellation

    async def _serve_connection(self, connection: ServerConnection) -> None:
        """Serve a connection from the end of its TLS handshake to its end."""
        assert isinstance(connection, _GuestSocket)
        guest, arrival = connection.guest, connection.arrival
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            async with asyncio.timeout_at(arrival.deadline):
                await connection.handshake(server_header=None)
                await self._let_in(connection, guest)
            if not guest.is_closing:
                self._unknown.discard(arrival)
            connection.start_keepalive()
            sending = asyncio.create_task(_send(connection, guest, connection.outgoing))
            try:
                await self._receive(connection, guest)
            finally:
                self._table.leave(guest)
                self._news.set()
                await asyncio.wait([sending], timeout=CLOSE_TIMEOUT_S if guest.is_closing else 0)
                sending.cancel()
        except (ConnectionClosed, MessageError, TimeoutError, OSError):
            pass
        except Exception:
            _log.exception("a connection failed")
        finally:
            connection.transport.abort()
            self._unknown.discard(arrival)
            self._tasks.discard(task)
            self.handler_tasks.discard(task)

    async def _let_in(self, connection: ServerConnection, guest: Guest) -> None:
        """Read the first two messages; a guest of another version is refused after the first."""
        hello = MessageDecoder().decode(_check_text(await connection.recv()), Hello)
        refusal = self._table.find_version_refusal(hello)
        if refusal:
            guest.refuse(refusal)
            return
        enter = self._table.decoder.decode(_check_text(await connection.recv()), SessionMessage)
        if not isinstance(enter, Enter):
            raise MessageError("the second message is not Enter")
        self._table.enter(guest, hello, enter)
        self._news.set()

    async def _receive(self, connection: ServerConnection, guest: Guest) -> None:
        """Carry out the messages of a guest until its connection ends, or it breaks the protocol or the limits.

        Messages beyond the guest's budget wait for it, in their order.
        """
        arrived: asyncio.Queue[bytes | str | None] = asyncio.Queue()
        reading = asyncio.create_task(_read(connection, guest, arrived))
        try:
            while (data := await arrived.get()) is not None:
                delay = guest.budget.spend(len(data))
                if delay:
                    await asyncio.sleep(delay)
                if guest.is_closing:
                    return
                try:
                    self._table.handle(guest, self._table.decoder.decode(_check_text(data), SessionMessage))
                except MessageError:
                    guest.refuse("bad_message")
                    return
                self._news.set()
        finally:
            reading.cancel()


class _Arrival:
    """An accepted connection until its guest is let in. ``deadline``: the time of the loop until which that must be.

    ``close``: closes the connection at once.
    """

    def __init__(self, client: socket.socket, deadline: float) -> None:
        self.socket = client
        self.deadline = deadline
        self.close: Callable[[], object] = client.close


class _GuestSocket(ServerConnection):
    """The connection of ``guest``. Its pings count as messages, because the answers wait in memory until it reads.

    ``outgoing``: set when there is something to send.
    """

    def __init__(self, server: Server, arrival: _Arrival, budget: Budget) -> None:
        super().__init__(
            ServerProtocol(
                extensions=[HostDeflateFactory()], max_size=MAX_GUEST_MESSAGE_BYTES, logger=server.logger
            ),
            server,
            ping_interval=PING_INTERVAL_S, ping_timeout=PING_TIMEOUT_S, close_timeout=CLOSE_TIMEOUT_S,
        )  # fmt: skip
        self.arrival = arrival
        self.outgoing = asyncio.Event()
        self.guest = Guest(budget, self.outgoing.set)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.arrival.close = self.transport.abort

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.get_write_buffer_size() > MAX_OUTGOING_BYTES:
            self.transport.abort()

    def process_event(self, event: Event) -> None:
        super().process_event(event)
        if not isinstance(event, Frame) or event.opcode is not Opcode.PING or self.transport.is_closing():
            return
        if self.guest.budget.spend(len(event.data)) > MAX_PING_DELAY_S:
            self.transport.abort()


def _check_text(data: bytes | str) -> str:
    """Return a message that is a text. Raise MessageError if it is binary."""
    if isinstance(data, bytes):
        raise MessageError("bytes instead of text")
    return data


async def _read(connection: ServerConnection, guest: Guest, arrived: asyncio.Queue[bytes | str | None]) -> None:
    """Put the messages of a guest into ``arrived`` and None at the end; refuse the guest if too many wait there."""
    with suppress(ConnectionClosed):
        async for data in connection:
            if arrived.qsize() == MAX_WAITING_MESSAGES:
                guest.refuse("too_many_messages")
                break
            arrived.put_nowait(data)
    arrived.put_nowait(None)


async def _send(connection: ServerConnection, guest: Guest, outgoing: asyncio.Event) -> None:
    """Send the messages for a guest as fast as it reads them."""
    with suppress(ConnectionClosed):
        while True:
            outgoing.clear()
            while guest.outgoing and not guest.is_too_slow:
                await connection.send(guest.take_outgoing(), text=True)
            if guest.is_closing:
                break
            await outgoing.wait()
        if not guest.is_too_slow:
            await connection.close()
    connection.transport.abort()


def _get_bind_option() -> int:
    """Return the option with which a port is taken from nobody and can be opened again at once.

    On Windows SO_REUSEADDR would let two programs have the same port.
    """
    exclusive: int | None = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)
    return socket.SO_REUSEADDR if exclusive is None else exclusive


async def _create_no_server() -> NoReturn:
    raise NotImplementedError("the table accepts its sockets itself")
