"""Puts the chances straight that are told: ``python -m tests.tools.calibration [--deals N] [--seed S] [GAME ...]``.

Tables of masters are played (`tests.arena.calibration`); the curve is the rising one that comes nearest to what came
true (pool adjacent violators), begun with some turns in which all is as the playouts say. Same seed, same curve.
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
from game.ai.chances import FILE
from game.commands.progress import progress
from game.rules import GAMES
from tests.arena.calibration import KINDS, MATCH, Said, told_and_true

KNOTS: Final = np.array([0, 0.05, 0.15, 0.3, 0.45, 0.6, 0.7, 0.8, 0.9, 0.96, 1])
BELIEF: Final = 10.0
"""Each knot begins with so many turns that came true as often as was said."""


def curve(said: Sequence[Said]) -> NDArray[np.float32]:
    """(2, knots): a chance as it is found, and how often it comes true."""
    found = np.array([one.found for one in said])[:, None]
    came = np.array([one.came for one in said])[:, None]
    steps = np.arange(len(KNOTS))
    near = np.maximum(0, 1 - np.abs(np.interp(found, KNOTS, steps) - steps))
    weight = near.sum(axis=0) + BELIEF
    true = (near * (came - found + KNOTS)).sum(axis=0) + BELIEF * KNOTS
    return np.stack([KNOTS, np.clip(_rising(true / weight, weight), 0, 1)]).astype(np.float32)


def _rising(values: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """The nearest values that never fall."""
    blocks: list[tuple[float, float, int]] = []
    for value, weight in zip(values, weights, strict=True):
        blocks.append((float(value), float(weight), 1))
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            (low, one, many), (high, two, more) = blocks[-2:]
            blocks[-2:] = [((low * one + high * two) / (one + two), one + two, many + more)]
    return np.repeat([block[0] for block in blocks], [block[2] for block in blocks])


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.calibration", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all")
    parser.add_argument("--deals", type=int, default=60, help="deals a game; default 60")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(arguments)
    curves = {name: array for name, array in _known().items() if name in GAMES}
    for game in args.games or list(GAMES):
        many = args.deals if KINDS[game].came is not None else max(1, args.deals // MATCH)
        said = [one for number in progress(range(many), game) for one in told_and_true(game, args.seed, number)]
        curves[game] = curve(said)
        print(f"{game}: {len(said)} turns;", " ".join(f"{value:.2f}" for value in curves[game][1]), flush=True)
        np.savez(_path(), **curves)  # type: ignore[arg-type]
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
