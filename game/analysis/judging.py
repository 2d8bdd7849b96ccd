"""Judging choices by what could be known when they were made: a `Choice` has the view of its seat, and no more."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from game.ai.estimate import is_even
from game.ai.explain import Advice, explain
from game.ai.limit import LIMIT_MS, Limit
from game.ai.mind import Mind
from game.ai.players import MINDS
from game.analysis.values import Finding, Judgement, MatchAnalysis, Option, Place, Task, costliest
from game.engine.actions import Action, Deal
from game.engine.phases import Phase
from game.engine.tricks import Tricks
from game.fairness import stream
from game.match import DISCIPLINE, Match
from game.record import Record, results
from game.view import View, look

LOOKS: Final = 2
"""So often a choice is looked at again, in other worlds, that seemed worse than the best at the first look. Those looks
alone judge it: what the first one picked out, it may well have exaggerated."""
UNHURRIED: Final = Limit(LIMIT_MS, lambda: 0.0)
"""By a clock that stands still: the same seed gives the same judgement on every machine."""


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat saw when it was on turn, and what it did."""

    place: Place
    view: View
    action: Action


def seats_judged(record: Record, seats: Collection[int]) -> tuple[int, ...]:
    """Those of ``seats`` that the record has; all, where none is named."""
    everyone = range(len(record.names))
    return tuple(seat for seat in everyone if seat in seats or not seats)


def choices(record: Record, seats: Collection[int]) -> tuple[Choice, ...]:
    """Every turn of ``seats`` in the deals that are over, one by one; what the clock chose, and what the computer did
    for who had left, is nobody's choice. RecordError if the record cannot be played."""
    found: list[Choice] = []
    dealt: list[Choice] = []
    match, deal, number = record.start(), 0, 0
    for action, step in record.steps():
        if isinstance(action, Deal):
            found, dealt, deal, number = found + dealt, [], deal + 1, 0
        else:
            number += 1
            if action.seat in seats and _is_choice(match, action):
                place = Place(deal, number, _trick(match.phase))
                dealt.append(Choice(place=place, view=look(match, action.seat), action=action))
        match = step.match
    return tuple(found if match.deal_open else found + dealt)


def _is_choice(match: Match, action: Action) -> bool:
    return type(action) not in DISCIPLINE and match.forced is None and action.seat not in match.left


def _trick(phase: Phase | None) -> int:
    return len(phase.done) + 1 if isinstance(phase, Tricks) else 0


def judge(choice: Choice, seed: int) -> Finding:
    """What a master finds of a choice from what its seat knew. It follows from the choice and the seed alone.

    Nothing is found where the game has nobody who could judge.
    """
    view, place = choice.view, choice.place
    assert view.seat is not None
    mind = MINDS.get(view.game)
    if mind is None:
        return Finding(place=place, seat=view.seat)
    path = (seed, "analysis", place.deal, place.action)
    advice = explain(view, UNHURRIED, stream(*path), also=choice.action)
    made = _made(choice, advice)
    if made is not None and not is_even(made.estimate, advice[0].estimate):
        advice = explain(view, UNHURRIED, stream(*path, "again"), also=choice.action, looks=LOOKS)
        made = _made(choice, advice)
    return Finding(
        place=place, seat=view.seat,
        judgement=_judged(choice.action, advice, mind) if made is not None and len(advice) > 1 else None,
        chance=made.estimate.win if made is not None and place.trick else None,
        suspects=mind.suspects(view, stream(*path, "suspects")),
    )  # fmt: skip


def _made(choice: Choice, advice: Sequence[Advice]) -> Advice | None:
    """What is thought of the choice that was made."""
    return next((one for one in advice if one.action == choice.action), None)


def _judged(chosen: Action, advice: Sequence[Advice], mind: Mind) -> Judgement:
    return Judgement(chosen=chosen, options=options_of(advice, mind), stake=mind.stake)


def options_of(advice: Sequence[Advice], mind: Mind) -> tuple[Option, ...]:
    """What may be chosen, and what each choice costs beside the best."""
    return tuple(_option(one, advice[0], mind) for one in advice)


def _option(one: Advice, best: Advice, mind: Mind) -> Option:
    less = max(0.0, mind.price(best.estimate) - mind.price(one.estimate))
    loss = 0.0 if is_even(one.estimate, best.estimate) else less
    return Option(action=one.action, loss=loss, win=one.estimate.win, why=one.reasons)


def gathered(record: Record, seats: tuple[int, ...], judged: Sequence[tuple[Choice, Finding]]) -> MatchAnalysis:
    """The analysis of a match, of all that was found of its choices."""
    match, deals = results(record)
    views = {(choice.place, finding.seat): choice.view for choice, finding in judged}
    findings = tuple(finding for _choice, finding in judged)
    again = [one for seat in seats for one in costliest([found for found in findings if found.seat == seat])]
    return MatchAnalysis(
        game=record.game, names=record.names, seats=seats, over=match.over,
        deals=deals[:-1] if match.deal_open else deals, findings=findings,
        tasks=tuple(Task(view=views[one.place, one.seat], finding=one) for one in again),
    )  # fmt: skip
