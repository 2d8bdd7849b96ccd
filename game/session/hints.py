"""A hint: what the best computer player thinks of a person's choices, asked of the process that thinks."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from game.ai.client import AIClient
from game.ai.estimates import ExplainedEstimate
from game.ai.worker_process import WorkerFuture
from game.core.messages import Reason
from game.match.match import Match
from game.match.observation import Observation


def hint_refusal_reason(match: Match, human_seats: Sequence[int], *, is_allowed: bool) -> Reason | None:
    """Why the person at the screen is given no hint, or None. ``is_allowed``: the table has agreed that he may
    be."""
    if not is_allowed:
        return Reason("hints_off")
    if len(human_seats) != 1:
        return Reason("hints_people")
    turn = match.turn
    if turn is None:
        return Reason("deal_over")
    return None if turn in human_seats else Reason("not_your_turn", {"seat": turn})


class HintRequest:
    """One question at a time; ``advice`` is the answer, the best choice first, None until `poll` finds it."""

    def __init__(self, ai_client: AIClient) -> None:
        self.advice: tuple[ExplainedEstimate, ...] | None = None
        self._ai_client = ai_client
        self._future: WorkerFuture | None = None

    @property
    def has_request(self) -> bool:
        """Whether a question is open, or answered and not yet forgotten."""
        return self._future is not None

    def request(self, observation: Observation, rng: Random) -> None:
        """Begin to think about the choices of the seat that sees ``observation``."""
        self.cancel()
        self._future = self._ai_client.request_advice(observation, rng.getrandbits(63))

    def poll(self) -> None:
        """Look whether the answer has come; never waits."""
        if self._future is not None and self.advice is None and self._future.done():
            self.advice = self._ai_client.get_advice(self._future)

    def cancel(self) -> None:
        """The question is not open any more."""
        if self._future is not None:
            self._future.cancel()
        self._future = self.advice = None
