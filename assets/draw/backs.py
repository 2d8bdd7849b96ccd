"""Card backs: the same either way up."""

from collections.abc import Callable
from math import pi

from .palette import (
    BLUE_DARK,
    CREAM,
    FINE,
    GOLD,
    GOLD_LIGHT,
    INK,
    PAPER_EDGE,
    RED,
    RED_DARK,
    THIN,
    WHITE,
)
from .shapes import leaf, petals, polar, polygon, star
from .svg import CARD, HEIGHT, WIDTH, document, half_turn, mirror, rect

LEFT, TOP, RIGHT, BOTTOM = 18, 18, 202, 342
CX, CY = WIDTH / 2, HEIGHT / 2


def _paper() -> str:
    return rect(1, 1, WIDTH - 2, HEIGHT - 2, 14, "url(#paper)", PAPER_EDGE, 2)


def _lattice(columns: int, rows: int, stroke: str, width: float) -> str:
    """Diagonals of a grid of rhombi that exactly fills the field, as one path."""
    dx, dy = (RIGHT - LEFT) / columns, (BOTTOM - TOP) / rows
    d = ""
    for k in range(-rows, columns):  # falling lines x = k + t, y = t, clipped to the grid
        t0, t1 = max(0, -k), min(rows, columns - k)
        if t1 > t0:
            d += f"M{LEFT + (k + t0) * dx:.3f} {TOP + t0 * dy:.3f} L{LEFT + (k + t1) * dx:.3f} {TOP + t1 * dy:.3f} "
            x0, x1 = RIGHT - (k + t0) * dx, RIGHT - (k + t1) * dx
            d += f"M{x0:.3f} {TOP + t0 * dy:.3f} L{x1:.3f} {TOP + t1 * dy:.3f} "
    return CARD.line(d.strip(), stroke, width)


def _lattice_dots(columns: int, rows: int, r: float, fill: str) -> str:
    """A dot in the middle of each whole rhombus."""
    dx, dy = (RIGHT - LEFT) / columns, (BOTTOM - TOP) / rows
    body = ""
    for row in range(1, rows):
        for column in range(1, columns):
            if (row + column) % 2:
                body += CARD.circle(LEFT + column * dx, TOP + row * dy, r, fill, None)
    return body


def classic() -> str:
    """Red field with a cream lattice, a sun in the middle and a leaf in each corner."""
    body = _paper() + rect(11, 11, 198, 338, 8, RED, INK, THIN)
    body += rect(LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP, 4, RED_DARK, GOLD, FINE)
    body += _lattice(10, 18, RED, 5) + _lattice(10, 18, CREAM, 1.2) + _lattice_dots(10, 18, 2.1, GOLD)
    medal = CARD.path(polygon([(CX, CY - 96), (CX + 70, CY), (CX, CY + 96), (CX - 70, CY)]), BLUE_DARK, INK, THIN)
    inner = [(CX, CY - 86), (CX + 62.5, CY), (CX, CY + 86), (CX - 62.5, CY)]
    medal += CARD.path(polygon(inner), "none", GOLD, FINE)
    sprig = leaf(CX, CY - 40, 32, -90) + leaf(CX - 3, CY - 40, 22, -125) + leaf(CX + 3, CY - 40, 22, -55)
    medal += sprig + half_turn(sprig)
    medal += CARD.path(star(CX, CY, 47, 27, 16), GOLD, INK, THIN)
    medal += CARD.circle(CX, CY, 26, RED, INK, THIN)
    medal += CARD.path(petals(CX, CY, 3, 23, 8, 0.9), GOLD_LIGHT, INK, FINE)
    medal += CARD.circle(CX, CY, 6.5, WHITE, INK, FINE)
    for i in range(8):
        x, y = polar(CX, CY, 22.5, 2 * pi * (i + 0.5) / 8)
        medal += CARD.circle(x, y, 1.6, GOLD_LIGHT, None)
    corner = CARD.path(f"M{LEFT} {TOP} L62 {TOP} Q58 58 {LEFT} 62 Z", BLUE_DARK, GOLD, FINE)
    corner += leaf(23, 23, 33, 45) + leaf(23, 23, 25, 12) + leaf(23, 23, 25, 78)
    corner += CARD.circle(25, 25, 4.6, GOLD, INK, FINE)
    corners = mirror(corner)
    return document(body + corners + half_turn(corners) + medal, WIDTH, HEIGHT)


BACKS: dict[str, Callable[[], str]] = {"classic": classic}
