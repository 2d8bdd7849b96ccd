"""A few tables for all options: each two values of two options meet at some table.

`tests.helpers.iter_tables` yields a table for each single changed option and number of seats. Here many options are
changed at each table, so there are fewer tables, and they show faults that need two options.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Final

from game.core.options import OptionValue, change_options, list_option_specs
from game.rules import GAMES
from tests.helpers import TableSetup
from tests.pairwise_rows import Row, cover_combinations

PRESET_KEY, SEATS_KEY = "preset", "seats"
"""The properties of a table besides its options; they meet the options as these meet each other."""


@cache
def make_pairwise_tables(game: str) -> tuple[TableSetup, ...]:
    """Return each preset of a game with each number of seats, then tables at which any two values of two options meet.

    Options that matter only with some numbers of seats meet each other with every number.
    """
    rules = GAMES[game]
    plain = [
        TableSetup(game, preset, options, seats)
        for preset, options in rules.presets.items()
        for seats in rules.get_seat_counts(preset)
    ]
    rules_of_game = list_option_specs(type(plain[0].options))
    values: dict[str, Sequence[OptionValue]] = {
        rule.name: rule.values or (rule.min_value, rule.max_value) for rule in rules_of_game
    }
    values |= {PRESET_KEY: [*rules.presets], SEATS_KEY: rules.seat_counts}
    seat_dependent_rules = [rule.name for rule in rules_of_game if rule.relevant_seat_counts]
    groups = [*combinations(values, 2), *((SEATS_KEY, *pair) for pair in combinations(seat_dependent_rules, 2))]
    return (*plain, *(_make_table(game, row) for row in cover_combinations(values, groups, map(_make_row, plain))))


def _make_row(table: TableSetup) -> Row:
    return {rule.name: getattr(table.options, rule.name) for rule in list_option_specs(type(table.options))} | {
        PRESET_KEY: table.preset, SEATS_KEY: table.seats,
    }  # fmt: skip


def _make_table(game: str, row: Row) -> TableSetup:
    preset, house = (
        str(row[PRESET_KEY]),
        {name: value for name, value in row.items() if name not in (PRESET_KEY, SEATS_KEY)},
    )
    seats = int(row[SEATS_KEY])
    if seats not in GAMES[game].get_seat_counts(preset):
        preset = next(iter(GAMES[game].presets))  # the row changes every option, so that only its name is another
    return TableSetup(game, preset, change_options(GAMES[game].presets[preset], house), seats)


PAIRWISE_TABLES: Final = tuple(table for game in GAMES for table in make_pairwise_tables(game))
"""The tables of all games."""
