"""A card's picture as a value: where it lies, how large, how it is turned.

Positions are pixels, angles degrees counter-clockwise, as pygame turns pictures.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final, NamedTuple

from game.engine.cards import Card

RATIO: Final = 360 / 220
"""Height of a card over its width."""


class Pose(NamedTuple):
    """A card's picture: its middle, its width, how far it is turned, how high it lies (``z``), how open it is.

    ``open`` is 1 for a card seen flat, 0 for one seen edge-on while it turns over.
    """

    card: Card
    x: float
    y: float
    width: float
    angle: float = 0.0
    z: float = 0.0
    open: float = 1.0


def corners(pose: Pose) -> list[tuple[float, float]]:
    """The four corners of a card."""
    turn, half, tall = -pose.angle * pi / 180, pose.width / 2, pose.width * RATIO / 2
    return [
        (pose.x + x * cos(turn) - y * sin(turn), pose.y + x * sin(turn) + y * cos(turn))
        for x, y in ((-half, -tall), (half, -tall), (half, tall), (-half, tall))
    ]


def covers(pose: Pose, point: tuple[float, float]) -> bool:
    """Whether ``point`` lies on the card."""
    dx, dy = point[0] - pose.x, point[1] - pose.y
    turn = pose.angle * pi / 180
    along, up = dx * cos(turn) - dy * sin(turn), dx * sin(turn) + dy * cos(turn)
    return abs(along) <= pose.width / 2 and abs(up) <= pose.width * RATIO / 2
