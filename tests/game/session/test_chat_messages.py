"""Chat messages: what can be said, stored, read again, and translated."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.chat.computer_chat import translate_computer_line
from game.core.messages import Reason
from game.session.rate_limit import MAX_AT_ONCE
from game.storage.tables import add_crc
from game.text import chat
from game.text.chat import CHAT_PHRASES, MAX_MESSAGE_CHARACTERS, MAX_STORED_MESSAGES, ChatMessage
from game.text.gettext import use_language
from tests.rows import check_rows
from tests.session_driver import FREE_CHAT_SETUP, SessionDriver, start_turn


@pytest.fixture
def driver(tmp_path: Path) -> SessionDriver:
    return start_turn(tmp_path, "you you", **FREE_CHAT_SETUP)


def list_texts(driver: SessionDriver) -> list[str]:
    return [message.text for message in driver.session.chat_messages]


@check_rows(
    ("text", "said"),
    [("Ciao ♠", "Ciao ♠"), ("  Ciao ", "Ciao"), ("x" * MAX_MESSAGE_CHARACTERS, "x" * MAX_MESSAGE_CHARACTERS),
     ("x" * (MAX_MESSAGE_CHARACTERS + 1), ""), ("", ""), ("   ", ""), ("two\nlines", ""), ("\ud800", ""),
     ("tab\tbed", "tab bed"), ("bell\a", "bell"), ("turn\u202eround", "turnround"), ("zero\u200bwidth", "zerowidth"),
     ("{name} %s <b>x</b>", "{name} %s <b>x</b>")],
)  # fmt: skip
def test_message_is_one_line_of_visible_characters(driver: SessionDriver, text: str, said: str) -> None:
    before = driver.session.chat_messages
    reason = None if said else Reason("not_sayable", {"most": MAX_MESSAGE_CHARACTERS})
    assert driver.session.say(text) == reason
    driver.advance_frame()
    assert driver.session.chat_messages == (*before, *([ChatMessage(driver.seat, said)] if said else []))


def test_people_at_one_screen_may_say_much_at_once_and_chat_is_restored_after_restart(driver: SessionDriver) -> None:
    texts = [str(number) for number in range(2 * MAX_AT_ONCE)]
    for text in texts:
        assert driver.session.say(text) is None
        driver.advance_frame(0.0)
    assert list_texts(driver) == texts
    back = driver.restart_program(60.0)
    assert back.session.chat_messages == driver.session.chat_messages
    assert "chat" not in back.record.extra, "what is said at the table stays there"


def test_chat_and_action_are_saved_beside_each_other(driver: SessionDriver) -> None:
    driver.storage.is_paused = True
    assert driver.session.say("Prima") is None and driver.session.is_your_turn
    action = driver.observation.legal_actions[0]
    assert driver.session.act(action) is None
    assert driver.session.say("Poi", action.seat) is None
    driver.advance_frame()
    assert not driver.session.chat_messages, "nothing is shown before it is saved"
    driver.storage.finish_writes()
    driver.advance_frame()
    assert driver.action_texts == [str(action)] and list_texts(driver) == ["Prima", "Poi"]
    assert list_texts(driver.restart_program()) == ["Prima", "Poi"]


def test_failed_chat_save_is_reported_and_message_is_shown_once_after_retry(driver: SessionDriver) -> None:
    driver.storage.failure_message = "The disk is full."
    assert driver.session.say("Ciao") is None
    driver.advance_frame()
    assert driver.session.error == "The disk is full." and not driver.session.chat_messages
    driver.storage.failure_message = ""
    driver.session.retry()
    driver.advance_frame()
    assert list_texts(driver) == ["Ciao"] and not driver.session.error


def test_only_people_at_the_table_chat(tmp_path: Path) -> None:
    driver = start_turn(tmp_path, "you club", **FREE_CHAT_SETUP)
    assert driver.session.say("I am a person", 1) is not None
    driver.leave_match()
    driver.advance_frame()
    assert driver.session.say("Still here") is not None


def test_chat_keeps_latest_messages(driver: SessionDriver) -> None:
    notes = msgspec.to_builtins([ChatMessage(0, str(number)) for number in range(MAX_STORED_MESSAGES)])
    driver.storage.get_repository().store_note(1, "chat", notes, restarts_turn_clock=False)
    driver = driver.restart_program()
    driver.advance_to_shown_turn()
    assert driver.session.say("last") is None
    driver.advance_frame()
    assert list_texts(driver) == [*map(str, range(1, MAX_STORED_MESSAGES)), "last"]
    assert driver.restart_program().session.chat_messages == driver.session.chat_messages


@check_rows(("stored", "kept"), [
    (None, ()), ([1], ()), (3, ()), ([{"seat": "x", "text": 1}], ()), ([[1, "a"]], ()), ({}, ()), ("", ()),
    ([{"seat": 7, "text": "who"}, {"seat": -1, "text": "who"}, {"seat": 0, "text": "two\nlines"},
      {"seat": 1, "text": "well"}], (ChatMessage(1, "well"),)),
])  # fmt: skip
def test_damaged_messages_are_removed_from_chat(stored: Any, kept: tuple[ChatMessage, ...]) -> None:
    assert chat.parse_chat(stored, 2) == kept


@pytest.mark.parametrize(("extra", "is_sealed"), [("[", True), ("[1]", True), ("[1]", False)])
def test_damaged_chat_does_not_harm_match(driver: SessionDriver, extra: str, is_sealed: bool) -> None:
    assert driver.session.say("Ciao") is None
    driver.advance_frame()
    database = driver.storage.get_repository().database
    ((match_id, written),) = database.execute("SELECT match, written FROM notes WHERE key = 'chat'").fetchall()
    crc = add_crc("notes", (match_id, "chat", extra, written))[-1] if is_sealed else 0
    database.execute("UPDATE notes SET value = ?, crc = ? WHERE key = 'chat'", (extra, crc))
    back = driver.restart_program()
    assert not any(item.error for item in back.storage.get_repository().archive.list_unfinished_matches())
    assert not back.session.chat_messages and back.record == driver.record
    back.advance_to_shown_turn()
    assert back.session.say("Ci sono ancora") is None
    back.advance_frame()
    assert list_texts(back) == list_texts(back.restart_program()) == ["Ci sono ancora"]


# -- in the player's language ----------------------------------------------------------------------


def test_phrases_are_translated_both_ways() -> None:
    for language in ("en", "it", "fr"):
        with use_language(language):
            assert [chat.find_phrase(chat.translate_phrase(phrase)) for phrase in CHAT_PHRASES] == list(CHAT_PHRASES)
            assert chat.translate_phrase("Undo") == chat.find_phrase("Undo") == "Undo"


@check_rows(("line", "values"), [
    ("Take a chance, then!", ()), ("It's Bruno's turn.", ("Bruno",)), ("We're all tied at 3.", ("3",)),
    ("Anna and Carla are in the lead with 7.", ("Anna e Carla", "7")), ("Carla leads with -2.", ("Carla", "-2")),
])  # fmt: skip
def test_lines_of_computer_players_are_translated_with_their_values(line: str, values: tuple[str, ...]) -> None:
    """Check also that a name inside another name is not taken for a leader."""
    names = ("Ann", "Anna", "Bruno", "Carla")
    with use_language("en"):
        assert translate_computer_line(line, names) == line
    with use_language("it"):
        translated = translate_computer_line(line, names)
        assert translate_computer_line("something else", names) == "something else"
    assert translated != line and all(value in translated for value in values) and "Ann," not in translated
