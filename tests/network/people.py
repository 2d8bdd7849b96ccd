"""People at a table over the network, whose host is a process: they play by what they may know, and keep a log."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from game.core.actions import Action
from game.core.struct_types import prepare_struct_types
from game.match.observation import Observation
from game.network.guest_client import ConnectionState, GuestClient, Person
from game.network.invitation import decode_invitation
from game.network.messages import Readmit, StartMatch
from game.network.remote_transport import RemoteTransport
from game.network.table_files import open_seat_keys
from game.session.messages import Answer, Command, HostMessage, Ready, TakeAction
from game.session.session import Session
from game.shuffling.shuffle import derive_random
from game.text.errors import describe_problem
from tests.fakes import make_folders

PAUSE_FACTOR = 0.2
SAYING_INTERVAL_S = 0.2
"""The time after which a person in the lobby, or the owner who readmits somebody, says the same again."""


def choose_action(observation: Observation, event_count: int) -> Action:
    """Return the action of a person, which depends only on their seat and on what they see."""
    rng = derive_random(5, "person", observation.seat, observation.deal_number, event_count)
    return rng.choice(observation.legal_actions)


class PeopleArguments(NamedTuple):
    """The table, and how people play at it; with ``expected_people`` in the lobby the owner starts the match."""

    invitation: str
    owner_key: str
    expected_people: int
    chat_probability: float = 0.05
    thinking_s: float = 0.0


class LogLine(msgspec.Struct, omit_defaults=True):
    """An accepted action, the end of the match, a refusal, or a fault of the host.

    ``record``: SHA-256 is left to the reader.
    """

    name: str
    seat: int = -1
    turn: tuple[int, int] = (0, 0)
    accepted: str = ""
    is_over: bool = False
    totals: list[int] = []
    record: str = ""
    refusal: str = ""
    host_fault: str = ""


class ShortPauses(Random):
    """A source of chance that shortens the pauses between attempts to connect, so that a trial has more cuts."""

    def uniform(self, a: float, b: float) -> float:
        return PAUSE_FACTOR * super().uniform(a, b)


class LoggingConnection(RemoteTransport):
    """A connection that notes the actions that the host has accepted, and the time until their answers."""

    def __init__(self, client: GuestClient) -> None:
        super().__init__(client, time.monotonic)
        self.accepted: list[tuple[tuple[int, int], str]] = []
        self.latencies_ms: list[float] = []
        self._asked: dict[int, tuple[tuple[int, int], str]] = {}
        self._asked_at = 0.0

    def send(self, command: Command) -> None:
        if isinstance(command.request, TakeAction):
            self._asked[command.number] = command.turn, str(command.request.action)
            self._asked_at = time.monotonic()
        super().send(command)

    def receive(self) -> list[HostMessage]:
        messages = super().receive()
        for message in messages:
            if isinstance(message, Answer) and message.number in self._asked:
                asked = self._asked.pop(message.number)
                if message.reason is None:
                    self.accepted.append(asked)
                    self.latencies_ms.append((time.monotonic() - self._asked_at) * 1000)
        return messages


class NetworkPerson:
    """One of the people: their client, and their session once the match has begun.

    ``starts_next_deals``: whether they go on from the result of a deal.
    """

    starts_next_deals = True

    def __init__(self, home: Path, name: str, arguments: PeopleArguments, *, is_owner: bool) -> None:
        prepare_struct_types()
        self.name = name
        self.arguments = arguments
        self.is_owner = is_owner
        self.client = GuestClient(
            decode_invitation(arguments.invitation), Person(name), clock=time.monotonic, rng=ShortPauses(name),
            owner_key=arguments.owner_key if is_owner else "", seat_keys=open_seat_keys(make_folders(home / name)),
        )  # fmt: skip
        self.session: Session | None = None
        self.is_done = any(entry.is_over for entry in read_log(home, [name]))
        self._is_fault_logged = False
        self._connection = LoggingConnection(self.client)
        self._log_file = (home / f"{name}.jsonl").open("ab", buffering=0)
        self._rng = Random(name)
        self._said_at = 0.0
        self._ready_for = 0
        self._acts_at = 0.0
        self.client.start()

    def live(self) -> None:
        """Run a frame."""
        if self.session is None and self.client.has_match:
            self.session = Session(self._connection, time.monotonic)
        if self.session is not None:
            self._play(self.session)
        elif self.client.lobby is not None and time.monotonic() - self._said_at > SAYING_INTERVAL_S:
            self._said_at = time.monotonic()
            people = tuple(seat.name for seat in self.client.lobby.seats if seat.kind == "you" and not seat.is_away)
            is_complete = len(people) == self.arguments.expected_people
            self.client.send(StartMatch(people=people) if self.is_owner and is_complete else Command(Ready()))
        if self.client.check.fault is not None and not self._is_fault_logged:
            self._is_fault_logged = True
            self.log(LogLine(self.name, host_fault=describe_problem(self.client.check.fault)))
        if self.client.refusal and self.client.state is ConnectionState.ENDED and not self.is_done:
            self.is_done = True
            self.log(LogLine(self.name, refusal=self.client.refusal))

    def _play(self, session: Session) -> None:
        session.update(is_idle=True)
        for name in self.client.waiting_names if self.is_owner else ():
            if name in session.info.names and time.monotonic() - self._said_at > SAYING_INTERVAL_S:
                self._said_at = time.monotonic()
                self.client.send(Readmit(seat=session.info.names.index(name), name=name))
        seat = session.info.seats[0]
        for turn, action in self._connection.accepted:
            self.log(LogLine(self.name, seat, turn, action))
        self._connection.accepted.clear()
        is_new_result = session.status.is_between_deals and self._ready_for != session.observation.deal_number
        if is_new_result and self.starts_next_deals:
            self._ready_for = session.observation.deal_number
            session.start_next_deal()
        if not session.is_your_turn:
            self._acts_at = time.monotonic() + self.arguments.thinking_s
        elif time.monotonic() >= self._acts_at:
            if self._rng.random() < self.arguments.chat_probability:
                session.say("Well played!")
            session.act(choose_action(session.observation, len(session.view.events)))
        while (session.observation.is_over or session.status.is_given_up) and self.client.finished_matches:
            match = self.client.finished_matches.popleft()
            if session.observation.is_over and not self.is_done:
                self.is_done = True
                record, totals = match.data.decode("utf-8"), list(session.observation.totals)
                self.log(LogLine(self.name, seat, is_over=True, totals=totals, record=record))

    @property
    def deal_number(self) -> int:
        """The number of the deal, 0 before the first."""
        return 0 if self.session is None else self.session.observation.deal_number

    @property
    def latencies_ms(self) -> list[float]:
        """The times from an action to its answer, in milliseconds."""
        return self._connection.latencies_ms

    def close(self) -> None:
        self.client.close()
        self._log_file.close()

    def log(self, line: LogLine) -> None:
        self._log_file.write(msgspec.json.encode(line) + b"\n")


def read_log(home: Path, names: Sequence[str]) -> list[LogLine]:
    """Return what the people called ``names`` have logged below ``home``."""
    lines = list[LogLine]()
    for name in names:
        path = home / f"{name}.jsonl"
        data = path.read_bytes() if path.exists() else b""
        lines += [msgspec.json.decode(line, type=LogLine) for line in data.splitlines()]
    return lines
