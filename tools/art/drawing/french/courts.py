"""Court cards: the upper half with its turned copy, a notched frame, and indices."""

import re
from collections.abc import Mapping

from ..palette import BLUE, FINE_LINE_WIDTH, GOLD, GREEN, PLUM, RED
from ..svg import make_card, make_group, rotate_half_turn
from . import courts_jacks, courts_kings, courts_queens
from .dress import CourtFigure, draw_belt, draw_frame
from .indices import draw_corner_indices
from .styles import FrenchDeckStyle

FIGURES: Mapping[str, Mapping[str, CourtFigure]] = {
    "J": courts_jacks.FIGURES,
    "Q": courts_queens.FIGURES,
    "K": courts_kings.FIGURES,
}
"""The figure of each court card, by rank and suit."""

FLAT_COLOR_BY_GRADIENT = {"redcloth": RED, "bluecloth": BLUE, "greencloth": GREEN, "plumcloth": PLUM, "goldbar": GOLD}
"""The color in place of each gradient on a court card."""

_STROKE_WIDTH_PATTERN = re.compile(r'stroke-width="([0-9.]+)"')
_GRADIENT_PATTERN = re.compile(r"url\(#(\w+)\)")


def simplify_for_small_size(drawing: str) -> str:
    """Replace gradients by flat colors and adjust line widths, so that small cards show contours and few details."""

    def adjust_stroke_width(match: re.Match[str]) -> str:
        width = float(match[1])
        if width > 2.3:
            return match[0]
        return f'stroke-width="{1.0 if width <= FINE_LINE_WIDTH + 0.1 else 1.6}"'

    return _GRADIENT_PATTERN.sub(
        lambda match: FLAT_COLOR_BY_GRADIENT[match[1]], _STROKE_WIDTH_PATTERN.sub(adjust_stroke_width, drawing)
    )


def draw_court_card(rank: str, suit: str, style: FrenchDeckStyle) -> str:
    """Draw a jack, queen or king with two heads, as large as the indices permit."""
    figure = FIGURES[rank][suit]
    half = simplify_for_small_size(figure.draw_half())
    body = half + rotate_half_turn(half) + draw_belt(figure.seam_slope, *figure.belt_colors)
    body = make_group(
        body, f"translate(110 180) scale({1.06 if style.has_large_indices else 1.12}) translate(-110 -180)"
    )
    return make_card(body + draw_frame(style) + draw_corner_indices(rank, suit, style), has_frame=False)
