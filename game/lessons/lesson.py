"""The data of a guided first deal: prepared packs, and steps of one idea each.

`game.lessons.runner` goes through the steps. `game.lessons.LESSONS` lists the lessons, whose modules have the names of
their games. ``tests/transcripts/lessons`` has each step beside what the rules say of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from game.core.cards import Card, parse_cards
from game.core.options import Options
from game.core.trick_taking import order_seats_from

LEARNER_SEAT = 0

LessonValue: TypeAlias = int | str | Card
"""A value for a placeholder in a text: a number, a suit or a rank by its letter, or a card."""


class Highlights(msgspec.Struct, frozen=True):
    """The places that a step points to.

    They are cards, plates of seats, the stock with the turned card, and the spare hand.
    """

    cards: tuple[Card, ...] = ()
    seats: tuple[int, ...] = ()
    has_deck: bool = False
    has_spare_hand: bool = False


class LessonStep(msgspec.Struct, frozen=True, kw_only=True):
    """One idea of a lesson. The texts are English, and are translated when shown.

    ``trick_text``: about the last trick before the text, read while that trick is still on the table; a step that
    expects an action after a trick needs one, since no card can be played while the trick is there. ``pack``: dealt
    first, if there is one. ``actions``: played before the text is read, in the notation of records; the screen does not
    show them one by one if ``is_instant``. ``expected_actions``: the right actions, without their seat; if there are
    none, the text is only read. ``wrong_answers``: the reply to a wrong action, by action; the key "" is for all other
    legal actions. ``values``: by the placeholders of the texts and of the replies, in which ``{card}`` is the card of
    the action; ``{key}`` in ``text`` is the digit that plays the expected card. ``values_after``: further values by the
    learner's action at the step before.
    """

    text: str
    trick_text: str = ""
    pack: tuple[Card, ...] = ()
    actions: tuple[str, ...] = ()
    is_instant: bool = False
    expected_actions: tuple[str, ...] = ()
    wrong_answers: Mapping[str, str] = {}
    values: Mapping[str, LessonValue] = {}
    values_after: Mapping[str, Mapping[str, LessonValue]] = {}
    highlights: Highlights = Highlights()

    @property
    def page_count(self) -> int:
        """The number of texts to read one after the other."""
        return 2 if self.trick_text else 1


class LearnedRule(msgspec.Struct, frozen=True):
    """One of the rules that the end of a lesson repeats, with a card that stands for it.

    ``title``, ``text``: in English; ``values``: by the placeholders of the text.
    """

    card: Card
    title: str
    text: str
    values: Mapping[str, LessonValue] = {}


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson for a learner at `LEARNER_SEAT`.

    ``title``: in English, "" for the title of the game; ``other_names``: the players at the next seats, the
    teacher first; ``learned_rules``: repeated at the end.
    """

    game_id: str
    title: str = ""
    options: Options
    other_names: tuple[str, ...]
    first_dealer: int
    steps: tuple[LessonStep, ...]
    learned_rules: tuple[LearnedRule, ...]

    def count_pages(self, step_count: int | None = None) -> int:
        """Return the number of pages in the first ``step_count`` steps, None for all; the screen calls them steps."""
        return sum(step.page_count for step in self.steps[:step_count])


def highlight(text: str = "", *seats: int, has_deck: bool = False, has_spare_hand: bool = False) -> Highlights:
    """Return the highlights of cards, in card notation, and of ``seats``.

    ``has_deck``, ``has_spare_hand``: highlight these too. Raise ValueError for a word that is not a card.
    """
    return Highlights(parse_cards(text), seats, has_deck, has_spare_hand)


def split_actions(text: str) -> tuple[str, ...]:
    """Return the actions of a text, in which commas separate them; empty parts are left out."""
    return tuple(action.strip() for action in text.split(",") if action.strip())


def map_actions_to_answer(actions: str, answer: str) -> dict[str, str]:
    """Return a dict with the same answer for each of the comma-separated actions."""
    return dict.fromkeys(split_actions(actions), answer)


def build_pack_by_single_cards(hands: Sequence[str], dealer: int, stock: str = "") -> tuple[Card, ...]:
    """Return the pack that deals ``hands`` one card at a time, the top card first.

    The seat after ``dealer`` gets the first card. ``hands``: by seat, in card notation, all of the same size.
    ``stock``: the cards below them, in card notation. Raise ValueError for other sizes or a word that is not a card.
    """
    order = order_seats_from(tuple(range(len(hands))), (dealer + 1) % len(hands))
    hands_in_order = [parse_cards(hands[seat]) for seat in order]
    return (*(card for dealt_round in zip(*hands_in_order, strict=True) for card in dealt_round), *parse_cards(stock))
