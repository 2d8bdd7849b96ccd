"""``tavoloverde verify`` and the program of a guest say the same about a false match file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.core.actions import Play, Timeout
from game.match.record import DealRecord, Record, decode_record, encode_record
from game.network.messages import FinishedDeal, HostNetworkMessage, RecordPart
from game.text.errors import describe_problem
from main import main
from tests.network.checked_match import CheckedMatch
from tests.network.host import CLOCKED

replace = msgspec.structs.replace
Change = Callable[[Record], Record]


def change_fairness(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Change:
    """Return what changes the proof of the first deal."""

    def change_record(record: Record) -> Record:
        deal, *deals = record.deals
        deal = replace(deal, extra={"fairness": change(dict(deal.extra["fairness"]))})
        return replace(record, deals=(deal, *deals))

    return change_record


def change_word(fairness: dict[str, Any]) -> dict[str, Any]:
    ((first, *words),) = fairness["rounds"]
    return {**fairness, "rounds": [[{**first, "word": "1" * 64}, *words]]}


def leave_out_word(fairness: dict[str, Any]) -> dict[str, Any]:
    ((_first, *words),) = fairness["rounds"]
    return {**fairness, "rounds": [words]}


def change_deal(change: Callable[[DealRecord], DealRecord]) -> Change:
    return lambda record: replace(record, deals=(change(record.deals[0]), *record.deals[1:]))


def play_another_random_card(deal: DealRecord) -> DealRecord:
    """Return the deal with another card after the first timeout, the seat's next one."""
    place = next(place for place, action in enumerate(deal.actions) if isinstance(action, Timeout)) + 1
    other = next(
        number for number, action in enumerate(deal.actions)
        if number > place and isinstance(action, Play) and action.seat == deal.actions[place].seat
    )  # fmt: skip
    actions = list(deal.actions)
    actions[place], actions[other] = actions[other], actions[place]
    return replace(deal, actions=tuple(actions))


def change_dealer(record: Record) -> Record:
    """Return the record with another first dealer, whose deal was broken off before the first card."""
    dealer, deal = 1 - record.first_dealer, record.deals[0]
    return replace(record, first_dealer=dealer, deals=(replace(deal, dealer=dealer, actions=()), *record.deals[1:]))


FAULTS: dict[str, Change] = {
    "another word": change_fairness(change_word),
    "a word left out": change_fairness(leave_out_word),
    "no rounds": change_fairness(lambda fairness: {key: fairness[key] for key in ("seal", "seed", "salt")}),
    "another seal": change_fairness(lambda fairness: {**fairness, "seal": "0" * 64}),
    "no seed": change_fairness(lambda fairness: {key: fairness[key] for key in ("seal", "salt", "rounds")}),
    "another pack": change_deal(lambda deal: replace(deal, pack=(*deal.pack[:-2], deal.pack[-1], deal.pack[-2]))),
    "another dealer": change_dealer,
    "another random card": change_deal(play_another_random_card),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_verify_and_guest_say_the_same_about_a_false_file(
    tmp_path: Path, fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    files = list[bytes]()

    def lie(message: HostNetworkMessage) -> tuple[HostNetworkMessage, ...]:
        if isinstance(message, (FinishedDeal, RecordPart)):
            files.append(encode_record(FAULTS[fault](decode_record(message.data))))
            return (replace(message, data=files[-1]),)
        return (message,)

    table = CheckedMatch(tmp_path, CLOCKED, lie=lie)
    table.play_until(lambda: table.has_seen_actions(3))
    for _round in range(20 if fault == "another random card" else 0):
        table.advance(4.0)
    assert table.play_out() != ""
    assert table.bob.host_fault is not None
    file = tmp_path / "match.tvr"
    file.write_bytes(files[-1])
    assert main(["verify", str(file)]) != 0
    captured = capsys.readouterr()
    assert describe_problem(table.bob.host_fault) in captured.out + captured.err
