"""Sets of cards as bit masks, and functions on arrays of them.

The bit of a card is ``4 * height + suit``: the lowest bit of a set is its lowest card of any suit, and the cards of one
suit are every fourth bit. The height is the index of the card's rank in the game's ranking, from the lowest.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from game.core.cards import FRENCH_PACK, JOKERS, SUITS, Card, Rank, Suit

CardMasks: TypeAlias = NDArray[np.uint64]
"""An array of sets of cards."""

ONE: Final = np.uint64(1)
BITS_PER_HEIGHT: Final = np.uint64(4)
FIRST_SUIT_MASK: Final = np.uint64(0x1111111111111111)
"""All cards of the first suit; the others are shifted by one, two and three bits."""
ITALIAN_PACK_MASK: Final = np.uint64(0xFFFFFFFFFF)
"""All forty cards of a ranking of ten ranks."""


class CardBits(msgspec.Struct, frozen=True, kw_only=True):
    """The bit of each card of a ranking."""

    ranking: tuple[Rank, ...]
    bit_by_card: dict[Card, int]

    def make_mask(self, cards: Iterable[Card]) -> int:
        """Return the set of ``cards`` as a mask. Raises KeyError for a card that is not in the ranking."""
        mask = 0
        for card in cards:
            mask |= 1 << self.bit_by_card[card]
        return mask


@lru_cache(maxsize=8)
def get_card_bits(ranking: tuple[Rank, ...]) -> CardBits:
    """Return the bits of the cards of ``ranking``, which goes from high to low."""
    height = {rank: len(ranking) - 1 - index for index, rank in enumerate(ranking)}
    pack = [card for card in (*FRENCH_PACK, *JOKERS) if card.rank in height]
    bit_by_card = {card: 4 * height[card.rank] + SUITS.index(card.suit) for card in pack}
    return CardBits(ranking=ranking, bit_by_card=bit_by_card)


def make_suit_mask(suit: Suit | None) -> int:
    """Return all cards of a suit as a mask; 0 for no suit."""
    return 0 if suit is None else int(FIRST_SUIT_MASK) << SUITS.index(suit)


def select_lowest(masks: CardMasks) -> CardMasks:
    """Return the lowest card of each set, 0 for an empty set."""
    return masks & (~masks + ONE)


def get_suit_masks(cards: CardMasks) -> CardMasks:
    """Return all cards of the suit of each single card."""
    suit_masks: CardMasks = FIRST_SUIT_MASK << (np.bitwise_count(cards - ONE) & np.uint8(3)).astype(np.uint64)
    return suit_masks


def mask_above(cards: CardMasks) -> CardMasks:
    """Return all cards of higher bits than each single card, of any suit."""
    return ~(cards | (cards - ONE))


def mask_below_highest(masks: CardMasks) -> CardMasks:
    """Return all cards of each set's suits that are below the set's highest card of that suit."""
    below = masks >> BITS_PER_HEIGHT
    for shift in (4, 8, 16, 32):
        below = below | below >> np.uint64(shift)
    return below


def select_nth(masks: CardMasks, number: NDArray[np.uint8]) -> CardMasks:
    """Return the card with index ``number`` of each set, from 0, the lowest first.

    The result is undefined for a set with fewer cards.
    """
    rest, bit, wanted = masks, np.zeros_like(masks), number
    for width in (32, 16, 8, 4, 2, 1):
        lower_half = rest & np.uint64((1 << width) - 1)
        lower_count = np.bitwise_count(lower_half)
        is_upper = lower_count <= wanted
        wanted = wanted - lower_count * is_upper
        shift = is_upper.astype(np.uint64) * np.uint64(width)
        bit += shift
        rest = np.where(is_upper, rest >> np.uint64(width), lower_half)
    return ONE << bit
