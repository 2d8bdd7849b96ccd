"""The rules of Briscola (docs/rules.md, "Briscola"), with a test for each sentence."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from game.core.actions import Swap
from game.core.cards import Card, format_cards, make_hidden_cards, parse_cards
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


@check_rows(("seats", "size", "left_out"), [
    (2, 40, ""), (3, 39, "2h"), (4, 40, ""), (5, 40, ""), (6, 36, "2d 2h 2s 2c"),
])  # fmt: skip
def test_pack_is_forty_minus_one_two_at_three_and_minus_all_twos_at_six(seats: int, size: int, left_out: str) -> None:
    pack = make_match(seats=seats).pack
    assert len(pack) == len(set(pack)) == size
    assert not set(parse_cards(left_out)) & set(pack)
    assert {card.rank for card in pack} <= set("A234567JQK")


@check_rows("suit", "dhsc")
def test_three_player_two_option_removes_that_two(suit: str) -> None:
    match = make_match(seats=3, three_player_two=suit)
    assert parse_cards(f"2{suit}")[0] not in match.pack
    assert len(match.pack) == 39
    assert len(make_match(seats=4, three_player_two=suit).pack) == 40


@check_rows("seats", [2, 3, 4, 5, 6])
def test_card_points_add_up_to_120(seats: int) -> None:
    values = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}
    assert sum(values.get(card.rank, 0) for card in make_match(seats=seats).pack) == 120


def test_cards_are_dealt_singly_from_forehand_and_next_card_is_turned() -> None:
    match = deal_match("Ad 2s Kh 3d 4s Qh Kd 5s Jh 7c 6c 5c", seats=3, dealer=1)
    assert [get_hand_text(match, seat) for seat in (2, 0, 1)] == ["Ad 3d Kd", "2s 4s 5s", "Kh Qh Jh"]
    assert str(get_trick_phase(match).turned_card) == "7c"
    assert get_trick_phase(match).trump == "c"
    assert format_cards(get_trick_phase(match).stock).startswith("6c 5c")


def test_turned_card_is_last_of_stock() -> None:
    assert get_trick_phase(deal_briscola("7d", "Ah 2h 3h", "4h 5h 6h")).stock[-1] is parse_cards("7d")[0]


@check_rows("seats", [2, 3, 4, 5, 6])
def test_forehand_leads(seats: int) -> None:
    for dealer in range(seats):
        assert deal_match(seats=seats, dealer=dealer).turn == (dealer + 1) % seats


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


def test_example_7_only_trump_takes_fifteen_points() -> None:
    match = deal_briscola("4d", "7h 4c 5c", "Kh 4s 5s", "2d 6c 6s", "Ah 2s 2c")
    taken = play_trick(match, "0 play 7h", "1 play Kh", "2 play 2d", "3 play Ah")
    assert (taken.winner, taken.points) == (2, 15)


def test_example_8_only_led_suit_counts_without_trump() -> None:
    match = deal_briscola("4d", "4s 6h 7h", "3c 4h 2h", "5h 6c 2c", "Kc 2s 6s")
    taken = play_trick(match, "0 play 4s", "1 play 3c", "2 play 5h", "3 play Kc")
    assert (taken.winner, taken.points) == (0, 14)


@check_rows(("seats", "tricks", "rounds"), [(2, 20, 17), (3, 13, 10), (4, 10, 7), (5, 8, 5), (6, 6, 3)])
def test_example_9_number_of_tricks_and_draws(seats: int, tricks: int, rounds: int) -> None:
    events = [event for moment in play_random_actions(make_match(seats=seats), 9) for event in moment.events]
    drawn = [event for event in events if isinstance(event, CardDrawn)]
    assert sum(isinstance(event, TrickTaken) for event in events) == tricks
    assert len(drawn) == rounds * seats
    assert [event.is_turned_card for event in drawn] == [False] * (len(drawn) - 1) + [True]


def test_order_of_the_cards_is_a_3_k_q_j_7_6_5_4_2() -> None:
    ranks = "A3KQJ76542"
    for high, low in pairwise(ranks):
        match = deal_briscola("2d" if "2" not in (high, low) else "4d", f"{low}s 4h 5h", f"{high}s 5c 6c")
        assert play_trick(match, f"0 play {low}s", f"1 play {high}s").winner == 1


def test_highest_trump_wins_and_card_of_other_suit_never_does() -> None:
    match = deal_briscola("2d", "As 5h 6h", "4d 5c 6c", "5d 7c Jc")
    assert play_trick(match, "0 play As", "1 play 4d", "2 play 5d").winner == 2
    assert play_trick(match, "0 play 5h", "1 play 5c", "2 play 7c").winner == 0


def test_every_card_of_the_hand_may_be_played_at_any_time() -> None:
    match = deal_briscola("4d", "7h 7c 7s", "Kh 5d As")
    assert list_legal_phrases(match) == ["play 7h", "play 7c", "play 7s"]
    assert list_legal_phrases(play(match, "0 play 7h")) == ["play Kh", "play 5d", "play As"]


def test_winner_leads_next() -> None:
    match = deal_briscola("4d", "7h 4c 5c", "6h 4s 5s", "Kh 6c 6s")
    assert play(match, "0 play 7h", "1 play 6h", "2 play Kh").turn == 2


def test_winner_draws_first_then_in_order_of_play() -> None:
    match = deal_briscola("4d", "7h 4c 5c", "Kh 4s 5s", "3c 6c 6s", stock="As 2s 3s")
    events = get_last_events(match, "0 play 7h", "1 play Kh", "2 play 3c")
    drawn = [(event.seat, str(event.card)) for event in events if isinstance(event, CardDrawn)]
    assert drawn == [(1, "As"), (2, "2s"), (0, "3s")]


def test_turned_card_is_drawn_last_and_three_tricks_remain() -> None:
    match = play_first_cards(deal_match(seats=2), 17)
    after = get_trick_phase(match)
    assert match.turn is not None
    assert after.stock == ()
    assert after.board().turned_card is None
    assert after.turned_card in after.hands[1 - match.turn]
    assert [len(hand) for hand in after.hands] == [3, 3]
    assert not play_first_cards(match, 3).is_deal_in_progress


# -- score -----------------------------------------------------------------------------------------


def make_deal_result(match: Match, sums: dict[int, int]) -> DealResult:
    """Return the result of a deal in which each seat takes these points in one trick."""
    done = tuple(CompletedTrick(Trick((0,)), seat, points) for seat, points in sums.items())
    step = replace(get_trick_phase(match), completed_tricks=done, hands=((),) * match.seats).score_deal()
    assert step.phase.result is not None
    assert step.events == (DealScored(step.phase.result.scores, step.phase.result.points),)
    return step.phase.result


def score_sums(sums: dict[int, int], seats: int, **changes: Any) -> tuple[int, ...]:
    """Return the change of each seat's score by such a deal."""
    return make_deal_result(deal_match(seats=seats, **changes), sums).scores


