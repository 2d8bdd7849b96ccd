"""How `club` plays Briscola chiamata, in many worlds at once: the ordinary player that a strong one takes others for.

The same sums as `club` makes for one hand (`play`, `reading`), over arrays; a test holds the two together.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import ONE, Masks, above, suits_of
from game.ai.batch.playout import ZERO, Batch, Places, Policy, Start
from game.ai.batch.policy import spread
from game.ai.chiamata.play import (
    CLUB,
    DISCARD,
    FRIENDLY_WILL,
    PLAIN_WILL,
    RETAKEN,
    SMEAR,
    SMEAR_LAST,
    TRUMP_WILL,
)  # fmt: skip
from game.ai.chiamata.reading import CALLER_TRUMPS, IN_MANO, LOADS_CALLER, LOADS_OTHERS, TAKES_FROM_CALLER
from game.ai.chiamata.sight import CALLER, PACK, PARTNER, ChiamataSight
from game.engine.cards import SUITS, card
from game.rules.family import RANKING, VALUES

Numbers: TypeAlias = NDArray[np.float32]

SEATS: Final = 5
TRICKS: Final = 8
_UPWARDS: Final = RANKING[::-1]
POINTS: Final = np.array([VALUES.get(rank, 0) for rank in _UPWARDS], np.float32)
"""By height, from the 2 up: card points."""
KEPT: Final = np.array(
    [[CLUB.keeping(card(rank, suit), SUITS[0]) for rank in _UPWARDS] for suit in SUITS[1::-1]], np.float32
)
"""Plain or trump, by height: what a card is worth in hand."""
WILL: Final = np.array([next(will for least, will in TRUMP_WILL if lying >= least) for lying in range(19)], np.float32)
"""By whole points in the trick, 18 for more: how likely a trump is spent on it."""
LOADED: Final = np.array(
    [
        [next(sign for least, sign in table if VALUES.get(rank, 0) >= least) for rank in _UPWARDS]
        for table in (LOADS_OTHERS, LOADS_CALLER)
    ],
    np.float32,
)
"""Whether the trick is the caller's, by height of the card: how much likelier it is of a partner."""
TAKES: Final = np.array([1, TAKES_FROM_CALLER], np.float32)
"""Whether the trick is the caller's: the same of a card that takes it."""
SHARE: Final = np.array([(1 - IN_MANO) / (SEATS - 2), (1 - IN_MANO) / (SEATS - 1)], np.float32)
"""To another and to the caller: how likely each he does not know is the partner, before anything is seen."""
ALONE: Final = np.array([IN_MANO, 0], np.float32)
"""To another and to the caller: how likely there is none."""


NOTHING: Final = np.ones(SEATS, np.float32)
"""By player: nothing speaks for one or the other."""


class Seen(NamedTuple):
    """What is known of who belongs to the caller. ``signs``, (players, worlds) flat: how much likelier each would have
    played so as the partner than as a defender; ``blind``: nobody knows the called card yet."""

    sight: ChiamataSight
    signs: Numbers
    blind: bool

    def known(self, batch: Batch) -> NDArray[np.bool_]:
        """By world, whether who is to play knows the sides."""
        if self.blind:
            return np.zeros(batch.width, bool)
        sight = self.sight
        role = sight.roles.take(batch.at)
        fallen = ((sight.called & batch.fallen) != ZERO) | (sight.called == ZERO)
        known: NDArray[np.bool_] = fallen | (role == PARTNER) | ((role == CALLER) & (sight.caller == sight.partner))
        return known

    def with_caller(self, batch: Batch) -> Numbers:
        """(players from who is to play on, worlds): how likely each belongs to the caller's side, as far as he
        knows."""
        sight = self.sight
        places = (batch.at + np.arange(SEATS)[:, None] * batch.width) % batch.size
        is_caller = places == sight.caller_at
        calls = is_caller[0].astype(np.intp)
        signs = self.signs.take(places) * SHARE.take(calls)
        signs[0] = 0
        signs[is_caller] = 0
        guessed = signs / (ALONE.take(calls) + signs.sum(axis=0))
        guessed[is_caller] = 1
        found: Numbers = np.where(self.known(batch), sight.with_caller.take(places), guessed)
        return found

    def among(self, batch: Batch, columns: Places) -> Seen:
        """The same for ``batch``, whose worlds are these columns."""
        signs = self.signs.reshape(SEATS, -1)[:, columns].reshape(-1)
        return Seen(self.sight.select(batch, columns), signs, self.blind)


