"""The tables of rollouts are fitted to the values of cards."""

from __future__ import annotations

import numpy as np
import pytest

from tools.training.games.spades import TRAINING_TASKS as SPADES
from tools.training.train import BATCH_SIZE, PRIOR_SAMPLES, CardSamples, fit_table

CELL_COUNT = 6


def sample_hands(rng: np.random.Generator, worth: np.ndarray) -> CardSamples:
    """Return hands of two cards with the noisy value of each card; the last cell has no sample."""
    cells = rng.integers(0, CELL_COUNT - 1, (2, BATCH_SIZE))
    noise = rng.normal(0, 0.1, (2, BATCH_SIZE))
    states = np.tile(np.arange(BATCH_SIZE), 2)
    return CardSamples(
        cells.reshape(-1).astype(np.int32), states, (worth[cells] + noise).reshape(-1).astype(np.float32)
    )


def test_differences_within_hand_are_learned() -> None:
    worth = np.array([0.0, 1.0, 2.0, 3.0, 4.0, 5.0])
    sample = sample_hands(np.random.default_rng(1), worth)
    table = fit_table([sample], np.zeros(CELL_COUNT, np.float32), (np.arange(CELL_COUNT),))
    assert np.abs((table - table[0])[: CELL_COUNT - 1] - worth[: CELL_COUNT - 1]).max() < 0.2
    assert table[CELL_COUNT - 1] == 0
    assert PRIOR_SAMPLES > 0


def test_unseen_cell_gets_score_of_its_group() -> None:
    worth = np.array([0.0, 0.0, 0.0, 4.0, 4.0, 4.0])
    sample = sample_hands(np.random.default_rng(1), worth)
    kinds = np.array([0, 0, 0, 1, 1, 1])
    table = fit_table([sample], np.zeros(CELL_COUNT, np.float32), (kinds, np.arange(CELL_COUNT)))
    assert table[CELL_COUNT - 1] - table[:3].max() > 3


@pytest.mark.slow
@pytest.mark.parametrize("name", ("spades2", "spades4", "spades4pairs"))
def test_every_cell_of_a_task_is_in_a_group_of_each_level(name: str) -> None:
    lesson = SPADES[name]
    assert all(len(level) == lesson.size for level in lesson.levels)
    groups = [len(np.unique(level)) for level in lesson.levels]
    assert groups[-1] == max(groups) == lesson.size
    assert groups[0] == min(groups)
