"""A match at a table over the network: its host, and the people who are connected or away."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from functools import cached_property
from typing import Final, TypeAlias

import msgspec

from game.core.messages import Reason
from game.match.record import encode_record
from game.network.guest import Guest
from game.network.messages import (
    CommitWord,
    FinishedDeal,
    OpenWord,
    Presence,
    RecordPart,
    SeatPresence,
    Shuffle,
)
from game.network.table_people import PersonSeat, TablePerson, Watcher, Watchers
from game.network.word_exchange import WordExchange
from game.session.host import MatchHost
from game.session.host_connection import HostConnection
from game.session.messages import (
    Answer,
    Command,
    HostMessage,
    ProofMessage,
    Ready,
    ReportShown,
    RequestProof,
    Say,
    TakeAction,
)
from game.session.rate_limit import RateLimit

MAX_SHOW_S: Final = 10.0
"""The time that the match waits for a screen to show a step."""
PROMPT_SHOW_S: Final = MAX_SHOW_S / 2
"""The time after which a screen that shows a step is slow."""
MAX_SLOW_STEPS: Final = 6
"""The slow steps of a screen in a match after which the match no longer waits for it."""
MAX_DEAL_PAUSE_S: Final = 60.0
"""The time after which the next deal starts although somebody has not asked for it."""
MAX_MISSED_PAUSES: Final = 2
"""The pauses in a row that somebody has let run out, after which the next deals do not wait for them."""
ABSENCE_GAP_S: Final = 5.0
"""A longer gap between two updates means that the host was asleep: the person on turn gets a fresh turn."""
MAX_RETURN_S: Final = 20.0
"""The time after a restart of the host for which the turn of a person who is not back yet does not begin."""
HOLD_INTERVAL_S: Final = 1.0
"""The time after which a turn that must not begin starts again."""
RETRY_INTERVAL_S: Final = 5.0
RECORD_PART_CHARACTERS: Final = 48 * 1024
PlayerMessage: TypeAlias = Command | CommitWord | OpenWord
"""A message of a person who plays."""
replace = msgspec.structs.replace


class MatchTable:
    """A match whose people are guests.

    ``host``: its authority, in this process. ``seats``: those of people, by number. ``key_hashes``: by seat.
    ``watchers``: the people without a seat; the match waits for none of them.
    ``is_pause_held``: whether the next deal must wait until the table is stored.
    ``is_rematch_requested``: whether the owner has asked for another match.
    ``words``: the exchange of words for its shuffles. ``return_s``: the time that a person on turn has to come back
    before the turn begins.
    """

    def __init__(
        self, host: MatchHost, key_hashes: dict[int, str], words: WordExchange, clock: Callable[[], float],
        watchers: Watchers, *, return_s: float = 0.0,
    ) -> None:  # fmt: skip
        self.host = host
        self._watchers = watchers
        self._words = words
        self._clock = clock
        self.seats = {seat: PersonSeat(seat, key_hash, clock) for seat, key_hash in key_hashes.items()}
        self._retractions = RateLimit(clock)
        self._updated_at = clock()
        self._retried_at = clock()
        self._returns_until = clock() + return_s
        self._is_turn_held = False
        self._pause_since: float | None = None
        self._presence_key: object = None
        self._shuffle: Shuffle | None = None
        self._proof_key: tuple[int, bool] | None = None
        self.is_rematch_requested = self.is_pause_held = False

    # -- people

    def find_seat(self, key_hash: str) -> PersonSeat | None:
        """Return the seat whose key has this hash, or None."""
        return next((seat for seat in self.seats.values() if hmac.compare_digest(seat.key_hash, key_hash)), None)

    def find_run(self, run: str) -> PersonSeat | None:
        """Return the seat that a guest of this run of a program has had, or None."""
        return next((seat for seat in self.seats.values() if run and seat.run == run), None)

    @property
    def is_left_by_all(self) -> bool:
        """Whether every person has left a match that is not over, and it is stored that they have."""
        has_people = any(self.takes_part(seat) for seat in self.seats.values())
        return not (has_people or self.host.match.is_over or self.host.is_saving)

    def takes_part(self, seat: PersonSeat) -> bool:
        """Return whether the person has not left the match, and was not removed.

        A penalty for leaving binds the key with which they left, so they get no other one.
        """
        return seat.seat not in self.host.match.departed_seats and not seat.is_removed

    def find_guest(self, guest: Guest) -> PersonSeat | None:
        """Return the seat that the connection of ``guest`` has, or None."""
        return next((seat for seat in self.seats.values() if seat.guest is guest), None)

    @property
    def key_hashes(self) -> dict[int, str]:
        """The hashes of the keys, by seat."""
        return {seat.seat: seat.key_hash for seat in self.seats.values()}

    def attach(self, seat: PersonSeat, guest: Guest) -> None:
        """Give ``seat`` to a new connection; an older one is displaced. `update` sends it the deal so far."""
        if seat.guest is not None:
            displaced_guest = seat.guest
            self._detach(seat)
            displaced_guest.displace(guest)
        if seat.run != guest.entry.run:
            seat.run, seat.said_number = guest.entry.run, -1
        guest.budget = seat.budget
        seat.guest, seat.is_record_sent = guest, False
        seat.connection = self.host.connect((seat.seat,))
        self._set_substituted(seat, False)
        if self.host.record.deals:
            seat.connection.send(Command(RequestProof(len(self.host.record.deals))))
        self._presence_key = self._shuffle = None

    def detach(self, guest: Guest) -> bool:
        """Note that the connection of ``guest`` is lost; return whether they had a seat."""
        seat = self.find_guest(guest)
        if seat is not None:
            self._detach(seat)
        return seat is not None

    def _detach(self, seat: PersonSeat) -> None:
        self.disconnect(seat)
        seat.guest = None
        seat.away_since = self._clock()

    def disconnect(self, person: TablePerson) -> None:
        """Show nothing more of the match to a person."""
        if person.connection is not None:
            self._send_news_to(person)
            self.host.disconnect(person.connection)
        person.connection = None

    def show(self, watcher: Watcher) -> None:
        """Show the match so far, and what follows, to a watcher who is there. Nobody else is told anything."""
        watcher.connection = self.host.connect((), watcher.name)
        watcher.is_record_sent = False
        if self.host.record.deals:
            watcher.connection.send(Command(RequestProof(len(self.host.record.deals))))
        self._send_news_to(watcher)
        for message in (self._shuffle, self._build_presence()):
            if watcher.guest is not None and message is not None:
                watcher.guest.send(message)

    def substitute(self, number: int, is_substituted: bool) -> None:
        """Let a computer play for a person who is away, or end that. Not at a table with a turn clock."""
        seat = self.seats.get(number)
        if seat is None or seat.guest is not None or not self.takes_part(seat):
            return
        if not self.host.match.options.has_turn_clock:
            self._set_substituted(seat, is_substituted)

    @property
    def substituted_seats(self) -> tuple[int, ...]:
        """The seats of absent people for whom a computer plays."""
        return tuple(seat.seat for seat in self.seats.values() if seat.is_substituted)

    @property
    def is_deal_played(self) -> bool:
        """Whether a deal is in progress and somebody is there to play it."""
        return self.host.match.is_deal_in_progress and bool(self._guests)

    @property
    def _guests(self) -> list[Guest]:
        """The people of the match who are connected."""
        return [seat.guest for seat in self.seats.values() if seat.guest is not None]

    @property
    def is_finished(self) -> bool:
        """Whether the match is over or was given up, and that is stored."""
        return (self.host.match.is_over or self.host.is_given_up) and not self.host.is_saving

    @property
    def has_sent_records(self) -> bool:
        """Whether the match is over or given up, and its people have the record, if it has one.

        Nobody waits for people who are away, but after a restart of the host they have some time to come back.
        """
        is_returning = self._clock() < self._returns_until
        awaited = [
            seat for seat in self.seats.values()
            if not seat.is_record_sent and (seat.guest is not None or (is_returning and self.takes_part(seat)))
        ]  # fmt: skip
        watching = [
            watcher for watcher in self._watchers if watcher.connection is not None and not watcher.is_record_sent
        ]
        return self.is_finished and (not self.host.record.deals or not (awaited or watching))

    def can_remove(self, seat: PersonSeat) -> bool:
        """Return whether the owner may remove the person at ``seat`` now: between two deals."""
        return self.host.is_between_deals and not self.host.is_saving and self.takes_part(seat)

    def remove(self, number: int) -> Guest | None:
        """Let a computer play at a seat until the end of the match. Return the guest who is there."""
        seat = self.seats[number]
        guest = seat.guest
        if guest is not None:
            self._detach(seat)
        seat.is_removed = True
        self._set_substituted(seat, True)
        return guest

    def _set_substituted(self, seat: PersonSeat, is_substituted: bool) -> None:
        if seat.is_substituted != is_substituted:
            seat.is_substituted = is_substituted
            self.host.substitute(self.substituted_seats)

    # -- what guests send

    def handle(self, person: TablePerson, message: PlayerMessage) -> None:
        """Carry out a message of a person. Raise MessageError if it is not what a guest may send.

        A watcher can only chat.
        """
        if person.connection is None:
            return
        match message:
            case Command(request=Say(), number=number) if number <= person.said_number:  # it was said before
                person.connection.tell(Answer(number, Reason("out_of_date")))
            case Command(request=Say(), number=number):
                person.said_number = number
                seat = person.seat if isinstance(person, PersonSeat) else None
                person.connection.send(replace(message, seat=seat))  # the host checks the rules for chat
            case Command(request=TakeAction(), number=number) if not isinstance(person, PersonSeat):
                person.connection.tell(Answer(number, Reason("not_here")))
            case _ if isinstance(person, PersonSeat):
                self._handle_player(person, person.connection, message)

    def _handle_player(self, seat: PersonSeat, connection: HostConnection, message: PlayerMessage) -> None:
        match message:
            case CommitWord() | OpenWord():
                self._words.take(seat.seat, message)
            case Command(request=Ready(is_ready=is_ready)):
                self._set_ready(seat, is_ready)
            case Command(request=ReportShown(is_shown=True)):
                connection.send(Command(message.request))
            case Command(request=TakeAction()):
                connection.send(replace(message, seat=seat.seat))  # the host checks seat, turn and rules
            case Command(number=number):
                connection.tell(Answer(number, Reason("not_here")))

    def _set_ready(self, seat: PersonSeat, is_ready: bool) -> None:
        """Note whether a person is ready; everybody is told, so it can be taken back only now and then."""
        if seat.is_ready and not is_ready:
            if self._retractions.find_wait(seat.seat):
                return
            self._retractions.count(seat.seat)
        seat.is_ready = is_ready

    # -- the loop

    def update(self) -> float:
        """Advance the match and send the news. Return the seconds until the next call at the latest."""
        now = self._clock()
        if now - self._updated_at > ABSENCE_GAP_S:
            self.host.restart_turn()
            self._words.restart_time()
        self._updated_at = now
        self._hold_turn(now)
        self._excuse_slow_screens(now)
        self._start_next_deal(now)
        if self.host.error and now - self._retried_at > RETRY_INTERVAL_S:
            self._retried_at = now
            self.host.retry()
        self._begin_shuffle()
        self._words.update()
        self._tell_shuffle()  # nobody gets a card before the words that it follows from
        self.host.update()
        self._send_proofs()
        self._send_news()
        self._tell_presence()
        if self.host.is_saving or self._words.is_writing:
            return 0.002
        return 0.01 if self.host.is_computer_thinking else 0.1

    def _hold_turn(self, now: float) -> None:
        """Keep the whole time for a person on turn who has not come back since the host was started again."""
        seat = None if self.host.match.turn is None else self.seats.get(self.host.match.turn)
        is_held = now < self._returns_until and seat is not None and seat.guest is None
        if is_held != self._is_turn_held or (is_held and self.host.turn_clock.elapsed_seconds > HOLD_INTERVAL_S):
            self.host.restart_turn()
        self._is_turn_held = is_held

    def _excuse_slow_screens(self, now: float) -> None:
        """Stop waiting for a screen that has not shown a step in its time, or is always slow."""
        for seat in self.seats.values():
            connection, waited_s = seat.connection, 0.0 if seat.unshown_since is None else now - seat.unshown_since
            if connection is None or connection.ready_revision == self.host.revision:
                seat.slow_step_count += waited_s > PROMPT_SHOW_S
                seat.unshown_since = None
            elif waited_s > _find_show_s(seat) or seat.slow_step_count >= MAX_SLOW_STEPS:
                connection.send(Command(ReportShown(self.host.revision)))
            elif seat.unshown_since is None:
                seat.unshown_since = now

    def _start_next_deal(self, now: float) -> None:
        """Start the next deal when everybody who is there is ready, or some time after the first one is."""
        if not (self.host.is_between_deals or self.is_rematch_requested):
            self._pause_since = None
            for seat in self.seats.values():
                seat.is_ready = False
            return
        ready = [seat for seat in self._present_players if seat.is_ready]
        if ready and self._pause_since is None:
            self._pause_since = now
        if self._is_pause_over(now) and not self.is_rematch_requested and ready[0].connection is not None:
            for seat in self._present_players:
                seat.missed_pause_count = 0 if seat.is_ready else seat.missed_pause_count + 1
            ready[0].connection.send(Command(Ready()))

    @property
    def _present_players(self) -> list[PersonSeat]:
        """The seats of the people who are there and have not left the match."""
        return [seat for seat in self.seats.values() if seat.connection is not None and self.takes_part(seat)]

    def _is_pause_over(self, now: float) -> bool:
        """Return whether all people are ready for the next deal or for another match, or have had their time.

        The next deal does not wait for people who have let the last pauses run out.
        """
        there = self._present_players
        if self._pause_since is None or self.is_pause_held or not any(seat.is_ready for seat in there):
            return False
        awaited = [seat for seat in there if self.is_rematch_requested or seat.missed_pause_count < MAX_MISSED_PAUSES]
        return all(seat.is_ready for seat in awaited) or now - self._pause_since > MAX_DEAL_PAUSE_S

    @property
    def is_rematch_due(self) -> bool:
        """Whether another match begins now, which the owner has asked for."""
        return self.is_rematch_requested and self._is_pause_over(self._clock())

    def _begin_shuffle(self) -> None:
        """Begin the shuffle of a deal that was requested; all people who are there now contribute to it.

        It waits for somebody to be there.
        """
        sealed = self.host.seal_next_deal()
        if sealed is not None and self._guests:
            there = [seat.seat for seat in self.seats.values() if seat.guest is not None and self.takes_part(seat)]
            self._words.begin(*sealed, there, self.host.list_late_seats())

    def _tell_shuffle(self) -> None:
        """Send the words for the next deal if they have changed, after the first message of a new connection."""
        shuffle = self._words.build_message(len(self.host.record.deals) + 1)
        if shuffle is not None and shuffle != self._shuffle:
            self._send_news()
            self._tell_all(shuffle)
        self._shuffle = shuffle

    def _send_proofs(self) -> None:
        """Send the proof of the last deal when it has begun and when it is over."""
        deal_count = len(self.host.record.deals)
        key = deal_count, self.host.match.is_deal_in_progress
        if deal_count and key != self._proof_key:
            self._proof_key = key
            for person in self._people:
                if person.connection is not None:
                    person.connection.send(Command(RequestProof(deal_count)))

    # -- what guests get

    @property
    def _people(self) -> list[TablePerson]:
        """The people who see the match, also those who are away."""
        return [*self.seats.values(), *self._watchers]

    def _tell_all(self, message: HostMessage) -> None:
        """Send a message to everybody who is there."""
        for person in self._people:
            if person.guest is not None and person.connection is not None:
                person.guest.send(message)

    def _send_news(self) -> None:
        """Send what has happened since the last call, and the record of the finished match.

        Each connection gets the record once; a deal that was given up is then public.
        """
        has_record = self.is_finished and bool(self.host.record.deals)
        for person in self._people:
            self._send_news_to(person)
            if person.guest is not None and person.connection is not None and has_record and not person.is_record_sent:
                person.is_record_sent = True
                send_record(self._record, person.guest)

    def _send_news_to(self, person: TablePerson) -> None:
        if person.guest is not None and person.connection is not None:
            send_messages(self.host, person.connection, person.guest)

    @cached_property
    def _record(self) -> str:
        """The record of the finished match, as its people may have it."""
        return encode_record(self.host.export_record()).decode()

    def _tell_presence(self) -> None:
        """Send who is there if that has changed."""
        seats = self.seats.values()
        flags = [(seat.guest is None, seat.is_substituted, seat.is_removed, seat.is_ready) for seat in seats]
        key = flags, self.is_rematch_requested
        if key == self._presence_key:
            return
        self._presence_key = key
        self._tell_all(self._build_presence())

    def _build_presence(self) -> Presence:
        seats = self.seats.values()
        people = tuple(
            SeatPresence(
                seat.seat,
                None if seat.guest is not None else self._clock() - seat.away_since,
                seat.is_substituted,
                seat.is_removed,
            )
            for seat in seats
        )
        ready_seats = tuple(seat.seat for seat in seats if seat.is_ready)
        return Presence(people=people, ready_seats=ready_seats, is_rematch_asked=self.is_rematch_requested)


def _find_show_s(seat: PersonSeat) -> float:
    """Return the time that the screen of a person may take to show a step."""
    table = None if seat.guest is None else seat.guest.table
    return MAX_SHOW_S if table is None else table.show_s


def send_messages(host: MatchHost, connection: HostConnection, guest: Guest) -> None:
    """Send what a connection to ``host`` has got, and a deal that is over after its proof.

    Answers to commands of the table itself have the number 0 and are for nobody.
    """
    for message in connection.receive():
        if not isinstance(message, Answer) or message.number:
            guest.send(message)
        if isinstance(message, ProofMessage) and not message.proof.is_in_progress:
            number = message.proof.deal_number
            guest.send(FinishedDeal(number=number, data=encode_record(host.export_deal(number)).decode()))


def send_record(record: str, guest: Guest) -> None:
    """Send the text of a record in parts."""
    for start in range(0, len(record), RECORD_PART_CHARACTERS):
        end = start + RECORD_PART_CHARACTERS
        guest.send(RecordPart(data=record[start:end], is_last=end >= len(record)))


def send_end(host: MatchHost, seat: int, guest: Guest) -> None:
    """Send the end of a finished match, with its record, to a person who was at ``seat`` and away then."""
    connection = host.connect((seat,))
    connection.send(Command(RequestProof(len(host.record.deals))))
    send_messages(host, connection, guest)
    host.disconnect(connection)
    send_record(encode_record(host.export_record()).decode(), guest)
