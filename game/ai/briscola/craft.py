"""What the strong players know of Briscola: worlds by all that was seen and signed, what the deal is worth."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import Final

import numpy as np

from game.ai.batch.bits import ONE, Masks
from game.ai.batch.playout import ZERO, Batch, start_of
from game.ai.batch.policy import Scores, Sight
from game.ai.batch.tables import tables_for
from game.ai.briscola.counting import TRUST, Count
from game.ai.briscola.counting import count as counted
from game.ai.briscola.past import past_of
from game.ai.briscola.promise import promised
from game.ai.briscola.sight import CARICHI, BriscolaSight
from game.ai.learned import learned, learned_file
from game.ai.search import Dealing
from game.engine.cards import Card, card
from game.engine.tricks import replace
from game.rules.briscola.play import EXCHANGED, MAJORITY, BriscolaTricks
from game.rules.family import ALL_POINTS
from game.view import View

LIE: Final = np.log(1 - TRUST)
"""How much less likely a world is in which a partner's sign was false."""
WIN: Final = 20.0
"""What winning the deal is worth beside a point, while there is a stock."""
SURE: Final = 1000.0
"""The same when it is gone: more than any number of points."""
RIVALS: Final = 1.4
"""How much wider a difference of two scatters than one."""


class BriscolaCraft:
    """A `search.Craft`."""

    def deal(self, view: View, rng: np.random.Generator, count: int) -> Dealing:
        phase = _tricks(view)
        known = counted(phase)
        return dealing(phase, known, *_guessed(phase, known, rng, count), rng)

    def table(self, view: View) -> Scores:
        return learned(_name(_tricks(view)))

    def sight(self, view: View, batch: Batch, first_hands: Masks) -> Sight:
        return BriscolaSight(_sides(_tricks(view)))

    def worth(self, view: View, batch: Batch, sight: Sight) -> Scores:
        """Points beyond those of the others, and much for the deal, lost by him whom another has beaten to it."""
        phase = _tricks(view)
        others = len(phase.sides) - 1
        points, won = _outcome(batch, _name(phase), _sides(phase), _by_majority(phase))
        lost = won.sum(axis=0) * len(phase.sides) / phase.seats - won
        win = WIN if phase.stock else SURE
        worth: Scores = (points - (ALL_POINTS - points) / others + win * (won - lost / others)).astype(np.float32)
        return worth

    def points(self, view: View, batch: Batch, sight: Sight) -> Scores:
        phase = _tricks(view)
        return _outcome(batch, _name(phase), _sides(phase), _by_majority(phase))[0]

    def won(self, view: View, batch: Batch, sight: Sight) -> Scores:
        phase = _tricks(view)
        return _outcome(batch, _name(phase), _sides(phase), _by_majority(phase))[1]


def dealing(phase: BriscolaTricks, known: Count, hands: Masks, stock: Masks, rng: np.random.Generator) -> Dealing:
    """These worlds of ``phase``, hands (players, worlds) and stock (cards, worlds), with a past for each."""
    past = past_of(phase, hands, stock, rng)
    lies = sum((hands[seat] & CARICHI) == ZERO for seat, carico in enumerate(known.carico) if carico)
    return Dealing(
        start=start_of(phase), hands=hands, stock=stock, weights=LIE * lies + np.zeros(hands.shape[1]),
        first=past.start, first_hands=past.hands, first_stock=past.stock, plays=past.plays,
    )  # fmt: skip


def exchanged(phase: BriscolaTricks, dealing: Dealing) -> Dealing:
    """The same worlds when who is on turn has exchanged his trump for the turned card."""
    bits = dealing.start.tables.bits
    given, taken = bits.mask((given_for(phase),)), bits.mask((phase.turned,))
    hands, stock = dealing.hands.copy(), dealing.stock.copy()
    hands[dealing.start.turn] ^= np.uint64(given | taken)
    stock[-1] = np.uint64(given)
    return replace(dealing, hands=hands, stock=stock)


def given_for(phase: BriscolaTricks) -> Card:
    """The trump that may be exchanged for the turned card."""
    return card(EXCHANGED[phase.options.trump_exchange], phase.trump)


