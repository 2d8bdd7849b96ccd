"""The players of Briscola chiamata: heuristic ones (`choose_as_club`), and strong ones that search by rollouts."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from random import Random
from typing import Final

import numpy as np

from game.ai import search_passes
from game.ai.chiamata.bidding_search import ContractSearchSettings, choose_call, estimate_calls, estimate_suits
from game.ai.chiamata.blind_first_trick import estimate_blind_cards
from game.ai.chiamata.equivalence import EQUIVALENCE_RULES, is_suit_unnamed
from game.ai.chiamata.explanations import explain_action, list_known_partners
from game.ai.chiamata.heuristic_bidding import choose_as_club, choose_as_novice
from game.ai.chiamata.opponent_model import MixtureOpponentModel
from game.ai.chiamata.partner_probabilities import estimate_secret_partners
from game.ai.chiamata.search_model import ChiamataSearchModel
from game.ai.estimates import ActionEstimate, find_best_estimate
from game.ai.game_ai import GameAI
from game.ai.personas import Persona
from game.ai.search import SearchBudget, choose_by_policy, search_actions
from game.ai.time_limit import Deadline, TimeLimit, TimeUp
from game.core.actions import Action
from game.core.trick_taking import replace
from game.match.observation import Observation
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.trick_play import ChiamataTrickPhase, NamingPhase

SHORT_TIME_PLAIN_CONTRACT_BUDGET: Final = SearchBudget(rollouts=64, oversampling=6, max_exact_lines=0, prior_weight=0.3)
SHORT_TIME_RAISED_CONTRACT_BUDGET: Final = SearchBudget(rollouts=100, oversampling=6, max_exact_lines=0)
"""The master's budgets for a card with little time.

