"""The table in this process: one match between its players, people and computers, saved as it is played.

The controller between the screen and the rules. It is polled once a frame and never waits: the journal
writes on the storage thread, the computer thinks in its own process. An action is taken in three steps:
the rules allow it, the journal has it on disk, then it has happened and `update` tells of it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial

import msgspec

from game.ai.client import AIClient
from game.ai.personas import Persona, get_persona
from game.core.actions import Action, Deal, LeaveMatch, Play, Timeout, VoteToEnd
from game.core.events import DealerDrawn, Event, PlayerLeft, VoteToEndCast
from game.core.messages import Reason
from game.match.claims import find_claim
from game.match.match import FullTransition, Match
from game.match.observation import Transition, observe
from game.match.record import Record
from game.match.setup import MatchSetup, PlayerInfo
from game.session.chat import parse_chat
from game.session.chat_session import NOT_GIVEN_UP, ChatSession
from game.session.daily_result import compute_daily_result
from game.session.hand_order import parse_hand_orders
from game.session.marks import parse_marks
from game.session.penalties import ChatMessage, build_match_ending, can_restart_clock, decide_computer_votes
from game.session.session_state import ASSISTED_FLAG, ActiveClaim, build_commitment_events
from game.session.turn_clock import read_restart_count
from game.session.undo import UndoPoint, is_free_choice, rewind_record
from game.shuffling.commitments import add_match_fairness, create_next_deal, draw_first_dealer
from game.shuffling.shuffle import parse_shuffle_key
from game.storage.match_rows import SavedMatch
from game.storage.thread import StorageThread


class LocalSession(ChatSession):
    """A `game.session.session.MatchSession`: what its methods promise stands there."""

    def __init__(
        self, record: Record, players: tuple[PlayerInfo, ...], seed: int,
        *, storage: StorageThread, ai_client: AIClient, clock: Callable[[], float],
        characters: Callable[[str], Persona] = get_persona,
    ) -> None:  # fmt: skip
        """``characters`` gives the temperament that belongs to the name of a computer player."""
        super().__init__(
            record, players, seed, storage=storage, ai_client=ai_client, clock=clock, characters=characters
        )
        self.min_thinking_s = 0.6
        self._shuffle_key = ""
        self._daily_date = ""
        self._transitions: list[Transition] = []
        self._is_abandoning = False
        self._creation: Future[int] | None = None
        self._is_give_up_told = False

    # -- beginning and ending

    @classmethod
    def start(
        cls,
        setup: MatchSetup,
        seed: int,
        *,
        storage: StorageThread,
        ai_client: AIClient,
        clock: Callable[[], float],
        characters: Callable[[str], Persona] = get_persona,
    ) -> LocalSession:
        """A new match: the first dealer is drawn, unless it is agreed who that is, the match is created in the journal,
        the first deal follows."""
        dealer, draw_events = setup.first_dealer, tuple[DealerDrawn, ...]()
        if dealer is None:
            draw_events = (draw_first_dealer(setup.create_record(0).create_match(), seed, setup.shuffle_word),)
            dealer = draw_events[0].dealer
        record = add_match_fairness(
            setup.create_record(dealer), seed, setup.shuffle_word, is_dealer_drawn=bool(draw_events)
        )
        session = cls(
            record, setup.players, seed, storage=storage, ai_client=ai_client, clock=clock, characters=characters
        )
        player_kinds = tuple(player.kind for player in setup.players)
        session._shuffle_key, session._daily_date = setup.shuffle_key, setup.daily_date
        # Beside the record: it may leave the program before the deal is over.
        notes = {key: value for key, value in (("key", setup.shuffle_key), ("daily", setup.daily_date)) if value}

        def on_created(match_id: int) -> None:
            session._match_id = match_id
            observation = observe(session.match, session.viewer)
            session._transitions.append(Transition(observation, observation, draw_events))
            daily_result = compute_daily_result(session._daily_date, match_id, session.match, session.players)
            if daily_result is not None:
                session._pending_write.start(lambda: storage.start_daily_deal(daily_result), lambda _done: None)

        def create() -> Future[int]:
            session._creation = storage.create_match(record, player_kinds, seed, notes)
            return session._creation

        session._pending_write.start(create, on_created)
        return session

    @classmethod
    def resume(
        cls, saved: SavedMatch, *, storage: StorageThread, ai_client: AIClient, clock: Callable[[], float],
        characters: Callable[[str], Persona] = get_persona,
    ) -> LocalSession:  # fmt: skip
        """A saved match, exactly where it stood. Its claim (`StorageThread.claim_match`) is the caller's."""
        names = saved.record.names
        players = tuple(PlayerInfo(name, kind) for name, kind in zip(names, saved.player_kinds, strict=True))
        session = cls(
            saved.record, players, saved.seed, storage=storage, ai_client=ai_client, clock=clock, characters=characters
        )
        session._match_id = saved.id
        session.turn_clock.resume(
            session.match.turn, saved.idle_seconds, read_restart_count(saved.notes.get("restarts"), saved.record)
        )
        session.chat_messages = parse_chat(saved.notes.get("chat", []), len(players))
        session._marks = parse_marks(saved.notes.get("marks", {}))
        session._hand_orders = parse_hand_orders(saved.notes.get("arrangements", {}))
        session._is_assisted = saved.notes.get(ASSISTED_FLAG) is True
        session._shuffle_key, session._daily_date = (
            parse_shuffle_key(saved.notes.get("key")),
            str(saved.notes.get("daily", "")),
        )
        if session.match.is_over:
            session._save_ending()
        return session

    def close(self) -> None:
        self._is_closed = True
        self._computer_seats.cancel()
        self._hints.cancel()
        if self._match_id is not None:
            self._let_go(self._match_id)
        elif self._creation is not None:
            # The match may not be created yet: it is claimed by then, and nobody collects its number any more.
            self._creation.add_done_callback(
                lambda done: None if done.exception() is not None else self._let_go(done.result())
            )

    def _let_go(self, match_id: int) -> None:
        """Free the match for other windows; given up first, if that was wanted and is not done."""
        if self._giving_up and not self._given_up and not self.match.is_over:
            self._report_loss(self._storage.abandon_match(match_id), NOT_GIVEN_UP)
        self._storage.release_match(match_id)

    # -- what people do

    def act(self, action: Action) -> Reason | None:
        if not isinstance(action, Action):
            raise TypeError(f"{action!r} is not an action")
        reason = self._why_not_here(action) or self.match.illegal_reason(action)
        if reason is None and self.match.auto_play_seat is not None and isinstance(action, Play):
            # The time is over: chance plays, not the person.
            reason = Reason("forced_card", {"seat": self.match.auto_play_seat})
        reason = reason or self._busy_reason
        if reason is None:
            self._save_action(action)
        return reason

    def undo(self) -> Reason | None:
        reason, match_id = self.undo_refusal_reason or self._busy_reason, self._match_id
        if reason is None and match_id is not None:
            undo_point = self._undo_points[-1]
            record = rewind_record(self.record, undo_point)
            cut = partial(self._storage.truncate_match, match_id, record, {ASSISTED_FLAG: True})
            self._pending_write.start(cut, lambda _done: self._apply_undo(record, undo_point))
        return reason

    def request_hint(self) -> Reason | None:
        reason, match_id = self.hint_refusal_reason or self._busy_reason, self._match_id
        if reason is None and match_id is not None and not self._is_assisted:
            store_flag = partial(self._storage.store_note, match_id, ASSISTED_FLAG, True, restarts_turn_clock=False)
            self._pending_write.start(store_flag, lambda _done: self._start_hint())
        elif reason is None:
            self._start_hint()
        return reason

    def _start_hint(self) -> None:
        self._is_assisted = True
        self._hints.request(self.observation, self._make_rng("hint"))

    def discard_hint(self) -> None:
        self._hints.cancel()

    def claim(self) -> Reason | None:
        claim = find_claim(self.observation) if self.is_your_turn else None
        if claim is None or self.viewer is None:
            return Reason("claim_not")
        self._hints.cancel()
        self._active_claim = ActiveClaim(self.viewer, claim, len(self.record.deals[-1].actions))
        return None

    def _apply_undo(self, record: Record, undo_point: UndoPoint) -> None:
        """On with the match as it was; nobody remembers what was thought since."""
        self.record, self.match, self._events = record, undo_point.match, self._events[: undo_point.event_count]
        self._undo_points, self._is_assisted, self._active_claim = self._undo_points[:-1], True, None
        self._computer_seats.cancel()
        self._hints.cancel()
        self.turn_clock.reset()
        self._transitions.append(Transition(self.observation, self.observation, (), is_undo=True))

    def confirm_ready(self) -> None:
        self._transitions += [
            self._hot_seat.mask_transition(transition, is_replayed=True)
            for transition in self._hot_seat.confirm_ready()
        ]

    def request_leave(self, seat: int) -> None:
        if seat in self.human_seats and can_restart_clock(self.match, seat, self.turn_clock.restart_count):
            self.turn_clock.restart()

    def abandon(self) -> None:
        if self._is_closed and not self._giving_up:
            return
        self._is_closed = self._giving_up = True
        self._is_give_up_told = False
        self._computer_seats.cancel()
        self._hints.cancel()
        self.retry()
        self._send_give_up()

    def _send_give_up(self) -> None:
        """Give the match up once all that was done before is on the disk; say so, once, if that fails."""
        match_id = self._match_id
        if not self._giving_up or self._given_up:
            return
        if self.error and not self._is_give_up_told:
            self._is_give_up_told = True
            self._storage.tell(self.error)
        if self.is_saving or match_id is None:
            return
        if self.match.is_over:
            self._given_up = True  # what was on its way has ended it: nobody can go on with it
            return

        def done(_done: object) -> None:
            self._given_up = True

        self._pending_write.start(lambda: self._storage.abandon_match(match_id), done)

    def abandon_all(self) -> None:
        """Every person leaves for good, one after the other, as soon as may be; the computer plays on."""
        self._is_abandoning, self._is_deal_requested = True, self._is_deal_requested or self.match.phase is None

    def start_next_deal(self) -> None:
        self._is_deal_requested = True

    def retry(self) -> None:
        self._pending_write.retry()

    # -- the frame

    def update(self, is_idle: bool) -> list[Transition]:
        self._computer_seats.poll()
        self._hints.poll()
        self._add_stored_reply()
        self._pending_write.poll()
        self._send_give_up()
        self._finish_daily_deal()
        if (
            not self.is_saving
            and not self._is_closed
            and not self._cast_computer_vote()
            and is_idle
            and not self._transitions
        ):
            self._advance_match()
        self._send_due_reply()
        transitions, self._transitions = self._transitions, []
        return transitions

    def _finish_daily_deal(self) -> None:
        """Once the daily deal is over its result is kept."""
        result = compute_daily_result(self._daily_date, self._match_id or 0, self.match, self.players)
        if result is not None and result.is_over and not self.is_saving:
            self._daily_date = ""
            self._pending_write.start(lambda: self._storage.finish_daily_deal(result), lambda _done: None)

    def _advance_match(self) -> None:
        match = self.match
        if match.needs_deal:
            if self._is_abandoning and self.human_seats and match.phase is not None:
                self._save_action(LeaveMatch(self.human_seats[0]))
            elif self._is_deal_requested:
                self._save_deal()
            return
        turn = match.turn
        if turn is None:
            return
        if self._is_abandoning and self.human_seats:
            self._save_action(LeaveMatch(self.human_seats[0]))
        elif match.auto_play_seat is not None:
            self._save_action(
                self._make_rng("forced").choice(
                    [action for action in match.legal_actions() if isinstance(action, Play)]
                )
            )
        elif turn in self.human_seats:
            self._advance_person(turn)
        else:
            self._advance_computer(turn)

    def _cast_computer_vote(self) -> bool:
        """Let the computer players answer a vote, one at a time. Whether one did."""
        computer_seats = tuple(seat for seat in range(len(self.players)) if seat not in self.human_seats)
        voters = decide_computer_votes(self.match, computer_seats)
        if voters:
            self._save_action(VoteToEnd(voters[0]))
        return bool(voters)

    def _advance_person(self, turn: int) -> None:
        self.turn_clock.start_for(turn)
        if self._active_claim is not None and self._active_claim.seat == turn:
            play = self._active_claim.claim.next_play(observe(self.match, turn))
            if play is not None and self.turn_clock.elapsed_seconds >= self.min_thinking_s:
                self._save_action(play)
            return
        self._hot_seat.wait_for(turn)
        if self.turn_seconds_left == 0.0:
            self._save_action(Timeout(turn))

    def _advance_computer(self, turn: int) -> None:
        if not self._computer_seats.has_request:
            self._request_computer_action(turn)
        action = self._computer_seats.action
        if action is not None and self.turn_clock.elapsed_seconds >= self.min_thinking_s:
            self._computer_seats.cancel()
            self._save_action(action)

    # -- taking an action

    def _save_action(self, action: Action) -> None:
        step = self.match.apply(action)
        record, undo_points = self.record.with_action(action), self._undo_points
        is_claimed_play = (
            self._active_claim is not None and len(record.deals[-1].actions) > self._active_claim.action_count + 1
        )
        if is_free_choice(self.match, action, self._original_human_seats) and not is_claimed_play:
            undo_points = (*undo_points, UndoPoint(self.match, len(self._events), len(self.record.deals[-1].actions)))
        deal, number, match_id = len(record.deals), len(record.deals[-1].actions), self._match_id
        assert match_id is not None
        ending = build_match_ending(step.match, self._original_human_seats) if step.match.is_over else None
        remark = None if ending is not None else self._choose_remark(action.seat, step.events)

        def on_saved(_done: object) -> None:
            self._apply_action(record, step.match, step.events)
            self._undo_points = undo_points
            if remark is not None:
                self._store_message(ChatMessage(action.seat, remark), restarts_turn_clock=False)

        restarts_turn_clock = not self._keeps_turn_clock(action)
        save = partial(
            self._storage.add_action, match_id, deal, number, action, ending, restarts_turn_clock=restarts_turn_clock
        )
        self._pending_write.start(save, on_saved)

    def _keeps_turn_clock(self, action: Action) -> bool:
        """Whether an action leaves the clock of a person on turn as it is: another leaves or votes meanwhile."""
        is_beside_turn, turn = isinstance(action, (LeaveMatch, VoteToEnd)), self.match.turn
        return (
            is_beside_turn
            and turn in self.human_seats
            and not can_restart_clock(self.match, action.seat, self.turn_clock.restart_count)
        )

    def _save_deal(self) -> None:
        match, number, match_id = self.match, len(self.record.deals) + 1, self._match_id
        assert match_id is not None
        deal = create_next_deal(self.record, match, self._seed, self._shuffle_key if number == 1 else "")
        record = msgspec.structs.replace(self.record, deals=(*self.record.deals, deal))
        step = match.apply(Deal(deal.pack))
        self._is_deal_requested = False
        self._pending_write.start(
            lambda: self._storage.add_deal(match_id, number, deal),
            lambda _done: self._apply_deal(record, step.match, (*build_commitment_events(record), *step.events)),
        )

    def _apply_deal(self, record: Record, match: Match, events: tuple[Event, ...]) -> None:
        self._events, self._undo_points = (), ()
        self._apply_action(record, match, events)
        if match.is_over:
            self._save_ending()

    def _apply_action(self, record: Record, match: Match, events: tuple[Event, ...]) -> None:
        leaving_or_voting_seats = [event.seat for event in events if isinstance(event, (PlayerLeft, VoteToEndCast))]
        previous_match, turn = self.match, match.turn
        transition = FullTransition(self.match, match, events)
        self._transitions.append(self._hot_seat.record_transition(transition))
        self._events = (*self._events, *events)
        self.record, self.match = record, match
        if not leaving_or_voting_seats or turn not in self.human_seats:
            self.turn_clock.reset()
        elif turn in leaving_or_voting_seats and can_restart_clock(previous_match, turn, self.turn_clock.restart_count):
            # Who leaves or votes while another person is on turn gives that one no more time.
            self.turn_clock.restart()
        self._computer_seats.cancel()
        self._hints.cancel()
        self._active_claim = self._active_claim if match.is_deal_in_progress else None
        if (
            match.turn is not None
            and match.turn not in self.human_seats
            and match.auto_play_seat is None
            and not self._is_closed
        ):
            self._request_computer_action(match.turn)

    def _save_ending(self) -> None:
        """The match is over without an action that could have said so: it is finished in the journal."""
        match_id, ending = self._match_id, build_match_ending(self.match, self._original_human_seats)
        assert match_id is not None
        self._pending_write.start(lambda: self._storage.finish_match(match_id, ending), lambda _done: None)

    # -- the computer

    def _request_computer_action(self, seat: int) -> None:
        self._computer_seats.request_action(observe(self.match, seat), seat, self._make_rng("ai"))
