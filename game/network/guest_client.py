"""A guest's end of the network: it keeps a connection to a table, in a thread of its own.

The thread decodes messages and keeps what is known of the table; a frame only reads it and never waits.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from game.core.events import UnknownEvent
from game.core.messages import Reason
from game.match.setup import PERSON_KIND
from game.network.host_check import HostCheck
from game.network.invitation import Invitation, encode_invitation
from game.network.messages import (
    PROTOCOL_VERSION,
    Enter,
    FinishedDeal,
    Hello,
    Lobby,
    LobbySeat,
    Presence,
    RecordPart,
    Refused,
    SeatKey,
    Shuffle,
    WaitingGuests,
    Welcome,
    list_rules_versions,
)
from game.network.pinned_connection import (
    NETWORK_ERRORS,
    PING_INTERVAL_S,
    PING_TIMEOUT_S,
    WrongHostError,
    connect_to_host,
)
from game.network.seat_store import SeatStore
from game.network.seen_match import SeenMatch
from game.network.shuffle_check import make_word
from game.network.table_files import MAX_EARLIER_MATCHES, GuestSeat, SeatKeys
from game.network.websocket import WebSocket
from game.rules import GAMES
from game.session.annotations import DealMarks, HandOrders, parse_hand_orders, parse_marks
from game.session.encoding import MessageDecoder, MessageError, UnknownTypeError, encode_message
from game.session.match_info import MatchInfo
from game.session.messages import (
    Answer,
    ArrangeHand,
    ChatLine,
    Command,
    DeadlineMessage,
    FirstMessage,
    HintMessage,
    HostMessage,
    MarkSeat,
    MatchStatus,
    ProofMessage,
    Ready,
    SeatNotes,
    SeatView,
    SessionMessage,
    TakeAction,
    TransitionMessage,
)
from game.session.penalties import ChatMessage
from game.storage.json_documents import JsonDocument
from game.version import VERSION

FIRST_PAUSE_S: Final = 0.25
MAX_PAUSE_S: Final = 15.0
"""The pauses between attempts to connect grow from the first to the longest."""
MAX_DUE_S: Final = 15.0
"""The time after which a host that is there has kept back the record, a deal that is over, or an answer."""
WAKING_S: Final = 5.0
WATCH_INTERVAL_S: Final = 0.5
MAX_SEATS: Final = 16
MAX_RECORD_CHARACTERS: Final = 8_000_000
MAX_WAITING_NEWS: Final = 10_000
DONE_BEFORE: Final = frozenset({"left_already", "voted_already"})
"""The reasons against a departure or a vote that was sent again after it was accepted."""
REFUSALS_TO_TRY_AGAIN: Final = frozenset({"too_many_messages", "bad_message"})
"""After these refusals a guest tries again; after all others it does not."""

replace = msgspec.structs.replace
_log = logging.getLogger(__name__)


class ConnectionState(Enum):
    """The state of a guest's connection; ``LOST`` is followed by attempts to connect, ``ENDED`` is the last."""

    CONNECTING = "connecting"
    CONNECTED = "connected"
    LOST = "lost"
    ENDED = "ended"


class Person(msgspec.Struct, frozen=True):
    """The person who comes to a table, as the others see them."""

    name: str
    color: str = ""
    avatar_number: int = 0


class FinishedMatch(NamedTuple):
    """The record of a finished match, with the data of its session."""

    data: bytes
    info: MatchInfo


