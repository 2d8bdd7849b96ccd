"""A process beside the program: whoever waits for it hears in words that it is gone."""

from __future__ import annotations

import pickle
import threading
import time
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from game.ai.worker_process import READY_MESSAGE, Failed, WorkerLostError, WorkerProcess, run_as_worker

OPEN_FILES = Path("/proc/self/fd")


def close_pipe_and_sleep(pipe: Connection) -> None:
    """A process of which only the pipe is gone yet: so one that dies looks, a moment long."""
    pipe.send(READY_MESSAGE)
    pipe.close()
    time.sleep(600)


def send_read_error(pipe: Connection) -> None:
    with run_as_worker(pipe):
        pipe.send(READY_MESSAGE)
        Path("strong-model.npz").read_bytes()


def test_missing_file_is_named() -> None:
    closing = threading.Event()
    worker = WorkerProcess.spawn(send_read_error, "reads", closing)
    try:
        with pytest.raises(Failed, match=r"FileNotFoundError: .*strong-model\.npz"):
            worker.receive(60.0, closing)
    finally:
        worker.kill()


@pytest.mark.skipif(not OPEN_FILES.is_dir(), reason="counts open files in /proc")
def test_process_that_cannot_start_leaves_no_pipe_open() -> None:
    before = len(list(OPEN_FILES.iterdir()))
    with pytest.raises((AttributeError, pickle.PicklingError)) as error:
        WorkerProcess.spawn(lambda _pipe: None, "cannot be sent", threading.Event())
    assert error.traceback, "it keeps alive what the call has left behind"
    assert len(list(OPEN_FILES.iterdir())) == before


def test_closed_pipe_means_worker_died() -> None:
    closing = threading.Event()
    worker = WorkerProcess.spawn(close_pipe_and_sleep, "hangs up", closing)
    try:
        with pytest.raises(WorkerLostError, match="the process died"):
            worker.receive(60.0, closing)
    finally:
        worker.kill()
