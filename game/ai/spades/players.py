"""The players of Spades: heuristic ones, and strong ones that evaluate bids and cards by rollouts."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from random import Random
from typing import Final

import msgspec
import numpy as np

from game.ai import search_passes
from game.ai.estimates import ActionEstimate, find_best_estimate
from game.ai.game_ai import GameAI
from game.ai.personas import Persona
from game.ai.search import MIN_BUDGET_MS, SearchBudget, search_actions
from game.ai.spades import opponent_model
from game.ai.spades.bidding_search import BidderTraits, estimate_bids
from game.ai.spades.blind_nil import decide_blind_nil, estimate_blind_nil
from game.ai.spades.equivalence import EQUIVALENCE_RULES
from game.ai.spades.explanations import explain_action
from game.ai.spades.heuristic import choose_as_club, choose_as_novice
from game.ai.spades.opponent_model import SearchPass
from game.ai.spades.partners import has_partners, remove_harmful_plays
from game.ai.spades.search_model import SpadesSearchModel
from game.ai.time_limit import TimeLimit, TimeUp
from game.core.actions import Action
from game.match.observation import Observation
from game.rules.spades.phases import BiddingPhase, SpadesTrickPhase

EXPERT_BUDGET: Final = SearchBudget(rollouts=48, oversampling=4, max_exact_lines=0)
SHORT_TIME_BUDGET: Final = SearchBudget(
    rollouts=100, oversampling=16, max_exact_lines=0, prior_weight=0.4, min_effective_sample_ratio=0.5
)
"""No end is solved exactly: opponents do not play as if all cards were open."""
QUICK_BUDGET: Final = msgspec.structs.replace(SHORT_TIME_BUDGET, rollouts=48, oversampling=4)
"""The budget of a first search, used if the mixture search does not end in time."""
MASTER_SEARCH_PASS_BY_TIME_MS: Final = (
    (
        1000,
        SearchPass(
            SearchBudget(
                rollouts=160,
                oversampling=26,
                max_exact_lines=0,
                reweighted_states=768,
                min_effective_sample_ratio=0.3,
                chunk_size=480,
            ),
            prior_rounds=3,
        ),
    ),
    (
        50,
        SearchPass(
            SearchBudget(
                rollouts=40,
                oversampling=24,
                max_exact_lines=0,
                prior_weight=0.4,
                reweighted_states=128,
                min_effective_sample_ratio=0.5,
                chunk_size=480,
            )
        ),
    ),
)
"""(minimum milliseconds, search pass) with the mixture opponent model."""
PAIR_PRIOR_WEIGHT: Final = 1.0
"""The prior weight of all searches where partners play: contracts of two hands and nil make rollouts noisier."""
MAX_HAND_SIZE_WITHOUT_PRIOR: Final = 4
"""Up to this hand size the policy table is not added to the rollouts."""
MAX_HAND_SIZE_WITH_FULL_BUDGET: Final = 13
"""With larger hands, as with two or three seats, half the budget is used.

Rollouts take longer then.
"""
EXPERT_EXTRA_TRICK_PROBABILITY: Final = 0.1
"""Probability that an expert takes one trick more than in the rollouts.

