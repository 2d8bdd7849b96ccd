"""The knowledge that players of Briscola have of hidden cards, and their play of the last cards."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from game.ai.briscola.card_counting import CardKnowledge, derive_card_knowledge
from game.ai.briscola.endgame import WIN_BONUS_WITHOUT_STOCK_POINTS
from game.ai.briscola.heuristic import compute_holding_probabilities, make_trick_knowledge
from game.ai.briscola.search_model import BriscolaSearchModel, find_winners
from game.ai.rollout.card_bits import get_card_bits
from game.core.actions import Action, Play
from game.core.cards import Card, parse_cards
from game.core.trick_taking import TrickPhase
from game.match.match import Match
from game.match.observation import observe
from game.rules.briscola.options import BriscolaOptions
from game.rules.briscola.phases import BriscolaTrickPhase
from game.rules.briscola.scoring import find_winning_side
from game.rules.briscola_family import RANKING
from tests.helpers import choose_without_time_limit, deal_briscola, play, play_random_actions
from tests.rows import check_rows

FIRST_TRICK_ACTIONS = ("0 play 6c", "1 play 6s", "2 play 4h", "3 play 5h")


def get_trick_phase(match: Match) -> BriscolaTrickPhase:
    assert isinstance(match.phase, BriscolaTrickPhase)
    return match.phase


def know(match: Match, seat: int) -> CardKnowledge:
    """Return what a seat knows of the cards."""
    return derive_card_knowledge(get_trick_phase(match).seen_by(seat))


def compute_ace_probability(match: Match) -> float:
    """Return the probability, to seat 2, that seat 0 holds the ace of trumps d."""
    phase, ace = get_trick_phase(match).seen_by(2), 1 << get_card_bits(RANKING).bit_by_card[Card("Ad")]
    knowledge = make_trick_knowledge(phase, 2, derive_card_knowledge(phase))
    return float(compute_holding_probabilities(np.array([[ace]], np.uint64), knowledge, slice(2, 3))[0, 0, 0])


def test_novice_forgets_played_cards() -> None:
    match = play(deal_briscola("7d", "3h 4c 5c", "2h 4s 5s"), "0 play 3h", "1 play 2h")
    fallen = {*parse_cards("3h 2h")}
    forgetful = derive_card_knowledge(get_trick_phase(match).seen_by(0), has_memory=False)
    assert fallen <= {*forgetful.unseen_cards}
    assert not fallen & {*know(match, 0).unseen_cards}


def test_partner_believes_a_sign_until_the_card_is_played() -> None:
    match = deal_briscola("7d", "Ad 5c 6c", "Ah 5s 6s", "4h 2s 4s", "2d 3c 5h", stock="2c 4c 2h 4d")
    match = play(match, *FIRST_TRICK_ACTIONS, "0 sign asso")
    assert 0.8 < compute_ace_probability(match) < 1
    assert compute_ace_probability(play(match, "0 play Ad")) == 0
    match = play(match, "0 play 2c", "1 play Ah")
    states = BriscolaSearchModel().sample_states(observe(match, 2), np.random.default_rng(1), 1000)
    ace = np.uint64(states.current_state.rule_tables.card_bits.make_mask((Card("Ad"),)))
    assert 0.8 < ((states.hands[0] & ace) != 0).mean() < 0.95


def test_signed_carico_is_expected_by_the_partner_until_one_is_played() -> None:
    match = deal_briscola("7d", "3h 5c 6c", "Ah 5s 6s", "4h 2s 4s", "2d 3c 5h", stock="2c 4c 2h 4d")
    unsigned = play(match, "0 play 6c", "1 play 6s", "2 play 4s", "3 play 5h")
    signed = play(unsigned, "0 sign carico")
    asked = ((unsigned, 2), (signed, 2), (signed, 1), (play(signed, "0 play 3h"), 2))
    assert [know(match, seat).has_signed_carico[0] for match, seat in asked] == [False, True, False, False]


def test_holder_of_drawn_turned_card_is_known() -> None:
    last = [
        moment.match
        for moment in play_random_actions(deal_briscola("7d", "3h 4c 5c", "7h 4s 5s", "2c 5h 6h"), 3)
        if isinstance(moment.match.phase, BriscolaTrickPhase) and not moment.match.phase.stock
    ]
    assert last
    for match in last:
        phase = get_trick_phase(match)
        for seat in range(3):
            known = know(match, seat)
            for other in {0, 1, 2} - {seat}:
                assert known.known_cards[other] == tuple({*phase.hands[other]} & {phase.turned_card})
            assert sum(known.unknown_counts) == len(known.unseen_cards)
            everything = {*known.unseen_cards, *(card for hand in known.known_cards for card in hand)}
            assert everything == {card for hand in phase.hands for card in hand}


def list_play_actions(phase: TrickPhase) -> list[Action]:
    return [action for action in phase.legal_actions() if isinstance(action, Play)]


def compute_perfect_play_value(phase: TrickPhase, action: Action, seat: int) -> float:
    """Return the value of ``action`` to ``seat`` by the rules, if both play perfectly."""
    after = phase.apply(action).phase
    if isinstance(after, TrickPhase):
        values = [compute_perfect_play_value(after, reply, seat) for reply in list_play_actions(after)]
        return max(values) if after.trick.next_seat == seat else min(values)
    own_points, opponent_points = after.count_points()[seat], after.count_points()[1 - seat]
    return own_points - opponent_points + WIN_BONUS_WITHOUT_STOCK_POINTS * ((own_points > 60) - (opponent_points > 60))


@pytest.mark.slow
@check_rows("seed", range(16))
def test_two_player_end_game_is_played_perfectly(seed: int) -> None:
    for moment in play_random_actions(deal_briscola("7d", "3h 4c 5c", "2h 4s 5s"), seed):
        phase = moment.match.phase
        if not isinstance(phase, BriscolaTrickPhase) or phase.stock:
            continue
        seat = phase.trick.next_seat
        view = observe(moment.match, seat)
        chosen = [choose_without_time_limit(level, view, Random(1)) for level in ("club", "expert")]
        best = max(compute_perfect_play_value(phase, action, seat) for action in list_play_actions(phase))
        assert [compute_perfect_play_value(phase, action, seat) for action in chosen] == [best] * len(chosen)


def test_deal_winner_follows_the_rules() -> None:
    rng = np.random.default_rng(3)
    for rule in ("most_points", "over_60"):
        options = BriscolaOptions(deal_winner=rule)
        for points in rng.multinomial(120, (0.5, 0.25, 0.25), 300):
            winner, _why = find_winning_side({(seat,): int(count) for seat, count in enumerate(points)}, options)
            winners = find_winners(points[:, None].astype(np.float32), rule == "over_60")[:, 0]
            assert [seat for seat in range(3) if winners[seat]] == list(winner or ())
