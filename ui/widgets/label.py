"""Labels: wrapped text that is never clipped, and lines that shrink to their place."""

from __future__ import annotations

from typing import Any

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.widgets.base import Container, CustomWidget

LINE_HEIGHT_RATIO = 1.28
"""The height of a line as a multiple of the text size."""


class TextLabel(CustomWidget):
    """A text in one font face and color, wrapped to ``width`` pixels; its height follows.

    ``size``: of the text, in pixels. ``align``: "left", "centre" or "right".
    """

    def __init__(
        self, text: str, topleft: tuple[int, int], width: int, manager: Any, *,
        face: theme.FontFace = "sans", size: int, color: theme.Color = theme.CREAM, align: str = "left",
        container: Container | None = None,
    ) -> None:  # fmt: skip
        self.lines = theme.wrap_text(text, face, size, width)
        self.line_height = round(size * LINE_HEIGHT_RATIO)
        self.color = color
        self.look = (face, size)
        self._align = align
        height = max(1, len(self.lines)) * self.line_height
        super().__init__(pygame.Rect(topleft, (width, height)), manager, 1.0, container)

    def paint(self, canvas: Canvas) -> None:
        face, size = self.look
        for index, line in enumerate(self.lines):
            image = theme.render_fitted_text(line, face, size, self.color, canvas.width)
            free_width = canvas.width - image.get_width()
            left = {"left": 0, "centre": free_width // 2, "right": free_width}[self._align]
            canvas.blit(image, (left, index * self.line_height + (self.line_height - image.get_height()) // 2))


class LineLabel(CustomWidget):
    """A line of text that can change; it shrinks, and is at last cut with an ellipsis, to fit ``rect``."""

    def __init__(
        self, text: str, rect: pygame.Rect, manager: Any, *, size: int, color: theme.Color, align: str = "left",
        face: theme.FontFace = "sans", container: Container | None = None,
    ) -> None:  # fmt: skip
        self.text = text
        self.size, self._color, self._align, self._face = size, color, align, face
        super().__init__(rect, manager, 1.0, container)

    def set_text(self, text: str) -> None:
        """Show another text."""
        if text != self.text:
            self.text = text
            self.repaint()

    def paint(self, canvas: Canvas) -> None:
        rect = canvas.rect
        image = theme.render_fitted_text(self.text, self._face, self.size, self._color, rect.width)
        position = {"left": rect.midleft, "centre": rect.center, "right": rect.midright}[self._align]
        anchor = {"left": "midleft", "centre": "center", "right": "midright"}[self._align]
        canvas.blit(image, image.get_rect(**{anchor: position}))
