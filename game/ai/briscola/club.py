"""Briscola by rules of thumb: what the trick is likely to bring, and what the card was worth in hand.

A card is weighed as a person does it: who still plays after me, can they take the trick and would they, what
lies in it then and for whom; less what the card would have been good for later. `club` counts the cards,
`novice` errs as beginners do: the tricks taken are forgotten, aces and threes are trusted too far and
trumps are spent too gladly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

import msgspec

from game.ai.briscola.counting import SIGNED, Count, count
from game.ai.briscola.craft import given_for
from game.ai.briscola.endgame import best_card, is_open
from game.ai.characters import Character
from game.ai.limit import Limit
from game.engine.actions import Action, Play, Swap
from game.engine.cards import ITALIAN_PACK, Card, Hand, Rank, Suit
from game.engine.tricks import powers
from game.rules.briscola.actions import Sign, Word
from game.rules.briscola.play import BriscolaTricks
from game.rules.family import CARICHI, RANKING, VALUES
from game.view import View


class Temper(msgspec.Struct, frozen=True, kw_only=True):
    """How a player judges. ``plain`` and ``trump``: what a card is worth while it stays in hand, in points,
    at a table of two; a trump grows with the number of players (`TRUMP_BASE`).

    ``fear``: how much of the danger that others take the trick is seen; ``memory``: whether fallen cards are
    remembered, and the end played exactly; ``signs``: whether signs are made and read.
    """

    plain: Mapping[Rank, float]
    trump: Mapping[Rank, float]
    fear: float
    memory: bool
    signs: bool

    def keeping(self, card: Card, trump: Suit, seats: int) -> float:
        """What ``card`` is worth in hand at a table of so many seats."""
        if card.suit == trump:
            return self.trump[card.rank] * (TRUMP_BASE + TRUMP_GROWTH * seats)
        return self.plain.get(card.rank, 0.0)


TRUMP_BASE: Final = 0.5
TRUMP_GROWTH: Final = 0.27
"""With more players a trick holds more points and tricks are fewer: a trump is worth waiting for a good one."""


CLUB: Final = Temper(
    plain={"A": 5.0, "3": 4.5, "K": 1.5, "Q": 1.0, "J": 0.7},
    trump={"A": 18, "3": 16, "K": 10, "Q": 9, "J": 8, "7": 5, "6": 4.7, "5": 4.4, "4": 4.1, "2": 3.8},
    fear=1.0,
    memory=True,
    signs=True,
)
NOVICE: Final = Temper(
    plain={"A": 1.0, "3": 1.0, "K": 0.4, "Q": 0.3, "J": 0.2},
    trump={"A": 5, "3": 4, "K": 1.8, "Q": 1.5, "J": 1.2, "7": 0.6, "6": 0.5, "5": 0.4, "4": 0.3, "2": 0.2},
    fear=0.3,
    memory=False,
    signs=False,
)

LEADER_SHARE: Final = 0.7
"""Each for himself: how much of a trick's points counts against me if the leader on points takes it; what is
left to one is shared by the other opponents."""

SMEAR: Final = 3.0
"""Points a partner adds, on average, to a trick that his side seems to take."""

CARICO_SMEAR: Final = 6.0
"""The same of a partner who signed a carico."""

DISCARD: Final = 0.8
"""Points an opponent adds against his will."""

RETAKEN: Final = 0.6
"""How likely a second overtaking is beside the first: the taker has chosen a card to hold."""

PLAIN_WILL: Final = 0.9
"""How likely a player takes the trick who can do so in the suit led."""

TRUMP_WILL: Final = ((10, 0.95), (5, 0.6), (2, 0.3), (0, 0.08))
"""How likely a player who holds a trump spends it: (from so many points, how likely). At a table of two; with
more players a trick must hold more points in proportion."""

DRAWN: Final = 3.0
"""What an unknown card is worth that is drawn instead of the turned one."""

TIE: Final = 1e-9


def club(view: View, rng: Random, _limit: Limit, _character: Character) -> Action:
    """Sound play that counts the cards, reads and makes signs and plays the last cards of two exactly."""
    return _choose(view, rng, CLUB)


def novice(view: View, rng: Random, _limit: Limit, _character: Character) -> Action:
    """The play of a beginner."""
    return _choose(view, rng, NOVICE)


def _choose(view: View, rng: Random, temper: Temper) -> Action:
    phase, seat = view.phase, view.seat
    assert isinstance(phase, BriscolaTricks) and seat is not None
    plays = [choice for choice in view.choices if isinstance(choice, Play)]
    return aside(view, temper) or _play(phase, plays, rng, temper)


def aside(view: View, temper: Temper) -> Action | None:
    """The exchange that gains or the sign that is due, before the card."""
    phase, seat = view.phase, view.seat
    assert isinstance(phase, BriscolaTricks) and seat is not None
    due = sign_due(phase, seat) if temper.signs else None
    for choice in view.choices:
        if isinstance(choice, Swap) and gains(phase, temper):
            return choice
        if isinstance(choice, Sign) and choice.sign == due:
            return choice
    return None


def gains(phase: BriscolaTricks, temper: Temper) -> bool:
    """Whether the turned card is worth more than the one that would be given for it."""
    return temper.trump[phase.turned.rank] > temper.trump[given_for(phase).rank]


def sign_due(phase: BriscolaTricks, seat: int) -> Word | None:
    """The sign that tells the partners something new and true, if any.

    It names the best trump of rank held; without one a carico; with neither, and no trump at all, "nothing".
    """
    hand = phase.hands[seat]
    if len(hand) < 2:
        return None
    held = {one.rank for one in hand if one.suit == phase.trump}
    word: Word = next((word for word, rank in SIGNED.items() if rank in held), "niente")
    if word == "niente" and any(one.rank in CARICHI for one in hand):
        word = "carico"
    elif word == "niente" and held:
        return None
    said = [made for _at, who, made in phase.signs if who == seat]
    return None if said and said[-1] == word else word


def _play(phase: BriscolaTricks, plays: Sequence[Play], rng: Random, temper: Temper) -> Play:
    if len(plays) == 1:
        return plays[0]
    seat = plays[0].seat
    known = count(phase, memory=temper.memory, signs=temper.signs)
    if is_open(phase) and temper.memory:
        return _exactly(phase, plays, (*known.unseen, *known.known[1 - seat]))
    worth = [evaluate_card(phase, seat, play.card, known, temper) for play in plays]
    best = max(worth)
    return rng.choice([play for play, value in zip(plays, worth, strict=True) if value > best - TIE])


def _exactly(phase: BriscolaTricks, plays: Sequence[Play], other: Hand) -> Play:
    """What is best if the opponent, who holds ``other``, plays as well as he can."""
    seat, points = plays[0].seat, phase.points()
    best = best_card(
        phase.hands[seat], other, phase.trick.led, phase.trump, (points[seat], points[1 - seat]),
        [play.card for play in plays],
    )  # fmt: skip
    return Play(seat, best)


def evaluate_card(phase: BriscolaTricks, seat: int, card: Card, known: Count, temper: Temper) -> float:
    """Return what playing ``card`` promises: the trick's points for who takes them, less what it is worth in hand."""
    shares = _shares(phase, seat)
    draws = _draw_worth(phase, shares, temper)
    promised = sum(
        chance * (shares[taker] * points + draws[taker])
        for taker, (chance, points) in _outlook(phase, seat, card, known, temper).items()
    )
    return promised - temper.keeping(card, phase.trump, phase.seats)


