"""Tasks made in a worker process are those made in this process."""

from __future__ import annotations

import pytest

from game.trainer.generator import generate_task
from game.trainer.model import TaskRequest
from tests.game.ai.worker_functions import WAIT_LIMIT_S, get_name, open_worker


@pytest.mark.slow
def test_worker_process_generates_same_task() -> None:
    orders = TaskRequest("muscio", "trick", 4), TaskRequest("briscola", "count", 5)
    with open_worker() as worker:
        futures = [worker.submit(get_name(generate_task), order, timeout_s=WAIT_LIMIT_S) for order in orders]
        for order, future in zip(orders, futures, strict=True):
            assert future.result(WAIT_LIMIT_S) == generate_task(order)