def test_side_with_more_than_sixty_points_scores_one() -> None:
    assert score_sums({0: 61, 1: 59}, 2) == (1, 0)
    assert score_sums({0: 59, 1: 61}, 2) == (0, 1)
    assert score_sums({0: 30, 1: 20, 2: 31, 3: 39}, 4) == (1, 0, 1, 0)
    assert score_sums({0: 20, 1: 21, 2: 20, 3: 20, 4: 19, 5: 20}, 6) == (0, 1, 0, 1, 0, 1)


def test_sixty_points_each_score_nothing() -> None:
    assert score_sums({0: 60, 1: 60}, 2) == (0, 0)
    assert score_sums({0: 60, 1: 60}, 4) == (0, 0, 0, 0)
    assert score_sums({0: 60, 5: 60}, 6, deal_winner="over_60") == (0,) * 6


def test_example_9_highest_total_scores_and_tie_scores_nothing() -> None:
    assert score_sums({0: 50, 1: 40, 2: 30}, 3) == (1, 0, 0)
    assert score_sums({0: 45, 1: 45, 2: 30}, 3) == (0, 0, 0)
    assert score_sums({0: 45, 1: 30, 2: 45, 3: 0}, 4, teams=False) == (0, 0, 0, 0)
    assert score_sums({0: 45, 1: 45, 2: 30}, 4) == (1, 0, 1, 0)
    assert score_sums({3: 120}, 5) == (0, 0, 0, 1, 0)


def test_over_60_option_requires_more_than_60_points() -> None:
    assert score_sums({0: 50, 1: 40, 2: 30}, 3, deal_winner="over_60") == (0, 0, 0)
    assert score_sums({0: 60, 1: 30, 2: 30}, 3, deal_winner="over_60") == (0, 0, 0)
    assert score_sums({0: 60, 1: 60}, 4, deal_winner="over_60", teams=False) == (0, 0, 0, 0)
    assert score_sums({0: 61, 1: 59}, 5, deal_winner="over_60") == (1, 0, 0, 0, 0)
    assert score_sums({0: 55, 1: 65}, 2, deal_winner="over_60") == (0, 1)


