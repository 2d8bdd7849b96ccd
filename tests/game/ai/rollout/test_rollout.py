"""The rollout engine: cards as bits, columns, end games, sampled hands."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from game.ai.rollout.card_bits import ONE, CardMasks, get_card_bits, mask_below_highest, select_lowest, select_nth
from game.ai.rollout.endgame import count_endgame_lines, solve_endgame
from game.ai.rollout.policy import Scores, make_uniform_policy, unpack_cards
from game.ai.rollout.rollout import Batch, IndexArray
from game.ai.rollout.sampling import HiddenCards, sample_hidden_cards, systematic_resample
from game.core.cards import Card
from game.core.phase import Phase
from game.match.match import Match
from game.rules import GAMES
from game.rules.chiamata.trick_play import ChiamataTrickPhase
from game.shuffling.shuffle import derive_random
from tests.game.ai.rollout.rule_comparison import iter_first_trick_phases, make_batch, redeal_hidden_cards
from tests.helpers import deal_chiamata, list_masked_cards, play
from tests.pairwise_tables import PAIRWISE_TABLES
from tests.rows import check_rows


def test_copied_columns_change_independently() -> None:
    first, *_more = PAIRWISE_TABLES
    batch = make_batch(
        [
            redeal_hidden_cards(phase, Random(index))
            for index, phase in enumerate(iter_first_trick_phases(first, 1))
            for _ in range(3)
        ]
    )
    before = batch.hands.copy()
    other = batch.copy(np.array([2, 0, 0]))
    other.play_out(make_uniform_policy(np.random.default_rng(1)))
    assert not other.cards_left and batch.cards_left
    assert (batch.hands == before).all()
    assert (other.points().sum(axis=0) == 120).all()


def test_cards_are_selected_and_unpacked_from_lowest_up() -> None:
    rng = np.random.default_rng(2)
    masks: CardMasks = rng.integers(1, 2**60, 300).astype(np.uint64)
    listed = unpack_cards(masks)
    count = np.bitwise_count(masks)
    assert (np.bitwise_or.reduce(listed, axis=0) == masks).all()
    assert (listed[0] == select_lowest(masks)).all()
    for number in range(int(count.max())):
        there = count > number
        assert (select_nth(masks, np.full(300, number, np.uint8))[there] == listed[number][there]).all()


def test_cards_below_highest_are_masked_per_suit() -> None:
    ranking = GAMES["briscola"].ranking
    bits = get_card_bits(ranking)
    mask = bits.make_mask(Card(name) for name in ("Ad", "2d", "Kh", "4s", "5s"))
    below = set(list_masked_cards(bits, mask & int(mask_below_highest(np.array([mask], np.uint64))[0])))
    assert below == {Card("2d"), Card("4s")}


@check_rows("seed", range(6))
def test_solved_endgame_equals_perfect_play_by_rules(seed: int) -> None:
    """Compare the last two tricks of five players in two sides."""
    match = play(deal_chiamata(annul_poor_hand="off"), "0 call A", "1 pass", "2 pass", "3 pass", "4 pass", "0 name d")
    phase = play_until_last_tricks(match, seed)
    side = {phase.contract.caller, phase.find_partner()}

    def get_value(ended: Batch, _worlds: IndexArray) -> Scores:
        side_points = sum(ended.points()[seat] for seat in range(5) if seat in side)
        return np.stack([side_points if seat in side else -side_points for seat in range(5)]).astype(np.float32)

    values = solve_endgame(make_batch([phase]), get_value)
    assert values[0, 0] == (1 if 0 in side else -1) * compute_perfect_points(phase, side)
    assert count_endgame_lines((2, 2), 0) == 4


def play_until_last_tricks(match: Match, seed: int) -> ChiamataTrickPhase:
    rng = derive_random(seed, "end")
    phase: Phase | None = match.phase
    while isinstance(phase, ChiamataTrickPhase) and len(phase.completed_tricks) < 6:
        phase = phase.apply_unchecked(rng.choice(phase.legal_actions())).phase
    assert isinstance(phase, ChiamataTrickPhase)
    return phase


def compute_perfect_points(phase: Phase, side: set[int | None]) -> int:
    """Return the points of the caller's side if all play perfectly with open cards."""
    if not isinstance(phase, ChiamataTrickPhase):
        return sum(points for seat, points in enumerate(phase.count_points()) if seat in side)
    values = [compute_perfect_points(phase.apply_unchecked(action).phase, side) for action in phase.legal_actions()]
    return max(values) if phase.turn in side else min(values)


def test_sampled_states_have_every_card_once_at_an_allowed_location() -> None:
    may = np.ones((3, 9))
    may[0, :4] = 0
    hidden = HiddenCards(card_bits=tuple(range(9)), capacities=(3, 4, 2), location_weights=may)
    held, _log_weights = sample_hidden_cards(hidden, np.random.default_rng(3), 200)
    assert (np.bitwise_or.reduce(held, axis=0) == (1 << 9) - 1).all()
    assert (np.bitwise_count(held) == np.array([[3], [4], [2]])).all()
    assert not (held[0] & np.uint64(0b1111)).any()


def test_sampled_states_have_the_probability_of_the_deal() -> None:
    """Check that with a limited place all consistent states are equally probable by weight."""
    may = np.array([[1, 1, 0, 0], [1, 1, 1, 1]], float)
    held, log_weights = sample_hidden_cards(
        HiddenCards(card_bits=(0, 1, 2, 3), capacities=(1, 3), location_weights=may), np.random.default_rng(4), 4000
    )
    picked = held[0, systematic_resample(log_weights, np.random.default_rng(5), 4000)]
    assert abs((picked == ONE).mean() - 0.5) < 0.03


def test_impossible_card_locations_are_reported() -> None:
    hidden = HiddenCards(card_bits=(0, 1), capacities=(1, 1), location_weights=np.array([[1.0, 1.0], [0.0, 0.0]]))
    with pytest.raises(ValueError, match="no determinization"):
        sample_hidden_cards(hidden, np.random.default_rng(6), 10)
