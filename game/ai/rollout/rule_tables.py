"""The rules of a trick phase as tables for the rollout engine."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from game.ai.rollout.card_bits import CardBits, get_card_bits
from game.core.cards import SUITS, Rank, get_card
from game.core.trick_taking import TrickPhase


class RuleTables(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of trick play as a batch reads them.

    ``points_masks``: (points, set of the cards with these points), empty where tricks count. The other fields are the
    properties of `TrickPhase` of the same names.
    """

    card_bits: CardBits
    points_masks: tuple[tuple[int, int], ...]
    must_follow_suit: bool
    must_trump: bool
    must_break_trump: bool
    trump_trick_count: int
    high_lead_trick_count: int


def get_rule_tables(phase: TrickPhase) -> RuleTables:
    """Return the tables for the trick phase ``phase``, masked or not."""
    return RuleTables(
        card_bits=get_card_bits(phase.ranking),
        points_masks=_get_points_masks(phase.ranking, tuple(phase.card_points.items())),
        must_follow_suit=phase.must_follow_suit,
        must_trump=phase.must_trump,
        must_break_trump=phase.must_break_trump,
        trump_trick_count=phase.trump_trick_count,
        high_lead_trick_count=phase.high_lead_trick_count,
    )


@lru_cache(maxsize=8)
def _get_points_masks(
    ranking: tuple[Rank, ...], points_by_rank: tuple[tuple[Rank, int], ...]
) -> tuple[tuple[int, int], ...]:
    card_bits = get_card_bits(ranking)
    return tuple(
        (points, card_bits.make_mask(get_card(rank, suit) for suit in SUITS)) for rank, points in points_by_rank
    )
