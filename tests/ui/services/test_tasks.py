"""Tasks: each future's result reaches one callback, in order, and none of an owner that has closed."""

from __future__ import annotations

from concurrent.futures import Future
from functools import partial

import pytest

from ui.services.tasks import Tasks


def fail_if_called(*_args: object) -> None:
    raise AssertionError("this callback must not be called")


@pytest.fixture
def errors() -> list[BaseException]:
    return []


@pytest.fixture
def tasks(errors: list[BaseException]) -> Tasks:
    return Tasks(errors.append)


def test_result_is_handed_over_once_in_a_frame_after_it_is_done(tasks: Tasks) -> None:
    future, results = Future[str](), list[str]()
    task = tasks.submit(future, results.append)
    tasks.update()
    assert tasks.is_busy and task.is_pending and not results
    future.set_result("three of cups")
    assert not results
    tasks.update()
    tasks.update()
    assert results == ["three of cups"] and not tasks.is_busy and not task.is_pending


def test_results_come_in_the_order_of_submission(tasks: Tasks) -> None:
    futures, results = [Future[int]() for _number in range(3)], list[int]()
    for future in futures:
        tasks.submit(future, results.append)
    for number in (2, 0, 1):
        futures[number].set_result(number)
    tasks.update()
    assert results == [0, 1, 2]


def test_slow_future_holds_up_no_other(tasks: Tasks) -> None:
    slow, fast, results = Future[int](), Future[int](), list[int]()
    tasks.submit(slow, results.append)
    tasks.submit(fast, results.append)
    fast.set_result(1)
    tasks.update()
    assert results == [1] and tasks.is_busy


def test_future_that_is_done_during_the_check_does_not_overtake_an_earlier_one(tasks: Tasks) -> None:
    """Complete both futures between the check of the first and the check of the second, as a thread may."""
    first, results = Future[int](), list[int]()

    class SecondFuture(Future[int]):
        def done(self) -> bool:
            if not first.done():
                first.set_result(1)
                self.set_result(2)
            return super().done()

    tasks.submit(first, results.append)
    tasks.submit(SecondFuture(), results.append)
    tasks.update()
    assert results == [1, 2]


def test_error_goes_to_its_callback_or_is_reported(tasks: Tasks, errors: list[BaseException]) -> None:
    failed, handled = Future[None](), list[BaseException]()
    error = ZeroDivisionError("lost count")
    failed.set_exception(error)
    tasks.submit(failed, fail_if_called)
    tasks.submit(failed, fail_if_called, handled.append)
    tasks.update()
    assert errors == handled == [error]


def test_canceled_future_has_no_callback(tasks: Tasks) -> None:
    future = Future[None]()
    future.cancel()
    tasks.submit(future, fail_if_called, fail_if_called)
    tasks.update()
    assert not tasks.is_busy


def test_closed_owner_gets_no_result_and_releases_what_it_opened(tasks: Tasks) -> None:
    opened, other, released, results = Future[int](), Future[int](), list[str](), list[int]()
    scene, other_scene = object(), object()
    tasks.submit(opened, fail_if_called, owner=scene, on_cancel=partial(released.append, "match"))
    tasks.submit(other, results.append, owner=other_scene)
    tasks.cancel(scene)
    tasks.cancel(scene)
    for future in (opened, other):
        future.set_result(1)
    tasks.update()
    assert released == ["match"] and results == [1]


def test_callback_that_closes_the_owner_drops_its_later_results(tasks: Tasks) -> None:
    done, scene = Future[None](), object()
    done.set_result(None)
    tasks.submit(done, lambda _result: tasks.cancel(scene), owner=scene)
    tasks.submit(done, fail_if_called, owner=scene)
    tasks.update()
    assert not tasks.is_busy


def test_finished_task_is_not_canceled(tasks: Tasks) -> None:
    done = Future[None]()
    done.set_result(None)
    task = tasks.submit(done, lambda _result: None, on_cancel=fail_if_called)
    tasks.update()
    task.cancel()


def test_paused_owner_gets_its_results_later() -> None:
    paused_owners, results = ["scene"], list[int]()
    tasks = Tasks(fail_if_called, lambda owner: owner in paused_owners)
    done = Future[int]()
    done.set_result(1)
    tasks.submit(done, results.append, owner="scene")
    tasks.update()
    assert not results and not tasks.is_busy and not tasks.has_pending("scene")
    paused_owners.clear()
    assert tasks.is_busy and tasks.has_pending("scene")
    tasks.update()
    assert results == [1]


def test_callback_may_submit_another_future(tasks: Tasks) -> None:
    done, results = Future[int](), list[int]()
    done.set_result(1)
    tasks.submit(done, lambda _result: tasks.submit(done, results.append))
    tasks.update()
    assert not results and tasks.is_busy
    tasks.update()
    assert results == [1]
