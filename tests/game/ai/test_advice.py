"""Advice: each choice with its expected result and reasons, from what the seat may know."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from unittest.mock import patch

import msgspec

from game.ai.advice import HINT_PASS_COUNT, MIN_TIME_LIMIT, compute_advice, explain_actions, find_likely_partners
from game.ai.estimates import ActionEstimate, ExplainedEstimate, combine_passes, compute_comparable_percentages
from game.ai.reasons import REASON_DIRECTIONS
from game.ai.registry import GAME_AIS
from game.ai.time_limit import TimeLimit
from game.analysis.judge import judge_options
from game.analysis.model import list_judgments
from game.core.actions import Play
from game.core.cards import Card
from game.match.match import Match
from game.match.observation import Observation, observe
from game.text.messages import format_reason
from tests.game.rules.chiamata.deals import ALL_PASS_ACTIONS
from tests.game.rules.muscio.deals import apply_phrases, deal_muscio
from tests.helpers import (
    DETERMINISTIC_TIME_LIMIT,
    PLAYER_NAMES,
    deal_briscola,
    deal_chiamata,
    deal_match,
    parse_seat_action,
    play,
)
from tests.rows import check_rows


def deal_sign() -> Match:
    """Return a match of Briscola in which the player on turn has an ace of trump to sign."""
    match = deal_briscola("7d", "Ad 4c 3s", "2d 4s 5s", "6h 5h 4h", "6s 7s 2s")
    return play(match, "0 play 3s", "1 play 4s", "2 play 4h", "3 play 2s")


def deal_exchange() -> Match:
    """Return a match of Briscola in which the player on turn can exchange the seven for the ace of trump."""
    match = deal_briscola("Ad", "7d Ac 3s", "2d 4s 5s", stock="2h 4h", trump_exchange="seven")
    return play(match, "0 play Ac", "1 play 4s")


def deal_secret_partner() -> Match:
    """Return a deal of chiamata in which the first card, an ace, is of a player other than the caller."""
    match = deal_chiamata(
        "As 4c 5c 6c 7c 4h 5h 6h", "Ad 3d Kd Qd 7d 6d 4s 2h", "3h 2c Jc Qc 2d 7h Jh Qh", annul_poor_hand="off"
    )
    calls = ("0 pass", "1 call J", *(f"{seat} pass" for seat in (2, 3, 4)), "1 name d")
    return play(match, *calls, "0 play As", "1 play 4s")


def deal_high_hearts(other_cards: str, *declarations: str) -> Match:
    """Return a deal of Muscio in which seat 0 has three hearts and ``other_cards``, after these declarations."""
    hands = (f"Ah 3h Kh {other_cards}", "Kd 3d 4c 5c 6c", "Qd 4s 7s 7c Js")
    return apply_phrases(deal_muscio("2d", *hands), *declarations)


@check_rows(("make", "reasons"), [
    (lambda: play(deal_briscola("7d", "4h 4c 5c", "3d 6s 5s"), "0 play 4h"),
     {"play 6s": ["it gives nothing away", "the trick is worth no points, and Anna leads next", "you keep your trumps"],
      "play 3d": ["it's sure to take the trick, worth 10 points"]}),
    (deal_sign, {"sign asso": ["it tells your partner something true that they don't know yet"]}),
    (deal_exchange, {"swap": ["Ad is worth more than 7d"]}),
    (lambda: deal_match(game="spades", seats=4),
     {"bid 3": ["you should take about 4 tricks", "you'll make this bid 80% of the time",
                "you'd make a bid of 4 only 52% of the time", "Ad and Ah should each win a trick"]}),
    (lambda: deal_high_hearts("4h 5h"), {"in": ["your cards are a gatta worth 5"]}),
    (lambda: deal_high_hearts("6s 5h", "in", "pass"),
     {"in": ["only two cards beat Qd", "you may exchange a card for 2d"]}),
    (lambda: deal_high_hearts("6s 5h", "pass", "pass"),
     {word: ["nobody else plays, so your score drops by 5 points"] for word in ("in", "blinde")}),
    (deal_secret_partner, {"play 3h": ["it gives 10 points to Anna, who is probably on your side and is winning the "
                                       "trick so far", "you keep your trumps"]}),
])  # fmt: skip
def test_each_action_has_the_reasons_of_its_value(make: Callable[[], Match], reasons: dict[str, list[str]]) -> None:
    match = make()
    advised = {
        advice.action.text_without_seat: [
            format_reason(reason, PLAYER_NAMES)
            for reason in advice.reasons
            if REASON_DIRECTIONS[reason.code] != "comparison"
        ]
        for advice in compute_advice(observe(match, match.turn), DETERMINISTIC_TIME_LIMIT)
    }
    assert {phrase: advised[phrase] for phrase in reasons} == reasons


def advise_by(
    estimates: dict[str, tuple[float, float, float]], match: Match, game: str
) -> tuple[ExplainedEstimate, ...]:
    """Return the hint from these values, standard errors and chances of the choices, by the text of each."""
    made = [
        ActionEstimate(action=action, value=value, standard_error=error, win_probability=chance, expected_points=50.0)
        for text, (value, error, chance) in estimates.items()
        if (action := parse_seat_action(match, f"{match.turn} {text}"))
    ]
    fixed = msgspec.structs.replace(GAME_AIS[game], estimate_actions=lambda *_values: made)
    with patch.dict(GAME_AIS, {game: fixed}):
        return explain_actions(observe(match, match.turn), DETERMINISTIC_TIME_LIMIT, Random(1))


def deal_call() -> Match:
    return deal_chiamata("4s 5s 6s 7s 4c 5c 6c Kc", annul_poor_hand="off")


@check_rows(("make", "estimates", "text", "codes"), [
    (lambda: deal_briscola("7d", "Kc 2s 4h", "5s 6s 7s"), {"play Kc": (10.0, 0.0, 0.52), "play 2s": (9.0, 1.0, 0.52)},
     "play 2s", ["why_no_points", "why_as_good"]),
    (lambda: deal_briscola("7d", "Kc 2s 4h", "5s 6s 7s"), {"play Kc": (10.0, 0.0, 0.52), "play 2s": (5.0, 1.0, 0.51)},
     "play Kc", ["why_few_of_suit", "why_close_to"]),
    (lambda: deal_briscola("7d", "Kc 2s 4h", "5s 6s 7s"), {"play Kc": (90.0, 0.0, 0.7), "play 2s": (5.0, 1.0, 0.5)},
     "play Kc", ["why_few_of_suit", "why_more_often"]),
    (lambda: play(deal_briscola("7d", "4d 4c 4s", "As Qh 5h"), "0 play 4d"),
     {"play Qh": (10.0, 0.0, 0.33), "play 5h": (5.0, 1.0, 0.32)}, "play 5h", ["why_gives_nothing", "why_as_good"]),
    (lambda: play(deal_briscola("7d", "4d 4c 4s", "As Qh 5h"), "0 play 4d"),
     {"play Qh": (10.0, 0.0, 0.36), "play 5h": (5.0, 1.0, 0.32)}, "play Qh", ["why_more_often"]),
    (deal_call, {"pass": (0.0, 0.1, 0.0), "call A": (0.1, 0.0, 0.4)}, "pass", ["why_pass", "why_close"]),
    (deal_call, {"pass": (0.0, 0.1, 0.0), "call A": (0.1, 0.0, 0.6)}, "call A", ["why_contract", "why_close"]),
    (deal_call, {"pass": (0.0, 0.1, 0.0), "call A": (0.9, 0.0, 0.4)}, "call A", ["why_risky_contract"]),
])  # fmt: skip
def test_plain_card_or_pass_is_advised_unless_another_choice_is_better_beyond_its_noise(
    make: Callable[[], Match], estimates: dict[str, tuple[float, float, float]], text: str, codes: list[str]
) -> None:
    match = make()
    first, *_others = advise_by(estimates, match, match.game_id)
    assert first.action.text_without_seat == text
    assert [reason.code for reason in first.reasons if reason.code != "why_as_far_as"] == codes


def test_noise_of_several_passes_is_at_least_their_scatter() -> None:
    def make_pass(value: float) -> list[ActionEstimate]:
        cards = (("As", 10.0), ("2s", value))
        return [ActionEstimate(action=Play(0, Card(card)), value=worth, standard_error=0.1) for card, worth in cards]

    best, other = combine_passes([make_pass(value) for value in (9.0, 3.0, 8.0, 2.0)])
    assert (best.value, best.standard_error, other.value) == (10.0, 0.05, 5.5) and other.standard_error > 2
    assert combine_passes([make_pass(9.0)]) == make_pass(9.0)


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


def test_search_for_likely_partners_ends_with_its_time_limit() -> None:
    match, seconds = deal_secret_partner(), count(0.0, 10.0)
    view = observe(match, match.turn)
    assert find_likely_partners(view, DETERMINISTIC_TIME_LIMIT) == (0, 3)
    assert find_likely_partners(view, TimeLimit(50, lambda: next(seconds))) == ()
    assert next(seconds) < 40, "the search looks at the clock, and ends at once"


def test_check_of_a_play_searches_for_likely_partners_once() -> None:
    match, game_ai, searches = deal_secret_partner(), GAME_AIS["chiamata"], list[TimeLimit]()

    def search(observation: Observation, time_limit: TimeLimit) -> tuple[int, ...]:
        searches.append(time_limit)
        return game_ai.list_likely_partners(observation, time_limit)

    with patch.dict(GAME_AIS, chiamata=msgspec.structs.replace(game_ai, list_likely_partners=search)):
        findings = judge_options(observe(match, match.turn), 0, MIN_TIME_LIMIT, 1, 1)
    judgments = list_judgments(findings.values())
    assert any(option.loss for judgment in judgments for option in judgment.options), "searched again"
    assert searches == [MIN_TIME_LIMIT]


def test_worker_process_returns_same_advice_in_same_order() -> None:
    view = observe(deal_briscola("7d", "Ah 4c 3s", "2d 4s 5s"), 0)
    explained = explain_actions(view, DETERMINISTIC_TIME_LIMIT, Random(3))
    advised = compute_advice(view, DETERMINISTIC_TIME_LIMIT, Random(3), pass_count=HINT_PASS_COUNT)
    assert [(item.action, item.value) for item in explained] == [(item.action, item.value) for item in advised]
