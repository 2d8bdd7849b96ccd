"""The players of Briscola chiamata: the value of hands and calls, and who is taken for the secret partner."""

from __future__ import annotations

from typing import Final

import numpy as np
import pytest

from game.ai.chiamata.bid_limits import (
    NO_CALL_STEP,
    compute_calls_log_likelihood,
    compute_limits,
    compute_margins,
    get_step,
)
from game.ai.chiamata.bidding_search import ContractSearchSettings, choose_call, estimate_calls
from game.ai.chiamata.hand_value import compute_made_probability, predict_points
from game.ai.chiamata.hand_value_batch import HandValues, count_from_bottom, count_from_top
from game.ai.chiamata.partner_inference import derive_card_knowledge
from game.ai.chiamata.search_model import make_payoff_table
from game.ai.estimates import ActionEstimate
from game.ai.personas import NEUTRAL_PERSONA, Persona
from game.ai.rollout.card_bits import get_card_bits
from game.core.actions import Action, Deal, Pass
from game.core.cards import get_card, parse_cards
from game.match.match import Match
from game.match.observation import observe
from game.rules.briscola_family import RANKING
from game.rules.chiamata.actions import Call, Solo
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.options import ChiamataOptions
from game.rules.chiamata.trick_play import ChiamataTrickPhase
from game.shuffling.shuffle import derive_random, shuffle_pack
from tests.game.rules.chiamata.deals import ALL_PASS_ACTIONS, DEALT_HANDS
from tests.helpers import choose_without_time_limit, deal_chiamata, play
from tests.pairwise_tables import make_pairwise_tables
from tests.rows import check_rows

REGOLAMENTO_OPTIONS: Final = ChiamataOptions()
BITS: Final = get_card_bits(RANKING)
STRONG_HAND, WEAK_HAND = (parse_cards(hand) for hand in ("Ad 3d Qd Jd 7d As Kh 2c", "4s 5s 6d 7d 4h Jh 5c Qc"))
TABLE_HANDS: Final = (
    "Ad 3d Kd 7d 6d As Ks 2h", "4s 5s 6s 7s 4c 5c 6c 7c", "Jd 5d 4d 2s Js Qs 4h 5h", "3s 3c Kh Qh Jh Jc 6h 7h",
    "Qd 3h 2d Ac Kc Qc 2c Ah",
)  # fmt: skip
ALONE, PARTNER_1 = (1.0, 0.0, 0.0, 0.0, 0.0), (1.0, 1.0, 0.0, 0.0, 0.0)


def get_side_probabilities(match: Match, seat: int, *, uses_suspicion: bool = True) -> tuple[float, ...]:
    """Return, by seat, how probably a seat takes it for one of the caller's side."""
    phase = match.phase
    assert isinstance(phase, ChiamataTrickPhase)
    return derive_card_knowledge(phase.seen_by(seat), uses_suspicion=uses_suspicion).caller_side_probabilities


# -- the secret partner ----------------------------------------------------------------------------


def test_player_adding_points_to_callers_trick_is_suspected_and_one_taking_it_is_not() -> None:
    match = play(deal_chiamata(*TABLE_HANDS, annul_poor_hand="off"), "0 call 4", *ALL_PASS_ACTIONS, "0 name d")
    loaded = play(match, "0 play Ad", "1 play 4s", "2 play 2s", "3 play 3s")
    caller, second, third, loader, observer = get_side_probabilities(loaded, 4)
    assert (caller, observer) == (1.0, 0.0)
    assert loader > 2 * max(second, third)
    blind = get_side_probabilities(loaded, 4, uses_suspicion=False)
    assert blind[1] == blind[2] == blind[3]
    taken = get_side_probabilities(play(match, "0 play As", "1 play 4s", "2 play 5d"), 3)
    assert taken[2] < min(taken[1], taken[4])


@check_rows(("preset", "actions", "seats", "probabilities"), [
    ("regolamento", ("0 call Q", *ALL_PASS_ACTIONS, "0 name d", "0 play 4c"), (1,), PARTNER_1),
    ("regolamento", ("0 call Q", *ALL_PASS_ACTIONS, "0 name d", "0 play 4c", "1 play Qd"), (2, 3, 4), PARTNER_1),
    ("regolamento", ("0 call A", *ALL_PASS_ACTIONS, "0 name d"), (0,), ALONE), ("online", ("0 solo",), (0, 3), ALONE),
])  # fmt: skip
def test_side_is_known_to_the_partner_a_caller_alone_and_after_the_called_card(
    preset: str, actions: tuple[str, ...], seats: tuple[int, ...], probabilities: tuple[float, ...]
) -> None:
    match = play(deal_chiamata(*DEALT_HANDS, preset=preset), *actions)
    assert [get_side_probabilities(match, seat) for seat in seats] == [probabilities] * len(seats)


# -- the auction -----------------------------------------------------------------------------------


