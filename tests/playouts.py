"""Random deals at the pairwise tables, played once for all tests that look at them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from game.core.actions import Deal
from game.core.events import Event
from game.core.phase import Phase
from game.match.record import Record
from tests.helpers import PlayoutMoment, TableSetup, make_record, play_random_actions

DEAL_COUNT: Final = 4


class Playout(NamedTuple):
    """The first deals of a match with random actions."""

    table: TableSetup
    moments: tuple[PlayoutMoment, ...]

    @property
    def deals(self) -> tuple[tuple[PlayoutMoment, ...], ...]:
        starts = [index for index, moment in enumerate(self.moments) if isinstance(moment.action, Deal)]
        return tuple(self.moments[start:end] for start, end in pairwise([*starts, len(self.moments)]))

    @property
    def events(self) -> Iterator[Event]:
        """The events of all moments."""
        return (event for moment in self.moments for event in moment.events)

    @property
    def phases(self) -> Iterator[Phase]:
        """The state after each moment."""
        return (moment.match.phase for moment in self.moments if moment.match.phase is not None)

    def record(self, moment_count: int | None = None) -> Record:
        """Return the record of the match after some moments, by default after all."""
        return make_record(self.table.create_match(), [*self.moments[:moment_count]], self.table.preset)


@cache
def play_deals(table: TableSetup) -> Playout:
    """Return random deals at a table, in which each verb is used as soon as it can be."""
    match = table.create_match()
    return Playout(table, tuple(play_random_actions(match, str(table), DEAL_COUNT, prefers_new_verbs=True)))
