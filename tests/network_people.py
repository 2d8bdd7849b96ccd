"""People at a table over the network, in a process of their own: they play by what they may know, and keep a log.

``python -m tests.network_people HOME``: the arguments are in ``HOME/people.json``, see `PeopleArguments`.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random

import msgspec

from game.network.guest_client import ConnectionState, GuestClient, GuestConnection, Person
from game.network.invitation import decode_invitation
from game.network.messages import Readmit, Ready, StartMatch
from game.network.table_files import open_seat_keys
from game.session.client import ConnectedSession
from game.session.messages import Answer, Command, HostMessage, TakeAction
from tests.fakes import make_folders
from tests.remote_sessions import choose_action

PEOPLE_FILE = "people.json"
FRAME_S = 0.004


class PeopleArguments(msgspec.Struct):
    """``expected_people``: with that many in the lobby, the first of ``names`` starts the match."""

    invitation: str
    owner_key: str
    names: list[str]
    expected_people: int
    chat_probability: float = 0.05


class LogLine(msgspec.Struct, omit_defaults=True):
    """An accepted action, the end of the match, or a refusal; ``record``: SHA-256 is left to the reader."""

    name: str
    seat: int = -1
    turn: tuple[int, int] = (0, 0)
    accepted: str = ""
    is_over: bool = False
    totals: list[int] = []
    record: str = ""
    refusal: str = ""


class LoggingConnection(GuestConnection):
    """A connection that notes the actions that the host has accepted."""

    def __init__(self, client: GuestClient) -> None:
        super().__init__(client)
        self.accepted: list[tuple[tuple[int, int], str]] = []
        self._asked: dict[int, tuple[tuple[int, int], str]] = {}

    def send(self, command: Command) -> None:
        if isinstance(command.request, TakeAction):
            self._asked[command.number] = self._turn, str(command.request.action)
        super().send(command)

    def receive(self) -> list[HostMessage]:
        messages = super().receive()
        for message in messages:
            if isinstance(message, Answer) and message.number in self._asked:
                asked = self._asked.pop(message.number)
                if message.reason is None:
                    self.accepted.append(asked)
        return messages


class NetworkPerson:
    """One of the people: their client, and their session once the match has begun."""

    def __init__(self, home: Path, name: str, arguments: PeopleArguments, *, is_owner: bool) -> None:
        self.name = name
        self.arguments = arguments
        self.is_owner = is_owner
        self.client = GuestClient(
            decode_invitation(arguments.invitation), Person(name), clock=time.monotonic, rng=Random(name),
            owner_key=arguments.owner_key if is_owner else "", seat_keys=open_seat_keys(make_folders(home / name)),
        )  # fmt: skip
        self.session: ConnectedSession | None = None
        self.is_done = False
        self._connection = LoggingConnection(self.client)
        self._log_file = (home / f"{name}.jsonl").open("ab", buffering=0)
        self._rng = Random(name)
        self._said_at = 0.0
        self._ready_for = 0
        self.client.start()

    def live(self) -> None:
        """Run a frame."""
        if self.session is None and self.client.has_match:
            self.session = ConnectedSession(self._connection, time.monotonic)
        if self.session is not None:
            self._play(self.session)
        elif self.client.lobby is not None and time.monotonic() - self._said_at > 0.2:
            self._said_at = time.monotonic()
            people = [seat for seat in self.client.lobby.seats if seat.kind == "you"]
            is_complete = len(people) == self.arguments.expected_people
            self.client.send(StartMatch() if self.is_owner and is_complete else Ready())
        if self.client.refusal and self.client.state is ConnectionState.ENDED and not self.is_done:
            self.is_done = True
            self.log(LogLine(self.name, refusal=self.client.refusal))

    def _play(self, session: ConnectedSession) -> None:
        session.update(is_idle=True)
        for name in self.client.waiting_names if self.is_owner else ():
            self.client.send(Readmit(seat=session.info.names.index(name), name=name))
        seat = session.info.seats[0]
        for turn, action in self._connection.accepted:
            self.log(LogLine(self.name, seat, turn, action))
        self._connection.accepted.clear()
        if session.course.is_between_deals and self._ready_for != session.observation.deal_number:
            self._ready_for = session.observation.deal_number
            session.course.start_next_deal()
        if session.is_your_turn:
            if self._rng.random() < self.arguments.chat_probability:
                session.chat.say("Well played!")
            session.act(choose_action(session.observation, len(session.events)))
        if session.observation.is_over and self.client.record is not None and not self.is_done:
            self.is_done = True
            record, totals = self.client.record.decode("utf-8"), list(session.observation.totals)
            self.log(LogLine(self.name, seat, is_over=True, totals=totals, record=record))

    def log(self, line: LogLine) -> None:
        self._log_file.write(msgspec.json.encode(line) + b"\n")


def main() -> None:
    home = Path(sys.argv[1])
    arguments = msgspec.json.decode((home / PEOPLE_FILE).read_bytes(), type=PeopleArguments)
    people = [
        NetworkPerson(home, name, arguments, is_owner=bool(arguments.owner_key) and index == 0)
        for index, name in enumerate(arguments.names)
    ]
    while not all(person.is_done for person in people):
        for person in people:
            person.live()
        time.sleep(FRAME_S)
    for person in people:
        person.client.close()


if __name__ == "__main__":
    main()
