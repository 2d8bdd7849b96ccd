"""A host that leaves out a message or changes a field is named, unless nobody can know it.

Recorded conversations between a host and a guest are played again with a lie of the host in them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
import pytest

from game.core.actions import Play
from game.core.cards import FRENCH_PACK, HIDDEN_CARD, JOKERS, Card
from game.match.house_rules import RuleSet
from game.match.record import decode_record, encode_record
from game.network.messages import RecordPart, Welcome
from game.rules import GAMES
from game.session.encoding import MessageDecoder, to_plain
from game.session.messages import (
    Command,
    FirstMessage,
    HintMessage,
    HostMessage,
    TakeAction,
    TransitionMessage,
)
from tests.network.checked_match import CheckedMatch, Entry
from tests.network.host import Host
from tests.network.programs import GuestProgram
from tests.rows import check_rows
from tests.source import ROOT

CARD_NAMES: Final = frozenset(card.name for card in (*FRENCH_PACK, *JOKERS, HIDDEN_CARD))
Place: TypeAlias = tuple[int | str, ...]
Occurrence: TypeAlias = Literal["first", "middle", "last"]


class QuietClient(GuestProgram):
    """A client that is told what a host says, and whose messages go nowhere."""

    def __init__(self, host: Host) -> None:
        super().__init__(host, "Bob")
        self.guest = None


def get_kind(message: HostMessage) -> str:
    """Return the kind of a message of the host."""
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
    is_cut = False
    for entry in entries:
        is_cut = entry is None or (is_cut and isinstance(entry, Welcome))  # the last answer can be lost with it
        is_end = entry is None or isinstance(entry, Welcome)
        if is_end and client.due is not None and not (is_cut and client.due == ("answer", last_number)):
            return f"no {client.due[0]}"
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
    if client.host_fault is not None:
        return str(client.host_fault.values["fault"].code)
    return "" if client.due is None else f"no {client.due[0]}"


# -- lies


def list_places(plain: Any, place: Place = (), name: str = "") -> Iterator[tuple[Place, str]]:
    """Yield the place of each value in a plain message, and the name of its field."""
    if isinstance(plain, dict):
        kind = plain.get("type", "") if place else ""
        for key, value in plain.items():
            yield from list_places(value, (*place, key), ".".join(filter(None, (name, kind, key))))
    elif isinstance(plain, list) and plain:
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
        case str() if value.startswith("{"):
            return change_file(value)
        case "d" | "h" | "s" | "c":
            return "d" if value != "d" else "h"
        case str() if len(value) in (32, 64):
            return ("0" if value[0] != "0" else "1") + value[1:]
        case str() if value.split(" ")[-1] in CARD_NAMES:  # a card, or an action with one
            *words, card = value.split(" ")
            return " ".join([*words, "Ad" if card != "Ad" else "Kd"])
        case str():
            return value + "x" if value else "x"
        case list():
            return value[1:]
    return value


def change_file(text: str) -> str:
    """Return a match file with two cards of its last pack exchanged."""
    record = decode_record(text.encode())
    *deals, deal = record.deals
    *pack, first, second = deal.pack
    deal = msgspec.structs.replace(deal, pack=(*pack, second, first))
    return encode_record(msgspec.structs.replace(record, deals=(*deals, deal))).decode()


def change_at(plain: Any, place: Place) -> Any:
    """Return a copy of a plain message with another value at ``place``."""
    if not place:
        return change_value(plain)
    key, *rest = place
    copy: Any = dict(plain) if isinstance(plain, dict) else list(plain)
    copy[key] = change_at(plain[key], tuple(rest))
    return copy


def list_lies(conversation: Conversation, occurrence: Occurrence) -> Iterator[tuple[str, int, HostMessage]]:
    """Yield each field of each kind of message: its name, the place of an entry, and the message with a lie in it.

    ``occurrence``: which of the messages with the field is changed.
    """
    places, decoder = dict[str, list[tuple[int, Any, Place]]](), MessageDecoder(GAMES[conversation.rules.game])
    for number, entry in enumerate(conversation.entries):
        if entry is None or isinstance(entry, Command):
            continue
        plain = to_plain(entry)
        for place, name in list_places(plain):
            if name != "type":
                places.setdefault(f"{get_kind(entry)} {name}", []).append((number, plain, place))
    for name, occurrences in places.items():
        index = {"first": 0, "middle": len(occurrences) // 2, "last": -1}[occurrence]
        is_lobby = name.startswith("lobby")  # the last one counts
        number, plain, place = occurrences[-1 if is_lobby else index]
        try:
            lie = decoder.decode(msgspec.json.encode(change_at(plain, place)), HostMessage)
        except ValueError:
            continue  # a message that no host can send: the guest's program reports it as nonsense
        if lie != conversation.entries[number]:
            yield name, number, lie


# -- what nobody can know

UNKNOWABLE: Final[dict[str, tuple[str, ...]]] = {
    "invent, change or leave out chat lines, the names in the list of people who wait, or who is away or ready": (
        "first chat_messages", "chat_line", "waiting", "presence", "lobby seats.is_ready", "lobby seats.is_away",
    ),
    "leave out your word and say that your connection was bad": (),
    "say that the owner let the computer play for you while you were away, at a table without turn timer, or for the "
    "action that was under way when you came back": (),
    "say that your time was up, or refuse a move as too late or because it was saving": (
        "deadline", "status error",
    ),
    "say how the table is called, which version its program has, who its owner is, what portraits people have, and "
    "whether it waits for \"ready\"": (
        "welcome", "lobby seats.is_owner", "lobby seats.color", "lobby seats.avatar_number",
        "status is_between_deals",
    ),
    "start the match without having shown the lobby, or not show the draw for the first dealer": (
        "lobby", "step views.events[]", "step views.events.DealerDrawn.type", "first views.events.DealerDrawn.type",
    ),
    "give you a key with which you cannot come back, or refuse you": ("seat_key key", "refused"),
    "change, after a restart of your program, what it showed since your last move": (),
}  # fmt: skip
"""The kinds of messages and the fields that belong to a row, by its first cell; a field begins with its kind."""
IGNORED_FIELDS: Final = ("first notes",)
"""The fields of which a guest's program makes no use."""
UNKNOWABLE_NAMES: Final = tuple(name for names in UNKNOWABLE.values() for name in names)
CHANGEABLE_FIELDS: Final = (*[name for name in UNKNOWABLE_NAMES if name != "lobby"], *IGNORED_FIELDS)
"""The fields with which a host can lie; what the lobby shows of rules and players is compared with the match."""


