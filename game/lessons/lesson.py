"""What a guided first deal is made of: prepared packs, and one idea at a time (`game.lessons.runner` goes through it).

The lesson of a game is in the module of its name; `game.lessons.LESSONS` lists them. What a step states are `Fact`
values, which the rules are asked about; the numbers and the cards in its text come from them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from game.core.cards import Card, parse_cards
from game.core.events import Event
from game.core.options import Options
from game.core.phase import Phase
from game.core.trick_taking import order_seats_from

LEARNER_SEAT = 0
"""The seat of who learns."""

FactValue: TypeAlias = int | str | Card
"""What a text gets from a fact: a number, a suit or a rank by its letter, a card."""


class LearnerKnowledge(NamedTuple):
    """What the learner knows when they read a step: the phase and all events so far, both masked for them."""

    phase: Phase
    events: Sequence[Event]


class Fact(msgspec.Struct, frozen=True):
    """A statement of a step about the table; what the learner does not know cannot be stated."""

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        """Whether it is so."""
        return True

    def get_value(self, knowledge: LearnerKnowledge) -> FactValue:
        """What stands in its place in the text; only asked where it holds."""
        raise NotImplementedError


class Highlights(msgspec.Struct, frozen=True):
    """What a step refers to: cards, the plates of seats, the corner of the table, the spare hand."""

    cards: tuple[Card, ...] = ()
    seats: tuple[int, ...] = ()
    has_corner: bool = False
    has_spare_hand: bool = False


class LessonStep(msgspec.Struct, frozen=True, kw_only=True):
    """One idea. ``text`` is English, translated where it is shown, as are the answers in ``wrong_answers``.

    ``pack``: dealt first, if any; ``actions``: played before the text is read, as a record writes them, and skipped on
    the screen if ``is_instant``. ``expected_actions``: the right ones, without their seat; with none the text is only
    read. ``wrong_answers``: the answer to a wrong action, by action, under ``""`` to all other legal ones. ``facts``:
    what the text states, by the names of its placeholders, or by any other name for what only has to be true.
    """

    text: str
    pack: tuple[Card, ...] = ()
    actions: tuple[str, ...] = ()
    is_instant: bool = False
    expected_actions: tuple[str, ...] = ()
    wrong_answers: Mapping[str, str] = {}
    facts: Mapping[str, Fact] = {}
    highlights: Highlights = Highlights()


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson. The learner sits at `LEARNER_SEAT`, the players named ``other_names`` at the next seats.

    ``minutes``: about how long it takes.
    """

    options: Options
    other_names: tuple[str, ...]
    first_dealer: int
    minutes: int
    steps: tuple[LessonStep, ...]


def highlight(text: str = "", *seats: int, has_corner: bool = False, has_spare_hand: bool = False) -> Highlights:
    """What is lit: cards by their notation, seats."""
    return Highlights(parse_cards(text), seats, has_corner, has_spare_hand)


def split_actions(text: str) -> tuple[str, ...]:
    """Actions one after the other, with commas between."""
    return tuple(action.strip() for action in text.split(",") if action.strip())


def map_actions_to_answer(actions: str, answer: str) -> dict[str, str]:
    """The same answer to several actions, with commas between."""
    return dict.fromkeys(split_actions(actions), answer)


def build_pack_by_single_cards(hands: Sequence[str], dealer: int, stock: str = "") -> tuple[Card, ...]:
    """The pack that gives these hands, from seat 0 on, one card at a time from forehand; ``stock`` lies below."""
    order = order_seats_from(tuple(range(len(hands))), (dealer + 1) % len(hands))
    hands_in_order = [parse_cards(hands[seat]) for seat in order]
    return (*(card for dealt_round in zip(*hands_in_order, strict=True) for card in dealt_round), *parse_cards(stock))
