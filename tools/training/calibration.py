"""Fit the calibration of the stated probabilities: Platt scaling (Platt, "Probabilistic outputs", 1999).

Tables of masters are played (`tools.tournament.calibration`). Level and slope of the log odds are those with which the
outcomes are most probable. The turns of a deal depend on each other: all turns of a deal count as `TURNS_PER_DEAL`
turns. The prior leaves probabilities unchanged. The same seeds give the same figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.calibration import BEFORE_PLAY_SUFFIX, PARTNERS_SUFFIX, get_model_name
from tools.tournament.calibration import KIND_BY_GAME, TABLES_BY_NAME, Prediction, has_partners, play_deals
from tools.training.model_files import Models

TURNS_PER_DEAL: Final = 5.0
"""The weight of a deal in turns, whatever its number of turns."""
PRIOR_STD_DEV: Final = 0.3
"""The standard deviation of level and slope in the prior."""
NEWTON_STEPS: Final = 30


def fit_calibration(predictions_by_deal: Sequence[Sequence[Prediction]]) -> NDArray[np.float32]:
    """Return (level, slope) of the log odds."""
    unsure = [
        [prediction for prediction in predictions if 0 < prediction.probability < 1]
        for predictions in predictions_by_deal
    ]
    probabilities = np.array([prediction.probability for predictions in unsure for prediction in predictions])
    outcomes = np.array([prediction.outcome for predictions in unsure for prediction in predictions])
    weight = np.array([TURNS_PER_DEAL / len(predictions) for predictions in unsure for _one in predictions])
    odds = np.stack([np.ones_like(probabilities), np.log(probabilities / (1 - probabilities))])
    prior = np.array([0.0, 1.0])
    parameters = prior
    for _step in range(NEWTON_STEPS):
        chance = 1 / (1 + np.exp(-parameters @ odds))
        gradient = odds @ (weight * (outcomes - chance)) - (parameters - prior) / PRIOR_STD_DEV**2
        curvature = (odds * weight * chance * (1 - chance)) @ odds.T + np.eye(2) / PRIOR_STD_DEV**2
        parameters = parameters + np.linalg.solve(curvature, gradient)
    return parameters.astype(np.float32)


def make_calibration(table_name: str, *, deals: int, seeds: int, percent: int = 100, seed: int) -> Models:
    """Return the calibration of one of `TABLES_BY_NAME`.

    ``deals``: of each of ``seeds`` seeds; ``percent``: the share of the turns with a prediction.
    """
    table = TABLES_BY_NAME[table_name]
    predictions_by_deal = play_deals(table_name, range(seed, seed + seeds), deals, percent / 100)
    coefficients = fit_calibration([predictions for predictions in predictions_by_deal if predictions])
    level, slope = coefficients
    print(f"{table_name}: {sum(map(len, predictions_by_deal))} turns; level {level:.2f}, slope {slope:.2f}")
    key = table[0] + PARTNERS_SUFFIX if has_partners(table) else table[0]
    keys = [key, *([key + BEFORE_PLAY_SUFFIX] if KIND_BY_GAME[table[0]].includes_declarations else [])]
    return {get_model_name(key): dict.fromkeys(keys, coefficients)}
