"""Tasks are set in a process of its own: nobody waits for it, and what goes wrong is a line."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import pytest

from game.trainer.client import TrainerClient
from game.trainer.generator import generate_task
from game.trainer.model import AnyTask, TaskRequest
from tests.game.ai.test_client import UnpicklingFails, wait_until

REQUEST = TaskRequest("muscio", "trick", 4)


def _collect_tasks(client: TrainerClient, tasks_by_request: dict[TaskRequest, AnyTask]) -> bool:
    """Take the tasks that have come; return whether there are any."""
    tasks_by_request.update(client.poll())
    return bool(tasks_by_request)


def generate_with_error(order: TaskRequest) -> AnyTask:
    raise LookupError(f"nothing of {order.game_id}")


def generate_by_exiting(order: TaskRequest) -> AnyTask:
    os._exit(3)


def generate_unreadable_result(order: TaskRequest) -> UnpicklingFails:
    return UnpicklingFails()


def fail_at_odd_seeds(order: TaskRequest) -> AnyTask:
    if order.seed % 2:
        raise LookupError("odd")
    return generate_task(order)


@contextmanager
def start_client(worker_function: Callable[[TaskRequest], object] = generate_task) -> Iterator[TrainerClient]:
    client = TrainerClient(f"{worker_function.__module__}:{worker_function.__qualname__}")
    try:
        yield client
    finally:
        client.close()
        assert client.join(20)


@pytest.mark.slow
def test_worker_process_generates_same_task() -> None:
    with start_client() as client:
        second = TaskRequest("briscola", "count", 5)
        client.request_task(REQUEST)
        client.request_task(second)
        tasks_by_request: dict[TaskRequest, AnyTask] = {}
        wait_until(lambda: tasks_by_request.update(client.poll()) or len(tasks_by_request) == 2)
    assert tasks_by_request == {REQUEST: generate_task(REQUEST), second: generate_task(second)}


@pytest.mark.slow
def test_failed_task_is_one_error_line() -> None:
    faults: tuple[tuple[Callable[[TaskRequest], object], str], ...] = (
        (generate_with_error, "LookupError: nothing of muscio"),
        (generate_by_exiting, "the process died"),
        (generate_unreadable_result, "this cannot be read"),
    )
    for fault, message in faults:
        with start_client(fault) as client:
            client.request_task(REQUEST)
            wait_until(lambda client=client: client.poll() or client.error)  # type: ignore[misc]
            assert client.error == message


@pytest.mark.slow
def test_request_after_failure_starts_a_new_worker() -> None:
    with start_client(fail_at_odd_seeds) as client:
        for _time in range(2):
            client.request_task(TaskRequest("muscio", "trick", 5))
            wait_until(lambda: client.poll() or client.error)
            assert client.error == "LookupError: odd"
            client.request_task(REQUEST)
            assert client.error == ""
            tasks_by_request: dict[TaskRequest, AnyTask] = {}
            wait_until(partial(_collect_tasks, client, tasks_by_request))
            assert tasks_by_request == {REQUEST: generate_task(REQUEST)} and client.error == ""


@pytest.mark.slow
def test_request_before_failure_is_noticed_is_answered_or_reported() -> None:
    with start_client(fail_at_odd_seeds) as client:
        client.request_task(TaskRequest("muscio", "trick", 5))
        wait_until(lambda: not any(thread.name == "trainer" for thread in threading.enumerate()))
        client.request_task(REQUEST)
        tasks_by_request: dict[TaskRequest, AnyTask] = {}
        wait_until(lambda: tasks_by_request.update(client.poll()) or tasks_by_request)
        assert tasks_by_request == {REQUEST: generate_task(REQUEST)} and client.error == "LookupError: odd"


def test_no_process_is_started_before_a_task_is_requested() -> None:
    with start_client(generate_by_exiting) as client:
        assert client.poll() == []
        assert not client.error
