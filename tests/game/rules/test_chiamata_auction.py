"""rules.md, "Briscola chiamata (a cinque)", one test a sentence: the cards, the auction, points, forced calls."""

from __future__ import annotations

import pytest

from game.engine.actions import Deal
from game.engine.cards import cards
from game.engine.events import Dealt, Passed, Voided
from game.engine.phases import Reason
from game.rules import GAMES
from game.rules.chiamata.actions import Call, Name
from game.rules.chiamata.calls import forced_suits
from game.rules.chiamata.events import AuctionWon, Called
from game.rules.chiamata.play import Naming
from game.view import look
from tests.game.rules.chiamata_tables import ALL_OUT, HANDS, POOR, TWO_CALLED, auction, calls, table
from tests.helpers import chiamata, fresh, happened, legal, play, read_action, refused

# -- cards and order -------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["regolamento", "online"])
def test_five_seats_forty_cards_eight_to_each_no_stock_no_turned_card(preset: str) -> None:
    match = table(preset=preset)
    board = look(match, None).board
    assert GAMES["chiamata"].seats == (5,)
    assert [len(hand) for hand in board.hands] == [8] * 5
    assert (len(match.pack), board.stock, board.turned, board.trump) == (40, 0, None, None)


def test_cards_are_dealt_one_at_a_time_from_forehand() -> None:
    match = fresh("chiamata", seats=5, dealer=2)
    pack = match.pack
    step = match.apply(Deal(pack))
    dealt = step.events[0]
    assert isinstance(dealt, Dealt)
    assert {*dealt.hands[3]} == {*pack[0::5]}
    assert {*dealt.hands[2]} == {*pack[4::5]}


@pytest.mark.parametrize("dealer", range(5))
def test_forehand_speaks_first_and_always_leads_whoever_the_caller_is(dealer: int) -> None:
    match = chiamata(*HANDS, dealer=dealer)
    order = [(dealer + 1 + at) % 5 for at in range(5)]
    assert match.to_act == order[0]
    match = play(match, *(f"{seat} pass" for seat in order[:3]), f"{order[3]} call 2", f"{order[4]} pass")
    match = play(match, f"{order[3]} name h")
    assert match.to_act == order[0]


# -- auction ---------------------------------------------------------------------------------------


def test_in_turn_each_seat_that_has_not_passed_calls_or_passes() -> None:
    match = play(table(), "0 call A", "1 pass", "2 call 3", "3 pass", "4 call K")
    assert match.to_act == 0
    match = play(match, "0 call Q")
    assert match.to_act == 2
    assert refused(match, "4 call J") == "not_your_turn"
    assert refused(match, "1 call J") == "not_your_turn"


def test_who_passes_is_out_for_good() -> None:
    match = play(table(), "0 pass", "1 call A", "2 call 3", "3 call K", "4 call Q")
    assert match.to_act == 1
    assert auction(match).passed == (0,)


def test_a_call_names_a_rank_lower_than_the_last_call() -> None:
    match = table()
    assert calls(match) == [
        "call A",
        "call 3",
        "call K",
        "call Q",
        "call J",
        "call 7",
        "call 6",
        "call 5",
        "call 4",
        "call 2",
    ]
    match = play(match, "0 call J")
    assert calls(match) == ["call 7", "call 6", "call 5", "call 4", "call 2"]
    for rank in "A3KQJ":
        assert refused(match, f"1 call {rank}") == "call_not_lower"
    assert calls(play(match, "1 call 4")) == ["call 2"]


@pytest.mark.parametrize("rank", ["8", "9", "T", "LJ", "BJ"])
def test_a_rank_that_the_pack_lacks_cannot_be_called(rank: str) -> None:
    assert refused(table(), f"0 call {rank}") == "rank_not_here"
    assert refused(play(table(), "0 call K"), f"1 call {rank}") == "rank_not_here"
    points = play(table(preset="online"), *TWO_CALLED)
    assert refused(points, f"2 call {rank} 62") == "rank_not_here"
    assert refused(points, f"2 call {rank}") == "rank_not_here"


def test_when_one_seat_is_left_after_a_call_it_is_the_caller() -> None:
    match = play(table(), "0 call K", "1 pass", "2 call J", "3 pass", "4 pass")
    assert happened(match, "0 pass") == (Passed(0), AuctionWon(2))
    match = play(match, "0 pass")
    assert isinstance(match.phase, Naming)
    assert match.to_act == 2


def test_the_last_of_five_may_still_call_when_the_others_passed() -> None:
    match = play(table(), "0 pass", "1 pass", "2 pass", "3 pass")
    assert match.to_act == 4
    assert happened(match, "4 call A") == (Called(4, "A", None), AuctionWon(4))


