"""Puts the chances straight that are told: ``python -m tools.training.calibration [GAME …] [--deals N] [--seeds S …]``.

Tables of masters are played (`tools.tournament.calibration`); the level and the slope of the odds are those under
which what came true was likeliest. Turns of one deal hang together: all of a deal count as `WORTH` turns, and level and
slope begin where nothing leans. Same seeds, same figures.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai import learned
from game.ai.chances import BEFORE, FILE
from game.commands.progress import progress
from game.rules import GAMES
from tools.tournament.calibration import KINDS, MATCH, Said, told_and_true

WORTH: Final = 5.0
"""What a deal tells, however many turns it had."""
DOUBT: Final = 0.3
"""How far level and slope may well be from where they begin: one standard deviation."""
STEPS: Final = 30


def lean(by_deal: Sequence[Sequence[Said]]) -> NDArray[np.float32]:
    """(level, slope) of the odds."""
    unsure = [[one for one in said if 0 < one.found < 1] for said in by_deal]
    found = np.array([one.found for said in unsure for one in said])
    came = np.array([one.came for said in unsure for one in said])
    weight = np.array([WORTH / len(said) for said in unsure for _one in said])
    odds = np.stack([np.ones_like(found), np.log(found / (1 - found))])
    start = np.array([0.0, 1.0])
    at = start
    for _step in range(STEPS):
        chance = 1 / (1 + np.exp(-at @ odds))
        slope = odds @ (weight * (came - chance)) - (at - start) / DOUBT**2
        bend = (odds * weight * chance * (1 - chance)) @ odds.T + np.eye(2) / DOUBT**2
        at = at + np.linalg.solve(bend, slope)
    return at.astype(np.float32)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.training.calibration", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all")
    parser.add_argument("--deals", type=int, default=60, help="deals a game; default 60")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1], help="so many deals of each; default 0 1")
    args = parser.parse_args(arguments)
    leans = _known()
    for game in args.games or list(GAMES):
        many = args.deals if KINDS[game].came is not None else max(1, args.deals // MATCH)
        by_deal = [
            told_and_true(game, seed, number)
            for seed in args.seeds for number in progress(range(many), f"{game}, seed {seed}")
        ]  # fmt: skip
        leans[game] = lean([said for said in by_deal if said])
        if KINDS[game].before:
            leans[game + BEFORE] = leans[game]
        level, slope = leans[game]
        print(f"{game}: {sum(map(len, by_deal))} turns; level {level:.2f}, slope {slope:.2f}", flush=True)
        np.savez(_path(), **leans)  # type: ignore[arg-type]
    return 0


def _path() -> Path:
    return Path(learned.__file__).with_name(f"{FILE}.npz")


def _known() -> dict[str, NDArray[np.float32]]:
    if not _path().exists():
        return {}
    with np.load(_path()) as arrays:
        return {name: arrays[name] for name in arrays.files}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
