"""Stock and trump beside the score: the labels of the stock, the called card, the trump in words."""

from __future__ import annotations

from typing import Final

import pygame

from game.core.cards import Card, Suit
from game.match.observation import Observation
from game.text.card_names import format_suit_name
from game.text.gettext import _
from ui.app.context import AppContext
from ui.games.presentation import GamePresentation
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import draw_pill, make_rounded_rect
from ui.table.layout.cards import compute_stock_pose
from ui.table.layout.pose import CARD_ASPECT_RATIO
from ui.table.layout.seats import DECK_LABEL_HEIGHT, TableLayout

TEXT_SIZE: Final = 16
"""The size of the text, in design pixels."""
MIN_TEXT_RATIO: Final = 0.85
"""The smallest size of the trump in a sentence, as a share of its normal size; without room its suit is enough."""


def draw_called_card(
    canvas: Canvas,
    context: AppContext,
    presentation: GamePresentation,
    observation: Observation,
    layout: TableLayout,
) -> None:
    """Draw the called card, and the trump beside it, if a card has been called."""
    called = find_called_card(presentation, observation, layout)
    if called is None:
        return
    px, (card, card_rect) = layout.px, called
    canvas.blit(context.scene_card_images.get_card(card, card_rect.width), card_rect)
    left = card_rect.right + px(8)
    rect = pygame.Rect(left, 0, layout.deck_rect.right - left, px(60))
    rect.centery = card_rect.centery
    canvas.blit(make_rounded_rect(rect.size, px(12), context.theme.panel_color, 232), rect)
    max_width = rect.width - px(20)
    words = presentation.describe_called_card(observation)
    title = theme.render_fitted_text(words, "sans", px(TEXT_SIZE), theme.MUTED, max_width)
    canvas.blit(title, title.get_rect(midleft=(rect.left + px(10), rect.centery - px(12))))
    text = format_trump(card.suit, context)
    trump = theme.render_fitted_text(text, "bold", px(TEXT_SIZE), theme.CREAM, max_width)
    canvas.blit(trump, trump.get_rect(midleft=(rect.left + px(10), rect.centery + px(12))))


def find_called_card(
    presentation: GamePresentation, observation: Observation, layout: TableLayout
) -> tuple[Card, pygame.Rect] | None:
    """Return the called card and the place of its picture; None if it is not shown."""
    card, board = presentation.find_called_card(observation), observation.board
    if card is None or board.trump is None or board.stock_size or board.turned_card:
        return None
    width = round(layout.stock_card_width)
    return card, pygame.Rect(layout.deck_rect.topleft, (width, round(width * CARD_ASPECT_RATIO)))


def format_trump(trump: Suit, context: AppContext) -> str:
    """Return the trump in words."""
    return _("Trump: {suit}").format(suit=format_suit_name(trump, context.scenes.top.deck))


def draw_trump_label(
    canvas: Canvas, context: AppContext, presentation: GamePresentation, observation: Observation, layout: TableLayout
) -> None:
    """Draw the trump in words with its symbol: below the stock, or in its place once it is gone."""
    px, board = layout.px, observation.board
    if board.trump is None or find_called_card(presentation, observation, layout) is not None:
        return
    deck_rect, icon_size = layout.deck_rect, px(22)
    icon = context.scene_card_images.get_icon(f"{context.scenes.top.deck}_{board.trump}", icon_size)
    max_width = deck_rect.width - icon_size - px(26)
    words = format_trump(board.trump, context)
    if theme.load_font("bold", round(px(TEXT_SIZE) * MIN_TEXT_RATIO)).size(words)[0] > max_width:
        words = _("Trump")
    text = theme.render_fitted_text(words, "bold", px(TEXT_SIZE), theme.CREAM, max_width)
    rect = pygame.Rect(0, 0, icon_size + text.get_width() + px(26), px(DECK_LABEL_HEIGHT))
    if board.stock_size or board.turned_card:
        rect.bottomleft = deck_rect.left + round(layout.stock_card_width * 0.96), deck_rect.bottom
        rect.right = min(rect.right, deck_rect.right)
    else:
        rect.topleft = deck_rect.topleft
    canvas.blit(make_rounded_rect(rect.size, rect.height // 2, context.theme.panel_color, 245), rect)
    canvas.blit(icon, icon.get_rect(midleft=(rect.left + px(9), rect.centery)))
    canvas.blit(text, text.get_rect(midleft=(rect.left + px(9) + icon_size + px(6), rect.centery)))


def draw_stock_count(canvas: Canvas, observation: Observation, layout: TableLayout) -> None:
    """Draw on the stock how many cards are left, with the turned card."""
    if observation.board.stock_size > 1:
        px, pose = layout.px, compute_stock_pose(layout, 2)
        text_image = theme.render_text(str(observation.board.stock_size), "bold", px(theme.BODY_TEXT_SIZE), theme.INK)
        rect = pygame.Rect(0, 0, max(px(46), text_image.get_width() + px(20)), px(30))
        rect.center = round(pose.x), round(pose.y)
        draw_pill(canvas, rect, theme.CREAM)
        canvas.blit(text_image, text_image.get_rect(center=rect.center))