class GuestClient:
    """The connection of one person to one table; it is renewed after every loss until `close` or a refusal.

    All attributes are for reading in any thread. ``has_answered``: whether the host has sent a message, also a refusal;
    ``refusal``: the code of the reason for which the host ended the connection, "" before; ``refused_minutes``: until
    that reason is gone, 0 if it has no end; ``welcome``, ``lobby``, ``presence``, ``shuffle``, ``waiting_names``: the
    last message of that kind; ``record``: the bytes of the finished match's record; ``finished_matches``: those with a
    record that nobody has taken, the oldest first; ``lost_at``: when the connection was lost, by ``clock``; ``people``:
    those of the match, as the lobby had them.
    ``muted_seats``: the people of the match whose chat the person does not want to see.
    ``news``: the messages of the match that nobody has taken, the oldest first; another match has another deque.
    ``on_news``: called in the thread of the client after every change. ``rng``: of this thread alone, for the pauses
    between attempts to connect.
    ``seat_keys``: the document with the keys of this machine's seats, and the notes of their people; without it the
    client keeps them in memory.
    ``make_word``: returns the word that the person contributes to a shuffle.
    """

    def __init__(
        self,
        invitation: Invitation,
        person: Person,
        *,
        clock: Callable[[], float],
        rng: Random,
        owner_key: str = "",
        seat_keys: JsonDocument[SeatKeys] | None = None,
        make_word: Callable[[], str] = make_word,
    ) -> None:
        self.invitation = invitation
        self.person = person
        self.state = ConnectionState.CONNECTING
        self.has_answered = False
        self.refusal = ""
        self.refused_minutes = 0
        self.welcome: Welcome | None = None
        self.lobby: Lobby | None = None
        self.presence: Presence | None = None
        self.shuffle: Shuffle | None = None
        self.waiting_names: tuple[str, ...] = ()
        self.record: bytes | None = None
        self.finished_matches: deque[FinishedMatch] = deque()
        self.lost_at: float | None = None
        self.people: tuple[LobbySeat, ...] = ()
        self.muted_seats = frozenset[int]()
        self.news: deque[HostMessage] = deque()
        self.on_news: Callable[[], None] = lambda: None
        self._presence_at = 0.0
        self._make_word = make_word
        self._match_number = 1
        self._first_dealer: int | None = None
        self._next_dealer: int | None = None
        self._check = self._make_check(SeenMatch())
        self._seat_key = ""
        self._owner_key = owner_key
        self._store = SeatStore(seat_keys, invitation)
        self._marks, self._hand_orders = DealMarks(), HandOrders()
        self._clock = clock
        self._rng = rng
        self._run = secrets.token_hex(16)
        self._decoder = MessageDecoder()
        self._unanswered: dict[int, Command] = {}
        self._sent_again = set[int]()
        self._unknown_event_count = 0
        self._record_parts = list[str]()
        self._was_let_in = self._was_displaced = self._forgets_seat = self._begins_match = False
        self._info: MatchInfo | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._outgoing: asyncio.Queue[SessionMessage] | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_closed = threading.Event()
        self._thread = threading.Thread(target=self._run_thread, name="guest", daemon=True)

    # -- for the thread of the window

    def start(self) -> None:
        """Start to connect, in the background."""
        self._thread.start()

    @property
    def is_connected(self) -> bool:
        """Whether the host is there and has let the person in."""
        return self.state is ConnectionState.CONNECTED

    @property
    def lost_seconds(self) -> float | None:
        """The seconds since the connection was lost, None while it is there."""
        lost_at = self.lost_at
        return None if lost_at is None else self._clock() - lost_at

    @property
    def away_seconds(self) -> dict[int, float]:
        """Return the seconds since each absent person of the match went away, by seat."""
        people = () if self.presence is None else self.presence.people
        seconds = self._clock() - self._presence_at
        return {person.seat: person.away_seconds + seconds for person in people if person.away_seconds is not None}

    @property
    def host_fault(self) -> Reason | None:
        """The first thing that the host did against the rules, or None."""
        return self._check.fault

    @property
    def due(self) -> tuple[str, int] | None:
        """The kind and the number of the next thing that the host must send, or None; see `HostCheck.due`."""
        return self._check.due

    def report_nonsense(self) -> None:
        """Name the host for a message that makes no sense."""
        self._check.report("host_nonsense")

    @property
    def is_deal_unopened(self) -> bool:
        """Whether the host has ended the table without showing the last deal as a whole."""
        return self.refusal == "ended" and self._check.is_deal_open

    @property
    def late_words(self) -> tuple[tuple[int, int], ...]:
        """The words that were missing, so that the cards were shuffled again, as deal number and seat."""
        return self._check.words.late_words

    @property
    def deals_without_word(self) -> tuple[int, ...]:
        """The deals that were shuffled without the word of this guest."""
        return self._check.words.deals_without_word

    @property
    def is_word_excluded(self) -> bool:
        """Whether the host takes no more words from this guest in this match."""
        return self._check.words.is_excluded

    @property
    def match_without_record(self) -> int:
        """The number of the match of which a part was seen, and that has no record yet; 0 without one."""
        return self._match_number if self._seat_key and self.record is None else 0

    @property
    def has_match(self) -> bool:
        """Whether the first message of a match has arrived, so that a session can be made."""
        return bool(self.news) and isinstance(self.news[0], FirstMessage)

    def send(self, message: SessionMessage) -> None:
        """Send a message. An action is sent again after a lost connection until it is answered; others may be lost."""
        if isinstance(message, Command) and isinstance(message.request, TakeAction):
            self._unanswered[message.number] = message
            self._call_in_thread(self._queue_action, message)
        else:
            self._call_in_thread(self._queue, message)

    def report_ready(self, *, is_ready: bool = True) -> None:
        """Tell the host whether the person is ready for the match in the lobby, or for another one after its end."""
        self.send(Command(Ready(is_ready)))

    def keep_note(self, deal: int, seat: int, request: MarkSeat | ArrangeHand) -> None:
        """Keep a mark or a hand order of the person at ``seat`` in the deal with the number ``deal``.

        It is stored in the background. The host does not get it.
        """
        if isinstance(request, ArrangeHand):
            self._hand_orders = self._hand_orders.with_order(deal, seat, request.hand)
        else:
            self._marks = self._marks.with_mark(deal, seat, request.marked_seat, request.word)
        self._call_in_thread(self._store_notes)

    def mute(self, seat: int, is_muted: bool) -> None:
        """Keep whether the person wants to see the chat of ``seat`` in this match. The host does not get it."""
        self.muted_seats = self.muted_seats | {seat} if is_muted else self.muted_seats - {seat}
        self._call_in_thread(self._store_notes)

    def _call_in_thread(self, function: Callable[..., object], *arguments: Any) -> None:
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # the loop was closed just now
                loop.call_soon_threadsafe(function, *arguments)

    def close(self, timeout_s: float = 2.0, *, forgets_seat: bool = False) -> None:
        """Close the connection and end the thread. The seat stays; ``forgets_seat``: its key is no longer needed."""
        self._forgets_seat = forgets_seat
        self._is_closed.set()
        if self._task is not None:
            self._call_in_thread(self._task.cancel)
        self.wait_until_ended(timeout_s)

    def wait_until_ended(self, timeout_s: float = 2.0) -> None:
        """Wait until the thread has ended after `close`, so that a seat it forgets is gone; for another thread."""
        if self._thread.is_alive():
            self._thread.join(timeout_s)

    # -- the thread

    def _queue(self, message: SessionMessage) -> None:
        if self._outgoing is not None:
            self._outgoing.put_nowait(message)

    def _queue_action(self, command: Command) -> None:
        """Send an action once it is stored that this program has sent it."""
        self._note_actions()
        self._queue(command)

    def _note_actions(self) -> None:
        """Store the actions that are on their way, before the host can show anything that follows from them."""
        for command in list(self._unanswered.values()):
            if isinstance(command.request, TakeAction):
                self._check.actions.note_sent(command.number, command.turn, str(command.request.action))

    def _run_thread(self) -> None:
        try:
            self._load_seat()
            with suppress(asyncio.CancelledError):
                asyncio.run(self._keep_connected())
            if self._forgets_seat:
                self._forget_seat()
        except Exception:  # the person must learn of any error
            _log.exception("the connection to a table failed")
            self.refusal = "connection_failed"
        self.state = ConnectionState.ENDED
        self.on_news()

    def _load_seat(self) -> None:
        """Read what this machine has stored of the person's seat."""
        seat = self._store.read()
        if seat is not None:
            self._seat_key, self.people = seat.key, seat.people
            self._marks, self._hand_orders = parse_marks(seat.marks), parse_hand_orders(seat.hand_orders)
            self._match_number, self.muted_seats = seat.match_number, seat.muted_seats
            self._first_dealer, self._next_dealer = seat.first_dealer, seat.next_dealer
            self._check = self._make_check(seat.seen)

    def _make_check(self, seen: SeenMatch) -> HostCheck:
        return HostCheck(
            seen, self._store_seen, self._make_word, is_dealer_drawn=self._match_number == 1,
            first_dealer=self._first_dealer,
        )  # fmt: skip

    def _replace_check(self) -> None:
        """Check what comes from now on by itself; what the host has done stays named."""
        fault = self._check.fault
        self._check = self._make_check(SeenMatch())
        self._check.fault = fault

    def _begin_match(self, number: int) -> None:
        """Forget the earlier match at this table: the host has begun another one."""
        if number < self._match_number:
            self._check.report("host_went_back")
        elif number <= self._match_number + MAX_EARLIER_MATCHES:  # for these, a host keeps the record for each person
            self._check.finish()
        self._first_dealer = self._next_dealer if number == self._match_number + 1 else None
        self._match_number, self._next_dealer = number, None
        self._replace_check()
        self.record, self.presence, self.shuffle, self._begins_match = None, None, None, True
        self.muted_seats = frozenset()
        self._marks, self._hand_orders = DealMarks(), HandOrders()
        self._unanswered.clear()
        self._sent_again.clear()
        self._record_parts.clear()
        self._store.update(lambda keys: keys.with_match(self.invitation, number, self._first_dealer))

    async def _keep_connected(self) -> None:
        self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
        pause = FIRST_PAUSE_S
        while not self._is_closed.is_set():
            self._was_let_in = False
            try:
                connection = await connect_to_host(self.invitation, is_owner=bool(self._owner_key))
            except WrongHostError:
                if self.welcome is None:
                    self.refusal = "wrong_host"
                    return
                self._note_loss()  # in another network, another machine can have the address of the host
            except NETWORK_ERRORS:
                self._note_loss()
            else:
                try:
                    await self._use(connection)
                except (TimeoutError, OSError):
                    pass
                except (ValueError, LookupError) as error:
                    _log.warning("the host sent %s", error)
                    self.report_nonsense()
                    self.refusal = "bad_host"
                finally:
                    connection.transport.abort()
                self._note_loss()
            is_first_displacement = self.refusal == "displaced" and not self._was_displaced
            if is_first_displacement:
                self._was_displaced = True  # perhaps by a late connection of a killed program: then the seat is free
            elif self.refusal and self.refusal not in REFUSALS_TO_TRY_AGAIN:
                is_key_invalid = self.refusal == "wrong_token" and bool(self._seat_key)
                if is_key_invalid or self.refusal in ("ended", "removed"):
                    self._forget_seat()
                if not is_key_invalid:
                    return
                self._replace_check()  # the owner can readmit the person to another seat
            pause = FIRST_PAUSE_S if self._was_let_in and not self.refusal else min(2 * pause, MAX_PAUSE_S)
            self.refusal = ""
            await asyncio.sleep(pause * self._rng.uniform(0.7, 1.0))

    def _note_loss(self) -> None:
        self._outgoing = None
        if self.lost_at is None:
            self.lost_at = self._clock()
        if self.state is ConnectionState.CONNECTED:
            self.state = ConnectionState.LOST
            self.on_news()

    async def _use(self, connection: WebSocket) -> None:
        token = self._seat_key or self.invitation.secret.hex()
        person = self.person
        earlier_keys = () if self._seat_key else self._store.list_earlier_keys()  # they show who comes without a key
        hello = Hello(program=VERSION, protocol=PROTOCOL_VERSION, rules=list_rules_versions(), token=token)
        enter = Enter(
            name=person.name, run=self._run, color=person.color, avatar_number=person.avatar_number,
            owner_key=self._owner_key, earlier_keys=earlier_keys, match=self.match_without_record,
        )  # fmt: skip
        for message in (hello, enter):
            await connection.send(encode_message(message))
        self._outgoing = asyncio.Queue()
        self._begin_connection()
        tasks = [
            asyncio.create_task(self._send(connection, self._outgoing)),
            asyncio.create_task(self._watch(connection)),
            asyncio.create_task(connection.keep_alive(PING_INTERVAL_S, PING_TIMEOUT_S)),
        ]
        try:
            async for data in connection:
                with suppress(UnknownTypeError):  # of a newer version
                    self._take(self._decoder.decode(data, HostMessage))
                self.on_news()
        finally:
            for task in tasks:
                task.cancel()

    def _begin_connection(self) -> None:
        """Forget what the host sends again in a new connection."""
        self._record_parts.clear()
        self._check.begin_connection()
        seat = self._store.read()
        if seat is not None and seat.match_number == self._match_number:
            self._check.log.take_over(seat.seen)

    async def _watch(self, connection: WebSocket) -> None:
        """Name a host that is there but keeps back what is due.

        A host that was asleep answers to a ping once it is awake, and then has time to send the rest.
        """
        due, since = None, self._clock()
        with suppress(ConnectionError):
            while True:
                await asyncio.sleep(WATCH_INTERVAL_S)
                if self._check.due != due:
                    due, since = self._check.due, self._clock()
                elif due is not None and self._clock() - since > MAX_DUE_S:
                    await connection.ping()
                    await asyncio.sleep(WAKING_S)
                    if self._check.due == due:
                        self._check.report(f"host_no_{due[0]}", due[1] if due[0] == "deal" else None)
                        self.on_news()
                        return
                    since = self._clock()

    async def _send(self, connection: WebSocket, outgoing: asyncio.Queue[SessionMessage]) -> None:
        with suppress(ConnectionError):
            while True:
                await connection.send(encode_message(await outgoing.get()))

    def _take(self, message: HostMessage) -> None:
        """Keep what a message of the host says. Raise MessageError if it makes no sense here."""
        self.has_answered = True
        self._note_actions()
        match message:
            case Refused(code=code, minutes=minutes):
                self.refusal, self.refused_minutes = code, minutes
                if code == "ended":
                    self._check.take_end()
            case Welcome():
                self.welcome, self._decoder = message, MessageDecoder(GAMES.get(message.game))
                self._was_let_in = True
                self.state, self.lost_at = ConnectionState.CONNECTED, None
                if message.state != "lobby" and message.match != self._match_number:
                    self._begin_match(message.match)
                self._check.take(message)
                if message.state == "match":
                    self._store.renew_invitation()
            case Lobby():
                self.lobby = message
                self._check.take(message)
            case SeatKey(key=key):
                self._check.take(message)
                self._keep_seat_key(key)
            case Presence():
                self.presence, self._presence_at = message, self._clock()
                self._check.take(message)
            case WaitingGuests(names=names):
                self.waiting_names = names
            case RecordPart(data=data, is_last=is_last):
                self._take_record(data, is_last)
            case Shuffle():
                self.shuffle = message
                contribution = self._check.take(message)
                if contribution is not None:
                    self._queue(contribution)
            case FinishedDeal():
                self._check.take(message)
            case FirstMessage():
                self._take_first(message)
            case TransitionMessage():
                self._take_step(message)
            case HintMessage():
                raise MessageError("a message that is none of a table")
            case _:
                self._take_news(message)

    def _keep_seat_key(self, key: str) -> None:
        """Store the key of the seat, before anything of the match is shown."""
        self._seat_key = key
        if self.lobby is not None:
            self.people = tuple(seat for seat in self.lobby.seats if seat.kind == PERSON_KIND)
        seat = GuestSeat(
            key=key, invitation=encode_invitation(self.invitation), name=self.person.name, people=self.people,
            table="" if self.welcome is None else self.welcome.table, seen=self._check.log.seen,
            match_number=self._match_number, first_dealer=self._first_dealer, next_dealer=self._next_dealer,
        )  # fmt: skip
        self._store.update(lambda keys: keys.with_seat(self.invitation, seat))

    def _store_seen(self, seen: SeenMatch) -> None:
        """Store what the host has shown of the match, and the words and actions of this guest."""
        self._store.update(lambda keys: keys.with_seen(self.invitation, seen))

    def _store_notes(self) -> None:
        marks, hand_orders, muted_seats = self._marks, self._hand_orders, self.muted_seats
        self._store.update(lambda keys: keys.with_notes(self.invitation, marks, hand_orders, muted_seats))

    def _forget_seat(self) -> None:
        """Remove the stored seat of a table that has ended, or that no longer knows its key.

        Without the key the client comes with the invitation again, and the owner can readmit the person.
        """
        self._seat_key = ""
        self._store.update(lambda keys: keys.without_seat(self.invitation))

    def _take_record(self, data: str, is_last: bool) -> None:
        self._record_parts.append(data)
        if sum(map(len, self._record_parts)) > MAX_RECORD_CHARACTERS:
            raise MessageError("the record is too long")
        if is_last:
            record = "".join(self._record_parts).encode()
            self._check.take_record(record)
            self._keep_next_dealer(self._check.next_dealer)
            if record != self.record and self._info is not None:
                self.record = record
                self.finished_matches.append(FinishedMatch(record, self._info))

    def _keep_next_dealer(self, next_dealer: int | None) -> None:
        """Store who deals first in another match, for a program that is started again before it begins."""
        if next_dealer is not None and next_dealer != self._next_dealer:
            self._next_dealer = next_dealer
            self._store.update(lambda keys: keys.with_next_dealer(self.invitation, next_dealer))

    def _take_first(self, message: FirstMessage) -> None:
        (view,) = message.views
        _check_chat_seats(*message.chat_messages)
        self._info, self._unknown_event_count = message.info, 0
        view = self._skip_unknown_events(view)
        message = replace(message, views=(view,), notes=self._list_notes(view))
        self._check.take(message)
        self._add_news(message)
        for number, command in sorted(self._unanswered.items()):
            is_beside_turn = isinstance(command.request, TakeAction) and command.request.is_beside_turn
            if command.turn == message.turn or is_beside_turn:
                self._sent_again.add(number)
                self._queue_action(command)
            else:
                self._settle(number)

    def _settle(self, number: int) -> None:
        """Await an answer to an action no longer: the match went on, with it or without it."""
        self._unanswered.pop(number, None)
        self._check.actions.settle(number)
        self._add_news(Answer(number, None))

    def _take_step(self, message: TransitionMessage) -> None:
        (view,) = message.views
        if not message.event_count:
            self._unknown_event_count = 0
        event_count = max(0, message.event_count - self._unknown_event_count)
        message = replace(message, views=(self._skip_unknown_events(view),), event_count=event_count)
        self._check.take(message)
        self._add_news(message)

    def _skip_unknown_events(self, view: SeatView) -> SeatView:
        """Return a view with the events that this program knows; the others of the deal are counted."""
        events = tuple(event for event in view.events if not isinstance(event, UnknownEvent))
        self._unknown_event_count += len(view.events) - len(events)
        return replace(view, events=events)

    def _take_news(self, message: HostMessage) -> None:
        """Keep a message of the match that changes no cards."""
        match message:
            case ChatLine(message=line):
                _check_chat_seats(line)
            case ProofMessage() | MatchStatus() | DeadlineMessage():
                self._check.take(message)
            case Answer(number=number, reason=Reason(code="out_of_date")) if number in self._sent_again:
                self._settle(number)
                return
            case Answer(number=number, reason=reason):
                if reason is not None and reason.code in DONE_BEFORE:
                    message, reason = Answer(number, None), None  # the answer to the first time was lost
                self._unanswered.pop(number, None)
                self._check.take(Answer(number, reason))
        self._add_news(message)

    def _list_notes(self, view: SeatView) -> tuple[SeatNotes, ...]:
        """Return the notes of the person in the deal of ``view``."""
        seat, deal = view.seat, view.observation.deal_number
        if seat is None:
            return ()
        marks = tuple(self._marks.get_marks(deal, seat).items())
        return (SeatNotes(seat, marks, self._hand_orders.get_order(deal, seat)),)

    def _add_news(self, message: HostMessage) -> None:
        if len(self.news) > MAX_WAITING_NEWS:
            raise MessageError("too many messages")
        if self._begins_match and isinstance(message, FirstMessage):
            self.news, self._begins_match = deque((message,)), False
        else:
            self.news.append(message)


def _check_chat_seats(*lines: ChatMessage) -> None:
    if not all(0 <= line.seat < MAX_SEATS for line in lines):
        raise MessageError("a chat line of no seat")
