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

from game.ai.characters import Character
from game.ai.levels import at_random
from game.ai.limit import Limit
from game.ai.process import READY, Closed, Failed, Failure, Lost, Worker, answering
from game.ai.weighed import Weighed
from game.engine.actions import Action
from game.view import View

CHOOSE: Final = "game.ai.players:choose"
"""Where the process finds the function that answers: ``module:name``."""

WEIGH: Final = "game.ai.explain:weigh"
"""Where it finds the function that weighs choices."""

HARD_LIMIT_S: Final = 5.0
TRIES: Final = 2

Choose: TypeAlias = Callable[[str, View, Random, Limit, Character], Action]
Weigh: TypeAlias = Callable[[View, Limit, Random], tuple[Weighed, ...]]
A = TypeVar("A")

_log = logging.getLogger(__name__)


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What the process is asked: what would ``character``, a player of ``level``, do in ``view``?"""

    ticket: int
    view: View
    level: str
    character: Character
    seed: int


class Weighing(msgspec.Struct, frozen=True, kw_only=True):
    """What the process is asked besides: what is each choice of ``view`` worth?"""

    ticket: int
    view: View
    seed: int


class Thinker:
    """Asks one process what to do, and never makes the asker wait.

    ``limit_ms`` is the thinking time handed to the players. A process that dies, or that gives no answer for
    ``hard_limit_s`` seconds, is ended and replaced, and asked again. A question that fails twice, or at which the
    player raises an error, is answered with a random choice, and where choices were to be weighed with none; ``fault``
    is then the reason, in a line. ``chooser`` names the function that answers, as ``module:name``. Several clients may
    ask: each polls for its own tickets.
    """

    def __init__(self, limit_ms: int, *, hard_limit_s: float = HARD_LIMIT_S, chooser: str = CHOOSE) -> None:
        self.fault = ""
        self._limit_ms = limit_ms
        self._hard_limit_s = hard_limit_s
        self._chooser = chooser
        self._tickets = itertools.count(1)
        self._open = set[int]()
        self._asked: queue.SimpleQueue[Question | Weighing | None] = queue.SimpleQueue()
        self._answered: queue.SimpleQueue[tuple[int, Action]] = queue.SimpleQueue()
        self._weighed: queue.SimpleQueue[tuple[int, tuple[Weighed, ...]]] = queue.SimpleQueue()
        self._actions: dict[int, Action] = {}
        self._weights: dict[int, tuple[Weighed, ...]] = {}
        self._closing = threading.Event()
        self._worker: Worker | None = None
        self._thread = threading.Thread(target=self._serve, name="thinker", daemon=True)

    def start(self) -> None:
        """Begin to warm the process. Questions may be asked at once. RuntimeError if started twice."""
        self._thread.start()

    def ask(self, view: View, level: str, character: Character, seed: int) -> int:
        """Ask for an action in ``view``; `poll` brings it with the ticket returned here. Same seed, same answer.

        ValueError if the view has no choices.
        """
        ticket = self._ticket(view)
        self._asked.put(Question(ticket=ticket, view=view, level=level, character=character, seed=seed))
        return ticket

    def weigh(self, view: View, seed: int) -> int:
        """Ask what each choice of ``view`` is worth to the best player there is; `poll_weighed` brings the answer.

        Same seed, same answer. ValueError if the view has no choices.
        """
        ticket = self._ticket(view)
        self._asked.put(Weighing(ticket=ticket, view=view, seed=seed))
        return ticket

    def _ticket(self, view: View) -> int:
        if not view.choices:
            raise ValueError(f"seat {view.seat} has nothing to choose")
        ticket = next(self._tickets)
        self._open.add(ticket)
        return ticket

    def forget(self, ticket: int) -> None:
        """The answer is no longer wanted: `poll` will not bring it. A ticket that is not open is no error."""
        self._open.discard(ticket)
        self._actions.pop(ticket, None)
        self._weights.pop(ticket, None)

    def poll(self, ticket: int) -> Action | None:
        """Return the answer to ``ticket``, once; None if it has not come. Answers to other tickets are kept."""
        return self._taken(ticket, self._answered, self._actions)

    def poll_weighed(self, ticket: int) -> tuple[Weighed, ...] | None:
        """Return as `poll` does what was weighed, the best choice first; empty if nobody can tell."""
        return self._taken(ticket, self._weighed, self._weights)

    def _taken(self, ticket: int, answers: queue.SimpleQueue[tuple[int, A]], kept: dict[int, A]) -> A | None:
        with contextlib.suppress(queue.Empty):
            while True:
                came, answer = answers.get_nowait()
                if came in self._open:
                    kept[came] = answer
        self._open.difference_update({ticket} & kept.keys())
        return kept.pop(ticket, None)

    def close(self) -> None:
        """End the process soon; open questions get no answer. Closing twice is no error."""
        self._closing.set()
        self._open.clear()
        self._actions.clear()
        self._weights.clear()
        self._asked.put(None)

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
            while (question := self._asked.get()) is not None:
                if question.ticket in self._open:
                    self._answer(question)
        except Closed:
            pass
        finally:
            self._end()

    def _begin(self) -> None:
        """Warm the process. If that fails, the first question tries again and says why."""
        try:
            self._warm()
        except Closed:
            raise
        except Exception as error:
            _log.warning("the thinking process does not start: %s", error)

    def _answer(self, question: Question | Weighing) -> None:
        limit_s, closing = self._hard_limit_s, self._closing
        if isinstance(question, Weighing):
            found = self._tried(lambda worker: _weights(worker, question, limit_s, closing), question.ticket)
            self._weighed.put((question.ticket, found or ()))
            return
        action = self._tried(lambda worker: _action(worker, question, limit_s, closing), question.ticket)
        self._answered.put((question.ticket, action or at_random(question.view, Random(question.seed))))

    def _tried(self, think: Callable[[Worker], A], ticket: int) -> A | None:
        """What the process answers; None if the player raised an error, or the process failed twice."""
        fault = ""
        for _try in range(TRIES):
            try:
                return think(self._warm())
            except Closed:
                raise
            except Failed as error:  # the process itself is well, and would fail again
                fault = str(error)
                _log.warning("question %d: the player failed: %s", ticket, fault)
                break
            except Exception as error:  # whatever it is, the match must go on
                fault = str(error) or type(error).__name__
                _log.warning("question %d: the thinking process is replaced: %s", ticket, fault)
                self._end()
        self.fault = fault
        return None

    def _warm(self) -> Worker:
        if self._worker is None:
            self._worker = Worker.spawn(work, "thinker", self._closing, self._chooser, self._limit_ms)
        return self._worker

    def _end(self) -> None:
        if self._worker is not None:
            self._worker.end()
            self._worker = None


def _action(worker: Worker, question: Question, limit_s: float, closing: threading.Event) -> Action:
    """The answer to ``question``. Lost if none comes within ``limit_s`` seconds or it is no legal choice; Closed."""
    worker.send(question)
    answer = worker.receive(limit_s, closing)
    if not isinstance(answer, Action) or answer not in question.view.choices:
        raise Lost(f"{answer} is no choice of seat {question.view.seat}")
    return answer


def _weights(worker: Worker, question: Weighing, limit_s: float, closing: threading.Event) -> tuple[Weighed, ...]:
    """What the choices of ``question`` are worth. Raises as `_action` does."""
    worker.send(question)
    found = worker.receive(limit_s, closing)
    if not isinstance(found, tuple) or not all(isinstance(one, Weighed) for one in found):
        raise Lost(f"seat {question.view.seat} is told nothing of its choices")
    return found


# -- the process -----------------------------------------------------------------------------------


def work(pipe: Connection, chooser: str, limit_ms: int) -> None:
    """Answer the questions that come through ``pipe`` until it closes: the life of the process."""
    with answering(pipe):
        with contextlib.suppress(Exception):  # warms it; the first question meets the same error and sends it
            _named(chooser)
        limit = _limit(limit_ms)
        pipe.send(READY)
        while True:
            pipe.send(_considered(pipe.recv(), chooser, limit))


def _considered(question: Question | Weighing, chooser: str, limit: Limit) -> object:
    """What the player answers to ``question``, or the error that it raises: the next question may go well."""
    rng = Random(question.seed)
    try:
        if isinstance(question, Weighing):
            weigh: Weigh = _named(WEIGH)
            return weigh(question.view, limit, rng)
        choose: Choose = _named(chooser)
        return choose(question.level, question.view, rng, limit, question.character)
    except Exception as error:
        return Failure.of(error)


def _named(function: str) -> Any:
    """The function that ``module:name`` stands for."""
    module, _colon, name = function.partition(":")
    return getattr(importlib.import_module(module), name)


def _limit(ms: int) -> Limit:
    """The thinking time by this machine's clock."""
    return Limit(ms, time.perf_counter)
