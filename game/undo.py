"""Taking one's last choice back: the moments of the open deal that a person who plays alone may go back to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.engine.actions import Action, Deal
from game.engine.phases import Reason
from game.match import DISCIPLINE, Match
from game.record import Record


class Choice(NamedTuple):
    """A moment of the open deal in which a person had more than one thing to do: the match then, how many events had
    been told of the deal, and how many actions there were in it."""

    match: Match
    events: int
    actions: int


def is_choice(match: Match, action: Action, seats: Sequence[int]) -> bool:
    """Whether ``action`` is what one of the ``seats`` chose of several things that it might have done."""
    of_theirs = action.seat in seats and type(action) not in DISCIPLINE and match.forced is None
    return of_theirs and len(match.legal()) > 1


def choices_of(record: Record, seats: Sequence[int], told: int = 0) -> tuple[Choice, ...]:
    """The choices that these seats had in the last deal, the oldest first. ``told``: how many events are told of a deal
    before its cards. RecordError as in `Record.steps`."""
    found, match, events, actions = list[Choice](), record.start(), 0, 0
    for action, step in record.steps():
        if isinstance(action, Deal):
            found, events, actions = [], told + len(step.events), 0
        else:
            if is_choice(match, action, seats):
                found.append(Choice(match, events, actions))
            events, actions = events + len(step.events), actions + 1
        match = step.match
    return tuple(found)


def taken_back(record: Record, choice: Choice) -> Record:
    """The record as it was at a choice of its last deal: what was done since is gone, the pack stays."""
    while len(record.deals[-1].actions) > choice.actions:
        record = record.undo()
    return record


def why_not_undo(match: Match, people: Sequence[int], choices: Sequence[Choice], *, allowed: bool) -> Reason | None:
    """Why nothing may be taken back now, or None. ``allowed``: the table has agreed that it may."""
    if not allowed:
        return Reason("undo_off")
    if len(people) != 1:
        return Reason("undo_people")
    if match.options.has_discipline:
        return Reason("undo_clock")
    if not match.deal_open:
        return Reason("undo_over")
    return None if choices else Reason("undo_nothing")
