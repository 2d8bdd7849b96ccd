"""Deals of Briscola chiamata for tests."""

from __future__ import annotations

from typing import Any

from game.match.match import Match
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.trick_play import ChiamataTrickPhase
from tests.helpers import deal_chiamata, list_legal_phrases

DEALT_HANDS = (
    "Ad 3d Kd 7d As Ks 2h 4c",
    "Qd Jd 6d 3s Qs 5h 7h Ac",
    "5d 4d Js 7s Ah 6h 3c Kc",
    "2d 6s 5s 3h Kh 4h Qc Jc",
    "4s 2s Qh Jh 7c 6c 5c 2c",
)
"""All forty cards; no hand is poor by `lone_jack`, and that of seat 4 is by `up_to_6`."""

POOR_HAND = ("Jd 2d 4d 5h 6h 7h 2s 4s",)
ALL_PASS_ACTIONS = ("1 pass", "2 pass", "3 pass", "4 pass")
CALLS_DOWN_TO_TWO = ("0 call 3", "1 call 2")
BLIND_AUCTION = ("0 call Q", *ALL_PASS_ACTIONS)
FIRST_TRICK = ("0 play 4c", "1 play Ac", "2 play 3c", "3 play Qc", "4 play 7c")


def deal_hands(**changes: Any) -> Match:
    return deal_chiamata(*DEALT_HANDS, **changes)


def get_auction(match: Match) -> AuctionPhase:
    assert isinstance(match.phase, AuctionPhase)
    return match.phase


def get_trick_phase(match: Match) -> ChiamataTrickPhase:
    assert isinstance(match.phase, ChiamataTrickPhase)
    return match.phase


def list_call_phrases(match: Match) -> list[str]:
    return [text for text in list_legal_phrases(match) if text.startswith("call")]
