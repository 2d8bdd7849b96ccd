"""The authority over a match: it checks commands, saves actions, informs sessions.

It is polled and never waits: storage writes on its own thread, and the computer players think in their own process. An
action goes through three steps: the rules allow it, it is on disk, and only then it is applied and every session is
told what it may know.
"""

from __future__ import annotations

from collections.abc import Collection
from concurrent.futures import Future
from functools import partial
from typing import Final, Unpack

from game.core.actions import LeaveMatch, Play, Timeout, VoteToEnd
from game.core.events import DealerDrawn
from game.core.messages import N_
from game.match.match import Match
from game.match.observation import observe
from game.match.record import Record
from game.match.setup import MatchSetup, PlayerInfo
from game.session.annotations import parse_hand_orders, parse_marks
from game.session.chat import HostChat, parse_chat
from game.session.commands import handle_command
from game.session.daily_result import compute_daily_result
from game.session.host_connection import HostConnection
from game.session.hosted_match import ASSISTED_FLAG, HostedMatch, HostServices
from game.session.match_info import make_rematch_setup
from game.session.penalties import decide_computer_votes
from game.session.steps import build_give_up_ending, give_up, save_action, save_deal, save_ending, send_give_up
from game.session.turn_clock import TurnClock, read_restart_count
from game.shuffling.commitments import (
    add_joint_fairness,
    add_match_fairness,
    choose_timeout_play,
    draw_first_dealer,
    list_late_seats,
    reveal_deal,
    seal_next_deal,
)
from game.shuffling.shuffle import ShuffleContext, parse_shuffle_key
from game.statistics.daily_results import finish_daily_deal, start_daily_deal
from game.storage.match_rows import SavedMatch
from game.storage.matches import MatchRepository

NOT_GIVEN_UP: Final = N_("The match was not abandoned; it is still in the menu. {fault}")


