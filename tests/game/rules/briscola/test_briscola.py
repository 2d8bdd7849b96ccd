"""The rules of Briscola (docs/rules.md, "Briscola"), with a test for each sentence."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, product
from typing import Any

import pytest

from game.core.actions import Swap
from game.core.cards import ITALIAN_PACK, Card, format_cards, make_hidden_cards, parse_cards
from game.core.events import CardDrawn, DealScored, TrickTaken, TurnedCardSwapped
from game.core.messages import Reason
from game.core.phase import DealResult, DecisiveTrick
from game.core.trick_taking import CompletedTrick, Trick, replace
from game.match.match import Match
from game.rules import GAMES
from game.rules.briscola.events import HandShown, SignMade
from game.rules.briscola.phases import BriscolaTrickPhase
from game.rules.game import Tally
from tests.helpers import (
    deal_briscola,
    deal_match,
    get_last_events,
    get_refusal_code,
    list_legal_phrases,
    make_match,
    play,
    play_random_actions,
)
from tests.rows import check_rows

FOUR_HANDS = ("2s 4s 5s", "2c 4c 5c", "2h 4h 5h", "6s 6c 6h")
"""Four hands without trumps (denari) and without points."""


def get_trick_phase(match: Match) -> BriscolaTrickPhase:
    assert isinstance(match.phase, BriscolaTrickPhase)
    return match.phase


def get_hand_text(match: Match, seat: int) -> str:
    return format_cards(get_trick_phase(match).hands[seat])


def play_trick(match: Match, *texts: str) -> TrickTaken:
    """Return the trick that the last of these plays completes."""
    return next(event for event in get_last_events(match, *texts) if isinstance(event, TrickTaken))


def play_first_cards(match: Match, tricks: int = 99) -> Match:
    """Play the first card of each hand for a number of tricks."""
    for _count in range(tricks * match.seats):
        if match.is_deal_in_progress:
            match = match.apply(match.legal_actions()[0]).match
    return match


# -- cards -----------------------------------------------------------------------------------------


@check_rows(("seats", "changes", "size", "left_out"), [
    (2, {}, 40, ""), (3, {}, 39, "2h"), (4, {"three_player_two": "d"}, 40, ""), (5, {}, 40, ""),
    (6, {}, 36, "2d 2h 2s 2c"), *((3, {"three_player_two": suit}, 39, f"2{suit}") for suit in "dhsc"),
])  # fmt: skip
def test_pack_is_forty_minus_one_two_at_three_and_minus_all_twos_at_six(
    seats: int, changes: dict[str, Any], size: int, left_out: str
) -> None:
    pack = make_match(seats=seats, **changes).pack
    assert len(pack) == size
    assert {*ITALIAN_PACK} - {*pack} == {*parse_cards(left_out)}


def test_cards_are_dealt_singly_from_forehand_who_leads_and_next_card_is_turned() -> None:
    match = deal_match("Ad 2s Kh 3d 4s Qh Kd 5s Jh 7c 6c 5c", seats=3, dealer=1)
    assert [get_hand_text(match, seat) for seat in (2, 0, 1)] == ["Ad 3d Kd", "2s 4s 5s", "Kh Qh Jh"]
    phase = get_trick_phase(match)
    assert (str(phase.turned_card), phase.trump, match.turn) == ("7c", "c", 2)
    assert format_cards(phase.stock).startswith("6c 5c") and phase.stock[-1] is phase.turned_card


@check_rows(("seats", "sides"), [
    (2, ((0,), (1,))), (3, ((0,), (1,), (2,))), (4, ((0, 2), (1, 3))), (5, ((0,), (1,), (2,), (3,), (4,))),
    (6, ((0, 2, 4), (1, 3, 5))),
])  # fmt: skip
def test_sides_depend_on_seat_count_and_teams_option(seats: int, sides: tuple[tuple[int, ...], ...]) -> None:
    assert make_match(seats=seats).sides == sides
    alone = tuple((seat,) for seat in range(4))
    assert make_match(seats=seats, teams=False).sides == (alone if seats == 4 else sides)


def test_briscola_is_played_counterclockwise_by_two_to_six() -> None:
    assert not GAMES["briscola"].is_clockwise
    assert GAMES["briscola"].seat_counts == (2, 3, 4, 5, 6)
    for seats in (1, 7):
        with pytest.raises(ValueError, match=r"^seats: must be one of 2, 3, 4, 5, 6 in Briscola, not "):
            make_match(seats=seats)


# -- tricks ----------------------------------------------------------------------------------------


@check_rows(("turned", "hands", "winner", "points"), [
    # Examples 7 and 8: only trump takes, without trump only the suit led.
    ("4d", ("7h 4c 5c", "Kh 4s 5s", "2d 6c 6s", "Ah 2s 2c"), 2, 15),
    ("4d", ("4s 6h 7h", "3c 4h 2h", "5h 6c 2c", "Kc 2s 6s"), 0, 14),
    ("2d", ("As 5h 6h", "4d 5c 6c", "5d 7c Jc"), 2, 11), ("2d", ("5h As 6h", "5c 4d 6c", "7c 5d Jc"), 0, 0),
])  # fmt: skip
def test_highest_trump_or_card_of_the_suit_led_wins(
    turned: str, hands: tuple[str, ...], winner: int, points: int
) -> None:
    taken = play_trick(
        deal_briscola(turned, *hands), *(f"{seat} play {hand.split()[0]}" for seat, hand in enumerate(hands))
    )
    assert (taken.winner, taken.points) == (winner, points)


def test_order_of_the_cards_is_a_3_k_q_j_7_6_5_4_2() -> None:
    ranks = "A3KQJ76542"
    for high, low in pairwise(ranks):
        match = deal_briscola("2d" if "2" not in (high, low) else "4d", f"{low}s 4h 5h", f"{high}s 5c 6c")
        assert play_trick(match, f"0 play {low}s", f"1 play {high}s").winner == 1


def test_every_card_of_the_hand_may_be_played_at_any_time() -> None:
    match = deal_briscola("4d", "7h 7c 7s", "Kh 5d As")
    assert list_legal_phrases(match) == ["play 7h", "play 7c", "play 7s"]
    assert list_legal_phrases(play(match, "0 play 7h")) == ["play Kh", "play 5d", "play As"]


def test_winner_draws_first_then_in_order_of_play() -> None:
    match = deal_briscola("4d", "7h 4c 5c", "Kh 4s 5s", "3c 6c 6s", stock="As 2s 3s")
    events = get_last_events(match, "0 play 7h", "1 play Kh", "2 play 3c")
    drawn = [(event.seat, str(event.card)) for event in events if isinstance(event, CardDrawn)]
    assert drawn == [(1, "As"), (2, "2s"), (0, "3s")]


@check_rows(("seats", "rounds"), [(2, 17), (3, 10), (4, 7), (5, 5), (6, 3)])
def test_example_9_turned_card_is_drawn_last_and_three_tricks_remain(seats: int, rounds: int) -> None:
    match = play_first_cards(deal_match(seats=seats), rounds)
    phase = get_trick_phase(match)
    assert match.turn is not None
    assert (phase.stock, phase.board().turned_card) == ((), None)
    assert phase.turned_card in phase.hands[match.turn - 1]
    assert [len(hand) for hand in phase.hands] == [3] * seats
    assert not play_first_cards(match, 3).is_deal_in_progress


# -- score -----------------------------------------------------------------------------------------


def make_deal_result(match: Match, sums: dict[int, int]) -> DealResult:
    """Return the result of a deal in which each seat takes these points in one trick."""
    done = tuple(CompletedTrick(Trick((0,)), seat, points) for seat, points in sums.items())
    step = replace(get_trick_phase(match), completed_tricks=done, hands=((),) * match.seats).score_deal()
    assert step.phase.result is not None
    assert step.events == (DealScored(step.phase.result.scores, step.phase.result.points),)
    return step.phase.result


TWO, THREE, FOUR, ALONE = {"seats": 2}, {"seats": 3}, {"seats": 4}, {"seats": 4, "teams": False}
OVER_60 = {"deal_winner": "over_60"}


@check_rows(("sums", "table", "scores", "wins", "code", "values"), [
    ((61, 59), TWO, (1, 0), (1, 0), "over_60", {"seats": (0,), "points": 61}),
    ((59, 61), TWO, (0, 1), (0, 1), "over_60", {"seats": (1,), "points": 61}),
    ((55, 65), TWO | OVER_60, (0, 1), (0, 1), "over_60", {"seats": (1,), "points": 65}),
    ((60, 60), TWO, (0, 0), (0.5, 0.5), "sixty_all", {"points": 60}),
    ((30, 20, 31, 39), FOUR, (1, 0, 1, 0), (0.5, 0, 0.5, 0), "over_60", {"seats": (0, 2), "points": 61}),
    ((45, 45, 30, 0), FOUR, (1, 0, 1, 0), (0.5, 0, 0.5, 0), "over_60", {"seats": (0, 2), "points": 75}),
    ((30, 30, 30, 30), FOUR, (0,) * 4, (0.25,) * 4, "sixty_all", {"points": 60}),
    ((20, 21, 20, 20, 19, 20), {"seats": 6}, (0, 1) * 3, (0, 1 / 3) * 3, "over_60", {"seats": (1, 3, 5), "points": 61}),
    ((60, 0, 0, 0, 0, 60), {"seats": 6} | OVER_60, (0,) * 6, (1 / 6,) * 6, "sixty_all", {"points": 60}),
    ((50, 40, 30), THREE, (1, 0, 0), (1, 0, 0), "most_points", {"seats": (0,), "points": 50}),
    ((45, 45, 30), THREE, (0, 0, 0), (0.5, 0.5, 0), "tie_at_top", {"points": 45}),
    ((45, 30, 45, 0), ALONE, (0,) * 4, (0.5, 0, 0.5, 0), "tie_at_top", {"points": 45}),
    ((0, 0, 0, 120, 0), {"seats": 5}, (0, 0, 0, 1, 0), (0, 0, 0, 1, 0), "most_points", {"seats": (3,), "points": 120}),
    ((50, 40, 30), THREE | OVER_60, (0, 0, 0), (0, 0, 0), "nobody_over_60", {"points": 50}),
    ((60, 30, 30), THREE | OVER_60, (0, 0, 0), (0, 0, 0), "nobody_over_60", {"points": 60}),
    ((29, 61, 30), THREE | OVER_60, (0, 1, 0), (0, 1, 0), "over_60", {"seats": (1,), "points": 61}),
    ((60, 60, 0, 0), ALONE | OVER_60, (0,) * 4, (0,) * 4, "nobody_over_60", {"points": 60}),
    ((61, 59, 0, 0, 0), {"seats": 5} | OVER_60, (1, 0, 0, 0, 0), (1, 0, 0, 0, 0), "over_60",
     {"seats": (0,), "points": 61}),
])  # fmt: skip
def test_side_with_most_points_or_more_than_60_scores_one(
    sums: tuple[int, ...], table: dict[str, Any], scores: tuple[int, ...], wins: tuple[float, ...], code: str,
    values: dict[str, Any],
) -> None:  # fmt: skip
    """Check also the shares of a win in simulations, and the reasons: the points of each side, then the result."""
    match = deal_match(**table)
    result = make_deal_result(match, dict(enumerate(sums)))
    assert result.scores == scores
    points = {side: sum(sums[seat] for seat in side) for side in match.sides}
    side_points = [Reason("side_points", {"seats": side, "points": points[side]}) for side in match.sides]
    assert [reason for reason in result.reasons if type(reason) is Reason] == [*side_points, Reason(code, values)]
    own_points = {seat: float(points[side]) for side in match.sides for seat in side}
    expected_tally = Tally(tuple(own_points[seat] for seat in range(match.seats)), wins)
    assert match.game.tally_deal(result, match.sides) == expected_tally


@check_rows(("points", "table", "turned"), [
    ((61, 59), {"seats": 2}, ("turned_60", {"number": 1, "seats": (0,), "points": 61}, 0)),
    ((30, 40, 31, 19), {"seats": 4}, ("turned_60", {"number": 3, "seats": (0, 2), "points": 61}, 2)),
    ((50, 40, 30), {"seats": 3}, ("turned_most", {"number": 1, "seats": (0,), "points": 50}, 0)),
    ((61, 30, 29), THREE | OVER_60, ("turned_60", {"number": 1, "seats": (0,), "points": 61}, 0)),
    ((60, 60), {"seats": 2}, None), ((50, 40, 30), THREE | OVER_60, None),
    ((45, 45, 30), {"seats": 3}, None),
])  # fmt: skip
def test_decisive_trick_passed_60_or_the_next_best_side_and_tells_the_points_then(
    points: tuple[int, ...], table: dict[str, Any], turned: tuple[str, dict[str, Any], int] | None
) -> None:
    result = make_deal_result(deal_match(**table), dict(enumerate(points)))
    decisive_tricks = [
        (reason.code, reason.values, reason.trick_index)
        for reason in result.reasons
        if isinstance(reason, DecisiveTrick)
    ]
    assert decisive_tricks == ([turned] if turned is not None else [])


@check_rows("wins", [1, 2, 3, 5, 7])
def test_first_side_with_deals_to_win_wins_the_match(wins: int) -> None:
    moments = list(play_random_actions(make_match(seats=4, deals_to_win=wins), wins, deal_count=99))
    match = moments[-1].match
    assert match.is_over
    won = match.standing.winners
    assert won in ((0, 2), (1, 3))
    assert [match.standing.totals[seat] for seat in won] == [wins, wins]
    assert moments[-1].match_before.is_over is False
    assert all(total < wins for seat, total in enumerate(match.standing.totals) if seat not in won)
    assert not match.needs_deal


# -- signs -----------------------------------------------------------------------------------------


def play_first_trick(**changes: Any) -> Match:
    """Return a match of four after the first trick, which seat 0 took."""
    return play(deal_briscola("7d", *FOUR_HANDS, **changes), "0 play 5s", "1 play 5c", "2 play 5h", "3 play 6c")


@check_rows(("make", "codes"), [
    (lambda: deal_briscola("7d", *FOUR_HANDS), {"0 sign asso": "signs_first_trick"}),
    (lambda: play(deal_briscola("7d", *FOUR_HANDS), "0 play 5s"), {"1 sign niente": "signs_first_trick"}),
    (play_first_trick, {"0 sign asso": None, "1 sign asso": "not_your_turn"}),
    (lambda: play(play_first_trick(), "0 sign asso"), {"0 sign tre": "signs_one_a_turn", "0 play 2s": None}),
    (lambda: play(play_first_trick(), "0 sign asso", "0 play 2s"), {"0 sign tre": "not_your_turn", "1 sign tre": None}),
    (lambda: play(play_first_trick(), "0 play 2s", "1 play 2c", "2 sign re", "2 play 2h", "3 play 6s", "3 sign asso",
                  "3 play 6h"), {"0 sign niente": None}),
    (lambda: play_first_trick(signals="off"), {"0 sign asso": "signs_off"}),
])  # fmt: skip
def test_partners_may_sign_once_a_turn_from_the_second_trick(
    make: Callable[[], Match], codes: dict[str, str | None]
) -> None:
    match = make()
    assert {text: get_refusal_code(match, text) for text in codes} == codes


@check_rows("table", [TWO, THREE, {"seats": 5}, ALONE])
def test_no_signs_without_partner(table: dict[str, Any]) -> None:
    match = play_first_cards(deal_match(**table), 1)
    assert get_refusal_code(match, f"{match.turn} sign asso") == "signs_no_partner"


def test_every_sign_may_be_made_whether_true_or_not() -> None:
    signs = [phrase.removeprefix("sign ") for phrase in list_legal_phrases(play_first_trick()) if "sign" in phrase]
    assert signs == ["asso", "tre", "re", "cavallo", "fante", "carico", "niente"]


@check_rows("seats", [4, 6])
def test_partners_see_sign_and_opponents_see_only_that_one_was_made(seats: int) -> None:
    match = play_first_cards(deal_match(seats=seats), 1)
    maker = match.turn
    assert maker is not None
    event = get_last_events(match, f"{maker} sign carico")[0]
    assert isinstance(event, SignMade)
    after = get_trick_phase(play(match, f"{maker} sign carico"))
    for seat in (*range(seats), None):
        sign = "carico" if seat is not None and (seat - maker) % 2 == 0 else None
        assert (event.seen_by(seat).sign, after.seen_by(seat).signs) == (sign, ((1, maker, sign),))


# -- partners' last cards --------------------------------------------------------------------------


@check_rows("seats", [4, 6])
def test_partners_hands_are_shown_once_stock_is_empty(seats: int) -> None:
    moments = list(play_random_actions(make_match(seats=seats, show_partner_hand=True), 5))
    (moment,) = (item for item in moments if any(isinstance(event, HandShown) for event in item.events))
    before, after = get_trick_phase(moment.match_before), get_trick_phase(moment.match)
    assert before.stock and not after.stock
    shown = [event for event in moment.events if isinstance(event, HandShown)]
    assert [event.seat for event in shown] == list(range(seats))
    for seat, other in product(range(seats), repeat=2):
        is_partner = (seat - other) % 2 == 0
        assert (before.seen_by(seat).hands[other] == before.hands[other]) == (seat == other)
        assert (after.seen_by(seat).hands[other] == after.hands[other]) == is_partner
        assert (shown[other].seen_by(seat).cards == after.hands[other]) == is_partner
    for seat in range(seats):
        hidden = HandShown(seat, make_hidden_cards(len(after.hands[seat])), shown[seat].to)
        assert shown[seat].seen_by(None) == shown[seat].seen_by((seat + 1) % seats) == hidden
        assert after.seen_by(None).hands[seat] == hidden.cards


@check_rows("table", [{"seats": 4}, {"seats": 2, "show_partner_hand": True}])
def test_hands_are_not_shown_by_default_nor_without_partners(table: dict[str, Any]) -> None:
    events = [event for moment in play_random_actions(make_match(**table), 5) for event in moment.events]
    assert not [event for event in events if isinstance(event, HandShown)]


# -- the exchange ----------------------------------------------------------------------------------

SEVEN_HANDS = ("7d As 5s", "2s 4c 5c")


def take_first_trick(*hands: str, **changes: Any) -> Match:
    """Return a match with the king of trump turned, after a trick that seat 0 took with the ace of spades."""
    match = deal_briscola("Kd", *(hands or SEVEN_HANDS), **changes)
    return play(match, "0 play As", "1 play 2s", *(("2 play 2h", "3 play 6s") if match.seats == 4 else ()))


def test_exchange_swaps_seven_for_turned_card_after_own_trick() -> None:
    match = take_first_trick(stock="2c 2h", trump_exchange="seven")
    seven, king = parse_cards("7d Kd")
    assert get_last_events(match, "0 swap") == (TurnedCardSwapped(0, seven, king),)
    after = play(match, "0 swap")
    phase = get_trick_phase(after)
    assert (get_hand_text(after, 0), phase.turned_card, phase.stock[-1], after.turn) == ("5s 2c Kd", seven, seven, 0)
    assert phase.exchange == (0, king), "all saw who took which card"
    assert get_refusal_code(after, "0 swap") == "swap_not_held"
    assert any(seven in hand for hand in get_trick_phase(play_first_cards(after, 16)).hands)


PARTNER_HANDS = ("As 4s 5s", "2s 4c 5c", "7d 2h 5h", "6s 6c 6h")


def empty_stock() -> Match:
    """Return a match without a stock in which seat 0 is on turn and has kept the seven of trump."""
    match = deal_briscola("Kd", *SEVEN_HANDS, trump_exchange="seven")
    while get_trick_phase(match).stock or match.turn != 0:
        kept = (f"{match.turn} play 7d", f"{match.turn} swap")
        match = match.apply(next(action for action in match.legal_actions() if str(action) not in kept)).match
    return match


@check_rows(("make", "codes"), [
    (lambda: deal_briscola("Kd", *SEVEN_HANDS, trump_exchange="seven"), {"0 swap": "swap_no_trick"}),
    (lambda: take_first_trick(trump_exchange="seven"),
     {"0 swap": None, "0 swap 7d": "not_now", "1 swap": "not_your_turn"}),
    (lambda: play(take_first_trick(trump_exchange="seven"), "0 play 5s"), {"0 swap": "not_your_turn"}),
    (take_first_trick, {"0 swap": "swap_off"}),
    (lambda: take_first_trick("2d As 5s", SEVEN_HANDS[1], trump_exchange="two"), {"0 swap": None}),
    (lambda: take_first_trick(trump_exchange="two"), {"0 swap": "swap_not_held"}),
    (lambda: play(take_first_trick(*PARTNER_HANDS, trump_exchange="seven"), "0 play 4s", "1 play 4c"),
     {"2 swap": "swap_no_trick"}),
    (empty_stock, {"0 swap": "swap_stock_gone"}),
])  # fmt: skip
def test_exchange_is_allowed_once_after_own_trick_with_the_card_in_hand(
    make: Callable[[], Match], codes: dict[str, str | None]
) -> None:
    match = make()
    assert {text: get_refusal_code(match, text) for text in codes} == codes


def test_refused_exchange_names_the_missing_card() -> None:
    reason = take_first_trick(trump_exchange="two").illegal_reason(Swap(0))
    assert reason == Reason("swap_not_held", {"card": Card("2d")})


def test_sign_and_exchange_are_allowed_on_one_turn() -> None:
    match = take_first_trick("7d As 5s", "2s 4c 5c", "2h 4h 5h", "6s 6c 6h", trump_exchange="seven")
    for texts in (("0 sign re", "0 swap"), ("0 swap", "0 sign re")):
        assert play(match, *texts, "0 play Kd").turn == 1
