"""Play whole matches of every game over a bad line, until enough connections were cut and processes killed.

One of them has a turn timer, and a host that is away for longer than a turn.
The short form is tests/game/network/test_hostile_guest.py. A fault ends the program with an AssertionError.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

from game.match.house_rules import RuleSet
from tests.network.processes import play_match

MATCHES: Final = (
    (RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 2}), ("Ann", "Bob")),
    (
        RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 2, "turn_seconds": 10, "bar_minutes": 10}),
        ("Ann", "Bob"),
    ),
    (RuleSet(game="muscio", preset="gattorna"), ("Ann", "Bob", "Cleo")),
    (
        RuleSet(game="chiamata", preset="regolamento", changes={"match_deals": 5}),
        ("Ann", "Bob", "Cleo", "Dan", "Eve"),
    ),
    (
        RuleSet(
            game="spades",
            preset="individual",
            changes={"target": 200, "broken_bid": "minus_ten_per_bid", "loss_limit": -200},
        ),
        ("Ann", "Bob", "Cleo"),
    ),
)
CUT_INTERVAL_S: Final = 0.5
KILL_INTERVAL_S: Final = 2.0
CLOCKED_KILL_INTERVAL_S: Final = 4.0
"""The time between two kills with a turn timer, in which everybody must come back before a turn is over."""
MATCH_TIMEOUT_S: Final = 300.0


def main() -> None:
    """Play matches until the wanted numbers are reached, and print a line for each."""
    parser = argparse.ArgumentParser(prog="python -m tools.network_trials", description=__doc__.splitlines()[0])
    parser.add_argument("--cuts", type=int, default=1000, help="cuts in all matches together")
    parser.add_argument("--kills", type=int, default=200, help="killed programs in all matches together")
    parser.add_argument("--seed", default="network", help="seed of delays, cuts and kills")
    args = parser.parse_args()
    totals, action_count = Counter[str](), 0
    for number in count():
        rules, names = MATCHES[number % len(MATCHES)]
        kill_interval_s = CLOCKED_KILL_INTERVAL_S if rules.options.turn_seconds else KILL_INTERVAL_S
        started_at = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            match = play_match(
                Path(folder), rules, names, rng=Random(f"{args.seed} {number}"), cut_interval_s=CUT_INTERVAL_S,
                kill_interval_s=kill_interval_s, timeout_s=MATCH_TIMEOUT_S,
            )  # fmt: skip
        actions = sum(len(deal.actions) for deal in match.record.deals)
        figures = Counter({name: value for name, value in match._asdict().items() if name != "record"})
        totals, action_count = totals + figures, action_count + actions
        print(
            f"{rules.game}: {len(match.record.deals)} deals, {actions} actions, {describe_figures(figures)}, "
            f"{time.monotonic() - started_at:.0f} s",
            flush=True,
        )
        is_complete = totals["cut_count"] >= args.cuts and totals["kill_count"] >= args.kills
        if is_complete and number + 1 >= len(MATCHES):
            break
    print(f"{number + 1} matches, {action_count} actions, {describe_figures(totals)}: nothing was lost")


def describe_figures(figures: Counter[str]) -> str:
    return f"{figures['cut_count']} cuts, {figures['kill_count']} kills"


if __name__ == "__main__":
    main()
