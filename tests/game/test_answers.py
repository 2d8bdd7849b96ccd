"""Characters answer what is said to them: once at most, out of what all can see, where one may talk."""

from __future__ import annotations

from math import inf
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from game.ai.characters import CHARACTERS
from game.ai.manners import AHEAD, ANSWERS, BEHIND, MANNERS, WORDS, Meaning
from game.answers import MEANT, QUESTIONS, answer, meaning_of
from game.discipline import PHRASES, Message, is_ahead, is_behind, is_sayable, why_silent
from game.match import Match
from game.rules import GAMES
from game.view import View, look
from tests.fakes import talkative
from tests.helpers import NAMES, fresh, playout
from tests.room import Room

LONGEST = 32
"""Letters that a bubble beside any portrait has room for."""
TALKERS = {1: CHARACTERS["Bruno"], 2: CHARACTERS["Carla"], 3: CHARACTERS["Dino"]}
TABLE = ("Ada", "Bruno", "Carla", "Dino")


def asked(text: str, view: View | None = None, seed: int = 1) -> str:
    """What somebody at the table answers to Ada."""
    found = answer(Message(0, text), view or standing(0, 0, 0, 0), TALKERS, TABLE, Random(seed))
    assert found is not None
    return found.message.text


def standing(*totals: int, game: str = "spades", turn: int | None = None) -> View:
    """A match in which the seats have so many points, seen from no seat."""
    view = look(fresh(game, seats=len(totals)), None)
    return msgspec.structs.replace(view, totals=totals, to_act=turn)


# -- what is said ----------------------------------------------------------------------------------


def test_every_answer_can_be_said_and_fits_a_bubble() -> None:
    lines = [line for found in ANSWERS.values() for some in found for line in some]
    lines += [line for manner in (AHEAD, BEHIND, *MANNERS.values()) for some in manner.values() for line in some]
    for line in lines:
        assert is_sayable(line) and len(line) <= LONGEST, line
    assert len(lines) == len(set(lines))


def test_every_character_has_a_manner_of_its_own() -> None:
    assert set(MANNERS) == set(CHARACTERS)
    assert all(len(manner) >= 6 for manner in MANNERS.values())


def test_there_is_an_answer_to_everything_that_is_understood() -> None:
    assert set(ANSWERS) | set(QUESTIONS) == set(WORDS) == set(Meaning)
    assert set(MEANT) == set(PHRASES)
    for meaning, words in WORDS.items():
        assert all(meaning_of(one) is meaning for one in words.split(",")), meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("CIAO!", Meaning.GREETING), ("hello, Bruno", Meaning.GREETING), ("Thanks a lot", Meaning.THANKS),
        ("well   PLAYED, Carla!!", Meaning.COMPLIMENT), ("What terrible cards…", Meaning.COMPLAINT),
        ("no luck today", Meaning.COMPLAINT), ("Whose turn is it?", Meaning.TURN), ("who is ahead?", Meaning.SCORE),
        ("My mistake", Meaning.SORRY), ("just a moment", Meaning.MOMENT), ("the three of cups", None),
        ("chilling", None), ("Bruno", None), ("?!", None),
    ],
)  # fmt: skip
def test_free_words_are_understood_as_what_people_mean(text: str, meaning: Meaning | None) -> None:
    assert meaning_of(text) is meaning


def test_what_is_not_understood_is_not_answered() -> None:
    assert answer(Message(0, "The three of cups!"), standing(0, 0, 0, 0), TALKERS, TABLE, Random(1)) is None
    assert answer(Message(0, "Hello"), standing(0, 0, 0, 0), {}, TABLE, Random(1)) is None


def test_who_is_called_by_name_answers_himself() -> None:
    for seed in range(20):
        found = answer(Message(0, "Ciao Dino!"), standing(0, 0, 0, 0), TALKERS, TABLE, Random(seed))
        assert found is not None and found.message.seat == 3


def test_characters_answer_each_in_its_manner_and_the_talkative_more_often() -> None:
    said = Message(0, "Hello!")
    counts = {}
    for name in ("Dino", "Fabio"):
        found = [answer(said, standing(0, 0), {1: CHARACTERS[name]}, ("Ada", name), Random(at)) for at in range(300)]
        texts = {one.message.text for one in found if one is not None}
        assert set(MANNERS[name][Meaning.GREETING]) < texts
        assert not any(set(MANNERS[other][Meaning.GREETING]) & texts for other in CHARACTERS if other != name)
        counts[name] = sum(one is not None for one in found)
    assert 60 < counts["Dino"] < counts["Fabio"] < 300


