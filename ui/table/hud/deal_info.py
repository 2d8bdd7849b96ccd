"""Deal information in the upper left corner: contract, trump, stock, called card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from game.core.cards import Card, DeckStyle, Suit
from game.match.observation import Observation
from game.rules import GAMES
from game.text.card_names import format_card_name, format_suit_name
from game.text.gettext import _
from ui.app.context import AppContext
from ui.games.presentation import GamePresentation
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import draw_panel, draw_pill
from ui.table.layout.pose import CARD_ASPECT_RATIO
from ui.table.layout.seats import TableLayout

HEADER_HEIGHT: Final = 38
LINE_HEIGHT: Final = 21
CALLED_CARD_HEIGHT: Final = 112
"""The height of the called card's picture if there is room, in design pixels."""


def draw_deal_info(
    canvas: Canvas,
    context: AppContext,
    presentation: GamePresentation,
    observation: Observation,
    title: str,
    names: Sequence[str],
    layout: TableLayout,
) -> None:
    """Draw the game, deal and contract; below them trump, stock or called card."""
    px, board = layout.px, observation.board
    lines, called_card, rect, free_rect = _layout_corner(
        presentation, observation, names, context.scenes.top.deck, layout
    )
    draw_panel(canvas, context.theme, rect)
    max_width = rect.width - px(24)
    is_title_fitting = theme.load_font("serif", int(px(21) * 0.7)).size(title)[0] <= max_width
    title_image = theme.render_fitted_text(
        title if is_title_fitting else _(GAMES[observation.game_id].title), "serif", px(21), theme.CREAM, max_width
    )
    canvas.blit(title_image, (rect.x + px(12), rect.y + px(5)))
    for row, line in enumerate(lines):
        line_image = theme.render_fitted_text(line, "sans", px(16), theme.CREAM if row else theme.MUTED, max_width)
        canvas.blit(line_image, (rect.x + px(12), rect.y + px(HEADER_HEIGHT - 3 + LINE_HEIGHT * row)))
    if board.stock_size or board.turned_card:
        _draw_stock_labels(canvas, context, board.trump, board.turned_card, board.stock_size, layout)
    elif called_card is not None:
        _draw_called_card(canvas, context, called_card, free_rect, layout)
    elif board.trump is not None:
        _draw_trump(canvas, context, board.trump, free_rect, layout)


def find_called_card(
    presentation: GamePresentation, observation: Observation, names: Sequence[str], deck: DeckStyle, layout: TableLayout
) -> tuple[Card, pygame.Rect] | None:
    """Return the called card and the place of its picture; None if it is not shown."""
    corner_layout = _layout_corner(presentation, observation, names, deck, layout)
    if corner_layout.called_card is None or observation.board.stock_size or observation.board.turned_card:
        return None
    return corner_layout.called_card, pygame.Rect(
        corner_layout.free_rect.topleft,
        (_get_called_card_width(corner_layout.free_rect), corner_layout.free_rect.height),
    )


class _CornerLayout(NamedTuple):
    """The contents of the corner.

    ``lines``: the text below the game's name; ``called_card``: the card to show, None if there is none; ``rect``: the
    whole corner; ``free_rect``: the part below the lines. Both are in pixels.
    """

    lines: tuple[str, ...]
    called_card: Card | None
    rect: pygame.Rect
    free_rect: pygame.Rect


def _layout_corner(
    presentation: GamePresentation, observation: Observation, names: Sequence[str], deck: DeckStyle, layout: TableLayout
) -> _CornerLayout:
    px, board = layout.px, observation.board
    goal = presentation.describe_goal(observation)
    deal_line = (_("Deal {number} · {goal}") if goal else _("Deal {number}")).format(
        number=max(observation.deal_number, 1), goal=goal
    )
    lines = (deal_line, *presentation.describe_contract(observation, tuple(names), deck))
    called_card = presentation.find_called_card(observation)
    has_stock = bool(board.stock_size or board.turned_card)
    rect = layout.corner_rect.copy()
    top = px(HEADER_HEIGHT + LINE_HEIGHT * len(lines) + 2)
    if not has_stock:
        content_height = px(CALLED_CARD_HEIGHT) if called_card is not None else px(42) if board.trump else px(6)
        rect.height = min(rect.height, top + content_height)
    free_rect = pygame.Rect(rect.x + px(12), rect.y + top, rect.width - px(24), rect.height - top - px(10))
    return _CornerLayout(lines, called_card if board.trump is not None else None, rect, free_rect)


