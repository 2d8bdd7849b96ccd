"""The messages of a host: their sizes and values, and those that it need not send."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.match.house_rules import RuleSet
from game.network import messages
from game.network.messages import MAX_CHAT_LINES, MAX_HOST_MESSAGE_BYTES, Chat, ChatLines, MatchNews, Step
from game.session.messages import DeadlineMessage, FirstMessage, MatchStatus
from game.session.rate_limit import LIMIT_INTERVAL_S, MAX_AT_ONCE
from tests.network.host import CLOCKED, TALKATIVE, TWO_DEALS, Guest, Host, start_match


def list_values(guest: Guest, kind: str) -> list[object]:
    """Return the values of class ``kind`` that the guest got since its last connection, as they were sent."""
    guest.read()
    return [news.message for news in guest.messages if isinstance(news, MatchNews) and news.message[0] == kind]


@pytest.mark.parametrize("rules", [TWO_DEALS, CLOCKED])
def test_status_is_told_only_when_it_changes_and_a_deadline_only_with_a_turn_timer(
    tmp_path: Path, rules: RuleSet
) -> None:
    host, guests = start_match(tmp_path, rules)
    host.play_deals_on_slow_disk(guests)
    for guest in guests:
        statuses, deadlines = (list_values(guest, kind.__name__) for kind in (MatchStatus, DeadlineMessage))
        assert all(status != following for status, following in pairwise(statuses))
        step_count = sum(1 for message in guest.messages if isinstance(message, Step))
        assert len(statuses) < step_count
        assert bool(deadlines) == rules.options.has_turn_clock and len(deadlines) <= step_count + 1
    host.leave(guests[1])
    back = guests[1].connect_again()
    kinds = [type(message) for message in back.list_match_messages()]
    assert kinds.index(FirstMessage) < kinds.index(MatchStatus), "a connection begins with the whole state"
    assert list_values(back, MatchStatus.__name__)[0] == statuses[-1]


def test_every_connection_with_a_turn_timer_begins_with_the_deadline(tmp_path: Path) -> None:
    host, guests = start_match(tmp_path, CLOCKED)
    host.play_on(guests)
    host.leave(guests[1])
    assert list_values(guests[1].connect_again(), DeadlineMessage.__name__) == [["DeadlineMessage", 60.0]]


def test_guest_for_whom_a_message_is_too_long_is_refused_and_the_host_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guests = start_match(tmp_path)
    host.get_guest_on_turn(guests).act()
    monkeypatch.setattr(messages, "MAX_HOST_MESSAGE_BYTES", 200)
    host.update()
    assert [guest.refusal for guest in guests] == ["bad_host", "bad_host"]
    monkeypatch.undo()
    for guest in guests:
        host.leave(guest)
    assert not guests[0].connect_again().refusal and host.action_count == 1


def test_reconnecting_guest_gets_the_last_chat_lines_only(tmp_path: Path) -> None:
    host, (ann, bob) = start_match(tmp_path, TALKATIVE)
    host.play_on([ann, bob], 2)
    for number in range(MAX_CHAT_LINES + 10):
        ann.send(Chat(number=number + 100, text="\U0001f0a1" * 180 + str(number)))
        host.update(LIMIT_INTERVAL_S / MAX_AT_ONCE)
    back = bob.connect_again()
    lines = back.get_last(ChatLines)
    assert lines.lines[-1][1].endswith(str(MAX_CHAT_LINES + 9))
    assert len(lines.lines) <= MAX_CHAT_LINES
    assert max(map(len, back.received_bytes)) <= MAX_HOST_MESSAGE_BYTES


def find_floats(plain: Any, place: Any = None) -> set[Any]:
    """Return the keys of maps and the classes of values in which there is a floating-point number."""
    if isinstance(plain, dict):
        return {found for key, part in plain.items() for found in find_floats(part, key)}
    if isinstance(plain, list):
        place = plain[0] if plain and isinstance(plain[0], str) else place
        return {found for part in plain for found in find_floats(part, place)}
    assert not isinstance(plain, msgspec.msgpack.Ext)
    return {place} if isinstance(plain, float) else set()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "preset", "seats"),
    [("briscola", "classic", 6), ("chiamata", "regolamento", 5), ("spades", "individual", 5),
     ("muscio", "gattorna", 6)],
)  # fmt: skip
def test_steps_of_every_game_are_small_and_only_times_are_floating_point_numbers(
    tmp_path: Path, game: str, preset: str, seats: int
) -> None:
    rules = RuleSet(game=game, preset=preset, changes={"turn_seconds": 60, "bar_minutes": 10})
    host = Host(tmp_path, rules, seats)
    guests = host.start(*("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")[:seats])
    for _turn in range(60):
        if any(guest.is_on_turn for guest in guests):
            host.play_on(guests)
    host.leave(guests[-1])
    assert guests[0].find_last(Step) is not None
    received = [data for guest in guests for data in guest.received_bytes]
    assert find_floats([msgspec.msgpack.decode(data) for data in received]) == {"away_seconds", "DeadlineMessage"}
    assert max(map(len, received)) < 16 * 1024
