"""A match as one screen knows it, from the messages of its host and nothing else.

Where the host is makes no difference: `game.session.local` has it in the same process.
"""

from __future__ import annotations

from collections.abc import Callable

from game.core.actions import Action, LeaveMatch, Timeout, VoteToEnd
from game.core.cards import Card, Hand
from game.core.events import Event
from game.core.messages import Reason
from game.match.assistance import AssistanceOptions
from game.match.observation import Observation, Transition
from game.match.setup import MatchSetup, PlayerInfo
from game.rules import GAMES, Game
from game.session.client_parts import ClientAssistance, ClientChat, ClientPenalties
from game.session.hot_seat import HotSeat, is_deal_in_progress
from game.session.messages import (
    Abandon,
    Answer,
    ArrangeHand,
    ChatLine,
    Command,
    Connection,
    DeadlineMessage,
    HintMessage,
    HostMessage,
    MarkSeat,
    MatchInfo,
    MatchStatus,
    ProofMessage,
    ReportReady,
    Request,
    RequestProof,
    Retry,
    SeatView,
    StartNextDeal,
    TakeAction,
    TransitionMessage,
)
from game.shuffling.commitments import DealProof
from game.text.player_names import format_player_names


class ConnectedSession:
    """A `game.session.session.MatchSession`: what its methods promise stands there.

    ``connection`` must have the host's first messages ready. A refusal that comes later than the call that it answers
    is told by ``take_late_refusals``.
    """

    def __init__(self, connection: Connection, clock: Callable[[], float]) -> None:
        self._connection = connection
        self._clock = clock
        first, *messages = connection.receive()
        assert isinstance(first, MatchInfo), "the host tells first what the match is"
        self._info = first
        self.status = MatchStatus()
        self._revision = first.revision
        self._views = {view.seat: view for view in first.views}
        self._hot_seat = HotSeat(first.seats)
        self._original_human_seats = tuple(seat for seat, player in enumerate(first.players) if player.is_person)
        self.chat = ClientChat(self, first.chat_messages)
        self.penalties = ClientPenalties(self)
        self.assistance = ClientAssistance(self)
        self._marks = {notes.seat: dict(notes.marks) for notes in first.notes}
        self._hand_orders = {notes.seat: notes.hand for notes in first.notes}
        self._deadline: float | None = None
        self.hint = HintMessage(is_pending=False, estimates=None)
        self._proofs = dict[int, DealProof]()
        self._transitions: list[Transition] = []
        self._command_count = 0
        self._answers = dict[int, Reason | None]()
        self._unanswered_action: int | None = None
        self._reported_ready: tuple[bool, int] | None = None
        self._is_closed = False
        for message in messages:
            self._take_message(message)

    # -- messages

    def send(self, request: Request, seat: int | None = None) -> Reason | None:
        """Send a command to the host; return why it is refused, if that is known at once."""
        self._command_count += 1
        number = self._command_count
        if isinstance(request, TakeAction):
            self._unanswered_action = number
        self._connection.send(Command(number, seat, self._revision, request))
        self._receive()
        return self._answers.pop(number, None)

    def _receive(self) -> None:
        for message in self._connection.receive():
            self._take_message(message)

    def _take_message(self, message: HostMessage) -> None:
        match message:
            case TransitionMessage():
                self._take_transition(message)
            case MatchStatus():
                self.status = message
            case Answer(number=number, reason=reason):
                self._answers[number] = reason
                if number == self._unanswered_action:
                    self._unanswered_action = None
            case DeadlineMessage(seconds_left=seconds):
                self._deadline = None if seconds is None else self._clock() + seconds
            case ChatLine(message=line):
                self.chat.add(line)
            case HintMessage():
                self.hint = message
            case ProofMessage(proof=proof):
                self._proofs[proof.deal_number] = proof

    def _take_transition(self, message: TransitionMessage) -> None:
        self._revision = message.revision
        if message.event_count == 0:
            self._marks, self._hand_orders = {}, {}
        by_viewer = dict(zip(self._views, message.transitions, strict=True))
        for (viewer, transition), dealt in zip(by_viewer.items(), message.dealt, strict=True):
            events = (*self._views[viewer].events[: message.event_count], *transition.events)
            if transition.after.phase is None:
                events = ()  # the draw for the first dealer belongs to no deal
            self._views[viewer] = SeatView(viewer, transition.after, events, dealt)
        is_undo = message.transitions[0].is_undo
        self._transitions.append(
            by_viewer[self.viewer] if is_undo else self._hot_seat.record_transition(by_viewer)
        )  # fmt: skip

    def take_late_refusals(self) -> list[Reason]:
        """Return the refusals of commands that the host has answered after the call, each once."""
        reasons = [reason for reason in self._answers.values() if reason is not None]
        self._answers.clear()
        return reasons

    # -- who is there

    @property
    def match_id(self) -> int | None:
        return self.status.match_id

    @property
    def game(self) -> Game:
        return GAMES[self._info.game_id]

    @property
    def assistance_options(self) -> AssistanceOptions:
        return self._info.assistance

    @property
    def pack(self) -> tuple[Card, ...]:
        return self._info.pack

    @property
    def names(self) -> tuple[str, ...]:
        return format_player_names(tuple(player.name for player in self._info.players))

    @property
    def players(self) -> tuple[PlayerInfo, ...]:
        kinds = (player.kind for player in self._info.players)
        return tuple(PlayerInfo(name, kind) for name, kind in zip(self.names, kinds, strict=True))

    @property
    def rematch_setup(self) -> MatchSetup:
        info, observation = self._info, self.observation
        dealer, result = observation.dealer, observation.result
        if result is not None and not result.is_dealer_kept:
            dealer = (dealer + 1) % observation.seats
        return MatchSetup(
            info.game_id, info.preset, info.options, self.players, dealer, info.shuffle_word, assistance=info.assistance
        )

    @property
    def human_seats(self) -> tuple[int, ...]:
        departed_seats = self.observation.departed_seats
        return tuple(seat for seat in self._original_human_seats if seat not in departed_seats)

    @property
    def is_abandoned_by_all(self) -> bool:
        return bool(self._original_human_seats) and not self.human_seats

    # -- what the screen may know

    @property
    def votes_needed(self) -> int:
        """Number of votes that end the match."""
        return self._info.votes_needed

    @property
    def turn_seconds_left(self) -> float | None:
        """What is left of the clock of the person on turn, None without a clock."""
        return None if self._deadline is None else max(0.0, self._deadline - self._clock())

    @property
    def viewer(self) -> int | None:
        return self._hot_seat.viewer

    @property
    def awaited_seat(self) -> int | None:
        return self._hot_seat.awaited_seat

    @property
    def active_seat(self) -> int | None:
        seat = self.viewer if self.awaited_seat is None else self.awaited_seat
        return seat if seat in self._own_seats else None

    @property
    def _own_seats(self) -> tuple[int, ...]:
        """The seats of people that this session acts for, those who left excepted."""
        return tuple(seat for seat in self.human_seats if seat in self._info.seats)

    @property
    def observation(self) -> Observation:
        return self._views[self.viewer].observation

    @property
    def events(self) -> tuple[Event, ...]:
        return self._views[self.viewer].events

    @property
    def dealt(self) -> Hand:
        return self._views[self.viewer].dealt

    @property
    def is_your_turn(self) -> bool:
        turn = self.observation.turn
        is_viewers_turn = turn is not None and turn == self.viewer and turn in self._own_seats
        return is_viewers_turn and not self.is_saving and not self.assistance.has_claimed

    @property
    def is_between_deals(self) -> bool:
        return self.status.is_between_deals

    @property
    def is_over(self) -> bool:
        return self.observation.is_over

    @property
    def given_up(self) -> bool:
        return self.status.is_given_up

    @property
    def is_saving(self) -> bool:
        return self.status.is_saving or self._unanswered_action is not None

    @property
    def error(self) -> str:
        return self.status.error

    def get_proof(self, deal_number: int) -> DealProof:
        proof = self._proofs.get(deal_number)
        observation = self.observation
        is_open = deal_number == observation.deal_number and is_deal_in_progress(observation)
        if proof is None or proof.is_in_progress != is_open:
            self.send(RequestProof(deal_number))
        return self._proofs.get(deal_number) or DealProof(deal_number=deal_number, is_in_progress=is_open)

    # -- actions

    def act(self, action: Action) -> Reason | None:
        if not isinstance(action, Action):
            raise TypeError(f"{action!r} is not an action")
        seat, turn = action.seat, self.observation.turn
        is_hidden = seat in self._own_seats and seat != self.viewer
        if is_hidden and turn is not None and not isinstance(action, (LeaveMatch, VoteToEnd, Timeout)):
            return Reason("not_here") if seat == turn else Reason("not_your_turn", {"seat": turn})
        if seat in self._own_seats and self.is_saving and not self._is_closed:
            return Reason("being_saved")
        return self.send(TakeAction(action), seat)

    def start_next_deal(self) -> None:
        self.send(StartNextDeal())

    def abandon(self) -> None:
        self._is_closed = True
        self.send(Abandon())

    def retry(self) -> None:
        self.send(Retry())

    def confirm_ready(self) -> None:
        self._transitions += self._hot_seat.confirm_ready()

    # -- what people put down for themselves

    @property
    def marks(self) -> dict[int, str]:
        return {} if self.viewer is None else dict(self._marks.get(self.viewer, {}))

    @property
    def hand_order(self) -> Hand:
        return () if self.viewer is None else self._hand_orders.get(self.viewer, ())

    def mark_seat(self, seat: int, word: str) -> None:
        if self.viewer is not None and not self._is_closed:
            marks = {**self.marks, seat: word}
            self._marks[self.viewer] = {marked_seat: mark for marked_seat, mark in marks.items() if mark}
            self.send(MarkSeat(seat, word), self.viewer)

    def arrange_hand(self, hand: Hand) -> None:
        if self.viewer is not None and hand != self.hand_order and not self._is_closed:
            self._hand_orders[self.viewer] = hand
            self.send(ArrangeHand(hand), self.viewer)

    # -- the frame

    def update(self, is_idle: bool) -> list[Transition]:
        is_ready = is_idle and not self._transitions
        if is_ready:
            self._wait_for_person()
        if (is_ready, self._revision) != self._reported_ready:
            self._reported_ready = is_ready, self._revision
            self.send(ReportReady(is_ready))
        self._update_host()
        self._receive()
        transitions, self._transitions = self._transitions, []
        return transitions

    def _update_host(self) -> None:
        """Let a host in this process go on; one elsewhere does so by itself."""

    def _wait_for_person(self) -> None:
        """Ask for the person on turn, once everything before is shown."""
        turn, status = self.observation.turn, self.status
        is_played_for = status.auto_play_seat is not None or status.claimed_seat == turn
        if turn is None or turn not in self._own_seats or is_played_for or self.is_saving or self._is_closed:
            return
        self._hot_seat.wait_for(turn)

    def close(self) -> None:
        self._is_closed = True
