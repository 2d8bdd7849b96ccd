"""The declarations of trick phases for rollouts agree with their rules: every game, rule set and option value."""

from __future__ import annotations

from random import Random
from typing import ClassVar

from game.ai.rollout.rollout import get_rule_tables
from game.core.cards import ITALIAN_PACK
from game.core.options import Options
from game.core.trick_taking import Trick, TrickPhase, deal_hands
from game.match.observation import observe
from game.rules import GAMES
from tests.game.ai.rollout.rule_comparison import (
    find_false_declarations,
    find_rollout_difference,
    iter_first_trick_phases,
)
from tests.helpers import TableSetup, play_random_actions
from tests.lanes import choose_sample, long_test
from tests.pairwise_tables import PAIRWISE_TABLES
from tests.rows import check_rows
from tests.toy_game import ToyTrickPhase

TOY_SEATS, TOY_HAND_SIZE = 3, 8
STATE_COUNT = 5
PHASE_COUNT = 3


class DeclaredTrumpPhase(ToyTrickPhase, frozen=True, kw_only=True):
    """A phase in which every card is legal, against its declaration."""

    must_trump: ClassVar[bool] = True
    trump_trick_count: ClassVar[int] = 1


@long_test
@check_rows("table", choose_sample(PAIRWISE_TABLES, 3))
def test_declarations_agree_with_the_rules_under_every_house_rule(table: TableSetup) -> None:
    assert_declarations_agree(table)


@check_rows("game", GAMES)
def test_declarations_agree_with_the_rules_of_each_rule_set(game: str) -> None:
    player_counts = {
        player_count
        for preset, options in GAMES[game].presets.items()
        for seats in GAMES[game].seat_counts
        for player_count in assert_declarations_agree(TableSetup(game, preset, options, seats))
    }
    if game == "muscio":  # two participants have other duties than more
        assert player_counts >= {2, 3}


def assert_declarations_agree(table: TableSetup) -> set[int]:
    """Compare some deals of this table with the rules. Return the numbers of players that played them.

    Raise AssertionError if they differ.
    """
    phases = tuple(iter_first_trick_phases(table, PHASE_COUNT))
    assert phases, table
    for number, phase in enumerate(phases):
        assert find_false_declarations(phase) == [], table
        assert find_rollout_difference(phase, Random(number), STATE_COUNT) == "", table
    return {len(phase.trick.seats) for phase in phases}


@check_rows("game", GAMES)
def test_declarations_stay_the_same_during_a_deal_and_for_each_seat(game: str) -> None:
    """Check what a rollout needs that starts in the middle of a deal from the observation of a seat."""
    table = next(table for table in PAIRWISE_TABLES if table.game == game)
    tables = []
    for moment in play_random_actions(table.create_match(), 3, deal_count=1):
        if isinstance(moment.match.phase, TrickPhase):
            observed = observe(moment.match, moment.match.turn).phase
            assert isinstance(observed, TrickPhase)
            tables += [get_rule_tables(moment.match.phase), get_rule_tables(observed)]
    assert len(tables) > 2 * table.seats
    assert all(others == tables[0] for others in tables)


def test_false_declarations_are_found() -> None:
    """Check also that a game that declares nothing is rolled out with free play."""
    honest, false = (
        phase_type(
            options=Options(), seats=TOY_SEATS, dealer=0, trump="d", trick=Trick((1, 2, 0)),
            hands=deal_hands(ITALIAN_PACK, TOY_SEATS, 0, TOY_HAND_SIZE),
        )
        for phase_type in (ToyTrickPhase, DeclaredTrumpPhase)
    )  # fmt: skip
    assert find_false_declarations(honest) == []
    assert find_rollout_difference(honest, Random(1), STATE_COUNT) == ""
    assert find_false_declarations(false) == ["must_trump", "trump_trick_count"]
    assert find_rollout_difference(false, Random(1), STATE_COUNT).startswith("legal cards: ")
