"""Opening the table of a match whose host is another process."""

from __future__ import annotations

from functools import partial

from game.network.guest_client import GuestClient
from game.network.remote_transport import RemoteTransport
from game.session.session import Session
from ui.app.context import AppContext
from ui.games import get_presentation
from ui.scenes.network.close_table import may_close_table
from ui.services.wake_up import wake_window
from ui.table.network import TableNetwork
from ui.table.scene import TableScene


class NetworkTableScene(TableScene):
    """The table of a match at another machine; its owner says before the window closes whether it stays open."""

    network: TableNetwork

    def may_quit(self) -> bool:
        return may_close_table(self.context, self.network.client, self.network.end_warning)

    def on_exit(self) -> None:
        """Close the connection, before the main menu reads its tables: the seat may be forgotten by then."""
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
