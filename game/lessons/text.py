"""The texts of a lesson in the player's language, with their values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.core.actions import Action
from game.core.cards import SUITS, Card, DeckStyle, Hand
from game.lessons import LESSONS
from game.lessons.lesson import LEARNER_SEAT, LearnedRule, Lesson, LessonValue
from game.lessons.progress import LessonProgress, find_next_page, is_begun
from game.lessons.runner import LessonState, WrongAnswer
from game.rules import GAMES
from game.text.card_names import format_card_name, format_rank_name, format_suit_name
from game.text.gettext import _
from game.text.messages import format_reason
from game.text.narration import make_sentence


def get_lesson_title(lesson: Lesson) -> str:
    """Return the title of a lesson in the player's language."""
    return _(lesson.title or GAMES[lesson.game_id].title)


def format_lesson_offer(progress: LessonProgress) -> str:
    """Return what a button that opens a lesson does: start it, or go on where the person is."""
    lesson = LESSONS[progress.game]
    if not is_begun(progress):
        return _("Start lesson: {lesson}").format(lesson=get_lesson_title(lesson))
    text, number = _("Continue lesson: {lesson}, step {number} of {count}"), find_next_page(progress)
    return text.format(lesson=get_lesson_title(lesson), number=number, count=lesson.count_pages())


def format_step_text(lesson_state: LessonState, deck: DeckStyle, hand: Hand = ()) -> str:
    """Return the text of the step in the player's language, with cards named as in ``deck``.

    ``hand``: the learner's cards from left to right as they are shown, by default as they were dealt.
    """
    phase, card = lesson_state.match.phase, find_named_card(lesson_state)
    dealt_hand = phase.board().hands[LEARNER_SEAT] if phase is not None else ()
    shown_hand = hand if card in hand else dealt_hand
    key: dict[str, LessonValue] = {"key": shown_hand.index(card) + 1} if card is not None and card in shown_hand else {}
    return _fill_in_values(lesson_state.step.text, {**lesson_state.values, **key}, deck)


def find_named_card(lesson_state: LessonState) -> Card | None:
    """Return the card whose digit the text of the step names; None if it names none."""
    step = lesson_state.step
    if "{key}" not in step.text:
        return None
    (action,) = step.expected_actions
    return Card(action.removeprefix("play "))


def format_trick_text(lesson_state: LessonState, deck: DeckStyle) -> str:
    """Return the text for the trick that the step explains: the step's text if it has no other."""
    if not lesson_state.step.trick_text:
        return format_step_text(lesson_state, deck)
    return _fill_in_values(lesson_state.step.trick_text, lesson_state.values, deck)


def format_learned_rule(rule: LearnedRule, deck: DeckStyle) -> str:
    """Return a rule that the end of a lesson repeats, in a sentence."""
    return _fill_in_values(rule.text, rule.values, deck)


def format_wrong_answer(
    lesson_state: LessonState, action: Action, wrong_answer: WrongAnswer, names: Sequence[str], deck: DeckStyle
) -> str:
    """Return the reply to a wrong action: the lesson's own, else that of the rules.

    ``names``: the names of all seats; ``deck``: the style in which cards are named.
    """
    if not wrong_answer.message:
        return make_sentence(format_reason(wrong_answer.reason, names, deck))
    card = getattr(action, "card", None)
    card_value = {"card": card} if isinstance(card, Card) else {}
    return _fill_in_values(wrong_answer.message, {**lesson_state.values, **card_value}, deck)


def _fill_in_values(text: str, values: Mapping[str, LessonValue], deck: DeckStyle) -> str:
    return _(text).format(**{name: _format_value(value, deck) for name, value in values.items()})


def _format_value(value: LessonValue, deck: DeckStyle) -> object:
    if isinstance(value, Card):
        return format_card_name(value, deck)
    if isinstance(value, int):
        return value
    return format_suit_name(value, deck) if value in SUITS else format_rank_name(value, deck)
