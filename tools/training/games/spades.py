"""Deals of Spades with sensible bids, with all options."""

from __future__ import annotations

from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from game.ai.rollout.card_bits import ONE, CardMasks, get_card_bits
from game.ai.rollout.policy import FeatureEncoder, Scores
from game.ai.rollout.rollout import Batch, PublicState, make_public_state
from game.ai.spades.bid_value import (
    BidScoring,
    BidValueModel,
    compute_bid_values,
    compute_excess_bid,
    predict_tricks_and_nil,
)
from game.ai.spades.deal_value import (
    compute_nil_points,
    compute_point_leads,
    make_payoff_table,
    sum_by_side,
)
from game.ai.spades.features import SpadesFeatureEncoder
from game.ai.spades.partners import get_model_variant
from game.ai.spades.population_model import compute_feature_groups, load_population_bid_model, load_population_table
from game.core.trick_taking import replace
from game.rules.game import get_side_indices
from game.rules.spades.actions import Bid
from game.rules.spades.game import make_pack
from game.rules.spades.options import SpadesOptions
from game.rules.spades.phases import RANKING, get_sides
from tools.training.games import deal_sorted_pack, open_play

NO_JOKERS_PROBABILITY, BAGS_PROBABILITY, MINUS_SCORING_PROBABILITY, NIL_PROBABILITY = 0.15, 0.25, 0.2, 0.25
"""The probabilities of options other than the default."""
PAIR_OPTION_PROBABILITIES: Final = (1.0, 0.85, 0.85, 0.9)
"""The same for two pairs."""
BID_STD_DEV_TRICKS, WILD_BID_PROBABILITY, RANDOM_NIL_PROBABILITY = 0.7, 0.08, 0.02
"""The standard deviation of bids in tricks, and the probabilities of a wild bid and of nil."""
HEURISTIC_PLAYER_PROBABILITY: Final = 0.75
"""The probability that a seat plays as `club` does; the other seats play by the learned table."""


def make_start(seats: int, has_jokers: bool) -> PublicState:
    """Return the state before the first card."""
    match = deal_sorted_pack("spades", seats, jokers=has_jokers)
    return make_public_state(open_play(match, *(Bid(seat, 1) for seat in range(seats))))


def deal_hands(seats: int, has_jokers: bool, rng: np.random.Generator, deal_count: int) -> CardMasks:
    """Return the hands of ``deal_count`` random deals, (seats, deals)."""
    numbers = get_card_bits(RANKING).bit_by_card
    pack = ONE << np.array([numbers[card] for card in make_pack(SpadesOptions(jokers=has_jokers), seats)], np.uint64)
    cards = pack[rng.random((deal_count, len(pack)), dtype=np.float32).argsort(axis=1)]
    hands: CardMasks = np.bitwise_or.reduce(cards.reshape(deal_count, seats, -1), axis=2).T.copy()
    return hands


def sample_bids(
    bid_model: BidValueModel, hands: CardMasks, has_jokers: bool, scoring: BidScoring, rng: np.random.Generator
) -> NDArray[np.int16]:
    """Return bids near the best ones, (seats, deals); seat 0 bids first."""
    seats, width = hands.shape
    size = int(np.bitwise_count(hands[0, 0]))
    tricks, nil = predict_tricks_and_nil(hands, has_jokers, bid_model)
    bids = np.zeros((seats, width), np.int16)
    for seat in range(seats):
        excess_bid = compute_excess_bid(bids[:seat], size, seats)
        best = compute_bid_values(
            bid_model, tricks[seat], nil[seat], excess_bid, seat / (seats - 1), size, scoring
        ).argmax(axis=0)
        error = rng.normal(0, np.where(rng.random(width) < WILD_BID_PROBABILITY, 2.5, BID_STD_DEV_TRICKS))
        bid = np.clip(np.rint(best + error), 1, size)
        is_nil = scoring.is_nil_allowed & ((best == 0) | (rng.random(width) < RANDOM_NIL_PROBABILITY))
        bids[seat] = np.where(is_nil, 0, bid)
    return bids


