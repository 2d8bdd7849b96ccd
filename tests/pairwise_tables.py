"""A few tables for all options: each two values of two options meet at some table.

`tests.helpers.iter_tables` yields a table for each single changed option and number of seats. Here many options are
changed at each table, so there are fewer tables, and they show faults that need two options.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Final

from game.core.options import OptionValue, change_options, list_option_specs
from game.rules import GAMES
from tests.helpers import TableSetup

PRESET_KEY, SEATS_KEY = "preset", "seats"
"""The properties of a table besides its options; they meet the options as these meet each other."""
CANDIDATE_ROW_COUNT: Final = 20
"""The number of rows from which the best is taken."""

RuleValues = Mapping[str, OptionValue]
RuleGroup = tuple[str, ...]
ValueCombination = tuple[tuple[str, OptionValue], ...]
"""The values of a group's rules, in the order of the group."""


def cover_combinations(
    values: Mapping[str, Sequence[OptionValue]], groups: Sequence[RuleGroup], existing_rows: Iterable[RuleValues]
) -> list[RuleValues]:
    """Return rows that, with ``existing_rows``, combine all values of the names in each group.

    The result is always the same.
    """
    missing: dict[ValueCombination, None] = {
        tuple(zip(group, row, strict=True)): None
        for group in groups
        for row in product(*(values[name] for name in group))
    }
    groups_by_name = {name: [group for group in groups if name in group] for name in values}
    for row in existing_rows:
        _remove_covered(row, groups, missing)
    rows, rng = list[RuleValues](), Random(1)
    while missing:
        candidates = [_build_row(values, groups_by_name, missing, rng) for _try in range(CANDIDATE_ROW_COUNT)]
        rows.append(max(candidates, key=lambda row: _count_missing(row, groups, missing)))
        _remove_covered(rows[-1], groups, missing)
    return rows


def _count_missing(row: RuleValues, groups: Iterable[RuleGroup], missing: Mapping[ValueCombination, None]) -> int:
    return len([None for group in groups if tuple([(name, row[name]) for name in group]) in missing])


def _remove_covered(row: RuleValues, groups: Iterable[RuleGroup], missing: dict[ValueCombination, None]) -> None:
    for group in groups:
        missing.pop(tuple([(name, row[name]) for name in group]), None)


def _build_row(
    values: Mapping[str, Sequence[OptionValue]],
    groups_by_name: Mapping[str, Sequence[RuleGroup]],
    missing: Mapping[ValueCombination, None],
    rng: Random,
) -> RuleValues:
    """Return a row with a missing combination, completed with the values that add most others."""
    row = dict(sorted(rng.choice([*missing])))
    for name in rng.sample([*values], len(values)):
        if name not in row:
            known = row.keys() | {name}
            groups = [group for group in groups_by_name[name] if known.issuperset(group)]
            candidates = [{**row, name: value} for value in rng.sample([*values[name]], len(values[name]))]
            row = max(candidates, key=lambda candidate: _count_missing(candidate, groups, missing))
    return row


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


def _make_row(table: TableSetup) -> RuleValues:
    return {rule.name: getattr(table.options, rule.name) for rule in list_option_specs(type(table.options))} | {
        PRESET_KEY: table.preset, SEATS_KEY: table.seats,
    }  # fmt: skip


def _make_table(game: str, row: RuleValues) -> TableSetup:
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
