"""The command simulate: its arguments and its figures."""

from __future__ import annotations

import argparse
import json
from contextlib import redirect_stdout
from io import StringIO
from typing import Any, Final

from game.cli import simulate, simulation_report

TIME_KEYS: Final = ("ms_per_move", "ms_p99", "ms_max")


def parse_arguments(line: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    simulate.add_arguments(parser)
    return parser.parse_args(line.split())


def run_without_times(line: str) -> list[dict[str, Any]]:
    """Return the figures of each player that a simulation prints as JSON, without the times."""
    with redirect_stdout(StringIO()) as output:
        assert simulation_report.run(parse_arguments(f"{line} --json")) == 0
    players = json.loads(output.getvalue())["players"]
    return [{key: value for key, value in player.items() if key not in TIME_KEYS} for player in players]
