"""rules.md, "Briscola chiamata (a cinque)": auction, naming, annulled deals, play; one test a sentence."""

from __future__ import annotations

import pytest

from game.commands.replay import summary
from game.engine.actions import Deal
from game.engine.cards import cards, notation
from game.engine.events import Annulled, Dealt, Passed, Played, Scored, TrickTaken, Voided
from game.engine.phases import Over, Reason
from game.match import Match
from game.record import Record, dump, read, results
from game.rules import GAMES
from game.rules.chiamata.actions import Call, Name
from game.rules.chiamata.auction import Auction, is_poor
from game.rules.chiamata.calls import forced_suits
from game.rules.chiamata.events import AuctionWon, Called, CalledSolo, Named, PartnerRevealed
from game.rules.chiamata.options import ChiamataOptions
from game.rules.chiamata.play import ChiamataTricks, Naming
from game.view import look
from tests.helpers import NAMES, chiamata, fresh, happened, legal, play, read_action, refused

HANDS = (
    "Ad 3d Kd 7d As Ks 2h 4c",
    "Qd Jd 6d 3s Qs 5h 7h Ac",
    "5d 4d Js 7s Ah 6h 3c Kc",
    "2d 6s 5s 3h Kh 4h Qc Jc",
    "4s 2s Qh Jh 7c 6c 5c 2c",
)
"""All forty cards; no hand is poor by `lone_jack`, that of seat 4 is by `up_to_6`."""

POOR = ("Jd 2d 4d 5h 6h 7h 2s 4s",)
ALL_OUT = ("1 pass", "2 pass", "3 pass", "4 pass")
TWO_CALLED = ("0 call 3", "1 call 2")


def table(**changes: object) -> Match:
    return chiamata(*HANDS, **changes)


def auction(match: Match) -> Auction:
    assert isinstance(match.phase, Auction)
    return match.phase


def tricks(match: Match) -> ChiamataTricks:
    assert isinstance(match.phase, ChiamataTricks)
    return match.phase


def calls(match: Match) -> list[str]:
    return [text for text in legal(match) if text.startswith("call")]


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


# -- solo ------------------------------------------------------------------------------------------


def test_solo_is_off_in_the_regolamento_and_on_online() -> None:
    assert refused(table(), "0 solo") == "solo_off"
    assert refused(table(solo=True), "0 solo") is None
    assert refused(table(preset="online"), "0 solo") is None
    assert refused(table(preset="online", solo=False), "0 solo") == "solo_off"


@pytest.mark.parametrize("before", [
    (), ("0 call K",), ("0 pass", "1 pass", "2 pass", "3 pass"), (*TWO_CALLED, "2 call 2 62"), ("0 call A", "1 pass"),
    (*TWO_CALLED, "2 call 2 120"), (*TWO_CALLED, "2 pass", "3 pass", "4 pass"),
])  # fmt: skip
def test_solo_on_any_own_turn_ends_the_auction_at_once(before: tuple[str, ...]) -> None:
    match = play(table(preset="online"), *before)
    seat = match.to_act
    assert seat is not None
    assert happened(match, f"{seat} solo") == (CalledSolo(seat), AuctionWon(seat))
    phase = tricks(play(match, f"{seat} solo"))
    assert (phase.contract.caller, phase.contract.asked, phase.trump, phase.called) == (seat, 61, None, None)
    assert phase.partner() is None
    assert phase.to_act == 0


def test_in_solo_no_suit_is_trump() -> None:
    match = play(table(preset="online"), "0 solo", "0 play Ks", "1 play Qd", "2 play Js", "3 play 3h")
    assert TrickTaken(0, (0, 1, 2, 3, 4), cards("Ks Qd Js 3h Jh"), 21) in happened(match, "4 play Jh")


# -- naming ----------------------------------------------------------------------------------------


def test_the_caller_names_the_suit_and_it_becomes_trump() -> None:
    match = play(table(), "0 call Q", *ALL_OUT)
    assert legal(match) == ["name d", "name h", "name s", "name c"]
    assert refused(match, "1 name d") == "not_your_turn"
    assert refused(match, "0 play Ad") == "naming_on"
    assert refused(match, "0 pass") == "naming_on"
    assert happened(match, "0 name d") == (Named(0, cards("Qd")[0]),)
    assert tricks(play(match, "0 name d")).trump == "d"


def test_no_suit_in_a_call_and_no_card_before_the_suit() -> None:
    match = table()
    assert refused(match, "0 play Ad") == "auction_on"
    assert refused(match, "0 name d") == "auction_on"