def mix_in_heuristic_players(
    seats: int, hands: CardMasks, has_jokers: bool, bids: NDArray[np.int16], rng: np.random.Generator
) -> tuple[NDArray[np.bool_], NDArray[np.int16]]:
    """Return which seats play as `club` does, (seats, deals), and the bids with those of `club` there.

    At least one seat of each deal plays by the learned table.
    """
    is_heuristic = rng.random(hands.shape) < HEURISTIC_PLAYER_PROBABILITY
    is_heuristic[rng.integers(0, seats, hands.shape[1]), np.arange(hands.shape[1])] = False
    bid_model = load_population_bid_model(seats, SpadesOptions(jokers=has_jokers))
    heuristic_bids = np.rint(
        bid_model.predict_bids(hands, has_jokers) + rng.normal(0, bid_model.std_dev_tricks, hands.shape)
    )
    size = np.bitwise_count(hands[0, 0])
    return is_heuristic, np.where(is_heuristic & (bids > 0), np.clip(heuristic_bids, 1, size), bids).astype(np.int16)


class SpadesTraining:
    """The training task for a number of seats, whose bids are around the best ones by ``bid_model``."""

    size = SpadesFeatureEncoder.table_size

    def __init__(self, seats: int, bid_model: BidValueModel, has_pairs: bool = False) -> None:
        self.seats = seats
        self.options = SpadesOptions(nil=True, teams=has_pairs)
        self.bid_model = bid_model

    @property
    def levels(self) -> tuple[NDArray[np.intp], ...]:
        return compute_feature_groups()

    @property
    def fixed_scores(self) -> Scores:
        """The scores of `club`'s play."""
        return load_population_table(get_model_variant(self.options, self.seats))

    def deal_batch(self, rng: np.random.Generator, batch_size: int) -> tuple[Batch, FeatureEncoder]:
        no_jokers_probability, *option_probabilities = (
            PAIR_OPTION_PROBABILITIES
            if self.options.teams
            else (NO_JOKERS_PROBABILITY, BAGS_PROBABILITY, MINUS_SCORING_PROBABILITY, NIL_PROBABILITY)
        )
        has_jokers = bool(rng.random() >= no_jokers_probability)
        hands = deal_hands(self.seats, has_jokers, rng, batch_size)
        bags, minus, nil = (rng.random(batch_size) < probability for probability in option_probabilities)
        scoring = BidScoring(1.0 - 10.0 * bags.astype(np.float64), 10.0 * minus.astype(np.float64), nil)
        bids = sample_bids(self.bid_model, hands, has_jokers, scoring, rng)
        batch = Batch(make_start(self.seats, has_jokers), hands, np.zeros((0, batch_size), np.uint64))
        is_heuristic, bids = mix_in_heuristic_players(self.seats, hands, has_jokers, bids, rng)
        return batch, SpadesTrainingEncoder(
            batch, bids, bags.astype(np.int32), is_heuristic, minus.astype(np.int32), has_partners=self.options.teams
        )

    def compute_values(self, batch: Batch, sight: FeatureEncoder) -> Scores:
        assert isinstance(sight, SpadesTrainingEncoder)
        sides = get_sides(self.options, self.seats)
        score_table = np.stack(
            [
                [
                    make_payoff_table(replace(self.options, bags=bags, broken_bid=broken_bid_rule), self.seats)[0]
                    for bags in (False, True)
                ]
                for broken_bid_rule in BROKEN_BID_RULES
            ]
        )
        bids, tricks = sight.bids.reshape(self.seats, -1), batch.points()
        scores = score_table[
            sight.has_minus_scoring, sight.bag_flags, sum_by_side(sides, bids), sum_by_side(sides, tricks)
        ]
        if self.options.teams:
            scores += sum_by_side(sides, compute_nil_points(np.array(self.options.nil_points), bids, tricks))
        return compute_point_leads(scores)[get_side_indices(sides)].astype(np.float32)


class SpadesTrainingEncoder(SpadesFeatureEncoder):
    """The encoder with ``has_minus_scoring``: by deal, 1 if a broken bid costs points."""

    def __init__(
        self, batch: Batch, bids: NDArray[np.int16], bags: NDArray[np.int32], is_heuristic: NDArray[np.bool_],
        has_minus_scoring: NDArray[np.int32], *, has_partners: bool,
    ) -> None:  # fmt: skip
        super().__init__(batch, bids, bags, is_heuristic.astype(np.int8), has_partners=has_partners)
        self.has_minus_scoring = has_minus_scoring

    def select(self, batch: Batch, columns: NDArray[np.intp]) -> Self:
        encoder = super().select(batch, columns)
        encoder.has_minus_scoring = self.has_minus_scoring[columns]
        return encoder


BROKEN_BID_RULES: Final = ("zero", "minus_ten_per_bid")
