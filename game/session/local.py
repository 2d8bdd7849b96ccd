"""The session of a match whose host is in the same process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Unpack

from game.match.observation import Observation
from game.match.record import Record
from game.match.setup import MatchSetup
from game.session.host import HostServices, MatchHost
from game.session.messages import Command, HostMessage
from game.session.session import Session
from game.session.transport import Transport
from game.storage.match_rows import SavedMatch


class LocalTransport(Transport):
    """The way to a ``host`` in this process, for all people of its match.

    A match without people is seen from seat 0.
    """

    is_match = True

    def __init__(self, host: MatchHost) -> None:
        self._host = host
        self._connection = host.connect()

    def send(self, command: Command) -> None:
        self._host.handle(self._connection, command)

    def receive(self) -> list[HostMessage]:
        return self._connection.receive()

    def update(self) -> None:
        self._host.update()

    @property
    def seconds_until_news(self) -> float:
        return self._host.chat.seconds_until_reply

    def export_record(self) -> Record:
        return self._host.export_record()

    def close(self, observation: Observation) -> None:
        self._host.close()


class LocalSession(Session):
    """A session with its ``host``, which scenes do not use: it knows the hidden cards."""

    def __init__(self, host: MatchHost, clock: Callable[[], float]) -> None:
        self.host = host
        super().__init__(LocalTransport(host), clock)

    @classmethod
    def start(cls, setup: MatchSetup, seed: int, **services: Unpack[HostServices]) -> LocalSession:
        """Return the session of a new match, which is stored; see `MatchHost.start`."""
        return cls(MatchHost.start(setup, seed, **services), services["clock"])

    @classmethod
    def resume(cls, saved: SavedMatch, **services: Unpack[HostServices]) -> LocalSession:
        """Return the session of a saved match, to continue it; see `MatchHost.resume`."""
        return cls(MatchHost.resume(saved, **services), services["clock"])
