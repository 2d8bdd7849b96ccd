"""Tables of Muscio as the tests want them."""

from __future__ import annotations

from typing import Any

from game.engine.actions import Deal
from game.engine.phases import DealResult
from game.match import Match
from tests.helpers import fresh, play, stacked


def muscio(turned: str, *hands: str, blinde: str = "", dealer: int | None = None, **table: Any) -> Match:
    """A deal with these hands from seat 0 on (the last seat deals), filled up from the rest of the pack."""
    seats = len(hands)
    dealer = seats - 1 if dealer is None else dealer
    named = [turned, *blinde.split(), *(card for hand in hands for card in hand.split())]
    match = fresh(game="muscio", seats=seats, dealer=dealer, **table)
    left = iter(sorted((card.name for card in match.pack if card.name not in named), key=lambda name: name[0]))
    full = [" ".join([*hand.split(), *(next(left) for _ in range(5 - len(hand.split())))]) for hand in (*hands, blinde)]
    order = [(dealer + 1 + at) % seats for at in range(seats)]
    top = " ".join([*(full[seat] for seat in order[:-1]), full[-1], full[dealer], turned])
    return match.apply(Deal(stacked(match, top))).match


def say(match: Match, *words: str) -> Match:
    """The match after these actions of whoever is to act."""
    for word in words:
        match = play(match, f"{match.to_act} {word}")
    return match


def result(match: Match) -> DealResult:
    assert match.phase is not None
    assert match.phase.result is not None
    return match.phase.result


def after(*scores: tuple[int, ...]) -> tuple[DealResult, ...]:
    """Deals that changed the scores so."""
    return tuple(DealResult(state="scored", scores=one, points=(0,) * len(one), why=()) for one in scores)


FOUR = ("Ad Kd Qh Jh 7h", "6d 5d 4h 3h 2h", "As Ks Qs Js 5c", "6s 5s 4s Ac Kc")
"""Four hands without a gatta, whatever suit is turned."""