def _draw_trump(canvas: Canvas, context: AppContext, trump: Suit, rect: pygame.Rect, layout: TableLayout) -> None:
    deck, icon_size = context.scenes.top.deck, layout.px(30)
    canvas.blit(context.scene_card_images.get_icon(f"{deck}_{trump}", icon_size), rect)
    text = _("Trump: {suit}").format(suit=format_suit_name(trump, deck))
    text_image = theme.render_fitted_text(
        text, "bold", layout.px(17), theme.GOLD, rect.width - icon_size - layout.px(8)
    )
    canvas.blit(text_image, text_image.get_rect(midleft=(rect.x + icon_size + layout.px(8), rect.y + icon_size // 2)))


def _get_called_card_width(free_rect: pygame.Rect) -> int:
    return round(free_rect.height / CARD_ASPECT_RATIO)


def _draw_called_card(
    canvas: Canvas, context: AppContext, called_card: Card, rect: pygame.Rect, layout: TableLayout
) -> None:
    width = _get_called_card_width(rect)
    canvas.blit(context.scene_card_images.get_card(called_card, width), rect)
    left = rect.x + width + layout.px(12)
    text_image = theme.render_fitted_text(_("called"), "sans", layout.px(15), theme.MUTED, rect.right - left)
    canvas.blit(text_image, text_image.get_rect(bottomleft=(left, rect.centery - layout.px(4))))
    trump_rect = pygame.Rect(left, rect.centery, rect.right - left, layout.px(32))
    _draw_trump(canvas, context, called_card.suit, trump_rect, layout)


def _draw_stock_labels(
    canvas: Canvas,
    context: AppContext,
    trump: Suit | None,
    turned_card: Card | None,
    stock_count: int,
    layout: TableLayout,
) -> None:
    """Draw the labels around the stock.

    They are the trump in words, and its symbol once the turned card is gone.
    """
    px, deck = layout.px, context.scenes.top.deck
    if trump is None:
        return
    x, y = round(layout.turned_card_center[0]), round(layout.turned_card_center[1])
    half_card_width = round(layout.stock_card_width / 2)
    label_image = theme.render_fitted_text(_("Trump"), "sans", px(14), theme.MUTED, px(90))
    canvas.blit(label_image, label_image.get_rect(midbottom=(x, y - half_card_width - px(1))))
    text = format_card_name(turned_card, deck) if turned_card is not None else format_suit_name(trump, deck)
    max_width = layout.corner_rect.right - px(8) - round(layout.stock_center[0] + layout.stock_card_width / 2 + px(6))
    text_image = theme.render_fitted_text(text, "bold", px(15), theme.GOLD, max_width)
    canvas.blit(text_image, text_image.get_rect(midtop=(x, y + half_card_width + px(1))))
    if turned_card is None:
        icon = context.scene_card_images.get_icon(f"{deck}_{trump}", px(40))
        canvas.blit(icon, icon.get_rect(center=(x, y)))


def draw_stock_count(canvas: Canvas, observation: Observation, layout: TableLayout) -> None:
    """Draw on the stock how many cards are left, with the turned card."""
    if observation.board.stock_size > 1:
        px = layout.px
        text_image = theme.render_text(str(observation.board.stock_size), "bold", px(16), theme.INK)
        rect = pygame.Rect(0, 0, max(px(30), text_image.get_width() + px(14)), px(22))
        rect.center = (
            round(layout.stock_center[0]),
            round(layout.stock_center[1] + layout.stock_card_width * CARD_ASPECT_RATIO * 0.36),
        )
        draw_pill(canvas, rect, theme.CREAM)
        canvas.blit(text_image, text_image.get_rect(center=rect.center))
