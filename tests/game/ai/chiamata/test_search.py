"""The players of Briscola chiamata: the value of hands and calls."""

from __future__ import annotations

import pytest

from game.ai.chiamata.bid_limits import get_step
from game.ai.chiamata.bidding_search import choose_call
from game.ai.chiamata.search_model import make_payoff_table
from game.ai.estimates import ActionEstimate
from game.core.actions import Action, Deal, Pass
from game.match.observation import observe
from game.rules.chiamata.actions import Call, Solo
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.trick_play import ChiamataTrickPhase
from game.shuffling.shuffle import derive_random, shuffle_pack
from tests.helpers import choose_without_time_limit, deal_chiamata, play
from tests.pairwise_tables import make_pairwise_tables
from tests.rows import check_rows

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
