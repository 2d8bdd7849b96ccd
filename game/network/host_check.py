"""The check of a guest's program on its host: everything that it shows is compared with everything else.

What the host shows goes into one log (`game.network.seen_match`). A message is compared with what is known at once.
When a deal is over it is replayed, and all that was shown of it is compared with what a fair host shows
(`game.network.deal_replay`). docs/fairness.md says what is checked, and what no program of a guest can know.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final, Literal, TypeAlias

import msgspec

from game.core.actions import Action, LeaveMatch, Timeout, VoteToEnd, map_actions_by_verb, parse_action
from game.core.events import Event, PlayerLeft, PlayerTimedOut, ShuffleCommitted, VoteToEndCast
from game.core.messages import InputError, Reason
from game.core.options import change_options
from game.core.phase import IllegalActionError
from game.match.assistance import ASSISTANCE_KEY
from game.match.match import Match
from game.match.record import FAIRNESS_KEY, DealRecord, Record, RecordError, decode_record
from game.network.deal_replay import (
    DealReplay,
    Moment,
    list_fair_messages,
    list_moments_before_cards,
    replay_deal,
)
from game.network.messages import (
    PROTOCOL_VERSION,
    CommitWord,
    FinishedDeal,
    Lobby,
    OpenWord,
    Presence,
    SeatKey,
    Shuffle,
    Welcome,
)
from game.network.seen_match import (
    ACCEPTED,
    Entry,
    EntryKind,
    SeenLog,
    SeenMatch,
    SentAction,
    digest_deal,
    make_digest,
)
from game.network.shuffle_check import ShuffleCheck
from game.rules import GAMES
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
from game.shuffling.commitments import MatchFairness, get_match_uid, verify_next_deal, verify_record

replace = msgspec.structs.replace
DueKind: TypeAlias = Literal["deal", "record", "answer"]
FAULTS_OF_MISSING: Final = {
    "status": "host_other_view", "proof": "words_missing", "whole proof": "words_missing", "deal": "host_no_deal",
}  # fmt: skip
"""What the host must send before the match goes on, with the fault of a host that does not."""
HONEST_REFUSALS: Final = frozenset({"being_saved", "out_of_date", "match_over"})
"""The refusals of a legal action that can be true: the host was busy, or the action came too late."""


class HostCheck:
    """The check of the host of one match.

    ``seen``: what an earlier run of the program saw. ``store``: saves it on the disk; words and actions are sent only
    afterwards. ``make_word``: returns a new word, 64 random hexadecimal digits. ``is_dealer_drawn``: whether the first
    dealer is drawn by lot, as in the first match of a table. ``first_dealer``: in another match, the one that is due;
    None if it is not known.
    ``fault``: the first thing that the host did against the rules, or None. ``words``: the check of the shuffles.
    """

    def __init__(
        self, seen: SeenMatch, store: Callable[[SeenMatch], None], make_word: Callable[[], str], *,
        is_dealer_drawn: bool = True, first_dealer: int | None = None,
    ) -> None:  # fmt: skip
        self.fault: Reason | None = None
        self.log = SeenLog(seen, store)
        self.words = ShuffleCheck(self.log, self._report_deal, make_word)
        self._is_dealer_drawn = is_dealer_drawn
        self._first_dealer = first_dealer
        self._info: MatchInfo | None = None
        self._lobby: Lobby | None = None
        self._own_seat: int | None = None
        self._turn: Turn = (0, 0)
        self._revision = self._step_count = 0
        self._events: dict[int, tuple[Event, ...]] = {}
        self._awaited = set[str]()
        self._status: MatchStatus | None = None
        self._is_told = self._is_over = self._is_given_up = self._has_left = self._has_deadline = False
        self._misses_deals = False
        self._deals: dict[int, DealRecord] = {}
        self._replay: DealReplay | None = None
        self._record_data = b""
        self._actions: dict[int, SentAction] = {}
        self._open_numbers = set[int]()

    @property
    def next_dealer(self) -> int | None:
        """The first dealer of another match, once the record of this one is known."""
        replay = self._replay
        return replay.after.dealer if replay is not None and replay.after.is_over else None

    @property
    def is_deal_open(self) -> bool:
        """Whether cards of the last deal were seen, and the host has not shown the deal as a whole."""
        return not self._record_data and self._turn[0] > max([0, *self._deals])

    @property
    def due(self) -> tuple[DueKind, int] | None:
        """What the host must send soon, or None: the deal that is over, the record, or the answer to an action."""
        if self._status is None or self._status.error:
            return None
        if "deal" in self._awaited:
            return "deal", self._turn[0]
        if self._is_ended and not self._record_data:
            return "record", 0
        return ("answer", min(self._open_numbers)) if self._open_numbers else None

    @property
    def _is_ended(self) -> bool:
        """Whether a match with a deal is over or given up, so that it has a record."""
        return self._turn[0] > 0 and (self._is_over or self._is_given_up)

    def finish(self) -> None:
        """Report a match that is not over, or of which something is missing, although the host says that it is past.

        A person who has left gets no record of it.
        """
        if self._info is not None and not self._has_left and not self._record_data:
            self._require("deal")
            self.report("host_no_record" if self._is_ended else "host_went_back")

    def take_end(self) -> None:
        """Process the end of the table: the host has shown a match that was over when it was here as a whole."""
        if self._is_told and self._is_ended and (self._status is None or not self._status.error):
            self.finish()

    def begin_connection(self) -> None:
        """Note that a new connection begins: the host shows in it a lobby, or the present state of the match."""
        self._lobby, self._is_told = None, False

    def take(self, message: HostMessage) -> CommitWord | OpenWord | None:
        """Process a message of the host, and return this guest's word for the next shuffle if it is due."""
        match message:
            case Welcome(protocol=protocol, game=game_id, rules_version=version):
                game = GAMES.get(game_id)
                if protocol != PROTOCOL_VERSION or game is None or version != game.rules_version:
                    self.report("host_other_table")  # it has let in this guest with other versions
            case Lobby():
                self._lobby = message
            case SeatKey(seat=seat):
                self._own_seat = seat
            case FirstMessage():
                self._take_first(message)
            case TransitionMessage():
                self._take_step(message)
            case MatchStatus():
                self._take_status(message)
            case DeadlineMessage(seconds_left=seconds):
                options, self._has_deadline = self._get_info().options, seconds is not None
                if seconds is not None and not (options.has_turn_clock and 0 <= seconds <= options.turn_seconds):
                    self.report("host_other_view")
            case Presence(people=people):
                seat = None if self._info is None else self._info.seats[0]
                for person in people:
                    is_away = person.away_seconds is not None or person.is_substituted or person.is_removed
                    if person.seat == seat and is_away:
                        self.report("host_other_view")
            case Shuffle():
                self._require("deal")
                contribution = self.words.take_shuffle(self._get_info(), message, self._turn[0] + 1)
                return None if self.fault is not None and isinstance(contribution, OpenWord) else contribution
            case ProofMessage():
                self._take_proof(message)
            case FinishedDeal(number=number, data=data):
                self._take_finished_deal(number, data.encode())
        return None

    # -- the match

    def _take_first(self, message: FirstMessage) -> None:
        """Process the present state of the match after a connection: it must not go back behind what was shown."""
        (view,), info, number = message.views, message.info, message.turn[0]
        earlier_events = self._events.get(number, ()) if number else ()  # the draw belongs to no deal
        if self._is_told:
            self.report("host_nonsense")  # it comes once in a connection
        is_back = message.turn < self._turn or view.events[: len(earlier_events)] != earlier_events
        if is_back or self.log.seen.info not in ("", make_digest(info)):
            self.report("host_went_back", max(number, self._turn[0]))
        self._check_info(info)
        if not self.log.seen.info:
            self.log.change(info=make_digest(info), begins_at=(number, len(view.events)))
        self._misses_deals = self._misses_deals or number > max(1, self._turn[0])
        self._is_told, self._info, self._own_seat = True, info, info.seats[0]
        self._revision, self._step_count, self._status, self._has_deadline = message.revision, 0, None, False
        self._awaited = {"status", "proof"} if number else {"status"}
        self._note_match("first", message, view.events)

    def _check_info(self, info: MatchInfo) -> None:
        """Compare the data of the match with each other, and with the lobby that was shown before."""
        if len(info.seats) != 1 or not 0 <= info.seats[0] < len(info.players):
            raise MessageError("not one seat")
        lobby, self._lobby = self._lobby, None
        is_sound = (
            self._own_seat in (None, info.seats[0])
            and info.pack == info.game.make_pack(info.options, len(info.players))
            and info.votes_needed == min(info.options.exit_votes, len(info.players))
            and not info.shuffle_word
            and info.players[info.seats[0]].is_person
        )
        if not is_sound or (lobby is not None and (self._own_seat is None or not _is_match_of_lobby(info, lobby))):
            self.report("host_other_table")

    def _take_step(self, message: TransitionMessage) -> None:
        """Process an action: its events, and what the screen shows after it."""
        (view,), (number, _count) = message.views, message.turn
        if message.is_undo or view.seat != self._get_info().seats[0]:
            raise MessageError("an undo, or the view of another seat")
        known_events = self._events.get(number, ()) if message.event_count else ()
        is_back = message.turn < self._turn or message.event_count != len(known_events) or number > self._turn[0] + 1
        if is_back or self._record_data or self._is_given_up:
            self.report("host_went_back", max(number, self._turn[0]))
        elif message.revision != self._revision + 1:
            self.report("host_other_view")
        self._require("proof", *(["status"] if self._step_count else []))
        self._note_status()
        kind: EntryKind = "step"
        if number > self._turn[0]:
            self._check_beginning(number, view.events)
        elif not self._explains_own_action(view.events):
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
        self._note(kind, replace(message, revision=0, **unchecked))
        self._is_over = observation.is_over
        self._has_left = self._get_info().seats[0] in observation.departed_seats
        if number and (observation.result is not None or self._is_over) and number not in self._deals:
            self._awaited |= {"whole proof", "deal"}

    def _note(self, kind: EntryKind, message: HostMessage) -> None:
        number = self._turn[0]
        event_count = len(self._events.get(number, ())) if number else 0
        self.log.note(Entry(number, event_count, kind, make_digest(message)))

    def _check_beginning(self, number: int, events: tuple[Event, ...]) -> None:
        """Refuse a deal at its first step if its seal and its words were not shown, or the last deal was not."""
        self._require("deal")
        self._awaited.add("proof")
        seals = [event.seal for event in events if isinstance(event, ShuffleCommitted) and event.number == number]
        fault = self.words.find_missing(number, seals[0] if seals else "")
        if fault is not None:
            self._report_deal(number, fault)

    def _explains_own_action(self, events: tuple[Event, ...]) -> bool:
        """Return whether a step is none of the own seat, or one that this program has sent or was announced."""
        (seat,), event = self._get_info().seats, events[0] if events else None
        if event is None or getattr(event, "seat", None) != seat:
            return True
        if isinstance(event, PlayerTimedOut):
            return self._has_deadline  # else the turn timer was not shown
        sent = [action for action in self.log.seen.sent if action.can_be_taken]
        is_beside_turn = isinstance(event, (PlayerLeft, VoteToEndCast))
        if not is_beside_turn:
            earlier = [
                past for past in self._events[self._turn[0]] if not isinstance(past, (PlayerLeft, VoteToEndCast))
            ]
            has_left = any(action.text == str(LeaveMatch(seat)) for action in sent)
            if has_left or (earlier and earlier[-1] == PlayerTimedOut(seat)):
                return True
        verbs = map_actions_by_verb(*self._get_info().game.actions)
        return any(
            (action.is_beside_turn or action.turn == self._turn)
            and _agrees_with_event(parse_action(action.text, verbs), event)
            for action in sent
        )

    def _take_status(self, status: MatchStatus) -> None:
        """Process the state of the match apart from its cards."""
        self._status, self._is_given_up = status, self._is_given_up or status.is_given_up
        self._awaited.discard("status")
        self._note_status()

    def _note_status(self) -> None:
        """Note that the last status is shown now, without what does not follow from the match."""
        if self._status is not None:
            error = "" if self._status.error == STORAGE_ERROR else self._status.error
            is_given_up = self._status.is_given_up and self._is_over  # of these two, only one can be true
            self._note("status", replace(self._status, error=error, is_given_up=is_given_up))

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
        self._note("proof", message)

    # -- deals that are over

    def _take_finished_deal(self, number: int, data: bytes) -> None:
        """Verify a deal that is over, if all deals before it are known; else the record of the match is awaited."""
        try:
            record = decode_record(data)
        except RecordError:
            self.report("host_other_cards", number)
            return
        if len(record.deals) != 1:
            raise MessageError("not one deal")
        (deal,) = record.deals
        known = self._deals.setdefault(number, deal)
        if number != self._turn[0] or not _extends_deal(known, deal):
            self.report("host_other_cards", number)
            return
        self._require("proof", "whole proof")
        self._awaited.discard("deal")
        if self._check_header(record) and known is deal and not self._misses_deals:
            self._follow_departures()
            self._verify_next_deal(deal)

    def take_record(self, data: bytes) -> None:
        """Compare the record of the finished match with all that was seen, and verify it as `verify_record` does."""
        self._require("proof", "whole proof", "deal")
        if not (self._is_over or self._is_given_up):
            self.report("host_other_view")  # it has said neither
        try:
            record = decode_record(data)
            problem = verify_record(record).problem
        except RecordError:
            self.report("host_other_record")
            return
        is_same = self._record_data in (b"", data) and len(record.deals) == self._turn[0]
        deals = zip(range(1, self._turn[0] + 1), record.deals, strict=False)
        if not is_same or not all(_extends_deal(self._deals.get(number, deal), deal) for number, deal in deals):
            self.report("host_other_record")
            return
        if not self._check_header(record):
            return
        if problem is not None and problem.code == "problem_of_deal":
            self._report_deal(problem.values["number"], problem.values["fault"])
        elif problem is not None and problem.code != "nothing_to_prove":
            self._report_deal(self._turn[0], problem)
        self._replay = None
        if not all(self._verify_next_deal(deal) for deal in record.deals):
            return
        texts = {str(action) for deal in record.deals for action in deal.actions}
        departures = (sent for sent in self.log.seen.sent if sent.is_beside_turn and sent.answer == ACCEPTED)
        if any(departure.text not in texts for departure in departures):
            self.report("host_lost_action")
        self._record_data = data

    def _check_header(self, record: Record) -> bool:
        """Compare all of a record but its deals with the data of the match. Return whether it is of this match."""
        match, known_match = get_match_uid(record), self.log.seen.match
        if not match or known_match not in ("", match):
            self.report("host_other_record" if match else "words_missing")
            return False
        self.log.change(match=match)
        first_deals = [self._deals[1]] if 1 in self._deals else record.deals[: self._turn[0] == 1]
        is_dealer_wrong = any(deal.dealer != record.first_dealer for deal in first_deals)
        if is_dealer_wrong or replace(record, deals=()) != self._make_record(record.first_dealer):
            self.report("host_other_record")
        return True

    def _make_record(self, first_dealer: int) -> Record:
        """Return the record of the match before its first deal, as this guest knows it."""
        info = self._get_info()
        fairness = MatchFairness(match=self.log.seen.match, is_dealer_drawn=self._is_dealer_drawn)
        assistance = msgspec.to_builtins(info.assistance)
        return Record(
            game_id=info.game_id, preset=info.preset, options=info.options,
            names=tuple(player.name for player in info.players), first_dealer=first_dealer,
            extra={ASSISTANCE_KEY: assistance, FAIRNESS_KEY: msgspec.to_builtins(fairness)},
        )  # fmt: skip

    def _verify_next_deal(self, deal: DealRecord) -> bool:
        """Verify the deal after the last verified one; return whether it can be played."""
        if self._replay is not None:
            return self._verify_deal(self._replay.whole_record, self._replay.after, deal)
        try:
            record = self._make_record(deal.dealer)
            return self._verify_deal(record, record.create_match(), deal)
        except InputError:
            self.report("host_other_cards", 1)
            return False

    def _verify_deal(self, record: Record, match: Match, deal: DealRecord) -> bool:
        """Verify a deal against its seal, its words and all that was shown; return whether it can be played.

        A fault that its file shows by itself comes first.
        """
        number, info, (own_seat,) = len(record.deals) + 1, self._get_info(), self._get_info().seats
        try:
            fault = verify_next_deal(record, match, deal) or self.words.find_deal_fault(info, number, deal)
            self._replay = replay = replay_deal(record, match, deal, own_seat)
        except (InputError, IllegalActionError):
            self.report("host_other_cards", number)
            return False
        if number == 1 and self._first_dealer not in (None, deal.dealer):
            fault = fault or Reason("host_other_dealer")
        fault = fault or self._find_view_fault(replay) or _find_action_fault(replay, self.log.seen, own_seat)
        if fault is not None:
            self._report_deal(number, fault)
        self.log.note_verified(number, deal)
        return True

    def _find_view_fault(self, replay: DealReplay) -> Reason | None:
        """Return what was shown of a deal but is not true, or None."""
        number, deal, verified = replay.number, replay.deal, self.log.seen.verified.get(replay.number)
        actions = deal.actions if verified is None else deal.actions[: verified.action_count]
        if verified is not None and verified.digest != digest_deal(replace(deal, actions=actions)):
            return Reason("host_other_record")
        moments = (
            {0: list_moments_before_cards(replay), number: replay.moments} if number == 1 else {number: replay.moments}
        )
        for entry in self.log.seen.entries:
            if entry.deal in moments and not self._is_true(entry, moments[entry.deal], replay):
                return Reason("host_other_cards" if entry.kind in ("first", "step", "joined") else "host_other_view")
        return None

    def _is_true(self, entry: Entry, moments: Collection[Moment], replay: DealReplay) -> bool:
        """Return whether a fair host shows this at a moment of its place; all before the first cards have one place."""
        kind: EntryKind = "step" if entry.kind == "joined" else entry.kind
        return any(
            entry.digest == make_digest(message)
            for moment in moments
            if not entry.deal or len(moment.events) == entry.event_count
            for message in list_fair_messages(kind, moment, replay, self._get_info())
        )

    def _follow_departures(self) -> None:
        """Verify the last verified deal once more, with the departures and votes that came after it."""
        if self._replay is None:
            return
        replay = self._replay
        actions = [
            LeaveMatch(event.seat) if isinstance(event, PlayerLeft) else VoteToEnd(event.seat)
            for event in self._events.get(replay.number, ())[len(replay.moments[-1].events) :]
            if isinstance(event, (PlayerLeft, VoteToEndCast))
        ]
        self._verify_deal(replay.record, replay.before, replace(replay.deal, actions=(*replay.deal.actions, *actions)))

    # -- what this guest sends

    def note_sent(self, number: int, turn: Turn, text: str) -> None:
        """Note and store an action before it is sent; ``number``: of its message."""
        if number not in self._actions:
            self._actions[number] = SentAction(turn, text)
            self.log.note_sent(self._actions[number])
            self._open_numbers.add(number)

    def settle(self, number: int) -> None:
        """Note that the match has gone on, so that no answer to an action is awaited any more."""
        self._open_numbers.discard(number)

    def take_answer(self, number: int, reason: Reason | None) -> None:
        """Process the answer to an action."""
        self.settle(number)
        if number in self._actions:
            self.log.note_answer(self._actions[number], ACCEPTED if reason is None else reason.code)

    # -- faults

    def _get_info(self) -> MatchInfo:
        if self._info is None:
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


