"""Advice: each choice with its expected result and reasons, from what the seat may know."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from game.ai.advice import HINT_PASS_COUNT, compute_advice, explain_actions
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


def deal_sign() -> Match:
    """Return a match of Briscola in which the player on turn has an ace of trump to sign."""
    match = deal_briscola("7d", "Ad 4c 3s", "2d 4s 5s", "6h 5h 4h", "6s 7s 2s")
    return play(match, "0 play 3s", "1 play 4s", "2 play 4h", "3 play 2s")


def deal_exchange() -> Match:
    """Return a match of Briscola in which the player on turn can exchange the seven for the ace of trump."""
    match = deal_briscola("Ad", "7d Ac 3s", "2d 4s 5s", stock="2h 4h", trump_exchange="seven")
    return play(match, "0 play Ac", "1 play 4s")


def deal_high_hearts(other_cards: str, *declarations: str) -> Match:
    """Return a deal of Muscio in which seat 0 has three hearts and ``other_cards``, after these declarations."""
    hands = (f"Ah 3h Kh {other_cards}", "Kd 3d 4c 5c 6c", "Qd 4s 7s 7c Js")
    return apply_phrases(deal_muscio("2d", *hands), *declarations)


@check_rows(("make", "reasons"), [
    (lambda: play(deal_briscola("7d", "4h 4c 5c", "3d 6s 5s"), "0 play 4h"),
     {"play 6s": ["it gives nothing away", "you keep your trumps"],
      "play 3d": ["it takes the trick for sure and brings 10 points"]}),
    (deal_sign, {"sign asso": ["it tells your partner something new and true before you play"]}),
    (deal_exchange, {"swap": ["Ad is worth more than 7d"]}),
    (lambda: deal_match(game="spades", seats=4),
     {"bid 3": ["you should take about 4 tricks, and you make this bid 80% of the time",
                "you'd make a bid of 4 only 50% of the time", "Ad and Ah should win tricks"]}),
    (lambda: deal_high_hearts("4h 5h"), {"in": ["your cards are a gatta of 5"]}),
    (lambda: deal_high_hearts("6s 5h", "in", "pass"),
     {"in": ["only two cards beat Qd", "you may exchange a card for 2d"]}),
    (lambda: deal_high_hearts("6s 5h", "pass", "pass"),
     {word: ["nobody else plays, so 5 points come off your score"] for word in ("in", "blinde")}),
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
    advised = compute_advice(view, DETERMINISTIC_TIME_LIMIT, Random(3), pass_count=HINT_PASS_COUNT)
    assert [*explained] == advised
