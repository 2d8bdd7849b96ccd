"""A false host deceives a guest whose program checks it: the program names what the host has done, as `verify` does.

An honest host is not named, whatever gets lost or happens between two deals; one that keeps something back is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from game.core.actions import Action, LeaveMatch, VoteToEnd
from game.match.record import DealRecord, Record, decode_record, encode_record
from game.network import guest_client
from game.network.guest_client import MAX_DUE_S, WATCH_INTERVAL_S
from game.network.messages import FinishedDeal, RecordPart, Shuffle
from game.session import dealing
from game.session.messages import Answer, FirstMessage, HostMessage, TransitionMessage
from game.shuffling.commitments import create_next_deal
from game.shuffling.shuffle import SeatWord
from game.text.errors import describe_problem
from main import main
from tests.lanes import choose_sample
from tests.network.checked_match import CheckedMatch, Lie, tell_truth
from tests.network.host import CLOCKED, ONE_DEAL, TWO_DEALS
from tests.network.programs import GuestProgram

replace = msgspec.structs.replace


def change(kind: Any, make_other: Callable[[Any], Any]) -> Lie:
    """Return the lie of a host that changes its messages of this class."""

    def lie(message: HostMessage) -> tuple[HostMessage, ...]:
        return (make_other(message),) if isinstance(message, kind) else (message,)

    return lie


def change_list(**values: Any) -> Lie:
    """Return the lie of a host that changes the words once all have committed to them."""
    return change(Shuffle, lambda shuffle: replace(shuffle, **values) if is_list(shuffle) else shuffle)


def is_list(shuffle: Shuffle) -> bool:
    return all(word.commitment for word in shuffle.rounds[-1])


def change_commitment(shuffle: Shuffle, seat: int) -> Shuffle:
    words = [replace(word, commitment="0" * 64) if word.seat == seat else word for word in shuffle.rounds[-1]]
    return replace(shuffle, rounds=(*shuffle.rounds[:-1], tuple(words))) if is_list(shuffle) else shuffle


def change_first_word(shuffle: Shuffle) -> Shuffle:
    """Replace the word of the other guest once the host knows Bob's."""
    first, *others = shuffle.rounds[-1]
    is_open = all(word.word for word in shuffle.rounds[-1])
    return replace(shuffle, rounds=((SeatWord(first.seat, "0" * 64, "1" * 64), *others),)) if is_open else shuffle


def show_two_lists(message: HostMessage) -> tuple[HostMessage, ...]:
    if isinstance(message, Shuffle) and is_list(message):
        return message, change_commitment(message, 0)
    return (message,)


def change_file(kind: Any, make_other: Callable[[Record], Record]) -> Lie:
    """Return the lie of a host that changes a deal or the match file."""
    return change(
        kind,
        lambda message: replace(message, data=encode_record(make_other(decode_record(message.data.encode()))).decode()),
    )


def change_last_deal(make_other: Callable[[DealRecord], DealRecord]) -> Callable[[Record], Record]:
    return lambda record: replace(record, deals=(*record.deals[:-1], make_other(record.deals[-1])))


def turn_pack(deal: DealRecord) -> DealRecord:
    return replace(deal, pack=deal.pack[::-1])  # so that nobody held the cards that they played


def swap_cards(deal: DealRecord) -> DealRecord:
    return replace(deal, pack=(*deal.pack[:-2], deal.pack[-1], deal.pack[-2]))


def remove_seed(deal: DealRecord) -> DealRecord:
    return replace(deal, extra={"fairness": {**deal.extra["fairness"], "seed": ""}})