@pytest.mark.parametrize("preset", ["regolamento", "online"])
@pytest.mark.parametrize(("all_pass", "dealer"), [("next_dealer", 0), ("same_dealer", 4)])
def test_if_all_pass_the_deal_is_void_and_all_pass_says_who_deals(preset: str, all_pass: str, dealer: int) -> None:
    match = play(table(preset=preset, all_pass=all_pass), "0 pass", *ALL_OUT)
    assert match.deal_result().state == "void"
    assert match.deal_result().why == (Reason("all_passed"),)
    assert match.deal_result().scores == match.deal_result().points == (0,) * 5
    assert match.dealer == dealer
    assert not match.over


def test_no_hand_is_looked_at_for_annulling_when_all_pass() -> None:
    match = chiamata(*POOR, annul_poor_hand="lone_jack")
    match = play(match, "0 pass", "1 pass", "2 pass", "3 pass")
    assert happened(match, "4 pass") == (Passed(4), Voided())
    match = play(match, "4 pass")
    for seat in (*range(5), None):
        hands = look(match, seat).board.hands
        assert [set(map(str, hand)) == {"??"} for hand in hands] == [at != seat for at in range(5)]


def test_void_and_annulled_deals_do_not_count_towards_the_match_s_deals() -> None:
    match = play(table(match_deals=1), "0 pass", *ALL_OUT)
    assert not match.over
    poor = play(chiamata(*POOR, match_deals=1), "0 call A", *ALL_OUT)
    assert poor.deal_result().state == "annulled"
    assert not poor.over


# -- points ----------------------------------------------------------------------------------------


def test_once_two_has_been_called_further_calls_raise_the_points_from_62() -> None:
    match = play(table(), *TWO_CALLED)
    assert calls(match) == [f"call 2 {points}" for points in range(62, 121)]
    assert refused(match, "2 call 2 61") == "points_too_few"
    assert refused(match, "2 call 2 60") == "points_too_few"
    assert refused(match, "2 call 2 -3") == "points_too_few"
    assert refused(match, "2 call 2") == "call_points"
    assert refused(match, "2 call K") == "call_points"
    assert refused(match, "2 call 2 62") is None


def test_each_raise_is_higher_than_the_last() -> None:
    match = play(table(), *TWO_CALLED, "2 call 2 70")
    assert refused(match, "3 call 2 70") == "points_too_few"
    assert refused(match, "3 call 2 65") == "points_too_few"
    assert refused(match, "3 call 2 71") is None


@pytest.mark.parametrize("step", range(1, 11))
def test_raise_step_is_the_least_raise_but_the_first_may_always_be_62(step: int) -> None:
    match = play(table(raise_step=step), *TWO_CALLED)
    assert calls(match)[0] == "call 2 62"
    match = play(match, "2 call 2 62")
    assert refused(match, f"3 call 2 {62 + step - 1}") == "points_too_few"
    assert calls(match)[0] == f"call 2 {62 + step}"


def test_at_most_120_points_are_called() -> None:
    match = play(table(), *TWO_CALLED)
    assert refused(match, "2 call 2 121") == "points_too_many"
    last = play(match, "2 call 2 119")
    assert last.why_not(Call(3, "2", 119)) == Reason("points_too_few", {"least": 120})
    match = play(match, "2 call 2 120")
    assert calls(match) == []
    assert refused(match, "3 call 2 121") == "points_too_many"
    assert refused(match, "3 pass") is None
    match = play(table(raise_step=10), *TWO_CALLED, "2 call 2 111")
    assert calls(match) == []
    assert refused(match, "3 call 2 120") == "points_too_many"


def test_points_cannot_be_named_before_a_plain_two_was_called() -> None:
    assert refused(table(), "0 call 2 62") == "points_too_early"
    assert refused(play(table(), "0 call 4"), "1 call 2 62") == "points_too_early"
    assert refused(play(table(preset="online"), "0 call 4"), "1 call 5 62") == "points_too_early"


def test_a_seat_that_did_not_pass_may_raise_again_and_the_highest_points_win() -> None:
    match = play(table(), *TWO_CALLED, "2 pass", "3 pass", "4 pass", "0 call 2 62", "1 call 2 64", "0 call 2 66")
    assert happened(match, "1 pass") == (Passed(1), AuctionWon(0))
    phase = play(match, "1 pass").phase
    assert isinstance(phase, Naming)
    assert (phase.tricks.contract.asked, phase.tricks.contract.rank) == (66, "2")


