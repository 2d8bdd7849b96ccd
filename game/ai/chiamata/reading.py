"""What a seat of Briscola chiamata can know by watching: which cards are out, and who plays with the caller.

The partner gives himself away before his card falls: he loads the caller's tricks and does not take them
away. A reader weighs every card that was played by how much likelier a partner plays it than a defender.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from game.engine.cards import HIDDEN, ITALIAN_PACK, Card, Hand, Suit
from game.engine.tricks import Trick, powers
from game.rules.chiamata.play import ChiamataTricks
from game.rules.family import RANKING, VALUES

IN_MANO: Final = 0.05
"""How likely the caller holds the called card himself, before anything is seen."""

CALLER_TRUMPS: Final = 2.0
"""How much likelier an unseen trump is with the caller than with somebody else who holds as many cards."""

LOADS_CALLER: Final = ((10, 2.6), (3, 1.4), (0, 0.75))
"""A card that leaves the trick to the caller: (from so many points, how much likelier of a partner)."""

LOADS_OTHERS: Final = ((10, 0.45), (3, 0.8), (0, 1.1))
"""The same where another seat has the trick and the caller has played."""

TAKES_FROM_CALLER: Final = 0.4
"""The same of a card that takes the trick from the caller."""


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat makes of the cards.

    ``trump``: None in solo, or where it is not named yet; ``unseen``: cards that may be in any other hand;
    ``with_caller``: by seat, how likely it belongs to the caller's side; ``covered``: how many cards each seat
    holds that the reader has not seen.
    """

    seat: int
    caller: int
    trump: Suit | None
    called: Card | None
    unseen: Hand
    covered: tuple[int, ...]
    with_caller: tuple[float, ...]

    def same(self, one: int, other: int) -> float:
        """How likely two seats are on one side."""
        if one == other:
            return 1.0
        mine, theirs = self.with_caller[one], self.with_caller[other]
        return mine * theirs + (1 - mine) * (1 - theirs)

    def holds(self, seat: int, wanted: Hand) -> float:
        """How likely ``seat`` holds at least one of the unseen cards ``wanted``."""
        lacks = 1.0
        every = sum(self.covered)
        mine = self.covered[seat]
        if not mine or not every:
            return 0.0
        for one in wanted:
            if one is self.called:
                chance = self.with_caller[seat] if seat != self.caller else IN_MANO
            elif one.suit == self.trump and self.seat != self.caller:
                more = (CALLER_TRUMPS - 1) * self.covered[self.caller]
                chance = mine * (CALLER_TRUMPS if seat == self.caller else 1.0) / (every + more)
            else:
                chance = mine / every
            lacks *= 1 - chance
        return 1 - lacks


def read(phase: ChiamataTricks, *, memory: bool = True, suspicion: bool = True) -> Reading:
    """What the seat to act knows in ``phase``, which is masked for it.

    Without ``memory`` it forgets the tricks that were taken, without ``suspicion`` it learns nothing from how
    the others play.
    """
    seat, caller = phase.trick.to_play, phase.contract.caller
    seen = {*phase.hands[seat], *phase.trick.cards}
    if memory:
        seen.update(one for taken in phase.done for one in taken.trick.cards)
    if phase.called is not None and phase.partner() is not None:
        seen.add(phase.called)
    return Reading(
        seat=seat, caller=caller, trump=phase.trump, called=phase.called,
        unseen=tuple(one for one in ITALIAN_PACK if one not in seen),
        covered=tuple(sum(one is HIDDEN for one in hand) for hand in phase.hands),
        with_caller=_sides(phase, seat, suspicion=suspicion),
    )  # fmt: skip


def _sides(phase: ChiamataTricks, seat: int, *, suspicion: bool) -> tuple[float, ...]:
    """By seat, how likely it belongs to the caller's side."""
    caller, partner = phase.contract.caller, phase.partner()
    everyone = range(phase.seats)
    if phase.contract.rank is None or partner is not None:
        return tuple(float(at in (caller, partner)) for at in everyone)
    doubtful = [at for at in everyone if at not in (seat, caller)]
    weights = dict.fromkeys(doubtful, (1 - IN_MANO) / len(doubtful))
    if suspicion:
        for at, weight in behaviour(phase):
            if at in weights:
                weights[at] *= weight
    alone = 0.0 if seat == caller else IN_MANO
    whole = alone + sum(weights.values())
    return tuple(1.0 if at == caller else weights.get(at, 0.0) / whole for at in everyone)


def behaviour(phase: ChiamataTricks) -> Iterator[tuple[int, float]]:
    """(seat, how much likelier a partner plays so than a defender) for each card that says something."""
    for trick in (*(taken.trick for taken in phase.done), phase.trick):
        if len(trick.cards) > 1:
            yield from judged(trick, phase.trump, phase.contract.caller)


def judged(trick: Trick, trump: Suit | None, caller: int) -> Iterator[tuple[int, float]]:
    """`behaviour` in one trick."""
    power = powers(RANKING, trump, trick.cards[0].suit)
    best, taker, caller_played = trick.cards[0], trick.seats[0], trick.seats[0] == caller
    for seat, one in trick.plays()[1:]:
        takes = power[one] > power[best]
        if caller_played:
            points = VALUES.get(one.rank, 0)
            if taker == caller:
                yield seat, TAKES_FROM_CALLER if takes else _step(LOADS_CALLER, points)
            elif not takes:
                yield seat, _step(LOADS_OTHERS, points)
        if takes:
            best, taker = one, seat
        caller_played = caller_played or seat == caller


def _step(table: tuple[tuple[int, float], ...], points: int) -> float:
    return next(value for least, value in table if points >= least)