OTHER_WORDS: Final = "deal 1: the host changed the players' words"
OTHER_CARDS: Final = "deal 1: the cards aren't the ones you saw"
OTHER_FILE: Final = "deal 1: the match file isn't from the match you saw"
LIES: Final[dict[str, tuple[Lie, str]]] = {
    "second seal": (change_list(seal="0" * 64), "deal 1: the host showed a second seal"),
    "other commitment": (change(Shuffle, lambda shuffle: change_commitment(shuffle, 1)), OTHER_WORDS),
    "two lists": (show_two_lists, OTHER_WORDS),
    "other word": (change(Shuffle, change_first_word), OTHER_WORDS),
    "other pack": (change_file(FinishedDeal, change_last_deal(turn_pack)), OTHER_CARDS),
    "other deal": (change_file(RecordPart, change_last_deal(swap_cards)), OTHER_FILE),
}  # fmt: skip
"""Acts of a host that lies, with the line by which the program names each; the generator of lies tells the others."""
LIES_ABOUT_OPEN_DEAL: Final[dict[str, tuple[Lie, str]]] = {
    "removed deal": (change_file(RecordPart, lambda record: replace(record, deals=())), OTHER_FILE),
    "secret deal": (
        change_file(RecordPart, change_last_deal(remove_seed)), "deal 1: the seed and salt haven't been revealed"
    ),
    "other deal": (
        change_file((FinishedDeal, RecordPart), change_last_deal(swap_cards)),
        "deal 1: the pack doesn't match its seed",
    ),
}  # fmt: skip


def describe_fault(match: CheckedMatch) -> str:
    fault = match.bob.check.fault
    return "" if fault is None else describe_problem(fault)


@pytest.mark.parametrize("name", LIES)
def test_false_host_is_named_and_a_word_is_opened_to_one_list_that_nobody_changed(tmp_path: Path, name: str) -> None:
    lie, line = LIES[name]
    match = CheckedMatch(tmp_path, lie=lie)
    match.play_out()
    assert describe_fault(match) == line
    is_opened = name not in ("second seal", "other commitment")
    assert [type(word).__name__ for word in match.bob.contributions] == ["CommitWord"] + ["OpenWord"] * is_opened


def test_host_that_deals_another_pack_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dealing, "create_next_deal", lambda *arguments: turn_pack(create_next_deal(*arguments)))
    with pytest.raises(AssertionError, match="pack"):  # Ann's program names it too
        CheckedMatch(tmp_path).play_out()


def test_host_that_goes_back_after_a_lost_connection_is_named(tmp_path: Path) -> None:
    match = CheckedMatch(tmp_path)
    match.play_until(lambda: match.has_seen_actions(2))
    first = next(entry for entry in match.heard if isinstance(entry, FirstMessage))
    match.lose_connection()
    match.lie = change(FirstMessage, lambda _other: first)
    match.connect_again()
    match.advance()
    assert describe_fault(match) == "deal 1: the host withdrew something it had shown"


# -- the program of the guest is started again


@pytest.mark.parametrize("is_host_honest", [True, False])
def test_program_that_was_started_again_keeps_its_word_and_the_seal(tmp_path: Path, *, is_host_honest: bool) -> None:
    """Start Bob's program again after it has committed to its word, and before it knows that of the other."""
    match = CheckedMatch(tmp_path, lie=lambda told: () if isinstance(told, Shuffle) and is_list(told) else (told,))
    match.play_until(lambda: bool(match.bob.contributions))
    match.lie = tell_truth if is_host_honest else LIES["second seal"][0]
    match.start_again()
    match.play_until(lambda: match.bob.check.fault is not None or match.host.deal_count == 1)
    assert [type(word).__name__ for word in match.bob.contributions] == ["OpenWord"] * is_host_honest
    assert describe_fault(match) == ("" if is_host_honest else "deal 1: the host showed a second seal")


# -- a deal that was broken off


def break_off(home: Path, lie: Lie, *actions: Action) -> CheckedMatch:
    """Return a match in whose first deal the people have ended it by ``actions``; without any the owner ends it."""
    match = CheckedMatch(home, ONE_DEAL, lie=lie)
    match.play_until(lambda: match.has_seen_actions(2))
    match.advance()
    match.take(*actions)
    if not actions:
        match.end()
    for _round in range(8):
        match.play_on()
    return match


