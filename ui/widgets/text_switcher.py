"""A widget that shows one of several passages of text, and is high enough for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.theme import LINE_HEIGHT_RATIO
from ui.widgets.base import CustomWidget, Place


class TextSwitcher(CustomWidget):
    """Passages of paragraphs, the first of which is larger; the passage with the index ``value`` is shown."""

    def __init__(
        self, passages: Sequence[Sequence[str]], value: int, topleft: tuple[int, int], width: int, place: Place
    ) -> None:
        self.passages = tuple(passages)
        self.value = value
        self.ui_scale = place.scale
        heights = [
            sum(line_height for *_line, line_height in self._layout_lines(passage, width)) for passage in self.passages
        ]
        super().__init__(pygame.Rect(topleft, (width, max((1, *heights)))), place)

    def _layout_lines(self, passage: Sequence[str], width: int) -> Iterator[tuple[str, int, theme.Color, int]]:
        """Yield the text, size, color and height of each line of a passage; sizes in pixels."""
        for index, paragraph in enumerate(passage):
            size = self.px(theme.SMALL_TEXT_SIZE if index else theme.BODY_TEXT_SIZE)
            for line in theme.wrap_text(paragraph, "sans", size, width):
                yield line, size, theme.MUTED if index else theme.CREAM, round(size * LINE_HEIGHT_RATIO)

    def paint(self, canvas: Canvas) -> None:
        y = 0
        for line, size, color, line_height in self._layout_lines(self.passages[self.value], canvas.width):
            image = theme.render_fitted_text(line, "sans", size, color, canvas.width)
            canvas.blit(image, (0, y + (line_height - image.get_height()) // 2))
            y += line_height

    def show_passage(self, value: int) -> None:
        """Show another passage."""
        if value != self.value:
            self.value = value
            self.repaint()
