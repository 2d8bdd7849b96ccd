"""A few tables for all house rules: at one of them or another any two values of two rules meet.

`tests.helpers.tables` has a table for every single rule that differs, times the seat counts. Here many rules differ at
each table: there are fewer of them, and what two rules do wrong only together is found besides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Final

from game.engine.options import Value, adapt, declared
from game.rules import GAMES
from tests.helpers import Table

PRESET, SEATS = "preset", "seats"
"""What a table is besides its house rules; they meet it as they meet each other."""
TRIES: Final = 20
"""So many rows are thought of, and the best of them is taken."""

Row = Mapping[str, Value]
Group = tuple[str, ...]
Meeting = frozenset[tuple[str, Value]]


def covering(values: Mapping[str, Sequence[Value]], groups: Sequence[Group], begun: Iterable[Row]) -> list[Row]:
    """Rows that go with ``begun``, until all values of the names of a group have met; always the same ones."""
    missing: dict[Meeting, None] = {
        frozenset(zip(group, row, strict=True)): None
        for group in groups for row in product(*(values[name] for name in group))
    }  # fmt: skip
    for row in begun:
        _cross_out(row, groups, missing)
    rows, rng = list[Row](), Random(1)
    while missing:
        tried = [_grown(values, groups, missing, rng) for _try in range(TRIES)]
        rows.append(max(tried, key=lambda row: sum(one in missing for one in meetings(row, groups))))
        _cross_out(rows[-1], groups, missing)
    return rows


def meetings(row: Row, groups: Iterable[Group]) -> Iterator[Meeting]:
    """What comes together in a row that may not be whole yet."""
    return (frozenset((name, row[name]) for name in group) for group in groups if row.keys() >= {*group})


def _cross_out(row: Row, groups: Iterable[Group], missing: dict[Meeting, None]) -> None:
    for one in meetings(row, groups):
        missing.pop(one, None)


def _grown(
    values: Mapping[str, Sequence[Value]], groups: Sequence[Group], missing: Mapping[Meeting, None], rng: Random
) -> Row:
    """A row of something that is missing and, name by name, of the value that brings most of the rest together."""
    row = dict(sorted(rng.choice([*missing])))
    for name in rng.sample([*values], len(values)):
        if name not in row:
            about = [group for group in groups if name in group]
            tried = [{**row, name: value} for value in rng.sample([*values[name]], len(values[name]))]
            row = max(tried, key=lambda one: sum(it in missing for it in meetings(one, about)))
    return row


@cache
def paired_tables(game: str) -> tuple[Table, ...]:
    """Every preset of a game at every seat count as it is, then tables at which any two values of two rules meet.

    Rules that matter at some seat counts only meet each other at every one of them.
    """
    rules = GAMES[game]
    plain = [Table(game, preset, options, seats) for preset, options in rules.presets.items() for seats in rules.seats]
    house = declared(type(plain[0].options))
    values: dict[str, Sequence[Value]] = {one.name: one.values or (one.low, one.high) for one in house}
    values |= {PRESET: [*rules.presets], SEATS: rules.seats}
    somewhere = [one.name for one in house if one.seats]
    groups = [*combinations(values, 2), *((SEATS, *pair) for pair in combinations(somewhere, 2))]
    return (*plain, *(_table(game, row) for row in covering(values, groups, map(_row, plain))))


def _row(table: Table) -> Row:
    return {rule.name: getattr(table.options, rule.name) for rule in declared(type(table.options))} | {
        PRESET: table.preset, SEATS: table.seats,
    }  # fmt: skip


def _table(game: str, row: Row) -> Table:
    preset, house = str(row[PRESET]), {name: value for name, value in row.items() if name not in (PRESET, SEATS)}
    return Table(game, preset, adapt(GAMES[game].presets[preset], house), int(row[SEATS]))


PAIRED: Final = tuple(table for game in GAMES for table in paired_tables(game))
"""Those of all games."""
