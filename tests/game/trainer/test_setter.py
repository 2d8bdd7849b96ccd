"""Tasks are set in a process of its own: nobody waits for it, and what goes wrong is a line."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from game.trainer.setter import Setter
from game.trainer.setting import set_task
from game.trainer.values import AnyTask, Order
from tests.game.ai.test_thinker import until

ORDER = Order("muscio", "trick", 4)


def crashes(order: Order) -> AnyTask:
    raise LookupError(f"nothing of {order.game}")


def vanishes(order: Order) -> AnyTask:
    os._exit(3)


@contextmanager
def setter(asked: Callable[[Order], AnyTask] = set_task) -> Iterator[Setter]:
    one = Setter(f"{asked.__module__}:{asked.__qualname__}")
    try:
        yield one
    finally:
        one.close()
        assert one.join(20)


def test_the_process_sets_what_is_set_here() -> None:
    with setter() as one:
        second = Order("briscola", "count", 5)
        one.order(ORDER)
        one.order(second)
        came: dict[Order, AnyTask] = {}
        until(lambda: came.update(one.poll()) or len(came) == 2)
    assert came == {ORDER: set_task(ORDER), second: set_task(second)}


def test_what_goes_wrong_is_said_in_a_line() -> None:
    for fault, said in ((crashes, "LookupError: nothing of muscio"), (vanishes, "the process died")):
        with setter(fault) as one:
            one.order(ORDER)
            until(lambda one=one: one.poll() or one.fault)  # type: ignore[misc]
            assert one.fault == said


def test_no_process_is_begun_before_a_task_is_wanted() -> None:
    with setter(vanishes) as one:
        assert one.poll() == []
        assert not one.fault
