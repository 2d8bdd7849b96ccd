"""A training session: tasks of a kind, answers and the stored score."""

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
    """A source of tasks."""

    error: str
    """The reason why no task will come, in a line; empty if there is none."""

    def order_task(self, order: TaskRequest) -> None:
        """Order a task; never waits."""
        ...

    def take_task(self, order: TaskRequest) -> AnyTask | None:
        """Return an ordered task once it is ready, and only once; None before."""
        ...

    def stop(self) -> None:
        """Stop making tasks."""
        ...


class TrainerScoreRecorder:
    """The stored scores of a person, updated with each answer.

    `update` takes in what the storage has done; ``on_change``: called when the scores have changed.
    """

    def __init__(self, context: AppContext, on_change: Callable[[], None]) -> None:
        self.scores: TrainerScores | None = None
        self._context = context
        self._on_change = on_change
        self._pending_answers = list[tuple[str, TaskKind, Future[TrainerScores]]]()
        self._loading = AsyncResource(context, open_trainer_scores(context.folders).read)

    @property
    def is_busy(self) -> bool:
        """Whether the storage has work to do."""
        return self._loading.is_pending or bool(self._pending_answers)

    def reload(self) -> None:
        """Request the scores from the storage."""
        self._loading.request()

    def get_score(self, game: str, kind: TaskKind) -> TrainerScore | None:
        """Return the score of a kind of task; None while it is not known."""
        return None if self.scores is None else self.scores.get_score(self._context.own_profile.id, game, kind)

    def record_answer(self, game: str, kind: TaskKind, *, is_right: bool) -> None:
        """Store an answer."""
        context = self._context
        writing = context.storage.submit(
            store_trainer_answer, context.folders, context.own_profile.id, game, kind, is_right=is_right
        )
        self._pending_answers.append((game, kind, writing))

    def update(self) -> None:
        """Take in the results of the storage; never waits."""
        scores = self._loading.take_result()
        if scores is not None:
            self.scores = scores
            self._on_change()
        while self._pending_answers and self._pending_answers[0][-1].done():
            self._finish_recording(*self._pending_answers.pop(0))

    def _finish_recording(self, game: str, kind: TaskKind, writing: Future[TrainerScores]) -> None:
        """Take in the scores after an answer was stored, or report the error."""
        error = writing.exception()
        if isinstance(error, StorageError):
            self._context.notify(str(error))
            return
        self.scores = writing.result()
        self._on_change()
        if self._context.narrate is not None:
            self._context.narrate(describe_score(self.scores.get_score(self._context.own_profile.id, game, kind)))


class TrainerSession:
    """Tasks of a kind, one after the other; the next is made while one is answered.

    ``task``: the current task, None while it is not ready.
    """

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
        """The deck of the tasks."""
        return "french" if self._context.settings.deck == "french" else GAMES[self.game].deck

    @property
    def score_text(self) -> str:
        """The person's score in these tasks, in a line; empty while it is not known."""
        score = self.score_recorder.get_score(self.game, self.kind)
        return "" if score is None or self.score_recorder.is_busy else describe_score(score)

    @property
    def error(self) -> str:
        """The reason why no task comes, in a line; empty if there is none."""
        if self.task is not None or not self._task_source.error:
            return ""
        return _("No task can be set ({fault}).").format(fault=self._task_source.error)

    @property
    def player_names(self) -> tuple[str, ...]:
        """The names by seat: the person at the task's seat, computer players at others."""
        assert self.task is not None
        players = make_default_form(self._context.settings.display_name).players
        seats = range(self.task.seats)
        return tuple(players[(seat - self.task.seat) % self.task.seats].name for seat in seats)

    def _order_task(self) -> TaskRequest:
        order = TaskRequest(self.game, self.kind, self._context.seed_rng.getrandbits(SEED_BITS))
        self._task_source.order_task(order)
        return order

    def update(self) -> bool:
        """Take the task if it has become ready, and return whether it has just now."""
        if self.task is None:
            self.task = self._task_source.take_task(self._current_order)
            return self.task is not None
        return False

    def record_answer(self, answer: TaskAnswer) -> bool:
        """Store an answer, and return whether it is right."""
        assert self.task is not None
        is_right = self.task.is_right(answer)
        self.score_recorder.record_answer(self.game, self.kind, is_right=is_right)
        return is_right

    def next_task(self) -> None:
        """Go to the next task; after an error, order another one."""
        self.task = None
        self._current_order = self._order_task() if self._task_source.error else self._next_order
        self._next_order = self._order_task()
