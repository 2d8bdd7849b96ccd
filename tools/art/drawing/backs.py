"""Card backs, which are equal when turned by 180 degrees."""

from collections.abc import Callable
from math import pi

from .palette import (
    BLUE,
    BLUE_DARK,
    BLUE_LIGHT,
    CREAM,
    FINE_LINE_WIDTH,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    INK,
    PAPER,
    PAPER_EDGE,
    RED,
    RED_DARK,
    THIN_LINE_WIDTH,
    WHITE,
)
from .shapes import draw_leaf, get_polar_point, make_petals_path, make_polygon_path, make_star_path
from .svg import CARD_HEIGHT, CARD_PEN, CARD_WIDTH, Pen, add_mirror_image, draw_rect, make_document, rotate_half_turn

LEFT, TOP, RIGHT, BOTTOM = 18, 18, 202, 342
CENTER_X, CENTER_Y = CARD_WIDTH / 2, CARD_HEIGHT / 2


def _draw_paper() -> str:
    return draw_rect(1, 1, CARD_WIDTH - 2, CARD_HEIGHT - 2, 14, PAPER, PAPER_EDGE, 2)


def _make_lattice_path(columns: int, rows: int, stroke: str, width: float) -> str:
    """Return the diagonals of a grid of rhombi that exactly fills the field, as one path."""
    dx, dy = (RIGHT - LEFT) / columns, (BOTTOM - TOP) / rows
    d = ""
    for k in range(-rows, columns):  # falling lines x = k + t, y = t, clipped to the grid
        t0, t1 = max(0, -k), min(rows, columns - k)
        if t1 > t0:
            d += f"M{LEFT + (k + t0) * dx:.3f} {TOP + t0 * dy:.3f} L{LEFT + (k + t1) * dx:.3f} {TOP + t1 * dy:.3f} "
            x0, x1 = RIGHT - (k + t0) * dx, RIGHT - (k + t1) * dx
            d += f"M{x0:.3f} {TOP + t0 * dy:.3f} L{x1:.3f} {TOP + t1 * dy:.3f} "
    return CARD_PEN.line(d.strip(), stroke, width)


def _draw_lattice_dots(columns: int, rows: int, r: float, fill: str) -> str:
    """Draw a dot on every second crossing of the lattice."""
    dx, dy = (RIGHT - LEFT) / columns, (BOTTOM - TOP) / rows
    body = ""
    for row in range(1, rows):
        for column in range(1, columns):
            if (row + column) % 2:
                body += CARD_PEN.circle(LEFT + column * dx, TOP + row * dy, r, fill, None)
    return body


