"""A mistake of a match: the card that was played, the better one, the loss and a short reason."""

from __future__ import annotations

from typing import Final

import pygame

from game.core.actions import Action, Play
from game.core.cards import DeckStyle
from game.core.sanitizer import capitalize_first
from game.text.gettext import _
from game.text.messages import format_action
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CardImages
from ui.graphics.line_chart import draw_badge
from ui.widgets.layout import Alternatives, Column, Framed, Rest, Row, Sized
from ui.widgets.nodes import Frame, Line, Node, Painter, Space, Text, make_symbol
from ui.widgets.tile import CardPicture

CARD_WIDTH: Final = 64
NUMBER_SIZE: Final = 32
ARROW_SIZE: Final = 26
COLUMN_WIDTH: Final = 84
"""The widths of a card, the number, the arrow and the column of a card, in design pixels."""
MIN_TEXT_WIDTH: Final = 150
"""The width of the text of a mistake that leaves room for its button beside it, in design pixels."""


def make_number_badge(number: int) -> Node:
    """Return the rank of a mistake in a disc."""

    def paint(frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        draw_badge(canvas, str(number), rect.center, rect.height)

    return Painter(paint, width=NUMBER_SIZE, height=NUMBER_SIZE)


def describe_action(action: Action, images: CardImages, deck: DeckStyle, *, is_better: bool) -> Node:
    """Return the picture of a card, or a plate with another action in words."""
    if isinstance(action, Play):
        picture = CardPicture(action.card, CARD_WIDTH, is_better, images)
        return Sized(Row(Space(grow=1), picture, Space(grow=1)), width=COLUMN_WIDTH)
    text = Text(capitalize_first(format_action(action, deck)), size=theme.SMALL_TEXT_SIZE, align="centre")
    line_color = theme.GOLD if is_better else None
    return Sized(Framed(text, padding=theme.TINY_GAP, top=theme.GAP, line_color=line_color), width=COLUMN_WIDTH)


def describe_mistake_heading(loss_title: str) -> Node:
    """Return the headings of the columns."""
    played, better = (
        Sized(Line(text, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED, align="centre"), width=COLUMN_WIDTH)
        for text in (_("Played"), _("Better"))
    )
    loss = Line(loss_title, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED, grow=1)
    return Row(Space(NUMBER_SIZE), played, Space(ARROW_SIZE), better, loss, gap=theme.GAP)


def describe_mistake_row(number: int, played: Node, better: Node, text: Node, retry: Node) -> Node:
    """Return the row of a mistake, with the button below the text where the row is narrow."""
    cards = (make_number_badge(number), played, make_symbol("arrow", ARROW_SIZE, theme.MUTED), better)
    below = Column(text, Row(retry, Space(grow=1)), gap=theme.TINY_GAP)
    beside = Row(*cards, Rest(text, MIN_TEXT_WIDTH), retry, gap=theme.GAP, align="middle")
    return Alternatives(beside, Row(*cards, Rest(below, 0), gap=theme.GAP, align="middle"))
