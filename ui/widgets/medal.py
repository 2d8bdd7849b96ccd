"""The picture of a medal: a scalloped disc with its sign and two ribbons, or its outline while it is not won."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from typing import Final

import pygame

from game.medals.medals import Medal, MedalKind
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import load_square_image
from ui.graphics.symbols import render_symbol
from ui.widgets.nodes import Frame, Painter

WIDTH_RATIO: Final = 0.84
"""The width of a medal, as a share of its height: the size of its disc."""
OUTLINE_COLOR: Final = "#6f9c86"
SUPERSAMPLING: Final = 3
SCALLOP_COUNT: Final = 16
DASH_COUNT: Final = 16
KIND_COLORS: Final[dict[MedalKind, theme.Color]] = {
    "winning": "#c9341f",
    "learning": "#3c7032",
    "deals": "#6d3b8f",
    "company": "#2b62ad",
}
RIBBON: Final = ((-0.04, 0.3), (-0.3, 0.2), (-0.42, 0.62), (-0.27, 0.6), (-0.19, 0.72))
"""The left ribbon around the center of the disc, in widths of the medal."""


def make_medal(medal: Medal, size: float, *, is_earned: bool) -> Painter:
    """Return a medal as high as ``size``; ``is_earned``: in its colors."""

    def paint(frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        image = render_medal(medal.kind, medal.sign, frame.px(size), is_earned=is_earned)
        canvas.blit(image, image.get_rect(center=rect.center))

    return Painter(paint, width=size * WIDTH_RATIO, height=size)


@lru_cache(maxsize=128)
def render_medal(kind: MedalKind, sign: str, height: int, *, is_earned: bool) -> pygame.Surface:
    """Return the picture of a medal, ``height`` pixels high, on a clear ground."""
    large = pygame.Surface((round(height * WIDTH_RATIO) * SUPERSAMPLING, height * SUPERSAMPLING), pygame.SRCALPHA)
    width, clear_color = large.get_width(), (*pygame.Color(theme.GOLD if is_earned else OUTLINE_COLOR)[:3], 0)
    large.fill(clear_color)
    center = pygame.Vector2(width / 2, width / 2)

    def draw_disc(color: theme.Color, share: float) -> None:
        pygame.draw.circle(large, color, center, share * width)

    line = max(SUPERSAMPLING, width // 36)
    for side in (-1, 1):
        points = [center + pygame.Vector2(-side * x, y) * width for x, y in RIBBON]
        pygame.draw.polygon(large, KIND_COLORS[kind] if is_earned else OUTLINE_COLOR, points, 0 if is_earned else line)
    if is_earned:
        for point in _list_ring_points(center, width * 0.42, SCALLOP_COUNT):
            pygame.draw.circle(large, theme.GOLD, point, width * 0.085)
        for color, share in ((theme.GOLD, 0.43), (theme.INK, 0.37), (KIND_COLORS[kind], 0.34)):
            draw_disc(color, share)
    else:
        draw_disc(OUTLINE_COLOR, 0.48)
        pygame.draw.circle(large, clear_color, center, width * 0.48 - line)
        dashes = _list_ring_points(center, width * 0.38, 2 * DASH_COUNT)
        for start, end in zip(dashes[::2], dashes[1::2], strict=True):
            pygame.draw.line(large, OUTLINE_COLOR, start, end, line)
    image = pygame.transform.smoothscale(large, (width // SUPERSAMPLING, height))
    mark = _render_sign(sign, image.get_width(), theme.CREAM if is_earned else theme.MUTED)
    mark.set_alpha(255 if is_earned else 170)
    image.blit(mark, mark.get_rect(center=(image.get_width() // 2, image.get_width() // 2)))
    return image


def _list_ring_points(center: pygame.Vector2, radius: float, count: int) -> list[pygame.Vector2]:
    angles = (2 * pi * index / count for index in range(count))
    return [center + radius * pygame.Vector2(cos(angle), sin(angle)) for angle in angles]


def _render_sign(sign: str, width: int, color: theme.Color) -> pygame.Surface:
    """Return a number or mark, a symbol or, after a slash, an icon; ``width``: of the medal, in pixels."""
    if sign.startswith("/"):
        return load_square_image(f"icons{sign}", round(width * 0.46)).convert_alpha()
    if sign.isalpha():
        return render_symbol(sign, round(width * 0.46), color).copy()
    return theme.render_text(sign, "bold", round(width * 0.4), color).copy()