class MatchHost:
    """The host of a match, with its record, storage, turn clock and computer players.

    `connect` returns the connection of a session; `update` is called once per frame. The state contains hidden cards:
    sessions receive only messages.
    """

    def __init__(self, state: HostedMatch) -> None:
        self._state = state
        self._connections: list[HostConnection] = []

    # -- for code of the same process only

    @property
    def match(self) -> Match:
        """The match, with hidden cards."""
        return self._state.match

    @property
    def record(self) -> Record:
        """The record, with the deal in progress."""
        return self._state.record

    @property
    def turn_clock(self) -> TurnClock:
        """The clock of the person on turn."""
        return self._state.turn_clock

    @property
    def chat(self) -> HostChat:
        """The chat of the match."""
        return self._state.chat

    @property
    def revision(self) -> int:
        """The number of transitions so far."""
        return self._state.revision

    @property
    def is_saving(self) -> bool:
        """Whether a write is pending that must finish before the next step."""
        return self._state.is_saving

    @property
    def error(self) -> str:
        """The error of a failed write, or ""; see `retry`."""
        return self._state.error

    @property
    def is_given_up(self) -> bool:
        """Whether the match was abandoned, and that is stored."""
        return self._state.is_given_up

    @property
    def is_between_deals(self) -> bool:
        """Whether the match waits for a request for the next deal."""
        return self._state.is_between_deals

    @property
    def is_computer_thinking(self) -> bool:
        """Whether a computer player has been asked for its action, and has not failed to give it."""
        return self._state.computer_seats.has_request and not self._state.computer_seats.has_failed

    @property
    def match_id(self) -> int | None:
        """The id of the stored match, None until it is stored."""
        return self._state.match_id

    @property
    def players(self) -> tuple[PlayerInfo, ...]:
        """The players, by seat."""
        return self._state.make_info(()).players

    def make_rematch_setup(self) -> MatchSetup:
        """Return the setup for another match of the same players, once this one is over."""
        return make_rematch_setup(self._state.make_info(()), observe(self._state.match, None))

    def retry(self) -> None:
        """Start failed writes again, and ask a computer player again that failed."""
        self._state.retry()

    def export_record(self) -> Record:
        """Return the record as a player may have it.

        The deal in progress is left out unless the match was given up; the other deals contain their seeds.
        """
        return self._state.export_record()

    def export_deal(self, deal_number: int) -> Record:
        """Return the record with only deal ``deal_number``, from 1, which must be over, and with its secrets."""
        return reveal_deal(self._state.record, self._state.seed, deal_number)

    # -- beginning and ending

    @classmethod
    def start(cls, setup: MatchSetup, seed: int, **services: Unpack[HostServices]) -> MatchHost:
        """Start a new match and request that it is stored; return at once.

        The first dealer is drawn by lot unless ``setup`` names one; if people contribute words to the shuffles, that is
        done with the words for the first deal. ``seed`` determines the random choices of the
        match, except the shuffle of the first deal if ``setup.shuffle_key`` is given. Raise RecordError if ``setup`` is
        invalid.
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
        state = HostedMatch(record, setup.players, seed, **services)
        state.shuffle_key, state.daily_date = setup.shuffle_key, setup.daily_date
        # Not in the record: a player may export that before the deal is over.
        notes = {key: value for key, value in (("key", setup.shuffle_key), ("daily", setup.daily_date)) if value}

        def on_created(match_id: int) -> None:
            state.match_id = match_id
            state.tell_events(draw_events, 0)
            result = compute_daily_result(state.daily_date, match_id, state.match, state.players)
            if result is not None:
                state.pending_write.add(lambda: state.storage.call(start_daily_deal, result), lambda _done: None)

        def create() -> Future[int]:
            kinds = tuple(player.kind for player in setup.players)
            state.creation = state.storage.call(MatchRepository.create_match, record, kinds, seed, notes)
            return state.creation

        state.pending_write.add(create, on_created)
        return cls(state)

    @classmethod
    def resume(cls, saved: SavedMatch, **services: Unpack[HostServices]) -> MatchHost:
        """Return a host that continues a saved match from its last stored action, or shows one that was given up.

        The caller has claimed the match with `StorageThread.claim_match`. Raise RecordError if the match cannot be
        played.
        """
        names, notes = saved.record.names, saved.notes
        players = tuple(PlayerInfo(name, kind) for name, kind in zip(names, saved.player_kinds, strict=True))
        state = HostedMatch(saved.record, players, saved.seed, **services)
        state.match_id = saved.id
        state.turn_clock.resume(
            state.match.turn, saved.idle_seconds, read_restart_count(notes.get("restarts"), saved.record)
        )
        state.chat.messages = parse_chat(notes.get("chat", []), len(players))
        state.marks = parse_marks(notes.get("marks", {}))
        state.hand_orders = parse_hand_orders(notes.get("arrangements", {}))
        state.is_assisted = notes.get(ASSISTED_FLAG) is True
        state.shuffle_key = parse_shuffle_key(notes.get("key"))
        state.daily_date = str(notes.get("daily", ""))
        state.is_closed = state.is_giving_up = state.is_given_up = saved.is_given_up
        if state.match.is_over:
            save_ending(state)
        return cls(state)

    def close(self) -> None:
        """Stop the match in this host and release it for other windows."""
        self._state.stop_thinking()
        self._state.is_closed = True
        if self._state.match_id is not None:
            self._release_match(self._state.match_id)
        elif self._state.creation is not None:
            # The storage claims a match when it creates it, and after `close` no poll receives its id.
            self._state.creation.add_done_callback(
                lambda done: None if done.exception() is not None else self._release_match(done.result())
            )

    def _release_match(self, match_id: int) -> None:
        """Release the match for other windows; first abandon it if that was requested."""
        if self._state.is_giving_up and not self._state.is_given_up and not self._state.match.is_over:
            ending = build_give_up_ending(self._state)
            self._state.losses.report(
                self._state.storage.call(MatchRepository.abandon_match, match_id, ending), NOT_GIVEN_UP
            )
        self._state.storage.call(MatchRepository.release_match, match_id)

    def abandon_all(self) -> None:
        """Let all people leave the match, one after the other, in the next updates.

        Computer players take over their seats.
        """
        self._state.is_abandoning = True
        self._state.is_deal_requested = self._state.is_deal_requested or self._state.match.phase is None

    # -- sessions

    def connect(self, seats: tuple[int, ...] | None = None) -> HostConnection:
        """Return a connection for a session that acts for the people at ``seats``.

        ``seats``: by default all people, at one screen, whose chat has no limit; in a match without people seat 0, as a
        viewpoint.
        """
        is_chat_limited = seats is not None
        if seats is None:
            seats = self._state.original_human_seats or (0,)
        take_command = partial(handle_command, self._state)
        connection = HostConnection(self._state, seats, take_command, is_chat_limited=is_chat_limited)
        self._connections.append(connection)
        self._state.listeners.append(connection)
        return connection

    def disconnect(self, connection: HostConnection) -> None:
        """Forget a connection: the match no longer waits for its session, and its held commands are dropped."""
        self._connections.remove(connection)
        self._state.listeners.remove(connection)

    # -- for a host whose people are at several machines

    def give_up(self, ending_seat: int | None = None) -> None:
        """Abandon the match, also one that is not stored yet; `close` carries it out at the latest.

        ``ending_seat``: of the person who ends it for the others, as if they left it; None for nobody.
        """
        give_up(self._state, ending_seat)

    def substitute(self, seats: Collection[int]) -> None:
        """Let a computer player choose for the people at ``seats``, and for nobody else, until the next call."""
        self._state.substituted_seats = frozenset(seats)
        self._state.stop_thinking()
        self._state.turn_clock.reset()

    def seal_next_deal(self) -> tuple[ShuffleContext, str] | None:
        """Return the context and the seal of the next deal if it waits for the words of people, else None."""
        state = self._state
        if state.find_words is None or not state.match.needs_deal or not state.is_deal_requested or state.is_closed:
            return None
        return seal_next_deal(state.record, state.seed)

    def list_late_seats(self) -> set[int]:
        """Return the seats that contribute no more words, because they did not open one in an earlier deal."""
        return list_late_seats(self._state.record)

    def restart_turn(self) -> None:
        """Give the person on turn the whole time again, as after an absence of the host."""
        self._state.turn_clock.reset()

    # -- the frame

    def update(self) -> None:
        """Process writes and answers that are done, and take the next step of the match. Never wait.

        Except for votes of computer players, a step is taken only after every session has reported that it has shown
        all transitions.
        """
        self._state.computer_seats.poll()
        self._state.retry_computer_action()
        self._state.hints.poll()
        self._state.chat.writes.poll()
        self._state.pending_write.poll()
        send_give_up(self._state)
        self._finish_daily_deal()
        self._take_held_commands()
        can_advance = not self._state.is_saving and not self._state.is_closed
        if can_advance and not self._cast_computer_vote() and self._is_ready:
            self._advance_match()
        self._say_due_reply()

    @property
    def _is_ready(self) -> bool:
        return all(connection.ready_revision == self._state.revision for connection in self._connections)

    def _take_held_commands(self) -> None:
        """Handle the commands that arrived during a write, before the turn clock is read."""
        for connection in self._connections:
            while connection.held_commands and not self._state.is_saving:
                handle_command(self._state, connection, connection.held_commands.popleft())

    def _finish_daily_deal(self) -> None:
        """Store the result of the daily deal once the deal is over."""
        if not self._state.daily_date or self._state.is_saving:
            return
        state = self._state
        result = compute_daily_result(state.daily_date, state.match_id or 0, state.match, state.players)
        if result is not None and result.is_over:
            state.daily_date = ""
            state.pending_write.add(lambda: state.storage.call(finish_daily_deal, result), lambda _done: None)

    def _advance_match(self) -> None:
        match, turn = self._state.match, self._state.match.turn
        if match.needs_deal:
            if self._state.is_abandoning and self._state.human_seats and match.phase is not None:
                save_action(self._state, LeaveMatch(self._state.human_seats[0]))
            elif self._state.is_deal_requested:
                save_deal(self._state)
        elif turn is None:
            return
        elif self._state.is_abandoning and self._state.human_seats:
            save_action(self._state, LeaveMatch(self._state.human_seats[0]))
        elif match.auto_play_seat is not None:
            save_action(self._state, self._choose_forced_play())
        elif turn in self._state.present_human_seats:
            self._advance_person(turn)
        else:
            self._advance_computer(turn)

    def _choose_forced_play(self) -> Play:
        """Return the random card of a seat whose time is up."""
        if self._state.find_words is not None:
            return choose_timeout_play(self._state.record, self._state.match, self._state.seed)
        plays = [action for action in self._state.match.legal_actions() if isinstance(action, Play)]
        return self._state.make_rng("forced").choice(plays)

    def _cast_computer_vote(self) -> bool:
        """Save the vote of a computer player that joins a vote to end, if there is one.

        Return whether there was.
        """
        if not self._state.match.votes_to_end:
            return False
        people = self._state.present_human_seats
        computer_seats = tuple(seat for seat in range(len(self._state.players)) if seat not in people)
        voters = decide_computer_votes(self._state.match, computer_seats)
        if voters:
            save_action(self._state, VoteToEnd(voters[0]))
        return bool(voters)

    def _advance_person(self, turn: int) -> None:
        self._state.turn_clock.start_for(turn)
        if self._state.active_claim is not None and self._state.active_claim.seat == turn:
            play = self._state.active_claim.claim.next_play(observe(self._state.match, turn))
            if play is not None and self._state.turn_clock.elapsed_seconds >= self._state.min_thinking_s:
                save_action(self._state, play)
        elif self._state.turn_seconds_left == 0.0:
            save_action(self._state, Timeout(turn))

    def _advance_computer(self, turn: int) -> None:
        if not self._state.computer_seats.has_request:
            self._state.request_computer_action(turn)
        action = self._state.computer_seats.action
        if action is not None and self._state.turn_clock.elapsed_seconds >= self._state.min_thinking_s:
            self._state.computer_seats.cancel()
            save_action(self._state, action)

    def _say_due_reply(self) -> None:
        """Show the reply that is due. Drop it if chat is not allowed now."""
        if self._state.match_id is None or self._state.is_closed:
            return
        if not self._state.can_computers_chat:
            self._state.chat.cancel_reply()
        message = self._state.chat.take_due_reply()
        if message is not None:
            self._state.say_computer_line(message)
