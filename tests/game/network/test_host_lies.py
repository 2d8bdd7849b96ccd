"""A host that leaves out a message or changes a field is named, unless nobody can know it."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Final

import msgspec
import pytest

from game.network.messages import HostNetworkMessage, MatchNews, RecordPart, Step, TakeTurn
from game.session.messages import FirstMessage, HintMessage
from game.session.wire import to_plain
from tests.game.network.conversations import (
    SEATS,
    Conversation,
    Occurrence,
    find_fault,
    get_kind,
    list_lies,
    record_conversation,
)
from tests.game.network.unknowable import CHANGEABLE_FIELDS, UNKNOWABLE, UNKNOWABLE_NAMES
from tests.network.checked_match import CheckedMatch
from tests.rows import check_rows
from tests.source import ROOT

OCCURRENCES: Final[tuple[Occurrence, ...]] = ("first", "middle", "last")
SAMPLE_SIZE = 40
ALL_LIES = "TAVOLOVERDE_ALL_LIES"
"""The environment variable with which every field is changed, not a sample: ``1``."""


def find_unnamed(home: Path, conversation: Conversation, lies: list[tuple[str, int, HostNetworkMessage]]) -> list[str]:
    """Return the names of the lies that the program of the guest does not notice."""
    entries = conversation.entries
    return [
        name
        for name, place, lie in lies
        if not find_fault(home, conversation, [*entries[:place], lie, *entries[place + 1 :]])
    ]


def list_knowable_lies(conversation: Conversation, occurrence: Occurrence) -> list[tuple[str, int, HostNetworkMessage]]:
    """Return the lies about what can be known. Before the draw, another dealer can be the one who is drawn."""
    lies = list_lies(conversation.entries, occurrence)
    knowable_lies = [lie for lie in lies if not lie[0].startswith(CHANGEABLE_FIELDS)]
    if occurrence == "first":
        return [lie for lie in knowable_lies if not lie[0].endswith("Observation.dealer")]
    return knowable_lies


@pytest.mark.slow
@pytest.mark.parametrize("game", SEATS)
def test_message_that_is_left_out_is_named(tmp_path: Path, game: str) -> None:
    conversation = record_conversation(game)
    kinds = [
        None if entry is None or isinstance(entry, TakeTurn) else get_kind(entry) for entry in conversation.entries
    ]
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
    place, sent = next((place, entry) for place, entry in enumerate(entries) if isinstance(entry, TakeTurn))
    other = msgspec.structs.replace(sent, action="1 play Ad" if not sent.action.endswith("Ad") else "1 play Kd")
    step = next(number for number, entry in enumerate(entries) if number > place and isinstance(entry, Step))
    told = [*entries[:place], other, *entries[place + 1 : step + 1]]
    assert find_fault(tmp_path, conversation, told) == "host_acted_for_you"


def test_second_first_message_in_a_connection_is_named(tmp_path: Path) -> None:
    firsts = list[HostNetworkMessage]()

    def lie(message: HostNetworkMessage) -> tuple[HostNetworkMessage, ...]:
        if isinstance(message, MatchNews) and message.message[0] == FirstMessage.__name__:
            firsts.append(message)
        return (*firsts, message) if isinstance(message, Step) and message.revision == 6 else (message,)

    assert CheckedMatch(tmp_path, lie=lie).play_out() != ""


def test_message_that_is_none_of_a_table_is_named(tmp_path: Path) -> None:
    hint = MatchNews(message=to_plain(HintMessage(is_pending=False, estimates=None)))

    def lie(message: HostNetworkMessage) -> tuple[HostNetworkMessage, ...]:
        return (message, hint) if isinstance(message, Step) and message.revision == 6 else (message,)

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


@check_rows("name", ["threat-model.md", "protocol.md"])
def test_other_documents_link_the_table(name: str) -> None:
    assert "(fairness.md#what-cannot-be-known)" in (ROOT / "docs" / name).read_text(encoding="utf-8")


@check_rows("language", ["en", "it", "fr"])
def test_help_has_a_line_for_each_row_that_concerns_the_player(language: str) -> None:
    text = (ROOT / "assets" / "help" / f"fairness.{language}.md").read_text(encoding="utf-8")
    *_sections, section = text.split("\n## ")
    lines = [line for line in section.splitlines() if line.startswith("- ")]
    assert len(lines) == len(UNKNOWABLE)
