"""A host that is there but keeps back what is due is named after some time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from game.network import guest_client
from game.network.guest_client import MAX_DUE_S, WATCH_INTERVAL_S
from game.network.messages import FinishedDeal, HostNetworkMessage, MatchNews, RecordPart
from game.session.messages import Answer
from tests.network.checked_match import CheckedMatch
from tests.network.programs import GuestProgram

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
    for _round in range(5):
        table.advance()
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
