"""The ways to the table of a host, and what is known of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

import msgspec

from game.network.addresses import list_own_addresses
from game.network.invitation import Endpoint, Invitation, RelayPlace
from game.network.messages import Reach
from game.network.server import TableServer
from game.network.table import HostTable

ADDRESSES_INTERVAL_S: Final = 10.0
"""The time after which the addresses of this machine are listed again."""


class HostReach:
    """The ways to a table, to which the parts that open them report.

    ``addresses``: of this machine, at ``port``. ``endpoints``: with a port of their own, such as one of a router.
    ``relay``: the place of the table at a relay, None without one. ``message``: what the owner is told.
    ``on_change``: called after each change. All is for the thread of the loop.
    """

    def __init__(self, addresses: tuple[str, ...], port: int) -> None:
        self.addresses = addresses
        self.port = port
        self.endpoints: tuple[Endpoint, ...] = ()
        self.relay: RelayPlace | None = None
        self.message = Reach()
        self.on_change: Callable[[], None] = lambda: None

    def make_invitation(self, fingerprint: bytes, secret: bytes) -> Invitation:
        """Return the invitation by all ways."""
        return Invitation(self.addresses, self.port, fingerprint, secret, self.endpoints, self.relay)

    def set_endpoints(self, *endpoints: Endpoint) -> None:
        """Use these endpoints in place of the earlier ones."""
        self.endpoints = endpoints
        self.on_change()

    def report(self, **known: str | int | bool) -> None:
        """Tell the owner what is known: fields of `Reach`."""
        self.message = msgspec.structs.replace(self.message, **known)
        self.on_change()

    async def watch_addresses(self) -> None:
        """Follow the addresses of this machine, which change with its networks."""
        while True:
            await asyncio.sleep(ADDRESSES_INTERVAL_S)
            addresses = list_own_addresses()
            if addresses != self.addresses:
                self.addresses = addresses
                self.on_change()


class Way(Protocol):
    """A part of the host that opens a way to its table, or leads people to it."""

    async def run(self, table: HostTable, server: TableServer, reach: HostReach) -> None:
        """Keep the way open until the task is cancelled; report to ``reach``. No error may leave it."""


class HostWays(NamedTuple):
    """The parts of a host for people outside its own machine; None: it does not use that way, and sends nothing."""

    announcer: Way | None = None
    router: Way | None = None
    relay: Way | None = None
    browser: Way | None = None
