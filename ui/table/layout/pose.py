"""A card's picture as a value: where it lies, how large, how it is turned.

Positions are pixels, angles degrees counter-clockwise, as pygame turns pictures.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final, NamedTuple

from game.core.cards import Card

CARD_ASPECT_RATIO: Final = 360 / 220
"""Height of a card over its width."""


class CardPose(NamedTuple):
    """A card's picture: its middle, its width, how far it is turned, how high it lies (``z``), how open it is.

    ``openness`` is 1 for a card seen flat, 0 for one seen edge-on while it turns over.
    """

    card: Card
    x: float
    y: float
    width: float
    angle: float = 0.0
    z: float = 0.0
    openness: float = 1.0


def compute_corners(pose: CardPose) -> list[tuple[float, float]]:
    """The four corners of a card."""
    angle_radians, half_width, half_height = -pose.angle * pi / 180, pose.width / 2, pose.width * CARD_ASPECT_RATIO / 2
    return [
        (
            pose.x + x * cos(angle_radians) - y * sin(angle_radians),
            pose.y + x * sin(angle_radians) + y * cos(angle_radians),
        )
        for x, y in (
            (-half_width, -half_height),
            (half_width, -half_height),
            (half_width, half_height),
            (-half_width, half_height),
        )
    ]


def contains_point(pose: CardPose, point: tuple[float, float]) -> bool:
    """Whether ``point`` lies on the card."""
    dx, dy = point[0] - pose.x, point[1] - pose.y
    angle_radians = pose.angle * pi / 180
    local_x, local_y = (
        dx * cos(angle_radians) - dy * sin(angle_radians),
        dx * sin(angle_radians) + dy * cos(angle_radians),
    )
    return abs(local_x) <= pose.width / 2 and abs(local_y) <= pose.width * CARD_ASPECT_RATIO / 2
