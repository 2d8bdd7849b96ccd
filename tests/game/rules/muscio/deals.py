"""Deals of Muscio for tests."""

from __future__ import annotations

from typing import Any

from game.core.actions import Deal
from game.core.phase import DealResult
from game.match.match import Match
from tests.helpers import make_match, play, stack_pack


def deal_muscio(turned: str, *hands: str, blinde: str = "", dealer: int | None = None, **table: Any) -> Match:
    """Return a deal with these hands from seat 0 on, filled up with the other cards.

    The last seat deals by default.
    """
    seats = len(hands)
    dealer = seats - 1 if dealer is None else dealer
    named = [turned, *blinde.split(), *(card for hand in hands for card in hand.split())]
    match = make_match(game="muscio", seats=seats, dealer=dealer, **table)
    left = iter(sorted((card.name for card in match.pack if card.name not in named), key=lambda name: name[0]))
    full = [" ".join([*hand.split(), *(next(left) for _ in range(5 - len(hand.split())))]) for hand in (*hands, blinde)]
    order = [(dealer + 1 + offset) % seats for offset in range(seats)]
    top = " ".join([*(full[seat] for seat in order[:-1]), full[-1], full[dealer], turned])
    return match.apply(Deal(stack_pack(match, top))).match


def apply_phrases(match: Match, *words: str) -> Match:
    """Return the match after these actions of the seats on turn."""
    for word in words:
        match = play(match, f"{match.turn} {word}")
    return match


def get_deal_result(match: Match) -> DealResult:
    assert match.phase is not None
    assert match.phase.result is not None
    return match.phase.result


def make_deal_results(*scores: tuple[int, ...]) -> tuple[DealResult, ...]:
    """Return results of deals that changed the scores by these numbers."""
    return tuple(
        DealResult(state="scored", scores=seat_scores, points=(0,) * len(seat_scores), reasons=())
        for seat_scores in scores
    )


FOUR_HANDS = ("Ad Kd Qh Jh 7h", "6d 5d 4h 3h 2h", "As Ks Qs Js 5c", "6s 5s 4s Ac Kc")
"""Four hands without a gatta in any turned suit."""