class Watcher:
    """Sees card after card how likely each belongs to the caller."""

    def __init__(self, start: Start, sight: ChiamataSight, signs: Numbers = NOTHING, *, blind: bool = False) -> None:
        """``start``: a moment, of which all know ``signs``, by player; ``blind``: nobody knows the called card."""
        public = Batch(start, np.zeros((SEATS, 1), np.uint64), np.zeros((0, 1), np.uint64))
        width = len(sight.caller)
        column = np.arange(width)
        self.seen = Seen(sight, np.repeat(signs, width), blind)
        self.left, self.played = public.left, public.played
        self.at, self.taker = public.at * width + column, public.taker * width + column
        self.fallen, self.over = (np.repeat(one, width) for one in (public.fallen, public.over))

    def see(self, batch: Batch) -> Seen:
        """What is known at the moment of ``batch``, which is at most one card later than the last one."""
        if batch.left != self.left and self.played:
            caller = self.seen.sight.caller_at
            theirs, bits = (self.taker == caller).astype(np.intp), batch.fallen ^ self.fallen
            sign = np.where((bits & self.over) != ZERO, TAKES.take(theirs), LOADED[theirs, height_of(bits)])
            done = (caller - self.at) // batch.width % SEATS >= SEATS - self.played
            self.seen.signs[self.at] *= np.where(done, sign, np.float32(1))
        self.left, self.played, self.at, self.taker = batch.left, batch.played, batch.at, batch.taker
        self.fallen, self.over = batch.fallen, batch.over
        return self.seen


class Weighed(NamedTuple):
    """What the cards of hands are worth: both (cards of the hand, worlds)."""

    cards: Masks
    worth: Numbers


