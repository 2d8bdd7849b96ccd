"""A table over the network without sockets: a test sends the guests' messages and reads the host's bytes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from concurrent.futures import Future
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from game.ai.client import AIClient
from game.match.house_rules import RuleSet
from game.match.observation import Observation
from game.match.record import FAIRNESS_KEY, Record
from game.network.guest import Budget, Guest
from game.network.messages import (
    PROTOCOL_VERSION,
    CommitWord,
    Enter,
    GuestMessage,
    Hello,
    HostNetworkMessage,
    MatchNews,
    OpenWord,
    Ready,
    RecordPart,
    RecordReceived,
    SeatKey,
    Shown,
    Shuffle,
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
from game.shuffling.shuffle import ShuffleContext, compute_word_commitment
from tests.fakes import FakeClock, FakeStorageThread, FakeWorker, make_folders

SECRET = "5e" * 16
SHUFFLE_MARK = b"\xa4type\xa7shuffle"
OWNER_KEY = "0f" * 32
M = TypeVar("M")
ONE_DEAL = RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 1})
CLOCKED = RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 1, "turn_seconds": 60, "bar_minutes": 10})
TALKATIVE = RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 1, "talk": "free"})


def make_word(name: str, shuffle: Shuffle) -> str:
    """Return the word of the person called ``name`` for the present round."""
    return sha256(f"{name} {shuffle.deal} {len(shuffle.rounds)}".encode()).hexdigest()


def add_words(record: Record, seats: Collection[int]) -> Record:
    """Return the record as one of a match to whose shuffles the people at ``seats`` have contributed.

    The packs do not follow from the words, which can be seen once a deal is over.
    """
    words = [{"seat": seat, "commitment": "c" * 64, "word": "d" * 64} for seat in sorted(seats)]
    fairness = {"seal": "5" * 64, "rounds": [words]}
    deals = tuple(msgspec.structs.replace(deal, extra={FAIRNESS_KEY: fairness}) for deal in record.deals)
    return msgspec.structs.replace(record, deals=deals, extra={FAIRNESS_KEY: {"match": "e" * 32}})


class TestGuest:
    """A guest at the table; ``messages``: those it has received, ``received_bytes``: the same as bytes.

    ``commits``, ``opens``: whether it commits to its words for the shuffles, and opens them. ``confirms_records``:
    whether it tells the host that it has a record.
    """

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
        self.commits = self.opens = self.confirms_records = True
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
        if self.confirms_records and any(isinstance(message, RecordPart) and message.is_last for message in messages):
            self.send(RecordReceived())
        return messages

    def find_shuffle(self) -> Shuffle | None:
        """Return the last words for a shuffle that the guest got; they need not be read yet."""
        waiting = (data for data in reversed(self.guest.outgoing) if SHUFFLE_MARK in data)
        for data in waiting:
            message = decode_host_message(data)
            assert isinstance(message, Shuffle)
            return message
        return next((message for message in reversed(self.messages) if isinstance(message, Shuffle)), None)

    def contribute(self) -> None:
        """Commit to a word for the shuffle, or open it, as a guest's program does."""
        match = self.driver.table.match
        seat, shuffle = None if match is None else match.find_guest(self.guest), self.find_shuffle()
        if seat is None or shuffle is None or shuffle.deal <= self.driver.deal_count:
            return
        word, number, words = make_word(self.name, shuffle), len(shuffle.rounds), shuffle.rounds[-1]
        is_listed = all(entry.commitment for entry in words)
        if seat.seat not in [entry.seat for entry in words]:
            return
        if not is_listed and self.commits:
            context = ShuffleContext("", shuffle.deal, match_uid=shuffle.match)
            commitment = compute_word_commitment(context, shuffle.seal, seat.seat, word)
            self.send(CommitWord(deal=shuffle.deal, round=number, commitment=commitment))
        elif is_listed and self.opens and not all(entry.word for entry in words):
            self.send(OpenWord(deal=shuffle.deal, round=number, word=word))

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

    ``neighbor``: another table of the same host. ``set_back_s``: by how much the system clock of the host is behind.
    """

    def __init__(
        self, home: Path, rules: RuleSet = ONE_DEAL, seats: int = 2, seed: int = 5, *,
        clock: FakeClock | None = None, worker: FakeWorker | None = None, neighbor: TableDriver | None = None,
    ) -> None:  # fmt: skip
        self.clock: FakeClock = (clock or FakeClock()) if neighbor is None else neighbor.clock
        self.set_back_s = 0.0
        self.storage: FakeStorageThread = (
            FakeStorageThread(make_folders(home), self._read_system_clock, monotonic_clock=self.clock)
            if neighbor is None
            else neighbor.storage
        )
        self.worker = FakeWorker() if worker is None else worker
        self.stored = StoredTable(
            name="Bar Sport", rules=rules, seat_count=seats, port=0, secret=SECRET, owner_key=OWNER_KEY
        )
        self.guests: list[TestGuest] = []
        self._seed = seed
        self.table: HostTable = self._make_table()

    def _read_system_clock(self) -> float:
        return self.clock() - self.set_back_s

    def _make_table(self) -> HostTable:
        services: Any = {"storage": self.storage, "ai_client": AIClient(self.worker, 0), "clock": self.clock}

        def store(stored: StoredTable) -> Future[object]:
            self.stored = stored
            return self.storage.submit(lambda: None)

        return HostTable(self.stored, services, store, lambda: self._seed)

    def restart(self) -> None:
        """Close the host and open the table again from the disk."""
        self.table.close()
        self.guests = []
        self.stored = msgspec.convert(msgspec.to_builtins(self.stored), StoredTable)
        self.table = self._make_table()
        if self.stored.match_id is not None:
            earlier_ids = [match.match_id for match in self.stored.earlier_matches]
            saved, *earlier = (
                self.storage.open_match(match_id).result() for match_id in (self.stored.match_id, *earlier_ids)
            )  # fmt: skip
            self.table.resume(saved, earlier)

    def join(
        self, name: str, *, token: str = SECRET, is_owner: bool = False, run: str = "",
        earlier_keys: tuple[str, ...] = (), contributes: bool = True, color: str = "", avatar_number: int = 0,
    ) -> TestGuest:  # fmt: skip
        owner_key = OWNER_KEY if is_owner else ""
        guest = TestGuest(self, name, token, owner_key, run or name.encode().hex(), earlier_keys, color, avatar_number)
        guest.commits = guest.opens = contributes
        self.guests.append(guest)
        self.update()
        return guest

    def leave(self, guest: TestGuest) -> None:
        self.table.leave(guest.guest)
        self.guests = [other for other in self.guests if other is not guest]
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
        self._update_often(count)
        self.clock.advance(seconds)
        if seconds:
            self._update_often(count)

    def _update_often(self, count: int) -> None:
        for _number in range(count):
            self.table.update()
            for guest in self.guests:
                guest.contribute()

    @property
    def deal_count(self) -> int:
        """The number of deals that the host has begun."""
        return 0 if self.table.match is None else len(self.table.match.host.record.deals)

    @property
    def action_count(self) -> int:
        """The number of actions in the last deal."""
        assert self.table.match is not None
        return len(self.table.match.host.record.deals[-1].actions)

    @property
    def is_between_deals(self) -> bool:
        """Whether the match waits for people who are ready for the next deal."""
        return self.table.match is not None and self.table.match.host.is_between_deals

    def play_on(self, guests: list[TestGuest]) -> None:
        """Let the guest on turn play their first card."""
        guest = self.get_guest_on_turn(guests)
        guest.act(guest.position[0].legal_actions[0])
        self.update()
        self.settle(guests)

    def play_until(self, guests: list[TestGuest], is_reached: Callable[[], bool]) -> None:
        """Let the guests who are on turn take their first legal action until ``is_reached``.

        Raise AssertionError after 200 turns.
        """
        for _turn in range(200):
            self.settle(guests)
            self.update(1.0)
            if is_reached():
                self.update()
                return
            for guest in guests:
                if guest.position[0].legal_actions:
                    guest.act(guest.position[0].legal_actions[0])
        raise AssertionError("it never came")

    def play_match(self, guests: list[TestGuest]) -> None:
        """Let the guests play the match to its end, against computers at the seats of others."""
        self.play_until(guests, lambda: all(guest.position[0].is_over for guest in guests))

    def play_deals_on_slow_disk(self, guests: list[TestGuest]) -> None:
        """Let people play the deals of a match to its end, while every write takes longer than an update."""
        self.storage.is_paused = True
        while not guests[0].position[0].is_over:
            for guest in guests:
                if guest.position[0].legal_actions:
                    guest.act(guest.position[0].legal_actions[0])
                elif self.is_between_deals:
                    guest.send(Ready())
            self.update(0.1)
            self.storage.run_waiting_calls()
            self.settle(guests)
        self.storage.is_paused = False

    def settle(self, guests: list[TestGuest]) -> None:
        """Let all screens show everything, until nothing happens without a person."""
        for _round in range(4):
            for guest in guests:
                guest.report_shown()
            self.update()

    def get_guest_on_turn(self, guests: list[TestGuest]) -> TestGuest:
        return next(guest for guest in guests if guest.position[0].legal_actions)


def start_match(home: Path, rules: RuleSet = ONE_DEAL) -> tuple[TableDriver, list[TestGuest]]:
    """Return a table for two with its guests, after the first cards were dealt."""
    driver = TableDriver(home, rules)
    return driver, driver.start("Ann", "Bob")
