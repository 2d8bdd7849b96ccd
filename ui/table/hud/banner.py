"""Banners: moments of the match that are shown large over the table for a while."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from game.core.cards import Hand
from ui.app.context import AppContext
from ui.graphics import theme, timings
from ui.graphics.canvas import Canvas, render_image
from ui.graphics.shapes import make_rounded_rect
from ui.table.layout.pose import CARD_ASPECT_RATIO
from ui.table.layout.seats import TableLayout
from ui.table.overlays.content_layout import draw_card_row, draw_fitted_text, get_result_color, make_tick_or_cross

MAX_BANNER_WIDTH: Final = 700
PORTRAIT_SIZE: Final = 64
TITLE_HEIGHT: Final = 76
CARD_WIDTH: Final = 74
MAX_PORTRAITS: Final = 4


class Banner(NamedTuple):
    """A moment to show large.

    ``title``: a word; ``text``: its meaning; ``seats``: the players whose moment it is; ``is_good``: whether it is good
    for them, None if neither or if the reader is on another side; ``cards``: the cards of the moment.
    """

    title: str
    text: str
    seats: tuple[int, ...]
    is_good: bool | None = None
    cards: Hand = ()


def draw_banner(
    canvas: Canvas,
    context: AppContext,
    layout: TableLayout,
    banner: Banner,
    portrait_numbers: Sequence[int],
    elapsed_seconds: float,
) -> None:
    """Draw a banner: the portraits of its players, its title, its text and its cards.

    It fades in, or appears at once with reduced motion. ``portrait_numbers``: the portrait of each seat;
    ``elapsed_seconds``: the time since its start.
    """
    window_rect = canvas.rect
    rect = compute_banner_rect(window_rect, context, layout, banner)
    if rect.height < _compute_height(window_rect, context, banner):
        banner = banner._replace(seats=())
    lines = _wrap_text(window_rect, context, banner)
    image = render_image(
        rect.size, lambda banner_canvas: _paint_banner(banner_canvas, context, banner, portrait_numbers, lines)
    )
    if not context.settings.reduced_motion:
        image.set_alpha(round(255 * min(1.0, elapsed_seconds / timings.BANNER_FADE_IN_S)))
    canvas.blit(image, rect)


def compute_banner_rect(
    window_rect: pygame.Rect, context: AppContext, layout: TableLayout, banner: Banner
) -> pygame.Rect:
    """Return the place of a banner in the window, in pixels.

    It is near the middle, and above the prompt line if there is room; for that it goes without portraits.
    """
    room = window_rect.height - context.px(16)
    height = _compute_height(window_rect, context, banner)
    if height > layout.prompt_rect.top - context.px(6):
        height = _compute_height(window_rect, context, banner._replace(seats=()))
    rect = pygame.Rect(0, 0, _get_banner_width(window_rect, context), min(height, room))
    rect.center = (window_rect.centerx, round(window_rect.height * 0.44))
    rect.bottom = min(rect.bottom, layout.prompt_rect.top - context.px(6))
    return rect.clamp(window_rect)


def _compute_height(window_rect: pygame.Rect, context: AppContext, banner: Banner) -> int:
    """Return the height of a whole banner in pixels."""
    px = context.px
    portraits_height = px(PORTRAIT_SIZE) if banner.seats else 0
    cards_height = round(px(CARD_WIDTH) * CARD_ASPECT_RATIO) + px(16) if banner.cards else 0
    lines = _wrap_text(window_rect, context, banner)
    return portraits_height + px(18 + TITLE_HEIGHT + 26) + px(30) * len(lines) + cards_height


def _get_banner_width(window_rect: pygame.Rect, context: AppContext) -> int:
    return min(context.px(MAX_BANNER_WIDTH), window_rect.width - context.px(32))


def _wrap_text(window_rect: pygame.Rect, context: AppContext, banner: Banner) -> list[str]:
    px = context.px
    return theme.wrap_text(
        banner.text, "sans", px(theme.LARGE_TEXT_SIZE), _get_banner_width(window_rect, context) - px(60)
    )


def _paint_banner(
    canvas: Canvas, context: AppContext, banner: Banner, portrait_numbers: Sequence[int], lines: Sequence[str]
) -> None:
    px, rect = context.px, canvas.rect
    line = context.theme.panel_line_color if banner.is_good is None else get_result_color(banner.is_good)
    canvas.blit(make_rounded_rect(rect.size, px(16), context.theme.panel_color, 248, line, max(1, px(2))), rect)
    shown_seats = banner.seats[:MAX_PORTRAITS]
    left = rect.centerx - px(PORTRAIT_SIZE + 6) * len(shown_seats) // 2
    for index, seat in enumerate(shown_seats):
        canvas.blit(
            context.scene_card_images.get_portrait(portrait_numbers[seat], px(PORTRAIT_SIZE)),
            (left + index * px(PORTRAIT_SIZE + 6), px(16)),
        )
    y = px(16 + (PORTRAIT_SIZE if shown_seats else 0))
    title_rect = pygame.Rect(px(60), y, rect.width - px(120), px(TITLE_HEIGHT))
    text_rect = draw_fitted_text(
        canvas,
        banner.title,
        "serif",
        px(theme.DISPLAY_TEXT_SIZE),
        get_result_color(banner.is_good),
        title_rect,
        "centre",
    )
    if banner.is_good is not None:
        icon = make_tick_or_cross(px(30), banner.is_good)
        canvas.blit(icon, icon.get_rect(midright=(text_rect.left - px(14), text_rect.centery)))
    y += px(TITLE_HEIGHT + 4)
    for line in lines:
        row_rect = pygame.Rect(px(30), y, rect.width - px(60), px(30))
        draw_fitted_text(canvas, line, "sans", px(theme.LARGE_TEXT_SIZE), theme.CREAM, row_rect, "centre")
        y += px(30)
    if banner.cards:
        cards_width = min(rect.width - px(60), round(px(CARD_WIDTH) * (1 + 0.62 * (len(banner.cards) - 1))))
        draw_card_row(
            canvas,
            context,
            banner.cards,
            pygame.Rect(rect.centerx - cards_width // 2, y + px(8), cards_width, 0),
            px(CARD_WIDTH),
        )
