"""Tiles: large buttons with cards or portraits, which a thread rasterizes; until then they are painted without them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple, TypeAlias

import pygame

from game.core.cards import Card
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CARD_ASPECT_RATIO, CardImages
from ui.graphics.shapes import draw_rounded_rect, render_felt
from ui.widgets.base import Place, PressedWidget
from ui.widgets.described import DescribedWidget
from ui.widgets.nodes import Frame, Ground, Painted

TILE_RADIUS: Final = 16
"""The radius of the corners of tiles and cards, in design pixels."""
SHADOW_OFFSET: Final = (2, 4)


def paint_felt(frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
    """Paint a piece of the table."""
    if rect.height > 0:
        radius = frame.px(theme.BUTTON_CORNER_RADIUS)
        canvas.blit(render_felt(rect.size, frame.place.manager.theme, radius), rect)


def paint_edged_felt(
    frame: Frame, canvas: Canvas, rect: pygame.Rect, line_color: theme.Color, line_width: int, felt: tuple[int, int]
) -> pygame.Rect:
    """Paint a panel with an edge and felt in its upper left corner, and return the panel without the edge.

    ``line_width``: of the edge, ``felt``: the size of the felt, in pixels.
    """
    table_theme, radius = frame.place.manager.theme, frame.px(TILE_RADIUS)
    inner, inner_radius = rect.inflate(-2 * line_width, -2 * line_width), radius - line_width
    draw_rounded_rect(canvas, rect, radius, line_color)
    draw_rounded_rect(canvas, inner, inner_radius, table_theme.panel_color)
    if min(felt) > 0:
        canvas.blit(render_felt(inner.size, table_theme, inner_radius), inner, (0, 0, *felt))
    return inner


class PlacedCard(NamedTuple):
    """A card of a picture: its width and center in pixels, and its angle in degrees."""

    card: Card
    width: int
    center: tuple[float, float]
    angle: float = 0.0


CardArrangement: TypeAlias = Callable[[tuple[int, int]], Sequence[PlacedCard]]
"""(size of a picture in pixels) -> its cards, the lowest first."""


class PictureWidget(DescribedWidget):
    """A widget with ``images`` of cards or portraits. `update_pictures` is called in each frame.

    ``cards`` and ``portraits``: the images that it needs, with their widths, those of cards in pixels and those of
    portraits in design pixels; they are known before the widget is made.
    """

    cards: Collection[tuple[Card, int]] = ()
    portraits: Sequence[tuple[int, float]] = ()

    def __init__(self, images: CardImages, rect: pygame.Rect, place: Place) -> None:
        self.images = images
        self.has_pictures = False
        super().__init__(rect, place)

    @property
    def portrait_sizes(self) -> list[tuple[int, int]]:
        """The portraits with their widths in pixels."""
        return [(number, self.px(width)) for number, width in self.portraits]

    @property
    def is_waiting(self) -> bool:
        """Whether the widget is shown without its pictures."""
        return bool(self.alive()) and not self.has_pictures  # type: ignore[no-untyped-call]

    @property
    def has_new_pictures(self) -> bool:
        if self.has_pictures:
            return False
        is_ready = all(self.images.is_ready(*card) for card in self.cards) and all(
            self.images.is_portrait_ready(*portrait) for portrait in self.portrait_sizes
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
        offset = tuple(map(self.px, SHADOW_OFFSET))
        for placed in cards:
            image = self.images.get_posed_card(placed.card, placed.width, placed.angle, 1.0)
            rect = image.get_rect(center=(round(placed.center[0]), round(placed.center[1])))
            canvas.blit(self.images.get_shadow(placed.card, placed.width, placed.angle), rect.move(offset))
            canvas.blit(image, rect)


class NodePicture(PictureWidget):
    """A widget that shows a node once its pictures are ready."""

    def __init__(self, node: PictureNode, frame: Frame, rect: pygame.Rect) -> None:
        self._node, self._frame = node, frame
        self.cards, self.portraits = node.list_cards(frame), node.list_portraits(frame, rect)
        super().__init__(node.images, rect, frame.place)

    def paint(self, canvas: Canvas) -> None:
        if self.has_pictures:
            self._node.paint(self._frame, canvas, canvas.rect)


class PictureNode(Painted):
    """A painted node with ``images``; among widgets it is a widget that waits for them.

    Subclasses list the images that they need, as those of `PictureWidget`.
    """

    images: CardImages

    def list_cards(self, frame: Frame) -> Sequence[tuple[Card, int]]:
        """Return the cards with their widths in pixels."""
        return ()

    def list_portraits(self, frame: Frame, rect: pygame.Rect) -> Sequence[tuple[int, float]]:
        """Return the portraits with their widths in design pixels."""
        return ()

    def make(self, frame: Frame, rect: pygame.Rect) -> None:
        NodePicture(self, frame, rect)


@dataclass
class CardPicture(PictureNode):
    """A card of a width in design pixels, with space for a golden ring around it."""

    card: Card
    card_width: float
    has_ring: bool
    images: CardImages

    def __post_init__(self) -> None:
        self.width = self.card_width + 2 * theme.TINY_GAP
        self.height = self.card_width * CARD_ASPECT_RATIO + 2 * theme.TINY_GAP

    def list_cards(self, frame: Frame) -> Sequence[tuple[Card, int]]:
        return ((self.card, frame.px(self.card_width)),)

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        if self.has_ring:
            Ground(theme.GOLD, line_width=0, radius=theme.SMALL_GAP).paint(frame, canvas, rect)
        ((card, width),) = self.list_cards(frame)
        image = self.images.get_card(card, width)
        canvas.blit(image, image.get_rect(center=rect.center))


class CardsPicture(PictureWidget):
    """Cards, which ``arrange`` places for a size in pixels."""

    def __init__(self, arrange: CardArrangement, images: CardImages, rect: pygame.Rect, place: Place) -> None:
        self._placed_cards = arrange(rect.size)
        self.cards = {(placed.card, placed.width): None for placed in self._placed_cards}.keys()
        super().__init__(images, rect, place)

    def paint(self, canvas: Canvas) -> None:
        if self.has_pictures:
            self.draw_cards(canvas, self._placed_cards)


class Tile(PressedWidget, PictureWidget):
    """A tile that is pressed like a button."""

    inner_ring_radius = TILE_RADIUS - 6


def request_pictures(widgets: Sequence[PictureWidget]) -> None:
    """Request the pictures of widgets, which a thread rasterizes, so that no frame waits for them."""
    for images in dict.fromkeys(widget.images for widget in widgets):
        own_widgets = [widget for widget in widgets if widget.images is images]
        pairs = [pair for widget in own_widgets for pair in widget.cards]
        portraits = dict.fromkeys(portrait for widget in own_widgets for portrait in widget.portrait_sizes)
        images.prepare(
            dict.fromkeys(card for card, _width in pairs),
            dict.fromkeys(width for _card, width in pairs),
            [
                partial(images.paint_portrait, *portrait)
                for portrait in portraits
                if not images.is_portrait_ready(*portrait)
            ],
        )
