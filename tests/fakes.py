"""Stand-ins that a test drives by hand: a clock, a storage that works at once or when told, a mind that answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from game.ai.advice import explain_actions
from game.ai.client_protocol import ExplainedEstimate
from game.ai.levels import list_levels
from game.ai.personas import NEUTRAL_PERSONA, Persona
from game.core.actions import Action
from game.match.observation import Observation
from game.match.record import Record
from game.match.setup import MatchSetup, PlayerInfo
from game.storage.files import Folders, StorageError, StorageNotice
from game.storage.json_documents import JsonDocument
from game.storage.thread import StorageThread
from game.storage.unfinished_matches import UnfinishedMatch
from game.trainer.client import TrainerClient
from game.trainer.generator import generate_task
from game.trainer.model import AnyTask, TaskRequest
from tests.helpers import DETERMINISTIC_TIME_LIMIT, PLAYER_NAMES, choose_without_time_limit, make_match


class FakeClock:
    """Seconds that go on only when the test says so."""

    def __init__(self, now: float = 1000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += seconds


class FakeStorageThread(StorageThread):
    """The real journal in a folder, without the thread.

    Work is done when it is asked for; while ``is_paused`` work waits for `run_waiting_calls`, and ``promised`` has its
    futures. ``failure_message``: every call fails so.
    """

    def __init__(
        self, folders: Folders, now: Callable[[], float], player_documents: Sequence[JsonDocument[Any]] = ()
    ) -> None:
        self.is_paused = False
        self.failure_message = ""
        self.waiting_calls: list[Callable[[], None]] = []
        self.promised: list[Future[Any]] = []
        super().__init__(folders, now, player_documents=player_documents)

    def submit(self, work: Callable[..., Any], *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        task = partial(self._complete, future, partial(work, *args, **kwargs))
        if self.is_paused:
            self.waiting_calls.append(task)
            self.promised.append(future)
        else:
            task()
        return future

    def _open_repository(self, on_preview: Callable[[tuple[UnfinishedMatch, ...]], None]) -> tuple[StorageNotice, ...]:
        notices = super()._open_repository(on_preview)
        self.get_repository().database.execute("PRAGMA synchronous = OFF")  # other tests ask what a power cut leaves
        return notices

    def run_waiting_calls(self) -> None:
        """Do what was held back."""
        waiting, self.waiting_calls, self.promised = self.waiting_calls, [], []
        for task in waiting:
            task()

    def _complete(self, future: Future[Any], work: Callable[[], Any]) -> None:
        try:
            if self.failure_message:
                raise StorageError(self.failure_message)
            result = work()
        except Exception as error:
            future.set_exception(error)
        else:
            future.set_result(result)

    def close(self) -> None:
        self.is_paused, self.failure_message = False, ""
        self._close_repository()

    def load_record(self, match_id: int = 1) -> Record:
        """What the journal holds of a match."""
        return self.get_repository().load_match(match_id).record


class FakeAIRequest(NamedTuple):
    """A question to the mind."""

    ticket: int
    observation: Observation
    level: str
    persona: Persona
    seed: int


class FakeAIClient:
    """Answers when it is polled, unless it ``is_thinking``. ``requests`` keeps every question."""

    fault = ""
    pid: int | None = None

    def __init__(self, _limit_ms: int = 0) -> None:
        self.is_thinking = False
        self.requests: list[FakeAIRequest] = []
        self.open_requests: dict[int, FakeAIRequest] = {}
        self.advice_request: FakeAIRequest | None = None

    def start(self) -> None: ...

    def request_action(self, observation: Observation, level: str, persona: Persona, seed: int) -> int:
        question = FakeAIRequest(len(self.requests) + 1, observation, level, persona, seed)
        self.requests.append(question)
        self.open_requests[question.ticket] = question
        return question.ticket

    def request_advice(self, observation: Observation, seed: int) -> int:
        self.advice_request = FakeAIRequest(-len(self.requests) - 1, observation, "master", NEUTRAL_PERSONA, seed)
        return self.advice_request.ticket

    def poll_advice(self, ticket: int) -> tuple[ExplainedEstimate, ...] | None:
        if self.is_thinking or self.advice_request is None or self.advice_request.ticket != ticket:
            return None
        due, self.advice_request = self.advice_request, None
        return explain_actions(due.observation, DETERMINISTIC_TIME_LIMIT, Random(due.seed))

    def poll_actions(self, ticket: int) -> Action | None:
        if self.is_thinking or ticket not in self.open_requests:
            return None
        return _choose_action(self.open_requests.pop(ticket))

    def cancel(self, request_id: int) -> None:
        self.open_requests.pop(request_id, None)
        if self.advice_request is not None and self.advice_request.ticket == request_id:
            self.advice_request = None

    def close(self) -> None:
        self.open_requests.clear()

    def join(self, _timeout_s: float) -> bool:
        return True


def _choose_action(request: FakeAIRequest) -> Action:
    """As the worker does: a level that the game does not have is played at random."""
    known = request.level in list_levels(request.observation.game_id)
    return choose_without_time_limit(
        request.level if known else "random", request.observation, Random(request.seed), request.persona
    )


class FakeTrainerClient(TrainerClient):
    """Sets what was ordered at the next `poll`, unless it ``is_paused``. ``requests``: all there ever were."""

    is_paused = False
    closed = False

    def __init__(self) -> None:
        super().__init__()
        self.requests: list[TaskRequest] = []
        self._open_requests: list[TaskRequest] = []

    def request_task(self, request: TaskRequest) -> None:
        self.requests.append(request)
        self._open_requests.append(request)

    def poll(self) -> list[tuple[TaskRequest, AnyTask]]:
        due, self._open_requests = ([], self._open_requests) if self.is_paused else (self._open_requests, [])
        return [(order, generate_task(order)) for order in due]

    def close(self) -> None:
        self.closed = True

    def join(self, timeout_s: float) -> bool:
        return True


class FakeTextLog:
    """A transcript that keeps its lines."""

    error = ""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def say(self, line: str) -> None:
        self.lines.append(line)

    def close(self) -> None: ...

    def take_lines(self) -> list[str]:
        lines, self.lines = self.lines, []
        return lines


def talkative(name: str) -> Persona:
    """A character that remarks on everything it may remark on."""
    return Persona(name=name, talkativeness=1.0)


def make_folders(home: Path) -> Folders:
    """The program's folders below ``home``, made."""
    folders = Folders(home / "data", home / "config", home / "log")
    folders.prepare()
    return folders


def make_match_setup(
    player_kinds: str, *, game: str = "briscola", names: Sequence[str] = PLAYER_NAMES, **options: Any
) -> MatchSetup:
    """Who sits where: ``"you club you"``, at the game's first preset with some rules changed."""
    players = tuple(PlayerInfo(names[seat], kind) for seat, kind in enumerate(player_kinds.split()))
    match = make_match(game, seats=len(players), **options)
    return MatchSetup(game, next(iter(match.game.presets)), match.options, players)
