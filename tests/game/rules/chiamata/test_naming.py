"""Naming, play without trump and blind first trick (docs/rules.md, "Briscola chiamata"), for each sentence."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from game.core.cards import Card, parse_cards
from game.core.events import CardPlayed, TrickTaken
from game.core.messages import Reason
from game.match.match import Match
from game.match.observation import observe
from game.rules.chiamata.actions import Call
from game.rules.chiamata.events import CalledCardNamed, PartnerRevealed
from game.rules.chiamata.trick_play import ChiamataTrickPhase, NamingPhase
from tests.game.rules.chiamata.deals import (
    ALL_PASS_ACTIONS,
    BLIND_AUCTION,
    DEALT_HANDS,
    FIRST_TRICK,
    POOR_HAND,
    deal_hands,
    get_trick_phase,
)
from tests.helpers import deal_chiamata, get_last_events, get_refusal_code, list_legal_phrases, play
from tests.pairwise_tables import make_pairwise_tables
from tests.rows import check_rows
from tests.twin_deals import make_twin_moments, play_long_deal

# -- naming ----------------------------------------------------------------------------------------


def test_solo_has_no_trump() -> None:
    match = play(deal_hands(preset="online"), "0 solo", "0 play Ks", "1 play Qd", "2 play Js", "3 play 3h")
    assert TrickTaken(0, (0, 1, 2, 3, 4), parse_cards("Ks Qd Js 3h Jh"), 21) in get_last_events(match, "4 play Jh")


def test_caller_names_suit_which_becomes_trump() -> None:
    match = play(deal_hands(), *BLIND_AUCTION)
    assert list_legal_phrases(match) == ["name d", "name h", "name s", "name c"]
    assert get_last_events(match, "0 name d") == (CalledCardNamed(0, Card("Qd")),)
    assert get_trick_phase(play(match, "0 name d")).trump == "d"


FOUR_KINGS, FOUR_TWOS = "Kd Kh Ks Kc 2d 4d", "2d 2h 2s 2c 4d Ah Kh Qh"


def force_call_with_four_twos(*actions: str) -> Match:
    match = deal_chiamata(FOUR_TWOS, "3s", in_hand=False, forced_call=True)
    return play(match, "0 call 3", "1 call 2", "2 pass", "3 pass", "4 pass", *actions)


@check_rows(("make", "codes"), [
    (deal_hands, {"0 play Ad": "auction_on", "0 name d": "auction_on"}),
    (lambda: play(deal_hands(), *BLIND_AUCTION),
     {"1 name d": "not_your_turn", "0 play Ad": "naming_on", "0 pass": "naming_on"}),
    (lambda: play(deal_hands(in_hand=False), "0 call A", *ALL_PASS_ACTIONS),
     {"0 name d": "in_hand_off", "0 name s": "in_hand_off", "0 name h": None, "0 name c": None}),
    (lambda: deal_chiamata(FOUR_KINGS, in_hand=False), {"0 call K": "held_in_all_suits", "0 call Q": None}),
    (lambda: deal_chiamata(FOUR_KINGS), {"0 call K": None}),
    (lambda: deal_chiamata(FOUR_TWOS, in_hand=False), {"0 call 2": "held_in_all_suits"}),
    (force_call_with_four_twos, {"0 call 2 62": "held_in_all_suits", "0 call 4 62": None, "0 call 5 62": None}),
    (lambda: force_call_with_four_twos("0 call 4 62", "1 pass"), {"0 name d": "forced_other_suit", "0 name h": None}),
    (lambda: play(deal_hands(first_trick_blind=True), *BLIND_AUCTION), {"0 name d": "not_now"}),
])  # fmt: skip
def test_call_or_name_that_the_hand_forbids_is_refused(make: Callable[[], Match], codes: dict[str, str | None]) -> None:
    match = make()
    assert {text: get_refusal_code(match, text) for text in codes} == codes


def list_partners_seen(match: Match) -> list[int | None]:
    """Return the partner as each seat and a spectator know them."""
    return [get_trick_phase(match).seen_by(seat).find_partner() for seat in (*range(5), None)]


def test_holder_of_called_card_is_secret_partner_until_it_is_played() -> None:
    match = play(deal_hands(), *BLIND_AUCTION, "0 name d")
    assert get_trick_phase(match).find_partner() == 1
    assert list_partners_seen(match) == [None, 1, None, None, None, None]
    match = play(match, "0 play 4c")
    assert get_last_events(match, "1 play Qd")[:2] == (CardPlayed(1, Card("Qd")), PartnerRevealed(1, Card("Qd")))
    assert list_partners_seen(play(match, "1 play Qd")) == [1] * 6


def test_twin_deals_give_the_called_card_to_other_seats() -> None:
    """Check that `test_observations_are_equal_in_twin_deals` compares deals with different partners."""
    moments, partners = play_long_deal(make_pairwise_tables("chiamata")[0]), set[int | None]()
    phases = [moment.match.phase for moment in moments]
    last_index = next(index for index, phase in enumerate(phases) if isinstance(phase, ChiamataTrickPhase))
    for number in range(20):
        twins = make_twin_moments(moments, None, last_index, Random(number))
        partners.add(get_trick_phase(twins[-1].match).find_partner())
    assert partners >= {*range(5)} - {get_trick_phase(moments[last_index].match).contract.caller}


def test_caller_may_secretly_name_own_card_and_play_alone() -> None:
    match = play(deal_hands(), "0 call A", *ALL_PASS_ACTIONS, "0 name d")
    assert list_partners_seen(match) == [0, None, None, None, None, None]
    assert get_last_events(match, "0 play Ad")[:2] == (CardPlayed(0, Card("Ad")), PartnerRevealed(0, Card("Ad")))


def test_refused_call_of_a_rank_held_in_all_suits_names_it() -> None:
    reason = deal_chiamata(FOUR_KINGS, in_hand=False).illegal_reason(Call(0, "K"))
    assert reason == Reason("held_in_all_suits", {"rank": "K"})


# -- first trick blind -----------------------------------------------------------------------------


def test_blind_first_trick_is_played_before_naming() -> None:
    match = play(deal_hands(first_trick_blind=True), *BLIND_AUCTION)
    assert match.turn == 0
    assert (get_trick_phase(match).trump, get_trick_phase(match).called_card) == (None, None)
    match = play(match, *FIRST_TRICK)
    assert isinstance(match.phase, NamingPhase)
    assert match.turn == 0
    assert list_legal_phrases(match) == ["name d", "name h", "name s", "name c"]
    assert match.phase.count_points() == (0,) * 5
    assert observe(match, 3).board.trick == tuple(enumerate(parse_cards("4c Ac 3c Qc 7c")))


@check_rows(("called", "cards", "suit", "partner", "winner", "is_revealed"), [
    ("Q", ("4c", "Ac", "5d", "Qc", "7c"), "d", 1, 2, False), ("Q", ("4c", "Ac", "5d", "Qc", "7c"), "h", 4, 1, False),
    ("Q", ("4c", "Ac", "3c", "Qc", "7c"), "c", 3, 1, True), ("A", ("Ad", "Ac", "3c", "Qc", "7c"), "d", 0, 0, True),
])  # fmt: skip
def test_blind_first_trick_is_won_with_named_trump_and_may_show_the_called_card(
    called: str, cards: tuple[str, ...], suit: str, partner: int, winner: int, is_revealed: bool
) -> None:
    match = play(deal_hands(first_trick_blind=True), f"0 call {called}", *ALL_PASS_ACTIONS)
    match = play(match, *(f"{seat} play {card}" for seat, card in enumerate(cards)))
    card = Card(f"{called}{suit}")
    revealed = (PartnerRevealed(partner, card),) if is_revealed else ()
    *events, taken = get_last_events(match, f"0 name {suit}")
    assert tuple(events) == (CalledCardNamed(0, card), *revealed)
    assert isinstance(taken, TrickTaken) and (taken.winner, taken.cards) == (winner, parse_cards(" ".join(cards)))
    after = play(match, f"0 name {suit}")
    assert (after.turn, get_trick_phase(after).find_partner()) == (winner, partner)
    assert not is_revealed or list_partners_seen(after) == [partner] * 6


@check_rows(("hands", "changes", "auction", "first_card", "names"), [
    (DEALT_HANDS, {"in_hand": False}, ("0 call A", *ALL_PASS_ACTIONS), "Ad", ["name h", "name c"]),
    (("2d 4d 3h As Ks Kh Qh Jh", "3s"), {"preset": "online"},
     ("0 call 3", "1 call 2", "2 pass", "3 pass", "4 pass", "0 call 5 62", "1 pass"), "4d", ["name d"]),
])  # fmt: skip
def test_dealt_hand_counts_after_a_blind_first_trick(
    hands: tuple[str, ...], changes: dict[str, Any], auction: tuple[str, ...], first_card: str, names: list[str]
) -> None:
    match = play(deal_chiamata(*hands, first_trick_blind=True, **changes), *auction, f"0 play {first_card}")
    while not isinstance(match.phase, NamingPhase):
        match = match.apply(match.legal_actions()[0]).match
    assert list_legal_phrases(match) == names


def test_annulling_precedes_blind_first_trick_and_solo_names_nothing() -> None:
    poor = deal_chiamata(*POOR_HAND, first_trick_blind=True)
    assert play(poor, "0 call A", *ALL_PASS_ACTIONS).get_deal_result().state == "annulled"
    solo = play(deal_hands(preset="online", first_trick_blind=True), "0 solo", *FIRST_TRICK)
    assert (get_trick_phase(solo).completed_tricks[0].winner, solo.turn) == (1, 1)