def _shares(phase: BriscolaTricks, seat: int) -> tuple[float, ...]:
    """What a point taken by each seat counts to ``seat``: 1 for its own side, less than nothing for the others."""
    sides = phase.sides
    own = next(side for side in sides if seat in side)
    others = [side for side in sides if side is not own]
    points = phase.points()
    if len(others) == 1:
        return tuple(1.0 if at in own else -1.0 for at in range(phase.seats))
    most = max(points[side[0]] for side in others)
    leaders = [side[0] for side in others if points[side[0]] == most]
    rest = len(others) - len(leaders)
    lead = (LEADER_SHARE if rest else 1.0) / len(leaders)
    share = dict.fromkeys(leaders, -lead)
    return tuple(1.0 if at in own else share.get(at, -(1 - LEADER_SHARE) / max(1, rest)) for at in range(phase.seats))


def _draw_worth(phase: BriscolaTricks, shares: Sequence[float], temper: Temper) -> tuple[float, ...]:
    """What it is worth that each seat takes this trick, for the turned card that the seat before it then draws."""
    if len(phase.stock) != phase.seats:
        return (0.0,) * phase.seats
    gain = temper.keeping(phase.turned, phase.trump, phase.seats) - DRAWN
    return tuple(gain * shares[(taker - 1) % phase.seats] for taker in range(phase.seats))


