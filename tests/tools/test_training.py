"""How the tables of the playouts are fitted to what cards were worth."""

from __future__ import annotations

import numpy as np
import pytest

from tools.training.games.spades import LESSONS as SPADES
from tools.training.train import DOUBT, WIDTH, Sample, fitted

CELLS = 6


def hands(rng: np.random.Generator, worth: np.ndarray) -> Sample:
    """So many hands of two cards each, what each card was worth, and chance on top; the last cell is never seen."""
    cells = rng.integers(0, CELLS - 1, (2, WIDTH))
    noise = rng.normal(0, 0.1, (2, WIDTH))
    states = np.tile(np.arange(WIDTH), 2)
    return Sample(cells.reshape(-1).astype(np.int32), states, (worth[cells] + noise).reshape(-1).astype(np.float32))


def test_differences_within_a_hand_are_found() -> None:
    worth = np.array([0.0, 1.0, 2.0, 3.0, 4.0, 5.0])
    sample = hands(np.random.default_rng(1), worth)
    table = fitted([sample], np.zeros(CELLS, np.float32), (np.arange(CELLS),))
    assert np.abs((table - table[0])[: CELLS - 1] - worth[: CELLS - 1]).max() < 0.2
    assert table[CELLS - 1] == 0
    assert DOUBT > 0


def test_a_cell_that_was_never_seen_has_what_its_kind_has() -> None:
    worth = np.array([0.0, 0.0, 0.0, 4.0, 4.0, 4.0])
    sample = hands(np.random.default_rng(1), worth)
    kinds = np.array([0, 0, 0, 1, 1, 1])
    table = fitted([sample], np.zeros(CELLS, np.float32), (kinds, np.arange(CELLS)))
    assert table[CELLS - 1] - table[:3].max() > 3


@pytest.mark.slow
@pytest.mark.parametrize("name", ("spades2", "spades4"))
def test_every_cell_of_a_lesson_is_in_a_group_of_each_level(name: str) -> None:
    lesson = SPADES[name]
    assert all(len(level) == lesson.size for level in lesson.levels)
    groups = [len(np.unique(level)) for level in lesson.levels]
    assert groups[-1] == max(groups) == lesson.size
    assert groups[0] == min(groups)
