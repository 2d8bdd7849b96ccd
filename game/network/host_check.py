"""The check of a guest's program on its host: everything that it shows is compared with everything else.

What the host shows goes into one log (`game.network.seen_match`). A message is compared with what is known at once.
When a deal is over it is replayed, and all that was shown of it is compared with what a fair host shows
(`game.network.deal_replay`). docs/fairness.md says what is checked, and what no program of a guest can know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from game.core.events import Event, ShuffleCommitted
from game.core.messages import Reason
from game.network.messages import (
    CommitWord,
    FinishedDeal,
    Lobby,
    OpenWord,
    Presence,
    SeatKey,
    SeatPresence,
    Shuffle,
    Welcome,
)
from game.network.own_actions import OwnActions
from game.network.record_check import RecordCheck
from game.network.seen_match import EntryKind, SeenLog, SeenMatch, make_digest
from game.network.shuffle_check import ShuffleCheck
from game.network.table_check import TableCheck
from game.session.encoding import MessageError
from game.session.match_info import MatchInfo
from game.session.messages import (
    STORAGE_ERROR,
    Answer,
    DeadlineMessage,
    FirstMessage,
    HostMessage,
    MatchStatus,
    ProofMessage,
    TransitionMessage,
    Turn,
)

replace = msgspec.structs.replace
FAULTS_OF_MISSING: Final = {
    "status": "host_other_view", "proof": "words_missing", "whole proof": "words_missing", "deal": "host_no_deal",
}  # fmt: skip
"""The messages that must come before the match goes on, with the fault of a host that leaves one out."""


class HostCheck:
    """The check of the host of one match.

    ``seen``: what an earlier run of the program saw. ``store``: saves it on the disk; words and actions are sent only
    afterwards. ``make_word``: returns a new word, 64 random hexadecimal digits. ``is_dealer_drawn``: whether the first
    dealer is drawn by lot, as in the first match of a table. ``first_dealer``: in another match, the one that is due;
    None if it is not known.
    ``fault``: the first thing that the host did against the rules, or None. ``words``, ``actions``: what this guest
    contributes to the shuffles and does.
    """

    def __init__(
        self, seen: SeenMatch, store: Callable[[SeenMatch], None], make_word: Callable[[], str], *,
        is_dealer_drawn: bool = True, first_dealer: int | None = None,
    ) -> None:  # fmt: skip
        self.fault: Reason | None = None
        self.log = SeenLog(seen, store)
        self.words = ShuffleCheck(self.log, self._report_deal, make_word)
        self.actions = OwnActions(self.log)
        self._record = RecordCheck(
            self.log, self.words, self.actions, self._report_deal, is_dealer_drawn=is_dealer_drawn,
            first_dealer=first_dealer,
        )  # fmt: skip
        self._first_dealer = first_dealer
        self._info: MatchInfo | None = None
        self._table = TableCheck()
        self._turn: Turn = (0, 0)
        self._revision = self._step_count = 0
        self._events: dict[int, tuple[Event, ...]] = {}
        self._awaited = set[str]()
        self._status: MatchStatus | None = None
        self._is_told = self._is_over = self._is_given_up = self._has_left = self._has_deadline = False

    @property
    def next_dealer(self) -> int | None:
        """The first dealer of another match, once the record of this one is known."""
        replay = self._record.replay
        return replay.after.dealer if replay is not None and replay.after.is_over else None

    @property
    def is_deal_open(self) -> bool:
        """Whether cards of the last deal were seen, and the host has not shown the deal as a whole."""
        return not self._record.data and self._turn[0] > max([0, *self._record.deals])

    @property
    def due(self) -> tuple[str, int] | None:
        """The next thing that the host must send: a deal that is over, the record, an answer to an action; or None."""
        if self._status is None or self._status.error:
            return None
        if "deal" in self._awaited:
            return "deal", self._turn[0]
        if self._is_ended and not self._record.data:
            return "record", 0
        return ("answer", min(self.actions.open_numbers)) if self.actions.open_numbers else None

    @property
    def _is_ended(self) -> bool:
        """Whether a match with a deal is over or given up, so that it has a record."""
        return self._turn[0] > 0 and (self._is_over or self._is_given_up)

    def finish(self) -> None:
        """Report a match that is not over, or of which something is missing, although the host says that it is past.

        A person who has left gets no record of it.
        """
        if self._info is not None and not self._has_left and not self._record.data:
            self._require("deal")
            self.report("host_no_record" if self._is_ended else "host_went_back")

    def take_end(self) -> None:
        """Process the end of the table: the host has shown a match that was over when it was here as a whole."""
        if self._is_told and self._is_ended and (self._status is None or not self._status.error):
            self.finish()

    def begin_connection(self) -> None:
        """Note that a new connection begins: the host shows in it a lobby, or the present state of the match."""
        self._table.begin_connection()
        self._is_told = False

    def take(self, message: HostMessage) -> CommitWord | OpenWord | None:
        """Process a message of the host, and return this guest's word for the next shuffle if it is due."""
        match message:
            case Welcome() | Lobby() | SeatKey():
                if not self._table.take(message):
                    self.report("host_other_table")
            case FirstMessage():
                self._take_first(message)
            case TransitionMessage():
                self._take_step(message)
            case MatchStatus():
                self._status, self._is_given_up = message, self._is_given_up or message.is_given_up
                self._awaited.discard("status")
                self._note_status()
            case DeadlineMessage(seconds_left=seconds):
                options, self._has_deadline = self._get_info().options, seconds is not None
                if seconds is not None and not (options.has_turn_clock and 0 <= seconds <= options.turn_seconds):
                    self.report("host_other_view")
            case Presence(people=people):
                own_seats = () if self._info is None else self._info.seats
                if any(person.seat in own_seats and person != SeatPresence(person.seat) for person in people):
                    self.report("host_other_view")  # this guest is there, and no computer plays for it
            case Shuffle():
                self._require("deal")
                self._note_status()
                contribution = self.words.take_shuffle(self._get_info(), message, self._turn[0] + 1)
                return None if self.fault is not None and isinstance(contribution, OpenWord) else contribution
            case ProofMessage():
                self._take_proof(message)
            case Answer(number=number, reason=reason):
                fault = self.actions.take_answer(number, reason)
                if fault is not None:
                    self._report_deal(self._turn[0], fault)
            case FinishedDeal(number=number, data=data):
                self._take_deal(number, data.encode())
        return None

    # -- the match

    def _take_first(self, message: FirstMessage) -> None:
        """Process the present state of the match after a connection: it must not go back behind what was shown."""
        (view,), info, number = message.views, message.info, message.turn[0]
        earlier_events = self._events.get(number, ()) if number else ()  # the draw belongs to no deal
        if self._is_told:
            self.report("host_nonsense")  # it comes once in a connection
        self._is_told = True
        is_back = message.turn < self._turn or view.events[: len(earlier_events)] != earlier_events
        if is_back or self.log.seen.info not in ("", make_digest(info)):
            self.report("host_went_back", max(number, self._turn[0]))
        if not self._table.has_match(info):
            self.report("host_other_table")
        if not self.log.seen.info:
            self.log.change(info=make_digest(info), begins_at=(number, len(view.events)))
        self._record.misses_deals |= number > max(1, self._turn[0])
        self._info = info
        self._revision, self._step_count, self._status, self._has_deadline = message.revision, 0, None, False
        self._awaited = {"status", "proof"} if number else {"status"}
        self._note_match("first", message, view.events)

    def _take_step(self, message: TransitionMessage) -> None:
        """Process an action: its events, and what the screen shows after it."""
        (view,), (number, _count) = message.views, message.turn
        if message.is_undo or view.seat != self._get_info().seats[0]:
            raise MessageError("an undo, or the view of another seat")
        known_events = self._events.get(number, ()) if message.event_count else ()
        is_back = message.turn < self._turn or message.event_count != len(known_events) or number > self._turn[0] + 1
        if is_back or self._record.data or self._is_given_up:
            self.report("host_went_back", max(number, self._turn[0]))
        elif message.revision != self._revision + 1:
            self.report("host_other_view")
        self._require("proof", *(["status"] if self._step_count else []))
        self._note_status()
        kind: EntryKind = "step"
        if number > self._turn[0]:
            self._check_beginning(number, view.events)
        elif not self.actions.explain(view.events, self._get_info(), self._turn, known_events, self._has_deadline):
            if self._step_count or self._get_info().options.has_turn_clock:
                self.report("host_acted_for_you")
            kind = "joined"  # a computer's action for an absent person, which was under way when the person came back
        self._revision, self._step_count = message.revision, self._step_count + 1
        self._note_match(kind, message, (*known_events, *view.events))

    def _note_match(
        self, kind: EntryKind, message: FirstMessage | TransitionMessage, events: tuple[Event, ...]
    ) -> None:
        """Note what the screen shows of a moment, and what follows from it."""
        self._turn, number = message.turn, message.turn[0]
        self._events[number], observation = events, message.views[0].observation
        if number == 1 and self._first_dealer not in (None, observation.dealer):
            self.report("host_other_dealer")
        unchecked = {"chat_messages": (), "notes": ()} if isinstance(message, FirstMessage) else {}
        self.log.note(kind, number, self._events, replace(message, revision=0, **unchecked))
        self._is_over = observation.is_over
        self._has_left = self._get_info().seats[0] in observation.departed_seats
        if number and (observation.result is not None or self._is_over) and number not in self._record.deals:
            self._awaited |= {"whole proof", "deal"}

    def _check_beginning(self, number: int, events: tuple[Event, ...]) -> None:
        """Refuse a deal at its first step if its seal and its words were not shown, or the last deal was not."""
        self._require("deal")
        self._awaited.add("proof")
        seals = [event.seal for event in events if isinstance(event, ShuffleCommitted) and event.number == number]
        fault = self.words.find_missing(number, seals[0] if seals else "")
        if fault is not None:
            self._report_deal(number, fault)

    def _note_status(self) -> None:
        """Note the status that is shown now, without what does not follow from the match."""
        if self._status is not None:
            error = "" if self._status.error == STORAGE_ERROR else self._status.error
            is_given_up = self._status.is_given_up and self._is_over  # a match that is over was not given up
            status = replace(self._status, error=error, is_given_up=is_given_up)
            self.log.note("status", self._turn[0], self._events, status)

    def _take_proof(self, message: ProofMessage) -> None:
        """Process the seal and the words of a deal that has begun, or its whole proof if it is over."""
        number = message.proof.deal_number
        if number != self._turn[0]:
            self.report("host_other_view", number)
            return
        self._awaited -= {"proof"} if message.proof.is_in_progress else {"proof", "whole proof"}
        fault = self.words.find_proof_fault(self._get_info(), number, message.proof.commitment)
        if fault is not None:
            self._report_deal(number, fault)
        self.log.note("proof", number, self._events, message)

    def _take_deal(self, number: int, data: bytes) -> None:
        if number != self._turn[0]:
            self.report("host_other_cards", number)
            return
        self._require("proof", "whole proof")
        self._awaited.discard("deal")
        replay = self._record.replay
        events = () if replay is None else self._events.get(replay.number, ())[len(replay.moments[-1].events) :]
        self._record.take_deal(self._get_info(), number, data, events)

    def take_record(self, data: bytes) -> None:
        """Process the record of the match."""
        self._require("proof", "whole proof", "deal", "status")
        self._note_status()
        if not (self._is_over or self._is_given_up):
            self.report("host_other_view")  # it has said neither
        self._record.take_record(self._get_info(), self._turn[0], data)
        replay = self._record.replay
        if replay is not None and replay.moments[-1].events != self._events.get(self._turn[0], ()):
            self.report("host_other_cards")  # a step is missing

    # -- faults

    def _get_info(self) -> MatchInfo:
        if self._info is None or not self._is_told:
            raise MessageError("a message of the match before the first message")
        return self._info

    def _require(self, *kinds: str) -> None:
        """Report what the host had to send before the match went on."""
        for kind in kinds:
            if kind in self._awaited:
                self._awaited.discard(kind)
                self.report(FAULTS_OF_MISSING[kind])

    def report(self, code: str, deal_number: int | None = None) -> None:
        """Name the host for a fault in a deal, the present one if none is given."""
        self._report_deal(self._turn[0] if deal_number is None else deal_number, Reason(code))

    def _report_deal(self, deal_number: int, fault: Reason) -> None:
        if self.fault is None:
            self.fault = Reason("problem_of_deal", {"number": deal_number, "fault": fault})