Outlook = dict[int, tuple[float, float]]
"""Who may take the trick: seat -> (how likely, card points in it then)."""


def _outlook(phase: BriscolaTricks, seat: int, card: Card, known: Count, temper: Temper) -> Outlook:
    """How the trick may end if ``card`` is played to it."""
    cards = (*phase.trick.cards, card)
    seats = phase.trick.seats
    power = powers(RANKING, phase.trump, cards[0].suit)
    best = max(cards, key=power.__getitem__)
    stronger = [one for one in ITALIAN_PACK if power[one] > power[best]]
    plain = [one for one in stronger if one.suit != phase.trump]
    trumps = [one for one in stronger if one.suit == phase.trump]
    gift = sum(VALUES.get(one.rank, 0) for one in plain) / (len(plain) or 1)
    first = seats[cards.index(best)]
    outlook: Outlook = {first: (1.0, float(sum(VALUES.get(one.rank, 0) for one in cards)))}
    for later in seats[len(cards) :]:
        means = Means(
            plain=known.chance(later, plain) * PLAIN_WILL * temper.fear,
            gift=gift,
            trump=known.chance(later, trumps) * temper.fear,
            smear=CARICO_SMEAR if known.carico[later] else SMEAR,
        )
        outlook = _moved_on(phase, outlook, first, later, means)
    return outlook


class Means(NamedTuple):
    """What a seat that plays later can do to a trick.

    ``plain`` and ``trump``: how likely it takes it with a card of the suit led, worth ``gift`` points, and how
    likely it could with a trump; ``smear``: what it adds if a partner has it.
    """

    plain: float
    gift: float
    trump: float
    smear: float


def _moved_on(phase: BriscolaTricks, outlook: Outlook, first: int, later: int, means: Means) -> Outlook:
    """``outlook`` after the seat ``later`` has played; ``first`` has the trick now."""
    mates = {later, *phase.partners(later)}
    after: Outlook = {}
    taking, taken = 0.0, 0.0
    for taker, (chance, points) in outlook.items():
        if taker in mates:
            after[taker] = (chance, points + means.smear)
            continue
        ease = 1.0 if taker == first else RETAKEN
        over = ease * means.plain
        trumped = (1 - over) * ease * means.trump * _trump_will(2 * points / phase.seats)
        after[taker] = (chance * (1 - over - trumped), points + DISCARD)
        taking += chance * (over + trumped)
        taken += chance * (over * (points + means.gift) + trumped * points)
    if taking:
        after[later] = (taking, taken / taking)
    return after


def _trump_will(points: float) -> float:
    """How likely a player spends a trump, if he has one, on a trick of so many points for two players."""
    return next(will for least, will in TRUMP_WILL if points >= least)
