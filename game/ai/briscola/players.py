"""The players of Briscola: heuristic ones (`choose_as_club`), and strong ones that search by rollouts."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from game.ai import search_passes
from game.ai.briscola import two_player_search
from game.ai.briscola.equivalence import EQUIVALENCE_RULES
from game.ai.briscola.heuristic import (
    CLUB_WEIGHTS,
    choose_as_club,
    choose_as_novice,
    choose_exchange_or_sign,
    find_due_sign,
    is_exchange_profitable,
)
from game.ai.briscola.search_model import BriscolaSearchModel, exchange_turned_card, get_exchange_card
from game.ai.estimates import ActionEstimate, find_best_estimate
from game.ai.game_ai import GameAI, get_win_percentage
from game.ai.personas import Persona
from game.ai.search import PrePlayAction, SearchBudget, choose_by_policy
from game.ai.time_limit import TimeLimit
from game.core.actions import Action, Play, Swap
from game.core.messages import Reason
from game.core.trick_taking import replace
from game.match.observation import Observation
from game.rules.briscola.actions import Sign
from game.rules.briscola.phases import BriscolaTrickPhase

EXPERT_BUDGET: Final = SearchBudget(rollouts=60, oversampling=1, max_exact_lines=40, max_tricks=2, prior_weight=0.3)
MASTER_BUDGET: Final = SearchBudget(rollouts=400, oversampling=4, max_exact_lines=330, max_tricks=2, prior_weight=0.8)


def choose_as_expert(observation: Observation, rng: Random, time_limit: TimeLimit, _persona: Persona) -> Action:
    """Return the action of an expert: an exchange or sign that is due, the only legal action, or the best card.

    Cards are compared by rollouts in a few states. If more than two players play without partners, by the policy table:
    there a few states add little. Raises TimeUp if the time is too short.
    """
    if (side_action := choose_exchange_or_sign(observation, CLUB_WEIGHTS)) or len(observation.legal_actions) == 1:
        return side_action or observation.legal_actions[0]
    if len(observation.sides) == observation.seats > 2:
        return choose_by_policy(
            observation, BriscolaSearchModel(), np.random.default_rng(rng.getrandbits(64)), time_limit
        )
    return search_passes.choose_card_by_search(observation, BriscolaSearchModel(), EXPERT_BUDGET, rng, time_limit)


def choose_as_master(observation: Observation, rng: Random, time_limit: TimeLimit, _persona: Persona) -> Action:
    """Return the action of a master: the only legal one, an exchange or sign that is due, or the best card.

    Cards are compared by rollouts, in sampled hands of the others that fit what they have played. Raises TimeUp if the
    time is too short.
    """
    if len(observation.legal_actions) == 1:
        return observation.legal_actions[0]
    return (
        choose_exchange_or_sign(observation, CLUB_WEIGHTS)
        or find_best_estimate(_estimate_cards(observation, rng, time_limit, repeat_if_unclear=True)).action
    )


def estimate_actions(
    observation: Observation, rng: Random, time_limit: TimeLimit, _persona: Persona
) -> list[ActionEstimate]:
    """Return a master's estimates of a due sign, each card, and the exchange, in this order.

    Value: the lead in points, plus a bonus for winning the deal. A sign is worth as much as the best card, which
    follows it. Empty if no card can be played. Raises TimeUp if the time is too short.
    """
    phase, seat = observation.phase, observation.seat
    assert isinstance(phase, BriscolaTrickPhase) and seat is not None
    if not any(isinstance(choice, Play) for choice in observation.legal_actions):
        return []
    pre_play_action = next(
        (_make_exchange_action(phase, choice) for choice in observation.legal_actions if isinstance(choice, Swap)), None
    )
    estimates = _estimate_cards(observation, rng, time_limit, pre_play_action)
    if pre_play_action is not None and not is_exchange_profitable(phase, CLUB_WEIGHTS):
        estimates[-1] = _cap_exchange_estimate(estimates[-1], find_best_estimate(estimates[:-1]))
    due_signs = [
        choice
        for choice in observation.legal_actions
        if isinstance(choice, Sign) and choice.sign == find_due_sign(phase, seat)
    ]
    return [
        *(replace(find_best_estimate(estimates), action=sign, standard_error=0.0) for sign in due_signs),
        *estimates,
    ]


def _estimate_cards(
    observation: Observation,
    rng: Random,
    time_limit: TimeLimit,
    pre_play_action: PrePlayAction | None = None,
    *,
    repeat_if_unclear: bool = False,
) -> list[ActionEstimate]:
    """Return estimates of each card, and of ``pre_play_action`` last.

    ``repeat_if_unclear``: average several passes if the best action is unclear. Raises TimeUp if the time is too short.
    """
    phase = observation.phase
    assert isinstance(phase, BriscolaTrickPhase)
    if phase.seats == 2 and time_limit.ms >= two_player_search.MIN_TIME_MS:
        return two_player_search.estimate_actions(
            observation, rng, time_limit, pre_play_action, repeat_if_unclear=repeat_if_unclear
        )
    return search_passes.search_actions_in_passes(
        observation,
        BriscolaSearchModel(),
        MASTER_BUDGET,
        rng,
        time_limit,
        pre_play_action,
        repeat_if_unclear=repeat_if_unclear,
    )


def _cap_exchange_estimate(exchange_estimate: ActionEstimate, card_estimate: ActionEstimate) -> ActionEstimate:
    """Return the estimate of an unprofitable exchange, at most that of the best card.

    Rollouts may overrate an exchange for a lower trump.
    """
    return replace(
        exchange_estimate,
        value=min(exchange_estimate.value, card_estimate.value),
        win_probability=min(exchange_estimate.win_probability or 0.0, card_estimate.win_probability or 0.0),
    )


def _make_exchange_action(phase: BriscolaTrickPhase, swap: Swap) -> PrePlayAction:
    return lambda states: (swap, exchange_turned_card(phase, states))


def explain_action(observation: Observation, estimate: ActionEstimate) -> tuple[Reason, ...]:
    """Return the reasons for an exchange or a sign; () for an exchange that is not profitable."""
    phase = observation.phase
    assert isinstance(phase, BriscolaTrickPhase)
    if not isinstance(estimate.action, Swap):
        return (Reason("why_sign"),)
    return (
        (Reason("why_exchange", {"taken": phase.turned_card, "given": get_exchange_card(phase)}),)
        if is_exchange_profitable(phase, CLUB_WEIGHTS)
        else ()
    )


BRISCOLA_AI: Final = GameAI(
    game="briscola",
    players={
        "novice": choose_as_novice,
        "club": choose_as_club,
        "expert": choose_as_expert,
        "master": choose_as_master,
    },
    estimate_actions=estimate_actions,
    explain_action=explain_action,
    equivalence_rules=EQUIVALENCE_RULES,
    get_additive_value=get_win_percentage,
    max_loss_per_choice=30.0,
)
