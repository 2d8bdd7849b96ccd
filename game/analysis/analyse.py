"""A whole match gone through, choice by choice, for whoever waits for the end of it."""

from __future__ import annotations

from collections.abc import Generator

from game.analysis.judge import build_analysis, find_choices, judge_choice, select_seats
from game.analysis.model import MatchAnalysis
from game.match.record import Record


def analyze_match(record: Record, seats: tuple[int, ...], seed: int) -> Generator[tuple[int, int], None, MatchAnalysis]:
    """Yield how many turns have been looked at, of how many; return the analysis, of all seats if none is named.

    RecordError if the record cannot be played.
    """
    judged_seats = select_seats(record, seats)
    choices = find_choices(record, judged_seats)
    judged_choices = []
    yield 0, len(choices)
    for done, choice in enumerate(choices, 1):
        judged_choices.append((choice, judge_choice(choice, seed)))
        yield done, len(choices)
    return build_analysis(record, judged_seats, judged_choices)
