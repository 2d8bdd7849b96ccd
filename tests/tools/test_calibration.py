"""`tools.training.calibration` fits stated probabilities to outcomes."""

from __future__ import annotations

from random import Random

import pytest

from game.ai.briscola import players as briscola_player
from game.ai.calibration import apply_logistic_calibration
from game.ai.search import SearchBudget
from tools.tournament.calibration import Prediction, play_predictions
from tools.tournament.contests import BRISCOLA_TABLE
from tools.training.calibration import fit_calibration


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


@pytest.mark.slow
def test_predictions_are_the_same_for_the_same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        briscola_player, "MASTER_BUDGET", SearchBudget(rollouts=10, oversampling=1, max_exact_lines=6, max_tricks=2)
    )
    predictions = play_predictions(BRISCOLA_TABLE, 3, 1)
    assert predictions == play_predictions(BRISCOLA_TABLE, 3, 1)
    assert {prediction.outcome for prediction in predictions} <= {0.0, 0.5, 1.0} and len(predictions) > 20