@pytest.mark.parametrize("actions", [(), (VoteToEnd(0), VoteToEnd(1)), (LeaveMatch(0), LeaveMatch(1))])
def test_deal_that_was_broken_off_is_verified(tmp_path: Path, actions: tuple[Action, ...]) -> None:
    match = break_off(tmp_path / "honest", tell_truth, *actions)
    assert match.fault == "" and match.bob.record == match.ann.record is not None
    lie, line = LIES_ABOUT_OPEN_DEAL["other deal"]
    assert describe_fault(break_off(tmp_path / "false", lie, *actions)) == line


@pytest.mark.parametrize("name", ["removed deal", "secret deal"])
def test_host_that_hides_a_deal_that_was_broken_off_is_named(tmp_path: Path, name: str) -> None:
    lie, line = LIES_ABOUT_OPEN_DEAL[name]
    assert describe_fault(break_off(tmp_path, lie)) == line


def test_guest_knows_that_a_host_ended_the_table_without_opening_the_deal(tmp_path: Path) -> None:
    match = break_off(tmp_path, lambda told: () if isinstance(told, RecordPart) else (told,))
    assert match.bob.refusal == "ended" and match.bob.is_deal_unopened and not match.ann.is_deal_unopened


def test_host_that_plays_on_after_it_opened_the_deal_is_named(tmp_path: Path) -> None:
    steps_before = list[TransitionMessage]()

    def lie(message: HostMessage) -> tuple[HostMessage, ...]:
        if isinstance(message, TransitionMessage):
            steps_before.append(message)
        if isinstance(message, RecordPart):
            return message, replace(steps_before[-1], revision=steps_before[-1].revision + 1)
        return (message,)

    assert describe_fault(break_off(tmp_path, lie)) == "deal 1: the host withdrew something it had shown"


# -- false files


