"""Learns the tables of the playouts: ``python -m tools.training.train LESSON [--rounds N] [--seed S]``.

Policy iteration by Monte Carlo. Deals are played by the table learned so far (now and then at random) to some
card; there every legal card is tried and the deal played on. What a card brought beyond the others of its hand is
averaged by its cell. The tables go to ``game/ai/learned``; same seed, same table.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from pathlib import Path
from typing import Final, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.ai import learned
from game.ai.batch.playout import Batch
from game.ai.batch.policy import Cells, Scores, Sight, by_table, spread, uniform
from game.commands.progress import progress

WIDTH: Final = 2048
"""Deals played together."""
BATCHES: Final = 80
"""Batches of a round, where the lesson does not say how many (``batches``)."""
KEPT: Final = 4
"""Rounds whose samples a table is fitted to."""
ASTRAY: Final = 0.1
"""How often a card is played at random on the way to the one that is tried out."""
DOUBT: Final = 20.0
"""So many samples of no difference are added to every cell."""
SWEEPS: Final = 12
STEP: Final = 0.5
"""How far a table moves to the new one; whole steps run in circles, because everybody's play changes at once."""


class Lesson(Protocol):
    """A game to learn."""

    size: int
    """Cells of the table. A lesson may say more cells, whose scores are ``given`` and not learned, after them; and the
    ``levels`` in which its cells are alike."""

    def deal(self, rng: np.random.Generator, width: int) -> tuple[Batch, Sight]:
        """So many deals, at their first card, and what the players see."""
        ...

    def worth(self, batch: Batch, sight: Sight) -> Scores:
        """What the end of each deal is worth to each player, (players, worlds)."""
        ...


Levels: TypeAlias = tuple[NDArray[np.intp], ...]
"""By level, from coarse to fine, the number of the group that each cell belongs to: cells that are alike in so much
share what was seen of them."""


class Sample(NamedTuple):
    """For each card tried: its cell, the state it was tried in, and what it was worth."""

    cells: NDArray[np.int32]
    states: NDArray[np.intp]
    worth: NDArray[np.float32]


def sample(lesson: Lesson, table: Scores, rng: np.random.Generator) -> Sample:
    """Every card of one turn of each deal, tried out."""
    batch, sight = lesson.deal(rng, WIDTH)
    learned_play, chance = by_table(sight, table), uniform(rng)
    for _card in range(rng.integers(0, batch.left - batch.players)):
        legal = batch.legal()
        astray = rng.random(WIDTH) < ASTRAY
        batch.play(np.where(astray, chance(batch, legal), learned_play(batch, legal)))
    cards = spread(batch.legal())
    cells: Cells = sight.cells(batch, cards)
    turns = batch.turns()
    rows, columns = np.nonzero((cards != 0) & (cells < lesson.size))
    tried = batch.copy(columns)
    seen = sight.select(tried, columns)
    tried.play(cards[rows, columns])
    tried.finish(by_table(seen, table))
    worth = lesson.worth(tried, seen)[turns[columns], np.arange(len(columns))]
    return Sample(cells[rows, columns], columns, worth.astype(np.float32))


def fitted(samples: list[Sample], before: Scores, levels: Levels) -> Scores:
    """The table whose differences within a hand are nearest to what the cards were worth: a sum of what the groups of
    each level add, the coarse ones first. Cells that no level tells of are 0."""
    cells = np.concatenate([one.cells for one in samples])
    worth = np.concatenate([one.worth for one in samples]).astype(np.float64)
    states = np.concatenate([one.states + at * WIDTH for at, one in enumerate(samples)])
    whole = len(samples) * WIDTH
    tries = np.maximum(1, np.bincount(states, minlength=whole))
    counts = [np.bincount(level[cells], minlength=int(level.max()) + 1) for level in levels]
    alone = len(levels) == 1
    parts = [before.astype(np.float64)[: len(counts[0])] if alone else np.zeros(len(count)) for count in counts]
    table = np.sum([part[level] for part, level in zip(parts, levels, strict=True)], axis=0)
    for _sweep in range(SWEEPS):
        for at, level in enumerate(levels):
            over = worth - table[cells]
            over -= (np.bincount(states, over, minlength=whole) / tries)[states]
            group = level[cells]
            sums = np.bincount(group, over, minlength=len(counts[at])) + parts[at] * counts[at]
            new = sums / (counts[at] + DOUBT)
            table += (new - parts[at])[level]
            parts[at] = new
    found = np.zeros(len(before))
    found[: len(table)] = table
    return found.astype(np.float32)


def duel(lesson: Lesson, one: Scores, other: Scores, rng: np.random.Generator) -> tuple[float, float]:
    """How much more a player who goes by ``one`` gains than one who goes by ``other``, all others going by
    ``other``: the mean over seats and 8,192 deals, and half its 95 % interval."""
    gains = []
    for seat in range(8192 // WIDTH):
        seed = rng.integers(2**60)
        worths = []
        for table in (one, other):
            batch, sight = lesson.deal(np.random.default_rng(seed), WIDTH)
            ours, theirs = by_table(sight, table), by_table(sight, other)
            me = seat % batch.players
            while batch.left:
                legal = batch.legal()
                batch.play(np.where(batch.turns() == me, ours(batch, legal), theirs(batch, legal)))
            worths.append(lesson.worth(batch, sight)[me])
        gains.append(worths[0] - worths[1])
    every = np.concatenate(gains)
    return float(every.mean()), float(1.96 * every.std() / len(every) ** 0.5)


def train(lesson: Lesson, rounds: int, seed: int) -> Scores:
    """The table after so many rounds. Tells on standard error how each goes."""
    rng = np.random.default_rng(seed)
    given: Scores = getattr(lesson, "given", np.zeros(0, np.float32))
    levels: Levels = getattr(lesson, "levels", (np.arange(lesson.size),))
    many: int = getattr(lesson, "batches", BATCHES)
    table: Scores = np.concatenate([np.zeros(lesson.size, np.float32), given])
    kept: list[Sample] = []
    for number in range(1, rounds + 1):
        begun = time.perf_counter()
        batches = progress(range(many), f"round {number}", stays=False)
        kept = (kept + [sample(lesson, table, rng) for _batch in batches])[-KEPT * many :]
        step = 1.0 if number == 1 else STEP
        new = ((1 - step) * table + step * fitted(kept, table, levels)).astype(np.float32)
        new[lesson.size :] = given
        gain, wide = duel(lesson, new, table, rng)
        seconds = time.perf_counter() - begun
        print(f"round {number}: {gain:+.2f} ± {wide:.2f} on the last table, {seconds:.1f} s", file=sys.stderr)
        table = new
    return table[: lesson.size]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.training.train", description=__doc__)
    parser.add_argument("lesson", help="a module of tools.training.games")
    parser.add_argument("--only", metavar="NAME", nargs="+", help="tables of the lesson; default: all")
    parser.add_argument("--rounds", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    lessons: dict[str, Lesson] = importlib.import_module(f"tools.training.games.{args.lesson}").LESSONS
    for name in args.only or lessons:
        lesson = lessons[name]
        table = train(lesson, args.rounds, args.seed)
        path = Path(*learned.__path__) / f"{name}.npz"
        np.savez_compressed(path, table=table.astype(np.float16))
        print(f"{path.name}: {path.stat().st_size} bytes, {np.count_nonzero(table)} of {len(table)} cells")
    return 0


if __name__ == "__main__":
    sys.exit(main())
