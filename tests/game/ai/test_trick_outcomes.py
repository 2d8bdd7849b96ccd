"""The possible outcomes of a trick of Briscola and Briscola chiamata after a card."""

from __future__ import annotations

import numpy as np
import pytest

from game.ai.rollout.card_bits import CardMasks, get_card_bits
from game.ai.rollout.rollout import Batch, make_public_state
from game.ai.trick_outcomes import (
    OVERTAKE_IN_SUIT_PROBABILITY,
    SECOND_OVERTAKE_FACTOR,
    LaterPlayers,
    PlayRates,
    PossibleWinners,
    find_winning_cards,
)
from game.core.cards import parse_cards
from game.core.trick_taking import replace
from game.rules.briscola.phases import BriscolaTrickPhase
from game.rules.briscola_family import RANKING
from tests.helpers import deal_briscola, list_masked_cards
from tests.rows import check_rows

BITS = get_card_bits(RANKING)
RATES = PlayRates(np.array([0.1] * 10 + [0.5]), 1.0, 0.0, 1.0)
"""A trump is spent more often from ten points on; a partner takes no trick, and an opponent adds one point."""


def make_masks(*hands: str) -> CardMasks:
    return np.array([[BITS.make_mask(parse_cards(hand))] for hand in hands], np.uint64)


def make_batch(trick: str) -> Batch:
    """Return a trick of Briscola for three, with trump d, in which seat 0 has led the first card."""
    phase = deal_briscola("7d", "3h 4c 5c", "6h 4s 5s", "4h 2c 5h").phase
    assert isinstance(phase, BriscolaTrickPhase)
    public_state = make_public_state(replace(phase, trick=replace(phase.trick, cards=parse_cards(trick))))
    return Batch(public_state, np.zeros((3, 1), np.uint64))


@check_rows(("trick", "card", "winning_cards"), [
    ("", "Kh", "3h Ah 2d 4d 5d 6d 7d Jd Qd Kd 3d Ad"), ("", "3d", "Ad"),
    ("Kh", "2h", "3h Ah 2d 4d 5d 6d 7d Jd Qd Kd 3d Ad"),
    ("Kh", "3h", "Ah 2d 4d 5d 6d 7d Jd Qd Kd 3d Ad"), ("Kh", "Ac", "3h Ah 2d 4d 5d 6d 7d Jd Qd Kd 3d Ad"),
    ("Kh", "Kd", "3d Ad"), ("Kd", "Qd", "3d Ad"),
])  # fmt: skip
def test_cards_that_win_after_a_card(trick: str, card: str, winning_cards: str) -> None:
    mask = int(find_winning_cards(make_batch(trick), make_masks(card))[0, 0])
    assert {*list_masked_cards(BITS, mask)} == {*parse_cards(winning_cards)}


def add_players(winners: PossibleWinners, chances: list[tuple[float, float]], same_side: list[list[int]]) -> None:
    """Let players follow with these probabilities to hold the ace of the suit led, or a trump that wins."""
    overtake, trump = (np.array(column)[:, None, None] for column in zip(*chances, strict=True))
    later_players = LaterPlayers(overtake, trump, np.full((len(chances), 1), 4.0))
    winners.add_later_players(later_players, 1.0, np.array(same_side, float)[:, :, None], make_masks("Ah"), RATES)


def test_opponent_takes_the_trick_in_the_suit_led_before_a_trump() -> None:
    winners = PossibleWinners(make_batch("Kh"), make_masks("3h"), np.float64)
    assert winners.points[0] == 14
    add_players(winners, [(0.5, 1.0)], np.eye(3, dtype=int).tolist())
    in_suit = 0.5 * OVERTAKE_IN_SUIT_PROBABILITY
    trumped = (1 - in_suit) * 0.5
    assert winners.probabilities[:, 0, 0] == pytest.approx([1 - in_suit - trumped, in_suit + trumped])
    assert winners.points[:, 0, 0] == pytest.approx([15, 14 + 11 * in_suit / (in_suit + trumped)])


def test_partner_adds_points_and_takes_no_trick_from_their_side() -> None:
    winners = PossibleWinners(make_batch("Kh"), make_masks("2c"), np.float64)
    add_players(winners, [(1.0, 1.0)], [[1, 0, 0], [0, 1, 1], [0, 1, 1]])
    assert winners.probabilities[:, 0, 0] == pytest.approx([1, 0]), "seat 0 leads the trick, and seat 2 is its partner"
    assert winners.points[0] == 8


def test_second_overtaking_is_less_probable() -> None:
    winners = PossibleWinners(make_batch(""), make_masks("2h"), np.float64)
    add_players(winners, [(1.0, 0.0), (1.0, 0.0)], np.eye(3, dtype=int).tolist())
    once, again = OVERTAKE_IN_SUIT_PROBABILITY, OVERTAKE_IN_SUIT_PROBABILITY * SECOND_OVERTAKE_FACTOR
    last = (1 - once) * once + once * again
    assert winners.probabilities[:, 0, 0] == pytest.approx([(1 - once) ** 2, once * (1 - again), last])
