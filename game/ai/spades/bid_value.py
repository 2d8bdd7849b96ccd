"""The value of a bid of Spades, fitted to deals played by the policy table (``tools.training.spades_bids``).

The strength of a hand is a sum over its suits. Strength, bid and earlier bids give the probability that the bid is
made, the overtricks, and the others' score. All functions work on many hands at once.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.ai.models import load_policy_table
from game.ai.rollout.card_bits import FIRST_SUIT_MASK, ONE, CardMasks
from game.core.cards import SUITS
from game.rules.spades.options import SpadesOptions
from game.rules.spades.phases import TRUMP
from game.rules.spades.scoring import POINTS_LOST_PER_BAG, POINTS_PER_BID_TRICK

FloatArray: TypeAlias = NDArray[np.float64]

SIDE_SUIT_INDICES: Final = tuple(index for index, suit in enumerate(SUITS) if suit != TRUMP)
SPADES_SUIT_INDEX: Final = SUITS.index(TRUMP)
SUIT_MASKS: Final = np.array([int(FIRST_SUIT_MASK) << suit for suit in range(len(SUITS))], np.uint64)
"""All cards of each suit, as in `card_bits`."""
SIDE_SUIT_TOP_HEIGHTS: Final = (12, 11, 10, 9)
"""The heights of ace to jack."""
SIDE_SUIT_LENGTH_COUNT, SPADE_LENGTH_COUNT, RUFF_SPADE_LENGTH_COUNT = 8, 16, 6
"""The number of lengths of a side suit, of spades, and of spades for ruffs.

