"""The players of Briscola chiamata: bids, naming and play by role, from the observation alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from statistics import median
from typing import Final

import pytest

from game.ai.chiamata.hand_value import (
    CONTRACT_KINDS,
    FIT_BY_CONTRACT_KIND,
    compute_features,
    compute_made_probability,
    predict_points,
)
from game.ai.chiamata.partner_inference import derive_card_knowledge
from game.core.actions import Deal, Pass
from game.core.cards import HIDDEN_CARD, get_card, parse_cards
from game.core.options import Options
from game.match.match import Match, create_match, replace
from game.match.observation import observe
from game.rules import GAMES
from game.rules.chiamata.actions import Call, Solo
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.trick_play import ChiamataTrickPhase, NamingPhase
from game.shuffling.shuffle import derive_random, shuffle_pack
from game.simulation.deal_playing import play_deal
from tests.game.rules.chiamata.deals import ALL_PASS_ACTIONS, DEALT_HANDS
from tests.helpers import QUICK_LEVELS, choose_without_time_limit, deal_chiamata, play
from tests.pairwise_tables import make_pairwise_tables

PRESETS: Final = GAMES["chiamata"].presets
VERY_STRONG_HAND: Final = "As 3s Ad 3d Ah 3h Ac 3c"
WEAK_HAND: Final = "4s 5s 6d 7d 4h Jh 5c Qc"
TABLE_HANDS: Final = (
    "Ad 3d Kd 7d 6d As Ks 2h", "4s 5s 6s 7s 4c 5c 6c 7c", "Jd 5d 4d 2s Js Qs 4h 5h", "3s 3c Kh Qh Jh Jc 6h 7h",
    "Qd 3h 2d Ac Kc Qc 2c Ah",
)  # fmt: skip
"""Hands for which seat 0 calls in denari; seat 2 has the jack, seat 4 the queen."""


def choose_phrase(match: Match, level: str = "club") -> str:
    """Return the action of a player of ``level`` on turn, without the seat."""
    return choose_without_time_limit(level, observe(match, match.turn), Random(1)).text_without_seat


# -- bidding ---------------------------------------------------------------------------------------


def test_a_weak_hand_passes() -> None:
    for before in ("0 call 7", "0 call 5", "0 call 2"):
        match = play(deal_chiamata("", WEAK_HAND), before)
        assert choose_phrase(match) == "pass"
        view = observe(match, 1)
        passes = sum(isinstance(choose_without_time_limit("novice", view, Random(seed)), Pass) for seed in range(40))
        assert passes > 16


def test_strong_hand_calls_highest_missing_trump() -> None:
    assert choose_phrase(deal_chiamata("Ad 3d Qd Jd 7d As Kh 2c")) == "call K"
    assert choose_phrase(deal_chiamata("3d Kd Qd Jd 7d As Kh 2c")) == "call A"


def test_call_goes_lower_until_hand_value_is_too_small() -> None:
    match = play(deal_chiamata("Jc 3d Kd Qd Jd 7d As Kh"), "0 call A", "1 call 3", "2 pass", "3 pass", "4 pass")
    assert choose_phrase(match) in ("call 6", "call 5", "call 4", "call 2")
    fair = play(deal_chiamata("3d Qd 6d 5d As 4h 7s 2c"), "0 call A", "1 call 3", "2 pass", "3 pass", "4 pass")
    assert choose_phrase(fair).startswith("call")
    last = play(deal_chiamata("3d Qd 6d 5d 4s 4h 7s 2c"), "0 call A", "1 call 2", "2 pass", "3 pass", "4 pass")
    assert choose_phrase(last) == "pass"


def get_called_points(match: Match, level: str = "club") -> int:
    """Return the median of the points of five calls that a player of ``level`` makes on turn."""
    calls = [choose_without_time_limit(level, observe(match, match.turn), Random(seed)) for seed in range(5)]
    return int(median(call.points or 0 for call in calls if isinstance(call, Call)))


@pytest.mark.slow
@pytest.mark.parametrize("level", ("club", "master"))
def test_very_strong_hand_raises_but_keeps_a_reserve(level: str) -> None:
    match = play(deal_chiamata("Ad 3d Kd Qd 7d 6d As Ks"), "0 call J", "1 call 2", "2 pass", "3 pass", "4 pass")
    first = get_called_points(match, level)
    assert first > 62
    assert get_called_points(play(match, f"0 call 2 {first}", f"1 call 2 {first + 1}"), level) > first + 1
    assert choose_phrase(play(match, "0 call 2 62", "1 call 2 110"), level) == "pass"


def test_hand_with_the_two_makes_forced_call() -> None:
    match = deal_chiamata("Ad 3d Kd Qd 7d 2d As Ks", preset="online")
    match = play(match, "0 call J", "1 call 2", "2 pass", "3 pass", "4 pass")
    assert choose_phrase(match).startswith("call 4 ")
    assert choose_phrase(play(match, "0 call 4 62", "1 pass")) == "name d"


def test_lowest_of_equally_valued_calls_is_made_at_once() -> None:
    """Check calls from the seven down, for which the partner's trump hardly matters."""
    match = play(deal_chiamata("Ad 3d Kd Qd 5d Js 2h 6h"), "0 call J", "1 pass", "2 call 7", "3 pass", "4 pass")
    assert choose_phrase(match) == "call 2"


