"""The host's end of the network: sockets, TLS, WebSockets, and the loop of the table."""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from traceback import clear_frames
from typing import Any, Final, NamedTuple

from websockets.server import ServerProtocol

from game.network.compression import HostDeflateFactory
from game.network.guest import MAX_OUTGOING_BYTES, MAX_PING_DELAY_S, MAX_WAITING_MESSAGES, Budget, Guest
from game.network.host_faults import HostStartError
from game.network.knock import Knocks
from game.network.listeners import get_origin, is_outside, open_listeners
from game.network.messages import MAX_GUEST_MESSAGE_BYTES, Enter, Hello, Knock
from game.network.table import HostTable
from game.network.unknown_connections import UnknownConnections
from game.network.websocket import WebSocket
from game.session.encoding import MessageDecoder, MessageError
from game.session.messages import SessionMessage
from game.text.file_errors import describe_os_error
from game.text.gettext import _

OPENING_TIMEOUT_S: Final = 5.0
"""The time for TLS, the WebSocket handshake and the first two messages together."""
MAX_UNKNOWN_SOCKETS: Final = 128
MAX_UNKNOWN_SOCKETS_OF_ORIGIN: Final = 32
"""The sockets of unknown guests, of all together and of one origin, from the moment they are accepted to their end."""
MAX_RELAYED_SOCKETS: Final = 32
MAX_RELAYED_SOCKETS_OF_ORIGIN: Final = 8
"""The same for guests who come over the relay, which cannot take the places of the others."""
PING_INTERVAL_S: Final = 5.0
PING_TIMEOUT_S: Final = 8.0
CLOSE_TIMEOUT_S: Final = 2.0
"""A guest is away after the three together, 15 seconds, without a sign of life."""
ROUNDS_FOR_ARRIVED_MESSAGES: Final = 5
"""The rounds of the loop in which bytes of a socket become a message that the table has handled."""

_log = logging.getLogger(__name__)


class GuestWay(Enum):
    """The way by which a connection has come: on this network, from another one, over a relay, or by a browser."""

    NEARBY = "nearby"
    OUTSIDE = "outside"
    RELAY = "relay"
    BROWSER = "browser"


class ArrivalKind(NamedTuple):
    """A kind of connections: the way by which they come, and what is made of a socket.

    ``unknown``: the connections that share places as long as their guests are not let in. ``context``: for TLS, None
    without it.
    """

    way: GuestWay
    unknown: UnknownConnections[Arrival]
    context: ssl.SSLContext | None
    make_socket: Callable[[Arrival, Budget, logging.Logger], GuestSocket]