def draw_classic() -> str:
    """Draw a red field with a cream lattice, a sun in the middle and a leaf in each corner."""
    body = _draw_paper() + draw_rect(11, 11, 198, 338, 8, RED, INK, THIN_LINE_WIDTH)
    body += draw_rect(LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP, 4, RED_DARK, GOLD, FINE_LINE_WIDTH)
    body += (
        _make_lattice_path(10, 18, RED, 5)
        + _make_lattice_path(10, 18, CREAM, 1.2)
        + _draw_lattice_dots(10, 18, 2.1, GOLD)
    )
    medal = CARD_PEN.path(
        make_polygon_path(
            [(CENTER_X, CENTER_Y - 96), (CENTER_X + 70, CENTER_Y), (CENTER_X, CENTER_Y + 96), (CENTER_X - 70, CENTER_Y)]
        ),
        BLUE_DARK,
        INK,
        THIN_LINE_WIDTH,
    )
    inner = [
        (CENTER_X, CENTER_Y - 86),
        (CENTER_X + 62.5, CENTER_Y),
        (CENTER_X, CENTER_Y + 86),
        (CENTER_X - 62.5, CENTER_Y),
    ]
    medal += CARD_PEN.path(make_polygon_path(inner), "none", GOLD, FINE_LINE_WIDTH)
    sprig = (
        draw_leaf(CENTER_X, CENTER_Y - 40, 32, -90)
        + draw_leaf(CENTER_X - 3, CENTER_Y - 40, 22, -125)
        + draw_leaf(CENTER_X + 3, CENTER_Y - 40, 22, -55)
    )
    medal += sprig + rotate_half_turn(sprig)
    medal += CARD_PEN.path(make_star_path(CENTER_X, CENTER_Y, 47, 27, 16), GOLD, INK, THIN_LINE_WIDTH)
    medal += CARD_PEN.circle(CENTER_X, CENTER_Y, 26, RED, INK, THIN_LINE_WIDTH)
    medal += CARD_PEN.path(make_petals_path(CENTER_X, CENTER_Y, 3, 23, 8, 0.9), GOLD_LIGHT, INK, FINE_LINE_WIDTH)
    medal += CARD_PEN.circle(CENTER_X, CENTER_Y, 6.5, WHITE, INK, FINE_LINE_WIDTH)
    for i in range(8):
        x, y = get_polar_point(CENTER_X, CENTER_Y, 22.5, 2 * pi * (i + 0.5) / 8)
        medal += CARD_PEN.circle(x, y, 1.6, GOLD_LIGHT, None)
    corner = CARD_PEN.path(f"M{LEFT} {TOP} L62 {TOP} Q58 58 {LEFT} 62 Z", BLUE_DARK, GOLD, FINE_LINE_WIDTH)
    corner += draw_leaf(23, 23, 33, 45) + draw_leaf(23, 23, 25, 12) + draw_leaf(23, 23, 25, 78)
    corner += CARD_PEN.circle(25, 25, 4.6, GOLD, INK, FINE_LINE_WIDTH)
    corners = add_mirror_image(corner)
    return make_document(body + corners + rotate_half_turn(corners) + medal, CARD_WIDTH, CARD_HEIGHT)


def draw_maiolica() -> str:
    """Draw a glazed tile of Naples, white on blue: a blossom in the middle, a quarter of one in each corner."""
    body = _draw_paper() + draw_rect(LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP, 0, BLUE)
    quarter = f"M{LEFT} {TOP} L{LEFT + 80} {TOP} C{LEFT + 80} {TOP + 44} {LEFT + 44} {TOP + 80} {LEFT} {TOP + 80} Z"
    corner = CARD_PEN.path(quarter, WHITE, BLUE_DARK, 3)
    for angle, fill in ((16, BLUE), (45, BLUE), (74, BLUE), (30.5, GOLD), (59.5, GOLD)):
        long = 70 if fill == BLUE else 56
        corner += Pen(LEFT, TOP, 1, angle).path(f"M14 0 Q44 -15 {long} 0 Q44 15 14 0 Z", fill, None)
    heart = f"M{LEFT} {TOP} L{LEFT + 26} {TOP} Q{LEFT + 25} {TOP + 25} {LEFT} {TOP + 26} Z"
    corner += CARD_PEN.path(heart, GOLD, BLUE_DARK, 3)
    corners = add_mirror_image(corner)
    body += corners + rotate_half_turn(corners)
    rhomb = f"M{CENTER_X} {TOP + 14} L{CENTER_X + 13} {TOP + 38} L{CENTER_X} {TOP + 62} L{CENTER_X - 13} {TOP + 38} Z"
    above = CARD_PEN.path(rhomb, GOLD, BLUE_DARK, 3)
    body += above + rotate_half_turn(above)
    body += CARD_PEN.circle(CENTER_X, CENTER_Y, 80, GOLD, BLUE_DARK, 3) + CARD_PEN.circle(
        CENTER_X, CENTER_Y, 71, WHITE, BLUE_DARK, 3
    )
    body += CARD_PEN.path(make_petals_path(CENTER_X, CENTER_Y, 8, 67, 8, 1.1), BLUE, None)
    body += CARD_PEN.path(make_petals_path(CENTER_X, CENTER_Y, 10, 50, 8, 0.6, pi / 8), GOLD, BLUE_DARK, 2)
    body += CARD_PEN.circle(CENTER_X, CENTER_Y, 17, GOLD, BLUE_DARK, 3) + CARD_PEN.circle(
        CENTER_X, CENTER_Y, 8, RED, None
    )
    body += draw_rect(LEFT - 2, TOP - 2, RIGHT - LEFT + 4, BOTTOM - TOP + 4, 5, "none", BLUE_DARK, 11)
    body += draw_rect(LEFT - 2, TOP - 2, RIGHT - LEFT + 4, BOTTOM - TOP + 4, 5, "none", GOLD, 2)
    return make_document(body, CARD_WIDTH, CARD_HEIGHT)


