"""Stand-ins that a test controls: a clock, a storage without a thread, a worker without a process."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future
from functools import partial
from itertools import count
from pathlib import Path
from types import GeneratorType
from typing import Any

from game.ai.personas import Persona
from game.ai.time_limit import TimeLimit
from game.analysis.model import ChoiceJudgment, ChoiceLocation, Finding, JudgedOption
from game.core.actions import Action
from game.match.observation import Observation
from game.match.record import Record
from game.match.setup import MatchSetup, PlayerInfo
from game.storage.files import Folders, StorageError, StorageNotice
from game.storage.matches import MatchRepository, read_no_clock
from game.storage.thread import StorageThread
from game.text.player_names import get_person_key
from game.workers.worker_process import WorkerError, WorkerFuture, WorkerProcess, load_function
from tests.helpers import DETERMINISTIC_TIME_LIMIT, PLAYER_NAMES, make_match
from ui.services.text_log import TextLog


class FakeClock:
    """A clock in seconds that advances only when the test says so."""

    def __init__(self, now: float = 1000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += seconds


PROFILE_ID_PREFIX = "profile-id-"
_ID_NUMBERS: defaultdict[Path, count[int]] = defaultdict(lambda: count(1))


def make_test_id(home: Path) -> str:
    """Return a new id for ``home`` that a test can search for, because it is unlike any other text."""
    return f"{PROFILE_ID_PREFIX}{next(_ID_NUMBERS[home.resolve()])}"


def add_profile(repository: MatchRepository, name: str, color: str = "", avatar_number: int = 0) -> str:
    """Return the id of the profile called ``name``, which is created if there is none.

    ``avatar_number``: 0 leaves the avatar unchanged.
    """
    repository.check_in_players((name,))
    key = get_person_key(name)
    added = next(profile for profile in repository.list_profiles() if get_person_key(profile.name) == key)
    if avatar_number:
        repository.save_avatar(added.id, color, avatar_number)
    return added.id


def block_person(repository: MatchRepository, name: str, seconds: float = 3600.0) -> None:
    """Block the profile called ``name`` for ``seconds``; it is created if there is none."""
    repository.block_profile(add_profile(repository, name), seconds)


class FakeStorageThread(StorageThread):
    """The real repository in a folder, without the thread.

    A call runs at once; while ``is_paused`` it waits for `run_waiting_calls`, and ``promised`` has its future.
    ``failure_message``: the error with which every call fails.
    """

    def __init__(
        self,
        folders: Folders,
        now: Callable[[], float],
        make_id: Callable[[], str] | None = None,
        monotonic_clock: Callable[[], float] = read_no_clock,
    ) -> None:
        self.is_paused = False
        self.failure_message = ""
        self.waiting_calls: list[Callable[[], None]] = []
        self.promised: list[Future[Any]] = []
        super().__init__(folders, now, monotonic_clock, make_id=make_id or partial(make_test_id, folders.data))

    def submit(self, work: Callable[..., Any], *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        task = partial(self._complete, future, partial(work, *args, **kwargs))
        if self.is_paused:
            self.waiting_calls.append(task)
            self.promised.append(future)
        else:
            task()
        return future

    def _open_repository(self, *, has_file: bool) -> tuple[StorageNotice, ...]:
        notices = super()._open_repository(has_file=has_file)
        self.get_repository().database.execute("PRAGMA synchronous = OFF")  # other tests are about power cuts
        return notices

    def run_waiting_calls(self) -> None:
        """Run the calls that wait, in the order in which they came; their futures are done then."""
        waiting, self.waiting_calls, self.promised = self.waiting_calls, [], []
        for task in waiting:
            task()

    def finish_writes(self) -> None:
        """Let the disk work again, and carry out what waits for it."""
        self.is_paused = False
        self.run_waiting_calls()

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
        """Return the stored record of a match. Raise StorageError if it is missing or damaged."""
        return self.get_repository().load_match(match_id).record


class FakeTask(WorkerFuture):
    """A task of a `FakeWorker`, which runs when `done` of its future is called."""

    def __init__(self, worker: FakeWorker, function: str, args: tuple[Any, ...]) -> None:
        super().__init__()
        self.function = function
        self.args = args
        self.report_count = 0
        self.steps: Generator[object, None, object] | None = None
        self._worker = worker

    @property
    def is_open(self) -> bool:
        """Whether it has neither run nor been cancelled."""
        return not super().done()

    @property
    def observation(self) -> Observation:
        observation: Observation = next(arg for arg in self.args if isinstance(arg, Observation))
        return observation

    @property
    def level(self) -> str:
        return str(self.args[0])

    def done(self) -> bool:
        if self.is_open and not self._worker.is_paused:
            self._worker.run_task(self)
        return super().done()


class FakeWorker(WorkerProcess):
    """A worker that runs a task in this process when `done` of its future is called, unless it ``is_paused``.

    ``tasks``: all tasks. ``fault``: the error with which every task fails. ``stop_at``: the number of progress reports
    after which a task stops. ``replacements``: functions to run in place of those with these names. Computer players
    have no time limit.
    """

    def __init__(self, name: str = "fake", *, niceness: int = 0, preload: tuple[str, ...] = ()) -> None:
        super().__init__(name, niceness=niceness, preload=preload)
        self.is_paused = False
        self.fault = ""
        self.stop_at: int | None = None
        self.replacements = dict[str, Callable[..., object]]()
        self.tasks: list[FakeTask] = []

    @property
    def open_tasks(self) -> list[FakeTask]:
        return [task for task in self.tasks if task.is_open]

    def start(self) -> None: ...

    def submit(self, function: str, *args: object, timeout_s: float) -> FakeTask:
        self.tasks.append(FakeTask(self, function, args))
        return self.tasks[-1]

    def run_task(self, task: FakeTask) -> None:
        """Run the task, up to its report number ``stop_at``; its future gets the result or the exception.

        If the worker has a ``fault``, the exception is a WorkerError with it. Nothing is raised.
        """
        try:
            if self.fault:
                raise WorkerError(self.fault)
            if task.steps is None:
                args = (DETERMINISTIC_TIME_LIMIT if isinstance(arg, TimeLimit) else arg for arg in task.args)
                function = self.replacements.get(task.function) or load_function(task.function)
                result = function(*args)
                if not isinstance(result, GeneratorType):
                    task.set_result(result)
                    return
                task.steps = result
            while self.stop_at is None or task.report_count < self.stop_at:
                task.progress = next(task.steps)
                task.report_count += 1
        except StopIteration as end:
            task.set_result(end.value)
        except Exception as error:
            task.set_exception(error)

    def close(self) -> None:
        for task in self.open_tasks:
            task.cancel()


class FakeTextLog(TextLog):
    """A text log that keeps its lines, without a thread."""

    def __init__(self) -> None:
        self.error = ""
        self.lines: list[str] = []

    def say(self, line: str) -> None:
        self.lines.append(line)

    def close(self) -> None: ...

    def take_lines(self) -> list[str]:
        lines, self.lines = self.lines, []
        return lines


def judge_as_costly(
    observation: Observation, _seed: int = 0, _time_limit: TimeLimit | None = None, deal: int = 1, number: int = 1,
    _extra_action: Action | None = None, *, loss: float = 10.0,
) -> dict[Action, Finding]:  # fmt: skip
    """Return findings by which each choice is worse than another one by ``loss``."""
    findings, location = dict[Action, Finding](), ChoiceLocation(deal, number, 1)
    for action in observation.legal_actions:
        better = next(other for other in observation.legal_actions if other != action)
        judged = ((better, 0.0), (action, loss))
        options = (JudgedOption(action=each, loss=lost, win_probability=None, reasons=()) for each, lost in judged)
        judgment = ChoiceJudgment(chosen_action=action, options=tuple(options), max_loss=30.0)
        findings[action] = Finding(location=location, seat=observation.seat or 0, judgment=judgment)
    return findings


def talkative(name: str) -> Persona:
    """Return a persona with this name that makes every possible remark."""
    return Persona(name=name, talkativeness=1.0)


def make_folders(home: Path) -> Folders:
    """Create the program's folders below ``home`` and return them."""
    folders = Folders(home / "data", home / "config", home / "log")
    folders.prepare()
    return folders


def make_match_setup(
    player_kinds: str, *, game: str = "briscola", names: Sequence[str] = PLAYER_NAMES, **options: Any
) -> MatchSetup:
    """Return a setup with a kind for each seat, such as ``"you club you"``.

    The rules are those of the game's first preset with ``options`` changed.
    """
    players = tuple(PlayerInfo(names[seat], kind) for seat, kind in enumerate(player_kinds.split()))
    match = make_match(game, seats=len(players), **options)
    return MatchSetup(game, next(iter(match.game.presets)), match.options, players)
