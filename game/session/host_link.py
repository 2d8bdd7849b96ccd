"""The session's end of a connection: the received state, and requests."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from game.core.messages import Reason
from game.match.observation import Observation, Transition
from game.session.hot_seat import HotSeat
from game.session.messages import (
    Answer,
    ChatLine,
    Command,
    Connection,
    DeadlineMessage,
    FirstMessage,
    HintMessage,
    HostMessage,
    MatchStatus,
    ProofMessage,
    Request,
    SeatView,
    TakeAction,
    TransitionMessage,
)
from game.session.penalties import MAX_STORED_MESSAGES
from game.shuffling.commitments import DealProof

replace = msgspec.structs.replace


class HostLink:
    """The state that the host has sent through ``connection``, and a way to ask it.

    The first messages must already be there. ``clock``: returns seconds and never goes back. ``transitions``: those
    that the screen has not taken yet. ``hot_seat``: None if one person plays at the screen. ``proofs``: by deal number.
    ``late_refusals``: the reasons against requests that the host has refused after `send` returned.
    """

    def __init__(self, connection: Connection, clock: Callable[[], float]) -> None:
        self._connection = connection
        self._clock = clock
        first, *messages = connection.receive()
        assert isinstance(first, FirstMessage), "the host tells first what the match is"
        self.info = first.info
        self.notes = first.notes
        self.chat_messages = first.chat_messages
        self.revision = first.revision
        self.turn = first.turn
        self._results = first.results
        self._views = {view.seat: self._complete(view) for view in first.views}
        self._only_viewer = first.views[0].seat
        self.transitions: list[Transition] = []
        self.hot_seat = HotSeat(self.info.seats, self.transitions) if len(self._views) > 1 else None
        self.status = MatchStatus()
        self.hint = HintMessage(is_pending=False, estimates=None)
        self.proofs = dict[int, DealProof]()
        self.is_closed = False
        self.late_refusals: list[Reason] = []
        self._deadline: float | None = None
        self._command_count = 0
        self._sent_number: int | None = None
        self._answer: Answer | None = None
        self._unanswered_action: int | None = None
        self._take_messages(messages)

    @property
    def viewer(self) -> int | None:
        """The seat whose cards the screen may show, or None if it may show no hand."""
        return self._only_viewer if self.hot_seat is None else self.hot_seat.viewer

    @property
    def view(self) -> SeatView:
        """The view of the match for the viewer."""
        return self._views[self.viewer]

    @property
    def observation(self) -> Observation:
        """The present observation of the viewer."""
        return self.view.observation

    @property
    def is_saving(self) -> bool:
        """Whether the host is saving, or has not answered the last action yet."""
        return self.status.is_saving or self._unanswered_action is not None

    @property
    def turn_seconds_left(self) -> float | None:
        """The seconds left to the person on turn, or None without a clock."""
        return None if self._deadline is None else max(0.0, self._deadline - self._clock())

    def send(self, request: Request, seat: int | None = None) -> Reason | None:
        """Send a request for ``seat`` and return the reason if it is refused at once.

        None means accepted, or not answered yet: a host in another process answers later.
        """
        self._command_count += 1
        if isinstance(request, TakeAction):
            self._unanswered_action = self._command_count
        self._answer, self._sent_number = None, self._command_count
        self._connection.send(Command(request, self._command_count, seat, self.turn))
        self.receive()
        answer: Answer | None = self._answer
        self._sent_number = None
        return None if answer is None else answer.reason

    def receive(self) -> None:
        """Process the messages that the host has sent. Never wait."""
        self._take_messages(self._connection.receive())

    def _take_messages(self, messages: list[HostMessage]) -> None:
        for message in messages:
            match message:
                case FirstMessage():
                    self._replace_state(message)
                case TransitionMessage():
                    self._take_transition(message)
                case MatchStatus():
                    self.status = message
                case Answer(number=number, reason=reason):
                    if number == self._sent_number:
                        self._answer = message
                    elif reason is not None:
                        self.late_refusals.append(reason)
                    if number == self._unanswered_action:
                        self._unanswered_action = None
                case DeadlineMessage(seconds_left=seconds):
                    self._deadline = None if seconds is None else self._clock() + seconds
                case ChatLine(message=line):
                    self.chat_messages = (*self.chat_messages, line)[-MAX_STORED_MESSAGES:]
                case HintMessage():
                    self.hint = message
                case ProofMessage(proof=proof):
                    self.proofs[proof.deal_number] = proof

    def _replace_state(self, message: FirstMessage) -> None:
        """Replace the state after a lost connection; the screen gets a transition without events."""
        self.chat_messages, self.revision, self._deadline = message.chat_messages, message.revision, None
        self.turn, self._results = message.turn, message.results
        self._views = {view.seat: self._complete(view) for view in message.views}
        self.transitions.append(Transition(self.observation, self.observation, ()))

    def _complete(self, view: SeatView) -> SeatView:
        """Return a view whose observation has the results of the match."""
        return replace(view, observation=replace(view.observation, results=self._results))

    def _take_transition(self, message: TransitionMessage) -> None:
        self.revision, self.turn = message.revision, message.turn
        self._results = (*self._results[: message.result_count], *message.results)
        by_viewer = dict[int | None, Transition]()
        for view in map(self._complete, message.views):
            earlier, after = self._views[view.seat], view.observation
            before = after if message.is_undo else earlier.observation
            by_viewer[view.seat] = Transition(before, after, view.events, is_undo=message.is_undo)
            events = (*earlier.events[: message.event_count], *view.events)
            if after.phase is None:
                events = ()  # the draw for the first dealer belongs to no deal
            self._views[view.seat] = replace(view, events=events)
        if self.hot_seat is None:
            self.transitions.append(by_viewer[self._only_viewer])
        else:
            self.hot_seat.record_transition(by_viewer)
