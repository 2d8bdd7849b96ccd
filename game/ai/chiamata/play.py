"""The play of Briscola chiamata: what a card is likely to bring to the player's side, less what it was worth in hand.

Who still plays after me, can he take the trick and would he, whose trick is it then, and what do the others
add to it? How much a point counts in another seat's pile depends on how likely that seat is a friend
(`reading`). So one rule serves caller, partner and defenders: only the friends differ.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

import msgspec

from game.ai.chiamata.reading import Reading, read
from game.engine.actions import Play
from game.engine.cards import Card, Rank, Suit
from game.engine.tricks import powers
from game.rules.chiamata.play import ChiamataTricks
from game.rules.family import RANKING, VALUES


class Temper(msgspec.Struct, frozen=True, kw_only=True):
    """How a player judges. ``plain`` and ``trump``: what a card is worth while it stays in hand, in points.

    ``fear``: how much of the danger that others take the trick is seen; ``memory``: whether fallen cards are
    remembered; ``suspicion``: whether the others' play is read; ``cover``: what the partner's called card is
    worth to him, besides, while it has not shown who he is.
    """

    plain: Mapping[Rank, float]
    trump: Mapping[Rank, float]
    fear: float
    memory: bool
    suspicion: bool
    cover: float

    def keeping(self, card: Card, trump: Suit | None) -> float:
        """What ``card`` is worth in a full hand."""
        return self.trump[card.rank] if card.suit == trump else self.plain[card.rank]


CLUB: Final = Temper(
    plain={"A": 3.2, "3": 2.6, "K": 1.0, "Q": 0.8, "J": 0.5, "7": 0.05, "6": 0.04, "5": 0.03, "4": 0.02, "2": 0.0},
    trump={"A": 29, "3": 25, "K": 16, "Q": 14.5, "J": 13, "7": 10.2, "6": 9.5, "5": 8.8, "4": 8.2, "2": 7.6},
    fear=1.0,
    memory=True,
    suspicion=True,
    cover=3.0,
)
NOVICE: Final = Temper(
    plain={"A": 1.0, "3": 1.0, "K": 0.4, "Q": 0.3, "J": 0.2, "7": 0.0, "6": 0.0, "5": 0.0, "4": 0.0, "2": 0.0},
    trump={"A": 8, "3": 6, "K": 3, "Q": 2.5, "J": 2, "7": 1, "6": 0.9, "5": 0.8, "4": 0.7, "2": 0.6},
    fear=0.35,
    memory=False,
    suspicion=False,
    cover=0.0,
)

SMEAR: Final = 0.6
"""How much of an average unseen card a friend adds, or more, to a trick that his side seems to take."""

SMEAR_LAST: Final = 1.2
"""The same of a friend who plays last and knows."""

DISCARD: Final = 0.2
"""Points a seat adds against its will."""

RETAKEN: Final = 0.6
"""How likely a second overtaking is beside the first: the taker has chosen a card to hold."""

PLAIN_WILL: Final = 0.9
"""How likely an enemy takes the trick who can do so in the suit led."""

TRUMP_WILL: Final = ((18, 0.95), (10, 0.8), (5, 0.45), (2, 0.2), (0, 0.08))
"""How likely an enemy who holds a trump spends it: (from so many points in the trick, how likely)."""

FRIENDLY_WILL: Final = 0.25
"""How likely a friend takes the trick beside an enemy."""

TIE: Final = 1e-6
"""What two sums may differ by and be the same."""


def card_to_play(phase: ChiamataTricks, plays: Sequence[Play], rng: Random, temper: Temper) -> Play:
    """Which of ``plays`` the seat to act chooses; ``phase`` is masked for it."""
    if len(plays) == 1:
        return plays[0]
    known = read(phase, memory=temper.memory, suspicion=temper.suspicion)
    worth = [evaluate_card(phase, play.card, known, temper) for play in plays]
    best = max(worth)
    return rng.choice([play for play, value in zip(plays, worth, strict=True) if value > best - TIE])


def evaluate_card(phase: ChiamataTricks, card: Card, known: Reading, temper: Temper) -> float:
    """Return what playing ``card`` promises: the trick's points for who takes them, less what it is worth in hand."""
    promised = sum(
        chance * points * (2 * known.same(known.seat, taker) - 1)
        for taker, (chance, points) in _outlook(phase, card, known, temper).items()
    )
    return promised - _keeping(phase, card, known, temper)


def _keeping(phase: ChiamataTricks, card: Card, known: Reading, temper: Temper) -> float:
    left = len(phase.hands[known.seat])
    worth = temper.keeping(card, known.trump)
    if card is known.called and known.seat != known.caller:
        worth += temper.cover * (left - 2)
    return worth


Outlook = dict[int, tuple[float, float]]
"""Who may take the trick: seat -> (how likely, card points in it then)."""


def _outlook(phase: ChiamataTricks, card: Card, known: Reading, temper: Temper) -> Outlook:
    """How the trick may end if ``card`` is played to it."""
    cards = (*phase.trick.cards, card)
    seats = phase.trick.seats
    power = powers(RANKING, known.trump, cards[0].suit)
    best = max(cards, key=power.__getitem__)
    height = power[best]
    plain = tuple(one for one in known.unseen if one.suit != known.trump and power[one] > height)
    trumps = tuple(one for one in known.unseen if one.suit == known.trump and power[one] > height)
    gift = sum(VALUES.get(one.rank, 0) for one in plain) / (len(plain) or 1)
    average = sum(VALUES.get(one.rank, 0) for one in known.unseen if one.suit != known.trump) / (len(known.unseen) or 1)
    first = seats[cards.index(best)]
    outlook: Outlook = {first: (1.0, float(sum(VALUES.get(one.rank, 0) for one in cards)))}
    for later in seats[len(cards) :]:
        can_plain = known.holds(later, plain) * temper.fear if plain else 0.0
        can_trump = known.holds(later, trumps) * temper.fear if trumps else 0.0
        smear = average * (SMEAR_LAST if later == seats[-1] else SMEAR)
        after: Outlook = {}
        taking = taken = 0.0
        for taker, (chance, points) in outlook.items():
            same = known.same(later, taker)
            ease = (1.0 if taker == first else RETAKEN) * (1 - same + same * FRIENDLY_WILL)
            over = ease * can_plain * PLAIN_WILL
            trumped = (1 - over) * ease * can_trump * _trump_will(points)
            after[taker] = (chance * (1 - over - trumped), points + same * smear + (1 - same) * DISCARD)
            taking += chance * (over + trumped)
            taken += chance * (over * (points + gift) + trumped * points)
        if taking:
            after[later] = (taking, taken / taking)
        outlook = after
    return outlook


def _trump_will(points: float) -> float:
    """How likely an enemy spends a trump, if he has one, on a trick of so many points."""
    return next((will for least, will in TRUMP_WILL if points > least - TIE), 0.0)
