"""Stand-ins that a test drives by hand: a clock, a storage that works at once or when told, a mind that answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from game.ai.characters import PLAIN, Character
from game.ai.explain import weigh
from game.ai.levels import levels_for
from game.ai.weighed import Weighed
from game.engine.actions import Action
from game.record import Record
from game.seating import Player, Seating
from game.store.files import Folders, Notice, StorageError
from game.store.reading import Summary
from game.store.storage import Storage
from game.trainer.setter import Setter
from game.trainer.setting import set_task
from game.trainer.values import AnyTask, Order
from game.view import View
from tests.helpers import NAMES, UNHURRIED, choose, fresh


class Clock:
    """Seconds that go on only when the test says so."""

    def __init__(self, now: float = 1000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def go(self, seconds: float) -> None:
        self.now += seconds


class StorageByHand(Storage):
    """The real journal in a folder, without the thread.

    Work is done when it is asked for; while ``holding`` work waits for `let`, and ``promised`` has its futures.
    ``fault``: every call fails so.
    """

    def __init__(self, folders: Folders, now: Callable[[], float]) -> None:
        self.holding = False
        self.fault = ""
        self.waiting: list[Callable[[], None]] = []
        self.promised: list[Future[Any]] = []
        super().__init__(folders, now)

    def run(self, work: Callable[..., Any], *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        task = partial(self._do, future, partial(work, *args, **kwargs))
        if self.holding:
            self.waiting.append(task)
            self.promised.append(future)
        else:
            task()
        return future

    def _open(self, glimpse: Callable[[tuple[Summary, ...]], None]) -> tuple[Notice, ...]:
        notices = super()._open(glimpse)
        self.journal().database.execute("PRAGMA synchronous = OFF")  # other tests ask what a power cut leaves
        return notices

    def let(self) -> None:
        """Do what was held back."""
        waiting, self.waiting, self.promised = self.waiting, [], []
        for task in waiting:
            task()

    def _do(self, future: Future[Any], work: Callable[[], Any]) -> None:
        try:
            if self.fault:
                raise StorageError(self.fault)
            result = work()
        except Exception as error:
            future.set_exception(error)
        else:
            future.set_result(result)

    def close(self) -> None:
        self.holding, self.fault = False, ""
        self._close()

    def saved(self, match_id: int = 1) -> Record:
        """What the journal holds of a match."""
        return self.journal().load(match_id).record


class Asked(NamedTuple):
    """A question to the mind."""

    ticket: int
    view: View
    level: str
    character: Character
    seed: int


class Mind:
    """Answers when it is polled, unless it is ``thinking``. ``asked`` keeps every question."""

    fault = ""
    pid: int | None = None

    def __init__(self, _limit_ms: int = 0) -> None:
        self.thinking = False
        self.asked: list[Asked] = []
        self.open: dict[int, Asked] = {}
        self.weighing: Asked | None = None

    def start(self) -> None: ...

    def ask(self, view: View, level: str, character: Character, seed: int) -> int:
        question = Asked(len(self.asked) + 1, view, level, character, seed)
        self.asked.append(question)
        self.open[question.ticket] = question
        return question.ticket

    def weigh(self, view: View, seed: int) -> int:
        self.weighing = Asked(-len(self.asked) - 1, view, "master", PLAIN, seed)
        return self.weighing.ticket

    def poll_weighed(self, ticket: int) -> tuple[Weighed, ...] | None:
        if self.thinking or self.weighing is None or self.weighing.ticket != ticket:
            return None
        due, self.weighing = self.weighing, None
        return weigh(due.view, UNHURRIED, Random(due.seed))

    def poll(self, ticket: int) -> Action | None:
        if self.thinking or ticket not in self.open:
            return None
        return _answer(self.open.pop(ticket))

    def forget(self, ticket: int) -> None:
        self.open.pop(ticket, None)
        if self.weighing is not None and self.weighing.ticket == ticket:
            self.weighing = None

    def close(self) -> None:
        self.open.clear()

    def join(self, _timeout_s: float) -> bool:
        return True


def _answer(question: Asked) -> Action:
    """As the worker does: a level that the game does not have is played at random."""
    known = question.level in levels_for(question.view.game)
    return choose(question.level if known else "random", question.view, Random(question.seed), question.character)


class SetterByHand(Setter):
    """Sets what was ordered at the next `poll`, unless it is ``holding``. ``orders``: all there ever were."""

    holding = False
    closed = False

    def __init__(self) -> None:
        super().__init__()
        self.orders: list[Order] = []
        self._open: list[Order] = []

    def order(self, order: Order) -> None:
        self.orders.append(order)
        self._open.append(order)

    def poll(self) -> list[tuple[Order, AnyTask]]:
        due, self._open = ([], self._open) if self.holding else (self._open, [])
        return [(order, set_task(order)) for order in due]

    def close(self) -> None:
        self.closed = True

    def join(self, timeout_s: float) -> bool:
        return True


class Paper:
    """A transcript that keeps its lines."""

    fault = ""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def say(self, line: str) -> None:
        self.lines.append(line)

    def close(self) -> None: ...

    def take(self) -> list[str]:
        lines, self.lines = self.lines, []
        return lines


def talkative(name: str) -> Character:
    """A character that remarks on everything it may remark on."""
    return Character(name=name, talkativeness=1.0)


def folders_in(home: Path) -> Folders:
    """The program's folders below ``home``, made."""
    folders = Folders(home / "data", home / "config", home / "log")
    folders.prepare()
    return folders


def seating(
    kinds: str, *, game: str = "briscola", names: Sequence[str] = NAMES, **options: Any
) -> Seating:
    """Who sits where: ``"you club you"``, at the game's first preset with some rules changed."""
    players = tuple(Player(names[seat], kind) for seat, kind in enumerate(kinds.split()))
    match = fresh(game, seats=len(players), **options)
    return Seating(game, next(iter(match.game.presets)), match.options, players)
