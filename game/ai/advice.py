"""Advice: the estimate of each legal action, and the reasons for it.

Advice is computed from the observation alone, as the action itself is, so it reveals no hidden card. The reasons are
made for `game.text.messages.format_reason`; `game.ai.reasons` chooses those that are said.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Final

from msgspec.structs import asdict

from game.ai.calibration import BEFORE_PLAY_SUFFIX, calibrate_probability, get_calibration_key
from game.ai.equivalent_plays import HighCardPreference, merge_equivalent_plays
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
from game.ai.reasons import list_reasons_against, list_reasons_for
from game.ai.registry import GAME_AIS
from game.ai.search import MIN_BUDGET_MS
from game.ai.time_limit import TimeLimit, TimeUp, no_time_limit
from game.core.actions import Action, Pass, Play
from game.core.cards import Card
from game.core.messages import Reason
from game.core.trick_taking import TrickPhase, find_trick_winner, replace
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
    check_time = time_limit.start() if pass_count > 1 else no_time_limit
    with suppress(TimeUp):
        for seed in seeds:
            passes.append(_estimate_actions(observation, time_limit, seed, extra_action))
            check_time()
    estimates = combine_passes(passes or [_estimate_actions(observation, MIN_TIME_LIMIT, seeds[0], extra_action)])
    partners = find_likely_partners(observation, time_limit) if likely_partners is None else likely_partners
    by_value = sorted(estimates, key=lambda estimate: (-estimate.value, -estimate.expected_result))
    sorted_estimates = _prefer_plain_choice(observation, by_value, partners)
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
    """Return the estimates of `compute_advice` with the reasons that the window shows, best first.

    Empty if the game has no computer player that can advise. Raises ValueError if the seat has no legal action.
    """
    if observation.game_id not in GAME_AIS:
        return ()
    advice = compute_advice(observation, time_limit, rng, pass_count=HINT_PASS_COUNT)
    return tuple(replace(estimate, reasons=_choose_reasons(estimate, advice)) for estimate in advice)


def _choose_reasons(estimate: ExplainedEstimate, advice: list[ExplainedEstimate]) -> tuple[Reason, ...]:
    """Return the reasons for the best estimate or one as good, against another, and how it compares with the others.

    A clearly best bid or declaration with reasons needs no comparison.
    """
    best, *facts, comparison = advice[0], *estimate.reasons
    if estimate is not best and comparison.code != "why_even":
        return (*list_reasons_against(facts, best.reasons), comparison)
    rival = _find_rival(advice) if estimate is best else None
    reasons = list_reasons_for(facts, () if rival is None else rival.reasons)
    is_explained = bool(reasons) and not isinstance(estimate.action, Play)
    return reasons if is_explained and comparison.code == "why_best" else (*reasons, comparison)


def _find_rival(advice: list[ExplainedEstimate]) -> ExplainedEstimate | None:
    """Return the card that the best one is compared with, None if no other one is worse.

    A reason that holds for both explains nothing.
    """
    best, *others = advice
    comparison = best.reasons[-1]
    if not isinstance(best.action, Play):
        return None
    if comparison.code == "why_as_good":
        others = [other for other in others if other.reasons[-1].code != "why_even"]
    elif "card" in comparison.values:
        others = [other for other in others if other.action == replace(best.action, card=comparison.values["card"])]
    return next((other for other in others if isinstance(other.action, Play)), None)


def _prefer_plain_choice(
    observation: Observation, sorted_estimates: list[ActionEstimate], likely_partners: tuple[int, ...]
) -> list[ActionEstimate]:
    """Return the estimates with a plain card or a pass first, if the best choice is not better beyond its noise.

    A plain card comes before one that is led or lost, a pass before a call that is likely to fail. The search cannot
    tell the two apart, so the plain choice gets the value of the best. Points are only given to an opponent if that is
    clearly better.
    """
    best = sorted_estimates[0]
    plain = next((other for other in sorted_estimates if _is_plainer(observation, other, best)), None)
    if plain is None or not (
        has_same_result(plain, best)
        or best.expected_result - plain.expected_result < NEGLIGIBLE_VALUE
        or (
            _is_giving_points_away(observation, best, likely_partners)
            and not _is_clearly_better(GAME_AIS[observation.game_id], best, plain)
        )
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
    if not isinstance(action, Play) or not isinstance(phase, TrickPhase):
        return False
    return not phase.trick.cards or not phase.is_winning(action.card)


def _is_giving_points_away(
    observation: Observation, estimate: ActionEstimate, likely_partners: tuple[int, ...]
) -> bool:
    """Return whether an action adds points to a trick that an opponent is winning."""
    action = estimate.action
    return isinstance(action, Play) and any(
        reason.code == "why_costs" for reason in _explain_card(observation, action.card, likely_partners)
    )


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
    """Return the facts for and against an estimate, and at the end how it compares with the others."""
    action = estimate.action
    own_reasons = (
        _explain_card(observation, action.card, likely_partners)
        if isinstance(action, Play)
        else GAME_AIS[observation.game_id].explain_action(observation, estimate, sorted_estimates)
    )
    return (*own_reasons, _compare_with_best(observation, estimate, sorted_estimates))


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
    is_same_kind = isinstance(estimate.action, Pass) == isinstance(best.action, Pass)
    percent = _count_percent_more(best, estimate) if is_same_kind else 0
    return Reason("why_less_often", {"percent": percent}) if percent > 0 else Reason("why_worse")


def _count_percent_more(estimate: ActionEstimate, other: ActionEstimate) -> int:
    """Return by how many percentage points the chances of an action are higher than another's; 0 if one is unknown."""
    if estimate.win_probability is None or other.win_probability is None:
        return 0
    return round(100 * estimate.win_probability) - round(100 * other.win_probability)


