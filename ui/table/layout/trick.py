"""How the cards of a trick lie in the middle of the table, each towards its player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

import pygame

from ui.table.layout.pose import CARD_ASPECT_RATIO

Offsets: TypeAlias = tuple[tuple[float, float], ...]

TRICK_CARD_SIZE_RATIOS: Final = (1.24, CARD_ASPECT_RATIO + 0.16)
"""Width and height of a card that is a little tilted, with air around it, in card widths."""
TRICK_OFFSETS: Final[Mapping[int, tuple[Offsets, ...]]] = {
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
MIN_WIDTH_GAIN_RATIO: Final = 1.25
"""An arrangement stands before the next one unless that has cards so many times as large."""


def arrange_trick(area: pygame.Rect, seats: int, max_card_width: float) -> tuple[float, Offsets]:
    """The width of a card in the trick, at most ``max_card_width``, and where each lies, in card widths from the
    middle.
    """
    best: tuple[float, Offsets] = 0.0, ()
    for offsets in TRICK_OFFSETS[seats]:
        width_ratio = max(abs(x) for x, _y in offsets) * 2 + TRICK_CARD_SIZE_RATIOS[0]
        height_ratio = max(abs(y) for _x, y in offsets) * 2 + TRICK_CARD_SIZE_RATIOS[1]
        width = min(max_card_width, area.width / width_ratio, area.height / height_ratio)
        if width > best[0] * MIN_WIDTH_GAIN_RATIO:
            best = width, offsets
    return best
