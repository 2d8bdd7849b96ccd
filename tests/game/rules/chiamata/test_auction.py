"""Cards, auction, points, forced calls, solo and annulled deals (docs/rules.md, "Briscola chiamata")."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from game.core.actions import Deal
from game.core.cards import format_cards, parse_cards
from game.core.events import CardsDealt, DealAnnulled, DealVoided, Event, PlayerPassed
from game.core.messages import Reason
from game.core.phase import DealOverPhase
from game.match.match import Match
from game.match.observation import observe
from game.rules.chiamata.actions import Call, NameSuit
from game.rules.chiamata.auction import find_annulling_rule
from game.rules.chiamata.calls import find_forced_suits
from game.rules.chiamata.events import AuctionWon, CallMade, SoloCalled
from game.rules.chiamata.options import ChiamataOptions
from game.rules.chiamata.trick_play import NamingPhase
from tests.game.rules.chiamata.deals import (
    ALL_PASS_ACTIONS,
    CALLS_DOWN_TO_TWO,
    DEALT_HANDS,
    POOR_HAND,
    deal_hands,
    get_auction,
    get_trick_phase,
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

RANKS = "A3KQJ76542"
FORCED_HAND = "2d 4d As Ks Qs Js Ah Kc"
"""A hand with the forced calls of 5 and of no other rank."""
FORCED_AUCTION = ("0 call 3", "1 call 2", "2 pass", "3 pass", "4 pass")


def call(*actions: str, **changes: Any) -> Match:
    """Return the deal of `DEALT_HANDS` after these actions."""
    return play(deal_hands(**changes), *actions)


def raise_points(*actions: str, **changes: Any) -> Match:
    """Return the same after the call of a two, from where points are called."""
    return call(*CALLS_DOWN_TO_TWO, *actions, **changes)


def force_call(*actions: str, hand: str = FORCED_HAND, **changes: Any) -> Match:
    return play(deal_chiamata(hand, **{"preset": "online"} | changes), *FORCED_AUCTION, *actions)


# -- cards and order -------------------------------------------------------------------------------


def test_cards_are_dealt_singly_from_forehand() -> None:
    match = make_match("chiamata", seats=5, dealer=2)
    dealt = match.apply(Deal(match.pack)).events[0]
    assert isinstance(dealt, CardsDealt)
    assert [{*dealt.hands[seat]} for seat in (3, 4, 0, 1, 2)] == [{*match.pack[place::5]} for place in range(5)]


@check_rows("dealer", range(5))
def test_forehand_bids_first_and_always_leads(dealer: int) -> None:
    match = deal_chiamata(*DEALT_HANDS, dealer=dealer)
    order = [(dealer + 1 + offset) % 5 for offset in range(5)]
    assert match.turn == order[0]
    match = play(match, *(f"{seat} pass" for seat in order[:3]), f"{order[3]} call 2", f"{order[4]} pass")
    assert play(match, f"{order[3]} name h").turn == order[0]


# -- auction ---------------------------------------------------------------------------------------


@check_rows(("actions", "turn", "passed"), [
    (("0 call A", "1 pass", "2 call 3", "3 pass", "4 call K"), 0, (1, 3)),
    (("0 call A", "1 pass", "2 call 3", "3 pass", "4 call K", "0 call Q"), 2, (1, 3)),
    (("0 pass", "1 call A", "2 call 3", "3 call K", "4 call Q"), 1, (0,)),
    (("0 pass", "1 pass", "2 pass", "3 pass"), 4, (0, 1, 2, 3)),
])  # fmt: skip
def test_each_seat_that_has_not_passed_calls_or_passes_in_turn(
    actions: tuple[str, ...], turn: int, passed: tuple[int, ...]
) -> None:
    match = call(*actions)
    assert (match.turn, get_auction(match).passed_seats) == (turn, passed)
    others = {*range(5)} - {turn}
    assert {get_refusal_code(match, f"{seat} call 2") for seat in others} == {"not_your_turn"}


@check_rows(("actions", "last", "events"), [
    (("0 call K", "1 pass", "2 call J", "3 pass", "4 pass"), "0 pass", (PlayerPassed(0), AuctionWon(2))),
    (("0 pass", "1 pass", "2 pass", "3 pass"), "4 call A", (CallMade(4, "A", None), AuctionWon(4))),
    ((*CALLS_DOWN_TO_TWO, "2 pass", "3 pass", "4 pass", "0 call 2 62", "1 call 2 64", "0 call 2 66"), "1 pass",
     (PlayerPassed(1), AuctionWon(0))),
])  # fmt: skip
def test_last_seat_after_a_call_is_the_caller(actions: tuple[str, ...], last: str, events: tuple[Event, ...]) -> None:
    match = call(*actions)
    assert get_last_events(match, last) == events
    match, calls = play(match, last), [action for action in map(parse_call, (*actions, last)) if action]
    assert isinstance(match.phase, NamingPhase) and isinstance(events[1], AuctionWon)
    contract = match.phase.trick_phase.contract
    assert (match.turn, contract.caller) == (events[1].seat, events[1].seat)
    assert (contract.rank, contract.required_points) == (calls[-1].rank, calls[-1].points or 61)


def parse_call(text: str) -> Call | None:
    action = parse_seat_action(deal_hands(), text)
    return action if isinstance(action, Call) else None


@check_rows(("make", "calls"), [
    (deal_hands, RANKS), (lambda: call("0 call J"), "76542"), (lambda: call("0 call J", "1 call 4"), "2"),
])  # fmt: skip
def test_call_names_a_lower_rank_than_last_call(make: Callable[[], Match], calls: str) -> None:
    assert list_call_phrases(make()) == [f"call {rank}" for rank in calls]


@check_rows(("make", "codes"), [
    (lambda: call("0 call J"), dict.fromkeys([f"1 call {rank}" for rank in "A3KQJ"], "call_not_lower")),
    (deal_hands, {"0 call 2 62": "points_too_early", "0 solo": "solo_off"}),
    (lambda: call("0 call 4"), {"1 call 2 62": "points_too_early"}),
    (lambda: call("0 call 4", preset="online"), {"1 call 5 62": "points_too_early"}),
    (raise_points, {"2 call 2 61": "points_too_few", "2 call 2 60": "points_too_few", "2 call 2 -3": "points_too_few",
                    "2 call 2": "call_points", "2 call K": "call_points", "2 call 2 62": None,
                    "2 call 2 121": "points_too_many"}),
    (lambda: raise_points("2 call 2 70"),
     {"3 call 2 70": "points_too_few", "3 call 2 65": "points_too_few", "3 call 2 71": None}),
    (lambda: raise_points("2 call 2 120"), {"3 call 2 121": "points_too_many", "3 pass": None}),
    (lambda: raise_points("2 call 2 111", raise_step=10), {"3 call 2 120": "points_too_many"}),
    (lambda: deal_chiamata(FORCED_HAND, preset="online"), {"0 call 5 62": "points_too_early"}),
    (force_call, {"0 call 4 64": "forced_not_held", "0 call 5 61": "points_too_few", "0 call 5": "call_points"}),
    (lambda: force_call("0 call 5 64"), {"1 call 4": "call_points", "1 call 6": "call_points"}),
    (lambda: play(deal_chiamata(FORCED_HAND, preset="online", raise_step=5), *CALLS_DOWN_TO_TWO, "2 call 2 62",
                  "3 pass", "4 pass"), {"0 call 5 66": "points_too_few", "0 call 5 67": None}),
    (lambda: force_call(preset="regolamento"), {"0 call 5 64": "forced_off"}),
    (lambda: force_call(preset="regolamento", forced_call=True), {"0 call 5 64": None}),
    (lambda: force_call(forced_call=False), {"0 call 5 64": "forced_off"}),
    (lambda: deal_hands(solo=True), {"0 solo": None}), (lambda: deal_hands(preset="online"), {"0 solo": None}),
    (lambda: deal_hands(preset="online", solo=False), {"0 solo": "solo_off"}),
])  # fmt: skip
def test_call_that_is_not_allowed_is_refused(make: Callable[[], Match], codes: dict[str, str | None]) -> None:
    match = make()
    assert {text: get_refusal_code(match, text) for text in codes} == codes


@check_rows("rank", ["8", "9", "T", "LJ", "BJ"])
def test_rank_missing_from_pack_cannot_be_called(rank: str) -> None:
    points = raise_points(preset="online")
    tried = ((deal_hands(), f"0 call {rank}"), (call("0 call K"), f"1 call {rank}"), (points, f"2 call {rank}"))
    assert {get_refusal_code(match, text) for match, text in (*tried, (points, f"2 call {rank} 62"))} == {
        "rank_not_here"
    }


@check_rows("preset", ["regolamento", "online"])
@check_rows(("all_pass", "dealer"), [("next_dealer", 0), ("same_dealer", 4)])
def test_deal_is_void_if_all_pass_and_all_pass_option_sets_dealer(preset: str, all_pass: str, dealer: int) -> None:
    match = call("0 pass", *ALL_PASS_ACTIONS, preset=preset, all_pass=all_pass, match_deals=1)
    result = match.get_deal_result()
    assert (result.state, result.reasons) == ("void", (Reason("all_passed"),))
    assert result.scores == result.points == (0,) * 5
    assert (match.dealer, match.is_over) == (dealer, False)


def test_hands_are_not_checked_for_annulling_when_all_pass() -> None:
    match = play(deal_chiamata(*POOR_HAND, annul_poor_hand="lone_jack"), "0 pass", *ALL_PASS_ACTIONS[:3])
    assert get_last_events(match, "4 pass") == (PlayerPassed(4), DealVoided())
    match = play(match, "4 pass")
    for seat in (*range(5), None):
        hands = observe(match, seat).board.hands
        assert [set(map(str, hand)) == {"??"} for hand in hands] == [number != seat for number in range(5)]


# -- points and forced calls -----------------------------------------------------------------------


@check_rows(("make", "calls"), [
    (raise_points, [f"call 2 {points}" for points in range(62, 121)]), (lambda: raise_points("2 call 2 120"), []),
    (lambda: raise_points("2 call 2 119"), ["call 2 120"]),
    (lambda: raise_points("2 call 2 111", raise_step=10), []),
    *((lambda step=step: raise_points("2 call 2 62", raise_step=step),
       [f"call 2 {points}" for points in range(62 + step, 121)]) for step in range(1, 11)),
    (lambda: force_call("0 call 5 119"), ["call 2 120"]),
])  # fmt: skip
def test_calls_raise_points_by_the_step_from_62_to_120(make: Callable[[], Match], calls: list[str]) -> None:
    assert list_call_phrases(make()) == calls


@check_rows(("make", "action", "reason"), [
    (lambda: raise_points("2 call 2 119"), Call(3, "2", 119), Reason("points_too_few", {"least": 120})),
    (force_call, Call(0, "6", 64), Reason("forced_not_held", {"rank": "6"})),
    (lambda: force_call("0 call 4 62", "1 pass", hand="2d 2s 4s 5s 3h Kh Qh Jh"), NameSuit(0, "s"),
     Reason("forced_other_suit", {"rank": "4"})),
])  # fmt: skip
def test_refused_call_has_the_values_of_its_reason(
    make: Callable[[], Match], action: Call | NameSuit, reason: Reason
) -> None:
    assert make().illegal_reason(action) == reason


@check_rows(("hand", "rank", "suits"), [
    ("2d 4d As Ks Qs Js Ah Kc", "5", ("d",)), ("2h 5h 3s 3c 3d Ad Kd Qd", "4", ("h",)), ("2d 4d", "4", ()),
    ("2d 4d", "6", ()), ("2d 2s 4s", "4", ("d",)), ("2d 2s", "4", ("d", "s")), ("4d", "2", ()),
    ("3d Kd Qd Jd 7d 6d 5d 4d 2d", "A", ("d",)),
])  # fmt: skip
def test_forced_call_needs_every_lower_rank_and_not_the_rank_itself(
    hand: str, rank: Any, suits: tuple[str, ...]
) -> None:
    assert find_forced_suits(parse_cards(hand), rank) == suits


def test_forced_call_replaces_two_in_points_stage() -> None:
    assert [text for text in list_call_phrases(force_call()) if text.endswith(" 64")] == ["call 2 64", "call 5 64"]


@check_rows(("hand", "names"), [
    ("2d 2s 4s 5s 3h Kh Qh Jh", ["name d"]), ("2d 2s 5s 3h Kh Qh Jh Ac", ["name d", "name s"]),
])  # fmt: skip
def test_winner_with_forced_call_must_name_a_forced_suit(hand: str, names: list[str]) -> None:
    match = force_call("0 call 4 62", "1 pass", hand=hand)
    assert list_legal_phrases(match) == names
    refused = {f"name {suit}" for suit in "dhsc"} - {*names}
    assert {get_refusal_code(match, f"0 {name}") for name in refused} == {"forced_other_suit"}


def test_forced_call_check_shows_opponents_the_call_but_no_cards() -> None:
    current = deal_chiamata("2d 3h As 4h Kh Qh Jh Ac", "3s 2c", preset="online")
    other = deal_chiamata("2c 3h As 4h Kh Qh Jh Ac", "3s 2d", preset="online")
    for text in (*FORCED_AUCTION, "0 call 4 62", "1 pass"):
        current, events = current.apply(parse_seat_action(current, text))
        other, twins = other.apply(parse_seat_action(other, text))
        for seat in (2, 3, 4, None):
            assert [event.seen_by(seat) for event in events] == [event.seen_by(seat) for event in twins]
            assert observe(current, seat) == observe(other, seat)


# -- solo ------------------------------------------------------------------------------------------


@check_rows("before", [
    (), ("0 call K",), ("0 pass", "1 pass", "2 pass", "3 pass"), (*CALLS_DOWN_TO_TWO, "2 call 2 62"),
    ("0 call A", "1 pass"), (*CALLS_DOWN_TO_TWO, "2 call 2 120"), (*CALLS_DOWN_TO_TWO, "2 pass", "3 pass", "4 pass"),
])  # fmt: skip
def test_solo_on_own_turn_ends_auction_at_once(before: tuple[str, ...]) -> None:
    match = call(*before, preset="online")
    seat = match.turn
    assert seat is not None
    assert get_last_events(match, f"{seat} solo") == (SoloCalled(seat), AuctionWon(seat))
    phase = get_trick_phase(play(match, f"{seat} solo"))
    assert (phase.contract.caller, phase.contract.required_points, phase.turn) == (seat, 61, 0)
    assert (phase.trump, phase.called_card, phase.find_partner()) == (None, None, None)


# -- annulled deals --------------------------------------------------------------------------------


@check_rows(("hand", "lone_jack", "up_to_6"), [
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
def test_poor_hand_annuls_deal(hand: str, lone_jack: bool, up_to_6: bool) -> None:
    def find_rule(value: Literal["off", "lone_jack", "up_to_6"]) -> str | None:
        return find_annulling_rule(parse_cards(hand), ChiamataOptions(annul_poor_hand=value))

    assert find_rule("off") is None
    assert find_rule("lone_jack") == ("lone_jack" if lone_jack else None)
    assert find_rule("up_to_6") == ("up_to_6" if up_to_6 else None)


@check_rows(("hand", "changes", "rule"), [
    ("2d 2h 2s 2c Ad 3d Kd Qd", {"annul_four_twos": True}, "four_twos"), ("2d 2h 2s 2c Ad 3d Kd Qd", {}, None),
    ("2d 2h 2s 4c Ad 3d Kd Qd", {"annul_four_twos": True}, None),
])  # fmt: skip
def test_four_twos_annul_deal(hand: str, changes: dict[str, Any], rule: str | None) -> None:
    assert find_annulling_rule(parse_cards(hand), ChiamataOptions(**changes)) == rule


@check_rows("preset", ["regolamento", "online"])
@check_rows("end", [("0 call A", *ALL_PASS_ACTIONS), ("0 call A", "1 solo")])
@check_rows(("top", "rules", "rule", "points"), [
    (("", "Jd 2d 4d 5h 6h 7h 2s 4s"), {"annul_poor_hand": "lone_jack"}, "lone_jack", 2),
    (("", "Qd Jd 4d 5h 6h 7h 2s 4s"), {"annul_poor_hand": "up_to_6"}, "up_to_6", 5),
    (("", "2d 2h 2s 2c Ad 3d Kd Qd"), {"annul_poor_hand": "off", "annul_four_twos": True}, "four_twos", 28),
])  # fmt: skip
def test_annulled_deal_is_repeated_by_same_dealer_and_shows_the_hand_and_the_rule(
    preset: str, end: tuple[str, ...], top: tuple[str, ...], rules: dict[str, Any], rule: str, points: int
) -> None:
    rest = (top[0] or "As 3s Ks", top[1], "Ah 3h Kh Qh", "Ac 3c Kc Qc", "Qs Js Jh Jc")
    match = deal_chiamata(*rest, preset=preset, solo=True, **rules)
    shown = get_auction(match).hands[1]
    match = play(match, *end[:-1])
    event = get_last_events(match, end[-1])[-1]
    assert event == DealAnnulled((1,), (shown,), rule)
    assert all(event.seen_by(seat) == event for seat in (*range(5), None))
    match = play(match, end[-1])
    result = match.get_deal_result()
    assert (result.state, result.scores, result.points, result.is_dealer_kept) == ("annulled", (0,) * 5, (0,) * 5, True)
    assert result.reasons == (Reason(f"annulled_{rule}", {"seat": 1, "points": points}),)
    assert (match.dealer, match.needs_deal) == (4, True)
    assert isinstance(match.phase, DealOverPhase)
    for seat in (0, 2, 3, 4, None):
        hands = observe(match, seat).board.hands
        assert hands[1] == shown
        assert all(set(map(str, hand)) == {"??"} for hand_seat, hand in enumerate(hands) if hand_seat not in (1, seat))


def test_every_poor_hand_is_shown() -> None:
    match = deal_chiamata("As 3s Ah 3h", "Jd 2d 4d 5h 6h 7h 2s 4s", "", "4h 5d 6d 7d 2h 5s 6s 7s")
    event = get_last_events(match, "0 call A", *ALL_PASS_ACTIONS)[-1]
    assert isinstance(event, DealAnnulled)
    assert (event.seats, event.rule) == ((1, 3), "lone_jack")
    assert [format_cards(hand) for hand in event.hands] == ["Jd 4d 2d 7h 6h 5h 4s 2s", "7d 6d 5d 4h 2h 7s 6s 5s"]


def test_no_annulment_in_online_preset_or_during_auction() -> None:
    assert play(deal_chiamata(*POOR_HAND, preset="online"), "0 call A", *ALL_PASS_ACTIONS).is_deal_in_progress
    assert play(deal_chiamata(*POOR_HAND), "0 call A", *ALL_PASS_ACTIONS[:-1]).is_deal_in_progress
