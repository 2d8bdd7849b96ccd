"""Muscio by rules of thumb: what a hand is likely to take, what a trick is worth, what a card is kept for.

No trick costs five, so the first one is worth six. A hand is worth playing where its tricks outweigh the chance of
none; who plays alone wins five for nothing, and who may forfeit loses nothing against one other. `club` counts
the cards and remembers who has no trump; `novice` sees the table only, spends his high cards at once, plays too many
hands and never gives up.
`expert` and `master` judge by playouts instead.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from random import Random
from typing import Final, NamedTuple

import msgspec

from game.ai import strong
from game.ai.characters import Character
from game.ai.estimate import Estimate, best
from game.ai.limit import Limit
from game.ai.mind import Mind
from game.ai.muscio.advice import why
from game.ai.muscio.craft import MuscioCraft
from game.ai.muscio.declaring import before_play
from game.ai.search import Effort
from game.engine.actions import Action, Pass, Play, Swap
from game.engine.cards import HIDDEN, ITALIAN_PACK, Card, Hand, Suit
from game.engine.tricks import powers
from game.rules.muscio.actions import Blinde, Forfeit, In, Keep, Lay, Stand
from game.rules.muscio.declaring import Declaring
from game.rules.muscio.play import Exchange, MuscioTricks, Standing, players_of
from game.rules.muscio.score import HAND_SIZE, NO_TRICK, RANKING, gatta
from game.view import View


class Temper(msgspec.Struct, frozen=True, kw_only=True):
    """How a player judges.

    ``margin``: what a hand must promise to be played; ``memory``: whether fallen cards and seats without trumps are
    remembered; ``blinde``: how much better it must be; ``forfeits``: whether ever; ``thrift``: how far it counts what a
    card may still take later.
    """

    margin: float
    memory: bool
    blinde: float
    forfeits: bool
    thrift: float

    def like(self, character: Character) -> Temper:
        """The same skill in a bold or careful person."""
        return msgspec.structs.replace(self, margin=self.margin - EASE * character.boldness)


CLUB: Final = Temper(margin=0.3, memory=True, blinde=0.0, forfeits=True, thrift=1.0)
NOVICE: Final = Temper(margin=-2.0, memory=False, blinde=0.0, forfeits=False, thrift=0.0)

EXPERT: Final = Effort(worlds=100, guesses=4, ways=0)
MASTER: Final = Effort(worlds=300, guesses=8, ways=0)
GLANCE: Final = Effort(worlds=25, guesses=1, ways=0)
STUDY: Final = Effort(worlds=400, guesses=6, ways=0)
"""How hard they think before the first card."""
MARGIN: Final = 0.4
"""How much more than passing playing must promise a master."""

EASE: Final = 0.6
"""How much less a hand may promise for the boldest to play it, and how much more it must for the most careful."""

HEIGHT: Final = {rank: len(RANKING) - at for at, rank in enumerate(RANKING)}
JOINS: Final = 0.75
"""How likely a seat that has not spoken yet will play."""

NONE_RATE: Final = 1.2
"""How fast the chance of no trick falls with the tricks expected."""

BLINDE_WORTH: Final = (5.0, 1.3, 0.0, -0.8, -1.4, -1.8)
"""What five unknown cards promise against so many others who chose to play."""

RUFF: Final = 0.3
"""How likely a seat that holds a trump can use it on a side suit."""

GIVES_UP: Final = 2.2
"""Who expects fewer tricks than this against one other forfeits. Such hands, played, lose more by having no trick than
the other wins less (measured over 6,000 deals)."""


def club(view: View, rng: Random, _limit: Limit, character: Character) -> Action:
    """Sound play that counts the cards."""
    return _choose(view, rng, CLUB.like(character))


def novice(view: View, rng: Random, _limit: Limit, character: Character) -> Action:
    """The play of a beginner."""
    return _choose(view, rng, NOVICE.like(character))


def expert(view: View, rng: Random, limit: Limit, character: Character) -> Action:
    """Declares by a few guesses, whatever the others said, and plays by playouts."""
    if isinstance(view.phase, MuscioTricks):
        return strong.card(view, MuscioCraft(), EXPERT, rng, limit)
    return best(before_play(view, GLANCE, 2 * MARGIN, rng, character, limit)).action


def master(view: View, rng: Random, limit: Limit, character: Character) -> Action:
    """Declares, exchanges and plays by playouts in worlds that fit all that the others did."""
    return view.choices[0] if len(view.choices) == 1 else best(weighed(view, rng, limit, character)).action


def weighed(view: View, rng: Random, limit: Limit, character: Character) -> list[Estimate]:
    """What a master finds each choice worth: points of the beginning of a match."""
    if isinstance(view.phase, MuscioTricks):
        return strong.weighed(view, MuscioCraft(), MASTER, rng, limit)
    return before_play(view, STUDY, MARGIN, rng, character, limit)


def _choose(view: View, rng: Random, temper: Temper) -> Action:
    phase, seat = view.phase, view.seat
    assert seat is not None
    if isinstance(phase, Declaring):
        return _declaration(phase, seat, temper)
    if isinstance(phase, Exchange):
        return _exchange(phase, seat)
    if isinstance(phase, Standing):
        return _standing(phase, seat, temper)
    if isinstance(phase, MuscioTricks):
        return _play(phase, view.choices, rng, temper)
    return Lay(seat)


# -- before the play -------------------------------------------------------------------------------


def expected_tricks(hand: Hand, trump: Suit, others: float) -> float:
    """How many tricks ``hand`` is likely to take against so many others."""
    spread = min(0.9, HAND_SIZE * others / (len(ITALIAN_PACK) - HAND_SIZE - 1))
    length = sum(card.suit == trump for card in hand)
    total = 0.0
    for card in hand:
        above = sum(HEIGHT[rank] > HEIGHT[card.rank] for rank in RANKING)
        if card.suit == trump:
            held = sum(one.suit == trump and HEIGHT[one.rank] > HEIGHT[card.rank] for one in hand)
            high = (1 - spread) ** (above - held)
            total += max(high, min(0.75, 0.7 / max(1.0, others) + 0.12 * (length - 1)))
        else:
            total += (1 - spread) ** (above * 0.8) * 0.75**others
    return total


def promise(tricks: float) -> float:
    """What so many tricks expected are worth: one each, less five where there is none."""
    return tricks - NO_TRICK * math.exp(-NONE_RATE * tricks)


def _declaration(phase: Declaring, seat: int, temper: Temper) -> Action:
    hand, trump = phase.hands[seat], phase.trump
    if seat == phase.dealer:
        hand = (*hand, phase.turned)
    if gatta(seat, phase.hands[seat], trump, phase.turned if seat == phase.dealer else None):
        return In(seat)
    already = len(players_of(phase.said))
    behind = phase.seats - 1 - len(phase.said)
    others = already + JOINS * behind
    alone = 0.0 if already else (1 - JOINS) ** behind
    met = max(1.0, others / (1 - alone)) if alone < 1 else 1.0
    own = promise(expected_tricks(_best_five(hand, trump), trump, met))
    if met < 2 and temper.forfeits:
        own = max(own, 0.0)
    plays = alone * NO_TRICK + (1 - alone) * own
    low = min(len(BLINDE_WORTH) - 2, int(met))
    drawn = BLINDE_WORTH[low] + (met - low) * (BLINDE_WORTH[low + 1] - BLINDE_WORTH[low])
    draws = alone * NO_TRICK + (1 - alone) * drawn
    may = all(not isinstance(one, Blinde) for one in phase.said)
    if may and alone < 1 and draws - temper.blinde > max(plays, temper.margin, 0.0):
        return Blinde(seat)
    return In(seat) if plays > temper.margin else Pass(seat)


def _best_five(hand: Hand, trump: Suit) -> Hand:
    """What is left of a hand when the dealer has taken the turned trump."""
    return hand if len(hand) <= HAND_SIZE else tuple(card for card in hand if card is not _given(hand, trump))


def _given(hand: Hand, trump: Suit) -> Card:
    """The card to do without: the lowest beside the trumps, of a short suit rather than of a long one."""
    suits = [card.suit for card in hand]
    return min(hand, key=lambda card: (card.suit == trump, HEIGHT[card.rank], suits.count(card.suit)))


def _exchange(phase: Exchange, seat: int) -> Action:
    tricks = phase.tricks
    given = _given(tricks.hands[seat], tricks.trump)
    better = given.suit != tricks.trump or HEIGHT[given.rank] < HEIGHT[tricks.turned.rank]
    return Swap(seat, given) if better else Keep(seat)


def _standing(phase: Standing, seat: int, temper: Temper) -> Action:
    tricks = expected_tricks(phase.tricks.hands[seat], phase.tricks.trump, 1)
    return Forfeit(seat) if temper.forfeits and tricks < GIVES_UP else Stand(seat)


# -- the play --------------------------------------------------------------------------------------


class Count(NamedTuple):
    """What is known: ``unseen`` cards that others may hold, ``bare`` seats without a trump."""

    unseen: tuple[Card, ...]
    bare: frozenset[int]


def _count(phase: MuscioTricks, seat: int, memory: bool) -> Count:
    beside = phase.given or (phase.turned,)
    seen: set[Card] = {*phase.hands[seat], *phase.aside, *phase.trick.cards, *beside}
    bare = set(phase.trick.face_down)
    if memory:
        for taken in phase.done:
            seen.update(taken.trick.cards)
            bare.update(taken.trick.face_down)
    return Count(tuple(card for card in ITALIAN_PACK if card not in seen), frozenset(bare))


def _play(phase: MuscioTricks, choices: tuple[Action, ...], rng: Random, temper: Temper) -> Action:
    plays = [choice for choice in choices if isinstance(choice, Play)]
    if len(plays) == 1:
        return plays[0]
    seat = plays[0].seat
    known = _count(phase, seat, temper.memory)
    taken = phase.points()[seat]
    worth = 1.0 if taken else 1.0 + NO_TRICK
    values = [
        worth * _takes(phase, seat, one.card, known) - temper.thrift * _later(phase, seat, one.card, known, worth)
        for one in plays
    ]
    best = max(values)
    return rng.choice([one for one, value in zip(plays, values, strict=True) if value > best - 1e-9])


def _takes(phase: MuscioTricks, seat: int, card: Card, known: Count) -> float:
    """How likely ``card`` takes this trick."""
    trick, trump = phase.trick, phase.trump
    if phase.falls_face_down(card):
        leads = not trick.cards
        open_before = any(one.suit == trump for one in trick.cards)
        return _nobody_has(phase, _after(phase), _trumps(known, trump), known) if leads and not open_before else 0.0
    led = trick.led if trick.led is not None and trick.led is not HIDDEN else card
    power = powers(RANKING, trump, led.suit)
    if any(power[one] >= power[card] for one in trick.cards if one is not HIDDEN and _open(phase, one)):
        return 0.0
    if not power[card]:
        return 0.0
    return _holds_up(phase, card, led.suit, _after(phase), known)


def _open(phase: MuscioTricks, card: Card) -> bool:
    """Whether a card of the trick lies face up."""
    return not phase.falls_face_down(card)


def _after(phase: MuscioTricks) -> tuple[int, ...]:
    """Who plays to this trick after the seat on turn."""
    return phase.trick.seats[len(phase.trick.cards) + 1 :]


def _holds_up(phase: MuscioTricks, card: Card, led: Suit, after: tuple[int, ...], known: Count) -> float:
    """How likely none of ``after`` plays a higher card."""
    trump = phase.trump
    higher = [one for one in known.unseen if one.suit == card.suit and HEIGHT[one.rank] > HEIGHT[card.rank]]
    chance = _nobody_has(phase, after, higher, known)
    if card.suit != trump:
        trumps = _trumps(known, trump)
        for seat in after:
            chance *= 1 - RUFF * (1 - _nobody_has(phase, (seat,), trumps, known))
    return chance


def _trumps(known: Count, trump: Suit) -> list[Card]:
    return [one for one in known.unseen if one.suit == trump]


def _nobody_has(phase: MuscioTricks, seats: Iterable[int], wanted: list[Card], known: Count) -> float:
    """How likely none of ``seats`` holds one of the ``wanted`` cards, all of one suit."""
    if not wanted:
        return 1.0
    bare = wanted[0].suit == phase.trump
    held = sum(len(phase.hands[seat]) for seat in seats if not (bare and seat in known.bare))
    return max(0.0, 1 - held / max(1, len(known.unseen))) ** len(wanted)


def _later(phase: MuscioTricks, seat: int, card: Card, known: Count, worth: float) -> float:
    """What ``card`` is likely to take if it is kept."""
    hand = phase.hands[seat]
    if len(hand) == 1:
        return 0.0
    others = tuple(one for one in phase.trick.seats if one != seat)
    chance = _holds_up(phase, card, card.suit, others, known)
    if card.suit == phase.trump:
        chance = max(chance, LAST_TRUMP / max(1, len(others)))
    return KEPT * chance * (1.0 + (worth - 1.0) * FIRST_LATER)


KEPT: Final = 0.85
"""How far what a card may take later counts beside the trick now."""

LAST_TRUMP: Final = 0.5
"""How likely even a low trump takes a trick late, against one other."""

FIRST_LATER: Final = 0.5
"""Who has no trick yet may take the first one with another card."""


MUSCIO: Final = Mind(
    game="muscio", players={"novice": novice, "club": club, "expert": expert, "master": master},
    weighed=weighed, why=why, stake=5.0,
)  # fmt: skip