def test_the_holder_of_the_called_card_is_the_partner_silently_until_it_is_played() -> None:
    match = play(table(), "0 call Q", *ALL_OUT, "0 name d")
    assert tricks(match).partner() == 1
    known = {seat: tricks(match).seen_by(seat).partner() for seat in (*range(5), None)}
    assert known == {0: None, 1: 1, 2: None, 3: None, 4: None, None: None}
    match = play(match, "0 play 4c")
    events = happened(match, "1 play Qd")
    assert events[:2] == (Played(1, cards("Qd")[0]), PartnerRevealed(1, cards("Qd")[0]))
    match = play(match, "1 play Qd")
    assert {tricks(match).seen_by(seat).partner() for seat in (*range(5), None)} == {1}


def test_the_caller_may_name_a_card_he_holds_and_plays_alone_unannounced() -> None:
    match = play(table(), "0 call A", *ALL_OUT, "0 name d")
    assert tricks(match).partner() == 0
    assert {tricks(match).seen_by(seat).partner() for seat in (1, 2, 3, 4, None)} == {None}
    assert happened(match, "0 play Ad")[:2] == (Played(0, cards("Ad")[0]), PartnerRevealed(0, cards("Ad")[0]))


def test_with_in_hand_off_he_may_not_name_a_card_he_holds() -> None:
    match = play(table(in_hand=False), "0 call A", *ALL_OUT)
    assert legal(match) == ["name h", "name c"]
    assert refused(match, "0 name d") == refused(match, "0 name s") == "in_hand_off"


def test_with_in_hand_off_a_rank_held_in_all_four_suits_cannot_be_called() -> None:
    four = "Kd Kh Ks Kc 2d 4d"
    match = chiamata(four, in_hand=False)
    assert match.why_not(Call(0, "K")) == Reason("held_in_all_suits", {"rank": "K"})
    assert refused(match, "0 call Q") is None
    assert refused(chiamata(four), "0 call K") is None
    twos = chiamata("2d 2h 2s 2c 4d Ah Kh Qh", in_hand=False)
    assert refused(twos, "0 call 2") == "held_in_all_suits"


def test_with_in_hand_off_points_on_a_two_held_in_all_four_suits_cannot_be_called_but_forced_calls_can() -> None:
    match = chiamata("2d 2h 2s 2c 4d Ah Kh Qh", "3s", in_hand=False, forced_call=True)
    match = play(match, "0 call 3", "1 call 2", "2 pass", "3 pass", "4 pass")
    assert refused(match, "0 call 2 62") == "held_in_all_suits"
    assert refused(match, "0 call 4 62") is None
    assert refused(match, "0 call 5 62") is None
    match = play(match, "0 call 4 62", "1 pass")
    assert legal(match) == ["name h", "name s", "name c"]


# -- first trick blind -----------------------------------------------------------------------------

BLIND = ("0 call Q", *ALL_OUT)
FIRST = ("0 play 4c", "1 play Ac", "2 play 3c", "3 play Qc", "4 play 7c")


def test_first_trick_blind_is_played_before_the_suit_is_named() -> None:
    match = play(table(first_trick_blind=True), *BLIND)
    assert match.to_act == 0
    assert (tricks(match).trump, tricks(match).called) == (None, None)
    assert refused(match, "0 name d") == "not_now"
    match = play(match, *FIRST)
    assert isinstance(match.phase, Naming)
    assert match.to_act == 0
    assert legal(match) == ["name d", "name h", "name s", "name c"]
    assert match.phase.points() == (0,) * 5
    assert look(match, 3).board.trick == tuple(enumerate(cards("4c Ac 3c Qc 7c")))


def test_first_trick_blind_is_then_awarded_with_that_trump() -> None:
    match = play(table(first_trick_blind=True), *BLIND, "0 play 4c", "1 play Ac", "2 play 5d", "3 play Qc", "4 play 7c")
    events = happened(match, "0 name d")
    assert events == (Named(0, cards("Qd")[0]), TrickTaken(2, (0, 1, 2, 3, 4), cards("4c Ac 5d Qc 7c"), 14))
    assert play(match, "0 name d").to_act == 2
    assert happened(match, "0 name h")[-1] == TrickTaken(1, (0, 1, 2, 3, 4), cards("4c Ac 5d Qc 7c"), 14)


def test_first_trick_blind_a_fallen_card_may_be_named_and_who_was_dealt_it_is_the_partner() -> None:
    match = play(table(first_trick_blind=True), *BLIND, *FIRST)
    called = cards("Qc")[0]
    assert happened(match, "0 name c")[:2] == (Named(0, called), PartnerRevealed(3, called))
    match = play(match, "0 name c")
    assert {tricks(match).seen_by(seat).partner() for seat in (*range(5), None)} == {3}


