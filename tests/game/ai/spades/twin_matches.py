"""Matches of Spades that a seat cannot tell apart."""

from __future__ import annotations

from random import Random

from game.core.trick_taking import replace
from game.match.match import Match
from game.rules.spades.phases import BiddingPhase, SpadesTrickPhase
from game.shuffling.shuffle import shuffle_pack


def make_twin_match(match: Match, rng: Random) -> Match:
    """Return the match with the cards dealt again that the seat on turn cannot see."""
    phase, seat = match.phase, match.turn
    assert isinstance(phase, BiddingPhase | SpadesTrickPhase)
    covered = [card for hand_seat, hand in enumerate(phase.hands) if hand_seat != seat for card in hand]
    anew = iter(shuffle_pack(tuple(covered), rng))
    hands = tuple(
        hand if hand_seat == seat else tuple(next(anew) for _card in hand) for hand_seat, hand in enumerate(phase.hands)
    )
    return replace(match, phase=replace(phase, hands=hands))
