"""A row of cards as a node of a layout."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import pygame

from game.core.cards import Card
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CardImages
from ui.table.layout.pose import CARD_ASPECT_RATIO
from ui.widgets.nodes import Frame, Painted


@dataclass
class CardRow(Painted):
    """Cards side by side in the middle of their room, smaller in a low one and closer together in a narrow one.

    ``width``: the largest width of a card in design pixels; ``step``: from a card to the next, in card widths.
    ``places``: the number of cards for which there is room, if it is not that of ``cards``; ``dimmed``: darkened cards;
    ``paint_mark``: paints something on a card or below it.
    """

    images: CardImages
    cards: Sequence[Card]
    width: float
    step: float = 1.0
    places: int = 0
    grow: float = 0
    dimmed: Collection[Card] = ()
    paint_mark: Callable[[Frame, Canvas, pygame.Rect, Card], object] | None = None

    @property
    def _last_place(self) -> int:
        return max(self.places or len(self.cards), 1) - 1

    def measure_width(self, frame: Frame, room: int) -> int:
        return min(room, round(frame.px(self.width) * (1 + self.step * self._last_place)))

    def measure_height(self, frame: Frame, width: int) -> int:
        return round(min(frame.px(self.width), width) * CARD_ASPECT_RATIO)

    def arrange_cards(self, frame: Frame, rect: pygame.Rect) -> list[tuple[Card, pygame.Rect]]:
        """Return the cards with their places."""
        width = min(frame.px(self.width), rect.width, int(rect.height / CARD_ASPECT_RATIO))
        step = min(round(width * self.step), (rect.width - width) // max(1, self._last_place))
        left = rect.centerx - (step * self._last_place + width) // 2
        size = width, round(width * CARD_ASPECT_RATIO)
        return [(card, pygame.Rect((left + index * step, rect.top), size)) for index, card in enumerate(self.cards)]

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        for card, place in self.arrange_cards(frame, rect):
            if card in self.dimmed:
                image = self.images.get_dimmed_card(card, place.width)
            else:
                image = self.images.get_posed_card(card, place.width, 0.0, 1.0)
            canvas.blit(image, place)
            if self.paint_mark is not None:
                self.paint_mark(frame, canvas, place, card)
