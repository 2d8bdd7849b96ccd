"""Train the policy tables of the rollouts.

The method is policy improvement by rollouts (Tesauro and Galperin, "On-line policy improvement using Monte-Carlo
search", 1996), repeated. Deals are played by the table learned so far (and by some random cards) up to some card. There
each legal card is tried and the deal is played to its end. The value of a card relative to the others of its hand is
averaged by its cell. The same seed gives the same table.
"""

from __future__ import annotations

import sys
import time
from typing import Final, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.ai.rollout.policy import (
    FeatureEncoder,
    FeatureIndices,
    Scores,
    make_table_policy,
    make_uniform_policy,
    unpack_cards,
)
from game.ai.rollout.rollout import Batch
from game.simulation.progress import show_progress
from tools.training.model_files import Models

BATCH_SIZE: Final = 2048
"""The number of deals played together."""
ROUNDS_OF_SAMPLES: Final = 4
"""The number of last rounds whose samples a table is fitted to."""
RANDOM_MOVE_PROBABILITY: Final = 0.1
"""The probability of a random card before the card that is tried."""
PRIOR_SAMPLES: Final = 20.0
"""The number of samples without a difference that are added to each cell."""
SWEEP_COUNT: Final = 12
STEP_FACTOR: Final = 0.5
"""The step towards the new table, 0 to 1; full steps oscillate because all players change at once."""


class TrainingTask(Protocol):
    """A game to train.

    It may have the attributes ``levels`` (`CellGroupsByLevel`) and ``fixed_scores``: scores of cells after the first
    ``size`` that are not trained.
    """

    size: int
    """The number of cells of the table."""

    def deal_batch(self, rng: np.random.Generator, batch_size: int) -> tuple[Batch, FeatureEncoder]:
        """Return ``batch_size`` deals before their first card, and the feature encoder."""
        ...

    def compute_values(self, batch: Batch, sight: FeatureEncoder) -> Scores:
        """Return the value of the end of each deal for each player, (players, deals)."""
        ...


CellGroupsByLevel: TypeAlias = tuple[NDArray[np.intp], ...]
"""For each level, from coarse to fine, the group of each cell; the cells of a group share their samples."""


class CardSamples(NamedTuple):
    """For each tried card its cell, the index of its state, and its value."""

    cells: NDArray[np.int32]
    states: NDArray[np.intp]
    values: NDArray[np.float32]


def sample_cards(task: TrainingTask, table: Scores, rng: np.random.Generator) -> CardSamples:
    """Try each legal card at one turn of each deal and return the samples."""
    batch, sight = task.deal_batch(rng, BATCH_SIZE)
    table_policy, random_policy = make_table_policy(sight, table), make_uniform_policy(rng)
    for _card in range(rng.integers(0, batch.cards_left - batch.player_count)):
        legal = batch.legal_cards()
        is_random = rng.random(BATCH_SIZE) < RANDOM_MOVE_PROBABILITY
        batch.play(np.where(is_random, random_policy(batch, legal), table_policy(batch, legal)))
    cards = unpack_cards(batch.legal_cards())
    cells: FeatureIndices = sight.encode(batch, cards)
    players_to_act = batch.players_to_act()
    rows, columns = np.nonzero((cards != 0) & (cells < task.size))
    trial_batch = batch.copy(columns)
    trial_encoder = sight.select(trial_batch, columns)
    trial_batch.play(cards[rows, columns])
    trial_batch.play_out(make_table_policy(trial_encoder, table))
    values = task.compute_values(trial_batch, trial_encoder)[players_to_act[columns], np.arange(len(columns))]
    return CardSamples(cells[rows, columns], columns, values.astype(np.float32))


