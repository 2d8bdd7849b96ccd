"""Guests of a table over the network without sockets, in the place of the network client of a window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from game.match.setup import PERSON_KIND
from game.network import guest_client
from game.network.guest_client import ConnectionState
from game.network.invitation import Invitation
from game.network.known_tables import KnownTable
from game.network.messages import PROTOCOL_VERSION, Lobby, LobbySeat, Reach, WaitingGuests, WatcherNames, Welcome
from game.network.nearby import NearbyTable
from game.session.avatars import AVATAR_COLORS
from game.session.messages import Command, Ready, SessionMessage
from game.version import VERSION
from tests.network.host import OWNER_KEY, SECRET, Guest, Host
from tests.network.person import Person

INVITATION = Invitation(("192.168.1.20", "127.0.0.1"), 50123, bytes(range(32)), bytes.fromhex(SECRET))
KNOWN_TABLE = KnownTable(
    id="1",
    name="Bar Sport",
    game="briscola",
    invitation=INVITATION,
    person="Anna",
    owner_key=OWNER_KEY,
    updated_at=4e9,
)

PHONES_REACH = Reach(
    is_nearby=True, nearby_code="740218", nearby_tries=5, router="probably",
    phones="http://192.168.1.20:50124/#AAECAwQFBgcICQoLDA0ODw",
)  # fmt: skip

NEARBY_TABLES = tuple(
    NearbyTable(
        id=f"{number}", name=name, game=game, seats=seats, free_seats=free, addresses=("192.168.1.7",), port=50123
    )
    for number, (name, game, seats, free) in enumerate(
        (("Leo's table", "briscola", 4, 2), ("Sergio's table", "spades", 3, 2), ("Bar Aurora", "muscio", 5, 0))
    )
)


class StillClient:
    """The part of a `GuestClient` that a lobby uses, at a table where nothing happens.

    ``sent``: the messages to the host.
    """

    invitation = INVITATION
    person = guest_client.Person("Anna", AVATAR_COLORS[0], 1)
    reach: Reach | None = Reach(is_nearby=True, nearby_code="740218", nearby_tries=5, router="probably")
    has_match = False
    refusal = ""
    refused_minutes = 0
    state = ConnectionState.CONNECTED
    is_closed = False

    @property
    def waiting_names(self) -> tuple[str, ...]:
        return ()

    @property
    def watcher_names(self) -> tuple[str, ...]:
        return ()

    def __init__(
        self, lobby: Lobby | None, *, is_owner: bool, table: str = "Bar Sport", is_watching: bool = False
    ) -> None:  # fmt: skip
        self._lobby, self.sent = lobby, list[SessionMessage]()
        self._welcome: Welcome | None = Welcome(
            program=VERSION, protocol=PROTOCOL_VERSION, rules_version=1, game="briscola", table=table,
            state="watching" if is_watching else "lobby", is_owner=is_owner,
        )  # fmt: skip

    @property
    def welcome(self) -> Welcome | None:
        return self._welcome

    @property
    def lobby(self) -> Lobby | None:
        return self._lobby

    def send(self, message: SessionMessage) -> None:
        self.sent.append(message)

    def report_ready(self, *, is_ready: bool = True) -> None:
        self.send(Command(Ready(is_ready)))

    def close(self, _timeout_s: float = 2.0) -> None:
        self.is_closed = True

    @property
    def as_client(self) -> Any:
        """The guest, for a parameter of the type `GuestClient`."""
        return self


class LobbyGuest(StillClient, Person):
    """The same for a guest of an in-process table. ``state`` can be set."""

    def __init__(self, host: Host, name: str, *, is_owner: bool = False) -> None:
        self.guest: Guest = host.join(name, is_owner=is_owner)
        self._host = host
        self.person = guest_client.Person(name, AVATAR_COLORS[0], 1)

    @property
    def welcome(self) -> Welcome | None:
        return self.guest.find_last(Welcome)

    @property
    def lobby(self) -> Lobby | None:
        return self.guest.find_last(Lobby)

    @property
    def waiting_names(self) -> tuple[str, ...]:
        waiting = self.guest.find_last(WaitingGuests)
        return () if waiting is None else waiting.names

    @property
    def watcher_names(self) -> tuple[str, ...]:
        watchers = self.guest.find_last(WatcherNames)
        return () if watchers is None else watchers.names

    def send(self, message: SessionMessage) -> None:
        self.guest.send(message)
        self._host.update()
        self.notice_refusal()

    def ask(self, message: SessionMessage) -> None:
        self.send(message)

    def notice_refusal(self) -> None:
        """Take over a refusal of the host, as the client does."""
        self.refusal = self.guest.refusal
        if self.refusal:
            self.state = ConnectionState.ENDED


class RefusedClient:
    """A client that the host has refused with the code ``refusal``, or that waits, as a test says; ``made``: all."""

    refusal = ""
    refused_minutes = 0
    state = ConnectionState.ENDED
    welcome: Welcome | None = None
    lobby = None
    lost_at: float | None = None
    has_answered = has_match = False
    made: ClassVar[list[RefusedClient]] = []

    def __init__(self, invitation: Invitation, person: Any, **_values: Any) -> None:
        self.invitation, self.person, self.is_closed = invitation, person, False
        self.made.append(self)

    def start(self) -> None: ...

    def close(self, _timeout_s: float = 2.0) -> None:
        self.is_closed = True


def make_lobby(names: Sequence[str], *, game: str = "briscola", preset: str = "classic") -> Lobby:
    """Return a lobby with people of these names, in which every second one is ready; "" is an empty seat."""
    seats = tuple(
        LobbySeat(PERSON_KIND, name, AVATAR_COLORS[index], index + 1, index % 2 == 0, index == 0)
        if name
        else LobbySeat()
        for index, name in enumerate(names)
    )
    return Lobby(game=game, preset=preset, changes={}, seats=seats, your_seat=0, level="club")
