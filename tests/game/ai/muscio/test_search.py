"""The players of Muscio: what they know of exchanged cards, and the value of a deal in the match."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from game.ai.muscio.match_equity import compute_win_probabilities
from game.ai.muscio.search_model import sample_trick_states
from game.ai.rollout.card_bits import CardMasks, get_card_bits
from game.core.cards import Card, parse_cards
from game.match.observation import list_unseen_cards, observe
from game.rules.muscio.scoring import RANKING
from game.rules.muscio.trick_play import MuscioTrickPhase
from tests.game.rules.muscio.deals import apply_phrases, deal_muscio


def test_trump_taken_by_dealer_is_known_to_all() -> None:
    match = apply_phrases(deal_muscio("Qc", "", "", "Ac Kc 3h As 2d"), "in", "in", "in", "swap 2d")
    phase = match.phase
    assert isinstance(phase, MuscioTrickPhase)
    dealing = sample_trick_states(phase.seen_by(0), 0, np.random.default_rng(1), 50)
    assert find_states_with_card(dealing.hands[2], "Qc").all()
    assert np.isfinite(dealing.log_weights).all()


def find_states_with_card(hands: CardMasks, card: str) -> NDArray[np.bool_]:
    """Return in which states the hand has this card."""
    is_held: NDArray[np.bool_] = (hands & np.uint64(get_card_bits(RANKING).make_mask(parse_cards(card)))) != 0
    return is_held


def test_discarded_card_is_known_to_dealer_only() -> None:
    """Check that for the others it is as probable in each place as any card that they do not see."""
    match = apply_phrases(deal_muscio("Qc", "", "", "Ac Kc 3h As 2d"), "in", "in", "in", "swap 2d")
    phase = match.phase
    assert isinstance(phase, MuscioTrickPhase)
    own = sample_trick_states(phase.seen_by(2), 2, np.random.default_rng(1), 200)
    assert not find_states_with_card(np.bitwise_or.reduce(own.hands, axis=0), "2d").any()
    dealer_states = sample_trick_states(phase.seen_by(0), 0, np.random.default_rng(1), 400)
    elsewhere = find_states_with_card(dealer_states.hands[1], "2d")
    assert [Card("2d") in list_unseen_cards(observe(match, seat)) for seat in range(3)] == [True, True, False]
    assert 0.05 < elsewhere.mean() < 0.35, "one of 34 - 5 unseen cards, five of which seat 1 holds"


def test_player_at_zero_has_won_and_shares_the_win() -> None:
    assert compute_win_probabilities(np.array([[0], [-3], [12]]))[:, 0].tolist() == [0.5, 0.5, 0.0]
