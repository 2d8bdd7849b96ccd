"""Spades by counting: what each card of a hand is likely to win, and what a trick is worth to whom.

One count serves bidding and play. `Counter` says how many tricks a hand can expect; a bid is what that number
pays best; a card is played if it wins more now than it would have won later (the hand with it less the hand
without it). Where a trick does harm (nil, bags) the same sum, its sign turned, ducks and throws off.
`novice` counts only the high cards, forgets what has fallen and does not look at the bids of others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb, exp, sqrt
from random import Random
from typing import Final

import msgspec
import numpy as np

from game.actions import Action, Bid, Play
from game.ai import strong
from game.ai.characters import Character
from game.ai.limit import Limit
from game.ai.search import Effort, Estimate, best
from game.ai.spades_auction import bids
from game.ai.spades_craft import SpadesCraft
from game.cards import SUITS, Card, Hand, Suit
from game.rules.spades import BAGS, BAGS_COST, NIL, RANKING, TRICK, TRUMP, Bidding, SpadesTricks, pack_for
from game.tricks import powers
from game.view import View

HEIGHT: Final = {rank: len(RANKING) - at for at, rank in enumerate(RANKING)}


class Temper(msgspec.Struct, frozen=True, kw_only=True):
    """How a player judges. ``counts``: whether length, ruffs and fallen cards are counted; ``spite``: what the
    points that another loses are worth, beside one's own; ``hope``: tricks bid on beside those that the hand counts.
    """

    counts: bool
    spite: float
    hope: float = 0.0

    def like(self, character: Character) -> Temper:
        """The same skill in a bold or careful person."""
        return msgspec.structs.replace(self, hope=HOPE * character.boldness)


CLUB: Final = Temper(counts=True, spite=0.25)
NOVICE: Final = Temper(counts=False, spite=0.0)

HOPE: Final = 0.6
"""How many tricks the boldest hopes for beside those that the hand counts, and the most careful does not trust."""

WILL: Final = {True: 0.9, False: 0.6}
"""How likely a player who can take the trick does: if he still needs tricks, and if he does not."""

RETAKEN: Final = 0.7
"""How likely a second overtaking is beside the first: the taker has chosen a card to hold."""

SPREAD: Final = 0.15
"""How far, in tricks, a count may be off: this much for each square root of a card left in hand."""

UNGUARDED: Final = 0.25
"""What is left of the chance of a high card that higher ones are still out against, for each guard it lacks."""

MOST_LACKING: Final = 2
"""A high card that lacks more guards counts for nothing."""

MOST_ROUNDS: Final = 13
"""A side suit has no more cards than this, nor is it played more often."""

EXTRA: Final = 0.2
"""How much of an overtrick a trick may be that is needed now."""

LEAST_STAKE: Final = 0.02
"""What of a contract's worth is seen in a trick at least, however sure or hopeless it seems."""

NIL_SURE: Final = 0.75
NIL_COUNTED: Final = 0.35
NIL_SPADES: Final = 3
NIL_BELOW: Final = 4
"""Nil is bid on at most so many spades, none of them among the so many highest; measured with `club` at every seat,
it succeeds so often, less so much for each trick that the hand counts."""

LATER: Final = 0.95
"""What a trick that may come later counts beside one now."""

SHED: Final = 1e-4
"""Of cards that promise the same, the lower is kept for worse: so much for each step of rank."""

