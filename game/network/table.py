"""A table over the network: lobby, then match; who may come in, and what its owner decides."""

from __future__ import annotations

import hmac
import logging
import math
import secrets
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final

import msgspec

from game.match.setup import SEED_BITS
from game.network.guest import Guest
from game.network.lobby import TableLobby
from game.network.match_table import MAX_RETURN_S, MatchTable, PersonSeat, hash_key
from game.network.messages import (
    PROTOCOL_VERSION,
    ArrangeSeats,
    Chat,
    EndTable,
    Enter,
    FillSeat,
    GuestMessage,
    Hello,
    Readmit,
    Ready,
    RemoveGuest,
    SeatKey,
    Shown,
    StartMatch,
    Substitute,
    TakeTurn,
    WaitingGuests,
    Welcome,
)
from game.network.table_files import StoredTable
from game.rules import GAMES
from game.session.host import MatchHost
from game.session.hosted_match import HostServices
from game.session.wire import WireError
from game.storage.match_rows import SavedMatch
from game.storage.profiles import ActivePenalty
from game.version import VERSION

KEY_BYTES: Final = 32
MAX_WAITING_GUESTS: Final = 8

_log = logging.getLogger(__name__)


class HostTable:
    """A table in its host process.

    ``store``: saves the stored form of the table on the disk; nothing that depends on it is sent before that is done.
    ``make_seed``: the seed of the match.
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
        self._services: HostServices = {**services, "find_profile": self._find_profile}
        self._store = store
        self._make_seed = make_seed
        self._lobby = TableLobby(stored.rules, stored.seat_count)
        self._owners: set[Guest] = set()
        self._runs: dict[Guest, str] = {}
        self._waiting: dict[str, Guest] = {}
        self._keys: dict[int, str] = {}
        self._earlier_key_hashes: dict[Guest, list[str]] = {}
        self._bar_checks: list[tuple[Future[tuple[ActivePenalty, ...]], bool]] = []
        self._starting: MatchTable | None = None
        self._ends_with_record = False
        self._storing: tuple[Future[Any], Callable[[], None]] | None = None

    def resume(self, saved: SavedMatch) -> None:
        """Continue the stored match at its last card; the person on turn has the whole time again."""
        host = MatchHost.resume(msgspec.structs.replace(saved, idle_seconds=0.0), **self._services)
        self.match = MatchTable(
            host, dict(self.stored.key_hashes), self._services["clock"], notes=saved.notes, return_s=MAX_RETURN_S
        )
        for seat in self.stored.substituted_seats:
            self.match.substitute(seat, True)

    @property
    def is_deal_played(self) -> bool:
        """Whether a deal is in progress and somebody is there to play it."""
        return self.match is not None and self.match.is_deal_played

    def _find_profile(self, seat: int) -> str:
        """Return the id under which the storage keeps a penalty of the person at ``seat``: the hash of their key."""
        return self.stored.key_hashes[seat]

    # -- coming and going

    def find_version_refusal(self, hello: Hello) -> str:
        """Return the code of the reason against a guest of another version, or ""."""
        if hello.protocol != PROTOCOL_VERSION:
            return "guest_older" if hello.protocol < PROTOCOL_VERSION else "guest_newer"
        game = self.stored.rules.game
        theirs, ours = hello.rules.get(game, 0), GAMES[game].rules_version
        if theirs != ours:
            return "guest_rules_older" if theirs < ours else "guest_rules_newer"
        return ""

    def enter(self, guest: Guest, hello: Hello, enter: Enter) -> None:
        """Let a guest in, or refuse it and close its connection."""
        is_owner = bool(enter.owner_key) and hmac.compare_digest(enter.owner_key, self.stored.owner_key)
        refusal = self.find_version_refusal(hello) or self._find_entry_refusal(guest, hello, enter, is_owner)
        if refusal:
            guest.refuse(refusal)

    def _find_entry_refusal(self, guest: Guest, hello: Hello, enter: Enter, is_owner: bool) -> str:
        """Let a guest in and return "", or return the code of the reason against it."""
        seat = self.match.find_seat(hello.token) if self.match is not None else None
        if seat is None and not hmac.compare_digest(hello.token, self.stored.secret):
            return "wrong_token"
        if seat is not None and self.match is not None:
            self._welcome(guest, "match", is_owner)
            self.match.attach(seat, guest, enter.run)
        elif self.match is None and self._starting is None:
            held_seat = self._find_lobby_seat(enter, is_owner)
            refusal = self._lobby.add(guest, enter, is_owner=is_owner, held_seat=held_seat)
            if refusal:
                return refusal
            self._welcome(guest, "lobby", is_owner)
            self._lobby.tell()
            self._check_bars_of(guest, enter)
        elif (
            self.match is not None
            and (seat := self.match.find_run(enter.run)) is not None
            and self.match.takes_part(seat)
            and not self._storing
        ):
            # The connection was lost before the key of the seat arrived.
            self._welcome(guest, "match", is_owner)
            self._runs[guest] = enter.run
            self._readmit(self.match, seat, guest)
        else:
            name_refusal = self._lobby.find_name_refusal(enter.name)
            if name_refusal not in ("", "name_taken"):
                return name_refusal
            if len(self._waiting) >= MAX_WAITING_GUESTS:
                return "started"
            previous = self._waiting.pop(enter.name, None)
            if previous is not None:
                previous.refuse("displaced")
            self._waiting[enter.name] = guest
            self._welcome(guest, "waiting", is_owner)
            self._tell_waiting()
            self._check_bars_of(guest, enter)
        self._runs[guest] = enter.run
        if is_owner:
            self._owners.add(guest)
            self._tell_waiting()
        return ""

    def _find_lobby_seat(self, enter: Enter, is_owner: bool) -> int | None:
        """Return the seat in the lobby that the person has: the owner's, or that of this run of their program."""
        if is_owner and self._lobby.owner_seat is not None:
            return self._lobby.owner_seat
        for seat, guest in enumerate(self._lobby.guests):
            if guest is not None and enter.run and self._runs.get(guest) == enter.run:
                return seat
        return None

    def _welcome(self, guest: Guest, state: str, is_owner: bool) -> None:
        game = self.stored.rules.game
        guest.send(
            Welcome(
                program=VERSION, protocol=PROTOCOL_VERSION, rules_version=GAMES[game].rules_version, game=game,
                table=self.stored.name, state=state, is_owner=is_owner,
            )
        )  # fmt: skip

    def leave(self, guest: Guest) -> None:
        """Note that the connection of ``guest`` is lost."""
        if guest in self._owners and self.match is not None and self.match.is_record_missed:
            self._ends_with_record = True
        self._owners.discard(guest)
        self._runs.pop(guest, None)
        self._earlier_key_hashes.pop(guest, None)
        if guest in self._waiting.values():
            self._waiting = {name: other for name, other in self._waiting.items() if other is not guest}
            self._tell_waiting()
        if guest in self._lobby.guests:
            seat = self._lobby.guests.index(guest)
            if self.match is None and self._starting is None:
                self._lobby.leave(seat)
                self._lobby.tell()
            else:
                self._lobby.guests[seat] = None
        for match in (self._starting, self.match):
            if match is not None:
                match.detach(guest)

    # -- what guests send

    def handle(self, guest: Guest, message: GuestMessage) -> None:
        """Carry out a message of a guest that was let in. Raise WireError if it may not send it."""
        if isinstance(message, Enter):
            raise WireError("a second Enter")
        if isinstance(message, (TakeTurn, Chat, Ready, Shown)):
            self._handle_player(guest, message)
        elif guest not in self._owners:
            raise WireError("only the owner of the table may send this")
        else:
            self._handle_owner(message)

    def _handle_player(self, guest: Guest, message: TakeTurn | Chat | Ready | Shown) -> None:
        if self.match is not None:
            seat = self.match.find_guest(guest)
            if seat is not None:
                self.match.handle(seat, message)
        elif isinstance(message, Ready) and guest in self._lobby.guests and self._starting is None:
            self._lobby.set_ready(self._lobby.guests.index(guest), message.is_ready)
            self._lobby.tell()

    def _handle_owner(
        self, message: ArrangeSeats | FillSeat | RemoveGuest | StartMatch | Substitute | Readmit | EndTable
    ) -> None:
        is_lobby = self.match is None and self._starting is None
        match message:
            case ArrangeSeats(order=order) if is_lobby:
                self._lobby.arrange(order)
            case FillSeat(seat=seat, level=level) if is_lobby:
                self._lobby.fill(seat, level)
            case RemoveGuest(seat=seat) if is_lobby and seat < len(self._lobby.seats):
                removed_guest = self._lobby.remove(seat)
                if removed_guest is not None:
                    removed_guest.refuse("removed")
            case StartMatch() if is_lobby and self._lobby.can_start:
                self._check_bars(is_start=True)
            case Substitute(seat=seat, is_substituted=is_substituted) if self.match is not None:
                self.match.substitute(seat, is_substituted)
            case Readmit(seat=seat, name=name) if self.match is not None and name in self._waiting:
                person = self.match.seats.get(seat)
                if person is not None and self.match.takes_part(person) and self._storing is None:
                    self._readmit(self.match, person, self._waiting.pop(name))
                    self._tell_waiting()
            case EndTable():
                self.end()
        if self.match is None and self._starting is None:
            self._lobby.tell()

    # -- start, readmission, end

    def _check_bars_of(self, guest: Guest, enter: Enter) -> None:
        """Check the keys that this host has given to the machine of a new guest."""
        if enter.earlier_keys:
            self._earlier_key_hashes[guest] = [hash_key(key) for key in enter.earlier_keys]
            self._check_bars()

    def _check_bars(self, *, is_start: bool = False) -> None:
        """Ask the storage which earlier keys are barred at this host; then start the match if that is wanted."""
        key_hashes = [key_hash for hashes in self._earlier_key_hashes.values() for key_hash in hashes]
        self._bar_checks.append((self._services["storage"].list_penalties(key_hashes), is_start))

    def _finish_bar_check(self, penalties: tuple[ActivePenalty, ...], is_start: bool) -> None:
        """Turn barred guests away. Without any of them the match starts, if that is wanted."""
        seconds_left = {penalty.name: penalty.seconds_left for penalty in penalties}
        barred_guests = {
            guest: max(seconds_left[key_hash] for key_hash in hashes if key_hash in seconds_left)
            for guest, hashes in self._earlier_key_hashes.items()
            if not seconds_left.keys().isdisjoint(hashes)
        }
        for guest, seconds in barred_guests.items():
            guest.refuse("barred", math.ceil(seconds / 60))
            self.leave(guest)
        if is_start and not barred_guests and self.match is None and self._starting is None and self._lobby.can_start:
            self._start()

    def _start(self) -> None:
        """Start the match. Its people get no news, and it waits for them, until match and table are stored."""
        self._earlier_key_hashes.clear()
        host = MatchHost.start(self._lobby.make_setup(), self._make_seed(), **self._services)
        people = {seat: guest for seat, guest in enumerate(self._lobby.guests) if guest is not None}
        self._keys = {seat: secrets.token_hex(KEY_BYTES) for seat in people}
        key_hashes = {seat: hash_key(key) for seat, key in self._keys.items()}
        match = self._starting = MatchTable(host, key_hashes, self._services["clock"])
        for seat, guest in people.items():
            match.attach(match.seats[seat], guest, self._runs[guest])

    def _finish_start(self, match: MatchTable) -> None:
        """Store the table with its match; then give everybody the key of their seat."""
        self.stored = msgspec.structs.replace(
            self.stored, match_id=match.host.match_id, key_hashes=match.key_hashes
        )  # fmt: skip

        def on_stored() -> None:
            self.match, self._starting = match, None
            for number, key in self._keys.items():
                guest = match.seats[number].guest
                if guest is not None:  # the owner readmits a person who has gone without a key
                    guest.send(SeatKey(seat=number, key=key))
            self._keys = {}

        self._storing = self._store(self.stored), on_stored

    def _readmit(self, match: MatchTable, person: PersonSeat, guest: Guest) -> None:
        """Give the seat of ``person`` to ``guest`` with a new key; the old one is no longer valid."""
        key = secrets.token_hex(KEY_BYTES)
        key_hashes = {**match.key_hashes, person.seat: hash_key(key)}
        self.stored = msgspec.structs.replace(self.stored, key_hashes=key_hashes)
        self._earlier_key_hashes.pop(guest, None)

        def on_stored() -> None:
            person.key_hash = key_hashes[person.seat]
            if guest in self._runs:  # still there
                guest.send(SeatKey(seat=person.seat, key=key))
                match.attach(person, guest, self._runs[guest])

        self._storing = self._store(self.stored), on_stored

    def end(self) -> None:
        """End the table: a match that is not over is given up, and everybody is told."""
        self.is_ended = True
        for guest in list(self._runs):
            guest.refuse("ended")

    def close(self) -> None:
        """Release the match: the table can be opened again, or has ended and the match is given up."""
        for match in (self._starting, self.match):
            if match is not None:
                if self.is_ended:
                    match.host.give_up()
                    match.host.update()  # a write that is done now can have ended the match
                match.host.close()

    def _tell_waiting(self) -> None:
        """Tell the owner who waits for a seat."""
        for owner in self._owners:
            owner.send(WaitingGuests(names=tuple(self._waiting)))

    # -- the loop

    def update(self) -> float:
        """Take the next step. Return the seconds until the next call at the latest."""
        if self._storing is not None and self._storing[0].done():
            (stored, on_stored), self._storing = self._storing, None
            stored.result()  # a table that cannot be stored ends the host with its error
            on_stored()
        while self._bar_checks and self._bar_checks[0][0].done():
            checked, is_start = self._bar_checks.pop(0)
            self._finish_bar_check(checked.result(), is_start)
        if self._starting is not None and self._storing is None:
            self._starting.host.update()
            if self._starting.host.match_id is not None:
                self._finish_start(self._starting)
            return 0.01
        if self.match is not None:
            self._store_substitutions(self.match)
            delay = self.match.update()
            has_all_records = not self.match.is_record_missed and not self.match.is_anybody_there
            if self.match.is_abandoned or (self._ends_with_record and has_all_records):
                self.end()
            return delay
        return 0.01 if self._storing is not None or self._bar_checks else 0.5

    def _store_substitutions(self, match: MatchTable) -> None:
        """Store for whom a computer plays if that has changed. Nothing waits for it."""
        seats = match.substituted_seats
        if seats != self.stored.substituted_seats:
            self.stored = msgspec.structs.replace(self.stored, substituted_seats=seats)
            self._store(self.stored).add_done_callback(_log_failure)


def _log_failure(stored: Future[object]) -> None:
    error = stored.exception()
    if error is not None:
        _log.warning("the table was not stored: %s", error)
