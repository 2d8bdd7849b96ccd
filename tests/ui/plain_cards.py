"""Plain images in place of the drawings of cards, whose rasterizing is a third of the cost of a scene."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Final
from zlib import crc32

import pygame

from assets import ASSETS_FOLDER
from ui.graphics.card_images import CARD_MARGIN_PX, rasterise
from ui.graphics.shapes import BITS_PER_PIXEL

MAX_DRAWINGS: Final = 2048
"""The number of rasterized cards that a process of the tests keeps."""


@cache
def measure_card(width: int) -> tuple[int, int]:
    """Return the size of a rasterized card in pixels, which is the same for all of a width."""
    return rasterise(ASSETS_FOLDER / "cards" / "backs" / "classic.svg", width).get_size()


@lru_cache(MAX_DRAWINGS)
def draw_plain_card(path: Path, width: int) -> pygame.Surface:
    """Return an image of the size of `rasterise`, in one color that each drawing has for itself."""
    surface = pygame.Surface(measure_card(width), pygame.SRCALPHA, BITS_PER_PIXEL)
    color = pygame.Color(crc32(f"{path.parent.name}/{path.stem}".encode()) | 0xFF)
    surface.fill((*color[:3], 0))
    surface.fill(color, surface.get_rect().inflate(-2 * CARD_MARGIN_PX, -2 * CARD_MARGIN_PX))
    return surface
