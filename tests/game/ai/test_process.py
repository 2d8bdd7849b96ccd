"""A process beside the program: whoever waits for it hears in words that it is gone."""

from __future__ import annotations

import threading
import time
from multiprocessing.connection import Connection

import pytest

from game.ai.process import READY, Lost, Worker


def hangs_up(pipe: Connection) -> None:
    """A process of which only the pipe is gone yet: so one that dies looks, a moment long."""
    pipe.send(READY)
    pipe.close()
    time.sleep(600)


def test_a_pipe_that_closes_is_a_process_that_died() -> None:
    closing = threading.Event()
    worker = Worker.spawn(hangs_up, "hangs up", closing)
    try:
        with pytest.raises(Lost, match="the process died"):
            worker.receive(60.0, closing)
    finally:
        worker.end()
