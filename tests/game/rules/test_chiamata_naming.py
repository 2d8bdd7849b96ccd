"""rules.md, "Briscola chiamata (a cinque)", one test a sentence: solo, naming the suit, the blind first trick."""

from __future__ import annotations

import pytest

from game.engine.cards import cards
from game.engine.events import Played, TrickTaken
from game.engine.phases import Reason
from game.rules.chiamata.actions import Call
from game.rules.chiamata.events import AuctionWon, CalledSolo, Named, PartnerRevealed
from game.rules.chiamata.play import Naming
from game.view import look
from tests.game.rules.chiamata_tables import ALL_OUT, BLIND, FIRST, POOR, TWO_CALLED, table, tricks
from tests.helpers import chiamata, happened, legal, play, refused

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
