"""A task of the trainer at a table: what would you say before the play? What that is worth comes after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from game.engine.actions import Action
from game.i18n import _
from game.trainer.telling import TITLES, asks
from game.trainer.values import Answer, CallTask
from ui.scene import Stage
from ui.scenes.asked import Asked
from ui.scenes.course import Course
from ui.scenes.worth import Worth


class Calling(Asked):
    """The task of a course that stands over the page of the course. Esc leads back to where the kinds are chosen."""

    def __init__(self, stage: Stage, course: Course, task: CallTask) -> None:
        self.course = course
        self.task = task
        super().__init__(stage, task.view, course.names, asks(task, course.names, course.deck))

    @property
    def told(self) -> tuple[str, ...]:
        return _(TITLES[self.task.kind]), self.asks

    def chosen(self, action: Action) -> None:
        self.course.answer(Answer(action=action))
        self.stage.push(Judged(self.stage, self, action))

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self.course.notes.update()

    def lead_back(self) -> None:
        self.stage.back()
        self.stage.back()

    def go_on(self) -> None:
        """On to the next task, from what lies over this table."""
        self.course.go_on()
        self.stage.back()
        self.stage.back()


class Judged(Worth):
    """What the best computer player thinks of it."""

    def __init__(self, stage: Stage, calling: Calling, chosen: Action) -> None:
        super().__init__(stage, calling, calling.task.options, chosen)
        self.calling = calling

    @property
    def ways(self) -> tuple[tuple[str, str, Callable[[], None]], tuple[str, str, Callable[[], None]]]:
        return ("enough", _("Enough"), self.escape), ("next-task", _("Next task"), self.calling.go_on)

    def then(self) -> Iterator[str]:
        if self.calling.course.so_far:
            yield self.calling.course.so_far
        yield from super().then()

    def escape(self) -> None:
        self.stage.back()
        self.calling.lead_back()

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self.calling.course.notes.update()
