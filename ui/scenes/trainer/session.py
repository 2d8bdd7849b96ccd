"""A training session: tasks of a kind, answers and the stored score."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Final, TypeAlias

from game.core.cards import DeckStyle
from game.rules import GAMES
from game.text.errors import describe_error
from game.text.gettext import _
from game.trainer.model import AnyTask, TaskAnswer, TaskKind, TaskRequest
from game.trainer.scores import TrainerScore, TrainerScores, open_trainer_scores, store_trainer_answer
from game.trainer.text import describe_score
from ui.app.context import AppContext
from ui.scenes.new_match.form_state import make_default_form

SEED_BITS: Final = 63
FIRST_ANSWERS: Final = 3
"""Answers of a kind that a person gives before the number of players varies; until then it is that of the lesson."""


TaskGenerator: TypeAlias = Callable[[TaskRequest], Future[AnyTask]]


class TrainerScoreRecorder:
    """The stored scores of a person, updated with each answer; none until they are read.

    ``on_change``: called when the scores have changed.
    """

    def __init__(self, context: AppContext, on_change: Callable[[], None]) -> None:
        self.scores = TrainerScores()
        self._context = context
        self._on_change = on_change
        loading = context.storage.submit_document(open_trainer_scores(context.folders).read)
        context.tasks.submit(loading, self._set_scores, owner=self)

    @property
    def is_busy(self) -> bool:
        """Whether scores are being read or written."""
        return self._context.tasks.has_pending(self)

    def close(self) -> None:
        """Call ``on_change`` no more."""
        self._context.tasks.cancel(self)

    def get_score(self, game: str, kind: TaskKind) -> TrainerScore:
        """Return the score of a kind of task."""
        return self.scores.get_score(self._context.own_profile.id, game, kind)

    def record_answer(self, game: str, kind: TaskKind, *, is_right: bool) -> None:
        """Store an answer."""
        context = self._context
        writing = context.storage.submit(
            store_trainer_answer, context.folders, context.own_profile.id, game, kind, is_right=is_right
        )
        context.tasks.submit(writing, partial(self._finish_recording, game, kind), owner=self)

    def _set_scores(self, scores: TrainerScores) -> None:
        self.scores = scores
        self._on_change()

    def _finish_recording(self, game: str, kind: TaskKind, scores: TrainerScores) -> None:
        self._set_scores(scores)
        self._context.speak(describe_score(self.get_score(game, kind)))


class TrainerSession:
    """Tasks of a kind, one after the other; the next is made while one is answered.

    ``task``: the current task, None while it is not ready; ``task_number``: its number in the session, from 1.
    """

    def __init__(
        self,
        context: AppContext,
        generate_task: TaskGenerator,
        score_recorder: TrainerScoreRecorder,
        game: str,
        kind: TaskKind,
    ) -> None:
        self.game = game
        self.kind: TaskKind = kind
        self.score_recorder = score_recorder
        self.task: AnyTask | None = None
        self.task_number = 1
        self._context = context
        self._generate_task = generate_task
        self._ready_tasks: list[AnyTask] = []
        self._fault = ""
        self._request_task()
        self._request_task()

    @property
    def deck(self) -> DeckStyle:
        """The deck of the tasks."""
        return self._context.get_deck(GAMES[self.game].deck)

    @property
    def score(self) -> TrainerScore:
        """The stored score of the person in these tasks."""
        return self.score_recorder.get_score(self.game, self.kind)

    @property
    def error(self) -> str:
        """The reason why no task comes, in a line; empty if there is none."""
        if self.task is not None or not self._fault:
            return ""
        return _("The exercise couldn't be prepared ({fault}).").format(fault=self._fault)

    @property
    def player_names(self) -> tuple[str, ...]:
        """The names by seat: the person at the task's seat, computer players at others."""
        if self.task is None:
            return ()
        players = make_default_form(self._context.settings.display_name).players
        seats = range(self.task.seats)
        return tuple(players[(seat - self.task.seat) % self.task.seats].name for seat in seats)

    def _request_task(self) -> None:
        seats = GAMES[self.game].proposed_seat_count if self.score.tried < FIRST_ANSWERS else None
        generating = self._generate_task(
            TaskRequest(self.game, self.kind, self._context.seed_rng.getrandbits(SEED_BITS), seats)
        )
        self._context.tasks.submit(
            generating, self._take_task, self._set_fault, owner=self, on_cancel=generating.cancel
        )

    def _take_task(self, task: AnyTask) -> None:
        if self.task is None:
            self.task = task
        else:
            self._ready_tasks.append(task)

    def _set_fault(self, error: BaseException) -> None:
        """Show an error, and cancel the requested tasks, which are likely to fail too."""
        self._fault = describe_error(error)
        self.close()

    def close(self) -> None:
        """Cancel the tasks that are being made."""
        self._context.tasks.cancel(self)

    def record_answer(self, answer: TaskAnswer) -> bool:
        """Store an answer, and return whether it is right."""
        assert self.task is not None
        is_right = self.task.is_right(answer)
        self.score_recorder.record_answer(self.game, self.kind, is_right=is_right)
        return is_right

    def next_task(self) -> None:
        """Go to the next task; after an error, request another one."""
        if self._fault:
            self._fault = ""
            self._request_task()
        else:
            self.task_number += 1
        self._request_task()
        self.task = self._ready_tasks.pop(0) if self._ready_tasks else None
