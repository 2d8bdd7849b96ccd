"""What a lesson says, in the player's language: its numbers and cards are those of the facts that it states."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.actions import Action
from game.core.cards import SUITS, Card, DeckStyle
from game.lessons.lesson import FactValue
from game.lessons.runner import LessonState, WrongAnswer
from game.text.card_names import format_card_name, format_rank_name, format_suit_name
from game.text.gettext import _
from game.text.messages import format_reason
from game.text.narration import make_sentence


def format_step_text(lesson_state: LessonState, deck: DeckStyle) -> str:
    """The text of the step."""
    return _fill_in_facts(lesson_state, lesson_state.step.text, deck)


def format_wrong_answer(
    lesson_state: LessonState, action: Action, wrong_answer: WrongAnswer, names: Sequence[str], deck: DeckStyle
) -> str:
    """What is said to an action that is not right: the lesson's own words, else why the rules refuse it."""
    if not wrong_answer.message:
        return make_sentence(format_reason(wrong_answer.reason, names, deck))
    card = getattr(action, "card", None)
    return _fill_in_facts(
        lesson_state, wrong_answer.message, deck, **({"card": card} if isinstance(card, Card) else {})
    )


def _fill_in_facts(lesson_state: LessonState, text: str, deck: DeckStyle, **extra_values: FactValue) -> str:
    knowledge = lesson_state.knowledge
    values = {key: fact.get_value(knowledge) for key, fact in lesson_state.step.facts.items() if f"{{{key}" in text}
    return _(text).format(**{key: _format_fact_value(value, deck) for key, value in (values | extra_values).items()})


def _format_fact_value(value: FactValue, deck: DeckStyle) -> object:
    if isinstance(value, Card):
        return format_card_name(value, deck)
    if isinstance(value, int):
        return value
    return format_suit_name(value, deck) if value in SUITS else format_rank_name(value, deck)
