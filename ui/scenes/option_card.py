"""Cards of a page that offer a choice: a title, a hint, a score and a button."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

import pygame

from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import render_felt
from ui.graphics.symbols import render_symbol
from ui.widgets.base import CustomWidget, Place
from ui.widgets.fields import Action, Widget
from ui.widgets.layout import Column, Frame, Node, Painted, Panel, Row, Text

FLAME_SIZE: Final = 20
MIN_PICTURE_HEIGHT: Final = 140


class OptionCard(NamedTuple):
    """A choice of a page. ``score`` and ``streak`` are shown below the hint unless they are empty."""

    widget_id: str
    title: str
    hint: str
    button_text: str
    on_press: Callable[[], object]
    score: str = ""
    streak: str = ""


@dataclass
class OptionPicture(Painted):
    """The picture of a choice: a large symbol on felt."""

    context: AppContext
    symbol: str
    grow: float = 0

    def measure_height(self, frame: Frame, width: int) -> int:
        return frame.px(MIN_PICTURE_HEIGHT)

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        canvas.blit(render_felt(rect.size, self.context.theme, frame.px(theme.BUTTON_CORNER_RADIUS)), rect)
        image = render_symbol(self.symbol, rect.height // 2, theme.CREAM)
        canvas.blit(image, image.get_rect(center=rect.center))


def describe_option_card(option: OptionCard, style: str = "#menu", grow: float = 0) -> Node:
    """Return the panel with the texts and the button of a choice."""
    score = Widget(ScoreLine, (option.score, option.streak)) if option.score else None
    texts = Column(
        Text(option.title, face="serif", size=theme.LARGE_TEXT_SIZE),
        Text(option.hint, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED),
        score,
        gap=theme.TINY_GAP,
        grow=1,
    )
    button = Action(option.widget_id, option.button_text, option.on_press, style=style, label=option.title)
    button.height = theme.LARGE_CONTROL_HEIGHT
    return Panel(Row(texts, button, gap=theme.SECTION_GAP, align="middle"), top=theme.SMALL_MARGIN, grow=grow)


class ScoreLine(CustomWidget):
    """The score of a choice, and its streak in gold."""

    natural_size = (0, 28)

    def __init__(self, score: str, streak: str, rect: pygame.Rect, place: Place) -> None:
        self._score, self._streak = score, streak
        super().__init__(rect, place)

    def paint(self, canvas: Canvas) -> None:
        size, gap = self.px(theme.BODY_TEXT_SIZE), self.px(FLAME_SIZE)
        streak_width = theme.load_font("bold", size).size(self._streak)[0] + 2 * gap if self._streak else 0
        image = theme.render_fitted_text(self._score, "sans", size, theme.CREAM, canvas.width - streak_width - gap // 2)
        canvas.blit(image, image.get_rect(midleft=(0, canvas.height // 2)))
        if self._streak:
            flame = render_symbol("flame", gap, theme.GOLD)
            left = image.get_width() + gap
            canvas.blit(flame, flame.get_rect(midleft=(left, canvas.height // 2)))
            left += gap + gap // 3
            text = theme.render_fitted_text(self._streak, "bold", size, theme.GOLD, canvas.width - left)
            canvas.blit(text, text.get_rect(midleft=(left, canvas.height // 2)))
