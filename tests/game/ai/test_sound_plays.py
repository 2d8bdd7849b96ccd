"""Choices that a sound player makes in each game, and mistakes that only a novice makes."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

import pytest

from game.match.match import Match
from game.match.observation import observe
from game.rules.spades.phases import BiddingPhase
from tests.game.ai.spades.bidding_hands import GREAT_BIDDING_HAND, WEAK_BIDDING_HAND, bid_hand
from tests.game.ai.spades.last_tricks import make_last_tricks
from tests.game.rules.chiamata.deals import ALL_PASS_ACTIONS
from tests.game.rules.muscio.deals import apply_phrases, deal_muscio
from tests.helpers import choose_without_time_limit, deal_briscola, deal_chiamata, make_match, play, play_random_actions
from tests.rows import check_rows

FIRST_TRICK_ACTIONS: Final = ("0 play 6c", "1 play 6s", "2 play 4h", "3 play 5h")
STRONG_HAND, WEAK_HAND = "Ad 3d Qd Jd 7d As Kh 2c", "4s 5s 6d 7d 4h Jh 5c Qc"
NAMING_HAND, FAIR_HAND = "Ad 3d Kd 7d 6d Js 4h 2c", "3d Qd 6d 5d As 4h 7s 2c"
TABLE_HANDS: Final = (
    "Ad 3d Kd 7d 6d As Ks 2h", "4s 5s 6s 7s 4c 5c 6c 7c", "Jd 5d 4d 2s Js Qs 4h 5h", "3s 3c Kh Qh Jh Jc 6h 7h",
    "Qd 3h 2d Ac Kc Qc 2c Ah",
)  # fmt: skip
"""Hands for which seat 0 calls in denari; seat 2 has the jack, seat 4 the queen."""
HAND_WITHOUT_TRICKS: Final = "7h 5h 4h 2h 8d 6d 4d 3d 8c 6c 4c 3c 2s"


class Position(NamedTuple):
    """A position by the function that makes it, and a pattern of the sound actions without their seat."""

    make: Callable[[], Match]
    sound_actions: str


def deal_partners_of_briscola(*hands: str, actions: tuple[str, ...] = FIRST_TRICK_ACTIONS) -> Match:
    """Return a deal of four after the first trick, with denari as trump."""
    return play(deal_briscola("7d", *hands, stock="2c 4c 2h 4d"), *actions)


def call_and_name(rank: str, *actions: str) -> Match:
    """Return a deal of `TABLE_HANDS` in which seat 0 called ``rank`` and named denari."""
    match = deal_chiamata(*TABLE_HANDS, annul_poor_hand="off")
    return play(match, f"0 call {rank}", *ALL_PASS_ACTIONS, "0 name d", *actions)


def find_blind_nil_choice() -> Match:
    """Return a match of Spades with partners whose player on turn may bid blind nil."""
    match = make_match("spades", "partners", seats=4, blind_nil=True)
    moments = (moment for seed in range(9) for moment in play_random_actions(match, seed, 3))
    phases = ((moment.match, moment.match.phase) for moment in moments)
    return next(match for match, phase in phases if isinstance(phase, BiddingPhase) and phase.is_blind_nil_open)


def play_together(*hands: str) -> Match:
    return apply_phrases(deal_muscio("2c", *hands), "in", "in", "in", "keep", "play 3c", "play 4c")


ALONE_AGAINST_NOBODY = ("pass", "pass", "pass")
LAST_OF_FOUR = ("in", "in", "in")

POSITIONS: Final[dict[str, Position]] = {
    "low trump takes a three": Position(
        lambda: play(deal_briscola("7d", "3h 4c 5c", "2d 4s 5s"), "0 play 3h"), "play 2d"
    ),
    "no trump for an empty trick": Position(
        lambda: play(deal_briscola("7d", "4h 4c 5c", "2d 3d 5s"), "0 play 4h"), "play 5s"
    ),
    "last player takes with the ace led": Position(
        lambda: play(deal_briscola("7d", "Kh 4c 5c", "Ah 2d 5s"), "0 play Kh"), "play Ah"
    ),
    "ace is not led into trumps": Position(lambda: deal_briscola("7d", "Ah 4c 3s", "2d 4s 5s"), "play 4c"),
    "poor trick is let go": Position(
        lambda: play(deal_briscola("7d", "Jh 4c 5c", "4d 4s 5s"), "0 play Jh"), "play [45]s"
    ),
    "points for the partner": Position(
        lambda: play(deal_briscola("7d", "4h 5c 6c", "Ah 5s 6s", "6h 2s 4s", "2d 3c 5h"),
                     "0 play 4h", "1 play Ah", "2 play 6h"), "play 3c",
    ),
    "sign of the ace": Position(
        lambda: deal_partners_of_briscola("Ad 5c 6c", "Ah 5s 6s", "4h 2s 4s", "2d 3c 5h"), "sign asso"
    ),
    "no second sign": Position(
        lambda: play(deal_partners_of_briscola("Ad 5c 6c", "Ah 5s 6s", "4h 2s 4s", "2d 3c 5h"), "0 sign asso"),
        "play .*",
    ),
    "sign of a carico": Position(
        lambda: deal_partners_of_briscola("3h 5c 6c", "Ah 5s 6s", "4h 2s 4s", "2d 3c 5h"), "sign carico"
    ),
    "sign of nothing": Position(
        lambda: deal_partners_of_briscola("4h 5c 6c", "Ah 5s 6s", "3h 2s 4s", "2d 3c 5h",
                                          actions=("0 play 6c", "1 play 6s", "2 play 4s", "3 play 5h")), "sign niente",
    ),
    "small trumps are not signed": Position(
        lambda: deal_partners_of_briscola("2d 5c 6c", "Ah 5s 6s", "3h 2s 4s", "4h 3c 5h",
                                          actions=("0 play 6c", "1 play 6s", "2 play 4s", "3 play 5h")), "play .*",
    ),
    "exchange that gains": Position(
        lambda: play(deal_briscola("3d", "Ah 7d 5c", "4h 5s 6s", stock="2c 4c", trump_exchange="seven"),
                     "0 play Ah", "1 play 4h"), "swap",
    ),
    "exchange that loses": Position(
        lambda: play(deal_briscola("4d", "Ah 7d 5c", "4h 5s 6s", stock="2c 4c", trump_exchange="seven"),
                     "0 play Ah", "1 play 4h"), "play .*",
    ),
    "weak hand passes": Position(lambda: play(deal_chiamata("", WEAK_HAND), "0 call 5"), "pass"),
    "highest missing trump is called": Position(lambda: deal_chiamata(STRONG_HAND), "call K"),
    "call of the two is too low": Position(
        lambda: play(deal_chiamata("3d Qd 6d 5d 4s 4h 7s 2c"), "0 call A", "1 call 2", *ALL_PASS_ACTIONS[1:]), "pass"
    ),
    "raise is limited": Position(
        lambda: play(deal_chiamata("Ad 3d Kd Qd 7d 6d As Ks"), "0 call J", "1 call 2", *ALL_PASS_ACTIONS[1:],
                     "0 call 2 62", "1 call 2 110"), "pass",
    ),
    "forced call with the two": Position(
        lambda: play(deal_chiamata("Ad 3d Kd Qd 7d 2d As Ks", preset="online"), "0 call J", "1 call 2",
                     *ALL_PASS_ACTIONS[1:]), "call 4 .*",
    ),
    "solo with aces and threes": Position(
        lambda: deal_chiamata("As 3s Ad 3d Ah 3h Ac 3c", preset="online"), "solo"
    ),
    "best suit is named": Position(
        lambda: play(deal_chiamata(NAMING_HAND, annul_poor_hand="off"), "0 call Q", *ALL_PASS_ACTIONS), "name d"
    ),
    "partner adds points to the caller's trick": Position(
        lambda: call_and_name("Q", "0 play Ad", "1 play 4c", "2 play 2s", "3 play 6h"), "play (Ah|3h|Ac)"
    ),
    "defender adds none": Position(
        lambda: call_and_name("J", "0 play Ad", "1 play 4c", "2 play 2s", "3 play 6h"), "play 2c"
    ),
    "last defender trumps a rich trick": Position(
        lambda: call_and_name("J", "0 play As", "1 play 4c", "2 play 2s", "3 play 6h"), "play 2d"
    ),
    "called card is kept": Position(
        lambda: play(deal_chiamata(TABLE_HANDS[0], "Qd 5s 6s 7s 4c 5c 6c 7c", annul_poor_hand="off"), "0 call Q",
                     *ALL_PASS_ACTIONS, "0 name d", "0 play 2h"), "play (?!Qd).*",
    ),
    "weak hand bids little": Position(lambda: bid_hand(WEAK_BIDDING_HAND), "bid [12]"),
    "great hand bids much": Position(lambda: bid_hand(GREAT_BIDDING_HAND), "bid ([6-9]|1.)"),
    "nil on a worthless hand": Position(lambda: bid_hand(HAND_WITHOUT_TRICKS, nil=True), "bid 0"),
    "lowest bid without nil": Position(lambda: bid_hand(HAND_WITHOUT_TRICKS), "bid 1"),
    "no nil with a joker": Position(lambda: bid_hand(HAND_WITHOUT_TRICKS.replace("2s", "BJ"), nil=True), "bid [1-9].*"),
    "look before blind nil": Position(find_blind_nil_choice, "look"),
    "needed trick is taken cheaply": Position(
        lambda: play(make_last_tricks("9h 2d 3d", "Kh Qh 2h", bids=(1, 1)), "0 play 9h"), "play Qh"
    ),
    "lowest spade ruffs": Position(
        lambda: play(make_last_tricks("9h 2d 3d", "As 3s 4d", bids=(1, 1)), "0 play 9h"), "play 3s"
    ),
    "nil bidder plays the highest loser": Position(
        lambda: play(make_last_tricks("9h 2d 3d", "Kh 8h 2h", bids=(1, 0), nil=True), "0 play 9h"), "play 8h"
    ),
    "bag is avoided": Position(
        lambda: play(make_last_tricks("8h 2d 9d", "Ah 7h 5d", bids=(1, 1), taken=(1, 1), bags=True), "0 play 8h"),
        "play 7h",
    ),
    "opponent is set": Position(
        lambda: play(make_last_tricks("8h 2d 9d", "Ah 7h 5d", bids=(5, 1), taken=(2, 1), bags=True), "0 play 8h"),
        "play Ah",
    ),
    "blinde is laid first": Position(lambda: deal_muscio("2c", "", "", "", hand_dealing=True), "lay"),
    "strong hand is played": Position(lambda: deal_muscio("2c", "Ac Kc Qc Ad Ah", "", "", ""), "in"),
    "gatta is played": Position(lambda: deal_muscio("2c", "7d 6d 5d 4d 3d", "", "", ""), "in"),
    "weak hand is not played": Position(
        lambda: apply_phrases(deal_muscio("2c", "", "", "", "2d 3d 4h 5h 6s"), *LAST_OF_FOUR), "pass"
    ),
    "any hand is played alone": Position(
        lambda: apply_phrases(deal_muscio("2c", "", "", "", "2d 3d 4h 5h 6s"), *ALONE_AGAINST_NOBODY), "in|blinde"
    ),
    "lowest card is exchanged": Position(
        lambda: apply_phrases(deal_muscio("Ac", "", "", "Kc Qc 3h As Kd"), "in", "in", "in"), "swap 3h"
    ),
    "hopeless hand forfeits": Position(
        lambda: apply_phrases(deal_muscio("2c", "2d 3d 3h 2h 4s", "", "", ""), "in", "in", "pass", "pass"), "forfeit"
    ),
    "good hand stays": Position(
        lambda: apply_phrases(deal_muscio("2c", "Ac Kc Ad Ah 4s", "", "", ""), "in", "in", "pass", "pass"), "stand"
    ),
    "cheapest certain trump": Position(
        lambda: play_together("3c 4d 5d 6d 7h", "4c 4h 5h 6h 7s", "Ac 7c 2d 3h Ks"), "play 7c"
    ),
}  # fmt: skip
SEARCH_POSITIONS: Final = (
    "weak hand passes", "solo with aces and threes", "best suit is named", "partner adds points to the caller's trick",
    "defender adds none", "called card is kept", "weak hand bids little", "great hand bids much",
    "nil on a worthless hand", "lowest bid without nil", "no nil with a joker", "look before blind nil",
    *[*POSITIONS][[*POSITIONS].index("blinde is laid first") :],
)  # fmt: skip
"""The positions in which the levels that search act like "club"; the others have several sound actions."""


def choose_phrase(match: Match, level: str, seed: int = 1) -> str:
    """Return the action of a player of ``level`` on turn, without the seat."""
    return choose_without_time_limit(level, observe(match, match.turn), Random(seed)).text_without_seat


@check_rows("name", POSITIONS)
def test_club_acts_soundly(name: str) -> None:
    position = POSITIONS[name]
    chosen = choose_phrase(position.make(), "club")
    assert re.fullmatch(position.sound_actions, chosen), chosen


@pytest.mark.slow
@check_rows("level", ["expert", "master"])
@check_rows("name", SEARCH_POSITIONS)
def test_search_finds_the_same_sound_actions(name: str, level: str) -> None:
    position = POSITIONS[name]
    chosen = choose_phrase(position.make(), level)
    assert re.fullmatch(position.sound_actions, chosen), chosen


@check_rows(("name", "mistakes"), [
    ("poor trick is let go", {"play 4d"}), ("hopeless hand forfeits", {"stand"}), ("any hand is played alone", {"in"}),
    ("exchange that gains", {"swap"}), ("look before blind nil", {"look"}), ("blinde is laid first", {"lay"}),
])  # fmt: skip
def test_novice_acts_by_simple_rules(name: str, mistakes: set[str]) -> None:
    match = POSITIONS[name].make()
    assert {choose_phrase(match, "novice", seed) for seed in range(8)} == mistakes


def test_novice_makes_errors_but_repeats_them_for_same_random_state() -> None:
    match = play(deal_chiamata(FAIR_HAND), "0 call A", "1 call 7", "2 pass", "3 pass", "4 pass")
    assert len({choose_phrase(match, "novice", seed) for seed in range(40)}) > 1
    assert len({choose_phrase(match, "club", seed) for seed in range(40)}) == 1
    assert choose_phrase(match, "novice", 3) == choose_phrase(match, "novice", 3)


def test_novice_wastes_high_cards_but_never_plays_at_random() -> None:
    match = deal_muscio("2d", "4d 5h 6h 4s 5s", "5d 7h Jh 6s 7s", "6d 2h 3h 2s 3s", "Ad 7d Kd Ac Kc")
    match = apply_phrases(match, *LAST_OF_FOUR, "in", "keep", "play 4d", "play 5d", "play 6d")
    assert {choose_phrase(match, "club", seed) for seed in range(20)} == {"play 7d"}
    assert {choose_phrase(match, "novice", seed) for seed in range(20)} == {"play Ad", "play Kd", "play 7d"}
