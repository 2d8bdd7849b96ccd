"""Tasks are set in a process of its own: nobody waits for it, and what goes wrong is a line."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from game.trainer.setter import Setter
from game.trainer.setting import set_task
from game.trainer.values import AnyTask, Order
from tests.game.ai.test_thinker import Unreadable, until

ORDER = Order("muscio", "trick", 4)


def crashes(order: Order) -> AnyTask:
    raise LookupError(f"nothing of {order.game}")


def vanishes(order: Order) -> AnyTask:
    os._exit(3)


def answers_what_cannot_be_read(order: Order) -> Unreadable:
    return Unreadable()


def fails_at_odd_seeds(order: Order) -> AnyTask:
    if order.seed % 2:
        raise LookupError("odd")
    return set_task(order)


@contextmanager
def setter(asked: Callable[[Order], object] = set_task) -> Iterator[Setter]:
    one = Setter(f"{asked.__module__}:{asked.__qualname__}")
    try:
        yield one
    finally:
        one.close()
        assert one.join(20)


@pytest.mark.slow
def test_the_process_sets_what_is_set_here() -> None:
    with setter() as one:
        second = Order("briscola", "count", 5)
        one.order(ORDER)
        one.order(second)
        came: dict[Order, AnyTask] = {}
        until(lambda: came.update(one.poll()) or len(came) == 2)
    assert came == {ORDER: set_task(ORDER), second: set_task(second)}


@pytest.mark.slow
def test_what_goes_wrong_is_said_in_a_line() -> None:
    faults: tuple[tuple[Callable[[Order], object], str], ...] = (
        (crashes, "LookupError: nothing of muscio"),
        (vanishes, "the process died"),
        (answers_what_cannot_be_read, "this cannot be read"),
    )
    for fault, said in faults:
        with setter(fault) as one:
            one.order(ORDER)
            until(lambda one=one: one.poll() or one.fault)  # type: ignore[misc]
            assert one.fault == said


@pytest.mark.slow
def test_order_after_failure_starts_again() -> None:
    with setter(fails_at_odd_seeds) as one:
        for _time in range(2):
            one.order(Order("muscio", "trick", 5))
            until(lambda: one.poll() or one.fault)
            assert one.fault == "LookupError: odd"
            one.order(ORDER)
            assert one.fault == ""
            came: dict[Order, AnyTask] = {}
            until(lambda came=came: came.update(one.poll()) or came)  # type: ignore[misc]
            assert came == {ORDER: set_task(ORDER)} and one.fault == ""


@pytest.mark.slow
def test_order_before_failure_is_noticed_is_set_or_reported() -> None:
    with setter(fails_at_odd_seeds) as one:
        one.order(Order("muscio", "trick", 5))
        until(lambda: not any(thread.name == "trainer" for thread in threading.enumerate()))
        one.order(ORDER)
        came: dict[Order, AnyTask] = {}
        until(lambda: came.update(one.poll()) or came)
        assert came == {ORDER: set_task(ORDER)} and one.fault == "LookupError: odd"


def test_no_process_is_begun_before_a_task_is_wanted() -> None:
    with setter(vanishes) as one:
        assert one.poll() == []
        assert not one.fault