For contracts of 61 points, as in the deals that the table was trained on, fewer states with the table as a prior are
better than more without. For raised contracts more states are better.
"""
QUICK_BUDGET: Final = SearchBudget(rollouts=24, oversampling=1, max_exact_lines=0, prior_weight=0.3)
"""The budget of a first search, used if the mixture search does not end in time."""
MASTER_CARD_BUDGETS_BY_TIME_MS: Final = (
    (1000, SearchBudget(rollouts=160, oversampling=6, max_exact_lines=0, prior_weight=0.3)),
    (50, SearchBudget(rollouts=40, oversampling=5, max_exact_lines=0, prior_weight=0.3)),
)
"""(minimum milliseconds, budget) of the search with the mixture opponent model."""

MIN_SEARCH_MS: Final = 40
"""The time below which no call is evaluated by rollouts."""
QUICK_CONTRACT_STATE_COUNT: Final = 24
"""The number of states in the first, quick search of contracts."""
MASTER_CONTRACT_SETTINGS_BY_TIME_MS: Final = (
    (1000, ContractSearchSettings(state_count=96, uses_heuristic_policy=True)),
    (MIN_SEARCH_MS, ContractSearchSettings(state_count=96)),
)
"""(minimum milliseconds, settings) of the second search of contracts."""


def choose_as_expert(observation: Observation, rng: Random, time_limit: TimeLimit, persona: Persona) -> Action:
    """Bid as `choose_as_club` does, and play cards by the policy table.

    Raises TimeUp if the time is too short for that.
    """
    phase = observation.phase
    if isinstance(phase, ChiamataTrickPhase) and not is_suit_unnamed(phase):
        return choose_by_policy(
            observation, ChiamataSearchModel(), np.random.default_rng(rng.getrandbits(64)), time_limit
        )
    return choose_as_club(observation, rng, time_limit, persona)


def choose_as_master(observation: Observation, rng: Random, time_limit: TimeLimit, persona: Persona) -> Action:
    """Bid by the expected end of the auction, and play cards by rollouts.

    A single legal action is returned at once. The rollouts use states that fit the plays of the others. With too little
    time for them, choose as an expert does. Raises TimeUp if that is too short too.
    """
    if len(observation.legal_actions) == 1:
        return observation.legal_actions[0]
    if time_limit.ms < MIN_SEARCH_MS:
        return choose_as_expert(observation, rng, time_limit, persona)
    estimates = _estimate_actions(observation, rng, time_limit, persona, repeat_if_unclear=True)
    return (
        choose_call(estimates) if isinstance(observation.phase, AuctionPhase) else find_best_estimate(estimates).action
    )


def estimate_actions(
    observation: Observation, rng: Random, time_limit: TimeLimit, persona: Persona
) -> list[ActionEstimate]:
    """Return a master's estimates of each action after a single pass.

    The unit is match points, with a small part for card points. In an auction the pass comes first, and only some calls
    are estimated. Raises TimeUp if the time is too short.
    """
    return _estimate_actions(observation, rng, time_limit, persona, repeat_if_unclear=False)


def _estimate_actions(
    observation: Observation, rng: Random, time_limit: TimeLimit, persona: Persona, *, repeat_if_unclear: bool
) -> list[ActionEstimate]:
    """Return estimates of each action.

    ``repeat_if_unclear``: average several passes if the best card is unclear. Raises TimeUp if the time is too short.
    """
    phase, numpy_rng, deadline = observation.phase, np.random.default_rng(rng.getrandbits(64)), time_limit.start()
    if isinstance(phase, ChiamataTrickPhase):
        return _estimate_cards(observation, phase, numpy_rng, time_limit, deadline, repeat_if_unclear=repeat_if_unclear)
    estimates = _estimate_calls_or_suits(
        observation,
        numpy_rng,
        persona,
        ContractSearchSettings(state_count=QUICK_CONTRACT_STATE_COUNT, check_time=deadline.check),
    )
    with suppress(TimeUp):
        if settings := search_passes.select_for_time_limit(MASTER_CONTRACT_SETTINGS_BY_TIME_MS, time_limit):
            estimates = _estimate_calls_or_suits(
                observation, numpy_rng, persona, replace(settings, check_time=deadline.check)
            )
    return estimates


def _estimate_calls_or_suits(
    observation: Observation, numpy_rng: np.random.Generator, persona: Persona, settings: ContractSearchSettings
) -> list[ActionEstimate]:
    """Return estimates of each call, or of each suit that may be named. Raises TimeUp as `estimate_calls`."""
    phase = observation.phase
    if isinstance(phase, AuctionPhase):
        return estimate_calls(phase, observation.legal_actions, numpy_rng, persona, settings)
    assert isinstance(phase, NamingPhase)
    return estimate_suits(observation, phase, numpy_rng, settings)


def _estimate_cards(
    observation: Observation,
    phase: ChiamataTrickPhase,
    numpy_rng: np.random.Generator,
    time_limit: TimeLimit,
    deadline: Deadline,
    *,
    repeat_if_unclear: bool,
) -> list[ActionEstimate]:
    if is_suit_unnamed(phase):
        return estimate_blind_cards(observation, phase, numpy_rng, deadline.check)
    mixture_budget = search_passes.select_for_time_limit(MASTER_CARD_BUDGETS_BY_TIME_MS, time_limit)
    if mixture_budget is None:
        budget = (
            SHORT_TIME_PLAIN_CONTRACT_BUDGET if phase.contract.points is None else SHORT_TIME_RAISED_CONTRACT_BUDGET
        )
        return search_actions(
            observation, ChiamataSearchModel(), budget.scale_to_time(time_limit.ms), numpy_rng, deadline
        )
    run_mixture_pass = partial(
        search_actions,
        observation,
        ChiamataSearchModel(),
        mixture_budget,
        numpy_rng,
        deadline,
        opponent_model=MixtureOpponentModel(),
    )
    estimates = search_actions(observation, ChiamataSearchModel(), QUICK_BUDGET, numpy_rng, deadline)
    with suppress(TimeUp):
        estimates = (
            search_passes.repeat_until_clear(run_mixture_pass, time_limit) if repeat_if_unclear else run_mixture_pass()
        )
    return estimates


CHIAMATA_AI: Final = GameAI(
    game="chiamata",
    players={
        "novice": choose_as_novice,
        "club": choose_as_club,
        "expert": choose_as_expert,
        "master": choose_as_master,
    },
    estimate_actions=estimate_actions,
    list_known_partners=list_known_partners,
    equivalence_rules=EQUIVALENCE_RULES,
    explain_action=explain_action,
    max_loss_per_choice=4.0,
    estimate_secret_partners=estimate_secret_partners,
)
