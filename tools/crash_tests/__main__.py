"""`python -m tools.crash_tests [--short] [--seed N]`: print what kills and bad disks destroy, as a table.

The exit status is 1 if anything was lost without a message, or worse.
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

from tools.crash_tests.counts import OutcomeCounts


def run_crash_tests(seed: int, *, is_short: bool) -> list[OutcomeCounts]:
    """Run all crash tests, print each result, and return the results in the order of the tests.

    ``is_short``: run fewer tries, which take less than half a minute. Raise OSError where processes cannot be forked.
    """
    if not hasattr(os, "fork"):
        raise OSError("the crash tests fork processes, which this system cannot")
    from tools.crash_tests.damages import run_damages
    from tools.crash_tests.disks import run_disk_trials
    from tools.crash_tests.host_kills import run_host_kills
    from tools.crash_tests.kills import run_window_kills, run_writer_kills

    logging.disable(logging.CRITICAL)
    results: list[OutcomeCounts] = []
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        _print_counts(run_writer_kills(home / "kills", Random(seed), 15 if is_short else 1000), results)
        if not is_short:
            _print_counts(run_window_kills(home / "window", Random(seed), 200), results)
            _print_counts(run_host_kills(home / "table", Random(seed), 50), results)
        _print_counts(run_disk_trials(home / "disks"), results)
        for counts in run_damages(seed, 33 if is_short else 1500):
            _print_counts(counts, results)
    logging.disable(logging.NOTSET)
    return results


def _print_counts(counts: OutcomeCounts, results: list[OutcomeCounts]) -> None:
    if not results or results[-1].outcomes != counts.outcomes:
        print(("\n" if results else "") + counts.format_header())
    print(counts.format_row())
    for line in (*counts.examples, *counts.notes):
        print("  " + line)
    sys.stdout.flush()
    results.append(counts)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.crash_tests", description=__doc__)
    parser.add_argument("--short", action="store_true", help="few tries of each kind")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other kills")
    args = parser.parse_args()
    start = time.monotonic()
    bad_count = sum(counts.bad_count for counts in run_crash_tests(args.seed, is_short=args.short))
    print(f"\n{time.monotonic() - start:.0f} seconds; lost without a word, or worse: {bad_count}")
    return 1 if bad_count else 0


if __name__ == "__main__":
    sys.exit(main())
