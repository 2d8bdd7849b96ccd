"""A table over the network: lobby, then match; who may come in, and what its owner decides."""

from __future__ import annotations

import hmac
import logging
import math
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, Final

import msgspec

from game.core.sanitizer import name_key
from game.match.setup import SEED_BITS
from game.network.guest import Guest
from game.network.lobby import TableLobby, fill_empty_seats
from game.network.match_table import MAX_RETURN_S, MatchTable, PersonSeat, PlayerMessage, hash_key
from game.network.messages import (
    PROTOCOL_VERSION,
    ArrangeSeats,
    EndTable,
    Enter,
    FillSeat,
    Hello,
    Readmit,
    Rematch,
    RemoveGuest,
    SeatKey,
    StartMatch,
    Substitute,
    WaitingGuests,
    Welcome,
)
from game.network.table_files import MAX_EARLIER_MATCHES, EarlierMatch, StoredTable
from game.network.word_exchange import WordExchange
from game.rules import GAMES
from game.session.encoding import MessageDecoder, MessageError
from game.session.host import MatchHost
from game.session.hosted_match import HostServices
from game.session.messages import Command, Ready, SessionMessage
from game.shuffling.joint_shuffle import JointShuffle
from game.shuffling.shuffle import WordRound
from game.storage.match_rows import SavedMatch
from game.storage.matches import MatchRepository
from game.storage.profiles import ActivePenalty
from game.version import VERSION

KEY_BYTES: Final = 32
MAX_WAITING_GUESTS: Final = 8
MAX_GIVE_UP_S: Final = 20.0
"""The time that a match has to be given up when its table ends, and its people to come back if the host was killed."""

_log = logging.getLogger(__name__)


