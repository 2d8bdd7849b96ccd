"""A port of the router that leads to a table, by UPnP (Internet Gateway Device)."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, TypeVar

from game.network.invitation import Endpoint
from game.network.reach import HostReach
from game.network.server import TableServer
from game.network.table import HostTable

LEASE_S: Final = 240
RENEWAL_INTERVAL_S: Final = 60.0
"""The time for which the router keeps the port, and after which that begins anew or the router is asked again."""
DISCOVERY_MS: Final = 1500
MAX_PORT_TRIES: Final = 5
"""The ports that are asked for, from that of the table on, if another program has them."""
PROTOCOL: Final = "TCP"
CARRIER_NETWORK: Final = ipaddress.ip_network("100.64.0.0/10")
"""The addresses that a provider gives to homes behind a router of its own (RFC 6598)."""
T = TypeVar("T")

_log = logging.getLogger(__name__)


class RouterError(Exception):
    """The reason for which the router opens no port; ``code``: as in `game.network.messages.Reach`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class RouterWay:
    """The way to a table by a port of the router: leased, renewed, and removed at the end; `game.network.reach.Way`."""

    def __init__(self) -> None:
        self._port = RouterPort()

    async def run(self, table: HostTable, server: TableServer, reach: HostReach) -> None:
        """Keep the port open until the task is cancelled."""
        others = reach.endpoints
        reach.report(router="asking")
        try:
            while True:
                try:
                    endpoint = await asyncio.to_thread(self._port.lease, reach.port)
                    endpoints, state = (*others, endpoint), "probably"
                except RouterError as error:
                    endpoints, state = others, error.code
                if endpoints != reach.endpoints:
                    reach.set_endpoints(*endpoints)
                reach.report(router=state)
                await asyncio.sleep(RENEWAL_INTERVAL_S)
        finally:
            await asyncio.to_thread(self._port.release)


class RouterPort:
    """A port of the router; ``endpoint``: None while it is closed. All methods wait for the network."""

    def __init__(self) -> None:
        self.endpoint: Endpoint | None = None
        self._router: Any = None
        self._lock = threading.Lock()

    def lease(self, port: int) -> Endpoint:
        """Open a port that leads to ``port`` of this machine, or renew it, and return it. Raise RouterError."""
        with self._lock:
            try:
                self.endpoint = self._ask(lambda router: self._open(router, port))
            except RouterError:
                self.endpoint = None
                raise
            return self.endpoint

    def release(self) -> None:
        """Close the port."""
        with self._lock:
            endpoint, self.endpoint = self.endpoint, None
            if endpoint is not None:
                with suppress(RouterError):  # a router that is away forgets the port after the lease
                    self._ask(lambda router: router.deleteportmapping(endpoint.port, PROTOCOL))

    def _ask(self, ask: Callable[[Any], T]) -> T:
        """Return what the router answers; one that was started again answers at another place. Raise RouterError."""
        for router in (self._router, None):
            try:
                self._router = router or _find_router()
                return ask(self._router)
            except RouterError:
                raise
            except Exception as error:  # of the library, whose errors all have this class
                _log.info("the router does not answer: %s", error)
        self._router = None
        raise RouterError("no_router")

    def _open(self, router: Any, port: int) -> Endpoint:
        address = check_outer_address(router.externalipaddress())
        first_port = port if self.endpoint is None else self.endpoint.port
        for outer_port in range(first_port, min(first_port + MAX_PORT_TRIES, 65536)):
            for lease_s in (LEASE_S, 0):
                try:
                    router.addportmapping(outer_port, PROTOCOL, router.lanaddr, port, "Tavolo Verde", "", lease_s)
                    return Endpoint(address, outer_port)
                except Exception as error:  # of the library, with the name that UPnP gives to the error
                    reason = str(error)
                if reason != "OnlyPermanentLeasesSupported":
                    break
            _log.info("the router does not open port %d: %s", outer_port, reason)
        raise RouterError("refused")


def _find_router() -> Any:
    """Return the router of this network. Raise RouterError."""
    from miniupnpc import UPnP

    router = UPnP()
    router.discoverdelay = DISCOVERY_MS
    try:
        router.discover()
        router.selectigd()
    except Exception as error:  # the library raises one called "Success" where no router answers
        _log.info("no router opens a port: %s", error)
        raise RouterError("no_router") from None
    return router


def check_outer_address(text: str) -> str:
    """Return the outer address of a router at which people from other homes can reach it. Raise RouterError.

    ``text``: "" from a router that keeps an address to itself because it is not public, as miniupnpd does.
    """
    try:
        address = ipaddress.ip_address(text or "0.0.0.0")
    except ValueError:
        raise RouterError("no_router") from None
    if address.version == 4 and address in CARRIER_NETWORK:
        raise RouterError("carrier_address")
    if not address.is_global:
        raise RouterError("private_address")
    return text
