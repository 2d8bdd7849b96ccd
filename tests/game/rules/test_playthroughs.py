"""Golden playthroughs, and a check that every registered game is complete."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from game.core.options import OptionSpec, OptionValue, list_option_specs
from game.rules import GAMES
from tests.helpers import TableSetup
from tests.pairwise_tables import PAIRWISE_TABLES
from tests.playthroughs import PLAYTHROUGH_FOLDER, format_playthrough, get_playthrough_path, iter_golden_tables
from tests.rows import check_rows

GOLDEN_TABLES = list(iter_golden_tables())


@pytest.mark.parametrize(
    "table",
    [pytest.param(table, marks=pytest.mark.slow if table.changes else ()) for table in GOLDEN_TABLES],
    ids=map(str, GOLDEN_TABLES),
)
def test_playthrough_equals_golden_file(table: TableSetup) -> None:
    expected = get_playthrough_path(table).read_text("utf-8") if get_playthrough_path(table).exists() else ""
    assert format_playthrough(table) == expected, "`python -m tools.transcripts` shows the difference and writes it"


def test_golden_folder_has_no_obsolete_playthrough() -> None:
    assert set(PLAYTHROUGH_FOLDER.glob("*.txt")) == {get_playthrough_path(table) for table in GOLDEN_TABLES}


@check_rows("name", list(GAMES))
def test_every_game_has_playthroughs_and_pairwise_tables(name: str) -> None:
    """Check a playthrough for each number of seats and option value, and that any two values of two options meet."""
    game = GAMES[name]
    assert game.id == name
    assert game.title
    assert game.presets
    for preset, base in game.presets.items():
        shown = [table for table in GOLDEN_TABLES if (table.game, table.preset) == (name, preset)]
        assert {table.seats for table in shown if not table.changes} == set(game.get_seat_counts(preset))
        for rule in list_option_specs(type(base)):
            wanted = set(rule.values or (rule.min_value, rule.max_value)) | {getattr(base, rule.name)}
            assert {getattr(table.options, rule.name) for table in shown} == wanted
    swept = [table for table in PAIRWISE_TABLES if table.game == name]
    assert {(table.preset, table.seats) for table in swept if not table.changes} == {
        (preset, seats) for preset in game.presets for seats in game.get_seat_counts(preset)
    }
    rules = list_option_specs(type(swept[0].options))
    for first_rule, other in combinations(rules, 2):
        met = {(getattr(table.options, first_rule.name), getattr(table.options, other.name)) for table in swept}
        assert met >= {*product(list_test_values(first_rule), list_test_values(other))}
    for rule, seats in product(rules, game.seat_counts):
        there = {getattr(table.options, rule.name) for table in swept if table.seats == seats}
        assert there >= {*list_test_values(rule)}


def list_test_values(rule: OptionSpec) -> tuple[OptionValue, ...]:
    """Return all values of an option; of a number the least and the greatest."""
    return rule.values or (rule.min_value, rule.max_value)
