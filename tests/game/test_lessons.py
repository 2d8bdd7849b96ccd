"""The guided first deals: each is driven to its end, each wrong answer is tried, and the rules say what is true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from string import Formatter

import msgspec
import pytest

from game.engine.actions import Action
from game.engine.cards import HIDDEN
from game.engine.events import TrickTaken
from game.engine.tricks import Tricks
from game.i18n import LANGUAGES, set_language
from game.lessons.book import Learnt, LessonBook
from game.lessons.course import Lost, Stand, answered, begin, lessons, read, resumed, why_wrong
from game.lessons.wording import answer_to, words_of
from game.rules import GAMES
from game.rules.facts import Took
from game.rules.lesson import LEARNER
from game.store.lessons import FILE, keep_lesson, load_lessons, offer_lessons, rename_lessons
from tests.fakes import folders_in
from tests.helpers import conceivable, read_action

replace = msgspec.structs.replace
EVERY = pytest.mark.parametrize("game", lessons())


def names(stand: Stand) -> tuple[str, ...]:
    return ("You", *stand.lesson.others)


def right(stand: Stand) -> tuple[Action, ...]:
    """The right answers that the rules allow here."""
    actions = (read_action(stand.match, f"{LEARNER} {phrase}") for phrase in stand.step.asks)
    return tuple(action for action in actions if stand.match.why_not(action) is None)


@lru_cache(maxsize=8)
def stands(game: str) -> tuple[Stand, ...]:
    """Every step of a lesson, on every way that leads through it."""

    def on(stand: Stand) -> Iterator[Stand]:
        yield stand
        if not stand.is_last:
            following = [answered(stand, action) for action in right(stand)] if stand.step.asks else [read(stand)]
            for one in following:
                yield from on(one)

    return tuple(on(begin(game)))


def every_try(game: str) -> tuple[Action, ...]:
    """All that somebody might try with the cards of the lesson."""
    pack = {*begin(game).match.pack, None}
    return tuple(one for one in conceivable(game, LEARNER) if getattr(one, "card", None) in pack)


def at(stand: Stand) -> str:
    return f"step {stand.number + 1}: {stand.step.text}"


def test_every_game_has_a_guided_first_deal() -> None:
    assert set(lessons()) == set(GAMES)


@EVERY
def test_right_answers_lead_to_the_end(game: str) -> None:
    for stand in stands(game):
        assert stand.match.phase is not None
        if stand.step.asks:
            assert right(stand), at(stand)
            assert stand.match.to_act == LEARNER, at(stand)
    ends = [stand for stand in stands(game) if stand.is_last]
    assert ends
    assert all(stand.match.phase and stand.match.phase.result is not None for stand in ends)


@EVERY
def test_the_rules_say_that_every_statement_is_true(game: str) -> None:
    for stand in stands(game):
        for name, fact in stand.step.facts.items():
            assert fact.holds(stand.seen), f"{at(stand)}: {name}"


@EVERY
def test_every_other_answer_gets_a_reason_and_changes_nothing(game: str) -> None:
    for stand in stands(game):
        for action in every_try(game):
            wrong = why_wrong(stand, action)
            if action in right(stand):
                assert wrong is None
                continue
            assert wrong is not None
            with pytest.raises(ValueError, match=r"\w"):
                answered(stand, action)
            if stand.step.asks and action in stand.match.legal():
                assert wrong.words, f"{at(stand)}: {action}"
            assert answer_to(stand, action, wrong, names(stand), GAMES[game].deck)


@EVERY
def test_every_answer_that_is_written_down_can_be_given(game: str) -> None:
    """No answer for a card that is not in the hand."""
    for stand in stands(game):
        for phrase in stand.step.wrong:
            if phrase:
                action = read_action(stand.match, f"{LEARNER} {phrase}")
                assert phrase not in stand.step.asks, at(stand)
                reason = stand.match.why_not(action)
                assert reason is None or reason.code not in ("not_in_hand", "not_now"), f"{at(stand)}: {phrase}"


@EVERY
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_gets_its_numbers_and_cards_from_the_rules(game: str, language: str) -> None:
    set_language(language)
    for stand in stands(game):
        said = words_of(stand, GAMES[game].deck)
        assert said
        assert "{" not in said
        places = {place for _text, place, _form, _how in Formatter().parse(stand.step.text) if place}
        assert places <= set(stand.step.facts), at(stand)
        digits = [letter for letter in stand.step.text if letter.isdecimal() and f"F{letter}" not in stand.step.text]
        assert not digits, at(stand)


@EVERY
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_begins_with_a_capital(game: str, language: str) -> None:
    """A card's name with its article does not, so no sentence begins with one."""
    set_language(language)
    for stand in stands(game):
        tried = [(action, why_wrong(stand, action)) for action in stand.match.legal()]
        answers = [answer_to(stand, action, wrong, names(stand), GAMES[game].deck) for action, wrong in tried if wrong]
        for said in (words_of(stand, GAMES[game].deck), *answers):
            begins = [one for one in re.split(r"(?<=[.!?]) ", said) if one]
            assert all(not one[0].islower() for one in begins), said


