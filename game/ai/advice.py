"""Advice: the estimate of each legal action, and the reasons for it.

Advice is computed from the observation alone, as the action itself is, so it reveals no hidden card. The reasons are
made for `game.text.messages.format_reason`.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Final

from msgspec.structs import asdict

from game.ai.calibration import BEFORE_PLAY_SUFFIX, calibrate_probability, get_calibration_key
from game.ai.equivalent_plays import merge_equivalent_plays
from game.ai.estimates import (
    ActionEstimate,
    ExplainedEstimate,
    combine_passes,
    compute_comparable_percentages,
    has_same_result,
    is_tied_with_best,
)
from game.ai.game_ai import GameAI
from game.ai.personas import NEUTRAL_PERSONA
from game.ai.registry import GAME_AIS
from game.ai.search import MIN_BUDGET_MS
from game.ai.time_limit import TimeLimit, TimeUp, no_time_limit
from game.core.actions import Action, Pass, Play
from game.core.cards import HIDDEN_CARD, Card
from game.core.messages import Reason
from game.core.trick_taking import TrickPhase, get_card_strengths, replace
from game.match.observation import Observation, get_phase_and_seat, list_unseen_cards

MAX_FEW_HIGHER_CARDS: Final = 3
"""The number of cards that can beat a lead up to which it is named as a reason for the lead."""
TOP_TRUMP_COUNT: Final = 2
"""The number of highest trumps for which other trumps are kept back."""
MAX_FIGURE_POINTS: Final = 4
"""The points of a card up to which it is rarely trumped."""
NEGLIGIBLE_VALUE: Final = 0.05
"""The difference in value that no figure shows."""
MIN_CALL_PROBABILITY: Final = 0.5
"""The probability of making a call below which it is likely to fail."""
HINT_PASS_COUNT: Final = 4
"""The number of searches for a hint, as far as the time is enough."""
MIN_CLEAR_LOSS_SHARE: Final = 1 / 15
"""The loss from which the best action is clearly better, as a share of `GameAI.max_loss_per_choice`.

