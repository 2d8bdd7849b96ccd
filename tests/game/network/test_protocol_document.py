"""docs/protocol.md says what the code does: its tables, its examples, and a client that was written from it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
from game.session.wire import from_plain

from game.ai.levels import list_levels
from game.core.events import Event
from game.match.observation import Observation
from game.network import messages
from game.network.refusals import REFUSAL_MESSAGES
from game.rules import GAMES
from game.session.messages import FirstMessage, HostMessage
from game.text.messages import COMMON_MESSAGES
from tests.game.network.protocol_tables import DOCUMENT, build_document
from tests.rows import check_rows

TEXT = DOCUMENT.read_text("utf-8")


def test_tables_of_values_are_those_of_the_code() -> None:
    assert build_document(TEXT) == TEXT, "run python -m tests.game.network.protocol_tables"


def iter_examples() -> Iterator[dict[str, Any]]:
    for block in re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL):
        text, end = block.replace("…", ""), 0
        while text[end:].strip():
            end += len(text[end:]) - len(text[end:].lstrip())
            example, end = json.JSONDecoder().raw_decode(text, end)
            yield example


def test_examples_are_messages() -> None:
    host_types = {kind.__struct_config__.tag for kind in get_args(messages.HostNetworkMessage)}
    seen_types = set[str]()
    for example in iter_examples():
        kind, data = example["type"], msgspec.msgpack.encode(example)
        seen_types.add(kind)
        if kind in host_types:
            decode_values(messages.decode_host_message(data))
        elif kind == "hello":
            messages.decode_hello(data)
        else:
            messages.decode_guest_message(data)
    assert seen_types >= {"hello", "enter", "act", "shown", "refused", "lobby", "seat_key", "match", "step"}
    assert seen_types >= {"shuffle", "commit", "open"}


def decode_values(message: messages.HostNetworkMessage) -> None:
    if isinstance(message, messages.MatchNews):
        assert isinstance(from_plain(message.message, HostMessage), FirstMessage)
    elif isinstance(message, messages.Step):
        assert from_plain(message.observation, Observation).legal_actions
        assert all(isinstance(event, Event) for event in from_plain(message.events, tuple))
        from_plain(message.dealt, tuple)


def test_every_code_of_a_refusal_is_explained() -> None:
    own_codes = {"wrong_host", "bad_host", "connection_failed"}
    assert set(REFUSAL_MESSAGES) - own_codes <= set(re.findall(r"`([a-z_]+)`", TEXT))


def test_codes_of_answers_are_those_of_the_program() -> None:
    section = TEXT.partition("## Codes of `Answer`")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    codes = {code for cell in cells for code in re.findall(r"`(.*?)`", cell)}
    assert "out_of_date" in codes
    assert codes <= set(COMMON_MESSAGES) | set(GAMES["briscola"].messages)


@check_rows("game", GAMES)
def test_levels_of_computer_players_are_those_of_the_program(game: str) -> None:
    row = next(line for line in TEXT.splitlines() if line.startswith("| `fill` |"))
    assert set(list_levels(game)) == set(re.findall(r"`(\w+)`", row)) - {"fill", "seat", "level"}
