"""Fit the play of `club` in Spades.

`club` plays deals against itself, with some bids and cards that it would not choose. A table is fitted under which its
cards are most probable: a conditional logit model (McFadden, 1974). Rollouts use the table for the other players.
"""

from __future__ import annotations

import sys
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.ai.personas import NEUTRAL_PERSONA
from game.ai.rollout.card_bits import ONE, CardMasks, get_card_bits
from game.ai.rollout.policy import Scores, unpack_cards
from game.ai.rollout.rollout import Batch, make_public_state
from game.ai.search import SOFTMAX_TEMPERATURE
from game.ai.spades.bid_value import FEATURE_COUNT, compute_feature_indices
from game.ai.spades.features import SpadesFeatureEncoder
from game.ai.spades.heuristic import choose_as_club, choose_bids
from game.ai.spades.partners import get_model_variant, has_partners
from game.ai.spades.population_model import SCORING_VARIANT_COUNT, compute_feature_groups, get_scoring_variant
from game.core.actions import Action, Deal, Play
from game.core.cards import Card
from game.core.options import change_options
from game.match.match import Match, create_match
from game.match.observation import observe
from game.rules import GAMES
from game.rules.spades.actions import Bid
from game.rules.spades.options import SpadesOptions
from game.rules.spades.phases import RANKING, BiddingPhase, SpadesTrickPhase
from game.shuffling.shuffle import derive_random, shuffle_pack
from game.simulation.progress import show_progress
from tools.tournament.calibration import DETERMINISTIC_TIME_LIMIT
from tools.training.model_files import Models

RANDOM_ACTION_PROBABILITY: Final = 0.06
"""The probability of a card or a bid that `club` would not choose."""
PLAY_OPTIONS: Final[tuple[dict[str, Any], ...]] = (
    {}, {}, {}, {"bags": True}, {"nil": True}, {"bags": True, "nil": True}, {"jokers": False},
)  # fmt: skip
BIDDING_OPTIONS: Final[tuple[dict[str, Any], ...]] = (
    {}, {}, {"bags": True}, {"broken_bid": "minus_ten_per_bid"},
    {"bags": True, "broken_bid": "minus_ten_per_bid"}, {"jokers": False},
)  # fmt: skip
PAIR_OPTIONS: Final[dict[str, Any]] = {
    "teams": True, "jokers": False, "bags": True, "nil": True, "broken_bid": "minus_ten_per_bid",
}  # fmt: skip
"""The options of a table of pairs."""
NEWTON_PASSES: Final = 25
STEP_FACTOR: Final = 0.7
PRIOR_SAMPLES: Final = 2.0
"""The number of samples with which the prior draws a cell to 0."""


class SampleDeal(NamedTuple):
    """A deal: the position before its first card, all cards in order, and whether each was the choice of `club`."""

    start: SpadesTrickPhase
    cards: tuple[Card, ...]
    is_own_choice: tuple[bool, ...]


class CardChoices(NamedTuple):
    """The choices between cards at one turn of a batch of deals.

    ``cells``: of the cards, (cards, choices), -1 without a card; ``played_index``: the row of the played card,
    (choices).
    """

    cells: NDArray[np.int32]
    played_index: NDArray[np.intp]


def play_sample_deal(seats: int, number: int, seed: int, has_pairs: bool) -> SampleDeal:
    rng = derive_random(seed, "club", seats, number)
    changes = PAIR_OPTIONS if has_pairs else PLAY_OPTIONS[number % len(PLAY_OPTIONS)]
    options = change_options(GAMES["spades"].presets["individual"], changes)
    match = create_match("spades", options, seats, seats - 1)
    match = match.apply(Deal(shuffle_pack(match.pack, rng))).match
    while isinstance(match.phase, BiddingPhase):
        match = match.apply(_choose_bid(match, rng)).match
    start = match.phase
    assert isinstance(start, SpadesTrickPhase)
    cards, is_own_choice = [], []
    while match.turn is not None:
        action = _choose_card(match, rng)
        is_own = rng.random() >= RANDOM_ACTION_PROBABILITY
        if not is_own:
            action = rng.choice(match.legal_actions())
        assert isinstance(action, Play)
        cards.append(action.card)
        is_own_choice.append(is_own)
        match = match.apply(action).match
    return SampleDeal(start, tuple(cards), tuple(is_own_choice))


