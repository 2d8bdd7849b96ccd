"""rules.md, "Briscola": one test a sentence."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from game.engine.actions import Swap
from game.engine.cards import Card, cards, hidden, notation
from game.engine.events import Drew, Scored, Swapped, TrickTaken
from game.engine.phases import DealResult, Reason, Turning
from game.engine.tricks import Taken, Trick, replace
from game.match import Match
from game.rules import GAMES
from game.rules.briscola.events import HandShown, Signed
from game.rules.briscola.play import BriscolaTricks
from game.rules.game import Tally
from tests.helpers import briscola, deal, fresh, happened, legal, play, playout, refused

FOUR = ("2s 4s 5s", "2c 4c 5c", "2h 4h 5h", "6s 6c 6h")
"""Four hands without a trump (d) and without points."""


def phase(match: Match) -> BriscolaTricks:
    assert isinstance(match.phase, BriscolaTricks)
    return match.phase


def hand(match: Match, seat: int) -> str:
    return notation(phase(match).hands[seat])


def trick(match: Match, *texts: str) -> TrickTaken:
    """The trick that the last of these cards completes."""
    return next(event for event in happened(match, *texts) if isinstance(event, TrickTaken))


def first_cards(match: Match, tricks: int = 99) -> Match:
    """Everyone plays the first card of the hand, for so many tricks."""
    for _count in range(tricks * match.seats):
        if match.deal_open:
            match = match.apply(match.legal()[0]).match
    return match


# -- cards -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "size", "left_out"), [
    (2, 40, ""), (3, 39, "2h"), (4, 40, ""), (5, 40, ""), (6, 36, "2d 2h 2s 2c"),
])  # fmt: skip
def test_pack_is_forty_less_one_two_at_three_and_less_all_twos_at_six(seats: int, size: int, left_out: str) -> None:
    pack = fresh(seats=seats).pack
    assert len(pack) == len(set(pack)) == size
    assert not set(cards(left_out)) & set(pack)
    assert {card.rank for card in pack} <= set("A234567JQK")


@pytest.mark.parametrize("suit", "dhsc")
def test_three_player_two_says_which_two_is_left_out(suit: str) -> None:
    match = fresh(seats=3, three_player_two=suit)
    assert cards(f"2{suit}")[0] not in match.pack
    assert len(match.pack) == 39
    assert len(fresh(seats=4, three_player_two=suit).pack) == 40


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_all_cards_are_worth_120(seats: int) -> None:
    values = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}
    assert sum(values.get(card.rank, 0) for card in fresh(seats=seats).pack) == 120


def test_cards_are_dealt_one_at_a_time_from_forehand_and_the_next_is_turned() -> None:
    match = deal("Ad 2s Kh 3d 4s Qh Kd 5s Jh 7c 6c 5c", seats=3, dealer=1)
    assert [hand(match, seat) for seat in (2, 0, 1)] == ["Ad 3d Kd", "2s 4s 5s", "Kh Qh Jh"]
    assert str(phase(match).turned) == "7c"
    assert phase(match).trump == "c"
    assert notation(phase(match).stock).startswith("6c 5c")


def test_turned_card_lies_under_the_stock() -> None:
    assert phase(briscola("7d", "Ah 2h 3h", "4h 5h 6h")).stock[-1] is cards("7d")[0]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_forehand_leads(seats: int) -> None:
    for dealer in range(seats):
        assert deal(seats=seats, dealer=dealer).to_act == (dealer + 1) % seats


@pytest.mark.parametrize(("seats", "sides"), [
    (2, ((0,), (1,))), (3, ((0,), (1,), (2,))), (4, ((0, 2), (1, 3))), (5, ((0,), (1,), (2,), (3,), (4,))),
    (6, ((0, 2, 4), (1, 3, 5))),
])  # fmt: skip
def test_sides(seats: int, sides: tuple[tuple[int, ...], ...]) -> None:
    assert fresh(seats=seats).sides == sides
    alone = tuple((seat,) for seat in range(4))
    assert fresh(seats=seats, teams=False).sides == (alone if seats == 4 else sides)


def test_briscola_turns_counter_clockwise_at_two_to_six() -> None:
    assert not GAMES["briscola"].clockwise
    assert GAMES["briscola"].seats == (2, 3, 4, 5, 6)
    for seats in (1, 7):
        with pytest.raises(ValueError, match=r"^seats: Briscola is played by"):
            fresh(seats=seats)


# -- tricks ----------------------------------------------------------------------------------------


def test_example_7_the_only_trump_takes_fifteen_points() -> None:
    match = briscola("4d", "7h 4c 5c", "Kh 4s 5s", "2d 6c 6s", "Ah 2s 2c")
    taken = trick(match, "0 play 7h", "1 play Kh", "2 play 2d", "3 play Ah")
    assert (taken.winner, taken.points) == (2, 15)


def test_example_8_without_trump_only_the_suit_led_counts() -> None:
    match = briscola("4d", "4s 6h 7h", "3c 4h 2h", "5h 6c 2c", "Kc 2s 6s")
    taken = trick(match, "0 play 4s", "1 play 3c", "2 play 5h", "3 play Kc")
    assert (taken.winner, taken.points) == (0, 14)


@pytest.mark.parametrize(("seats", "tricks", "rounds"), [(2, 20, 17), (3, 13, 10), (4, 10, 7), (5, 8, 5), (6, 6, 3)])
def test_example_9_tricks_and_rounds_of_drawing(seats: int, tricks: int, rounds: int) -> None:
    events = [event for moment in playout(fresh(seats=seats), 9) for event in moment.events]
    drawn = [event for event in events if isinstance(event, Drew)]
    assert sum(isinstance(event, TrickTaken) for event in events) == tricks
    assert len(drawn) == rounds * seats
    assert [event.turned for event in drawn] == [False] * (len(drawn) - 1) + [True]


def test_order_of_the_cards_is_a_3_k_q_j_7_6_5_4_2() -> None:
    ranks = "A3KQJ76542"
    for high, low in pairwise(ranks):
        match = briscola("2d" if "2" not in (high, low) else "4d", f"{low}s 4h 5h", f"{high}s 5c 6c")
        assert trick(match, f"0 play {low}s", f"1 play {high}s").winner == 1


def test_highest_trump_takes_and_a_card_off_suit_never_does() -> None:
    match = briscola("2d", "As 5h 6h", "4d 5c 6c", "5d 7c Jc")
    assert trick(match, "0 play As", "1 play 4d", "2 play 5d").winner == 2
    assert trick(match, "0 play 5h", "1 play 5c", "2 play 7c").winner == 0


def test_free_play_every_card_of_the_hand_at_any_time() -> None:
    match = briscola("4d", "7h 7c 7s", "Kh 5d As")
    assert legal(match) == ["play 7h", "play 7c", "play 7s"]
    assert legal(play(match, "0 play 7h")) == ["play Kh", "play 5d", "play As"]


def test_winner_leads_next() -> None:
    match = briscola("4d", "7h 4c 5c", "6h 4s 5s", "Kh 6c 6s")
    assert play(match, "0 play 7h", "1 play 6h", "2 play Kh").to_act == 2


def test_winner_draws_first_then_in_order_of_play() -> None:
    match = briscola("4d", "7h 4c 5c", "Kh 4s 5s", "3c 6c 6s", stock="As 2s 3s")
    events = happened(match, "0 play 7h", "1 play Kh", "2 play 3c")
    drawn = [(event.seat, str(event.card)) for event in events if isinstance(event, Drew)]
    assert drawn == [(1, "As"), (2, "2s"), (0, "3s")]


def test_turned_card_goes_to_the_last_to_draw_and_three_tricks_are_played_from_hand() -> None:
    match = first_cards(deal(seats=2), 17)
    after = phase(match)
    assert match.to_act is not None
    assert after.stock == ()
    assert after.board().turned is None
    assert after.turned in after.hands[1 - match.to_act]
    assert [len(hand) for hand in after.hands] == [3, 3]
    assert not first_cards(match, 3).deal_open


# -- score -----------------------------------------------------------------------------------------


def result_of(match: Match, sums: dict[int, int]) -> DealResult:
    """A deal in which each seat takes so many points, in one trick."""
    done = tuple(Taken(Trick((0,)), seat, points) for seat, points in sums.items())
    step = replace(phase(match), done=done, hands=((),) * match.seats).settle()
    assert step.state.result is not None
    assert step.events == (Scored(step.state.result.scores, step.state.result.points),)
    return step.state.result


def scored(sums: dict[int, int], seats: int, **changes: Any) -> tuple[int, ...]:
    """What such a deal changes for each seat."""
    return result_of(deal(seats=seats, **changes), sums).scores


def test_two_sides_more_than_sixty_points_score_one() -> None:
    assert scored({0: 61, 1: 59}, 2) == (1, 0)
    assert scored({0: 59, 1: 61}, 2) == (0, 1)
    assert scored({0: 30, 1: 20, 2: 31, 3: 39}, 4) == (1, 0, 1, 0)
    assert scored({0: 20, 1: 21, 2: 20, 3: 20, 4: 19, 5: 20}, 6) == (0, 1, 0, 1, 0, 1)


def test_two_sides_sixty_all_scores_nothing() -> None:
    assert scored({0: 60, 1: 60}, 2) == (0, 0)
    assert scored({0: 60, 1: 60}, 4) == (0, 0, 0, 0)
    assert scored({0: 60, 5: 60}, 6, deal_winner="over_60") == (0,) * 6


def test_example_9_each_for_himself_the_highest_total_scores_a_tie_at_the_top_nothing() -> None:
    assert scored({0: 50, 1: 40, 2: 30}, 3) == (1, 0, 0)
    assert scored({0: 45, 1: 45, 2: 30}, 3) == (0, 0, 0)
    assert scored({0: 45, 1: 30, 2: 45, 3: 0}, 4, teams=False) == (0, 0, 0, 0)
    assert scored({0: 45, 1: 45, 2: 30}, 4) == (1, 0, 1, 0)
    assert scored({3: 120}, 5) == (0, 0, 0, 1, 0)


def test_each_for_himself_over_60_asks_for_more_than_60() -> None:
    assert scored({0: 50, 1: 40, 2: 30}, 3, deal_winner="over_60") == (0, 0, 0)
    assert scored({0: 60, 1: 30, 2: 30}, 3, deal_winner="over_60") == (0, 0, 0)
    assert scored({0: 60, 1: 60}, 4, deal_winner="over_60", teams=False) == (0, 0, 0, 0)
    assert scored({0: 61, 1: 59}, 5, deal_winner="over_60") == (1, 0, 0, 0, 0)
    assert scored({0: 55, 1: 65}, 2, deal_winner="over_60") == (0, 1)


@pytest.mark.parametrize(("sums", "table", "parts"), [
    ({0: 61, 1: 59}, {"seats": 2}, (1, 0)), ({0: 60, 1: 60}, {"seats": 2}, (0.5, 0.5)),
    ({0: 50, 1: 40, 2: 30}, {"seats": 3}, (1, 0, 0)), ({0: 45, 1: 45, 2: 30}, {"seats": 3}, (0.5, 0.5, 0)),
    ({0: 50, 1: 40, 2: 30}, {"seats": 3, "deal_winner": "over_60"}, (0, 0, 0)),
    ({0: 70, 1: 20, 2: 30}, {"seats": 3, "deal_winner": "over_60"}, (1, 0, 0)),
    ({0: 60, 1: 60}, {"seats": 4, "deal_winner": "over_60", "teams": False}, (0, 0, 0, 0)),
    ({0: 30, 1: 20, 2: 31, 3: 39}, {"seats": 4}, (0.5, 0, 0.5, 0)),
])  # fmt: skip
def test_a_shared_top_is_a_shared_win_in_the_count_of_many_deals(
    sums: dict[int, int], table: dict[str, Any], parts: tuple[float, ...]
) -> None:
    """Where only more than 60 wins and nobody has it, nobody has a part of it."""
    match = deal(**table)
    result = result_of(match, sums)
    sides = [
        sum(sums.get(mate, 0) for mate in side) for seat in range(match.seats) for side in match.sides if seat in side
    ]
    assert match.game.tally(result, match.sides) == Tally(tuple(map(float, sides)), parts)


@pytest.mark.parametrize(("sums", "table", "line"), [
    ((61, 59), {"seats": 2}, Reason("over_60", {"seats": (0,), "points": 61})),
    ((60, 60), {"seats": 2}, Reason("sixty_all", {"points": 60})),
    ((30, 30, 30, 30), {"seats": 4}, Reason("sixty_all", {"points": 60})),
    ((60, 30, 30), {"seats": 3, "deal_winner": "over_60"}, Reason("nobody_over_60", {"points": 60})),
    ((29, 61, 30), {"seats": 3, "deal_winner": "over_60"}, Reason("over_60", {"seats": (1,), "points": 61})),
    ((45, 45, 30), {"seats": 3}, Reason("tie_at_top", {"points": 45})),
    ((30, 50, 40), {"seats": 3}, Reason("most_points", {"seats": (1,), "points": 50})),
])  # fmt: skip
def test_a_result_tells_what_each_side_has_and_why_the_deal_went_where_it_went(
    sums: tuple[int, ...], table: dict[str, Any], line: Reason
) -> None:
    match = deal(**table)
    why = result_of(match, dict(enumerate(sums))).why
    points = {side: sum(sums[seat] for seat in side) for side in match.sides}
    sides = [Reason("side_points", {"seats": side, "points": points[side]}) for side in match.sides]
    assert [one for one in why if type(one) is Reason] == [*sides, line]


OVER_60 = {"seats": 3, "deal_winner": "over_60"}


@pytest.mark.parametrize(("points", "table", "turned"), [
    ((61, 59), {"seats": 2}, ("turned_60", {"number": 1, "seats": (0,), "points": 60}, 0)),
    ((30, 40, 31, 19), {"seats": 4}, ("turned_60", {"number": 3, "seats": (0, 2), "points": 60}, 2)),
    ((50, 40, 30), {"seats": 3}, ("turned_most", {"number": 1, "seats": (0,), "points": 40}, 0)),
    ((61, 30, 29), OVER_60, ("turned_60", {"number": 1, "seats": (0,), "points": 60}, 0)),
    ((60, 60), {"seats": 2}, None), ((50, 40, 30), OVER_60, None),
    ((45, 45, 30), {"seats": 3}, None),
])  # fmt: skip
def test_the_trick_that_decided_is_the_one_that_brought_more_than_60_or_than_the_next_best(
    points: tuple[int, ...], table: dict[str, Any], turned: tuple[str, dict[str, Any], int] | None
) -> None:
    result = result_of(deal(**table), dict(enumerate(points)))
    found = [(one.code, one.values, one.trick) for one in result.why if isinstance(one, Turning)]
    assert found == ([turned] if turned is not None else [])


@pytest.mark.parametrize("wins", [1, 2, 3, 5, 7])
def test_first_side_to_deals_to_win_wins_the_match(wins: int) -> None:
    moments = list(playout(fresh(seats=4, deals_to_win=wins), wins, deals=99))
    match = moments[-1].match
    assert match.over
    won = match.standing.winners
    assert won in ((0, 2), (1, 3))
    assert [match.standing.totals[seat] for seat in won] == [wins, wins]
    assert moments[-1].before.over is False
    assert all(total < wins for seat, total in enumerate(match.standing.totals) if seat not in won)
    assert not match.awaits_deal


def test_deals_to_win_is_two_by_default() -> None:
    assert list(playout(fresh(), 1, deals=99))[-1].match.standing.winners
    totals = list(playout(fresh(), 1, deals=99))[-1].match.standing.totals
    assert max(totals) == 2


def test_deal_passes_to_the_next_seat() -> None:
    dealers = [
        m.match.dealer for m in playout(fresh(seats=3, dealer=1, deals_to_win=7), 4, deals=6) if m.before.awaits_deal
    ]
    assert dealers == [1, 2, 0, 1, 2, 0]


# -- signs -----------------------------------------------------------------------------------------


def after_first_trick(**changes: Any) -> Match:
    """Four seats, the first trick played; seat 0 took it."""
    return play(briscola("7d", *FOUR, **changes), "0 play 5s", "1 play 5c", "2 play 5h", "3 play 6c")


def test_signs_are_forbidden_during_the_first_trick() -> None:
    match = briscola("7d", *FOUR)
    assert refused(match, "0 sign asso") == "signs_first_trick"
    assert refused(play(match, "0 play 5s"), "1 sign niente") == "signs_first_trick"
    assert not [one for one in legal(match) if "sign" in one]


def test_from_the_second_trick_on_one_sign_on_turn_before_the_card() -> None:
    match = after_first_trick()
    assert [one for one in legal(match) if "sign" in one] == [
        f"sign {word}" for word in ("asso", "tre", "re", "cavallo", "fante", "carico", "niente")
    ]
    assert refused(match, "1 sign asso") == "not_your_turn"
    signed = play(match, "0 sign asso")
    assert signed.to_act == 0
    assert refused(signed, "0 sign tre") == "signs_one_a_turn"
    played = play(signed, "0 play 2s")
    assert refused(played, "0 sign tre") == "not_your_turn"
    assert refused(played, "1 sign tre") is None


def test_a_sign_may_be_made_on_every_turn_and_may_be_false() -> None:
    match = play(after_first_trick(), "0 sign asso", "0 play 2s", "1 play 2c", "2 sign re", "2 play 2h", "3 play 6s")
    assert match.to_act == 3
    match = play(match, "3 sign asso", "3 play 6h")
    assert refused(play(match, f"0 {legal(match)[0]}"), "0 sign asso") == "not_your_turn"
    assert refused(match, "0 sign niente") is None


def test_signals_off_removes_them() -> None:
    match = after_first_trick(signals="off")
    assert refused(match, "0 sign asso") == "signs_off"


@pytest.mark.parametrize("table", [{"seats": 2}, {"seats": 3}, {"seats": 5}, {"seats": 4, "teams": False}])
def test_without_a_partner_there_are_no_signs(table: dict[str, Any]) -> None:
    match = first_cards(deal(**table), 1)
    assert refused(match, f"{match.to_act} sign asso") == "signs_no_partner"


@pytest.mark.parametrize("seats", [4, 6])
def test_partners_see_the_sign_opponents_see_that_one_was_made(seats: int) -> None:
    match = first_cards(deal(seats=seats), 1)
    maker = match.to_act
    assert maker is not None
    made = happened(match, f"{maker} sign carico")[0]
    assert isinstance(made, Signed)
    after = phase(play(match, f"{maker} sign carico"))
    for seat in range(seats):
        friend = (seat - maker) % 2 == 0
        assert made.seen_by(seat).sign == ("carico" if friend else None)
        assert after.seen_by(seat).signs == ((1, maker, "carico" if friend else None),)
    assert made.seen_by(None).sign is None
    assert after.seen_by(None).signs == ((1, maker, None),)


# -- partners' last cards --------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [4, 6])
def test_show_partner_hand_once_the_stock_is_empty(seats: int) -> None:
    moments = list(playout(fresh(seats=seats, show_partner_hand=True), 5))
    shown = [
        (at, event) for at, moment in enumerate(moments) for event in moment.events if isinstance(event, HandShown)
    ]
    assert [event.seat for _at, event in shown] == list(range(seats))
    at = shown[0][0]
    assert {at} == {where for where, _event in shown}
    before, after = phase(moments[at].before), phase(moments[at].match)
    assert before.stock
    assert after.stock == ()
    for seat in range(seats):
        for other in range(seats):
            friend = (seat - other) % 2 == 0
            assert (before.seen_by(seat).hands[other] == before.hands[other]) == (seat == other)
            assert (after.seen_by(seat).hands[other] == after.hands[other]) == friend
            assert (shown[other][1].seen_by(seat).cards == after.hands[other]) == friend
        assert "??" in notation(after.seen_by(None).hands[seat])
        unseen = HandShown(seat, hidden(len(after.hands[seat])), shown[seat][1].to)
        assert shown[seat][1].seen_by(None) == shown[seat][1].seen_by((seat + 1) % seats) == unseen


@pytest.mark.parametrize("table", [{"seats": 4}, {"seats": 2, "show_partner_hand": True}])
def test_hands_are_not_shown_by_default_nor_without_partners(table: dict[str, Any]) -> None:
    events = [event for moment in playout(fresh(**table), 5) for event in moment.events]
    assert not [event for event in events if isinstance(event, HandShown)]


# -- the exchange ----------------------------------------------------------------------------------

SEVEN = ("7d As 5s", "2s 4c 5c")


def test_exchange_swaps_the_seven_for_the_turned_card_after_a_trick_of_ones_own() -> None:
    match = briscola("Kd", *SEVEN, stock="2c 2h", trump_exchange="seven")
    assert refused(match, "0 swap") == "swap_no_trick"
    match = play(match, "0 play As", "1 play 2s")
    events = happened(match, "0 swap")
    seven, king = cards("7d Kd")
    assert events == (Swapped(0, seven, king),)
    after = play(match, "0 swap")
    assert hand(after, 0) == "5s 2c Kd"
    assert str(phase(after).turned) == "7d"
    assert phase(after).stock[-1] is cards("7d")[0]
    assert after.to_act == 0
    assert phase(after).exchange == (0, cards("Kd")[0]), "all saw who took which card"
    assert refused(after, "0 swap") == "swap_not_held"
    last = first_cards(after, 16)
    assert any(cards("7d")[0] in hand for hand in phase(last).hands)


def test_exchange_of_the_two() -> None:
    match = briscola("Kd", "2d As 5s", "2s 4c 5c", trump_exchange="two")
    assert refused(play(match, "0 play As", "1 play 2s"), "0 swap") is None
    match = briscola("Kd", *SEVEN, trump_exchange="two")
    assert refused(play(match, "0 play As", "1 play 2s"), "0 swap") == "swap_not_held"


def test_exchange_is_off_by_default() -> None:
    match = play(briscola("Kd", *SEVEN), "0 play As", "1 play 2s")
    assert refused(match, "0 swap") == "swap_off"
    assert "swap" not in legal(match)


def test_a_trick_of_the_partner_is_not_enough_to_exchange() -> None:
    match = briscola("Kd", "As 4s 5s", "2c 4c 5c", "7d 4h 5h", "6s 6c 6h", trump_exchange="seven")
    match = play(match, "0 play As", "1 play 2c", "2 play 4h", "3 play 6s", "0 play 4s", "1 play 4c")
    assert refused(match, "2 swap") == "swap_no_trick"


def test_exchange_only_on_turn_before_playing() -> None:
    match = play(briscola("Kd", *SEVEN, trump_exchange="seven"), "0 play As", "1 play 2s")
    assert refused(match, "1 swap") == "not_your_turn"
    held = play(briscola("Kd", *SEVEN, trump_exchange="two"), "0 play As", "1 play 2s")
    assert held.why_not(Swap(0)) == Reason("swap_not_held", {"card": Card("2d")})
    assert refused(play(match, "0 play 5s"), "0 swap") == "not_your_turn"


def test_exchange_only_while_the_card_lies_under_the_stock() -> None:
    match = briscola("Kd", *SEVEN, trump_exchange="seven")
    while phase(match).stock:
        seat = match.to_act
        match = play(
            match, next(str(one) for one in match.legal() if str(one) not in (f"{seat} play 7d", f"{seat} swap"))
        )
    while match.to_act != 0:
        match = match.apply(match.legal()[0]).match
    assert "7d" in hand(match, 0)
    assert refused(match, "0 swap") == "swap_stock_gone"


def test_exchange_needs_no_second_word() -> None:
    match = play(briscola("Kd", *SEVEN, trump_exchange="seven"), "0 play As", "1 play 2s")
    assert refused(match, "0 swap 7d") == "not_now"


def test_a_sign_and_an_exchange_go_together_on_one_turn() -> None:
    hands = ("7d As 5s", "2s 4c 5c", "2h 4h 5h", "6s 6c 6h")
    match = play(briscola("Kd", *hands, trump_exchange="seven"), "0 play As", "1 play 2s", "2 play 2h", "3 play 6s")
    assert play(match, "0 sign re", "0 swap", "0 play Kd").to_act == 1
    assert play(match, "0 swap", "0 sign re", "0 play Kd").to_act == 1
