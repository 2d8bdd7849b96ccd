"""A hosted match at one moment."""

from __future__ import annotations

from typing import NamedTuple

from game.core.cards import Hand
from game.core.events import Event
from game.match.match import Match
from game.match.record import Record


class Moment(NamedTuple):
    """A hosted match at one moment, with hidden cards.

    ``events``: those of the deal so far, the oldest first. ``revision``: the number of transitions so far.
    """

    record: Record
    match: Match
    events: tuple[Event, ...]
    revision: int

    @property
    def pack(self) -> Hand:
        """The cards of the last deal from the top, () without one."""
        return self.record.deals[-1].pack if self.record.deals else ()