# -- the tests

OCCURRENCES: Final[tuple[Occurrence, ...]] = ("first", "middle", "last")
SAMPLE_SIZE = 40
ALL_LIES = "TAVOLOVERDE_ALL_LIES"
"""The environment variable with which every field is changed, not a sample: ``1``."""


def find_unnamed(home: Path, conversation: Conversation, lies: list[tuple[str, int, HostMessage]]) -> list[str]:
    """Return the names of the lies that the program of the guest does not notice."""
    entries = conversation.entries
    return [
        name
        for name, place, lie in lies
        if not find_fault(home, conversation, [*entries[:place], lie, *entries[place + 1 :]])
    ]


def list_knowable_lies(conversation: Conversation, occurrence: Occurrence) -> list[tuple[str, int, HostMessage]]:
    """Return the lies about what can be known. Before the draw, another dealer can be the one who is drawn."""
    lies = list_lies(conversation, occurrence)
    knowable_lies = [lie for lie in lies if not lie[0].startswith(CHANGEABLE_FIELDS)]
    if occurrence == "first":
        return [lie for lie in knowable_lies if not lie[0].endswith("observation.dealer")]
    return knowable_lies


@pytest.mark.slow
@pytest.mark.parametrize("game", SEATS)
def test_message_that_is_left_out_is_named(tmp_path: Path, game: str) -> None:
    conversation = record_conversation(game)
    kinds = [None if entry is None or isinstance(entry, Command) else get_kind(entry) for entry in conversation.entries]
    assert find_fault(tmp_path, conversation, conversation.entries) == ""
    for left_out in sorted({kind for kind in kinds if kind} - {*UNKNOWABLE_NAMES}):
        kept = [entry for entry, kind in zip(conversation.entries, kinds, strict=True) if kind != left_out]
        assert find_fault(tmp_path, conversation, kept), left_out


