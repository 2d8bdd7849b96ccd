"""The players of Briscola chiamata: the value of hands and calls, and who is taken for the secret partner."""

from __future__ import annotations

import pytest

from game.ai.chiamata.bid_limits import get_step
from game.ai.chiamata.bidding_search import choose_call
from game.ai.chiamata.partner_inference import derive_card_knowledge
from game.ai.chiamata.search_model import make_payoff_table
from game.ai.estimates import ActionEstimate
from game.core.actions import Action, Deal, Pass
from game.match.match import Match
from game.match.observation import observe
from game.rules.chiamata.actions import Call, Solo
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.trick_play import ChiamataTrickPhase
from game.shuffling.shuffle import derive_random, shuffle_pack
from tests.game.rules.chiamata.deals import ALL_PASS_ACTIONS, DEALT_HANDS
from tests.helpers import choose_without_time_limit, deal_chiamata, play
from tests.pairwise_tables import make_pairwise_tables
from tests.rows import check_rows

ALONE, PARTNER_1 = (1.0, 0.0, 0.0, 0.0, 0.0), (1.0, 1.0, 0.0, 0.0, 0.0)


def get_side_probabilities(match: Match, seat: int, *, uses_suspicion: bool = True) -> tuple[float, ...]:
    """Return, by seat, how probably a seat takes it for one of the caller's side."""
    phase = match.phase
    assert isinstance(phase, ChiamataTrickPhase)
    return derive_card_knowledge(phase.seen_by(seat), uses_suspicion=uses_suspicion).caller_side_probabilities


# -- the secret partner ----------------------------------------------------------------------------


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
