"""docs/protocol.md says what the code does: its tables, its examples, and a client that was written from it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from game.ai.levels import list_levels
from game.network.described import Described, DescribedResult
from game.network.refusals import REFUSAL_MESSAGES
from game.rules import GAMES
from game.session.encoding import MessageDecoder, get_tag
from game.session.messages import HostMessage, SessionMessage
from game.text.messages import COMMON_MESSAGES
from tests.game.network.protocol_tables import DOCUMENT, build_document, iter_structs
from tests.rows import check_rows
from tests.source import ROOT

TEXT = DOCUMENT.read_text("utf-8")
DESCRIBED_TEXT = (ROOT / "docs" / "described.md").read_text("utf-8")


def test_tables_of_values_are_those_of_the_code() -> None:
    assert build_document(TEXT) == TEXT, "run python -m tests.game.network.protocol_tables"


def list_described_parts() -> list[type[msgspec.Struct]]:
    """Return the classes of the parts of `Described`."""
    parts = {
        part
        for kind in (Described, DescribedResult)
        for field in msgspec.structs.fields(kind)
        for part in iter_structs(field.type)
    }
    return [part for part in parts if part.__module__ == Described.__module__]


def iter_examples() -> Iterator[dict[str, Any]]:
    for block in re.findall(r"```json\n(.*?)```", TEXT + DESCRIBED_TEXT, re.DOTALL):
        text, end = block.replace("…", ""), 0
        while text[end:].strip():
            end += len(text[end:]) - len(text[end:].lstrip())
            example, end = json.JSONDecoder().raw_decode(text, end)
            yield example


def test_examples_are_messages() -> None:
    host_decoder, decoder = MessageDecoder(GAMES["briscola"]), MessageDecoder(GAMES["briscola"], refuses_unknown=True)
    seen_types = set[str]()
    for example in iter_examples():
        seen_types.add(example["type"])
        text = json.dumps(example)
        if example["type"] in ("step", "shuffle", "described"):
            host_decoder.decode(text, HostMessage)
        else:
            decoder.decode(text, SessionMessage)
    assert seen_types >= {"command", "step", "shuffle", "commit", "open", "described"}


def test_every_message_of_the_program_is_in_the_document() -> None:
    kinds = [*HostMessage.__subclasses__(), *SessionMessage.__subclasses__()]
    tags = {get_tag(kind) for kind in kinds if kind.__module__.startswith("game.")}
    assert tags - {"hint", "play_check"} <= set(re.findall(r"`([a-z_]+)`", TEXT))


@check_rows("part", [Described, *list_described_parts()])
def test_every_key_of_the_table_in_words_is_explained(part: type[msgspec.Struct]) -> None:
    assert {*part.__struct_fields__} <= set(re.findall(r"`([a-z_]+)`", DESCRIBED_TEXT))


def test_every_code_of_a_refusal_is_explained() -> None:
    own_codes = {"wrong_host", "bad_host", "connection_failed"}
    assert set(REFUSAL_MESSAGES) - own_codes <= set(re.findall(r"`([a-z_]+)`", TEXT))


def test_codes_of_answers_are_those_of_the_program() -> None:
    section = TEXT.partition("## Codes of `answer`")[2].partition("\n## ")[0]
    cells = re.findall(r"((?:`[a-z_]+`(?:, )?)+): ", section)
    codes = {code for cell in cells for code in re.findall(r"`(.*?)`", cell)}
    assert "out_of_date" in codes
    assert codes <= set(COMMON_MESSAGES) | set(GAMES["briscola"].messages)


@check_rows("game", GAMES)
def test_levels_of_computer_players_are_those_of_the_program(game: str) -> None:
    row = next(line for line in TEXT.splitlines() if line.startswith("| `fill` |"))
    assert set(list_levels(game)) == set(re.findall(r"`(\w+)`", row)) - {"fill", "seat", "level"}
