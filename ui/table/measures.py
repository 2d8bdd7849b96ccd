"""How large things are on the table, and how the table is laid out anew where there is less room."""

from __future__ import annotations

from typing import Final, NamedTuple

BASE: Final = (1280, 720)
"""The window that design pixels are measured at."""


class Measures(NamedTuple):
    """Lengths in design pixels.

    ``edge``: of the window, to what stands there; ``gap``: between things; a seat's ``plate``; the ``row`` under it for
    what was said and taken, and ``aside``, how wide that is where it stands beside the plate; ``fan``, ``stock``: the
    width of a card there; the ``corner``; ``spare``: the cards that are nobody's.
    """

    edge: float
    gap: float
    plate_wide: float
    plate_high: float
    row: float
    aside: float
    fan: float
    corner_wide: float
    corner_high: float
    stock: float
    spare_high: float

    def towards(self, other: Measures, share: float) -> Measures:
        """These measures, ``share`` of the way to others."""
        return Measures(*(one + (two - one) * share for one, two in zip(self, other, strict=True)))


LARGEST: Final = Measures(
    edge=22, gap=8, plate_wide=218, plate_high=94, row=38, aside=136, fan=60,
    corner_wide=244, corner_high=218, stock=78, spare_high=92,
)  # fmt: skip
"""Where there is room for all of it."""
LEAST: Final = Measures(
    edge=12, gap=6, plate_wide=160, plate_high=68, row=30, aside=116, fan=36,
    corner_wide=192, corner_high=180, stock=56, spare_high=58,
)  # fmt: skip
"""What can still be read and told apart; text and buttons have their size all the same."""
LEAST_OF_SIX: Final = LEAST._replace(plate_wide=156, plate_high=66, fan=30, corner_high=146, stock=42)
"""Where so many sit, what is each one's is smaller, so that text and buttons can grow there too."""


def least(seats: int) -> Measures:
    """The least measures of a table of so many seats."""
    return LEAST_OF_SIX if seats > 5 else LEAST


def base_unit(size: tuple[int, int]) -> float:
    """Pixels to a design pixel at scale 1."""
    return max(0.75, min(size[0] / BASE[0], size[1] / BASE[1]))