def _compare_with_plain_card(observation: Observation, sorted_estimates: list[ActionEstimate]) -> Reason | None:
    """Return how much a card with points is better than the best plain one, None if that does not surprise.

    It surprises as a lead and as a discard, if the chances are known and differ clearly.
    """
    best = sorted_estimates[0]
    plain = next((estimate for estimate in sorted_estimates if _is_plain(observation, estimate)), best)
    percent = _count_percent_more(best, plain) if _is_lead_or_discard(observation, best) else 0
    if percent <= 0 or not isinstance(plain.action, Play):
        return None
    is_clear = _is_clearly_better(GAME_AIS[observation.game_id], best, plain)
    return Reason("why_more_often", {"percent": percent, "card": plain.action.card}) if is_clear else None


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
    """Return the facts that speak for or against a card."""
    phase, seat = get_phase_and_seat(observation, TrickPhase)
    if phase.is_played_face_down(card):
        return (Reason("why_face_down"),)
    power, is_winning, unseen = phase.get_strengths(card), phase.is_winning(card), list_unseen_cards(observation)
    stronger_cards = [other_card for other_card in unseen if power[other_card] > power[card]]
    can_be_beaten = len(phase.trick.cards) + 1 < len(phase.trick.seats) and bool(stronger_cards)
    preference = GAME_AIS[observation.game_id].equivalence_rules.get_high_card_preference(observation)
    if preference is HighCardPreference.DISCARD:
        return _explain_unwanted_trick(len(stronger_cards) if can_be_beaten else 0, is_winning=is_winning)
    if is_winning and can_be_beaten:
        reasons = _explain_beatable_card(phase, card, stronger_cards)
    elif is_winning:
        reasons = _explain_sure_card(phase, card, seat)
    else:
        reasons = _explain_losing_card(observation, phase, card, likely_partners)
    if not any(phase.card_points.values()) and len(phase.trick.cards) > len(phase.trick.face_down_seats):
        reasons += _list_kept_cards(observation, phase, card)
    if _is_keeping_trumps(phase, seat, card, unseen):
        reasons.append(Reason("why_keeps"))
    return tuple(reasons)


