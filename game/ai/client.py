"""Questions to the computer players in a worker process, and the choice at random where a question comes to nothing."""

from __future__ import annotations

import logging
import time
from random import Random
from typing import Final

from game.ai.estimates import ExplainedEstimate
from game.ai.levels import choose_random_action
from game.ai.personas import Persona
from game.ai.time_limit import TimeLimit
from game.ai.worker_process import WorkerFuture, WorkerProcess
from game.core.actions import Action
from game.match.observation import Observation
from game.text.errors import describe_error

CHOOSE_FUNCTION: Final = "game.ai.registry:choose_action"
ADVICE_FUNCTION: Final = "game.ai.advice:explain_actions"
ANSWER_TIMEOUT_S: Final = 5.0
"""How long a computer player may be silent before its process is replaced."""

_log = logging.getLogger(__name__)


class AIClient:
    """Computer players that choose in ``worker`` and have ``time_limit_ms`` for it.

    ``fault`` is the reason, in a line, why a question last came to nothing; empty before that.
    """

    def __init__(self, worker: WorkerProcess, time_limit_ms: int) -> None:
        self.fault = ""
        self._worker = worker
        self._time_limit = TimeLimit(time_limit_ms, time.perf_counter)  # in the process, its own clock

    def request_action(self, observation: Observation, level: str, persona: Persona, seed: int) -> WorkerFuture:
        """Ask for the choice of a player of ``level``. Same seed, same answer. ValueError if there are no choices."""
        args = level, observation, Random(seed), self._time_limit, persona
        return self._submit(CHOOSE_FUNCTION, observation, args)

    def request_advice(self, observation: Observation, seed: int) -> WorkerFuture:
        """Ask what each choice is worth. Same seed, same answer. ValueError if there are no choices."""
        return self._submit(ADVICE_FUNCTION, observation, (observation, self._time_limit, Random(seed)))

    def _submit(self, function: str, observation: Observation, args: tuple[object, ...]) -> WorkerFuture:
        if not observation.legal_actions:
            raise ValueError(f"seat {observation.seat} has nothing to choose")
        return self._worker.submit(function, *args, timeout_s=ANSWER_TIMEOUT_S)

    def get_action(self, future: WorkerFuture, observation: Observation, seed: int) -> Action:
        """Return the choice that is done, or one at random by ``seed`` if it failed or is not legal."""
        action = self._get_result(future)
        if isinstance(action, Action) and action in observation.legal_actions:
            return action
        if action is not None:
            self.fault = f"{action} is no choice of seat {observation.seat}"
            _log.warning("%s", self.fault)
        return choose_random_action(observation, Random(seed))

    def get_advice(self, future: WorkerFuture) -> tuple[ExplainedEstimate, ...]:
        """Return the advice that is done, the best choice first; empty if it failed."""
        advice = self._get_result(future)
        return advice if isinstance(advice, tuple) else ()

    def _get_result(self, future: WorkerFuture) -> object:
        try:
            return future.result()
        except Exception as error:  # whatever it is, the match must go on; the worker has logged it
            self.fault = describe_error(error)
            return None
