"""The generator of lies: recorded conversations with an honest host, played again with one lie of the host in them.

Each kind of message is omitted, delayed past its use and repeated, and each field of each message is changed.
``python -m tools.host_lies`` tells them all to a guest's program and counts those that it names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache, reduce
from operator import getitem
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from game.core.actions import Action
from game.core.cards import FRENCH_PACK, HIDDEN_CARD, JOKERS, Card
from game.match.house_rules import RuleSet
from game.match.record import decode_record, encode_record
from game.network.messages import Lobby, Welcome
from game.rules import GAMES
from game.session.encoding import MessageDecoder, get_tag, to_plain
from game.session.messages import Answer, Command, HintMessage, HostMessage, PlayCheck, TransitionMessage
from tests.network.checked_match import CheckedMatch, Entry
from tests.network.host import Host
from tests.network.programs import GuestProgram

CARD_NAMES: Final = frozenset(card.name for card in (*FRENCH_PACK, *JOKERS, HIDDEN_CARD))
PLAIN_REASON: Final = {"code": "not_here", "values": {}}
Place: TypeAlias = tuple[int | str, ...]


class QuietClient(GuestProgram):
    """A client that is told what a host says, and whose messages go nowhere."""

    def __init__(self, host: Host, name: str) -> None:
        super().__init__(host, name)
        self.guest = None


def get_kind(message: HostMessage) -> str:
    return str(message.__struct_config__.tag)


SEATS: Final = {"briscola": 2, "chiamata": 5, "spades": 4, "muscio": 3}
CHANGES: Final[dict[str, dict[str, bool | int | str]]] = {
    "briscola": {"deals_to_win": 1}, "chiamata": {"match_deals": 1, "turn_seconds": 60}, "spades": {"target": 200},
    "muscio": {},
}  # fmt: skip
DEAL_COUNTS: Final = {"briscola": 1, "chiamata": 9, "spades": 2, "muscio": 2}
"""The deals after which the owner ends the table in the middle of the next one, if the match is not over by then."""


class Conversation(NamedTuple):
    """The messages between the program of a guest called ``name`` and an honest host at a table with these rules."""

    rules: RuleSet
    seats: int
    entries: tuple[Entry, ...]
    name: str


def record_conversation(game: str, *, is_watching: bool = False) -> Conversation:
    """Return the conversation of Bob, or that of Zoe, who watches."""
    return _record_conversations(game)[is_watching]


@cache
def _record_conversations(game: str) -> tuple[Conversation, Conversation]:
    """Return conversations in which the connections are lost in the first deals.

    A match of Briscola is followed by another one. Other matches end early, so the last deal is given up.
    """
    rules = RuleSet(game=game, preset=next(iter(GAMES[game].presets)), changes=CHANGES[game])
    with TemporaryDirectory() as home:
        table = CheckedMatch(Path(home), rules, SEATS[game], watcher="Zoe")
        assert table.watcher is not None
        table.play_until(lambda: table.has_seen_actions(6))
        table.lose_watcher()
        table.watcher.connect_again()
        table.lose_connection()
        table.play_on()
        table.connect_again()
        table.play_until(lambda: table.is_over or table.has_reached(2))
        if not table.is_over:
            table.lose_connection()
            table.connect_again()
        table.play_until(lambda: table.is_over or table.has_reached(DEAL_COUNTS[game] + 1))
        if game == "briscola":
            table.play_another_match()
            table.advance(count=8)
        table.end()
        table.advance(count=8)
        assert table.fault == "" and table.bob.record is not None
        assert table.watcher.check.fault is None and table.watcher.record == table.bob.record
        heard = Conversation(rules, SEATS[game], tuple(table.heard), "Bob")
        return heard, Conversation(rules, SEATS[game], tuple(table.watched), "Zoe")


def find_fault(home: Path, conversation: Conversation, entries: Sequence[Entry]) -> str:
    """Return the code of what the guest's program names, or what it has waited for in vain; "" if it finds nothing."""
    client = QuietClient(Host(home, conversation.rules, seats=conversation.seats), conversation.name)
    last_number = 0
    is_cut = False
    for entry in entries:
        is_cut = entry is None or (is_cut and isinstance(entry, Welcome))  # the last answer can be lost with it
        is_end = entry is None or isinstance(entry, Welcome)
        if is_end and client.check.due is not None and not (is_cut and client.check.due == ("answer", last_number)):
            return f"no {client.check.due[0]}"
        if entry is None:
            client.begin_connection()
        elif isinstance(entry, Command):
            last_number = entry.number
            client.send(entry)
        else:
            try:
                client.receive_message(entry)
            except (ValueError, LookupError):
                return "host_nonsense"
    if client.check.fault is not None:
        return str(client.check.fault.values["fault"].code)
    return "" if client.check.due is None else f"no {client.check.due[0]}"


