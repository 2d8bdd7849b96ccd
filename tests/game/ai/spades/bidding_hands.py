"""Hands of Spades before the first bid."""

from __future__ import annotations

from typing import Any, Final

from game.core.actions import Deal
from game.core.cards import parse_cards
from game.match.match import Match
from tests.helpers import make_match

WEAK_BIDDING_HAND: Final = "Th 8h 6h 4h Td 7d 5d 4d 9c 7c 5c 4c 4s"
GREAT_BIDDING_HAND: Final = "Ah Kh 7h Ad 9d 6d Kc Qc BJ LJ As Ks 9s"


def bid_hand(hand: str, **changes: Any) -> Match:
    """Return a match of Spades for four in which seat 0 has this hand and bids first."""
    match, held = make_match("spades", seats=4, dealer=3, **changes), parse_cards(hand)
    rest = iter([card for card in match.pack if card not in held])
    return match.apply(Deal(tuple(card for own in held for card in (own, next(rest), next(rest), next(rest))))).match
