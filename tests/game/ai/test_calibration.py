"""Calibration: the stated probabilities rise with those of rollouts, and how the curve is fitted."""

from __future__ import annotations

from math import exp
from random import Random

import numpy as np
import pytest

from game.ai import advice, calibration
from game.ai.calibration import calibrate_probability, get_calibration_key, get_model_name
from game.ai.estimates import ActionEstimate
from game.ai.game_ai import GameAI
from game.ai.models import load_model
from game.match.match import Match
from game.match.observation import observe
from game.rules import GAMES
from tests.game.rules.muscio.deals import FOUR_HANDS, deal_muscio
from tests.helpers import DETERMINISTIC_TIME_LIMIT, deal_briscola, deal_chiamata, deal_match, play
from tests.rows import check_rows

MEASURED_TABLES = (*GAMES, "spades_partners")


@check_rows("table", MEASURED_TABLES)
def test_calibrated_probability_rises_with_estimate(table: str) -> None:
    probabilities = [calibrate_probability(table, chance) for chance in np.linspace(0, 1, 101)]
    assert probabilities == sorted(probabilities)
    assert probabilities[0] == 0 and probabilities[-1] == 1
    assert load_model(get_model_name(table))[table][1] > 0


def test_pairs_of_spades_have_their_own_calibration_and_other_games_none() -> None:
    assert get_calibration_key("spades", has_partners=True) != get_calibration_key("spades", has_partners=False)
    assert get_calibration_key("briscola", has_partners=True) == "briscola"
    assert calibrate_probability("unknown", 0.3) == 0.3


def advance_to_card_play(match: Match) -> Match:
    while match.phase is not None and not match.phase.is_card_play:
        match = match.apply(match.legal_actions()[0]).match
    return match


BIDS, BIDS_OF_PARTNERS, DECLARATIONS = (
    deal_match(game="spades", seats=2),
    deal_match(game="spades", preset="partners", seats=4),
    deal_muscio("7c", *FOUR_HANDS),
)
TABLES = {
    "briscola": (deal_briscola("7d", "Ah 4c 3s", "2d 4s 5s"), "briscola"),
    "briscola with partners": (deal_briscola("7d", "Ah 4c 3s", "2d 4s 5s", "5d 6s 6c", "6d 2c 5c"), "briscola"),
    "auction": (deal_chiamata(solo=True), None),
    "chiamata": (play(deal_chiamata(solo=True), "0 solo"), "chiamata"),
    "bids": (BIDS, "spades_before"),
    "bids of partners": (BIDS_OF_PARTNERS, "spades_partners_before"),
    "spades": (advance_to_card_play(BIDS), "spades"),
    "spades with partners": (advance_to_card_play(BIDS_OF_PARTNERS), "spades_partners"),
    "declarations": (DECLARATIONS, "muscio_before"),
    "muscio": (advance_to_card_play(DECLARATIONS), "muscio"),
}
"""Matches and the calibration that belongs to their phase; None if no bias was measured."""


@pytest.mark.parametrize("table", TABLES)
def test_hint_states_the_calibrated_probability_of_its_phase(monkeypatch: pytest.MonkeyPatch, table: str) -> None:
    """Each calibration has coefficients of its own here, and the search estimates what is given."""
    match, key = TABLES[table]
    view = observe(match, match.turn)
    names = [name for measured in MEASURED_TABLES for name in load_model(get_model_name(measured))]
    monkeypatch.setattr(
        calibration, "load_model", lambda _name: {name: (0.1 + index, 2.0 + index) for index, name in enumerate(names)}
    )
    intercept, slope = (0.0, 1.0) if key is None else (0.1 + names.index(key), 2.0 + names.index(key))
    stated = {None: None, 0.0: 0.0, 1.0: 1.0}
    stated |= {1 / (1 + odds): 1 / (1 + exp(-intercept) * odds**slope) for odds in (9.0, 1.0, 0.25)}
    for estimated, expected in stated.items():
        estimate = ActionEstimate(
            action=view.legal_actions[0], value=0.5, standard_error=0.1, expected_points=7.0, win_probability=estimated
        )
        game_ai = GameAI(game=match.game_id, players={}, estimate_actions=lambda *_asked, known=estimate: [known])
        monkeypatch.setattr(advice, "GAME_AIS", {match.game_id: game_ai})
        (explained,) = advice.explain_actions(view, DETERMINISTIC_TIME_LIMIT, Random(1))
        assert explained.win_probability == pytest.approx(expected)
        assert (explained.value, explained.expected_points) == (0.5, 7.0)
