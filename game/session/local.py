"""A session whose host is in the same process: a match at this screen, saved as it is played."""

from __future__ import annotations

from collections.abc import Callable

from game.ai.client import AIClient
from game.ai.personas import Persona, get_persona
from game.match.setup import MatchSetup
from game.session.client import ConnectedSession
from game.session.host import MatchHost
from game.storage.match_rows import SavedMatch
from game.storage.thread import StorageThread


class LocalSession(ConnectedSession):
    """A session and its ``host``. It acts for every person of the match; nobody but its own code looks into the host.

    A match without people is looked at from the first seat.
    """

    def __init__(self, host: MatchHost, clock: Callable[[], float]) -> None:
        self.host = host
        super().__init__(host.connect(), clock, host.export_record)

    @classmethod
    def start(
        cls, setup: MatchSetup, seed: int,
        *, storage: StorageThread, ai_client: AIClient, clock: Callable[[], float],
        characters: Callable[[str], Persona] = get_persona,
    ) -> LocalSession:  # fmt: skip
        """Begin a new match; see `MatchHost.start`."""
        host = MatchHost.start(
            setup, seed, storage=storage, ai_client=ai_client, clock=clock, characters=characters
        )  # fmt: skip
        return cls(host, clock)

    @classmethod
    def resume(
        cls, saved: SavedMatch,
        *, storage: StorageThread, ai_client: AIClient, clock: Callable[[], float],
        characters: Callable[[str], Persona] = get_persona,
    ) -> LocalSession:  # fmt: skip
        """Go on with a saved match; see `MatchHost.resume`."""
        host = MatchHost.resume(saved, storage=storage, ai_client=ai_client, clock=clock, characters=characters)
        return cls(host, clock)

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
