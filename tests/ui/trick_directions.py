"""Directions of the cards of a trick and of the players, seen from the middle of the table."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees
from typing import TypeAlias

Points: TypeAlias = Sequence[tuple[float, float]]


def order_by_play(places: Points, viewer: int, *, is_clockwise: bool) -> list[tuple[float, float]]:
    """Return the places of all seats counter-clockwise around the table, the viewer's first."""
    step = -1 if is_clockwise else 1
    return [places[(viewer + step * number) % len(places)] for number in range(len(places))]


def compute_directions(places: Points, center: tuple[float, float]) -> list[float]:
    """Return the direction of each place, seen from the center: degrees from downwards, counter-clockwise."""
    return [round(degrees(atan2(x - center[0], y - center[1])), 6) % 360 for x, y in places]


def assert_cards_are_placed_towards_players(cards: Points, players: Points, center: tuple[float, float]) -> None:
    """Check that the cards go round their middle as the players do, each on its player's side.

    ``cards``, ``players``: counter-clockwise, the viewer's first, whose plate may be anywhere. ``center``: of the
    players.
    """
    middle = sum(x for x, _y in cards) / len(cards), sum(y for _x, y in cards) / len(cards)
    card_directions, player_directions = compute_directions(cards, middle), compute_directions(players[1:], center)
    assert card_directions == sorted(set(card_directions)) and card_directions[0] < 90
    assert player_directions == sorted(player_directions)
    for (card_x, card_y), (player_x, player_y) in zip(cards[1:], players[1:], strict=True):
        assert (card_x - middle[0]) * (player_x - center[0]) + (card_y - middle[1]) * (player_y - center[1]) > 0