def test_hand_with_all_aces_and_threes_calls_solo() -> None:
    assert choose_phrase(deal_chiamata(VERY_STRONG_HAND, preset="online")) == "solo"
    assert choose_phrase(deal_chiamata(VERY_STRONG_HAND)).startswith("call")


def test_caller_names_best_suit() -> None:
    match = play(deal_chiamata("Ad 3d Kd 7d 6d Js 4h 2c", annul_poor_hand="off"), "0 call Q", *ALL_PASS_ACTIONS)
    assert choose_phrase(match) == "name d"


def test_novice_makes_errors_but_repeats_them_for_same_random_state() -> None:
    match = play(deal_chiamata("3d Qd 6d 5d As 4h 7s 2c"), "0 call A", "1 call 7", "2 pass", "3 pass", "4 pass")
    view = observe(match, 0)
    assert len({choose_without_time_limit("novice", view, Random(seed)) for seed in range(40)}) > 1
    assert len({choose_without_time_limit("club", view, Random(seed)) for seed in range(40)}) == 1
    assert choose_without_time_limit("novice", view, Random(3)) == choose_without_time_limit("novice", view, Random(3))


def test_hand_value_rises_with_its_cards() -> None:
    hand = parse_cards("Ad 3d 7d 6d As Kh 4c 2c")
    worse = parse_cards("Kd 4d 7d 6d As Kh 4c 2c")
    assert predict_points(hand, "d", get_card("K", "d"), 2) > predict_points(worse, "d", get_card("A", "d"), 2) - 12
    assert predict_points(hand, "d", get_card("K", "d"), 2) > predict_points(hand, "d", get_card("2", "d"), 2)
    assert predict_points(hand, "d", get_card("K", "d"), 2) > predict_points(hand, "d", get_card("A", "d"), 2)
    assert {len(FIT_BY_CONTRACT_KIND[kind].weights) for kind in CONTRACT_KINDS} == {
        len(compute_features(hand, "d", None, 0))
    }
    assert compute_made_probability(70, 61, 17) > 0.5 > compute_made_probability(50, 61, 17)
    assert compute_made_probability(60.5, 61, 17) == 0.5


# -- play ------------------------------------------------------------------------------------------


def test_player_adding_points_to_callers_trick_is_suspected_partner() -> None:
    match = play(deal_chiamata(*TABLE_HANDS, annul_poor_hand="off"), "0 call 4", *ALL_PASS_ACTIONS, "0 name d")
    phase = play(match, "0 play Ad", "1 play 4s", "2 play 2s", "3 play 3s").phase
    assert isinstance(phase, ChiamataTrickPhase)
    caller, second, two, loader, reader = derive_card_knowledge(phase.seen_by(4)).caller_side_probabilities
    assert (caller, reader) == (1.0, 0.0)
    assert loader > 2 * max(second, two)
    blind = derive_card_knowledge(phase.seen_by(4), uses_suspicion=False).caller_side_probabilities
    assert blind[1] == blind[2] == blind[3]


