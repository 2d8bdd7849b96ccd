"""Tiles: large buttons with cards or portraits, which a thread rasterizes; until then they are painted without them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import pygame

from game.core.cards import Card
from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CardImages
from ui.graphics.shapes import render_felt
from ui.widgets.base import Place
from ui.widgets.described import DescribedWidget
from ui.widgets.focus import PRESS_KEYS
from ui.widgets.nodes import Frame

TILE_RADIUS: Final = 16
"""The radius of the corners of tiles and cards, in design pixels."""
SHADOW_OFFSET: Final = (2, 4)


def paint_felt(frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
    """Paint a piece of the table."""
    if rect.height > 0:
        radius = frame.px(theme.BUTTON_CORNER_RADIUS)
        canvas.blit(render_felt(rect.size, frame.place.manager.theme, radius), rect)


class PlacedCard(NamedTuple):
    """A card of a picture: its width and center in pixels, and its angle in degrees."""

    card: Card
    width: int
    center: tuple[float, float]
    angle: float = 0.0


class PictureWidget(DescribedWidget):
    """A widget with ``images`` of cards or portraits. `update_pictures` is called in each frame.

    ``cards`` and ``portraits``: the images that it needs, with their widths in pixels; they are known before the widget
    is made.
    """

    cards: Collection[tuple[Card, int]] = ()
    portraits: Sequence[tuple[int, int]] = ()

    def __init__(self, images: CardImages, rect: pygame.Rect, place: Place) -> None:
        self.images = images
        self.has_pictures = False
        super().__init__(rect, place)

    @property
    def is_waiting(self) -> bool:
        """Whether the widget is shown without its pictures."""
        return bool(self.alive()) and not self.has_pictures  # type: ignore[no-untyped-call]

    @property
    def has_new_pictures(self) -> bool:
        if self.has_pictures:
            return False
        is_ready = all(self.images.is_ready(*card) for card in self.cards) and all(
            self.images.is_portrait_ready(*portrait) for portrait in self.portraits
        )
        return is_ready or not self.images.is_busy

    def update_pictures(self) -> None:
        """Repaint the widget once its pictures are ready, or if no thread makes them."""
        if self.is_waiting and self.has_new_pictures:
            self.show_new_pictures()

    def show_new_pictures(self) -> None:
        self.has_pictures = True
        super().show_new_pictures()

    def draw_cards(self, canvas: Canvas, cards: Collection[PlacedCard]) -> None:
        """Paint cards with hard shadows."""
        offset = self.px(SHADOW_OFFSET[0]), self.px(SHADOW_OFFSET[1])
        for placed in cards:
            image = self.images.get_posed_card(placed.card, placed.width, placed.angle, 1.0)
            rect = image.get_rect(center=(round(placed.center[0]), round(placed.center[1])))
            canvas.blit(self.images.get_shadow(placed.card, placed.width, placed.angle), rect.move(offset))
            canvas.blit(image, rect)


class Portrait(PictureWidget):
    """The portrait of a player, by its number."""

    def __init__(self, number: int, images: CardImages, rect: pygame.Rect, place: Place) -> None:
        self.portraits = ((number, rect.width),)
        super().__init__(images, rect, place)

    def paint(self, canvas: Canvas) -> None:
        if self.has_pictures:
            canvas.blit(self.images.get_portrait(*self.portraits[0]), (0, 0))


class Tile(PictureWidget):
    """A tile that is pressed like a button; its handler gets ``value``."""

    value: Any = None
    inner_ring_radius = TILE_RADIUS - 6

    @property
    def key_help(self) -> str:
        return _("Button: Enter presses it")

    def find_part(self, position: tuple[int, int]) -> int | None:
        return 0

    def handle_click(self, part: int, position: tuple[int, int]) -> None:
        self.notify_changed()

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Handle a key: Enter and Space press the tile."""
        if event.key not in PRESS_KEYS:
            return False
        self.notify_changed()
        return True


def request_pictures(widgets: Sequence[PictureWidget]) -> None:
    """Request the pictures of widgets, which a thread rasterizes, so that no frame waits for them."""
    for images in dict.fromkeys(widget.images for widget in widgets):
        own_widgets = [widget for widget in widgets if widget.images is images]
        pairs = [pair for widget in own_widgets for pair in widget.cards]
        portraits = dict.fromkeys(portrait for widget in own_widgets for portrait in widget.portraits)
        images.prepare(
            dict.fromkeys(card for card, _width in pairs),
            dict.fromkeys(width for _card, width in pairs),
            [partial(images.paint_portrait, *portrait) for portrait in portraits],
        )
