"""Computer players reply at most once to a message, from what everyone can see, and where chat is allowed."""

from __future__ import annotations

from math import inf
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from game.ai.personas import PERSONAS
from game.chat.computer_chat import PHRASE_INTENTS, QUESTION_INTENTS, choose_reply, find_intent
from game.chat.reply_texts import (
    COMMON_REPLIES,
    INTENT_PHRASES,
    LAST_PLACE_REPLIES,
    LEADER_REPLIES,
    PERSONA_REPLIES,
    ChatIntent,
)
from game.match.match import Match
from game.match.observation import Observation, observe
from game.text.chat import CHAT_PHRASES, ChatMessage, chat_refusal_reason, is_valid_message
from tests.fakes import talkative
from tests.helpers import make_match
from tests.rows import check_rows
from tests.session_driver import SessionDriver, start_turn

MAX_REPLY_CHARACTERS = 32
"""The number of characters that fit into a bubble beside any portrait."""
PERSONAS_BY_SEAT = {1: PERSONAS["Bruno"], 2: PERSONAS["Carla"], 3: PERSONAS["Dino"]}
TABLE_SETUP = ("Ada", "Bruno", "Carla", "Dino")


def find_reply(text: str, view: Observation | None = None, seed: int = 1) -> ChatMessage | None:
    """Return the reply of the table to Ada, or None."""
    view = view or observe_totals(0, 0, 0, 0)
    reply = choose_reply(ChatMessage(0, text), view, PERSONAS_BY_SEAT, TABLE_SETUP, Random(seed))
    return None if reply is None else reply.message


def get_reply(text: str, view: Observation, seed: int = 1) -> str:
    """Return the text of the reply of the table to Ada; there must be one."""
    reply = find_reply(text, view, seed)
    assert reply is not None
    return reply.text


def observe_totals(*totals: int, game: str = "spades", turn: int | None = None) -> Observation:
    """Return a match with these totals, as a spectator sees it."""
    view = observe(make_match(game, seats=len(totals)), None)
    return msgspec.structs.replace(view, totals=totals, turn=turn)


# -- replies ---------------------------------------------------------------------------------------


def test_every_reply_is_a_valid_message_and_fits_a_bubble() -> None:
    manners = (LEADER_REPLIES, LAST_PLACE_REPLIES, *PERSONA_REPLIES.values())
    sets = [
        phrases
        for replies in (*COMMON_REPLIES.values(), *(manner.values() for manner in manners))
        for phrases in replies
    ]
    lines = [line for phrases in sets for line in phrases]
    for line in lines:
        assert is_valid_message(line) and len(line) <= MAX_REPLY_CHARACTERS, line
    assert len(lines) == len(set(lines))
    assert set(PERSONA_REPLIES) == set(PERSONAS)
    assert all(len(manner) >= 6 for manner in PERSONA_REPLIES.values())


def test_every_recognized_meaning_has_a_reply() -> None:
    assert set(COMMON_REPLIES) | set(QUESTION_INTENTS) == set(INTENT_PHRASES) == set(ChatIntent)
    assert set(PHRASE_INTENTS) == set(CHAT_PHRASES)
    for meaning, words in INTENT_PHRASES.items():
        assert all(find_intent(word) is meaning for word in words.split(",")), meaning


@check_rows(
    ("text", "meaning"),
    [
        ("CIAO!", ChatIntent.GREETING), ("hello, Bruno", ChatIntent.GREETING), ("Thanks a lot", ChatIntent.THANKS),
        ("well   PLAYED, Carla!!", ChatIntent.COMPLIMENT), ("What terrible cards…", ChatIntent.COMPLAINT),
        ("no luck today", ChatIntent.COMPLAINT), ("Whose turn is it?", ChatIntent.TURN_QUESTION),
        ("who is ahead?", ChatIntent.SCORE_QUESTION), ("My mistake", ChatIntent.APOLOGY),
        ("just a moment", ChatIntent.WAIT_REQUEST), ("the three of cups", None),
        ("chilling", None), ("Bruno", None), ("?!", None),
    ],
)  # fmt: skip
def test_free_text_is_recognized_by_meaning(text: str, meaning: ChatIntent | None) -> None:
    assert find_intent(text) is meaning


