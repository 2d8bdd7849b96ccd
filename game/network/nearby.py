"""Tables on this network: a host announces its own by multicast DNS (RFC 6762, 6763), a window lists those of others.

All of it works in threads of its own, because it takes seconds. Announcements come from strangers: they are cleaned and
bounded, and only the digits of the owner's screen open such a table (`game.network.knock`).
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from game.core.sanitizer import sanitize_line
from game.network.invitation import MAX_ADDRESSES, Invitation, is_address
from game.network.names import MAX_TABLE_NAME_CHARACTERS
from game.rules import GAMES
from game.text.gettext import _, ngettext

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, Zeroconf

SERVICE_TYPE: Final = "_tavoloverde._tcp.local."
LIFETIME_S: Final = 60
"""The time for which a table stays listed after its host was killed or has left the network."""
RESOLVING_MS: Final = 3000
"""The time in which a table that was found must say where it is."""
MAX_NEARBY_TABLES: Final = 20
MAX_VALUE_BYTES: Final = 200
"""The length of a value that is announced; longer ones are ignored."""

_log = logging.getLogger(__name__)


class Announcement(msgspec.Struct, frozen=True, kw_only=True):
    """The public facts of a table in its lobby. ``addresses``: of this machine, in this network."""

    name: str
    game: str
    seats: int
    free_seats: int
    addresses: tuple[str, ...]
    port: int


class NearbyTable(Announcement, frozen=True, kw_only=True):
    """A table that was found; ``id``: another one at each start of its host."""

    id: str

    def describe(self) -> str:
        """Return a line: the game, and the seats that are free."""
        free = ngettext("{count} free seat", "{count} free seats", self.free_seats).format(count=self.free_seats)
        players = ngettext("{count} player", "{count} players", self.seats).format(count=self.seats)
        return " · ".join((_(GAMES[self.game].title), players, free if self.free_seats else _("full")))


class Announcer:
    """Announces the table of this process, in a thread that starts with the first announcement."""

    def __init__(self) -> None:
        self._id = secrets.token_hex(8)
        self._wanted: Announcement | None = None
        self._is_closed = False
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def announce(self, announcement: Announcement | None) -> None:
        """Announce the table as it is now, None for one that cannot be joined; return at once."""
        with self._changed:
            self._wanted = announcement
            self._changed.notify()
        if self._thread is None and announcement is not None:
            self._thread = threading.Thread(target=self._run, name="announcer", daemon=True)
            self._thread.start()

    def close(self, timeout_s: float = 2.0) -> None:
        """Announce the table no longer, and wait until the others were told."""
        with self._changed:
            self._wanted, self._is_closed = None, True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join(timeout_s)

    def _run(self) -> None:
        from zeroconf import Zeroconf

        try:
            with Zeroconf() as network:
                announced: Announcement | None = None
                while True:
                    with self._changed:
                        while self._wanted == announced and not self._is_closed:
                            self._changed.wait()
                        wanted, is_closed = self._wanted, self._is_closed
                    self._change(network, announced, wanted)
                    announced = wanted
                    if is_closed:
                        return
        except Exception as error:  # a table is open without being announced, whatever the network refuses
            _log.warning("the table is not announced: %r", error)

    def _change(self, network: Zeroconf, announced: Announcement | None, wanted: Announcement | None) -> None:
        if announced is None and wanted is not None:
            network.register_service(_make_info(self._id, wanted))
        elif announced is not None and wanted is None:
            network.unregister_service(_make_info(self._id, announced))
        elif wanted is not None and wanted != announced:
            network.update_service(_make_info(self._id, wanted))


def _make_info(table_id: str, announcement: Announcement) -> ServiceInfo:
    from zeroconf import ServiceInfo

    properties = {
        "name": announcement.name, "game": announcement.game, "seats": str(announcement.seats),
        "free": str(announcement.free_seats),
    }  # fmt: skip
    return ServiceInfo(
        SERVICE_TYPE, f"{table_id}.{SERVICE_TYPE}", port=announcement.port, properties=properties,
        server=f"{table_id}.local.", parsed_addresses=list(announcement.addresses), host_ttl=LIFETIME_S,
        other_ttl=LIFETIME_S,
    )  # fmt: skip


class NearbyTables:
    """The tables that are announced on this network, as long as it is open; ``tables``: for reading in any thread.

    ``on_change`` is called in another thread when they have changed.
    """

    def __init__(self, on_change: Callable[[], object]) -> None:
        self.tables: tuple[NearbyTable, ...] = ()
        self._on_change = on_change
        self._is_closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tables nearby", daemon=True)

    def open(self) -> None:
        """Begin to search, in the background."""
        self._thread.start()

    def close(self) -> None:
        """Search no longer; return at once."""
        self._is_closed.set()

    def wait_until_closed(self, timeout_s: float = 5.0) -> None:
        """Wait until nothing is sent or received any more after `close`."""
        self._thread.join(timeout_s)

    def _run(self) -> None:
        from zeroconf import ServiceBrowser, ServiceStateChange, Zeroconf

        def take_change(zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
            is_gone = state_change is ServiceStateChange.Removed
            info = None if is_gone else zeroconf.get_service_info(service_type, name, RESOLVING_MS)
            self.take(
                name, None if info is None else read_table(name, info.port, info.parsed_addresses(), info.properties)
            )

        try:
            with Zeroconf() as network:
                ServiceBrowser(network, SERVICE_TYPE, handlers=[take_change])
                self._is_closed.wait()
        except Exception as error:  # the other ways to play work without this one
            _log.warning("tables on this network are not found: %r", error)

    def take(self, table_id: str, table: NearbyTable | None) -> None:
        """List a table that was found, or its new values; None: it has ended, or begun its match."""
        others = tuple(other for other in self.tables if other.id != table_id)
        if table is not None and len(others) < MAX_NEARBY_TABLES:
            others = (*others, table)
        tables = tuple(sorted(others, key=lambda table: (table.name, table.id)))
        if tables != self.tables and not self._is_closed.is_set():
            self.tables = tables
            self._on_change()


def read_table(
    table_id: str, port: int | None, addresses: list[str], properties: Mapping[bytes, bytes | None]
) -> NearbyTable | None:
    """Return the table of an announcement, None for one that makes no sense or whose game is unknown."""
    values: dict[str, Any] = {
        key.decode("ascii", "replace"): value.decode("utf-8", "replace")
        for key, value in properties.items()
        if value is not None and len(value) <= MAX_VALUE_BYTES
    }
    name, game = sanitize_line(values.get("name", ""), MAX_TABLE_NAME_CHARACTERS), values.get("game", "")
    seats, free_seats = (_read_count(values.get(key, "")) for key in ("seats", "free"))
    usable = tuple(address for address in addresses if is_address(address))[:MAX_ADDRESSES]
    if not name or game not in GAMES or seats not in GAMES[game].seat_counts or free_seats > seats:
        return None
    if not usable or not port:
        return None
    return NearbyTable(
        id=table_id, name=name, game=game, seats=seats, free_seats=free_seats, addresses=usable, port=port
    )


def _read_count(text: str) -> int:
    return int(text) if len(text) <= 2 and text.isascii() and text.isdigit() else 0


class KnockAttempt:
    """An attempt to get the invitation to a table by its digits, in a thread of its own.

    ``is_done``: whether it has ended; then there is an ``invitation``, or the ``refusal`` is a code of
    `game.network.refusals`, "unreachable" if nobody has answered.
    """

    def __init__(self, table: NearbyTable, digits: str) -> None:
        self.invitation: Invitation | None = None
        self.refusal = ""
        self.is_done = False
        threading.Thread(target=self._run, args=(table, digits), name="knock", daemon=True).start()

    def _run(self, table: NearbyTable, digits: str) -> None:
        try:
            import asyncio

            from game.network.knock import get_invitation

            self.invitation, self.refusal = asyncio.run(get_invitation(table.addresses, table.port, digits))
        except Exception:  # the person must learn of any error
            _log.exception("the knock at a table failed")
            self.refusal = "connection_failed"
        self.is_done = True