@check_rows(("sums", "table", "parts"), [
    ({0: 61, 1: 59}, {"seats": 2}, (1, 0)), ({0: 60, 1: 60}, {"seats": 2}, (0.5, 0.5)),
    ({0: 50, 1: 40, 2: 30}, {"seats": 3}, (1, 0, 0)), ({0: 45, 1: 45, 2: 30}, {"seats": 3}, (0.5, 0.5, 0)),
    ({0: 50, 1: 40, 2: 30}, {"seats": 3, "deal_winner": "over_60"}, (0, 0, 0)),
    ({0: 70, 1: 20, 2: 30}, {"seats": 3, "deal_winner": "over_60"}, (1, 0, 0)),
    ({0: 60, 1: 60}, {"seats": 4, "deal_winner": "over_60", "teams": False}, (0, 0, 0, 0)),
    ({0: 30, 1: 20, 2: 31, 3: 39}, {"seats": 4}, (0.5, 0, 0.5, 0)),
])  # fmt: skip
def test_tie_at_the_top_is_a_shared_win_in_simulations(
    sums: dict[int, int], table: dict[str, Any], parts: tuple[float, ...]
) -> None:
    """Check also that nobody has a share if only more than 60 wins and nobody has it."""
    match = deal_match(**table)
    result = make_deal_result(match, sums)
    sides = [
        sum(sums.get(mate, 0) for mate in side) for seat in range(match.seats) for side in match.sides if seat in side
    ]
    assert match.game.tally_deal(result, match.sides) == Tally(tuple(map(float, sides)), parts)


@check_rows(("sums", "table", "line"), [
    ((61, 59), {"seats": 2}, Reason("over_60", {"seats": (0,), "points": 61})),
    ((60, 60), {"seats": 2}, Reason("sixty_all", {"points": 60})),
    ((30, 30, 30, 30), {"seats": 4}, Reason("sixty_all", {"points": 60})),
    ((60, 30, 30), {"seats": 3, "deal_winner": "over_60"}, Reason("nobody_over_60", {"points": 60})),
    ((29, 61, 30), {"seats": 3, "deal_winner": "over_60"}, Reason("over_60", {"seats": (1,), "points": 61})),
    ((45, 45, 30), {"seats": 3}, Reason("tie_at_top", {"points": 45})),
    ((30, 50, 40), {"seats": 3}, Reason("most_points", {"seats": (1,), "points": 50})),
])  # fmt: skip
def test_result_gives_points_of_each_side_and_reason(
    sums: tuple[int, ...], table: dict[str, Any], line: Reason
) -> None:
    match = deal_match(**table)
    why = make_deal_result(match, dict(enumerate(sums))).reasons
    points = {side: sum(sums[seat] for seat in side) for side in match.sides}
    sides = [Reason("side_points", {"seats": side, "points": points[side]}) for side in match.sides]
    assert [reason for reason in why if type(reason) is Reason] == [*sides, line]


OVER_60_OPTIONS = {"seats": 3, "deal_winner": "over_60"}