def test_first_trick_blind_the_caller_may_have_played_the_called_card_himself() -> None:
    match = play(table(first_trick_blind=True), "0 call A", *ALL_OUT, "0 play Ad", *FIRST[1:])
    assert PartnerRevealed(0, cards("Ad")[0]) in happened(match, "0 name d")
    assert tricks(play(match, "0 name d")).partner() == 0


def test_first_trick_blind_with_in_hand_off_counts_the_dealt_hand() -> None:
    match = play(table(first_trick_blind=True, in_hand=False), "0 call A", *ALL_OUT, "0 play Ad", *FIRST[1:])
    assert legal(match) == ["name h", "name c"]


def test_first_trick_blind_with_a_forced_call_counts_the_dealt_hand() -> None:
    match = chiamata("2d 4d 3h As Ks Kh Qh Jh", "3s", preset="online", first_trick_blind=True)
    match = play(match, "0 call 3", "1 call 2", "2 pass", "3 pass", "4 pass", "0 call 5 62", "1 pass", "0 play 4d")
    for _seat in range(4):
        match = match.apply(match.legal()[0]).match
    assert isinstance(match.phase, Naming)
    assert legal(match) == ["name d"]


def test_first_trick_blind_annulling_comes_before_and_solo_names_nothing() -> None:
    poor = chiamata(*POOR, first_trick_blind=True)
    assert play(poor, "0 call A", *ALL_OUT).deal_result().state == "annulled"
    solo = play(table(preset="online", first_trick_blind=True), "0 solo", *FIRST)
    assert tricks(solo).done[0].winner == 1
    assert solo.to_act == 1


# -- annulled deals --------------------------------------------------------------------------------


@pytest.mark.parametrize(("hand", "lone_jack", "up_to_6"), [
    ("Jd 2d 4d 5d 6d 7d 2h 4h", True, True),
    ("2s 2d 4d 5d 6d 7d 2h 4h", True, True),
    ("Jd Jh 4d 5d 6d 7d 2h 4h", False, True),
    ("Jd Jh Js 5d 6d 7d 2h 4h", False, True),
    ("Qd Qh 4d 5d 6d 7d 2h 4h", False, True),
    ("Qd 2s 4d 5d 6d 7d 2h 4h", False, True),
    ("Kd Jh 4d 5d 6d 7d 2h 4h", False, True),
    ("Kd Qh 4d 5d 6d 7d 2h 4h", False, False),
    ("Jd Jh Js Jc 6d 7d 2h 4h", False, False),
    ("3d 2s 4d 5d 6d 7d 2h 4h", False, False),
    ("Ad Jh 4d 5d 6d 7d 2h 4h", False, False),
])  # fmt: skip
def test_annul_poor_hand(hand: str, lone_jack: bool, up_to_6: bool) -> None:
    def poor(value: str) -> bool:
        return is_poor(cards(hand), ChiamataOptions(annul_poor_hand=value))  # type: ignore[arg-type]

    assert (poor("off"), poor("lone_jack"), poor("up_to_6")) == (False, lone_jack, up_to_6)


def test_annul_four_twos() -> None:
    twos = cards("2d 2h 2s 2c Ad 3d Kd Qd")
    three = cards("2d 2h 2s 4c Ad 3d Kd Qd")
    assert is_poor(twos, ChiamataOptions(annul_four_twos=True))
    assert not is_poor(twos, ChiamataOptions())
    assert not is_poor(three, ChiamataOptions(annul_four_twos=True))


@pytest.mark.parametrize("preset", ["regolamento", "online"])
@pytest.mark.parametrize("end", [("0 call A", *ALL_OUT), ("0 call A", "1 solo")])
@pytest.mark.parametrize(("top", "rules"), [
    (("", "Jd 2d 4d 5h 6h 7h 2s 4s"), {"annul_poor_hand": "lone_jack"}),
    (("", "Qd Jd 4d 5h 6h 7h 2s 4s"), {"annul_poor_hand": "up_to_6"}),
    (("", "2d 2h 2s 2c Ad 3d Kd Qd"), {"annul_poor_hand": "off", "annul_four_twos": True}),
])  # fmt: skip
def test_an_annulled_deal_is_dealt_again_by_the_same_dealer_nothing_scored_and_the_hand_shown(
    preset: str, end: tuple[str, ...], top: tuple[str, ...], rules: dict[str, object]
) -> None:
    rest = (top[0] or "As 3s Ks", top[1], "Ah 3h Kh Qh", "Ac 3c Kc Qc", "Qs Js Jh Jc")
    match = chiamata(*rest, preset=preset, solo=True, **rules)
    shown = auction(match).hands[1]
    match = play(match, *end[:-1])
    event = happened(match, end[-1])[-1]
    assert event == Annulled((1,), (shown,))
    assert all(event.seen_by(seat) == event for seat in (*range(5), None))
    match = play(match, end[-1])
    result = match.deal_result()
    assert (result.state, result.scores, result.points, result.same_dealer) == ("annulled", (0,) * 5, (0,) * 5, True)
    assert (match.dealer, match.awaits_deal) == (4, True)
    assert isinstance(match.phase, Over)
    for seat in (0, 2, 3, 4, None):
        hands = look(match, seat).board.hands
        assert hands[1] == shown
        assert all(set(map(str, hand)) == {"??"} for at, hand in enumerate(hands) if at not in (1, seat))


