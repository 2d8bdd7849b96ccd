"""A model of heuristic players of Spades: their bids and plays, fitted to the level "club".

``tools.training.spades_club`` makes it.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.ai.models import load_model, load_policy_table
from game.ai.opponent_mixture import OpponentType
from game.ai.rollout.card_bits import CardMasks
from game.ai.rollout.policy import Scores, group_feature_indices
from game.ai.rollout.sampling import LogWeights
from game.ai.spades.bid_value import FEATURE_COUNT, FloatArray, compute_feature_indices
from game.ai.spades.features import FEATURE_SHAPE
from game.ai.spades.heuristic import choose_bids
from game.ai.spades.partners import get_model_variant
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
"""A score is a sum over levels of weights for equal features on these axes."""
SCORING_VARIANT_COUNT: Final = 4
"""With or without bags, and with or without a cost of broken bids."""
NARROW_BID_PROBABILITY: Final = 0.8
"""The probability of the narrow one of two normal distributions of a bid."""
WIDE_BID_STD_DEV_FACTOR: Final = 2.0
"""Standard deviation of the wide distribution, relative to the narrow one."""
EXACT_BID_PROBABILITY: Final = 0.5
"""The probability that a player bids exactly as "club" would."""
INEXACT_BID_STD_DEV_TRICKS: Final = 1.0
"""Standard deviation of other bids from that bid."""
RANDOM_BID_LIKELIHOOD: Final = 0.05
"""The likelihood of a bid that does not depend on the hand."""
HEURISTIC_EXACT_BID_PROBABILITY: Final = 0.7
"""Probability that a heuristic player bids exactly as "club" would."""
HEURISTIC_BID_STD_DEV_TRICKS: Final = 1.0
"""Standard deviation of their other bids from that bid."""
RANDOM_BID_PROBABILITY: Final = 0.02
"""Probability of a bid that does not depend on the hand, for all types."""
MIN_RANDOM_BIDDERS_TO_ASSUME_ALL: Final = 2
"""The number of random bidders from which on all others are assumed to be random."""
BID_CHECK_STATE_COUNT: Final = 64
"""The number of states in which a bid is checked for being random."""


@cache
def compute_feature_groups() -> tuple[NDArray[np.intp], ...]:
    """Return by level the group number of each index of the policy table."""
    return group_feature_indices(FEATURE_SHAPE, AXES_BY_LEVEL)


@cache
def load_population_table(variant: str) -> Scores:
    """Return the scores of cards for heuristic players, as a policy table.

    ``variant``: see `get_model_variant`.
    """
    model_file = load_model(f"spades_club{variant}")
    table = np.zeros(int(np.prod(FEATURE_SHAPE)), np.float32)
    for level, group in enumerate(compute_feature_groups()):
        table += model_file[f"level{level}"][group]
    return table


def load_tables_by_opponent_type(options: SpadesOptions, seats: int) -> Scores:
    """Return the policy tables of all player types, one after the other.

    `SpadesFeatureEncoder.table_offsets` gives the start of each.
    """
    return _load_tables(get_model_variant(options, seats), seats)


@cache
def _load_tables(variant: str, seats: int) -> Scores:
    random_scores = np.random.default_rng(seats).random(int(np.prod(FEATURE_SHAPE)), np.float32)
    return np.concatenate([load_policy_table(f"spades{variant}"), load_population_table(variant), random_scores])


class PopulationBidModel(NamedTuple):
    """The bids of heuristic players.

    ``feature_weights``: the contribution of each feature of a hand; ``scoring_shift_tricks``: added under the options
    of the match; ``std_dev_tricks``: standard deviation from the sum.
    """

    feature_weights: FloatArray
    scoring_shift_tricks: float
    std_dev_tricks: float

    def predict_bids(self, hands: CardMasks, has_jokers: bool) -> FloatArray:
        """Return the expected bid on each hand, not rounded."""
        bids: FloatArray = (
            self.feature_weights[compute_feature_indices(hands, has_jokers)].sum(axis=0) + self.scoring_shift_tricks
        )
        return bids


def get_scoring_variant(options: SpadesOptions) -> int:
    """Return the index of the way that ``options`` score bids.

    It is below `SCORING_VARIANT_COUNT`.
    """
    return 2 * options.bags + (options.broken_bid == "minus_ten_per_bid")


def load_population_bid_model(seats: int, options: SpadesOptions) -> PopulationBidModel:
    """Return the bid model for this number of seats and these options."""
    flat_weights = load_model(f"spades_club{get_model_variant(options, seats)}")["bids"]
    return PopulationBidModel(
        flat_weights[:FEATURE_COUNT].astype(np.float64),
        float(flat_weights[FEATURE_COUNT + get_scoring_variant(options)]),
        float(flat_weights[-1]),
    )


def compute_bids_log_likelihood(
    options: SpadesOptions, bids: tuple[int | None, ...], own_seat: int, hands: CardMasks, uses_heuristic: bool = False
) -> LogWeights:
    """Return log P(bids of the other seats | hands), by state.

    ``hands``: (seats, states), as dealt; ``uses_heuristic``: compare with the exact bid of "club" instead of the model.
    """
    bid_model, log_likelihood = load_population_bid_model(len(bids), options), np.zeros(hands.shape[1])
    for seat, bid in enumerate(bids):
        if seat == own_seat or bid is None:
            continue
        if uses_heuristic:
            deviations = choose_bids(options, len(bids), hands[seat]).astype(np.float64) - bid
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
    """Return the likelihood of a bid with this deviation, relative to the likeliest."""
    return np.exp(-((deviations / std_dev) ** 2) / 2)


def compute_bid_log_weights(options: SpadesOptions, seats: int, bid: int, hands: CardMasks) -> LogWeights:
    """Return log P(bid | type, hand), (types, states)."""
    bid_model = load_population_bid_model(seats, options)
    heuristic_deviations = choose_bids(options, seats, hands).astype(np.float64) - bid
    population_deviations = bid_model.predict_bids(hands, options.jokers) - bid
    uniform_likelihood = np.full(len(hands), 1 / (1 + np.bitwise_count(hands[0])))
    std_dev = WIDE_BID_STD_DEV_FACTOR * bid_model.std_dev_tricks
    inexact_density = _compute_normal_density(heuristic_deviations, HEURISTIC_BID_STD_DEV_TRICKS)
    exact_share = HEURISTIC_EXACT_BID_PROBABILITY
    likelihood_by_type = {
        OpponentType.LEARNED: _compute_normal_density(population_deviations, std_dev),
        OpponentType.HEURISTIC: exact_share * (heuristic_deviations == 0) + (1 - exact_share) * inexact_density,
        OpponentType.RANDOM: uniform_likelihood,
    }
    likelihoods = np.stack([likelihood_by_type[opponent_type] for opponent_type in OpponentType])
    return np.log((1 - RANDOM_BID_PROBABILITY) * likelihoods + RANDOM_BID_PROBABILITY * uniform_likelihood)


def _compute_normal_density(deviations: FloatArray, std_dev: float) -> FloatArray:
    density: FloatArray = _compute_gaussian_kernel(deviations, std_dev) / (std_dev * (2 * np.pi) ** 0.5)
    return density


def assign_player_types_by_bids(
    options: SpadesOptions, bids: tuple[int | None, ...], own_seat: int, hands: CardMasks
) -> NDArray[np.int32]:
    """Return the player type of each seat, (seats, states), as far as the bids tell it.

    ``own_seat`` is LEARNED, the others are HEURISTIC. A seat with a bid of 1 or more that fits hardly any hand is
    RANDOM; a nil bid never counts for that. With at least `MIN_RANDOM_BIDDERS_TO_ASSUME_ALL` such seats all others are
    RANDOM. ``bids``: by seat, None before it has bid; ``hands``: (seats, states), as dealt.
    """
    bid_model, checked_hands = load_population_bid_model(len(bids), options), hands[:, :BID_CHECK_STATE_COUNT]
    random_seats, std_dev = list[int](), WIDE_BID_STD_DEV_FACTOR * bid_model.std_dev_tricks
    for seat, bid in enumerate(bids):
        if seat != own_seat and bid:
            deviations = bid_model.predict_bids(checked_hands[seat], options.jokers) - bid
            if _compute_gaussian_kernel(deviations, std_dev).mean() < RANDOM_BID_LIKELIHOOD:
                random_seats.append(seat)
    opponent_types = np.full(hands.shape, OpponentType.HEURISTIC, np.int32)
    are_all_random = len(random_seats) >= MIN_RANDOM_BIDDERS_TO_ASSUME_ALL
    opponent_types[slice(None) if are_all_random else random_seats] = OpponentType.RANDOM
    opponent_types[own_seat] = OpponentType.LEARNED
    return opponent_types
