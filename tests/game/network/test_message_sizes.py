"""The sizes and the values of the messages at a table over the network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.match.house_rules import RuleSet
from game.network import messages
from game.network.messages import MAX_CHAT_LINES, MAX_HOST_MESSAGE_BYTES, Chat, ChatLines, Step
from game.session.rate_limit import LIMIT_INTERVAL_S, MAX_AT_ONCE
from tests.network.host import CLOCKED, TALKATIVE, Host, start_match


def test_guest_for_whom_a_message_is_too_long_is_refused_and_the_host_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guests = start_match(tmp_path)
    guest = host.get_guest_on_turn(guests)
    guest.act()
    monkeypatch.setattr(messages, "MAX_HOST_MESSAGE_BYTES", 200)
    host.update()
    assert [guest.refusal for guest in guests] == ["bad_host", "bad_host"]
    monkeypatch.undo()
    for guest in guests:
        host.leave(guest)
    back = host.join("Ann", token=guests[0].key, run="cc")
    assert not back.refusal and host.action_count == 1


def test_reconnecting_guest_gets_the_last_chat_lines_only(tmp_path: Path) -> None:
    host, (ann, bob) = start_match(tmp_path, TALKATIVE)
    host.play_on([ann, bob])
    host.play_on([ann, bob])
    for number in range(MAX_CHAT_LINES + 10):
        ann.send(Chat(number=number + 100, text="\U0001f0a1" * 180 + str(number)))
        host.update(LIMIT_INTERVAL_S / MAX_AT_ONCE)
    back = bob.connect_again()
    lines = back.get_last(ChatLines)
    assert lines.lines[-1][1].endswith(str(MAX_CHAT_LINES + 9))
    assert len(lines.lines) <= MAX_CHAT_LINES
    assert max(map(len, back.received_bytes)) <= MAX_HOST_MESSAGE_BYTES


@pytest.mark.parametrize(
    ("game", "preset", "seats"),
    [("briscola", "classic", 6), ("chiamata", "regolamento", 5), ("spades", "individual", 5),
     ("muscio", "gattorna", 6)],
)  # fmt: skip
@pytest.mark.slow
def test_steps_of_every_game_are_small(tmp_path: Path, game: str, preset: str, seats: int) -> None:
    host = Host(tmp_path, RuleSet(game=game, preset=preset), seats)
    guests = host.start(*("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")[:seats])
    for _turn in range(60):
        on_turn = [guest for guest in guests if guest.observation.legal_actions]
        if on_turn:
            host.play_on(guests)
    assert any(isinstance(message, Step) for message in guests[0].messages)
    assert not find_floats([msgspec.msgpack.decode(data) for guest in guests for data in guest.received_bytes])
    assert max(len(data) for guest in guests for data in guest.received_bytes) < 16 * 1024


def find_floats(plain: Any, place: Any = None) -> set[Any]:
    """Return the keys of maps and the classes of values in which there is a floating-point number."""
    if isinstance(plain, dict):
        return {found for key, part in plain.items() for found in find_floats(part, key)}
    if isinstance(plain, list):
        place = plain[0] if plain and isinstance(plain[0], str) else place
        return {found for part in plain for found in find_floats(part, place)}
    assert not isinstance(plain, msgspec.msgpack.Ext)
    return {place} if isinstance(plain, float) else set()


def test_only_times_are_floating_point_numbers(tmp_path: Path) -> None:
    host, guests = start_match(tmp_path, CLOCKED)
    for _turn in range(5):
        host.play_on(guests)
    host.leave(guests[1])
    guests[0].read()
    messages = [msgspec.msgpack.decode(data) for data in guests[0].received_bytes]
    assert find_floats(messages) == {"away_seconds", "DeadlineMessage"}