class TableServer:
    """A server of one table. ``clock``: returns seconds, never goes back, and includes the system's sleep.

    ``knocks``: of people on this network who have no invitation; None lets nobody knock. ``on_guest_from_outside`` is
    called when somebody from another network has come in without a relay.
    """

    def __init__(self, table: HostTable, context: ssl.SSLContext, clock: Callable[[], float]) -> None:
        """Take the table and the TLS context; `listen` makes the sockets."""
        self._quiet_log = logging.getLogger(f"{__name__}.websockets")
        self._quiet_log.setLevel(logging.CRITICAL)
        # asyncio warns of every answer to a ping of a guest that has gone, so a guest could fill the log.
        logging.getLogger("asyncio").setLevel(logging.ERROR)
        self._table = table
        self._clock = clock
        self.knocks: Knocks | None = None
        self.on_guest_from_outside: Callable[[], None] = lambda: None
        self._news = asyncio.Event()
        self._listeners: list[socket.socket] = []
        self._tasks: set[asyncio.Task[None]] = set()
        unknown = UnknownConnections[Arrival](MAX_UNKNOWN_SOCKETS, MAX_UNKNOWN_SOCKETS_OF_ORIGIN)
        relayed = UnknownConnections[Arrival](MAX_RELAYED_SOCKETS, MAX_RELAYED_SOCKETS_OF_ORIGIN)
        self._nearby = ArrivalKind(GuestWay.NEARBY, unknown, context, GuestSocket)
        self._outside = ArrivalKind(GuestWay.OUTSIDE, unknown, context, GuestSocket)
        self._relayed = ArrivalKind(GuestWay.RELAY, relayed, context, GuestSocket)
        self._is_stopped = False

    def listen(self, port: int) -> int:
        """Open the sockets of all addresses of this machine and return the port; 0 chooses one.

        Raise HostStartError if the port is taken.
        """
        try:
            self._listeners = open_listeners(port)
        except OSError as error:
            text = _("Port {port}: {why}.").format(port=port, why=describe_os_error(error))
            raise HostStartError("port_taken", text) from error
        open_port: int = self._listeners[0].getsockname()[1]
        return open_port

    # -- the loop of the table

    def stop(self) -> None:
        """End `run`; the table can be opened again."""
        self._is_stopped = True
        self._news.set()

    async def run(self) -> None:
        """Serve until the table ends or `stop`; then close all connections."""
        accepting = [asyncio.create_task(self.accept(listener, self._choose_kind)) for listener in self._listeners]
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

    async def accept(self, listener: socket.socket, choose_kind: Callable[[str, str], ArrivalKind | None]) -> None:
        """Begin to serve what comes in at a socket, until the task is cancelled.

        ``choose_kind``: returns the kind of a connection from an address to one of this machine; None closes it.
        """
        loop = asyncio.get_running_loop()
        while True:
            try:
                client, (address, *_rest) = await loop.sock_accept(listener)
                kind = choose_kind(address, client.getsockname()[0])
            except OSError:
                await asyncio.sleep(0.1)
                continue
            if kind is None:
                client.close()
            else:
                self._begin(client, get_origin(address), kind)
            await asyncio.sleep(0)  # the task has the socket before another arrival can close it

    def _choose_kind(self, address: str, own_address: str) -> ArrivalKind:
        return self._outside if is_outside(address, own_address) else self._nearby

    def serve_relayed(self, client: socket.socket, origin: str) -> None:
        """Serve a guest who came by a relay; ``origin``: the relay's name for the home of the guest."""
        self._begin(client, origin.encode(), self._relayed)

    def _begin(self, client: socket.socket, origin: bytes, kind: ArrivalKind) -> None:
        """Begin to serve a connection, which can close an earlier one that is not let in."""
        arrival = Arrival(client, kind, asyncio.get_running_loop().time() + OPENING_TIMEOUT_S)
        replaced = kind.unknown.add(arrival, origin)
        if replaced is not None:
            replaced.close()
        task = asyncio.create_task(self._serve(arrival))
        arrival.close = task.cancel
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, arrival: Arrival) -> None:
        """Do the TLS handshake, if there is one, then serve the connection to its end."""
        client, kind, connection = arrival.socket, arrival.kind, None
        tls: dict[str, Any] = {"ssl": kind.context}
        if kind.context is not None:
            tls |= {"ssl_handshake_timeout": OPENING_TIMEOUT_S, "ssl_shutdown_timeout": CLOSE_TIMEOUT_S}
        try:
            client.setblocking(False)
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            _transport, connection = await asyncio.get_running_loop().connect_accepted_socket(
                lambda: kind.make_socket(arrival, Budget(self._clock), self._quiet_log), client, **tls
            )
            await self._serve_guest(connection, connection.guest, arrival)
        except OSError as error:
            client.close()
            clear_frames(error.__traceback__)  # else the error and its buffers of TLS would keep each other in memory
        except Exception:
            _log.exception("a connection failed")
        finally:
            if connection is not None:
                connection.transport.abort()
            arrival.kind.unknown.discard(arrival)
            arrival.close = client.close  # so do the task and its cancellation

    async def _serve_guest(self, connection: GuestSocket, guest: Guest, arrival: Arrival) -> None:
        """Serve a connection from the end of its TLS handshake to its end."""
        with suppress(ConnectionError, MessageError, TimeoutError):
            async with asyncio.timeout_at(arrival.deadline):
                await connection.open()
                await self._let_in(connection, guest, arrival.kind.way)
            if not guest.is_closing:
                arrival.kind.unknown.discard(arrival)
            sending = asyncio.create_task(_send(connection, guest))
            keeping = asyncio.create_task(connection.keep_alive(PING_INTERVAL_S, PING_TIMEOUT_S))
            try:
                await self._receive(connection, guest)
            finally:
                self._table.leave(guest)
                self._news.set()
                await asyncio.wait([sending], timeout=CLOSE_TIMEOUT_S if guest.is_closing else 0)
                sending.cancel()
                keeping.cancel()

    async def _let_in(self, connection: GuestSocket, guest: Guest, way: GuestWay) -> None:
        """Read the first two messages; a guest of another version is refused after the first.

        A guest who knocks gets the invitation, with which it comes again.
        """
        hello = MessageDecoder().decode(_check_text(await connection.receive()), SessionMessage)
        if isinstance(hello, Knock):
            refusal = await self._answer_knock(connection, hello, way)
            if refusal:
                guest.refuse(refusal)
            guest.close()
            return
        if not isinstance(hello, Hello):
            raise MessageError("the first message is neither Hello nor Knock")
        refusal = self._table.find_version_refusal(hello)
        if refusal:
            guest.refuse(refusal)
            return
        enter = self._table.decoder.decode(_check_text(await connection.receive()), SessionMessage)
        if not isinstance(enter, Enter):
            raise MessageError("the second message is not Enter")
        self._table.enter(guest, hello, enter)
        if way is GuestWay.OUTSIDE and not guest.is_closing:
            self.on_guest_from_outside()
        self._news.set()

    async def _answer_knock(self, connection: GuestSocket, knock: Knock, way: GuestWay) -> str:
        """Send the invitation to a guest that knows the digits; return the code of the reason against it, or "".

        The digits are for people on the same network: others could only guess them.
        """
        if not self._table.is_lobby:
            return "started"
        if self.knocks is None or way is not GuestWay.NEARBY:
            return "digits_closed"
        return await self.knocks.answer(connection, knock)

    async def _receive(self, connection: GuestSocket, guest: Guest) -> None:
        """Carry out the messages of a guest until its connection ends, or it breaks the protocol or the limits.

        Messages beyond the guest's budget wait for it, in their order.
        """
        async for data in connection:
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


