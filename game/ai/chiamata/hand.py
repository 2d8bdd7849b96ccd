"""What a hand of Briscola chiamata is worth before a card is played: the points that its side may expect.

The points are a weighted sum of what a person counts: trumps by rank, aces and threes beside them, how high
the called card is, when one plays to the first trick. The weights are fitted to deals played by `club`:
``python -m tools.training.auction_fit --deals 4000 --seed 5``. Over 500 deals bid and played by `club` the winning
contracts were expected to take 73 points and took 74 (regolamento 72 and 73), scattered by 16.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

import msgspec

from game.engine.cards import SUITS, Card, Hand, Suit, card
from game.rules.family import RANKING

Kind: TypeAlias = Literal["partner", "in_mano", "solo"]
KINDS: Final[tuple[Kind, ...]] = ("partner", "in_mano", "solo")


class Fit(msgspec.Struct, frozen=True, kw_only=True):
    """The weights of `features`, and how far the points scatter around the sum."""

    weights: tuple[float, ...]
    scatter: float


def features(hand: Hand, trump: Suit | None, called: Card | None, place: int) -> list[float]:
    """What counts in ``hand``; ``place``: how many play to the first trick before it. ``trump`` is None in solo."""
    trumps = [one for one in hand if one.suit == trump]
    ranks = {one.rank for one in trumps}
    plain = [one for one in hand if one.suit != trump]
    tops = sum(_from_the_top(hand, suit) for suit in SUITS) if trump is None else 0
    aces = sum(one.rank == "A" for one in plain)
    threes = sum(one.rank == "3" for one in plain)
    figures = sum(one.rank in ("K", "Q", "J") for one in plain)
    covered = sum(card("A", suit) in hand and card("3", suit) in hand for suit in SUITS if suit != trump)
    calls = [float(called is not None and called not in hand and called.rank == rank) for rank in RANKING]
    return [
        1.0, float(place == 0), float(place == 4), float(aces), float(threes), float(covered), float(figures),
        float(tops), float(max(0, tops - 3)), float(len(trumps)), float(max(0, len(trumps) - 4)),
        *(float(rank in ranks) for rank in RANKING), *calls,
    ]  # fmt: skip


def _from_the_top(hand: Hand, suit: Suit) -> int:
    """How many of the highest cards of ``suit`` the hand holds without a gap."""
    count = 0
    while count < len(RANKING) and card(RANKING[count], suit) in hand:
        count += 1
    return count


FITS: Final[Mapping[Kind, Fit]] = {
    "partner": Fit(
        weights=(
            34.0, -2.2, 4.7, 0.3, 1.3, 0.6, 1.4, 0.0, 0.0, 6.1, 2.5,
            17.4, 7.9, 1.3, -0.2, -2.0, -3.3, -3.2, -3.3, -4.2, -4.2,
            20.9, 12.3, 4.4, 4.0, -0.2, -0.9, -0.8, -1.4, -1.4, -3.0,
        ),
        scatter=18.4,
    ),
    "in_mano": Fit(
        weights=(
            2.8, -2.7, 5.0, -0.6, -1.1, -0.9, -0.5, -0.0, 0.0, 5.5, 4.0,
            20.8, 8.9, 0.9, -1.4, -3.5, -2.9, -4.2, -3.8, -4.4, -4.8,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        ),
        scatter=10.6,
    ),
    "solo": Fit(
        weights=(
            8.2, -7.3, 5.1, 15.1, 11.1, -4.5, 2.3, -1.3, 3.7, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        ),
        scatter=11.2,
    ),
}  # fmt: skip
"""Each in three rows: what counts in general, the trumps held by rank from the ace down, the called card by rank."""


def expected(hand: Hand, trump: Suit | None, called: Card | None, place: int) -> float:
    """The points that the caller's side may expect."""
    found = features(hand, trump, called, place)
    weights = FITS[kind_of(hand, called)].weights
    return sum(weight * value for weight, value in zip(weights, found, strict=True))


def kind_of(hand: Hand, called: Card | None) -> Kind:
    """What a caller with this hand and this called card plays."""
    if called is None:
        return "solo"
    return "in_mano" if called in hand else "partner"


def chance(points: float, asked: float, scatter: float) -> float:
    """How likely a side that expects so many ``points`` takes those ``asked``."""
    return 0.5 * math.erfc((asked - 0.5 - points) / (scatter * math.sqrt(2)))