class HostTable:
    """A table in its host process.

    ``store``: saves the stored form of the table on the disk; nothing that depends on it is sent before that is done.
    ``make_seed``: the seed of the match. ``decoder``: of the messages of guests.
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
            **services, "find_profile": self._find_profile, "find_words": self._find_words,
        }  # fmt: skip
        self._words = self._make_exchange()
        self._make_seed = make_seed
        self._lobby = TableLobby(stored.rules, stored.seat_count)
        self._owners: set[Guest] = set()
        self._guests: set[Guest] = set()
        self._waiting: dict[str, Guest] = {}
        self._keys: dict[int, str] = {}
        self._earlier_key_hashes: dict[Guest, list[str]] = {}
        self._bar_checks: list[tuple[Future[tuple[ActivePenalty, ...]], frozenset[str] | None]] = []
        self._starting: MatchTable | None = None
        self._earlier_matches: dict[int, MatchTable] = {}
        self._ending_seat: int | None = None
        self._ends_at: float | None = None
        self._end_storing: Future[object] | None = None
        self._rematch_request: tuple[Future[tuple[ActivePenalty, ...]], Guest] | None = None
        self._rematch_check: Future[tuple[ActivePenalty, ...]] | None = None
        self._barred_seconds: dict[str, float] = {}
        self._storing: tuple[Future[Any], Callable[[], None]] | None = None

    def resume(self, saved: SavedMatch, earlier: Sequence[SavedMatch] = ()) -> None:
        """Continue the stored match at its last card; the person on turn has the whole time again.

        ``earlier``: the `EarlierMatch`es of the stored table that could be read.
        """
        earlier_by_id = {saved_match.id: saved_match for saved_match in earlier}
        for match in self.stored.earlier_matches:
            if match.match_id in earlier_by_id:
                host = MatchHost.resume(earlier_by_id[match.match_id], **self._services)
                words = WordExchange(None, self._store_shuffle, self._services["clock"])
                self._earlier_matches[match.number] = MatchTable(
                    host, dict(match.key_hashes), words, self._services["clock"]
                )  # fmt: skip
        host = MatchHost.resume(msgspec.structs.replace(saved, idle_seconds=0.0), **self._services)
        self._words = self._make_exchange(return_s=MAX_RETURN_S)
        self.match = MatchTable(
            host, dict(self.stored.key_hashes), self._words, self._services["clock"],
            return_s=MAX_RETURN_S,
        )  # fmt: skip
        for seat in self.stored.substituted_seats:
            self.match.substitute(seat, True)
        for seat in self.stored.removed_seats:
            self.match.remove(seat)
        if saved.is_given_up:  # the host was killed while the table ended
            self._ends_at = self._services["clock"]() + MAX_GIVE_UP_S
            self._store_end()

    @property
    def is_deal_played(self) -> bool:
        """Whether a deal is in progress and somebody is there to play it."""
        return self.match is not None and self.match.is_deal_played

    def _make_exchange(self, return_s: float = 0.0) -> WordExchange:
        clock = self._services["clock"]
        return WordExchange(self.stored.shuffle, self._store_shuffle, clock, return_s=return_s)

    def _find_words(self, deal_number: int) -> tuple[WordRound, ...] | None:
        """Return the words for a deal once they are complete."""
        return self._words.find_rounds(deal_number)

    def _store_shuffle(self, shuffle: JointShuffle) -> Future[object]:
        self.stored = msgspec.structs.replace(self.stored, shuffle=shuffle)
        return self._store(self.stored)

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
        guest.run = enter.run
        is_owner = bool(enter.owner_key) and hmac.compare_digest(enter.owner_key, self.stored.owner_key)
        refusal = self.find_version_refusal(hello) or self._find_entry_refusal(guest, hello, enter, is_owner)
        if refusal:
            guest.refuse(refusal)

    def _find_entry_refusal(self, guest: Guest, hello: Hello, enter: Enter, is_owner: bool) -> str:
        """Let a guest in and return "", or return the code of the reason against it."""
        key_hash = hash_key(hello.token)
        has_seat = self.match is not None and self.match.find_seat(key_hash) is not None
        has_earlier_record = self._send_earlier_records(guest, key_hash, enter.match, is_owner)
        if not has_seat and has_earlier_record:
            return "started"
        if not has_seat and not hmac.compare_digest(hello.token, self.stored.secret):
            return "wrong_token"
        if has_seat:
            refusal = self._seat_guest(guest, key_hash, enter.run, is_owner)
            if refusal:
                return refusal
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
            and (seat := self._find_keyless_seat(self.match, enter.run, is_owner)) is not None
            and not self._storing
        ):
            self._welcome(guest, "match", is_owner)
            self._guests.add(guest)
            self._readmit(self.match, seat, guest)
        else:
            if self.match is not None and self.match.is_finished:
                return "match_over"
            match = self.match or self._starting
            name_refusal = self._lobby.find_name_refusal(enter.name, players=match.host.players if match else ())
            if name_refusal not in ("", "name_taken"):
                return name_refusal
            if len(self._waiting) >= MAX_WAITING_GUESTS:
                return "started"
            for namesake in [name for name in self._waiting if name_key(name) == name_key(enter.name)]:
                self._waiting.pop(namesake).displace(guest)
            self._waiting[enter.name] = guest
            self._welcome(guest, "waiting", is_owner)
            self._tell_waiting()
            self._check_bars_of(guest, enter)
        self._guests.add(guest)
        if is_owner:
            self._owners.add(guest)
            self._tell_waiting()
        return ""

    def _find_keyless_seat(self, match: MatchTable, run: str, is_owner: bool) -> PersonSeat | None:
        """Return the seat of a guest who is known although they come without its key, or None.

        The key can have been lost with a connection, or with the process of the host or of the guest.
        """
        seat = match.find_run(run)
        if seat is None and is_owner and self.stored.owner_seat is not None:
            owner = match.seats.get(self.stored.owner_seat)
            seat = owner if owner is not None and owner.guest is None else None
        return seat if seat is not None and match.takes_part(seat) else None

    def _send_earlier_records(self, guest: Guest, key_hash: str, first_number: int, is_owner: bool) -> bool:
        """Send the records of earlier matches that a guest has not got; return whether there are any.

        ``first_number``: of the first match without a record, 0 if there is none.
        """
        is_sent = False
        for number, match in self._earlier_matches.items():
            seat = match.find_seat(key_hash)
            if seat is not None and 0 < first_number <= number:
                self._welcome(guest, "match", is_owner, number)
                match.send_end(seat, guest)
                is_sent = True
        return is_sent

    def _seat_guest(self, guest: Guest, key_hash: str, run: str, is_owner: bool) -> str:
        """Give a guest the seat of its key and return "", or return the code of the reason against it."""
        seat = None if self.match is None else self.match.find_seat(key_hash)
        if self.match is None or seat is None:
            return "started"
        if seat.is_removed:
            return "removed"
        self._welcome(guest, "match", is_owner)
        self.match.attach(seat, guest, run)
        return ""

    def _find_lobby_seat(self, enter: Enter, is_owner: bool) -> int | None:
        """Return the seat in the lobby that the person has: the owner's, or that of this run of their program."""
        if is_owner and self._lobby.owner_seat is not None:
            return self._lobby.owner_seat
        for seat, guest in enumerate(self._lobby.guests):
            if guest is not None and enter.run and guest.run == enter.run:
                return seat
        return None

    def _welcome(self, guest: Guest, state: str, is_owner: bool, match_number: int | None = None) -> None:
        game = self.stored.rules.game
        guest.send(
            Welcome(
                program=VERSION, protocol=PROTOCOL_VERSION, rules_version=GAMES[game].rules_version, game=game,
                table=self.stored.name, state=state, is_owner=is_owner, match=match_number or self.stored.match_number,
            )
        )  # fmt: skip

    def leave(self, guest: Guest) -> None:
        """Note that the connection of ``guest`` is lost."""
        self._owners.discard(guest)
        self._guests.discard(guest)
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

    def handle(self, guest: Guest, message: SessionMessage) -> None:
        """Carry out a message of a guest that was let in. Raise MessageError if it may not send it."""
        if isinstance(message, (Hello, Enter)):
            raise MessageError("it is let in already")
        if isinstance(message, PlayerMessage):
            self._handle_player(guest, message)
        elif guest not in self._owners:
            raise MessageError("only the owner of the table may send this")
        else:
            self._handle_owner(guest, message)

    def _handle_player(self, guest: Guest, message: PlayerMessage) -> None:
        if self.match is not None:
            seat = self.match.find_guest(guest)
            if seat is not None:
                self.match.handle(seat, message)
        elif guest in self._lobby.guests and self._starting is None:
            match message:
                case Command(request=Ready(is_ready=is_ready)):
                    self._lobby.set_ready(self._lobby.guests.index(guest), is_ready)
                    self._lobby.tell()

    def _handle_owner(self, guest: Guest, message: SessionMessage) -> None:
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
            case RemoveGuest(seat=seat) if self.match is not None and seat in self.match.seats:
                removed = self.match.seats[seat]
                if self._storing is None and removed.guest not in self._owners and self.match.can_remove(removed):
                    self._remove(self.match, removed)
            case StartMatch(people=people) if is_lobby and self._lobby.can_start:
                self._check_bars(frozenset(people) or self._lobby.present_people)
            case Substitute(seat=seat, is_substituted=is_substituted) if self.match is not None:
                self.match.substitute(seat, is_substituted)
            case Readmit(seat=seat, name=name) if self.match is not None and name in self._waiting:
                person = self.match.seats.get(seat)
                if person is not None and self.match.takes_part(person) and self._storing is None:
                    self._readmit(self.match, person, self._waiting.pop(name))
                    self._tell_waiting()
            case Rematch() if self.match is not None and self._starting is None and self._ends_at is None:
                self._request_rematch(self.match, guest)
            case EndTable():
                self.end(guest)
        if self.match is None and self._starting is None:
            self._lobby.tell()

    # -- start, readmission, end

    def _check_bars_of(self, guest: Guest, enter: Enter) -> None:
        """Check the keys that this host has given to the machine of a new guest."""
        if enter.earlier_keys:
            self._earlier_key_hashes[guest] = [hash_key(key) for key in enter.earlier_keys]
            self._check_bars()

    def _check_bars(self, starting_people: frozenset[str] | None = None) -> None:
        """Ask the storage which earlier keys are barred at this host; then start the match.

        ``starting_people``: the names of its people, or None if no match is to start.
        """
        key_hashes = [key_hash for hashes in self._earlier_key_hashes.values() for key_hash in hashes]
        self._bar_checks.append(
            (self._services["storage"].call(MatchRepository.list_penalties, key_hashes), starting_people)
        )

    def _finish_bar_check(self, penalties: tuple[ActivePenalty, ...], starting_people: frozenset[str] | None) -> None:
        """Turn barred guests away. The match starts if that is wanted and just these people are still there."""
        seconds_left = {penalty.name: penalty.seconds_left for penalty in penalties}
        barred_guests = {
            guest: max(seconds_left[key_hash] for key_hash in hashes if key_hash in seconds_left)
            for guest, hashes in self._earlier_key_hashes.items()
            if not seconds_left.keys().isdisjoint(hashes)
        }
        for guest, seconds in barred_guests.items():
            guest.refuse("barred", math.ceil(seconds / 60))
            self.leave(guest)
        is_wanted = starting_people is not None and starting_people == self._lobby.present_people
        if is_wanted and self.match is None and self._starting is None and self._lobby.can_start:
            self._start()

    def _start(self) -> None:
        """Start the match. Its people get no news, and it waits for them, until match and table are stored."""
        self._earlier_key_hashes.clear()
        host = MatchHost.start(self._lobby.make_setup(), self._make_seed(), **self._services)
        people = {seat: guest for seat, guest in enumerate(self._lobby.guests) if guest is not None}
        self._keys = {seat: secrets.token_hex(KEY_BYTES) for seat in people}
        key_hashes = {seat: hash_key(key) for seat, key in self._keys.items()}
        match = self._starting = MatchTable(host, key_hashes, self._words, self._services["clock"])
        for seat, guest in people.items():
            match.attach(match.seats[seat], guest, guest.run)

    def _finish_start(self, match: MatchTable) -> None:
        """Store the table with its match; then give everybody the key of their seat."""
        self.stored = msgspec.structs.replace(
            self.stored, match_id=match.host.match_id, key_hashes=match.key_hashes, owner_seat=self._lobby.owner_seat
        )  # fmt: skip

        def on_stored() -> None:
            self.match, self._starting = match, None
            for number, key in self._keys.items():
                guest = match.seats[number].guest
                if guest is not None:  # a person who has gone without a key comes back without it
                    guest.send(SeatKey(seat=number, key=key))
            self._keys = {}

        self._storing = self._store(self.stored), on_stored

    def _remove(self, match: MatchTable, person: PersonSeat) -> None:
        """Remove a person between two deals, once that is stored; their key becomes invalid."""
        self.stored = msgspec.structs.replace(self.stored, removed_seats=(*self.stored.removed_seats, person.seat))
        match.is_pause_held = True

        def on_stored() -> None:
            match.is_pause_held = False
            guest = match.remove(person.seat)
            if guest is not None:
                guest.refuse("removed")

        self._storing = self._store(self.stored), on_stored

    # -- another match

    def _request_rematch(self, match: MatchTable, owner: Guest) -> None:
        """Ask everybody for another match once it is known that the owner, who must take part in it, is not barred."""
        seat = match.find_guest(owner)
        if seat is not None and match.takes_part(seat) and match.is_finished:
            self._rematch_request = (
                self._services["storage"].call(MatchRepository.list_penalties, [seat.key_hash]),
                owner,
            )

    def _check_rematch(self, match: MatchTable) -> None:
        """Start another match at the same seats once it is known who is barred."""
        if self._rematch_check is None:
            self._rematch_check = self._services["storage"].call(
                MatchRepository.list_penalties, list(match.key_hashes.values())
            )
        elif self._rematch_check.done():
            penalties, self._rematch_check = self._rematch_check.result(), None
            self._barred_seconds = {penalty.name: penalty.seconds_left for penalty in penalties}
            self._start_rematch(match)

    def _start_rematch(self, match: MatchTable) -> None:
        """Start another match of the people who have neither left nor are barred; computers play for the others."""
        key_hashes = {
            seat.seat: seat.key_hash
            for seat in match.seats.values()
            if match.takes_part(seat) and seat.key_hash not in self._barred_seconds
        }
        match.is_rematch_requested = match.is_rematch_due = False
        if not key_hashes:
            return
        setup = fill_empty_seats(match.host.make_rematch_setup(), key_hashes)
        self._words = WordExchange(None, self._store_shuffle, self._services["clock"])
        host = MatchHost.start(setup, self._make_seed(), **self._services)
        self._starting = MatchTable(host, key_hashes, self._words, self._services["clock"])

    def _finish_rematch(self, earlier: MatchTable, match: MatchTable) -> None:
        """Store the table with its new match; then give everybody their seat in it."""
        number, match_id = self.stored.match_number, earlier.host.match_id
        assert match_id is not None
        ended = EarlierMatch(number=number, match_id=match_id, key_hashes=earlier.key_hashes)
        self.stored = msgspec.structs.replace(
            self.stored, match_id=match.host.match_id, key_hashes=match.key_hashes, substituted_seats=(),
            removed_seats=(), shuffle=None, match_number=number + 1,
            earlier_matches=(*self.stored.earlier_matches, ended)[-MAX_EARLIER_MATCHES:],
        )  # fmt: skip

        def on_stored() -> None:
            self.match, self._starting = match, None
            self._earlier_matches[number] = earlier
            for old_number in list(self._earlier_matches)[:-MAX_EARLIER_MATCHES]:
                self._earlier_matches.pop(old_number).host.close()
            for seat in earlier.seats.values():
                if seat.guest is not None:
                    self._give_next_seat(earlier, seat, seat.guest)

        self._storing = self._store(self.stored), on_stored

    def _give_next_seat(self, earlier: MatchTable, seat: PersonSeat, guest: Guest) -> None:
        """Give a guest the seat of the same key in the next match, or refuse a guest who is barred or has left."""
        earlier.detach(guest)
        refusal = self._seat_guest(guest, seat.key_hash, seat.run, guest in self._owners)
        if refusal:
            barred_seconds = self._barred_seconds.get(seat.key_hash, 0.0)
            guest.refuse("barred" if barred_seconds else refusal, math.ceil(barred_seconds / 60))

    def _readmit(self, match: MatchTable, person: PersonSeat, guest: Guest) -> None:
        """Give the seat of ``person`` to ``guest`` with a new key; the old one is no longer valid."""
        key = secrets.token_hex(KEY_BYTES)
        key_hashes = {**match.key_hashes, person.seat: hash_key(key)}
        self.stored = msgspec.structs.replace(self.stored, key_hashes=key_hashes)
        self._earlier_key_hashes.pop(guest, None)

        def on_stored() -> None:
            person.key_hash = key_hashes[person.seat]
            if guest in self._guests:  # still there
                guest.send(SeatKey(seat=person.seat, key=key))
                match.attach(person, guest, guest.run)

        self._storing = self._store(self.stored), on_stored

    def _readmit_known(self, match: MatchTable) -> None:
        """Give a seat to somebody who waits although the host knows them: the table was being stored when they came."""
        for name, guest in self._waiting.items():
            seat = self._find_keyless_seat(match, guest.run, guest in self._owners)
            if seat is not None:
                del self._waiting[name]
                self._readmit(match, seat, guest)
                self._tell_waiting()
                return

    def end(self, owner: Guest | None = None) -> None:
        """End the table, and tell everybody once that is stored. A match that is not over is given up first.

        Once that is stored too, the people who are there get the record with the last deal as a whole; nobody waits for
        the others. ``owner``: who ends the table, which is like leaving an open match; None if everybody has left.
        """
        if self._ends_at is not None:
            return
        self._ends_at = self._services["clock"]()
        if self.match is not None and not self.match.is_finished:
            seat = None if owner is None else self.match.find_guest(owner)
            self._ending_seat = None if seat is None else seat.seat
            self.match.host.give_up(self._ending_seat)
            self._ends_at += MAX_GIVE_UP_S
        self._store_end()
        self._dismiss_guests(self._ends_at)

    def _store_end(self) -> None:
        """Store that the table has ended, so that no menu offers it any more. If that fails, it ends even so."""
        self.stored = msgspec.structs.replace(self.stored, is_ended=True)
        self._end_storing = self._store(self.stored)
        self._end_storing.add_done_callback(_log_failure)

    def _dismiss_guests(self, ends_at: float) -> None:
        """Refuse the guests that have their record because the table ends; it has ended when none is left."""
        if self._end_storing is not None and not self._end_storing.done():
            return
        is_time_left = self._services["clock"]() < ends_at
        if is_time_left and self.match is not None and not self.match.has_sent_records:
            return
        for guest in self._guests:
            if not guest.is_closing:
                guest.refuse("ended")
        self.is_ended = True

    def close(self) -> None:
        """Release the match: the table can be opened again, or has ended and the match is given up."""
        for match in (self._starting, self.match, *self._earlier_matches.values()):
            if match is not None:
                if self._ends_at is not None:
                    match.host.give_up(self._ending_seat if match is self.match else None)
                    match.host.update()  # a write that is done now can have ended the match
                match.host.close()

    def _refuse_waiting(self) -> None:
        """Tell everybody who waits for a seat that the match is over."""
        for guest in list(self._waiting.values()):
            guest.refuse("match_over")
            self.leave(guest)

    def _tell_waiting(self) -> None:
        """Tell the owner who waits for a seat."""
        for owner in self._owners:
            owner.send(WaitingGuests(names=tuple(self._waiting)))

    # -- the loop

    def update(self) -> float:
        """Take the next step. Return the seconds until the next call at the latest."""
        if self._ends_at is not None and self.match is None:
            self._dismiss_guests(self._ends_at)
            return 0.01
        if self._storing is not None and self._storing[0].done():
            (stored, on_stored), self._storing = self._storing, None
            stored.result()  # a table that cannot be stored ends the host with its error
            on_stored()
        while self._bar_checks and self._bar_checks[0][0].done():
            checked, starting_people = self._bar_checks.pop(0)
            self._finish_bar_check(checked.result(), starting_people)
        if self._rematch_request is not None and self._rematch_request[0].done():
            (penalties, owner), self._rematch_request = self._rematch_request, None
            if self.match is not None and self._starting is None and not penalties.result():
                self.match.request_rematch(owner)
        if self._starting is not None and self._storing is None:
            self._starting.host.update()
            if self._starting.host.match_id is not None and self.match is None:
                self._finish_start(self._starting)
            elif self._starting.host.match_id is not None and self.match is not None:
                self._finish_rematch(self.match, self._starting)
            return 0.01
        if self.match is not None:
            if self._waiting and self._storing is None:
                self._readmit_known(self.match)
            self._store_substitutions(self.match)
            delay = self.match.update()
            if self.match.is_finished:
                self._refuse_waiting()
            if self.match.is_rematch_due and self._storing is None:
                self._check_rematch(self.match)
            if self._ends_at is not None:
                self._dismiss_guests(self._ends_at)
            elif self.match.is_abandoned:
                self.end()
            return delay
        return 0.01 if self._storing is not None or self._bar_checks else 0.5

    def _store_substitutions(self, match: MatchTable) -> None:
        """Store for whom a computer plays if that has changed. Nothing waits for it."""
        seats = tuple(seat for seat in match.substituted_seats if not match.seats[seat].is_removed)
        if seats != self.stored.substituted_seats:
            self.stored = msgspec.structs.replace(self.stored, substituted_seats=seats)
            self._store(self.stored).add_done_callback(_log_failure)


def _log_failure(stored: Future[object]) -> None:
    error = stored.exception()
    if error is not None:
        _log.warning("the table was not stored: %s", error)
