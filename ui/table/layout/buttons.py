"""The places of the buttons of the table: those in the tray and besides it, and that of the person asked to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.core.cards import HIDDEN_CARD
from ui.graphics import theme
from ui.table.layout.hands import compute_hand_poses
from ui.table.layout.seats import TRAY_BUTTON_HEIGHT, TRAY_GAP, TableLayout

MAX_PANEL_WIDTH: Final = 720
MAX_PANEL_HEIGHT: Final = 120
MIN_PANEL_WIDTH: Final = 480
MAX_READY_BUTTON_WIDTH: Final = 190
"""The sizes of the panel and of its button "Ready", in design pixels."""
EXTRA_BUTTON_HEIGHT: Final = 44
EXTRA_BUTTON_GAP: Final = 8
"""The height of a button besides the tray, and the distance to the parts beside it, in design pixels."""
PROMPT_BUTTON_WIDTH: Final = 190
MIN_PROMPT_BUTTON_WIDTH: Final = 104
"""The width of such a button in the prompt line, in design pixels."""
MIN_PROMPT_WIDTH: Final = 280
"""The least width of a centered prompt, in design pixels."""


def compute_tray_button_rects(layout: TableLayout, ids: Sequence[str]) -> dict[str, pygame.Rect]:
    """Return the places of the buttons in the tray: two columns, the last button at the lower right."""
    px, tray_rect = layout.px, layout.tray_rect
    gap, height = px(TRAY_GAP), px(TRAY_BUTTON_HEIGHT)
    width = (tray_rect.width - 3 * gap) // 2
    rects = {}
    for index, widget_id in enumerate(reversed(ids)):
        row, column = divmod(index, 2)
        right, bottom = tray_rect.right - gap - column * (width + gap), tray_rect.bottom - gap - row * (height + gap)
        is_alone = index == len(ids) - 1 and column == 0
        full_width = 2 * width + gap if is_alone else width
        rects[widget_id] = pygame.Rect(right - full_width, bottom - height, full_width, height)
    return {widget_id: rects[widget_id] for widget_id in ids}


def compute_tray_ground(layout: TableLayout, ids: Sequence[str]) -> pygame.Rect:
    """Return the ground of the buttons in the tray, which is lower with fewer buttons."""
    rects = list(compute_tray_button_rects(layout, ids).values())
    ground = rects[0].unionall(rects[1:])
    return ground.inflate(2 * layout.px(TRAY_GAP), 2 * layout.px(TRAY_GAP))


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
    width = min(layout.px(MAX_READY_BUTTON_WIDTH), panel_rect.width // 3)
    height = min(layout.px(theme.BUTTON_HEIGHT), panel_rect.height - layout.px(theme.GAP))
    right = panel_rect.right - layout.px(theme.MARGIN)
    return pygame.Rect(0, 0, width, height).move_to(midright=(right, panel_rect.centery))


def list_extra_button_rects(layout: TableLayout) -> list[pygame.Rect]:
    """Return the places of two buttons besides the tray: above it if there is room, else in the prompt line."""
    prompt_rect, height = layout.prompt_rect, layout.px(EXTRA_BUTTON_HEIGHT)
    if has_room_above_tray(layout):
        bottom = layout.tray_rect.top - layout.px(EXTRA_BUTTON_GAP)
        rect = layout.tray_rect.move_to(height=height, bottom=bottom)
        return [rect, rect.move(0, -height - layout.px(EXTRA_BUTTON_GAP))]
    free_width = (prompt_rect.width - layout.px(MIN_PROMPT_WIDTH)) // 2 - layout.px(EXTRA_BUTTON_GAP)
    width = max(layout.px(MIN_PROMPT_BUTTON_WIDTH), min(layout.px(PROMPT_BUTTON_WIDTH), free_width))
    rect = prompt_rect.move_to(width=width, right=prompt_rect.right)
    return [rect, rect.move(prompt_rect.left - rect.left, 0)]


def has_room_above_tray(layout: TableLayout) -> bool:
    """Return whether two buttons fit between the tray and the seat above it."""
    needed_height = 2 * layout.px(EXTRA_BUTTON_HEIGHT) + 3 * layout.px(EXTRA_BUTTON_GAP)
    needed_rect = layout.tray_rect.move(0, -needed_height)
    occupied_rects = [
        layout.prompt_rect.inflate(-layout.prompt_rect.width // 2, 0),
        layout.spare_rect,
        layout.chat_rect,
    ]
    occupied_rects += [seat_layout.bounds for seat_layout in layout.seat_layouts]
    needed_rect.height = needed_height
    return needed_rect.collidelist(occupied_rects) < 0


def shrink_prompt_for_buttons(layout: TableLayout, count: int) -> TableLayout:
    """Return the layout with a prompt that leaves room for ``count`` buttons besides the tray.

    The prompt remains centered if it is wide enough.
    """
    button_rects = list_extra_button_rects(layout)[:count]
    prompt_area = layout.prompt_rect.inflate(0, 2 * layout.px(EXTRA_BUTTON_GAP))
    if not any(rect.colliderect(prompt_area) for rect in button_rects):
        return layout
    if has_room_above_tray(layout):
        half_width = button_rects[0].left - layout.px(EXTRA_BUTTON_GAP) - layout.prompt_rect.centerx
        return layout._replace(
            prompt_rect=layout.prompt_rect.inflate(min(0, 2 * half_width - layout.prompt_rect.width), 0)
        )
    button_space = button_rects[0].width + layout.px(EXTRA_BUTTON_GAP)
    prompt_rect = layout.prompt_rect.inflate(-2 * button_space, 0)
    if count == 1 and prompt_rect.width < layout.px(MIN_PROMPT_WIDTH):
        prompt_rect = layout.prompt_rect.copy()
        prompt_rect.width -= button_space
    return layout._replace(prompt_rect=prompt_rect)