The rollouts and networks err by up to so much, which no number of determinizations shows.
"""


MIN_TIME_LIMIT: Final = TimeLimit(MIN_BUDGET_MS, lambda: 0.0)
"""The smallest time limit, with a clock that never runs out."""


def compute_advice(
    observation: Observation,
    time_limit: TimeLimit,
    rng: Random | None = None,
    *,
    extra_action: Action | None = None,
    pass_count: int = 1,
    likely_partners: tuple[int, ...] | None = None,
) -> list[ExplainedEstimate]:
    """Return a strong computer player's estimates of the actions, best first, with reasons.

    The same observation, time limit and ``rng`` give the same advice; ``rng`` None is a fixed seed. Not every possible
    bid is estimated; ``extra_action`` is one to estimate as well. The result is the mean of ``pass_count`` searches
    with different determinizations, or of fewer once the time is up; if the first has no result, of one search with
    `MIN_TIME_LIMIT`. Of equally good cards, a worthless one of another suit than trumps comes first.
    ``likely_partners``: those that `find_likely_partners` found before; None finds them, within the same limit. Raises
    ValueError if the seat has no legal action, or if the game has no computer player that can advise.
    """
    if observation.game_id not in GAME_AIS:
        raise ValueError(f"{observation.game_id} has no computer player that gives hints")
    if not observation.legal_actions:
        raise ValueError(f"seat {observation.seat} has nothing to choose")
    seed_rng = rng if rng is not None else Random(0)
    seeds = [seed_rng.getrandbits(64) for _pass in range(pass_count)]
    passes = list[list[ActionEstimate]]()
    check_time = time_limit.start().check if pass_count > 1 else no_time_limit
    with suppress(TimeUp):
        for seed in seeds:
            passes.append(_estimate_actions(observation, time_limit, seed, extra_action))
            check_time()
    estimates = combine_passes(passes or [_estimate_actions(observation, MIN_TIME_LIMIT, seeds[0], extra_action)])
    sorted_estimates = _prefer_plain_choice(
        observation, sorted(estimates, key=lambda estimate: (-estimate.value, -estimate.expected_result))
    )
    partners = find_likely_partners(observation, time_limit) if likely_partners is None else likely_partners
    return [
        ExplainedEstimate(**asdict(estimate), reasons=_list_reasons(observation, estimate, sorted_estimates, partners))
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
    return tuple(compute_advice(observation, time_limit, rng, pass_count=HINT_PASS_COUNT))


def _prefer_plain_choice(observation: Observation, sorted_estimates: list[ActionEstimate]) -> list[ActionEstimate]:
    """Return the estimates with a plain card or a pass first, if the best choice is not better beyond its noise.

    A plain card comes before one that is led or lost, a pass before a call that is likely to fail. The search cannot
    tell the two apart, so the plain choice gets the value of the best.
    """
    best = sorted_estimates[0]
    plain = next((other for other in sorted_estimates if _is_plainer(observation, other, best)), None)
    if plain is None or not (
        has_same_result(plain, best) or best.expected_result - plain.expected_result < NEGLIGIBLE_VALUE
    ):
        return sorted_estimates
    first = replace(plain, value=best.value, preference=best.preference)
    if isinstance(plain.action, Play):
        first = replace(first, win_probability=best.win_probability, expected_points=best.expected_points)
    return [first, *(estimate for estimate in sorted_estimates if estimate is not plain)]


def _is_plainer(observation: Observation, estimate: ActionEstimate, best: ActionEstimate) -> bool:
    """Return whether a choice is one that needs no reason, other than the best one."""
    if not isinstance(best.action, Play):
        is_doubtful = best.win_probability is not None and best.win_probability < MIN_CALL_PROBABILITY
        return isinstance(estimate.action, Pass) and is_doubtful
    return (
        _is_plain(observation, estimate)
        and not _is_plain(observation, best)
        and all(_is_lead_or_discard(observation, each) for each in (estimate, best))
    )


def _is_plain(observation: Observation, estimate: ActionEstimate) -> bool:
    """Return whether an action plays a worthless card of another suit than trumps, in a game with card points."""
    phase, action = observation.phase, estimate.action
    if not isinstance(action, Play) or not isinstance(phase, TrickPhase) or not any(phase.card_points.values()):
        return False
    return not phase.card_points.get(action.card.rank) and action.card.suit != phase.trump


def _is_lead_or_discard(observation: Observation, estimate: ActionEstimate) -> bool:
    """Return whether an action plays a card that begins the trick, or does not win it so far."""
    phase, action = observation.phase, estimate.action
    if not isinstance(phase, TrickPhase) or not isinstance(action, Play):
        return False
    winner = _find_current_winner(phase)
    return winner is None or _find_current_winner(phase, extra_play=(action.seat, action.card)) == winner


def find_likely_partners(observation: Observation, time_limit: TimeLimit) -> tuple[int, ...]:
    """Return the seats that are probably on the observing seat's side, where a reason for a card may name them.

    That is where a card with points can be discarded on a trick whose winner is not known as friend or foe. Empty if
    the time is not enough.
    """
    phase, game_ai = observation.phase, GAME_AIS.get(observation.game_id)
    if game_ai is None or not isinstance(phase, TrickPhase) or not phase.trick.cards:
        return ()
    has_points = any(
        isinstance(choice, Play) and phase.card_points.get(choice.card.rank) for choice in observation.legal_actions
    )
    is_partner_unknown = has_points and not game_ai.list_known_partners(observation)
    return game_ai.list_likely_partners(observation, time_limit) if is_partner_unknown else ()


def _list_reasons(
    observation: Observation,
    estimate: ActionEstimate,
    sorted_estimates: list[ActionEstimate],
    likely_partners: tuple[int, ...],
) -> tuple[Reason, ...]:
    """Return the reasons for an estimate; a clearly best bid or declaration needs no comparison besides its own."""
    action = estimate.action
    own_reasons = (
        _explain_card(observation, action.card, likely_partners)
        if isinstance(action, Play)
        else GAME_AIS[observation.game_id].explain_action(observation, estimate, sorted_estimates)
    )
    comparison = _compare_with_best(observation, estimate, sorted_estimates)
    is_explained = bool(own_reasons) and not isinstance(action, Play)
    return own_reasons if is_explained and comparison == Reason("why_best") else (*own_reasons, comparison)


def _compare_with_best(
    observation: Observation, estimate: ActionEstimate, sorted_estimates: list[ActionEstimate]
) -> Reason:
    """Return how an estimate compares with the best one, or the best with the next.

    ``sorted_estimates``: best first, with ``estimate`` among them.
    """
    if len(sorted_estimates) == 1:
        return Reason("why_only")
    best = sorted_estimates[0]
    if estimate is best:
        return _compare_with_plain_card(observation, sorted_estimates) or _compare_with_rivals(
            GAME_AIS[observation.game_id], sorted_estimates
        )
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


def _compare_with_plain_card(observation: Observation, sorted_estimates: list[ActionEstimate]) -> Reason | None:
    """Return how much a card with points is better than the best plain one, None if that does not surprise.

    It surprises as a lead and as a discard, if the chances are known and differ clearly.
    """
    best = sorted_estimates[0]
    if _is_plain(observation, best) or not _is_lead_or_discard(observation, best):
        return None
    plain = next((estimate for estimate in sorted_estimates if _is_plain(observation, estimate)), None)
    if plain is None or not isinstance(plain.action, Play) or None in (best.win_probability, plain.win_probability):
        return None
    percent = round(100 * (best.win_probability or 0.0)) - round(100 * (plain.win_probability or 0.0))
    is_clear = _is_clearly_better(GAME_AIS[observation.game_id], best, plain)
    return (
        Reason("why_more_often", {"percent": percent, "card": plain.action.card}) if is_clear and percent > 0 else None
    )


def _is_clearly_better(game_ai: GameAI, best: ActionEstimate, other: ActionEstimate) -> bool:
    """Return whether an action is better than another beyond the noise, and beyond the errors of the search."""
    loss = game_ai.get_additive_value(best) - game_ai.get_additive_value(other)
    return not has_same_result(other, best) and loss >= MIN_CLEAR_LOSS_SHARE * game_ai.max_loss_per_choice


def _compare_with_rivals(game_ai: GameAI, sorted_estimates: list[ActionEstimate]) -> Reason:
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
    if not rivals and _is_clearly_better(game_ai, best, others[0]):
        return Reason("why_best")
    rival = (rivals or others)[0]
    if not isinstance(best.action, Play) or not isinstance(rival.action, Play):
        return Reason("why_close")
    is_as_good = bool(rivals) and is_tied_with_best(rival, best)
    return Reason("why_as_good" if is_as_good else "why_close_to", {"card": rival.action.card})


# -- cards -----------------------------------------------------------------------------------------


def _explain_card(observation: Observation, card: Card, likely_partners: tuple[int, ...]) -> tuple[Reason, ...]:
    phase, seat = get_phase_and_seat(observation, TrickPhase)
    if phase.is_played_face_down(card):
        return (Reason("why_face_down"),)
    unseen = list_unseen_cards(observation)
    if _find_current_winner(phase, extra_play=(seat, card)) == seat:
        reasons = _explain_winning_card(phase, card, unseen)
    else:
        reasons = _explain_losing_card(observation, phase, card, likely_partners)
    if _is_keeping_trumps(phase, seat, card, unseen):
        has_cost = any(reason.code == "why_costs" for reason in reasons)
        reasons.append(Reason("why_still_keeps" if has_cost else "why_keeps"))
    return tuple(reasons)


def _explain_winning_card(phase: TrickPhase, card: Card, unseen: tuple[Card, ...]) -> list[Reason]:
    open_cards = [*(played for played in phase.trick.cards if played is not HIDDEN_CARD), card]
    power = get_card_strengths(phase.ranking, phase.trump, open_cards[0].suit)
    stronger_cards = [other for other in unseen if power[other] > power[card]]
    players_after = len(phase.trick.seats) - len(phase.trick.cards) - 1
    if players_after and stronger_cards:
        if not phase.trick.cards:
            return _explain_lead(phase, card, stronger_cards)
        code = "why_may_be_taken_one" if len(stronger_cards) == 1 else "why_may_be_taken"
        return [Reason(code, {"count": len(stronger_cards)})]
    points = sum(phase.card_points.get(open_card.rank, 0) for open_card in open_cards)
    if points:
        return [Reason("why_takes_points", {"points": points})]
    return [Reason("why_takes")] if not players_after else [Reason("why_nobody_beats")]


def _explain_lead(phase: TrickPhase, card: Card, stronger_cards: list[Card]) -> list[Reason]:
    """Return the reason for a lead that can be beaten, if there is one: few can, few would, or nothing is lost."""
    count, points = len(stronger_cards), phase.card_points.get(card.rank, 0)
    if count <= MAX_FEW_HIGHER_CARDS:
        return [Reason("why_few_higher_one" if count == 1 else "why_few_higher", {"count": count})]
    suit_count = sum(stronger.suit == card.suit for stronger in stronger_cards)
    if card.suit != phase.trump and 0 < points <= MAX_FIGURE_POINTS and suit_count <= MAX_FEW_HIGHER_CARDS:
        code = ("why_none_of_suit", "why_few_of_suit_one")[suit_count] if suit_count < 2 else "why_few_of_suit"
        return [Reason(code, {"count": suit_count, "points": points})]
    return [Reason("why_no_points")] if any(phase.card_points.values()) and not points else []


def _explain_losing_card(
    observation: Observation, phase: TrickPhase, card: Card, likely_partners: tuple[int, ...]
) -> list[Reason]:
    points = phase.card_points.get(card.rank, 0)
    winner = _find_current_winner(phase)
    known_partners = GAME_AIS[observation.game_id].list_known_partners(observation)
    if winner in (*known_partners, *likely_partners):
        code = "why_for_partner" if winner in known_partners else "why_for_likely_partner"
        return [Reason(code, {"seat": winner, "points": points})] if points else []
    return [Reason("why_costs", {"points": points})] if points else [Reason("why_gives_nothing")]


def _find_current_winner(phase: TrickPhase, extra_play: tuple[int, Card] | None = None) -> int | None:
    """Return the seat that wins the trick so far, with ``extra_play`` if it is given; None without an open card."""
    plays: list[tuple[int, Card]] = [*phase.trick.list_plays(), *([] if extra_play is None else [extra_play])]
    open_plays = [play for play in plays if play[1] is not HIDDEN_CARD]
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
