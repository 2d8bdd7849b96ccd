"""The check of a guest's program on its host: everything that it shows is compared with everything else.

What the host shows goes into one log (`game.network.seen_match`). A step is compared with what is known at once. When a
deal is over it is replayed, and all that was shown of it is compared (`game.network.deal_check`). docs/fairness.md says
what is checked, and what no program of a guest can know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

import msgspec

from game.core.actions import Action, LeaveMatch, map_actions_by_verb, parse_action
from game.core.events import (
    CardsDealt,
    DealerDrawn,
    Event,
    PlayerLeft,
    PlayerTimedOut,
    ShuffleCommitted,
    VoteToEndCast,
)
from game.core.messages import InputError, Reason
from game.core.options import change_options
from game.core.phase import DealResult, IllegalActionError
from game.match.assistance import ASSISTANCE_KEY
from game.match.match import Match
from game.match.record import FAIRNESS_KEY, DealRecord, Record, RecordError, decode_record
from game.network.deal_check import (
    DealReplay,
    agrees_with_event,
    extends_deal,
    find_action_fault,
    find_false_fact,
    has_lost_departure,
    list_departures,
    list_moments_before_cards,
    replay_deal,
)
from game.network.messages import (
    MAX_RESULTS,
    PROTOCOL_VERSION,
    CommitWord,
    Lobby,
    OpenWord,
    SeatPresence,
    Shuffle,
    Welcome,
)
from game.network.seen_match import (
    ACCEPTED,
    Fact,
    FactKind,
    SeenLog,
    SeenMatch,
    SentAction,
    VerifiedDeal,
    digest_result,
    digest_status,
    digest_view,
    make_digest,
)
from game.network.shuffle_check import ShuffleCheck
from game.rules import GAMES
from game.session.encoding import MessageError
from game.session.match_info import MatchInfo
from game.session.messages import STORAGE_ERROR, FirstMessage, MatchStatus, SeatView, TransitionMessage, Turn
from game.shuffling.commitments import (
    DealProof,
    MatchFairness,
    derive_dealer_draw,
    get_match_uid,
    prove_deal,
    verify_next_deal,
    verify_record,
)

replace = msgspec.structs.replace
DueKind: TypeAlias = Literal["deal", "record", "answer"]
EVENTS_BESIDE_TURN: Final = (PlayerLeft, VoteToEndCast)


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
        self.words = ShuffleCheck(self.log, self._report, make_word)
        self._is_dealer_drawn = is_dealer_drawn
        self._first_dealer = first_dealer
        self._draws = set[Event]()
        self._info: MatchInfo | None = None
        self._lobby: Lobby | None = None
        self._is_told = False
        self._own_seat: int | None = None
        self._turn: Turn = (0, 0)
        self._revision = self._result_count = 0
        self._events: dict[int, tuple[Event, ...]] = {}
        self._joined_deals = set[int]()
        self._steps_since_first = 0
        self._status: MatchStatus | None = None
        self._has_deadline = False
        self._proof_due: int | None = None
        self._deal_due: int | None = None
        self._proofs: dict[int, DealProof] = {}
        self._finished: dict[int, DealRecord] = {}
        self._record: Record | None = None
        self._replay: DealReplay | None = None
        self._is_over = self._is_given_up = self._has_left = self._has_whole_record = False
        self._record_data = b""
        self._actions: dict[int, SentAction] = {}
        self._open_numbers = set[int]()

    @property
    def next_dealer(self) -> int | None:
        """The first dealer of another match, once the record of this one is known."""
        is_over = self._replay is not None and self._replay.after.is_over
        return self._replay.after.dealer if self._replay is not None and is_over else None

    @property
    def is_deal_open(self) -> bool:
        """Whether cards of the last deal were seen, and the host has not shown the deal as a whole."""
        return not self._has_whole_record and self._turn[0] > max([0, *self._finished])

    @property
    def due(self) -> tuple[DueKind, int] | None:
        """What the host must send soon, or None: the deal that is over, the record, or the answer to an action."""
        if self._status is None or not self._is_stored:
            return None
        if self._deal_due is not None:
            return "deal", self._deal_due
        if (self._is_over or self._is_given_up) and self._turn[0] and not self._has_whole_record:
            return "record", 0
        return ("answer", min(self._open_numbers)) if self._open_numbers else None

    @property
    def _is_stored(self) -> bool:
        """Whether the host has not said that it cannot store the match."""
        return self._status is None or not self._status.error

    def report_missing(self, due: tuple[DueKind, int]) -> None:
        """Report what the host has kept back although it is there."""
        kind, number = due
        self._report(number if kind == "deal" else self._turn[0], Reason(f"host_no_{kind}"))

    def finish(self) -> None:
        """Report a match that is not over, or of which something is missing, although the host says that it is past.

        A person who has left gets no record of it.
        """
        if self._info is None or self._has_left or self._has_whole_record:
            return
        if self._deal_due is not None:
            self.report_missing(("deal", self._deal_due))
        elif self._is_over or self._is_given_up:
            self.report_missing(("record", 0))
        else:
            self._report(self._turn[0], Reason("host_went_back"))

    def take_end(self) -> None:
        """Process the end of the table: the host has shown a match that was over when it was here as a whole."""
        if self._is_told and (self._is_over or self._is_given_up) and self._turn[0] and self._is_stored:
            self.finish()

    def report_nonsense(self) -> None:
        """Report a message that makes no sense."""
        self._report(self._turn[0], Reason("host_nonsense"))

    def report_other_match(self) -> None:
        """Report that the host has gone back to an earlier match."""
        self._report(self._turn[0], Reason("host_went_back"))

    # -- before the match

    def take_welcome(self, welcome: Welcome) -> None:
        """Compare the versions with those for which the host has let this guest in."""
        game = GAMES.get(welcome.game)
        if welcome.protocol != PROTOCOL_VERSION or game is None or welcome.rules_version != game.rules_version:
            self._report(self._turn[0], Reason("host_other_table"))

    def begin_connection(self) -> None:
        """Note that a new connection begins: the host shows in it a lobby, or the present state of the match."""
        self._lobby, self._is_told = None, False

    def take_lobby(self, lobby: Lobby) -> None:
        """Note the lobby as it was shown last in this connection."""
        self._lobby = lobby

    def take_own_seat(self, seat: int) -> None:
        """Note the seat whose key the host has given to this guest."""
        self._own_seat = seat

    # -- the match

    def take_first(self, message: FirstMessage) -> None:
        """Process the present state of the match after a connection: it must not go back behind what was shown."""
        (view,) = message.views
        info, turn, events, deal_number = message.info, message.turn, view.events, message.turn[0]
        earlier_events = self._events.get(deal_number, ()) if deal_number else ()  # the draw belongs to no deal
        if self._is_told:
            self._report(deal_number, Reason("host_nonsense"))  # it comes once in a connection
        self._is_told = True
        is_other_match = self._info is not None and info != self._info
        if is_other_match or turn < self._turn or events[: len(earlier_events)] != earlier_events:
            self._report(max(deal_number, self._turn[0]), Reason("host_went_back"))
        self._check_info(info)
        if view.seat != info.seats[0]:
            self._report(deal_number, Reason("host_other_view"))
        if not self.log.seen.info:
            self.log.change(info=make_digest(info), begins_at=(deal_number, len(events)))
        elif self.log.seen.info != make_digest(info):
            self._report(deal_number, Reason("host_went_back"))
        self._info, self._own_seat = info, info.seats[0]
        if deal_number > self._turn[0]:
            self._joined_deals.add(deal_number)
        self._turn, self._revision, self._events[deal_number] = turn, message.revision, events
        self._follow_departures(deal_number)
        self._check_dealer(deal_number, events)
        self._steps_since_first, self._status, self._has_deadline = 0, None, False
        self._proof_due, self._deal_due = deal_number or None, None
        self._take_results(0, message.results)
        self._note_view("first", view, events)

    def _check_info(self, info: MatchInfo) -> None:
        """Compare the data of the match with each other, and with the lobby that was shown before."""
        seats, own_seat = len(info.players), self._own_seat
        if len(info.seats) != 1 or not 0 <= info.seats[0] < seats:
            raise MessageError("not one seat")
        is_sound = (
            own_seat in (None, info.seats[0])
            and info.pack == info.game.make_pack(info.options, seats)
            and info.votes_needed == min(info.options.exit_votes, seats)
            and not info.shuffle_word
            and info.players[info.seats[0]].is_person
        )
        lobby, self._lobby = self._lobby, None
        is_of_lobby = lobby is None or (own_seat is not None and _is_match_of_lobby(info, lobby))
        if not (is_sound and is_of_lobby):
            self._report(self._turn[0], Reason("host_other_table"))

    def take_step(self, message: TransitionMessage) -> None:
        """Process an action: its events, and what the screen shows after it."""
        (view,) = message.views
        turn, event_count, events, deal_number = message.turn, message.event_count, view.events, message.turn[0]
        if message.is_undo or (view.seat,) != self._get_info().seats:
            raise MessageError("an undo, or the view of another seat")
        earlier_events = self._events.get(deal_number, ()) if event_count else ()
        is_back = turn < self._turn or event_count != len(earlier_events) or self._has_whole_record or self._is_given_up
        if is_back or deal_number > self._turn[0] + 1:
            self._report(max(deal_number, self._turn[0]), Reason("host_went_back"))
        elif message.revision != self._revision + 1:
            self._report(deal_number, Reason("host_other_view"))
        if self._steps_since_first and self._status is None:
            self._report(deal_number, Reason("host_other_view"))
        self._note_status()
        self._check_due_proof()
        if deal_number > self._turn[0]:
            self._check_beginning(deal_number, events)
        kind: FactKind = "step"
        if deal_number == self._turn[0] and not self._explains_own_action(events):
            if self._steps_since_first or self._get_info().options.has_turn_clock:
                self._report(deal_number, Reason("host_acted_for_you"))
            kind = "joined"  # a computer's action for an absent person, which was under way when the person came back
        self._turn, self._revision = turn, message.revision
        self._events[deal_number] = (*earlier_events[:event_count], *events)
        self._steps_since_first += 1
        self._draws.update(event for event in events if isinstance(event, DealerDrawn))
        self._check_dealer(deal_number, events)
        self._take_results(message.result_count, message.results)
        self._note_view(kind, view, events)
        self._follow_departures(deal_number)

    def _check_beginning(self, deal_number: int, events: tuple[Event, ...]) -> None:
        """Refuse a deal at its first step if its seal and its words were not shown, or the last deal was not."""
        self._check_due_deal()
        self._proof_due = deal_number
        seals = [event.seal for event in events if isinstance(event, ShuffleCommitted) and event.number == deal_number]
        fault = self.words.find_missing(deal_number, seals[0] if seals else "")
        if fault is not None:
            self._report(deal_number, fault)

    def _check_due_proof(self) -> None:
        if self._proof_due is not None:
            self._report(self._proof_due, Reason("words_missing"))
            self._proof_due = None

    def _check_due_deal(self) -> None:
        if self._deal_due is not None:
            self._report(self._deal_due, Reason("host_no_deal"))
            self._deal_due = None

    def _check_dealer(self, deal_number: int, events: tuple[Event, ...]) -> None:
        """Compare the dealer of the first deal with the one that is due."""
        dealers = {event.dealer for event in events if isinstance(event, CardsDealt)}
        if deal_number == 1 and self._first_dealer is not None and dealers - {self._first_dealer}:
            self._report(deal_number, Reason("host_other_dealer"))

    def _explains_own_action(self, events: tuple[Event, ...]) -> bool:
        """Return whether a step is none of the own seat, or one that this program has sent or was announced."""
        (seat,) = self._get_info().seats
        event = events[0] if events else None
        if event is None or getattr(event, "seat", None) != seat:
            return True
        sent = [action for action in self.log.seen.sent if action.can_be_taken]
        if isinstance(event, PlayerTimedOut):
            return self._has_deadline  # else the turn timer was not shown
        has_left = any(action.text == str(LeaveMatch(seat)) for action in sent)
        if has_left and not isinstance(event, PlayerLeft):
            return True
        earlier = [
            past for past in self._events.get(self._turn[0], ()) if not isinstance(past, (PlayerLeft, VoteToEndCast))
        ]
        is_beside_turn = isinstance(event, (PlayerLeft, VoteToEndCast))
        if earlier and earlier[-1] == PlayerTimedOut(seat) and not is_beside_turn:
            return True
        return any(
            (action.is_beside_turn or action.turn == self._turn)
            and agrees_with_event(self._parse_action(action.text), event)
            for action in sent
        )

    def _parse_action(self, text: str) -> Action:
        return parse_action(text, map_actions_by_verb(*GAMES[self._get_info().game_id].actions))

    def _note_view(self, kind: FactKind, view: SeatView, events: tuple[Event, ...]) -> None:
        """Note what the screen shows of a moment, and what follows from it."""
        deal_number, observation = self._turn[0], view.observation
        self._note(kind, digest_view(observation, self._result_count, self._turn, events, view.dealt))
        is_deal_over = observation.result is not None or observation.is_over
        self._is_over = observation.is_over
        self._has_left = self._get_info().seats[0] in observation.departed_seats
        if deal_number and is_deal_over and deal_number not in self._finished:
            self._deal_due = deal_number

    def _note(self, kind: FactKind, digest: str) -> None:
        deal_number = self._turn[0]
        event_count = len(self._events.get(deal_number, ())) if deal_number else 0
        self.log.note_fact(deal_number, Fact(kind, event_count, digest))

    def _take_results(self, first: int, results: tuple[DealResult, ...]) -> None:
        """Process the results of deals from ``first`` on, counted from 0."""
        if first not in (0, self._result_count) or first + len(results) > MAX_RESULTS:
            raise MessageError("results out of order")
        self._result_count = first + len(results)
        for deal_number, result in enumerate(results, first + 1):
            self.log.note_fact(deal_number, Fact("result", 0, digest_result(result)))

    def take_status(self, status: MatchStatus) -> None:
        """Process the state of the match apart from its cards."""
        self._status = status
        self._note_status()
        if status.is_between_deals:
            self._note("pause", make_digest(True))
        self._is_given_up = self._is_given_up or status.is_given_up
        if status.is_given_up and self._is_over:
            self._report(self._turn[0], Reason("host_other_view"))
        if status.error not in ("", STORAGE_ERROR):
            self._report(self._turn[0], Reason("host_other_view"))

    def _note_status(self) -> None:
        """Note that the last status is shown now."""
        if self._status is not None:
            self._note("status", digest_status(self._status))

    def take_deadline(self, seconds_left: float | None) -> None:
        """Process the time that the person on turn has left."""
        options = self._get_info().options
        self._has_deadline = seconds_left is not None
        if seconds_left is not None and not (options.has_turn_clock and 0 <= seconds_left <= options.turn_seconds):
            self._report(self._turn[0], Reason("host_other_view"))

    def take_presence(self, people: tuple[SeatPresence, ...]) -> None:
        """Process who is there: this guest is, and no computer plays for it."""
        seat = None if self._info is None else self._info.seats[0]
        for person in people:
            is_there = person.away_seconds is None and not person.is_substituted and not person.is_removed
            if person.seat == seat and not is_there:
                self._report(self._turn[0], Reason("host_other_view"))

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
        self._open_numbers.discard(number)
        action = self._actions.get(number)
        if action is not None:
            self.log.note_answer(action, ACCEPTED if reason is None else reason.code)

    def take_earlier_log(self, seen: SeenMatch) -> None:
        """Take over what another program at the same seat has sent and seen of the shuffles, at a new connection."""
        own = self.log.seen
        if own.match in ("", seen.match) and own.info in ("", seen.info):
            others = tuple(action for action in seen.sent if action not in own.sent)
            self.log.change(
                match=seen.match, sent=(*own.sent, *others), shuffles={**own.shuffles, **seen.shuffles}
            )  # fmt: skip

    # -- shuffles and deals

    def take_shuffle(self, message: Shuffle) -> CommitWord | OpenWord | None:
        """Process the words for a shuffle, and return this guest's own contribution to it, if one is due."""
        info = self._get_info()
        self._check_due_deal()
        contribution = self.words.take_shuffle(info, message, self._turn[0] + 1)
        return None if self.fault is not None and isinstance(contribution, OpenWord) else contribution

    def take_proof(self, proof: DealProof) -> None:
        """Process the seal and the words of a deal that has begun, or its whole proof if it is over."""
        number, info = proof.deal_number, self._get_info()
        if number != self._turn[0]:
            self._report(number, Reason("host_other_view"))
            return
        self._proof_due = None
        self.words.take_proof(info, proof)
        expected = DealProof(deal_number=number, is_in_progress=True, commitment=proof.commitment.without_secrets)
        if proof.is_in_progress and (proof != expected or self._deal_due is not None):
            self._report(number, Reason("host_other_view"))
        is_over = self._deal_due is not None or number in self._finished or self._is_given_up
        if not proof.is_in_progress and not is_over:
            self._report(number, Reason("host_other_view"))
        elif not proof.is_in_progress:
            self._proofs[number] = proof

    def take_finished_deal(self, number: int, data: bytes) -> None:
        """Verify a deal that is over, if all deals before it are known; else the record of the match is awaited."""
        try:
            record = decode_record(data)
        except RecordError:
            self._report(number, Reason("host_other_cards"))
            return
        if len(record.deals) != 1:
            raise MessageError("not one deal")
        (deal,) = record.deals
        if number != self._turn[0]:
            self._report(number, Reason("host_other_cards"))
            return
        self._check_due_proof()
        self._deal_due = None
        if number not in self._proofs:
            self._report(number, Reason("words_missing"))  # its proof comes before it
        if self._take_match(record):
            self._check_header(record)
            self._keep_finished_deal(number, deal)

    def _keep_finished_deal(self, number: int, deal: DealRecord) -> None:
        known = self._finished.get(number)
        if known is not None:
            if not extends_deal(known, deal):
                self._report(number, Reason("host_other_cards"))
            return
        self._finished[number] = deal
        is_next = number == (0 if self._record is None else len(self._record.deals)) + 1
        if is_next and (number == 1 or number not in self._joined_deals):
            self._check_earlier_moments()
            self._verify_deal(deal)

    def take_record(self, data: bytes) -> None:
        """Compare the record of the finished match with all that was seen, and verify it as `verify_record` does."""
        number = self._turn[0]
        try:
            record = decode_record(data)
            problem = verify_record(record).problem
        except RecordError:
            self._report(number, Reason("host_other_record"))
            return
        if self._record_data not in (b"", data):
            self._report(number, Reason("host_other_record"))
        self._record_data = data
        if not (self._is_over or self._is_given_up):
            self._report(number, Reason("host_other_view"))  # it has said neither
        if len(record.deals) != number:
            self._report(number, Reason("host_other_record"))
            return
        if not self._take_match(record):
            return
        self._check_due_proof()
        self._check_due_deal()
        self._check_header(record)
        if not all(extends_deal(deal, record.deals[place - 1]) for place, deal in self._finished.items()):
            self._report(number, Reason("host_other_record"))
            return
        if problem is not None and problem.code == "problem_of_deal":
            self._report(problem.values["number"], problem.values["fault"])
        elif problem is not None and problem.code != "nothing_to_prove":
            self._report(number, problem)
        self._verify_all(record)
        self._has_whole_record = True

    def _verify_all(self, record: Record) -> None:
        """Verify all deals of the record."""
        self._record = self._replay = None
        for deal in record.deals:
            if not self._verify_deal(deal):
                return
        actions = [action for deal in record.deals for action in deal.actions]
        if has_lost_departure(actions, self.log.seen):
            self._report(len(record.deals), Reason("host_lost_action"))

    def _take_match(self, record: Record) -> bool:
        """Take the id of the match from a record if it is not known yet. Return whether it is the right one."""
        match, known = get_match_uid(record), self.log.seen.match
        if not match or known not in ("", match):
            self._report(self._turn[0], Reason("host_other_record" if match else "words_missing"))
            return False
        self.log.change(match=match)
        return True

    def _check_header(self, record: Record) -> None:
        """Compare all of a record but its deals with the data of the match."""
        first_deal = self._finished.get(1, record.deals[0] if self._turn[0] == 1 else None)
        is_dealer_wrong = first_deal is not None and record.first_dealer != first_deal.dealer
        if is_dealer_wrong or replace(record, deals=()) != self._make_record(record.first_dealer):
            self._report(self._turn[0], Reason("host_other_record"))

    def _verify_deal(self, deal: DealRecord) -> bool:
        """Verify the next deal against its seal, its words, and all that was shown of it.

        Return whether it could be played.
        """
        record = self._make_record(deal.dealer) if self._record is None else self._record
        number, (own_seat,) = len(record.deals) + 1, self._get_info().seats
        try:
            match = record.create_match() if self._replay is None else self._replay.after
            problem = self._find_deal_problem(record, match, deal, number)
            replay = replay_deal(match, deal, number, own_seat)
        except (InputError, IllegalActionError):
            self._report(number, Reason("host_other_cards"))
            return False
        seen_events = self._events.get(number, ())
        if problem is None and replay.moments[-1].events[: len(seen_events)] != seen_events:
            problem = Reason("host_other_cards")
        if problem is None:
            problem = self._find_view_problem(record, replay)
        if problem is not None:
            self._report(number, problem)
        self._record, self._replay = replace(record, deals=(*record.deals, deal)), replay
        self.log.note_verified(number, VerifiedDeal(len(deal.actions), _digest_deal(deal)))
        return True

    def _find_deal_problem(self, record: Record, match: Match, deal: DealRecord, number: int) -> Reason | None:
        """Return the first fault of a deal, or None: one that its file shows by itself comes first."""
        own_fault = self.words.find_deal_fault(self._get_info(), number, deal)
        if own_fault is None and number == 1 and self._first_dealer not in (None, deal.dealer):
            own_fault = Reason("host_other_dealer")
        problem = verify_next_deal(record, match, deal) or own_fault
        if problem is None and number == 1 and self._draws - {derive_dealer_draw(record, deal)}:
            return Reason("host_other_cards")
        return problem

    def _find_view_problem(self, record: Record, replay: DealReplay) -> Reason | None:
        """Return what was shown of a deal but is not true, or None."""
        number, info, seen = replay.number, self._get_info(), self.log.seen
        (own_seat,) = info.seats
        verified = seen.verified.get(number)
        if verified is not None:
            actions = replay.deal.actions[: verified.action_count]
            if verified.digest != _digest_deal(replace(replay.deal, actions=actions)):
                return Reason("host_other_record")
        if number == 1:
            draw = derive_dealer_draw(record, replay.deal)
            matches = {replace(replay.before, first_dealer=0), replay.before} if draw is not None else {replay.before}
            moments = list_moments_before_cards(tuple(matches), () if draw is None else (draw,))
            if find_false_fact(moments, seen.facts.get(0, ()), info) is not None:
                return Reason("host_other_view")
        if find_false_fact(replay.moments, seen.facts.get(number, ()), info) is not None:
            return Reason("host_other_view")
        proof = self._proofs.get(number)
        if proof is not None and proof != prove_deal(record, replay.before, replay.deal, number):
            return Reason("host_other_view")
        return find_action_fault(replay, seen, own_seat)

    def _check_earlier_moments(self) -> None:
        """Check what was shown between the last verified deal and the next one."""
        if self._replay is not None:
            facts = self.log.seen.facts.get(self._replay.number, ())
            if find_false_fact(self._replay.moments, facts, self._get_info()) is not None:
                self._report(self._replay.number, Reason("host_other_view"))

    def _follow_departures(self, deal_number: int) -> None:
        """Add departures and votes after a verified deal to it: they belong to it."""
        replay, record = self._replay, self._record
        if replay is None or record is None or replay.number != deal_number or self._has_whole_record:
            return
        known_count = len(replay.moments[-1].events)
        seen_events = self._events.get(deal_number, ())
        actions = list_departures(seen_events[known_count:])
        if not actions:
            return
        deal = replace(replay.deal, actions=(*replay.deal.actions, *actions))
        (own_seat,) = self._get_info().seats
        try:
            self._replay = replay_deal(replay.before, deal, deal_number, own_seat)
        except IllegalActionError:
            self._report(deal_number, Reason("host_other_view"))
            return
        self._record = replace(record, deals=(*record.deals[:-1], deal))

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

    def _get_info(self) -> MatchInfo:
        if self._info is None:
            raise MessageError("a message of the match before the first message")
        return self._info

    def _report(self, deal_number: int, fault: Reason) -> None:
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


def _digest_deal(deal: DealRecord) -> str:
    actions = tuple(str(action) for action in deal.actions)
    return make_digest((deal.dealer, deal.pack, actions))
