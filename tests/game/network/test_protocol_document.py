"""docs/protocol.md says what the code does: its tables, its examples, and a client that was written from it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

from game.network.messages import decode_guest_message, decode_hello
from game.network.refusals import REFUSAL_MESSAGES
from tests.game.network import small_client
from tests.game.network.protocol_tables import DOCUMENT, build_document
from tests.game.network.test_bad_lines import ONE_DEAL
from tests.network_people import PeopleArguments
from tests.network_tables import HostProcess, PeopleProcess, read_record

TEXT = DOCUMENT.read_text("utf-8")


def test_tables_of_values_are_those_of_the_code() -> None:
    assert build_document(TEXT) == TEXT, "run python -m tests.game.network.protocol_tables"


def test_examples_are_messages() -> None:
    examples = [
        json.loads(line.replace("…", ""))
        for block in re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)
        for line in block.splitlines()
    ]
    assert len(examples) >= 4
    for example in examples:
        decode = decode_hello if example["type"] == "hello" else decode_guest_message
        decode(msgspec.msgpack.encode(example))


def test_every_code_of_a_refusal_is_explained() -> None:
    own_codes = {"wrong_host", "bad_host"}
    assert set(REFUSAL_MESSAGES) - own_codes <= set(re.findall(r"`([a-z_]+)`", TEXT))


@pytest.mark.slow
def test_client_written_from_the_document_plays_a_match(tmp_path: Path) -> None:
    host = HostProcess(tmp_path / "host", ONE_DEAL, 2)
    people = PeopleProcess(tmp_path, PeopleArguments(host.invitation, host.owner_key, ["Ann"], 2))
    try:
        assert small_client.play(host.invitation, "Zoe") == 20
        people.wait()
        assert set(read_record(people.read_log()).names) == {"Ann", "Zoe"}
    finally:
        people.kill()
        host.stop()
