"""Cards, auction, points and forced calls (docs/rules.md, "Briscola chiamata"), with a test for each sentence."""

from __future__ import annotations

from game.core.actions import Deal
from game.core.cards import parse_cards
from game.core.events import CardsDealt, DealVoided, PlayerPassed
from game.core.messages import Reason
from game.match.observation import observe
from game.rules import GAMES
from game.rules.chiamata.actions import Call, NameSuit
from game.rules.chiamata.calls import find_forced_suits
from game.rules.chiamata.events import AuctionWon, CallMade
from game.rules.chiamata.trick_play import NamingPhase
from tests.game.rules.chiamata.deals import (
    ALL_PASS_ACTIONS,
    CALLS_DOWN_TO_TWO,
    DEALT_HANDS,
    POOR_HAND,
    deal_hands,
    get_auction,
    list_call_phrases,
)
from tests.helpers import (
    deal_chiamata,
    get_last_events,
    get_refusal_code,
    list_legal_phrases,
    make_match,
    parse_seat_action,
    play,
)
from tests.rows import check_rows

# -- cards and order -------------------------------------------------------------------------------


@check_rows("preset", ["regolamento", "online"])
def test_five_seats_get_eight_cards_without_stock_or_turned_card(preset: str) -> None:
    match = deal_hands(preset=preset)
    board = observe(match, None).board
    assert GAMES["chiamata"].seat_counts == (5,)
    assert [len(hand) for hand in board.hands] == [8] * 5
    assert (len(match.pack), board.stock_size, board.turned_card, board.trump) == (40, 0, None, None)


def test_cards_are_dealt_singly_from_forehand() -> None:
    match = make_match("chiamata", seats=5, dealer=2)
    pack = match.pack
    step = match.apply(Deal(pack))
    dealt = step.events[0]
    assert isinstance(dealt, CardsDealt)
    assert {*dealt.hands[3]} == {*pack[0::5]}
    assert {*dealt.hands[2]} == {*pack[4::5]}


@check_rows("dealer", range(5))
def test_forehand_bids_first_and_always_leads(dealer: int) -> None:
    match = deal_chiamata(*DEALT_HANDS, dealer=dealer)
    order = [(dealer + 1 + offset) % 5 for offset in range(5)]
    assert match.turn == order[0]
    match = play(match, *(f"{seat} pass" for seat in order[:3]), f"{order[3]} call 2", f"{order[4]} pass")
    match = play(match, f"{order[3]} name h")
    assert match.turn == order[0]


# -- auction ---------------------------------------------------------------------------------------


def test_each_active_seat_calls_or_passes_in_turn() -> None:
    match = play(deal_hands(), "0 call A", "1 pass", "2 call 3", "3 pass", "4 call K")
    assert match.turn == 0
    match = play(match, "0 call Q")
    assert match.turn == 2
    assert get_refusal_code(match, "4 call J") == "not_your_turn"
    assert get_refusal_code(match, "1 call J") == "not_your_turn"


def test_passed_seat_is_out_of_auction() -> None:
    match = play(deal_hands(), "0 pass", "1 call A", "2 call 3", "3 call K", "4 call Q")
    assert match.turn == 1
    assert get_auction(match).passed_seats == (0,)