TIE: Final = 1e-9


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat knows: the ``unseen`` cards, high to low by suit, which are all in the other hands; how many
    each of the ``others`` holds (``sizes``); and the suits that each has shown not to hold (``voids``)."""

    unseen: Mapping[Suit, Hand]
    others: tuple[int, ...]
    sizes: tuple[int, ...]
    voids: tuple[frozenset[Suit], ...]

    def holds(self, at: int, suit: Suit, least: int) -> float:
        """How likely the other player number ``at`` holds at least so many cards of ``suit``."""
        if least <= 0:
            return 1.0
        if suit in self.voids[at]:
            return 0.0
        room = sum(size for size, void in zip(self.sizes, self.voids, strict=True) if suit not in void)
        return at_least(room, len(self.unseen[suit]), self.sizes[at], least)

    def holds_one_of(self, at: int, suit: Suit, wanted: int) -> float:
        """How likely he holds at least one of ``wanted`` certain cards of ``suit``."""
        if not wanted or suit in self.voids[at]:
            return 0.0
        room = sum(size for size, void in zip(self.sizes, self.voids, strict=True) if suit not in void)
        return at_least(room, wanted, self.sizes[at], 1)

    def all_follow(self, suit: Suit, rounds: int) -> float:
        """How likely a trick is not ruffed when ``suit`` is played so often: each follows or has no spade."""
        chance = 1.0
        for at in range(len(self.others)):
            follows = self.holds(at, suit, rounds)
            chance *= follows + (1 - follows) * (1 - self.holds(at, TRUMP, 1))
        return chance


@lru_cache(maxsize=100_000)
def at_least(room: int, marked: int, size: int, least: int) -> float:
    """How likely ``size`` of ``room`` places hold at least ``least`` of ``marked`` cards."""
    size, marked = min(size, room), min(marked, room)
    if least > min(size, marked):
        return 0.0
    whole = comb(room, size)
    fewer = sum(comb(marked, few) * comb(room - marked, size - few) for few in range(min(least, size + 1)))
    return 1 - fewer / whole


# -- counting a hand -------------------------------------------------------------------------------


class Counter:
    """Counts hands against one table; suits that were counted before are remembered."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._side: dict[tuple[Suit, Hand], float] = {}
        self._ruffs: dict[tuple[Suit, int], float] = {}
        self._follow: dict[tuple[Suit, int], float] = {}
        self._long: dict[int, float] = {}

    def tricks(self, hand: Hand) -> float:
        """How many tricks ``hand``, each suit from high to low, can expect."""
        suits = {suit: tuple(card for card in hand if card.suit == suit) for suit in SUITS}
        side = sum(self._side_suit(suit, suits[suit]) for suit in SUITS if suit != TRUMP)
        ruffs = sum(self._ruffed(suit, len(suits[suit])) for suit in SUITS if suit != TRUMP)
        return side + self._trumps(suits[TRUMP], ruffs)

    def _side_suit(self, suit: Suit, held: Hand) -> float:
        key = (suit, held)
        if key not in self._side:
            self._side[key] = sum(
                chance * self._followed(suit, turn) for chance, turn in self._by_rank(suit, held) if chance
            )
        return self._side[key]

    def _by_rank(self, suit: Suit, held: Hand) -> list[tuple[float, int]]:
        """For each card how likely it is high when it is played, and in which round of the suit that is."""
        unseen = self.table.unseen[suit]
        found = []
        for at, card in enumerate(held):
            higher = sum(HEIGHT[other.rank] > HEIGHT[card.rank] for other in unseen)
            turn = at + 1 + higher
            lacking = max(0, turn - len(held))
            found.append((UNGUARDED**lacking if lacking <= MOST_LACKING else 0.0, min(turn, len(held))))
        return found

    def _followed(self, suit: Suit, turn: int) -> float:
        key = (suit, turn)
        if key not in self._follow:
            self._follow[key] = self.table.all_follow(suit, turn)
        return self._follow[key]

    def _ruffed(self, suit: Suit, length: int) -> float:
        """How many tricks of ``suit`` can be ruffed by a hand that has so many cards of it."""
        key = (suit, length)
        if key not in self._ruffs:
            each = len(self.table.unseen[suit]) / len(self.table.others)
            turns = range(length + 1, min(MOST_ROUNDS, int(2 * each)) + 1)
            self._ruffs[key] = sum(self._followed(suit, turn) for turn in turns)
        return self._ruffs[key]

    def _trumps(self, held: Hand, ruffs: float) -> float:
        """High spades, long ones, and small ones that ruff."""
        high = [chance for chance, _turn in self._by_rank(TRUMP, held)]
        sure = [max(chance, self._is_long(at + 1)) for at, chance in enumerate(high)]
        spare = len(held) - sum(sure)
        return sum(sure) + min(ruffs, spare)

    def _is_long(self, turn: int) -> float:
        """How likely nobody else has a spade left when so many rounds of them are played."""
        if turn not in self._long:
            chance = 1.0
            for at in range(len(self.table.others)):
                chance *= 1 - self.table.holds(at, TRUMP, turn)
            self._long[turn] = chance
        return self._long[turn]


def high_cards(hand: Hand) -> float:
    """A beginner's count: aces, kings that are not alone, spades from the queen on."""
    length = {suit: sum(card.suit == suit for card in hand) for suit in SUITS}
    count = 0.0
    for card in hand:
        if card.suit == TRUMP:
            count += card.rank in ("BJ", "LJ", "A", "K", "Q")
        elif card.rank == "A":
            count += 1
        elif card.rank == "K" and length[card.suit] > 1:
            count += 0.5
    return count


# -- bids ------------------------------------------------------------------------------------------


def chance_of(tricks: float, wanted: float, left: int) -> float:
    """How likely a hand that expects ``tricks`` takes ``wanted`` at least, with so many cards left in it."""
    return 1 / (1 + exp(-min(50.0, max(-50.0, (tricks - wanted + 0.5) / spread(left)))))


def spread(left: int) -> float:
    return SPREAD * sqrt(left)


