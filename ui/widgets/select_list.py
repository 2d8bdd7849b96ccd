"""A few entries one below the other, each of some words, one of them chosen by a click."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.widgets.base import Container, CustomWidget

ROW_HEIGHT: Final = 26
"""Of a row, in design pixels."""
MAX_NAME_WIDTH_RATIO: Final = 0.3
"""How much of the width the words on the left have at most."""


class SelectListRow(NamedTuple):
    """Words on the left and on the right of them, these in a colour."""

    label: str
    text: str
    color: theme.Color


class SelectList(CustomWidget):
    """``value``: the number of the chosen row; none is where it is not one of them."""

    def __init__(
        self,
        rows: Sequence[SelectListRow],
        value: int,
        topleft: tuple[int, int],
        width: int,
        manager: Any,
        ui_scale: float,
        container: Container | None = None,
    ) -> None:
        self.rows = tuple(rows)
        self.value = value
        self._row_height = round(ROW_HEIGHT * ui_scale)
        super().__init__(
            pygame.Rect(topleft, (width, max(1, self._row_height * len(rows)))), manager, ui_scale, container
        )

    @property
    def _label_width(self) -> int:
        """The width of the words on the left."""
        font = theme.load_font("sans", self.px(theme.SMALL_TEXT_SIZE))
        widest = max((font.size(row.label)[0] for row in self.rows), default=0)
        return min(widest + self.px(14), round(int(self.rect.width) * MAX_NAME_WIDTH_RATIO))

    def paint(self, canvas: Canvas) -> None:
        label_width, size, padding = self._label_width, self.px(theme.SMALL_TEXT_SIZE), self.px(8)
        for index, row in enumerate(self.rows):
            row_rect = pygame.Rect(0, index * self._row_height, self.rect.width, self._row_height)
            if index == self.value:
                canvas.draw_rect(self.theme.hovered_button_color, row_rect, 0, self.px(4))
            elif index == self.hovered_part:
                canvas.draw_rect(self.theme.button_color, row_rect, 0, self.px(4))
            label_image = theme.render_fitted_text(row.label, "sans", size, theme.MUTED, label_width - padding)
            canvas.blit(label_image, label_image.get_rect(midleft=(padding, row_rect.centery)))
            text_image = theme.render_fitted_text(
                row.text, "sans", size, row.color, self.rect.width - label_width - 2 * padding
            )
            canvas.blit(text_image, text_image.get_rect(midleft=(label_width + padding, row_rect.centery)))

    def find_part(self, position: tuple[int, int]) -> int | None:
        row = position[1] // self._row_height
        return row if 0 <= row < len(self.rows) else None

    def select(self, value: int) -> None:
        """Another row is the chosen one, though nobody clicked on it."""
        if value != self.value:
            self.value = value
            self.repaint()

    def handle_click(self, part: int, position: tuple[int, int]) -> None:
        self.value = part
        self.notify_changed()
