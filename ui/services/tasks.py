"""Tasks: futures whose results are handed to callbacks, once a frame and without waiting."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(eq=False, slots=True)
class Task:
    """A future and its callbacks, of which at most one is called."""

    future: Future[Any]
    owner: object
    on_done: Callable[[Any], object]
    on_error: Callable[[BaseException], object]
    on_cancel: Callable[[], object]
    is_pending: bool = True
    """Whether none of the callbacks has been called."""

    def cancel(self) -> None:
        """Drop the result. Do nothing if a callback has been called."""
        if self.is_pending:
            self.is_pending = False
            self.on_cancel()

    def finish(self) -> None:
        """Pass the result or exception of the future, which must be done, to ``on_done`` or ``on_error``.

        A canceled future has no result: no callback is called.
        """
        self.is_pending = False
        if self.future.cancelled():
            return
        error = self.future.exception()
        if error is None:
            self.on_done(self.future.result())
        else:
            self.on_error(error)


class Tasks:
    """The tasks of the program and of its scenes.

    A task belongs to an owner, a scene or a service, or to the program as a whole (None).
    """

    def __init__(
        self, report: Callable[[BaseException], object], is_paused: Callable[[object], bool] = lambda _owner: False
    ) -> None:
        """Create an empty list of tasks.

        ``report`` gets the errors of tasks without ``on_error``. The tasks of an owner wait while ``is_paused`` returns
        True for it.
        """
        self._report = report
        self._is_paused = is_paused
        self._tasks: list[Task] = []

    @property
    def is_busy(self) -> bool:
        """Whether a callback may be called in one of the next frames."""
        return any(task.is_pending and not self._is_paused(task.owner) for task in self._tasks)

    def has_pending(self, owner: object) -> bool:
        """Return whether a callback of this owner may be called in one of the next frames."""
        return not self._is_paused(owner) and any(task.is_pending and task.owner is owner for task in self._tasks)

    def submit(
        self,
        future: Future[T],
        on_done: Callable[[T], object],
        on_error: Callable[[BaseException], object] | None = None,
        *,
        owner: object = None,
        on_cancel: Callable[[], object] = lambda: None,
    ) -> Task:
        """Return a task that calls ``on_done`` with the future's result in a later frame, or ``on_error``.

        ``on_error`` gets the exception; without it the error is reported. If the task is canceled before, only
        ``on_cancel`` is called: it releases what the future holds. ``owner``: the scene or service that the task
        belongs to.
        """
        task = Task(future, owner, on_done, on_error or self._report, on_cancel)
        self._tasks.append(task)
        return task

    def cancel(self, owner: object) -> None:
        """Cancel the tasks of an owner that closes; None: those of the program as a whole."""
        for task in self._tasks:
            if task.owner is owner:
                task.cancel()

    def update(self) -> None:
        """Call the callbacks of the futures that are done, in the order of their submission. Never wait.

        Tasks of a paused owner stay for a later call.
        """
        # Asked last to first: a thread that has done one future has done those before it, so their order is kept.
        done_tasks = [task for task in reversed(self._tasks) if task.is_pending and task.future.done()]
        for task in reversed(done_tasks):
            if task.is_pending and not self._is_paused(task.owner):
                task.finish()
        self._tasks = [task for task in self._tasks if task.is_pending]
