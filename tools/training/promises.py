"""Learn what moments between tricks promise: ``python -m tools.training.promises [NAME ...] [--batches N] [--seed S]``.

Deals of Briscola are played by the learned table, the first tricks with some cards at random; from every moment
after these the network learns what each player took from then on. Same seed, same network.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from game.ai import learned
from game.ai.batch.playout import MOST_TRICKS, Places
from game.ai.batch.policy import Scores, by_table, uniform
from game.ai.briscola.promise import forward, seen, size_for
from game.commands.progress import progress
from game.rules.family import ALL_POINTS
from tools.training.games.briscola import LESSONS, Sitting

WIDTH: Final = 2048
HIDDEN: Final = (64, 32)
PART: Final = 1024
"""Moments of one step of learning."""
MOMENTS: Final = 5
"""From so many moments of a deal the network learns, at most."""
ASTRAY: Final = 0.15
"""How often a card is played at random before the first of them."""
RATE: Final = 2e-3
FIRST, SECOND, LEAST = 0.9, 0.999, 1e-8
"""As Adam has them."""
TOLD: Final = 100
"""After so many batches it tells how it goes."""
TRIED: Final = 100
"""Batches from which the scatter is measured."""


class Moments(NamedTuple):
    """``seen``: what the network sees, (moments, numbers); ``got``: what each player then gets beyond an equal part of
    the rest, (moments, players), from the leader on; ``leaders``: who leads; ``left``: tricks left."""

    seen: Scores
    got: Scores
    leaders: Places
    left: Places


def moments(lesson: Sitting, table: Scores, rng: np.random.Generator) -> Moments:
    """Moments of a batch of deals, which are played by the table from the first of them on."""
    batch, sight = lesson.deal(rng, WIDTH)
    play, chance = by_table(sight, table), uniform(rng)
    tricks = batch.left // batch.players
    begin = int(rng.integers(0, tricks))
    wanted = set(rng.permutation(np.arange(begin, tricks))[:MOMENTS].tolist())
    found: list[tuple[Scores, Scores, Places, int]] = []
    while batch.left:
        if not batch.played and batch.done in wanted:
            found.append((seen(batch), batch.points().astype(np.float32), batch.turns(), tricks - batch.done))
        legal = batch.legal()
        cards = play(batch, legal)
        if batch.done < begin:
            cards = np.where(rng.random(WIDTH) < ASTRAY, chance(batch, legal), cards)
        batch.play(cards)
    ended = batch.points().astype(np.float32)
    order = np.arange(batch.players)[:, None]
    got = [
        (ended - points - (ALL_POINTS - points.sum(axis=0)) / batch.players)[
            (leaders + order) % batch.players, batch.column
        ].T
        for _seen, points, leaders, _left in found
    ]
    return Moments(
        seen=np.concatenate([one[0] for one in found]), got=np.concatenate(got),
        leaders=np.concatenate([one[2] for one in found]), left=np.repeat([one[3] for one in found], WIDTH),
    )  # fmt: skip


class Network:
    """A network that learns."""

    def __init__(self, sizes: tuple[int, ...], rng: np.random.Generator) -> None:
        self.net: dict[str, Scores] = {}
        for at, (wide, out) in enumerate(pairwise(sizes)):
            self.net[f"w{at}"] = (rng.normal(size=(wide, out)) * (2 / min(wide, 30)) ** 0.5 * 0.5).astype(np.float32)
            self.net[f"b{at}"] = np.zeros(out, np.float32)
        self.first = {name: np.zeros_like(one) for name, one in self.net.items()}
        self.second = {name: np.zeros_like(one) for name, one in self.net.items()}
        self.steps = 0

    def learn(self, inputs: Scores, wanted: Scores, rate: float) -> None:
        """A step towards ``wanted``."""
        net = self.net
        one = np.maximum(inputs @ net["w0"] + net["b0"], 0)
        two = np.maximum(one @ net["w1"] + net["b1"], 0)
        error = (two @ net["w2"] + net["b2"] - wanted) / len(wanted)
        back_two = (error @ net["w2"].T) * (two > 0)
        back_one = (back_two @ net["w1"].T) * (one > 0)
        slopes = {
            "w2": two.T @ error, "b2": error.sum(0), "w1": one.T @ back_two, "b1": back_two.sum(0),
            "w0": inputs.T @ back_one, "b0": back_one.sum(0),
        }  # fmt: skip
        self.steps += 1
        for name, slope in slopes.items():
            self.first[name] += (1 - FIRST) * (slope - self.first[name])
            self.second[name] += (1 - SECOND) * (slope * slope - self.second[name])
            size = np.sqrt(self.second[name] / (1 - SECOND**self.steps)) + LEAST
            net[name] -= rate * self.first[name] / (1 - FIRST**self.steps) / size


def train(lesson: Sitting, table: Scores, batches: int, seed: int) -> dict[str, Scores]:
    """The network after so many batches. Tells on standard error how it goes."""
    rng = np.random.default_rng(seed)
    players = len(lesson.sides)
    network = Network((size_for(players), *HIDDEN, players), rng)
    begun, errors = time.perf_counter(), list[float]()
    bar = progress(range(1, batches + 1))
    for number in bar:
        found = moments(lesson, table, rng)
        errors.append(float(((forward(network.net, found.seen) - found.got) ** 2).mean()))
        rate = RATE * min(1.0, 2.0 * (1 - number / (batches + 1)))
        for part in np.array_split(rng.permutation(len(found.seen)), len(found.seen) // PART):
            network.learn(found.seen[part], found.got[part], rate)
        if number % TOLD == 0:
            seconds = time.perf_counter() - begun
            bar.write(f"{number}: mean square {np.mean(errors[-TOLD:]):.2f}, {seconds:.0f} s", file=sys.stderr)
    return network.net | {"scatter": scatter(lesson, network.net, table, rng)}


def scatter(lesson: Sitting, net: Mapping[str, Scores], table: Scores, rng: np.random.Generator) -> Scores:
    """How far a side's points lie from what is promised, by tricks left: the root of the mean square, at least 1."""
    players = len(lesson.sides)
    side = [seat for seat in range(players) if lesson.sides[seat] == 0]
    squares, count = np.zeros(MOST_TRICKS), np.zeros(MOST_TRICKS)
    for _batch in range(TRIED):
        found = moments(lesson, table, rng)
        errors = forward(net, found.seen) - found.got
        by_seat = (np.array(side) - found.leaders[:, None]) % players
        ours = np.take_along_axis(errors, by_seat, axis=1).sum(axis=1)
        squares += np.bincount(found.left, ours**2, minlength=MOST_TRICKS)
        count += np.bincount(found.left, minlength=MOST_TRICKS)
    return np.sqrt(np.maximum(1, squares / np.maximum(1, count))).astype(np.float32)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.training.promises", description=__doc__)
    parser.add_argument("names", nargs="*", default=list(LESSONS))
    parser.add_argument("--batches", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for name in args.names:
        net = train(LESSONS[name], learned.learned(name), args.batches, args.seed)
        path = Path(*learned.__path__) / f"{name}_promise.npz"
        parts: dict[str, Any] = {key: one.astype(np.float16) for key, one in net.items()}
        np.savez_compressed(path, **parts)
        print(f"{path.name}: {path.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
