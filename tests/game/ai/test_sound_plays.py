"""Choices that a sound player makes in each game, and mistakes that only a novice makes."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any, Final

import pytest

from game.core.actions import Deal
from game.core.cards import parse_cards
from game.match.match import Match
from game.match.observation import observe
from game.rules.spades.phases import BiddingPhase
from tests.game.ai.spades.last_tricks import make_last_tricks
from tests.game.rules.chiamata.deals import ALL_PASS_ACTIONS
from tests.game.rules.muscio.deals import apply_phrases, deal_muscio
from tests.helpers import choose_without_time_limit, deal_briscola, deal_chiamata, make_match, play, play_random_actions
from tests.rows import check_rows

FIRST_TRICK_ACTIONS: Final = ("0 play 6c", "1 play 6s", "2 play 4h", "3 play 5h")
CALLERS_HAND: Final = "Ad 3d Kd 7d 6d As Ks 2h"
GREAT_BIDDING_HAND: Final = "Ah Kh 7h Ad 9d 6d Kc Qc BJ LJ As Ks 9s"
HAND_WITHOUT_TRICKS: Final = "7h 5h 4h 2h 8d 6d 4d 3d 8c 6c 4c 3c 2s"


def deal_partners_of_briscola(*actions: str) -> Match:
    """Return a deal of four after the first trick, with denari as trump, in which seat 0 has the ace of trumps."""
    match = deal_briscola("7d", "Ad 5c 6c", "Ah 5s 6s", "4h 2s 4s", "2d 3c 5h", stock="2c 4c 2h 4d")
    return play(match, *FIRST_TRICK_ACTIONS, *actions)


def take_with_seven_in_hand(turned: str) -> Match:
    """Return a match whose player on turn may exchange the seven of trumps for the turned card."""
    match = deal_briscola(turned, "Ah 7d 5c", "4h 5s 6s", stock="2c 4c", trump_exchange="seven")
    return play(match, "0 play Ah", "1 play 4h")


def bid_hand(hand: str, **changes: Any) -> Match:
    """Return a match of Spades for four in which seat 0 has this hand and bids first."""
    match, held = make_match("spades", seats=4, dealer=3, **changes), parse_cards(hand)
    rest = iter([card for card in match.pack if card not in held])
    return match.apply(Deal(tuple(card for own in held for card in (own, next(rest), next(rest), next(rest))))).match


def find_blind_nil_choice() -> Match:
    """Return a match of Spades with partners whose player on turn may bid blind nil."""
    match = make_match("spades", "partners", seats=4, blind_nil=True)
    moments = (moment for seed in range(9) for moment in play_random_actions(match, seed, 3))
    phases = ((moment.match, moment.match.phase) for moment in moments)
    return next(match for match, phase in phases if isinstance(phase, BiddingPhase) and phase.is_blind_nil_open)


POSITIONS: Final[dict[str, tuple[Callable[[], Match], str]]] = {
    "poor trick is let go": (lambda: play(deal_briscola("7d", "Jh 4c 5c", "4d 4s 5s"), "0 play Jh"), "play [45]s"),
    "points for the partner": (
        lambda: play(deal_briscola("7d", "4h 5c 6c", "Ah 5s 6s", "6h 2s 4s", "2d 3c 5h"),
                     "0 play 4h", "1 play Ah", "2 play 6h"), "play 3c",
    ),
    "sign of the ace": (deal_partners_of_briscola, "sign asso"),
    "no second sign": (lambda: deal_partners_of_briscola("0 sign asso"), "play .*"),
    "exchange that gains": (lambda: take_with_seven_in_hand("3d"), "swap"),
    "exchange that loses": (lambda: take_with_seven_in_hand("4d"), "play .*"),
    "raise is limited": (
        lambda: play(deal_chiamata("Ad 3d Kd Qd 7d 6d As Ks"), "0 call J", "1 call 2", *ALL_PASS_ACTIONS[1:],
                     "0 call 2 62", "1 call 2 110"), "pass",
    ),
    "forced call with the two": (
        lambda: play(deal_chiamata("Ad 3d Kd Qd 7d 2d As Ks", preset="online"), "0 call J", "1 call 2",
                     *ALL_PASS_ACTIONS[1:]), "call 4 .*",
    ),
    "solo with aces and threes": (lambda: deal_chiamata("As 3s Ad 3d Ah 3h Ac 3c", preset="online"), "solo"),
    "called card is kept": (
        lambda: play(deal_chiamata(CALLERS_HAND, "Qd 5s 6s 7s 4c 5c 6c 7c", annul_poor_hand="off"), "0 call Q",
                     *ALL_PASS_ACTIONS, "0 name d", "0 play 2h"), "play (?!Qd).*",
    ),
    "great hand bids much": (lambda: bid_hand(GREAT_BIDDING_HAND), "bid ([6-9]|1.)"),
    "nil on a worthless hand": (lambda: bid_hand(HAND_WITHOUT_TRICKS, nil=True), "bid 0"),
    "no nil with a joker": (lambda: bid_hand(HAND_WITHOUT_TRICKS.replace("2s", "BJ"), nil=True), "bid [1-9].*"),
    "look before blind nil": (find_blind_nil_choice, "look"),
    "nil bidder plays the highest loser": (
        lambda: play(make_last_tricks("9h 2d 3d", "Kh 8h 2h", bids=(1, 0), nil=True), "0 play 9h"), "play 8h"
    ),
    "bag is avoided": (
        lambda: play(make_last_tricks("8h 2d 9d", "Ah 7h 5d", bids=(1, 1), taken=(1, 1), bags=True), "0 play 8h"),
        "play 7h",
    ),
    "opponent is set": (
        lambda: play(make_last_tricks("8h 2d 9d", "Ah 7h 5d", bids=(5, 1), taken=(2, 1), bags=True), "0 play 8h"),
        "play Ah",
    ),
    "blinde is laid first": (lambda: deal_muscio("2c", "", "", "", hand_dealing=True), "lay"),
    "gatta is played": (lambda: deal_muscio("2c", "7d 6d 5d 4d 3d", "", "", ""), "in"),
    "any hand is played alone": (
        lambda: apply_phrases(deal_muscio("2c", "", "", "", "2d 3d 4h 5h 6s"), "pass", "pass", "pass"), "in|blinde"
    ),
    "hopeless hand forfeits": (
        lambda: apply_phrases(deal_muscio("2c", "2d 3d 3h 2h 4s", "", "", ""), "in", "in", "pass", "pass"), "forfeit"
    ),
}  # fmt: skip
SEARCH_POSITIONS: Final = (
    "solo with aces and threes", "called card is kept", "great hand bids much", "nil on a worthless hand",
    "no nil with a joker", "look before blind nil", "blinde is laid first", "gatta is played",
    "any hand is played alone", "hopeless hand forfeits",
)  # fmt: skip
"""The positions in which the levels that search act like "club"; the others have several sound actions."""


def choose_phrase(match: Match, level: str, seed: int = 1) -> str:
    """Return the action of a player of ``level`` on turn, without the seat."""
    return choose_without_time_limit(level, observe(match, match.turn), Random(seed)).text_without_seat


@pytest.mark.parametrize(("level", "names"), [
    ("club", tuple(POSITIONS)),
    *(pytest.param(level, SEARCH_POSITIONS, marks=pytest.mark.slow) for level in ("expert", "master")),
])  # fmt: skip
def test_sound_actions_are_found(level: str, names: tuple[str, ...]) -> None:
    chosen = {name: choose_phrase(POSITIONS[name][0](), level) for name in names}
    assert [name for name in names if not re.fullmatch(POSITIONS[name][1], chosen[name])] == [], chosen


@check_rows(("name", "mistakes"), [
    ("poor trick is let go", {"play 4d"}), ("hopeless hand forfeits", {"stand"}), ("any hand is played alone", {"in"}),
    ("exchange that gains", {"swap"}), ("look before blind nil", {"look"}), ("blinde is laid first", {"lay"}),
])  # fmt: skip
def test_novice_acts_by_simple_rules(name: str, mistakes: set[str]) -> None:
    match = POSITIONS[name][0]()
    assert {choose_phrase(match, "novice", seed) for seed in range(8)} == mistakes
