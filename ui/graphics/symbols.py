"""Symbols of buttons and labels, painted in the color of the text beside them."""

from __future__ import annotations

from functools import lru_cache

import pygame

from assets import ASSETS_FOLDER
from ui.graphics.theme import Color


@lru_cache(maxsize=256)
def render_symbol(name: str, size: int, color: Color) -> pygame.Surface:
    """Return a symbol of ``assets/symbols``, ``size`` pixels square, in this color on a clear ground."""
    image = pygame.image.load_sized_svg(ASSETS_FOLDER / "symbols" / f"{name}.svg", (size, size)).convert_alpha()
    image.fill((*pygame.Color(color)[:3], 255), special_flags=pygame.BLEND_RGBA_MULT)
    return image
