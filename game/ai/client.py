"""Requests to computer players in a worker process. No other action takes the place of one that fails."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from random import Random
from typing import Final

from game.ai.estimates import ExplainedEstimate
from game.ai.personas import Persona
from game.ai.time_limit import TimeLimit
from game.core.actions import Action
from game.match.observation import Observation
from game.text.errors import describe_error
from game.workers.worker_process import WorkerError, WorkerFuture, WorkerProcess

CHOOSE_FUNCTION: Final = "game.ai.registry:choose_action"
ADVICE_FUNCTION: Final = "game.ai.advice:explain_actions"
JUDGE_FUNCTION: Final = "game.analysis.judge:judge_options"
ANSWER_TIMEOUT_S: Final = 5.0
"""The time without an answer after which a player's process is replaced."""
JUDGMENT_LIMIT_MS: Final = 200
"""The limit of each search for a judgment, for which the computer players wait."""

_log = logging.getLogger(__name__)


class AIClient:
    """Computer players that run in a worker process.

    ``time_limit_ms``: the limit for each move; ``fault``: the reason, in one line, why the last failed advice failed,
    empty if none did.
    """

    def __init__(self, worker: WorkerProcess, time_limit_ms: int) -> None:
        self.fault = ""
        self._worker = worker
        self._time_limit = TimeLimit(time_limit_ms, time.perf_counter)  # the worker process reads its own clock

    def request_action(self, observation: Observation, level: str, persona: Persona, seed: int) -> WorkerFuture:
        """Return the future of an action chosen by a player of ``level``.

        The same seed gives the same action. Raises ValueError if the seat has no legal action.
        """
        args = level, observation, Random(seed), self._time_limit, persona
        return self._submit(CHOOSE_FUNCTION, observation, args)

    def request_advice(self, observation: Observation, seed: int) -> WorkerFuture:
        """Return the future of `game.ai.advice.explain_actions`.

        The same seed gives the same advice. Raises ValueError if the seat has no legal action.
        """
        return self._submit(ADVICE_FUNCTION, observation, (observation, self._time_limit, Random(seed)))

    def request_findings(
        self, observation: Observation, seed: int, deal: int, action_number: int, extra_action: Action | None = None
    ) -> WorkerFuture:
        """Return the future of `game.analysis.judge.judge_options`."""
        time_limit = TimeLimit(min(JUDGMENT_LIMIT_MS, self._time_limit.ms), self._time_limit.clock)
        args = observation, seed, time_limit, deal, action_number, extra_action
        return self._submit(JUDGE_FUNCTION, observation, args)

    def _submit(self, function: str, observation: Observation, args: tuple[object, ...]) -> WorkerFuture:
        if not observation.legal_actions:
            raise ValueError(f"seat {observation.seat} has nothing to choose")
        return self._worker.submit(function, *args, timeout_s=ANSWER_TIMEOUT_S)

    def get_action(self, future: WorkerFuture, observation: Observation) -> Action:
        """Return the action of a finished future, which `request_action` returned.

        Raise WorkerError if the request failed or the action is not legal.
        """
        action = _get_result(future)
        if isinstance(action, Action) and action in observation.legal_actions:
            return action
        fault = f"a computer player chose an action that is not legal for seat {observation.seat}"  # names no card
        _log.warning("%s", fault)
        raise WorkerError(fault)

    def get_advice(self, future: WorkerFuture) -> tuple[ExplainedEstimate, ...]:
        """Return the advice of a finished future, the best action first.

        Empty if the request failed; `fault` is then the reason.
        """
        try:
            advice = _get_result(future)
        except WorkerError as error:
            self.fault = str(error)
            return ()
        return advice if isinstance(advice, tuple) else ()


def get_findings(future: WorkerFuture) -> Mapping[Action, object]:
    """Return the findings of a finished future by choice, {} if the request failed."""
    try:
        findings = _get_result(future)
    except WorkerError:
        return {}
    return findings if isinstance(findings, dict) else {}


def _get_result(future: WorkerFuture) -> object:
    """Return the result of a finished future. Raise WorkerError if the request failed."""
    try:
        return future.result()
    except Exception as error:  # the program must go on after any error; the worker has logged it
        raise WorkerError(describe_error(error)) from error
