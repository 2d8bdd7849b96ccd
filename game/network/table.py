"""A table over the network: lobby, then match; who may come in, and what its owner decides."""

from __future__ import annotations

import hmac
import logging
import math
import secrets
from collections import deque
from collections.abc import Callable, Coroutine, Generator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from types import coroutine
from typing import Any, Final, TypeAlias, TypeVar

import msgspec

from game.core.sanitizer import name_key
from game.match.setup import PERSON_KIND, SEED_BITS, MatchSetup
from game.network.described_table import DescribedTable
from game.network.guest import Guest
from game.network.lobby import TableLobby, fill_empty_seats
from game.network.match_table import MAX_RETURN_S, MatchTable, PlayerMessage, send_end
from game.network.messages import (
    PROTOCOL_VERSION,
    ArrangeSeats,
    EndTable,
    Enter,
    FillSeat,
    Hello,
    LetWatch,
    NewDigits,
    Reach,
    Readmit,
    Rematch,
    RemoveGuest,
    SeatKey,
    StartMatch,
    Substitute,
    WaitingGuests,
    WatcherNames,
    Ways,
    Welcome,
)
from game.network.table_files import MAX_EARLIER_MATCHES, EarlierMatch, StoredTable
from game.network.table_people import PersonSeat, Watcher, Watchers, hash_key
from game.network.word_exchange import WordExchange
from game.rules import GAMES
from game.session.encoding import MessageDecoder, MessageError
from game.session.host import HostServices, MatchHost
from game.session.messages import Command, Ready, SessionMessage, Sit
from game.shuffling.joint_shuffle import JointShuffle
from game.storage.files import StorageError
from game.storage.match_rows import SavedMatch
from game.storage.matches import MatchRepository
from game.version import VERSION

KEY_BYTES: Final = 32
MAX_WAITING_GUESTS: Final = 8
MAX_GIVE_UP_S: Final = 20.0
"""The time that a match has to be given up when its table ends, and its people to come back if the host was killed."""

IDLE_INTERVAL_S: Final = 0.5
BUSY_INTERVAL_S: Final = 0.01
Request: TypeAlias = Enter | StartMatch | RemoveGuest | Readmit | Rematch | EndTable
"""A request that is carried out in its turn, because the disk must answer before the next one."""
T = TypeVar("T")
replace = msgspec.structs.replace

_log = logging.getLogger(__name__)


@coroutine
def next_update(*, is_busy: bool = False) -> Generator[bool, None, None]:
    """Wait for the next update of the table; ``is_busy``: whether that should come soon."""
    yield is_busy


async def wait_for(future: Future[T]) -> T:
    """Return the result of another thread once it is there."""
    while not future.done():
        await next_update(is_busy=True)
    return future.result()


