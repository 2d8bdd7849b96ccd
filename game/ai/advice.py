"""Advice: the estimate of each legal action, and the reasons for it.

Advice is computed from the observation alone, as the action itself is, so it reveals no hidden card. The reasons are
made for `game.text.messages.format_reason`.
"""

from __future__ import annotations

from random import Random
from typing import Final

from msgspec.structs import asdict

from game.ai.calibration import BEFORE_PLAY_SUFFIX, calibrate_probability, get_calibration_key
from game.ai.equivalent_plays import merge_equivalent_plays
from game.ai.estimates import (
    SIGNIFICANCE_Z_SCORE,
    ActionEstimate,
    ExplainedEstimate,
    average_estimates,
    compute_comparable_percentages,
    is_tied_with_best,
)
from game.ai.personas import NEUTRAL_PERSONA
from game.ai.registry import GAME_AIS
from game.ai.search import MIN_BUDGET_MS
from game.ai.time_limit import TimeLimit, TimeUp
from game.core.actions import Action, Pass, Play
from game.core.cards import HIDDEN_CARD, Card
from game.core.messages import Reason
from game.core.trick_taking import TrickPhase, get_card_strengths, replace
from game.match.observation import Observation, list_unseen_cards

MAX_FEW_HIGHER_CARDS: Final = 3
"""The number of cards that can beat a lead up to which it is named as a reason for the lead."""
TOP_TRUMP_COUNT: Final = 2
"""The number of highest trumps for which other trumps are kept back."""


MIN_TIME_LIMIT: Final = TimeLimit(MIN_BUDGET_MS, lambda: 0.0)
"""The smallest time limit, with a clock that never runs out."""


def compute_advice(
    observation: Observation,
    time_limit: TimeLimit,
    rng: Random | None = None,
    *,
    extra_action: Action | None = None,
    pass_count: int = 1,
) -> list[ExplainedEstimate]:
    """Return a strong computer player's estimates of the actions, best first, with reasons.

    The same observation, time limit and ``rng`` give the same advice; ``rng`` None is a fixed seed. Not every possible
    bid is estimated; ``extra_action`` is one to estimate as well. The result is the mean of ``pass_count`` searches
    with different determinizations. If the time is up, it is the result of one search with `MIN_TIME_LIMIT`. Raises
    ValueError if the seat has no legal action, or if the game has no computer player that can advise.
    """
    if observation.game_id not in GAME_AIS:
        raise ValueError(f"{observation.game_id} has no computer player that gives hints")
    if not observation.legal_actions:
        raise ValueError(f"seat {observation.seat} has nothing to choose")
    seed_rng = rng if rng is not None else Random(0)
    seeds = [seed_rng.getrandbits(64) for _pass in range(pass_count)]
    try:
        estimates = average_estimates(
            [_estimate_actions(observation, time_limit, seed, extra_action) for seed in seeds]
        )
    except TimeUp:
        estimates = _estimate_actions(observation, MIN_TIME_LIMIT, seeds[0], extra_action)
    sorted_estimates = sorted(estimates, key=lambda estimate: -estimate.value)
    return [
        ExplainedEstimate(**asdict(estimate), reasons=_list_reasons(observation, estimate, sorted_estimates))
        for estimate in sorted_estimates
    ]


