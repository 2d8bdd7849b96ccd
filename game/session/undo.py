"""Taking one's last choice back: the moments of the open deal that a person who plays alone may go back to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.core.actions import Action, Deal
from game.core.messages import Reason
from game.match.match import TABLE_ACTIONS, Match
from game.match.record import Record


class UndoPoint(NamedTuple):
    """A moment of the open deal in which a person had more than one thing to do: the match then, how many events had
    been told of the deal, and how many actions there were in it."""

    match: Match
    event_count: int
    action_count: int


def is_free_choice(match: Match, action: Action, seats: Sequence[int]) -> bool:
    """Whether ``action`` is what one of the ``seats`` chose of several things that it might have done."""
    is_own_action = action.seat in seats and type(action) not in TABLE_ACTIONS and match.auto_play_seat is None
    return is_own_action and len(match.legal_actions()) > 1


def find_undo_points(record: Record, seats: Sequence[int], events_before_deal: int = 0) -> tuple[UndoPoint, ...]:
    """Return the choices that these seats had in the last deal, the oldest first.

    ``events_before_deal``: number of events that are told of a deal before its cards. RecordError as in
    `Record.iter_steps`.
    """
    undo_points, match, event_count, action_count = list[UndoPoint](), record.create_match(), 0, 0
    for action, step in record.iter_steps():
        if isinstance(action, Deal):
            undo_points, event_count, action_count = [], events_before_deal + len(step.events), 0
        else:
            if is_free_choice(match, action, seats):
                undo_points.append(UndoPoint(match, event_count, action_count))
            event_count, action_count = event_count + len(step.events), action_count + 1
        match = step.match
    return tuple(undo_points)


def rewind_record(record: Record, undo_point: UndoPoint) -> Record:
    """The record as it was at a choice of its last deal: what was done since is gone, the pack stays."""
    while len(record.deals[-1].actions) > undo_point.action_count:
        record = record.without_last_action()
    return record


def undo_refusal_reason(
    match: Match, human_seats: Sequence[int], undo_points: Sequence[UndoPoint], *, is_allowed: bool
) -> Reason | None:
    """Why nothing may be taken back now, or None. ``is_allowed``: the table has agreed that it may."""
    if not is_allowed:
        return Reason("undo_off")
    if len(human_seats) != 1:
        return Reason("undo_people")
    if match.options.has_turn_clock:
        return Reason("undo_clock")
    if not match.is_deal_in_progress:
        return Reason("undo_over")
    return None if undo_points else Reason("undo_nothing")
