"""The preview of decks, card back and table theme: a strip of the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pygame

from game.core.cards import HIDDEN_CARD, Card, parse_cards
from ui.app.settings import Settings
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CARD_ASPECT_RATIO, CardImages
from ui.graphics.shapes import render_table_background
from ui.widgets.base import Container, CustomWidget

PREVIEW_HEIGHT: Final = 158
"""The height of the strip, in design pixels."""
PREVIEW_PADDING: Final = 14
"""The distance between the cards and the edge of the strip, in design pixels."""
ITALIAN_FAN_CARDS: Final[tuple[Card, ...]] = parse_cards("7c Kd Qs")
FRENCH_FAN_CARDS: Final[tuple[Card, ...]] = parse_cards("9d Kh Ac")
"""The cards of the fans, from the left, which show the differences between decks."""
FAN_STEP_DEGREES: Final = 12.0
"""The angle between two cards of a fan."""
FAN_PIVOT_RATIO: Final = 1.35
"""The distance from a fan's middle to its center of rotation, in card heights."""
FAN_HEIGHT_RATIO: Final = 1.86
FAN_WIDTH_RATIO: Final = 2.28
"""The height and width of a fan, in card widths."""
PREVIEW_WIDTH_RATIO: Final = 2 * FAN_WIDTH_RATIO + 1 + 4 * 0.3
"""The width of two fans, a back and the gaps, in card widths."""


class PreviewImages:
    """The card images of previews, drawn on threads and kept while the page is open.

    They are separate from those of the `AppContext`, whose work is not delayed by a preview.
    """

    def __init__(self) -> None:
        self.arts: dict[tuple[str, str, tuple[Card, ...]], CardImages] = {}
        self._requested_widths: dict[tuple[str, str, tuple[Card, ...]], int] = {}

    def get_ready_images(self, deck: str, back: str, cards: tuple[Card, ...], width: int) -> CardImages | None:
        """Return the images of a deck if the cards and the back are ready.

        Otherwise return None and draw them; ``width``: of a card in pixels.
        """
        key = deck, back, cards
        card_images = self.arts.setdefault(key, CardImages(deck, back))
        if self._requested_widths.get(key) != width:
            self._requested_widths[key] = width
            card_images.prepare(cards, [width])
        return card_images if all(card_images.is_ready(card, width) for card in (HIDDEN_CARD, *cards)) else None

    def stop(self) -> None:
        """Stop drawing cards, because the page was left."""
        for card_images in self.arts.values():
            card_images.stop()


class DeckPreview(CustomWidget):
    """A strip of the table with a fan of the Italian deck, a back and a French fan."""

    def __init__(
        self, preview_images: PreviewImages, settings: Settings, rect: pygame.Rect, manager: Any, ui_scale: float,
        container: Container | None = None,
    ) -> None:  # fmt: skip
        self.settings = settings
        self.card_width = int(
            min((rect.height - 2 * ui_scale * PREVIEW_PADDING) / FAN_HEIGHT_RATIO, rect.width / PREVIEW_WIDTH_RATIO)
        )
        self.samples = preview_images
        self._shown_images: list[CardImages | None] = []
        super().__init__(rect, manager, ui_scale, container)

    def refresh(self, settings: Settings) -> None:
        """Show ``settings``, and the images that have become ready."""
        has_changed = settings != self.settings
        self.settings = settings
        if has_changed or (not self.is_complete and self._get_images() != self._shown_images):
            self.repaint()

    @property
    def is_complete(self) -> bool:
        """Whether all cards are shown."""
        return None not in self._shown_images

    def layout_fans(self) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
        """Return the places of the first fan, the back and the second fan on the strip."""
        width, height = round(self.card_width * FAN_WIDTH_RATIO), round(self.card_width * FAN_HEIGHT_RATIO)
        card = self.card_width, round(self.card_width * CARD_ASPECT_RATIO)
        gap = (self.rect.width - 2 * width - card[0]) / 4
        centers = (gap + width / 2, self.rect.width / 2, self.rect.width - gap - width / 2)
        sizes = ((width, height), card, (width, height))
        first, back, second = (pygame.Rect((0, 0), size) for size in sizes)
        for rect, x in zip((first, back, second), centers, strict=True):
            rect.center = round(x), self.rect.height // 2
        return first, back, second

    def paint(self, canvas: Canvas) -> None:
        canvas.blit(render_table_background(canvas.size, self.theme), (0, 0))
        self._shown_images = self._get_images()
        italian, french = self._shown_images
        first, back, second = self.layout_fans()
        if italian:
            self._draw_fan(canvas, italian, ITALIAN_FAN_CARDS, first)
            canvas.blit(italian.get_card(HIDDEN_CARD, self.card_width), back)
        if french:
            self._draw_fan(canvas, french, FRENCH_FAN_CARDS, second)

    def _get_images(self) -> list[CardImages | None]:
        settings, width = self.settings, self.card_width
        italian = self.samples.get_ready_images(settings.deck, settings.back, ITALIAN_FAN_CARDS, width)
        return [italian, self.samples.get_ready_images(settings.french_deck, settings.back, FRENCH_FAN_CARDS, width)]

    def _draw_fan(self, canvas: Canvas, card_images: CardImages, cards: Sequence[Card], rect: pygame.Rect) -> None:
        width = self.card_width
        reach = width * CARD_ASPECT_RATIO * FAN_PIVOT_RATIO
        pivot = pygame.Vector2(rect.centerx, rect.centery + reach - width * 0.05)
        for index, card in enumerate(cards):
            angle = (index - (len(cards) - 1) / 2) * FAN_STEP_DEGREES
            position = pivot + pygame.Vector2(0, -reach).rotate(angle)
            image = card_images.get_posed_card(card, width, -angle, 1.0)
            canvas.blit(image, image.get_rect(center=(round(position.x), round(position.y))))
