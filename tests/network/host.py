"""A host in the process of the test, and its guests: they send a message, and the host takes it in the same call."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from concurrent.futures import Future
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from game.ai.client import AIClient
from game.core.actions import Action, LeaveMatch, VoteToEnd
from game.core.phase import DealResult
from game.match.house_rules import RuleSet, make_preset_rule_set
from game.match.observation import Observation, observe
from game.match.record import FAIRNESS_KEY, Record
from game.match.setup import PERSON_KIND
from game.network import messages
from game.network.described import Described
from game.network.guest import Budget
from game.network.guest import Guest as Connection
from game.network.invitation import Invitation, encode_invitation
from game.network.knock import Knocks
from game.network.table import HostTable
from game.network.table_files import StoredTable
from game.network.table_people import hash_key
from game.rules import GAMES
from game.session.encoding import MessageDecoder, encode_message
from game.session.host import MatchHost
from game.session.messages import (
    Answer,
    ChatLine,
    Command,
    DeadlineMessage,
    FirstMessage,
    HostMessage,
    MatchStatus,
    ProofMessage,
    Ready,
    ReportShown,
    SessionMessage,
    TakeAction,
    TransitionMessage,
    Turn,
)
from game.session.turn_clock import identify_turn
from game.shuffling.shuffle import ShuffleContext, compute_word_commitment
from game.storage.match_rows import SavedMatch
from game.storage.matches import MatchRepository
from tests.fakes import FakeClock, FakeStorageThread, FakeWorker, make_folders
from tests.network.person import Person

SECRET = "5e" * 16
SHUFFLE_MARK = b'{"type":"shuffle"'
MATCH_MESSAGES = (FirstMessage, TransitionMessage, MatchStatus, Answer, DeadlineMessage, ChatLine, ProofMessage)
OWNER_KEY = "0f" * 32
INVITATION = Invitation(("127.0.0.1",), 1, bytes(32), bytes.fromhex(SECRET))
"""The invitation of a host that does not listen."""
replace = msgspec.structs.replace
M = TypeVar("M")
N = TypeVar("N", bound=HostMessage)
ONE_DEAL = RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 1})
TWO_DEALS = RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 2})
SEVEN_DEALS = RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 7})
DECLARED = RuleSet(game="muscio", preset="gattorna", changes={"turn_seconds": 60, "bar_minutes": 10, "exit_votes": 3})
"""A match in which the players declare something before the first card, with a turn timer."""
CLOCKED = RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 1, "turn_seconds": 60, "bar_minutes": 10})
TALKATIVE = RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 1, "talk": "free"})


def make_word(name: str, shuffle: messages.Shuffle) -> str:
    """Return the word of the person called ``name`` for the present round."""
    return sha256(f"{name} {shuffle.deal} {len(shuffle.rounds)}".encode()).hexdigest()


def make_key(seat: int) -> str:
    """Return the key of a seat in a match that `Host.resume` continues."""
    return f"{seat:064x}"


def add_words(record: Record, seats: Collection[int]) -> Record:
    """Return the record as one of a match to whose shuffles the people at ``seats`` have contributed.

    The packs do not follow from the words, which can be seen once a deal is over.
    """
    words = [{"seat": seat, "commitment": "c" * 64, "word": "d" * 64} for seat in sorted(seats)]
    fairness = {"seal": "5" * 64, "rounds": [words]}
    deals = tuple(replace(deal, extra={FAIRNESS_KEY: fairness}) for deal in record.deals)
    return replace(record, deals=deals, extra={FAIRNESS_KEY: {"match": "e" * 32}})


class State(NamedTuple):
    """The last state of the match that a guest got."""

    observation: Observation
    revision: int
    turn: Turn


class Guest(Person):
    """A guest at the table; ``messages``: those it has received, ``received_bytes``: the same as bytes.

    ``commits``, ``opens``: whether it commits to its words for the shuffles, and opens them. ``language``: in which it
    gets the table in words; its state of the match is then that which the host has for its seat.
    """

    def __init__(
        self, host: Host, name: str, token: str, owner_key: str, run: str, earlier_keys: tuple[str, ...],
        color: str, avatar_number: int, match: int = 0, language: str = "",
    ) -> None:  # fmt: skip
        self.name = name
        self.host = host
        self.connection = Connection(Budget(host.clock), lambda: None)
        self.messages: list[HostMessage] = []
        self.received_bytes: list[bytes] = []
        self.commits = self.opens = True
        self._token = token
        self._language = language
        self._number = 0
        self._decoder = MessageDecoder(GAMES[host.stored.rules.game])
        self._results: list[DealResult] = []
        self._state: State | None = None
        self._shuffle: messages.Shuffle | None = None
        hello = messages.Hello(
            program="1", protocol=messages.PROTOCOL_VERSION, rules=messages.list_rules_versions(), token=token
        )
        enter = messages.Enter(
            name=name, run=run, owner_key=owner_key, earlier_keys=earlier_keys, color=color,
            avatar_number=avatar_number, match=match, language=language,
        )  # fmt: skip
        host.table.enter(self.connection, hello, enter)

    def send(self, message: SessionMessage) -> None:
        self.send_text(encode_message(message))

    def send_text(self, text: bytes | str) -> None:
        """Send a text that need not be a message."""
        self.host.table.handle(self.connection, self.host.table.decoder.decode(text, SessionMessage))

    def read(self) -> list[HostMessage]:
        """Return the messages since the last call."""
        data = [self.connection.take_outgoing() for _number in range(len(self.connection.outgoing))]
        received = [self.decode(part) for part in data]
        self.received_bytes += data
        self.messages += received
        for message in received:
            self._note(message)
        return received

    def decode(self, text: bytes) -> HostMessage:
        """Return the message of the host that ``text`` encodes."""
        return self._decoder.decode(text, HostMessage)

    def _note(self, message: HostMessage) -> None:
        if isinstance(message, messages.Shuffle):
            self._shuffle = message
        elif isinstance(message, (FirstMessage, TransitionMessage)):
            first = message.result_count if isinstance(message, TransitionMessage) else 0
            self._results[first:] = message.results
            observation = replace(message.views[0].observation, results=tuple(self._results))
            self._state = State(observation, message.revision, message.turn)

    def find_shuffle(self) -> messages.Shuffle | None:
        """Return the last words for a shuffle that the guest got; they need not be read yet."""
        waiting = (data for data in reversed(self.connection.outgoing) if SHUFFLE_MARK in data)
        for data in waiting:
            message = self.decode(data)
            assert isinstance(message, messages.Shuffle)
            return message
        return self._shuffle

    def contribute(self) -> None:
        """Commit to a word for the shuffle, or open it, as a guest's program does."""
        match = self.host.table.match
        seat, shuffle = None if match is None else match.find_guest(self.connection), self.find_shuffle()
        if seat is None or shuffle is None or shuffle.deal <= self.host.deal_count:
            return
        word, number, words = make_word(self.name, shuffle), len(shuffle.rounds), shuffle.rounds[-1]
        is_listed = all(entry.commitment for entry in words)
        if seat.seat not in [entry.seat for entry in words]:
            return
        if not is_listed and self.commits:
            context = ShuffleContext("", shuffle.deal, match_uid=shuffle.match)
            commitment = compute_word_commitment(context, shuffle.seal, seat.seat, word)
            self.send(messages.CommitWord(deal=shuffle.deal, round=number, commitment=commitment))
        elif is_listed and self.opens and not all(entry.word for entry in words):
            self.send(messages.OpenWord(deal=shuffle.deal, round=number, word=word))

    def find_last(self, kind: type[M]) -> M | None:
        self.read()
        return next((message for message in reversed(self.messages) if isinstance(message, kind)), None)

    def get_last(self, kind: type[M]) -> M:
        """Return the last message of this class. Raise AssertionError if there is none."""
        message = self.find_last(kind)
        assert message is not None, kind
        return message

    @property
    def refusal(self) -> str:
        refused = self.find_last(messages.Refused)
        return "" if refused is None else refused.code

    @property
    def key(self) -> str:
        message = self.find_last(messages.SeatKey)
        return "" if message is None else message.key

    @property
    def lobby(self) -> messages.Lobby:
        return self.get_last(messages.Lobby)

    @property
    def state(self) -> str:
        """The state that the host has told last."""
        return self.get_last(messages.Welcome).state

    @property
    def watcher_names(self) -> tuple[str, ...]:
        return self.get_last(messages.WatcherNames).names

    @property
    def presence(self) -> messages.Presence:
        return self.get_last(messages.Presence)

    @property
    def match_number(self) -> int:
        """The number of the match at this table, 1 for the first."""
        return self.get_last(messages.Welcome).match

    @property
    def match_without_record(self) -> int:
        """The number of the match that it has seen and of which it has no record, 0 without one."""
        self.read()
        number = missing = 0
        for message in self.messages:
            if isinstance(message, messages.Welcome):
                number = message.match
            elif isinstance(message, FirstMessage):
                missing = missing or number
            elif isinstance(message, messages.RecordPart) and message.is_last:
                missing = 0
        return missing

    @property
    def records(self) -> list[bytes]:
        """The records that have arrived, one for each match."""
        self.read()
        parts = [message for message in self.messages if isinstance(message, messages.RecordPart)]
        ends = [index + 1 for index, part in enumerate(parts) if part.is_last]
        return ["".join(part.data for part in parts[start:end]).encode() for start, end in pairwise([0, *ends])]

    def list_match_messages(self) -> list[HostMessage]:
        self.read()
        return [message for message in self.messages if isinstance(message, MATCH_MESSAGES)]

    def list_news(self, kind: type[N]) -> list[N]:
        """Return the messages of this class about the match."""
        return [message for message in self.list_match_messages() if isinstance(message, kind)]

    @property
    def answers(self) -> list[Answer]:
        return self.list_news(Answer)

    @property
    def chat_lines(self) -> list[tuple[int | None, str]]:
        """The seats and texts of what people have said since this connection began; a watcher has the seat None."""
        return [(line.message.seat, line.message.text) for line in self.list_news(ChatLine)]

    @property
    def has_match(self) -> bool:
        return bool(self.list_match_messages())

    @property
    def observation(self) -> Observation:
        return self._find_state().observation

    @property
    def revision(self) -> int:
        return self._find_state().revision

    @property
    def turn(self) -> tuple[int, int]:
        """The deal and the number of the action that is next."""
        return self._find_state().turn

    @property
    def seat(self) -> int:
        seat = self.observation.seat
        assert seat is not None
        return seat

    @property
    def is_on_turn(self) -> bool:
        return bool(self.observation.legal_actions)

    def _find_state(self) -> State:
        self.read()
        if self._language:
            assert self.host.table.match is not None, "no match yet"
            match, seat = self.host.match, self.host.table.match.find_guest(self.connection)
            observation = observe(match.match, None if seat is None else seat.seat)
            return State(observation, match.revision, identify_turn(match.record))
        assert self._state is not None, "no match yet"
        return self._state

    def report_shown(self) -> None:
        self.send(Command(ReportShown(self.revision)))

    def act(self, action: Action | None = None, *, number: int | None = None, turn: Turn | None = None) -> int:
        """Send an action, the first legal one without ``action``; return its number."""
        self._number += 1
        number = self._number if number is None else number
        action = self.observation.legal_actions[0] if action is None else action
        self.send(Command(TakeAction(action), number, turn=self.turn if turn is None else turn))
        return number

    def play(self, action: Action | None = None, **options: Any) -> None:
        """Send an action as `act` does, and let the host store and show it."""
        self.act(action, **options)
        self.host.update()

    def ask(self, message: SessionMessage) -> None:
        """Send a message, and let the host do what follows from it."""
        self.send(message)
        self.host.update()

    @property
    def described(self) -> Described:
        """The table in words as the host has told it last."""
        return self.get_last(Described)

    def leave_match(self) -> None:
        self.play(LeaveMatch(self.seat))
        assert self.answers[-1].reason is None

    def leave_table(self) -> None:
        """Leave the match, and close the connection."""
        self.leave_match()
        self.lose_connection()

    def vote_to_end(self) -> None:
        self.play(VoteToEnd(self.seat))

    def lose_connection(self) -> None:
        self.host.leave(self)

    def connect_again(self, run: str = "cc", **changes: Any) -> Guest:
        """Return the guest of a program that was started again, with the key of the seat."""
        known = {"token": self.key or self._token, "run": run, "match": self.match_without_record}
        return self.host.join(self.name, **{**known, **changes})


