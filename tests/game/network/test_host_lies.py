"""A host that leaves out, delays, repeats or changes something is named, unless nobody can know it.

`tests.network.lies` generates the lies.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Final

import msgspec
import pytest

from game.core.actions import Play
from game.core.cards import Card
from game.network.messages import RecordPart
from game.session.messages import Command, FirstMessage, HintMessage, HostMessage, TakeAction, TransitionMessage
from tests.lanes import choose_sample, long_test, needs_nightly_lane
from tests.network.checked_match import CheckedMatch
from tests.network.lies import (
    SEATS,
    UNKNOWABLE,
    Conversation,
    find_fault,
    is_unknowable,
    list_fields,
    list_lies,
    record_conversation,
)
from tests.source import ROOT

MIN_LIES: Final = 300
"""The lies that are told in each game by `tools.nightly`."""
SAMPLE_SIZE: Final = 8
"""The lies that are told for each change."""


def list_unnamed(home: Path, conversation: Conversation, count: int) -> list[str]:
    """Return the names of the lies, of a sample of ``count``, that the program of the guest does not notice."""
    lies = [lie for lie in list_lies(conversation) if not is_unknowable(lie)]
    assert len(lies) > MIN_LIES
    sample = Random(55).sample(lies, min(count, len(lies)))
    return [lie.name for lie in sample if not find_fault(home, conversation, lie.entries)]


@long_test
@pytest.mark.parametrize("is_watching", [False, True], ids=["player", "watcher"])
@pytest.mark.parametrize("game", choose_sample([*SEATS], 1))
def test_lie_of_a_host_is_named(tmp_path: Path, game: str, is_watching: bool) -> None:
    conversation = record_conversation(game, is_watching=is_watching)
    assert find_fault(tmp_path, conversation, conversation.entries) == ""
    assert list_unnamed(tmp_path, conversation, SAMPLE_SIZE) == []


@needs_nightly_lane
@long_test
def test_every_field_of_every_message_is_changed_in_some_match_or_cannot_be_known() -> None:
    names = [lie.name for game in SEATS for lie in list_lies(record_conversation(game))]
    unknowable = {name for names in UNKNOWABLE.values() for name in names}
    changed = {name.removeprefix("change ") for name in names if name.startswith("change ")}
    for field in list_fields():
        kind, _space, _name = field.partition(" ")
        assert kind in unknowable or any(name.startswith(field) for name in changed), field


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


def test_documents_have_the_table_of_what_cannot_be_known() -> None:
    for name in ("fairness.md", "threat-model.md"):
        assert read_rows(ROOT / "docs" / name) == list(UNKNOWABLE), name
