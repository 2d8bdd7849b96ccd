"""Tasks are set beside the window, in the background process, while somebody practices."""

from __future__ import annotations

from typing import Final

from game.ai.worker_process import WorkerFuture, WorkerProcess
from game.text.errors import describe_error
from game.trainer.model import AnyTask, TaskRequest

GENERATE_FUNCTION: Final = "game.trainer.generator:generate_task"
TASK_TIMEOUT_S: Final = 20.0


class TrainerTaskService:
    """A `ui.app.context.BackgroundService`, and what `ui.scenes.trainer.session.TaskSource` asks for."""

    def __init__(self, worker: WorkerProcess) -> None:
        self.error = ""
        self._worker = worker
        self._futures = dict[TaskRequest, WorkerFuture]()

    @property
    def is_busy(self) -> bool:
        """Whether a task is waited for."""
        return any(not future.done() for future in self._futures.values())

    def order_task(self, order: TaskRequest) -> None:
        """A task is wanted. After a fault it is tried anew."""
        self.error = ""
        self._futures[order] = self._worker.submit(GENERATE_FUNCTION, order, timeout_s=TASK_TIMEOUT_S)

    def take_task(self, order: TaskRequest) -> AnyTask | None:
        """The task that was ordered, once it is there; it is given once."""
        future = self._futures.get(order)
        if future is None or not future.done() or future.exception() is not None:
            return None
        task: AnyTask = self._futures.pop(order).result()
        return task

    def stop(self) -> None:
        """Nobody practices any more: what was ordered is not wanted."""
        for future in self._futures.values():
            future.cancel()
        self._futures.clear()

    def update(self) -> None:
        """A frame. After a fault nothing comes of what was ordered so far."""
        errors = [future.exception() for future in self._futures.values() if future.done()]
        fault = next((error for error in errors if error is not None), None)
        if fault is not None:
            self.error = describe_error(fault)
            self.stop()

    def close(self) -> None:
        """The program ends."""
        self.stop()
