"""Places of the cards of a trick in the middle of the table, each near its player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, TypeAlias

import pygame

from ui.table.layout.pose import CARD_ASPECT_RATIO

Offsets: TypeAlias = tuple[tuple[float, float], ...]

TRICK_CARD_SIZE_RATIOS: Final = (1.24, CARD_ASPECT_RATIO + 0.16)
"""The space of a slightly tilted card, width and height, in card widths."""
TRICK_OFFSETS: Final[Mapping[int, tuple[Offsets, ...]]] = {
    2: (((0, 0.92), (0, -0.92)), ((0.62, 0.12), (-0.62, -0.12))),
    3: (((0, 0.72), (1.14, -0.42), (-1.14, -0.42)), ((0, 0.2), (1.2, -0.1), (-1.2, -0.1))),
    4: (
        ((0, 0.92), (1.24, 0), (0, -0.92), (-1.24, 0)),
        ((0.6, 0.3), (1.8, 0.0), (-0.6, -0.3), (-1.8, 0.0)),
        ((0.62, 0.1), (1.86, 0.0), (-0.62, -0.1), (-1.86, 0.0)),
    ),
    5: (
        ((0, 0.98), (1.3, 0.72), (0.72, -0.98), (-0.72, -0.98), (-1.3, 0.72)),
        ((0, 0.14), (2.36, 0.04), (1.18, -0.1), (-1.18, -0.1), (-2.36, 0.04)),
    ),
    6: (
        ((0, 1.0), (1.24, 0.8), (1.24, -0.98), (0, -0.92), (-1.24, -0.98), (-1.24, 0.8)),
        ((0.6, 0.16), (1.8, 0.08), (3.0, -0.04), (-0.6, -0.16), (-3.0, -0.04), (-1.8, 0.08)),
    ),
}  # fmt: skip
"""The places of a trick's cards by number of seats.

They are offsets from the middle, counter-clockwise from the viewer, in card widths; the arrangements are in order of
preference.
"""
MIN_WIDTH_GAIN_RATIO: Final = 1.12
"""The gain in card width from which a later arrangement is preferred."""


def arrange_trick(
    area: pygame.Rect, seats: int, max_card_width: float, arrangements: Sequence[Offsets] = ()
) -> tuple[float, Offsets]:
    """Return the width of a card in the trick, and the offsets of the cards.

    The width is in pixels, at most ``max_card_width``; the offsets from the middle are in card widths.
    ``arrangements``: those to choose from, by default the ones of `TRICK_OFFSETS`.
    """
    best: tuple[float, Offsets] = 0.0, ()
    for offsets in arrangements or TRICK_OFFSETS[seats]:
        width_ratio, height_ratio = _measure_arrangement(offsets)
        width = min(max_card_width, area.width / width_ratio, area.height / height_ratio)
        if width > best[0] * MIN_WIDTH_GAIN_RATIO:
            best = width, offsets
    return best


@cache
def _measure_arrangement(offsets: Offsets) -> tuple[float, float]:
    """Return the width and height of a trick in card widths."""
    width = max(abs(x) for x, _y in offsets) * 2 + TRICK_CARD_SIZE_RATIOS[0]
    height = max(abs(y) for _x, y in offsets) * 2 + TRICK_CARD_SIZE_RATIOS[1]
    return width, height
