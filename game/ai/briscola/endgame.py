"""The end of Briscola for two, played exactly: with the stock gone, every card not seen is the opponent's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.engine.cards import Card, Hand, Suit, without
from game.engine.tricks import powers
from game.rules.briscola.play import MAJORITY, BriscolaTricks
from game.rules.family import RANKING, VALUES

WON: Final = 1000
"""More than any number of points: the deal comes first, then the points."""


def is_open(phase: BriscolaTricks) -> bool:
    """Whether both players of two can know all cards."""
    return phase.seats == 2 and not phase.stock


def best_card(
    hand: Hand, other: Hand, led: Card | None, trump: Suit, points: tuple[int, int], tried: Sequence[Card]
) -> Card:
    """The card among ``tried`` of ``hand`` that serves its holder best if both play perfectly, the first of equal ones.

    ``other`` is the opponent's hand, ``led`` the card he led (None: ``hand`` leads), ``points`` what the
    holder and the opponent have taken so far.
    """
    mine, theirs = points
    if led is None:
        return max(tried, key=lambda one: -_reply(other, without(hand, one), one, trump, theirs, mine))
    return max(tried, key=lambda one: _after(hand, other, led, one, trump, mine, theirs))


def _lead(hand: Hand, other: Hand, trump: Suit, mine: int, theirs: int) -> int:
    """What the end is worth to the leader, who holds ``hand`` and has ``mine`` points."""
    if not hand:
        return mine - theirs + WON * ((mine > MAJORITY) - (theirs > MAJORITY))
    return max(-_reply(other, without(hand, one), one, trump, theirs, mine) for one in hand)


def _reply(hand: Hand, other: Hand, led: Card, trump: Suit, mine: int, theirs: int) -> int:
    """What it is worth to the second player, whose ``hand`` answers ``led``; ``other`` is what the leader keeps."""
    return max(_after(hand, other, led, one, trump, mine, theirs) for one in hand)


def _after(hand: Hand, other: Hand, led: Card, answer: Card, trump: Suit, mine: int, theirs: int) -> int:
    """What answering ``led`` with ``answer`` is worth to the second player."""
    power = powers(RANKING, trump, led.suit)
    points = VALUES.get(led.rank, 0) + VALUES.get(answer.rank, 0)
    rest = without(hand, answer)
    if power[answer] > power[led]:
        return _lead(rest, other, trump, mine + points, theirs)
    return -_lead(other, rest, trump, theirs + points, mine)
