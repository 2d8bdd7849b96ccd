"""A task of the trainer about a bid, or a choice of a pair, at a table; its value is shown afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator

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
        self.open_overlay(BiddingFeedbackOverlay, action)

    def leave_table(self) -> None:
        self.context.scenes.pop()
        self.context.scenes.pop()

    def next_task(self) -> None:
        """Go to the next task; called while the feedback is over this table."""
        self.training.next_task()
        self.context.scenes.pop()
        self.context.scenes.pop()


class BiddingFeedbackOverlay(ChoiceFeedbackOverlay):
    """The feedback of the best computer player on a choice."""

    def __init__(self, drill: BiddingDrillScene, chosen_action: Action) -> None:
        super().__init__(drill, drill.task.options, chosen_action)
        self.drill = drill

    @property
    def buttons(self) -> tuple[tuple[str, str, Callable[[], None]], tuple[str, str, Callable[[], None]]]:
        return ("enough", _("Leave"), self.on_escape), ("next-task", _("Next"), self.drill.next_task)

    def iter_closing_lines(self) -> Iterator[str]:
        training = self.drill.training
        if training.score is not None and not training.score_recorder.is_busy:
            yield describe_score(training.score)
        yield from super().iter_closing_lines()

    def on_escape(self) -> None:
        self.context.scenes.pop()
        self.drill.leave_table()
