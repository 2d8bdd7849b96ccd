"""The hand-over screen: the request to another person to take the screen."""

from __future__ import annotations

from typing import Final

import pygame

from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import draw_panel
from ui.table.layout.seats import TableLayout

MAX_PANEL_WIDTH: Final = 720
MAX_PANEL_HEIGHT: Final = 120
MAX_READY_BUTTON_WIDTH: Final = 190
"""The sizes of the panel and of its button "Ready", in design pixels."""


def compute_hand_over_rect(layout: TableLayout) -> pygame.Rect:
    """Return the place of the panel, over the middle of the hidden hand, in pixels."""
    hand_rect = layout.hand_rect
    rect = pygame.Rect(
        0, 0, min(layout.px(MAX_PANEL_WIDTH), hand_rect.width), min(layout.px(MAX_PANEL_HEIGHT), hand_rect.height)
    )
    center_x = min(max(layout.window_size[0] // 2, hand_rect.left + rect.width // 2), hand_rect.right - rect.width // 2)
    rect.center = center_x, hand_rect.centery
    return rect.clamp(hand_rect)


def compute_ready_button_rect(layout: TableLayout) -> pygame.Rect:
    """Return the place of the button "Ready", in pixels."""
    panel_rect = compute_hand_over_rect(layout)
    rect = pygame.Rect(
        0,
        0,
        min(layout.px(MAX_READY_BUTTON_WIDTH), panel_rect.width // 3),
        min(layout.px(56), panel_rect.height - layout.px(12)),
    )
    rect.midright = (panel_rect.right - layout.px(24), panel_rect.centery)
    return rect


def draw_hand_over(canvas: Canvas, table_theme: theme.Theme, name: str, layout: TableLayout) -> None:
    """Draw the panel with the person's name; the button is a widget."""
    px, panel_rect = layout.px, compute_hand_over_rect(layout)
    draw_panel(canvas, table_theme, panel_rect, theme.GOLD, 255)
    max_width = compute_ready_button_rect(layout).left - panel_rect.left - px(44)
    title_image = theme.render_fitted_text(name, "serif", px(theme.TITLE_TEXT_SIZE), theme.CREAM, max_width)
    text = _("Your turn. Everyone else, please look away.")
    lines = theme.wrap_text(text, "sans", px(theme.BODY_TEXT_SIZE), max_width)
    line_step = round(px(theme.BODY_TEXT_SIZE) * 1.25)
    y = panel_rect.centery - (title_image.get_height() + line_step * len(lines)) // 2
    canvas.blit(title_image, (panel_rect.left + px(24), y))
    y += title_image.get_height()
    for row, line in enumerate(lines):
        line_image = theme.render_text(line, "sans", px(theme.BODY_TEXT_SIZE), theme.MUTED)
        canvas.blit(line_image, (panel_rect.left + px(24), y + row * line_step))