# -- lies


class Lie(NamedTuple):
    """A lie of the host: what it does to which message or field, the kind of that message, and the conversation."""

    name: str
    kind: str
    entries: tuple[Entry, ...]


MESSAGE_TYPES: Final = tuple(
    kind for kind in HostMessage.__subclasses__() if get_tag(kind) and kind not in (HintMessage, PlayCheck)
)
"""The classes of the messages that the host of a table sends."""


def list_fields() -> list[str]:
    """Return the fields of the messages of a host, each with the kind of its message."""
    return [f"{get_tag(kind)} {field.name}" for kind in MESSAGE_TYPES for field in msgspec.structs.fields(kind)]


def list_lies(conversation: Conversation) -> list[Lie]:
    """Return the lies of the host in a conversation: what it omits, delays, repeats and changes."""
    return [*_list_false_orders(conversation), *_list_false_fields(conversation)]


def _list_false_orders(conversation: Conversation) -> Iterator[Lie]:
    """Yield the lies of a host that omits, delays or repeats the first, a middle or the last message of a kind."""
    entries, places = conversation.entries, dict[str, list[int]]()
    for place, entry in enumerate(entries):
        if isinstance(entry, HostMessage):
            places.setdefault(get_kind(entry), []).append(place)
    for kind, of_kind in places.items():
        kept = tuple(entry for place, entry in enumerate(entries) if place not in of_kind)
        yield Lie(f"omit all {kind}", kind, kept)
        for place in {of_kind[0], of_kind[len(of_kind) // 2], of_kind[-1]}:
            before, message, after = entries[:place], entries[place], entries[place + 1 :]
            next_use = _find_next_use(after, kind)
            yield Lie(f"repeat {kind}", kind, (*before, message, message, *after))
            if not _is_last_before_loss(message, after):
                yield Lie(f"omit {kind}", kind, (*before, *after))
                yield Lie(f"delay {kind}", kind, (*before, *after[:next_use], message, *after[next_use:]))


def _is_last_before_loss(message: Entry, entries: Sequence[Entry]) -> bool:
    """Return whether a message can be lost with the connection, which is lost before the match goes on.

    ``entries``: those after it. Of an answer, whether it is lost before the guest acts again.
    """
    later = Command if isinstance(message, Answer) else TransitionMessage
    return next((entry is None for entry in entries if entry is None or isinstance(entry, later)), False)


def _find_next_use(entries: Sequence[Entry], kind: str) -> int:
    """Return the place after the next message of ``kind`` or the next welcome, or where the connection ends."""
    for place, entry in enumerate(entries):
        if entry is None:
            return place
        if isinstance(entry, HostMessage) and get_kind(entry) in (kind, get_tag(Welcome)):
            return place + 1
    return len(entries)


def _list_false_fields(conversation: Conversation) -> Iterator[Lie]:
    """Yield the lies of a host that changes a field in the first, a middle or the last message that has it.

    Of the lobby the last message counts.
    """
    entries, decoder = conversation.entries, MessageDecoder(GAMES[conversation.rules.game])
    places = dict[str, list[tuple[int, Place]]]()
    for number, entry in enumerate(entries):
        if isinstance(entry, HostMessage):
            for place, name in list_places(entry):
                places.setdefault(f"{get_kind(entry)} {name}", []).append((number, place))
    for name, occurrences in places.items():
        indices = {-1} if isinstance(entries[occurrences[0][0]], Lobby) else {0, len(occurrences) // 2, -1}
        for index in sorted(indices):
            number, place = occurrences[index]
            lie = _tell_lie(decoder, entries[number], place)
            can_be_lost = isinstance(lie, Answer) and _is_last_before_loss(lie, entries[number + 1 :])
            if lie is not None and not can_be_lost:
                occurrence = " at first" if index == 0 else ""
                told = (*entries[:number], lie, *entries[number + 1 :])
                yield Lie(f"change {name}{occurrence}", name.split()[0], told)


def _tell_lie(decoder: MessageDecoder, message: Entry, place: Place) -> HostMessage | None:
    """Return a message with another value at ``place``.

    None if no host can send one: the guest's program reports such a message as nonsense.
    """
    plain = to_plain(message)
    for other in list_other_values(reduce(getitem, place, plain)):
        with suppress(ValueError):
            lie = decoder.decode(msgspec.json.encode(change_at(plain, place, other)), HostMessage)
            if lie != message:
                return lie
    return None


def list_places(value: Any, place: Place = (), name: str = "") -> Iterator[tuple[Place, str]]:
    """Yield the place of each value in a message, and the name of its field."""
    if isinstance(value, msgspec.Struct) and not isinstance(value, Card | Action):
        kind = (get_tag(type(value)) or "") if place else ""
        for field in msgspec.structs.fields(value):
            field_name = ".".join(filter(None, (name, kind, field.name)))
            yield from list_places(getattr(value, field.name), (*place, field.name), field_name)
    elif isinstance(value, dict) and value:
        for key, part in value.items():
            yield from list_places(part, (*place, key), f"{name}.{key}")
    elif isinstance(value, tuple) and value:
        yield place, f"{name}[]"
        yield from list_places(value[0], (*place, 0), name)
    else:
        yield place, name


def list_other_values(value: Any) -> list[Any]:
    """Return other values; at least one has the same type."""
    match value:
        case bool():
            return [not value]
        case int() | float():
            return [value + 1]
        case None:
            return [1, PLAIN_REASON]
        case str() if value.startswith("{"):
            return [change_file(value)]
        case "d" | "h" | "s" | "c":
            return ["d" if value != "d" else "h"]
        case str() if len(value) in (32, 64):
            return [("0" if value[0] != "0" else "1") + value[1:]]
        case str() if value.split(" ")[-1] in CARD_NAMES:  # a card, or an action with one
            *words, card = value.split(" ")
            return [" ".join([*words, "Ad" if card != "Ad" else "Kd"])]
        case str():
            return [value + "x"]
        case []:
            return [[0], ["x"], [[0, PLAIN_REASON]]]
        case list():
            return [value[1:]]
    return []


def change_file(text: str) -> str:
    """Return a match file with two cards of its last pack exchanged."""
    record = decode_record(text.encode())
    *deals, deal = record.deals
    *pack, first, second = deal.pack
    deal = msgspec.structs.replace(deal, pack=(*pack, second, first))
    return encode_record(msgspec.structs.replace(record, deals=(*deals, deal))).decode()


def change_at(plain: Any, place: Place, other: Any) -> Any:
    """Return a copy of a plain message with another value at ``place``."""
    if not place:
        return other
    key, *rest = place
    copy: Any = dict(plain) if isinstance(plain, dict) else list(plain)
    copy[key] = change_at(plain[key], tuple(rest), other)
    return copy


# -- what nobody can know

UNKNOWABLE: Final[dict[str, tuple[str, ...]]] = {
    "invent, change or leave out chat lines, the names of people who wait or watch, or who is away or ready": (
        "change first chat_messages", "chat_line", "waiting", "watchers", "presence", "change lobby seats.is_ready",
        "change lobby seats.is_away",
    ),
    "leave out your word and say that your connection was bad": (
        "omit shuffle", "delay shuffle", "change shuffle excluded_seats",
    ),
    "say that the owner let the computer play for you while you were away, at a table without turn timer, or for the "
    "action that was under way when you came back": (),
    "say that your time was up, or refuse a move as too late or because it was saving": (
        "deadline", "change status error",
    ),
    "say how the table is called, which version its program has, who its owner is, what portraits people have, and "
    "whether it waits for \"ready\"": (
        "welcome", "change lobby seats.is_owner", "change lobby seats.color", "change lobby seats.avatar_number",
        "change status is_between_deals",
    ),
    "start the match without having shown the lobby, or not show the draw for the first dealer": (
        "omit lobby", "omit all lobby", "delay lobby", "change step views.events[]",
        "change step views.events.DealerDrawn.type", "change first views.events.DealerDrawn.type",
        "change first views.observation.dealer at first", "change step views.observation.dealer at first",
    ),
    "say a second time what is still true, or say something some seconds later": ("repeat", "delay answer"),
    "give you a key or an invitation with which you cannot come back, say to its owner how others can reach it, or "
    "refuse you": ("change seat_key key", "ways", "reach", "refused"),
    "change, after a restart of your program, what it showed since your last move": (),
}  # fmt: skip
"""The rows of the table of what cannot be known, by their first cell in the documents, with their lies.

A lie is given by the beginning of its name, or by the kind of its message if all lies with that kind belong to the row.
"""
IGNORED_FIELDS: Final = ("change first notes",)
"""The fields of which a guest's program makes no use."""


def is_unknowable(lie: Lie) -> bool:
    """Return whether a lie stands in the table of what cannot be known."""
    names = [name for names in UNKNOWABLE.values() for name in names]
    return lie.name.startswith((*names, *IGNORED_FIELDS)) or lie.kind in names
