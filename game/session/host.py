"""The authority over a match: it checks commands, saves actions, informs sessions.

It is polled and never waits: storage writes on its own thread, and the computer players think in their own process. An
action goes through three steps: the rules allow it, it is on disk, and only then it is applied and every session is
told what it may know.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Any, NotRequired, TypedDict, Unpack

import msgspec

from game.ai.client import AIClient
from game.ai.personas import Persona, get_persona
from game.core.actions import Action, Deal, LeaveMatch, Play, Timeout, VoteToEnd
from game.core.events import DealerDrawn, Event
from game.core.messages import Reason
from game.match.assistance import read_assistance
from game.match.match import Match
from game.match.observation import find_dealt_cards, observe
from game.match.record import Record
from game.match.setup import MatchSetup, PlayerInfo
from game.match.undo_and_hints import UndoPoint, find_undo_points
from game.session.annotations import PrivateNotes, parse_notes
from game.session.assistance import ASSISTED_FLAG, Assistance
from game.session.automatic_actions import AutomaticActions
from game.session.computer_seats import ComputerSeats
from game.session.dealing import DailyDeal, Dealing, WordFinder, build_commitment_events
from game.session.endings import Endings, Stage
from game.session.host_connection import HostConnection, derive_status
from game.session.match_chat import Chat
from game.session.match_info import MatchInfo, make_rematch_setup
from game.session.match_store import MatchStore
from game.session.messages import (
    MAX_THINKING_S,
    Answer,
    ArrangeHand,
    ChatLine,
    ClaimRest,
    Command,
    DiscardHint,
    GiveUp,
    LeaveAll,
    LeaveChoice,
    MarkSeat,
    MatchStatus,
    ProofMessage,
    Ready,
    ReportShown,
    RequestHint,
    RequestLeave,
    RequestProof,
    Retry,
    Say,
    SetComputerPlay,
    TakeAction,
    Undo,
)
from game.session.moment import Moment
from game.session.stored_findings import TOLD_FINDINGS_KEY, parse_findings
from game.session.turn_clock import TurnClock, identify_turn, read_restart_count
from game.shuffling.commitments import (
    add_joint_fairness,
    add_match_fairness,
    build_deal_proof,
    draw_first_dealer,
    get_shuffle_word,
    list_late_seats,
    reveal_deal,
    reveal_secrets,
)
from game.shuffling.shuffle import ShuffleContext, parse_shuffle_key
from game.storage.match_rows import DAILY_NOTE_KEY, SavedMatch
from game.storage.matches import MatchRepository
from game.storage.thread import StorageThread
from game.text.chat import MAX_MESSAGE_CHARACTERS, ChatMessage, parse_chat

NO_NOTES: dict[str, Any] = {}


class HostServices(TypedDict):
    """The services of a host.

    ``clock``: returns seconds and never goes back. ``characters``: returns the persona of a computer player by its
    name. ``find_profile``: returns the id of the profile that penalties of a seat block; without it they block the
    profile that was stored for the seat. ``find_words``: returns the rounds of words that people contribute to the
    shuffle of a deal, by its number, None until they are complete; without it the host shuffles alone.
    """

    storage: StorageThread
    ai_client: AIClient
    clock: Callable[[], float]
    characters: NotRequired[Callable[[str], Persona]]
    find_profile: NotRequired[Callable[[int], str]]
    find_words: NotRequired[WordFinder]


class MatchHost:
    """The host of a match, with its record, storage, turn clock and computer players.

    `connect` returns the connection of a session; `update` is called once per frame. The match contains hidden cards:
    sessions receive only messages. ``chat``, ``turn_clock``, ``assistance``, ``notes``: for reading only, as all
    attributes.
    """

    def __init__(
        self, record: Record, players: tuple[PlayerInfo, ...], seed: int, *, match_id: int | None = None,
        notes: dict[str, Any] = NO_NOTES, **services: Unpack[HostServices],
    ) -> None:  # fmt: skip
        """Raise RecordError if the match cannot be played. ``notes``: those of the stored match."""
        storage, ai_client, clock = services["storage"], services["ai_client"], services["clock"]
        seal_events = build_commitment_events(record)
        people = tuple(seat for seat, player in enumerate(players) if player.is_person)
        self.players = players
        self.original_human_seats = people
        self.moment = Moment(record, record.replay(), (*seal_events, *record.list_last_deal_events()), 0)
        self.turn_clock = TurnClock(clock)
        self._store = store = MatchStore(storage, match_id)
        self.notes = PrivateNotes(store, parse_notes(notes.get("notes")))
        self.assistance = Assistance(
            read_assistance(record.extra), people, find_undo_points(record, people, len(seal_events)), store, ai_client,
            is_assisted=notes.get(ASSISTED_FLAG) is True,
            told_findings=parse_findings(notes.get(TOLD_FINDINGS_KEY), record.game_id),
        )  # fmt: skip
        self._endings = Endings(store, people, services.get("find_profile"))
        self._dealing = Dealing(record, seed, services.get("find_words"), parse_shuffle_key(notes.get("key")))
        self._daily_deal = DailyDeal(str(notes.get(DAILY_NOTE_KEY, "")), players, store, storage)
        self._computer_seats = ComputerSeats(ai_client, players, clock, services.get("characters", get_persona))
        self._automatic_actions = AutomaticActions(
            people, self.turn_clock, self.assistance, self._computer_seats, self._dealing
        )  # fmt: skip
        self.chat = Chat(
            store, self._computer_seats, self._dealing, clock, self._tell_message, lambda: self.moment,
            parse_chat(notes.get("chat", []), len(players)),
        )  # fmt: skip
        self._connections: list[HostConnection] = []

    # -- beginning and ending

    @classmethod
    def start(cls, setup: MatchSetup, seed: int, **services: Unpack[HostServices]) -> MatchHost:
        """Start a new match and request that it is stored; return at once.

        The first dealer is drawn by lot unless ``setup`` names one; if people contribute words to the shuffles, that is
        done with the words for the first deal. ``seed`` determines the random choices of the match, except the shuffle
        of the first deal if ``setup.shuffle_key`` is given. Raise RecordError if ``setup`` is invalid.
        """
        dealer, draw_events = setup.first_dealer, tuple[DealerDrawn, ...]()
        is_joint = "find_words" in services
        if dealer is None and not is_joint:
            draw_events = (draw_first_dealer(setup.create_record(0).create_match(), seed, setup.shuffle_word),)
            dealer = draw_events[0].dealer
        record = setup.create_record(dealer or 0)
        if is_joint:
            record = add_joint_fairness(record, seed, is_dealer_drawn=dealer is None)
        else:
            record = add_match_fairness(record, seed, setup.shuffle_word, is_dealer_drawn=bool(draw_events))
        # Not in the record: a player may export that before the deal is over.
        notes = {key: value for key, value in (("key", setup.shuffle_key), (DAILY_NOTE_KEY, setup.daily_date)) if value}
        host = cls(record, setup.players, seed, notes=notes, **services)
        kinds = tuple(player.kind for player in setup.players)
        host._store.create(record, kinds, seed, notes, lambda: host._begin(draw_events))
        return host

    def _begin(self, draw_events: tuple[Event, ...]) -> None:
        """Tell that the match is stored."""
        self._tell_transition(draw_events, 0)
        self._daily_deal.start(self.moment.match)

    @classmethod
    def resume(cls, saved: SavedMatch, **services: Unpack[HostServices]) -> MatchHost:
        """Return a host that continues a saved match from its last stored action, or shows one that was given up.

        The caller has claimed the match with `StorageThread.claim_match`. Raise RecordError if the match cannot be
        played.
        """
        record, notes = saved.record, saved.notes
        players = tuple(PlayerInfo(name, kind) for name, kind in zip(record.names, saved.player_kinds, strict=True))
        host = cls(record, players, saved.seed, match_id=saved.id, notes=notes, **services)
        host.turn_clock.resume(host.match.turn, saved.idle_seconds, read_restart_count(notes.get("restarts"), record))
        if saved.is_given_up:
            host._endings.resume_given_up()
        if host.match.is_over:
            host._save_ending()
        return host

    def close(self) -> None:
        """Stop the match in this host and release it for other windows."""
        self._stop_thinking()
        self._endings.close(self.moment.match)

    def give_up(self, ending_seat: int | None = None) -> None:
        """Give up the match, also one that is not stored yet; `close` carries it out at the latest.

        Failed writes start again. ``ending_seat``: of the person who ends it for the others, as if they left it; None
        for nobody.
        """
        if self._endings.begin_giving_up(ending_seat):
            self._stop_thinking()
            self.retry()
            self._endings.update(self.moment.match)

    def connect(self, seats: tuple[int, ...] | None = None, watcher: str = "") -> HostConnection:
        """Return a connection for a session that acts for the people at ``seats``.

        ``seats``: by default all people, at the screen of the host; in a match without people seat 0, as a viewpoint.
        ``watcher``: the name of a person who watches without a seat.
        """
        own_seats = self.original_human_seats or (0,) if seats is None else seats
        self._connections.append(HostConnection(self, own_seats, is_remote=seats is not None, watcher=watcher))
        return self._connections[-1]

    def disconnect(self, connection: HostConnection) -> None:
        """Forget a connection: the match no longer waits for its session, and its held commands are dropped."""
        self._connections.remove(connection)

    # -- what there is, with hidden cards

    @property
    def match(self) -> Match:
        """The match, with hidden cards."""
        return self.moment.match

    @property
    def record(self) -> Record:
        """The record, with the deal in progress."""
        return self.moment.record

    @property
    def revision(self) -> int:
        """The number of transitions so far."""
        return self.moment.revision

    @property
    def match_id(self) -> int | None:
        """The id of the stored match, None until it is stored."""
        return self._store.match_id

    @property
    def is_saving(self) -> bool:
        """Whether a write is pending that must finish before the next step."""
        return self._store.is_busy

    @property
    def error(self) -> str:
        """The error of a failed write, or ""; see `retry`."""
        return self._endings.error

    @property
    def is_given_up(self) -> bool:
        """Whether the match was given up, and that is stored."""
        return self._endings.stage is Stage.GIVEN_UP

    @property
    def is_between_deals(self) -> bool:
        """Whether the match waits for a request for the next deal."""
        return self.moment.match.needs_deal and not self._dealing.is_requested

    @property
    def is_computer_thinking(self) -> bool:
        """Whether a computer player has been asked for its action, and has not failed to give it."""
        return self._computer_seats.has_request and not self._computer_seats.has_failed

    @property
    def human_seats(self) -> tuple[int, ...]:
        """The seats of people who have not left."""
        departed_seats = self.moment.match.departed_seats
        if not departed_seats:
            return self.original_human_seats
        return tuple(seat for seat in self.original_human_seats if seat not in departed_seats)

    @property
    def turn_seconds_left(self) -> float | None:
        """The seconds left to the person on turn, or None without a clock."""
        return self._automatic_actions.find_seconds_left(self.moment.match)

    def build_status(self, seats: tuple[int, ...]) -> MatchStatus:
        """Return the status of the match for a session that acts for ``seats``."""
        assistance, match = self.assistance, self.moment.match
        claimed_seat = None if assistance.claim is None else assistance.claim.seat
        return msgspec.structs.replace(
            derive_status(match, self.original_human_seats, assistance.options, assistance.undo_points),
            match_id=self._store.match_id,
            is_saving=self._store.is_busy,
            error=self._endings.error if self._store.error else "",
            has_computer_failed=self._computer_seats.has_failed,
            is_between_deals=match.needs_deal and not self._dealing.is_requested,
            is_given_up=self._endings.stage is Stage.GIVEN_UP,
            is_assisted=assistance.is_assisted,
            claimed_seat=claimed_seat if claimed_seat in seats else None,
        )

    def make_info(self, seats: tuple[int, ...]) -> MatchInfo:
        """Return the data of the match for a session that acts for ``seats``."""
        match, record = self.moment.match, self.moment.record
        return MatchInfo(
            game_id=match.game_id, preset=record.preset, options=match.options, players=self.players,
            assistance=self.assistance.options, shuffle_word=get_shuffle_word(record), pack=match.pack,
            votes_needed=match.votes_to_end_needed, seats=seats,
        )  # fmt: skip

    def make_rematch_setup(self) -> MatchSetup:
        """Return the setup for another match of the same players, once this one is over."""
        return make_rematch_setup(self.make_info(()), observe(self.moment.match, None))

    def export_record(self) -> Record:
        """Return the record as a player may have it.

        The deal in progress is left out unless the match was given up; the other deals contain their seeds.
        """
        record, match, _events, _revision = self.moment
        record = reveal_secrets(
            record if self.is_given_up else record.without_deal_in_progress(match), self._dealing.seed
        )  # fmt: skip
        extra = {**record.extra, ASSISTED_FLAG: True} if self.assistance.is_assisted else record.extra
        return msgspec.structs.replace(record, extra=extra)

    def export_deal(self, deal_number: int) -> Record:
        """Return the record with only deal ``deal_number``, from 1, which must be over, and with its secrets."""
        return reveal_deal(self.moment.record, self._dealing.seed, deal_number)

    # -- for a host whose people are at several machines

    def substitute(self, seats: Collection[int]) -> None:
        """Let a computer player choose for the people at ``seats``, and for nobody else, until the next call."""
        self._automatic_actions.substitute(seats)
        self._stop_thinking()
        self.turn_clock.reset()

    def seal_next_deal(self) -> tuple[ShuffleContext, str] | None:
        """Return the context and the seal of the next deal if it waits for the words of people, else None."""
        return None if self._endings.is_closed else self._dealing.seal(self.moment.record, self.moment.match)

    def list_late_seats(self) -> set[int]:
        """Return the seats that contribute no more words, because they did not open one in an earlier deal."""
        return list_late_seats(self.moment.record)

    def restart_turn(self) -> None:
        """Give the person on turn the whole time again, as after an absence of the host."""
        self.turn_clock.reset()

    # -- requests

    def handle(self, connection: HostConnection, command: Command) -> None:
        """Carry out ``command`` of the session of ``connection`` or refuse it, and answer.

        It is checked in this order: the session acts for the seat, the command is current, the rules allow it. A
        refusal reveals nothing about other hands. An action that arrives while a step is being saved is held until that
        is done. So the turn clock cannot run out between the arrival of an action and its check. An action is answered
        once it is stored.
        """
        if isinstance(command.request, TakeAction):
            action, store = command.request.action, self._store
            reason = self._find_action_refusal(connection, command, action)
            if reason is None and store.is_busy and not store.error and not self._endings.is_closed:
                if connection.hold(command):
                    return
                reason = Reason("being_saved")
            reason = reason or self._find_busy_reason()
            if reason is None:
                self._save_action(action, lambda: connection.tell(Answer(command.number, None)))
                return
        else:
            reason = self._handle_other_request(connection, command)
        connection.tell(Answer(command.number, reason))

    def _find_action_refusal(self, connection: HostConnection, command: Command, action: Action) -> Reason | None:
        match, seat = self.moment.match, action.seat
        is_beside_turn = isinstance(action, (LeaveMatch, VoteToEnd))
        if not self._is_owned(connection, seat) or isinstance(action, Timeout):
            if is_beside_turn or not match.is_deal_in_progress:
                return match.illegal_reason(action) or Reason("not_here")
            return Reason("not_here") if seat == match.turn else Reason("not_your_turn", {"seat": match.turn})
        if not is_beside_turn and command.turn != identify_turn(self.moment.record):
            return Reason("out_of_date")
        reason = match.illegal_reason(action)
        if reason is None and match.auto_play_seat is not None and isinstance(action, Play):
            # The clock ran out, so a random card is played for this seat.
            reason = Reason("forced_card", {"seat": match.auto_play_seat})
        return reason

    def _is_owned(self, connection: HostConnection, seat: int | None) -> bool:
        """Return whether the session acts for the person at ``seat``, who has not left."""
        return seat in connection.seats and seat in self.human_seats

    def _find_busy_reason(self) -> Reason | None:
        """Return the reason against every change now; None if changes are possible.

        Nothing is accepted once the match is closed in this host, while a step is being saved, after a failed write,
        and before the match has an id.
        """
        if self._endings.is_closed:
            return Reason("match_over")
        is_busy = self._store.is_busy or self._store.error or self._store.match_id is None
        return Reason("being_saved") if is_busy else None

    def _handle_other_request(self, connection: HostConnection, command: Command) -> Reason | None:
        """Carry out a request other than an action. Return the reason if it is refused, else None."""
        seat, request, people = command.seat, command.request, set(self.human_seats or connection.seats)
        takes_part = not people.isdisjoint(connection.seats)  # for a person, or in a match without people
        match request:
            case ReportShown(revision=revision, is_shown=is_shown):
                connection.report_shown(revision, is_shown=is_shown)
            case RequestProof(deal_number=number):
                if not 1 <= number <= len(self.moment.record.deals):
                    return Reason("not_now")
                proof = build_deal_proof(self.moment.record, self.moment.match, self._dealing.seed, number)
                connection.tell(ProofMessage(proof))
            case Say(text=text):
                is_speaker = bool(connection.watcher) if seat is None else self._is_owned(connection, seat)
                if not is_speaker or self._store.match_id is None:
                    return Reason("not_sayable", {"most": MAX_MESSAGE_CHARACTERS})
                if self._endings.is_closed:
                    return Reason("match_over")
                return self.chat.say(
                    seat, text, self.turn_clock, is_limited=connection.is_remote, watcher=connection.watcher
                )
            case Ready() | Retry() | DiscardHint() | LeaveChoice() | SetComputerPlay() | GiveUp() | LeaveAll() if (
                not takes_part
            ):
                return Reason("not_here")
            case Ready(is_ready=is_ready):
                if is_ready:
                    self._dealing.request()
            case Retry():
                self.retry()
            case DiscardHint():
                self.assistance.discard_hint()
            case LeaveChoice():
                self.assistance.discard_check()
            case SetComputerPlay(min_thinking_s=seconds, is_chat_enabled=is_chat_enabled, checks_plays=checks_plays):
                if not 0.0 <= seconds <= MAX_THINKING_S:
                    return Reason("not_here")
                self._computer_seats.set_pace(seconds)
                self.chat.enable_computers(is_enabled=is_chat_enabled)
                self.assistance.enable_checks(is_enabled=checks_plays)
            case GiveUp() | LeaveAll() if not set(self.human_seats) <= set(connection.seats):
                return Reason("not_here")
            case GiveUp():
                self.give_up()
            case LeaveAll():
                self._leave_all()
            case _ if seat is None or not self._is_owned(connection, seat):
                return Reason("not_here")
            case Undo() | RequestHint() | ClaimRest():
                return self._assist(seat, request)
            case RequestLeave():
                self.turn_clock.restart_for(self.moment.match, seat)
            case MarkSeat() | ArrangeHand():
                return self._keep_note(seat, request)
        return None

    def _assist(self, seat: int, request: Undo | RequestHint | ClaimRest) -> Reason | None:
        """Undo, request a hint, or begin a claim. Return the reason if it is refused, else None."""
        assistance, match = self.assistance, self.moment.match
        if isinstance(request, ClaimRest):
            can_claim = not self._store.is_busy and match.turn == seat
            action_count = len(self.moment.record.deals[-1].actions) if self.moment.record.deals else 0
            is_claimed = can_claim and assistance.start_claim(observe(match, seat), action_count)
            return None if is_claimed else Reason("claim_not")
        is_undo, status = isinstance(request, Undo), self.build_status((seat,))
        reason = status.undo_refusal_reason if is_undo else status.hint_refusal_reason
        reason = reason or self._find_busy_reason()
        if reason is None and is_undo:
            assistance.save_undo(self.moment.record, self._rewind)
        elif reason is None:
            assistance.save_help_use(lambda: self._request_hint(seat))
        return reason

    def _request_hint(self, seat: int) -> None:
        rng = self._dealing.make_rng(self.moment.record, "hint")
        self.assistance.request_hint(observe(self.moment.match, seat), rng)

    def _keep_note(self, seat: int, request: MarkSeat | ArrangeHand) -> Reason | None:
        """Store a mark or a hand order. Return the reason if it is refused, else None."""
        moment = self.moment
        if self._endings.is_closed or self._store.match_id is None:
            return Reason("match_over" if self._endings.is_closed else "being_saved")
        deal_number = len(moment.record.deals)
        dealt = find_dealt_cards(moment.match.phase, moment.events, moment.pack, seat)
        return self.notes.keep(deal_number, seat, request, len(self.players), dealt)

    def retry(self) -> None:
        """Start failed writes again, and ask a computer player again that failed."""
        self._store.retry()
        self._computer_seats.retry()

    def _leave_all(self) -> None:
        """Let all people leave the match, one after the other, in the next updates.

        Computer players take over their seats.
        """
        self._endings.leave_all()
        if self.moment.match.phase is None:
            self._dealing.request()

    # -- steps: saved first, then applied and told

    def _save_action(self, action: Action, on_applied: Callable[[], None] = lambda: None) -> None:
        """Begin to save an action; apply it once it is on disk, and call ``on_applied`` then.

        Raise IllegalActionError if it is illegal, RuntimeError if another write is pending or has failed.
        """
        moment = self.moment
        record, step = moment.record, moment.match.apply(action)
        deal_number, action_count = len(record.deals), len(record.deals[-1].actions)
        change_clock = self._choose_clock_change(action)
        ending = self._endings.build_ending(step.match) if step.match.is_over else None
        can_remark = ending is None and not self.players[action.seat].is_person
        remark = self.chat.choose_remark(action.seat, step.events) if can_remark else None
        line = None if remark is None else ChatMessage(action.seat, remark)
        line = line or self.chat.choose_result_line(step.events, self.human_seats)

        def on_saved(_done: object) -> None:
            self.assistance.note_action(moment.match, action, len(moment.events), action_count)
            self._take_step(record.with_action(action), step.match, step.events, len(moment.events))
            if change_clock is not None:
                change_clock()
            on_applied()
            if line is not None:
                self.chat.say_computer_line(line)

        self._store.save(
            on_saved, MatchRepository.add_action, deal_number, action_count + 1, action, ending,
            restarts_turn_clock=change_clock is not None,
        )  # fmt: skip

    def _choose_clock_change(self, action: Action) -> Callable[[], object] | None:
        """Return what changes the turn clock after an action, None if it goes on.

        A seat that leaves or votes must not give more time to another person on turn.
        """
        match, seat, is_leaving = self.moment.match, action.seat, isinstance(action, LeaveMatch)
        is_turn_over = match.turn not in self.human_seats or (is_leaving and match.turn == seat)
        if is_turn_over or not isinstance(action, (LeaveMatch, VoteToEnd)):
            return self.turn_clock.reset
        can_restart = self.turn_clock.can_restart_for(match, seat)
        return partial(self.turn_clock.restart_for, match, seat) if can_restart else None

    def _save_deal(self) -> None:
        """Shuffle the next deal and begin to save it; deal its cards once it is on disk.

        If people contribute words to it, do nothing before these are complete, and draw the first dealer before the
        first deal.
        """
        record, match, _events, revision = self.moment
        deal = self._dealing.begin(record, match)
        if deal is None:
            return
        if isinstance(deal, DealerDrawn):
            draw, drawn_record = deal, msgspec.structs.replace(record, first_dealer=deal.dealer)

            def on_drawn(_done: object) -> None:
                self.moment = Moment(drawn_record, drawn_record.create_match(), (), revision)
                self._tell_transition((draw,), 0)

            self._store.save(on_drawn, MatchRepository.set_first_dealer, drawn_record)
            return
        next_record, step = msgspec.structs.replace(record, deals=(*record.deals, deal)), match.apply(Deal(deal.pack))

        def on_saved(_done: object) -> None:
            self._dealing.end_request()
            self.assistance.begin_deal()
            self._take_step(next_record, step.match, (*build_commitment_events(next_record), *step.events), 0)
            self.turn_clock.reset()
            if step.match.is_over:
                self._save_ending()

        self._store.save(on_saved, MatchRepository.add_deal, len(next_record.deals), deal)

    def _take_step(self, record: Record, match: Match, events: tuple[Event, ...], event_count: int) -> None:
        """Replace record and match after a saved step, and tell ``events``.

        ``event_count``: of the deal before it. If a computer player is on turn, it begins to think.
        """
        before = self.moment
        self.moment = Moment(record, match, (*before.events[:event_count], *events), before.revision)
        self._tell_transition(events, event_count)
        self._computer_seats.cancel()
        self.assistance.end_step(match)
        if not self._endings.is_closed:
            self._automatic_actions.begin_turn(self.moment)

    def _tell_transition(self, events: tuple[Event, ...], event_count: int, *, is_undo: bool = False) -> None:
        """Count a transition and send it to every session; see `HostConnection.tell_transition`."""
        self.moment = self.moment._replace(revision=self.moment.revision + 1)
        for connection in self._connections:
            connection.tell_transition(self.moment, events, event_count, is_undo=is_undo)

    def _rewind(self, record: Record, undo_point: UndoPoint) -> None:
        moment = self.moment
        self.moment = Moment(record, undo_point.match, moment.events[: undo_point.event_count], moment.revision)
        self._stop_thinking()
        self.turn_clock.reset()
        self._tell_transition((), undo_point.event_count, is_undo=True)

    def _save_ending(self) -> None:
        """Mark a match as over that ended without an action saved with the ending."""
        ending = self._endings.build_ending(self.moment.match)
        self._store.save(lambda _done: None, MatchRepository.finish_match, ending)

    # -- the frame

    def update(self) -> None:
        """Process writes and answers that are done, and take the next step of the match. Never wait.

        Except for votes of computer players, a step is taken only after every session with a seat has reported that it
        has shown all transitions.
        """
        store = self._store
        self._computer_seats.poll()
        if self.assistance.hint.is_pending:
            self.assistance.poll()
        self.assistance.prepare_check(self.moment, lambda: self._dealing.make_rng(self.moment.record, "check"))
        self.assistance.poll_check(can_save=not store.is_busy and not self._endings.is_closed)
        store.poll()
        if self._endings.stage is Stage.GIVING_UP:
            self._endings.update(self.moment.match)
        if self._daily_deal.date and not store.is_busy:
            self._daily_deal.finish(self.moment.match)
        for connection in self._connections:  # before the turn clock is read
            while connection.held_commands and not store.is_busy:
                self.handle(connection, connection.held_commands.popleft())
        if not store.is_busy and not self._endings.is_closed:
            self._advance()
        if self.chat.reply is not None and not self._endings.is_closed:
            self.chat.say_due_reply()

    def _advance(self) -> None:
        """Take the next step of the match if one is due."""
        match = self.moment.match
        vote = self._automatic_actions.choose_vote(match) if match.votes_to_end else None
        if vote is not None:
            self._save_action(vote)
            return
        for connection in self._connections:
            if connection.seats and connection.ready_revision != self.moment.revision:
                return
        is_leaving = self._endings.stage is Stage.LEAVING and bool(self.human_seats) and match.phase is not None
        if is_leaving and not match.is_over:
            self._save_action(LeaveMatch(self.human_seats[0]))
        elif match.needs_deal and self._dealing.is_requested:
            self._save_deal()
        else:
            action = self._automatic_actions.choose(self.moment)
            if action is not None:
                self._save_action(action)

    def _stop_thinking(self) -> None:
        """Cancel the requests to the computer players, for a hint and for checks."""
        self._computer_seats.cancel()
        self.assistance.discard_hint()
        self.assistance.stop_checks()

    def _tell_message(self, message: ChatMessage) -> None:
        """Send a chat message to every session."""
        for connection in self._connections:
            connection.tell(ChatLine(message))
