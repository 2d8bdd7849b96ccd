"""The hand-over screen: the request to another person to take the screen."""

from __future__ import annotations

from typing import Final

import pygame

from game.core.cards import HIDDEN_CARD
from game.text.gettext import _
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import draw_panel
from ui.table.layout.hands import compute_hand_poses
from ui.table.layout.seats import TableLayout
from ui.widgets.layout import Alternatives, Column, Padded, Row
from ui.widgets.nodes import Line, Space, Text, make_paint_frame

MAX_PANEL_WIDTH: Final = 720
MAX_PANEL_HEIGHT: Final = 120
MIN_PANEL_WIDTH: Final = 480
MAX_READY_BUTTON_WIDTH: Final = 190
"""The sizes of the panel and of its button "Ready", in design pixels."""
TEXT_SIZES: Final = (theme.BODY_TEXT_SIZE, theme.SMALL_TEXT_SIZE, 14, 12)
"""The usual text size, and smaller ones for a low panel, in design pixels."""


def compute_hand_over_rect(layout: TableLayout, card_count: int) -> pygame.Rect:
    """Return the place of the panel, over the middle of the hidden hand, in pixels.

    ``card_count``: the number of cards in the hand. The panel is beside the middle only if it is too narrow there.
    """
    hand_rect = layout.hand_rect
    poses = compute_hand_poses(layout, layout.bottom_seat, (HIDDEN_CARD,) * card_count)
    center_x = round((poses[0].x + poses[-1].x) / 2) if poses else hand_rect.centerx
    half_width = min(center_x - hand_rect.left, hand_rect.right - center_x)
    free_width = 2 * half_width if 2 * half_width >= layout.px(MIN_PANEL_WIDTH) else hand_rect.width
    rect = pygame.Rect(0, 0, min(layout.px(MAX_PANEL_WIDTH), free_width), 0)
    rect.height = min(layout.px(MAX_PANEL_HEIGHT), hand_rect.height)
    rect.center = center_x, hand_rect.centery
    return rect.clamp(hand_rect)


def compute_ready_button_rect(layout: TableLayout, card_count: int) -> pygame.Rect:
    """Return the place of the button "Ready", in pixels; ``card_count``: as in `compute_hand_over_rect`."""
    panel_rect = compute_hand_over_rect(layout, card_count)
    rect = pygame.Rect(
        0,
        0,
        min(layout.px(MAX_READY_BUTTON_WIDTH), panel_rect.width // 3),
        min(layout.px(56), panel_rect.height - layout.px(12)),
    )
    rect.midright = (panel_rect.right - layout.px(24), panel_rect.centery)
    return rect


def draw_hand_over(canvas: Canvas, context: AppContext, name: str, layout: TableLayout, card_count: int) -> None:
    """Draw the panel with the person's name; the button is a widget.

    ``card_count``: the number of cards in the person's hand.
    """
    frame, panel_rect = (
        make_paint_frame(context.place._replace(scale=layout.ui_scale)),
        compute_hand_over_rect(layout, card_count),
    )
    draw_panel(canvas, context.theme, panel_rect, theme.GOLD, 255)
    text, title = _("Your turn. Everyone else, please look away."), Line(name, face="serif", size=theme.TITLE_TEXT_SIZE)
    texts = Alternatives(
        *(Column(title, Text(text, size=size, color=theme.MUTED, is_even=True)) for size in TEXT_SIZES), grow=1
    )
    button_width = compute_ready_button_rect(layout, card_count).width / layout.ui_scale
    row = Row(texts, Space(button_width), gap=theme.SECTION_GAP, align="middle")
    Padded(row, padding=theme.MARGIN, top=0).paint(frame, canvas, panel_rect)
