"""The program's icon for small sizes, and both icons as PNG in the sizes that a desktop needs.

The large icon (`icons.draw_program_icon`) is unclear below 48 pixels. The small one is its simple form: two cards on
the round table, without frames or ornament.
"""

import io
import os
from pathlib import Path

from ..icons import draw_program_icon
from ..palette import BROWN, GOLD, INK, RED, WHITE
from ..svg import Pen, draw_rect, make_document, make_group

SMALL_ICON_SIZES = (16, 24, 32)
LARGE_ICON_SIZES = (48, 64, 128, 256)


def draw_small_icon() -> str:
    """Draw a red card behind a white one with a golden coin, on a green round table."""
    table = Pen(16, 16)
    body = table.circle(0, 0, 16, INK, None) + table.circle(0, 0, 15.2, BROWN, None)
    body += table.circle(0, 0, 13.4, "#2a7a4b", None)
    behind = draw_rect(-6, -10, 12, 17, 2, RED, INK, 1.4)
    body += make_group(behind, "translate(12.4 18) rotate(-20)")
    front = draw_rect(-6.5, -10, 13, 19, 2, WHITE, INK, 1.4)
    front += Pen(0, -0.5).circle(0, 0, 4.6, GOLD, INK, 1.2) + Pen(0, -0.5).circle(0, 0, 1.9, RED, None)
    body += make_group(front, "translate(18.6 16.8) rotate(12)")
    return make_document(body, 32, 32)


def list_icon_pictures() -> dict[str, tuple[str, int]]:
    """Return the drawing and the width in pixels of each icon, by its file name below `assets`."""
    drawings = {size: draw_small_icon() for size in SMALL_ICON_SIZES} | {
        size: draw_program_icon() for size in LARGE_ICON_SIZES
    }
    return {f"icon-{size}.png": (text, size) for size, text in sorted(drawings.items())}


def write_icon_pictures(folder: Path) -> None:
    """Rasterize each icon into the folder."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    for name, (text, size) in list_icon_pictures().items():
        picture = pygame.image.load_sized_svg(io.BytesIO(text.encode()), (size, size))
        pygame.image.save(picture, str(folder / name))
