"""A mistake of a match: the card that was played, the better one, the loss and a short reason."""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame

from game.core.actions import Action, Play
from game.core.cards import Card, DeckStyle
from game.core.sanitizer import capitalize_first
from game.text.messages import format_action
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CARD_ASPECT_RATIO
from ui.graphics.shapes import make_rounded_rect
from ui.graphics.symbols import render_symbol
from ui.widgets.base import CustomWidget, Place
from ui.widgets.line_chart import BADGE_SIZE, draw_badge

CARD_WIDTH: Final = 64
COLUMN_WIDTH: Final = 104
"""The width of the column of a card, in design pixels."""
PLAYED_LEFT: Final = 40
BETTER_LEFT: Final = 156
TEXT_LEFT: Final = 272
"""The places of the columns in a row, in design pixels."""
RING_WIDTH: Final = 4
LOSS_HEIGHT: Final = 40
REASON_HEIGHT: Final = 66
REASON_HEIGHT_ABOVE_BUTTON: Final = 44
"""The heights of the loss, and of the reason beside and above the button, in design pixels."""
REASON_TEXT_SIZES: Final = (18, 16, 14)
"""The usual text size of the reason, and smaller ones for a long one."""
REASON_LINE_RATIO: Final = 1.22


class Mistake(NamedTuple):
    """A choice and a better one; ``number``: its rank; texts: the loss, the place in the match and the reason."""

    number: int
    played: Action
    better: Action
    loss_text: str
    place_text: str
    reason_text: str


class MistakeWidget(CustomWidget):
    """A row with a mistake; the text ends ``right_space`` pixels before the right edge."""

    def __init__(
        self,
        context: AppContext,
        mistake: Mistake,
        deck: DeckStyle,
        rect: pygame.Rect,
        place: Place,
        *,
        right_space: int = 0,
    ) -> None:
        self.mistake = mistake
        self._context = context
        self._deck = deck
        self._right_space = right_space
        self._are_cards_shown = False
        super().__init__(rect, place)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that are drawn."""
        actions = self.mistake.played, self.mistake.better
        return tuple(action.card for action in actions if isinstance(action, Play))

    @property
    def card_width(self) -> int:
        """The width of the cards, in pixels."""
        room = int((self.rect.height - self.px(2 * RING_WIDTH + 8)) / CARD_ASPECT_RATIO)
        return min(self.px(CARD_WIDTH), room)

    @property
    def _can_show_cards(self) -> bool:
        images = self._context.scene_card_images
        return all(images.is_ready(card, self.card_width) for card in self.cards)

    def refresh(self) -> None:
        """Show the cards as soon as their images are ready."""
        if self.has_new_pictures:
            self.repaint()

    @property
    def has_new_pictures(self) -> bool:
        return not self._are_cards_shown and self._can_show_cards

    def paint(self, canvas: Canvas) -> None:
        self._are_cards_shown = self._can_show_cards
        middle = canvas.height // 2
        size = self.px(BADGE_SIZE + 4)
        draw_badge(canvas, str(self.mistake.number), (size // 2, middle), size)
        self._paint_action(canvas, self.mistake.played, self.px(PLAYED_LEFT), is_better=False)
        arrow = render_symbol("arrow", self.px(26), theme.MUTED)
        arrow_x = self.px((PLAYED_LEFT + COLUMN_WIDTH + BETTER_LEFT) / 2)
        canvas.blit(arrow, arrow.get_rect(center=(arrow_x, middle)))
        self._paint_action(canvas, self.mistake.better, self.px(BETTER_LEFT), is_better=True)
        self._paint_texts(canvas)
        if self.mistake.number > 1:
            canvas.draw_line(self.theme.panel_line_color, (0, 0), (canvas.width, 0), max(1, self.px(1)))

    def _paint_action(self, canvas: Canvas, action: Action, left: int, *, is_better: bool) -> None:
        """Paint a card, or a plate with another action in words."""
        width = self.card_width if isinstance(action, Play) else self.px(COLUMN_WIDTH - 24)
        rect = pygame.Rect(0, 0, width, round(self.card_width * CARD_ASPECT_RATIO))
        rect.center = left + self.px(COLUMN_WIDTH) // 2, canvas.height // 2
        if is_better:
            ring = rect.inflate(self.px(2 * RING_WIDTH), self.px(2 * RING_WIDTH))
            canvas.blit(make_rounded_rect(ring.size, self.px(9), theme.GOLD), ring)
        if not isinstance(action, Play):
            self._paint_plate(canvas, action, rect)
        elif self._are_cards_shown:
            canvas.blit(self._context.scene_card_images.get_card(action.card, rect.width), rect)

    def _paint_plate(self, canvas: Canvas, action: Action, rect: pygame.Rect) -> None:
        plate = make_rounded_rect(
            rect.size, self.px(6), self.theme.button_color, 255, self.theme.panel_line_color, max(1, self.px(1))
        )
        canvas.blit(plate, rect)
        size, text = self.px(16), capitalize_first(format_action(action, self._deck))
        line_height = self.px(20)
        max_lines = max(1, rect.height // line_height)
        lines = theme.wrap_to_lines(text, "sans", size, rect.width - self.px(12), max_lines)
        top = rect.centery - len(lines) * line_height // 2
        for index, line in enumerate(lines):
            image = theme.render_fitted_text(line, "sans", size, theme.CREAM, rect.width - self.px(8))
            canvas.blit(image, image.get_rect(midtop=(rect.centerx, top + index * line_height)))

    def _paint_texts(self, canvas: Canvas) -> None:
        left, room = self.px(TEXT_LEFT), self.px(REASON_HEIGHT if self._right_space else REASON_HEIGHT_ABOVE_BUTTON)
        width, sizes = canvas.width - left - self._right_space, map(self.px, REASON_TEXT_SIZES)
        size, lines = theme.wrap_to_height(self.mistake.reason_text, "sans", sizes, width, room, REASON_LINE_RATIO)
        line_step = round(size * REASON_LINE_RATIO)
        height = self.px(LOSS_HEIGHT) + len(lines) * line_step
        top = (canvas.height - height) // 2 if self._right_space else self.px(4)
        loss = theme.render_text(self.mistake.loss_text, "serif", self.px(30), theme.RED_LIGHT)
        loss_rect = loss.get_rect(midleft=(left, top + self.px(LOSS_HEIGHT) // 2))
        canvas.blit(loss, loss_rect)
        place_left = loss_rect.right + self.px(10)
        place = theme.render_fitted_text(
            self.mistake.place_text, "sans", self.px(16), theme.MUTED, left + width - place_left
        )
        canvas.blit(place, place.get_rect(midleft=(place_left, loss_rect.centery + self.px(2))))
        for index, line in enumerate(lines):
            image = theme.render_text(line, "sans", size, theme.CREAM)
            canvas.blit(image, (left, top + self.px(LOSS_HEIGHT) + index * line_step))
