"""A menu of actions over a page, such as behind a button with three dots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import pygame
from pygame_gui.core import UIElement

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import draw_panel
from ui.widgets.base import CustomWidget, Place
from ui.widgets.button import Button

MENU_LAYER: Final = 20
"""Layer of pygame-gui above all widgets of a page."""
ROW_HEIGHT: Final = 48
ROW_SIDE_SPACE: Final = 80
"""Design pixels beside the text of an entry: its symbol and the padding."""
PADDING: Final = 8
LINE_SPACE: Final = 8
"""Design pixels of the gap with the line above the dangerous entries."""
WINDOW_EDGE: Final = 8
"""Design pixels between a menu and the edge of the window."""


class MenuEntry(NamedTuple):
    """An action of a menu; ``is_dangerous`` entries come last, below a line, in another color."""

    widget_id: str
    text: str
    on_press: Callable[[], object]
    symbol: str = ""
    is_dangerous: bool = False


class PopupMenu:
    """A menu below an anchor, its right edge at that of the anchor; above it only if there is no room below."""

    def __init__(self, anchor: pygame.Rect, entries: Sequence[MenuEntry]) -> None:
        self.anchor = anchor
        self.entries = tuple(entries)
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.buttons: list[Button] = []

    def build(self, place: Place, window_size: tuple[int, int]) -> None:
        """Make the widgets; there are none of an earlier call."""
        px = place.px
        measure = theme.load_font(theme.BUTTON_FACE, px(theme.BODY_TEXT_SIZE)).size
        text_width = max(measure(entry.text)[0] for entry in self.entries)
        window = pygame.Rect((0, 0), window_size).inflate(-2 * px(WINDOW_EDGE), -2 * px(WINDOW_EDGE))
        safe_count = sum(not entry.is_dangerous for entry in self.entries)
        line_space = px(LINE_SPACE) if 0 < safe_count < len(self.entries) else 0
        row_height = min(px(ROW_HEIGHT), (window.height - 2 * px(PADDING) - line_space) // len(self.entries))
        width = min(text_width + px(ROW_SIDE_SPACE), window.width)
        self.rect = pygame.Rect(0, 0, width, row_height * len(self.entries) + line_space + 2 * px(PADDING))
        self.rect.topright = self.anchor.right, self.anchor.bottom + px(PADDING)
        if self.rect.bottom > window.bottom and self.anchor.top - px(PADDING) - self.rect.height >= window.top:
            self.rect.bottom = self.anchor.top - px(PADDING)
        self.rect.clamp_ip(window)
        line_y = px(PADDING) + safe_count * row_height + line_space // 2 if line_space else 0
        MenuPanel(self.rect, place, line_y).change_layer(MENU_LAYER)
        rows = self.rect.inflate(-2 * px(PADDING), -2 * px(PADDING))
        self.buttons = []
        for index, entry in enumerate(self.entries):
            top = rows.top + index * row_height + (line_space if index >= safe_count else 0)
            rect = pygame.Rect(rows.left, top, rows.width, row_height)
            style = "#menu_danger" if entry.is_dangerous else "#menu_entry"
            button = Button(rect, entry.text, place, object_id=style, symbol=entry.symbol, align="left")
            button.change_layer(MENU_LAYER + 1)
            self.buttons.append(button)

    def get_neighbor(self, widget_id: str, step: int) -> UIElement:
        """Return the button ``step`` entries further, counted in a circle."""
        ids = [entry.widget_id for entry in self.entries]
        index = ids.index(widget_id) if widget_id in ids else -step
        return self.buttons[(index + step) % len(ids)]


class MenuPanel(CustomWidget):
    """The ground of a menu, which lets no click through; ``line_y``: of the line on it, 0 for none."""

    def __init__(self, rect: pygame.Rect, place: Place, line_y: int) -> None:
        self._line_y = line_y
        super().__init__(rect, place)

    def find_part(self, position: tuple[int, int]) -> int | None:
        return 0

    def paint(self, canvas: Canvas) -> None:
        draw_panel(canvas, self.theme, canvas.rect, alpha=255)
        if self._line_y:
            margin = self.px(PADDING)
            canvas.fill(
                self.theme.panel_line_color, (margin, self._line_y, canvas.width - 2 * margin, max(1, self.px(1)))
            )
