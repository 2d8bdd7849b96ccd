"""A QR code as a picture (ISO/IEC 18004)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.widgets.base import Place, PressedWidget
from ui.widgets.described import DescribedWidget
from ui.widgets.nodes import Frame, Node, Painter

QUIET_MODULES: Final = 4
"""The light modules around a code."""
Matrix = Sequence[Sequence[int]]


def encode_qr_code(text: str) -> Matrix:
    """Return the modules of the smallest code of a text, 1 for a dark one; it takes longer than a frame."""
    import segno

    return tuple(tuple(row) for row in segno.make_qr(text, error="l", boost_error=False).matrix)


def make_qr_code(matrix: Matrix, size: float) -> Painter:
    """Return a square code, with all modules the same number of pixels wide; ``size``: its most in design pixels."""

    def paint(_frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        count = len(matrix) + 2 * QUIET_MODULES
        module = max(1, min(rect.size) // count)
        ground = pygame.Rect(0, 0, module * count, module * count).move_to(center=rect.center)
        image = pygame.Surface(ground.size)
        image.fill(theme.CREAM)
        for row, modules in enumerate(matrix, QUIET_MODULES):
            for column, is_dark in enumerate(modules, QUIET_MODULES):
                if is_dark:
                    image.fill(theme.INK, (column * module, row * module, module, module))
        canvas.blit(image, ground)

    return Painter(paint, width=size, height=size)


class QrCodeButton(PressedWidget, DescribedWidget):
    """A QR code as wide as its room, which is pressed like a button."""

    def __init__(self, matrix: Matrix, rect: pygame.Rect, place: Place) -> None:
        self._matrix = matrix
        super().__init__(rect, place)

    @classmethod
    def measure_height(cls, place: Place, width: int, *args: Any, **options: Any) -> int:
        return width

    def describe(self) -> Node:
        return make_qr_code(self._matrix, 0)
