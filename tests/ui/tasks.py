"""The trainer's tasks in a test's hand: set here and now, in this process."""

from __future__ import annotations

from game.trainer.setter import Setter
from game.trainer.setting import set_task
from game.trainer.values import Answer, AnyTask, CallTask, CountTask, Order, OutTask, TrickTask
from tests.ui.stage import AppByHand
from ui.practising import Tasks


class SetterByHand(Setter):
    """Sets what was ordered at the next `poll`, unless it is ``holding``. ``orders``: all there ever were."""

    holding = False

    def __init__(self) -> None:
        super().__init__()
        self.orders: list[Order] = []
        self._open: list[Order] = []

    def order(self, order: Order) -> None:
        self.orders.append(order)
        self._open.append(order)

    def poll(self) -> list[tuple[Order, AnyTask]]:
        due, self._open = ([], self._open) if self.holding else (self._open, [])
        return [(order, set_task(order)) for order in due]

    def close(self) -> None: ...

    def join(self, timeout_s: float) -> bool:
        return True


def by_hand(app: AppByHand, setter: type[SetterByHand] = SetterByHand) -> Tasks:
    """From now on tasks are set in this process."""
    tasks = next(one for one in app.stage.besides if isinstance(one, Tasks))
    tasks.begin = setter
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
