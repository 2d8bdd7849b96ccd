"""Contact sheets: cards on green felt, rasterized by pygame, for inspection."""

import io
import os
from collections.abc import Mapping
from pathlib import Path

from .palette import FELT_COLOR


def write_contact_sheet(cards: Mapping[str, str], size: tuple[int, int], columns: int, out: Path) -> None:
    """Write a PNG of the cards (SVG text by name) in rows, each fitted into ``size`` pixels."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    pygame.display.init()
    pygame.display.set_mode((16, 16))
    width, height = size
    gap = max(4, width // 14)
    rows = -(-len(cards) // columns)
    sheet = pygame.Surface((gap + columns * (width + gap), gap + rows * (height + gap)))
    sheet.fill(FELT_COLOR)
    for index, text in enumerate(cards.values()):
        picture = pygame.image.load_sized_svg(io.BytesIO(text.encode()), size).convert_alpha()
        row, column = divmod(index, columns)
        sheet.blit(picture, (gap + column * (width + gap), gap + row * (height + gap)))
    pygame.image.save(sheet, str(out))