@EVERY
def test_one_may_leave_at_any_step_and_go_on_there(game: str) -> None:
    for stand in stands(game):
        again = resumed(game, stand.answers)
        assert (again.match, again.story, again.answers) == (stand.match, stand.story, stand.answers)
        assert words_of(again, GAMES[game].deck) == words_of(stand, GAMES[game].deck)
        assert not again.led


@EVERY
def test_a_way_that_the_lesson_does_not_have_is_lost(game: str) -> None:
    for odd in (("play Ad",), ("",) * 1000, ("leave",)):
        with pytest.raises(Lost):
            resumed(game, odd)


@EVERY
def test_what_is_lit_can_be_seen(game: str) -> None:
    for stand in stands(game):
        board = stand.seen.phase.board()
        open_ = {card for hand in board.hands for card in hand} | {card for _seat, card in board.trick}
        lights = stand.step.lights
        assert set(lights.cards) <= (open_ | {board.turned}) - {HIDDEN}, at(stand)
        assert all(0 <= seat < stand.match.seats for seat in lights.seats)
        assert not lights.spare or board.spare, at(stand)


def twins(stand: Stand) -> Iterator[Stand]:
    """The same step with two cards changed that the learner has not seen: of other hands, while cards are played."""
    phase = stand.match.phase
    if not isinstance(phase, Tricks):
        return
    shown = stand.seen.phase.board().hands
    others = [seat for seat in range(1, stand.match.seats) if phase.hands[seat] and HIDDEN in shown[seat]]
    for one, two in pairwise(others):
        hands = list(phase.hands)
        mine, theirs = hands[one][0], hands[two][-1]
        hands[one] = (theirs, *hands[one][1:])
        hands[two] = (*hands[two][:-1], mine)
        twin = replace(phase, hands=tuple(hands))
        yield replace(stand, match=replace(stand.match, phase=twin))


@EVERY
def test_no_step_tells_what_the_learner_cannot_know(game: str) -> None:
    for stand in stands(game):
        for twin in twins(stand):
            assert words_of(twin, GAMES[game].deck) == words_of(stand, GAMES[game].deck), at(stand)
            for name, fact in stand.step.facts.items():
                assert fact.holds(twin.seen), f"{at(stand)}: {name}"


def test_the_texts_have_as_many_points_as_the_rules_count() -> None:
    """A step of Briscola whose trick is worth something else says something else."""
    stand = next(one for one in stands("briscola") if one.step.facts.get("points") == Took(1))
    trick = next(event for event in stand.story if isinstance(event, TrickTaken))
    richer = replace(trick, points=21)
    told = replace(stand, story=tuple(richer if one is trick else one for one in stand.story))
    assert "for 4 points" in words_of(stand, "italian")
    assert "for 21 points" in words_of(told, "italian")


# -- what is kept


def test_what_is_done_once_stays_done() -> None:
    book = LessonBook().kept(Learnt(name="Anna", game="muscio", answers=("",), done=True))
    book = book.kept(Learnt(name="anna", game="muscio", answers=("", "in")))
    assert book.of("ANNA", "muscio") == Learnt(name="anna", game="muscio", answers=("", "in"), done=True)
    assert book.of("Bruno", "muscio") == Learnt(name="Bruno", game="muscio")
    assert len(book.learnt) == 1


def test_the_lessons_are_offered_once_to_each() -> None:
    book = LessonBook().offered_to("Anna").offered_to("anna")
    assert book.offered == ("Anna",)
    assert book.was_offered("ANNA")
    assert not book.was_offered("Bruno")
    assert book.kept(Learnt(name="Bruno", game="spades")).was_offered("Bruno")


def test_another_name_keeps_what_was_learnt(tmp_path: Path) -> None:
    folders = folders_in(tmp_path)
    keep_lesson(folders, Learnt(name="Anna", game="spades", answers=("",)))
    offer_lessons(folders, "Anna")
    rename_lessons(folders, "Anna", "Annina")
    book, _notice = load_lessons(folders)
    assert book.of("Annina", "spades").answers == ("",)
    assert not book.was_offered("Anna")


def test_a_damaged_file_is_set_aside_and_named(tmp_path: Path) -> None:
    folders = folders_in(tmp_path)
    (folders.data / FILE).write_text('{"learnt": [{"name": 7}]}')
    book, notice = load_lessons(folders)
    assert book == LessonBook()
    assert notice is not None and "lessons.json" in notice.text
