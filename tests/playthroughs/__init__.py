"""Golden playthroughs: a match in words for each game, preset, option and number of seats.

``python -m tools.transcripts playthroughs/`` writes them; read the difference before you commit it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from game.cli.replay import format_lines
from game.core.actions import LeaveMatch, Timeout, VoteToEnd
from game.core.events import TrickTaken
from game.core.options import COMMON_OPTION_NAMES, list_option_specs
from game.match.record import replay_deal_results
from game.rules import GAMES
from tests.helpers import PlayoutMoment, TableSetup, iter_tables, make_record, play_random_actions

PLAYTHROUGH_FOLDER: Final = Path(__file__).parent
MAX_PRESET_DEALS: Final = 40
"""The most deals in the playthrough of a preset.

With the usual number of seats there are as many, with other numbers as few as contain a trick.
"""
CANDIDATE_DEAL_COUNT: Final = 12
DEAL_COUNT_BY_OPTION: Final = {"blind_nil": 4}
"""The deals in the playthrough of an option that matters only later in a match; 1 for the others."""


def iter_golden_tables() -> Iterator[TableSetup]:
    """Yield each preset with each number of seats, and each changed option with a number at which it matters."""
    for table in iter_tables():
        rules = {rule.name: rule for rule in list_option_specs(type(table.options))}
        if all(table.seats == get_usual_seat_count(table, rules[name].relevant_seat_counts) for name in table.changes):
            yield table


def get_usual_seat_count(table: TableSetup, relevant_seat_counts: tuple[int, ...]) -> int:
    """Return the number of seats for an option: the preset's usual one if the option matters with it."""
    every = GAMES[table.game].get_seat_counts(table.preset)
    known = every[min(1, len(every) - 1)]
    return known if known in relevant_seat_counts or not relevant_seat_counts else relevant_seat_counts[0]


def play_golden_match(table: TableSetup) -> list[PlayoutMoment]:
    """Return the playout for a table: several deals for a preset, for an option the most varied deal.

    Options of table discipline get further actions, by `add_table_actions`.
    """
    if not table.changes:
        deals = (MAX_PRESET_DEALS,) if table.seats == get_usual_seat_count(table, ()) else range(1, MAX_PRESET_DEALS)
        candidates_by_length = (
            list(play_random_actions(table.create_match(), f"golden {table}", deal_count, prefers_new_verbs=True))
            for deal_count in deals
        )
        return next(
            candidate
            for candidate in candidates_by_length
            if any(isinstance(e, TrickTaken) for moment in candidate for e in moment.events)
        )
    deal_count = max(DEAL_COUNT_BY_OPTION.get(name, 1) for name in table.changes)
    candidates = [
        list(play_random_actions(table.create_match(), f"golden {table} {seed}", deal_count, prefers_new_verbs=True))
        for seed in range(CANDIDATE_DEAL_COUNT)
    ]
    best = max(candidates, key=lambda candidate: len({event.code for moment in candidate for event in moment.events}))
    return add_table_actions(best[:4]) if COMMON_OPTION_NAMES & set(table.changes) else best


def add_table_actions(moments: list[PlayoutMoment]) -> list[PlayoutMoment]:
    """Add actions of table discipline to a playout: a timeout, a seat that leaves, votes to end."""
    moments = moments[:]
    match = moments[-1].match
    assert match.turn is not None
    forced = match.legal_actions()[0]
    for action in (Timeout(match.turn), forced, LeaveMatch(0), *map(VoteToEnd, range(match.seats))):
        before = moments[-1].match
        if before.illegal_reason(action) is None:
            moments.append(PlayoutMoment(action, before, *before.apply(action)))
    return moments


def format_playthrough(table: TableSetup) -> str:
    """Return the playthrough of a table as text."""
    record = make_record(table.create_match(), play_golden_match(table), table.preset)
    match, deals = replay_deal_results(record)
    return "\n".join(line.rstrip() for line in format_lines(record, match, deals)) + "\n"


def get_playthrough_path(table: TableSetup) -> Path:
    return PLAYTHROUGH_FOLDER / f"{table}.txt"
