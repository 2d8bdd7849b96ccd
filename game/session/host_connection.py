"""The messages of the host to a session: only what its seats may know."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

import msgspec

from game.core.events import Event
from game.core.messages import Reason
from game.match.assistance import AssistanceOptions
from game.match.match import Match
from game.match.observation import Observation, find_dealt_cards, observe
from game.match.record import Record
from game.match.table_discipline import is_vote_to_end_offered, penalty_reason
from game.match.undo_and_hints import UndoPoint, hint_refusal_reason, undo_refusal_reason
from game.session.assistance import NO_CHECK, NO_HINT
from game.session.messages import (
    MAX_CHAT_LINES,
    MAX_HELD_COMMANDS,
    STORAGE_ERROR,
    Command,
    DeadlineMessage,
    FirstMessage,
    HostMessage,
    MatchStatus,
    SeatView,
    TransitionMessage,
)
from game.session.moment import Moment
from game.session.transport import Transport
from game.session.turn_clock import identify_turn

if TYPE_CHECKING:
    from game.session.host import MatchHost

replace: Final = msgspec.structs.replace


class HostConnection(Transport):
    """The connection of a session to a ``host`` in this process.

    ``seats``: the seats whose people the session acts for; none for somebody who watches, with the name ``watcher``:
    then nothing waits for the session. ``held_commands``: the commands that wait for a write of the
    host. ``ready_revision``: the revision up to which the session has shown everything; None while it is busy.
    ``is_remote``: whether the session is at another machine: its chat is limited, and its status tells nothing of the
    host's storage.
    """

    is_match = True

    def __init__(
        self, host: MatchHost, seats: tuple[int, ...], *, is_remote: bool = True, watcher: str = ""
    ) -> None:  # fmt: skip
        self.seats = seats
        self.watcher = watcher
        self.is_remote = is_remote
        self.ready_revision: int | None = None
        self.held_commands: deque[Command] = deque()
        self.host = host
        # While several people share a screen, at times no hand may be visible: the view of None.
        self._viewers: tuple[int | None, ...] = seats if len(seats) == 1 else (*seats, None)
        self._result_count = len(host.moment.match.results)
        self._messages: list[HostMessage] = [self._build_first_message()]
        self._status: MatchStatus | None = None
        self._deadline_key: object = None
        self._hint = NO_HINT
        self._check = NO_CHECK

    # -- for the session

    def send(self, command: Command) -> None:
        self.host.handle(self, command)

    def receive(self) -> list[HostMessage]:
        """Return the messages since the last call, the oldest first, [] if there are none.

        The last ones are the status, the deadline at a table with a turn clock, the hint and the check, each if it has
        changed.
        """
        host = self.host
        status = host.build_status(self.seats)
        status = hide_storage(status) if self.is_remote else status
        if status != self._status:
            self._status = status
            self.tell(status)
        if host.moment.match.options.turn_seconds:
            seconds_left = host.turn_seconds_left
            deadline_key = None if seconds_left is None else host.turn_clock.started_at
            if (deadline_key,) != self._deadline_key:
                self._deadline_key = (deadline_key,)
                self.tell(DeadlineMessage(seconds_left))
        hint = host.assistance.hint
        if hint != self._hint and self.seats == host.original_human_seats:
            self._hint = hint
            self.tell(hint)
        check = host.assistance.check
        if check != self._check and self.seats == host.original_human_seats:
            self._check = check
            self.tell(check)
        messages, self._messages = self._messages, []
        return messages

    def update(self) -> None:
        self.host.update()

    @property
    def seconds_until_news(self) -> float:
        return self.host.chat.seconds_until_reply

    def export_record(self) -> Record:
        return self.host.export_record()

    def close(self, observation: Observation) -> None:
        self.host.close()

    # -- for the host

    def tell(self, message: HostMessage) -> None:
        """Add a message to those that the session has not received yet."""
        self._messages.append(message)

    def report_shown(self, revision: int, *, is_shown: bool) -> None:
        """Note that the screen has shown everything up to ``revision``, or is busy with it."""
        self.ready_revision = min(revision, self.host.moment.revision) if is_shown else None

    def hold(self, command: Command) -> bool:
        """Keep a command until the pending write is done. Return False if too many wait already."""
        if len(self.held_commands) >= MAX_HELD_COMMANDS:
            return False
        self.held_commands.append(command)
        return True

    def tell_transition(self, moment: Moment, events: tuple[Event, ...], event_count: int, *, is_undo: bool) -> None:
        """Send the transition to ``moment``, masked for each view of the session.

        ``events``: the events that led to it, none for an undo; ``event_count``: see `TransitionMessage`.
        """
        results = moment.match.results
        result_count, self._result_count = min(self._result_count, len(results)), len(results)
        self._messages.append(
            TransitionMessage(
                revision=moment.revision, turn=identify_turn(moment.record), views=self._make_views(moment, events),
                results=results[result_count:], event_count=event_count, result_count=result_count, is_undo=is_undo,
            )
        )  # fmt: skip

    def _make_views(self, moment: Moment, events: tuple[Event, ...]) -> tuple[SeatView, ...]:
        views = list[SeatView]()
        for viewer in self._viewers:
            observation, seen_events = observe(moment.match, viewer), list[Event]()
            for event in events:
                seen_events.append(event.seen_by(viewer))
            dealt = find_dealt_cards(observation.phase, moment.events, moment.pack, viewer)
            views.append(SeatView(viewer, replace(observation, results=()), tuple(seen_events), dealt))
        return tuple(views)

    def _build_first_message(self) -> FirstMessage:
        host, moment = self.host, self.host.moment
        messages = host.chat.messages
        return FirstMessage(
            info=host.make_info(self.seats),
            revision=moment.revision,
            turn=identify_turn(moment.record),
            views=self._make_views(moment, moment.events),
            results=moment.match.results,
            chat_messages=messages[-MAX_CHAT_LINES:] if self.is_remote else messages,
            notes=tuple(host.notes.get(len(moment.record.deals), seat) for seat in self.seats),
        )


def hide_storage(status: MatchStatus) -> MatchStatus:
    """Return a status without what concerns the storage of the host."""
    is_between_deals = status.is_between_deals and not status.is_saving
    error = STORAGE_ERROR if status.error else ""
    return replace(status, match_id=None, is_saving=False, error=error, is_between_deals=is_between_deals)


def derive_status(
    match: Match, original_people: tuple[int, ...], assistance: AssistanceOptions,
    undo_points: tuple[UndoPoint, ...] = (),
) -> MatchStatus:  # fmt: skip
    """Return the part of the status that follows from the match; ``original_people``: the seats of its people."""
    penalty_reasons, leaving_seats, voting_seats = list[tuple[int, Reason]](), list[int](), list[int]()
    has_clock, can_leave = match.options.has_turn_clock, match.phase is not None and not match.is_over
    for seat in original_people:
        reason = penalty_reason(match, seat) if has_clock and match.options.penalty_minutes else None
        if reason is not None:
            penalty_reasons.append((seat, reason))
        if can_leave and seat not in match.departed_seats:
            leaving_seats.append(seat)
            if has_clock and is_vote_to_end_offered(match, seat):
                voting_seats.append(seat)
    return MatchStatus(
        auto_play_seat=match.auto_play_seat,
        undo_refusal_reason=undo_refusal_reason(match, original_people, undo_points, is_allowed=assistance.undo),
        hint_refusal_reason=hint_refusal_reason(match, original_people, is_allowed=assistance.hints),
        penalty_reasons=tuple(penalty_reasons),
        leaving_seats=tuple(leaving_seats),
        voting_seats=tuple(voting_seats),
    )
