"""Advice: each choice with its expected result and reasons, from what the seat may know."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from game.ai.advice import Advice, compute_advice, explain_actions
from game.ai.estimates import ActionEstimate, compute_comparable_percentages
from game.ai.registry import GAME_AIS
from game.ai.search import FULL_BUDGET_MS
from game.ai.time_limit import TimeLimit
from game.analysis.report import COMPARISON_CODES
from game.core.actions import Deal, Play
from game.core.cards import Card, parse_cards
from game.core.trick_taking import TrickPhase
from game.match.match import Match, create_match
from game.match.observation import list_unseen_cards, observe
from game.rules import GAMES
from game.shuffling.shuffle import derive_random, shuffle_pack
from game.text.messages import format_reason
from tests.game.rules.chiamata.deals import ALL_PASS_ACTIONS
from tests.game.rules.muscio.deals import apply_phrases as declared
from tests.game.rules.muscio.deals import deal_muscio
from tests.helpers import (
    DETERMINISTIC_TIME_LIMIT,
    PLAYER_NAMES,
    choose_without_time_limit,
    deal_briscola,
    deal_chiamata,
    deal_match,
    play,
)
from tests.rows import check_rows

FULL_TIME_LIMIT = TimeLimit(FULL_BUDGET_MS, lambda: 0.0)
"""The time in which every game uses its full search budget."""


def get_advice_by_action(match: Match) -> dict[str, Advice]:
    """Return the advice for the seat on turn, by action."""
    advised = compute_advice(observe(match, match.turn), DETERMINISTIC_TIME_LIMIT)
    return {item.action.text_without_seat: item for item in advised}


def list_known_partners(match: Match, seat: int) -> tuple[int, ...]:
    """Return the seats that are known to be on the side of ``seat``."""
    return GAME_AIS[match.game_id].list_known_partners(observe(match, seat))


def list_reason_codes(match: Match, phrase: str) -> set[str]:
    return {reason.code for reason in get_advice_by_action(match)[phrase].reasons}


def format_advice(match: Match, phrase: str) -> set[str]:
    return {
        format_reason(reason, PLAYER_NAMES[: match.seats]) for reason in get_advice_by_action(match)[phrase].reasons
    }


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_choice_that_matters_gets_worded_advice(game: str) -> None:
    advised = 0
    for seats in GAMES[game].seat_counts:
        match, rng = (
            create_match(game, next(iter(GAMES[game].presets.values())), seats, 0),
            derive_random(seats, "explain"),
        )
        match = match.apply(Deal(shuffle_pack(match.pack, rng))).match
        while (seat := match.turn) is not None:
            view = observe(match, seat)
            if advised % 3 == 0 or not isinstance(match.phase, TrickPhase):
                advice_items = compute_advice(view, FULL_TIME_LIMIT)
                assert {item.action for item in advice_items} <= set(view.legal_actions)
                assert {item for item in view.legal_actions if isinstance(item, Play)} <= {
                    item.action for item in advice_items
                }
                worth = [item.estimate.value for item in advice_items]
                assert worth == sorted(worth, reverse=True)
                for item in advice_items:
                    assert item.reasons
                    assert all(format_reason(reason, PLAYER_NAMES[:seats]) for reason in item.reasons)
                    assert item.estimate.standard_error >= 0
                    assert item.estimate.win_probability is None or 0 <= item.estimate.win_probability <= 1
            advised += 1
            match = match.apply(choose_without_time_limit("club", view, rng)).match
    assert advised > 20


def test_same_observation_gives_same_advice() -> None:
    view = observe(deal_briscola("7d", "Ah 4c 3s", "2d 4s 5s"), 0)
    assert compute_advice(view, DETERMINISTIC_TIME_LIMIT) == compute_advice(view, DETERMINISTIC_TIME_LIMIT)
    assert compute_advice(view, DETERMINISTIC_TIME_LIMIT, Random(2))[0].action in view.legal_actions


def test_seat_not_on_turn_gets_no_advice() -> None:
    with pytest.raises(ValueError, match="nothing to choose"):
        compute_advice(observe(deal_briscola("7d", "Ah 4c 3s", "2d 4s 5s"), 1), DETERMINISTIC_TIME_LIMIT)


def test_trump_kept_for_an_unplayed_ace_is_explained() -> None:
    match = play(deal_briscola("7d", "4h 4c 5c", "3d 6s 5s"), "0 play 4h")
    assert "spends no trump" in format_advice(match, "play 6s")
    assert "why_keeps" not in list_reason_codes(match, "play 3d")


def test_kept_trump_does_not_sound_like_a_fault_after_a_cost() -> None:
    match = play(deal_briscola("7d", "Ah 4c 5c", "3d 3h 5s"), "0 play Ah")
    assert {"why_costs", "why_still_keeps"} <= list_reason_codes(match, "play 3h")


def test_certain_trick_is_explained() -> None:
    match = play(deal_briscola("7d", "Kh 4c 5c", "Ah 2d 5s"), "0 play Kh")
    assert "is sure to take 15 points" in format_advice(match, "play Ah")
    assert list_reason_codes(match, "play Ah") & {"why_best", "why_close"}


def test_card_with_an_equally_good_one_is_not_called_clearly_the_best() -> None:
    match = play(deal_briscola("Ah", "7d 2s 4s", "5c 6c Kh"), "0 play 7d")
    assert list_reason_codes(match, "play 5c") == {"why_gives_nothing", "why_keeps", "why_as_good"}
    assert "about as good as 6c" in format_advice(match, "play 5c")


@check_rows(
    ("probabilities", "percentages"),
    [
        ((0.594, 0.588, 0.51), (59, 59, 51)),
        ((0.5, 0.9), ()),
        ((0.5, None), ()),
        ((0.5, 0.5), ()),
    ],
)
def test_percentages_stand_for_the_values_only_if_the_best_action_has_the_highest(
    probabilities: tuple[float | None, ...], percentages: tuple[int, ...]
) -> None:
    estimates = [
        ActionEstimate(action=Play(0, Card(f"{rank}c")), value=0.0, standard_error=0.0, win_probability=probability)
        for rank, probability in zip("456", probabilities, strict=False)
    ]
    assert compute_comparable_percentages(estimates) == percentages


def test_number_of_cards_that_can_retake_a_trick_is_given() -> None:
    match = play(deal_briscola("7d", "4h 5c 6c", "Kh 5s 6s", "6h 2s 4s", "2d 3c 5h"), "0 play 4h")
    messages = {format_reason(reason, PLAYER_NAMES) for reason in get_advice_by_action(match)["play Kh"].reasons}
    assert "winning so far; higher cards still out: 11" in messages


def test_points_for_partner_and_for_opponents_have_different_reasons() -> None:
    match = play(
        deal_briscola("7d", "4h 5c 6c", "Ah 5s 6s", "6h 2s 4s", "2d 3c 5h"), "0 play 4h", "1 play Ah", "2 play 6h"
    )
    assert "gives 10 points to Bruno, who is winning the trick so far" in format_advice(match, "play 3c")
    other = play(deal_briscola("7d", "Ah 5c 6c", "4h 5s 6s"), "0 play Ah")
    assert list_reason_codes(other, "play 5s") & {"why_gives_nothing"}


def test_hidden_partner_is_not_treated_as_teammate_until_called_card_is_played() -> None:
    match = deal_chiamata(
        "Ad 3d Kd 7d 6d As Ks 2h", "4s 5s 6s 7s 4c 5c 6c 7c", "Ah Jd 5d 4d 2s Js 4h 5h", annul_poor_hand="off"
    )
    match = play(match, "0 call J", *ALL_PASS_ACTIONS, "0 name d", "0 play Ad", "1 play 4s")
    assert list_known_partners(match, 2) == (0,)
    assert list_known_partners(match, 0) == ()
    match = play(match, "2 play Jd")
    assert list_known_partners(match, 0) == (2,)
    assert set(list_known_partners(match, 1)) == {3, 4}


def test_advice_on_call_gives_target_and_success_rate() -> None:
    advised = get_advice_by_action(deal_chiamata("Ad 3d Qd Jd 7d As Kh 2c"))
    reason = advised["call K"].reasons[0]
    assert reason.code == "why_contract"
    assert reason.values["asked"] == 61
    assert reason.values["times"] == round(100 * (advised["call K"].estimate.win_probability or 0))
    assert advised["call K"].estimate.value > advised["pass"].estimate.value


def test_advice_on_bid_gives_expected_tricks() -> None:
    advised = get_advice_by_action(deal_match(game="spades", seats=4))
    assert all(item.reasons[0].code == "why_bid" for item in advised.values())
    reason = next(iter(advised.values())).reasons[0]
    text = "you should take about {tricks} tricks; the bid is made {times} times in 100"
    assert format_reason(reason, PLAYER_NAMES) == text.format(**reason.values)


def list_muscio_reasons(match: Match, text: str) -> list[str]:
    reasons = get_advice_by_action(match)[text].reasons
    return [format_reason(reason, PLAYER_NAMES) for reason in reasons if reason.code not in COMPARISON_CODES]


def test_muscio_advice_on_declarations_names_the_trumps_of_the_hand() -> None:
    poor = deal_muscio("Ad", "Kh 3h 4s 5s 6s", "Kd 3d 4c 5c 6c", "Qd 4d 7s 7c Js")
    assert list_muscio_reasons(poor, "pass") == ["you have no trump"]
    assert list_muscio_reasons(poor, "in") == [], "a lack of trumps does not speak for playing"
    assert list_muscio_reasons(poor, "blinde") == ["five unknown cards replace yours"]
    rich = deal_muscio("2d", "Ad 3d Kd Ah Ac", "Kh 3h 4c 5c 6c", "Qh 4s 7s 7c Js")
    assert list_muscio_reasons(rich, "in") == ["you have 3 trumps, the highest is Ad"]
    assert list_muscio_reasons(rich, "pass") == []
    middling = deal_muscio("2d", "5d 4h Kh Ah 3c", "Jd 7d 4c 5c 6c", "Qh 4s 7s 7c Js")
    assert list_muscio_reasons(middling, "pass") == ["your only trump is 5d"]
    assert list_muscio_reasons(middling, "in") == ["you have Ah"]
    assert list_muscio_reasons(play(middling, "0 pass"), "pass") == ["your highest trump is Jd"]


def test_muscio_advice_names_a_gatta_the_turned_card_and_playing_alone() -> None:
    gatta = deal_muscio("2d", "Ah 3h Kh 4h 5h", "Kd 3d 4c 5c 6c", "Qh 4s 7s 7c Js")
    assert list_muscio_reasons(gatta, "in") == ["your cards are a gatta of 5"]
    dealer = play(deal_muscio("2d", "Ah 3h Kh 6s 5h", "Kd 3d 4c 5c 6c", "Qd 4s 7s 7c Js"), "0 in", "1 pass")
    assert list_muscio_reasons(dealer, "in") == [
        "only two cards beat Qd",
        "you may exchange a card for 2d",
    ]
    alone = play(deal_muscio("2d", "Ah 3h Kh 6s 5h", "Kd 3d 4c 5c 6c", "Qd 4s 7s 7c Js"), "0 pass", "1 pass")
    for text in ("in", "blinde"):
        assert list_muscio_reasons(alone, text) == ["nobody else plays: 5 points come off your score"]


def test_muscio_advice_compares_turned_trump_with_discarded_card() -> None:
    match = declared(deal_muscio("Qd", "Kh 3h 4s 5s 6s", "Kd 3d 4c 5c 6c", "Jd Ad 7s 7c Js"), "in", "in", "in")
    assert "why_trump_more" in list_reason_codes(match, "swap 7s")
    assert "why_exchange" in list_reason_codes(match, "swap Jd")
    assert not {"why_trump_more", "why_exchange"} & (
        list_reason_codes(match, "swap Ad") | list_reason_codes(match, "keep")
    )


def test_muscio_advice_gives_cost_of_forfeiting() -> None:
    match = declared(deal_muscio("Ad", "Kd 3d 4s 5s 6s", "Kh 3h 4c 5c 6c", "Qd 4d 7s 7c Js"), "in", "pass", "in")
    while not {action.verb for action in match.legal_actions()} & {"forfeit"}:
        match = match.apply(match.legal_actions()[0]).match
    assert "why_forfeit" in list_reason_codes(match, "forfeit")


def test_face_down_play_is_explained() -> None:
    match = declared(deal_muscio("Ad", "Kh 3h 4s 5s 6s", "Kd 3d 4c 5c 6c", "Qd 4d 7s 7c Js"), "in", "in", "in")
    while not isinstance(match.phase, TrickPhase):
        match = match.apply(match.legal_actions()[0]).match
    seat = match.turn
    view = observe(match, seat)
    plain = [action for action in view.legal_actions if isinstance(action, Play) and action.card.suit != "d"]
    assert plain
    assert "why_face_down" in list_reason_codes(match, plain[0].text_without_seat)


def test_seen_cards_are_not_counted_as_unplayed() -> None:
    match = play(deal_briscola("7d", "Ah 4c 3s", "2d 4s 5s"), "0 play Ah")
    unseen = set(list_unseen_cards(observe(match, 1)))
    assert not unseen & set(parse_cards("Ah 7d 2d 4s 5s"))
    assert Card("4c") in unseen


# -- advice in the window -------------------------------------------------------------------------


def test_worker_process_returns_same_advice_in_same_order() -> None:
    view = observe(deal_briscola("7d", "Ah 4c 3s", "2d 4s 5s"), 0)
    advice_items = explain_actions(view, DETERMINISTIC_TIME_LIMIT, Random(3))
    assert [(item.action, item.value, item.reasons) for item in advice_items] == [
        (item.action, item.estimate.value, item.reasons)
        for item in compute_advice(view, DETERMINISTIC_TIME_LIMIT, Random(3))
    ]


def test_due_sign_and_gainful_exchange_are_ranked_before_card_plays() -> None:
    signed = play(deal_briscola("7d", "Ad 4c 3s", "2d 4s 5s", "6h 5h 4h", "6s 7s 2s"), *_make_first_trick_match())
    advice_items = explain_actions(observe(signed, signed.turn), DETERMINISTIC_TIME_LIMIT, Random(1))
    first, second = advice_items[:2]
    assert (first.action.verb, first.reasons[0].code) == ("sign", "why_sign")
    assert second.action.verb == "play"
    rich = play(
        deal_briscola("Ad", "7d Ac 3s", "2d 4s 5s", stock="2h 4h", trump_exchange="seven"), "0 play Ac", "1 play 4s"
    )
    advice_items = explain_actions(observe(rich, 0), DETERMINISTIC_TIME_LIMIT, Random(1))
    assert (advice_items[0].action.text_without_seat, advice_items[0].reasons[0].code) == ("swap", "why_exchange")
    assert format_reason(advice_items[0].reasons[0], PLAYER_NAMES[:2]) == "Ad is worth more than 7d"


def _make_first_trick_match() -> tuple[str, ...]:
    return "0 play 3s", "1 play 4s", "2 play 4h", "3 play 2s"


def test_game_without_ai_gets_no_advice() -> None:
    view = observe(deal_briscola("7d", "Ah 4c 3s", "2d 4s 5s"), 0)
    assert explain_actions(msgspec.structs.replace(view, game_id="unknown"), DETERMINISTIC_TIME_LIMIT, Random(1)) == ()
