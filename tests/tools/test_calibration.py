"""How `tools.training.calibration` fits the chances that are shown to what came true."""

from __future__ import annotations

from random import Random

import pytest

from game.ai.briscola import player as briscola_player
from game.ai.chances import straightened
from game.ai.search import Effort
from tools.tournament.calibration import Said, told_and_true
from tools.training.calibration import lean


def test_what_is_learned_tells_what_came_true() -> None:
    rng = Random(1)
    deals = [[rng.uniform(0.02, 0.98) for _turn in range(20)] for _deal in range(3000)]
    said = [[Said(one, float(rng.random() < straightened(one, -0.4, 0.7))) for one in found] for found in deals]
    assert lean(said) == pytest.approx((-0.4, 0.7), abs=0.05)
    assert lean(said[:1]) == pytest.approx((0, 1), abs=0.4), "a single deal says little"
    assert lean([[Said(1.0, 1.0)]]) == pytest.approx((0, 1)), "what is sure needs no putting straight"


@pytest.mark.slow
def test_what_was_said_and_came_is_the_same_for_the_same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(briscola_player, "MASTER", Effort(worlds=10, guesses=1, ways=6, tricks=2))
    said = told_and_true("briscola", 3, 1)
    assert said == told_and_true("briscola", 3, 1)
    assert {one.came for one in said} <= {0.0, 0.5, 1.0} and len(said) > 20
