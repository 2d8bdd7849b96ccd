"""Fit what the counted tricks of a hand of Spades mean to deals of the level "club": the file ``spades_heuristic.npz``.

"club" plays deals at every seat. For each number of seats the tricks taken are fitted to the counted tricks of the
hands by least squares, in a few rounds, because "club" bids and plays by the last fit. For blind nil it is measured how
often any hand makes nil, and what its side loses because it does not help. The same seed gives the same numbers.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.ai.card_scores import choose_best_cards
from game.ai.rollout.card_bits import CardMasks
from game.ai.rollout.rollout import Batch, CountArray
from game.ai.spades.bid_value import FloatArray
from game.ai.spades.deal_value import compute_point_leads, count_contract_tricks, make_score_table, sum_by_side
from game.ai.spades.heuristic import (
    CLUB_WEIGHTS,
    HeuristicWeights,
    LinearFit,
    choose_bids,
    estimate_dealt_hands,
    score_cards,
)
from game.core.trick_taking import replace
from game.rules.spades.options import PARTNERS_OPTIONS, SpadesOptions
from game.rules.spades.phases import TEAM_SEAT_COUNT, get_sides
from tools.training.games.spades import deal_hands, make_start
from tools.training.model_files import Models

BATCH_SIZE: Final = 2048
SEAT_COUNTS: Final = (2, 3, 4, 5)
ROUND_COUNT: Final = 3
FIRST_TRICK_FIT: Final = LinearFit(1.0, 0.0)
PAYMENT_OPTIONS: Final = tuple(
    SpadesOptions(bags=has_bags, broken_bid=broken_bid)
    for has_bags in (False, True)
    for broken_bid in ("zero", "minus_ten_per_bid")
)


class PlayedDeals(NamedTuple):
    """Deals played by "club", each array (seats, deals)."""

    hands: CardMasks
    bids: CountArray
    tricks: CountArray


def play_deals(
    options: SpadesOptions,
    seats: int,
    weights: HeuristicWeights,
    rng: np.random.Generator,
    nil_seats: tuple[int, ...] = (),
) -> PlayedDeals:
    """Let "club" play a batch of deals with ``weights``; ``nil_seats`` bid nil with any hand, the others never."""
    hands = deal_hands(seats, options.jokers, rng, BATCH_SIZE)
    bids = np.stack([choose_bids(replace(options, nil=False), seats, hand, weights) for hand in hands])
    bids[list(nil_seats)] = 0
    batch = Batch(make_start(seats, options.jokers), hands)

    def choose_cards(batch: Batch, legal_cards: CardMasks) -> CardMasks:
        card_scores = score_cards(options, batch, bids.reshape(-1), batch.column, weights)
        return choose_best_cards(card_scores._replace(cards=card_scores.cards & legal_cards))

    batch.play_out(choose_cards)
    return PlayedDeals(hands, bids, batch.points())


def fit_line(counted_tricks: list[FloatArray], results: list[NDArray[Any]]) -> LinearFit:
    """Return the line with the least squares of the differences from ``results``."""
    slope, base = np.polyfit(np.concatenate(counted_tricks), np.concatenate(results), 1)
    return LinearFit(float(slope), float(base))


def fit_tricks(seats: int, batches: int, rng: np.random.Generator) -> LinearFit:
    """Return the tricks taken by the counted tricks, with all ways to pay for bids."""
    fit = FIRST_TRICK_FIT
    for _round in range(ROUND_COUNT):
        counted_tricks, tricks = list[FloatArray](), list[NDArray[Any]]()
        for options in PAYMENT_OPTIONS * batches:
            deals = play_deals(options, seats, replace(CLUB_WEIGHTS, fit=fit), rng)
            counted_tricks += [estimate_dealt_hands(options, seats, hand).tricks for hand in deals.hands]
            tricks += list(deals.tricks)
        fit = fit_line(counted_tricks, tricks)
    return fit


def measure_unseen_hand(tricks: LinearFit, batches: int, rng: np.random.Generator) -> tuple[float, float]:
    """Return how often an unseen hand makes nil, and the points that its side lacks because it does not help."""
    options, seats, nil_seat, weights = PARTNERS_OPTIONS, TEAM_SEAT_COUNT, 0, replace(CLUB_WEIGHTS, fit=tricks)
    sides, score_table = get_sides(options, seats), make_score_table(options, seats)[0]
    is_made, leads = list[NDArray[Any]](), list[FloatArray]()
    for _batch in range(batches):
        deals = play_deals(options, seats, weights, rng, (nil_seat,))
        contract_tricks = count_contract_tricks(options, deals.bids, deals.tricks)
        points = score_table[sum_by_side(sides, deals.bids), sum_by_side(sides, contract_tricks)]
        is_made.append(deals.tricks[nil_seat] == 0)
        leads.append(compute_point_leads(points)[0])
    return float(np.mean(is_made)), -float(np.mean(leads))


def make_heuristic_fit(*, batches: int, seed: int) -> Models:
    """Return the fit, from ``batches`` batches of deals of each kind."""
    rng = np.random.default_rng(seed)
    tricks_by_seats = {seats: fit_tricks(seats, batches, rng) for seats in SEAT_COUNTS}
    arrays = {
        "tricks": list(tricks_by_seats.values()),
        "unseen_hand": measure_unseen_hand(tricks_by_seats[TEAM_SEAT_COUNT], batches, rng),
    }
    return {"spades_heuristic": {name: np.array(values, np.float32) for name, values in arrays.items()}}
