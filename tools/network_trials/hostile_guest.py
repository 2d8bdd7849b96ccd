"""`python -m tools.network_trials.hostile_guest`: matches with a hostile guest beside two honest people, and figures.

The short form is tests/game/network/test_hostile_guest.py. A fault ends the program with an AssertionError.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from itertools import count
from pathlib import Path
from random import Random
from statistics import median

from game.match.house_rules import RuleSet
from tests.network.hostile_guest import play_beside_hostile_guest
from tools.text_tables import get_percentile

RULES = RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 5})
MATCH_TIMEOUT_S = 600.0
THINKING_S = 0.4
"""The time for an action: with it people send fewer messages than the host lets pass at once."""
MIB = 1024**2


def main() -> None:
    """Play a match without attacks, then matches with them until the time is over, and print the figures of each."""
    parser = argparse.ArgumentParser(prog="python -m tools.network_trials.hostile_guest", description=main.__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="the time after which no new match starts")
    parser.add_argument("--seed", default="hostile", help="seed of the hostile guest")
    args = parser.parse_args()
    ends_at = time.monotonic() + args.minutes * 60
    for number in count():
        with tempfile.TemporaryDirectory() as folder:
            match = play_beside_hostile_guest(
                Path(folder), RULES, Random(f"{args.seed} {number}"), timeout_s=MATCH_TIMEOUT_S, attacks=number > 0,
                thinking_s=THINKING_S,
            )  # fmt: skip
        latencies_ms, attacks = match.latencies_ms, match.attack_counts
        print(
            f"{attacks.total()} attacks, {len(latencies_ms)} honest actions, answered after: median "
            f"{median(latencies_ms):.1f} ms, p99 {get_percentile(latencies_ms, 0.99):.1f} ms; memory of the host, MiB: "
            f"{', '.join(f'{memory / MIB:.1f}' for memory in match.memory)}",
            flush=True,
        )
        print(", ".join(f"{name} {times}" for name, times in sorted(attacks.items())), flush=True)
        if number and time.monotonic() > ends_at:
            break


if __name__ == "__main__":
    main()