def overtrick(bags: bool) -> float:
    """What a trick over the bid is worth; a bag is a tenth of what ten of them cost."""
    return 1.0 - (BAGS_COST / BAGS if bags else 0.0)


def _bid(phase: Bidding, seat: int, temper: Temper) -> Bid:
    hand = phase.hands[seat]
    size = len(hand)
    if not temper.counts:
        return Bid(seat, min(size, max(1, round(high_cards(hand) + temper.hope))))
    table = know(phase, seat, hand, ())
    slope, base = COUNTED[phase.seats]
    counted = Counter(table).tricks(hand)
    expected = base + slope * counted + temper.hope
    stake_lost = TRICK if phase.options.broken_bid == "minus_ten_per_bid" else 0
    over = overtrick(phase.options.bags)

    def worth(bid: int) -> float:
        made = chance_of(expected, bid, size)
        return made * (TRICK * bid + over * max(0.0, expected - bid)) - (1 - made) * stake_lost * bid

    best = max(range(1, size + 1), key=worth)
    if phase.options.nil:
        none = _nil_chance(hand, counted)
        if NIL * (2 * none - 1) > worth(best):
            return Bid(seat, 0)
    return Bid(seat, best)


def _nil_chance(hand: Hand, counted: float) -> float:
    """How likely a hand that counts so many tricks can be kept from taking any (`NIL_SURE`)."""
    spades = [card.rank for card in hand if card.suit == TRUMP]
    if len(spades) > NIL_SPADES or any(rank in RANKING[:NIL_BELOW] for rank in spades):
        return 0.0
    return max(0.0, NIL_SURE - NIL_COUNTED * counted)


# -- what is known ---------------------------------------------------------------------------------


def know(phase: Bidding | SpadesTricks, seat: int, hand: Hand, fallen: Sequence[Card], memory: bool = True) -> Table:
    """What ``seat`` knows of the others' cards; without ``memory`` only what lies on the table."""
    gone = {*hand, *fallen}
    unseen: dict[Suit, list[Card]] = {suit: [] for suit in SUITS}
    for card in pack_for(phase.options, phase.seats):
        if card not in gone:
            unseen[card.suit].append(card)
    others = tuple((seat + turn) % phase.seats for turn in range(1, phase.seats))
    voids: dict[int, set[Suit]] = {at: set() for at in others}
    if isinstance(phase, SpadesTricks) and memory:
        for trick in (*(taken.trick for taken in phase.done), phase.trick):
            for at, card in trick.plays()[1:]:
                if at in voids and card.suit != trick.cards[0].suit:
                    voids[at].add(trick.cards[0].suit)
    return Table(
        unseen={suit: tuple(cards) for suit, cards in unseen.items()}, others=others,
        sizes=tuple(len(phase.hands[at]) for at in others), voids=tuple(frozenset(voids[at]) for at in others),
    )  # fmt: skip


# -- cards -----------------------------------------------------------------------------------------


def _play(phase: SpadesTricks, view: View, seat: int, rng: Random, temper: Temper) -> Play:
    plays = [choice for choice in view.choices if isinstance(choice, Play)]
    if len(plays) == 1:
        return plays[0]
    hand = phase.hands[seat]
    fallen = [*phase.trick.cards]
    if temper.counts:
        fallen += [card for taken in phase.done for card in taken.trick.cards]
    table = know(phase, seat, hand, fallen, temper.counts)
    counter = Counter(table)
    whole = counter.tricks(hand)
    slope, _base = COUNTED[phase.seats]
    values = _values(phase, seat, slope * whole, temper)
    worth = []
    for play in plays:
        keep = whole - counter.tricks(tuple(card for card in hand if card is not play.card))
        keep = LATER * keep + HEIGHT[play.card.rank] * SHED
        promised = sum(chance * values[taker] for taker, chance in _outlook(phase, seat, play.card, table).items())
        worth.append(promised - values[seat] * keep)
    best = max(worth)
    return rng.choice([play for play, value in zip(plays, worth, strict=True) if value > best - TIE])


def _values(phase: SpadesTricks, seat: int, expected: float, temper: Temper) -> tuple[float, ...]:
    """What it is worth to ``seat`` that each seat takes a trick now."""
    taken = phase.points()
    left = len(phase.hands[seat])
    values = []
    for at in range(phase.seats):
        if at == seat:
            values.append(_trick_worth(phase, phase.bids[at], taken[at], left, expected) or 0.01)
        else:
            need = phase.bids[at] - taken[at]
            values.append(-temper.spite * _trick_worth(phase, phase.bids[at], taken[at], left, need - 0.5))
    return tuple(values)