Rollouts are played by a weaker player.
"""
MASTER_EXTRA_TRICK_PROBABILITY_BY_SEATS: Final = {2: 0.05, 3: 0.05, 4: 0.35, 5: 0.05}
"""The same for a master, by seats; it is known to help only with four seats."""
EXPERT_BID_STATE_COUNT, SHORT_TIME_BID_STATE_COUNT, QUICK_BID_STATE_COUNT = 64, 128, 32
"""The numbers of states in which bids are evaluated."""
MASTER_BID_STATE_COUNTS_BY_TIME_MS: Final = ((1000, 256), (50, 64))
"""(minimum milliseconds, states) of the second search of bids."""


def choose_as_expert(observation: Observation, rng: Random, time_limit: TimeLimit, persona: Persona) -> Action:
    """Return the only legal action, or the best bid or card by rollouts in a few states.

    Raises TimeUp if the time is too short.
    """
    observation = remove_harmful_plays(observation)
    if len(observation.legal_actions) == 1:
        return observation.legal_actions[0]
    if isinstance(observation.phase, BiddingPhase):
        if observation.phase.is_blind_nil_open:
            return decide_blind_nil(observation)
        return find_best_estimate(
            _estimate_bids(
                observation,
                rng,
                time_limit,
                BidderTraits(EXPERT_EXTRA_TRICK_PROBABILITY, persona.boldness),
                EXPERT_BID_STATE_COUNT,
            )
        ).action
    return find_best_estimate(
        search_passes.search_actions_in_passes(
            observation, SpadesSearchModel(), _adapt_budget_to_hand(observation, EXPERT_BUDGET), rng, time_limit
        )
    ).action


def choose_as_master(observation: Observation, rng: Random, time_limit: TimeLimit, persona: Persona) -> Action:
    """Return the only legal action, or the best bid or card by rollouts.

    The rollouts use states that fit all bids and plays of the others. Raises TimeUp if the time is too short.
    """
    observation = remove_harmful_plays(observation)
    if len(observation.legal_actions) == 1:
        return observation.legal_actions[0]
    return find_best_estimate(_estimate_actions(observation, rng, time_limit, persona, repeat_if_unclear=True)).action


def estimate_actions(
    observation: Observation, rng: Random, time_limit: TimeLimit, persona: Persona
) -> list[ActionEstimate]:
    """Return a master's estimates of each card, or of the most promising bids, after a single pass.

    The value is the lead over the mean of the others in points; near the end of a match also the probability to win it.
    Raises TimeUp if the time is too short.
    """
    return _estimate_actions(observation, rng, time_limit, persona, repeat_if_unclear=False)


def _estimate_actions(
    observation: Observation, rng: Random, time_limit: TimeLimit, persona: Persona, *, repeat_if_unclear: bool
) -> list[ActionEstimate]:
    """Return estimates of each card, or of the most promising bids.

    ``repeat_if_unclear``: average several passes if the best card is unclear. Raises TimeUp if the time is too short.
    """
    if isinstance(observation.phase, BiddingPhase):
        if observation.phase.is_blind_nil_open:
            return estimate_blind_nil(observation)
        return _estimate_master_bids(
            observation,
            rng,
            time_limit,
            BidderTraits(MASTER_EXTRA_TRICK_PROBABILITY_BY_SEATS[observation.seats], persona.boldness),
        )
    deadline, numpy_rng = time_limit.start(), np.random.default_rng(rng.getrandbits(64))
    full_pass = search_passes.select_for_time_limit(MASTER_SEARCH_PASS_BY_TIME_MS, time_limit)
    if full_pass is None:
        return search_passes.search_actions_in_passes(
            observation, SpadesSearchModel(), _adapt_budget_to_hand(observation, SHORT_TIME_BUDGET), rng, time_limit
        )
    estimates = search_actions(
        observation, SpadesSearchModel(), _adapt_budget_to_hand(observation, QUICK_BUDGET), numpy_rng, deadline
    )
    search_pass = full_pass._replace(budget=_adapt_budget_to_hand(observation, full_pass.budget))
    with suppress(TimeUp):
        card_prior = opponent_model.estimate_card_prior(
            observation, SpadesSearchModel(), search_pass, numpy_rng, deadline.check
        )
        run_pass = partial(
            opponent_model.search_actions_with_mixture,
            observation,
            SpadesSearchModel(),
            search_pass.budget,
            card_prior,
            numpy_rng,
            deadline.check,
        )
        estimates = search_passes.repeat_until_clear(run_pass, time_limit) if repeat_if_unclear else run_pass()
    return estimates


def _estimate_bids(
    observation: Observation, rng: Random, time_limit: TimeLimit, traits: BidderTraits, state_count: int
) -> list[ActionEstimate]:
    if time_limit.ms < MIN_BUDGET_MS:
        raise TimeUp
    return estimate_bids(
        observation, traits, state_count, np.random.default_rng(rng.getrandbits(64)), time_limit.start()
    )


def _estimate_master_bids(
    observation: Observation, rng: Random, time_limit: TimeLimit, traits: BidderTraits
) -> list[ActionEstimate]:
    state_count = search_passes.select_for_time_limit(MASTER_BID_STATE_COUNTS_BY_TIME_MS, time_limit)
    if state_count is None:
        return _estimate_bids(observation, rng, time_limit, traits, SHORT_TIME_BID_STATE_COUNT)
    numpy_rng, deadline = np.random.default_rng(rng.getrandbits(64)), time_limit.start()
    estimates = estimate_bids(observation, traits, QUICK_BID_STATE_COUNT, numpy_rng, deadline)
    with suppress(TimeUp):
        estimates = estimate_bids(observation, traits, state_count, numpy_rng, deadline, uses_heuristic=True)
    return estimates


def _adapt_budget_to_hand(observation: Observation, budget: SearchBudget) -> SearchBudget:
    """Return the budget for the table and the size of the hand.

    Partners give more weight to the prior; it is halved for a large hand, and without the prior for a small one.
    """
    assert isinstance(observation.phase, SpadesTrickPhase) and observation.seat is not None
    if has_partners(observation.phase.options, observation.seats):
        budget = msgspec.structs.replace(budget, prior_weight=PAIR_PRIOR_WEIGHT)
    hand_size = len(observation.phase.hands[observation.seat])
    if hand_size > MAX_HAND_SIZE_WITH_FULL_BUDGET:
        halved_values = {name: getattr(budget, name) // 2 for name in ("rollouts", "oversampling", "reweighted_states")}
        return msgspec.structs.replace(budget, **halved_values)
    return msgspec.structs.replace(budget, prior_weight=0.0) if hand_size <= MAX_HAND_SIZE_WITHOUT_PRIOR else budget


SPADES_AI: Final = GameAI(
    game="spades",
    players={
        "novice": choose_as_novice,
        "club": choose_as_club,
        "expert": choose_as_expert,
        "master": choose_as_master,
    },
    estimate_actions=estimate_actions,
    explain_action=explain_action,
    equivalence_rules=EQUIVALENCE_RULES,
    max_loss_per_choice=30.0,
)
