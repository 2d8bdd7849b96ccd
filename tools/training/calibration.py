"""Fit the calibration of the stated probabilities, or measure it.

``python -m tools.training.calibration [TABLE …] [--deals N] [--seeds S …] [--share F] [--measure]``

A table is a game, such as ``spades``, or one of its other presets, such as ``spades/partners``.

Tables of masters are played (`tools.tournament.calibration`). Level and slope of the log odds are those with which the
outcomes are most probable. The turns of a deal depend on each other: all turns of a deal count as `TURNS_PER_DEAL`
turns. The prior leaves probabilities unchanged. The same seeds give the same figures.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai import models
from game.ai.calibration import BEFORE_PLAY_SUFFIX, CALIBRATION_MODEL_NAME, PARTNERS_SUFFIX
from game.simulation.progress import show_progress
from tools.tournament.calibration import (
    DEALS_PER_MATCH,
    HEADINGS,
    KIND_BY_GAME,
    Prediction,
    has_partners,
    make_bin_rows,
    play_predictions,
)
from tools.tournament.contests import STUDY_TABLES, format_table_name

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


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.training.calibration", description=__doc__)
    tables = {format_table_name(table).split()[0]: table for table in STUDY_TABLES}
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=f"of {', '.join(tables)}; default: all")
    parser.add_argument("--deals", type=int, default=60, help="deals a table; default 60")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1], help="so many deals of each; default 0 1")
    parser.add_argument("--share", type=float, default=1.0, help="the share of the turns with a prediction; default 1")
    parser.add_argument("--measure", action="store_true", help="measure the present calibration instead of fitting it")
    args = parser.parse_args(arguments)
    calibrations = _load_calibrations()
    for name in args.tables or tables:
        if name not in tables:
            parser.error(f"there is no table {name}")
        table, game = tables[name], tables[name][0]
        key = game + PARTNERS_SUFFIX if has_partners(table) else game
        deal_count = args.deals if KIND_BY_GAME[game].get_outcome is not None else max(1, args.deals // DEALS_PER_MATCH)
        predictions_by_deal = [
            play_predictions(table, seed, number, args.share)
            for seed in args.seeds for number in show_progress(range(deal_count), f"{name}, seed {seed}")
        ]  # fmt: skip
        if args.measure:
            for row in (HEADINGS[1:], *make_bin_rows(key, predictions_by_deal)):
                print(*(cell.rjust(10) for cell in row))
            continue
        calibrations[key] = fit_calibration([predictions for predictions in predictions_by_deal if predictions])
        if KIND_BY_GAME[game].includes_declarations:
            calibrations[key + BEFORE_PLAY_SUFFIX] = calibrations[key]
        level, slope = calibrations[key]
        print(f"{name}: {sum(map(len, predictions_by_deal))} turns; level {level:.2f}, slope {slope:.2f}", flush=True)
        np.savez(_get_path(), **calibrations)  # type: ignore[arg-type]
    return 0


def _get_path() -> Path:
    return Path(models.__file__).with_name(f"{CALIBRATION_MODEL_NAME}.npz")


def _load_calibrations() -> dict[str, NDArray[np.float32]]:
    if not _get_path().exists():
        return {}
    with np.load(_get_path()) as arrays:
        return {name: arrays[name] for name in arrays.files}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
