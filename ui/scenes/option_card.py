"""Cards of a page that offer a choice: a title, a hint, a score and a button."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.symbols import render_symbol
from ui.widgets.fields import Action
from ui.widgets.layout import Column, Panel, Row
from ui.widgets.nodes import Frame, Line, Node, Painter, Symbol, Text
from ui.widgets.tile import paint_felt

FLAME_SIZE: Final = 20
MIN_PICTURE_HEIGHT: Final = 140


def make_option_picture(symbol: str) -> Node:
    """Return the picture of a choice: a large symbol on felt."""

    def paint(frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        paint_felt(frame, canvas, rect)
        image = render_symbol(symbol, rect.height // 2, theme.CREAM)
        canvas.blit(image, image.get_rect(center=rect.center))

    return Painter(paint, height=MIN_PICTURE_HEIGHT, grow=1)


def describe_option_card(
    action: Action, title: str, hint: str, score: str = "", streak: str = "", grow: float = 0
) -> Node:
    """Return the panel with the texts and the button of a choice; ``score`` and ``streak`` may be ""."""
    result = Row(
        Line(score),
        Symbol("flame", FLAME_SIZE) if streak else None,
        Line(streak, face="bold", color=theme.GOLD) if streak else None,
        gap=theme.SMALL_GAP,
        align="middle",
    )
    texts = Column(
        Text(title, face="serif", size=theme.LARGE_TEXT_SIZE),
        Text(hint, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED),
        result if score else None,
        gap=theme.TINY_GAP,
        grow=1,
    )
    button = replace(action, style="#menu", label=title, height=theme.LARGE_CONTROL_HEIGHT)
    return Panel(Row(texts, button, gap=theme.SECTION_GAP, align="middle"), top=theme.SMALL_MARGIN, grow=grow)
