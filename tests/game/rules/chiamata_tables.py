"""Tables of chiamata as the tests want them."""

from __future__ import annotations

from typing import Any

from game.match import Match
from game.rules.chiamata.auction import Auction
from game.rules.chiamata.play import ChiamataTricks
from tests.helpers import chiamata, legal

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
BLIND = ("0 call Q", *ALL_OUT)
FIRST = ("0 play 4c", "1 play Ac", "2 play 3c", "3 play Qc", "4 play 7c")


def table(**changes: Any) -> Match:
    return chiamata(*HANDS, **changes)


def auction(match: Match) -> Auction:
    assert isinstance(match.phase, Auction)
    return match.phase


def tricks(match: Match) -> ChiamataTricks:
    assert isinstance(match.phase, ChiamataTricks)
    return match.phase


def calls(match: Match) -> list[str]:
    return [text for text in legal(match) if text.startswith("call")]
