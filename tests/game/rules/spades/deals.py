"""Deals of Spades."""

from __future__ import annotations

from typing import Any

from game.core.cards import parse_cards
from game.core.trick_taking import replace
from game.match.match import Match
from game.rules.spades.phases import SpadesTrickPhase
from tests.helpers import deal_match, make_match, play


def deal_spades(*hands: str, bids: tuple[int, ...] = (), **table: Any) -> Match:
    """Return a deal led by seat 0 in which everyone bids 1 by default; each hand begins with these cards."""
    seats = len(hands)
    rows = [hand.split() for hand in hands]
    match = make_match("spades", seats=seats, dealer=seats - 1, **table)
    given_cards = set(parse_cards(" ".join(hands)))
    rest = iter([card.name for card in match.pack if card not in given_cards])
    size = len(match.pack) // seats
    for row in rows:
        row.extend(next(rest) for _ in range(size - len(row)))
    top = " ".join(card for column in zip(*rows, strict=True) for card in column)
    match = deal_match(top, game="spades", seats=seats, dealer=seats - 1, **table)
    return play(match, *(f"{seat} bid {bid}" for seat, bid in enumerate(bids or (1,) * seats)))


def make_last_tricks(*hands: str, **table: Any) -> Match:
    """Return a match before its last tricks with only these cards, led by seat 0, with no spade played yet."""
    match = deal_spades(*("" for _hand in hands), **table)
    return replace_phase_fields(match, hands=tuple(map(parse_cards, hands)))


def replace_phase_fields(match: Match, **fields: Any) -> Match:
    return replace(match, phase=replace(get_trick_phase(match), **fields))


def get_trick_phase(match: Match) -> SpadesTrickPhase:
    assert isinstance(match.phase, SpadesTrickPhase)
    return match.phase
