"""`python -m tools.endurance [--minutes M] [--seed N]`: play all games at full speed in the real window with faults.

The exit status is 1 if an action was lost or a match got stuck. Memory and the time of frames are figures to look at:
they are this machine's.
"""

from __future__ import annotations

import argparse
import logging
import sys
from statistics import median

from tools.endurance.run import SAMPLED, SLOW, Found, play_with_faults
from tools.text_tables import percentile


def told(found: Found) -> str:
    """The figures as lines."""
    lines = [f"{'fault':<24}{'times':>7}"]
    lines += [f"{name:<24}{times:>7}" for name, times in sorted(found.faults.items())]
    lines += [f"said to the person, {times} times: {words}" for words, times in found.said.most_common()]
    played = ", ".join(f"{times} of {game}" for game, times in found.matches.items())
    lines.append(f"matches: {played}; {found.actions} actions")
    lines.append(f"frames besides changes of scene and size: {len(found.frames)}")
    for name, spent in (
        ("by the clock", [one.wall for one in found.frames]),
        ("cpu", [one.cpu for one in found.frames]),
    ):
        if spent:
            slow = sum(one > SLOW for one in spent)
            figures = f"median {median(spent):.1f}, p99 {percentile(spent, 0.99):.1f}, most {max(spent):.1f}"
            lines.append(f"  ms {name}: {figures}; over {SLOW:.0f}: {slow}")
    if found.memory:
        lines.append(
            f"memory, MB, every {SAMPLED:.0f} seconds: " + " ".join(f"{one / 1e6:.0f}" for one in found.memory)
        )
    lines.append(f"lost: {len(found.lost)}; stuck: {len(found.stuck)}")
    return "\n".join([*lines, *found.lost, *found.stuck])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.endurance", description=__doc__)
    parser.add_argument("--minutes", type=float, default=15.0, help="how long it is played")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other faults")
    args = parser.parse_args()
    logging.disable(logging.CRITICAL)
    found = play_with_faults(args.minutes * 60, args.seed)
    print(told(found))
    return 1 if found.lost or found.stuck else 0


if __name__ == "__main__":
    sys.exit(main())
