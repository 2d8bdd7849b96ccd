"""Expert and master of Briscola chiamata: fair, repeatable, in time, legal, and with sound choices."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Final

import numpy as np
import pytest

from game.ai import registry
from game.ai.chiamata.bid_limits import (
    NO_CALL_STEP,
    compute_calls_log_likelihood,
    compute_limits,
    compute_margins,
    get_step,
)
from game.ai.chiamata.bidding_search import ContractSearchSettings, choose_call, estimate_calls
from game.ai.chiamata.hand_value_batch import HandValues, count_from_bottom, count_from_top
from game.ai.chiamata.search_model import ChiamataSearchModel, make_payoff_table
from game.ai.estimates import ActionEstimate
from game.ai.personas import NEUTRAL_PERSONA, Persona
from game.ai.rollout.card_bits import get_card_bits
from game.ai.rollout.sampling import HiddenCardSamples
from game.ai.search import compute_play_log_likelihood
from game.ai.time_limit import TimeLimit
from game.core.actions import Action, Deal, Pass, Play
from game.core.cards import Card, parse_cards
from game.match.match import Match, create_match, replace
from game.match.observation import observe
from game.rules import GAMES
from game.rules.briscola_family import RANKING
from game.rules.chiamata.actions import Call, Solo
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.options import ChiamataOptions
from game.rules.chiamata.trick_play import ChiamataTrickPhase, NamingPhase
from game.shuffling.shuffle import derive_random, shuffle_pack
from tests.game.rules.chiamata.deals import ALL_PASS_ACTIONS
from tests.helpers import DETERMINISTIC_TIME_LIMIT, choose_without_time_limit, deal_chiamata, play
from tests.pairwise_tables import make_pairwise_tables

STRONG_LEVELS: Final = ("expert", "master")
SHORT_TIME_LIMIT: Final = TimeLimit(50, lambda: 0.0)
PRESETS: Final = GAMES["chiamata"].presets
REGOLAMENTO_OPTIONS: Final = ChiamataOptions()
BITS: Final = get_card_bits(RANKING)
POSITION_INTERVALS: Final[dict[type, int]] = {AuctionPhase: 2, NamingPhase: 1, ChiamataTrickPhase: 6}
"""Of the moments of a deal every second choice in its auction is looked at, and every sixth of its cards."""
STRONG_HAND: Final = "Ad 3d Qd Jd 7d As Kh 2c"


def play_by_novices(seed: int, preset: str = "online") -> Iterator[Match]:
    """Yield the states with a choice of a deal that novices play."""
    match = create_match("chiamata", PRESETS[preset], 5, seed % 5)
    match = match.apply(Deal(shuffle_pack(match.pack, derive_random(seed, "pack")))).match
    rng = derive_random(seed, "players")
    while match.turn is not None:
        yield match
        match = match.apply(choose_without_time_limit("novice", observe(match, match.turn), rng)).match


def make_twin_match(match: Match, seat: int, rng: Random) -> Match:
    """Return the same public state with the cards dealt again that ``seat`` cannot see."""
    phase = match.phase
    tricks = phase.trick_phase if isinstance(phase, NamingPhase) else phase
    assert isinstance(tricks, (AuctionPhase, ChiamataTrickPhase))
    others = [other_seat for other_seat in range(5) if other_seat != seat]
    hidden = [card for other_seat in others for card in tricks.hands[other_seat]]
    rng.shuffle(hidden)
    rest = iter(hidden)
    hands = tuple(
        hand if other_seat == seat else tuple(next(rest) for _card in hand)
        for other_seat, hand in enumerate(tricks.hands)
    )
    dealt = replace(tricks, hands=hands)
    return replace(match, phase=replace(phase, trick_phase=dealt) if isinstance(phase, NamingPhase) else dealt)


@pytest.mark.slow
def test_hidden_cards_do_not_change_a_choice() -> None:
    compared = set()
    for seed in range(2):
        for number, match in enumerate(play_by_novices(seed)):
            seat = match.turn
            assert seat is not None
            if number % POSITION_INTERVALS[type(match.phase)]:
                continue
            other = make_twin_match(match, seat, derive_random(seed, "twin", number))
            for level in STRONG_LEVELS:
                assert choose_without_time_limit(level, observe(other, seat), Random(3)) == choose_without_time_limit(
                    level, observe(match, seat), Random(3)
                )
            compared.add(type(match.phase))
    assert compared == {AuctionPhase, NamingPhase, ChiamataTrickPhase}


def test_expired_time_limit_still_gives_an_answer() -> None:
    ticks = count()
    rushed = TimeLimit(1, lambda: float(next(ticks)))
    for match in play_by_novices(5):
        view = observe(match, match.turn)
        assert registry.choose_action("master", view, Random(1), rushed) in view.legal_actions


@pytest.mark.slow
def test_every_choice_is_legal_under_every_house_rule() -> None:
    for number, table in enumerate(make_pairwise_tables("chiamata")):
        match, rng = table.create_match(number % 5), derive_random(number, "legal")
        match = match.apply(Deal(shuffle_pack(match.pack, rng))).match
        while (seat := match.turn) is not None:
            view = observe(match, seat)
            opening = not (isinstance(match.phase, ChiamataTrickPhase) and match.phase.completed_tricks)
            is_strong = opening and (seat + number) % 2 == 0
            level = STRONG_LEVELS[number // 2 % 2] if is_strong else "novice"
            action = registry.choose_action(level, view, rng, SHORT_TIME_LIMIT)
            assert action in view.legal_actions
            match = match.apply(action).match


# -- determinizations ------------------------------------------------------------------------------


@pytest.mark.slow
def test_sampled_states_fit_observations_and_include_true_deal() -> None:
    for seed in range(4):
        for match in play_by_novices(seed):
            phase, seat = match.phase, match.turn
            if not isinstance(phase, ChiamataTrickPhase) or seat is None or phase.trump is None:
                continue
            view = observe(match, seat)
            dealing = ChiamataSearchModel().sample_states(view, np.random.default_rng(seed), 30)
            assert (np.bitwise_count(np.bitwise_or.reduce(dealing.initial_hands, axis=0)) == 40).all()
            assert (dealing.hands[seat] == BITS.make_mask(phase.hands[seat])).all()
            for other in range(5):
                assert (np.bitwise_count(dealing.hands[other]) == len(phase.hands[other])).all()
            assert np.isfinite(
                dealing.log_weights + compute_play_log_likelihood(view, ChiamataSearchModel(), dealing)
            ).all()


def test_player_adding_points_to_callers_trick_is_suspected_partner() -> None:
    """Check that seat 2, which adds an ace, is more probably the partner than seat 3, which adds no points."""
    match = deal_chiamata(
        "Ad 3d Kd 7d 6d As Ks 2h", "4s 5s 6s 7s 4c 5c 6c 7c", "Ah Jd 5d 4d 2s Js 4h 5h", "3s 3c Kh Qh Jh Jc 6h 7h",
        annul_poor_hand="off",
    )  # fmt: skip
    match = play(match, "0 call J", *ALL_PASS_ACTIONS, "0 name d", "0 play Ad", "1 play 4s", "2 play Ah", "3 play 6h")
    view = observe(match, 4)
    dealing = ChiamataSearchModel().sample_states(view, np.random.default_rng(1), 4000)
    weights = dealing.log_weights + compute_play_log_likelihood(view, ChiamataSearchModel(), dealing)
    picked = HiddenCardSamples(dealing.hands, weights).systematic_resample(np.random.default_rng(2), 4000)
    jack = np.uint64(BITS.make_mask([Card("Jd")]))
    held = [float(((dealing.initial_hands[seat, picked] & jack) != 0).mean()) for seat in range(4)]
    assert held[2] > 1.5 * held[3]
    assert held[2] > held[1]


def test_caller_of_low_rank_is_sampled_with_strong_trumps() -> None:
    """Check that samples weighted by the calls give the caller of a 2 more points in trumps than random ones."""
    match = play(deal_chiamata(), "0 call 2", "1 pass", "2 pass", "3 pass", "4 pass", "0 name d")
    phase = match.phase
    assert isinstance(phase, ChiamataTrickPhase)
    dealing = ChiamataSearchModel().sample_states(observe(match, 1), np.random.default_rng(1), 3000)
    strong = np.uint64(BITS.make_mask(parse_cards("Ad 3d Kd As 3s Ah 3h Ac 3c")))
    count = np.bitwise_count(dealing.initial_hands[0] & strong)
    picked = HiddenCardSamples(dealing.hands, dealing.log_weights).systematic_resample(np.random.default_rng(2), 3000)
    assert count[picked].mean() > count.mean() + 0.3


# -- the auction -----------------------------------------------------------------------------------


def test_bid_limits_follow_calling_rules() -> None:
    match = deal_chiamata(preset="online")
    assert isinstance(match.phase, AuctionPhase)
    calls = [choice for choice in match.legal_actions() if isinstance(choice, Call)]
    assert [get_step(limit) for limit in calls] == list(range(10))
    raised = play(match, "0 call 2").legal_actions()
    assert get_step(next(limit for limit in raised if isinstance(limit, Call))) == 10


def test_bidding_stops_at_expected_hand_value() -> None:
    hands = np.array(
        [BITS.make_mask(parse_cards(hand)) for hand in (STRONG_HAND, "4s 5s 6d 7d 4h Jh 5c Qc")], np.uint64
    )
    prospects = HandValues(hands, np.zeros(2, np.intp), allows_in_mano=True)
    strong, weak = compute_limits(compute_margins(prospects, REGOLAMENTO_OPTIONS))
    assert NO_CALL_STEP <= weak < 5 < strong
    assert (count_from_top(hands, 0) == [2, 0]).all()
    assert (count_from_bottom(hands, 3) == [1, 0]).all()


def test_passed_seat_is_sampled_weaker_than_calling_seat() -> None:
    hands = np.array(
        [[BITS.make_mask(parse_cards(STRONG_HAND)), BITS.make_mask(parse_cards("4s 5s 6d 7d 4h Jh 5c Qc"))]] * 5,
        np.uint64,
    )
    passes = compute_calls_log_likelihood((Pass(1),), REGOLAMENTO_OPTIONS, 0, hands, 0)
    calls = compute_calls_log_likelihood((Call(1, "4"),), REGOLAMENTO_OPTIONS, 0, hands, 0)
    assert passes[1] > passes[0]
    assert calls[0] > calls[1]


@pytest.mark.slow
def test_a_strong_hand_calls_and_a_weak_one_passes() -> None:
    assert isinstance(choose_without_time_limit("master", observe(deal_chiamata(STRONG_HAND), 0), Random(1)), Call)
    match = play(deal_chiamata("", "4s 5s 6d 7d 4h Jh 5c Qc"), "0 call 5")
    assert isinstance(choose_without_time_limit("master", observe(match, 1), Random(1)), Pass)


@pytest.mark.slow
def test_hand_with_all_aces_and_threes_calls_solo() -> None:
    match = deal_chiamata("As 3s Ad 3d Ah 3h Ac 3c", preset="online")
    assert isinstance(choose_without_time_limit("master", observe(match, 0), Random(1)), Solo)


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


def make_estimate(action: Action, worth: float) -> ActionEstimate:
    return ActionEstimate(action=action, value=worth, standard_error=0.1)


def test_highest_of_nearly_equal_calls_is_made() -> None:
    estimates = [
        make_estimate(Pass(0), 0.0),
        make_estimate(Call(0, "J"), 0.5),
        make_estimate(Call(0, "2"), 0.45),
        make_estimate(Solo(0), 0.1),
    ]
    assert choose_call(estimates) == Call(0, "2")
    assert choose_call([*estimates, make_estimate(Call(0, "2", 64), 0.2)]) == Call(0, "2")
    assert choose_call([*estimates, make_estimate(Solo(0), 0.6)]) == Solo(0)


def test_jump_call_worse_than_passing_is_not_made() -> None:
    assert choose_call(
        [make_estimate(Pass(0), 0.0), make_estimate(Call(0, "A"), 0.05), make_estimate(Call(0, "2"), -0.01)]
    ) == Call(0, "A")
    assert choose_call([make_estimate(Pass(0), 0.1), make_estimate(Call(0, "A"), 0.05)]) == Pass(0)


def test_named_suit_is_the_one_with_the_trumps() -> None:
    match = play(deal_chiamata("Ad 3d Kd 7d 6d Js 4h 2c", annul_poor_hand="off"), "0 call Q", *ALL_PASS_ACTIONS)
    assert choose_without_time_limit("master", observe(match, 0), Random(1)).text_without_seat == "name d"


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


def test_last_trick_is_played_without_search() -> None:
    for match in play_by_novices(7):
        view = observe(match, match.turn)
        if len(view.legal_actions) == 1:
            assert registry.choose_action("master", view, Random(1), DETERMINISTIC_TIME_LIMIT) == view.legal_actions[0]
            assert isinstance(view.legal_actions[0], Play)
