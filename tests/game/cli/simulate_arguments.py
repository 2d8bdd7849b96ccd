"""Arguments of the command simulate."""

from __future__ import annotations

import argparse

from game.cli import simulate

TIME_KEYS = ("ms_per_move", "ms_p99")


def parse_arguments(line: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    simulate.add_arguments(parser)
    return parser.parse_args(line.split())