def test_questions_are_answered_with_what_all_can_see() -> None:
    assert asked("Whose turn is it?", standing(0, 0, 0, 0, turn=0)) == "Yours!"
    assert asked("Bruno, whose turn is it?", standing(0, 0, 0, 0, turn=1)) == "Mine."
    assert asked("Bruno, whose turn is it?", standing(0, 0, 0, 0, turn=2)) == "It is the turn of Carla."
    assert asked("Whose turn is it?", standing(0, 0, 0, 0)) == "Nobody's: the deal is over."
    assert asked("Who is ahead?", standing(40, 70, 12, 0)) == "Bruno is ahead, at 70."
    assert asked("Who is ahead?", standing(70, 70, 12, 0)) == "Ahead at 70: Ada and Bruno."
    assert asked("Who is ahead?", standing(0, 0, 0, 0)) == "We are all level, at 0."
    assert asked("Who is ahead?", standing(30, 12, 40, 25, game="muscio")) == "Bruno is ahead, at 12."


def test_how_the_match_stands_colours_the_answer() -> None:
    said = {
        name: {asked("Bruno, bad luck!", standing(*totals), seed) for seed in range(200)}
        for name, totals in (("ahead", (0, 9, 5, 5)), ("behind", (9, 0, 5, 5)), ("between", (9, 5, 0, 5)))
    }
    assert set(AHEAD[Meaning.COMPLAINT]) <= said["ahead"] and set(BEHIND[Meaning.COMPLAINT]) <= said["behind"]
    assert not said["between"] & {*AHEAD[Meaning.COMPLAINT], *BEHIND[Meaning.COMPLAINT]}


@pytest.mark.parametrize("game", GAMES)
def test_ahead_and_behind_follow_the_way_the_game_counts(game: str) -> None:
    view = standing(*(10 + seat for seat in range(GAMES[game].proposed_seats)), game=game)
    first, last = (0, view.seats - 1) if GAMES[game].counts_down else (view.seats - 1, 0)
    assert [seat for seat in range(view.seats) if is_ahead(view, seat)] == [first]
    assert [seat for seat in range(view.seats) if is_behind(view, seat)] == [last]


def test_an_answer_does_not_change_with_any_card() -> None:
    """Every card may lie otherwise; `tests.game.test_twin_tables` says so of whole tables."""
    for game in GAMES:
        seats = GAMES[game].proposed_seats
        talkers = {seat: one for seat, one in TALKERS.items() if seat < seats}
        for moment in list(playout(fresh(game, seats=seats), f"answers {game}"))[1::9]:
            seen = look(moment.match, None)
            public = msgspec.structs.replace(seen, phase=None, result=None, results=(), choices=())
            for text in (*PHRASES, "who is ahead?", "what bad luck"):
                said = Message(0, text)
                assert len({answer(said, view, talkers, NAMES, Random(1)) for view in (seen, public)}) == 1


# -- at the table ------------------------------------------------------------------------------------


def room(home: Path, kinds: str = "you club club club", game: str = "spades", **options: Any) -> Room:
    """A person on turn among characters; what they remarked on their bids is said already."""
    found = Room(home, kinds, game=game, characters=talkative, **options)
    found.turn()
    return found


def heard(at: Room, seconds: float = 10.0) -> list[Message]:
    """What is said within so many seconds, nobody acting."""
    before = len(at.table.chat)
    for _frame in range(round(seconds * 4)):
        at.frame(0.25)
    return list(at.table.chat[before:])


def says(at: Room, text: str) -> None:
    assert at.table.say(text) is None
    at.frame(0.0)


def test_one_character_answers_after_a_natural_while_and_it_is_kept(tmp_path: Path) -> None:
    at = room(tmp_path)
    says(at, "Good luck!")
    assert 0.8 < at.table.answers_in < 5.0
    at.frame(0.5)
    assert at.table.chat[-1] == Message(0, "Good luck!")
    (answered,) = heard(at)
    assert answered.seat != 0 and at.table.answers_in == inf
    assert at.again().table.chat == at.table.chat


def test_an_answer_takes_nothing_from_the_person_on_turn(tmp_path: Path) -> None:
    """He may act at any moment, the clock runs on, and nothing of it is an action."""
    at = room(tmp_path, turn_seconds=60)
    says(at, "Good luck!")
    before, left = at.match, at.left
    while len(at.table.chat) < 1 or at.table.chat[-1].seat == 0:
        assert at.table.your_turn
        at.frame(0.25)
        left -= 0.25
    assert at.match == before and at.left == pytest.approx(left)
    back = at.again()
    back.turn()
    assert back.left <= left, "nor is the clock begun again when the program is"