def test_addressed_persona_replies_and_nobody_to_unrecognized_text() -> None:
    assert find_reply("The three of cups!") is None
    assert choose_reply(ChatMessage(0, "Hello"), observe_totals(0, 0), {}, TABLE_SETUP, Random(1)) is None
    replies = [find_reply("Ciao Dino!", seed=seed) for seed in range(20)]
    assert {reply and reply.seat for reply in replies} == {3}


def test_personas_reply_in_their_style_and_talkative_ones_more_often() -> None:
    message = ChatMessage(0, "Hello!")
    counts = {}
    for name in ("Dino", "Fabio"):
        replies = [
            choose_reply(message, observe_totals(0, 0), {1: PERSONAS[name]}, ("Ada", name), Random(driver))
            for driver in range(300)
        ]
        texts = {reply.message.text for reply in replies if reply is not None}
        assert set(PERSONA_REPLIES[name][ChatIntent.GREETING]) < texts
        assert not any(set(PERSONA_REPLIES[other][ChatIntent.GREETING]) & texts for other in PERSONAS if other != name)
        counts[name] = sum(reply is not None for reply in replies)
    assert 60 < counts["Dino"] < counts["Fabio"] < 300


@check_rows(("question", "totals", "game", "turn", "answer"), [
    ("Whose turn is it?", (0, 0, 0, 0), "spades", 0, "Yours!"),
    ("Bruno, whose turn is it?", (0, 0, 0, 0), "spades", 1, "Mine."),
    ("Bruno, whose turn is it?", (0, 0, 0, 0), "spades", 2, "It's Carla's turn."),
    ("Whose turn is it?", (0, 0, 0, 0), "spades", None, "Nobody's: the deal is over."),
    ("Who is ahead?", (40, 70, 12, 0), "spades", None, "Bruno leads with 70."),
    ("Who is ahead?", (70, 70, 12, 0), "spades", None, "Ada and Bruno are in the lead with 70."),
    ("Who is ahead?", (0, 0, 0, 0), "spades", None, "We're all tied at 0."),
    ("Who is ahead?", (30, 12, 40, 25), "muscio", None, "Bruno leads with 12."),
])  # fmt: skip
def test_questions_are_answered_from_public_knowledge(
    question: str, totals: tuple[int, ...], game: str, turn: int | None, answer: str
) -> None:
    assert get_reply(question, observe_totals(*totals, game=game, turn=turn)) == answer


def test_reply_depends_on_match_score() -> None:
    replies = {
        name: {get_reply("Bruno, bad luck!", observe_totals(*totals), seed) for seed in range(200)}
        for name, totals in (("ahead", (0, 9, 5, 5)), ("behind", (9, 0, 5, 5)), ("between", (9, 5, 0, 5)))
    }
    leader_lines, last_lines = (set(lines[ChatIntent.COMPLAINT]) for lines in (LEADER_REPLIES, LAST_PLACE_REPLIES))
    assert leader_lines <= replies["ahead"] and last_lines <= replies["behind"]
    assert not replies["between"] & {*leader_lines, *last_lines}


# -- in a session ------------------------------------------------------------------------------------


def start_chatting_table(
    home: Path, kinds: str = "you club club club", game: str = "spades", **options: Any
) -> SessionDriver:
    """Return a session with a person on turn among computer players, after their remarks on the bids."""
    return start_turn(home, kinds, game=game, characters=talkative, **options)


@pytest.fixture
def driver(tmp_path: Path) -> SessionDriver:
    return start_chatting_table(tmp_path, turn_seconds=60)


