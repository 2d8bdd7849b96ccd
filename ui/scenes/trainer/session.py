"""One person practises one kind of task: which task it is, how the answers were, what is kept of them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Final, Protocol

from game.core.cards import DeckStyle
from game.rules import GAMES
from game.storage.files import StorageError
from game.text.gettext import _
from game.trainer.model import AnyTask, TaskAnswer, TaskKind, TaskRequest
from game.trainer.scores import TrainerScore, TrainerScores, open_trainer_scores, store_trainer_answer
from game.trainer.text import describe_score
from ui.app.context import AppContext
from ui.scenes.new_match.form_state import make_default_form
from ui.services.async_resource import AsyncResource

SEED_BITS: Final = 63


class TaskSource(Protocol):
    """Where tasks come from."""

    error: str
    """Why none will come, in a line; empty while all is well."""

    def order_task(self, order: TaskRequest) -> None:
        """A task is wanted; never waits."""
        ...

    def take_task(self, order: TaskRequest) -> AnyTask | None:
        """The task that was ordered, once it is there; it is given once."""
        ...

    def stop(self) -> None:
        """No task is wanted any more."""
        ...


class TrainerScoreRecorder:
    """What is kept of a person's practice. `update` looks at the disk's answers; ``on_change``: called when there is
    one.
    """

    def __init__(self, context: AppContext, on_change: Callable[[], None]) -> None:
        self.scores: TrainerScores | None = None
        self._context = context
        self._on_change = on_change
        self._pending_answers = list[tuple[str, TaskKind, Future[TrainerScores]]]()
        self._loading = AsyncResource(context, open_trainer_scores(context.folders).read)

    @property
    def is_busy(self) -> bool:
        """Whether the disk is waited for."""
        return self._loading.is_pending or bool(self._pending_answers)

    def reload(self) -> None:
        """Ask the disk what there is."""
        self._loading.request()

    def get_score(self, game: str, kind: TaskKind) -> TrainerScore | None:
        """What the person has made of a kind of task; None while that is not known."""
        return None if self.scores is None else self.scores.get_score(self._context.own_profile.id, game, kind)

    def record_answer(self, game: str, kind: TaskKind, *, is_right: bool) -> None:
        """Keep an answer."""
        context = self._context
        writing = context.storage.submit(
            store_trainer_answer, context.folders, context.own_profile.id, game, kind, is_right=is_right
        )
        self._pending_answers.append((game, kind, writing))

    def update(self) -> None:
        """Take what has come; never waits."""
        scores = self._loading.take_result()
        if scores is not None:
            self.scores = scores
            self._on_change()
        while self._pending_answers and self._pending_answers[0][-1].done():
            self._finish_recording(*self._pending_answers.pop(0))

    def _finish_recording(self, game: str, kind: TaskKind, writing: Future[TrainerScores]) -> None:
        """An answer is on the disk, or why not is said."""
        error = writing.exception()
        if isinstance(error, StorageError):
            self._context.notify(str(error))
            return
        self.scores = writing.result()
        self._on_change()
        if self._context.narrate is not None:
            self._context.narrate(describe_score(self.scores.get_score(self._context.own_profile.id, game, kind)))


class TrainerSession:
    """Task after task of one kind. While one is answered, the next is made ready. ``task``: None while it is waited
    for."""

    def __init__(
        self,
        context: AppContext,
        task_source: TaskSource,
        score_recorder: TrainerScoreRecorder,
        game: str,
        kind: TaskKind,
    ) -> None:
        self.game = game
        self.kind: TaskKind = kind
        self.score_recorder = score_recorder
        self.task: AnyTask | None = None
        self._context = context
        self._task_source = task_source
        self._current_order = self._order_task()
        self._next_order = self._order_task()

    @property
    def deck(self) -> DeckStyle:
        """Whose cards it is played with."""
        return "french" if self._context.settings.deck == "french" else GAMES[self.game].deck

    @property
    def score_text(self) -> str:
        """What the person has made of these tasks, in a line; empty while that is not known."""
        score = self.score_recorder.get_score(self.game, self.kind)
        return "" if score is None or self.score_recorder.is_busy else describe_score(score)

    @property
    def error(self) -> str:
        """Why no task comes, in a line; empty while all is well."""
        if self.task is not None or not self._task_source.error:
            return ""
        return _("No task can be set ({fault}).").format(fault=self._task_source.error)

    @property
    def player_names(self) -> tuple[str, ...]:
        """The names at the task's table, by seat: the person where he is asked, the computer's players around him."""
        assert self.task is not None
        players = make_default_form(self._context.settings.display_name).players
        seats = range(self.task.seats)
        return tuple(players[(seat - self.task.seat) % self.task.seats].name for seat in seats)

    def _order_task(self) -> TaskRequest:
        order = TaskRequest(self.game, self.kind, self._context.seed_rng.getrandbits(SEED_BITS))
        self._task_source.order_task(order)
        return order

    def update(self) -> bool:
        """Look whether the task is there. Whether it has just come."""
        if self.task is None:
            self.task = self._task_source.take_task(self._current_order)
            return self.task is not None
        return False

    def record_answer(self, answer: TaskAnswer) -> bool:
        """The person has answered: it is kept. Whether he is right."""
        assert self.task is not None
        is_right = self.task.is_right(answer)
        self.score_recorder.record_answer(self.game, self.kind, is_right=is_right)
        return is_right

    def next_task(self) -> None:
        """On to the next task; after a fault, which took with it what was ordered, to another one."""
        self.task = None
        self._current_order = self._order_task() if self._task_source.error else self._next_order
        self._next_order = self._order_task()
