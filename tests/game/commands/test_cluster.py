"""Beyond one machine: the workers of a Dask cluster find what one process finds, and a lost one costs only time."""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
from collections.abc import Iterator
from typing import Any

import distributed
import pytest

from game.commands import simulation, workers
from game.commands.simulate import BadArgument, plan
from game.commands.simulation import Outcome, play_all
from tests.arena.command import main as arena
from tests.game.commands.test_simulate import TIMES, arguments

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


def test_the_figures_of_a_cluster_are_those_of_one_process(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert simulation.run(arguments(LINE + " --json")) == 0
    here = printed(capsys.readouterr().out)
    assert simulation.run(arguments(LINE + f" --json --cluster {address}")) == 0
    assert printed(capsys.readouterr().out) == here


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


def test_the_arena_plays_on_a_cluster(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    def rows(*more: str) -> list[dict[str, Any]]:
        assert arena(["--only", "briscola-2", "--players", "club,random", "--deals", "6", "--json", *more]) == 0
        return [
            {name: value for name, value in row.items() if not name.startswith("ms")}
            for row in json.loads(capsys.readouterr().out)["contests"]
        ]

    assert rows("--cluster", address) == rows() != []


def test_where_there_is_no_cluster_one_line_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "ANSWER_S", 0.2)
    for address in ("tcp://127.0.0.1:9", "nonsense://", ""):
        assert simulation.run(arguments(LINE + f" --cluster={address}")) == 2
        said = capsys.readouterr()
        assert said.err.startswith("simulate: --cluster: no cluster at ") and said.err.count("\n") == 1
        assert not said.out
        gc.collect()  # Dask's clients that failed close themselves here, not while the next one starts: that locks up


def test_without_dask_one_line_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert simulation.run(arguments(LINE + " --cluster tcp://127.0.0.1:9")) == 2
    assert "pip install 'tavoloverde[cluster]'" in capsys.readouterr().err


def test_a_worker_with_another_version_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "VERSION", "another")
    with pytest.raises(BadArgument, match="this is another"), workers.workers(1, address):
        raise AssertionError("it was taken")


def test_records_are_not_written_to_the_disks_of_others() -> None:
    with pytest.raises(BadArgument, match="--save"):
        plan(arguments(LINE + " --cluster tcp://127.0.0.1:9 --save somewhere"))


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
