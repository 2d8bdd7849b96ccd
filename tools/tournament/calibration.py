"""Calibration: are deals with a stated win probability of 70 % really won in 70 % of the cases?

At tables of masters each player notes the probability of the card that they choose (in Spades also of the bid, in
Muscio of every choice). The same players play the deal, in Muscio the match, to its end, which shows whether it came
true. The turns of a deal depend on each other, so the intervals take a deal as one observation.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from random import Random
from typing import Final, NamedTuple

import numpy as np

from game.ai.calibration import calibrate_probability, get_calibration_key
from game.ai.equivalent_plays import remove_dominated_plays
from game.ai.estimates import find_best_estimate
from game.ai.personas import NEUTRAL_PERSONA
from game.ai.registry import GAME_AIS, choose_action
from game.ai.spades.deal_value import find_made_bids
from game.ai.time_limit import DEFAULT_TIME_LIMIT_MS, TimeLimit
from game.core.actions import Deal
from game.core.phase import DealResult
from game.match.match import Match, create_match
from game.match.observation import Observation, observe
from game.rules import GAMES
from game.rules.game import Sides
from game.rules.spades.options import SpadesOptions
from game.rules.spades.scoring import SpadesResult
from game.shuffling.shuffle import derive_random, shuffle_pack
from game.simulation.progress import show_progress
from tools.tournament.contests import STUDY_TABLES, format_table_name

DETERMINISTIC_TIME_LIMIT: Final = TimeLimit(DEFAULT_TIME_LIMIT_MS, lambda: 0.0)
SHORT_TIME_LIMIT: Final = TimeLimit(50, lambda: 0.0)
"""The time limit for turns without a prediction, where not all turns have one."""
BIN_EDGES: Final = (0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95)
"""The edges of the bins: the bin around 70 % is from 65 to 75 %."""
PROBABILITY_TOLERANCE: Final = 0.05
TABLES_BY_NAME: Final = {format_table_name(table).split()[0]: table for table in STUDY_TABLES}
"""The tables of the studies by their name without the seats: a game, or one of its other presets."""
HEADINGS: Final = ("table", "said", "turns", "deals", "said, mean", "came true", "± 95 %", "within 5 %")
DEALS_PER_MATCH: Final = 6
"""The number of deals that a match counts for."""
MAX_DEALS_PER_MATCH: Final = 40
"""The number of deals after which a match is left out."""


class Prediction(NamedTuple):
    """A stated probability, and whether it came true: 1, 0, or 0.5 for neither."""

    probability: float
    outcome: float


def _get_gain_outcome(result: DealResult, seat: int, _sides: Sides) -> float:
    """Return 1 if the seat gained in the deal, 0 if it did not, and 0.5 if the scored deal was level."""
    score = result.scores[seat]
    return 0.5 if not score and result.state == "scored" and not any(result.scores) else float(score > 0)


def _get_bid_outcome(result: DealResult, seat: int, sides: Sides) -> float:
    """Return 1 if the seat made its nil, or its side the contract, else 0."""
    assert isinstance(result, SpadesResult)
    options = SpadesOptions(nil_tricks_count=result.is_nil_trick_counted)
    bids, tricks = (np.array(counts, np.int16)[:, None] for counts in (result.bids, result.points))
    return float(find_made_bids(options, sides, bids, tricks)[seat, 0])


class PredictionKind(NamedTuple):
    """The predictions of a game.

    ``get_outcome``: returns whether a prediction came true in a deal, for a result, a seat and the sides; None if
    predictions are about the match. ``includes_declarations``: whether bids and declarations are predicted too.
    """

    get_outcome: Callable[[DealResult, int, Sides], float] | None
    includes_declarations: bool = False

    def is_asked(self, view: Observation) -> bool:
        """Return whether this turn has a prediction."""
        return (
            len(view.legal_actions) > 1
            and view.phase is not None
            and (self.includes_declarations or view.phase.is_card_play)
        )


KIND_BY_GAME: Final[Mapping[str, PredictionKind]] = {
    "briscola": PredictionKind(_get_gain_outcome),
    "chiamata": PredictionKind(_get_gain_outcome),
    "spades": PredictionKind(_get_bid_outcome, includes_declarations=True),
    "muscio": PredictionKind(None, includes_declarations=True),
}


def play_predictions(
    table: tuple[str, str, int], seed: int, number: int, share_of_turns: float = 1.0
) -> list[Prediction]:
    """Play deal (or match) ``number`` of masters and return its predictions; none if it has no result.

    ``share_of_turns``: the share of the turns that have a prediction. The turns of a deal depend on each other, so a
    fifth of them says almost as much as all, in a third of the time.
    """
    game, preset, seats = table
    kind, rng = KIND_BY_GAME[game], derive_random(seed, "calibration", game, number)
    choices = derive_random(seed, "calibrated turns", game, number)
    match = create_match(game, GAMES[game].presets[preset], seats, number % seats)
    predictions: list[tuple[int, float]] = []
    while not match.is_over and len(match.results) < MAX_DEALS_PER_MATCH:
        match = match.apply(Deal(shuffle_pack(match.pack, rng))).match
        while (seat := match.turn) is not None:
            if choices.random() < share_of_turns:
                match = _play_turn(match, seat, kind, rng, predictions)
            else:
                match = match.apply(choose_action("master", observe(match, seat), rng, SHORT_TIME_LIMIT)).match
        if kind.get_outcome is not None:
            result, sides, get_outcome = match.get_deal_result(), match.sides, kind.get_outcome
            return (
                [Prediction(probability, get_outcome(result, seat, sides)) for seat, probability in predictions]
                if result.state == "scored"
                else []
            )
    winners = match.standing.winners
    return (
        [Prediction(probability, (seat in winners) / len(winners)) for seat, probability in predictions]
        if match.is_over
        else []
    )


def _play_turn(
    match: Match, seat: int, kind: PredictionKind, rng: Random, predictions: list[tuple[int, float]]
) -> Match:
    view = observe(match, seat)
    game_ai = GAME_AIS[match.game_id]
    estimates = (
        game_ai.estimate_actions(
            remove_dominated_plays(view, game_ai.equivalence_rules), rng, DETERMINISTIC_TIME_LIMIT, NEUTRAL_PERSONA
        )
        if kind.is_asked(view)
        else []
    )
    if not estimates:
        return match.apply(choose_action("master", view, rng, DETERMINISTIC_TIME_LIMIT)).match
    chosen = find_best_estimate(estimates)
    if chosen.win_probability is not None:
        predictions.append((seat, chosen.win_probability))
    return match.apply(chosen.action).match


def measure_calibration(
    seed: int, deals: int, said: Callable[[tuple[str, str, int], int, int], Sequence[Prediction]] = play_predictions
) -> list[tuple[str, ...]]:
    """Return a table, the headings first: each table of `STUDY_TABLES`, by bins of the stated probability.

    ``deals``: the deals of each. ``said``: returns the predictions for a table, a seed and the number of a deal.
    """
    lines: list[tuple[str, ...]] = [HEADINGS]
    for table in STUDY_TABLES:
        name = format_table_name(table)
        numbers = show_progress(range(get_deal_count(table, deals)), name)
        predictions_by_deal = [said(table, seed, number) for number in numbers]
        key = get_calibration_key(table[0], has_partners=has_partners(table))
        lines += [(name, *line) for line in make_bin_rows(key, predictions_by_deal)]
    return lines


def get_deal_count(table: tuple[str, str, int], deals: int) -> int:
    """Return how many deals are played instead of ``deals``: matches where predictions are about the match."""
    return deals if KIND_BY_GAME[table[0]].get_outcome is not None else max(1, deals // DEALS_PER_MATCH)


def play_deals(table_name: str, seeds: Sequence[int], deals: int, share_of_turns: float) -> list[list[Prediction]]:
    """Return the predictions of each of ``deals`` deals of one of `TABLES_BY_NAME` with each of the seeds."""
    table = TABLES_BY_NAME[table_name]
    return [
        play_predictions(table, seed, number, share_of_turns)
        for seed in seeds
        for number in show_progress(range(get_deal_count(table, deals)), f"{table_name}, seed {seed}")
    ]


def has_partners(table: tuple[str, str, int]) -> bool:
    """Return whether seats of a table win together."""
    game, preset, seats = table
    return len(GAMES[game].get_sides(GAMES[game].presets[preset], seats)) < seats


def make_bin_rows(key: str, predictions_by_deal: Sequence[Sequence[Prediction]]) -> list[tuple[str, ...]]:
    """Return a row for each bin of the probabilities as they are shown: calibrated with ``key``."""
    lines: list[tuple[str, ...]] = []
    calibrated = [
        [
            Prediction(calibrate_probability(key, prediction.probability), prediction.outcome)
            for prediction in predictions
        ]
        for predictions in predictions_by_deal
    ]
    for low, high in zip((0.0, *BIN_EDGES), (*BIN_EDGES, 1.01), strict=True):
        in_bin = [
            [prediction for prediction in predictions if low <= prediction.probability < high]
            for predictions in calibrated
        ]
        nonempty = [predictions for predictions in in_bin if predictions]
        turns = sum(map(len, nonempty))
        if not turns:
            continue
        mean = sum(prediction.probability for predictions in nonempty for prediction in predictions) / turns
        true_share = sum(prediction.outcome for predictions in nonempty for prediction in predictions) / turns
        squared_error = sum(
            sum(prediction.outcome - true_share for prediction in predictions) ** 2 for predictions in nonempty
        )
        half_width = 1.96 * sqrt(squared_error) / turns if len(nonempty) > 1 else 1.0
        lines.append((
            f"{100 * low:.0f}-{min(100, 100 * high):.0f} %", str(turns), str(len(nonempty)), f"{100 * mean:.1f} %",
            f"{100 * true_share:.1f} %", f"{100 * half_width:.1f}", _format_verdict(abs(true_share - mean), half_width),
        ))  # fmt: skip
    return lines


def _format_verdict(error: float, half_width: float) -> str:
    if error + half_width <= PROBABILITY_TOLERANCE:
        return "yes"
    return (
        "NO"
        if error - half_width > PROBABILITY_TOLERANCE
        else "likely"
        if error <= PROBABILITY_TOLERANCE
        else "unlikely"
    )


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.tournament.calibration", description=__doc__)
    parser.add_argument("tables", nargs="+", metavar="TABLE", choices=TABLES_BY_NAME, help=", ".join(TABLES_BY_NAME))
    parser.add_argument("--deals", type=int, default=60, help="deals a table; default 60")
    parser.add_argument("--seeds", type=int, nargs="+", default=[2], help="seeds of the deals; default 2")
    parser.add_argument("--share", type=float, default=1.0, help="the share of the turns with a prediction; default 1")
    args = parser.parse_args(arguments)
    for name in args.tables:
        table = TABLES_BY_NAME[name]
        key = get_calibration_key(table[0], has_partners=has_partners(table))
        for row in (HEADINGS[1:], *make_bin_rows(key, play_deals(name, args.seeds, args.deals, args.share))):
            print(*(cell.rjust(10) for cell in row))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
