"""How a court card is put together: the upper half and the same turned, a notched frame, indices."""

import re
from collections.abc import Mapping

from ..palette import BLUE, FINE, GOLD, GREEN, PLUM, RED
from ..svg import card, group, half_turn
from . import courts_jacks, courts_kings, courts_queens
from .dress import Figure, belt, frame
from .indices import corners
from .styles import Style

FIGURES: Mapping[str, Mapping[str, Figure]] = {
    "J": courts_jacks.FIGURES,
    "Q": courts_queens.FIGURES,
    "K": courts_kings.FIGURES,
}
"""Rank -> suit -> figure."""

FLAT = {"redcloth": RED, "bluecloth": BLUE, "greencloth": GREEN, "plumcloth": PLUM, "goldbar": GOLD}
"""Gradient -> the one colour that stands for it on a court."""

_WIDTH = re.compile(r'stroke-width="([0-9.]+)"')
_GRADIENT = re.compile(r"url\(#(\w+)\)")


def calm(drawing: str) -> str:
    """Flat colours, bold contours and faint details: small, the details fade away and the contours stay."""

    def line(match: re.Match[str]) -> str:
        width = float(match[1])
        if width > 2.3:
            return match[0]
        return f'stroke-width="{1.0 if width <= FINE + 0.1 else 1.6}"'

    return _GRADIENT.sub(lambda match: FLAT[match[1]], _WIDTH.sub(line, drawing))


def court(rank: str, suit: str, style: Style) -> str:
    """A knave, queen or king with two heads, as large as the card allows beside the indices."""
    figure = FIGURES[rank][suit]
    half = calm(figure.half())
    body = half + half_turn(half) + belt(figure.tilt, *figure.belt)
    body = group(body, f"translate(110 180) scale({1.06 if style.jumbo else 1.12}) translate(-110 -180)")
    return card(body + frame(style) + corners(rank, suit, style), frame=False)
