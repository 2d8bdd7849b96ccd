"""The session of a match whose host is in the same process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Unpack

from game.match.setup import MatchSetup
from game.session.client import ConnectedSession
from game.session.host import MatchHost
from game.session.hosted_match import HostServices
from game.session.session_parts import SessionAssistance
from game.storage.match_rows import SavedMatch


class LocalSession(ConnectedSession):
    """A session and its ``host``.

    It acts for all people of the match; a match without people is seen from seat 0. Scenes do not use the host, which
    knows the hidden cards.
    """

    assistance: SessionAssistance

    def __init__(self, host: MatchHost, clock: Callable[[], float]) -> None:
        self.host = host
        super().__init__(host.connect(), clock, host.export_record)

    @classmethod
    def start(cls, setup: MatchSetup, seed: int, **services: Unpack[HostServices]) -> LocalSession:
        """Return the session of a new match, which is stored; see `MatchHost.start`."""
        return cls(MatchHost.start(setup, seed, **services), services["clock"])

    @classmethod
    def resume(cls, saved: SavedMatch, **services: Unpack[HostServices]) -> LocalSession:
        """Return the session of a saved match, to continue it; see `MatchHost.resume`."""
        return cls(MatchHost.resume(saved, **services), services["clock"])

    @property
    def seconds_until_next_update(self) -> float:
        return self.host.chat.seconds_until_reply

    def abandon_all(self) -> None:
        """Let all people leave the match, one after the other, in the next updates.

        Computer players take over their seats.
        """
        self.host.abandon_all()
        self._link.receive()

    def _update_host(self) -> None:
        self.host.update()

    def close(self) -> None:
        super().close()
        self.host.close()
        self._link.receive()
