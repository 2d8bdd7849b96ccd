"""The computer players of a match, which think in the worker process."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

from game.ai.client import AIClient
from game.ai.levels import get_default_level
from game.ai.personas import NEUTRAL_PERSONA, Persona, get_persona
from game.core.actions import Action
from game.match.observation import Observation
from game.match.setup import PlayerInfo
from game.workers.worker_process import WorkerError, WorkerFuture

COMPUTER_RETRY_S: Final = 10.0
"""The time after which a computer player that failed is asked again."""


class _Request(NamedTuple):
    observation: Observation
    level: str
    persona: Persona
    seed: int


class ComputerSeats:
    """The computer players of one match.

    ``action``: the answer to the request, None until `poll` receives it. ``has_failed``: whether the request failed,
    until it is answered or cancelled; no other action takes the place of the answer. ``characters`` returns the persona
    of a computer player by its name. ``min_thinking_s``: the least duration of a turn, in seconds.
    """

    def __init__(
        self,
        ai_client: AIClient,
        players: tuple[PlayerInfo, ...],
        clock: Callable[[], float],
        characters: Callable[[str], Persona] = get_persona,
    ) -> None:
        self.action: Action | None = None
        self.min_thinking_s = 0.6
        self._clock = clock
        self._ai_client = ai_client
        self._players = players
        self._characters = characters
        self.has_failed = False
        self._request: _Request | None = None
        self._future: WorkerFuture | None = None
        self._failed_at = 0.0

    @property
    def has_request(self) -> bool:
        """Whether a request is pending, has failed, or is answered and not yet cancelled."""
        return self._request is not None

    def request_action(self, observation: Observation, seat: int, rng: Random) -> None:
        """Ask the worker process for an action of ``seat``.

        ``observation``: what ``seat`` may know; ``rng`` gives the seed. A person who left is played by a neutral
        substitute.
        """
        player = self._players[seat]
        level = get_default_level(observation.game_id) if player.is_person else player.kind
        seed = rng.getrandbits(63)
        self._request = _Request(observation, level, self.get_persona(seat), seed)
        self._future = self._ai_client.request_action(*self._request)

    def poll(self) -> None:
        """Set ``action`` if the answer has arrived, or ``has_failed``. Never wait.

        A request that has failed is made again after `COMPUTER_RETRY_S`.
        """
        if self.has_failed and self._future is None and self._clock() >= self._failed_at + COMPUTER_RETRY_S:
            self.retry()
        if self._request is None or self._future is None or not self._future.done():
            return
        future, self._future = self._future, None
        try:
            self.action = self._ai_client.get_action(future, self._request.observation)
            self.has_failed = False
        except WorkerError:
            self.has_failed, self._failed_at = True, self._clock()

    def retry(self) -> None:
        """Make a failed request again, with the same seed. Without one, or while it is pending, do nothing."""
        if self.has_failed and self._request is not None and self._future is None:
            self._future = self._ai_client.request_action(*self._request)

    def set_pace(self, min_thinking_s: float) -> None:
        """Set the least duration of a turn."""
        self.min_thinking_s = min_thinking_s

    def cancel(self) -> None:
        """Drop the request and its answer."""
        if self._future is not None:
            self._future.cancel()
        self._request = self._future = self.action = None
        self.has_failed = False

    def get_persona(self, seat: int) -> Persona:
        """Return the persona of the computer at ``seat``; neutral for a substitute."""
        player = self._players[seat]
        return NEUTRAL_PERSONA if player.is_person else self._characters(player.name)
