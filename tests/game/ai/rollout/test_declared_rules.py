"""The declarations of trick phases for rollouts agree with their rules: every game, rule set and option value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Annotated, ClassVar

import pytest

from game.ai.rollout.rule_tables import get_rule_tables
from game.core.cards import ITALIAN_PACK, Card, Rank, Suit
from game.core.messages import Reason
from game.core.options import Options, declare_option, iter_sample_options
from game.core.trick_taking import Trick, TrickPhase, deal_hands, list_cards_of_suit
from game.match.observation import observe
from game.rules import GAMES
from game.rules.briscola_family import CARD_POINTS
from tests.game.ai.rollout.rule_comparison import (
    DUTIES,
    find_false_declarations,
    find_rollout_difference,
    iter_first_trick_phases,
    probe_duties,
)
from tests.helpers import TableSetup, play_random_actions
from tests.pairwise_tables import PAIRWISE_TABLES
from tests.rows import check_rows
from tests.toy_game import ToyTrickPhase

TOY_SEATS, TOY_HAND_SIZE = 3, 8
STATE_COUNT = 5
PHASE_COUNT = 3


class ToyOptions(Options, frozen=True, kw_only=True):
    """A rule set with an option that decides a duty."""

    follow: Annotated[bool, declare_option("Follow suit", "Whether suit must be followed.")] = False


class OptionalFollowPhase(ToyTrickPhase, frozen=True, kw_only=True):
    """A phase in which the option decides whether suit is followed, as declared."""

    options: ToyOptions

    @property
    def must_follow_suit(self) -> bool:
        return self.options.follow

    def playable_cards(self, seat: int) -> Sequence[Card]:
        hand, led_card = self.hands[seat], self.trick.led_card
        if led_card is None or not self.options.follow:
            return hand
        return list_cards_of_suit(hand, led_card.suit) or hand

    def unplayable_card_reason(self, seat: int, card: Card) -> Reason:
        return Reason("toy", {"scores": ()})


class UndeclaredFollowPhase(OptionalFollowPhase, frozen=True, kw_only=True):
    """A phase in which suit is followed, against its declaration."""

    must_follow_suit: ClassVar[bool] = False


class DeclaredTrumpPhase(ToyTrickPhase, frozen=True, kw_only=True):
    """A phase in which every card is legal, against its declaration."""

    must_trump: ClassVar[bool] = True
    trump_trick_count: ClassVar[int] = 1


class CardPointsPhase(ToyTrickPhase, frozen=True, kw_only=True):
    """A phase in which every card is legal and card points count."""

    card_points: ClassVar[Mapping[Rank, int]] = CARD_POINTS


def make_toy_phase(
    phase_type: type[TrickPhase], options: Options | None = None, trump: Suit | None = None
) -> TrickPhase:
    return phase_type(
        options=options or ToyOptions(), seats=TOY_SEATS, dealer=0, trump=trump, trick=Trick((1, 2, 0)),
        hands=deal_hands(ITALIAN_PACK, TOY_SEATS, 0, TOY_HAND_SIZE),
    )  # fmt: skip


@pytest.mark.slow
@check_rows("table", PAIRWISE_TABLES)
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


@check_rows("options", tuple(iter_sample_options(ToyOptions())))
def test_house_rule_decides_a_declared_duty(options: ToyOptions) -> None:
    phase = make_toy_phase(OptionalFollowPhase, options)
    assert get_rule_tables(phase).must_follow_suit == options.follow
    assert find_false_declarations(phase) == []
    assert find_rollout_difference(phase, Random(1), STATE_COUNT) == ""


@check_rows("phase_type", [ToyTrickPhase, CardPointsPhase])
@check_rows("trump", [None, "d"])
def test_game_that_declares_nothing_is_rolled_out_with_free_play(
    phase_type: type[TrickPhase], trump: Suit | None
) -> None:
    phase = make_toy_phase(phase_type, trump=trump)
    assert not any(probe_duties(phase)[name] for name in DUTIES)
    assert find_false_declarations(phase) == []
    assert find_rollout_difference(phase, Random(1), STATE_COUNT) == ""


def test_false_declarations_are_found() -> None:
    undeclared = make_toy_phase(UndeclaredFollowPhase, ToyOptions(follow=True))
    assert find_false_declarations(undeclared) == ["must_follow_suit"]
    assert find_rollout_difference(undeclared, Random(1), STATE_COUNT).startswith("legal cards: ")
    declared = make_toy_phase(DeclaredTrumpPhase, trump="d")
    assert find_false_declarations(declared) == ["must_trump", "trump_trick_count"]
    assert find_rollout_difference(declared, Random(1), STATE_COUNT).startswith("legal cards: ")