def change_fairness(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Callable[[Record], Record]:
    """Return what changes the proof of the last deal."""
    return change_last_deal(lambda deal: replace(deal, extra={"fairness": change(dict(deal.extra["fairness"]))}))


def change_word(fairness: dict[str, Any]) -> dict[str, Any]:
    ((first, *words),) = fairness["rounds"]
    return {**fairness, "rounds": [[{**first, "word": "1" * 64}, *words]]}


FILE_FAULTS: Final[dict[str, Callable[[Record], Record]]] = {
    "another word": change_fairness(change_word),
    "no rounds": change_fairness(lambda fairness: {key: fairness[key] for key in ("seal", "seed", "salt")}),
    "another pack": change_last_deal(swap_cards),
}  # fmt: skip


@pytest.mark.parametrize("fault", FILE_FAULTS)
def test_verify_and_guest_say_the_same_about_a_false_file(
    tmp_path: Path, fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    files, change_it = list[str](), change_file((FinishedDeal, RecordPart), FILE_FAULTS[fault])

    def lie(message: HostMessage) -> Sequence[HostMessage]:
        told = change_it(message)
        files.extend(part.data for part in told if isinstance(part, (FinishedDeal, RecordPart)))
        return told

    match = CheckedMatch(tmp_path, CLOCKED, lie=lie)
    match.play_until(lambda: match.has_seen_actions(3))
    assert match.play_out() != ""
    file = tmp_path / "match.tvr"
    file.write_text(files[-1], "utf-8")
    assert main(["verify", str(file)]) != 0
    captured = capsys.readouterr()
    assert describe_fault(match) in captured.out + captured.err


# -- an honest host, which is not named whatever gets lost or happens between two deals


def test_deal_that_got_lost_with_the_connection_is_not_missed_in_the_next_one(tmp_path: Path) -> None:
    table = CheckedMatch(
        tmp_path, TWO_DEALS, lie=lambda message: () if isinstance(message, FinishedDeal) else (message,)
    )  # fmt: skip
    table.play_until(lambda: table.bob.check.due == ("deal", 1))
    table.lose_connection()
    table.lie = tell_truth
    table.play_until(lambda: table.host.deal_count == 2)
    table.connect_again()
    table.advance()
    assert table.fault == ""
    assert table.play_out() == "" and table.bob.record is not None


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("actions", "is_restarted"),
    choose_sample([
        ((VoteToEnd(0), VoteToEnd(1)), False), ((VoteToEnd(1),), True), ((LeaveMatch(0),), True),
        ((LeaveMatch(1),), False), ((LeaveMatch(1),), True),
    ], 2),
)  # fmt: skip
def test_departure_or_vote_between_deals_names_nobody(
    tmp_path: Path, actions: tuple[Action, ...], is_restarted: bool
) -> None:
    table = CheckedMatch(tmp_path, TWO_DEALS)
    table.are_ready = False
    table.play_until(lambda: table.is_between_deals)
    table.take(*actions)
    if is_restarted:
        table.start_again()
    table.are_ready = True
    table.play_until(lambda: table.is_over or table.has_reached(2))
    if not table.is_over:
        table.end()
    table.advance(count=8)
    assert table.fault == "" and table.bob.record is not None


# -- a host that is there but keeps back what is due

KEPT_BACK: dict[str, Callable[[HostMessage], bool]] = {
    "deal": lambda message: isinstance(message, (FinishedDeal, RecordPart)),
    "record": lambda message: isinstance(message, RecordPart),
    "answer": lambda message: isinstance(message, Answer),
}


class FakeConnection:
    """A connection whose host answers to a ping; ``on_ping``: what it sends first."""

    def __init__(self, on_ping: Callable[[], None]) -> None:
        self._on_ping = on_ping

    async def ping(self) -> None:
        self._on_ping()


def play_until_due(home: Path, kind: str) -> tuple[CheckedMatch, list[HostMessage]]:
    """Return a match whose host keeps something back from Bob, and what that is."""
    kept = list[HostMessage]()

    def lie(message: HostMessage) -> tuple[HostMessage, ...]:
        if KEPT_BACK[kind](message):
            kept.append(message)
            return ()
        return (message,)

    table = CheckedMatch(home, lie=lie)
    table.play_until(lambda: bool(kept))
    table.advance(count=5)
    assert table.fault == f"no {kind}"
    return table, kept


def watch(table: CheckedMatch, seconds: float, on_ping: Callable[[], None] = lambda: None) -> GuestProgram:
    """Let Bob's program watch a host that sends nothing for some time."""

    async def pass_time() -> None:
        watching = asyncio.create_task(table.bob.watch(FakeConnection(on_ping)))
        for _interval in range(round(seconds / WATCH_INTERVAL_S)):
            for _turn in range(3):
                await asyncio.sleep(0)
            table.host.clock.advance(WATCH_INTERVAL_S)
        for _turn in range(10):
            await asyncio.sleep(0)
        watching.cancel()

    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(guest_client, "WATCH_INTERVAL_S", 0)
        monkeypatch.setattr(guest_client, "WAKING_S", 0)
        asyncio.run(pass_time())
    return table.bob


@pytest.mark.parametrize("kind", KEPT_BACK)
def test_host_that_keeps_back_what_is_due_is_named_after_some_time(tmp_path: Path, kind: str) -> None:
    table, _kept = play_until_due(tmp_path, kind)
    assert watch(table, MAX_DUE_S - 1).check.fault is None
    assert watch(table, MAX_DUE_S + 1).check.fault is not None
    assert table.fault == f"host_no_{kind}"


@pytest.mark.parametrize("kind", ["record", "answer"])
def test_host_that_was_asleep_and_then_sends_what_is_due_is_not_named(tmp_path: Path, kind: str) -> None:
    table, kept = play_until_due(tmp_path, kind)

    def wake() -> None:
        for message in kept:
            table.bob.receive_message(message)
        kept.clear()

    assert watch(table, MAX_DUE_S + 2, wake).check.fault is None
    assert table.fault == ""