class Host:
    """The host of a table, whose clock, storage and computer players a test controls.

    ``neighbor``: the host of another table on the same machine. ``set_back_s``: by how much the system clock of the
    host is behind.
    """

    def __init__(
        self, home: Path, rules: RuleSet = ONE_DEAL, seats: int = 2, seed: int = 5, *,
        clock: FakeClock | None = None, worker: FakeWorker | None = None, neighbor: Host | None = None,
        level: str = "",
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
            name="Bar Sport", rules=rules, seat_count=seats, port=0, secret=SECRET, owner_key=OWNER_KEY, level=level,
        )  # fmt: skip
        self.invitation = INVITATION
        self.knocks = Knocks(lambda: encode_invitation(self.invitation))
        self.guests: list[Guest] = []
        self._seed = seed
        self.table: HostTable = self._make_table()

    def _read_system_clock(self) -> float:
        return self.clock() - self.set_back_s

    def _make_table(self) -> HostTable:
        services: Any = {"storage": self.storage, "ai_client": AIClient(self.worker, 0), "clock": self.clock}

        def keep(stored: StoredTable) -> None:
            self.stored = stored

        def store(stored: StoredTable) -> Future[object]:
            return self.storage.submit(keep, stored)

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
                self.storage.call(MatchRepository.open_match, match_id).result()
                for match_id in (self.stored.match_id, *earlier_ids)
            )  # fmt: skip
            self.table.resume(saved, earlier)

    def resume(self, record: Record, kinds: tuple[str, ...]) -> None:
        """Continue the match of a record, to which people come with the keys of `make_key`."""
        people = [seat for seat, kind in enumerate(kinds) if kind == PERSON_KIND]
        record = add_words(record, people)
        match_id = self.storage.call(MatchRepository.create_match, record, kinds, 7, {}).result()
        key_hashes = {seat: hash_key(make_key(seat)) for seat in people}
        rules = make_preset_rule_set(record.game_id, record.preset)
        self.stored = replace(self.stored, rules=rules, match_id=match_id, key_hashes=key_hashes)
        self.table = self._make_table()
        self.table.resume(
            SavedMatch(id=match_id, record=record, player_kinds=kinds, seed=7, notes={}, idle_seconds=0.0)
        )

    def join(
        self, name: str, *, token: str = SECRET, is_owner: bool = False, run: str = "",
        earlier_keys: tuple[str, ...] = (), contributes: bool = True, color: str = "", avatar_number: int = 0,
        match: int = 0, language: str = "",
    ) -> Guest:  # fmt: skip
        owner_key, run = OWNER_KEY if is_owner else "", run or name.encode().hex()
        guest = Guest(self, name, token, owner_key, run, earlier_keys, color, avatar_number, match, language)
        guest.commits = guest.opens = contributes
        self.guests.append(guest)
        self.update()
        return guest

    def leave(self, guest: Guest) -> None:
        self.table.leave(guest.connection)
        self.guests = [other for other in self.guests if other is not guest]
        self.update()

    def start(self, *names: str) -> list[Guest]:
        """Return the guests of a match that has dealt its first cards; the first one is the owner."""
        guests = [self.join(name, is_owner=index == 0) for index, name in enumerate(names)]
        for guest in guests:
            guest.send(Command(Ready()))
        guests[0].send(messages.StartMatch())
        self.update()
        self.settle(guests)
        return guests

    def make_ready(self, guests: Iterable[Guest]) -> None:
        """Let people say that they are ready, and let the host do what follows from it."""
        for guest in guests:
            guest.send(Command(Ready()))
        self.update()

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
    def match(self) -> MatchHost:
        """The match with its hidden cards."""
        assert self.table.match is not None
        return self.table.match.host

    @property
    def deal_count(self) -> int:
        """The number of deals that the host has begun."""
        return 0 if self.table.match is None else len(self.match.record.deals)

    @property
    def action_count(self) -> int:
        """The number of actions in the last deal."""
        return len(self.match.record.deals[-1].actions)

    @property
    def is_between_deals(self) -> bool:
        """Whether the match waits for people who are ready for the next deal."""
        return self.table.match is not None and self.match.is_between_deals

    def is_blocked(self, guest: Guest) -> bool:
        """Return whether another table of the same host refuses somebody who has the key of this guest."""
        other = Host(Path(), CLOCKED, 4, neighbor=self)
        return other.join("Robert", run="0b", earlier_keys=(guest.key,)).refusal == "barred"

    def play_on(self, guests: list[Guest], count: int = 1) -> None:
        """Let the guest on turn play their first card, ``count`` times."""
        for _turn in range(count):
            self.get_guest_on_turn(guests).act()
            self.update()
            self.settle(guests)

    def let_time_run_out(self) -> None:
        """Let the time of a turn be over; the host is awake all the time."""
        for _time in range(20):
            self.update(4.0)

    def play_until(self, guests: list[Guest], is_reached: Callable[[], bool]) -> None:
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
                if guest.is_on_turn:
                    guest.act()
        raise AssertionError("it never came")

    def play_match(self, guests: list[Guest]) -> None:
        """Let the guests play the match to its end, against computers at the seats of others."""
        self.play_until(guests, lambda: all(guest.observation.is_over for guest in guests))

    def play_deal(self, guests: list[Guest], silent: Guest | None = None) -> float:
        """Let the guests play the deal to its end, and return the seconds that it took.

        Time passes only while none of them is on turn. ``silent``: whose screen reports nothing.
        """
        started_at = self.clock()
        for _turn in range(1000):
            if self.is_between_deals or self.match.match.is_over:
                return self.clock() - started_at
            on_turn = [guest for guest in guests if guest.is_on_turn]
            for guest in on_turn:
                guest.act()
            self.update(0.0 if on_turn else 1.0)
            self.settle([guest for guest in guests if guest is not silent])
        raise AssertionError("the deal did not end")

    def play_deals_on_slow_disk(self, guests: list[Guest]) -> None:
        """Let people play the deals of a match to its end, while every write takes longer than an update."""
        self.storage.is_paused = True
        while not guests[0].observation.is_over:
            for guest in guests:
                if guest.is_on_turn:
                    guest.act()
                elif self.is_between_deals:
                    guest.send(Command(Ready()))
            self.update(0.1)
            self.storage.run_waiting_calls()
            self.settle(guests)
        self.storage.is_paused = False

    def settle(self, guests: list[Guest]) -> None:
        """Let all screens show everything, until nothing happens without a person."""
        for _round in range(4):
            for guest in guests:
                guest.report_shown()
            self.update()
            if not any(guest.connection.outgoing for guest in guests):
                return

    def get_guest_on_turn(self, guests: list[Guest]) -> Guest:
        return next(guest for guest in guests if guest.is_on_turn)

    def split_by_turn(self, guests: list[Guest]) -> list[Guest]:
        """Return the guest on turn, then the others."""
        return sorted(guests, key=lambda guest: not guest.is_on_turn)


def start_match(home: Path, rules: RuleSet = ONE_DEAL, *names: str) -> tuple[Host, list[Guest]]:
    """Return a host and the guests of a match that has dealt its first cards, Ann, the owner, and Bob if not named."""
    names = names or ("Ann", "Bob")
    host = Host(home, rules, len(names))
    return host, host.start(*names)
