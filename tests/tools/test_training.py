"""The tables of rollouts are fitted to the values of cards, and stated probabilities to outcomes."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from game.ai.calibration import apply_logistic_calibration
from tools.tournament.calibration import Prediction
from tools.training.calibration import fit_calibration
from tools.training.train import BATCH_SIZE, CardSamples, fit_table

CELL_COUNT = 6


def test_table_learns_differences_within_a_hand_and_gives_an_unseen_cell_the_score_of_its_group() -> None:
    """Fit hands of two cards with the noisy value of each card; the last cell has no sample."""
    rng, values = np.random.default_rng(1), np.array([0.0, 1.0, 2.0, 6.0, 7.0, 8.0])
    cells = rng.integers(0, CELL_COUNT - 1, (2, BATCH_SIZE))
    states = np.tile(np.arange(BATCH_SIZE), 2)
    samples = (values[cells] + rng.normal(0, 0.1, (2, BATCH_SIZE))).reshape(-1).astype(np.float32)
    groups = np.array([0, 0, 0, 1, 1, 1])
    table = fit_table(
        [CardSamples(cells.reshape(-1).astype(np.int32), states, samples)],
        np.zeros(CELL_COUNT, np.float32),
        (groups, np.arange(CELL_COUNT)),
    )
    assert np.abs((table - table[0])[: CELL_COUNT - 1] - values[: CELL_COUNT - 1]).max() < 0.2
    assert table[CELL_COUNT - 1] - table[:3].max() > 3


def test_fitted_calibration_predicts_observed_outcomes() -> None:
    rng = Random(1)
    deals = [[rng.uniform(0.02, 0.98) for _turn in range(20)] for _deal in range(3000)]
    predicted = [
        [
            Prediction(prediction, float(rng.random() < apply_logistic_calibration(prediction, -0.4, 0.7)))
            for prediction in predictions
        ]
        for predictions in deals
    ]
    assert fit_calibration(predicted) == pytest.approx((-0.4, 0.7), abs=0.05)
    assert fit_calibration(predicted[:1]) == pytest.approx((0, 1), abs=0.4), "a single deal says little"
    assert fit_calibration([[Prediction(1.0, 1.0)]]) == pytest.approx((0, 1)), "what is sure needs no putting straight"
