"""A whole match gone through, choice by choice, for whoever waits for the end of it."""

from __future__ import annotations

from collections.abc import Iterator

from game.analysis.judging import choices, gathered, judge, seats_judged
from game.analysis.study import Progress
from game.analysis.values import MatchAnalysis
from game.record import Record


def analyse(record: Record, seats: tuple[int, ...], seed: int) -> Iterator[Progress | MatchAnalysis]:
    """How far it is after each turn, and in the end the analysis; of all seats if none is named.

    RecordError if the record cannot be played.
    """
    judged_seats = seats_judged(record, seats)
    turns = choices(record, judged_seats)
    judged = []
    yield Progress(0, len(turns))
    for done, choice in enumerate(turns, 1):
        judged.append((choice, judge(choice, seed)))
        yield Progress(done, len(turns))
    yield gathered(record, judged_seats, judged)
