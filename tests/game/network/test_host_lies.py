"""A host that leaves out a message or changes a field is named, unless nobody can know it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest

from game.match.house_rules import RuleSet
from game.network.messages import Step, TakeTurn
from game.rules import GAMES
from tests.game.network.conversations import Entry, QuietClient, get_kind, list_lies, record_conversation, tell
from tests.network_driver import TableDriver

SEATS = {"briscola": 2, "muscio": 3}
CHANGES: dict[str, dict[str, bool | int | str]] = {"briscola": {"deals_to_win": 1}, "muscio": {}}
UNKNOWABLE_KINDS = {"lobby", "presence", "chat_lines", "match ChatLine", "welcome", "match DeadlineMessage", "waiting"}
"""The messages about people and chat, which a host can leave out (the table in docs/fairness.md)."""
UNKNOWABLE_FIELDS = (
    "welcome program", "welcome game", "welcome table", "welcome state", "welcome is_owner", "welcome match",
    "lobby seats.color",
    "lobby seats.avatar_number", "lobby seats.is_", "lobby seats.kind", "presence", "chat_lines", "match ChatLine",
    "match DeadlineMessage", "seat_key key", "match FirstMessage message.FirstMessage.notes",
    "match FirstMessage message.FirstMessage.chat_messages", "match MatchStatus message.MatchStatus.is_between_deals",
    "match MatchStatus message.MatchStatus.error",
)  # fmt: skip
"""The fields that nobody can check (the table in docs/fairness.md)."""


@cache
def get_conversation(game: str) -> tuple[tuple[Entry, ...], RuleSet]:
    rules = RuleSet(game=game, preset=next(iter(GAMES[game].presets)), changes=CHANGES[game])
    with TemporaryDirectory() as home:
        return tuple(record_conversation(Path(home), rules, SEATS[game])), rules


def find_fault(home: Path, rules: RuleSet, seats: int, entries: list[Entry]) -> str:
    """Return the code of what the guest's program names, or what it still waits for; "" if it finds nothing."""
    client = QuietClient(TableDriver(home, rules, seats=seats))
    tell(client, entries)
    if client.host_fault is not None:
        return str(client.host_fault.values["fault"].code)
    return "" if client.due is None else f"no {client.due[0]}"


@pytest.mark.parametrize("game", ["briscola", pytest.param("muscio", marks=pytest.mark.slow)])
def test_message_that_is_left_out_is_named(tmp_path: Path, game: str) -> None:
    entries, rules = get_conversation(game)
    assert find_fault(tmp_path, rules, SEATS[game], list(entries)) == ""
    kinds = {get_kind(entry) for entry in entries if not isinstance(entry, TakeTurn)}
    for kind in sorted(kinds - UNKNOWABLE_KINDS):
        kept = [entry for entry in entries if isinstance(entry, TakeTurn) or get_kind(entry) != kind]
        assert find_fault(tmp_path, rules, SEATS[game], kept), kind


@pytest.mark.slow
def test_changed_field_is_named(tmp_path: Path) -> None:
    entries, rules = get_conversation("briscola")
    places = [place for place, entry in enumerate(entries) if not isinstance(entry, TakeTurn)]
    messages = [entry for entry in entries if not isinstance(entry, TakeTurn)]
    lie_count, unnamed = 0, list[str]()
    for name, number, lie in list_lies(messages):
        told = [*entries[: places[number]], lie, *entries[places[number] + 1 :]]
        lie_count += 1
        if not find_fault(tmp_path, rules, 2, told) and not name.startswith(UNKNOWABLE_FIELDS):
            unnamed.append(name)
    assert lie_count > 200
    assert unnamed == []


def test_changed_move_of_the_guest_is_named_when_it_happens(tmp_path: Path) -> None:
    entries, rules = get_conversation("briscola")
    place, sent = next((place, entry) for place, entry in enumerate(entries) if isinstance(entry, TakeTurn))
    other = msgspec.structs.replace(sent, action="1 play Ad" if not sent.action.endswith("Ad") else "1 play Kd")
    step = next(number for number, entry in enumerate(entries) if number > place and isinstance(entry, Step))
    told = [*entries[:place], other, *entries[place + 1 : step + 1]]
    assert find_fault(tmp_path, rules, 2, told) == "host_acted_for_you"
