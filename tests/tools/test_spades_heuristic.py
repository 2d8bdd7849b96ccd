"""The fit of what the counted tricks of a hand of Spades mean, compared with deals of "club"."""

from __future__ import annotations

import numpy as np
import pytest

from game.ai.spades.heuristic import CLUB_WEIGHTS, estimate_dealt_hands, load_heuristic_fit
from game.rules.spades.options import SpadesOptions
from tests.lanes import choose_sample, long_test
from tests.rows import check_rows
from tools.training.spades_heuristic import fit_line, play_deals


def test_line_is_the_one_with_the_least_squares() -> None:
    assert fit_line([np.array([0.0, 1.0]), np.array([2.0])], [np.array([1.0, 2.0]), np.array([6.0])]) == pytest.approx(
        (2.5, 0.5)
    )


@long_test
@check_rows("seats", choose_sample((2, 3, 4, 5), 2))
def test_hands_take_as_many_tricks_as_the_model_expects(seats: int) -> None:
    options, fit = SpadesOptions(), load_heuristic_fit(seats)
    deals = play_deals(options, seats, CLUB_WEIGHTS, np.random.default_rng(7))
    counted_tricks = np.stack([estimate_dealt_hands(options, seats, hand).tricks for hand in deals.hands])
    surplus = deals.tricks - fit.predict(counted_tricks)
    assert abs(surplus.mean()) < 0.1
    is_strong = counted_tricks > counted_tricks.mean()
    assert abs(surplus[is_strong].mean()) < 0.25 and abs(surplus[~is_strong].mean()) < 0.25


@pytest.mark.slow
def test_seats_that_shall_bid_nil_bid_it() -> None:
    deals = play_deals(SpadesOptions(nil=True), 4, CLUB_WEIGHTS, np.random.default_rng(7), (2,))
    assert (deals.bids == 0).all(axis=1).tolist() == [False, False, True, False]
    assert (deals.bids[[0, 1, 3]] > 0).all()
    assert deals.tricks[2].mean() < deals.tricks[[0, 1, 3]].mean()
