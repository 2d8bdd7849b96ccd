"""What a lesson says, in the player's language: its numbers and cards are those of the facts that it states."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.actions import Action
from game.engine.cards import SUITS, Card, Deck
from game.i18n import _
from game.lessons.course import Stand, Wrong
from game.names import card_name, rank_name, suit_name
from game.narration import sentence
from game.rules.lesson import Value
from game.words import say


def words_of(stand: Stand, deck: Deck) -> str:
    """The text of the step."""
    return _filled(stand, stand.step.text, deck)


def answer_to(stand: Stand, action: Action, wrong: Wrong, names: Sequence[str], deck: Deck) -> str:
    """What is said to an action that is not right: the lesson's own words, else why the rules refuse it."""
    if not wrong.words:
        return sentence(say(wrong.why, names, deck))
    played = getattr(action, "card", None)
    return _filled(stand, wrong.words, deck, **({"card": played} if isinstance(played, Card) else {}))


def _filled(stand: Stand, words: str, deck: Deck, **more: Value) -> str:
    seen = stand.seen
    values = {key: fact.value(seen) for key, fact in stand.step.facts.items() if f"{{{key}" in words}
    return _(words).format(**{key: _word(value, deck) for key, value in (values | more).items()})


def _word(value: Value, deck: Deck) -> object:
    if isinstance(value, Card):
        return card_name(value, deck)
    if isinstance(value, int):
        return value
    return suit_name(value, deck) if value in SUITS else rank_name(value, deck)
