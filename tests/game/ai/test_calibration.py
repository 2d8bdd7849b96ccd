"""Calibration: the stated probabilities rise with those of rollouts, and how the curve is fitted."""

from __future__ import annotations

import numpy as np
import pytest

from game.ai.advice import compute_advice
from game.ai.calibration import (
    CALIBRATION_MODEL_NAME,
    apply_logistic_calibration,
    calibrate_probability,
    get_calibration_key,
)
from game.ai.models import load_model
from game.core.actions import Deal, Swap
from game.match.observation import observe
from game.rules import GAMES
from game.rules.chiamata.auction import AuctionPhase
from game.shuffling.shuffle import derive_random, shuffle_pack
from tests.helpers import DETERMINISTIC_TIME_LIMIT, choose_without_time_limit, deal_briscola, make_match, play


@pytest.mark.parametrize("game", [*GAMES, "spades_partners"])
def test_calibrated_probability_rises_with_estimate(game: str) -> None:
    probabilities = [calibrate_probability(game, chance) for chance in np.linspace(0, 1, 101)]
    assert probabilities == sorted(probabilities)
    assert probabilities[0] == 0 and probabilities[-1] == 1
    assert load_model(CALIBRATION_MODEL_NAME)[game][1] > 0


def test_pairs_of_spades_have_their_own_calibration() -> None:
    assert get_calibration_key("spades", has_partners=True) != get_calibration_key("spades", has_partners=False)
    assert get_calibration_key("briscola", has_partners=True) == "briscola"


def test_probability_of_uncalibrated_game_is_unchanged() -> None:
    assert calibrate_probability("unknown", 0.3) == 0.3


@pytest.mark.parametrize("chance", [0.0, 1.0])
def test_certain_result_stays_certain(chance: float) -> None:
    assert apply_logistic_calibration(chance, -0.4, 0.7) == chance


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_advice_always_gives_points_and_win_probability(game: str) -> None:
    rng, checked_count = derive_random(5, "chances", game), 0
    match = make_match(game, seats=GAMES[game].proposed_seat_count)
    match = match.apply(Deal(shuffle_pack(match.pack, rng))).match
    while match.turn is not None:
        view = observe(match, match.turn)
        if not isinstance(match.phase, AuctionPhase) and checked_count % 6 == 0:
            for advice in compute_advice(view, DETERMINISTIC_TIME_LIMIT):
                assert advice.estimate.expected_points is not None and advice.estimate.win_probability is not None
                assert 0 <= advice.estimate.win_probability <= 1
        checked_count += 1
        match = match.apply(choose_without_time_limit("club", view, rng)).match


def test_exchange_is_compared_with_playing_without_it() -> None:
    for turned, gains in (("Ad", True), ("Kd", True), ("5d", False), ("2d", False)):
        match = deal_briscola(turned, "7d Ac 3s", "4d 4s 6s", stock="2h 4h", trump_exchange="seven")
        match = play(match, "0 play Ac", "1 play 4s")
        advice = compute_advice(observe(match, 0), DETERMINISTIC_TIME_LIMIT)
        worth = {advised.action: advised.estimate.value for advised in advice}
        swapped = worth.pop(next(advised for advised in worth if isinstance(advised, Swap)))
        assert (swapped > max(worth.values())) == gains
