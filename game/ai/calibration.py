"""How often what the players expect comes true: a chance as it is found in playouts, and as it is told.

Playouts are played by a simpler player than those at the table, so their chances lean to one side. How far was measured
at tables of masters: ``python -m tools.training.calibration``. What is sure stays sure, and the order stays the same.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from game.ai.models import load_model

CALIBRATION_MODEL_NAME: Final = "calibration"
BEFORE_PLAY_SUFFIX: Final = "_before"


def calibrate_probability(key: str, probability: float) -> float:
    """Return the calibrated probability; unchanged where nothing was measured.

    ``key``: the game, for card play; with `BEFORE_PLAY_SUFFIX` for what comes before it.
    """
    coefficients = load_model(CALIBRATION_MODEL_NAME).get(key)
    return (
        probability
        if coefficients is None
        else apply_logistic_calibration(probability, float(coefficients[0]), float(coefficients[1]))
    )


def apply_logistic_calibration(probability: float, intercept: float, slope: float) -> float:
    """Correct the log odds of a probability with an ``intercept`` and a ``slope``."""
    if not 0 < probability < 1:
        return probability
    return 1 / (1 + exp(-intercept - slope * log(probability / (1 - probability))))
