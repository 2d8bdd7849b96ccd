"""The messages of a host: their sizes and values, and those that it need not send."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
import pytest
from websockets.frames import Frame, Opcode

from game.match.house_rules import RuleSet
from game.network import messages
from game.network.compression import HostDeflateFactory
from game.network.messages import MAX_HOST_MESSAGE_BYTES
from game.session.encoding import encode_message
from game.session.messages import (
    MAX_CHAT_LINES,
    ChatLine,
    Command,
    DeadlineMessage,
    FirstMessage,
    MatchStatus,
    Say,
    TransitionMessage,
)
from game.session.rate_limit import LIMIT_INTERVAL_S, MAX_AT_ONCE
from game.text.chat import ChatMessage
from tests.network.host import CLOCKED, TALKATIVE, TWO_DEALS, Host, start_match


@pytest.mark.parametrize("rules", [TWO_DEALS, CLOCKED])
def test_status_is_told_only_when_it_changes_and_a_deadline_only_with_a_turn_timer(
    tmp_path: Path, rules: RuleSet
) -> None:
    host, guests = start_match(tmp_path, rules)
    host.play_deals_on_slow_disk(guests)
    for guest in guests:
        statuses, deadlines = guest.list_news(MatchStatus), guest.list_news(DeadlineMessage)
        assert all(status != following for status, following in pairwise(statuses))
        step_count = sum(1 for message in guest.messages if isinstance(message, TransitionMessage))
        assert len(statuses) < step_count
        assert bool(deadlines) == rules.options.has_turn_clock and len(deadlines) <= step_count + 1
    host.leave(guests[1])
    back = guests[1].connect_again()
    kinds = [type(message) for message in back.list_match_messages()]
    assert kinds.index(FirstMessage) < kinds.index(MatchStatus), "a connection begins with the whole state"
    assert back.list_news(MatchStatus)[0] == statuses[-1]


def test_every_connection_with_a_turn_timer_begins_with_the_deadline(tmp_path: Path) -> None:
    host, guests = start_match(tmp_path, CLOCKED)
    host.play_on(guests)
    host.leave(guests[1])
    assert guests[1].connect_again().list_news(DeadlineMessage) == [DeadlineMessage(60.0)]


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
        ann.send(Command(Say("\U0001f0a1" * 180 + str(number)), number + 100))
        host.update(LIMIT_INTERVAL_S / MAX_AT_ONCE)
    back = bob.connect_again()
    lines = back.get_last(FirstMessage).chat_messages
    assert lines[-1].text.endswith(str(MAX_CHAT_LINES + 9))
    assert len(lines) == MAX_CHAT_LINES
    assert max(map(len, back.received_bytes)) <= MAX_HOST_MESSAGE_BYTES


def find_floats(plain: Any, place: Any = None) -> set[Any]:
    """Return the keys of maps in which there is a floating-point number."""
    if isinstance(plain, dict):
        return {found for key, part in plain.items() for found in find_floats(part, key)}
    if isinstance(plain, list):
        return {found for part in plain for found in find_floats(part, place)}
    return {place} if isinstance(plain, float) else set()


# -- on the wire


def compress(received: Sequence[bytes], kinds: Collection[str]) -> list[int]:
    """Return the sizes on the wire of the messages of some kinds, or of all without ``kinds``."""
    _response, compression = HostDeflateFactory().process_request_params([], [])
    frames = [(data, compression.encode(Frame(Opcode.TEXT, data))) for data in received]
    return [len(frame.data) for data, frame in frames if not kinds or json.loads(data)["type"] in kinds]


def test_step_has_three_hundred_bytes_on_the_wire_and_a_match_of_one_deal_twelve_kibibytes(tmp_path: Path) -> None:
    host, guests = start_match(tmp_path)
    host.play_match(guests)
    for guest in guests:
        guest.read()
        assert median(compress(guest.received_bytes, ["step"])) <= 300
        assert sum(compress(guest.received_bytes, ())) <= 12 * 1024


def test_text_of_another_person_shares_no_window_with_what_only_one_seat_may_know(tmp_path: Path) -> None:
    """Say what a step has in it: neither the message nor the next step becomes shorter by it."""
    host, (ann, bob) = start_match(tmp_path, TALKATIVE)
    host.play_on([ann, bob], 2)
    bob.read()
    before, step = bob.received_bytes, next(data for data in bob.received_bytes if b'"step"' in data[:20])
    lines = [encode_message(ChatLine(ChatMessage(0, text))) for text in ("x" * 150, step[-150:].decode())]
    plain, guessed = ([*before, line, step] for line in lines)
    assert len(lines[0]) == len(lines[1].replace(b"\\", b""))
    assert compress(plain, ["step"]) == compress(guessed, ["step"])
    assert compress(guessed, ["chat_line"]) == [len(lines[1])]


def test_every_message_with_names_or_words_stays_out_of_the_common_window(tmp_path: Path) -> None:
    host, guests = start_match(tmp_path, TALKATIVE, "Annabel", "Bob")
    host.play_match(guests)
    guests[0].say("Annabel")
    host.update()
    guests[1].read()
    received = guests[1].received_bytes
    kinds = {json.loads(data)["type"] for data in received if b"Annabel" in data or b'"commitment":"' in data}
    assert kinds == {"lobby", "first", "chat_line", "shuffle", "proof", "deal", "record"}
    sizes = {kind: [len(data) for data in received if json.loads(data)["type"] == kind] for kind in kinds}
    public_kinds = {"lobby", "shuffle", "deal", "record"}
    for kind in kinds - public_kinds:
        assert compress(received, [kind]) == sizes[kind]
    for kind in public_kinds:  # each message in a window of its own
        alone = [data for data in received if json.loads(data)["type"] == kind]
        assert compress(received, [kind]) == [size for data in alone for size in compress([data], [kind])]
        assert sum(compress(received, [kind])) < sum(sizes[kind])


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
    assert guests[0].find_last(TransitionMessage) is not None
    received = [data for guest in guests for data in guest.received_bytes]
    assert find_floats([msgspec.json.decode(data) for data in received]) == {"away_seconds", "seconds_left"}
    assert max(map(len, received)) < 16 * 1024
