"""Solo, naming and blind first trick (docs/rules.md, "Briscola chiamata"), with a test for each sentence."""

from __future__ import annotations

from game.core.cards import parse_cards
from game.core.events import CardPlayed, TrickTaken
from game.core.messages import Reason
from game.match.observation import observe
from game.rules.chiamata.actions import Call
from game.rules.chiamata.events import AuctionWon, CalledCardNamed, PartnerRevealed, SoloCalled
from game.rules.chiamata.trick_play import NamingPhase
from tests.game.rules.chiamata.deals import (
    ALL_PASS_ACTIONS,
    BLIND_AUCTION,
    CALLS_DOWN_TO_TWO,
    FIRST_TRICK,
    POOR_HAND,
    deal_hands,
    get_trick_phase,
)
from tests.helpers import deal_chiamata, get_last_events, get_refusal_code, list_legal_phrases, play
from tests.rows import check_rows

# -- solo ------------------------------------------------------------------------------------------


def test_solo_is_off_in_the_regolamento_and_on_online() -> None:
    assert get_refusal_code(deal_hands(), "0 solo") == "solo_off"
    assert get_refusal_code(deal_hands(solo=True), "0 solo") is None
    assert get_refusal_code(deal_hands(preset="online"), "0 solo") is None
    assert get_refusal_code(deal_hands(preset="online", solo=False), "0 solo") == "solo_off"


@check_rows("before", [
    (), ("0 call K",), ("0 pass", "1 pass", "2 pass", "3 pass"), (*CALLS_DOWN_TO_TWO, "2 call 2 62"),
    ("0 call A", "1 pass"), (*CALLS_DOWN_TO_TWO, "2 call 2 120"), (*CALLS_DOWN_TO_TWO, "2 pass", "3 pass", "4 pass"),
])  # fmt: skip
def test_solo_on_own_turn_ends_auction_at_once(before: tuple[str, ...]) -> None:
    match = play(deal_hands(preset="online"), *before)
    seat = match.turn
    assert seat is not None
    assert get_last_events(match, f"{seat} solo") == (SoloCalled(seat), AuctionWon(seat))
    phase = get_trick_phase(play(match, f"{seat} solo"))
    assert (phase.contract.caller, phase.contract.required_points, phase.trump, phase.called_card) == (
        seat,
        61,
        None,
        None,
    )
    assert phase.find_partner() is None
    assert phase.turn == 0


def test_solo_has_no_trump() -> None:
    match = play(deal_hands(preset="online"), "0 solo", "0 play Ks", "1 play Qd", "2 play Js", "3 play 3h")
    assert TrickTaken(0, (0, 1, 2, 3, 4), parse_cards("Ks Qd Js 3h Jh"), 21) in get_last_events(match, "4 play Jh")


# -- naming ----------------------------------------------------------------------------------------


def test_caller_names_suit_which_becomes_trump() -> None:
    match = play(deal_hands(), "0 call Q", *ALL_PASS_ACTIONS)
    assert list_legal_phrases(match) == ["name d", "name h", "name s", "name c"]
    assert get_refusal_code(match, "1 name d") == "not_your_turn"
    assert get_refusal_code(match, "0 play Ad") == "naming_on"
    assert get_refusal_code(match, "0 pass") == "naming_on"
    assert get_last_events(match, "0 name d") == (CalledCardNamed(0, parse_cards("Qd")[0]),)
    assert get_trick_phase(play(match, "0 name d")).trump == "d"


def test_call_has_no_suit_and_no_card_is_played_before_naming() -> None:
    match = deal_hands()
    assert get_refusal_code(match, "0 play Ad") == "auction_on"
    assert get_refusal_code(match, "0 name d") == "auction_on"


def test_holder_of_called_card_is_secret_partner_until_it_is_played() -> None:
    match = play(deal_hands(), "0 call Q", *ALL_PASS_ACTIONS, "0 name d")
    assert get_trick_phase(match).find_partner() == 1
    known = {seat: get_trick_phase(match).seen_by(seat).find_partner() for seat in (*range(5), None)}
    assert known == {0: None, 1: 1, 2: None, 3: None, 4: None, None: None}
    match = play(match, "0 play 4c")
    events = get_last_events(match, "1 play Qd")
    assert events[:2] == (CardPlayed(1, parse_cards("Qd")[0]), PartnerRevealed(1, parse_cards("Qd")[0]))
    match = play(match, "1 play Qd")
    assert {get_trick_phase(match).seen_by(seat).find_partner() for seat in (*range(5), None)} == {1}


def test_caller_may_secretly_name_own_card_and_play_alone() -> None:
    match = play(deal_hands(), "0 call A", *ALL_PASS_ACTIONS, "0 name d")
    assert get_trick_phase(match).find_partner() == 0
    assert {get_trick_phase(match).seen_by(seat).find_partner() for seat in (1, 2, 3, 4, None)} == {None}
    assert get_last_events(match, "0 play Ad")[:2] == (
        CardPlayed(0, parse_cards("Ad")[0]),
        PartnerRevealed(0, parse_cards("Ad")[0]),
    )


def test_in_hand_off_forbids_naming_an_own_card() -> None:
    match = play(deal_hands(in_hand=False), "0 call A", *ALL_PASS_ACTIONS)
    assert list_legal_phrases(match) == ["name h", "name c"]
    assert get_refusal_code(match, "0 name d") == get_refusal_code(match, "0 name s") == "in_hand_off"


