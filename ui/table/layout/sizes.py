"""How large things are on the table, and how the table is laid out anew where there is less room."""

from __future__ import annotations

from typing import Final, NamedTuple

BASE_WINDOW_SIZE: Final = (1280, 720)
"""The window that design pixels are measured at."""
HAND_CARD_WIDTH: Final = 114
"""The width of a card of the viewer's hand in design pixels, where the window is high enough."""
MAX_HAND_HEIGHT_RATIO: Final = 0.275
"""How much of the window's height the viewer's hand takes at most."""


class TableSizes(NamedTuple):
    """Lengths in design pixels.

    ``margin``: of the window, to what stands there; ``gap``: between things; ``plate_width`` and ``plate_height``: a
    seat's plate; ``row_height``: of the row under it for what was said and taken; ``side_row_width``: of that row
    beside the plate; ``fan_card_width``, ``stock_card_width``: the width of a card there; ``corner_width`` and
    ``corner_height``; ``spare_height``: of the cards that are nobody's.
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
        """These measures, ``share`` of the way to others."""
        return TableSizes(*(start + (end - start) * share for start, end in zip(self, other, strict=True)))


MAX_SIZES: Final = TableSizes(
    margin=22, gap=8, plate_width=218, plate_height=94, row_height=38, side_row_width=136, fan_card_width=60,
    corner_width=244, corner_height=218, stock_card_width=78, spare_height=92,
)  # fmt: skip
"""Where there is room for all of it."""
MIN_SIZES: Final = TableSizes(
    margin=12, gap=6, plate_width=160, plate_height=68, row_height=30, side_row_width=116, fan_card_width=36,
    corner_width=192, corner_height=180, stock_card_width=56, spare_height=58,
)  # fmt: skip
"""What can still be read and told apart; text and buttons have their size all the same."""
MIN_SIZES_SIX_SEATS: Final = MIN_SIZES._replace(
    plate_width=156, plate_height=66, fan_card_width=30, corner_height=146, stock_card_width=42
)
"""Where so many sit, what is each one's is smaller, so that text and buttons can grow there too."""


def get_min_sizes(seats: int) -> TableSizes:
    """The least measures of a table of so many seats."""
    return MIN_SIZES_SIX_SEATS if seats > 5 else MIN_SIZES


def compute_base_unit(size: tuple[int, int]) -> float:
    """Pixels to a design pixel at scale 1."""
    return max(0.75, min(size[0] / BASE_WINDOW_SIZE[0], size[1] / BASE_WINDOW_SIZE[1]))
