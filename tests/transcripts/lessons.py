"""A lesson in words: each step with what happens before it, the table, the text, and the replies to wrong answers.

The numbers of the table stand below each other with those of the text, so that a reader can compare them.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.core.actions import Play
from game.lessons import LESSONS
from game.lessons.lesson import LEARNER_SEAT
from game.lessons.runner import LessonState, find_wrong_answer
from game.lessons.text import format_step_text, format_trick_text, format_wrong_answer, get_lesson_title
from game.match.observation import Observation, observe
from game.rules import GAMES
from game.text.gettext import use_language
from game.text.messages import format_by_seat
from game.text.narration import narrate_board, narrate_event, narrate_numbered_hand
from tests.game.lessons.lesson_states import list_lesson_states, list_right_answers
from tests.helpers import parse_seat_action


def format_lesson(lesson_id: str, language: str) -> str:
    """Return a lesson in a language as text."""
    with use_language(language):
        return "\n".join(_iter_lines(lesson_id)) + "\n"


def _iter_lines(lesson_id: str) -> Iterator[str]:
    yield get_lesson_title(LESSONS[lesson_id])
    before: LessonState | None = None
    for state in list_lesson_states(lesson_id):
        is_other_way = before is not None and state.answers[:-1] != before.answers
        yield ""
        yield f"Step {state.step_index + 1}" + (f", after {', '.join(filter(None, state.answers))}" * is_other_way)
        yield from (f"  {line}" for line in _iter_step_lines(state))
        before = state


def _iter_step_lines(state: LessonState) -> Iterator[str]:
    names, deck = ("You", *state.lesson.other_names), GAMES[state.lesson.game_id].deck
    for transition in state.transitions:
        for event in transition.events:
            yield narrate_event(event.seen_by(LEARNER_SEAT), names, deck, LEARNER_SEAT)
    yield from _iter_table_lines(observe(state.match, LEARNER_SEAT), names, state)
    if state.step.trick_text:
        yield f"Trick: {format_trick_text(state, deck)}"
    yield f"Text: {format_step_text(state, deck)}"
    right_answers = list_right_answers(state)
    if right_answers:
        yield f"Right: {', '.join(action.text_without_seat for action in right_answers)}"
        yield from _iter_wrong_answer_lines(state, names)


def _iter_table_lines(view: Observation, names: tuple[str, ...], state: LessonState) -> Iterator[str]:
    """Yield the facts that the texts speak of, as the learner sees them."""
    board, deck = view.board, GAMES[view.game_id].deck
    illegal_cards = [card for card, _reason in view.illegal_cards] if view.turn == LEARNER_SEAT else []
    hand = narrate_numbered_hand(board.hands[LEARNER_SEAT], illegal_cards, deck)
    yield f"Table: {narrate_board(board, names, deck) or '-'}; {board.stock_size} cards in the stock"
    yield f"Hand: {hand or '-'}"
    yield f"Taken: {format_by_seat(view.points, names)}"
    if view.result is not None:
        yield f"Scores: {format_by_seat(view.result.scores, names)}"
    lights = state.step.highlights
    places = [*(card.name for card in lights.cards), *(names[seat] for seat in lights.seats)]
    places += ["stock"] * lights.has_deck + ["blinde"] * lights.has_spare_hand
    if places:
        yield f"Highlights: {', '.join(places)}"


def _iter_wrong_answer_lines(state: LessonState, names: tuple[str, ...]) -> Iterator[str]:
    """Yield each reply to a wrong answer: to a legal action, to a card that may not be played, to what has a reply."""
    match, deck, phrases_by_reply = state.match, GAMES[state.lesson.game_id].deck, dict[str, list[str]]()
    tried_actions = [
        *match.legal_actions(),
        *(Play(LEARNER_SEAT, card) for card, _reason in observe(match, LEARNER_SEAT).illegal_cards),
        *(parse_seat_action(match, f"{LEARNER_SEAT} {phrase}") for phrase in state.step.wrong_answers if phrase),
    ]
    for action in dict.fromkeys(tried_actions):
        wrong_answer = find_wrong_answer(state, action)
        if wrong_answer is not None:
            reply = format_wrong_answer(state, action, wrong_answer, names, deck)
            phrases_by_reply.setdefault(reply, []).append(action.text_without_seat)
    yield from (f"Wrong: {', '.join(phrases)}: {reply}" for reply, phrases in phrases_by_reply.items())
