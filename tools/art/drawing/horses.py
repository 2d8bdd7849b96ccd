"""Horses in profile: coat, mane, tail, legs, saddle and bridle.

A horse faces left, or right if flipped. In units of the card its saddle is near (0, -26), its belly near y = 30, and
the hooves of a standing horse are at y = 104.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

from .palette import FINE_LINE_WIDTH, GOLD, INK, LINE_WIDTH, THIN_LINE_WIDTH
from .shapes import draw_merged_outlines, make_curve_path, make_tube_path
from .svg import Pen, Point


@dataclass(frozen=True)
class HorseColors:
    body: str
    shade: str
    mane: str
    hoof: str
    sock: str = ""
    line: str = INK


FRONT_LEG_WIDTHS = (24.0, 19.0, 12.5, 11.0, 8.5, 9.5)
HIND_LEG_WIDTHS = (40.0, 28.0, 14.0, 11.5, 9.0, 10.0)

STANDING_FRONT_LEG: tuple[Point, ...] = ((-40, 12), (-42, 36), (-42, 58), (-42, 66), (-42, 86), (-43, 95))
LIFTED_FRONT_LEG: tuple[Point, ...] = ((-42, 12), (-52, 34), (-66, 48), (-68, 54), (-60, 70), (-52, 76))
STANDING_HIND_LEG: tuple[Point, ...] = ((44, 2), (46, 32), (54, 58), (55, 66), (52, 86), (50, 95))
BACKWARD_HIND_LEG: tuple[Point, ...] = ((46, 2), (54, 32), (68, 56), (71, 64), (70, 84), (67, 94))
FORWARD_HIND_LEG: tuple[Point, ...] = ((42, 4), (34, 34), (38, 58), (37, 66), (28, 84), (24, 94))


def _draw_foot(pen: Pen, joints: Sequence[Point], widths: Sequence[float], coat: HorseColors) -> str:
    """Draw the hoof, turned like the lowest part of the leg, and the sock if the coat has one."""
    (x0, y0), (x1, y1) = joints[-2], joints[-1]
    length = hypot(x1 - x0, y1 - y0)
    dx, dy = (x1 - x0) / length, (y1 - y0) / length

    def get_local_point(along: float, side: float) -> str:
        return f"{x1 + dx * along + dy * side} {y1 + dy * along - dx * side}"

    body = ""
    if coat.sock:
        body += pen.path(
            make_tube_path(joints[-3:], [w + 0.2 for w in widths[-3:]], 0.2), coat.sock, INK, THIN_LINE_WIDTH * 1.2
        )
    hoof = (
        f"M{get_local_point(-1, 5)} L{get_local_point(8.5, 6.5)} "
        f"L{get_local_point(9.5, -8.5)} L{get_local_point(-1, -5)} Z"
    )
    return body + pen.path(hoof, coat.hoof, INK, LINE_WIDTH * 0.85)


def draw_tail(pen: Pen, points: Sequence[Point], coat: HorseColors) -> str:
    count = len(points)
    widths = [
        8 + 14 * min(1.0, 2.2 * i / count) * (1 - 0.75 * max(0.0, (i - count * 0.6) / (count * 0.4)))
        for i in range(count)
    ]
    body = pen.path(make_tube_path(points, widths, 0.9), coat.mane, INK, LINE_WIDTH)
    for shift in (-0.28, 0.05, 0.3):
        inner = [(x + widths[i] * shift, y + 2) for i, (x, y) in enumerate(points)]
        body += pen.line(make_curve_path(inner[1:-1]), coat.line, FINE_LINE_WIDTH)
    return body


def draw_trunk(pen: Pen, front: Sequence[Point], hind: Sequence[Point], coat: HorseColors) -> str:
    """Draw body, neck and the two near legs as one shape, with a few lines of muscle."""
    barrel = (
        "M-58 2 C-60 -18 -48 -30 -30 -29 C-12 -22 6 -22 26 -28 C46 -33 64 -24 66 -4 C68 18 60 32 46 34 "
        "C30 26 10 34 -14 34 C-38 34 -56 26 -58 2 Z"
    )
    neck = (
        "M-20 -27 C-34 -40 -40 -62 -52 -76 C-60 -84 -70 -84 -76 -74 "
        "C-74 -58 -70 -40 -66 -18 C-64 0 -54 16 -40 20 C-20 6 -14 -12 -20 -27 Z"
    )
    body = draw_merged_outlines(
        pen,
        (make_tube_path(front, FRONT_LEG_WIDTHS, 0.2), make_tube_path(hind, HIND_LEG_WIDTHS, 0.2), neck, barrel),
        coat.body,
    )
    body += _draw_foot(pen, front, FRONT_LEG_WIDTHS, coat) + _draw_foot(pen, hind, HIND_LEG_WIDTHS, coat)
    body += pen.line("M-52 12 C-46 24 -38 26 -30 24", coat.shade, THIN_LINE_WIDTH)
    body += pen.line("M28 -14 C22 4 26 22 34 32", coat.shade, THIN_LINE_WIDTH)
    return body


def draw_far_leg(pen: Pen, joints: Sequence[Point], hind: bool, coat: HorseColors) -> str:
    """Draw a leg on the far side, in the shade of the coat."""
    widths = HIND_LEG_WIDTHS if hind else FRONT_LEG_WIDTHS
    return pen.path(make_tube_path(joints, widths, 0.2), coat.shade, INK, LINE_WIDTH) + _draw_foot(
        pen, joints, widths, coat
    )


def draw_head(pen: Pen, coat: HorseColors, bridle: str, blaze: str = "") -> str:
    """Draw a head that hangs from the poll at (0, 0), with its muzzle down and left."""
    ear_far = "M-8 -4 L-12 -20 L-2 -8 Z"
    body = pen.path(ear_far, coat.shade, INK, THIN_LINE_WIDTH * 1.2)
    skull = (
        "M6 -4 C0 -12 -12 -10 -18 -2 C-24 10 -28 24 -33 36 C-38 44 -37 52 -29 55 C-22 57 -17 52 -15 46 "
        "C-10 38 0 32 8 20 C14 10 12 2 6 -4 Z"
    )
    body += pen.path(skull, coat.body, INK, LINE_WIDTH)
    if blaze:
        body += pen.path("M-17 2 C-23 14 -28 28 -32 40 C-27 36 -20 18 -12 0 Z", blaze, None)
    body += pen.path(
        "M-33 40 C-38 46 -36 53 -29 55 C-22 57 -17 52 -16 47 C-22 46 -27 44 -33 40 Z", coat.shade, INK, FINE_LINE_WIDTH
    )
    body += pen.ellipse(-30.5, 46.5, 1.6, 2.2, INK, None)
    body += pen.line("M-30 52 Q-24 51 -21 48", INK, FINE_LINE_WIDTH)
    body += pen.path("M-15 9 Q-10 3 -5 8 Q-9 13 -15 9 Z", "#fffdf5", INK, FINE_LINE_WIDTH)
    body += pen.circle(-10.5, 8.4, 2.5, INK, None)
    body += pen.line("M2 12 C6 18 2 26 -4 29", coat.shade, THIN_LINE_WIDTH)
    body += pen.path("M-2 -8 C-4 -16 -1 -24 3 -26 C8 -20 8 -12 6 -5 Z", coat.body, INK, THIN_LINE_WIDTH * 1.2)
    # bridle
    body += pen.line("M7 0 C0 8 -12 28 -17 44", bridle, LINE_WIDTH)
    body += pen.line("M-27 26 Q-18 32 -9 34", bridle, LINE_WIDTH)
    body += pen.line("M-18 -2 Q-8 0 8 16", bridle, LINE_WIDTH * 0.9)
    return body + pen.circle(-18, 43, 3.4, GOLD, INK, FINE_LINE_WIDTH)


def draw_mane(pen: Pen, coat: HorseColors, points: Sequence[Point], drop: float = 13) -> str:
    """Draw wavy locks along the crest, on the near side; ``points``: from the poll to the withers."""
    body = ""
    d = f"M{points[0][0] - 6} {points[0][1] - 4} "
    for x, y in points:
        d += f"L{x + 5} {y - 3} "
    for i, (x, y) in enumerate(reversed(points)):
        d += (
            f"Q{x + 4} {y + drop * 0.9} {x - drop * 0.9} {y + drop * 0.75} "
            f"Q{x - 2} {y + drop * 0.3} {x - 5 - (i == len(points) - 1) * 4} {y - 5} "
        )
    body += pen.path(d + "Z", coat.mane, INK, THIN_LINE_WIDTH * 1.2)
    for x, y in points[:-1]:
        body += pen.line(
            f"M{x + 2} {y + 1} Q{x} {y + drop * 0.5} {x - drop * 0.4} {y + drop * 0.62}", coat.line, FINE_LINE_WIDTH
        )
    return body


def draw_harness(pen: Pen, strap: str) -> str:
    """Draw breast strap and crupper from the saddle, with gold pendants."""
    body = ""
    for d in ("M-24 -8 Q-44 -2 -59 -6", "M29 -14 Q48 -4 65 -8"):
        body += pen.line(d, INK, LINE_WIDTH * 1.7) + pen.line(d, strap, LINE_WIDTH * 0.8)
    for x, y in ((-44, -3), (42, -7), (54, -6)):
        body += pen.circle(x, y + 4, 3, GOLD, INK, FINE_LINE_WIDTH)
    return body


def draw_saddle(pen: Pen, cloth: str, trim: str) -> str:
    """Draw a saddle cloth with girth, and the pommel and cantle of the saddle."""
    body = pen.path("M-24 -27 Q0 -20 28 -30 L32 14 Q4 24 -24 16 Z", cloth, INK, LINE_WIDTH)
    body += pen.line("M-19 9 Q4 17 27 8", trim, LINE_WIDTH)
    body += pen.path(
        "M-22 -25 Q-26 -40 -17 -40 Q-12 -34 -8 -27 Q8 -24 18 -30 Q22 -40 30 -38 Q34 -30 27 -26 Q2 -14 -22 -25 Z",
        "#7a4a22",
        INK,
        THIN_LINE_WIDTH * 1.2,
    )
    return body
