"""The tournament on a Dask cluster has the same results as in one process."""

from __future__ import annotations

import json
from typing import Any

import distributed
import pytest

from tools.tournament.command import main

pytestmark = pytest.mark.slow


def test_the_tournament_plays_on_a_cluster(capsys: pytest.CaptureFixture[str]) -> None:
    def rows(*more: str) -> list[dict[str, Any]]:
        assert main(["--only", "briscola-2", "--players", "club,random", "--deals", "6", "--json", *more]) == 0
        return [
            {name: value for name, value in row.items() if not name.startswith("ms")}
            for row in json.loads(capsys.readouterr().out)["contests"]
        ]

    with distributed.LocalCluster(2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster:
        found = rows("--cluster", str(cluster.scheduler_address))
    assert found == rows() != []
