"""`python -m tools.crash_tests [--short] [--seed N]`: what is lost by damage, kills and bad disks, as a table.

The exit status is 1 if anything was lost without a word, or worse.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from tools.crash_tests.counts import Counts


def run_crash_tests(seed: int, *, short: bool) -> list[Counts]:
    """Run all of them and print each result. ``short``: fewer tries, less than half a minute."""
    from tools.crash_tests.damage import damages

    logging.disable(logging.CRITICAL)
    found: list[Counts] = []
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for counts in damages(home / "damage", Random(seed), 0.03 if short else 1.0):
            _print(counts, found)
        if hasattr(os, "fork"):
            from tools.crash_tests.disks import disks
            from tools.crash_tests.kills import window_kills, writer_kills

            _print(writer_kills(home / "kills", Random(seed), 15 if short else 500), found)
            if not short:
                _print(window_kills(home / "window", Random(seed), 40), found)
            _print(disks(home / "disks"), found)
    logging.disable(logging.NOTSET)
    return found


def _print(counts: Counts, found: list[Counts]) -> None:
    if not found or found[-1].outcomes != counts.outcomes:
        print(("\n" if found else "") + counts.head())
    print(counts.row())
    for line in (*counts.words, *counts.notes):
        print("  " + line)
    sys.stdout.flush()
    found.append(counts)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.crash_tests", description=__doc__)
    parser.add_argument("--short", action="store_true", help="few tries of each kind")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other damage")
    args = parser.parse_args()
    begun = time.monotonic()
    bad = sum(counts.bad for counts in run_crash_tests(args.seed, short=args.short))
    print(f"\n{time.monotonic() - begun:.0f} seconds; lost without a word, or worse: {bad}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
