"""What a guided first deal is made of: prepared packs, and one idea at a time (`game.lessons` goes through it).

A game declares its own in its room. What a step states are `Fact` values, which the rules are asked about; the numbers
and the cards in its text come from them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from game.engine.cards import Card, cards
from game.engine.events import Event
from game.engine.options import Options
from game.engine.phases import Phase
from game.engine.tricks import in_order

LEARNER = 0
"""The seat of who learns."""

Value: TypeAlias = int | str | Card
"""What a text gets from a fact: a number, a suit or a rank by its letter, a card."""


class Seen(NamedTuple):
    """What the learner knows when he reads a step: the phase and all that has happened, as they were masked for him."""

    phase: Phase
    events: Sequence[Event]


class Fact(msgspec.Struct, frozen=True):
    """Something that a step states of the table; what the learner does not know cannot be stated."""

    def holds(self, seen: Seen) -> bool:
        """Whether it is so."""
        return True

    def value(self, seen: Seen) -> Value:
        """What stands in its place in the text; only asked where it holds."""
        raise NotImplementedError


class Lights(msgspec.Struct, frozen=True):
    """What a step speaks of: cards, the plates of seats, the corner of the table, the hand that is nobody's."""

    cards: tuple[Card, ...] = ()
    seats: tuple[int, ...] = ()
    corner: bool = False
    spare: bool = False


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One idea. ``text`` is English, translated where it is shown, as are the answers in ``wrong``.

    ``deal``: a pack that is dealt first; ``acts``: what is then done before the text is read, as a record has it; it is
    passed over at once where it ``leaps``. ``asks``: the actions that are right, without their seat; with none the text
    is only read. ``wrong``: the answer to what is not right, by the action, under ``""`` to all others that are legal.
    ``facts``: what the text states, by the names of its places, or by any other where it only has to be so.
    """

    text: str
    deal: tuple[Card, ...] = ()
    acts: tuple[str, ...] = ()
    leaps: bool = False
    asks: tuple[str, ...] = ()
    wrong: Mapping[str, str] = {}
    facts: Mapping[str, Fact] = {}
    lights: Lights = Lights()


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """The learner sits at seat `LEARNER`, ``others``, by their names, at those after him.

    ``minutes``: about how long it takes.
    """

    options: Options
    others: tuple[str, ...]
    first_dealer: int
    minutes: int
    steps: tuple[Step, ...]


def lit(text: str = "", *seats: int, corner: bool = False, spare: bool = False) -> Lights:
    """What is lit: cards by their notation, seats."""
    return Lights(cards(text), seats, corner, spare)


def acts(text: str) -> tuple[str, ...]:
    """Actions one after the other, with commas between."""
    return tuple(one.strip() for one in text.split(",") if one.strip())


def answers(actions: str, words: str) -> dict[str, str]:
    """The same answer to several actions, with commas between."""
    return dict.fromkeys(acts(actions), words)


def one_by_one(hands: Sequence[str], dealer: int, rest: str = "") -> tuple[Card, ...]:
    """The pack that gives these hands, from seat 0 on, one card at a time from forehand; ``rest`` lies below."""
    order = in_order(tuple(range(len(hands))), (dealer + 1) % len(hands))
    given = [cards(hands[seat]) for seat in order]
    return (*(card for one in zip(*given, strict=True) for card in one), *cards(rest))
