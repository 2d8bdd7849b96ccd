"""SVG text: elements, the pen that places local drawings on a card, and the paper and frame of a card.

The text has only what pygame can read: path, rect, circle, ellipse, g with transform, plain hexadecimal fills and
linear gradients.
"""

import re
from math import cos, radians, sin

from . import palette
from .palette import BLUE_DARK, INK, LINE_WIDTH, PAPER_EDGE

CARD_WIDTH, CARD_HEIGHT = 220, 360
Point = tuple[float, float]

_PATH_TOKEN_PATTERN = re.compile(r"[MLCQZ]|-?\d*\.?\d+(?:e-?\d+)?")


def format_number(value: float) -> str:
    """Return a coordinate with at most one decimal and without superfluous characters."""
    text = f"{round(value + 0.0, 1):.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _make_paint_attributes(fill: str, stroke: str | None, width: float) -> str:
    text = f' fill="{fill}"'
    if stroke:
        shown = f"{width:.2f}".rstrip("0").rstrip(".")
        text += f' stroke="{stroke}" stroke-width="{shown}"'
        text += ' stroke-linejoin="round" stroke-linecap="round"'
    return text


def make_group(body: str, transform: str) -> str:
    return f'<g transform="{transform}">{body}</g>'


def add_mirror_image(body: str, axis: float = CARD_WIDTH / 2) -> str:
    """Return the drawing with its mirror image at the vertical line x = axis."""
    return body + make_group(body, f"translate({format_number(2 * axis)} 0) scale(-1 1)")


def rotate_half_turn(body: str) -> str:
    """Return the drawing turned by 180 degrees around the center of the card."""
    return make_group(body, f"rotate(180 {format_number(CARD_WIDTH / 2)} {format_number(CARD_HEIGHT / 2)})")


class Pen:
    """A pen for drawings in local coordinates; line widths do not depend on the scale.

    A drawing is mirrored in x if ``flip``, then scaled, turned (degrees, clockwise), and moved to (x, y). Path text has
    only absolute M, L, C, Q and Z.
    """

    def __init__(self, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0, flip: bool = False) -> None:
        self.x, self.y, self.scale, self.turn = x, y, scale, turn
        self.flip = -1 if flip else 1
        self._cos, self._sin = cos(radians(turn)), sin(radians(turn))

    def to_card_point(self, x: float, y: float) -> Point:
        """Return the point of the card for a local point."""
        x, y = x * self.flip * self.scale, y * self.scale
        return self.x + x * self._cos - y * self._sin, self.y + x * self._sin + y * self._cos

    def transform_path(self, d: str) -> str:
        """Return path text in coordinates of the card."""
        words: list[str] = []
        pending: float | None = None
        for token in _PATH_TOKEN_PATTERN.findall(d):
            if token.isalpha():
                words.append(token)
            elif pending is None:
                pending = float(token)
            else:
                x, y = self.to_card_point(pending, float(token))
                words.append(f"{format_number(x)} {format_number(y)}")
                pending = None
        return " ".join(words)

    def path(self, d: str, fill: str = "none", stroke: str | None = INK, width: float = LINE_WIDTH) -> str:
        return f'<path d="{self.transform_path(d)}"{_make_paint_attributes(fill, stroke, width)}/>'

    def line(self, d: str, stroke: str = INK, width: float = LINE_WIDTH) -> str:
        """Draw an open line without fill."""
        return self.path(d, "none", stroke, width)

    def circle(
        self, x: float, y: float, r: float, fill: str = "none", stroke: str | None = INK, width: float = LINE_WIDTH
    ) -> str:
        cx, cy = self.to_card_point(x, y)
        place = f'cx="{format_number(cx)}" cy="{format_number(cy)}" r="{format_number(r * self.scale)}"'
        return f"<circle {place}{_make_paint_attributes(fill, stroke, width)}/>"

    def ellipse(
        self,
        x: float,
        y: float,
        rx: float,
        ry: float,
        fill: str = "none",
        stroke: str | None = INK,
        width: float = LINE_WIDTH,
    ) -> str:
        if self.turn % 180 == 0:
            cx, cy = self.to_card_point(x, y)
            place = (
                f'cx="{format_number(cx)}" cy="{format_number(cy)}" '
                f'rx="{format_number(rx * self.scale)}" ry="{format_number(ry * self.scale)}"'
            )
            return f"<ellipse {place}{_make_paint_attributes(fill, stroke, width)}/>"
        return self.path(make_ellipse_path(x, y, rx, ry), fill, stroke, width)


def make_ellipse_path(x: float, y: float, rx: float, ry: float) -> str:
    """Return an ellipse of four curves, as path text."""
    a, b = rx * 0.5523, ry * 0.5523
    return (
        f"M{x + rx:.4f} {y:.4f} C{x + rx:.4f} {y + b:.4f} {x + a:.4f} {y + ry:.4f} {x:.4f} {y + ry:.4f} "
        f"C{x - a:.4f} {y + ry:.4f} {x - rx:.4f} {y + b:.4f} {x - rx:.4f} {y:.4f} "
        f"C{x - rx:.4f} {y - b:.4f} {x - a:.4f} {y - ry:.4f} {x:.4f} {y - ry:.4f} "
        f"C{x + a:.4f} {y - ry:.4f} {x + rx:.4f} {y - b:.4f} {x + rx:.4f} {y:.4f} Z"
    )


CARD_PEN = Pen()
"""The pen for drawings in units of the card."""


def draw_rect(
    x: float,
    y: float,
    width: float,
    height: float,
    corner_radius: float,
    fill: str,
    stroke: str | None = None,
    line: float = LINE_WIDTH,
) -> str:
    place = (
        f'x="{format_number(x)}" y="{format_number(y)}" width="{format_number(width)}" '
        f'height="{format_number(height)}" rx="{format_number(corner_radius)}"'
    )
    return f"<rect {place}{_make_paint_attributes(fill, stroke, line)}/>"


def _list_gradient_definitions(body: str) -> str:
    """Return the definitions of the gradients in ``body``, in the order of the palette."""
    text = ""
    for name, (kind, ends, stops) in palette.GRADIENTS.items():
        if f"url(#{name})" not in body:
            continue
        unit = "" if kind == "user" else "%"
        where = " ".join(f'{key}="{value}{unit}"' for key, value in zip(("x1", "y1", "x2", "y2"), ends, strict=True))
        units = ' gradientUnits="userSpaceOnUse"' if kind == "user" else ""
        inner = "".join(f'<stop offset="{offset}" stop-color="{color}"/>' for offset, color in stops)
        text += f'<linearGradient id="{name}"{units} {where}>{inner}</linearGradient>'
    return f"<defs>{text}</defs>" if text else ""


def make_document(body: str, width: int, height: int) -> str:
    """Return a complete SVG file with this view box."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
    head += f' viewBox="0 0 {width} {height}">'
    return f"{head}{_list_gradient_definitions(body)}{body}</svg>\n".replace("/><", "/>\n<")


def make_card(body: str, has_frame: bool = True) -> str:
    """Return a card face: cream paper with round corners, a thin blue frame, and the drawing."""
    paper = draw_rect(1, 1, CARD_WIDTH - 2, CARD_HEIGHT - 2, 14, "url(#paper)", PAPER_EDGE, 2)
    if has_frame:
        paper += draw_rect(9, 9, CARD_WIDTH - 18, CARD_HEIGHT - 18, 8, "none", BLUE_DARK, 1.6)
    return make_document(paper + body, CARD_WIDTH, CARD_HEIGHT)