def _tricks(view: View) -> BriscolaTricks:
    assert isinstance(view.phase, BriscolaTricks)
    return view.phase


def _sides(phase: BriscolaTricks) -> tuple[int, ...]:
    """By seat which side it is on."""
    return tuple(next(at for at, side in enumerate(phase.sides) if seat in side) for seat in range(phase.seats))


def _name(phase: BriscolaTricks) -> str:
    """What was learned for this way to sit."""
    return f"briscola{phase.seats}{'each' if phase.seats == len(phase.sides) == 4 else ''}"


def _by_majority(phase: BriscolaTricks) -> bool:
    """Whether the deal goes to more than 60 points, not to the most."""
    return len(phase.sides) == 2 or phase.options.deal_winner == "over_60"


@lru_cache(maxsize=1)
def _outcome(batch: Batch, name: str, sides: tuple[int, ...], by_majority: bool) -> tuple[Scores, Scores]:
    """The points of each player's side in the end, and how likely it wins the deal: (players, worlds) each.

    Kept, because worth and chance are asked of the same batch one after the other.
    """
    together = np.equal.outer(sides, sides).astype(np.float32)
    if not batch.left:
        points = together @ batch.points().astype(np.float32)
        return points, won_by(points, by_majority)
    net = learned_file(f"{name}_promise")
    points = together @ promised(batch, net)
    scatter = net["scatter"][batch.left // batch.players]
    if by_majority:
        return points, _chance((points - MAJORITY) / scatter)
    second, first = np.sort(points, axis=0)[-2:]
    won = _chance((points - np.where(points == first, second, first)) / (RIVALS * scatter))
    return points, won / won.sum(axis=0)


def won_by(points: Scores, by_majority: bool) -> Scores:
    """Who wins with these points of his side, (players, worlds): 1 or 0."""
    if by_majority:
        return (points > MAJORITY).astype(np.float32)
    best = points == points.max(axis=0)
    won: Scores = (best & (best.sum(axis=0) == 1)).astype(np.float32)
    return won


def _chance(steps: Scores) -> Scores:
    """How likely what is normally scattered is above 0, if it is so many of its standard deviations above."""
    chance: Scores = 1 / (1 + np.exp(-1.7 * steps))
    return chance


def _guessed(phase: BriscolaTricks, known: Count, rng: np.random.Generator, width: int) -> tuple[Masks, Masks]:
    """So many worlds, or the one that is left: hands (players, worlds) and stock (cards, worlds).

    A trump that a partner signed is in his hand as often as he is trusted, and where chance puts it.
    """
    bits = tables_for(phase).bits
    unseen = ONE << np.array([bits.numbers[one] for one in known.unseen], np.uint64)
    width = width if len(unseen) else 1
    dealt = unseen[rng.random((len(unseen), width), np.float32).argsort(axis=0)]
    hands = np.repeat(np.array([bits.mask(hand) for hand in known.known], np.uint64)[:, None], width, axis=1)
    begins = [0, *accumulate(known.covered)]
    for begin, covered, signed in zip(begins, known.covered, known.signed, strict=False):
        for at, one in enumerate(signed[:covered]):
            _trust(dealt, ONE << np.uint64(bits.numbers[one]), begin + at, rng)
    for seat, covered in enumerate(known.covered):
        hands[seat] |= np.bitwise_or.reduce(dealt[begins[seat] : begins[seat] + covered], axis=0)
    stock = dealt[begins[-1] :]
    if phase.stock:
        turned = np.full((1, width), 1 << bits.numbers[phase.turned], np.uint64)
        stock = np.concatenate([stock, turned])
    return hands, stock


def _trust(dealt: Masks, signed: np.uint64, place: int, rng: np.random.Generator) -> None:
    """Exchange the card in ``place`` for the ``signed`` one, in as many worlds as signs are true."""
    worlds = np.flatnonzero(rng.random(dealt.shape[1]) < TRUST)
    found = (dealt[:, worlds] == signed).argmax(axis=0)
    dealt[found, worlds] = dealt[place, worlds]
    dealt[place, worlds] = signed
