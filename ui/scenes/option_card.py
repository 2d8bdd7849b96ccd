"""Cards of a page that offer a choice: a title, a hint, a score and a button."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import pygame

from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import render_felt
from ui.graphics.symbols import render_symbol
from ui.graphics.theme import LINE_HEIGHT_RATIO
from ui.scenes.page import Page
from ui.widgets.label import TextLabel

CARD_PADDING: Final = 24
HINT_TEXT_SIZE: Final = 16
BUTTON_HEIGHT: Final = 48
TITLE_GAP: Final = 4
SCORE_GAP: Final = 10
FLAME_SIZE: Final = 20
PICTURE_RADIUS: Final = 12


class OptionCard(NamedTuple):
    """A choice of a page. ``score`` and ``streak`` are shown below the hint unless they are empty."""

    widget_id: str
    title: str
    hint: str
    button_text: str
    on_press: Callable[[], object]
    score: str = ""
    streak: str = ""


def draw_option_picture(canvas: Canvas, context: AppContext, symbol: str, rect: pygame.Rect) -> None:
    """Draw the picture of a choice: a large symbol on felt."""
    canvas.blit(render_felt(rect.size, context.theme, context.px(PICTURE_RADIUS)), rect)
    image = render_symbol(symbol, rect.height // 2, theme.CREAM)
    canvas.blit(image, image.get_rect(center=rect.center))


def add_option_card(page: Page, option: OptionCard, rect: pygame.Rect, *, style: str = "#menu") -> None:
    """Add the board, the texts and the button of a choice to a page; ``rect`` is in pixels."""
    context = page.context
    px, padding = context.px, context.px(CARD_PADDING)
    page.add_board(rect)
    button_width = page.measure_button_width(option.button_text)
    button_rect = pygame.Rect(0, 0, button_width, px(BUTTON_HEIGHT))
    button_rect.midright = rect.right - padding, rect.centery
    width = button_rect.left - rect.left - 2 * padding
    lines: list[tuple[str, theme.FontFace, int, theme.Color]] = [
        (option.title, "serif", theme.LARGE_TEXT_SIZE, theme.CREAM),
        (option.hint, "sans", HINT_TEXT_SIZE, theme.MUTED),
    ]
    heights = [
        len(theme.wrap_text(text, face, px(size), width)) * round(px(size) * LINE_HEIGHT_RATIO)
        for text, face, size, _color in lines
    ]
    score_height = px(SCORE_GAP) + round(px(theme.BODY_TEXT_SIZE) * LINE_HEIGHT_RATIO) if option.score else 0
    y = rect.centery - (sum(heights) + px(TITLE_GAP) + score_height) // 2
    for (text, face, size, color), height in zip(lines, heights, strict=True):
        TextLabel(text, (rect.left + padding, y), width, page.context.place, face=face, size=size, color=color)
        y += height + px(TITLE_GAP)
    if option.score:
        top = y - px(TITLE_GAP) + px(SCORE_GAP)
        ScoreLine(option, pygame.Rect(rect.left + padding, top, width, score_height - px(SCORE_GAP)), page)
    page.add_button(option.widget_id, option.button_text, button_rect, option.on_press, style=style, label=option.title)


class ScoreLine(TextLabel):
    """The score of a choice, and its streak in gold."""

    def __init__(self, option: OptionCard, rect: pygame.Rect, page: Page) -> None:
        self.streak = option.streak
        self.flame_size = page.context.px(FLAME_SIZE)
        super().__init__(option.score, rect.topleft, rect.width, page.context.place, size=theme.BODY_TEXT_SIZE)

    def paint(self, canvas: Canvas) -> None:
        size, gap = self.look[1], self.flame_size
        streak_width = theme.load_font("bold", size).size(self.streak)[0] + 2 * gap if self.streak else 0
        image = theme.render_fitted_text(
            self.lines[0], "sans", size, self.color, canvas.width - streak_width - gap // 2
        )
        canvas.blit(image, image.get_rect(midleft=(0, canvas.height // 2)))
        if self.streak:
            flame = render_symbol("flame", self.flame_size, theme.GOLD)
            left = image.get_width() + gap
            canvas.blit(flame, flame.get_rect(midleft=(left, canvas.height // 2)))
            left += self.flame_size + gap // 3
            text = theme.render_fitted_text(self.streak, "bold", size, theme.GOLD, canvas.width - left)
            canvas.blit(text, text.get_rect(midleft=(left, canvas.height // 2)))