def _choose_bid(match: Match, rng: Random) -> Action:
    seat = match.turn
    action = choose_as_club(observe(match, seat), rng, DETERMINISTIC_TIME_LIMIT, NEUTRAL_PERSONA)
    assert isinstance(action, Bid) and isinstance(match.phase, BiddingPhase)
    if not action.tricks or rng.random() >= RANDOM_ACTION_PROBABILITY * 4:
        return action
    return Bid(action.seat, max(1, min(match.phase.max_bid, action.tricks + rng.choice((-2, -1, 1, 2)))))


def _choose_card(match: Match, rng: Random) -> Action:
    return choose_as_club(observe(match, match.turn), rng, DETERMINISTIC_TIME_LIMIT, NEUTRAL_PERSONA)


def list_choices(deals: list[SampleDeal]) -> list[CardChoices]:
    """Return the choices of the players by turn, for deals with the same pack."""
    start = make_public_state(deals[0].start)
    numbers = start.rule_tables.card_bits.bit_by_card
    hands: CardMasks = np.array(
        [[start.rule_tables.card_bits.make_mask(hand) for hand in deal.start.hands] for deal in deals], np.uint64
    ).T
    bids = np.array([deal.start.bids for deal in deals], np.int16).T
    plays = ONE << np.array([[numbers[card] for card in deal.cards] for deal in deals], np.uint64).T
    is_own_choice = np.array([deal.is_own_choice for deal in deals]).T
    batch = Batch(start, hands.copy())
    bags = np.array([deal.start.options.bags for deal in deals], np.int32)
    has_pairs = has_partners(deals[0].start.options, len(bids))
    sight = SpadesFeatureEncoder(batch, bids, bags, np.zeros(bids.shape, np.bool_), has_partners=has_pairs)
    choices = []
    for bits, is_chosen in zip(plays, is_own_choice, strict=True):
        cards = unpack_cards(batch.legal_cards())
        cells = np.where(cards == 0, -1, sight.encode(batch, cards)).astype(np.int32)
        is_kept = is_chosen & (np.bitwise_count(batch.legal_cards()) > 1)
        choices.append(CardChoices(cells[:, is_kept], (cards == bits)[:, is_kept].argmax(axis=0)))
        batch.play(bits)
    return choices


def fit_scores(choices: list[CardChoices]) -> list[Scores]:
    """Return the scores with which the played cards are most probable (conditional logit).

    There is an array for each level of cell groups, whose scores add up, so that rare cells have a score too. The unit
    is that of `SOFTMAX_TEMPERATURE`.
    """
    states = np.concatenate([
        np.repeat(np.arange(batch.cells.shape[1])[None], len(batch.cells), 0)[batch.cells >= 0] + offset
        for batch, offset in _list_with_offsets(choices)
    ])  # fmt: skip
    cells = np.concatenate([batch.cells[batch.cells >= 0] for batch in choices])
    wins = np.concatenate([
        (np.arange(len(batch.cells))[:, None] == batch.played_index)[batch.cells >= 0] for batch in choices
    ]).astype(np.float64)  # fmt: skip
    choice_count = sum(batch.cells.shape[1] for batch in choices)
    parts = [np.zeros(int(group.max()) + 1) for group in compute_feature_groups()]
    scores = np.zeros(SpadesFeatureEncoder.table_size)
    for _pass in range(NEWTON_PASSES):
        for part, group in zip(parts, compute_feature_groups(), strict=True):
            chance = _compute_probabilities(scores[cells], states, choice_count)
            offset = group[cells]
            curvature = np.bincount(offset, chance * (1 - chance), minlength=len(part)) + PRIOR_SAMPLES
            gradient = np.bincount(offset, wins - chance, minlength=len(part)) - PRIOR_SAMPLES * part
            step = np.clip(gradient / curvature, -1, 1) * STEP_FACTOR
            part += step
            scores += step[group]
    chance = _compute_probabilities(scores[cells], states, choice_count)
    print(f"likelihood {np.exp(np.log(chance[wins > 0]).mean()):.3f} of {choice_count} choices", file=sys.stderr)
    return [(part * SOFTMAX_TEMPERATURE).astype(np.float32) for part in parts]


