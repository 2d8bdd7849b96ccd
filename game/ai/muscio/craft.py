"""What the strong players know of Muscio: worlds by what was said and exchanged, what tricks are worth in the match."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import ONE, Masks, bits_of, lowest, suit_mask
from game.ai.batch.playout import ZERO, Batch, Start, start_of
from game.ai.batch.policy import Scores, Sight
from game.ai.guessing import dealt_once
from game.ai.learned import learned
from game.ai.muscio.match import chances, changes, worth
from game.ai.muscio.reading import exchanged, likelihood, stands, strength
from game.ai.muscio.sight import MuscioSight
from game.ai.search import HEAT, Dealing
from game.engine.cards import HIDDEN, ITALIAN_PACK, Card, Suit, card, hidden, without
from game.engine.tricks import Trick, replace
from game.rules.muscio.options import MuscioOptions
from game.rules.muscio.play import FEW, MuscioTricks, taker_of
from game.rules.muscio.score import HAND_SIZE, RANKING
from game.view import View

WARMTH: Final = 0.7
"""How much less a card may promise, in points, and still be played nearly as often."""
ODD_GIFT: Final = np.log(0.15)
"""How rarely a dealer gives another card than the lowest for the turned trump, or leaves it: a logarithm."""

PACK: Final = bits_of(RANKING).mask(ITALIAN_PACK)


def bit(one: Card) -> int:
    """The set of this card."""
    return 1 << bits_of(RANKING).numbers[one]


@lru_cache(maxsize=32)
def opening(players: int, trump: Suit) -> Start:
    """The moment before the first card, when so many play: player 0 leads."""
    moment = MuscioTricks(
        options=MuscioOptions(), seats=players, dealer=players - 1, hands=(hidden(HAND_SIZE),) * players,
        trick=Trick(tuple(range(players))), trump=trump, blinde=(), turned=card("2", trump), rest=(), aside=(), said=(),
    )  # fmt: skip
    return start_of(moment)


@lru_cache(maxsize=1)
def table() -> Scores:
    """The learned table of the playouts, in the unit that the search takes others' cards for likely by."""
    return learned("muscio") * np.float32(HEAT / WARMTH)


def scattered(mask: Masks, sizes: tuple[int, ...], rng: np.random.Generator) -> list[Masks]:
    """Hands of these sizes, dealt at random from each set of ``mask``."""
    column = np.arange(40, dtype=np.uint64)
    there = (mask[:, None] >> column & ONE).astype(np.float32)
    order = (rng.random(there.shape, np.float32) - there).argsort(axis=1)
    cards = ONE << order.astype(np.uint64)
    ends = np.cumsum((0, *sizes))
    return [np.bitwise_or.reduce(cards[:, begin:end], axis=1) for begin, end in pairwise(ends)]


def dealing_of(phase: MuscioTricks, seat: int, rng: np.random.Generator, count: int) -> Dealing:
    """At most ``count`` worlds that agree with ``phase``, masked for ``seat``, and how well each fits what was said."""
    known = {*phase.aside, *(phase.given or (phase.turned,))} - {HIDDEN}
    pack = [one for one in ITALIAN_PACK if one not in known]
    dealing = dealt_once(_with_taken_up(phase), seat, pack, rng, count)
    trump, players = suit_mask(phase.trump), phase.players
    beside = np.uint64(bits_of(RANKING).mask(pack)) & ~np.bitwise_or.reduce(dealing.first_hands, axis=0)
    weights = dealing.weights
    if phase.dealer in players and phase.dealer not in (seat, taker_of(phase.said)):
        hand = dealing.first_hands[dealing.start.players.index(phase.dealer)]
        if phase.given:
            gift, likely = put_away(beside, hand, np.uint64(trump), rng)
            weights, beside = weights + likely, beside & ~gift
        else:
            weights = weights + kept(hand, np.uint64(trump))
    weights = weights + likelihood(phase.said, _spoke(phase, seat, dealing, beside, rng), trump, phase.seats)
    if len(players) == FEW and (other := next(one for one in players if one != seat)) != taker_of(phase.said):
        hand = dealing.first_hands[dealing.start.players.index(other)]
        weights = weights + np.log(stands(strength(hand, trump)) + 0.02)
    return replace(dealing, weights=weights)


