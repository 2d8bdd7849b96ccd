"""The trainer's tasks in a test's hand."""

from __future__ import annotations

from game.trainer.values import Answer, AnyTask, CallTask, CountTask, OutTask, TrickTask
from tests.fakes import SetterByHand
from tests.ui.stage import AppByHand
from ui.practising import Tasks


def by_hand(
    app: AppByHand, setter: type[SetterByHand] = SetterByHand, begun: list[SetterByHand] | None = None
) -> Tasks:
    """From now on this sets the tasks; each that begins is added to ``begun``."""

    def begin() -> SetterByHand:
        one = setter()
        if begun is not None:
            begun.append(one)
        return one

    tasks = next(one for one in app.stage.besides if isinstance(one, Tasks))
    tasks.begin = begin
    return tasks


def right_answer(task: AnyTask | None) -> Answer:
    """What is to be answered."""
    match task:
        case TrickTask():
            return Answer(marked=frozenset((task.place,)), number=task.trick.points)
        case CountTask():
            return Answer(number=task.points)
        case OutTask():
            return Answer(marked=frozenset(task.row.index(card) for card in task.out))
        case CallTask():
            return Answer(action=task.options[0].action)
    raise AssertionError("there is no task yet")