# -- forced calls ----------------------------------------------------------------------------------


def test_a_forced_call_needs_every_rank_below_and_not_the_rank_itself() -> None:
    match = chiamata(
        "2d 4d As Ks Qs Js Ah Kc", "6s 7s 3h Kh 6h 7h 6c 7c", "2h 5h 3s 3c 3d Ad Kd Qd", "4s", preset="online"
    )
    hands = auction(match).hands
    assert forced_suits(hands[0], "5") == ("d",)
    assert forced_suits(hands[2], "4") == ("h",)
    assert forced_suits(cards("2d 4d"), "4") == ()
    assert forced_suits(cards("2d 4d"), "6") == ()
    assert forced_suits(cards("2d 2s 4s"), "4") == ("d",)
    assert forced_suits(cards("2d 2s"), "4") == ("d", "s")
    assert forced_suits(cards("4d"), "2") == ()
    assert forced_suits(cards("3d Kd Qd Jd 7d 6d 5d 4d 2d"), "A") == ("d",)


def test_in_the_points_stage_a_forced_call_replaces_the_two() -> None:
    match = chiamata("2d 4d As Ks Qs Js Ah Kc", preset="online")
    assert refused(match, "0 call 5 62") == "points_too_early"
    match = play(match, "0 call 3", "1 call 2", "2 pass", "3 pass", "4 pass")
    assert [text for text in calls(match) if text.endswith(" 64")] == ["call 2 64", "call 5 64"]
    assert match.why_not(Call(0, "6", 64)) == Reason("forced_not_held", {"rank": "6"})
    assert refused(match, "0 call 4 64") == "forced_not_held"
    assert refused(match, "0 call 5 61") == "points_too_few"
    assert refused(match, "0 call 5") == "call_points"
    match = play(match, "0 call 5 64")
    assert calls(match)[0] == "call 2 65"
    assert (refused(match, "1 call 4"), refused(match, "1 call 6")) == ("call_points", "call_points")


def test_raise_step_counts_for_forced_calls_too() -> None:
    match = play(
        chiamata("2d 4d As Ks Qs Js Ah Kc", preset="online", raise_step=5),
        "0 call 3",
        "1 call 2",
        "2 call 2 62",
        "3 pass",
        "4 pass",
    )
    assert refused(match, "0 call 5 66") == "points_too_few"
    assert refused(match, "0 call 5 67") is None


def test_forced_calls_are_off_in_the_regolamento_and_on_online() -> None:
    match = play(chiamata("2d 4d As Ks Qs Js Ah Kc"), "0 call 3", "1 call 2", "2 pass", "3 pass", "4 pass")
    assert refused(match, "0 call 5 64") == "forced_off"
    match = play(
        chiamata("2d 4d As Ks Qs Js Ah Kc", forced_call=True), "0 call 3", "1 call 2", "2 pass", "3 pass", "4 pass"
    )
    assert refused(match, "0 call 5 64") is None
    match = play(
        chiamata("2d 4d As Ks Qs Js Ah Kc", preset="online", forced_call=False),
        "0 call 3",
        "1 call 2",
        "2 pass",
        "3 pass",
        "4 pass",
    )
    assert refused(match, "0 call 5 64") == "forced_off"


FORCED = ("0 call 3", "1 call 2", "2 pass", "3 pass", "4 pass", "0 call 4 62", "1 pass")


def test_who_wins_with_a_forced_call_must_name_such_a_suit() -> None:
    match = play(chiamata("2d 2s 4s 5s 3h Kh Qh Jh", preset="online"), *FORCED)
    assert legal(match) == ["name d"]
    assert match.why_not(Name(0, "s")) == Reason("forced_other_suit", {"rank": "4"})
    assert {refused(match, f"0 name {suit}") for suit in "hsc"} == {"forced_other_suit"}
    match = play(chiamata("2d 2s 5s 3h Kh Qh Jh Ac", preset="online"), *FORCED)
    assert legal(match) == ["name d", "name s"]


def test_the_check_is_silent_opponents_see_the_call_not_the_cards() -> None:
    one = chiamata("2d 3h As 4h Kh Qh Jh Ac", "3s 2c", preset="online")
    other = chiamata("2c 3h As 4h Kh Qh Jh Ac", "3s 2d", preset="online")
    for at in range(len(FORCED)):
        one, events = one.apply(read_action(one, FORCED[at]))
        other, twins = other.apply(read_action(other, FORCED[at]))
        for seat in (2, 3, 4, None):
            assert [event.seen_by(seat) for event in events] == [event.seen_by(seat) for event in twins]
            assert look(one, seat) == look(other, seat)