def _with_taken_up(phase: MuscioTricks) -> MuscioTricks:
    """The phase with the trump shown that the dealer took, where he still holds it and it is covered."""
    shown, hand = phase.taken_up, phase.hands[phase.dealer]
    fallen = [one for trick in (*(taken.trick for taken in phase.done), phase.trick) for one in trick.cards]
    if shown is None or shown in fallen or HIDDEN not in hand:
        return phase
    hands = list(phase.hands)
    hands[phase.dealer] = (*without(hand, HIDDEN), shown)
    return replace(phase, hands=tuple(hands))


def _spoke(
    phase: MuscioTricks, seat: int, dealing: Dealing, beside: Masks, rng: np.random.Generator
) -> dict[int, Masks]:
    """The hands that the others had when they spoke (the dealer's after his exchange), by seat."""
    taker, trump = taker_of(phase.said), np.uint64(suit_mask(phase.trump))
    away = [said.seat for said in phase.said if said.seat != seat and said.seat not in phase.players]
    if taker is not None and taker != seat:
        away.append(taker)
    found = dict(zip(away, scattered(beside, (HAND_SIZE,) * len(away), rng), strict=True))
    if phase.dealer in found:
        found[phase.dealer] = exchanged(found[phase.dealer], trump, np.uint64(bit(phase.turned)))
    for at, player in enumerate(dealing.start.players):
        if player not in (seat, taker):
            found[player] = dealing.first_hands[at]
    return found


def kept(hand: Masks, trump: np.uint64) -> NDArray[np.float64]:
    """How likely a dealer with ``hand`` leaves the turned trump: logarithms."""
    return np.where((hand & ~trump) != ZERO, ODD_GIFT, 0.0)


def put_away(
    beside: Masks, hand: Masks, trump: np.uint64, rng: np.random.Generator
) -> tuple[Masks, NDArray[np.float64]]:
    """What a dealer with ``hand``, after the exchange, gave for the turned trump: one of the cards ``beside``.

    Nobody else saw it. In each world one is drawn, as likely as he would have given it; and how likely some card
    there is one that he would have given: logarithms.
    """
    plain = hand & ~trump
    height = np.bitwise_count(lowest(plain) - ONE) >> np.uint8(2)
    no_higher = (ONE << ((height + np.uint8(1)) * np.uint8(4)).astype(np.uint64)) - ONE
    usual = ~trump & np.where(plain != ZERO, no_higher, ~ZERO)
    column = np.arange(40, dtype=np.uint64)
    there, as_usual = ((some[:, None] >> column & ONE) != ZERO for some in (beside, usual))
    sums = np.cumsum(np.where(as_usual, 1.0, np.exp(ODD_GIFT)) * there, axis=1)
    place = (sums <= rng.random(len(sums))[:, None] * sums[:, -1:]).sum(axis=1)
    return ONE << place.astype(np.uint64), np.log(sums[:, -1])


class MuscioCraft:
    """A `search.Craft`."""

    def deal(self, view: View, rng: np.random.Generator, count: int) -> Dealing:
        assert view.seat is not None
        return dealing_of(_tricks(view), view.seat, rng, count)

    def table(self, view: View) -> Scores:
        return table()

    def sight(self, view: View, batch: Batch, first_hands: Masks) -> Sight:
        phase, seen = _tricks(view), np.zeros(first_hands.shape, np.uint64)
        if not phase.given:
            seen[:] = bit(phase.turned)
        elif HIDDEN not in phase.given:
            seen[batch.start.players.index(phase.dealer)] = bit(phase.given[0])
        return MuscioSight.of(batch, first_hands, seen)

    def worth(self, view: View, batch: Batch, sight: Sight) -> Scores:
        players = list(batch.start.players)
        return worth(view.totals, _change(view, batch))[players]

    def points(self, view: View, batch: Batch, sight: Sight) -> Scores:
        return batch.points().astype(np.float32)

    def won(self, view: View, batch: Batch, sight: Sight) -> Scores:
        players = list(batch.start.players)
        return chances(np.array(view.totals)[:, None] + _change(view, batch))[players]


def _tricks(view: View) -> MuscioTricks:
    assert isinstance(view.phase, MuscioTricks)
    return view.phase


def _change(view: View, batch: Batch) -> NDArray[np.int64]:
    """What the ended ``batch`` changes for each seat, (seats, worlds)."""
    found = np.zeros((view.seats, batch.width), np.int64)
    found[list(batch.start.players)] = changes(batch.points())
    return found