def _is_match_of_lobby(info: MatchInfo, lobby: Lobby) -> bool:
    """Return whether a match has the rules and the players of the lobby, and this guest has its seat."""
    preset = GAMES[lobby.game].presets.get(lobby.preset) if lobby.game in GAMES else None
    if preset is None or (lobby.game, lobby.preset) != (info.game_id, info.preset):
        return False
    try:
        options = change_options(preset, lobby.changes)
    except InputError:
        return False
    players = zip(lobby.seats, info.players, strict=False)
    return (
        options == info.options
        and len(lobby.seats) == len(info.players)
        and info.seats == (lobby.your_seat,)
        and all((seat.name, seat.kind) == (player.name, player.kind) for seat, player in players if seat.kind)
    )


def _agrees_with_event(action: Action, event: Event) -> bool:
    """Return whether an action can begin with ``event``: fields with the same name are equal, such as the card."""
    names = [name for name in action.__struct_fields__ if hasattr(event, name)]
    return all(getattr(action, name) == getattr(event, name) for name in names)


def _extends_deal(known: DealRecord, deal: DealRecord) -> bool:
    """Return whether ``deal`` is ``known``, perhaps with departures and votes that came after it."""
    count = len(known.actions)
    is_same = replace(deal, actions=deal.actions[:count]) == known
    return is_same and all(isinstance(action, (LeaveMatch, VoteToEnd)) for action in deal.actions[count:])


