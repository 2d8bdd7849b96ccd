"""How ordinary players of Spades bid and play: fitted to what `club` does by ``tools.training.spades_club``."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.ai.models import load_model, load_policy_table
from game.ai.rollout.card_bits import CardMasks
from game.ai.rollout.policy import Scores, group_feature_indices
from game.ai.rollout.sampling import LogWeights
from game.ai.spades.bid_value import FEATURE_COUNT, FloatArray, compute_feature_indices
from game.ai.spades.features import FEATURE_SHAPE, HEURISTIC, LEARNED, RANDOM
from game.ai.spades.heuristic_batch import choose_heuristic_bids
from game.rules.spades.options import SpadesOptions

GOAL_AXIS, TRICK_POSITION_AXIS, BID_BALANCE_AXIS, STAGE_AXIS, CARD_AXIS = range(len(FEATURE_SHAPE))
AXES_BY_LEVEL: Final = (
    (TRICK_POSITION_AXIS, CARD_AXIS),
    (GOAL_AXIS, TRICK_POSITION_AXIS, CARD_AXIS),
    (TRICK_POSITION_AXIS, BID_BALANCE_AXIS, CARD_AXIS),
    (TRICK_POSITION_AXIS, STAGE_AXIS, CARD_AXIS),
    (GOAL_AXIS, TRICK_POSITION_AXIS, STAGE_AXIS, CARD_AXIS),
    (GOAL_AXIS, TRICK_POSITION_AXIS, BID_BALANCE_AXIS, STAGE_AXIS, CARD_AXIS),
)
"""A score is a sum of what cells share that are alike in so much."""
SCORING_VARIANT_COUNT: Final = 4
"""With bags or without, broken bids that cost or not."""
NARROW_BID_PROBABILITY: Final = 0.8
"""The share of ordinary bids, hand by hand; the others are less exact."""
WIDE_BID_STD_DEV_FACTOR: Final = 2.0
"""How many times as far the bids of the others scatter around it."""
EXACT_BID_PROBABILITY: Final = 0.5
"""How many bid just what an ordinary player would; the others about so."""
INEXACT_BID_STD_DEV_TRICKS: Final = 1.0
"""How far, in tricks, the bids of the others scatter around that."""
RANDOM_BID_LIKELIHOOD: Final = 0.05
"""How often a bid has nothing to do with the cards."""
MIN_RANDOM_BIDDERS_TO_ASSUME_ALL: Final = 2
"""If so many bid without sense, so do all."""
BID_CHECK_STATE_COUNT: Final = 64
"""So many worlds tell whether a bid does."""


@cache
def compute_feature_groups() -> tuple[NDArray[np.intp], ...]:
    """For each level, the number of the group that a cell of the table belongs to."""
    return group_feature_indices(FEATURE_SHAPE, AXES_BY_LEVEL)


@cache
def load_population_table(seats: int) -> Scores:
    """How likely they play a card, as a table of the playouts."""
    model_file = load_model(f"spades_club{seats}")
    table = np.zeros(int(np.prod(FEATURE_SHAPE)), np.float32)
    for level, group in enumerate(compute_feature_groups()):
        table += model_file[f"level{level}"][group]
    return table


@cache
def load_tables_by_opponent_type(seats: int) -> Scores:
    """How each manner plays, one after the other: the parts that `SpadesFeatureEncoder` looks into."""
    random_scores = np.random.default_rng(seats).random(int(np.prod(FEATURE_SHAPE)), np.float32)
    return np.concatenate([load_policy_table(f"spades{seats}"), load_population_table(seats), random_scores])


class PopulationBidModel(NamedTuple):
    """The bids of ordinary players: what each feature of a hand adds, the shift under the options of the table, and the
    scatter around the sum.
    """

    feature_weights: FloatArray
    scoring_shift_tricks: float
    std_dev_tricks: float

    def predict_bids(self, hands: CardMasks, has_jokers: bool) -> FloatArray:
        """What they would bid on each hand, before it is made a whole number."""
        bids: FloatArray = (
            self.feature_weights[compute_feature_indices(hands, has_jokers)].sum(axis=0) + self.scoring_shift_tricks
        )
        return bids


def get_scoring_variant(options: SpadesOptions) -> int:
    """Which of `SCORING_VARIANT_COUNT` ways the table pays a bid."""
    return 2 * options.bags + (options.broken_bid == "minus_ten_per_bid")


def load_population_bid_model(seats: int, options: SpadesOptions) -> PopulationBidModel:
    """Load the bids of ordinary players for this number of seats."""
    flat_weights = load_model(f"spades_club{seats}")["bids"]
    return PopulationBidModel(
        flat_weights[:FEATURE_COUNT].astype(np.float64),
        float(flat_weights[FEATURE_COUNT + get_scoring_variant(options)]),
        float(flat_weights[-1]),
    )


def compute_bids_log_likelihood(
    options: SpadesOptions, bids: tuple[int | None, ...], own_seat: int, hands: CardMasks, uses_heuristic: bool = False
) -> LogWeights:
    """Return the log likelihood of the others' bids, given the ``hands`` (seats, worlds) that they were dealt.

    ``uses_heuristic``: by the bid of an ordinary player for each hand, not by a model of its features.
    """
    bid_model, log_likelihood = load_population_bid_model(len(bids), options), np.zeros(hands.shape[1])
    for seat, bid in enumerate(bids):
        if seat == own_seat or bid is None:
            continue
        if uses_heuristic:
            deviations = choose_heuristic_bids(options, len(bids), hands[seat]).astype(np.float64) - bid
            likelihood = EXACT_BID_PROBABILITY * (deviations == 0) + (
                1 - EXACT_BID_PROBABILITY
            ) * _compute_gaussian_kernel(deviations, INEXACT_BID_STD_DEV_TRICKS)
        else:
            deviations = bid_model.predict_bids(hands[seat], options.jokers) - bid
            likelihood = NARROW_BID_PROBABILITY * _compute_gaussian_kernel(deviations, bid_model.std_dev_tricks) + (
                1 - NARROW_BID_PROBABILITY
            ) * _compute_gaussian_kernel(deviations, WIDE_BID_STD_DEV_FACTOR * bid_model.std_dev_tricks)
        log_likelihood += np.log(likelihood + RANDOM_BID_LIKELIHOOD)
    return log_likelihood


def _compute_gaussian_kernel(deviations: FloatArray, std_dev: float) -> FloatArray:
    """How likely a bid is that is so far off, beside the likeliest."""
    likelihood: FloatArray = np.exp(-((deviations / std_dev) ** 2) / 2)
    return likelihood


def assign_player_types_by_bids(
    options: SpadesOptions, bids: tuple[int | None, ...], own_seat: int, hands: CardMasks
) -> NDArray[np.int32]:
    """Return how each seat plays, (seats, worlds): ``own_seat`` as learned, the others by the heuristic.

    A seat whose bid fits hardly any hand is assumed to play at random.
    """
    bid_model, checked_hands = load_population_bid_model(len(bids), options), hands[:, :BID_CHECK_STATE_COUNT]
    random_seats = [
        seat
        for seat, bid in enumerate(bids)
        if seat != own_seat
        and bid
        and _compute_gaussian_kernel(
            bid_model.predict_bids(checked_hands[seat], options.jokers) - bid,
            WIDE_BID_STD_DEV_FACTOR * bid_model.std_dev_tricks,
        ).mean()
        < RANDOM_BID_LIKELIHOOD
    ]
    opponent_types = np.full(hands.shape, HEURISTIC, np.int32)
    opponent_types[random_seats if len(random_seats) < MIN_RANDOM_BIDDERS_TO_ASSUME_ALL else slice(None)] = RANDOM
    opponent_types[own_seat] = LEARNED
    return opponent_types
