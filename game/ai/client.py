"""Thinking beside the window: one warmed process answers questions, one thread keeps it alive.

A thread that thinks costs frames, so the thinking is in a spawned process; starting it, talking to it and
ending it may all wait, so they are done in a daemon thread. Nothing that the window calls ever waits.
"""

from __future__ import annotations

import contextlib
import importlib
import itertools
import logging
import queue
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from random import Random
from typing import Any, Final, TypeAlias, TypeVar

import msgspec

from game.ai.client_protocol import ExplainedEstimate
from game.ai.levels import choose_random_action
from game.ai.personas import Persona
from game.ai.time_limit import TimeLimit
from game.ai.worker_process import (
    READY_MESSAGE,
    Failed,
    WorkerClosedError,
    WorkerFailure,
    WorkerLostError,
    WorkerProcess,
    run_as_worker,
)
from game.core.actions import Action
from game.match.observation import Observation

CHOOSE_FUNCTION: Final = "game.ai.registry:choose_action"
"""Where the process finds the function that answers: ``module:name``."""

ADVICE_FUNCTION: Final = "game.ai.advice:explain_actions"
"""Where it finds the function that weighs choices."""

HARD_TIMEOUT_S: Final = 5.0
MAX_ATTEMPTS: Final = 2

ChooseFunction: TypeAlias = Callable[[str, Observation, Random, TimeLimit, Persona], Action]
AdviceFunction: TypeAlias = Callable[[Observation, TimeLimit, Random], tuple[ExplainedEstimate, ...]]
A = TypeVar("A")

_log = logging.getLogger(__name__)


class ActionRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What the process is asked: what would ``persona``, a player of ``level``, do in ``observation``?"""

    request_id: int
    observation: Observation
    level: str
    persona: Persona
    seed: int


class AdviceRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What the process is asked besides: what is each choice of ``observation`` worth?"""

    request_id: int
    observation: Observation
    seed: int


class AIClient:
    """Asks one process what to do, and never makes the asker wait.

    ``time_limit_ms`` is the thinking time handed to the players. A process that dies, or that gives no answer for
    ``hard_timeout_s`` seconds, is ended and replaced, and asked again. A question that fails twice, or at which the
    player raises an error, is answered with a random choice, and where choices were to be weighed with none; ``fault``
    is then the reason, in a line. ``choose_function`` names the function that answers, as ``module:name``. Several
    clients may ask: each polls for its own tickets.
    """

    def __init__(
        self, time_limit_ms: int, *, hard_timeout_s: float = HARD_TIMEOUT_S, choose_function: str = CHOOSE_FUNCTION
    ) -> None:
        self.fault = ""
        self._time_limit_ms = time_limit_ms
        self._hard_timeout_s = hard_timeout_s
        self._choose_function = choose_function
        self._next_request_ids = itertools.count(1)
        self._open_request_ids = set[int]()
        self._requests: queue.SimpleQueue[ActionRequest | AdviceRequest | None] = queue.SimpleQueue()
        self._finished_actions: queue.SimpleQueue[tuple[int, Action]] = queue.SimpleQueue()
        self._advice: queue.SimpleQueue[tuple[int, tuple[ExplainedEstimate, ...]]] = queue.SimpleQueue()
        self._actions: dict[int, Action] = {}
        self._weights: dict[int, tuple[ExplainedEstimate, ...]] = {}
        self._closing = threading.Event()
        self._worker: WorkerProcess | None = None
        self._thread = threading.Thread(target=self._serve, name="thinker", daemon=True)

    def start(self) -> None:
        """Begin to warm the process. Questions may be asked at once. RuntimeError if started twice."""
        self._thread.start()

    def request_action(self, observation: Observation, level: str, persona: Persona, seed: int) -> int:
        """Ask for an action in ``observation``; `poll_actions` brings it with the number returned here.

        Same seed, same answer. ValueError if the view has no choices.
        """
        request_id = self._open_request(observation)
        self._requests.put(
            ActionRequest(request_id=request_id, observation=observation, level=level, persona=persona, seed=seed)
        )
        return request_id

    def request_advice(self, observation: Observation, seed: int) -> int:
        """Ask what each choice of ``observation`` is worth to the best player; `poll_advice` brings the answer.

        Same seed, same answer. ValueError if the view has no choices.
        """
        request_id = self._open_request(observation)
        self._requests.put(AdviceRequest(request_id=request_id, observation=observation, seed=seed))
        return request_id

    def _open_request(self, observation: Observation) -> int:
        if not observation.legal_actions:
            raise ValueError(f"seat {observation.seat} has nothing to choose")
        request_id = next(self._next_request_ids)
        self._open_request_ids.add(request_id)
        return request_id

    def cancel(self, request_id: int) -> None:
        """The answer is no longer wanted: `poll_actions` will not bring it. A ticket that is not open is no error."""
        self._open_request_ids.discard(request_id)
        self._actions.pop(request_id, None)
        self._weights.pop(request_id, None)

    def poll_actions(self, ticket: int) -> Action | None:
        """Return the answer to ``ticket``, once; None if it has not come. Answers to other tickets are kept."""
        return self._taken(ticket, self._finished_actions, self._actions)

    def poll_advice(self, ticket: int) -> tuple[ExplainedEstimate, ...] | None:
        """Return as `poll_actions` does what was weighed, the best choice first; empty if nobody can tell."""
        return self._taken(ticket, self._advice, self._weights)

    def _taken(self, ticket: int, answers: queue.SimpleQueue[tuple[int, A]], kept: dict[int, A]) -> A | None:
        with contextlib.suppress(queue.Empty):
            while True:
                came, answer = answers.get_nowait()
                if came in self._open_request_ids:
                    kept[came] = answer
        self._open_request_ids.difference_update({ticket} & kept.keys())
        return kept.pop(ticket, None)

    def close(self) -> None:
        """End the process soon; open questions get no answer. Closing twice is no error."""
        self._closing.set()
        self._open_request_ids.clear()
        self._actions.clear()
        self._weights.clear()
        self._requests.put(None)

    def join(self, timeout_s: float) -> bool:
        """After `close`: wait for the process to end. Whether it did in time."""
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    @property
    def pid(self) -> int | None:
        """The process's number while it is ready to think."""
        worker = self._worker
        return worker.pid if worker is not None else None

    # -- the thread --------------------------------------------------------------------------------

    def _serve(self) -> None:
        try:
            self._begin()
            while (request := self._requests.get()) is not None:
                if request.request_id in self._open_request_ids:
                    self._answer_request(request)
        except WorkerClosedError:
            pass
        finally:
            self._kill_worker()

    def _begin(self) -> None:
        """Warm the process. If that fails, the first question tries again and says why."""
        try:
            self._ensure_worker()
        except WorkerClosedError:
            raise
        except Exception as error:
            _log.warning("the thinking process does not start: %s", error)

    def _answer_request(self, request: ActionRequest | AdviceRequest) -> None:
        timeout_s, closing = self._hard_timeout_s, self._closing
        if isinstance(request, AdviceRequest):
            advice = self._try_request(
                lambda worker: _get_advice(worker, request, timeout_s, closing), request.request_id
            )
            self._advice.put((request.request_id, advice or ()))
            return
        action = self._try_request(lambda worker: _get_action(worker, request, timeout_s, closing), request.request_id)
        self._finished_actions.put(
            (request.request_id, action or choose_random_action(request.observation, Random(request.seed)))
        )

    def _try_request(self, ask: Callable[[WorkerProcess], A], request_id: int) -> A | None:
        """What the process answers; None if the player raised an error, or the process failed twice."""
        fault = ""
        for _attempt in range(MAX_ATTEMPTS):
            try:
                return ask(self._ensure_worker())
            except WorkerClosedError:
                raise
            except Failed as error:  # the process itself is well, and would fail again
                fault = str(error)
                _log.warning("question %d: the player failed: %s", request_id, fault)
                break
            except Exception as error:  # whatever it is, the match must go on
                fault = str(error) or type(error).__name__
                _log.warning("question %d: the thinking process is replaced: %s", request_id, fault)
                self._kill_worker()
        self.fault = fault
        return None

    def _ensure_worker(self) -> WorkerProcess:
        if self._worker is None:
            self._worker = WorkerProcess.spawn(
                run_worker, "thinker", self._closing, self._choose_function, self._time_limit_ms
            )
        return self._worker

    def _kill_worker(self) -> None:
        if self._worker is not None:
            self._worker.kill()
            self._worker = None


