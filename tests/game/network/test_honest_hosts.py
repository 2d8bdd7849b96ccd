"""An honest host is not named, whatever gets lost or happens between two deals; one that keeps something back is."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from game.core.actions import Action, LeaveMatch, VoteToEnd
from game.network import guest_client
from game.network.guest_client import MAX_DUE_S, WATCH_INTERVAL_S
from game.network.messages import FinishedDeal, HostNetworkMessage, MatchNews, RecordPart
from game.session.messages import Answer
from tests.network.checked_match import CheckedMatch, tell_truth
from tests.network.host import TWO_DEALS
from tests.network.programs import GuestProgram


def test_deal_that_got_lost_with_the_connection_is_not_missed_in_the_next_one(tmp_path: Path) -> None:
    table = CheckedMatch(
        tmp_path, TWO_DEALS, lie=lambda message: () if isinstance(message, FinishedDeal) else (message,)
    )  # fmt: skip
    table.play_until(lambda: table.bob.due == ("deal", 1))
    table.lose_connection()
    table.lie = tell_truth
    table.play_until(lambda: table.host.deal_count == 2)
    table.connect_again()
    table.advance()
    assert table.fault == ""
    assert table.play_out() == "" and table.bob.record is not None


@pytest.mark.parametrize(
    ("actions", "is_restarted"),
    [
        ((VoteToEnd(0), VoteToEnd(1)), False), ((VoteToEnd(1),), True), ((LeaveMatch(0),), True),
        ((LeaveMatch(1),), False), ((LeaveMatch(1),), True),
    ],
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


def test_computer_that_plays_for_an_absent_person_names_nobody(tmp_path: Path) -> None:
    table = CheckedMatch(tmp_path, TWO_DEALS)
    for _absence in range(3):
        table.play_on()
        table.play_until(lambda: table.host.deal_count > 0)
        table.lose_connection()
        table.advance()
        table.ann.let_computer_play(1)
        for _round in range(6):
            table.play_on()
        table.connect_again()
        for _round in range(3):
            table.play_on()
        assert table.bob.host_fault is None
    assert table.play_out() == "" and table.bob.record is not None


# -- a host that is there but keeps back what is due

KEPT_BACK: dict[str, Callable[[HostNetworkMessage], bool]] = {
    "deal": lambda message: isinstance(message, (FinishedDeal, RecordPart)),
    "record": lambda message: isinstance(message, RecordPart),
    "answer": lambda message: isinstance(message, MatchNews) and message.message[0] == Answer.__name__,
}


class FakeConnection:
    """A connection whose host answers to a ping; ``on_ping``: what it sends first."""

    def __init__(self, on_ping: Callable[[], None]) -> None:
        self._on_ping = on_ping

    async def ping(self) -> Awaitable[None]:
        self._on_ping()
        answer = asyncio.get_running_loop().create_future()
        answer.set_result(None)
        return answer


def play_until_due(home: Path, kind: str) -> tuple[CheckedMatch, list[HostNetworkMessage]]:
    """Return a match whose host keeps something back from Bob, and what that is."""
    kept = list[HostNetworkMessage]()

    def lie(message: HostNetworkMessage) -> tuple[HostNetworkMessage, ...]:
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
    assert watch(table, MAX_DUE_S - 1).host_fault is None
    assert watch(table, MAX_DUE_S + 1).host_fault is not None
    assert table.fault == f"host_no_{kind}"


@pytest.mark.parametrize("kind", ["record", "answer"])
def test_host_that_was_asleep_and_then_sends_what_is_due_is_not_named(tmp_path: Path, kind: str) -> None:
    table, kept = play_until_due(tmp_path, kind)

    def wake() -> None:
        for message in kept:
            table.bob.receive_message(message)
        kept.clear()

    assert watch(table, MAX_DUE_S + 2, wake).host_fault is None
    assert table.fault == ""
