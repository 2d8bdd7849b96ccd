"""The picture of a card as a value: place, size and rotation.

Positions are in pixels, angles in degrees counter-clockwise, as in pygame.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final, NamedTuple

import pygame

from game.core.cards import Card

CARD_ASPECT_RATIO: Final = 360 / 220
"""The height of a card divided by its width."""


class CardPose(NamedTuple):
    """The picture of a card.

    ``x``, ``y``: the center; ``z``: the drawing order, higher on top; ``openness``: 1 for a flat card, 0 for a card
    seen edge-on while it turns over.
    """

    card: Card
    x: float
    y: float
    width: float
    angle: float = 0.0
    z: float = 0.0
    openness: float = 1.0


def compute_corners(pose: CardPose) -> list[tuple[float, float]]:
    """Return the four corners of a card, from the upper left clockwise."""
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


def compute_bounds(pose: CardPose) -> pygame.Rect:
    """Return the smallest upright rectangle around a picture."""
    xs, ys = zip(*compute_corners(pose), strict=True)
    left, top = round(min(xs)), round(min(ys))
    return pygame.Rect(left, top, round(max(xs)) - left, round(max(ys)) - top)


def contains_point(pose: CardPose, point: tuple[float, float]) -> bool:
    dx, dy = point[0] - pose.x, point[1] - pose.y
    angle_radians = pose.angle * pi / 180
    local_x, local_y = (
        dx * cos(angle_radians) - dy * sin(angle_radians),
        dx * sin(angle_radians) + dy * cos(angle_radians),
    )
    return abs(local_x) <= pose.width / 2 and abs(local_y) <= pose.width * CARD_ASPECT_RATIO / 2