def _estimate_actions(
    observation: Observation, time_limit: TimeLimit, seed: int, extra_action: Action | None
) -> list[ActionEstimate]:
    """Return the estimates of all actions, and of ``extra_action`` in the same states.

    Of equivalent plays only one is searched; the others get its estimate.
    """
    game_ai = GAME_AIS[observation.game_id]
    estimate_actions = game_ai.estimate_actions
    distinct_observation, representatives = merge_equivalent_plays(observation, game_ai.equivalence_rules)
    estimates = estimate_actions(distinct_observation, Random(seed), time_limit, NEUTRAL_PERSONA)
    by_action = {estimate.action: estimate for estimate in estimates}
    estimates += [
        replace(by_action[estimate], action=equivalent)
        for equivalent, estimate in representatives.items()
        if estimate in by_action
    ]
    if extra_action is not None and estimates and all(estimate.action != extra_action for estimate in estimates):
        single_choice = replace(observation, legal_actions=(extra_action,))
        estimates += [
            estimate
            for estimate in estimate_actions(single_choice, Random(seed), time_limit, NEUTRAL_PERSONA)
            if estimate.action == extra_action
        ]
    has_partners = len(observation.sides) < observation.seats
    calibration_key = get_calibration_key(observation.game_id, has_partners=has_partners)
    if observation.phase is None or not observation.phase.is_card_play:
        calibration_key += BEFORE_PLAY_SUFFIX
    return [
        estimate
        if estimate.win_probability is None
        else replace(estimate, win_probability=calibrate_probability(calibration_key, estimate.win_probability))
        for estimate in estimates
    ]


def explain_actions(observation: Observation, time_limit: TimeLimit, rng: Random) -> tuple[ExplainedEstimate, ...]:
    """Return the estimates and reasons of `compute_advice` as the window shows them, best first.

    Empty if the game has no computer player that can advise. Raises ValueError if the seat has no legal action.
    """
    if observation.game_id not in GAME_AIS:
        return ()
    return tuple(compute_advice(observation, time_limit, rng))


def _list_reasons(
    observation: Observation, estimate: ActionEstimate, sorted_estimates: list[ActionEstimate]
) -> tuple[Reason, ...]:
    """Return the reasons for an estimate; a clearly best bid or declaration needs no comparison besides its own."""
    own_reasons = _explain_action(observation, estimate, sorted_estimates)
    comparison = _compare_with_best(estimate, sorted_estimates)
    is_explained = bool(own_reasons) and not isinstance(estimate.action, Play)
    return own_reasons if is_explained and comparison == Reason("why_best") else (*own_reasons, comparison)


def _explain_action(
    observation: Observation, estimate: ActionEstimate, sorted_estimates: list[ActionEstimate]
) -> tuple[Reason, ...]:
    action = estimate.action
    return (
        _explain_card(observation, action.card)
        if isinstance(action, Play)
        else GAME_AIS[observation.game_id].explain_action(observation, estimate, sorted_estimates)
    )


def _compare_with_best(estimate: ActionEstimate, sorted_estimates: list[ActionEstimate]) -> Reason:
    """Return how an estimate compares with the best one, or the best with the next.

    ``sorted_estimates``: best first, with ``estimate`` among them.
    """
    if len(sorted_estimates) == 1:
        return Reason("why_only")
    best = sorted_estimates[0]
    if estimate is best:
        return _compare_with_rivals(sorted_estimates)
    if is_tied_with_best(estimate, best):
        return Reason("why_even")
    if (
        estimate.win_probability is not None
        and best.win_probability is not None
        and isinstance(estimate.action, Pass) == isinstance(best.action, Pass)
    ):
        percent_less = round(100 * best.win_probability) - round(100 * estimate.win_probability)
        if percent_less > 0:
            return Reason("why_less_often", {"percent": percent_less})
    return Reason("why_worse")


def _compare_with_rivals(sorted_estimates: list[ActionEstimate]) -> Reason:
    """Return how the first estimate compares with the others, of which there is at least one.

    An action with the same value or the same win probability in percent is not clearly worse.
    """
    best, *others = sorted_estimates
    percentages = compute_comparable_percentages(sorted_estimates)
    rivals = [
        other
        for index, other in enumerate(others, 1)
        if other.value == best.value or (percentages and percentages[index] == percentages[0])
    ]
    if not rivals and best.value - others[0].value > SIGNIFICANCE_Z_SCORE * others[0].standard_error:
        return Reason("why_best")
    rival = (rivals or others)[0]
    if not isinstance(best.action, Play) or not isinstance(rival.action, Play):
        return Reason("why_close")
    is_as_good = bool(rivals) and is_tied_with_best(rival, best)
    return Reason("why_as_good" if is_as_good else "why_close_to", {"card": rival.action.card})


# -- cards -----------------------------------------------------------------------------------------