def _compute_probabilities(
    scores: NDArray[np.float64], states: NDArray[np.intp], choice_count: int
) -> NDArray[np.float64]:
    """Return the probability of each card among the cards of its choice."""
    odds = np.exp(np.clip(scores, -30, 30))
    probabilities: NDArray[np.float64] = odds / np.bincount(states, odds, minlength=choice_count)[states]
    return probabilities


def _list_with_offsets(choices: list[CardChoices]) -> list[tuple[CardChoices, int]]:
    ends = np.cumsum([0, *(batch.cells.shape[1] for batch in choices)])
    return list(zip(choices, map(int, ends), strict=False))


def fit_bids(seats: int, deals: int, seed: int) -> NDArray[np.float32]:
    """Return the weights of the features of a hand and of the scoring variants in `club`'s bid.

    The last number is the standard deviation of its bids (`game.ai.spades.population_model.PopulationBidModel`).
    """
    parts, bids = [], []
    for number in range(deals):
        options = change_options(GAMES["spades"].presets["individual"], BIDDING_OPTIONS[number % len(BIDDING_OPTIONS)])
        assert isinstance(options, SpadesOptions)
        match = create_match("spades", options, seats, seats - 1)
        phase = match.apply(Deal(shuffle_pack(match.pack, derive_random(seed, "bids", seats, number)))).match.phase
        assert isinstance(phase, BiddingPhase)
        hands = np.array([get_card_bits(RANKING).make_mask(hand) for hand in phase.hands], np.uint64)
        scoring_indices = np.full((1, seats), FEATURE_COUNT + get_scoring_variant(options))
        parts.append(np.concatenate([compute_feature_indices(hands, options.jokers), scoring_indices]))
        bids += choose_bids(options, seats, hands).tolist()
    rows = np.concatenate(parts, axis=1)
    rows_matrix = np.zeros((len(bids), FEATURE_COUNT + SCORING_VARIANT_COUNT))
    for row in rows:
        rows_matrix[np.arange(len(bids)), row] = 1
    targets = np.array(bids, np.float64)
    weights = np.linalg.solve(rows_matrix.T @ rows_matrix + np.eye(rows_matrix.shape[1]), rows_matrix.T @ targets)
    return np.append(weights, (rows_matrix @ weights - targets).std()).astype(np.float32)


def make_population_model(seats: int, *, has_pairs: bool = False, deals: int, bid_deals: int, seed: int) -> Models:
    """Return the model for a number of seats, with cards from ``deals`` and bids from ``bid_deals`` deals."""
    sample_deals = [play_sample_deal(seats, number, seed, has_pairs) for number in show_progress(range(deals))]
    choices = [
        choice
        for has_jokers in (True, False)
        if (dealt := [deal for deal in sample_deals if deal.start.options.jokers == has_jokers])
        for choice in list_choices(dealt)
    ]
    variant = get_model_variant(sample_deals[0].start.options, seats)
    bids = fit_bids(seats, bid_deals, seed)
    print(f"spades_club{variant}: bids scatter by {bids[-1]:.2f}")
    levels = {f"level{level}": part.astype(np.float16) for level, part in enumerate(fit_scores(choices))}
    return {f"spades_club{variant}": {**levels, "bids": bids}}