def test_player_taking_from_caller_is_unlikely_partner() -> None:
    match = play(deal_chiamata(*TABLE_HANDS, annul_poor_hand="off"), "0 call 4", *ALL_PASS_ACTIONS, "0 name d")
    phase = play(match, "0 play As", "1 play 4s", "2 play 5d").phase
    assert isinstance(phase, ChiamataTrickPhase)
    probabilities = derive_card_knowledge(phase.seen_by(3)).caller_side_probabilities
    assert probabilities[2] < min(probabilities[1], probabilities[4])


def test_everybody_knows_partner_after_called_card_is_played() -> None:
    match = play(deal_chiamata(*DEALT_HANDS), "0 call Q", *ALL_PASS_ACTIONS, "0 name d", "0 play 4c", "1 play Qd")
    phase = match.phase
    assert isinstance(phase, ChiamataTrickPhase)
    for seat in range(2, 5):
        assert derive_card_knowledge(phase.seen_by(seat)).caller_side_probabilities == (1.0, 1.0, 0.0, 0.0, 0.0)


def test_partner_and_caller_in_mano_know_roles_from_start_and_all_know_in_solo() -> None:
    match = play(deal_chiamata(*DEALT_HANDS), "0 call Q", *ALL_PASS_ACTIONS, "0 name d", "0 play 4c")
    phase = match.phase
    assert isinstance(phase, ChiamataTrickPhase)
    assert derive_card_knowledge(phase.seen_by(1)).caller_side_probabilities == (1.0, 1.0, 0.0, 0.0, 0.0)
    alone = play(deal_chiamata(*DEALT_HANDS), "0 call A", *ALL_PASS_ACTIONS, "0 name d").phase
    assert isinstance(alone, ChiamataTrickPhase)
    assert derive_card_knowledge(alone.seen_by(0)).caller_side_probabilities == (1.0, 0.0, 0.0, 0.0, 0.0)
    solo = play(deal_chiamata(*DEALT_HANDS, preset="online"), "0 solo").phase
    assert isinstance(solo, ChiamataTrickPhase)
    assert derive_card_knowledge(solo.seen_by(0)).caller_side_probabilities == (1.0, 0.0, 0.0, 0.0, 0.0)


def test_partner_adds_points_to_callers_sure_trick_and_defender_does_not() -> None:
    trick = ("0 play Ad", "1 play 4c", "2 play 2s", "3 play 6h")
    partner = play(
        deal_chiamata(*TABLE_HANDS, annul_poor_hand="off"), "0 call Q", *ALL_PASS_ACTIONS, "0 name d", *trick
    )
    assert choose_phrase(partner) in ("play Ah", "play 3h", "play Ac")
    defender = play(
        deal_chiamata(*TABLE_HANDS, annul_poor_hand="off"), "0 call J", *ALL_PASS_ACTIONS, "0 name d", *trick
    )
    assert choose_phrase(defender) == "play 2c"


def test_last_defender_takes_callers_rich_trick_with_low_trump() -> None:
    match = play(deal_chiamata(*TABLE_HANDS, annul_poor_hand="off"), "0 call J", *ALL_PASS_ACTIONS, "0 name d")
    match = play(match, "0 play As", "1 play 4c", "2 play 2s", "3 play 6h")
    assert choose_phrase(match) == "play 2d"


def test_partner_does_not_reveal_called_card_for_nothing() -> None:
    hands = ("Ad 3d Kd 7d 6d As Ks 2h", "Qd 5s 6s 7s 4c 5c 6c 7c")
    match = play(deal_chiamata(*hands, annul_poor_hand="off"), "0 call Q", *ALL_PASS_ACTIONS, "0 name d", "0 play 2h")
    assert choose_phrase(match) != "play Qd"


