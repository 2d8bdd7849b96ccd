"""Sizes of the parts of the table, from the largest to the smallest usable ones."""

from __future__ import annotations

from typing import Final, NamedTuple

BASE_WINDOW_SIZE: Final = (1280, 720)
"""The window size at which a design pixel is a pixel, at scale 1."""
HAND_CARD_WIDTH: Final = 114
"""The width of a card of the viewer's hand in a window that is high enough."""
MAX_HAND_HEIGHT_RATIO: Final = 0.275
"""The largest share of the window's height for the viewer's hand."""


class TableSizes(NamedTuple):
    """Lengths in design pixels.

    ``margin``: to the edge of the window; ``gap``: between parts; ``plate_width``, ``plate_height``: of a name plate;
    ``row_height``: of the row below it for announcements and the pile; ``side_row_width``: of that row if it is beside
    the plate; ``fan_card_width``, ``stock_card_width``: of a card there; ``spare_height``: of the spare hand.
    """

    margin: float
    gap: float
    plate_width: float
    plate_height: float
    row_height: float
    side_row_width: float
    fan_card_width: float
    corner_width: float
    corner_height: float
    stock_card_width: float
    spare_height: float

    def interpolate(self, other: TableSizes, share: float) -> TableSizes:
        """Return the sizes at ``share``, 0 to 1, of the way to ``other``."""
        return TableSizes(*(start + (end - start) * share for start, end in zip(self, other, strict=True)))


MAX_SIZES: Final = TableSizes(
    margin=22, gap=8, plate_width=218, plate_height=94, row_height=38, side_row_width=136, fan_card_width=60,
    corner_width=244, corner_height=218, stock_card_width=78, spare_height=92,
)  # fmt: skip
"""The sizes if there is enough room."""
MIN_SIZES: Final = TableSizes(
    margin=12, gap=6, plate_width=160, plate_height=68, row_height=30, side_row_width=116, fan_card_width=36,
    corner_width=192, corner_height=180, stock_card_width=56, spare_height=58,
)  # fmt: skip
"""The smallest sizes at which parts can be read; text and buttons do not shrink."""
MIN_SIZES_SIX_SEATS: Final = MIN_SIZES._replace(
    plate_width=156, plate_height=66, fan_card_width=30, corner_height=146, stock_card_width=42
)
"""The smallest sizes with six seats.

They are smaller, so that text and buttons can be enlarged there too.
"""


def get_min_sizes(seats: int) -> TableSizes:
    """Return the smallest sizes for a number of seats."""
    return MIN_SIZES_SIX_SEATS if seats > 5 else MIN_SIZES


def compute_base_unit(size: tuple[int, int]) -> float:
    """Return the pixels of a design pixel at scale 1.

    ``size``: the window's, in pixels.
    """
    return max(0.75, min(size[0] / BASE_WINDOW_SIZE[0], size[1] / BASE_WINDOW_SIZE[1]))
