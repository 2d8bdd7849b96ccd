"""Calibration of win probabilities: from the share of rollouts won to the probability shown.

Rollouts are played by a weaker player than the computer players, so their win probabilities are biased. The bias was
measured in matches of the level "master": `tools.training.calibration`. Probabilities of 0 and 1 stay
unchanged, and the order of probabilities stays the same.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from game.ai.models import has_model, load_model

BEFORE_PLAY_SUFFIX: Final = "_before"
PARTNERS_SUFFIX: Final = "_partners"


def get_calibration_key(game_id: str, *, has_partners: bool) -> str:
    """Return the key for card play at a table: that of the game if tables with partners were not measured."""
    key = game_id + PARTNERS_SUFFIX
    return key if has_partners and has_model(get_model_name(key)) else game_id


def get_model_name(key: str) -> str:
    """Return the name of the model with the coefficients of a table, for card play and before."""
    return f"calibration_{key.removesuffix(BEFORE_PLAY_SUFFIX)}"


def calibrate_probability(key: str, probability: float) -> float:
    """Return the calibrated probability; unchanged where no bias was measured.

    ``key``: that of `get_calibration_key` for card play; with `BEFORE_PLAY_SUFFIX` for the phases before it.
    """
    name = get_model_name(key)
    coefficients = load_model(name).get(key) if has_model(name) else None
    if coefficients is None:
        return probability
    return apply_logistic_calibration(probability, float(coefficients[0]), float(coefficients[1]))


def apply_logistic_calibration(probability: float, intercept: float, slope: float) -> float:
    """Return a probability with the log odds ``intercept`` + ``slope`` * log odds.

    0 and 1 are returned unchanged.
    """
    if not 0 < probability < 1:
        return probability
    return 1 / (1 + exp(-intercept - slope * log(probability / (1 - probability))))
