"""Judging of choices by the observation of the seat that made them."""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from functools import partial
from typing import Final

import msgspec

from game.ai.advice import compute_advice, find_likely_partners
from game.ai.estimates import ExplainedEstimate, has_same_result, is_tied_with_best
from game.ai.game_ai import GameAI
from game.ai.levels import get_ai_info
from game.ai.registry import GAME_AIS
from game.ai.time_limit import DEFAULT_TIME_LIMIT_MS, TimeLimit
from game.analysis.model import (
    ChoiceJudgment,
    ChoiceLocation,
    ExpectedResult,
    Finding,
    JudgedOption,
    MatchAnalysis,
    RetryTask,
    find_costliest,
)
from game.core.actions import Action, Deal
from game.core.phase import Phase
from game.core.trick_taking import TrickPhase
from game.match.match import TABLE_ACTIONS, Match
from game.match.observation import Observation, get_seat, observe
from game.match.record import Record, replay_deal_results
from game.shuffling.shuffle import derive_random

RECHECK_PASS_COUNT: Final = 2
"""Search passes of the second estimate, for choices that seemed worse than the best.

The second estimate uses new determinizations and replaces the first, which is biased: it selected the choice.
"""
DETERMINISTIC_TIME_LIMIT: Final = TimeLimit(DEFAULT_TIME_LIMIT_MS, lambda: 0.0)
"""A time limit whose clock does not advance, so that a seed gives the same judgment on every machine."""


class RecordedChoice(msgspec.Struct, frozen=True, kw_only=True):
    """The observation of a seat on its turn, and its action."""

    location: ChoiceLocation
    observation: Observation
    action: Action


def select_seats(record: Record, seats: Collection[int]) -> tuple[int, ...]:
    """Return those of ``seats`` that the record has, in ascending order; all seats if ``seats`` is empty."""
    all_seats = range(len(record.names))
    return tuple(seat for seat in all_seats if seat in seats or not seats)


def find_choices(record: Record, seats: Collection[int]) -> tuple[RecordedChoice, ...]:
    """Return every choice of ``seats`` in the finished deals, in the order of play; () if ``seats`` is empty.

    Cards forced by a timeout and actions of the computer for a player who left are not choices. Raise RecordError if
    the record cannot be played.
    """
    choices: list[RecordedChoice] = []
    deal_choices: list[RecordedChoice] = []
    match, deal, action_number = record.create_match(), 0, 0
    for action, step in record.iter_steps():
        if isinstance(action, Deal):
            choices, deal_choices, deal, action_number = choices + deal_choices, [], deal + 1, 0
        else:
            action_number += 1
            if action.seat in seats and _is_players_choice(match, action):
                location = ChoiceLocation(deal, action_number, _get_trick_number(match.phase))
                deal_choices.append(
                    RecordedChoice(location=location, observation=observe(match, action.seat), action=action)
                )
        match = step.match
    return tuple(choices if match.is_deal_in_progress else choices + deal_choices)


def _is_players_choice(match: Match, action: Action) -> bool:
    return (
        type(action) not in TABLE_ACTIONS and match.auto_play_seat is None and action.seat not in match.departed_seats
    )


def _get_trick_number(phase: Phase | None) -> int:
    return len(phase.completed_tricks) + 1 if isinstance(phase, TrickPhase) else 0


def judge_choice(choice: RecordedChoice, seed: int, time_limit: TimeLimit = DETERMINISTIC_TIME_LIMIT) -> Finding:
    """Return the finding of the master level on a choice; it depends on the choice, the seed and the limit only.

    The finding is empty if the game has no computer players; it has no judgment if there was only one option.
    """
    observation, location = choice.observation, choice.location
    game_ai = GAME_AIS.get(observation.game_id)
    if game_ai is None:
        return Finding(location=location, seat=get_seat(observation))
    path = (seed, "analysis", location.deal, location.action)
    advise = _prepare_advice(observation, time_limit, choice.action)
    advice = advise(derive_random(*path))
    chosen_advice = _find_advice(choice.action, advice)
    if chosen_advice is not None and not is_tied_with_best(chosen_advice, advice[0]):
        advice = advise(derive_random(*path, "again"), pass_count=RECHECK_PASS_COUNT)
    partners = game_ai.estimate_secret_partners(observation, derive_random(*path, "suspects"), time_limit)
    return _make_finding(choice, advice, game_ai, partners)


def judge_options(
    observation: Observation,
    seed: int,
    time_limit: TimeLimit,
    deal: int,
    action_number: int,
    extra_action: Action | None = None,
) -> dict[Action, Finding]:
    """Return the finding on each choice that a seat has now, as if it chose it; {} if it has only one.

    The findings are like those of `judge_choice`. ``deal``, ``action_number``: the place of the choice. Not every
    possible bid is judged; ``extra_action`` is one to judge as well. Empty if the game has no computer players.
    """
    game_ai = GAME_AIS.get(observation.game_id)
    if game_ai is None:
        return {}
    path = (seed, "check")
    location = ChoiceLocation(deal, action_number, _get_trick_number(observation.phase))
    partners = game_ai.estimate_secret_partners(observation, derive_random(*path, "suspects"), time_limit)
    advise = _prepare_advice(observation, time_limit, extra_action)
    advice = again = advise(derive_random(*path))
    if not all(is_tied_with_best(option, advice[0]) for option in advice):
        again = advise(derive_random(*path, "again"), pass_count=RECHECK_PASS_COUNT)
    findings = {
        option.action: _make_finding(
            RecordedChoice(location=location, observation=observation, action=option.action),
            advice if is_tied_with_best(option, advice[0]) else again,
            game_ai,
            partners,
        )
        for option in advice
        if _find_advice(option.action, again) is not None
    }
    return findings if len(advice) > 1 else {}


