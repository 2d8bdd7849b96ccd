"""The session of a match whose host is in the same process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Unpack

from game.match.setup import MatchSetup
from game.session.host import HostServices, MatchHost
from game.session.session import Session
from game.storage.match_rows import SavedMatch


class LocalSession(Session):
    """A session with its ``host``, which scenes do not use: it knows the hidden cards.

    It acts for all people of the match; a match without people is seen from seat 0.
    """

    def __init__(self, host: MatchHost, clock: Callable[[], float]) -> None:
        self.host = host
        super().__init__(host.connect(), clock)

    @classmethod
    def start(cls, setup: MatchSetup, seed: int, **services: Unpack[HostServices]) -> LocalSession:
        """Return the session of a new match, which is stored; see `MatchHost.start`."""
        return cls(MatchHost.start(setup, seed, **services), services["clock"])

    @classmethod
    def resume(cls, saved: SavedMatch, **services: Unpack[HostServices]) -> LocalSession:
        """Return the session of a saved match, to continue it; see `MatchHost.resume`."""
        return cls(MatchHost.resume(saved, **services), services["clock"])
