"""Play whole matches of every game over a bad line, until enough connections were cut and processes killed.

One of them has a turn timer, and a host that is away for longer than a turn.
The short form is tests/game/network/test_bad_lines.py. A fault ends the program with an AssertionError.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

from game.match.house_rules import RuleSet
from tests.network_tables import play_match

MATCHES: Final = (
    (RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 2}), (("Ann",), ("Bob",))),
    (
        RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 2, "turn_seconds": 10, "bar_minutes": 10}),
        (("Ann",), ("Bob",)),
    ),
    (RuleSet(game="muscio", preset="gattorna"), (("Ann", "Bob"), ("Cleo",))),
    (
        RuleSet(game="chiamata", preset="regolamento", changes={"match_deals": 1}),
        (("Ann", "Bob"), ("Cleo", "Dan", "Eve")),
    ),
    (RuleSet(game="spades", preset="individual", changes={"target": 200}), (("Ann",), ("Bob", "Cleo"))),
)
MATCH_TIMEOUT_S: Final = 900.0


def main() -> None:
    """Play matches until the wanted numbers are reached, and print a line for each."""
    parser = argparse.ArgumentParser(prog="python -m tools.network_trials", description=__doc__.splitlines()[0])
    parser.add_argument("--cuts", type=int, default=200, help="cuts in all matches together")
    parser.add_argument("--kills", type=int, default=50, help="killed processes in all matches together")
    parser.add_argument("--seed", default="network", help="seed of delays, cuts and kills")
    args = parser.parse_args()
    cut_count = kill_count = action_count = 0
    for number in count():
        rules, groups = MATCHES[number % len(MATCHES)]
        started_at = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            record, cuts, kills = play_match(
                Path(folder), rules, groups, rng=Random(f"{args.seed} {number}"), cut_interval_s=1.0,
                kill_interval_s=4.0, timeout_s=MATCH_TIMEOUT_S,
            )  # fmt: skip
        actions = sum(len(deal.actions) for deal in record.deals)
        cut_count, kill_count, action_count = cut_count + cuts, kill_count + kills, action_count + actions
        seconds = time.monotonic() - started_at
        print(f"{rules.game}: {actions} actions, {cuts} cuts, {kills} kills, {seconds:.0f} s", flush=True)
        if cut_count >= args.cuts and kill_count >= args.kills and number + 1 >= len(MATCHES):
            break
    print(f"{number + 1} matches, {action_count} actions, {cut_count} cuts, {kill_count} kills: nothing was lost")


if __name__ == "__main__":
    main()