def _prepare_advice(
    observation: Observation, time_limit: TimeLimit, extra_action: Action | None
) -> partial[list[ExplainedEstimate]]:
    """Return a function that advises, each time in other states, but with the likely partners found only once."""
    partners = find_likely_partners(observation, time_limit)
    return partial(compute_advice, observation, time_limit, extra_action=extra_action, likely_partners=partners)


def _find_advice(action: Action, advice: Sequence[ExplainedEstimate]) -> ExplainedEstimate | None:
    return next((candidate for candidate in advice if candidate.action == action), None)


def _make_finding(
    choice: RecordedChoice, advice: Sequence[ExplainedEstimate], game_ai: GameAI, partners: tuple[float, ...]
) -> Finding:
    """Return the finding on a choice by ``advice``, without a judgment if that is about one option or not about it."""
    chosen_advice = _find_advice(choice.action, advice)
    has_choice = chosen_advice is not None and len(advice) > 1
    played_advice = chosen_advice if choice.location.trick else None
    return Finding(
        location=choice.location,
        seat=get_seat(choice.observation),
        judgment=_make_judgment(choice.action, advice, game_ai) if has_choice else None,
        win_probability=None if played_advice is None else played_advice.win_probability,
        expected=None if played_advice is None else _compare_expectations(played_advice, advice[0], game_ai),
        partner_probabilities=partners,
    )


def _make_judgment(chosen_action: Action, advice: Sequence[ExplainedEstimate], game_ai: GameAI) -> ChoiceJudgment:
    return ChoiceJudgment(
        chosen_action=chosen_action, options=make_options(advice, game_ai), max_loss=game_ai.max_loss_per_choice
    )


def _compare_expectations(chosen: ExplainedEstimate, best: ExplainedEstimate, game_ai: GameAI) -> ExpectedResult | None:
    """Return the expected result before and after a choice; None if its estimates have none."""
    has_points = bool(get_ai_info(game_ai.game).course_label)
    after, before = (
        game_ai.get_additive_value(estimate) if has_points else estimate.win_probability for estimate in (chosen, best)
    )
    if after is None or before is None:
        return None
    has_loss = _make_option(chosen, best, game_ai).loss > 0
    return ExpectedResult(before=max(before, after) if has_loss else after, after=after)


def make_options(advice: Sequence[ExplainedEstimate], game_ai: GameAI) -> tuple[JudgedOption, ...]:
    """Return an option for each of ``advice``, in its order, with the loss compared with the first.

    ``advice``: the best first; () gives (). The loss is in the unit of `GameAI.get_additive_value`, at least 0.
    """
    return tuple(_make_option(candidate, advice[0], game_ai) for candidate in advice)


def _make_option(advice: ExplainedEstimate, best: ExplainedEstimate, game_ai: GameAI) -> JudgedOption:
    value_difference = max(0.0, game_ai.get_additive_value(best) - game_ai.get_additive_value(advice))
    loss = 0.0 if is_tied_with_best(advice, best) or has_same_result(advice, best) else value_difference
    return JudgedOption(action=advice.action, loss=loss, win_probability=advice.win_probability, reasons=advice.reasons)


def build_analysis(
    record: Record, seats: tuple[int, ...], judged: Sequence[tuple[RecordedChoice, Finding]]
) -> MatchAnalysis:
    """Return the analysis of a match from its choices and their findings, which keep their order.

    ``seats``: the judged seats. Raise RecordError if the record cannot be played.
    """
    match, deals = replay_deal_results(record)
    observations = {(choice.location, finding.seat): choice.observation for choice, finding in judged}
    findings = tuple(finding for _choice, finding in judged)
    costliest_findings = [
        costly_finding
        for seat in seats
        for costly_finding in find_costliest([candidate for candidate in findings if candidate.seat == seat])
    ]
    return MatchAnalysis(
        game_id=record.game_id,
        names=record.names,
        seats=seats,
        is_over=match.is_over,
        deal_results=deals[:-1] if match.is_deal_in_progress else deals,
        findings=findings,
        retry_tasks=tuple(
            RetryTask(observation=observations[costly_finding.location, costly_finding.seat], finding=costly_finding)
            for costly_finding in costliest_findings
        ),
    )


def analyze_match(
    record: Record,
    seats: tuple[int, ...],
    seed: int,
    deal: int | None = None,
    known: tuple[Finding, ...] = (),
    time_limit: TimeLimit = DETERMINISTIC_TIME_LIMIT,
) -> Generator[tuple[int, int], None, MatchAnalysis]:
    """Yield the number of judged choices and of all, first 0 and all; return the analysis at the end.

    ``seats``: the seats to judge, () for all; ``deal``: the number of the only deal to judge, None for all deals;
    ``known``: findings on choices of this match that are not judged again; of two on a choice, the last one counts.
    Those on actions that were taken back do not. Raise RecordError if the record cannot be played.
    """
    judged_seats = select_seats(record, seats)
    choices = [choice for choice in find_choices(record, judged_seats) if deal in (None, choice.location.deal)]
    known_findings = {(finding.location, finding.seat, finding.action): finding for finding in known}
    judged_choices = []
    yield 0, len(choices)
    for done, choice in enumerate(choices, 1):
        actions = (choice.action, None)  # None: there was nothing to judge
        keys = ((choice.location, get_seat(choice.observation), action) for action in actions)
        finding = next((known_findings[key] for key in keys if key in known_findings), None)
        judged_choices.append((choice, finding or judge_choice(choice, seed, time_limit)))
        yield done, len(choices)
    return build_analysis(record, judged_seats, judged_choices)
