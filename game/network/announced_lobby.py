"""The lobby of a host on its own network: it is announced there, and people come in by the digits of its owner."""

from __future__ import annotations

import asyncio
from typing import Final

from game.network.knock import Knocks
from game.network.nearby import Announcement, Announcer
from game.network.reach import HostReach
from game.network.server import TableServer
from game.network.table import HostTable

CHECK_INTERVAL_S: Final = 0.25
"""The time after which a change of the lobby is announced."""


class AnnouncedLobby:
    """The way to a table for people on the same network, as long as it has a lobby; `game.network.reach.Way`."""

    async def run(self, table: HostTable, server: TableServer, reach: HostReach) -> None:
        """Announce the lobby and let people knock, until the task is cancelled."""
        announcer = Announcer()

        def tell_owner() -> None:
            is_open = server.knocks is not None
            reach.report(
                is_nearby=is_open, nearby_code=knocks.digits if is_open else "", nearby_tries=knocks.tries_left
            )

        knocks = Knocks(lambda: "" if table.ways is None else table.ways.invitation, tell_owner)
        table.renew_digits = knocks.renew
        try:
            while True:
                server_knocks = knocks if table.is_lobby and not table.is_ended else None
                if server_knocks is not server.knocks:
                    server.knocks = server_knocks
                    tell_owner()
                announcer.announce(None if server_knocks is None else _describe(table, reach))
                await asyncio.sleep(CHECK_INTERVAL_S)
        finally:
            await asyncio.to_thread(announcer.close)


def _describe(table: HostTable, reach: HostReach) -> Announcement:
    stored = table.stored
    return Announcement(
        name=stored.name, game=stored.rules.game, seats=stored.seat_count, free_seats=table.free_seat_count,
        addresses=reach.addresses, port=reach.port,
    )  # fmt: skip
