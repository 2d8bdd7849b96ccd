"""Advice: each choice with its expected result and reasons, from what the seat may know."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from game.ai.advice import compute_advice, explain_actions
from game.ai.estimates import ActionEstimate, compute_comparable_percentages
from game.ai.registry import GAME_AIS
from game.analysis.report import COMPARISON_CODES
from game.core.actions import Play
from game.core.cards import Card
from game.match.match import Match
from game.match.observation import observe
from game.text.messages import format_reason
from tests.game.rules.chiamata.deals import ALL_PASS_ACTIONS
from tests.game.rules.muscio.deals import apply_phrases, deal_muscio
from tests.helpers import DETERMINISTIC_TIME_LIMIT, PLAYER_NAMES, deal_briscola, deal_chiamata, deal_match, play
from tests.rows import check_rows

FOUR_HANDS = ("4h 5c 6c", "Kh 5s 6s", "6h 2s 4s", "2d 3c 5h")


def deal_sign() -> Match:
    """Return a match of Briscola in which the player on turn has an ace of trump to sign."""
    match = deal_briscola("7d", "Ad 4c 3s", "2d 4s 5s", "6h 5h 4h", "6s 7s 2s")
    return play(match, "0 play 3s", "1 play 4s", "2 play 4h", "3 play 2s")


def deal_exchange() -> Match:
    """Return a match of Briscola in which the player on turn can exchange the seven for the ace of trump."""
    match = deal_briscola("Ad", "7d Ac 3s", "2d 4s 5s", stock="2h 4h", trump_exchange="seven")
    return play(match, "0 play Ac", "1 play 4s")


def deal_poor() -> Match:
    return deal_muscio("Ad", "Kh 3h 4s 5s 6s", "Kd 3d 4c 5c 6c", "Qd 4d 7s 7c Js")


def deal_middling() -> Match:
    return deal_muscio("2d", "5d 4h Kh Ah 3c", "Jd 7d 4c 5c 6c", "Qh 4s 7s 7c Js")


def deal_gatta_or_high_cards(first_hand: str, *declarations: str) -> Match:
    return apply_phrases(deal_muscio("2d", first_hand, "Kd 3d 4c 5c 6c", "Qd 4s 7s 7c Js"), *declarations)


def deal_dealers_exchange() -> Match:
    match = deal_muscio("Qd", "Kh 3h 4s 5s 6s", "Kd 3d 4c 5c 6c", "Jd Ad 7s 7c Js")
    return apply_phrases(match, "in", "in", "in")


@check_rows(("make", "reasons"), [
    (lambda: play(deal_briscola("7d", "4h 4c 5c", "3d 6s 5s"), "0 play 4h"),
     {"play 6s": ["gives nothing away", "spends no trump"], "play 3d": ["is sure to take 10 points"]}),
    (lambda: play(deal_briscola("7d", "Ah 4c 5c", "3d 3h 5s"), "0 play Ah"),
     {"play 3h": ["adds 10 points to a trick that the other side is winning", "but spends no trump"]}),
    (lambda: play(deal_briscola("7d", "Ah 5c 6c", "4h 5s 6s"), "0 play Ah"), {"play 5s": ["gives nothing away"]}),
    (lambda: play(deal_briscola("7d", *FOUR_HANDS), "0 play 4h"),
     {"play Kh": ["winning so far; higher cards still out: 11"]}),
    (lambda: play(deal_briscola("7d", *FOUR_HANDS), "0 play 4h", "1 play Kh", "2 play 6h"),
     {"play 3c": ["gives 10 points to Bruno, who is winning the trick so far", "spends no trump"]}),
    (deal_sign, {"sign asso": ["tells your partner something new and true before you play"]}),
    (deal_exchange, {"swap": ["Ad is worth more than 7d"]}),
    (lambda: deal_chiamata("Ad 3d Qd Jd 7d As Kh 2c"),
     {"call K": ["about 87 card points expected, 61 needed: contract made 96% of the time"]}),
    (lambda: deal_match(game="spades", seats=4),
     {"bid 3": ["you should take about 4 tricks; the bid is made 78 times in 100"]}),
    (deal_poor, {"pass": ["you have no trump"], "in": [], "blinde": ["five unknown cards replace yours"]}),
    (lambda: deal_muscio("2d", "Ad 3d Kd Ah Ac", "Kh 3h 4c 5c 6c", "Qh 4s 7s 7c Js"),
     {"in": ["you have 3 trumps, the highest is Ad"], "pass": []}),
    (deal_middling, {"pass": ["your only trump is 5d"], "in": ["you have Ah"]}),
    (lambda: play(deal_middling(), "0 pass"), {"pass": ["your highest trump is Jd"]}),
    (lambda: deal_gatta_or_high_cards("Ah 3h Kh 4h 5h"), {"in": ["your cards are a gatta of 5"]}),
    (lambda: deal_gatta_or_high_cards("Ah 3h Kh 6s 5h", "in", "pass"),
     {"in": ["only two cards beat Qd", "you may exchange a card for 2d"]}),
    (lambda: deal_gatta_or_high_cards("Ah 3h Kh 6s 5h", "pass", "pass"),
     {word: ["nobody else plays: 5 points come off your score"] for word in ("in", "blinde")}),
    (deal_dealers_exchange,
     {"swap 7s": ["Qd gives you one more trump"], "swap Jd": ["Qd is worth more than Jd"], "swap Ad": [], "keep": []}),
    (lambda: apply_phrases(deal_poor(), "in", "pass", "in", "keep"),
     {"forfeit": ["takes 5 off your opponent's score; yours stays the same"]}),
    (lambda: apply_phrases(deal_poor(), "in", "in", "in", "keep"), {"play 3h": ["is played face down and cannot win"]}),
])  # fmt: skip
def test_each_action_has_the_reasons_of_its_value(make: Callable[[], Match], reasons: dict[str, list[str]]) -> None:
    match = make()
    advised = {
        advice.action.text_without_seat: [
            format_reason(reason, PLAYER_NAMES) for reason in advice.reasons if reason.code not in COMPARISON_CODES
        ]
        for advice in compute_advice(observe(match, match.turn), DETERMINISTIC_TIME_LIMIT)
    }
    assert {phrase: advised[phrase] for phrase in reasons} == reasons


@check_rows(("make", "phrase"), [(deal_sign, "sign asso"), (deal_exchange, "swap")])
def test_due_sign_and_gainful_exchange_are_ranked_before_card_plays(make: Callable[[], Match], phrase: str) -> None:
    match = make()
    first, *_others = explain_actions(observe(match, match.turn), DETERMINISTIC_TIME_LIMIT, Random(1))
    assert first.action.text_without_seat == phrase


@check_rows(("probabilities", "percentages"), [
    ((0.594, 0.588, 0.51), (59, 59, 51)), ((0.5, 0.9), ()), ((0.5, None), ()), ((0.5, 0.5), ()),
])  # fmt: skip
def test_percentages_stand_for_the_values_only_if_the_best_action_has_the_highest(
    probabilities: tuple[float | None, ...], percentages: tuple[int, ...]
) -> None:
    estimates = [
        ActionEstimate(action=Play(0, Card(f"{rank}c")), value=0.0, standard_error=0.0, win_probability=probability)
        for rank, probability in zip("456", probabilities, strict=False)
    ]
    assert compute_comparable_percentages(estimates) == percentages


def test_hidden_partner_is_not_treated_as_teammate_until_called_card_is_played() -> None:
    match = deal_chiamata(
        "Ad 3d Kd 7d 6d As Ks 2h", "4s 5s 6s 7s 4c 5c 6c 7c", "Ah Jd 5d 4d 2s Js 4h 5h", annul_poor_hand="off"
    )
    before = play(match, "0 call J", *ALL_PASS_ACTIONS, "0 name d", "0 play Ad", "1 play 4s")
    after = play(before, "2 play Jd")
    asked = ((before, 2), (before, 0), (after, 0), (after, 1))
    partners = [{*GAME_AIS["chiamata"].list_known_partners(observe(match, seat))} for match, seat in asked]
    assert partners == [{0}, set(), {2}, {3, 4}]


def test_worker_process_returns_same_advice_in_same_order() -> None:
    view = observe(deal_briscola("7d", "Ah 4c 3s", "2d 4s 5s"), 0)
    explained = explain_actions(view, DETERMINISTIC_TIME_LIMIT, Random(3))
    advised = compute_advice(view, DETERMINISTIC_TIME_LIMIT, Random(3))
    assert [(item.action, item.value, item.reasons) for item in explained] == [
        (item.action, item.estimate.value, item.reasons) for item in advised
    ]


def test_seat_not_on_turn_gets_no_advice() -> None:
    with pytest.raises(ValueError, match="nothing to choose"):
        compute_advice(observe(deal_briscola("7d", "Ah 4c 3s", "2d 4s 5s"), 1), DETERMINISTIC_TIME_LIMIT)
