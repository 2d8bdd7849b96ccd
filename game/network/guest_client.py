"""A guest's end of the network: it keeps a connection to a table, in a thread of its own.

The thread decodes messages and keeps what is known of the table; a frame only reads it and never waits.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from functools import partial
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from game.core.events import UnknownEvent
from game.core.messages import Reason
from game.match.observation import Observation
from game.match.setup import PERSON_KIND
from game.network.host_check import HostCheck
from game.network.invitation import Invitation, InvitationError, decode_invitation
from game.network.messages import (
    PROTOCOL_VERSION,
    Enter,
    Hello,
    Lobby,
    Presence,
    Reach,
    RecordPart,
    Refused,
    SeatKey,
    Shuffle,
    WaitingGuests,
    WatcherNames,
    Ways,
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
from game.network.relay_lines import HOST_MISSING_CODES, RelayError
from game.network.seat_store import SeatStore
from game.network.seen_match import SeenMatch
from game.network.table_files import MAX_EARLIER_MATCHES, GuestSeat, LastView, SeatKeys, get_place
from game.network.websocket import WebSocket
from game.rules import GAMES
from game.session.annotations import encode_notes, parse_notes
from game.session.encoding import MessageDecoder, MessageError, UnknownTypeError, encode_message, to_plain
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
    PlayCheck,
    ProofMessage,
    Ready,
    SeatNotes,
    SeatView,
    SessionMessage,
    TakeAction,
    TransitionMessage,
)
from game.storage.json_documents import JsonDocument
from game.text.chat import ChatMessage, is_valid_speaker
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
NEWS_TYPES: Final = (FirstMessage, TransitionMessage, Answer, MatchStatus, DeadlineMessage, ChatLine, ProofMessage)
"""The messages of a match that a session gets."""
REFUSALS_TO_TRY_AGAIN: Final = frozenset({"too_many_messages", "bad_message"})
"""After these refusals a guest tries again; after all others it does not."""

replace = msgspec.structs.replace
_log = logging.getLogger(__name__)


def draw_word() -> str:
    """Return a new word for a shuffle, 64 random hexadecimal digits."""
    return secrets.token_hex(32)


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
    ``is_host_missing``: whether its relay said at the last attempt that the host is not there;
    ``refusal``: the code of the reason for which the host ended the connection, "" before; ``refused_minutes``: until
    that reason is gone, 0 if it has no end; ``welcome``, ``lobby``, ``presence``, ``shuffle``, ``reach``,
    ``waiting_names``, ``watcher_names``: the last message of that kind; ``invitation``: the last one of the host;
    ``record``: the bytes of the finished match's record; ``finished_matches``: those with a record that nobody has
    taken, the oldest first; ``lost_at``: when the connection was lost, by ``clock``; ``check``: of what the host does
    in the match.
    ``news``: the messages of the match that nobody has taken, the oldest first; another match has another deque.
    ``on_news``: called in the thread of the client after every change. ``rng``: of this thread alone, for the pauses
    between attempts to connect.
    ``seat_keys``: the document with the keys of this machine's seats, and the notes of their people; without it the
    client keeps them in memory.
    ``make_word``: returns the word that the person contributes to a shuffle, see `draw_word`.
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
        make_word: Callable[[], str] = draw_word,
    ) -> None:
        self.invitation = invitation
        self.person = person
        self.state = ConnectionState.CONNECTING
        self.has_answered = self.is_host_missing = False
        self.refusal = ""
        self.refused_minutes = 0
        self.welcome: Welcome | None = None
        self.lobby: Lobby | None = None
        self.presence: Presence | None = None
        self.shuffle: Shuffle | None = None
        self.reach: Reach | None = None
        self.waiting_names: tuple[str, ...] = ()
        self.watcher_names: tuple[str, ...] = ()
        self.record: bytes | None = None
        self.finished_matches: deque[FinishedMatch] = deque()
        self.lost_at: float | None = None
        self.news: deque[HostMessage] = deque()
        self.on_news: Callable[[], None] = lambda: None
        self._presence_at = 0.0
        self._make_word = make_word
        self._store = SeatStore(seat_keys, invitation, person.name)
        self.check = self._make_check(SeenMatch())
        self._owner_key = owner_key
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
        self._last_observation: Observation | None = None
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
    def seat(self) -> GuestSeat:
        """The data of the person's seat and of the match at it; its key is "" before the host has given one."""
        return self._store.seat

    @property
    def is_deal_unopened(self) -> bool:
        """Whether the host has ended the table without showing the last deal as a whole."""
        return self.refusal == "ended" and self.check.log.is_deal_open

    @property
    def is_word_excluded(self) -> bool:
        """Whether the host takes no more words from this guest in this match."""
        own_seats = () if self._info is None else self._info.seats
        return self.shuffle is not None and any(seat in self.shuffle.excluded_seats for seat in own_seats)

    @property
    def match_without_record(self) -> int:
        """The number of the match of which a part was seen, and that has no record yet; 0 without one."""
        return self.seat.match_number if self.seat.key and self.record is None else 0

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
        notes = parse_notes(self.seat.notes)
        notes[seat] = notes.get(seat, SeatNotes(seat)).in_deal(deal).with_change(request)
        self._keep(notes=encode_notes(notes))

    def mute(self, seat: int, is_muted: bool) -> None:
        """Keep whether the person wants to see the chat of ``seat`` in this match. The host does not get it."""
        muted_seats = self.seat.muted_seats
        self._keep(muted_seats=muted_seats | {seat} if is_muted else muted_seats - {seat})

    def _keep(self, **changes: Any) -> None:
        self._store.remember(**changes)
        self._call_in_thread(partial(self._store.store, **changes))

    def _call_in_thread(self, function: Callable[..., object], *arguments: Any) -> None:
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # the loop was closed just now
                loop.call_soon_threadsafe(function, *arguments)

    def close(
        self, timeout_s: float = 2.0, *, forgets_seat: bool = False, observation: Observation | None = None
    ) -> None:
        """Close the connection and end the thread.

        The seat stays. ``forgets_seat``: whether its key is no longer needed; ``observation``: the last one, stored if
        the match goes on.
        """
        self._forgets_seat, self._last_observation = forgets_seat, observation
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
                self.check.note_sent(command.number, command.turn, str(command.request.action))

    def _run_thread(self) -> None:
        try:
            self._load_seat()
            with suppress(asyncio.CancelledError):
                asyncio.run(self._keep_connected())
            if self._forgets_seat:
                self._store.remove()
            elif self._last_observation is not None and self._info is not None:
                observation = self._last_observation
                is_going_on = not observation.is_over
                view = to_plain(LastView(self._info.players, observation)) if is_going_on else None
                self._store.store(view=view, updated_at=time.time())
        except Exception:  # the person must learn of any error
            _log.exception("the connection to a table failed")
            self.refusal = "connection_failed"
        self.state = ConnectionState.ENDED
        self.on_news()

    def _load_seat(self) -> None:
        """Read what this machine has stored of the person's seat."""
        self._store.load()
        self.check = self._make_check(self.seat.seen)

    def _make_check(self, seen: SeenMatch) -> HostCheck:
        return HostCheck(
            seen, lambda seen: self._store.store(seen=seen), self._make_word,
            is_dealer_drawn=self.seat.match_number == 1, first_dealer=self.seat.first_dealer,
        )  # fmt: skip

    def _replace_check(self) -> None:
        """Check what comes from now on by itself; what the host has done stays named."""
        fault = self.check.fault
        self.check = self._make_check(SeenMatch())
        self.check.fault = fault

    def _begin_match(self, number: int) -> None:
        """Forget the earlier match at this table: the host has begun another one."""
        earlier_number, first_dealer = self.seat.match_number, self.seat.next_dealer
        if number < earlier_number:
            self.check.report("host_went_back")
        elif number <= earlier_number + MAX_EARLIER_MATCHES:  # for these, a host keeps the record for each person
            self.check.finish()
        self._store.change(
            match_number=number, first_dealer=first_dealer if number == earlier_number + 1 else None, next_dealer=None,
            seen=SeenMatch(), view=None, notes=None, muted_seats=frozenset(),
        )  # fmt: skip
        self._replace_check()
        self.record, self.presence, self.shuffle, self._begins_match = None, None, None, True
        self._unanswered.clear()
        self._sent_again.clear()
        self._record_parts.clear()

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
            except NETWORK_ERRORS as error:
                self.is_host_missing = isinstance(error, RelayError) and error.code in HOST_MISSING_CODES
                self._note_loss()
            else:
                try:
                    await self._use(connection)
                except (TimeoutError, OSError):
                    pass
                except (ValueError, LookupError) as error:
                    _log.warning("the host sent %s", error)
                    self.check.report("host_nonsense")
                    self.refusal = "bad_host"
                finally:
                    connection.transport.abort()
                self._note_loss()
            is_first_displacement = self.refusal == "displaced" and not self._was_displaced
            if is_first_displacement:
                self._was_displaced = True  # perhaps by a late connection of a killed program: then the seat is free
            elif self.refusal and self.refusal not in REFUSALS_TO_TRY_AGAIN:
                is_key_invalid = self.refusal == "wrong_token" and bool(self.seat.key)
                if is_key_invalid or self.refusal in ("ended", "removed"):
                    self._store.remove()
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
        key, person = self.seat.key, self.person
        token = key or self.invitation.secret.hex()
        earlier_keys = () if key else self._store.list_earlier_keys()  # they show who comes without a key
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
        self.watcher_names = ()
        self.check.begin_connection()
        seat = self._store.read()
        if seat is not None and seat.match_number == self.seat.match_number:
            self.check.log.take_over(seat.seen)

    async def _watch(self, connection: WebSocket) -> None:
        """Name a host that is there but keeps back what is due.

        A host that was asleep answers to a ping once it is awake, and then has time to send the rest.
        """
        due, since = None, self._clock()
        with suppress(ConnectionError):
            while True:
                await asyncio.sleep(WATCH_INTERVAL_S)
                if self.check.due != due:
                    due, since = self.check.due, self._clock()
                elif due is not None and self._clock() - since > MAX_DUE_S:
                    await connection.ping()
                    await asyncio.sleep(WAKING_S)
                    if self.check.due == due:
                        self.check.report(f"host_no_{due[0]}", due[1] if due[0] == "deal" else None)
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
                    self.check.take_end()
            case Welcome():
                self.welcome, self._decoder = message, MessageDecoder(GAMES.get(message.game))
                self._was_let_in = True
                self.state, self.lost_at = ConnectionState.CONNECTED, None
                if message.state != "lobby" and message.match != self.seat.match_number:
                    self._begin_match(message.match)
                if message.people:
                    self._store.remember(people=message.people)
                if message.state == "match":
                    self._store.store(invitation=self.seat.invitation)  # it can have a new address of the host
            case Lobby():
                self.lobby = message
            case SeatKey(key=key):
                self._keep_seat_key(key)
                if self.welcome is not None:
                    self.welcome = replace(self.welcome, state="match")
            case Presence():
                self.presence, self._presence_at = message, self._clock()
            case Reach():
                self.reach = message
            case Ways(invitation=text):
                self._keep_ways(text)
            case WaitingGuests(names=names):
                self.waiting_names = names
            case WatcherNames(names=names):
                self.watcher_names = names
            case RecordPart():
                message = self._join_parts(message)
            case Shuffle():
                self.shuffle = message
            case Answer(number=number, reason=Reason(code="out_of_date")) if number in self._sent_again:
                self._settle(number)
                return
            case FirstMessage() | TransitionMessage() | ChatLine() | Answer():
                message = self._prepare_news(message)
            case HintMessage() | PlayCheck():
                raise MessageError("a message that is none of a table")
        contribution = self.check.take(message)
        if contribution is not None:
            self._queue(contribution)
        if isinstance(message, NEWS_TYPES):
            self._add_news(message)
        match message:
            case RecordPart(data=data, is_last=True):
                self._keep_record(data)
            case FirstMessage():
                self._repeat_actions(message)

    def _keep_ways(self, text: str) -> None:
        """Use the ways that the host tells for later attempts to connect, if it is still the same table."""
        with suppress(InvitationError):  # of a newer version
            invitation = decode_invitation(text)
            if invitation != self.invitation and get_place(invitation) == get_place(self.invitation):
                self.invitation = invitation
                self._store.change(invitation=text)

    def _keep_seat_key(self, key: str) -> None:
        """Store the key of the seat, before anything of the match is shown."""
        people = self.seat.people
        if self.lobby is not None:
            people = tuple(seat for seat in self.lobby.seats if seat.kind == PERSON_KIND)
        table, game = ("", "") if self.welcome is None else (self.welcome.table, self.welcome.game)
        self._store.add(key=key, people=people, table=table, game=game, seen=self.check.log.seen)

    def _join_parts(self, part: RecordPart) -> RecordPart:
        """Return the record so far."""
        self._record_parts.append(part.data)
        if sum(map(len, self._record_parts)) > MAX_RECORD_CHARACTERS:
            raise MessageError("the record is too long")
        return replace(part, data="".join(self._record_parts))

    def _keep_record(self, data: str) -> None:
        """Keep the record of the match, and the first dealer of the next one."""
        record = data.encode()
        if self.check.next_dealer not in (None, self.seat.next_dealer):  # perhaps the program is started again
            self._store.change(next_dealer=self.check.next_dealer)
        if record != self.record and self._info is not None:
            self.record = record
            self.finished_matches.append(FinishedMatch(record, self._info))

    def _prepare_news(self, message: HostMessage) -> HostMessage:
        """Return a message of the match as the session gets it."""
        match message:
            case FirstMessage(views=(view,)):
                _check_chat_seats(*message.chat_messages)
                self._info, self._unknown_event_count = message.info, 0
                notes = tuple(parse_notes(self.seat.notes).values())
                return replace(message, views=(self._skip_unknown_events(view),), notes=notes)
            case TransitionMessage(views=(view,), event_count=event_count):
                if not event_count:
                    self._unknown_event_count = 0
                known_count = max(0, event_count - self._unknown_event_count)
                return replace(message, views=(self._skip_unknown_events(view),), event_count=known_count)
            case ChatLine(message=line):
                _check_chat_seats(line)
            case Answer(number=number, reason=reason):
                self._unanswered.pop(number, None)
                if reason is not None and reason.code in DONE_BEFORE:
                    return Answer(number, None)  # the answer to the first time was lost
            case _:
                raise MessageError("not the view of one seat")
        return message

    def _repeat_actions(self, message: FirstMessage) -> None:
        """Send the actions without an answer again, in a connection that has begun with ``message``."""
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
        self.check.settle(number)
        self._add_news(Answer(number, None))

    def _skip_unknown_events(self, view: SeatView) -> SeatView:
        """Return a view with the events that this program knows; the others of the deal are counted."""
        events = tuple(event for event in view.events if not isinstance(event, UnknownEvent))
        self._unknown_event_count += len(view.events) - len(events)
        return replace(view, events=events)

    def _add_news(self, message: HostMessage) -> None:
        if len(self.news) > MAX_WAITING_NEWS:
            raise MessageError("too many messages")
        if self._begins_match and isinstance(message, FirstMessage):
            self.news, self._begins_match = deque((message,)), False
        else:
            self.news.append(message)


def _check_chat_seats(*lines: ChatMessage) -> None:
    if not all(is_valid_speaker(line, MAX_SEATS) for line in lines):
        raise MessageError("a chat line of no seat")
