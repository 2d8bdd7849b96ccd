"""Banners: moments of the match that are shown large over the table for a while."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from game.core.cards import Hand
from ui.app.context import AppContext
from ui.graphics import theme, timings
from ui.graphics.canvas import Canvas, render_image
from ui.table.layout.seats import TableLayout
from ui.table.overlays.card_row import CardRow
from ui.widgets.layout import Column, Framed, Padded, Row, Sized
from ui.widgets.nodes import Line, Node, Space, Text, make_paint_frame, make_symbol, place_at
from ui.widgets.portraits import PortraitRow

MAX_WIDTH: Final = 700
PORTRAIT_SIZE: Final = 64
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
    """Draw a banner near the middle, and above the prompt line; without room there it has no portraits.

    It fades in, or appears at once with reduced motion. ``portrait_numbers``: the portrait of each seat;
    ``elapsed_seconds``: the time since its start.
    """
    frame, window_rect, bottom = make_paint_frame(context.place), canvas.rect, layout.prompt_rect.top - layout.px(6)
    width = min(frame.px(MAX_WIDTH), window_rect.width - frame.px(theme.LARGE_MARGIN))
    node = _describe_banner(context, banner, portrait_numbers)
    if node.measure_height(frame, width) > bottom:
        node = _describe_banner(context, banner._replace(seats=()), portrait_numbers)
    rect = place_at(Sized(node, width=MAX_WIDTH), frame, width, center=(window_rect.centerx, window_rect.height * 0.44))
    rect.bottom = min(rect.bottom, bottom)
    rect.clamp_ip(window_rect)
    image = render_image(rect.size, lambda banner_canvas: node.paint(frame, banner_canvas, banner_canvas.rect))
    if not context.settings.reduced_motion:
        image.set_alpha(round(255 * min(1.0, elapsed_seconds / timings.BANNER_FADE_IN_S)))
    canvas.blit(image, rect)


def _describe_banner(context: AppContext, banner: Banner, portrait_numbers: Sequence[int]) -> Node:
    """Return the portraits of the players of a banner, its title, its text and its cards."""
    images, numbers = context.scene_card_images, [portrait_numbers[seat] for seat in banner.seats[:MAX_PORTRAITS]]
    color, is_good = theme.get_result_color(banner.is_good), banner.is_good
    title = Row(
        Space(grow=1),
        None if is_good is None else make_symbol("check" if is_good else "close", theme.TITLE_TEXT_SIZE, color),
        Line(banner.title, face="serif", size=theme.DISPLAY_TEXT_SIZE, color=color),
        Space(grow=1),
        gap=theme.SMALL_GAP,
        align="middle",
    )
    cards = CardRow(images, banner.cards, CARD_WIDTH, 0.62)
    column = Column(
        PortraitRow(images, numbers, PORTRAIT_SIZE, step=1.1) if numbers else None,
        title,
        Text(banner.text, size=theme.LARGE_TEXT_SIZE, align="centre"),
        Padded(cards, padding=0, top=theme.SMALL_GAP) if banner.cards else None,
    )
    line_color = None if is_good is None else color
    return Framed(column, padding=theme.LARGE_MARGIN, top=theme.LARGE_GAP, line_color=line_color, alpha=248)
