"""How `club` plays Briscola for two, in many worlds at once: the ordinary player that a strong one takes the other for.

The same sums as `club` makes for one hand, over arrays, as long as there is a stock; a test holds the two together.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import ONE, Masks, above, suits_of
from game.ai.batch.playout import ZERO, Batch
from game.ai.batch.policy import spread
from game.ai.batch.tables import tables_for
from game.ai.briscola.club import CLUB, DISCARD, DRAWN, PLAIN_WILL, TRUMP_WILL
from game.ai.briscola.sight import PACK
from game.engine.cards import SUITS, card
from game.rules.briscola.play import HAND_SIZE, BriscolaTricks
from game.rules.family import RANKING, VALUES
from game.view import View

Numbers = NDArray[np.float64]

_UPWARDS: Final = RANKING[::-1]
POINTS: Final = np.array([VALUES.get(rank, 0) for rank in _UPWARDS], np.float64)
"""By height, from the 2 up: card points."""
KEPT: Final = np.array([[CLUB.keeping(card(rank, suit), SUITS[0], 2) for rank in _UPWARDS] for suit in SUITS[1::-1]])
"""Plain or trump, by height: what a card is worth in hand."""
GIFT: Final = np.array([*(POINTS[height:].mean() for height in range(1, len(POINTS))), 0.0])
"""By height of a plain card: the points that a higher one of its suit has."""


def exchanged_card(view: View) -> np.uint64:
    """The card that was taken in exchange, if any was: all know who holds it."""
    phase = view.phase
    assert isinstance(phase, BriscolaTricks)
    return ZERO if phase.exchange is None else np.uint64(tables_for(phase).bits.mask(phase.exchange[1:]))


class Weighed(NamedTuple):
    """What the cards of hands are worth: both (cards of the hand, worlds)."""

    cards: Masks
    worth: Numbers


def weighed(batch: Batch, public: np.uint64 = ZERO) -> Weighed:
    """What `club` finds each card of who is to play worth, in a ``batch`` of two players that has a stock left.
    ``public``: a card that was exchanged, which all know where it is."""
    hand, trump, turned = batch.held(), batch.trump, batch.stock[-1]
    cards = spread(hand)
    height = np.bitwise_count(cards - ONE) >> 2
    is_trump = ((cards & trump) != ZERO).astype(np.intp)
    points, keep = POINTS.take(height, mode="clip"), KEPT[is_trump, np.minimum(height, len(POINTS) - 1)]
    gain = np.zeros(batch.width)
    if len(batch.stock) - batch.drawn == batch.players:
        gain = KEPT[1].take(np.bitwise_count(turned - ONE) >> 2) - DRAWN
    if batch.played:
        lying = POINTS.take(np.bitwise_count(batch.trick - ONE) >> 2) + points
        return Weighed(cards, np.where((cards & batch.over) != ZERO, lying - gain, gain - lying) - keep)
    other = batch.hands.take((batch.at + batch.width) % batch.size)
    sure = other & public
    unseen = PACK & ~(hand | batch.fallen | turned | sure)
    higher = suits_of(cards) & above(cards) & PACK
    trumped = np.where(is_trump == 1, higher, trump)
    over = np.where(is_trump == 1, 0.0, PLAIN_WILL * _chance(higher, unseen, sure))
    taken = (1 - over) * _chance(trumped, unseen, sure) * _will(points)
    gift = GIFT.take(height, mode="clip")
    lost = over * (points + gift) + taken * points
    worth = (1 - over - taken) * (points + DISCARD - gain) - lost + (over + taken) * gain - keep
    return Weighed(cards, worth)


def _chance(wanted: Masks, unseen: Masks, sure: Masks) -> Numbers:
    """How likely the other holds one of these cards at least: of his hand all but ``sure`` is any of the unseen."""
    out = np.bitwise_count(unseen).astype(np.float64)
    among = np.bitwise_count(wanted & unseen)
    covered = HAND_SIZE - np.bitwise_count(sure)
    lacks = np.ones(among.shape)
    for at in range(HAND_SIZE):
        lacks *= np.where(at < covered, np.maximum(0, out - among - at) / np.maximum(1, out - at), 1.0)
    found: Numbers = np.where((wanted & sure) != ZERO, 1.0, 1 - lacks)
    return found


def _will(points: Numbers) -> Numbers:
    """How likely a trump is spent on a card worth so much."""
    will: Numbers = np.select([points >= least for least, _ in TRUMP_WILL], [will for _, will in TRUMP_WILL])
    return will


def chosen(found: Weighed) -> Masks:
    """The card of each hand that is worth most."""
    best = np.where(found.cards != ZERO, found.worth, -np.inf).argmax(axis=0)
    cards: Masks = found.cards[best, np.arange(found.cards.shape[1])]
    return cards
