"""Cards as bits: a set of cards is a number, many sets an array of them.

A card's bit is ``4 * height + suit``: the lowest bit of a set is its lowest card, whatever the suit, and one
suit is every fourth bit. The height is the card's place in the game's ranking, from below.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from game.engine.cards import FRENCH_PACK, JOKERS, SUITS, Card, Rank, Suit

Masks: TypeAlias = NDArray[np.uint64]
"""Sets of cards."""

ONE: Final = np.uint64(1)
STEP: Final = np.uint64(4)
SUIT_BITS: Final = np.uint64(0x1111111111111111)
"""All cards of the first suit; the others are one, two and three bits further."""


class Bits(msgspec.Struct, frozen=True, kw_only=True):
    """Which bit each card of a ranking is."""

    ranking: tuple[Rank, ...]
    numbers: dict[Card, int]
    cards: dict[int, Card]

    def mask(self, cards: Iterable[Card]) -> int:
        """The set of these cards."""
        found = 0
        for card in cards:
            found |= 1 << self.numbers[card]
        return found

    def listed(self, mask: int) -> tuple[Card, ...]:
        """The cards of a set, the lowest first."""
        return tuple(self.cards[at] for at in range(mask.bit_length()) if mask >> at & 1)


@lru_cache(maxsize=8)
def bits_of(ranking: tuple[Rank, ...]) -> Bits:
    """The bits of the cards that rank so, ``ranking`` from high to low."""
    height = {rank: len(ranking) - 1 - at for at, rank in enumerate(ranking)}
    pack = [card for card in (*FRENCH_PACK, *JOKERS) if card.rank in height]
    numbers = {card: 4 * height[card.rank] + SUITS.index(card.suit) for card in pack}
    return Bits(ranking=ranking, numbers=numbers, cards={at: card for card, at in numbers.items()})


def suit_mask(suit: Suit | None) -> int:
    """All cards of a suit; none of them if there is none."""
    return 0 if suit is None else int(SUIT_BITS) << SUITS.index(suit)


def lowest(masks: Masks) -> Masks:
    """The lowest card of each set, nothing of an empty one."""
    return masks & (~masks + ONE)


def suits_of(bits: Masks) -> Masks:
    """For single cards: all cards of the card's suit."""
    suits: Masks = SUIT_BITS << (np.bitwise_count(bits - ONE) & np.uint8(3)).astype(np.uint64)
    return suits


def above(bits: Masks) -> Masks:
    """For single cards: all cards of higher bits."""
    return ~(bits | (bits - ONE))


def topped(masks: Masks) -> Masks:
    """The cards of each suit below the highest of it: places of sets that have a higher card of their suit."""
    below = masks >> STEP
    for shift in (4, 8, 16, 32):
        below = below | below >> np.uint64(shift)
    return below


def nth(masks: Masks, number: NDArray[np.uint8]) -> Masks:
    """The card number ``number`` (from 0, the lowest first) of each set that has so many; undefined otherwise."""
    rest, place, wanted = masks, np.zeros_like(masks), number
    for width in (32, 16, 8, 4, 2, 1):
        low = rest & np.uint64((1 << width) - 1)
        count = np.bitwise_count(low)
        upper = count <= wanted
        wanted = wanted - count * upper
        skip = upper.astype(np.uint64) * np.uint64(width)
        place += skip
        rest = np.where(upper, rest >> np.uint64(width), low)
    return ONE << place
