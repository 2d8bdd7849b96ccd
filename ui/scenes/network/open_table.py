"""Opening the table of a match whose host is another process."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Final

import pygame

from game.network.guest_client import GuestClient
from game.network.remote_transport import RemoteTransport
from game.session.session import Session
from ui.app.context import AppContext
from ui.games import get_presentation
from ui.scenes.network.close_table import may_close_table
from ui.table.network import TableNetwork
from ui.table.scene import TableScene

NEWS_EVENT: Final = pygame.USEREVENT
"""The event that wakes the window when the host has sent something.

It is no `custom_type`: pygame gives these out again after it was closed, and the program can start again by itself.
"""


class NetworkTableScene(TableScene):
    """The table of a match at another machine; its owner says before the window closes whether it stays open."""

    network: TableNetwork

    def may_quit(self) -> bool:
        return may_close_table(self.context, self.network.client, self.network.end_warning)

    def on_exit(self) -> None:
        """Close the connection. The main menu reads its tables after the seat is forgotten, if it is."""
        super().on_exit()
        if not self.network.is_followed:
            self.context.storage.submit(self.network.client.wait_until_ended)


def open_network_table(context: AppContext, client: GuestClient, *, is_hosted_here: bool = False) -> None:
    """Open the table of the match that ``client`` has, in place of all scenes; the table closes the client.

    ``is_hosted_here``: whether the host is at this machine.
    """
    transport = RemoteTransport(client, context.clock)
    session = Session(transport, context.clock)
    table = NetworkTableScene(context, session, get_presentation(session.info.game.id))
    open_next = partial(open_network_table, context, client, is_hosted_here=is_hosted_here)
    table.network = TableNetwork(table, session, transport, open_next, is_hosted_here=is_hosted_here)
    client.on_news = wake_window
    context.scenes.replace(table)


def wake_window() -> None:
    """Wake the window from its sleep; for any thread."""
    with suppress(pygame.error):  # the window was closed just now
        pygame.event.post(pygame.event.Event(NEWS_EVENT))
