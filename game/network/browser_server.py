"""The way to a table for browsers on this network: a page of files over plain http, and sealed messages."""

from __future__ import annotations

import asyncio
import base64
import ipaddress
import logging
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Final

from websockets.frames import CloseCode
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol
from websockets.typing import Origin

from game.network.addresses import LOOPBACK_ADDRESS, list_own_addresses
from game.network.browser_files import BrowserFile, make_word_files, read_files
from game.network.guest import Budget
from game.network.listeners import open_listener
from game.network.messages import MAX_GUEST_MESSAGE_BYTES
from game.network.reach import ADDRESSES_INTERVAL_S, HostReach
from game.network.sealing import TAG_BYTES, SealedStreams, agree
from game.network.server import Arrival, ArrivalKind, GuestSocket, GuestWay, TableServer
from game.network.table import HostTable
from game.network.unknown_connections import UnknownConnections
from game.session.encoding import MessageError

TABLE_PATH: Final = "/table"
"""The path of the WebSocket; every other one is that of a file."""
PREFERRED_PORT: Final = 8140
"""The port for a new table: browsers keep a name and a portrait for an address with its port."""
MAX_BROWSER_SOCKETS: Final = 256
MAX_BROWSER_SOCKETS_OF_ORIGIN: Final = 64
"""The sockets of browsers that load files or are not let in, of all together and of one origin.

A browser opens six at once, and each ends with its file.
"""
PRIVATE_NETWORKS: Final = tuple(
    map(
        ipaddress.ip_network,
        ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8", "fc00::/7", "::1/128"),
    )
)
"""The networks of a home. Addresses that a provider shares among its customers (100.64.0.0/10) are none of a home."""


class BrowserWay:
    """The way to a table for browsers; `game.network.reach.Way`.

    ``list_addresses``: returns the addresses of this machine at which they are served, the one for their link first.
    ``preferred_port``: of a table that has had none, 0 for any.
    """

    def __init__(self, list_addresses: Callable[[], tuple[str, ...]] | None = None, *, preferred_port: int = 0) -> None:
        self._list_addresses = list_addresses or list_browser_addresses
        self._preferred_port = preferred_port

    async def run(self, table: HostTable, server: TableServer, reach: HostReach) -> None:
        """Serve browsers at the private addresses of this machine, which change, until the task is cancelled."""
        files, secret = dict[str, BrowserFile](), bytes.fromhex(table.stored.secret)
        kind = ArrivalKind(
            GuestWay.BROWSER,
            UnknownConnections[Arrival](MAX_BROWSER_SOCKETS, MAX_BROWSER_SOCKETS_OF_ORIGIN),
            None,
            partial(BrowserSocket, files, secret),
        )

        def choose_kind(address: str, own_address: str) -> ArrivalKind | None:
            return kind if is_private(address) and is_private(own_address) else None

        listeners, accepting = dict[str, socket.socket](), dict[str, asyncio.Task[None]]()
        try:
            while True:
                addresses = self._list_addresses()
                for address in listeners.keys() - addresses:
                    accepting.pop(address).cancel()
                    listeners.pop(address).close()
                for address in addresses:
                    if address not in listeners:
                        _listen(address, listeners, table, self._preferred_port)
                served = next((address for address in addresses if address in listeners), None)
                link = "" if served is None else _make_link(served, table.stored.browser_port, secret)
                if link != reach.message.phones:
                    reach.report(phones=link)
                if not files:
                    files |= {**await asyncio.to_thread(read_files), **make_word_files()}
                for address in listeners.keys() - accepting.keys():
                    accepting[address] = asyncio.create_task(server.accept(listeners[address], choose_kind))
                await asyncio.sleep(ADDRESSES_INTERVAL_S)
        finally:
            for task in accepting.values():
                task.cancel()
            for listener in listeners.values():
                listener.close()


class BrowserSocket(GuestSocket):
    """A connection of a browser: a request for a file, or a WebSocket with sealed messages.

    ``files``: by path. ``secret``: that of the table. The request must name the address that it has reached: a page
    from elsewhere whose name leads here names another one.
    """

    def __init__(
        self, files: Mapping[str, BrowserFile], secret: bytes, arrival: Arrival, budget: Budget, log: logging.Logger
    ) -> None:  # fmt: skip
        self._host = join_host(*arrival.socket.getsockname()[:2])
        super().__init__(arrival, budget, log)
        self._files = files
        self._secret = secret
        self._streams: SealedStreams | None = None

    def make_protocol(self, arrival: Arrival, log: logging.Logger) -> ServerProtocol:
        origin = Origin(f"http://{self._host}")
        return ServerProtocol(origins=[origin], max_size=MAX_GUEST_MESSAGE_BYTES + TAG_BYTES, logger=log)

    def answer_request(self, protocol: ServerProtocol, request: Request) -> Response:
        if request.headers.get_all("Host") != [self._host]:
            return protocol.reject(HTTPStatus.MISDIRECTED_REQUEST, "This host has another name.\n")
        if request.path == TABLE_PATH:
            return protocol.accept(request)
        file = self._files.get(request.path)
        if file is None:
            return protocol.reject(HTTPStatus.NOT_FOUND, "This host does not have that file.\n")
        encodings = request.headers.get_all("Accept-Encoding")
        return file.answer(self._host, takes_packed=any("gzip" in encoding for encoding in encodings))

    def put_message(self, text: bytes) -> None:
        assert self._streams is not None, "a browser that has said hello has keys"
        self.protocol.send_binary(self._streams.of_host.seal(text))

    async def ping(self) -> None:
        """Send a ping, and a message without text: the page sees no pings, but learns that the connection is there."""
        self.put_message(b"")
        await super().ping()

    def take_message(self, message: str | bytes) -> None:
        """Agree on keys with the first message, and open the others; one that does not open ends the connection."""
        try:
            if isinstance(message, str):
                raise MessageError("text instead of bytes")
            if self._streams is None:
                public_key, self._streams = agree(self._secret, message)
                self.protocol.send_binary(public_key)
            else:
                super().take_message(self._streams.of_browser.open(message).decode())
        except (MessageError, UnicodeDecodeError):
            self.fail(CloseCode.POLICY_VIOLATION)


def is_private(address: str) -> bool:
    """Return whether an address is one of a home, or of this machine alone."""
    return any(ipaddress.ip_address(address) in network for network in PRIVATE_NETWORKS)


def list_browser_addresses() -> tuple[str, ...]:
    """Return the addresses of this machine at which browsers are served, the one for their link first."""
    own_addresses = filter(is_private, list_own_addresses())
    return tuple(dict.fromkeys((*own_addresses, LOOPBACK_ADDRESS)))


def join_host(address: str, port: int) -> str:
    """Return an address and a port as a URL has them."""
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


def _make_link(address: str, port: int, secret: bytes) -> str:
    """Return the link to the page; what follows ``#`` stays in the browser."""
    key = base64.urlsafe_b64encode(secret).rstrip(b"=").decode()
    return f"http://{join_host(address, port)}/#{key}"


def _listen(address: str, listeners: dict[str, socket.socket], table: HostTable, preferred_port: int) -> None:
    """Listen at an address and the port of the table, or at any port if that is taken at the first address."""
    port = table.stored.browser_port or preferred_port
    for wanted_port in (port,) if listeners else (port, 0):
        with suppress(OSError):
            listeners[address] = open_listener(address, wanted_port)
            table.note_browser_port(listeners[address].getsockname()[1])
            return
