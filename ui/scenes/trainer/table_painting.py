"""Painting of the table of the trainer: panels in the corners, players, cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import pygame

from game.core.cards import Card, DeckStyle, Suit
from game.text.card_names import format_suit_name
from game.text.gettext import _
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CARD_ASPECT_RATIO
from ui.graphics.shapes import draw_panel, make_rounded_rect
from ui.graphics.symbols import render_symbol
from ui.scenes.trainer.table_layout import TrainerLayout
from ui.table.hud.markers import make_card_backgrounds
from ui.table.hud.seats import make_disc
from ui.table.layout.pose import CardPose
from ui.table.overlays.content_layout import draw_fitted_text

PANEL_PADDING: Final = 16
PORTRAIT_RING: Final = 3
PLATE_INSET: Final = 8
"""The distance of a plate's edge from that of its portrait, in design pixels."""
NAME_SIZE: Final = 20
LONG_NAME_SIZE: Final = 16
SCORE_GAP: Final = 28
FLAME_SIZE: Final = 20
MAX_HAND_STEP_RATIO: Final = 1.1
"""The distance of two cards of a group, in card widths."""


class Plate(NamedTuple):
    """A player at the table; ``caption``: the line below the name; ``is_winner``: they take the trick."""

    name: str
    portrait_number: int
    caption: str
    is_winner: bool


def get_portrait_size(layout: TrainerLayout) -> int:
    """Return the width of the portraits at the table, in pixels."""
    rect = next(rect for rect in layout.plate_rects if rect is not None)
    return rect.height - 2 * layout.px(PORTRAIT_RING)


