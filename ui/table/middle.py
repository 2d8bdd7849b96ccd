"""How the cards of a trick lie in the middle of the table, each towards its player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

import pygame

from ui.table.pose import RATIO

Offsets: TypeAlias = tuple[tuple[float, float], ...]

SLACK: Final = (1.24, RATIO + 0.16)
"""Width and height of a card that is a little tilted, with air around it, in card widths."""
ARRANGED: Final[Mapping[int, tuple[Offsets, ...]]] = {
    2: (((0, 0.92), (0, -0.92)), ((0.62, 0.12), (-0.62, -0.12))),
    3: (((0, 0.72), (1.14, -0.42), (-1.14, -0.42)), ((0, 0.2), (1.2, -0.1), (-1.2, -0.1))),
    4: (
        ((0, 0.92), (1.24, 0), (0, -0.92), (-1.24, 0)),
        ((0.6, 0.42), (1.8, 0.0), (-0.6, -0.42), (-1.8, 0.0)),
    ),
    5: (
        ((0, 0.98), (1.3, 0.72), (0.72, -0.98), (-0.72, -0.98), (-1.3, 0.72)),
        ((0, 0.3), (2.36, 0.04), (1.18, -0.14), (-1.18, -0.14), (-2.36, 0.04)),
    ),
    6: (((0, 1.0), (1.24, 0.8), (1.24, -0.98), (0, -0.92), (-1.24, -0.98), (-1.24, 0.8)),),
}  # fmt: skip
"""Where the cards of a trick lie, from the viewer counter-clockwise, in card widths from the middle."""
BETTER: Final = 1.25
"""An arrangement stands before the next one unless that has cards so many times as large."""


def arranged(room: pygame.Rect, seats: int, most: float) -> tuple[float, Offsets]:
    """The width of a card in the trick, at most ``most``, and where each lies, in card widths from the middle."""
    best: tuple[float, Offsets] = 0.0, ()
    for offsets in ARRANGED[seats]:
        across = max(abs(x) for x, _y in offsets) * 2 + SLACK[0]
        down = max(abs(y) for _x, y in offsets) * 2 + SLACK[1]
        width = min(most, room.width / across, room.height / down)
        if width > best[0] * BETTER:
            best = width, offsets
    return best
