"""The computer players at a table: one question at a time to the worker process, one answer back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Final

from game.ai.client import AIClient
from game.ai.levels import list_levels
from game.ai.personas import NEUTRAL_PERSONA, Persona, get_persona
from game.ai.worker_process import WorkerFuture
from game.core.actions import Action
from game.core.events import Event
from game.match.observation import Observation
from game.match.setup import PlayerInfo
from game.session.chat import ChatReply, choose_remark, choose_reply
from game.session.penalties import ChatMessage

SUBSTITUTE_LEVEL: Final = "club"
"""The computer player that takes over the seat of a person who left, if the game has it; else one at random."""


class ComputerSeats:
    """Asks for one seat at a time; ``action`` is the answer, None until `poll` finds it.

    ``characters`` gives the temperament that belongs to the name of a computer player.
    """

    def __init__(
        self,
        ai_client: AIClient,
        players: tuple[PlayerInfo, ...],
        characters: Callable[[str], Persona] = get_persona,
    ) -> None:
        self.action: Action | None = None
        self._ai_client = ai_client
        self._players = players
        self._characters = characters
        self._request: tuple[WorkerFuture, Observation, int] | None = None

    @property
    def has_request(self) -> bool:
        """Whether a question is open, or answered and not yet forgotten."""
        return self._request is not None

    def request_action(self, observation: Observation, seat: int, rng: Random) -> None:
        """Begin to think for ``seat``, which sees ``observation``."""
        player = self._players[seat]
        level = _get_substitute_level(observation.game_id) if player.is_person else player.kind
        seed = rng.getrandbits(63)
        future = self._ai_client.request_action(observation, level, self._get_persona(seat), seed)
        self._request = future, observation, seed

    def poll(self) -> None:
        """Look whether the answer has come; never waits."""
        if self._request is not None and self.action is None and self._request[0].done():
            self.action = self._ai_client.get_action(*self._request)

    def cancel(self) -> None:
        """The question is not open any more."""
        if self._request is not None:
            self._request[0].cancel()
        self._request = self.action = None

    def choose_remark(self, game_id: str, seat: int, events: Iterable[Event], rng: Random) -> str | None:
        """What the computer player at ``seat`` says to its bid or declaration, knowing what all have seen."""
        return choose_remark(game_id, (event.seen_by(None) for event in events), self._get_persona(seat), rng)

    def choose_reply(self, message: ChatMessage, observation: Observation, rng: Random) -> ChatReply | None:
        """Return what a computer player answers to the ``message`` of a person; ``observation`` is that of no seat."""
        personas = ((seat, self._get_persona(seat)) for seat in range(len(self._players)))
        talkative_personas = {seat: persona for seat, persona in personas if persona.talkativeness > 0}
        return choose_reply(message, observation, talkative_personas, [player.name for player in self._players], rng)

    def _get_persona(self, seat: int) -> Persona:
        """Whose temperament the computer has at a seat; in a person's place it has none."""
        player = self._players[seat]
        return NEUTRAL_PERSONA if player.is_person else self._characters(player.name)


def _get_substitute_level(game_id: str) -> str:
    levels = list_levels(game_id)
    return SUBSTITUTE_LEVEL if SUBSTITUTE_LEVEL in levels else levels[0]
