"""Hints: the best computer player rates a person's choices, in the worker process."""

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
    """Return the reason against a hint now; None if it may be requested.

    ``human_seats``: of the whole match; ``is_allowed``: the assistance options allow hints. Hints are given on the turn
    of the only person in the match.
    """
    if not is_allowed:
        return Reason("hints_off")
    if len(human_seats) != 1:
        return Reason("hints_people")
    turn = match.turn
    if turn is None:
        return Reason("deal_over")
    return None if turn in human_seats else Reason("not_your_turn", {"seat": turn})


class HintRequest:
    """One request for a hint at a time.

    ``advice``: the estimate of each choice, the best first; None until `poll` receives it.
    """

    def __init__(self, ai_client: AIClient) -> None:
        self.advice: tuple[ExplainedEstimate, ...] | None = None
        self._ai_client = ai_client
        self._future: WorkerFuture | None = None

    @property
    def has_request(self) -> bool:
        """Whether a request is pending, or answered and not yet cancelled."""
        return self._future is not None

    def request(self, observation: Observation, rng: Random) -> None:
        """Ask for estimates of the choices in ``observation``; cancel an earlier request.

        Raise ValueError if the seat has no legal action.
        """
        self.cancel()
        self._future = self._ai_client.request_advice(observation, rng.getrandbits(63))

    def poll(self) -> None:
        """Set ``advice`` if the answer has arrived, to () if the request failed. Never wait."""
        if self._future is not None and self.advice is None and self._future.done():
            self.advice = self._ai_client.get_advice(self._future)

    def cancel(self) -> None:
        """Drop the request and its answer."""
        if self._future is not None:
            self._future.cancel()
        self._future = self.advice = None
