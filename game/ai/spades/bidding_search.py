"""The bids of the strong players of Spades: the best ones by a fitted model, each evaluated by rollouts."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.call_search import sample_deals, search_calls
from game.ai.card_scores import choose_best_cards
from game.ai.estimates import ActionEstimate
from game.ai.level_table import SearchTask
from game.ai.opponent_mixture import OpponentType, find_choices
from game.ai.rollout.card_bits import CardMasks, get_card_bits
from game.ai.rollout.policy import make_table_policy, make_timed_policy
from game.ai.rollout.rollout import Batch, CountArray, Policy, make_public_state
from game.ai.search import ActionResults
from game.ai.spades.bid_value import (
    compute_bid_values,
    compute_excess_bid,
    load_bid_value_model,
    make_bid_scoring,
    predict_tricks_and_nil,
)
from game.ai.spades.deal_value import compute_deal_values, find_made_bids
from game.ai.spades.features import SpadesFeatureEncoder
from game.ai.spades.heuristic import choose_bids, list_earlier_bids, make_own_hand, score_cards
from game.ai.spades.population_model import (
    assign_player_types_by_bids,
    compute_bids_log_likelihood,
    load_population_bid_model,
    load_tables_by_opponent_type,
)
from game.ai.spades.search_model import make_spades_encoder
from game.core.trick_taking import Trick, order_seats_from
from game.match.observation import Observation
from game.rules.spades.actions import Bid
from game.rules.spades.game import make_pack
from game.rules.spades.options import SpadesOptions
from game.rules.spades.phases import RANKING, TRUMP, BiddingPhase, SpadesTrickPhase

OVERSAMPLING: Final = 6
"""The number of sampled states for each selected one."""
MIN_EFFECTIVE_SAMPLE_RATIO: Final = 0.8
"""Least effective sample size to select from, relative to the states selected."""
MAX_BIDS_TO_TRY: Final = 3
"""The number of bids evaluated, the best by the fitted model."""
MAX_BOLDNESS_BONUS_POINTS_PER_TRICK: Final = 0.7
"""The bonus for each trick bid, for a persona with boldness 1."""
CHUNK_SIZE: Final = 64
"""The number of states played together; finished chunks count when the time ends."""


def _select_bids_to_try(phase: BiddingPhase, seat: int, random_player_count: int) -> NDArray[np.intp]:
    """Return the best bids by the fitted model, ascending, and nil if it is allowed.

    For each of ``random_player_count`` random players one higher bid is added, because they give tricks away.
    """
    seats, options = phase.seats, phase.options
    model = load_bid_value_model(seats)
    hand, earlier_bids = make_own_hand(phase, seat), list_earlier_bids(phase)
    expected_tricks, nil_base_probability = predict_tricks_and_nil(hand, options.jokers, model)
    excess_bid = compute_excess_bid(earlier_bids, phase.max_bid, seats)
    values = compute_bid_values(
        model,
        expected_tricks,
        nil_base_probability,
        excess_bid,
        len(earlier_bids) / (seats - 1),
        phase.max_bid,
        make_bid_scoring(options),
    )
    best_bids = 1 + np.argsort(-values[1:, 0], kind="stable")[:MAX_BIDS_TO_TRY]
    best_bids = np.union1d(
        best_bids, np.arange(best_bids.max(), min(phase.max_bid, best_bids.max() + random_player_count) + 1)
    )
    return np.sort(np.append(best_bids, 0) if options.nil else best_bids)


def estimate_bids(task: SearchTask, phase: BiddingPhase) -> list[ActionEstimate]:
    """Return estimates of the most promising bids by rollouts.

    ``expected_points``: the tricks taken; ``win_probability``: how often the bid is made. If few bids are legal, all
    are evaluated. Raises TimeUp if the time ends before the first chunk of states is finished.
    """
    seat, rng, uses_heuristic = phase.turn, task.rng, task.step.plays_like_club
    card_bits, own_hand = get_card_bits(RANKING), phase.hands[seat]
    hands = sample_deals(
        card_bits.make_mask(own_hand),
        seat,
        card_bits.make_mask(card for card in make_pack(phase.options, phase.seats) if card not in own_hand),
        (phase.max_bid,) * (phase.seats - 1),
        lambda deals: compute_bids_log_likelihood(phase.options, phase.bids, seat, deals, uses_heuristic),
        rng,
        task.step.deals,
        oversampling=OVERSAMPLING,
        min_effective_sample_ratio=MIN_EFFECTIVE_SAMPLE_RATIO,
    )
    opponent_types = assign_player_types_by_bids(phase.options, phase.bids, seat, hands)
    tried_bids = np.array(sorted(choice.tricks for choice in task.observation.legal_actions if isinstance(choice, Bid)))
    if len(tried_bids) > MAX_BIDS_TO_TRY:
        tried_bids = _select_bids_to_try(phase, seat, int((opponent_types[:, 0] == OpponentType.RANDOM).sum()))
    bonuses = MAX_BOLDNESS_BONUS_POINTS_PER_TRICK * task.persona.boldness * tried_bids[:, None]

    def evaluate(deals: CardMasks) -> ActionResults:
        results = _evaluate_bids(task, phase, tried_bids, deals, opponent_types[:, : deals.shape[1]])
        return results._replace(values=results.values + bonuses)

    chunk_size = 0 if uses_heuristic else CHUNK_SIZE
    return search_calls([Bid(seat, int(bid)) for bid in tried_bids], hands, evaluate, chunk_size=chunk_size)


def _complete_bids(phase: BiddingPhase, hands: CardMasks, task: SearchTask) -> CountArray:
    """Return the bids of all seats, (seats, states).

    Later seats bid like heuristic players.
    """
    bid_model = load_population_bid_model(phase.seats, phase.options)
    bids = np.empty(hands.shape, np.int16)
    for seat, bid in enumerate(phase.bids):
        if bid is not None:
            bids[seat] = bid
        elif task.step.plays_like_club:
            bids[seat] = choose_bids(phase.options, phase.seats, hands[seat])
        else:
            errors = task.rng.normal(0, bid_model.std_dev_tricks, hands.shape[1])
            expected_bids = bid_model.predict_bids(hands[seat], phase.options.jokers) + errors
            bids[seat] = np.clip(np.rint(expected_bids), 1, phase.max_bid)
    return bids


def _evaluate_bids(
    task: SearchTask,
    phase: BiddingPhase,
    tried_bids: NDArray[np.intp],
    deals: CardMasks,
    types_by_deal: NDArray[np.int32],
) -> ActionResults:
    """Return the results of each of ``tried_bids``; ``deals``, ``types_by_deal``: (seats, states).

    `SearchStep.call_margin` is the probability of taking one trick more than in the rollouts.
    """
    observation, extra_trick_probability = task.observation, task.step.call_margin
    seat, width, bids_by_deal = phase.turn, deals.shape[1], _complete_bids(phase, deals, task)
    initial_phase = SpadesTrickPhase(
        options=phase.options,
        seats=phase.seats,
        dealer=phase.dealer,
        hands=phase.hands,
        bids=(1,) * phase.seats,
        bags=phase.bags,
        trick=Trick(order_seats_from(tuple(range(phase.seats)), phase.forehand)),
        trump=TRUMP,
    )
    hands, bids = np.tile(deals, len(tried_bids)), np.tile(bids_by_deal, len(tried_bids))
    bids[seat] = np.repeat(tried_bids, width)
    batch = Batch(make_public_state(initial_phase), hands, np.zeros((0, hands.shape[1]), np.uint64))
    encoder = make_spades_encoder(phase.options, batch, bids, np.tile(types_by_deal, len(tried_bids)))
    policy = make_table_policy(encoder, load_tables_by_opponent_type(phase.options, phase.seats))
    if task.step.plays_like_club:
        policy = _make_mixture_policy(phase.options, encoder, policy)
    batch.play_out(make_timed_policy(policy, task.check_time))
    tricks = batch.points()
    tricks_with_extra = tricks.copy()
    tricks_with_extra[seat] += (bids[seat] > 0) & (tricks[list(observation.own_side)].sum(axis=0) < phase.max_bid)
    results, results_with_extra = (
        _compute_bid_results(observation, phase, bids, trick_counts) for trick_counts in (tricks, tricks_with_extra)
    )
    mixed = (
        (1 - extra_trick_probability) * np.stack(results) + extra_trick_probability * np.stack(results_with_extra)
    ).astype(np.float64)
    return ActionResults(*mixed.reshape(len(results), len(tried_bids), width))


def _compute_bid_results(
    observation: Observation, phase: BiddingPhase, bids: CountArray, tricks: CountArray
) -> ActionResults:
    """Return the results of ``tricks``, (seats, states), for the bidder."""
    values = compute_deal_values(observation, bids, tricks)[phase.turn]
    is_made = find_made_bids(phase.options, observation.sides, bids, tricks)[phase.turn]
    return ActionResults(values, tricks[phase.turn], is_made)


def _make_mixture_policy(options: SpadesOptions, encoder: SpadesFeatureEncoder, other_policy: Policy) -> Policy:
    """Return a policy by which heuristic players play like "club".

    The others play by ``other_policy``.
    """

    def choose_cards(batch: Batch, legal_cards: CardMasks) -> CardMasks:
        is_heuristic = encoder.find_heuristic_to_act(batch)
        cards = (
            legal_cards.copy()
            if is_heuristic.all()
            else np.where(is_heuristic, legal_cards, other_policy(batch, legal_cards))
        )
        columns = np.flatnonzero(is_heuristic & find_choices(legal_cards))
        if len(columns):
            card_scores = score_cards(options, batch, encoder.bids, columns)
            cards[columns] = choose_best_cards(card_scores.select(legal_cards[columns]))
        return cards

    return choose_cards