@check_rows(("points", "table", "turned"), [
    ((61, 59), {"seats": 2}, ("turned_60", {"number": 1, "seats": (0,), "points": 61}, 0)),
    ((30, 40, 31, 19), {"seats": 4}, ("turned_60", {"number": 3, "seats": (0, 2), "points": 61}, 2)),
    ((50, 40, 30), {"seats": 3}, ("turned_most", {"number": 1, "seats": (0,), "points": 50}, 0)),
    ((61, 30, 29), OVER_60_OPTIONS, ("turned_60", {"number": 1, "seats": (0,), "points": 61}, 0)),
    ((60, 60), {"seats": 2}, None), ((50, 40, 30), OVER_60_OPTIONS, None),
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


def test_deals_to_win_is_two_by_default() -> None:
    assert list(play_random_actions(make_match(), 1, deal_count=99))[-1].match.standing.winners
    totals = list(play_random_actions(make_match(), 1, deal_count=99))[-1].match.standing.totals
    assert max(totals) == 2


def test_dealer_is_the_next_seat_in_next_deal() -> None:
    dealers = [
        m.match.dealer
        for m in play_random_actions(make_match(seats=3, dealer=1, deals_to_win=7), 4, deal_count=6)
        if m.match_before.needs_deal
    ]
    assert dealers == [1, 2, 0, 1, 2, 0]


# -- signs -----------------------------------------------------------------------------------------


def play_first_trick(**changes: Any) -> Match:
    """Return a match of four after the first trick, which seat 0 took."""
    return play(deal_briscola("7d", *FOUR_HANDS, **changes), "0 play 5s", "1 play 5c", "2 play 5h", "3 play 6c")


def test_signs_are_forbidden_during_the_first_trick() -> None:
    match = deal_briscola("7d", *FOUR_HANDS)
    assert get_refusal_code(match, "0 sign asso") == "signs_first_trick"
    assert get_refusal_code(play(match, "0 play 5s"), "1 sign niente") == "signs_first_trick"
    assert not [phrase for phrase in list_legal_phrases(match) if "sign" in phrase]


def test_from_second_trick_one_sign_per_turn_before_the_card() -> None:
    match = play_first_trick()
    assert [phrase for phrase in list_legal_phrases(match) if "sign" in phrase] == [
        f"sign {word}" for word in ("asso", "tre", "re", "cavallo", "fante", "carico", "niente")
    ]
    assert get_refusal_code(match, "1 sign asso") == "not_your_turn"
    signed = play(match, "0 sign asso")
    assert signed.turn == 0
    assert get_refusal_code(signed, "0 sign tre") == "signs_one_a_turn"
    played = play(signed, "0 play 2s")
    assert get_refusal_code(played, "0 sign tre") == "not_your_turn"
    assert get_refusal_code(played, "1 sign tre") is None


def test_a_sign_may_be_made_on_every_turn_and_may_be_false() -> None:
    match = play(play_first_trick(), "0 sign asso", "0 play 2s", "1 play 2c", "2 sign re", "2 play 2h", "3 play 6s")
    assert match.turn == 3
    match = play(match, "3 sign asso", "3 play 6h")
    assert get_refusal_code(play(match, f"0 {list_legal_phrases(match)[0]}"), "0 sign asso") == "not_your_turn"
    assert get_refusal_code(match, "0 sign niente") is None


def test_signals_off_option_removes_signs() -> None:
    match = play_first_trick(signals="off")
    assert get_refusal_code(match, "0 sign asso") == "signs_off"


@check_rows("table", [{"seats": 2}, {"seats": 3}, {"seats": 5}, {"seats": 4, "teams": False}])
def test_no_signs_without_partner(table: dict[str, Any]) -> None:
    match = play_first_cards(deal_match(**table), 1)
    assert get_refusal_code(match, f"{match.turn} sign asso") == "signs_no_partner"


@check_rows("seats", [4, 6])
def test_partners_see_sign_and_opponents_see_only_that_one_was_made(seats: int) -> None:
    match = play_first_cards(deal_match(seats=seats), 1)
    maker = match.turn
    assert maker is not None
    event = get_last_events(match, f"{maker} sign carico")[0]
    assert isinstance(event, SignMade)
    after = get_trick_phase(play(match, f"{maker} sign carico"))
    for seat in range(seats):
        friend = (seat - maker) % 2 == 0
        assert event.seen_by(seat).sign == ("carico" if friend else None)
        assert after.seen_by(seat).signs == ((1, maker, "carico" if friend else None),)
    assert event.seen_by(None).sign is None
    assert after.seen_by(None).signs == ((1, maker, None),)


# -- partners' last cards --------------------------------------------------------------------------


@check_rows("seats", [4, 6])
def test_partners_hands_are_shown_once_stock_is_empty(seats: int) -> None:
    moments = list(play_random_actions(make_match(seats=seats, show_partner_hand=True), 5))
    shown = [
        (index, event)
        for index, moment in enumerate(moments)
        for event in moment.events
        if isinstance(event, HandShown)
    ]
    assert [event.seat for _at, event in shown] == list(range(seats))
    index = shown[0][0]
    assert {index} == {where for where, _event in shown}
    before, after = get_trick_phase(moments[index].match_before), get_trick_phase(moments[index].match)
    assert before.stock
    assert after.stock == ()
    for seat in range(seats):
        for other in range(seats):
            friend = (seat - other) % 2 == 0
            assert (before.seen_by(seat).hands[other] == before.hands[other]) == (seat == other)
            assert (after.seen_by(seat).hands[other] == after.hands[other]) == friend
            assert (shown[other][1].seen_by(seat).cards == after.hands[other]) == friend
        assert "??" in format_cards(after.seen_by(None).hands[seat])
        unseen = HandShown(seat, make_hidden_cards(len(after.hands[seat])), shown[seat][1].to)
        assert shown[seat][1].seen_by(None) == shown[seat][1].seen_by((seat + 1) % seats) == unseen


@check_rows("table", [{"seats": 4}, {"seats": 2, "show_partner_hand": True}])
def test_hands_are_not_shown_by_default_nor_without_partners(table: dict[str, Any]) -> None:
    events = [event for moment in play_random_actions(make_match(**table), 5) for event in moment.events]
    assert not [event for event in events if isinstance(event, HandShown)]


# -- the exchange ----------------------------------------------------------------------------------

SEVEN_HANDS = ("7d As 5s", "2s 4c 5c")


def test_exchange_swaps_seven_for_turned_card_after_own_trick() -> None:
    match = deal_briscola("Kd", *SEVEN_HANDS, stock="2c 2h", trump_exchange="seven")
    assert get_refusal_code(match, "0 swap") == "swap_no_trick"
    match = play(match, "0 play As", "1 play 2s")
    events = get_last_events(match, "0 swap")
    seven, king = parse_cards("7d Kd")
    assert events == (TurnedCardSwapped(0, seven, king),)
    after = play(match, "0 swap")
    assert get_hand_text(after, 0) == "5s 2c Kd"
    assert str(get_trick_phase(after).turned_card) == "7d"
    assert get_trick_phase(after).stock[-1] is parse_cards("7d")[0]
    assert after.turn == 0
    assert get_trick_phase(after).exchange == (0, parse_cards("Kd")[0]), "all saw who took which card"
    assert get_refusal_code(after, "0 swap") == "swap_not_held"
    last = play_first_cards(after, 16)
    assert any(parse_cards("7d")[0] in hand for hand in get_trick_phase(last).hands)


def test_the_two_can_be_exchanged() -> None:
    match = deal_briscola("Kd", "2d As 5s", "2s 4c 5c", trump_exchange="two")
    assert get_refusal_code(play(match, "0 play As", "1 play 2s"), "0 swap") is None
    match = deal_briscola("Kd", *SEVEN_HANDS, trump_exchange="two")
    assert get_refusal_code(play(match, "0 play As", "1 play 2s"), "0 swap") == "swap_not_held"


def test_exchange_is_off_by_default() -> None:
    match = play(deal_briscola("Kd", *SEVEN_HANDS), "0 play As", "1 play 2s")
    assert get_refusal_code(match, "0 swap") == "swap_off"
    assert "swap" not in list_legal_phrases(match)


def test_partners_trick_does_not_allow_exchange() -> None:
    match = deal_briscola("Kd", "As 4s 5s", "2c 4c 5c", "7d 4h 5h", "6s 6c 6h", trump_exchange="seven")
    match = play(match, "0 play As", "1 play 2c", "2 play 4h", "3 play 6s", "0 play 4s", "1 play 4c")
    assert get_refusal_code(match, "2 swap") == "swap_no_trick"


def test_exchange_is_allowed_only_on_turn_before_playing() -> None:
    match = play(deal_briscola("Kd", *SEVEN_HANDS, trump_exchange="seven"), "0 play As", "1 play 2s")
    assert get_refusal_code(match, "1 swap") == "not_your_turn"
    held = play(deal_briscola("Kd", *SEVEN_HANDS, trump_exchange="two"), "0 play As", "1 play 2s")
    assert held.illegal_reason(Swap(0)) == Reason("swap_not_held", {"card": Card("2d")})
    assert get_refusal_code(play(match, "0 play 5s"), "0 swap") == "not_your_turn"


def test_exchange_needs_turned_card_under_stock() -> None:
    match = deal_briscola("Kd", *SEVEN_HANDS, trump_exchange="seven")
    while get_trick_phase(match).stock:
        seat = match.turn
        match = play(
            match,
            next(
                str(action)
                for action in match.legal_actions()
                if str(action) not in (f"{seat} play 7d", f"{seat} swap")
            ),
        )
    while match.turn != 0:
        match = match.apply(match.legal_actions()[0]).match
    assert "7d" in get_hand_text(match, 0)
    assert get_refusal_code(match, "0 swap") == "swap_stock_gone"


def test_exchange_action_has_no_argument() -> None:
    match = play(deal_briscola("Kd", *SEVEN_HANDS, trump_exchange="seven"), "0 play As", "1 play 2s")
    assert get_refusal_code(match, "0 swap 7d") == "not_now"


def test_sign_and_exchange_are_allowed_on_one_turn() -> None:
    hands = ("7d As 5s", "2s 4c 5c", "2h 4h 5h", "6s 6c 6h")
    match = play(
        deal_briscola("Kd", *hands, trump_exchange="seven"), "0 play As", "1 play 2s", "2 play 2h", "3 play 6s"
    )
    assert play(match, "0 sign re", "0 swap", "0 play Kd").turn == 1
    assert play(match, "0 swap", "0 sign re", "0 play Kd").turn == 1
