"""Undo and hints: what a match allows of them now, and the choices that can be taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.core.actions import Action, Deal
from game.core.messages import Reason
from game.match.match import TABLE_ACTIONS, Match
from game.match.record import Record


class UndoPoint(NamedTuple):
    """A choice between several actions.

    ``match``: before the choice; ``event_count``, ``action_count``: of the deal before it.
    """

    match: Match
    event_count: int
    action_count: int


def undo_refusal_reason(
    match: Match, human_seats: Sequence[int], undo_points: Sequence[UndoPoint], *, is_allowed: bool
) -> Reason | None:
    """Return the reason against an undo now; None if it is possible.

    ``human_seats``: of the whole match; only a person who plays alone can undo. ``is_allowed``: the assistance options
    allow undo. A match with a turn clock has no undo.
    """
    if not is_allowed:
        return Reason("undo_off")
    if len(human_seats) != 1:
        return Reason("undo_people")
    if match.options.has_turn_clock:
        return Reason("undo_clock")
    if not match.is_deal_in_progress:
        return Reason("undo_over")
    return None if undo_points else Reason("undo_nothing")


def hint_refusal_reason(match: Match, human_seats: Sequence[int], *, is_allowed: bool) -> Reason | None:
    """Return the reason against a hint now; None if it may be requested.

    ``human_seats``: of the whole match; ``is_allowed``: the assistance options allow hints. Hints are given on the turn
    of the only person in the match.
    """
    if not is_allowed:
        return Reason("hints_off")
    if len(human_seats) != 1:
        return Reason("hints_people")
    turn = match.turn
    if turn is None:
        return Reason("deal_over")
    return None if turn in human_seats else Reason("not_your_turn", {"seat": turn})


def is_free_choice(match: Match, action: Action, seats: Sequence[int]) -> bool:
    """Return whether ``action`` is a choice of ``seats`` between several actions that can be undone.

    Actions of the table, such as leaving, are not, and neither is a card that is played after the clock ran out.
    """
    is_own_action = action.seat in seats and type(action) not in TABLE_ACTIONS and match.auto_play_seat is None
    return is_own_action and action.can_be_undone and len(match.legal_actions()) > 1


def find_undo_points(record: Record, seats: Sequence[int], events_before_deal: int = 0) -> tuple[UndoPoint, ...]:
    """Return the choices of ``seats`` in the last deal, the oldest first.

    ``events_before_deal``: the number of events that precede the cards of a deal. Raise RecordError if an action of the
    record is illegal.
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
    """Return the record as it was before a choice of its last deal."""
    while len(record.deals[-1].actions) > undo_point.action_count:
        record = record.without_last_action()
    return record