def _get_action(worker: WorkerProcess, request: ActionRequest, timeout_s: float, closing: threading.Event) -> Action:
    """The answer to ``question``. Lost if none comes within ``limit_s`` seconds or it is no legal choice; Closed."""
    worker.send(request)
    answer = worker.receive(timeout_s, closing)
    if not isinstance(answer, Action) or answer not in request.observation.legal_actions:
        raise WorkerLostError(f"{answer} is no choice of seat {request.observation.seat}")
    return answer


def _get_advice(
    worker: WorkerProcess, request: AdviceRequest, timeout_s: float, closing: threading.Event
) -> tuple[ExplainedEstimate, ...]:
    """What the choices of ``question`` are worth. Raises as `_get_action` does."""
    worker.send(request)
    answer = worker.receive(timeout_s, closing)
    if not isinstance(answer, tuple) or not all(isinstance(estimate, ExplainedEstimate) for estimate in answer):
        raise WorkerLostError(f"seat {request.observation.seat} is told nothing of its choices")
    return answer


# -- the process -----------------------------------------------------------------------------------


def run_worker(pipe: Connection, choose_function: str, time_limit_ms: int) -> None:
    """Answer the questions that come through ``pipe`` until it closes: the life of the process."""
    with run_as_worker(pipe):
        with contextlib.suppress(Exception):  # warms it; the first question meets the same error and sends it
            _load_function(choose_function)
        time_limit = _make_time_limit(time_limit_ms)
        pipe.send(READY_MESSAGE)
        while True:
            pipe.send(_considered(pipe.recv(), choose_function, time_limit))


def _considered(question: ActionRequest | AdviceRequest, chooser: str, limit: TimeLimit) -> object:
    """What the player answers to ``question``, or the error that it raises: the next question may go well."""
    rng = Random(question.seed)
    try:
        if isinstance(question, AdviceRequest):
            weigh: AdviceFunction = _load_function(ADVICE_FUNCTION)
            return weigh(question.observation, limit, rng)
        choose: ChooseFunction = _load_function(chooser)
        return choose(question.level, question.observation, rng, limit, question.persona)
    except Exception as error:
        return WorkerFailure.of(error)


def _load_function(function: str) -> Any:
    """The function that ``module:name`` stands for."""
    module, _colon, name = function.partition(":")
    return getattr(importlib.import_module(module), name)


def _make_time_limit(ms: int) -> TimeLimit:
    """The thinking time by this machine's clock."""
    return TimeLimit(ms, time.perf_counter)
