"""Recorded conversations between a host and a guest, which a test plays again with a lie of the host in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec

from game.match.house_rules import RuleSet
from game.match.record import decode_record, encode_record
from game.network.messages import HostNetworkMessage, MatchNews, TakeTurn, Welcome, decode_host_message
from game.rules import GAMES
from game.session.wire import find_classes
from tests.network.checked_match import CheckedMatch, Entry
from tests.network.host import Host
from tests.network.programs import GuestProgram

Place: TypeAlias = tuple[int | str, ...]
Occurrence: TypeAlias = Literal["first", "middle", "last"]


class QuietClient(GuestProgram):
    """A client that is told what a host says, and whose messages go nowhere."""

    def __init__(self, host: Host) -> None:
        super().__init__(host, "Bob")
        self.guest = None

    def listen(self, message: HostNetworkMessage) -> bool:
        """Take a message. Return whether it makes sense, so that a client goes on to listen."""
        try:
            self.receive_message(message)
        except (ValueError, LookupError):
            self.report_nonsense()
            return False
        return True


def get_kind(message: HostNetworkMessage) -> str:
    """Return the kind of a message of the host, and that of the value in it."""
    if isinstance(message, MatchNews):
        return f"match {message.message[0]}"
    return str(message.__struct_config__.tag)


SEATS: Final = {"briscola": 2, "chiamata": 5, "spades": 4, "muscio": 3}
CHANGES: Final[dict[str, dict[str, bool | int | str]]] = {
    "briscola": {"deals_to_win": 1}, "chiamata": {"match_deals": 1, "turn_seconds": 60}, "spades": {"target": 200},
    "muscio": {},
}  # fmt: skip
DEAL_COUNTS: Final = {"briscola": 1, "chiamata": 9, "spades": 2, "muscio": 2}
"""The deals after which the owner ends the table in the middle of the next one, if the match is not over by then."""


class Conversation(NamedTuple):
    """The messages between Bob's program and an honest host at a table with these rules."""

    rules: RuleSet
    seats: int
    entries: tuple[Entry, ...]


@cache
def record_conversation(game: str) -> Conversation:
    """Return a conversation in which Bob's connection is lost once.

    A match of Briscola is followed by another one. Other matches end early, so the last deal is given up.
    """
    rules = RuleSet(game=game, preset=next(iter(GAMES[game].presets)), changes=CHANGES[game])
    with TemporaryDirectory() as home:
        table = CheckedMatch(Path(home), rules, SEATS[game])
        table.play_until(lambda: table.has_seen_actions(6))
        table.lose_connection()
        table.play_on()
        table.connect_again()
        table.play_until(lambda: table.is_over or table.has_reached(DEAL_COUNTS[game] + 1))
        if game == "briscola":
            table.play_another_match()
        else:
            table.end()
        table.advance(count=8)
        assert table.fault == "" and table.bob.record is not None
        return Conversation(rules, SEATS[game], tuple(table.heard))


def find_fault(home: Path, conversation: Conversation, entries: Sequence[Entry]) -> str:
    """Return the code of what the guest's program names, or what it has waited for in vain; "" if it finds nothing."""
    client = QuietClient(Host(home, conversation.rules, seats=conversation.seats))
    last_number = 0
    for entry in entries:
        is_end = entry is None or isinstance(entry, Welcome)
        if is_end and client.due is not None and client.due != ("answer", last_number):
            return f"no {client.due[0]}"
        if entry is None:
            client.begin_connection()
        elif isinstance(entry, TakeTurn):
            last_number = entry.number
            client.send(entry)
        elif not client.listen(entry):
            break
    if client.host_fault is not None:
        return str(client.host_fault.values["fault"].code)
    return "" if client.due is None else f"no {client.due[0]}"


# -- lies


def list_places(plain: Any, place: Place = (), name: str = "") -> Iterator[tuple[Place, str]]:
    """Yield the place of each value in a plain message, and the name of its field."""
    if isinstance(plain, dict):
        for key, value in plain.items():
            yield from list_places(value, (*place, key), f"{name}.{key}".strip("."))
    elif isinstance(plain, list) and plain and isinstance(plain[0], str):
        fields = find_classes()[plain[0]].__struct_fields__
        for number, (field, value) in enumerate(zip(fields, plain[1:], strict=True), 1):
            yield from list_places(value, (*place, number), f"{name}.{plain[0]}.{field}")
    elif isinstance(plain, list) and plain[:1] == [0] and len(plain) > 1:
        yield place, f"{name}[]"
        yield from list_places(plain[1], (*place, 1), name)
    elif isinstance(plain, list) and plain and plain[0] != 1 and isinstance(plain[0], (dict, list)):
        yield place, f"{name}[]"
        yield from list_places(plain[0], (*place, 0), name)
    else:
        yield place, name


def change_value(value: Any) -> Any:
    """Return another value of the same kind."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case None:
            return 1
        case bytes():
            return change_file(value)
        case "d" | "h" | "s" | "c":
            return "d" if value != "d" else "h"
        case str() if len(value) in (32, 64):
            return ("0" if value[0] != "0" else "1") + value[1:]
        case str():
            return value + "x" if value else "x"
        case [1, str(card)]:
            return [1, "Ad" if card != "Ad" else "Kd"]
        case [0, *items]:
            return [0, *items[1:]]
        case list():
            return value[1:]
    return value


def change_file(data: bytes) -> bytes:
    """Return a match file with two cards of its last pack exchanged."""
    record = decode_record(data)
    *deals, deal = record.deals
    *pack, first, second = deal.pack
    deal = msgspec.structs.replace(deal, pack=(*pack, second, first))
    return encode_record(msgspec.structs.replace(record, deals=(*deals, deal)))


def change_at(plain: Any, place: Place) -> Any:
    """Return a copy of a plain message with another value at ``place``."""
    if not place:
        return change_value(plain)
    key, *rest = place
    copy: Any = dict(plain) if isinstance(plain, dict) else list(plain)
    copy[key] = change_at(plain[key], tuple(rest))
    return copy


def list_lies(entries: Sequence[Entry], occurrence: Occurrence) -> Iterator[tuple[str, int, HostNetworkMessage]]:
    """Yield each field of each kind of message: its name, the place of an entry, and the message with a lie in it.

    ``occurrence``: which of the messages with the field is changed.
    """
    places = dict[str, list[tuple[int, Any, Place]]]()
    for number, entry in enumerate(entries):
        if entry is None or isinstance(entry, TakeTurn):
            continue
        plain = msgspec.msgpack.decode(msgspec.msgpack.encode(entry))
        for place, name in list_places(plain):
            if name != "type":
                places.setdefault(f"{get_kind(entry)} {name}", []).append((number, plain, place))
    for name, occurrences in places.items():
        index = {"first": 0, "middle": len(occurrences) // 2, "last": -1}[occurrence]
        is_lobby = name.startswith("lobby")  # the last one counts
        number, plain, place = occurrences[-1 if is_lobby else index]
        try:
            lie = decode_host_message(msgspec.msgpack.encode(change_at(plain, place)))
        except ValueError:
            continue  # a message that no host can send: the guest's program reports it as nonsense
        if lie != entries[number]:
            yield name, number, lie
