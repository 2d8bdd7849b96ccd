"""Letters of single strokes, for the mottoes on ribbons and the signs in corners."""

import itertools
from bisect import bisect_left
from collections.abc import Sequence
from math import atan2, degrees, hypot

from ..palette import INK
from ..svg import Pen, Point

_BOWL_PATH = "M.43 -.48 Q.36 -.63 .24 -.63 C.08 -.63 .02 -.46 .02 -.31 C.02 -.14 .09 .01 .23 .01 Q.37 .01 .43 -.16 "
_ARCH_PATH = "M{0} -.38 C{1} -.7 {2} -.72 {2} -.36 L{2} 0 "


def _make_arch_path(x: float) -> str:
    return _ARCH_PATH.format(f"{x:.2f}", f"{x + 0.07:.2f}", f"{x + 0.37:.2f}")


GLYPH_WIDTHS_AND_PATHS: dict[str, tuple[float, str]] = {
    "a": (0.44, _BOWL_PATH + "M.44 -.63 L.44 0"),
    "c": (0.4, "M.4 -.5 Q.34 -.63 .23 -.63 C.08 -.63 .02 -.46 .02 -.31 C.02 -.14 .09 .01 .24 .01 Q.35 .01 .41 -.12"),
    "d": (0.44, _BOWL_PATH + "M.44 -1 L.44 0"),
    "e": (
        0.42,
        "M.03 -.34 L.41 -.34 C.41 -.52 .35 -.63 .23 -.63 C.09 -.63 .02 -.47 .02 -.31 "
        "C.02 -.13 .11 .01 .25 .01 Q.36 .01 .42 -.1",
    ),
    "f": (0.28, "M.33 -.94 C.2 -1.05 .12 -.96 .12 -.78 L.12 0 M-.01 -.6 L.29 -.6"),
    "g": (0.44, _BOWL_PATH + "M.44 -.63 L.44 .06 C.44 .34 .14 .38 .05 .2"),
    "h": (0.42, "M.04 -1 L.04 0 " + _make_arch_path(0.04)),
    "i": (0.08, "M.04 -.62 L.04 0 M.04 -.88 L.04 -.87"),
    "l": (0.08, "M.04 -1 L.04 0"),
    "m": (0.76, "M.04 -.62 L.04 0 " + _make_arch_path(0.04) + _make_arch_path(0.41)),
    "n": (0.42, "M.04 -.62 L.04 0 " + _make_arch_path(0.04)),
    "o": (
        0.46,
        "M.23 -.63 C.09 -.63 .02 -.47 .02 -.31 C.02 -.14 .09 .01 .23 .01 "
        "C.37 .01 .44 -.14 .44 -.31 C.44 -.47 .37 -.63 .23 -.63 Z",
    ),
    "p": (
        0.44,
        "M.04 -.63 L.04 .34 M.04 -.46 Q.11 -.63 .24 -.63 C.38 -.63 .45 -.48 .45 -.31 "
        "C.45 -.13 .37 .01 .24 .01 Q.1 .01 .04 -.16",
    ),
    "r": (0.28, "M.04 -.62 L.04 0 M.04 -.34 Q.1 -.64 .3 -.6"),
    "s": (0.36, "M.34 -.52 C.27 -.68 .04 -.66 .05 -.48 C.07 -.28 .36 -.37 .36 -.16 C.36 .05 .08 .05 .02 -.12"),
    "t": (0.28, "M.12 -.88 L.12 -.14 Q.13 .04 .3 -.03 M-.01 -.62 L.28 -.62"),
    "u": (0.42, "M.04 -.62 L.04 -.24 C.04 .08 .34 .06 .42 -.22 M.42 -.62 L.42 0"),
    "v": (0.4, "M.01 -.62 L.2 0 L.39 -.62"),
    "I": (0.08, "M.04 -.98 L.04 0"),
    "M": (0.72, "M.04 0 L.08 -.98 L.36 -.3 L.64 -.98 L.68 0"),
    "N": (0.58, "M.04 0 L.04 -.98 L.54 0 L.54 -.98"),
    "P": (0.5, "M.04 0 L.04 -.98 L.24 -.98 C.56 -.98 .56 -.44 .24 -.44 L.04 -.44"),
    "S": (0.5, "M.46 -.82 C.38 -1.04 .06 -1.02 .06 -.75 C.06 -.45 .48 -.57 .48 -.25 C.48 .06 .1 .06 .03 -.18"),
    "A": (0.66, "M.02 0 L.33 -1 L.64 0 M.14 -.34 L.52 -.34"),
    "C": (0.6, "M.58 -.82 Q.48 -1 .32 -1 C.12 -1 .03 -.76 .03 -.5 C.03 -.24 .12 0 .32 0 Q.48 0 .58 -.18"),
    "F": (0.52, "M.05 0 L.05 -1 L.5 -1 M.05 -.52 L.42 -.52"),
    "J": (0.46, "M.4 -1 L.4 -.28 C.4 .08 .08 .06 .03 -.2"),
    "K": (0.56, "M.05 0 L.05 -1 M.53 -1 L.05 -.42 M.2 -.6 L.56 0"),
    "V": (0.62, "M.01 -1 L.31 0 L.61 -1"),
    "R": (0.58, "M.05 0 L.05 -1 L.26 -1 C.6 -1 .6 -.46 .26 -.46 L.05 -.46 M.26 -.46 L.56 0"),
    "2": (0.54, "M.04 -.72 C.06 -1.1 .52 -1.08 .5 -.7 C.48 -.44 .1 -.26 .03 0 L.53 0"),
    "3": (
        0.54,
        "M.05 -.84 C.14 -1.06 .5 -1.06 .5 -.77 C.5 -.56 .32 -.54 .22 -.54 "
        "C.36 -.54 .54 -.5 .54 -.27 C.54 .06 .12 .08 .02 -.16",
    ),
    "4": (0.56, "M.42 0 L.42 -1 L.02 -.28 L.56 -.28"),
    "5": (0.54, "M.48 -1 L.1 -1 L.06 -.54 C.2 -.68 .53 -.66 .53 -.31 C.53 .06 .14 .08 .02 -.14"),
    "6": (0.54, "M.46 -.94 C.2 -1.1 .03 -.76 .03 -.36 C.03 .1 .53 .1 .53 -.3 C.53 -.68 .1 -.68 .03 -.34"),
    "7": (0.54, "M.02 -1 L.53 -1 C.36 -.68 .24 -.36 .2 0"),
}
"""The width and strokes of each letter, in heights of a capital; the base line is at y = 0."""