class HostTable:
    """A table in its host process.

    ``store``: saves the stored form of the table on the disk; nothing that depends on it is sent before that is done.
    ``make_seed``: the seed of the match. ``ways``: the present ones. ``renew_digits``: shows the owner other digits for
    people on this network. ``decoder``: of the messages of guests. The course of the table is a
    coroutine, which `update` continues: it awaits what the disk and the people do.
    """

    def __init__(
        self,
        stored: StoredTable,
        services: HostServices,
        store: Callable[[StoredTable], Future[object]],
        make_seed: Callable[[], int] = lambda: secrets.randbits(SEED_BITS),
    ) -> None:
        self.stored = stored
        self.match: MatchTable | None = None
        self.is_ended = False
        self.decoder = MessageDecoder(GAMES[stored.rules.game], refuses_unknown=True)
        self._store = store
        self._services: HostServices = {
            **services,
            # The storage keeps a penalty of a person under the hash of their key.
            "find_profile": lambda seat: self.stored.key_hashes[seat],
            "find_words": lambda deal_number: self._words.find_rounds(deal_number),
        }
        self._words = self._make_exchange(stored.shuffle)
        self._make_seed = make_seed
        self.ways: Ways | None = None
        self.renew_digits: Callable[[], None] = lambda: None
        self._reach: Reach | None = None
        self._watchers = Watchers(stored.watchers, services["clock"], stored.owner_run)
        self._lobby = TableLobby(stored.rules, stored.seat_count, self._watchers, stored.computer_level)
        self._guests: set[Guest] = set()
        self._waiting: dict[str, Guest] = {}
        self._starting: MatchTable | None = None
        self._earlier_hosts: dict[int, MatchHost] = {}
        self._requests: deque[tuple[Guest | None, Request]] = deque()
        self._is_ending = False
        self._ending_seat: int | None = None
        self._course: Coroutine[bool, None, None] | None = None

    def resume(self, saved: SavedMatch, earlier: Sequence[SavedMatch] = ()) -> None:
        """Continue the stored match at its last card; the person on turn has the whole time again.

        ``earlier``: the `EarlierMatch`es of the stored table that could be read.
        """
        saved_by_id = {match.id: match for match in earlier}
        for match in self.stored.earlier_matches:
            if match.match_id in saved_by_id:
                self._earlier_hosts[match.number] = MatchHost.resume(saved_by_id[match.match_id], **self._services)
        host, clock = MatchHost.resume(replace(saved, idle_seconds=0.0), **self._services), self._services["clock"]
        self._words = self._make_exchange(self.stored.shuffle, return_s=MAX_RETURN_S)
        self.match = MatchTable(
            host, self.stored.key_hashes, self._words, clock, self._watchers, return_s=MAX_RETURN_S
        )  # fmt: skip
        for seat in self.stored.substituted_seats:
            self.match.substitute(seat, True)
        for seat in self.stored.removed_seats:
            self.match.remove(seat)

    @property
    def is_deal_played(self) -> bool:
        """Whether a deal is in progress and somebody is there to play it."""
        return self.match is not None and self.match.is_deal_played

    @property
    def is_lobby(self) -> bool:
        """Whether no match has been started."""
        return self.match is None and self._starting is None

    @property
    def free_seat_count(self) -> int:
        """The number of lobby seats that people can still take, including the owner's until the owner is there."""
        return self._lobby.free_seat_count

    def _make_exchange(self, stored: JointShuffle | None, return_s: float = 0.0) -> WordExchange:
        return WordExchange(
            stored, lambda shuffle: self._store_changes(shuffle=shuffle), self._services["clock"], return_s=return_s
        )

    def _store_changes(self, **changes: Any) -> Future[object]:
        """Begin to store the table with some changes."""
        self.stored = replace(self.stored, **changes)
        return self._store(self.stored)

    def note_browser_port(self, port: int) -> None:
        """Store the port at which browsers are served, so that their link stays valid. Nothing waits for it."""
        if port != self.stored.browser_port:
            self._store_changes(browser_port=port).add_done_callback(_log_failure)

    # -- coming and going

    def find_version_refusal(self, hello: Hello) -> str:
        """Return the code of the reason against a guest of another version, or "".

        One that knows the rules of no game gets the table in words.
        """
        if hello.protocol != PROTOCOL_VERSION:
            return "guest_older" if hello.protocol < PROTOCOL_VERSION else "guest_newer"
        game = self.stored.rules.game
        theirs, ours = hello.rules.get(game, 0), GAMES[game].rules_version
        if hello.rules and theirs != ours:
            return "guest_rules_older" if theirs < ours else "guest_rules_newer"
        return ""

    def enter(self, guest: Guest, hello: Hello, enter: Enter) -> None:
        """Let a guest in, or refuse it and close its connection."""
        guest.entry = enter
        if enter.language:
            guest.table = DescribedTable(enter.language, self.stored.seats_at_start, self._services["clock"])
        guest.is_owner = bool(enter.owner_key) and hmac.compare_digest(enter.owner_key, self.stored.owner_key)
        refusal = "" if hello.rules or enter.language else "guest_rules_older"
        refusal = refusal or self.find_version_refusal(hello) or self._find_entry_refusal(guest, hello.token)
        if refusal:
            guest.refuse(refusal)
            return
        self._guests.add(guest)
        self._send_ways(guest, (self.ways, self._reach))
        if self.is_lobby:
            self._lobby.tell()
        if guest.is_owner or guest in self._waiting.values():
            self._tell_waiting()

    def tell_ways(self, ways: Ways, reach: Reach) -> None:
        """Tell the guests of the ways to this host, and the owner of what is known of them, if that has changed."""
        changes = [message for message, earlier in ((ways, self.ways), (reach, self._reach)) if message != earlier]
        self.ways, self._reach = ways, reach
        for guest in self._guests:
            self._send_ways(guest, changes)

    def _send_ways(self, guest: Guest, messages: Sequence[Ways | Reach | None]) -> None:
        for message in messages:
            if message is not None and (guest.is_owner or isinstance(message, Ways)):
                guest.send(message)

    def _find_entry_refusal(self, guest: Guest, token: str) -> str:
        """Let a guest in and return "", or return the code of the reason against it."""
        key_hash = hash_key(token)
        has_earlier_record = self._send_earlier_records(guest, key_hash)
        if self.match is not None and self.match.find_seat(key_hash) is not None:
            return self._seat_guest(self.match, guest, key_hash)
        if has_earlier_record:
            return "started"
        if not hmac.compare_digest(token, self.stored.secret):
            return "wrong_token"
        watcher = self._watchers.find_known(guest)
        if watcher is not None:
            return self._admit_watcher(watcher, guest)
        if self.is_lobby:
            state, refusal = "lobby", self._lobby.add(guest)
            if refusal == "table_full":
                state, refusal = "waiting", self._add_waiting(guest)
        elif self._find_keyless_seat(guest) is not None:
            state, refusal = "match", ""
        else:
            state, refusal = "waiting", self._add_waiting(guest)
        if not refusal:
            self._welcome(guest, state)
            self._requests.append((guest, guest.entry))
        return refusal

    def _add_waiting(self, guest: Guest) -> str:
        """Let a guest wait for a seat and return "", or return the code of the reason against it."""
        match, name = self.match or self._starting, guest.entry.name
        if match is not None and match.is_finished:
            return "match_over"
        refusal = self._find_name_refusal(name)
        if refusal not in ("", "name_taken"):
            return refusal
        if len(self._waiting) >= MAX_WAITING_GUESTS:
            return "table_full" if match is None else "started"
        for namesake in [other for other in self._waiting if name_key(other) == name_key(name)]:
            self._waiting.pop(namesake).displace(guest)
        self._waiting[name] = guest
        return ""

    def _find_name_refusal(self, name: str) -> str:
        match = self.match or self._starting
        return self._lobby.find_name_refusal(name, players=() if match is None else match.host.players)

    def _admit_watcher(self, watcher: Watcher, guest: Guest) -> str:
        """Let a watcher in and return "", or return the code of the reason against it."""
        if watcher.guest is not None:
            earlier_guest = watcher.guest
            self._detach_watcher(watcher)
            earlier_guest.displace(guest)
        name = guest.entry.name if guest.is_owner else watcher.name  # the owner may come in another run
        refusal = self._find_name_refusal(name)
        if refusal:
            return refusal
        watcher.name = name
        guest.budget, watcher.guest = watcher.budget, guest
        self._guests.add(guest)
        self._welcome(guest, "watching")
        if self.match is not None and self._starting is None:
            self.match.show(watcher)
        self._tell_watchers(*self._guests)
        return ""

    def _detach_watcher(self, watcher: Watcher) -> None:
        if self.match is not None:
            self.match.disconnect(watcher)
        watcher.guest = None

    def _find_keyless_seat(self, guest: Guest) -> PersonSeat | None:
        """Return the seat of a guest who is known although they come without its key, or None.

        The key can have been lost with a connection, or with the process of the host or of the guest.
        """
        match = self.match or self._starting
        if match is None:
            return None
        seat = match.find_run(guest.entry.run)
        if seat is None and guest.is_owner and self.stored.owner_seat is not None:
            owner = match.seats.get(self.stored.owner_seat)
            seat = owner if owner is not None and owner.guest is None else None
        return seat if seat is not None and match.takes_part(seat) else None

    def _send_earlier_records(self, guest: Guest, key_hash: str) -> bool:
        """Send the records of earlier matches that a guest has not got; return whether there are any."""
        is_sent = False
        for match in self.stored.earlier_matches:
            host = self._earlier_hosts.get(match.number)
            seats = [seat for seat, seat_hash in match.key_hashes.items() if hmac.compare_digest(seat_hash, key_hash)]
            if host is not None and seats and 0 < guest.entry.match <= match.number:
                self._welcome(guest, "match", match.number)
                send_end(host, seats[0], guest)
                is_sent = True
        return is_sent

    def _seat_guest(self, match: MatchTable, guest: Guest, key_hash: str) -> str:
        """Give a guest the seat of its key and return "", or return the code of the reason against it."""
        seat = match.find_seat(key_hash)
        if seat is None or seat.is_removed:
            return "started" if seat is None else "removed"
        self._welcome(guest, "match")
        match.attach(seat, guest)
        return ""

    def _welcome(self, guest: Guest, state: str, match_number: int | None = None) -> None:
        game = self.stored.rules.game
        people = tuple(seat for seat in self.stored.seats_at_start if seat.kind == PERSON_KIND)
        guest.send(
            Welcome(
                program=VERSION, protocol=PROTOCOL_VERSION, rules_version=GAMES[game].rules_version, game=game,
                table=self.stored.name, state=state, is_owner=guest.is_owner,
                match=match_number or self.stored.match_number, people=() if state == "waiting" else people,
            )
        )  # fmt: skip
        if state in ("lobby", "match") and self._watchers.present_names:
            self._tell_watchers(guest)

    def leave(self, guest: Guest) -> None:
        """Note that the connection of ``guest`` is lost."""
        self._guests.discard(guest)
        self._stop_waiting(guest)
        watcher = self._watchers.find(guest)
        if watcher is not None:
            self._detach_watcher(watcher)
            self._tell_watchers(*self._guests)
        if self.is_lobby and guest in self._lobby.guests:
            self._lobby.leave(self._lobby.guests.index(guest))
            self._seat_waiting()
            self._lobby.tell()
        for match in (self._starting, self.match):
            if match is not None and match.detach(guest):
                self._requests += [(other, other.entry) for other in self._waiting.values()]

    def _stop_waiting(self, guest: Guest) -> None:
        """Note that a guest no longer waits for a seat, if they did."""
        if guest in self._waiting.values():
            del self._waiting[guest.entry.name]
            self._tell_waiting()

    def _seat_waiting(self) -> None:
        """Give the empty seats of the lobby to people who wait for one."""
        for guest in tuple(self._waiting.values()):
            if not self._lobby.add(guest):
                self._stop_waiting(guest)
                self._welcome(guest, "lobby")

    def _let_watch(self, name: str) -> None:
        """Let a person who waits watch, unless their name is that of somebody at the table, or too many watch."""
        guest = self._waiting.get(name)
        watcher = None if guest is None or self._find_name_refusal(name) else self._watchers.add(guest)
        if guest is not None and watcher is not None:
            self._stop_waiting(guest)
            self._store_watchers()
            self._admit_watcher(watcher, guest)

    def _stand_up(self, owner: Guest) -> None:
        """Let the owner watch, whose screen is then the table; their seat in the lobby becomes free."""
        watcher = self._watchers.add(owner)
        if watcher is not None:
            self._lobby.remove(self._lobby.guests.index(owner))
            self._watchers.owner_run = hash_key(owner.entry.run)
            self._store_watchers()
            self._admit_watcher(watcher, owner)

    def _sit_down(self, owner: Guest, watcher: Watcher) -> None:
        """Give the owner a free seat of the lobby in place of the screen as the table, if there is one."""
        if self._lobby.free_seat_count:
            self._watchers.remove(watcher.name)
            self._watchers.owner_run = ""
            self._store_watchers()
            self._lobby.add(owner)
            self._welcome(owner, "lobby")
            self._tell_watchers(*self._guests)

    def _send_away(self, name: str) -> None:
        """Send away a person who waits or watches; they can come with the invitation again, and wait."""
        watcher, guest = self._watchers.remove(name), self._waiting.get(name)
        if watcher is not None:
            guest = watcher.guest
            self._detach_watcher(watcher)
            self._store_watchers()
            self._tell_watchers(*self._guests)
        if guest is not None:
            self._stop_waiting(guest)
            guest.refuse("removed")

    def _store_watchers(self) -> None:
        """Store the people who may watch. Nothing waits for it."""
        names, owner_run = self._watchers.names, self._watchers.owner_run
        self._store_changes(watchers=names, owner_run=owner_run).add_done_callback(_log_failure)

    # -- what guests send

    def handle(self, guest: Guest, message: SessionMessage) -> None:
        """Carry out a message of a guest that was let in. Raise MessageError if it may not send it."""
        if isinstance(message, (Hello, Enter)):
            raise MessageError("it is let in already")
        if isinstance(message, PlayerMessage):
            self._handle_player(guest, message)
        elif not guest.is_owner:
            raise MessageError("only the owner of the table may send this")
        else:
            self._handle_owner(guest, message)

    def _handle_player(self, guest: Guest, message: PlayerMessage) -> None:
        if self.match is not None:
            person = self.match.find_guest(guest) or self._watchers.find(guest)
            if person is not None:
                self.match.handle(person, message)
        elif self.is_lobby and guest in self._lobby.guests:
            match message:
                case Command(request=Ready(is_ready=is_ready)):
                    self._lobby.set_ready(self._lobby.guests.index(guest), is_ready)
                    self._lobby.tell()
                case Command(request=Sit(seat=seat)):
                    self._lobby.sit(guest, seat)
                    self._lobby.tell()

    def _handle_owner(self, guest: Guest, message: SessionMessage) -> None:
        """Do what the owner asks for, at once in the lobby, else in the course of the table."""
        is_lobby, watcher = self.is_lobby, self._watchers.owner
        match message:
            case ArrangeSeats(order=order) if is_lobby:
                self._lobby.arrange(order)
            case FillSeat(seat=seat, level=level) if is_lobby:
                self._lobby.fill(seat, level)
            case RemoveGuest(seat=seat) if is_lobby and seat < len(self._lobby.seats):
                removed_guest = self._lobby.remove(seat)
                if removed_guest is not None:
                    removed_guest.refuse("removed")
            case Substitute(seat=seat, is_substituted=is_substituted) if self.match is not None:
                self.match.substitute(seat, is_substituted)
            case LetWatch(name=guest.entry.name, may_watch=True) if is_lobby and guest in self._lobby.guests:
                self._stand_up(guest)
            case LetWatch(name=guest.entry.name, may_watch=False) if watcher is not None:
                if is_lobby:
                    self._sit_down(guest, watcher)
            case LetWatch(name=name, may_watch=may_watch):
                (self._let_watch if may_watch else self._send_away)(name)
            case StartMatch() if not is_lobby:
                return  # it has started
            case NewDigits():
                self.renew_digits()
            case EndTable():
                self.end(guest)
            case StartMatch() | RemoveGuest() | Readmit() | Rematch():
                self._requests.append((guest, message))
        if is_lobby:
            self._seat_waiting()
            self._lobby.tell()

    def end(self, owner: Guest | None = None) -> None:
        """Let the table end; ``owner``: who ends it, which is like leaving an open match."""
        seat = None if self.match is None or owner is None else self.match.find_guest(owner)
        self._is_ending, self._ending_seat = True, None if seat is None else seat.seat
        self._requests.append((owner, EndTable()))

    # -- the course of the table

    async def _run(self) -> None:
        """Hold the lobby, then one match after the other, until the table ends."""
        if self.match is None:
            await self._hold_lobby()
        while self.match is not None and not self._is_ending and not self.match.host.is_given_up:
            await self._hold_match(self.match)
        await self._end()

    async def _hold_lobby(self) -> None:
        """Let the owner start a match, or end the table."""
        while self.match is None:
            while not self._requests:
                await next_update()
            _guest, request = self._requests.popleft()
            match request:
                case EndTable():
                    return
                case Enter():
                    await self._refuse_barred_guests()
                case StartMatch(people=people):
                    awaited_people = frozenset(people) or self._lobby.present_people
                    await self._refuse_barred_guests()
                    if awaited_people == self._lobby.present_people and self._lobby.can_start:
                        await self._start_match()

    async def _refuse_barred_guests(self) -> None:
        """Turn guests without a seat in the match away whose machine has a key that is barred at this host."""
        seated = [guest for guest in self._lobby.guests if guest] if self.is_lobby else []
        guests = [*seated, *self._waiting.values()]
        hashes_by_guest = {guest: list(map(hash_key, guest.entry.earlier_keys)) for guest in guests}
        key_hashes = [key_hash for hashes in hashes_by_guest.values() for key_hash in hashes]
        seconds_left = await self._find_barred_seconds(key_hashes) if key_hashes else {}
        for guest, hashes in hashes_by_guest.items():
            seconds = max([0.0, *(seconds_left.get(key_hash, 0.0) for key_hash in hashes)])
            if seconds:
                guest.refuse("barred", math.ceil(seconds / 60))
                self.leave(guest)

    async def _find_barred_seconds(self, key_hashes: list[str]) -> dict[str, float]:
        """Return the seconds for which keys are barred, by their hash."""
        penalties = await wait_for(self._services["storage"].call(MatchRepository.list_penalties, key_hashes))
        return {penalty.name: penalty.seconds_left for penalty in penalties}

    async def _save(self, **changes: Any) -> None:
        """Store the table with some changes."""
        await wait_for(self._store_changes(**changes))

    async def _start_match(self) -> None:
        """Start the match; its people get the keys of their seats once match and table are stored."""
        people = {seat: guest for seat, guest in enumerate(self._lobby.guests) if guest is not None}
        keys = {seat: secrets.token_hex(KEY_BYTES) for seat in people}
        match = self._make_match(self._lobby.make_setup(), {seat: hash_key(key) for seat, key in keys.items()})
        for seat, guest in people.items():
            match.attach(match.seats[seat], guest)
        match_id = await self._store_match(match)
        await self._save(
            match_id=match_id, key_hashes=match.key_hashes, owner_seat=self._lobby.owner_seat,
            seats_at_start=tuple(self._lobby.seats),
        )  # fmt: skip
        self.match, self._starting = match, None
        for seat, key in keys.items():
            present_guest = match.seats[seat].guest
            if present_guest is not None:  # a person who has gone without a key comes back without it
                present_guest.send(SeatKey(seat=seat, key=key))
        self._show_match(match)

    def _show_match(self, match: MatchTable) -> None:
        """Show a match that begins to the watchers who are there."""
        for watcher in self._watchers:
            if watcher.guest is not None:
                watcher.said_number = -1
                self._welcome(watcher.guest, "watching")
                match.show(watcher)

    def _make_match(self, setup: MatchSetup, key_hashes: dict[int, str]) -> MatchTable:
        host = MatchHost.start(setup, self._make_seed(), **self._services)
        self._starting = MatchTable(host, key_hashes, self._words, self._services["clock"], self._watchers)
        return self._starting

    async def _store_match(self, match: MatchTable) -> int:
        """Return the id of a match once it is stored."""
        while match.host.match_id is None:
            match.host.update()
            await next_update(is_busy=True)
        return match.host.match_id

    async def _hold_match(self, match: MatchTable) -> None:
        """Let people play a match until the table ends, or until they have started another one."""
        while self.match is match:
            while self._requests:
                guest, request = self._requests.popleft()
                if isinstance(request, EndTable):
                    return
                await self._handle_request(match, guest, request)
            if match.is_left_by_all:
                self._is_ending = True
                return
            if match.is_finished:
                self._refuse_waiting()
            if match.is_rematch_due:
                await self._start_rematch(match)
            else:
                await next_update()

    async def _handle_request(self, match: MatchTable, guest: Guest | None, request: Request) -> None:
        """Do what a guest asks for in a match, if it is possible now."""
        match request:
            case Enter() if guest is not None and guest in self._guests:
                await self._refuse_barred_guests()
                seat = self._find_keyless_seat(guest)
                if match.find_guest(guest) is None and seat is not None:
                    await self._readmit(match, seat, guest)
                elif not (match.find_guest(guest) or guest in self._waiting.values() or self._watchers.find(guest)):
                    guest.refuse("started")  # another connection has got the seat meanwhile
            case RemoveGuest(seat=number) if number in match.seats:
                seat = match.seats[number]
                is_owner = seat.guest is not None and seat.guest.is_owner
                if not is_owner and match.can_remove(seat):
                    await self._remove(match, seat)
            case Readmit(seat=number, name=name) if name in self._waiting and number in match.seats:
                if match.takes_part(match.seats[number]):
                    await self._readmit(match, match.seats[number], self._waiting[name])
            case Rematch() if guest is not None and self._watchers.find(guest) is not None:
                match.is_rematch_requested = match.is_finished
            case Rematch() if guest is not None:
                seat = match.find_guest(guest)  # of the owner, who must take part and not be barred
                is_player = seat is not None and match.takes_part(seat) and match.is_finished
                if is_player and seat is not None and not await self._find_barred_seconds([seat.key_hash]):
                    match.is_rematch_requested = seat.is_ready = True

    async def _remove(self, match: MatchTable, person: PersonSeat) -> None:
        """Remove a person between two deals, once that is stored; their key becomes invalid."""
        match.is_pause_held = True
        await self._save(removed_seats=(*self.stored.removed_seats, person.seat))
        match.is_pause_held = False
        guest = match.remove(person.seat)
        if guest is not None:
            guest.refuse("removed")

    async def _readmit(self, match: MatchTable, person: PersonSeat, guest: Guest) -> None:
        """Give the seat of ``person`` to ``guest`` with a new key; the old one is no longer valid."""
        key = secrets.token_hex(KEY_BYTES)
        self._stop_waiting(guest)
        await self._save(key_hashes={**match.key_hashes, person.seat: hash_key(key)})
        person.key_hash = hash_key(key)
        if guest in self._guests:  # still there
            guest.send(SeatKey(seat=person.seat, key=key))
            match.attach(person, guest)
            self._tell_watchers(guest)

    async def _start_rematch(self, earlier: MatchTable) -> None:
        """Start another match of the people who have neither left nor are barred; computers play for the others.

        People get their seat in it once match and table are stored.
        """
        barred_seconds = await self._find_barred_seconds(list(earlier.key_hashes.values()))
        key_hashes = {
            seat.seat: seat.key_hash
            for seat in earlier.seats.values()
            if earlier.takes_part(seat) and seat.key_hash not in barred_seconds
        }
        earlier.is_rematch_requested = False
        if not key_hashes:
            return
        self._words = self._make_exchange(None)
        rematch, watchers = earlier.host.make_rematch_setup(), self._watchers.present_names
        setup = fill_empty_seats(rematch, key_hashes, watchers, self.stored.computer_level)
        match = self._make_match(setup, key_hashes)
        match_id, number, ended_id = await self._store_match(match), self.stored.match_number, earlier.host.match_id
        assert ended_id is not None
        ended = EarlierMatch(number=number, match_id=ended_id, key_hashes=earlier.key_hashes)
        await self._save(
            match_id=match_id, key_hashes=match.key_hashes, substituted_seats=(), removed_seats=(), shuffle=None,
            match_number=number + 1, earlier_matches=(*self.stored.earlier_matches, ended)[-MAX_EARLIER_MATCHES:],
        )  # fmt: skip
        self.match, self._starting = match, None
        self._earlier_hosts[number] = earlier.host
        for old_number in list(self._earlier_hosts)[:-MAX_EARLIER_MATCHES]:
            self._earlier_hosts.pop(old_number).close()
        for watcher in self._watchers:
            earlier.disconnect(watcher)
        self._show_match(match)
        for seat in earlier.seats.values():
            guest, seconds = seat.guest, barred_seconds.get(seat.key_hash, 0.0)
            if guest is not None:
                earlier.detach(guest)
                refusal = self._seat_guest(match, guest, seat.key_hash)
                if refusal:  # the guest is barred, or has left
                    guest.refuse("barred" if seconds else refusal, math.ceil(seconds / 60))

    async def _end(self) -> None:
        """End the table, and tell everybody once that is stored. A match that is not over is given up first.

        Once that is stored too, the people who are there get the record with the last deal as a whole; nobody waits for
        the others.
        """
        match, ends_at = self.match, self._services["clock"]() + MAX_GIVE_UP_S
        self._is_ending = True
        if match is not None and not match.is_finished:
            match.host.give_up(self._ending_seat)
        try:
            await self._save(is_ended=True)  # so that no menu offers it any more
        except StorageError as error:
            _log.warning("the end of a table was not stored: %s", error)
        while match is not None and not match.has_sent_records and self._services["clock"]() < ends_at:
            await next_update(is_busy=True)
        for guest in self._guests:
            if not guest.is_closing:
                guest.refuse("ended")
        self.is_ended = True

    def close(self) -> None:
        """Release the match: the table can be opened again, or has ended and the match is given up."""
        if self._course is not None:
            self._course.close()
        hosts = [match.host for match in (self._starting, self.match) if match is not None]
        for host in (*hosts, *self._earlier_hosts.values()):
            if self._is_ending:
                is_present = self.match is not None and host is self.match.host
                host.give_up(self._ending_seat if is_present else None)
                host.update()  # a write that is done now can have ended the match
            host.close()

    def _refuse_waiting(self) -> None:
        """Tell everybody who waits for a seat that the match is over."""
        for guest in list(self._waiting.values()):
            guest.refuse("match_over")
            self.leave(guest)

    def _tell_waiting(self) -> None:
        """Tell the owner who waits for a seat."""
        for guest in self._guests:
            if guest.is_owner:
                guest.send(WaitingGuests(names=tuple(self._waiting)))

    def _tell_watchers(self, *guests: Guest) -> None:
        """Tell those of the guests who see the table who watches."""
        owner = self._watchers.owner
        owner_name = owner.name if owner is not None and owner.guest is not None else ""
        for guest in guests:
            if guest not in self._waiting.values():
                guest.send(WatcherNames(names=self._watchers.present_names, owner=owner_name))

    # -- the loop

    def update(self) -> float:
        """Take the next step. Return the seconds until the next call at the latest."""
        is_busy, delay = False, IDLE_INTERVAL_S
        if self._course is None:
            self._course = self._run()
        if not self.is_ended:
            with suppress(StopIteration):
                is_busy = self._course.send(None)
        if self.match is not None and self._starting is None:
            self._store_substitutions(self.match)
            delay = self.match.update()
        for guest in tuple(self._guests):
            guest.describe()
        return min(delay, BUSY_INTERVAL_S) if is_busy or self._requests else delay

    def _store_substitutions(self, match: MatchTable) -> None:
        """Store for whom a computer plays if that has changed. Nothing waits for it."""
        seats = tuple(seat for seat in match.substituted_seats if not match.seats[seat].is_removed)
        if seats != self.stored.substituted_seats:
            self._store_changes(substituted_seats=seats).add_done_callback(_log_failure)


def _log_failure(stored: Future[object]) -> None:
    error = stored.exception()
    if error is not None:
        _log.warning("the table was not stored: %s", error)