def test_an_answer_is_on_the_disk_before_it_is_said(tmp_path: Path) -> None:
    at = room(tmp_path)
    says(at, "Good luck!")
    at.storage.holding = True
    assert not heard(at) and at.table.answers_in == 0.0
    assert at.table.say("Sorry!") is None
    at.storage.let()
    at.frame(0.0)
    at.storage.holding = False
    texts = [one.text for one in at.table.chat]
    assert texts[-1] == "Sorry!" and at.table.chat[-2].seat != 0
    assert [one["text"] for one in at.load().extra["chat"]] == texts


def test_an_answer_that_cannot_be_kept_is_not_said_and_stops_nothing(tmp_path: Path) -> None:
    at = room(tmp_path)
    says(at, "Good luck!")
    at.storage.fault = "The disk is full."
    assert not heard(at) and not at.table.fault
    at.storage.fault = ""
    assert not heard(at) and at.table.your_turn


def test_answer_and_message_written_within_one_frame_are_said_once_each(tmp_path: Path) -> None:
    """The disk is done between the frame's look at the answer and its look at the message."""
    at = room(tmp_path)
    says(at, "Good luck!")
    at.storage.holding = True
    assert not heard(at)
    assert at.table.say("Sorry!") is None
    answer_saved = at.storage.promised[0]
    done = answer_saved.done

    def ends_meanwhile() -> bool:
        was_done = done()
        at.storage.let()
        return was_done

    with patch.object(answer_saved, "done", ends_meanwhile):
        at.frame(0.0)
    at.storage.holding = False
    at.frame(0.0)
    texts = [one.text for one in at.table.chat]
    assert len(texts) == len(set(texts)) and texts[-1] == "Sorry!"
    assert [one["text"] for one in at.load().extra["chat"]] == texts


def test_only_the_latest_message_is_answered_when_they_come_fast(tmp_path: Path) -> None:
    at = room(tmp_path)
    for text in ("Good luck!", "Sorry!", "Whose turn is it?"):
        says(at, text)
    assert [one.text for one in heard(at)] == ["Yours!"]


def test_the_same_seed_brings_the_same_answers(tmp_path: Path) -> None:
    talks = []
    for number, seed in enumerate((3, 3, 4)):
        at = room(tmp_path / f"{number}", seed=seed)
        for text in PHRASES:
            says(at, text)
            heard(at)
        talks.append(at.table.chat)
    assert talks[0] == talks[1] != talks[2]


def test_nobody_answers_where_nobody_may_talk(tmp_path: Path) -> None:
    """Between two deals one may talk, in the first trick of Briscola not: an answer that comes too late is lost."""
    at = room(tmp_path, "you club", game="briscola", deals_to_win=3)
    assert why_silent(at.match) is not None
    rng = Random(1)
    while not at.table.between_deals:
        if at.table.your_turn:
            at.play(rng)
        at.frame()
    says(at, "Good luck!")
    at.table.next_deal()
    for _frame in range(3):
        at.frame(0.0)
    assert why_silent(at.match) is not None and not heard(at)


def test_silent_characters_neither_remark_nor_answer_and_play_the_same_match(tmp_path: Path) -> None:
    matches: list[Match] = []
    for talks in (True, False):
        at = Room(tmp_path / f"{talks}", "you club club club", game="spades", seed=5, characters=talkative)
        at.table.talks = talks
        at.turn()
        says(at, "Good luck!")
        assert bool(heard(at)) is talks
        at.play_deal()
        assert talks is any(one.seat for one in at.table.chat[2:])
        matches.append(at.match)
    assert matches[0] == matches[1]


def test_an_answer_under_way_falls_silent_with_the_characters(tmp_path: Path) -> None:
    at = room(tmp_path)
    says(at, "Good luck!")
    at.table.talks = False
    assert not heard(at) and at.table.answers_in == inf


def test_nobody_answers_in_the_name_of_a_person(tmp_path: Path) -> None:
    at = room(tmp_path, "you you", game="briscola")
    while not at.table.your_turn or why_silent(at.match) is not None:
        if at.table.your_turn:
            at.play(Random(1))
        at.turn()
    says(at, "Good luck!")
    assert not heard(at)
