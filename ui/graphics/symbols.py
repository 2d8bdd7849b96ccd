"""Symbols of buttons and labels, painted in the color of the text beside them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import pygame

from assets import ASSETS_FOLDER
from ui.graphics.shapes import CORNER_SUPERSAMPLING
from ui.graphics.theme import GOLD, RED_LIGHT, Color

TICK_POINTS: Final = ((0.12, 0.55), (0.4, 0.84), (0.9, 0.18))
CROSS_LINES: Final = (((0.2, 0.2), (0.8, 0.8)), ((0.8, 0.2), (0.2, 0.8)))


@lru_cache(maxsize=256)
def render_symbol(name: str, size: int, color: Color) -> pygame.Surface:
    """Return a symbol of ``assets/symbols``, ``size`` pixels square, in this color on a clear ground."""
    image = pygame.image.load_sized_svg(ASSETS_FOLDER / "symbols" / f"{name}.svg", (size, size)).convert_alpha()
    image.fill((*pygame.Color(color)[:3], 255), special_flags=pygame.BLEND_RGBA_MULT)
    return image


@lru_cache(maxsize=32)
def make_tick_or_cross(size: int, is_good: bool) -> pygame.Surface:
    """Return a golden tick or a red cross, ``size`` pixels across."""
    large_image = pygame.Surface((size * CORNER_SUPERSAMPLING, size * CORNER_SUPERSAMPLING), pygame.SRCALPHA)
    color = pygame.Color(GOLD if is_good else RED_LIGHT)
    large_image.fill((color.r, color.g, color.b, 0))
    strokes = (TICK_POINTS[:2], TICK_POINTS[1:]) if is_good else CROSS_LINES
    line_width = max(1, round(size * CORNER_SUPERSAMPLING * 0.15))
    for stroke in strokes:
        start, end = ((x * size * CORNER_SUPERSAMPLING, y * size * CORNER_SUPERSAMPLING) for x, y in stroke)
        pygame.draw.line(large_image, color, start, end, line_width)
        for point in (start, end):
            pygame.draw.circle(large_image, color, point, line_width // 2)
    return pygame.transform.smoothscale(large_image, (size, size))
