"""Tasks are set beside the window, by a process that is there while somebody practises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.trainer.setter import Setter
from game.trainer.values import AnyTask, Order

ENDING_LIMIT: Final = 3.0


class Tasks:
    """A `ui.scene.Beside`, and what `ui.scenes.course.Orders` asks for."""

    def __init__(self, begin: Callable[[], Setter]) -> None:
        self.begin = begin
        self.fault = ""
        self._setter: Setter | None = None
        self._waiting = set[Order]()
        self._there = dict[Order, AnyTask]()

    @property
    def busy(self) -> bool:
        """Whether a task is waited for."""
        return bool(self._waiting)

    def order(self, order: Order) -> None:
        """A task is wanted. After a fault it is tried anew."""
        if self._setter is None:
            self._setter, self.fault = self.begin(), ""
        self._waiting.add(order)
        self._setter.order(order)

    def take(self, order: Order) -> AnyTask | None:
        """The task that was ordered, once it is there; it is given once."""
        return self._there.pop(order, None)

    def end(self) -> None:
        """Nobody practises any more: the process goes."""
        if self._setter is not None:
            self._setter.close()
        self._setter = None
        self._waiting.clear()
        self._there.clear()

    def update(self) -> None:
        if self._setter is None:
            return
        for order, task in self._setter.poll():
            self._waiting.discard(order)
            self._there[order] = task
        if self._setter.fault:
            self.fault = self._setter.fault
            self.end()

    def close(self) -> None:
        """The program ends."""
        setter = self._setter
        self.end()
        if setter is not None:
            setter.join(ENDING_LIMIT)
