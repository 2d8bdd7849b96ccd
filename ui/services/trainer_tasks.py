"""Tasks are set beside the window, by a process that is there while somebody practises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.trainer.client import TrainerClient
from game.trainer.model import AnyTask, TaskRequest

WORKER_SHUTDOWN_TIMEOUT_S: Final = 3.0


class TrainerTaskService:
    """A `ui.app.context.BackgroundService`, and what `ui.scenes.trainer.session.TaskSource` asks for."""

    def __init__(self, start_client: Callable[[], TrainerClient]) -> None:
        self.start_client = start_client
        self.error = ""
        self._client: TrainerClient | None = None
        self._pending = set[TaskRequest]()
        self._ready = dict[TaskRequest, AnyTask]()

    @property
    def is_busy(self) -> bool:
        """Whether a task is waited for."""
        return bool(self._pending)

    def order_task(self, order: TaskRequest) -> None:
        """A task is wanted. After a fault it is tried anew."""
        if self._client is None:
            self._client, self.error = self.start_client(), ""
        self._pending.add(order)
        self._client.request_task(order)

    def take_task(self, order: TaskRequest) -> AnyTask | None:
        """The task that was ordered, once it is there; it is given once."""
        return self._ready.pop(order, None)

    def stop(self) -> None:
        """Nobody practises any more: the process goes."""
        if self._client is not None:
            self._client.close()
        self._client = None
        self._pending.clear()
        self._ready.clear()

    def update(self) -> None:
        if self._client is None:
            return
        for order, task in self._client.poll():
            self._pending.discard(order)
            self._ready[order] = task
        if self._client.error:
            self.error = self._client.error
            self.stop()

    def close(self) -> None:
        """The program ends."""
        client = self._client
        self.stop()
        if client is not None:
            client.join(WORKER_SHUTDOWN_TIMEOUT_S)