def weighed(batch: Batch, seen: Seen) -> Weighed:
    """What `club` finds each card of who is to play worth."""
    sight, known, side = seen.sight, seen.known(batch), seen.with_caller(batch)
    cards = spread(batch.held())
    is_trump, takes = (cards & batch.trump) != ZERO, (cards & batch.over) != ZERO
    height = height_of(cards)
    unseen = PACK & ~(batch.held() | batch.fallen | np.where(known, sight.called, ZERO))
    called = np.where(known, ZERO, sight.called)
    left = _Left(batch, called, (sight.caller_at - batch.at) // batch.width % SEATS, side, _over(batch, cards) & unseen)
    gift = _points(left.plain, batch) / np.maximum(left.plains, 1)
    average = _points(unseen & ~batch.trump, batch) / np.maximum(np.bitwise_count(unseen), 1)
    lying = POINTS.take(height) + (_points(batch.trick, batch) if batch.played else np.float32(0))
    whose = (batch.taker - batch.at) // batch.width % SEATS
    taker = np.where(takes, side[0], side[whose, batch.column])
    same = np.where(takes, np.float32(1), _same(side[0], taker))
    outlook = [_Taker(taker, same, np.ones(cards.shape, np.float32), lying)]
    for later in range(1, batch.behind + 1):
        smear = average * np.float32(SMEAR_LAST if later == batch.behind else SMEAR)
        outlook = _after(outlook, _Later(side[later], _same(side[0], side[later]), *left.by(later)), gift, smear)
    worth = sum(one.chance * one.points * (2 * one.friend - 1) for one in outlook)
    cover = (cards == sight.called) & (sight.roles.take(batch.at) != CALLER)
    kept = KEPT[is_trump.astype(np.intp), height] + cover * np.float32(CLUB.cover * (TRICKS - batch.done - 2))
    return Weighed(cards, worth - kept)


def chosen(found: Weighed) -> Masks:
    """The card of each hand that is worth most."""
    best = np.where(found.cards != ZERO, found.worth, -np.inf).argmax(axis=0)
    cards: Masks = found.cards[best, np.arange(found.cards.shape[1])]
    return cards


def all_by_sums(start: Start, sight: ChiamataSight) -> Policy:
    """All play as `club` does, from ``start`` on, at which nothing has been seen yet."""
    watcher = Watcher(start, sight)

    def play(batch: Batch, legal: Masks) -> Masks:
        return legal if batch.left <= SEATS else chosen(weighed(batch, watcher.see(batch)))

    return play


def height_of(cards: Masks) -> Places:
    """The heights of single cards; of no card any."""
    heights: Places = (np.bitwise_count(cards - ONE) >> 2).astype(np.intp) % len(RANKING)
    return heights


# -- how the trick may end -------------------------------------------------------------------------


class _Taker(NamedTuple):
    """Who may take the trick: how likely he belongs to the caller, and to who is to play; how likely he takes it, and
    the points in it then. Each (cards, worlds) or (worlds)."""

    side: Numbers
    friend: Numbers
    chance: Numbers
    points: Numbers


class _Later(NamedTuple):
    """Who plays later: his sides, as of a `_Taker`, and how likely he can take the trick in the suit led, or with a
    trump."""

    side: Numbers
    friend: Numbers
    plain: Numbers
    trump: Numbers


def _after(outlook: list[_Taker], later: _Later, gift: Numbers, smear: Numbers) -> list[_Taker]:
    """The outlook when he has played."""
    after = list[_Taker]()
    taking = taken = np.zeros_like(gift)
    for at, one in enumerate(outlook):
        same = _same(later.side, one.side)
        ease = 1 - same * np.float32(1 - FRIENDLY_WILL)
        if at:
            ease *= np.float32(RETAKEN)
        over = ease * later.plain * np.float32(PLAIN_WILL)
        will = WILL.take((one.points + EDGE).astype(np.intp), mode="clip")
        trumped = (1 - over) * ease * later.trump * will
        taking = taking + one.chance * (over + trumped)
        taken = taken + one.chance * (over * (one.points + gift) + trumped * one.points)
        points = one.points + same * smear + (1 - same) * np.float32(DISCARD)
        after.append(one._replace(chance=one.chance * (1 - over - trumped), points=points))
    mean = np.divide(taken, taking, out=np.zeros_like(taken), where=taking > 0)
    return [*after, _Taker(later.side, later.friend, taking, mean)]


EDGE: Final = np.float32(1e-4)
"""So much less than whole points are still so many, to who counts with few digits."""


class _Left:
    """The cards that would take the trick still: how likely those who play later hold one of them."""

    def __init__(self, batch: Batch, called: Masks, caller: Places, side: Numbers, over: Masks) -> None:
        """``called``: the called card where it is not known whose it is; ``caller``: how much later he plays;
        ``side``: who belongs to him; ``over``: the cards."""
        self.caller, self.side, self.plain = caller, side, over & ~batch.trump
        trump = over & batch.trump
        self.plains = np.bitwise_count(self.plain)
        self.called_plain, self.called_trump = (self.plain & called) != ZERO, (trump & called) != ZERO
        self.trumps = np.bitwise_count(trump & ~called)
        size = TRICKS - batch.done
        every = max(1, batch.behind * size + batch.played * (size - 1))
        lacks = np.array([[1 - chance] for chance in _shares(size, every)], np.float32) ** np.arange(len(RANKING) + 1)
        self.lacks = lacks.astype(np.float32)
        self.row = np.where(self.caller == 0, 0, np.where(self.caller <= batch.behind, LATER, BEFORE))
        self.no_plain = self.lacks[0].take(self.plains - self.called_plain)

    def by(self, later: int) -> tuple[Numbers, Numbers]:
        """(in the suit led, with a trump), each (cards, worlds)."""
        calls = self.caller == later
        no_trump = self.lacks.take(np.where(calls, CALLS, self.row) * self.lacks.shape[1] + self.trumps)
        hardly = 1 - np.where(calls, np.float32(IN_MANO), self.side[later])
        return (
            1 - np.where(self.called_plain, self.no_plain * hardly, self.no_plain),
            1 - np.where(self.called_trump, no_trump * hardly, no_trump),
        )


LATER, BEFORE, CALLS = 1, 2, 3
"""Rows of `_shares`: the caller plays later, has played before, is asked himself. Row 0: he is to play."""


def _shares(size: int, every: int) -> tuple[float, ...]:
    """How likely who plays later holds an unseen trump, by what is known of the caller: ``size`` cards of ``every``."""
    later, before = ((CALLER_TRUMPS - 1) * cards for cards in (size, size - 1))
    return size / every, size / (every + later), size / (every + before), CALLER_TRUMPS * size / (every + later)


def _over(batch: Batch, cards: Masks) -> Masks:
    """What would take the trick when one of ``cards`` has been played to it."""
    trumps = (cards & batch.trump) != ZERO
    if not batch.played:
        over: Masks = np.where(trumps, ZERO, batch.trump) | (above(cards) & suits_of(cards))
        return over
    higher = batch.over & above(cards) & np.where(trumps, batch.trump, ~ZERO)
    higher |= np.where(trumps, ZERO, batch.over & batch.trump)
    return np.where((cards & batch.over) != ZERO, higher, batch.over)


def _points(cards: Masks, batch: Batch) -> Numbers:
    """The card points of sets."""
    sums = np.zeros(cards.shape, np.float32)
    for points, some in batch.tables.values:
        sums += np.bitwise_count(cards & np.uint64(some)) * np.float32(points)
    return sums


def _same(one: Numbers, other: Numbers) -> Numbers:
    """How likely two seats are on one side."""
    found: Numbers = 1 - one - other + 2 * one * other
    return found