def test_bid_limits_follow_calling_rules() -> None:
    match = deal_chiamata(preset="online")
    assert isinstance(match.phase, AuctionPhase)
    calls = [choice for choice in match.legal_actions() if isinstance(choice, Call)]
    assert [get_step(limit) for limit in calls] == list(range(10))
    raised = play(match, "0 call 2").legal_actions()
    assert get_step(next(limit for limit in raised if isinstance(limit, Call))) == 10


def test_hand_value_rises_with_its_cards() -> None:
    king, two, ace = (get_card(rank, "d") for rank in ("K", "2", "A"))
    hand, worse = (parse_cards(f"{cards} 7d 6d As Kh 4c 2c") for cards in ("Ad 3d", "Kd 4d"))
    assert predict_points(hand, "d", king, 2) > predict_points(worse, "d", ace, 2) - 12
    assert predict_points(hand, "d", king, 2) > max(predict_points(hand, "d", card, 2) for card in (two, ace))
    assert compute_made_probability(70, 61, 17) > compute_made_probability(60.5, 61, 17) == 0.5
    assert compute_made_probability(50, 61, 17) < 0.5


def test_strong_hand_calls_further_than_a_weak_one_which_passes_more_probably() -> None:
    hands = np.array([BITS.make_mask(hand) for hand in (STRONG_HAND, WEAK_HAND)], np.uint64)
    prospects = HandValues(hands, np.zeros(2, np.intp), allows_in_mano=True)
    strong, weak = compute_limits(compute_margins(prospects, REGOLAMENTO_OPTIONS))
    assert NO_CALL_STEP <= weak < 5 < strong
    assert (count_from_top(hands, 0) == [2, 0]).all() and (count_from_bottom(hands, 3) == [1, 0]).all()
    passes, calls = (
        compute_calls_log_likelihood((action,), REGOLAMENTO_OPTIONS, 0, np.array([hands] * 5), 0)
        for action in (Pass(1), Call(1, "4"))
    )
    assert passes[1] > passes[0] and calls[0] > calls[1]


def test_bold_persona_calls_where_careful_persona_passes() -> None:
    """Check that boldness shifts every call by the same value and leaves passing unchanged."""
    match = play(deal_chiamata("3d Qd 6d 5d 4s 4h 7s 2c"), "0 call 6")
    phase = observe(play(match, "1 pass", "2 pass", "3 pass", "4 call 5"), 0).phase
    assert isinstance(phase, AuctionPhase)
    choices = tuple(phase.legal_actions())
    plain, bold = (
        estimate_calls(phase, choices, np.random.default_rng(1), persona, ContractSearchSettings(state_count=96))
        for persona in (NEUTRAL_PERSONA, Persona(name="", boldness=1.0))
    )
    assert bold[0].value == plain[0].value
    assert all(persona.value > other.value for persona, other in zip(bold[1:], plain[1:], strict=True))


@check_rows(("values", "chosen"), [
    ({Pass(0): 0.0, Call(0, "J"): 0.5, Call(0, "2"): 0.45, Solo(0): 0.1}, Call(0, "2")),
    ({Pass(0): 0.0, Call(0, "J"): 0.5, Call(0, "2"): 0.45, Call(0, "2", 64): 0.2}, Call(0, "2")),
    ({Pass(0): 0.0, Call(0, "J"): 0.5, Call(0, "2"): 0.45, Solo(0): 0.6}, Solo(0)),
    ({Pass(0): 0.0, Call(0, "A"): 0.05, Call(0, "2"): -0.01}, Call(0, "A")),
    ({Pass(0): 0.1, Call(0, "A"): 0.05}, Pass(0)),
])  # fmt: skip
def test_highest_of_nearly_equal_calls_that_beat_passing_is_made(values: dict[Action, float], chosen: Action) -> None:
    estimates = [ActionEstimate(action=action, value=value, standard_error=0.1) for action, value in values.items()]
    assert choose_call(estimates) == chosen


# -- the score -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_rollout_scores_equal_rule_scores() -> None:
    paid = 0
    for table in make_pairwise_tables("chiamata"):
        for seed in range(2):
            match, rng = table.create_match(seed), derive_random(seed, str(table))
            match = match.apply(Deal(shuffle_pack(match.pack, rng))).match
            tricks = None
            while match.turn is not None:
                tricks = match.phase if isinstance(match.phase, ChiamataTrickPhase) else tricks
                match = match.apply(choose_without_time_limit("novice", observe(match, match.turn), rng)).match
            result = match.get_deal_result()
            if tricks is None or result.state != "scored":
                continue
            caller, partner = tricks.contract.caller, tricks.find_partner()
            side = {caller, caller if partner is None else partner}
            side_points = sum(result.points[seat] for seat in side)
            pays = make_payoff_table(table.options, tricks.contract)[int(len(side) == 1)]
            for seat in range(5):
                role = 0 if seat == caller else 1 if seat in side else 2
                assert pays[role, side_points] == result.scores[seat]
            paid += 1
    assert paid > 10
