"""Card backs: the same either way up."""

from collections.abc import Callable
from math import pi

from .palette import (
    BLUE,
    BLUE_DARK,
    BLUE_LIGHT,
    CREAM,
    FINE,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    INK,
    PAPER,
    PAPER_EDGE,
    RED,
    RED_DARK,
    THIN,
    WHITE,
)
from .shapes import leaf, petals, polar, polygon, star
from .svg import CARD, HEIGHT, WIDTH, Pen, document, half_turn, mirror, rect

LEFT, TOP, RIGHT, BOTTOM = 18, 18, 202, 342
CX, CY = WIDTH / 2, HEIGHT / 2


def _paper() -> str:
    return rect(1, 1, WIDTH - 2, HEIGHT - 2, 14, PAPER, PAPER_EDGE, 2)


def _lattice(columns: int, rows: int, stroke: str, width: float) -> str:
    """Diagonals of a grid of rhombi that exactly fills the field, as one path."""
    dx, dy = (RIGHT - LEFT) / columns, (BOTTOM - TOP) / rows
    d = ""
    for k in range(-rows, columns):  # falling lines x = k + t, y = t, clipped to the grid
        t0, t1 = max(0, -k), min(rows, columns - k)
        if t1 > t0:
            d += (
                f"M{LEFT + (k + t0) * dx:.3f} {TOP + t0 * dy:.3f} "
                f"L{LEFT + (k + t1) * dx:.3f} {TOP + t1 * dy:.3f} "
            )
            x0, x1 = RIGHT - (k + t0) * dx, RIGHT - (k + t1) * dx
            d += f"M{x0:.3f} {TOP + t0 * dy:.3f} L{x1:.3f} {TOP + t1 * dy:.3f} "
    return CARD.line(d.strip(), stroke, width)


def _lattice_dots(columns: int, rows: int, r: float, fill: str) -> str:
    """A dot on every second crossing of the lattice."""
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
    medal = CARD.path(
        polygon([(CX, CY - 96), (CX + 70, CY), (CX, CY + 96), (CX - 70, CY)]), BLUE_DARK, INK, THIN
    )
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


def maiolica() -> str:
    """A glazed tile of Naples: a great blossom in the middle, a quarter of one in each corner, white on blue."""
    body = _paper() + rect(LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP, 0, BLUE)
    quarter = f"M{LEFT} {TOP} L{LEFT + 80} {TOP} C{LEFT + 80} {TOP + 44} {LEFT + 44} {TOP + 80} {LEFT} {TOP + 80} Z"
    corner = CARD.path(quarter, WHITE, BLUE_DARK, 3)
    for angle, fill in ((16, BLUE), (45, BLUE), (74, BLUE), (30.5, GOLD), (59.5, GOLD)):
        long = 70 if fill == BLUE else 56
        corner += Pen(LEFT, TOP, 1, angle).path(f"M14 0 Q44 -15 {long} 0 Q44 15 14 0 Z", fill, None)
    heart = f"M{LEFT} {TOP} L{LEFT + 26} {TOP} Q{LEFT + 25} {TOP + 25} {LEFT} {TOP + 26} Z"
    corner += CARD.path(heart, GOLD, BLUE_DARK, 3)
    corners = mirror(corner)
    body += corners + half_turn(corners)
    rhomb = f"M{CX} {TOP + 14} L{CX + 13} {TOP + 38} L{CX} {TOP + 62} L{CX - 13} {TOP + 38} Z"
    above = CARD.path(rhomb, GOLD, BLUE_DARK, 3)
    body += above + half_turn(above)
    body += CARD.circle(CX, CY, 80, GOLD, BLUE_DARK, 3) + CARD.circle(CX, CY, 71, WHITE, BLUE_DARK, 3)
    body += CARD.path(petals(CX, CY, 8, 67, 8, 1.1), BLUE, None)
    body += CARD.path(petals(CX, CY, 10, 50, 8, 0.6, pi / 8), GOLD, BLUE_DARK, 2)
    body += CARD.circle(CX, CY, 17, GOLD, BLUE_DARK, 3) + CARD.circle(CX, CY, 8, RED, None)
    body += rect(LEFT - 2, TOP - 2, RIGHT - LEFT + 4, BOTTOM - TOP + 4, 5, "none", BLUE_DARK, 11)
    body += rect(LEFT - 2, TOP - 2, RIGHT - LEFT + 4, BOTTOM - TOP + 4, 5, "none", GOLD, 2)
    return document(body, WIDTH, HEIGHT)


def _compass_point(angle: float, outer: float, inner: float, light: str, dark: str) -> str:
    """One point of a compass rose in two tones; angle in degrees from the top."""
    pen = Pen(CX, CY, 1, angle)
    body = pen.path(f"M0 0 L{-inner} {-inner} L0 {-outer} Z", light, INK, FINE)
    return body + pen.path(f"M0 0 L0 {-outer} L{inner} {-inner} Z", dark, INK, FINE)


def notte() -> str:
    """A night sky: gold stars on dark blue and a wind rose in the middle."""
    body = _paper() + rect(11, 11, 198, 338, 8, BLUE_DARK, INK, THIN)
    body += rect(17, 17, 186, 326, 5, "none", GOLD, FINE)
    small, large = "", ""
    for row in range(5):  # the upper half; the lower is its half turn
        for column in range(7 - row % 2):
            px, py = 29 + (column + row % 2 / 2) * 27, 30.0 + row * 30
            if abs(px - CX) / 98 + abs(py - CY) / 118 < 1:
                continue
            if (row + 2 * column) % 4 == 0:
                large += star(px, py, 7, 2.9, 5)
            else:
                small += star(px, py, 4.6, 1.5, 4)
    sky = CARD.path(small, GOLD_LIGHT, None) + CARD.path(large, GOLD, INK, 1)
    body += sky + half_turn(sky)
    body += CARD.circle(CX, CY, 74, BLUE, GOLD, THIN) + CARD.circle(CX, CY, 68, "none", GOLD_LIGHT, 1)
    for i in range(32):
        x, y = polar(CX, CY, 63, 2 * pi * (i + 0.5) / 32)
        body += CARD.circle(x, y, 1.5, GOLD_LIGHT, None)
    for angle in range(0, 360, 45):
        body += _compass_point(angle + 22.5, 50, 7, BLUE_LIGHT, BLUE_DARK)
    for angle in range(45, 360, 90):
        body += _compass_point(angle, 58, 10, WHITE, RED)
    for angle in (90, 270, 0, 180):
        body += _compass_point(angle, 66 if angle % 180 else 92, 13, GOLD_LIGHT, GOLD_DARK)
    body += CARD.circle(CX, CY, 9, RED, INK, THIN) + CARD.circle(CX, CY, 3.4, GOLD_LIGHT, None)
    return document(body, WIDTH, HEIGHT)


BACKS: dict[str, Callable[[], str]] = {"classic": classic, "maiolica": maiolica, "notte": notte}
