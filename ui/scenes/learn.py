"""Choices to try again: the table stands still as the player saw it until he chooses, then comes what that is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from game.analysis.telling import promise, verdict, where
from game.analysis.values import Judgement, Task
from game.engine.actions import Action
from game.i18n import _
from game.narration import sentence
from ui.scene import Stage
from ui.scenes.asked import Asked
from ui.scenes.worth import Worth


class Learn(Asked):
    """One of ``tasks``, that of a ``number``; after its answer comes the next. Esc leads back."""

    def __init__(self, stage: Stage, tasks: tuple[Task, ...], names: tuple[str, ...], number: int) -> None:
        self.tasks = tasks
        self.number = number
        words = _("{where} ({number} of {count}): what do you do?")
        place = where(self.task.finding.place)
        asks = words.format(where=place, number=number + 1, count=len(tasks))
        super().__init__(stage, self.task.view, names, asks)

    @property
    def task(self) -> Task:
        return self.tasks[self.number]

    @property
    def told(self) -> tuple[str, ...]:
        return _("Learn from it"), self.asks

    def chosen(self, action: Action) -> None:
        self.stage.push(Answer(self.stage, self, action))

    def again(self) -> None:
        """The same choice once more."""
        self.position.again_from_here()
        self.stage.back()

    def go_on(self) -> None:
        """On to the next choice, or back after the last one."""
        stage, last = self.stage, self.number + 1 >= len(self.tasks)
        stage.back()
        stage.back()
        if not last:
            stage.doors.learn(self.tasks, self.position.names, self.number + 1)


class Answer(Worth):
    """What the choice is worth, and why; what was chosen in the match; all that there was to choose."""

    def __init__(self, stage: Stage, learn: Learn, chosen: Action) -> None:
        self.learn = learn
        super().__init__(stage, learn, self.judged.options, chosen)

    @property
    def judged(self) -> Judgement:
        """What was found of the choice in the match."""
        judged = self.learn.task.finding.judgement
        assert judged is not None, "a task has been judged"
        return judged

    def then(self) -> Iterator[str]:
        if self.chosen != self.judged.chosen:
            words = _("In the match it was: {verdict}")
            yield sentence(words.format(verdict=verdict(self.desk.table.game.name, self.judged, self.deck)))
        yield promise()

    @property
    def ways(self) -> tuple[tuple[str, str, Callable[[], None]], tuple[str, str, Callable[[], None]]]:
        last = self.learn.number + 1 >= len(self.learn.tasks)
        on = ("done", _("Done")) if last else ("next", _("Next"))
        return ("try-again", _("Try again"), self.escape), (*on, self.learn.go_on)

    def escape(self) -> None:
        self.learn.again()
