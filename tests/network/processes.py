"""A table over the network whose host is a process, and a bad line between it and its people."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from math import inf
from pathlib import Path
from random import Random
from typing import NamedTuple

import psutil

from game.core.actions import Timeout
from game.match.house_rules import RuleSet, encode_rule_set
from game.match.record import Record, decode_playable_record
from game.network.invitation import decode_invitation
from game.network.names import WORD_VARIABLE
from game.shuffling.commitments import verify_record
from tests.network.people import LogLine, NetworkPerson, PeopleArguments, read_log
from tests.source import ROOT

START_TIMEOUT_S = 20.0
FRAME_S = 0.001
CHUNK_BYTES = 4096
SHORT_ABSENCE_S = 0.3
LONG_ABSENCE_S = 2.0
EXAMPLE = ROOT / "docs" / "example_client.py"
RELAY_WORD = "basta"
TABLE_NAME_ARGUMENTS = ["--name", "Bar Sport"]


class BadLine:
    """A proxy on the loopback address that delays, splits, stalls and cuts.

    ``cut_interval_s``: the mean time between two cuts of all connections.
    """

    def __init__(self, rng: Random, cut_interval_s: float) -> None:
        self.target_port = 0
        self.port = 0
        self.cut_count = 0
        self._rng = rng
        self._cut_interval_s = cut_interval_s
        self._writers: set[asyncio.StreamWriter] = set()
        self._is_open = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._is_open.wait(START_TIMEOUT_S)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join(5.0)

    def _run(self) -> None:
        with suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._task = task
        server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._is_open.set()
        while True:
            await asyncio.sleep(self._rng.expovariate(1 / self._cut_interval_s))
            self.cut_count += bool(self._writers)
            for writer in self._writers:
                if self._rng.random() < 0.7:
                    writer.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            target_reader, target_writer = await asyncio.open_connection("127.0.0.1", self.target_port)
        except OSError:
            writer.transport.abort()
            return
        pair = {writer, target_writer}
        self._writers |= pair
        await asyncio.gather(self._pump(reader, target_writer), self._pump(target_reader, writer))
        self._writers -= pair

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK_BYTES):
                if self._rng.random() < 0.02:
                    await asyncio.sleep(self._rng.uniform(0.1, 0.5))
                cut = self._rng.randrange(len(data) + 1) if self._rng.random() < 0.2 else len(data)
                for part in (data[:cut], data[cut:]):
                    if part:
                        if self._rng.random() < 0.3:
                            await asyncio.sleep(self._rng.uniform(0.0, 0.01))
                        writer.write(part)
                        await writer.drain()
        writer.transport.abort()


def list_relay_ways(relay: str) -> Sequence[str]:
    """Return the options of a host that people reach by a relay alone, "" for a host without one."""
    return ["--relay", relay, "--address", "127.0.0.1:1"] if relay else []


class HostProcess:
    """A process of ``tavoloverde host``; ``invitation`` leads guests through ``line`` if there is one.

    Without ``rules``, and from the second start on, it continues the table that it finds in ``home``. ``ways``: its
    options for people at other machines; by default it has only its loopback address. ``program``: what Python runs.
    """

    def __init__(
        self, home: Path, rules: RuleSet | None, seats: int, line: BadLine | None = None, ways: Sequence[str] = (),
        program: Sequence[str] = ("main.py",),
    ) -> None:  # fmt: skip
        self.invitation = self.owner_key = ""
        self._home = home
        self._line = line
        self._ways = ways
        self._program = program
        self._error_file = home / "errors.txt"
        self._arguments = TABLE_NAME_ARGUMENTS
        home.mkdir(parents=True, exist_ok=True)
        if rules is not None:
            rules_file = home / "rules.tvrules"
            rules_file.write_bytes(encode_rule_set(rules))
            self._arguments = [rules.game, "--seats", str(seats), "--rules", str(rules_file), *TABLE_NAME_ARGUMENTS]
        self.start()

    def start(self) -> None:
        address = "127.0.0.1" if self._line is None else f"127.0.0.1:{self._line.port}"
        ways = self._ways or ["--address", address]
        command = [sys.executable, *self._program, "host", *self._arguments, *ways]
        environment = {
            **os.environ, "TAVOLOVERDE_HOME": str(self._home), "LANGUAGE": "en", WORD_VARIABLE: RELAY_WORD,
        }  # fmt: skip
        with self._error_file.open("ab") as errors:
            self._process = subprocess.Popen(
                command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=errors, text=True
            )
        assert self._process.stdout is not None
        new = self._process.stdout.readline().removeprefix("invitation: ").strip()
        self.owner_key = self._process.stdout.readline().removeprefix("owner key: ").strip()
        if self._line is not None:
            self._line.target_port = decode_invitation(new).port
        assert self.invitation in ("", new), "the same invitation after a restart"
        self.invitation = new
        self._arguments = TABLE_NAME_ARGUMENTS

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def read_memory(self) -> int:
        """Return the resident memory in bytes."""
        return int(psutil.Process(self.pid).memory_info().rss)

    def read_errors(self) -> str:
        """Return what the process has written to its error output."""
        return self._error_file.read_text("utf-8")

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def sleep(self, seconds: float) -> None:
        """Stop the process for some time, as a computer that sleeps; not on Windows."""
        os.kill(self.pid, signal.SIGSTOP)
        time.sleep(seconds)
        os.kill(self.pid, signal.SIGCONT)

    def stop(self) -> int:
        self._process.terminate()
        return self._process.wait(15)


class RelayProcess:
    """A process of ``tavoloverde relay``, at the same port after each start."""

    def __init__(self) -> None:
        self.port = 0
        self.start()

    def start(self) -> None:
        command = [sys.executable, "main.py", "relay", "--port", str(self.port)]
        environment = {**os.environ, "LANGUAGE": "en", WORD_VARIABLE: RELAY_WORD}
        self._process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.port = int(self._process.stdout.readline().removeprefix("port: "))

    @property
    def pid(self) -> int:
        return self._process.pid

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate()

    def stop(self) -> int:
        self._process.terminate()
        self._process.communicate()
        return self._process.returncode


def play_match_over_relay(home: Path, rules: RuleSet, names: Sequence[str], kill_count: int) -> Record:
    """Play a match in which all but the first come over a relay, which is killed this often, and started again."""
    relay = RelayProcess()
    host = HostProcess(home / "host", rules, len(names), ways=list_relay_ways(f"127.0.0.1:{relay.port}"))
    arguments = PeopleArguments(host.invitation, host.owner_key, len(names))
    people = [NetworkPerson(home, name, arguments, is_owner=name == names[0]) for name in names]
    deadline, kills_at = time.monotonic() + 60.0, [3 + 4 * number for number in range(kill_count)]
    try:
        while not all(person.is_done for person in people):
            assert time.monotonic() < deadline, "the match did not end"
            let_live(people)
            if kills_at and sum(bool(entry.accepted) for entry in read_log(home, names)) >= kills_at[0]:
                del kills_at[0]
                relay.kill()
                let_live(people, SHORT_ABSENCE_S)
                relay.start()
        log = read_log(home, names)
        check_logs(log, names)
        assert not kills_at and not host.read_errors()
        return read_record(log)
    finally:
        for person in people:
            person.close()
        host.stop()
        assert relay.stop() == 0


class BadLineMatch(NamedTuple):
    """A finished match, and the cuts and kills during it."""

    record: Record
    cut_count: int
    kill_count: int


def play_match(
    home: Path, rules: RuleSet, names: Sequence[str], *, rng: Random, cut_interval_s: float, kill_interval_s: float,
    timeout_s: float,
) -> BadLineMatch:  # fmt: skip
    """Play a match of people with these names; the first one is the owner.

    The host is killed and the programs of people are ended as soon as all play and at random moments after that, and
    started again, until the owner has the record. With a turn timer the host is away for up to `LONG_ABSENCE_S` more
    than a turn, and sometimes it sleeps instead. Raise AssertionError if an accepted action is lost, somebody gets a
    wrong seat, runs out of time or names the host, the people end with different records, or the match does not end.
    """
    turn_seconds = rules.options.turn_seconds
    longest_absence_s = turn_seconds + LONG_ABSENCE_S if turn_seconds else SHORT_ABSENCE_S
    line = BadLine(rng, cut_interval_s)
    host = HostProcess(home / "host", rules, len(names), line)
    arguments = PeopleArguments(host.invitation, host.owner_key, len(names))
    people = [NetworkPerson(home, name, arguments, is_owner=name == names[0]) for name in names]
    deadline, next_kill, kill_count = time.monotonic() + timeout_s, inf, 0
    try:
        while not all(person.is_done for person in people):
            assert time.monotonic() < deadline, f"the match did not end: {[person.client.refusal for person in people]}"
            assert host.is_alive, "the host ended"
            let_live(people)
            if next_kill == inf and all(person.session is not None for person in people):
                next_kill = time.monotonic()
            if time.monotonic() >= next_kill and not people[0].is_done:
                next_kill = time.monotonic() + rng.expovariate(1 / kill_interval_s)
                victim = rng.choice([host, *(person for person in people if not person.is_done)])
                if isinstance(victim, NetworkPerson):
                    victim.close()
                    let_live([person for person in people if person is not victim], rng.uniform(0.0, SHORT_ABSENCE_S))
                    people[people.index(victim)] = NetworkPerson(home, victim.name, arguments, is_owner=victim.is_owner)
                elif turn_seconds and sys.platform != "win32" and rng.random() < 0.5:
                    host.sleep(rng.uniform(0.0, longest_absence_s))
                    continue
                else:
                    host.kill()
                    let_live(people, rng.uniform(0.0, longest_absence_s))
                    host.start()
                kill_count += 1
        log = read_log(home, names)
        check_logs(log, names)
        return BadLineMatch(read_record(log), line.cut_count, kill_count)
    finally:
        for person in people:
            person.close()
        if host.is_alive:
            host.stop()
        line.close()


def let_live(people: Sequence[NetworkPerson], seconds: float = 0.0) -> None:
    """Run frames of people, one at least."""
    ends_at = time.monotonic() + seconds
    while True:
        for person in people:
            person.live()
        time.sleep(FRAME_S)
        if time.monotonic() >= ends_at:
            return


def play_example_match(host: HostProcess, *names: str, timeout_s: float = 60.0) -> list[str]:
    """Play a match between programs that are docs/example_client.py, and return what each has printed.

    ``names``: of their people; the first one starts the match.
    """
    clients = [
        subprocess.Popen(
            [sys.executable, str(EXAMPLE), host.invitation, name, *([host.owner_key] if index == 0 else [])],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for index, name in enumerate(names)
    ]  # fmt: skip
    try:
        ends = [client.communicate(timeout=timeout_s) for client in clients]
    finally:
        for client in clients:
            client.kill()
    assert not any(errors for _output, errors in ends), ends
    return [output.strip() for output, _errors in ends]


def read_record(log: Sequence[LogLine]) -> Record:
    return decode_playable_record(next(entry.record for entry in log if entry.record).encode("utf-8"))


def check_logs(log: Sequence[LogLine], names: Sequence[str]) -> None:
    assert not [entry for entry in log if entry.refusal or entry.host_fault]
    endings = {entry.name: entry for entry in log if entry.is_over}
    assert sorted(endings) == sorted(names), "everybody sees the end"
    assert len({entry.record for entry in endings.values()}) == 1, "everybody gets the same record"
    record = read_record(log)
    proof = verify_record(record)
    assert proof.problem is None and proof.is_dealer_draw_verified
    assert proof.verified_deal_count == len(record.deals), "each deal has its first seal"
    for entry in log:
        assert record.names[entry.seat] == entry.name, "everybody keeps their seat"
        if entry.accepted:
            deal, number = entry.turn
            assert str(record.deals[deal - 1].actions[number]) == entry.accepted, "an accepted action was lost"
    actions = [action for deal in record.deals for action in deal.actions]
    assert not [action for action in actions if isinstance(action, Timeout)], "nobody runs out of time"
    match = record.replay()
    assert match.is_over
    assert all(entry.totals == list(match.standing.totals) for entry in endings.values())
