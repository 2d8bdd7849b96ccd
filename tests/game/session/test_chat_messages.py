"""Chat messages: what can be said, stored, and read again."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from game.session.match_info import find_active_seat
from game.session.penalties import MAX_MESSAGE_CHARACTERS, MAX_STORED_MESSAGES, ChatMessage
from game.session.rate_limit import MAX_AT_ONCE
from game.storage.checksums import compute_crc
from tests.session_driver import FREE_CHAT_SETUP, SessionDriver


@pytest.mark.parametrize(
    ("text", "said"),
    [("Ciao ♠", "Ciao ♠"), ("  Ciao ", "Ciao"), ("x" * MAX_MESSAGE_CHARACTERS, "x" * MAX_MESSAGE_CHARACTERS),
     ("x" * (MAX_MESSAGE_CHARACTERS + 1), ""), ("", ""), ("   ", ""), ("two\nlines", ""), ("\ud800", ""),
     ("tab\tbed", "tab bed"), ("bell\a", "bell"), ("turn\u202eround", "turnround"), ("zero\u200bwidth", "zerowidth"),
     ("{name} %s <b>x</b>", "{name} %s <b>x</b>")],
)  # fmt: skip
def test_message_is_one_line_of_visible_characters(tmp_path: Path, text: str, said: str) -> None:
    driver = SessionDriver(tmp_path, **FREE_CHAT_SETUP)
    driver.advance_to_shown_turn()
    reason = driver.session.chat.say(text)
    assert (reason is None) == bool(said)
    if reason is not None:
        assert reason.code == "not_sayable"
    driver.advance_frame()
    assert driver.session.chat.messages == ((ChatMessage(0, said),) if said else ())


def test_chat_is_restored_after_restart(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you", **FREE_CHAT_SETUP)
    driver.advance_to_shown_turn()
    seat = driver.seat
    for text in ("Buona fortuna!", "  Tocca a me?  ", "♥ \U0001f0a1"):
        assert driver.session.chat.say(text) is None
        driver.advance_frame()
    messages = tuple(ChatMessage(seat, text) for text in ("Buona fortuna!", "Tocca a me?", "♥ \U0001f0a1"))
    assert driver.session.chat.messages == messages
    back = driver.restart_program(60.0)
    assert back.session.chat.messages == messages
    assert "chat" not in back.record.extra, "what is said at the table stays there"


def test_chat_and_action_are_saved_beside_each_other(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, **FREE_CHAT_SETUP)
    driver.advance_to_shown_turn()
    driver.storage.is_paused = True
    assert driver.session.chat.say("Prima") is None and driver.session.is_your_turn
    action = driver.play_random_action(Random(1))
    assert driver.session.chat.say("Poi") is None
    driver.advance_frame()
    assert not driver.session.chat.messages, "nothing is shown before it is saved"
    driver.storage.finish_writes()
    driver.advance_frame()
    assert driver.action_texts[-1] == str(action)
    assert [message.text for message in driver.session.chat.messages] == ["Prima", "Poi"]
    assert driver.restart_program().session.chat.messages == driver.session.chat.messages


def test_failed_chat_save_is_reported_and_message_is_shown_once_after_retry(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, **FREE_CHAT_SETUP)
    driver.advance_to_shown_turn()
    driver.storage.failure_message = "The disk is full."
    assert driver.session.chat.say("Ciao") is None
    driver.advance_frame()
    assert driver.session.error == "The disk is full." and not driver.session.chat.messages
    driver.storage.failure_message = ""
    driver.session.retry()
    driver.advance_frame()
    assert driver.session.chat.messages == (ChatMessage(0, "Ciao"),) and not driver.session.error


def test_only_people_at_the_table_chat(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you club", **FREE_CHAT_SETUP)
    driver.advance_to_shown_turn()
    assert driver.session.chat.say("I am a person", 1) is not None
    driver.leave_match()
    driver.advance_frame()
    assert (
        find_active_seat(driver.session.info, driver.observation, driver.session.hot_seat) is None
        and driver.session.chat.say("Still here") is not None
    )


def test_people_at_one_screen_may_say_much_at_once(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you", **FREE_CHAT_SETUP)
    driver.advance_to_shown_turn()
    texts = [str(number) for number in range(2 * MAX_AT_ONCE)]
    for text in texts:
        assert driver.session.chat.say(text) is None
        driver.advance_frame(0.0)
    assert [message.text for message in driver.session.chat.messages] == texts


def test_chat_keeps_latest_messages(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, **FREE_CHAT_SETUP)
    driver.advance_to_shown_turn()
    messages = tuple(ChatMessage(0, str(number)) for number in range(MAX_STORED_MESSAGES))
    notes = msgspec.to_builtins(messages)
    driver.storage.get_repository().store_note(1, "chat", notes, restarts_turn_clock=False)
    driver = driver.restart_program()
    driver.advance_to_shown_turn()
    assert driver.session.chat.say("last") is None
    driver.advance_frame()
    assert len(driver.session.chat.messages) == MAX_STORED_MESSAGES and driver.session.chat.messages[-1].text == "last"
    assert driver.restart_program().session.chat.messages == driver.session.chat.messages


DAMAGED_CHATS = ["[", "null", "[1]", "3", '[{"seat": "x", "text": 1}]', '[[1, "a"]]', "{}", ""]


@pytest.mark.parametrize("sealed", [True, False])
@pytest.mark.parametrize("extra", DAMAGED_CHATS)
def test_damaged_chat_does_not_harm_match(tmp_path: Path, extra: str, sealed: bool) -> None:
    driver = SessionDriver(tmp_path, **FREE_CHAT_SETUP)
    driver.advance_to_shown_turn()
    assert driver.session.chat.say("Ciao") is None
    driver.advance_frame()
    database = driver.storage.get_repository().database
    ((match_id,),) = database.execute("SELECT match FROM notes WHERE key = 'chat'").fetchall()
    crc = compute_crc("notes", (match_id, "chat", extra)) if sealed else 0
    database.execute("UPDATE notes SET value = ?, crc = ? WHERE key = 'chat'", (extra, crc))
    back = driver.restart_program()
    assert not any(item.is_damaged for item in back.storage.get_repository().list_unfinished_matches())
    assert not back.session.chat.messages and back.record == driver.record
    back.advance_to_shown_turn()
    assert back.session.chat.say("Ci sono ancora") is None
    back.advance_frame()
    assert [item.text for item in back.session.chat.messages] == ["Ci sono ancora"]
    assert [item.text for item in back.restart_program().session.chat.messages] == ["Ci sono ancora"]


def test_damaged_messages_are_removed_from_chat(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, **FREE_CHAT_SETUP)
    driver.advance_to_shown_turn()
    odd = [{"seat": 7, "text": "who"}, {"seat": -1, "text": "who"}, {"seat": 0, "text": "two\nlines"},
           {"seat": 1, "text": "well"}]  # fmt: skip
    driver.storage.get_repository().store_note(1, "chat", odd)
    assert driver.restart_program().session.chat.messages == (ChatMessage(1, "well"),)
