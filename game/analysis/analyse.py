"""A whole match gone through, choice by choice, for whoever waits for the end of it."""

from __future__ import annotations

from collections.abc import Iterator

from game.analysis.client import AnalysisProgress
from game.analysis.judge import build_analysis, find_choices, judge_choice, select_seats
from game.analysis.model import MatchAnalysis
from game.match.record import Record


def analyze_match(record: Record, seats: tuple[int, ...], seed: int) -> Iterator[AnalysisProgress | MatchAnalysis]:
    """How far it is after each turn, and in the end the analysis; of all seats if none is named.

    RecordError if the record cannot be played.
    """
    judged_seats = select_seats(record, seats)
    choices = find_choices(record, judged_seats)
    judged_choices = []
    yield AnalysisProgress(0, len(choices))
    for done, choice in enumerate(choices, 1):
        judged_choices.append((choice, judge_choice(choice, seed)))
        yield AnalysisProgress(done, len(choices))
    yield build_analysis(record, judged_seats, judged_choices)
