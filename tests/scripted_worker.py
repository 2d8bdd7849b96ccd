"""A worker whose answers are given beforehand."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.actions import Action
from tests.fakes import FakeTask, FakeWorker


class ScriptedWorker(FakeWorker):
    """A worker that answers with the given actions in turn, and then never again."""

    def __init__(self, actions: Sequence[Action] = ()) -> None:
        super().__init__()
        self.scripted_actions = list(actions)

    def run_task(self, task: FakeTask) -> None:
        if self.scripted_actions and self.scripted_actions[0].seat == task.observation.seat:
            task.set_result(self.scripted_actions.pop(0))
