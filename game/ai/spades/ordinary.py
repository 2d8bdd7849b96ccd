"""How `club` bids and plays, in many worlds at once: the ordinary player that a strong one takes the others for.

The same sums as `club` makes for one hand, over arrays (`reckoning`); a test holds the two together.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import ONE, Masks, above, bits_of, lowest
from game.ai.batch.playout import ZERO, Batch, Counts, Places
from game.ai.spades.bids import SPADES
from game.ai.spades.club import (
    CLUB,
    COUNTED,
    EXTRA,
    LATER,
    LEAST_STAKE,
    LEAST_WORTH,
    NIL_BELOW,
    NIL_COUNTED,
    NIL_SPADES,
    NIL_SURE,
    RETAKEN,
    SHED,
    WILL,
    WILL_NIL,
    overtrick,
    spread,
)  # fmt: skip
from game.ai.spades.reckoning import OF_SUIT, Count, Numbers, Shares
from game.rules.spades.game import pack_for
from game.rules.spades.options import SpadesOptions
from game.rules.spades.play import RANKING
from game.rules.spades.score import NIL, TRICK

TOP_SPADES: Final = OF_SUIT[SPADES] & ~np.uint64((1 << 4 * (len(RANKING) - NIL_BELOW)) - 1)
"""With one of them `club` bids no nil."""


def chances_of(tricks: Shares, wanted: Shares | Counts, left: int) -> Shares:
    """`club.chance_of` for many hands."""
    found: Shares = 1 / (1 + np.exp(-np.clip((tricks - wanted + 0.5) / spread(left), -50, 50)))
    return found


# -- bids ------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _pack(options: SpadesOptions, seats: int) -> np.uint64:
    return np.uint64(bits_of(RANKING).mask(pack_for(options, seats)))


def ordinary_bids(options: SpadesOptions, seats: int, hands: Masks) -> Counts:
    """What `club` bids on each of these hands (worlds,) at a table of so many seats."""
    pack, size = _pack(options, seats), int(np.bitwise_count(hands[0]))
    count = Count(hands, pack & ~hands, (size,) * (seats - 1), np.zeros((seats - 1, len(hands)), np.uint64))
    slope, base = COUNTED[seats]
    expected = np.float32(base) + np.float32(slope) * count.whole
    bids = np.arange(1, size + 1, dtype=np.float32)[:, None]
    made = chances_of(expected, bids, size)
    lost = TRICK if options.broken_bid == "minus_ten_per_bid" else 0
    worth = made * (TRICK * bids + overtrick(options.bags) * np.maximum(0, expected - bids)) - (1 - made) * lost * bids
    best = 1 + worth.argmax(axis=0)
    if options.nil:
        none = np.maximum(0, NIL_SURE - NIL_COUNTED * count.whole)
        none[np.bitwise_count(hands & OF_SUIT[SPADES]) > NIL_SPADES] = 0
        none[(hands & TOP_SPADES) != ZERO] = 0
        best = np.where(NIL * (2 * none - 1) > worth.max(axis=0), 0, best)
    found: Counts = best.astype(np.int16)
    return found


# -- cards -----------------------------------------------------------------------------------------


class Weighed(NamedTuple):
    """What the cards of hands are worth: both (cards of the hand, worlds)."""

    cards: Masks
    worth: Shares


class _Seats(NamedTuple):
    """By seat from who is to play on, (seats, worlds): where they stand in a batch, and what was bid and taken."""

    at: Places
    bids: Counts
    taken: Counts


class _Threat(NamedTuple):
    """By card, (cards, worlds): the suit led, as a place of the count, and whether that is trump; how many unseen
    cards of the suit led would beat what has the trick then, and how many trumps; what the trick is worth if it stays
    there."""

    led: Numbers
    trump: NDArray[np.bool_]
    over_led: Numbers
    over_trump: Numbers
    stays: Shares


def weighed(options: SpadesOptions, batch: Batch, bids: Counts, columns: Places) -> Weighed:
    """What `club` finds each card of who is to play worth, in these columns of the ``batch``, also if it may not be
    played. ``bids``: (seats, worlds), flattened."""
    at = batch.at[columns] + np.arange(batch.players)[:, None] * batch.width
    at -= (at >= batch.size) * batch.size
    seats = _Seats(at, bids.take(at), batch.tricks.take(at))
    hands = batch.hands.take(at[0])
    pack = np.bitwise_or.reduce(batch.hands.reshape(batch.players, -1)[:, 0]) | batch.fallen[0]
    unseen = pack & ~(hands | batch.fallen[columns])
    left = int(np.bitwise_count(hands[0]))
    sizes = tuple(left - (turn > batch.behind) for turn in range(1, batch.players))
    count = Count(hands, unseen, sizes, batch.lacks.take(at[1:]))
    values = _values(options, seats, left, np.float32(COUNTED[batch.players][0]) * count.whole)
    threat = _followed(batch, columns, count, unseen, values) if batch.played else _led(count, values)
    keep = np.float32(LATER) * (count.whole - count.without) + (count.height + 1) * np.float32(SHED)
    return Weighed(count.cards, _promised(batch.behind, count, seats, values, threat) - values[0] * keep)


def chosen(found: Weighed, legal: Masks) -> Masks:
    """The card of each hand that is worth most of those that may be played."""
    best = np.where((found.cards & legal) != ZERO, found.worth, -np.inf).argmax(axis=0)
    cards: Masks = found.cards[best, np.arange(len(legal))]
    return cards


def _values(options: SpadesOptions, seats: _Seats, left: int, expected: Shares) -> Shares:
    """What it is worth to who is to play that each seat takes a trick now, (seats, worlds)."""
    over = overtrick(options.bags)
    need = seats.bids - seats.taken
    made = np.full(need.shape, 0.5, np.float32)
    made[0] = chances_of(expected, need[0], left)
    stake = TRICK * seats.bids * (2 if options.broken_bid == "minus_ten_per_bid" else 1)
    worth = stake * np.clip(made * (1 - made) / spread(left), LEAST_STAKE, 1.0) + over * made * EXTRA
    worth = np.where(need > left, 0.0, np.where(need <= 0, over, worth))
    worth = np.where(seats.bids == 0, np.where(seats.taken == 0, -2.0 * NIL, min(0.0, over)), worth)
    values: Shares = (-CLUB.spite * worth).astype(np.float32)
    values[0] = np.where(worth[0] == 0, LEAST_WORTH, worth[0])
    return values


def _led(count: Count, values: Shares) -> _Threat:
    """What threatens the cards of who leads."""
    trumps = np.where(count.trump, count.higher, count.out[SPADES])
    stays = np.broadcast_to(values[0], count.cards.shape)
    return _Threat(count.at(count.suit), count.trump, count.higher, trumps, stays)


def _followed(batch: Batch, columns: Places, count: Count, unseen: Masks, values: Shares) -> _Threat:
    """What threatens who has the trick when each card has been played to it."""
    led, trumps, over = batch.led[columns], OF_SUIT[SPADES], batch.over[columns]
    takes = (count.cards & over) != ZERO
    higher = above(count.cards)
    beats = np.where(count.trump, higher & trumps, higher & OF_SUIT[count.suit] | trumps)
    beats = np.where(takes, beats, over) & unseen
    suit = np.bitwise_count(lowest(led) - ONE).astype(np.int32)
    turn = (batch.taker[columns] - batch.at[columns]) // batch.width % batch.players
    stays = np.where(takes, values[0], values[turn, np.arange(len(columns))])
    over_led, over_trump = (np.bitwise_count(beats & one).astype(np.int32) for one in (led, trumps))
    return _Threat(count.at(suit), suit == SPADES, over_led, over_trump, stays)


def _promised(behind: int, count: Count, seats: _Seats, values: Shares, threat: _Threat) -> Shares:
    """What the trick is worth to who plays each card, when so many others play to it after him."""
    kept, takers = np.ones(count.cards.shape, np.float32), list[Shares]()
    spades = count.at(np.full(1, SPADES, np.int32))
    for other in range(behind):
        bid, taken = seats.bids[other + 1], seats.taken[other + 1]
        will = np.where(bid > taken, WILL[True], WILL[False])
        will = np.where((bid == 0) & (taken == 0), WILL_NIL, will).astype(np.float32)
        follows = 1 - count.none_of(other, threat.led, threat.over_led)
        ruffs = count.void(other, threat.led) * (1 - count.none_of(other, spades, threat.over_trump))
        takes = np.minimum(1, follows + np.where(threat.trump, 0, ruffs)) * will
        again = takes * np.float32(RETAKEN)
        takers = [*(one * (1 - again) for one in takers), kept * takes + again * sum(takers)]
        kept = kept * (1 - takes)
    promised = kept * threat.stays
    for other, share in enumerate(takers):
        promised = promised + share * values[other + 1]
    return promised