def _explain_card(observation: Observation, card: Card) -> tuple[Reason, ...]:
    phase = observation.phase
    assert isinstance(phase, TrickPhase) and observation.seat is not None
    trick = phase.trick
    if phase.is_played_face_down(card):
        return (Reason("why_face_down"),)
    played = tuple(other_card for other_card in trick.cards if other_card is not HIDDEN_CARD)
    power = get_card_strengths(phase.ranking, phase.trump, (played[0] if played else card).suit)
    top_power = max((power[other_card] for other_card in played), default=-1)
    points = sum(phase.card_points.get(other_card.rank, 0) for other_card in (*played, card))
    players_after = len(trick.seats) - len(trick.cards) - 1
    unseen = list_unseen_cards(observation)
    reasons: list[Reason] = []
    if power[card] > top_power:
        reasons += _explain_winning_card(
            phase, card, points, players_after, [other_card for other_card in unseen if power[other_card] > power[card]]
        )
    else:
        reasons += _explain_losing_card(observation, phase, card, power)
    if _is_keeping_trumps(phase, observation.seat, card, unseen):
        has_cost = any(reason.code == "why_costs" for reason in reasons)
        reasons.append(Reason("why_still_keeps" if has_cost else "why_keeps"))
    return tuple(reasons)


def _explain_winning_card(
    phase: TrickPhase, card: Card, points: int, players_after: int, stronger_cards: list[Card]
) -> list[Reason]:
    if players_after and stronger_cards:
        if not phase.trick.cards:
            return _explain_lead(phase, card, len(stronger_cards))
        code = "why_may_be_taken_one" if len(stronger_cards) == 1 else "why_may_be_taken"
        return [Reason(code, {"count": len(stronger_cards)})]
    if points:
        return [Reason("why_takes_points", {"points": points})]
    return [Reason("why_takes")] if not players_after else [Reason("why_nobody_beats")]


def _explain_lead(phase: TrickPhase, card: Card, stronger_count: int) -> list[Reason]:
    """Return the reason for a lead that can be beaten, if there is one: few can, or nothing is lost."""
    if stronger_count <= MAX_FEW_HIGHER_CARDS:
        return [Reason("why_few_higher_one" if stronger_count == 1 else "why_few_higher", {"count": stronger_count})]
    has_points = any(phase.card_points.values())
    return [Reason("why_no_points")] if has_points and not phase.card_points.get(card.rank, 0) else []


def _explain_losing_card(observation: Observation, phase: TrickPhase, card: Card, power: object) -> list[Reason]:
    points = phase.card_points.get(card.rank, 0)
    winner = _find_current_winner(phase)
    if winner is not None and winner in GAME_AIS[observation.game_id].list_known_partners(observation):
        return [Reason("why_for_partner", {"seat": winner, "points": points})] if points else []
    return [Reason("why_costs", {"points": points})] if points else [Reason("why_gives_nothing")]


def _find_current_winner(phase: TrickPhase) -> int | None:
    """Return the seat that wins the trick so far; None if no card was played face up."""
    open_plays = [play for play in phase.trick.list_plays() if play[1] is not HIDDEN_CARD]
    if not open_plays:
        return None
    power = get_card_strengths(phase.ranking, phase.trump, open_plays[0][1].suit)
    return max(open_plays, key=lambda play: power[play[1]])[0]


def _is_keeping_trumps(phase: TrickPhase, seat: int, card: Card, unseen: tuple[Card, ...]) -> bool:
    """Return whether ``card`` keeps back the trumps of a hand while one of the highest trumps could beat them.

    False where jokers are the highest trumps: a player does not wait for those.
    """
    if card.suit == phase.trump or phase.trump is None or phase.ranking[0] != "A":
        return False
    height = phase.ranking.index
    own_heights = [height(trump.rank) for trump in phase.hands[seat] if trump.suit == phase.trump]
    unseen_heights = [height(trump.rank) for trump in unseen if trump.suit == phase.trump]
    return bool(own_heights and unseen_heights) and min(unseen_heights) < min(TOP_TRUMP_COUNT, *own_heights)