def _draw_compass_point(angle: float, outer: float, inner: float, light: str, dark: str) -> str:
    """Draw a point of a compass rose in two tones; ``angle``: in degrees from the top."""
    pen = Pen(CENTER_X, CENTER_Y, 1, angle)
    body = pen.path(f"M0 0 L{-inner} {-inner} L0 {-outer} Z", light, INK, FINE_LINE_WIDTH)
    return body + pen.path(f"M0 0 L0 {-outer} L{inner} {-inner} Z", dark, INK, FINE_LINE_WIDTH)


def draw_notte() -> str:
    """Draw a night sky: gold stars on dark blue, and a compass rose in the middle."""
    body = _draw_paper() + draw_rect(11, 11, 198, 338, 8, BLUE_DARK, INK, THIN_LINE_WIDTH)
    body += draw_rect(17, 17, 186, 326, 5, "none", GOLD, FINE_LINE_WIDTH)
    small, large = "", ""
    for row in range(5):  # the upper half; the lower half is a copy turned by 180 degrees
        for column in range(7 - row % 2):
            px, py = 29 + (column + row % 2 / 2) * 27, 30.0 + row * 30
            if abs(px - CENTER_X) / 98 + abs(py - CENTER_Y) / 118 < 1:
                continue
            if (row + 2 * column) % 4 == 0:
                large += make_star_path(px, py, 7, 2.9, 5)
            else:
                small += make_star_path(px, py, 4.6, 1.5, 4)
    sky = CARD_PEN.path(small, GOLD_LIGHT, None) + CARD_PEN.path(large, GOLD, INK, 1)
    body += sky + rotate_half_turn(sky)
    body += CARD_PEN.circle(CENTER_X, CENTER_Y, 74, BLUE, GOLD, THIN_LINE_WIDTH) + CARD_PEN.circle(
        CENTER_X, CENTER_Y, 68, "none", GOLD_LIGHT, 1
    )
    for i in range(32):
        x, y = get_polar_point(CENTER_X, CENTER_Y, 63, 2 * pi * (i + 0.5) / 32)
        body += CARD_PEN.circle(x, y, 1.5, GOLD_LIGHT, None)
    for angle in range(0, 360, 45):
        body += _draw_compass_point(angle + 22.5, 50, 7, BLUE_LIGHT, BLUE_DARK)
    for angle in range(45, 360, 90):
        body += _draw_compass_point(angle, 58, 10, WHITE, RED)
    for angle in (90, 270, 0, 180):
        body += _draw_compass_point(angle, 66 if angle % 180 else 92, 13, GOLD_LIGHT, GOLD_DARK)
    body += CARD_PEN.circle(CENTER_X, CENTER_Y, 9, RED, INK, THIN_LINE_WIDTH) + CARD_PEN.circle(
        CENTER_X, CENTER_Y, 3.4, GOLD_LIGHT, None
    )
    return make_document(body, CARD_WIDTH, CARD_HEIGHT)


BACKS: dict[str, Callable[[], str]] = {"classic": draw_classic, "maiolica": draw_maiolica, "notte": draw_notte}