class Arrival:
    """An accepted connection until its guest is let in. ``deadline``: the time of the loop until which that must be.

    ``kind``: how it is served. ``close``: closes the connection at once.
    """

    def __init__(self, client: socket.socket, kind: ArrivalKind, deadline: float) -> None:
        self.socket = client
        self.kind = kind
        self.deadline = deadline
        self.close: Callable[[], object] = client.close


class GuestSocket(WebSocket):
    """The connection of ``guest``. Its pings count as messages, because the answers wait in memory until it reads.

    ``outgoing``: set when there is something to send.
    """

    def __init__(self, arrival: Arrival, budget: Budget, log: logging.Logger) -> None:
        super().__init__(self.make_protocol(arrival, log), CLOSE_TIMEOUT_S)
        self._arrival = arrival
        self.outgoing = asyncio.Event()
        self.guest = Guest(budget, self.outgoing.set)

    def make_protocol(self, arrival: Arrival, log: logging.Logger) -> ServerProtocol:
        """Return the protocol of a connection, at its beginning."""
        return ServerProtocol(extensions=[HostDeflateFactory()], max_size=MAX_GUEST_MESSAGE_BYTES, logger=log)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._arrival.close = self.transport.abort

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.get_write_buffer_size() > MAX_OUTGOING_BYTES:
            self.transport.abort()

    def take_ping(self, byte_count: int) -> None:
        if self.guest.budget.spend(byte_count) > MAX_PING_DELAY_S:
            self.transport.abort()

    def take_message(self, message: str | bytes) -> None:
        """Keep a message until the budget allows it; a guest that sends too many is refused."""
        if self.waiting_count < MAX_WAITING_MESSAGES:
            self.keep_message(message)
        elif not self.guest.is_closing:
            self.guest.refuse("too_many_messages")


def _check_text(data: bytes | str) -> str:
    """Return a message that is a text. Raise MessageError if it is binary."""
    if isinstance(data, bytes):
        raise MessageError("bytes instead of text")
    return data


async def _send(connection: GuestSocket, guest: Guest) -> None:
    """Send the messages for a guest as fast as it reads them."""
    with suppress(ConnectionError):
        while not (guest.is_closing and not guest.outgoing) and not guest.is_too_slow:
            if guest.outgoing:
                await connection.send(guest.take_outgoing())
            else:
                await connection.outgoing.wait()
                connection.outgoing.clear()
        if not guest.is_too_slow:
            await connection.close()
    connection.transport.abort()
