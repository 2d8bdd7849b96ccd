"""A preview of the chosen decks, card back, hand order and table theme: a piece of the table with cards on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from game.core.cards import HIDDEN_CARD, Card, DeckStyle, Hand, parse_cards
from game.match.hand_order import CardOrder, get_suit_order, sort_for_display
from game.rules import GAMES
from ui.app.settings import Settings
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CARD_ASPECT_RATIO, CardImages
from ui.graphics.shapes import render_felt
from ui.widgets.base import CustomWidget, Place

PREVIEW_PADDING: Final = 14
"""The least space between the cards and the edge of the preview, in design pixels."""
ITALIAN_HAND: Final[Hand] = parse_cards("7d Ks Ad")
FRENCH_HAND: Final[Hand] = parse_cards("9h Ac Kh")
"""The cards of the fans as they were dealt; each hand order shows them differently."""
FAN_STEP_DEGREES: Final = 12.0
"""The angle between two cards of a fan."""
FAN_PIVOT_RATIO: Final = 1.35
"""The distance from the middle of a fan to the point that its cards turn around, in heights of a card."""
FAN_HEIGHT_RATIO: Final = 1.86
FAN_WIDTH_RATIO: Final = 2.28
"""The height and width of a fan, in widths of a card."""
ROW_WIDTH_RATIO: Final = 2 * FAN_WIDTH_RATIO + 1 + 4 * 0.3
"""The width of two fans, a pile and the gaps, in widths of a card."""
SMALL_CARD_RATIO: Final = 0.62
"""The width of the French cards and the pile above the Italian fan, of the width of its cards."""
STACKED_MIN_RATIO: Final = 0.75
"""The height of a preview, of its width, from which the fans are one above the other."""
PILE_SIZE: Final = 3
PILE_STEP: Final = 3
"""The number of cards in the pile, and the distance between two of them in design pixels."""


class PreviewImages:
    """The images of the cards in previews, rasterized in threads and kept while the page is open.

    They are apart from those of the `AppContext`, so that a preview delays no image of another scene.
    """

    def __init__(self) -> None:
        self.arts: dict[tuple[str, str, tuple[Card, ...]], CardImages] = {}
        self._requested_widths: dict[tuple[str, str, tuple[Card, ...]], int] = {}

    def get_ready_images(self, deck: str, back: str, cards: tuple[Card, ...], width: int) -> CardImages | None:
        """Return the deck if these cards and the back can be shown at once; else None, and they are being drawn."""
        key = deck, back, cards
        card_images = self.arts.setdefault(key, CardImages(deck, back))
        if self._requested_widths.get(key) != width:
            self._requested_widths[key] = width
            card_images.prepare(cards, [width])
        return card_images if all(card_images.is_ready(card, width) for card in (HIDDEN_CARD, *cards)) else None

    def stop(self) -> None:
        """Stop drawing after the cards that are in work, because the page is left."""
        for card_images in self.arts.values():
            card_images.cancel()


class PreviewLayout(NamedTuple):
    """The places of the Italian fan, the pile and the French fan, and the card widths of the fans, in pixels."""

    italian_fan: pygame.Rect
    pile: pygame.Rect
    french_fan: pygame.Rect
    italian_width: int
    french_width: int


class DeckPreview(CustomWidget):
    """A piece of the table with a hand of Italian cards, a pile and a hand of French cards."""

    def __init__(self, preview_images: PreviewImages, settings: Settings, rect: pygame.Rect, place: Place) -> None:
        self.settings = settings
        self.samples = preview_images
        self._shown_images: list[CardImages | None] = []
        self._padding, self._pile_step = place.px(PREVIEW_PADDING), place.px(PILE_STEP)
        super().__init__(rect, place)

    def refresh(self, settings: Settings) -> None:
        """Show these settings, and the images that have been drawn since the last call."""
        has_changed = settings != self.settings
        self.settings = settings
        if has_changed or self.has_new_pictures:
            self.repaint()

    @property
    def has_new_pictures(self) -> bool:
        return not self.is_complete and self._get_images() != self._shown_images

    @property
    def is_complete(self) -> bool:
        """Whether all cards are shown."""
        return None not in self._shown_images

    @property
    def layout(self) -> PreviewLayout:
        """The places of the cards: the Italian fan below the others, or all in a row if there is no height for it."""
        is_stacked = self.rect.height >= STACKED_MIN_RATIO * self.rect.width
        return self._stack_fans() if is_stacked else self._line_up_fans()

    def _stack_fans(self) -> PreviewLayout:
        width, height = self.rect.size
        padding = self._padding
        card_width = int(
            min(
                (height - 3 * padding) / (FAN_HEIGHT_RATIO * (1 + SMALL_CARD_RATIO)),
                (width - 2 * padding) / FAN_WIDTH_RATIO,
            )
        )
        small_width = round(card_width * SMALL_CARD_RATIO)
        italian_size, (french_size, pile_size) = _measure(card_width, 0)[0], _measure(small_width, self._pile_step)
        y_gap = (height - italian_size[1] - french_size[1]) // 3
        x_gap = (width - pile_size[0] - french_size[0]) // 3
        top_y = y_gap + french_size[1] // 2
        return PreviewLayout(
            _center_rect(italian_size, (width // 2, height - y_gap - italian_size[1] // 2)),
            _center_rect(pile_size, (x_gap + pile_size[0] // 2, top_y)),
            _center_rect(french_size, (width - x_gap - french_size[0] // 2, top_y)),
            card_width,
            small_width,
        )

    def _line_up_fans(self) -> PreviewLayout:
        width, height = self.rect.size
        card_width = int(min((height - 2 * self._padding) / FAN_HEIGHT_RATIO, width / ROW_WIDTH_RATIO))
        fan_size, pile_size = _measure(card_width, self._pile_step)
        gap = (width - 2 * fan_size[0] - pile_size[0]) // 4
        y = height // 2
        return PreviewLayout(
            _center_rect(fan_size, (gap + fan_size[0] // 2, y)),
            _center_rect(pile_size, (width // 2, y)),
            _center_rect(fan_size, (width - gap - fan_size[0] // 2, y)),
            card_width,
            card_width,
        )

    def paint(self, canvas: Canvas) -> None:
        canvas.blit(render_felt(canvas.size, self.theme, self.px(theme.BUTTON_CORNER_RADIUS)), (0, 0))
        self._shown_images = self._get_images()
        layout, (italian, french) = self.layout, self._shown_images
        if french:
            french_hand = self._sort(FRENCH_HAND, "french")
            self._draw_pile(canvas, french, layout.pile, layout.french_width)
            self._draw_fan(canvas, french, french_hand, layout.french_fan, layout.french_width)
        if italian:
            italian_hand = self._sort(ITALIAN_HAND, "italian")
            self._draw_fan(canvas, italian, italian_hand, layout.italian_fan, layout.italian_width)

    def _get_images(self) -> list[CardImages | None]:
        settings, layout, get_images = self.settings, self.layout, self.samples.get_ready_images
        return [
            get_images(settings.italian_card_folder, settings.back, ITALIAN_HAND, layout.italian_width),
            get_images(settings.french_deck, settings.back, FRENCH_HAND, layout.french_width),
        ]

    def _sort(self, hand: Hand, deck: DeckStyle) -> Hand:
        """Return a hand in the order of the settings."""
        settings = self.settings
        if settings.hand_order == "dealt":
            return hand
        ranking = next(game.ranking for game in GAMES.values() if game.deck == deck)
        return sort_for_display(
            hand, CardOrder(get_suit_order(deck), ranking, settings.hand_order, settings.strongest_first)
        )

    def _draw_pile(self, canvas: Canvas, card_images: CardImages, rect: pygame.Rect, width: int) -> None:
        step = self._pile_step
        for index in reversed(range(PILE_SIZE)):
            canvas.blit(card_images.get_card(HIDDEN_CARD, width), rect.move(index * step, index * step))

    def _draw_fan(
        self, canvas: Canvas, card_images: CardImages, cards: Sequence[Card], rect: pygame.Rect, width: int
    ) -> None:
        reach = width * CARD_ASPECT_RATIO * FAN_PIVOT_RATIO
        pivot = pygame.Vector2(rect.centerx, rect.centery + reach - width * 0.05)
        for index, card in enumerate(cards):
            angle = (index - (len(cards) - 1) / 2) * FAN_STEP_DEGREES
            position = pivot + pygame.Vector2(0, -reach).rotate(angle)
            image = card_images.get_posed_card(card, width, -angle, 1.0)
            canvas.blit(image, image.get_rect(center=(round(position.x), round(position.y))))


def _measure(card_width: int, pile_step: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the sizes of a fan and of a pile."""
    pile_height = (PILE_SIZE - 1) * pile_step
    return (
        (round(card_width * FAN_WIDTH_RATIO), round(card_width * FAN_HEIGHT_RATIO)),
        (card_width + pile_height, round(card_width * CARD_ASPECT_RATIO) + pile_height),
    )


def _center_rect(size: tuple[int, int], center: tuple[int, int]) -> pygame.Rect:
    rect = pygame.Rect((0, 0), size)
    rect.center = center
    return rect
