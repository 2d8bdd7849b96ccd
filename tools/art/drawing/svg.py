"""SVG text: elements, the pen that places local drawings on a card, and the card's paper and frame.

Only what pygame reads is written: path, rect, circle, ellipse, g with transform, plain hexadecimal fills
and linear gradients.
"""

import re
from math import cos, radians, sin

from . import palette
from .palette import BLUE_DARK, INK, LINE, PAPER_EDGE

WIDTH, HEIGHT = 220, 360
Point = tuple[float, float]

_TOKEN = re.compile(r"[MLCQZ]|-?\d*\.?\d+(?:e-?\d+)?")


def num(value: float) -> str:
    """A coordinate with one decimal at most and no useless characters."""
    text = f"{round(value + 0.0, 1):.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _paint(fill: str, stroke: str | None, width: float) -> str:
    text = f' fill="{fill}"'
    if stroke:
        shown = f"{width:.2f}".rstrip("0").rstrip(".")
        text += f' stroke="{stroke}" stroke-width="{shown}"'
        text += ' stroke-linejoin="round" stroke-linecap="round"'
    return text


def group(body: str, transform: str) -> str:
    return f'<g transform="{transform}">{body}</g>'


def mirror(body: str, axis: float = WIDTH / 2) -> str:
    """The drawing and its mirror image in the vertical line x = axis."""
    return body + group(body, f"translate({num(2 * axis)} 0) scale(-1 1)")


def half_turn(body: str) -> str:
    """The drawing turned by 180 degrees round the card's centre."""
    return group(body, f"rotate(180 {num(WIDTH / 2)} {num(HEIGHT / 2)})")


class Pen:
    """Draws in local coordinates; lines keep their width whatever the scale.

    The placement is: mirror in x if flip, then scale, turn (degrees, clockwise), then move to (x, y).
    Path text has absolute M, L, C, Q and Z only.
    """

    def __init__(
        self, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0, flip: bool = False
    ) -> None:
        self.x, self.y, self.scale, self.turn = x, y, scale, turn
        self.flip = -1 if flip else 1
        self._cos, self._sin = cos(radians(turn)), sin(radians(turn))

    def at(self, x: float, y: float) -> Point:
        """Where the local point lies on the card."""
        x, y = x * self.flip * self.scale, y * self.scale
        return self.x + x * self._cos - y * self._sin, self.y + x * self._sin + y * self._cos

    def outline(self, d: str) -> str:
        """Path text mapped to the card."""
        words: list[str] = []
        pending: float | None = None
        for token in _TOKEN.findall(d):
            if token.isalpha():
                words.append(token)
            elif pending is None:
                pending = float(token)
            else:
                x, y = self.at(pending, float(token))
                words.append(f"{num(x)} {num(y)}")
                pending = None
        return " ".join(words)

    def path(self, d: str, fill: str = "none", stroke: str | None = INK, width: float = LINE) -> str:
        return f'<path d="{self.outline(d)}"{_paint(fill, stroke, width)}/>'

    def line(self, d: str, stroke: str = INK, width: float = LINE) -> str:
        """An open stroke without fill."""
        return self.path(d, "none", stroke, width)

    def circle(
        self, x: float, y: float, r: float, fill: str = "none", stroke: str | None = INK, width: float = LINE
    ) -> str:
        cx, cy = self.at(x, y)
        place = f'cx="{num(cx)}" cy="{num(cy)}" r="{num(r * self.scale)}"'
        return f"<circle {place}{_paint(fill, stroke, width)}/>"

    def ellipse(
        self,
        x: float,
        y: float,
        rx: float,
        ry: float,
        fill: str = "none",
        stroke: str | None = INK,
        width: float = LINE,
    ) -> str:
        if self.turn % 180 == 0:
            cx, cy = self.at(x, y)
            place = f'cx="{num(cx)}" cy="{num(cy)}" rx="{num(rx * self.scale)}" ry="{num(ry * self.scale)}"'
            return f"<ellipse {place}{_paint(fill, stroke, width)}/>"
        return self.path(ellipse_outline(x, y, rx, ry), fill, stroke, width)


def ellipse_outline(x: float, y: float, rx: float, ry: float) -> str:
    """Path text of an ellipse, as four curves."""
    a, b = rx * 0.5523, ry * 0.5523
    return (
        f"M{x + rx:.4f} {y:.4f} C{x + rx:.4f} {y + b:.4f} {x + a:.4f} {y + ry:.4f} {x:.4f} {y + ry:.4f} "
        f"C{x - a:.4f} {y + ry:.4f} {x - rx:.4f} {y + b:.4f} {x - rx:.4f} {y:.4f} "
        f"C{x - rx:.4f} {y - b:.4f} {x - a:.4f} {y - ry:.4f} {x:.4f} {y - ry:.4f} "
        f"C{x + a:.4f} {y - ry:.4f} {x + rx:.4f} {y - b:.4f} {x + rx:.4f} {y:.4f} Z"
    )


CARD = Pen()
"""The pen for drawings made directly in card units."""


def rect(
    x: float,
    y: float,
    width: float,
    height: float,
    rounded: float,
    fill: str,
    stroke: str | None = None,
    line: float = LINE,
) -> str:
    place = f'x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}" rx="{num(rounded)}"'
    return f"<rect {place}{_paint(fill, stroke, line)}/>"


def _definitions(body: str) -> str:
    """The gradients that the body refers to, in the palette's order."""
    text = ""
    for name, (kind, ends, stops) in palette.GRADIENTS.items():
        if f"url(#{name})" not in body:
            continue
        unit = "" if kind == "user" else "%"
        where = " ".join(
            f'{key}="{value}{unit}"' for key, value in zip(("x1", "y1", "x2", "y2"), ends, strict=True)
        )
        units = ' gradientUnits="userSpaceOnUse"' if kind == "user" else ""
        inner = "".join(f'<stop offset="{offset}" stop-color="{colour}"/>' for offset, colour in stops)
        text += f'<linearGradient id="{name}"{units} {where}>{inner}</linearGradient>'
    return f"<defs>{text}</defs>" if text else ""


def document(body: str, width: int, height: int) -> str:
    """A whole SVG file with the given view box."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
    head += f' viewBox="0 0 {width} {height}">'
    return f"{head}{_definitions(body)}{body}</svg>\n".replace("/><", "/>\n<")


def card(body: str, frame: bool = True) -> str:
    """A card face: cream paper with round corners, a thin blue frame, and the drawing on it."""
    paper = rect(1, 1, WIDTH - 2, HEIGHT - 2, 14, "url(#paper)", PAPER_EDGE, 2)
    if frame:
        paper += rect(9, 9, WIDTH - 18, HEIGHT - 18, 8, "none", BLUE_DARK, 1.6)
    return document(paper + body, WIDTH, HEIGHT)
