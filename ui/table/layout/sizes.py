"""Sizes of the parts of the table, from the largest to the smallest usable ones."""

from __future__ import annotations

from typing import Final, NamedTuple

BASE_WINDOW_SIZE: Final = (1280, 720)
"""The window size at which a design pixel is a pixel, at scale 1."""
HAND_CARD_WIDTHS: Final = ((3, 168), (5, 140))
"""The largest hand of a deal, and the width of its cards; they do not grow with the text."""
LARGE_HAND_CARD_WIDTH: Final = 124
"""The width of the cards of all larger hands."""
MAX_HAND_HEIGHT_RATIO: Final = 0.382
"""The largest share of the window's height for the viewer's hand."""


class TableSizes(NamedTuple):
    """Lengths in design pixels.

    ``margin``: to the edge of the window; ``gap``: between parts; ``plate_width``: of a name plate with its portrait,
    ``portrait_size``: of the portrait; ``fan_card_width``, ``pile_card_width``, ``stock_card_width``: of a card there;
    ``pile_width``: of a pile with its label;
    ``score_width``: of the score panel; ``spare_height``: of the spare hand; ``tray_width``: of the tray of buttons;
    ``hand_ratio``: the size of the viewer's cards as a share of their wanted size.
    """

    margin: float
    gap: float
    plate_width: float
    portrait_size: float
    fan_card_width: float
    pile_card_width: float
    pile_width: float
    stock_card_width: float
    score_width: float
    spare_height: float
    tray_width: float
    hand_ratio: float

    def interpolate(self, other: TableSizes, share: float) -> TableSizes:
        """Return the sizes at ``share``, 0 to 1, of the way to ``other``."""
        return TableSizes(*(start + (end - start) * share for start, end in zip(self, other, strict=True)))


MAX_SIZES: Final = TableSizes(
    margin=24, gap=8, plate_width=212, portrait_size=76, fan_card_width=52, pile_card_width=50, pile_width=104,
    stock_card_width=76, score_width=240, spare_height=84, tray_width=256, hand_ratio=1.0,
)  # fmt: skip
"""The sizes if there is enough room."""
MIN_SIZES: Final = TableSizes(
    margin=12, gap=6, plate_width=156, portrait_size=58, fan_card_width=32, pile_card_width=30, pile_width=74,
    stock_card_width=46, score_width=184, spare_height=50, tray_width=212, hand_ratio=0.76,
)  # fmt: skip
"""The smallest sizes at which parts can be read; text and buttons do not shrink."""
MIN_SIZES_SIX_SEATS: Final = MIN_SIZES._replace(
    plate_width=150, portrait_size=54, fan_card_width=28, pile_card_width=24, stock_card_width=42, hand_ratio=0.68
)
"""The smallest sizes with five and six seats.

They are smaller, so that text and buttons can be enlarged there too.
"""


def get_min_sizes(seats: int) -> TableSizes:
    """Return the smallest sizes for a number of seats."""
    return MIN_SIZES_SIX_SEATS if seats > 4 else MIN_SIZES


def get_hand_card_width(hand_size: int) -> int:
    """Return the wanted width of the viewer's cards in design pixels, for the largest hand of a deal."""
    return next((width for count, width in HAND_CARD_WIDTHS if hand_size <= count), LARGE_HAND_CARD_WIDTH)


def compute_base_unit(size: tuple[int, int]) -> float:
    """Return the pixels of a design pixel at scale 1.

    ``size``: the window's, in pixels.
    """
    return max(0.75, min(size[0] / BASE_WINDOW_SIZE[0], size[1] / BASE_WINDOW_SIZE[1]))
