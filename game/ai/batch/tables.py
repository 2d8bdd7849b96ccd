"""Tables compiled from the readable rules: what a batch must know of a game, found out by asking the game itself.

Which duties hold (following suit, trumping, when trumps may be led, what must be led) is asked with small
hands whose answers tell; power and points of the cards are read from the phase's own ranking and values.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from game.ai.batch.bits import Bits, bits_of
from game.engine.cards import HIDDEN, SUITS, Card, Hand, Rank, Suit, card
from game.engine.options import Options
from game.engine.tricks import Taken, Trick, Tricks, replace


class Tables(msgspec.Struct, frozen=True, kw_only=True):
    """A game's trick play.

    ``values``: (points, set of the cards worth so many), empty where tricks count. ``follows``: suit must be
    followed; ``trumps``: who cannot must trump; ``breaks``: trumps may not be led before one has fallen;
    ``trump_tricks``: in so many first tricks trumps must be played, other cards fall face down; ``high_tricks``: in
    so many first tricks the highest card of a suit must be led.
    """

    bits: Bits
    values: tuple[tuple[int, int], ...]
    follows: bool
    trumps: bool
    breaks: bool
    trump_tricks: int
    high_tricks: int


def tables_for(phase: Tricks) -> Tables:
    """Return the tables of the trick play that ``phase`` belongs to; a masked phase will do."""
    return _compiled(*_key(phase))


def compile_tables(phase: Tricks) -> Tables:
    """Return what `tables_for` returns in a process that has asked for no tables before."""
    return _compiled.__wrapped__(*_key(phase))


def _key(phase: Tricks) -> tuple[type[Tricks], Options, int, int, int, Suit, _Sample]:
    trump: Suit = phase.trump if phase.trump is not None else "s"
    begun, players, leader = bool(phase.trick.cards), len(phase.trick.seats), phase.trick.seats[0]
    tricks = len(phase.done) + begun + len(phase.hands[leader])
    return type(phase), phase.options, phase.seats, players, tricks, trump, _sample(phase, trump)


class _Sample(msgspec.Struct, frozen=True):
    """A phase to ask questions of; it is the same for all the phases that it stands for."""

    phase: Tricks

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Sample)


def _sample(phase: Tricks, trump: Suit) -> _Sample:
    return _Sample(replace(phase.unplayed(), trump=trump))


@lru_cache(maxsize=256)
def _compiled(
    _kind: type[Tricks], _options: Options, _seats: int, _players: int, tricks: int, trump: Suit, sample: _Sample
) -> Tables:
    phase = sample.phase
    bits = bits_of(phase.ranking)
    plain, other = (suit for suit in SUITS[:3] if suit != trump) if trump in SUITS[:3] else SUITS[:2]
    high, low = (rank for rank in phase.ranking if rank in ("A", "4"))
    later = tricks - 1

    def refuses(one: Card, hand: Hand, led: Card | None = None, done: int = later) -> bool:
        return _refuses(phase, one, hand, led, done)

    here, there, up = card(low, plain), card(low, other), card(low, trump)
    return Tables(
        bits=bits,
        values=tuple((points, _worth(bits, rank)) for rank, points in phase.values.items()),
        follows=refuses(there, (here, there), card(high, plain)),
        trumps=refuses(there, (up, there), card(high, plain)),
        breaks=refuses(up, (up, here)),
        trump_tricks=sum(phase_falls_down(phase, here, done) for done in range(tricks)),
        high_tricks=sum(refuses(here, (card(high, plain), here), None, done) for done in range(tricks)),
    )


def _worth(bits: Bits, rank: Rank) -> int:
    return bits.mask(card(rank, suit) for suit in SUITS)


def _at(phase: Tricks, hand: Hand, led: Card | None, done: int) -> Tricks:
    """The phase after so many tricks, when the leader, or who plays after ``led``, holds ``hand``."""
    seats = phase.trick.seats
    taken = Taken(Trick(seats, (HIDDEN,) * len(seats)), seats[0], 1)
    cards = () if led is None else (led,)
    hands = tuple(hand if seat == seats[len(cards)] else held for seat, held in enumerate(phase.hands))
    return replace(phase, hands=hands, trick=Trick(seats, cards), done=(taken,) * done)


def _refuses(phase: Tricks, one: Card, hand: Hand, led: Card | None, done: int) -> bool:
    asked = _at(phase, hand, led, done)
    return asked.why_not_card(asked.trick.to_play, one) is not None


def phase_falls_down(phase: Tricks, one: Card, done: int) -> bool:
    """Whether a plain card is laid face down in the trick after so many others."""
    return _at(phase, (one,), None, done).falls_face_down(one)