def _find_action_fault(replay: DealReplay, seen: SeenMatch, seat: int) -> Reason | None:
    """Return what is wrong with the own actions of ``seat`` in a deal, or None.

    An action that this program did not send needs a reason: the time was up, the person has left, or the program was
    away at a table without a turn timer, where the owner may let a computer play for it. What comes before the log
    begins, and what was verified before, is not looked at.
    """
    number, own_actions = replay.number, list[tuple[Turn, str]]()
    verified_count = seen.verified[number].action_count if number in seen.verified else 0
    live_counts = {entry.event_count for entry in seen.find_entries(number) if entry.kind == "step"}
    for place, (earlier, moment) in enumerate(zip(replay.moments, replay.moments[1:], strict=False)):
        before, action = moment.before, moment.action
        if action is None or action.seat != seat or isinstance(action, Timeout):
            continue
        own_actions.append((earlier.turn, str(action)))
        is_known = place >= verified_count and (number, len(earlier.events)) >= seen.begins_at
        is_played_by_host = seat in (before.auto_play_seat, *before.departed_seats)
        is_away = not before.options.has_turn_clock and len(moment.events) not in live_counts
        can_be_substituted = is_away and not isinstance(action, (LeaveMatch, VoteToEnd))
        is_sent = any(sent.can_be_taken and sent.is_action(earlier.turn, str(action)) for sent in seen.sent)
        if is_known and not (is_played_by_host or can_be_substituted or is_sent):
            return Reason("host_acted_for_you")
    for sent in seen.sent:
        if sent.turn[0] != number or sent.is_beside_turn:
            continue
        if sent.answer == ACCEPTED and (sent.turn, sent.text) not in own_actions:
            return Reason("host_lost_action")
        is_excused = sent.can_be_taken or sent.answer in HONEST_REFUSALS
        if not is_excused and _was_legal(replay, sent, seat):
            return Reason("host_refused_action")
    return None


def _was_legal(replay: DealReplay, sent: SentAction, seat: int) -> bool:
    """Return whether an action was legal at all moments of the turn it was meant for, and the seat played by itself."""
    matches = [moment.match for moment in replay.moments if moment.turn == sent.turn]
    return bool(matches) and all(
        match.turn == seat
        and seat not in (*match.departed_seats, match.auto_play_seat)
        and sent.text in [str(action) for action in match.legal_actions()]
        for match in matches
    )