def draw_header(canvas: Canvas, context: AppContext, layout: TrainerLayout, title: str, caption: str) -> None:
    """Draw the panel with the title of the trainer and the number of the task."""
    px = layout.px
    draw_panel(canvas, context.theme, layout.header_rect)
    inner = layout.header_rect.inflate(-2 * px(PANEL_PADDING), -2 * px(10))
    upper = pygame.Rect(inner.topleft, (inner.width, inner.height * 55 // 100))
    lower = pygame.Rect(inner.left, upper.bottom, inner.width, inner.bottom - upper.bottom)
    draw_fitted_text(canvas, title, "serif", px(theme.SECTION_TEXT_SIZE), theme.CREAM, upper)
    draw_fitted_text(canvas, caption, "sans", px(16), theme.MUTED, lower)


def draw_trump(canvas: Canvas, context: AppContext, layout: TrainerLayout, trump: Suit, deck: DeckStyle) -> None:
    """Draw the panel with the trump in words and its symbol."""
    px, rect = layout.px, layout.trump_rect
    draw_panel(canvas, context.theme, rect)
    icon = context.scene_card_images.get_icon(f"{deck}_{trump}", px(28))
    canvas.blit(icon, icon.get_rect(midleft=(rect.left + px(PANEL_PADDING), rect.centery)))
    left = rect.left + px(PANEL_PADDING + 40)
    text_rect = pygame.Rect(left, rect.top, rect.right - px(PANEL_PADDING) - left, rect.height)
    text = _("Trump: {suit}").format(suit=format_suit_name(trump, deck))
    draw_fitted_text(canvas, text, "bold", px(theme.BODY_TEXT_SIZE), theme.CREAM, text_rect)


def measure_score(scale: float, score: str, streak: str) -> int:
    """Return the width of the panel with the score, in pixels."""
    font = theme.load_font("bold", round(theme.BODY_TEXT_SIZE * scale))
    streak_width = font.size(streak)[0] + round((SCORE_GAP + FLAME_SIZE + 8) * scale) if streak else 0
    return font.size(score)[0] + streak_width + 2 * round(PANEL_PADDING * scale)


def draw_score(canvas: Canvas, context: AppContext, layout: TrainerLayout, score: str, streak: str) -> None:
    """Draw the score, and the streak in gold unless it is empty."""
    px, size = layout.px, layout.px(theme.BODY_TEXT_SIZE)
    rect = layout.score_rect.copy()
    rect.width = min(rect.width, measure_score(layout.scale, score, streak))
    rect.right = layout.score_rect.right
    draw_panel(canvas, context.theme, rect)
    text_rect = draw_fitted_text(canvas, score, "sans", size, theme.CREAM, rect.inflate(-2 * px(PANEL_PADDING), 0))
    if streak:
        flame = render_symbol("flame", px(FLAME_SIZE), theme.GOLD)
        canvas.blit(flame, flame.get_rect(midleft=(text_rect.right + px(SCORE_GAP), rect.centery)))
        left = text_rect.right + px(SCORE_GAP + FLAME_SIZE + 8)
        streak_rect = pygame.Rect(left, rect.top, rect.right - px(PANEL_PADDING) + px(4) - left, rect.height)
        draw_fitted_text(canvas, streak, "bold", size, theme.GOLD, streak_rect)


def draw_plates(canvas: Canvas, context: AppContext, layout: TrainerLayout, plates: Sequence[Plate]) -> None:
    """Draw the players with their names; ``plates`` are by seat."""
    for seat, (plate, rect) in enumerate(zip(plates, layout.plate_rects, strict=True)):
        if rect is not None:
            _draw_plate(canvas, context, layout, plate, rect, is_mirrored=seat in layout.mirrored_seats)


def _draw_plate(
    canvas: Canvas, context: AppContext, layout: TrainerLayout, plate: Plate, rect: pygame.Rect, *, is_mirrored: bool
) -> None:
    px, table_theme = layout.px, context.theme
    portrait_rect = pygame.Rect(rect.topleft, (rect.height, rect.height))
    plate_rect = rect.inflate(0, -2 * px(PLATE_INSET))
    plate_rect.width -= rect.height // 2
    plate_rect.left = rect.left + rect.height // 2
    if is_mirrored:
        portrait_rect.right, plate_rect.left = rect.right, rect.left
    line_color = theme.GOLD if plate.is_winner else table_theme.panel_line_color
    line_width = table_theme.compute_line_width(px(2 if plate.is_winner else 1))
    canvas.blit(
        make_rounded_rect(plate_rect.size, px(10), table_theme.panel_color, 228, line_color, line_width), plate_rect
    )
    canvas.blit(make_disc(portrait_rect.width, theme.GOLD if plate.is_winner else theme.CREAM), portrait_rect)
    inner = portrait_rect.inflate(*[-2 * px(PORTRAIT_RING)] * 2)
    canvas.blit(context.scene_card_images.get_portrait(plate.portrait_number, inner.width), inner)
    text_rect = pygame.Rect(portrait_rect.right + px(8), plate_rect.top, 0, plate_rect.height)
    text_rect.width = plate_rect.right - px(8) - text_rect.left
    if is_mirrored:
        text_rect.width = portrait_rect.left - px(8) - plate_rect.left - px(8)
        text_rect.left = plate_rect.left + px(8)
    caption_color = theme.GOLD if plate.is_winner else theme.MUTED
    images = _render_name(plate.name, px, text_rect.width, max_lines=1 if plate.caption else 2)
    if plate.caption:
        images.append(theme.render_fitted_text(plate.caption, "sans", px(16), caption_color, text_rect.width))
    step = [round(image.get_height() * 0.84) for image in images]
    y = text_rect.centery - sum(step) // 2
    for image, height in zip(images, step, strict=True):
        x = text_rect.right - image.get_width() if is_mirrored else text_rect.left
        canvas.blit(image, image.get_rect(midleft=(x, y + height // 2)))
        y += height


def _render_name(name: str, px: Callable[[float], int], width: int, *, max_lines: int) -> list[pygame.Surface]:
    """Return a name in a line, or in smaller lines if it is long."""
    if max_lines == 1 or theme.load_font("serif", round(px(NAME_SIZE) * 0.8)).size(name)[0] <= width:
        return [theme.render_fitted_text(name, "serif", px(NAME_SIZE), theme.CREAM, width)]
    lines = theme.wrap_to_lines(name, "serif", px(LONG_NAME_SIZE), width, max_lines)
    return [theme.render_fitted_text(line, "serif", px(LONG_NAME_SIZE), theme.CREAM, width) for line in lines]


def draw_trick_cards(canvas: Canvas, context: AppContext, poses: Sequence[CardPose], winning_index: int | None) -> None:
    """Draw the cards of a trick, with a ring around the winning card if it is not None."""
    for index, pose in enumerate(poses):
        is_winning = index == winning_index
        for image, rect in make_card_backgrounds(pose, context.theme, is_winning=is_winning):
            canvas.blit(image, rect)
        image = context.scene_card_images.get_posed_card(pose.card, round(pose.width), pose.angle, 1.0)
        canvas.blit(image, image.get_rect(center=(round(pose.x), round(pose.y))))


def draw_card_names(
    canvas: Canvas, context: AppContext, layout: TrainerLayout, poses: Sequence[CardPose], names: Sequence[str]
) -> None:
    """Draw the names of their players on the lower edges of the cards of a trick."""
    px = layout.px
    for pose, name in zip(poses, names, strict=True):
        image = theme.render_fitted_text(name, "bold", px(16), theme.CREAM, round(pose.width) - px(8))
        rect = pygame.Rect(0, 0, image.get_width() + px(20), px(26))
        rect.center = round(pose.x), round(pose.y + pose.width * CARD_ASPECT_RATIO / 2) - px(8)
        canvas.blit(make_rounded_rect(rect.size, rect.height // 2, context.theme.panel_color, 240), rect)
        canvas.blit(image, image.get_rect(center=rect.center))


def draw_card_group(
    canvas: Canvas, context: AppContext, cards: Sequence[Card], caption: str, rect: pygame.Rect, card_width: int
) -> None:
    """Draw cards in an overlapping row at the top of ``rect``, and the caption below them."""
    px, step = context.px, compute_group_step(len(cards), rect.width, card_width)
    for index, card in enumerate(cards):
        canvas.blit(context.scene_card_images.get_card(card, card_width), (rect.left + round(index * step), rect.top))
    top = rect.top + round(card_width * CARD_ASPECT_RATIO) + px(2)
    text_rect = pygame.Rect(rect.left, top, rect.width, rect.bottom - top)
    draw_fitted_text(canvas, caption, "sans", px(16), theme.MUTED, text_rect)


def compute_group_step(count: int, width: float, card_width: int) -> float:
    """Return the distance of two cards of a group ``width`` pixels wide, in pixels."""
    return min(card_width * MAX_HAND_STEP_RATIO, (width - card_width) / max(1, count - 1))
