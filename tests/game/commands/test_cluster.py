"""Beyond one machine: the workers of a Dask cluster find what one process finds, and a lost one costs only time."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import distributed
import pytest

from game.commands import simulation, workers
from game.commands.simulate import BadArgument, plan
from game.commands.simulation import Outcome, play_all
from game.text import one_line
from tests.game.commands.test_simulate import TIMES, arguments

ROOT = Path(__file__).resolve().parents[3]
LINE = "briscola --players club,random --deals 200 --duplicate --seed 5"


@pytest.fixture(scope="module")
def cluster() -> Iterator[distributed.LocalCluster]:
    with distributed.LocalCluster(2, threads_per_worker=1, processes=True, dashboard_address=":0") as one:
        yield one


@pytest.fixture
def address(cluster: distributed.LocalCluster) -> str:
    return str(cluster.scheduler_address)


def pids(cluster: distributed.LocalCluster) -> list[int]:
    with distributed.Client(cluster, set_as_default=False) as client:
        return list(client.run(os.getpid).values())


def found(outcomes: Iterator[Outcome]) -> list[tuple[object, ...]]:
    """What they brought, without the times."""
    return [(one.scores, one.wins) for one in outcomes]


def printed(text: str) -> Any:
    figures = json.loads(text)
    for player in figures["players"]:
        for name in TIMES:
            player.pop(name)
    return figures


@pytest.mark.slow
def test_the_figures_of_a_cluster_are_those_of_one_process(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert simulation.run(arguments(LINE + " --json")) == 0
    here = printed(capsys.readouterr().out)
    assert simulation.run(arguments(LINE + f" --json --cluster {address}")) == 0
    assert printed(capsys.readouterr().out) == here


@pytest.mark.slow
def test_a_worker_that_is_killed_costs_only_time(cluster: distributed.LocalCluster, address: str) -> None:
    asked = plan(arguments(LINE))
    before = pids(cluster)
    with workers.workers(1, address) as pool:
        outcomes = play_all(asked, pool)
        first = next(outcomes)
        os.kill(before[0], signal.SIGKILL)
        assert found(iter([first, *outcomes])) == found(play_all(asked, None))
    cluster.wait_for_workers(2)
    assert set(pids(cluster)) != set(before)


MALFORMED = (
    "", "x", "127.0.0.1", "inproc://x", "ucx://x", "http://127.0.0.1:1", "nonsense://", "tcp://[::1", "/etc/passwd",
    "a\nb", "\xff", "tcp://127.0.0.1:99999",
)  # fmt: skip
UNREACHABLE = ("tls://127.0.0.1:9", "tcp://127.0.0.1:9", "ws://127.0.0.1:9")
TRY_ALL = """
import sys
from game.commands import simulation, workers
from tests.game.commands.test_cluster import LINE, MALFORMED, UNREACHABLE
from tests.game.commands.test_simulate import arguments

workers.ANSWER_S = 0.2
for address in (*MALFORMED, *UNREACHABLE):
    wanted = arguments(LINE)
    wanted.cluster = address
    assert simulation.run(wanted) == 2
"""


@pytest.mark.slow
def test_a_bad_address_is_one_line_and_nothing_more_when_the_program_ends() -> None:
    done = subprocess.run(
        [sys.executable, "-c", TRY_ALL], cwd=ROOT, env={**os.environ, "PYTHONIOENCODING": "utf-8", "LANGUAGE": "en"},
        capture_output=True, encoding="utf-8", timeout=300, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "")
    lines = done.stderr.splitlines()
    assert len(lines) == len(MALFORMED) + len(UNREACHABLE), done.stderr
    for line, address in zip(lines, MALFORMED, strict=False):
        shown = one_line(address) or "''"
        assert line.startswith(f"simulate: --cluster: {shown} is not the address of a scheduler, such as tcp://")
    for line, address in zip(lines[len(MALFORMED) :], UNREACHABLE, strict=True):
        assert line.startswith(f"simulate: --cluster: no cluster at {address}: ")


@pytest.mark.parametrize("said", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n" * 9])
def test_a_server_that_is_no_scheduler_is_one_line(said: bytes) -> None:
    def answer() -> None:
        connection, _address = server.accept()
        with connection:
            connection.sendall(said)
            while connection.recv(1 << 16):
                pass

    with socket.create_server(("127.0.0.1", 0)) as server:
        answering = threading.Thread(target=answer, daemon=True)
        answering.start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        refused = pytest.raises(BadArgument, match=f"^--cluster: no cluster at {address}: .*$")
        with refused, workers.workers(1, address, timeout_s=0.2):
            raise AssertionError("it was taken")


def test_a_worker_is_not_taken_for_a_scheduler(cluster: distributed.LocalCluster) -> None:
    worker = next(iter(cluster.scheduler_info["workers"]))
    with pytest.raises(BadArgument, match=f"no cluster at {worker}: "), workers.workers(1, worker):
        raise AssertionError("it was taken")


def test_without_dask_one_line_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert simulation.run(arguments(LINE + " --cluster tcp://127.0.0.1:9")) == 2
    assert "pip install 'tavoloverde[cluster]'" in capsys.readouterr().err


def test_a_worker_with_another_version_is_refused(address: str) -> None:
    refused = pytest.raises(BadArgument, match="this is another")
    with refused, workers.workers(1, address, version="another"):
        raise AssertionError("it was taken")


def test_records_are_not_written_to_the_disks_of_others() -> None:
    with pytest.raises(BadArgument, match="--save"):
        plan(arguments(LINE + " --cluster tcp://127.0.0.1:9 --save somewhere"))


@pytest.mark.slow
def test_a_cluster_that_goes_away_is_named() -> None:
    with (
        distributed.LocalCluster(1, threads_per_worker=1, processes=True, dashboard_address=":0") as gone,
        pytest.raises(OSError, match="is gone"),
        workers.workers(1, str(gone.scheduler_address)) as pool,
    ):
        outcomes = play_all(plan(arguments(LINE)), pool)
        next(outcomes)
        gone.close()
        list(outcomes)
