"""A session whose host is in the same process: a match at this screen, saved as it is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Unpack

from game.match.setup import MatchSetup
from game.session.client import ConnectedSession
from game.session.host import MatchHost
from game.session.hosted_match import HostServices
from game.storage.match_rows import SavedMatch


class LocalSession(ConnectedSession):
    """A session and its ``host``. It acts for every person of the match; nobody but its own code looks into the host.

    A match without people is looked at from the first seat.
    """

    def __init__(self, host: MatchHost, clock: Callable[[], float]) -> None:
        self.host = host
        super().__init__(host.connect(), clock, host.export_record)

    @classmethod
    def start(cls, setup: MatchSetup, seed: int, **services: Unpack[HostServices]) -> LocalSession:
        """Begin a new match; see `MatchHost.start`."""
        return cls(MatchHost.start(setup, seed, **services), services["clock"])

    @classmethod
    def resume(cls, saved: SavedMatch, **services: Unpack[HostServices]) -> LocalSession:
        """Go on with a saved match; see `MatchHost.resume`."""
        return cls(MatchHost.resume(saved, **services), services["clock"])

    @property
    def seconds_until_next_update(self) -> float:
        return self.host.chat.seconds_until_reply

    def abandon_all(self) -> None:
        """Let every person leave, one after the other, as soon as may be; the computer plays on."""
        self.host.abandon_all()
        self._link.receive()

    def _update_host(self) -> None:
        self.host.update()

    def close(self) -> None:
        super().close()
        self.host.close()
        self._link.receive()
