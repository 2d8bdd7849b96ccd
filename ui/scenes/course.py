"""One person practises one kind of task: which task it is, how the answers were, what is kept of them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Final, Protocol

from game.engine.cards import Deck
from game.i18n import _
from game.practice import Practice, PracticeBook
from game.rules import GAMES
from game.store.files import StorageError
from game.store.practice import load_practice, note_answer
from game.trainer.telling import so_far
from game.trainer.values import Answer, AnyTask, Kind, Order
from ui.fetched import Fetched
from ui.form import first_form
from ui.scene import Stage

SEED_BITS: Final = 63


class Orders(Protocol):
    """Where tasks come from."""

    fault: str
    """Why none will come, in a line; empty while all is well."""

    def order(self, order: Order) -> None:
        """A task is wanted; never waits."""
        ...

    def take(self, order: Order) -> AnyTask | None:
        """The task that was ordered, once it is there; it is given once."""
        ...

    def end(self) -> None:
        """No task is wanted any more."""
        ...


class Notes:
    """What is kept of a person's practice. `update` looks at the disk's answers; ``told``: called when there is one."""

    def __init__(self, stage: Stage, told: Callable[[], None]) -> None:
        self.book: PracticeBook | None = None
        self._stage = stage
        self._told = told
        self._noting = list[tuple[str, Kind, Future[PracticeBook]]]()
        self._fetched = Fetched(stage, load_practice, stage.folders)

    @property
    def busy(self) -> bool:
        """Whether the disk is waited for."""
        return self._fetched.waited_for or bool(self._noting)

    def load(self) -> None:
        """Ask the disk what there is."""
        self._fetched.ask()

    def of(self, game: str, kind: Kind) -> Practice | None:
        """What the person has made of a kind of task; None while that is not known."""
        return None if self.book is None else self.book.of(self._stage.settings.called, game, kind)

    def note(self, game: str, kind: Kind, *, right: bool) -> None:
        """Keep an answer."""
        stage = self._stage
        noting = stage.storage.run(note_answer, stage.folders, stage.settings.called, game, kind, right=right)
        self._noting.append((game, kind, noting))

    def update(self) -> None:
        """Take what has come; never waits."""
        book = self._fetched.take()
        if book is not None:
            self.book = book
            self._told()
        while self._noting and self._noting[0][-1].done():
            self._noted(*self._noting.pop(0))

    def _noted(self, game: str, kind: Kind, noting: Future[PracticeBook]) -> None:
        """An answer is on the disk, or why not is said."""
        error = noting.exception()
        if isinstance(error, StorageError):
            self._stage.notify(str(error))
            return
        self.book = noting.result()
        self._told()
        if self._stage.narrate is not None:
            self._stage.narrate(so_far(self.book.of(self._stage.settings.called, game, kind)))


class Course:
    """Task after task of one kind. While one is answered, the next is made ready. ``task``: None while it is waited
    for."""

    def __init__(self, stage: Stage, orders: Orders, notes: Notes, game: str, kind: Kind) -> None:
        self.game = game
        self.kind: Kind = kind
        self.notes = notes
        self.task: AnyTask | None = None
        self._stage = stage
        self._orders = orders
        self._now = self._ordered()
        self._next = self._ordered()

    @property
    def deck(self) -> Deck:
        """Whose cards it is played with."""
        return "french" if self._stage.settings.deck == "french" else GAMES[self.game].deck

    @property
    def so_far(self) -> str:
        """What the person has made of these tasks, in a line; empty while that is not known."""
        done = self.notes.of(self.game, self.kind)
        return "" if done is None or self.notes.busy else so_far(done)

    @property
    def fault(self) -> str:
        """Why no task comes, in a line; empty while all is well."""
        if self.task is not None or not self._orders.fault:
            return ""
        return _("No task can be set ({fault}).").format(fault=self._orders.fault)

    @property
    def names(self) -> tuple[str, ...]:
        """The names at the task's table, by seat: the person where he is asked, the computer's players around him."""
        assert self.task is not None
        players = first_form(self._stage.settings.called).players
        seats = range(self.task.seats)
        return tuple(players[(seat - self.task.seat) % self.task.seats].name for seat in seats)

    def _ordered(self) -> Order:
        order = Order(self.game, self.kind, self._stage.seeds.getrandbits(SEED_BITS))
        self._orders.order(order)
        return order

    def update(self) -> bool:
        """Look whether the task is there. Whether it has just come."""
        if self.task is None:
            self.task = self._orders.take(self._now)
            return self.task is not None
        return False

    def answer(self, answer: Answer) -> bool:
        """The person has answered: it is kept. Whether he is right."""
        assert self.task is not None
        right = self.task.is_right(answer)
        self.notes.note(self.game, self.kind, right=right)
        return right

    def go_on(self) -> None:
        """On to the next task; after a fault, which took with it what was ordered, to another one."""
        self.task = None
        self._now = self._ordered() if self._orders.fault else self._next
        self._next = self._ordered()
