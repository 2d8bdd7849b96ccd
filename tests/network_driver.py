"""A table over the network without sockets: a test sends the guests' messages and reads the host's bytes."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from game.ai.client import AIClient
from game.match.house_rules import RuleSet
from game.match.observation import Observation
from game.network.guest import Budget, Guest
from game.network.messages import (
    PROTOCOL_VERSION,
    Enter,
    GuestMessage,
    Hello,
    HostNetworkMessage,
    MatchNews,
    Ready,
    SeatKey,
    Shown,
    StartMatch,
    Step,
    TakeTurn,
    decode_guest_message,
    decode_host_message,
    encode,
    list_rules_versions,
)
from game.network.table import HostTable
from game.network.table_files import StoredTable
from game.session.messages import Answer, FirstMessage, HostMessage
from game.session.wire import from_plain
from tests.fakes import FakeClock, FakeStorageThread, FakeWorker, make_folders

SECRET = "5e" * 16
OWNER_KEY = "0f" * 32
M = TypeVar("M")
ONE_DEAL = RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 1})


class TestGuest:
    """A guest at the table; ``messages``: those it has received, ``received_bytes``: the same as bytes."""

    __test__ = False

    def __init__(
        self, driver: TableDriver, name: str, token: str, owner_key: str, run: str, earlier_keys: tuple[str, ...],
        color: str, avatar_number: int,
    ) -> None:  # fmt: skip
        self.name = name
        self.driver = driver
        self.guest = Guest(Budget(driver.clock), lambda: None)
        self.messages: list[HostNetworkMessage] = []
        self.received_bytes: list[bytes] = []
        self._number = 0
        hello = Hello(program="1", protocol=PROTOCOL_VERSION, rules=list_rules_versions(), token=token)
        enter = Enter(
            name=name, run=run, owner_key=owner_key, earlier_keys=earlier_keys, color=color, avatar_number=avatar_number
        )
        driver.table.enter(self.guest, hello, enter)

    def send(self, message: GuestMessage) -> None:
        self.driver.table.handle(self.guest, decode_guest_message(encode(message)))

    def read(self) -> list[HostNetworkMessage]:
        """Return the messages since the last call."""
        data = [self.guest.take_outgoing() for _number in range(len(self.guest.outgoing))]
        messages = [decode_host_message(part) for part in data]
        self.received_bytes += data
        self.messages += messages
        return messages

    def find_last(self, kind: type[M]) -> M | None:
        self.read()
        return next((message for message in reversed(self.messages) if isinstance(message, kind)), None)

    @property
    def refusal(self) -> str:
        self.read()
        return next((message.code for message in self.messages if message.__struct_config__.tag == "refused"), "")  # type: ignore[union-attr]

    @property
    def key(self) -> str:
        message = self.find_last(SeatKey)
        return "" if message is None else message.key

    def list_match_messages(self) -> list[HostMessage]:
        self.read()
        return [from_plain(news.message, HostMessage) for news in self.messages if isinstance(news, MatchNews)]

    @property
    def answers(self) -> list[Answer]:
        return [message for message in self.list_match_messages() if isinstance(message, Answer)]

    @property
    def position(self) -> tuple[Observation, int, tuple[int, int]]:
        """The last observation with its revision and turn."""
        self.read()
        for message in reversed(self.messages):
            if isinstance(message, Step):
                return from_plain(message.observation, Observation), message.revision, message.turn
            if isinstance(message, MatchNews):
                news = from_plain(message.message, HostMessage)
                if isinstance(news, FirstMessage):
                    return news.views[0].observation, news.revision, news.turn
        raise AssertionError("no match yet")

    def report_shown(self) -> None:
        self.send(Shown(revision=self.position[1]))

    def act(self, action: object, *, number: int | None = None, turn: tuple[int, int] | None = None) -> int:
        """Send an action; return its number."""
        self._number += 1
        number = self._number if number is None else number
        self.send(TakeTurn(number=number, turn=self.position[2] if turn is None else turn, action=str(action)))
        return number


class TableDriver:
    """A table whose clock, storage and computer players a test controls.

    ``neighbor``: another table of the same host.
    """

    def __init__(
        self, home: Path, rules: RuleSet = ONE_DEAL, seats: int = 2, seed: int = 5, *,
        clock: FakeClock | None = None, worker: FakeWorker | None = None, neighbor: TableDriver | None = None,
    ) -> None:  # fmt: skip
        self.clock: FakeClock = (clock or FakeClock()) if neighbor is None else neighbor.clock
        self.storage: FakeStorageThread = (
            FakeStorageThread(make_folders(home), self.clock) if neighbor is None else neighbor.storage
        )
        self._worker = FakeWorker() if worker is None else worker
        self.stored = StoredTable(
            name="Bar Sport", rules=rules, seat_count=seats, port=0, secret=SECRET, owner_key=OWNER_KEY
        )
        self._seed = seed
        self.table: HostTable = self._make_table()

    def _make_table(self) -> HostTable:
        services: Any = {"storage": self.storage, "ai_client": AIClient(self._worker, 0), "clock": self.clock}

        def store(stored: StoredTable) -> Future[object]:
            self.stored = stored
            return self.storage.submit(lambda: None)

        return HostTable(self.stored, services, store, lambda: self._seed)

    def restart(self) -> None:
        """Close the host and open the table again from the disk."""
        self.table.close()
        self.stored = msgspec.convert(msgspec.to_builtins(self.stored), StoredTable)
        self.table = self._make_table()
        if self.stored.match_id is not None:
            self.table.resume(self.storage.open_match(self.stored.match_id).result())

    def join(
        self, name: str, *, token: str = SECRET, is_owner: bool = False, run: str = "",
        earlier_keys: tuple[str, ...] = (), color: str = "", avatar_number: int = 0,
    ) -> TestGuest:  # fmt: skip
        owner_key = OWNER_KEY if is_owner else ""
        guest = TestGuest(self, name, token, owner_key, run or name.encode().hex(), earlier_keys, color, avatar_number)
        self.update()
        return guest

    def leave(self, guest: TestGuest) -> None:
        self.table.leave(guest.guest)
        self.update()

    def start(self, *names: str) -> list[TestGuest]:
        """Return the guests of a match that has dealt its first cards; the first one is the owner."""
        guests = [self.join(name, is_owner=index == 0) for index, name in enumerate(names)]
        for guest in guests:
            guest.send(Ready())
        guests[0].send(StartMatch())
        self.update()
        self.settle(guests)
        return guests

    def update(self, seconds: float = 0.0, count: int = 5) -> None:
        for _number in range(count):
            self.table.update()
        self.clock.advance(seconds)
        for _number in range(count if seconds else 0):
            self.table.update()

    def settle(self, guests: list[TestGuest]) -> None:
        """Let all screens show everything, until nothing happens without a person."""
        for _round in range(4):
            for guest in guests:
                guest.report_shown()
            self.update()

    def get_guest_on_turn(self, guests: list[TestGuest]) -> TestGuest:
        return next(guest for guest in guests if guest.position[0].legal_actions)
