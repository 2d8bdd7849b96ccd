"""A host and its sessions in two processes that exchange bytes play the same match as a local session."""

from __future__ import annotations

import multiprocessing
from collections import deque
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.ai.client import AIClient
from game.core.events import Event
from game.match.observation import Observation, observe
from game.match.record import Record
from game.rules import GAMES
from game.session.host import MatchHost
from game.session.host_connection import HostConnection
from game.session.messages import Command, HostMessage, MatchStatus
from game.session.wire import WireError, decode_message, encode_message
from tests.fakes import FakeClock, FakeStorageThread, FakeWorker, make_folders, make_match_setup
from tests.remote_sessions import choose_action, serve_people
from tests.rows import check_rows
from tests.session_driver import SessionDriver, confirm_ready

PEOPLE = (0, 1)
MAX_DELAY_ROUNDS = 4
MAX_ROUNDS = 60_000
SEED = 11
KINDS = {"briscola": "you you", "chiamata": "you you random random random", "muscio": "you you random",
         "spades": "you you club club"}  # fmt: skip
OPTIONS: dict[str, dict[str, Any]] = {"spades": {"target": 200}, "chiamata": {"match_deals": 1}}
"""Options that make a match short; other games have their first preset."""

Seen = list[tuple[Observation, Observation, tuple[Event, ...]]]


class DelayedLine:
    """A line on which bytes arrive in order, each after some rounds."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._messages: deque[tuple[int, bytes]] = deque()

    def put(self, data: bytes, now: int) -> None:
        self._messages.append((now + self._rng.randrange(MAX_DELAY_ROUNDS), data))

    def take(self, now: int) -> list[bytes]:
        arrived = []
        while self._messages and self._messages[0][0] <= now:
            arrived.append(self._messages.popleft()[1])
        return arrived


def play_over_bytes(home: Path, game: str) -> tuple[Record, list[Seen]]:
    """Play a complete match with each person's session in the other process.

    Return its record, and what each person saw.
    """
    clock = FakeClock()
    storage = FakeStorageThread(make_folders(home), clock)
    host = MatchHost.start(
        make_match_setup(KINDS[game], game=game, **OPTIONS.get(game, {})),
        SEED,
        storage=storage,
        ai_client=AIClient(FakeWorker(), 0),
        clock=clock,
    )
    connections = [host.connect((seat,)) for seat in PEOPLE]
    rng = Random(game)
    down, up = ([DelayedLine(rng) for _seat in PEOPLE] for _way in range(2))
    context = multiprocessing.get_context("spawn")
    pipe, child_end = context.Pipe()
    process = context.Process(target=serve_people, args=(child_end, len(PEOPLE)), daemon=True)
    process.start()
    try:
        quiet_rounds = 0
        for now in range(MAX_ROUNDS):
            clock.advance(0.3)
            host.update()
            carry_round(connections, down, up, pipe, now)
            quiet_rounds = quiet_rounds + 1 if host.match.is_over else 0
            if quiet_rounds > 3 * MAX_DELAY_ROUNDS:
                break
        pipe.send(None)
        seen = [[(step.before, step.after, step.events) for step in person] for person in pipe.recv()]
        process.join(30)
    finally:
        process.kill()
        storage.close()
    assert host.match.is_over
    return host.record, seen


def carry_round(
    connections: list[HostConnection], down: list[DelayedLine], up: list[DelayedLine], pipe: Any, now: int
) -> None:
    for connection, line in zip(connections, down, strict=True):
        for message in connection.receive():
            line.put(encode_message(message), now)
    pipe.send([line.take(now) for line in down])
    for connection, line, sent in zip(connections, up, pipe.recv(), strict=True):
        for data in sent:
            line.put(data, now)
        for data in line.take(now):
            connection.send(decode_message(data, Command))


def play_locally(home: Path, game: str) -> Record:
    """Play the same match with both people at one screen."""
    driver = SessionDriver(home, KINDS[game], game=game, seed=SEED, **OPTIONS.get(game, {}))
    session = driver.session

    def is_match_over() -> bool:
        confirm_ready(session)
        if session.course.is_between_deals:
            session.course.start_next_deal()
        if session.is_your_turn:
            session.act(choose_action(session.observation, len(session.events)))
        return session.observation.is_over and not session.is_saving

    driver.advance_until(is_match_over, max_frames=MAX_ROUNDS)
    driver.storage.close()
    return driver.record


def list_expected_steps(record: Record, seat: int) -> Seen:
    """Return what ``seat`` may see of each step of a record."""
    steps, match = [], record.create_match()
    for _action, step in record.iter_steps():
        events = tuple(event.seen_by(seat) for event in step.events)
        steps.append((observe(match, seat), observe(step.match, seat), events))
        match = step.match
    return steps


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(GAMES))
def test_match_over_bytes_with_delays_equals_local_match(tmp_path: Path, game: str) -> None:
    local_record = play_locally(tmp_path / "local", game)
    record, seen = play_over_bytes(tmp_path / "bytes", game)
    assert record == local_record
    for seat in PEOPLE:
        expected = list_expected_steps(record, seat)
        _draw_of_first_dealer, *steps = seen[seat]
        assert len(steps) == len(expected)
        for (before, after, events), (expected_before, expected_after, expected_events) in zip(
            steps, expected, strict=True
        ):
            assert (before, after) == (expected_before, expected_after)
            assert events[len(events) - len(expected_events) :] == expected_events, "beside the seal of the shuffle"


@check_rows(
    "data",
    [
        b"", b"\x00", b"\xc1", b"\x80", b"\x90", b"\x91\x90", b"\x91\xa7Command", b"\x92\xa2os\x01",
        encode_message(MatchStatus())[:-1], b"\x91" * 100 + b"\x01", b"\x00" * (1 << 21),
    ],
)  # fmt: skip
def test_bytes_that_are_no_message_are_refused(data: bytes) -> None:
    with pytest.raises(WireError):
        decode_message(data, HostMessage)


def test_command_of_a_wrong_kind_or_type_is_refused() -> None:
    with pytest.raises(WireError):
        decode_message(encode_message(MatchStatus()), Command)
    for wrong in (Command("1", 0, 0, MatchStatus()), Command(1, 0, 0, MatchStatus()), Command(1, 0.5, 0, None)):  # type: ignore[arg-type]
        with pytest.raises(WireError):
            decode_message(encode_message(wrong), Command)
