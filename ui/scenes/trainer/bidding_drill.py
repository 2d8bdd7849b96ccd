"""A task of the trainer about a bid, or a choice of a pair, at a table; its value is shown afterwards."""

from __future__ import annotations

from game.core.actions import Action
from game.text.gettext import _
from game.trainer.model import CallTask, TaskAnswer
from game.trainer.text import describe_score, format_question, get_kind_texts
from ui.app.context import AppContext
from ui.games import get_presentation
from ui.scenes.analysis.choice_feedback import ChoiceFeedbackOverlay
from ui.scenes.trainer.session import TrainerSession
from ui.table.frozen_scene import FrozenTableScene


class BiddingDrillScene(FrozenTableScene):
    """The table of a task with a choice, over the page of the drill.

    Esc goes back to the trainer.
    """

    def __init__(self, context: AppContext, training: TrainerSession, task: CallTask) -> None:
        self.training = training
        self.task = task
        super().__init__(
            context,
            task.observation,
            get_presentation(task.observation.game_id),
            training.player_names,
            format_question(task, training.player_names, training.deck),
        )

    @property
    def narration(self) -> tuple[str, ...]:
        return _(get_kind_texts(self.training.game, self.task.kind)[0]), self.question

    def handle_choice(self, action: Action) -> None:
        self.training.record_answer(TaskAnswer(action=action))
        leave, on = ("enough", _("Leave"), self._leave_feedback), ("next-task", _("Next"), self.next_task)
        self.open_overlay(ChoiceFeedbackOverlay, self.task.options, action, leave, on, self._list_notes)

    def _list_notes(self) -> list[str]:
        score, is_busy = self.training.score, self.training.score_recorder.is_busy
        return [describe_score(score)] if score.tried and not is_busy else []

    def _leave_feedback(self) -> None:
        self.context.scenes.pop()
        self.leave_table()

    def leave_table(self) -> None:
        self.context.scenes.pop()
        self.context.scenes.pop()

    def next_task(self) -> None:
        """Go to the next task; called while the feedback is over this table."""
        self.training.next_task()
        self.context.scenes.pop()
        self.context.scenes.pop()
