"""A Dask cluster has the same results as a single process, and a lost worker costs only time."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator

import distributed
import psutil
import pytest

from game.cli import simulation_report
from game.cli.simulate import parse_plan
from game.core.sanitizer import escape_to_one_line
from game.simulation import workers
from game.simulation.plan import BadArgumentError
from game.simulation.simulation import PackOutcome, play_packs
from tests.game.cli.simulate_arguments import parse_arguments, run_without_times
from tests.lanes import long_test, needs_nightly_lane
from tests.program import ROOT
from tests.rows import check_rows

SIMULATE_ARGUMENTS = "briscola --players random --deals 80 --duplicate --seed 5"
MALFORMED_ADDRESSES = (
    "", "x", "127.0.0.1", "inproc://x", "ucx://x", "http://127.0.0.1:1", "nonsense://", "tcp://[::1", "/etc/passwd",
    "a\nb", "\xff", "tcp://127.0.0.1:99999",
)  # fmt: skip
UNREACHABLE_ADDRESSES = ("tls://127.0.0.1:9", "tcp://127.0.0.1:9", "ws://127.0.0.1:9")


@pytest.fixture(scope="module")
def cluster() -> Iterator[distributed.LocalCluster]:
    with distributed.LocalCluster(2, threads_per_worker=1, processes=True, dashboard_address=":0") as local_cluster:
        yield local_cluster


@pytest.fixture
def address(cluster: distributed.LocalCluster) -> str:
    return str(cluster.scheduler_address)


def list_worker_pids(cluster: distributed.LocalCluster) -> list[int]:
    with distributed.Client(cluster, set_as_default=False) as client:
        return list(client.run(os.getpid).values())


def list_outcomes_without_times(outcomes: Iterator[PackOutcome]) -> list[tuple[object, ...]]:
    return [(outcome.scores, outcome.wins) for outcome in outcomes]


@pytest.mark.slow
def test_cluster_gives_same_figures_as_one_process(address: str) -> None:
    assert run_without_times(f"{SIMULATE_ARGUMENTS} --cluster {address}") == run_without_times(SIMULATE_ARGUMENTS)


@long_test
@needs_nightly_lane
def test_killed_cluster_worker_costs_only_time(cluster: distributed.LocalCluster, address: str) -> None:
    planned_work = parse_plan(parse_arguments(SIMULATE_ARGUMENTS))
    before = list_worker_pids(cluster)
    with workers.open_worker_pool(1, address) as pool:
        outcomes = play_packs(planned_work, pool)
        first = next(outcomes)
        psutil.Process(before[0]).kill()
        assert list_outcomes_without_times(iter([first, *outcomes])) == list_outcomes_without_times(
            play_packs(planned_work, None)
        )
    cluster.wait_for_workers(2)
    assert set(list_worker_pids(cluster)) != set(before)


TRY_ALL_ADDRESSES_SCRIPT = f"""
from game.cli import simulation_report
from tests.game.cli.simulate_arguments import parse_arguments

for address in {(*MALFORMED_ADDRESSES, *UNREACHABLE_ADDRESSES)}:
    wanted = parse_arguments("{SIMULATE_ARGUMENTS}")
    wanted.cluster = address
    assert simulation_report.run(wanted, connect_timeout_s=0.2) == 2
"""


@pytest.mark.slow
def test_wrong_address_is_one_error_line_and_program_exits_cleanly() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-c", TRY_ALL_ADDRESSES_SCRIPT]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", timeout=300, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")
    shown = [escape_to_one_line(address) or "''" for address in MALFORMED_ADDRESSES]
    beginnings = (
        *(f"simulate: --cluster: {address} is not a scheduler address such as tcp://" for address in shown),
        *(f"simulate: --cluster: no cluster answers at {address}: " for address in UNREACHABLE_ADDRESSES),
    )
    for line, beginning in zip(done.stderr.splitlines(), beginnings, strict=True):
        assert line.startswith(beginning)


@check_rows("said", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n" * 9])
def test_server_that_is_no_scheduler_is_one_error_line(said: bytes) -> None:
    def send_reply() -> None:
        connection, _address = server.accept()
        with connection:
            connection.sendall(said)
            while connection.recv(1 << 16):
                pass

    with socket.create_server(("127.0.0.1", 0)) as server:
        answering = threading.Thread(target=send_reply, daemon=True)
        answering.start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        refused = pytest.raises(BadArgumentError, match=f"^--cluster: no cluster answers at {address}: .*$")
        with refused, workers.open_worker_pool(1, address, timeout_s=0.2):
            raise AssertionError("it was taken")


def test_worker_is_not_accepted_as_scheduler(cluster: distributed.LocalCluster) -> None:
    worker = next(iter(cluster.scheduler_info["workers"]))
    with (
        pytest.raises(BadArgumentError, match=f"no cluster answers at {worker}: "),
        workers.open_worker_pool(1, worker),
    ):
        raise AssertionError("it was taken")


def test_missing_dask_is_one_line_saying_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert simulation_report.run(parse_arguments(SIMULATE_ARGUMENTS + " --cluster tcp://127.0.0.1:9")) == 2
    assert "pip install 'tavoloverde[cluster]'" in capsys.readouterr().err


def test_worker_with_another_version_is_refused(address: str) -> None:
    refused = pytest.raises(BadArgumentError, match="install another")
    with refused, workers.open_worker_pool(1, address, version="another"):
        raise AssertionError("it was taken")


def test_records_are_not_written_on_cluster_workers() -> None:
    with pytest.raises(BadArgumentError, match="--save"):
        parse_plan(parse_arguments(SIMULATE_ARGUMENTS + " --cluster tcp://127.0.0.1:9 --save somewhere"))


@long_test
@needs_nightly_lane
def test_lost_cluster_connection_names_the_cluster() -> None:
    with (
        distributed.LocalCluster(1, threads_per_worker=1, processes=True, dashboard_address=":0") as gone,
        pytest.raises(OSError, match="was lost"),
        workers.open_worker_pool(1, str(gone.scheduler_address)) as pool,
    ):
        outcomes = play_packs(parse_plan(parse_arguments(SIMULATE_ARGUMENTS)), pool)
        next(outcomes)
        gone.close()
        list(outcomes)
