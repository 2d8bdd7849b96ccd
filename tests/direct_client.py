"""A guest's client without a thread or a socket, whose messages go to a table in the same call."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any, Final

from game.network.guest_client import ConnectionState, GuestClient, Person
from game.network.invitation import Invitation
from game.network.messages import CommitWord, GuestMessage, HostNetworkMessage, NetworkMessage, TakeTurn
from game.network.table_files import SeatKeys
from game.storage.json_documents import JsonDocument
from tests.network_driver import SECRET, TableDriver, TestGuest

INVITATION: Final = Invitation(("127.0.0.1",), 1, bytes(32), bytes.fromhex(SECRET))


class DirectClient(GuestClient):
    """A client without a thread, whose messages go to the table of ``driver`` in the same call.

    ``has_forgotten_seat``: whether it was closed without a way back. ``commits``: whether its commitments to words for
    the shuffles reach the host.
    """

    has_forgotten_seat = False
    commits = True

    def __init__(
        self, driver: TableDriver, name: str, *, is_owner: bool = False, token: str = SECRET,
        run: str = "", seat_keys: JsonDocument[SeatKeys] | None = None,
    ) -> None:  # fmt: skip
        words = count(1)
        super().__init__(
            INVITATION, Person(name), clock=driver.clock, rng=Random(1), seat_keys=seat_keys,
            make_word=lambda: f"{next(words):064x}",
        )  # fmt: skip
        self._load_seat()
        self.driver = driver
        self.guest: TestGuest | None = driver.join(name, is_owner=is_owner, token=token, run=run, contributes=False)

    def send(self, message: GuestMessage) -> None:
        if isinstance(message, TakeTurn):
            self._unanswered[message.number] = message
            self._queue_action(message)
        else:
            self._queue(message)

    def _queue(self, message: NetworkMessage) -> None:
        if self.guest is not None and (self.commits or not isinstance(message, CommitWord)):
            self.guest.send(message)  # type: ignore[arg-type]

    def _call_in_thread(self, function: Callable[..., object], *arguments: Any) -> None:
        function(*arguments)

    def receive(self) -> None:
        """Take what the host has sent."""
        for message in [] if self.guest is None else self.guest.read():
            self._take(message)
        if self.refusal:
            self.guest, self.state = None, ConnectionState.ENDED

    def receive_message(self, message: HostNetworkMessage) -> None:
        """Take a message as if the host had sent it."""
        self._take(message)

    async def watch(self, connection: Any) -> None:
        """Watch what is due to come over a connection, until the host is named."""
        await self._watch(connection)

    def close(self, timeout_s: float = 2.0, *, forgets_seat: bool = False) -> None:
        self.state, self.has_forgotten_seat = ConnectionState.ENDED, forgets_seat
        self.lose_connection()

    def lose_connection(self) -> None:
        """Close the connection; what the host has sent and was not received is lost with it."""
        if self.guest is not None:
            self.driver.leave(self.guest)
            self.guest = None
            self._note_loss()

    def begin_connection(self) -> None:
        """Note that a new connection begins."""
        self._begin_connection()

    def connect_again(self, *, is_owner: bool = False, run: str = "") -> None:
        """Connect again with the key of the seat."""
        self.begin_connection()
        self.guest = self.driver.join(
            self.person.name, token=self._seat_key, is_owner=is_owner, run=run, contributes=False
        )  # fmt: skip
