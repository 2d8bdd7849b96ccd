"""`python -m tools.endurance [--minutes M] [--seed N]`: play all games at full speed in the real window with faults.

The exit status is 1 if an action was lost or a match got stuck. Memory and frame times are printed for a reader,
because they depend on the machine.
"""

from __future__ import annotations

import argparse
import logging
import sys
from statistics import median

from tools.endurance.run import MEMORY_SAMPLE_INTERVAL_S, SLOW_FRAME_MS, EnduranceReport, play_with_faults
from tools.text_tables import get_percentile


def format_report(report: EnduranceReport) -> str:
    """Return the figures as lines of text."""
    lines = [f"{'fault':<24}{'times':>7}"]
    lines += [f"{name:<24}{times:>7}" for name, times in sorted(report.fault_counts.items())]
    lines += [f"said to the person, {times} times: {words}" for words, times in report.message_counts.most_common()]
    played = ", ".join(f"{times} of {game}" for game, times in report.match_counts.items())
    lines.append(f"matches: {played}; {report.action_count} actions")
    lines.append(f"frames besides changes of scene and size: {len(report.frame_times)}")
    for name, milliseconds in (
        ("by the clock", [value.wall_ms for value in report.frame_times]),
        ("cpu", [value.cpu_ms for value in report.frame_times]),
    ):
        if milliseconds:
            slow = sum(value > SLOW_FRAME_MS for value in milliseconds)
            p99 = get_percentile(milliseconds, 0.99)
            figures = f"median {median(milliseconds):.1f}, p99 {p99:.1f}, most {max(milliseconds):.1f}"
            lines.append(f"  ms {name}: {figures}; over {SLOW_FRAME_MS:.0f}: {slow}")
    if report.memory_bytes:
        lines.append(
            f"memory, MB, every {MEMORY_SAMPLE_INTERVAL_S:.0f} seconds: "
            + " ".join(f"{value / 1e6:.0f}" for value in report.memory_bytes)
        )
    lines.append(f"lost: {len(report.lost_matches)}; stuck: {len(report.stuck_matches)}")
    return "\n".join([*lines, *report.lost_matches, *report.stuck_matches])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.endurance", description=__doc__)
    parser.add_argument("--minutes", type=float, default=15.0, help="how long it is played")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other faults")
    args = parser.parse_args()
    logging.disable(logging.CRITICAL)
    report = play_with_faults(args.minutes * 60, args.seed)
    print(format_report(report))
    return 1 if report.lost_matches or report.stuck_matches else 0


if __name__ == "__main__":
    sys.exit(main())