def test_call_names_a_lower_rank_than_last_call() -> None:
    match = deal_hands()
    assert list_call_phrases(match) == [
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
    assert list_call_phrases(match) == ["call 7", "call 6", "call 5", "call 4", "call 2"]
    for rank in "A3KQJ":
        assert get_refusal_code(match, f"1 call {rank}") == "call_not_lower"
    assert list_call_phrases(play(match, "1 call 4")) == ["call 2"]


@check_rows("rank", ["8", "9", "T", "LJ", "BJ"])
def test_rank_missing_from_pack_cannot_be_called(rank: str) -> None:
    assert get_refusal_code(deal_hands(), f"0 call {rank}") == "rank_not_here"
    assert get_refusal_code(play(deal_hands(), "0 call K"), f"1 call {rank}") == "rank_not_here"
    points = play(deal_hands(preset="online"), *CALLS_DOWN_TO_TWO)
    assert get_refusal_code(points, f"2 call {rank} 62") == "rank_not_here"
    assert get_refusal_code(points, f"2 call {rank}") == "rank_not_here"


def test_last_seat_after_a_call_is_the_caller() -> None:
    match = play(deal_hands(), "0 call K", "1 pass", "2 call J", "3 pass", "4 pass")
    assert get_last_events(match, "0 pass") == (PlayerPassed(0), AuctionWon(2))
    match = play(match, "0 pass")
    assert isinstance(match.phase, NamingPhase)
    assert match.turn == 2


def test_last_seat_may_call_when_others_passed() -> None:
    match = play(deal_hands(), "0 pass", "1 pass", "2 pass", "3 pass")
    assert match.turn == 4
    assert get_last_events(match, "4 call A") == (CallMade(4, "A", None), AuctionWon(4))


@check_rows("preset", ["regolamento", "online"])
@check_rows(("all_pass", "dealer"), [("next_dealer", 0), ("same_dealer", 4)])
def test_deal_is_void_if_all_pass_and_all_pass_option_sets_dealer(preset: str, all_pass: str, dealer: int) -> None:
    match = play(deal_hands(preset=preset, all_pass=all_pass), "0 pass", *ALL_PASS_ACTIONS)
    assert match.get_deal_result().state == "void"
    assert match.get_deal_result().reasons == (Reason("all_passed"),)
    assert match.get_deal_result().scores == match.get_deal_result().points == (0,) * 5
    assert match.dealer == dealer
    assert not match.is_over


def test_hands_are_not_checked_for_annulling_when_all_pass() -> None:
    match = deal_chiamata(*POOR_HAND, annul_poor_hand="lone_jack")
    match = play(match, "0 pass", "1 pass", "2 pass", "3 pass")
    assert get_last_events(match, "4 pass") == (PlayerPassed(4), DealVoided())
    match = play(match, "4 pass")
    for seat in (*range(5), None):
        hands = observe(match, seat).board.hands
        assert [set(map(str, hand)) == {"??"} for hand in hands] == [number != seat for number in range(5)]


def test_void_and_annulled_deals_do_not_count_as_deals() -> None:
    match = play(deal_hands(match_deals=1), "0 pass", *ALL_PASS_ACTIONS)
    assert not match.is_over
    poor = play(deal_chiamata(*POOR_HAND, match_deals=1), "0 call A", *ALL_PASS_ACTIONS)
    assert poor.get_deal_result().state == "annulled"
    assert not poor.is_over


# -- points ----------------------------------------------------------------------------------------


def test_calls_raise_points_from_62_after_two_was_called() -> None:
    match = play(deal_hands(), *CALLS_DOWN_TO_TWO)
    assert list_call_phrases(match) == [f"call 2 {points}" for points in range(62, 121)]
    assert get_refusal_code(match, "2 call 2 61") == "points_too_few"
    assert get_refusal_code(match, "2 call 2 60") == "points_too_few"
    assert get_refusal_code(match, "2 call 2 -3") == "points_too_few"
    assert get_refusal_code(match, "2 call 2") == "call_points"
    assert get_refusal_code(match, "2 call K") == "call_points"
    assert get_refusal_code(match, "2 call 2 62") is None


def test_each_raise_is_higher_than_the_last() -> None:
    match = play(deal_hands(), *CALLS_DOWN_TO_TWO, "2 call 2 70")
    assert get_refusal_code(match, "3 call 2 70") == "points_too_few"
    assert get_refusal_code(match, "3 call 2 65") == "points_too_few"
    assert get_refusal_code(match, "3 call 2 71") is None


@check_rows("step", range(1, 11))
def test_raise_step_is_minimum_raise_except_for_first_62(step: int) -> None:
    match = play(deal_hands(raise_step=step), *CALLS_DOWN_TO_TWO)
    assert list_call_phrases(match)[0] == "call 2 62"
    match = play(match, "2 call 2 62")
    assert get_refusal_code(match, f"3 call 2 {62 + step - 1}") == "points_too_few"
    assert list_call_phrases(match)[0] == f"call 2 {62 + step}"


def test_calls_are_limited_to_120_points() -> None:
    match = play(deal_hands(), *CALLS_DOWN_TO_TWO)
    assert get_refusal_code(match, "2 call 2 121") == "points_too_many"
    last = play(match, "2 call 2 119")
    assert last.illegal_reason(Call(3, "2", 119)) == Reason("points_too_few", {"least": 120})
    match = play(match, "2 call 2 120")
    assert list_call_phrases(match) == []
    assert get_refusal_code(match, "3 call 2 121") == "points_too_many"
    assert get_refusal_code(match, "3 pass") is None
    match = play(deal_hands(raise_step=10), *CALLS_DOWN_TO_TWO, "2 call 2 111")
    assert list_call_phrases(match) == []
    assert get_refusal_code(match, "3 call 2 120") == "points_too_many"


def test_points_cannot_be_called_before_a_plain_two() -> None:
    assert get_refusal_code(deal_hands(), "0 call 2 62") == "points_too_early"
    assert get_refusal_code(play(deal_hands(), "0 call 4"), "1 call 2 62") == "points_too_early"
    assert get_refusal_code(play(deal_hands(preset="online"), "0 call 4"), "1 call 5 62") == "points_too_early"


def test_active_seat_may_raise_again_and_highest_points_win() -> None:
    match = play(
        deal_hands(), *CALLS_DOWN_TO_TWO, "2 pass", "3 pass", "4 pass", "0 call 2 62", "1 call 2 64", "0 call 2 66"
    )
    assert get_last_events(match, "1 pass") == (PlayerPassed(1), AuctionWon(0))
    phase = play(match, "1 pass").phase
    assert isinstance(phase, NamingPhase)
    assert (phase.trick_phase.contract.required_points, phase.trick_phase.contract.rank) == (66, "2")


# -- forced calls ----------------------------------------------------------------------------------


def test_forced_call_needs_every_lower_rank_and_not_the_rank_itself() -> None:
    match = deal_chiamata(
        "2d 4d As Ks Qs Js Ah Kc", "6s 7s 3h Kh 6h 7h 6c 7c", "2h 5h 3s 3c 3d Ad Kd Qd", "4s", preset="online"
    )
    hands = get_auction(match).hands
    assert find_forced_suits(hands[0], "5") == ("d",)
    assert find_forced_suits(hands[2], "4") == ("h",)
    assert find_forced_suits(parse_cards("2d 4d"), "4") == ()
    assert find_forced_suits(parse_cards("2d 4d"), "6") == ()
    assert find_forced_suits(parse_cards("2d 2s 4s"), "4") == ("d",)
    assert find_forced_suits(parse_cards("2d 2s"), "4") == ("d", "s")
    assert find_forced_suits(parse_cards("4d"), "2") == ()
    assert find_forced_suits(parse_cards("3d Kd Qd Jd 7d 6d 5d 4d 2d"), "A") == ("d",)


def test_forced_call_replaces_two_in_points_stage() -> None:
    match = deal_chiamata("2d 4d As Ks Qs Js Ah Kc", preset="online")
    assert get_refusal_code(match, "0 call 5 62") == "points_too_early"
    match = play(match, "0 call 3", "1 call 2", "2 pass", "3 pass", "4 pass")
    assert [text for text in list_call_phrases(match) if text.endswith(" 64")] == ["call 2 64", "call 5 64"]
    assert match.illegal_reason(Call(0, "6", 64)) == Reason("forced_not_held", {"rank": "6"})
    assert get_refusal_code(match, "0 call 4 64") == "forced_not_held"
    assert get_refusal_code(match, "0 call 5 61") == "points_too_few"
    assert get_refusal_code(match, "0 call 5") == "call_points"
    match = play(match, "0 call 5 64")
    assert list_call_phrases(match)[0] == "call 2 65"
    assert (get_refusal_code(match, "1 call 4"), get_refusal_code(match, "1 call 6")) == ("call_points", "call_points")


def test_raise_step_applies_to_forced_calls() -> None:
    match = play(
        deal_chiamata("2d 4d As Ks Qs Js Ah Kc", preset="online", raise_step=5),
        "0 call 3",
        "1 call 2",
        "2 call 2 62",
        "3 pass",
        "4 pass",
    )
    assert get_refusal_code(match, "0 call 5 66") == "points_too_few"
    assert get_refusal_code(match, "0 call 5 67") is None


def test_forced_calls_are_off_in_the_regolamento_and_on_online() -> None:
    match = play(deal_chiamata("2d 4d As Ks Qs Js Ah Kc"), "0 call 3", "1 call 2", "2 pass", "3 pass", "4 pass")
    assert get_refusal_code(match, "0 call 5 64") == "forced_off"
    match = play(
        deal_chiamata("2d 4d As Ks Qs Js Ah Kc", forced_call=True), "0 call 3", "1 call 2", "2 pass", "3 pass", "4 pass"
    )
    assert get_refusal_code(match, "0 call 5 64") is None
    match = play(
        deal_chiamata("2d 4d As Ks Qs Js Ah Kc", preset="online", forced_call=False),
        "0 call 3",
        "1 call 2",
        "2 pass",
        "3 pass",
        "4 pass",
    )
    assert get_refusal_code(match, "0 call 5 64") == "forced_off"


FORCED_CALL_AUCTION = ("0 call 3", "1 call 2", "2 pass", "3 pass", "4 pass", "0 call 4 62", "1 pass")


def test_winner_with_forced_call_must_name_a_forced_suit() -> None:
    match = play(deal_chiamata("2d 2s 4s 5s 3h Kh Qh Jh", preset="online"), *FORCED_CALL_AUCTION)
    assert list_legal_phrases(match) == ["name d"]
    assert match.illegal_reason(NameSuit(0, "s")) == Reason("forced_other_suit", {"rank": "4"})
    assert {get_refusal_code(match, f"0 name {suit}") for suit in "hsc"} == {"forced_other_suit"}
    match = play(deal_chiamata("2d 2s 5s 3h Kh Qh Jh Ac", preset="online"), *FORCED_CALL_AUCTION)
    assert list_legal_phrases(match) == ["name d", "name s"]


def test_forced_call_check_shows_opponents_the_call_but_no_cards() -> None:
    current = deal_chiamata("2d 3h As 4h Kh Qh Jh Ac", "3s 2c", preset="online")
    other = deal_chiamata("2c 3h As 4h Kh Qh Jh Ac", "3s 2d", preset="online")
    for index in range(len(FORCED_CALL_AUCTION)):
        current, events = current.apply(parse_seat_action(current, FORCED_CALL_AUCTION[index]))
        other, twins = other.apply(parse_seat_action(other, FORCED_CALL_AUCTION[index]))
        for seat in (2, 3, 4, None):
            assert [event.seen_by(seat) for event in events] == [event.seen_by(seat) for event in twins]
            assert observe(current, seat) == observe(other, seat)
