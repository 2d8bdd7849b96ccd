"""Messages at the table: what can be said, kept, and read again."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from game.discipline import MESSAGE_LENGTH, MESSAGES_KEPT, Message
from game.engine.actions import Leave
from game.store.reading import note_digest
from tests.room import TALK, Room


@pytest.mark.parametrize(
    ("text", "said"),
    [("Ciao ♠", "Ciao ♠"), ("  Ciao ", "Ciao"), ("x" * MESSAGE_LENGTH, "x" * MESSAGE_LENGTH),
     ("x" * (MESSAGE_LENGTH + 1), ""), ("", ""), ("   ", ""), ("two\nlines", ""), ("\ud800", ""),
     ("tab\tbed", "tab bed"), ("bell\a", "bell"), ("turn\u202eround", "turnround"), ("zero\u200bwidth", "zerowidth"),
     ("{name} %s <b>x</b>", "{name} %s <b>x</b>")],
)  # fmt: skip
def test_a_message_is_one_line_of_what_can_be_seen_in_it(tmp_path: Path, text: str, said: str) -> None:
    room = Room(tmp_path, **TALK)
    room.turn()
    reason = room.table.say(text)
    assert (reason is None) == bool(said)
    if reason is not None:
        assert reason.code == "not_sayable"
    room.frame()
    assert room.table.chat == ((Message(0, said),) if said else ())


def test_talk_is_there_again_after_a_restart(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you", **TALK)
    room.turn()
    seat = room.table.viewer
    assert seat is not None
    for text in ("Buona fortuna!", "  Tocca a me?  ", "♥ \U0001f0a1"):
        assert room.table.say(text) is None
        room.frame()
    kept = tuple(Message(seat, text) for text in ("Buona fortuna!", "Tocca a me?", "♥ \U0001f0a1"))
    assert room.table.chat == kept
    back = room.again(60.0)
    assert back.table.chat == kept
    assert "chat" not in back.record.extra, "what is said at the table stays there"


def test_talk_never_stands_in_the_way_of_an_action_that_is_being_saved(tmp_path: Path) -> None:
    room = Room(tmp_path, **TALK)
    room.turn()
    room.storage.holding = True
    action = room.play(Random(1))
    reason = room.table.say("Ecco!")
    assert reason is not None and reason.code == "being_saved"
    room.storage.let()
    room.storage.holding = False
    room.frame()
    assert room.acted[-1] == str(action) and not room.table.chat
    assert room.table.say("Ecco!") is None
    room.frame()
    assert [one.text for one in room.table.chat] == ["Ecco!"]


def test_talk_that_cannot_be_saved_is_a_fault_and_then_said_once(tmp_path: Path) -> None:
    room = Room(tmp_path, **TALK)
    room.turn()
    room.storage.fault = "The disk is full."
    assert room.table.say("Ciao") is None
    room.frame()
    assert room.table.fault == "The disk is full." and not room.table.chat
    room.storage.fault = ""
    room.table.retry()
    room.frame()
    assert room.table.chat == (Message(0, "Ciao"),) and not room.table.fault


def test_only_people_at_the_table_talk(tmp_path: Path) -> None:
    room = Room(tmp_path, "you club", **TALK)
    room.turn()
    assert room.table.say("I am a person", 1) is not None
    assert room.table.act(Leave(0)) is None
    room.frame()
    assert room.table.speaker is None and room.table.say("Still here") is not None


def test_a_long_talk_keeps_its_latest_messages(tmp_path: Path) -> None:
    room = Room(tmp_path, **TALK)
    room.turn()
    room.table.chat = tuple(Message(0, str(number)) for number in range(MESSAGES_KEPT))
    assert room.table.say("last") is None
    room.frame()
    assert len(room.table.chat) == MESSAGES_KEPT and room.table.chat[-1].text == "last"
    assert room.again().table.chat == room.table.chat


DAMAGE = ["[", "null", "[1]", "3", '[{"seat": "x", "text": 1}]', '[[1, "a"]]', "{}", ""]


@pytest.mark.parametrize("sealed", [True, False])
@pytest.mark.parametrize("extra", DAMAGE)
def test_a_damaged_talk_does_no_harm_to_the_match(tmp_path: Path, extra: str, sealed: bool) -> None:
    room = Room(tmp_path, **TALK)
    room.turn()
    assert room.table.say("Ciao") is None
    room.frame()
    digest = note_digest("chat", extra) if sealed else b""
    room.storage.journal().database.execute("UPDATE notes SET value = ?, digest = ?", (extra, digest))
    back = room.again()
    assert not any(one.damaged for one in back.storage.journal().unfinished())
    assert not back.table.chat and back.record == room.record
    back.turn()
    assert back.table.say("Ci sono ancora") is None
    back.frame()
    assert [one.text for one in back.table.chat] == ["Ci sono ancora"]
    assert [one.text for one in back.again().table.chat] == ["Ci sono ancora"]


def test_damaged_messages_are_left_out_of_the_talk(tmp_path: Path) -> None:
    room = Room(tmp_path, **TALK)
    room.turn()
    odd = [{"seat": 7, "text": "who"}, {"seat": -1, "text": "who"}, {"seat": 0, "text": "two\nlines"},
           {"seat": 1, "text": "well"}]  # fmt: skip
    room.storage.journal().note(1, "chat", odd)
    assert room.again().table.chat == (Message(1, "well"),)