def list_messages_said(driver: SessionDriver, seconds: float = 10.0) -> list[ChatMessage]:
    """Return the messages within ``seconds`` in which no person acts."""
    before = len(driver.session.chat_messages)
    driver.advance_frames(round(seconds * 4), 0.25)
    return list(driver.session.chat_messages[before:])


def send_message(driver: SessionDriver, text: str) -> None:
    assert driver.session.say(text) is None
    driver.advance_frame(0.0)


def test_one_persona_replies_after_a_natural_delay_and_disturbs_nobody(driver: SessionDriver) -> None:
    """Check that the person on turn can act at any moment, that the clock runs on, and that no reply is an action."""
    before, left = driver.match, driver.turn_seconds_left
    send_message(driver, "Good luck!")
    assert 0.8 < driver.session.seconds_until_next_update < 5.0
    driver.advance_frame(0.5)
    assert driver.session.chat_messages[-1] == ChatMessage(0, "Good luck!")
    (reply,) = list_messages_said(driver)
    assert reply.seat != 0 and driver.session.seconds_until_next_update == inf
    assert driver.session.is_your_turn and driver.match == before
    assert driver.turn_seconds_left == pytest.approx(left - 10.5)
    back = driver.restart_program()
    back.advance_to_shown_turn()
    assert back.session.chat_messages == driver.session.chat_messages
    assert back.turn_seconds_left <= left - 10.5, "nor is the clock begun again when the program is"


def test_reply_and_message_on_its_way_to_the_disk_are_both_kept(driver: SessionDriver) -> None:
    send_message(driver, "Good luck!")
    driver.storage.is_paused = True
    assert driver.session.say("Sorry!") is None
    (reply,) = list_messages_said(driver)
    assert reply.seat != 0, "a line of the computer waits for no disk"
    driver.storage.finish_writes()
    driver.advance_frame(0.0)
    texts = [message.text for message in driver.session.chat_messages]
    assert texts[-3:] == ["Good luck!", reply.text, "Sorry!"]
    assert sorted(message["text"] for message in driver.load_match().notes["chat"]) == sorted(texts)


def test_reply_that_cannot_be_stored_stops_nothing(driver: SessionDriver) -> None:
    send_message(driver, "Good luck!")
    driver.storage.failure_message = "The disk is full."
    assert len(list_messages_said(driver)) == 1 and not driver.session.error
    assert driver.session.is_your_turn and not driver.storage.take_notices()


def test_only_latest_of_quick_messages_is_answered(driver: SessionDriver) -> None:
    for text in ("Good luck!", "Sorry!", "Whose turn is it?"):
        send_message(driver, text)
    assert [message.text for message in list_messages_said(driver)] == ["Yours!"]


def test_no_reply_where_chat_is_refused(tmp_path: Path) -> None:
    """Check that a reply that comes due in the first trick of Briscola is dropped."""
    driver = start_chatting_table(tmp_path, "you club", game="briscola", deals_to_win=3)
    driver.play_deal_at_random()
    send_message(driver, "Good luck!")
    driver.session.start_next_deal()
    while chat_refusal_reason(driver.match) is None:
        if driver.session.is_your_turn:
            driver.play_random_action(Random(1))
        driver.advance_frame(0.0)
    driver.advance_frame(10.0)
    assert chat_refusal_reason(driver.match) is not None and not list_messages_said(driver)


def test_silenced_personas_neither_remark_nor_reply_and_play_the_same_match(tmp_path: Path) -> None:
    matches: list[Match] = []
    for talks in (True, False):
        driver = SessionDriver(tmp_path / f"{talks}", "you club club club", game="spades", seed=5, characters=talkative)
        driver.session.set_computer_play(0.6, is_chat_enabled=talks)
        driver.advance_to_shown_turn()
        send_message(driver, "Good luck!")
        assert bool(list_messages_said(driver)) is talks
        driver.play_deal_at_random()
        assert talks is any(message.seat for message in driver.session.chat_messages[2:])
        matches.append(driver.match)
    assert matches[0] == matches[1]
