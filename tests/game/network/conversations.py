"""Recorded conversations between a host and a guest, which a test plays again with a lie of the host in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from game.match.house_rules import RuleSet
from game.match.record import decode_record, encode_record
from game.network.messages import (
    FillSeat,
    HostNetworkMessage,
    MatchNews,
    Ready,
    StartMatch,
    TakeTurn,
    decode_host_message,
)
from game.session.wire import find_classes
from tests.direct_client import DirectClient
from tests.network_driver import TableDriver

Entry: TypeAlias = HostNetworkMessage | TakeTurn
"""A message of the host, or an action that the guest has sent."""
Place: TypeAlias = tuple[int | str, ...]


class QuietClient(DirectClient):
    """A client that is told what a host says, and whose messages go nowhere."""

    def __init__(self, driver: TableDriver) -> None:
        super().__init__(driver, "Bob")
        self.guest = None


def get_kind(message: HostNetworkMessage) -> str:
    """Return the kind of a message of the host, and that of the value in it."""
    if isinstance(message, MatchNews):
        return f"match {message.message[0]}"
    return str(message.__struct_config__.tag)


def record_conversation(home: Path, rules: RuleSet, seats: int) -> list[Entry]:
    """Return what Bob's program and an honest host say to each other in a whole match."""
    driver = TableDriver(home, rules, seats=seats)
    ann = driver.join("Ann", is_owner=True)
    bob = DirectClient(driver, "Bob")
    guest = bob.guest
    assert guest is not None
    entries, sent_count = list[Entry](), 0
    for seat in range(2, seats):
        ann.send(FillSeat(seat=seat, level="random"))
    bob.send(Ready())
    driver.update()
    ann.send(StartMatch())
    read_count = 0
    for _round in range(4000):
        driver.update(0.3, count=2)
        guest.read()
        messages, read_count = guest.messages[read_count:], len(guest.messages)
        for message in messages:
            entries.append(message)
            bob.receive_message(message)
        if bob.record is not None:
            break
        if not ann.key:
            continue
        for person in (ann, guest):
            person.report_shown()
            person.send(Ready())
        observation, _revision, turn = guest.position
        if ann.position[0].legal_actions:
            ann.act(ann.position[0].legal_actions[0])
        elif observation.legal_actions and read_count == len(guest.messages) and len(guest.answers) == sent_count:
            sent_count += 1
            action = TakeTurn(number=sent_count, turn=turn, action=str(observation.legal_actions[0]))
            entries.append(action)
            bob.send(action)
    assert bob.record is not None and bob.host_fault is None, bob.host_fault
    return entries


def tell(client: QuietClient, entries: Sequence[Entry]) -> None:
    """Tell the client a conversation, as far as it listens."""
    for entry in entries:
        if isinstance(entry, TakeTurn):
            client.send(entry)
            continue
        try:
            client.receive_message(entry)
        except (ValueError, LookupError):
            client.report_nonsense()
            return


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


def list_lies(messages: Sequence[HostNetworkMessage]) -> Iterator[tuple[str, int, HostNetworkMessage]]:
    """Yield each field of each kind of message: its name, the number of a message, and the message with a lie in it.

    Each field is changed once in the middle of the conversation.
    """
    places = dict[str, list[tuple[int, Any, Place]]]()
    for number, message in enumerate(messages):
        plain = msgspec.msgpack.decode(msgspec.msgpack.encode(message))
        for place, name in list_places(plain):
            if name != "type":
                places.setdefault(f"{get_kind(message)} {name}", []).append((number, plain, place))
    for name, occurrences in places.items():
        is_lobby = name.startswith("lobby")  # the last one counts
        number, plain, place = occurrences[-1 if is_lobby else len(occurrences) // 2]
        try:
            lie = decode_host_message(msgspec.msgpack.encode(change_at(plain, place)))
        except ValueError:
            continue  # a message that no host can send: the guest's program reports it as nonsense
        if lie != messages[number]:
            yield name, number, lie
