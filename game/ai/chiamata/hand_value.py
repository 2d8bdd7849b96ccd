"""The value of a hand of Briscola chiamata before a card is played: the points that the caller's side may expect.

The points are a weighted sum of the features that a person counts: trumps by rank, aces and threes in other suits, the
rank of the called card, the position in the first trick. The weights are fitted to deals played by the level "club":
``python -m tools.training.auction_fit --deals 4000 --seed 5``. Over 500 deals bid and played by "club", the winning
contracts had 73 expected and 74 actual points (with the preset "regolamento" 72 and 73), with a standard deviation of
16.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

import msgspec

from game.core.cards import SUITS, Card, Hand, Suit, get_card
from game.rules.briscola_family import RANKING

ContractKind: TypeAlias = Literal["partner", "in_mano", "solo"]
CONTRACT_KINDS: Final[tuple[ContractKind, ...]] = ("partner", "in_mano", "solo")


class LinearFit(msgspec.Struct, frozen=True, kw_only=True):
    """Weights of `compute_features`, and the standard deviation of the points."""

    weights: tuple[float, ...]
    std_dev_points: float


def compute_features(hand: Hand, trump: Suit | None, called_card: Card | None, position: int) -> list[float]:
    """Return the features of ``hand``.

    ``trump``: None in solo; ``position``: how many players play to the first trick before it.
    """
    trumps = [held_card for held_card in hand if held_card.suit == trump]
    ranks = {held_card.rank for held_card in trumps}
    plain_cards = [held_card for held_card in hand if held_card.suit != trump]
    tops = sum(_count_from_top(hand, suit) for suit in SUITS) if trump is None else 0
    aces = sum(held_card.rank == "A" for held_card in plain_cards)
    threes = sum(held_card.rank == "3" for held_card in plain_cards)
    figures = sum(held_card.rank in ("K", "Q", "J") for held_card in plain_cards)
    covered_aces = sum(get_card("A", suit) in hand and get_card("3", suit) in hand for suit in SUITS if suit != trump)
    calls = [
        float(called_card is not None and called_card not in hand and called_card.rank == rank) for rank in RANKING
    ]
    return [
        1.0,
        float(position == 0),
        float(position == 4),
        float(aces),
        float(threes),
        float(covered_aces),
        float(figures),
        float(tops),
        float(max(0, tops - 3)),
        float(len(trumps)),
        float(max(0, len(trumps) - 4)),
        *(float(rank in ranks) for rank in RANKING),
        *calls,
    ]


def _count_from_top(hand: Hand, suit: Suit) -> int:
    """Return how many of the highest cards of ``suit`` the hand holds without a gap."""
    count = 0
    while count < len(RANKING) and get_card(RANKING[count], suit) in hand:
        count += 1
    return count


FIT_BY_CONTRACT_KIND: Final[Mapping[ContractKind, LinearFit]] = {
    "partner": LinearFit(
        weights=(
            34.0, -2.2, 4.7, 0.3, 1.3, 0.6, 1.4, 0.0, 0.0, 6.1, 2.5,
            17.4, 7.9, 1.3, -0.2, -2.0, -3.3, -3.2, -3.3, -4.2, -4.2,
            20.9, 12.3, 4.4, 4.0, -0.2, -0.9, -0.8, -1.4, -1.4, -3.0,
        ),
        std_dev_points=18.4,
    ),
    "in_mano": LinearFit(
        weights=(
            2.8, -2.7, 5.0, -0.6, -1.1, -0.9, -0.5, -0.0, 0.0, 5.5, 4.0,
            20.8, 8.9, 0.9, -1.4, -3.5, -2.9, -4.2, -3.8, -4.4, -4.8,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        ),
        std_dev_points=10.6,
    ),
    "solo": LinearFit(
        weights=(
            8.2, -7.3, 5.1, 15.1, 11.1, -4.5, 2.3, -1.3, 3.7, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        ),
        std_dev_points=11.2,
    ),
}  # fmt: skip
"""Each has three rows of weights.

They are for general features, the trumps held from the ace down, and the rank of the called card from the ace down.
"""


def predict_points(hand: Hand, trump: Suit | None, called_card: Card | None, position: int) -> float:
    """Return the points that the caller's side may expect.

    ``hand``: the caller's, as dealt; ``position``: how many players play to the first trick before it.
    """
    feature_values = compute_features(hand, trump, called_card, position)
    weights = FIT_BY_CONTRACT_KIND[get_contract_kind(hand, called_card)].weights
    return sum(weight * value for weight, value in zip(weights, feature_values, strict=True))


def get_contract_kind(hand: Hand, called_card: Card | None) -> ContractKind:
    """Return the kind of contract of a caller with this hand and called card."""
    if called_card is None:
        return "solo"
    return "in_mano" if called_card in hand else "partner"


def compute_made_probability(expected_points: float, asked_points: float, std_dev: float) -> float:
    """Return the probability that a side takes at least ``asked_points``.

    The points are normally distributed around ``expected_points``.
    """
    return 0.5 * math.erfc((asked_points - 0.5 - expected_points) / (std_dev * math.sqrt(2)))