def _explain_unwanted_trick(stronger_count: int, *, is_winning: bool) -> tuple[Reason, ...]:
    """Return the reason for a card where a trick does harm; ``stronger_count``: the cards that can still beat it."""
    if not is_winning:
        return (Reason("why_loses"),)
    if not stronger_count:
        return (Reason("why_takes_unwanted"),)
    return (Reason("why_may_lose", {"count": stronger_count}),) if stronger_count > MAX_FEW_HIGHER_CARDS else ()


def _explain_sure_card(phase: TrickPhase, card: Card, seat: int) -> list[Reason]:
    """Return the reason for a card that nobody can beat."""
    points = _count_trick_points(phase) + phase.card_points.get(card.rank, 0)
    if points:
        return [Reason("why_takes_points", {"points": points})]
    if len(phase.trick.cards) + 1 < len(phase.trick.seats):
        return [Reason("why_nobody_beats")]
    is_empty = any(phase.card_points.values()) and len(phase.hands[seat]) > 1
    return [Reason("why_takes_empty" if is_empty else "why_takes")]


def _explain_beatable_card(phase: TrickPhase, card: Card, stronger_cards: list[Card]) -> list[Reason]:
    """Return the reasons for a card that is the best so far: what can beat it, and whether it has points to lose."""
    count, points = len(stronger_cards), phase.card_points.get(card.rank, 0)
    suit_count = sum(stronger.suit == card.suit for stronger in stronger_cards)
    is_lead, is_trump = not phase.trick.cards, card.suit == phase.trump
    is_figure = is_lead and not is_trump and 0 < points <= MAX_FIGURE_POINTS and suit_count <= MAX_FEW_HIGHER_CARDS
    reasons = list[Reason]()
    if count <= MAX_FEW_HIGHER_CARDS:
        reasons.append(Reason("why_few_higher", {"count": count}))
    elif is_figure:
        code = "why_few_of_suit" if suit_count else "why_none_of_suit"
        reasons.append(Reason(code, {"count": suit_count, "points": points}))
    elif not is_trump and not suit_count:
        reasons.append(Reason("why_only_suit_beats", {"suit": phase.trump}))
    if not is_lead:
        reasons.append(Reason("why_may_be_taken", {"count": count}))
    if any(phase.card_points.values()) and (points or is_lead):
        reasons.append(Reason("why_risks", {"points": points}) if points else Reason("why_no_points"))
    return reasons


def _explain_losing_card(
    observation: Observation, phase: TrickPhase, card: Card, likely_partners: tuple[int, ...]
) -> list[Reason]:
    points, seat = phase.card_points.get(card.rank, 0), observation.seat
    winner = find_trick_winner(phase.trick, phase.ranking, phase.trump)
    known_partners = GAME_AIS[observation.game_id].list_known_partners(observation)
    if winner in (*known_partners, *likely_partners):
        code = "why_for_partner" if winner in known_partners else "why_for_likely_partner"
        return [Reason(code, {"seat": winner, "points": points})] if points else []
    if points:
        return [Reason("why_costs", {"seat": winner, "points": points})]
    if not any(phase.card_points.values()):
        return []
    is_last_card = len(phase.trick.cards) + 1 == len(phase.trick.seats)
    leaves_empty = is_last_card and not _count_trick_points(phase) and len(phase.hands[seat or 0]) > 1
    return [Reason("why_gives_nothing"), *([Reason("why_leaves_empty", {"seat": winner})] if leaves_empty else [])]


def _count_trick_points(phase: TrickPhase) -> int:
    return sum(phase.card_points.get(card.rank, 0) for card in phase.trick.cards)


def _list_kept_cards(observation: Observation, phase: TrickPhase, card: Card) -> list[Reason]:
    """Return the highest card that could be played in place of a lower one of its suit, if there is any."""
    height = phase.ranking.index
    same_suit = [
        action.card
        for action in observation.legal_actions
        if isinstance(action, Play) and action.card.suit == card.suit and height(action.card.rank) < height(card.rank)
    ]
    return [Reason("why_keeps_card", {"card": min(same_suit, key=lambda kept: height(kept.rank))})] if same_suit else []


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
