"""The tournament on a Dask cluster has the same results as in one process."""

from __future__ import annotations

import json
from typing import Any

import distributed
import pytest

from tools.tournament.command import main

pytestmark = pytest.mark.slow


def test_tournament_on_cluster_has_the_same_results(capsys: pytest.CaptureFixture[str]) -> None:
    def play_rows(*more: str) -> list[dict[str, Any]]:
        assert main(["--only", "briscola-2", "--players", "club,random", "--deals", "6", "--json", *more]) == 0
        return [
            {name: value for name, value in row.items() if not name.startswith("ms")}
            for row in json.loads(capsys.readouterr().out)["contests"]
        ]

    with distributed.LocalCluster(2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster:
        cluster_rows = play_rows("--cluster", str(cluster.scheduler_address))
    assert cluster_rows == play_rows() != []
