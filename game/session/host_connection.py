"""The messages of the host to a session: only what its seats may know."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import msgspec

from game.core.actions import LeaveMatch, VoteToEnd
from game.core.cards import Hand
from game.core.events import CardPlayed, CardsDealt, Event
from game.core.phase import Phase
from game.match.assistance import AssistanceOptions
from game.match.match import Match
from game.match.observation import observe
from game.session.hints import hint_refusal_reason
from game.session.hosted_match import HostedMatch
from game.session.messages import (
    MAX_CHAT_LINES,
    STORAGE_ERROR,
    Command,
    DeadlineMessage,
    FirstMessage,
    HintMessage,
    HostMessage,
    MatchStatus,
    SeatNotes,
    SeatView,
    TransitionMessage,
)
from game.session.penalties import is_vote_to_end_offered, penalty_reason
from game.session.turn_clock import identify_turn
from game.session.undo import UndoPoint, undo_refusal_reason


class HostConnection:
    """A `game.session.messages.Connection` to a host in this process.

    ``seats``: the seats whose people the session acts for. ``held_commands``: the commands that wait for a write of the
    host. ``ready_revision``: the revision up to which the session has shown everything; None while it is busy.
    ``is_remote``: whether the session is at another machine: its chat is limited, and its status tells nothing of the
    host's storage.
    """

    def __init__(
        self,
        state: HostedMatch,
        seats: tuple[int, ...],
        take_command: Callable[[HostConnection, Command], None],
        *,
        is_remote: bool = True,
    ) -> None:
        self.seats = seats
        self.is_remote = is_remote
        self.held_commands: deque[Command] = deque()
        self.ready_revision: int | None = None
        self._state = state
        self._take_command = take_command
        # While several people share a screen, at times no hand may be visible: the view of None.
        self._viewers: tuple[int | None, ...] = seats if len(seats) == 1 else (*seats, None)
        self._result_count = len(state.match.results)
        self._messages: list[HostMessage] = [self._build_first_message()]
        self._status_key: object = None
        self._status: MatchStatus | None = None
        self._deadline_key: object = None
        self._hint_key: object = (False, None)

    def send(self, command: Command) -> None:
        self._take_command(self, command)

    def receive(self) -> list[HostMessage]:
        self._tell_changes()
        messages, self._messages = self._messages, []
        return messages

    def tell(self, message: HostMessage) -> None:
        """Add a message to those that the session has not received yet."""
        self._messages.append(message)

    def tell_transition(self, events: tuple[Event, ...], event_count: int, *, is_undo: bool = False) -> None:
        """Send the transition to the present match, masked for each view of the session.

        ``events``: the events that led to it, none for an undo; ``event_count``: see `TransitionMessage`.
        """
        state, results = self._state, self._state.match.results
        result_count = min(self._result_count, len(results))
        self._result_count = len(results)
        self.tell(
            TransitionMessage(
                revision=state.revision, turn=identify_turn(state.record), views=self._make_views(events),
                results=results[result_count:], event_count=event_count, result_count=result_count, is_undo=is_undo,
            )
        )  # fmt: skip

    def _make_views(self, events: tuple[Event, ...]) -> tuple[SeatView, ...]:
        return tuple(
            SeatView(
                viewer,
                msgspec.structs.replace(observe(self._state.match, viewer), results=()),
                tuple(event.seen_by(viewer) for event in events),
                list_dealt_cards(self._state, viewer),
            )
            for viewer in self._viewers
        )

    def _build_first_message(self) -> FirstMessage:
        state, deal = self._state, len(self._state.record.deals)
        notes = (
            SeatNotes(
                seat, tuple(state.marks.get_marks(deal, seat).items()), state.hand_orders.get_order(deal, seat)
            )
            for seat in self.seats
        )  # fmt: skip
        return FirstMessage(
            info=state.make_info(self.seats),
            revision=state.revision,
            turn=identify_turn(state.record),
            views=self._make_views(state.events),
            results=state.match.results,
            chat_messages=state.chat.messages[-MAX_CHAT_LINES:] if self.is_remote else state.chat.messages,
            notes=tuple(notes),
        )

    def _tell_changes(self) -> None:
        """Send the status, the deadline at a table with a turn clock, and the hint, each if it has changed."""
        state = self._state
        key = state.list_status_values()
        if key != self._status_key:
            self._status_key, status = key, build_status(state, self.seats)
            status = hide_storage(status) if self.is_remote else status
            if status != self._status:
                self._status = status
                self.tell(status)
        is_clocked = state.is_person_clocked
        deadline_key = (is_clocked, state.turn_clock.started_at if is_clocked else None)
        if state.match.options.has_turn_clock and deadline_key != self._deadline_key:
            self._deadline_key = deadline_key
            self.tell(DeadlineMessage(state.turn_seconds_left))
        hint_key = (state.hints.has_request and state.hints.advice is None, state.hints.advice)
        if hint_key != self._hint_key and self.seats == state.original_human_seats:
            self._hint_key = hint_key
            self.tell(HintMessage(*hint_key))


def build_status(state: HostedMatch, seats: tuple[int, ...]) -> MatchStatus:
    """Return the status of the match for a session that acts for ``seats``."""
    claimed_seat = state.active_claim.seat if state.active_claim is not None else None
    return msgspec.structs.replace(
        derive_status(state.match, state.original_human_seats, state.assistance, state.undo_points),
        match_id=state.match_id,
        is_saving=state.is_saving,
        error=state.error,
        has_computer_failed=state.computer_seats.has_failed,
        is_between_deals=state.is_between_deals,
        is_given_up=state.is_given_up,
        is_assisted=state.is_assisted,
        claimed_seat=claimed_seat if claimed_seat in seats else None,
    )


def hide_storage(status: MatchStatus) -> MatchStatus:
    """Return a status without what concerns the storage of the host."""
    is_between_deals = status.is_between_deals and not status.is_saving
    error = STORAGE_ERROR if status.error else ""
    return msgspec.structs.replace(
        status, match_id=None, is_saving=False, error=error, is_between_deals=is_between_deals
    )  # fmt: skip


def derive_status(
    match: Match, original_people: tuple[int, ...], assistance: AssistanceOptions,
    undo_points: tuple[UndoPoint, ...] = (),
) -> MatchStatus:  # fmt: skip
    """Return the part of the status that follows from the match; ``original_people``: the seats of its people."""
    people = tuple(seat for seat in original_people if seat not in match.departed_seats)
    reasons = ((seat, penalty_reason(match, seat)) for seat in original_people) if match.options.penalty_minutes else ()
    return MatchStatus(
        auto_play_seat=match.auto_play_seat,
        undo_refusal_reason=undo_refusal_reason(match, original_people, undo_points, is_allowed=assistance.undo),
        hint_refusal_reason=hint_refusal_reason(match, original_people, is_allowed=assistance.hints),
        penalty_reasons=tuple((seat, reason) for seat, reason in reasons if reason is not None),
        leaving_seats=tuple(seat for seat in people if match.illegal_reason(LeaveMatch(seat)) is None),
        voting_seats=tuple(
            seat
            for seat in people
            if is_vote_to_end_offered(match, seat) and match.illegal_reason(VoteToEnd(seat)) is None
        ),
    )


def list_dealt_cards(state: HostedMatch, seat: int | None) -> Hand:
    """Return the cards that ``seat`` got in this deal, in the order of the pack.

    Played cards are included. Return () without a deal, and if ``seat`` is None.
    """
    pack = state.record.deals[-1].pack if state.record.deals else ()
    return () if seat is None else find_dealt_cards(state.match.phase, state.events, pack, seat)


def find_dealt_cards(phase: Phase | None, events: tuple[Event, ...], pack: Hand, seat: int) -> Hand:
    """Return the cards that ``seat`` got in the deal of ``phase``, in the order of the ``pack``.

    ``events``: those of the deal so far, with all that the seat may know.
    """
    if phase is None:
        return ()
    held = set(phase.seen_by(seat).board().hands[seat])
    for event in events:
        held.update(_list_own_cards(event, seat))
    return tuple(card for card in pack if card in held)


def _list_own_cards(event: Event, seat: int) -> Hand:
    if isinstance(event, CardsDealt):
        return event.seen_by(seat).hands[seat]
    return (event.card,) if isinstance(event, CardPlayed) and event.seat == seat else ()