def fit_table(samples: list[CardSamples], before: Scores, levels: CellGroupsByLevel) -> Scores:
    """Return the table whose differences within a hand are nearest to the values of the samples.

    It is a sum of the groups' values at each level, the coarse levels first. Cells without a sample at any level are 0.
    """
    cells = np.concatenate([sample.cells for sample in samples])
    values = np.concatenate([sample.values for sample in samples]).astype(np.float64)
    states = np.concatenate([sample.states + index * BATCH_SIZE for index, sample in enumerate(samples)])
    state_count = len(samples) * BATCH_SIZE
    tries_by_state = np.maximum(1, np.bincount(states, minlength=state_count))
    counts = [np.bincount(level[cells], minlength=int(level.max()) + 1) for level in levels]
    is_one_level = len(levels) == 1
    parts = [before.astype(np.float64)[: len(counts[0])] if is_one_level else np.zeros(len(count)) for count in counts]
    table = np.sum([part[level] for part, level in zip(parts, levels, strict=True)], axis=0)
    for _sweep in range(SWEEP_COUNT):
        for index, level in enumerate(levels):
            residuals = values - table[cells]
            residuals -= (np.bincount(states, residuals, minlength=state_count) / tries_by_state)[states]
            group = level[cells]
            sums = np.bincount(group, residuals, minlength=len(counts[index])) + parts[index] * counts[index]
            new_part = sums / (counts[index] + PRIOR_SAMPLES)
            table += (new_part - parts[index])[level]
            parts[index] = new_part
    full_table = np.zeros(len(before))
    full_table[: len(table)] = table
    return full_table.astype(np.float32)


def compare_tables(
    task: TrainingTask, new_table: Scores, old_table: Scores, rng: np.random.Generator
) -> tuple[float, float]:
    """Return the advantage of a player with ``new_table`` over one with ``old_table``.

    The second number is half its 95 % interval. All other players use ``old_table``. The advantage is the mean over
    seats and 8,192 deals, in the unit of `TrainingTask.compute_values`.
    """
    gains = []
    for seat in range(8192 // BATCH_SIZE):
        seed = rng.integers(2**60)
        values = []
        for table in (new_table, old_table):
            batch, sight = task.deal_batch(np.random.default_rng(seed), BATCH_SIZE)
            new_policy, old_policy = make_table_policy(sight, table), make_table_policy(sight, old_table)
            player = seat % batch.player_count
            while batch.cards_left:
                legal = batch.legal_cards()
                batch.play(
                    np.where(batch.players_to_act() == player, new_policy(batch, legal), old_policy(batch, legal))
                )
            values.append(task.compute_values(batch, sight)[player])
        gains.append(values[0] - values[1])
    all_gains = np.concatenate(gains)
    return float(all_gains.mean()), float(1.96 * all_gains.std() / len(all_gains) ** 0.5)


def train_table(task: TrainingTask, rounds: int, batches: int, seed: int) -> Scores:
    """Return the table after a number of rounds of ``batches`` batches. Report each round on standard error."""
    rng = np.random.default_rng(seed)
    fixed_scores: Scores = getattr(task, "fixed_scores", np.zeros(0, np.float32))
    levels: CellGroupsByLevel = getattr(task, "levels", (np.arange(task.size),))
    table: Scores = np.concatenate([np.zeros(task.size, np.float32), fixed_scores])
    samples: list[CardSamples] = []
    for number in range(1, rounds + 1):
        start = time.perf_counter()
        bar = show_progress(range(batches), f"round {number}", keeps_bar=False)
        samples = (samples + [sample_cards(task, table, rng) for _batch in bar])[-ROUNDS_OF_SAMPLES * batches :]
        step = 1.0 if number == 1 else STEP_FACTOR
        new = ((1 - step) * table + step * fit_table(samples, table, levels)).astype(np.float32)
        new[task.size :] = fixed_scores
        gain, half_interval = compare_tables(task, new, table, rng)
        seconds = time.perf_counter() - start
        print(f"round {number}: {gain:+.2f} ± {half_interval:.2f} on the last table, {seconds:.1f} s", file=sys.stderr)
        table = new
    return table[: task.size]


def make_policy_table(name: str, task: TrainingTask, *, rounds: int, batches: int, seed: int) -> Models:
    """Return the policy table ``name``, trained for ``rounds`` rounds of ``batches`` batches each."""
    table = train_table(task, rounds, batches, seed)
    return {name: {"table": table.astype(np.float16)}}
