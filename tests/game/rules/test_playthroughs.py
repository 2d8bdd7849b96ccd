"""The golden playthroughs, and the demand that every registered game has everything a game needs."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from game.engine.options import Rule, Value, declared
from game.rules import GAMES
from tests.helpers import Table, tables
from tests.pairs import PAIRED
from tests.playthroughs import FOLDER, chosen, path, text

CHOSEN = list(chosen())


@pytest.mark.slow
@pytest.mark.parametrize("table", CHOSEN, ids=str)
def test_playthrough(table: Table) -> None:
    expected = path(table).read_text("utf-8") if path(table).exists() else ""
    assert text(table) == expected, "not as written down; `python -m tests.playthroughs` writes them anew"


def test_no_playthrough_is_left_over() -> None:
    assert set(FOLDER.glob("*.txt")) == {path(table) for table in CHOSEN}


@pytest.mark.parametrize("name", list(GAMES))
def test_every_game_is_complete(name: str) -> None:
    """A playthrough for every seat count and option value; in the sweeps any two values of two rules meet."""
    game = GAMES[name]
    assert game.name == name
    assert game.title
    assert game.presets
    for preset, base in game.presets.items():
        shown = [table for table in CHOSEN if (table.game, table.preset) == (name, preset)]
        assert {table.seats for table in shown if not table.changes} == set(game.seats)
        for rule in declared(type(base)):
            wanted = set(rule.values or (rule.low, rule.high)) | {getattr(base, rule.name)}
            assert {getattr(table.options, rule.name) for table in shown} == wanted
    swept = [table for table in PAIRED if table.game == name]
    assert {(table.preset, table.seats) for table in swept if not table.changes} == {*product(game.presets, game.seats)}
    rules = declared(type(swept[0].options))
    for one, other in combinations(rules, 2):
        met = {(getattr(table.options, one.name), getattr(table.options, other.name)) for table in swept}
        assert met >= {*product(ends(one), ends(other))}
    for rule, seats in product(rules, game.seats):
        there = {getattr(table.options, rule.name) for table in swept if table.seats == seats}
        assert there >= {*ends(rule)}


def ends(rule: Rule) -> tuple[Value, ...]:
    """All values of a rule; of a number the least and the greatest."""
    return rule.values or (rule.low, rule.high)


@pytest.mark.parametrize("table", [table for table in tables() if not table.changes], ids=str)
def test_every_preset_deals_its_pack(table: Table) -> None:
    match = table.match()
    assert len(set(match.pack)) == len(match.pack)
    assert sorted(seat for side in match.sides for seat in side) == list(range(table.seats))
    assert {card.rank for card in match.pack} <= {*match.game.draw_ranking, "LJ", "BJ"}