LETTER_GAP, SPACE_WIDTH = 0.2, 0.34


def measure_text(text: str, size: float) -> float:
    """Return the length of a line of text; ``size``: the height of a capital."""
    total = 0.0
    for letter in text:
        total += SPACE_WIDTH if letter == " " else GLYPH_WIDTHS_AND_PATHS[letter][0] + LETTER_GAP
    return (total - LETTER_GAP) * size


class BaseLine:
    """A base line through many points, measured by its length."""

    def __init__(self, points: Sequence[Point]) -> None:
        self.points = points
        self.lengths = [0.0]
        for (x0, y0), (x1, y1) in itertools.pairwise(points):
            self.lengths.append(self.lengths[-1] + hypot(x1 - x0, y1 - y0))

    def get_position(self, length: float) -> tuple[float, float, float]:
        """Return x, y and the direction in degrees at a distance from the start."""
        i = min(max(bisect_left(self.lengths, length), 1), len(self.points) - 1)
        (x0, y0), (x1, y1) = self.points[i - 1], self.points[i]
        part = (length - self.lengths[i - 1]) / (self.lengths[i] - self.lengths[i - 1])
        return x0 + (x1 - x0) * part, y0 + (y1 - y0) * part, degrees(atan2(y1 - y0, x1 - x0))


def draw_text_along(text: str, points: Sequence[Point], size: float, color: str = INK, stroke: float = 1.7) -> str:
    """Draw text in the middle of a smooth line of many points, each letter upright on it."""
    line = BaseLine(points)
    distance = (line.lengths[-1] - measure_text(text, size)) / 2
    body = ""
    for letter in text:
        if letter == " ":
            distance += SPACE_WIDTH * size
            continue
        advance, strokes = GLYPH_WIDTHS_AND_PATHS[letter]
        x, y, turn = line.get_position(distance + advance * size / 2)
        pen = Pen(x, y, size, turn)
        # A letter starts at its left edge, half its width back along the line.
        left = pen.to_card_point(-advance / 2, 0)
        body += Pen(left[0], left[1], size, turn).line(strokes, color, stroke)
        distance += (advance + LETTER_GAP) * size
    return body


def draw_corner_sign(letter: str, x: float, y: float, size: float, color: str = INK, stroke: float = 3.4) -> str:
    """Draw a large letter or numeral centered on (x, y)."""
    advance, strokes = GLYPH_WIDTHS_AND_PATHS[letter]
    return Pen(x - advance * size / 2, y + size / 2, size).line(strokes, color, stroke)