@pytest.mark.slow
@pytest.mark.parametrize("game", SEATS)
def test_changed_field_is_named(tmp_path: Path, game: str) -> None:
    conversation = record_conversation(game)
    lies = [lie for occurrence in OCCURRENCES for lie in list_knowable_lies(conversation, occurrence)]
    assert len(lies) > 500
    if os.environ.get(ALL_LIES) != "1":
        lies = Random(55).sample(lies, SAMPLE_SIZE)
    assert find_unnamed(tmp_path, conversation, lies) == []


def test_changed_move_of_the_guest_is_named_when_it_happens(tmp_path: Path) -> None:
    conversation = record_conversation("briscola")
    entries = conversation.entries
    place, sent = next((place, entry) for place, entry in enumerate(entries) if isinstance(entry, Command))
    ace, king = (TakeAction(Play(1, Card(name))) for name in ("Ad", "Kd"))
    other = msgspec.structs.replace(sent, request=ace if sent.request != ace else king)
    step = next(
        number for number, entry in enumerate(entries) if number > place and isinstance(entry, TransitionMessage)
    )
    told = [*entries[:place], other, *entries[place + 1 : step + 1]]
    assert find_fault(tmp_path, conversation, told) == "host_acted_for_you"


def test_second_first_message_in_a_connection_is_named(tmp_path: Path) -> None:
    firsts = list[HostMessage]()

    def lie(message: HostMessage) -> tuple[HostMessage, ...]:
        if isinstance(message, FirstMessage):
            firsts.append(message)
        return (*firsts, message) if isinstance(message, TransitionMessage) and message.revision == 6 else (message,)

    assert CheckedMatch(tmp_path, lie=lie).play_out() != ""


def test_message_that_is_none_of_a_table_is_named(tmp_path: Path) -> None:
    hint = HintMessage(is_pending=False, estimates=None)

    def lie(message: HostMessage) -> tuple[HostMessage, ...]:
        return (message, hint) if isinstance(message, TransitionMessage) and message.revision == 6 else (message,)

    assert CheckedMatch(tmp_path, lie=lie).play_out() == "host_nonsense"


@pytest.mark.parametrize("way", ["rematch", "end"])
def test_record_that_never_came_is_named_when_the_host_goes_on(tmp_path: Path, way: str) -> None:
    table = CheckedMatch(tmp_path, lie=lambda message: () if isinstance(message, RecordPart) else (message,))
    assert table.play_out() == "no record"
    if way == "rematch":
        table.begin_another_match()
    else:
        table.end()
    assert table.fault == "host_no_record"


# -- the table of what cannot be known


def read_rows(path: Path) -> list[str]:
    """Return the first cells of the table of what cannot be known in a document."""
    text = path.read_text(encoding="utf-8")
    table = text.partition("<!-- unknowable -->")[2].partition("<!-- /unknowable -->")[0]
    _blank, _head, _line, *rows = [line.split("|")[1].strip() for line in ["|", *table.strip().splitlines()]]
    return rows


def test_document_has_the_table_of_what_cannot_be_known() -> None:
    assert read_rows(ROOT / "docs" / "fairness.md") == list(UNKNOWABLE)


@check_rows("language", ["en", "it", "fr"])
def test_help_has_a_line_for_each_row_that_concerns_the_player(language: str) -> None:
    text = (ROOT / "assets" / "help" / f"fairness.{language}.md").read_text(encoding="utf-8")
    *_sections, section = text.split("\n## ")
    lines = [line for line in section.splitlines() if line.startswith("- ")]
    assert len(lines) == len(UNKNOWABLE)