def test_in_hand_off_forbids_calling_a_rank_held_in_all_suits() -> None:
    four = "Kd Kh Ks Kc 2d 4d"
    match = deal_chiamata(four, in_hand=False)
    assert match.illegal_reason(Call(0, "K")) == Reason("held_in_all_suits", {"rank": "K"})
    assert get_refusal_code(match, "0 call Q") is None
    assert get_refusal_code(deal_chiamata(four), "0 call K") is None
    twos = deal_chiamata("2d 2h 2s 2c 4d Ah Kh Qh", in_hand=False)
    assert get_refusal_code(twos, "0 call 2") == "held_in_all_suits"


def test_in_hand_off_forbids_points_on_four_twos_but_not_forced_calls() -> None:
    match = deal_chiamata("2d 2h 2s 2c 4d Ah Kh Qh", "3s", in_hand=False, forced_call=True)
    match = play(match, "0 call 3", "1 call 2", "2 pass", "3 pass", "4 pass")
    assert get_refusal_code(match, "0 call 2 62") == "held_in_all_suits"
    assert get_refusal_code(match, "0 call 4 62") is None
    assert get_refusal_code(match, "0 call 5 62") is None
    match = play(match, "0 call 4 62", "1 pass")
    assert list_legal_phrases(match) == ["name h", "name s", "name c"]


# -- first trick blind -----------------------------------------------------------------------------


def test_blind_first_trick_is_played_before_naming() -> None:
    match = play(deal_hands(first_trick_blind=True), *BLIND_AUCTION)
    assert match.turn == 0
    assert (get_trick_phase(match).trump, get_trick_phase(match).called_card) == (None, None)
    assert get_refusal_code(match, "0 name d") == "not_now"
    match = play(match, *FIRST_TRICK)
    assert isinstance(match.phase, NamingPhase)
    assert match.turn == 0
    assert list_legal_phrases(match) == ["name d", "name h", "name s", "name c"]
    assert match.phase.count_points() == (0,) * 5
    assert observe(match, 3).board.trick == tuple(enumerate(parse_cards("4c Ac 3c Qc 7c")))


def test_blind_first_trick_is_won_with_named_trump() -> None:
    match = play(
        deal_hands(first_trick_blind=True),
        *BLIND_AUCTION,
        "0 play 4c",
        "1 play Ac",
        "2 play 5d",
        "3 play Qc",
        "4 play 7c",
    )
    events = get_last_events(match, "0 name d")
    assert events == (
        CalledCardNamed(0, parse_cards("Qd")[0]),
        TrickTaken(2, (0, 1, 2, 3, 4), parse_cards("4c Ac 5d Qc 7c"), 14),
    )
    assert play(match, "0 name d").turn == 2
    assert get_last_events(match, "0 name h")[-1] == TrickTaken(1, (0, 1, 2, 3, 4), parse_cards("4c Ac 5d Qc 7c"), 14)


def test_card_of_blind_first_trick_may_be_named_and_its_player_is_partner() -> None:
    match = play(deal_hands(first_trick_blind=True), *BLIND_AUCTION, *FIRST_TRICK)
    called = parse_cards("Qc")[0]
    assert get_last_events(match, "0 name c")[:2] == (CalledCardNamed(0, called), PartnerRevealed(3, called))
    match = play(match, "0 name c")
    assert {get_trick_phase(match).seen_by(seat).find_partner() for seat in (*range(5), None)} == {3}


def test_caller_may_have_played_the_called_card_in_blind_first_trick() -> None:
    match = play(deal_hands(first_trick_blind=True), "0 call A", *ALL_PASS_ACTIONS, "0 play Ad", *FIRST_TRICK[1:])
    assert PartnerRevealed(0, parse_cards("Ad")[0]) in get_last_events(match, "0 name d")
    assert get_trick_phase(play(match, "0 name d")).find_partner() == 0


def test_in_hand_off_with_blind_first_trick_counts_dealt_hand() -> None:
    match = play(
        deal_hands(first_trick_blind=True, in_hand=False), "0 call A", *ALL_PASS_ACTIONS, "0 play Ad", *FIRST_TRICK[1:]
    )
    assert list_legal_phrases(match) == ["name h", "name c"]


def test_forced_call_with_blind_first_trick_counts_dealt_hand() -> None:
    match = deal_chiamata("2d 4d 3h As Ks Kh Qh Jh", "3s", preset="online", first_trick_blind=True)
    match = play(match, "0 call 3", "1 call 2", "2 pass", "3 pass", "4 pass", "0 call 5 62", "1 pass", "0 play 4d")
    for _seat in range(4):
        match = match.apply(match.legal_actions()[0]).match
    assert isinstance(match.phase, NamingPhase)
    assert list_legal_phrases(match) == ["name d"]


def test_annulling_precedes_blind_first_trick_and_solo_names_nothing() -> None:
    poor = deal_chiamata(*POOR_HAND, first_trick_blind=True)
    assert play(poor, "0 call A", *ALL_PASS_ACTIONS).get_deal_result().state == "annulled"
    solo = play(deal_hands(preset="online", first_trick_blind=True), "0 solo", *FIRST_TRICK)
    assert get_trick_phase(solo).completed_tricks[0].winner == 1
    assert solo.turn == 1