# -- every player ----------------------------------------------------------------------------------


def iter_states(options: Options, seed: int) -> Iterator[Match]:
    """Yield each state of a deal that players of all levels play."""
    match = create_match("chiamata", options, 5, seed % 5)
    match = match.apply(Deal(shuffle_pack(match.pack, derive_random(seed, "pack")))).match
    rng = derive_random(seed, "players")
    while match.turn is not None:
        yield match
        match = match.apply(
            choose_without_time_limit(QUICK_LEVELS[(match.turn + seed) % 3], observe(match, match.turn), rng)
        ).match


@pytest.mark.slow
def test_every_level_makes_legal_choices_under_every_house_rule() -> None:
    for number, table in enumerate(make_pairwise_tables("chiamata")):
        for match in iter_states(table.options, number):
            view = observe(match, match.turn)
            for level in QUICK_LEVELS:
                assert choose_without_time_limit(level, view, Random(number)) in view.legal_actions


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_hidden_cards_do_not_change_a_choice(preset: str) -> None:
    rng = Random(4)
    for seed in range(3):
        for match in iter_states(PRESETS[preset], seed):
            seat = match.turn
            assert seat is not None
            view, other = observe(match, seat), observe(make_twin_match(match, seat, rng), seat)
            for level in QUICK_LEVELS:
                assert choose_without_time_limit(level, view, Random(3)) == choose_without_time_limit(
                    level, other, Random(3)
                )


def make_twin_match(match: Match, seat: int, rng: Random) -> Match:
    """Return the match with the cards dealt again that ``seat`` cannot see."""
    phase = match.phase
    tricks = phase.trick_phase if isinstance(phase, NamingPhase) else phase
    assert isinstance(tricks, (AuctionPhase, ChiamataTrickPhase))
    masked = tricks.seen_by(seat).hands
    covered = [
        card
        for hand, backs in zip(tricks.hands, masked, strict=True)
        for card, back in zip(hand, backs, strict=True)
        if back is HIDDEN_CARD
    ]
    anew = iter(shuffle_pack(tuple(covered), rng))
    hands = tuple(tuple(next(anew) if back is HIDDEN_CARD else back for back in backs) for backs in masked)
    dealt = replace(tricks, hands=hands)
    return replace(match, phase=replace(phase, trick_phase=dealt) if isinstance(phase, NamingPhase) else dealt)


# -- strength --------------------------------------------------------------------------------------


def compute_score_difference(strong: str, weak: str, packs: int, preset: str) -> float:
    """Return the advantage in score of a seat of ``strong`` over one of ``weak`` in a deal.

    Each pack is played both ways.
    """
    sums = {strong: 0.0, weak: 0.0}
    for number in range(packs):
        match = create_match("chiamata", PRESETS[preset], 5, number % 5)
        pack = shuffle_pack(match.pack, derive_random(6, "pack", number))
        for turn in (0, 1):
            levels = [strong if (seat + turn) % 2 == 0 else weak for seat in range(5)]
            players = [
                partial(choose_without_time_limit, level, rng=derive_random(6, number, seat))
                for seat, level in enumerate(levels)
            ]
            for level, score in zip(
                levels, play_deal(match, pack, players).match.get_deal_result().scores, strict=True
            ):
                sums[level] += score / levels.count(level) / (2 * packs)
    return sums[strong] - sums[weak]


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_club_beats_novice_and_novice_beats_random(preset: str) -> None:
    assert compute_score_difference("club", "novice", 40, preset) > 0.2
    assert compute_score_difference("novice", "random", 40, preset) > 0.2


def test_bid_actions_are_calls_passes_and_solos() -> None:
    kinds = set()
    for seed in range(6):
        for match in iter_states(PRESETS["online"], seed):
            if isinstance(match.phase, AuctionPhase):
                kinds.add(type(choose_without_time_limit("club", observe(match, match.turn), Random(0))))
    assert kinds <= {Call, Pass, Solo}
    assert {Call, Pass} <= kinds
