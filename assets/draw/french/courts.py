"""How a court card is put together: frame, the upper half and the same turned, suit signs, indices."""

from collections.abc import Mapping

from ..palette import BLUE_DARK
from ..svg import card, group, half_turn, rect
from . import courts_jacks, courts_kings, courts_queens
from .dress import BOTTOM, LEFT, RIGHT, TOP, Figure, belt
from .indices import corners
from .pips import pip
from .styles import Style

FIGURES: Mapping[str, Mapping[str, Figure]] = {
    "J": courts_jacks.FIGURES,
    "Q": courts_queens.FIGURES,
    "K": courts_kings.FIGURES,
}
"""Rank -> suit -> figure."""


JUMBO = 0.8
"""How much smaller the courts are beside large indices."""


def court(rank: str, suit: str, style: Style) -> str:
    """A knave, queen or king with two heads."""
    figure = FIGURES[rank][suit]
    frame = (LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP, 6)
    half = figure.half() + pip(suit, 60, 40, 12, style.colours[suit])
    body = rect(*frame, "#fffaea") + half + half_turn(half)
    body += belt(figure.tilt, *figure.belt)
    line = rect(*frame, "none", BLUE_DARK, 2)
    scale = 1.0
    if style.jumbo:
        scale = JUMBO
        place = f"translate(110 180) scale({JUMBO}) translate(-110 -180)"
        body, line = group(body, place), group(line, place)
    return card(body + _margins(scale) + line + corners(rank, suit, style), frame=False)


def _margins(scale: float) -> str:
    """Paper beside and above the frame: cuts off what sticks out of it."""
    left, top = 110 - (110 - LEFT) * scale, 180 - (180 - TOP) * scale
    body = ""
    for x, y, width, height in (
        (3, 3, left - 3, 354),
        (220 - left, 3, left - 3, 354),
        (left, 3, 220 - 2 * left, top - 3),
        (left, 360 - top, 220 - 2 * left, top - 3),
    ):
        body += rect(x, y, width, height, 10 if width < height else 0, "url(#paper)")
    return body
