"""The data of a guided first deal: prepared packs and steps of one idea each (`game.lessons.runner` goes through them).

The lesson of a game is in the module of its name; `game.lessons.LESSONS` lists them. The tests compare what each step
says, and the values in its text, with the rules (``tests/game/lessons``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from game.core.cards import Card, parse_cards
from game.core.options import Options
from game.core.trick_taking import order_seats_from

LEARNER_SEAT = 0
"""The seat of the learner."""

LessonValue: TypeAlias = int | str | Card
"""A value to fill in: a number, a suit or a rank by its letter, a card."""


class Highlights(msgspec.Struct, frozen=True):
    """The places that a step refers to: cards, the plates of seats, the corner of the table, the spare hand."""

    cards: tuple[Card, ...] = ()
    seats: tuple[int, ...] = ()
    has_corner: bool = False
    has_spare_hand: bool = False


class LessonStep(msgspec.Struct, frozen=True, kw_only=True):
    """One idea. ``text`` is English, translated where it is shown, as are the answers in ``wrong_answers``.

    ``pack``: dealt first, if any; ``actions``: played before the text is read, as a record writes them, and skipped on
    the screen if ``is_instant``. ``expected_actions``: the right ones, without their seat; with none the text is only
    read. ``wrong_answers``: the answer to a wrong action, by action, under ``""`` to all other legal ones. ``values``:
    by the placeholders of ``text`` and of the answers (``{card}`` in an answer is the card of the action);
    ``values_after``: those that depend on the action of the step before, by that action.
    """

    text: str
    pack: tuple[Card, ...] = ()
    actions: tuple[str, ...] = ()
    is_instant: bool = False
    expected_actions: tuple[str, ...] = ()
    wrong_answers: Mapping[str, str] = {}
    values: Mapping[str, LessonValue] = {}
    values_after: Mapping[str, Mapping[str, LessonValue]] = {}
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
    """Return the highlights of cards, by their notation, and of seats."""
    return Highlights(parse_cards(text), seats, has_corner, has_spare_hand)


def split_actions(text: str) -> tuple[str, ...]:
    """Return the actions of a text with commas between them."""
    return tuple(action.strip() for action in text.split(",") if action.strip())


def map_actions_to_answer(actions: str, answer: str) -> dict[str, str]:
    """Return the same answer to each action of a text with commas between them."""
    return dict.fromkeys(split_actions(actions), answer)


def build_pack_by_single_cards(hands: Sequence[str], dealer: int, stock: str = "") -> tuple[Card, ...]:
    """Return the pack that gives these hands, from seat 0 on, one card at a time from forehand.

    ``stock``: the cards below them.
    """
    order = order_seats_from(tuple(range(len(hands))), (dealer + 1) % len(hands))
    hands_in_order = [parse_cards(hands[seat]) for seat in order]
    return (*(card for dealt_round in zip(*hands_in_order, strict=True) for card in dealt_round), *parse_cards(stock))
