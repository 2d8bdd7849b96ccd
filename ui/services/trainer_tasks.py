"""The tasks of the trainer, generated in the background process."""

from __future__ import annotations

from typing import Final

from game.ai.worker_process import WorkerFuture, WorkerProcess
from game.text.errors import describe_error
from game.trainer.model import AnyTask, TaskRequest

GENERATE_FUNCTION: Final = "game.trainer.generator:generate_task"
TASK_TIMEOUT_S: Final = 20.0


class TrainerTaskService:
    """A `ui.app.context.BackgroundService` that is a `ui.scenes.trainer.session.TaskSource`."""

    def __init__(self, worker: WorkerProcess) -> None:
        self.error = ""
        self._worker = worker
        self._futures = dict[TaskRequest, WorkerFuture]()

    @property
    def is_busy(self) -> bool:
        """Whether a task is awaited."""
        return any(not future.done() for future in self._futures.values())

    def order_task(self, order: TaskRequest) -> None:
        """Start to generate a task, also after an error."""
        self.error = ""
        self._futures[order] = self._worker.submit(GENERATE_FUNCTION, order, timeout_s=TASK_TIMEOUT_S)

    def take_task(self, order: TaskRequest) -> AnyTask | None:
        """Return the ordered task once it is generated, else None. It is returned once."""
        future = self._futures.get(order)
        if future is None or not future.done() or future.exception() is not None:
            return None
        task: AnyTask = self._futures.pop(order).result()
        return task

    def stop(self) -> None:
        """Cancel all orders."""
        for future in self._futures.values():
            future.cancel()
        self._futures.clear()

    def update(self) -> None:
        """Check the orders without waiting; after an error, set ``error`` and cancel all orders."""
        errors = [future.exception() for future in self._futures.values() if future.done()]
        fault = next((error for error in errors if error is not None), None)
        if fault is not None:
            self.error = describe_error(fault)
            self.stop()

    def close(self) -> None:
        """Cancel all orders at the end of the program."""
        self.stop()