def test_all_five_hands_are_checked_and_every_poor_one_is_shown() -> None:
    match = chiamata("As 3s Ah 3h", "Jd 2d 4d 5h 6h 7h 2s 4s", "", "4h 5d 6d 7d 2h 5s 6s 7s")
    event = happened(match, "0 call A", *ALL_OUT)[-1]
    assert isinstance(event, Annulled)
    assert event.seats == (1, 3)
    assert [notation(hand) for hand in event.hands] == ["Jd 4d 2d 7h 6h 5h 4s 2s", "7d 6d 5d 4h 2h 7s 6s 5s"]


def test_nothing_is_annulled_online_or_while_the_auction_goes_on() -> None:
    assert play(chiamata(*POOR, preset="online"), "0 call A", *ALL_OUT).deal_open
    assert play(chiamata(*POOR), "0 call A", *ALL_OUT[:-1]).deal_open


# -- clock -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("before", [(), ("0 call K", "1 pass"), ("0 call Q", *ALL_OUT)])
def test_a_timeout_in_the_auction_or_in_the_naming_ends_the_match_with_no_winner(before: tuple[str, ...]) -> None:
    match = play(table(preset="online"), *before)
    assert match.options.turn_seconds == 90
    match = play(match, f"{match.to_act} timeout")
    assert match.over
    assert match.standing.winners == ()
    assert match.deal_result().state == "unfinished"


def test_a_timeout_in_the_naming_of_a_blind_first_trick_ends_the_match_too() -> None:
    match = play(table(preset="online", first_trick_blind=True), *BLIND, *FIRST, "0 timeout")
    assert match.over
    assert match.deal_result().state == "unfinished"


def test_a_timeout_in_play_forces_a_card() -> None:
    match = play(table(preset="online"), "0 call Q", *ALL_OUT, "0 name d", "0 timeout")
    assert not match.over
    assert refused(match, "1 play Qd") == "forced_card"
    assert play(match, "0 play 2h").to_act == 1


def test_the_regolamento_has_no_clock() -> None:
    assert refused(table(), "0 timeout") == "no_clock"


# -- the record ------------------------------------------------------------------------------------


def test_the_record_is_written_as_record_md_says() -> None:
    match = fresh("chiamata", "online", 5, 4, match_deals=1)
    record = Record(game="chiamata", preset="online", options=match.options, names=NAMES[:5], first_dealer=4)
    record = record.dealt(4, tuple(cards(" ".join(" ".join(row) for row in zip(*map(str.split, HANDS), strict=True)))))
    lines = ["0 call K", "1 call 2", "2 call 2 62", "3 call 4 64", "4 pass", "0 pass", "1 pass", "2 pass", "3 name d"]
    match = record.replay()
    for line in lines:
        action = read_action(match, line)
        assert str(action) == line
        record = record.acted(action)
        match = match.apply(action).match
    whole = dump(record).decode()
    assert '"actions": [\n    "0 call K",\n    "1 call 2",\n    "2 call 2 62",\n    "3 call 4 64"' in whole.replace(
        "     ", "    "
    )
    assert read(dump(record)) == record
    assert record.undo().replay().phase == play(table(preset="online", match_deals=1), *lines[:-1]).phase
    again, deals = results(record)
    found = summary(record, again, deals)
    assert found["game"] == "chiamata"
    assert found["deals"][0]["state"] == "unfinished"
    assert found["deals"][0]["scores"] == [0] * 5


def test_solo_is_written_solo() -> None:
    match = table(preset="online")
    assert str(read_action(match, "0 solo")) == "0 solo"
    assert "solo" in legal(match)


def test_scored_is_the_last_event_of_a_deal_and_tells_points_and_scores() -> None:
    match = play(table(), "0 call Q", *ALL_OUT, "0 name d")
    events: tuple[object, ...] = ()
    while match.deal_open:
        match, events = match.apply(match.legal()[0])
    assert isinstance(events[-1], Scored)
    assert (events[-1].scores, events[-1].points) == (match.deal_result().scores, match.deal_result().points)
