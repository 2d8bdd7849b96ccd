"""A few rows in place of a grid: each two values of two properties meet in some row.

A fault that needs two values is found as in the grid, with a fifth of its rows or less.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, product
from random import Random
from typing import Any, Final

CANDIDATE_ROW_COUNT: Final = 20
"""The number of rows from which the best is taken."""

Row = Mapping[str, Any]
Group = tuple[str, ...]
Combination = tuple[tuple[str, Any], ...]
"""The values of a group of properties, in the order of the group."""


def list_pairwise_rows(*values: Iterable[Any], first_rows: Iterable[Sequence[Any]] = ()) -> list[tuple[Any, ...]]:
    """Return ``first_rows``, then rows that with them combine each two of the values of two properties."""
    names = [str(number) for number in range(len(values))]
    first = [dict(zip(names, row, strict=True)) for row in first_rows]
    rows = cover_combinations(dict(zip(names, map(tuple, values), strict=True)), [*combinations(names, 2)], first)
    return [tuple(row[name] for name in names) for row in (*first, *rows)]


def cover_combinations(
    values: Mapping[str, Sequence[Any]], groups: Sequence[Group], existing_rows: Iterable[Row]
) -> list[Row]:
    """Return rows that, with ``existing_rows``, combine all values of the names in each group.

    The result is always the same.
    """
    missing: dict[Combination, None] = {
        tuple(zip(group, row, strict=True)): None
        for group in groups
        for row in product(*(values[name] for name in group))
    }
    groups_by_name = {name: [group for group in groups if name in group] for name in values}
    for row in existing_rows:
        _remove_covered(row, groups, missing)
    rows, rng = list[Row](), Random(1)
    while missing:
        candidates = [_build_row(values, groups_by_name, missing, rng) for _try in range(CANDIDATE_ROW_COUNT)]
        rows.append(max(candidates, key=lambda row: _count_missing(row, groups, missing)))
        _remove_covered(rows[-1], groups, missing)
    return rows


def _count_missing(row: Row, groups: Iterable[Group], missing: Mapping[Combination, None]) -> int:
    return len([None for group in groups if tuple([(name, row[name]) for name in group]) in missing])


def _remove_covered(row: Row, groups: Iterable[Group], missing: dict[Combination, None]) -> None:
    for group in groups:
        missing.pop(tuple([(name, row[name]) for name in group]), None)


def _build_row(
    values: Mapping[str, Sequence[Any]],
    groups_by_name: Mapping[str, Sequence[Group]],
    missing: Mapping[Combination, None],
    rng: Random,
) -> Row:
    """Return a row with a missing combination, completed with the values that add most others."""
    row = dict(sorted(rng.choice([*missing])))
    for name in rng.sample([*values], len(values)):
        if name not in row:
            known = row.keys() | {name}
            groups = [group for group in groups_by_name[name] if known.issuperset(group)]
            candidates = [{**row, name: value} for value in rng.sample([*values[name]], len(values[name]))]
            row = max(candidates, key=lambda candidate: _count_missing(candidate, groups, missing))
    return row
