"""Spades by counting: what each card of a hand is likely to win, and what a trick is worth to whom.

One count serves bidding and play. `Counter` says how many tricks a hand can expect; a bid is what that number
pays best; a card is played if it wins more now than it would have won later (the hand with it less the hand
without it). Where a trick does harm (nil, bags) the same sum, its sign turned, ducks and throws off.
`novice` counts only the high cards, forgets what has fallen and does not look at the bids of others.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, sqrt
from random import Random
from typing import Final

import msgspec

from game.ai.characters import Character
from game.ai.limit import Limit
from game.ai.spades.counting import HEIGHT, Counter, Table, high_cards, know
from game.engine.actions import Action, Play
from game.engine.cards import Card, Hand
from game.engine.tricks import powers
from game.rules.spades.actions import Bid
from game.rules.spades.play import RANKING, TRUMP, Bidding, SpadesTricks
from game.rules.spades.score import BAGS, BAGS_COST, NIL, TRICK
from game.view import View


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

WILL_NIL: Final = 0.1
"""The same of a nil that stands: he takes it only if he must."""

RETAKEN: Final = 0.7
"""How likely a second overtaking is beside the first: the taker has chosen a card to hold."""

SPREAD: Final = 0.15
"""How far, in tricks, a count may be off: this much for each square root of a card left in hand."""

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

LEAST_WORTH: Final = 0.01
"""A trick of one's own counts so much at least, so that high cards are not thrown away for nothing."""

LATER: Final = 0.95
"""What a trick that may come later counts beside one now."""

SHED: Final = 1e-4
"""Of cards that promise the same, the lower is kept for worse: so much for each step of rank."""

TIE: Final = 1e-9


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


def club_bid(phase: Bidding, seat: int) -> Bid:
    """What `club` bids with the hand of ``seat``."""
    return _bid(phase, seat, CLUB)


def _nil_chance(hand: Hand, counted: float) -> float:
    """How likely a hand that counts so many tricks can be kept from taking any (`NIL_SURE`)."""
    spades = [card.rank for card in hand if card.suit == TRUMP]
    if len(spades) > NIL_SPADES or any(rank in RANKING[:NIL_BELOW] for rank in spades):
        return 0.0
    return max(0.0, NIL_SURE - NIL_COUNTED * counted)


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
            values.append(_trick_worth(phase, phase.bids[at], taken[at], left, expected) or LEAST_WORTH)
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
        will = WILL_NIL if bid == 0 and not taken[later] else WILL[bid > taken[later]]
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