def _trick_worth(phase: SpadesTricks, bid: int, taken: int, left: int, expected: float) -> float:
    """What one more trick is worth to a seat that has ``taken`` so many and expects so many of those left."""
    over = overtrick(phase.options.bags)
    need = bid - taken
    if bid == 0:
        return -2.0 * NIL if taken == 0 else min(0.0, over)
    if need <= 0:
        return over
    if need > left:
        return 0.0
    made = chance_of(expected, need, left)
    stake = TRICK * bid * (2 if phase.options.broken_bid == "minus_ten_per_bid" else 1)
    return stake * min(1.0, max(LEAST_STAKE, made * (1 - made) / spread(left))) + over * made * EXTRA


def _outlook(phase: SpadesTricks, seat: int, card: Card, table: Table) -> dict[int, float]:
    """How likely each seat is to take the trick if ``card`` is played to it."""
    cards = (*phase.trick.cards, card)
    led = cards[0].suit
    power = powers(RANKING, TRUMP, led)
    best = max(cards, key=power.__getitem__)
    holder = phase.trick.seats[cards.index(best)]
    over_led = 0 if best.suit != led else sum(power[one] > power[best] for one in table.unseen[led])
    over_trump = sum(power[one] > power[best] for one in table.unseen[TRUMP])
    taken = phase.points()
    outlook = {holder: 1.0}
    for later in phase.trick.seats[len(cards) :]:
        at = table.others.index(later)
        follows = table.holds_one_of(at, led, over_led)
        ruffs = 0.0
        if led != TRUMP:
            ruffs = (1 - table.holds(at, led, 1)) * table.holds_one_of(at, TRUMP, over_trump)
        bid = phase.bids[later]
        will = 0.1 if bid == 0 and not taken[later] else WILL[bid > taken[later]]
        takes = min(1.0, follows + ruffs) * will
        for taker in [*outlook]:
            share = outlook[taker] * takes * (1.0 if taker == holder else RETAKEN)
            outlook[taker] -= share
            outlook[later] = outlook.get(later, 0.0) + share
    return outlook


COUNTED: Final[Mapping[int, tuple[float, float]]] = {2: (0.9, 0.1), 3: (0.73, 0.87), 4: (0.66, 0.73), 5: (0.65, 0.54)}
"""Seats -> how a count turns into tricks taken (factor, summand), as measured with `club` at every seat."""


def club(view: View, rng: Random, _limit: Limit, character: Character) -> Action:
    """Bids what the hand is good for, plays to the bid, sets others where it pays, remembers the cards."""
    return _choose(view, rng, CLUB.like(character))


def novice(view: View, rng: Random, _limit: Limit, character: Character) -> Action:
    """The play of a beginner: bids by high cards alone, forgets what has fallen, minds only the own bid."""
    return _choose(view, rng, NOVICE.like(character))


def _choose(view: View, rng: Random, temper: Temper) -> Action:
    phase, seat = view.phase, view.seat
    assert seat is not None
    if isinstance(phase, Bidding):
        return _bid(phase, seat, temper)
    assert isinstance(phase, SpadesTricks)
    return _play(phase, view, seat, rng, temper)


EXPERT: Final = Effort(worlds=48, guesses=4, ways=0)
MASTER: Final = Effort(worlds=100, guesses=16, ways=0)
"""The end is left to the learned play too: who plays with all cards open is not the player across the table."""
EXPERT_BIDS, MASTER_BIDS = 64, 128
"""How many worlds bids are tried in."""


def expert(view: View, rng: Random, limit: Limit, character: Character) -> Action:
    """Bids and plays by playouts in a few worlds."""
    return _strong(view, rng, limit, character, EXPERT, EXPERT_BIDS)


def master(view: View, rng: Random, limit: Limit, character: Character) -> Action:
    """Bids and plays by playouts in many worlds that fit all that the others bid and played."""
    return _strong(view, rng, limit, character, MASTER, MASTER_BIDS)


def weighed(view: View, rng: Random, limit: Limit, character: Character) -> list[Estimate]:
    """What a master finds each choice worth: points beyond the mean of the others, near the end the match."""
    return _weighed(view, rng, limit, character, MASTER, MASTER_BIDS)


def _strong(view: View, rng: Random, limit: Limit, character: Character, effort: Effort, worlds: int) -> Action:
    if len(view.choices) == 1:
        return view.choices[0]
    return best(_weighed(view, rng, limit, character, effort, worlds)).action


def _weighed(
    view: View, rng: Random, limit: Limit, character: Character, effort: Effort, worlds: int
) -> list[Estimate]:
    if isinstance(view.phase, Bidding):
        return bids(view, character.boldness, worlds, np.random.default_rng(rng.getrandbits(64)), limit.begin())
    return strong.weighed(view, SpadesCraft(), effort, rng, limit)