Greater lengths count as the last one.
"""

SIDE_SUIT_FEATURE_COUNT: Final = SIDE_SUIT_LENGTH_COUNT << 4
TOP_SPADES_FEATURE_COUNT: Final = 1 << 5
FEATURE_COUNT: Final = (
    SIDE_SUIT_FEATURE_COUNT + SPADE_LENGTH_COUNT + TOP_SPADES_FEATURE_COUNT + RUFF_SPADE_LENGTH_COUNT * 9
)
"""The number of weights for features of a hand."""
TERM_COUNT: Final = 8
"""The number of weights that predict a result from strength and bid."""
MAX_BID_DISTANCE_TRICKS: Final = 3.0
"""Bids at a greater distance from the expected tricks are not evaluated."""
MODEL_SIZE: Final = 2 * FEATURE_COUNT + 4 * TERM_COUNT


class BidValueModel(NamedTuple):
    """Weights fitted for one number of seats.

    ``trick_weights`` and ``nil_weights``: the contribution of each feature to the tricks of a hand and to the
    probability of nil; ``made_logit_weights``, ``overtrick_weights``, ``opponent_score_weights``: by term, for the log
    odds that a bid is made, the overtricks of a bid that is made, and the mean score of the others;
    ``nil_bid_weights``: for nil, the weight of the excess bid in its probability, and the others' score.
    """

    trick_weights: FloatArray
    nil_weights: FloatArray
    made_logit_weights: FloatArray
    overtrick_weights: FloatArray
    opponent_score_weights: FloatArray
    nil_bid_weights: FloatArray

    def flatten(self) -> FloatArray:
        return np.concatenate(self)


class BidScoring(NamedTuple):
    """The scoring of bids under the options, each field a number or one by column.

    ``overtrick_points``: the value of an overtrick; ``lost_points_per_trick``: the cost of a broken bid for each trick
    bid.
    """

    overtrick_points: float | FloatArray
    lost_points_per_trick: float | FloatArray
    is_nil_allowed: bool | NDArray[np.bool_]
    nil_points: float = 100.0

    def compute_bid_points(self, bids: FloatArray, made_probability: FloatArray, overtricks: FloatArray) -> FloatArray:
        """Return the expected points of ``bids``, each made with ``made_probability`` and then with ``overtricks``."""
        return (
            made_probability * (POINTS_PER_BID_TRICK * bids + overtricks * self.overtrick_points)
            - (1 - made_probability) * self.lost_points_per_trick * bids
        )


def make_bid_scoring(options: SpadesOptions) -> BidScoring:
    """Return the scoring of bids under ``options``."""
    bag_cost_points = POINTS_LOST_PER_BAG if options.bags else 0.0
    lost_points_per_trick = POINTS_PER_BID_TRICK if options.broken_bid == "minus_ten_per_bid" else 0.0
    return BidScoring(1.0 - bag_cost_points, lost_points_per_trick, options.nil, options.nil_points)


def unpack_bid_value_model(flat_weights: FloatArray) -> BidValueModel:
    """Return the model with these weights, as `BidValueModel.flatten` returns them."""
    split_points = np.cumsum([FEATURE_COUNT, FEATURE_COUNT, TERM_COUNT, TERM_COUNT, TERM_COUNT])
    return BidValueModel(*np.split(flat_weights, split_points))


@cache
def load_bid_value_model(seats: int) -> BidValueModel:
    """Return the model for a game of ``seats`` seats."""
    return unpack_bid_value_model(
        load_policy_table("spades_bids").reshape(-1, MODEL_SIZE)[seats - 2].astype(np.float64)
    )


# -- a hand ----------------------------------------------------------------------------------------


def compute_feature_indices(hands: CardMasks, has_jokers: bool) -> NDArray[np.intp]:
    """Return the indices of the features of each hand.

    The shape is (features, *shape of ``hands``).
    """
    indices = []
    lengths = [np.bitwise_count(hands & suit_mask).astype(np.intp) for suit_mask in SUIT_MASKS]
    for suit in SIDE_SUIT_INDICES:
        top_cards = _encode_top_cards(hands, suit, SIDE_SUIT_TOP_HEIGHTS)
        indices.append(np.minimum(lengths[suit], SIDE_SUIT_LENGTH_COUNT - 1) << 4 | top_cards)
    spade_lengths = lengths[SPADES_SUIT_INDEX]
    max_height = 14 if has_jokers else 12
    indices.append(SIDE_SUIT_FEATURE_COUNT + np.minimum(spade_lengths, SPADE_LENGTH_COUNT - 1))
    top_spades = _encode_top_cards(hands, SPADES_SUIT_INDEX, tuple(range(max_height, max_height - 5, -1)))
    indices.append(SIDE_SUIT_FEATURE_COUNT + SPADE_LENGTH_COUNT + top_spades)
    void_count = np.minimum(sum((lengths[suit] == 0).astype(np.intp) for suit in SIDE_SUIT_INDICES), 2)
    singleton_count = np.minimum(sum((lengths[suit] == 1).astype(np.intp) for suit in SIDE_SUIT_INDICES), 2)
    ruff_class = (np.minimum(spade_lengths, RUFF_SPADE_LENGTH_COUNT - 1) * 3 + void_count) * 3 + singleton_count
    indices.append(SIDE_SUIT_FEATURE_COUNT + SPADE_LENGTH_COUNT + TOP_SPADES_FEATURE_COUNT + ruff_class)
    return np.stack(indices)


def _encode_top_cards(hands: CardMasks, suit: int, heights: tuple[int, ...]) -> NDArray[np.intp]:
    """Return the set of cards of these ``heights`` in each hand, as a number."""
    code = np.zeros(hands.shape, np.intp)
    for height in heights:
        code = code << 1 | (hands >> np.uint64(4 * height + suit) & ONE).astype(np.intp)
    return code


def predict_tricks_and_nil(hands: CardMasks, has_jokers: bool, model: BidValueModel) -> tuple[FloatArray, FloatArray]:
    """Return the expected tricks of each hand, and its probability to make nil.

    The probability does not yet depend on the earlier bids.
    """
    indices = compute_feature_indices(hands, has_jokers)
    return model.trick_weights[indices].sum(axis=0), model.nil_weights[indices].sum(axis=0)


# -- a bid -----------------------------------------------------------------------------------------


def compute_terms(
    expected_tricks: FloatArray, bid: FloatArray, excess_bid: FloatArray, spoken_fraction: float
) -> FloatArray:
    """Return the terms of a bid, (`TERM_COUNT`, ...).

    ``excess_bid``: how much more than their share the earlier bidders have bid; ``spoken_fraction``: their fraction of
    the other seats.
    """
    products = (bid * bid, bid * expected_tricks, expected_tricks * expected_tricks)
    return np.stack(np.broadcast_arrays(1.0, expected_tricks, bid, *products, excess_bid, spoken_fraction))


def compute_made_probability(model: BidValueModel, terms: FloatArray) -> FloatArray:
    """Return the probability that a bid is made."""
    return 1 / (1 + np.exp(-np.clip(np.tensordot(model.made_logit_weights, terms, 1), -30, 30)))


def compute_bid_values(
    model: BidValueModel,
    expected_tricks: FloatArray,
    nil_base_probability: FloatArray,
    excess_bid: FloatArray,
    spoken_fraction: float,
    max_bid: int,
    scoring: BidScoring,
) -> FloatArray:
    """Return the value of each bid minus the others' mean score, (bids, columns).

    The bids are 0 to ``max_bid``; ``excess_bid``, ``spoken_fraction``: see `compute_terms`. A bid that is not evaluated
    has minus infinity.
    """
    bids = np.arange(max_bid + 1.0)[:, None]
    terms = compute_terms(expected_tricks[None], bids, excess_bid, spoken_fraction)
    made_probability = compute_made_probability(model, terms)
    overtricks = np.maximum(0, np.tensordot(model.overtrick_weights, terms, 1))
    values = scoring.compute_bid_points(bids, made_probability, overtricks)
    values -= np.tensordot(model.opponent_score_weights, terms, 1)
    values[np.abs(bids - expected_tricks) > MAX_BID_DISTANCE_TRICKS] = -np.inf
    nil_probability = np.clip(nil_base_probability + model.nil_bid_weights[0] * excess_bid, 0, 1)
    values[0] = np.where(
        scoring.is_nil_allowed, scoring.nil_points * (2 * nil_probability - 1) - model.nil_bid_weights[1], -np.inf
    )
    return values


def compute_excess_bid(bids: NDArray[np.integer], hand_size: int, seats: int) -> FloatArray:
    """Return how much more than their share the earlier bidders have bid, by column.

    ``bids``: (earlier bidders, columns).
    """
    excess_bid: FloatArray = bids.sum(axis=0) - len(bids) * hand_size / seats
    return excess_bid
