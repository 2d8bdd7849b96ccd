"""The program of a guest at a host in the process of the test: without a thread or a socket."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

from game.match.observation import Observation
from game.network.guest_client import ConnectionState, GuestClient
from game.network.guest_client import Person as Profile
from game.network.messages import CommitWord, OpenWord
from game.network.table_files import SeatKeys
from game.session.messages import HostMessage, SessionMessage
from game.storage.json_documents import JsonDocument
from tests.network.host import INVITATION, SECRET, Guest, Host
from tests.network.person import Person


class GuestProgram(GuestClient, Person):
    """A client whose messages go to ``host`` in the same call.

    ``has_forgotten_seat``: whether it was closed without a way back. ``contributions``: what it has sent for the
    shuffles. ``commits``: whether its commitments to words reach the host.
    """

    has_forgotten_seat = False
    commits = True

    def __init__(
        self, host: Host, name: str, *, is_owner: bool = False, token: str = SECRET,
        run: str = "", seat_keys: JsonDocument[SeatKeys] | None = None,
    ) -> None:  # fmt: skip
        words = count(int(run or "0", 16) * 1000 + 1)
        self.contributions: list[CommitWord | OpenWord] = []
        super().__init__(
            INVITATION, Profile(name), clock=host.clock, rng=Random(1), seat_keys=seat_keys,
            make_word=lambda: f"{next(words):064x}",
        )  # fmt: skip
        self._load_seat()
        self.host = host
        self.guest: Guest | None = host.join(
            name, is_owner=is_owner, token=token, run=run, contributes=False, match=self.match_without_record
        )

    def ask(self, message: SessionMessage) -> None:
        self.send(message)

    def _queue(self, message: SessionMessage) -> None:
        if isinstance(message, (CommitWord, OpenWord)):
            self.contributions.append(message)
        if self.guest is not None and (self.commits or not isinstance(message, CommitWord)):
            self.guest.send(message)

    def _call_in_thread(self, function: Callable[..., object], *arguments: Any) -> None:
        function(*arguments)

    def receive(self) -> None:
        """Take what the host has sent."""
        for message in [] if self.guest is None else self.guest.read():
            self._take(message)
        if self.refusal:
            self.guest, self.state = None, ConnectionState.ENDED

    def receive_message(self, message: HostMessage) -> None:
        """Take a message as if the host had sent it."""
        self._take(message)

    async def watch(self, connection: Any) -> None:
        """Watch what is due to come over a connection, until the host is named."""
        await self._watch(connection)

    def close(
        self, timeout_s: float = 2.0, *, forgets_seat: bool = False, observation: Observation | None = None
    ) -> None:
        self.state, self.has_forgotten_seat = ConnectionState.ENDED, forgets_seat
        self.lose_connection()

    def lose_connection(self) -> None:
        """Close the connection; what the host has sent and was not received is lost with it."""
        if self.guest is not None:
            self.host.leave(self.guest)
            self.guest = None
            self._note_loss()

    def begin_connection(self) -> None:
        """Note that a new connection begins."""
        self._begin_connection()

    def connect_again(self, *, is_owner: bool = False, run: str = "") -> None:
        """Connect again with the key of the seat."""
        self.begin_connection()
        self.guest = self.host.join(
            self.person.name, token=self.seat.key or SECRET, is_owner=is_owner, run=run, contributes=False,
            match=self.match_without_record,
        )  # fmt: skip
