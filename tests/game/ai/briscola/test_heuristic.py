"""Briscola: the value that a heuristic player gives a card, with and without partners."""

from __future__ import annotations

import pytest

from game.ai.briscola.card_counting import derive_card_knowledge
from game.ai.briscola.heuristic import make_trick_knowledge, score_cards
from game.ai.card_scores import make_observed_batch
from game.core.cards import parse_cards
from game.match.observation import observe
from game.rules.briscola.phases import BriscolaTrickPhase
from tests.game.ai.briscola.repeated_deals import BITS
from tests.helpers import deal_briscola, play
from tests.rows import check_rows


@check_rows(("hands", "actions", "values"), [
    (("3h 4c 5c", "6h 4s 5s", "4h 2c Kc"), ("0 play 3h", "1 play 6h"), {"4h": -5.0, "Kc": -7.0 - 1.5}),
    (("3h 4c 5c", "6h 4s 5s", "Ah 2c 5d"), ("0 play 3h", "1 play 6h"), {"Ah": 21 - 5.0, "5d": 10 - 4.4 * 1.31}),
    (("3h 5c 6c", "Ah 5s 6s", "4h 2s 4s", "2c 3c 5h"), ("0 play 3h", "1 play Ah", "2 play 4h"),
     {"2c": 21.0, "3c": 31 - 4.5}),
    (("3h 5c 6c", "Ah 5s 6s", "Jh 2s 4s", "2c 3c 5h"), ("0 play 3h", "1 play 5s", "2 play Jh"),
     {"2c": -12.0, "3c": -22 - 4.5}),
])  # fmt: skip
def test_last_player_counts_the_points_for_the_side_that_wins_them(
    hands: tuple[str, ...], actions: tuple[str, ...], values: dict[str, float]
) -> None:
    """Of two opponents with equal points each point lost counts half."""
    match = play(deal_briscola("7d", *hands), *actions)
    assert match.turn is not None
    phase = observe(match, match.turn).phase
    assert isinstance(phase, BriscolaTrickPhase)
    knowledge = make_trick_knowledge(phase, match.turn, derive_card_knowledge(phase))
    scores = score_cards(make_observed_batch(phase, phase.stock), knowledge)
    score_by_mask = dict(zip(scores.cards[:, 0].tolist(), scores.scores[:, 0].tolist(), strict=True))
    for card, value in values.items():
        assert score_by_mask[BITS.make_mask(parse_cards(card))] == pytest.approx(value)
