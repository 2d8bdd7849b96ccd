"""Last tricks of Spades for the tests of its players."""

from __future__ import annotations

from typing import Any

from game.core.cards import parse_cards
from game.core.trick_taking import CompletedTrick, Trick, replace, sort_hand
from game.match.match import Match
from game.rules.spades.phases import RANKING, SpadesTrickPhase
from tests.helpers import deal_match, play


def make_last_tricks(*hands: str, bids: tuple[int, ...], taken: tuple[int, ...] = (), **changes: Any) -> Match:
    """Return a match before its last tricks, led by seat 0.

    ``hands``: the cards left; all others are played. ``taken``: the tricks of each seat.
    """
    seats = len(hands)
    match = deal_match(game="spades", seats=seats, dealer=seats - 1, **changes)
    match = play(match, *(f"{seat} bid {bid}" for seat, bid in enumerate(bids)))
    phase = match.phase
    assert isinstance(phase, SpadesTrickPhase)
    rows = tuple(sort_hand(parse_cards(hand), RANKING) for hand in hands)
    fallen = [card for card in match.pack if all(card not in row for row in rows)]
    done = [CompletedTrick(Trick((0,), (card,)), 0, 0) for card in fallen]
    done += [CompletedTrick(Trick((seat,)), seat, 1) for seat, count in enumerate(taken) for _ in range(count)]
    return replace(match, phase=replace(phase, hands=rows, completed_tricks=tuple(done), is_trump_broken=True))
