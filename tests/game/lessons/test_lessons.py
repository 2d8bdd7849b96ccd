"""The lessons: each is played to its end, each wrong answer is tried, and every text is complete."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from string import Formatter

import pytest

from game.core.actions import Action
from game.core.cards import HIDDEN_CARD, Card, parse_cards
from game.core.trick_taking import deal_hands
from game.lessons import LESSONS
from game.lessons.lesson import (
    LEARNER_SEAT,
    Highlights,
    build_pack_by_single_cards,
    highlight,
    map_actions_to_answer,
    split_actions,
)
from game.lessons.muscio import build_pack_by_packets
from game.lessons.progress import LessonProgress, LessonProgressList
from game.lessons.runner import (
    LessonChangedError,
    LessonState,
    answer_step,
    find_wrong_answer,
    resume_lesson,
    start_lesson,
)
from game.lessons.text import format_step_text, format_wrong_answer
from game.match.observation import observe
from game.rules import GAMES
from game.rules.muscio.declarations import lay_out_cards
from game.text.gettext import LANGUAGE_NAMES
from tests.game.lessons.lesson_states import (
    describe_state,
    for_each_lesson,
    get_deck,
    list_lesson_states,
    list_right_answers,
)
from tests.helpers import list_conceivable_actions, parse_seat_action
from tests.rows import check_rows

TRANSCRIPTS_FOLDER = Path(__file__).resolve().parents[2] / "transcripts" / "lessons"


def get_names(state: LessonState) -> tuple[str, ...]:
    return ("You", *state.lesson.other_names)


def list_possible_actions(game: str) -> tuple[Action, ...]:
    """Return all actions that the learner can try with the cards of the lesson."""
    pack = {*start_lesson(LESSONS[game]).match.pack, None}
    return tuple(
        action
        for action in list_conceivable_actions(LESSONS[game].game_id, LEARNER_SEAT)
        if getattr(action, "card", None) in pack
    )


def test_every_game_has_a_lesson() -> None:
    assert {lesson.game_id for lesson in LESSONS.values()} == set(GAMES)


@for_each_lesson
def test_right_answers_lead_to_the_end_and_written_wrong_ones_are_possible(game: str) -> None:
    states = list_lesson_states(game)
    for state in states:
        assert state.match.phase is not None
        if state.step.expected_actions:
            assert list_right_answers(state) and state.match.turn == LEARNER_SEAT, describe_state(state)
        for phrase in filter(None, state.step.wrong_answers):
            action = parse_seat_action(state.match, f"{LEARNER_SEAT} {phrase}")
            reason = state.match.illegal_reason(action)
            assert phrase not in state.step.expected_actions, describe_state(state)
            assert reason is None or reason.code not in ("not_in_hand", "not_now"), f"{describe_state(state)}: {phrase}"
    ends = [state for state in states if state.is_last]
    assert ends and all(state.match.phase and state.match.phase.result is not None for state in ends)


@pytest.mark.slow
@for_each_lesson
def test_every_wrong_answer_gets_a_reason_and_changes_nothing(game: str) -> None:
    for state in list_lesson_states(game):
        for action in list_possible_actions(game):
            wrong = find_wrong_answer(state, action)
            if action in list_right_answers(state):
                assert wrong is None
                continue
            assert wrong is not None
            with pytest.raises(ValueError, match=r"\w"):
                answer_step(state, action)
            if state.step.expected_actions and action in state.match.legal_actions():
                assert wrong.message, f"{describe_state(state)}: {action}"
            assert format_wrong_answer(state, action, wrong, get_names(state), get_deck(game))


@for_each_lesson
def test_values_are_those_of_the_placeholders_and_no_text_has_a_number_of_its_own(game: str) -> None:
    for state in list_lesson_states(game):
        step = state.step
        text_names = (list_placeholders(step.text) - {"key"}) | list_placeholders(step.trick_text)
        reply_names = {name for reply in step.wrong_answers.values() for name in list_placeholders(reply)}
        assert text_names <= set(state.values), describe_state(state)
        assert reply_names - {"card"} <= set(state.values) <= text_names | reply_names, describe_state(state)
        text = step.trick_text + step.text
        assert not [letter for letter in text if letter.isdecimal() and f"F{letter}" not in text], describe_state(state)
    for previous_step, step in pairwise(LESSONS[game].steps):
        assert set(step.values_after) <= set(previous_step.expected_actions)


def list_placeholders(text: str) -> set[str]:
    return {name for _text, name, _form, _conversion in Formatter().parse(text) if name}


@for_each_lesson
@check_rows("language", LANGUAGE_NAMES)
def test_every_sentence_starts_with_a_capital(game: str, language: str) -> None:
    """Check that texts do not begin with a card, whose name with its article has none."""
    transcript = (TRANSCRIPTS_FOLDER / f"{game}.{language}.txt").read_text("utf-8")
    texts = re.findall(r"^ +(?:Text|Trick|Wrong: [^:]+): (.+)$", transcript, re.MULTILINE)
    sentences = [sentence for text in texts for sentence in re.split(r"(?<=[.!?]) ", text)]
    assert sentences and not [sentence for sentence in sentences if sentence[:1].islower()]


@for_each_lesson
def test_lesson_is_resumed_at_any_step(game: str) -> None:
    for state in list_lesson_states(game):
        again = resume_lesson(LESSONS[game], state.answers)
        assert (again.match, again.events, again.answers) == (state.match, state.events, state.answers)
        assert format_step_text(again, get_deck(game)) == format_step_text(state, get_deck(game))
        assert again.explained_trick == state.explained_trick
        assert again.transitions == state.explaining_transitions
    for odd in (("play Ad",), ("",) * 1000, ("leave",)):
        with pytest.raises(LessonChangedError):
            resume_lesson(LESSONS[game], odd)


@for_each_lesson
def test_card_is_asked_for_only_when_the_explained_trick_is_gone(game: str) -> None:
    """Check that a trick on the table has a text of its own before each text that asks for a card, and only there."""
    for state in list_lesson_states(game):
        if state.step.expected_actions:
            assert bool(state.step.trick_text) == (state.explained_trick is not None), describe_state(state)
        else:
            assert not state.step.trick_text, describe_state(state)


@for_each_lesson
def test_what_a_step_points_to_is_visible(game: str) -> None:
    for state in list_lesson_states(game):
        board, lights = observe(state.match, LEARNER_SEAT).board, state.step.highlights
        open_cards = {card for hand in board.hands for card in hand} | {card for _seat, card in board.trick}
        assert set(lights.cards) <= (open_cards | {board.turned_card}) - {HIDDEN_CARD}, describe_state(state)
        assert all(0 <= seat < state.match.seats for seat in lights.seats)
        assert not lights.has_spare_hand or board.spare_card_count, describe_state(state)
        assert not state.step.trick_text or state.explained_trick is not None, describe_state(state)


# -- what is kept


def test_finished_lesson_stays_finished() -> None:
    done = LessonProgress(profile="Anna", game="muscio", answers=("",), done=True)
    again = LessonProgress(profile="Anna", game="muscio", answers=("", "in"))
    progress = LessonProgressList().with_progress(done).with_progress(again)
    assert progress.learnt == (LessonProgress(profile="Anna", game="muscio", answers=("", "in"), done=True),)
    assert progress.find_progress("Anna", "muscio") == progress.learnt[0]
    assert progress.find_progress("Bruno", "muscio") == LessonProgress(profile="Bruno", game="muscio")


def test_person_who_has_played_or_learnt_has_begun() -> None:
    progress = LessonProgressList().with_player("Anna").with_player("Anna")
    assert progress.played == ("Anna",)
    assert progress.has_begun("Anna") and not progress.has_begun("Bruno")
    assert progress.with_progress(LessonProgress(profile="Bruno", game="spades")).has_begun("Bruno")


# -- how a lesson is written


def test_highlights_are_parsed_from_cards_and_seats() -> None:
    assert highlight("2h BJ", 1, 3, has_deck=True) == Highlights(parse_cards("2h BJ"), (1, 3), True, False)
    assert highlight(has_spare_hand=True) == Highlights((), (), False, True)
    assert highlight("", 2) == Highlights((), (2,), False, False)


def test_actions_are_separated_by_commas_and_may_share_one_answer() -> None:
    assert split_actions("play Ad, 1 pass ,, 2 swap 5h,") == ("play Ad", "1 pass", "2 swap 5h")
    assert map_actions_to_answer("play Ad, pass", "No.") == {"play Ad": "No.", "pass": "No."}


@check_rows("dealer", range(3))
def test_lesson_pack_deals_the_intended_hands(dealer: int) -> None:
    hands = tuple(map(parse_cards, ("Ad 2d 3d", "4h 5h 6h", "7s Js Qs")))
    pack = build_pack_by_single_cards(("Ad 2d 3d", "4h 5h 6h", "7s Js Qs"), dealer, "Kc Ac")
    assert deal_hands(pack, 3, dealer, 3) == hands
    assert pack[9:] == parse_cards("Kc Ac")
    assert build_pack_by_single_cards(("Ad 2d 3d", "4h 5h 6h", "7s Js Qs"), dealer) == pack[:9]
    with pytest.raises(ValueError, match="zip"):
        build_pack_by_single_cards(("Ad 2d", "4h"), 0)


@check_rows("dealer", range(3))
def test_muscio_lesson_deals_packets_of_five_and_blinde_before_dealers_hand(dealer: int) -> None:
    hands = ("2d 3d 4d 5d 6d", "2h 3h 4h 5h 6h", "2s 3s 4s 5s 6s")
    pack = build_pack_by_packets(hands, "2c 3c 4c 5c 6c", dealer, "Kc")
    lie = lay_out_cards(pack, 3, dealer)
    assert tuple({*hand} for hand in lie.hands) == tuple({*parse_cards(hand)} for hand in hands)
    assert (lie.blinde, lie.turned_card) == (parse_cards("2c 3c 4c 5c 6c"), Card("Kc"))
    assert len(pack) == len({*pack}) == 40
