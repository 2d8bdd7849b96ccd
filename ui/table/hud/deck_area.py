"""Stock and trump beside the score: the labels of the stock, the called card, the trump in words."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from game.core.cards import Card, DeckStyle, Suit
from game.match.observation import Observation
from game.text.card_names import format_suit_name
from game.text.gettext import _
from ui.app.context import AppContext
from ui.games.presentation import GamePresentation
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.table.hud.frame import HUD_ALPHA, describe_label, make_table_frame
from ui.table.layout.cards import compute_stock_pose
from ui.table.layout.pose import CARD_ASPECT_RATIO, compute_bounds
from ui.table.layout.seats import DECK_LABEL_HEIGHT, DECK_WIDTH_RATIO, TableLayout
from ui.table.state import TableViewModel
from ui.widgets.layout import Alternatives, Anchored, Column, Framed, Row, Sized
from ui.widgets.nodes import Image, Line, Space

TEXT_SIZE: Final = 16
"""The size of the text, in design pixels."""
MIN_TEXT_RATIO: Final = 0.85
"""The smallest size of the trump in a sentence, as a share of its normal size; without room its suit is enough."""
STOCK_COUNT_SIZE: Final = (46, 30)
"""The size of the number of cards, in design pixels."""


def draw_called_card(canvas: Canvas, context: AppContext, view_model: TableViewModel) -> None:
    """Draw the called card, and the trump beside it, if a card has been called."""
    layout, observation, presentation = view_model.layout, view_model.observation, view_model.presentation
    called = find_called_card(presentation, observation, layout)
    if called is None:
        return
    card, card_rect = called
    canvas.blit(context.scene_card_images.get_card(card, card_rect.width), card_rect)
    words = Line(presentation.describe_called_card(observation), size=TEXT_SIZE, color=theme.MUTED)
    trump = Line(format_trump(card.suit, view_model.deck), face="bold", size=TEXT_SIZE)
    panel = Framed(Column(words, trump, gap=2), padding=10, top=7, alpha=HUD_ALPHA, line_width=0, grow=1)
    row = Row(Space(card_rect.width / layout.ui_scale), panel, gap=theme.SMALL_GAP, align="middle")
    row.paint(
        make_table_frame(context, layout),
        canvas,
        pygame.Rect(card_rect.topleft, (layout.deck_rect.width, card_rect.height)),
    )


def find_called_card(
    presentation: GamePresentation, observation: Observation, layout: TableLayout
) -> tuple[Card, pygame.Rect] | None:
    """Return the called card and the place of its picture; None if it is not shown."""
    card, board = presentation.find_called_card(observation), observation.board
    if card is None or board.trump is None or board.stock_size or board.turned_card:
        return None
    width = round(layout.stock_card_width)
    return card, pygame.Rect(layout.deck_rect.topleft, (width, round(width * CARD_ASPECT_RATIO)))


def format_trump(trump: Suit, deck: DeckStyle) -> str:
    return _("Trump: {suit}").format(suit=format_suit_name(trump, deck))


def draw_trump_label(canvas: Canvas, context: AppContext, view_model: TableViewModel) -> None:
    """Draw the trump in words with its symbol: below the stock, or in its place once it is gone."""
    layout, board, deck = view_model.layout, view_model.observation.board, view_model.deck
    if board.trump is None or find_called_card(view_model.presentation, view_model.observation, layout) is not None:
        return
    make_words = partial(Line, face="bold", size=TEXT_SIZE)
    icon = Image(partial(context.scene_card_images.get_icon, f"{deck}_{board.trump}"), 22)
    words = Alternatives(make_words(format_trump(board.trump, deck), min_ratio=MIN_TEXT_RATIO), make_words(_("Trump")))
    label = describe_label(Row(icon, words, gap=6), DECK_LABEL_HEIGHT, 10, alpha=245)
    frame, has_stock = make_table_frame(context, layout), bool(board.stock_size or board.turned_card)
    rect = Anchored(label, "bottomleft" if has_stock else "topleft").place(frame, layout.deck_rect)
    if has_stock:
        rect.centerx = layout.deck_rect.left + round(layout.stock_card_width * DECK_WIDTH_RATIO / 2)
        rect.clamp_ip(layout.deck_rect)
    label.paint(frame, canvas, rect)


def draw_stock_count(canvas: Canvas, context: AppContext, view_model: TableViewModel) -> None:
    """Draw on the stock how many cards are left, with the turned card."""
    stock_size, layout = view_model.observation.board.stock_size, view_model.layout
    if stock_size > 1:
        number = Line(str(stock_size), face="bold", color=theme.INK, align="centre")
        width, height = STOCK_COUNT_SIZE
        label = Anchored(
            Sized(describe_label(number, height, theme.SMALL_GAP, color=theme.CREAM, alpha=255), width=width)
        )
        label.paint(make_table_frame(context, layout), canvas, compute_bounds(compute_stock_pose(layout, 2)))
