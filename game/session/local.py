"""A session whose host is in the same process: a match at this screen, saved as it is played."""

from __future__ import annotations

from collections.abc import Callable

from game.ai.client import AIClient
from game.ai.personas import Persona, get_persona
from game.match.record import Record
from game.match.setup import MatchSetup
from game.session.chat import HostChat
from game.session.client import ConnectedSession
from game.session.client_parts import Client, ClientChat
from game.session.host import MatchHost
from game.storage.match_rows import SavedMatch
from game.storage.thread import StorageThread


class LocalChat(ClientChat):
    """The chat of a session whose host is here: it knows when a computer player answers, and can silence them."""

    def __init__(self, client: Client, host_chat: HostChat) -> None:
        super().__init__(client, host_chat.messages)
        self._host_chat = host_chat

    @property
    def is_computer_chat_enabled(self) -> bool:
        return self._host_chat.is_computer_chat_enabled

    @is_computer_chat_enabled.setter
    def is_computer_chat_enabled(self, is_enabled: bool) -> None:
        self._host_chat.is_computer_chat_enabled = is_enabled

    @property
    def seconds_until_reply(self) -> float:
        return self._host_chat.seconds_until_reply


class LocalSession(ConnectedSession):
    """A session and its ``host``. It acts for every person of the match; nobody but its own code looks into the host.

    A match without people is looked at from the first seat.
    """

    def __init__(self, host: MatchHost, clock: Callable[[], float]) -> None:
        self.host = host
        super().__init__(host.connect(host.state.original_human_seats or (0,)), clock)
        self.chat = LocalChat(self, host.state.chat)

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
    def min_thinking_s(self) -> float:
        return self.host.state.min_thinking_s

    @min_thinking_s.setter
    def min_thinking_s(self, seconds: float) -> None:
        self.host.state.min_thinking_s = seconds

    def export_record(self) -> Record:
        """Return the record as a player may have it; the host gives it, for the storage may not have it."""
        return self.host.state.export_record()

    def abandon_all(self) -> None:
        """Let every person leave, one after the other, as soon as may be; the computer plays on."""
        self.host.abandon_all()
        self._receive()

    def _update_host(self) -> None:
        self.host.update()

    def close(self) -> None:
        super().close()
        self.host.close()
        self._receive()
