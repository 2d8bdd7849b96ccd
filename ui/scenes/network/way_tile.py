"""The tile of a way to play with others: its title, a picture of what happens there, and its button."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import pygame

from game.core.cards import HIDDEN_CARD
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CardImages
from ui.graphics.shapes import make_rounded_rect
from ui.widgets.base import Place
from ui.widgets.fields import Action
from ui.widgets.layout import Column, Row
from ui.widgets.nodes import Disc, Frame, Line, Node, Painter, Space, Symbol, Text, make_paint_frame
from ui.widgets.portraits import PortraitRow
from ui.widgets.tile import PlacedCard, Tile, paint_felt

MARK_SIZE: Final = 40
PORTRAIT_SIZE: Final = 104
MIN_PICTURE_HEIGHT: Final = 120
"""In design pixels: the mark at the title, a face in the picture, and the least height of a picture."""
CARD_SHARE: Final = 0.28
FAN_DEGREES: Final = 7
"""The width of a card as a share of the height of the picture, and the angle between two cards."""
SCREEN_MARGIN: Final = 20
DASHES: Final = 7
"""The space around a face on a screen in design pixels, and the dashes between two screens."""


class Way(NamedTuple):
    """A way to play with others. ``paint_picture`` gets the tile and the place of its picture.

    ``start``: its main action, for which the whole tile is the button; ``other``: another one below it.
    """

    symbol: str
    title: str
    hint: str
    paint_picture: Callable[[WayTile, Canvas, pygame.Rect], None]
    start: Action
    other: Action


class WayTile(Tile):
    """The tile of a way; ``faces``: the numbers of two portraits. A low tile leaves out the picture."""

    def __init__(
        self, way: Way, faces: tuple[int, int], images: CardImages, rect: pygame.Rect, place: Place
    ) -> None:  # fmt: skip
        self._way, self.faces = way, faces
        spare = rect.height - self.measure_height(place, rect.width, way)
        self._has_picture = spare >= place.px(MIN_PICTURE_HEIGHT)
        if self._has_picture:
            self.portraits = tuple((face, place.px(PORTRAIT_SIZE)) for face in faces)
            self.card_width = round(min(spare, rect.width // 2) * CARD_SHARE)
            self.cards = ((HIDDEN_CARD, self.card_width),)
        super().__init__(images, rect, place)

    @classmethod
    def measure_height(cls, place: Place, width: int, *args: Any, **options: Any) -> int:
        return describe_way(args[0], Space()).measure_height(make_paint_frame(place), width)

    @property
    def value_text(self) -> str:
        return self._way.hint

    def paint(self, canvas: Canvas) -> None:
        picture: Node = Painter(self._paint_picture, grow=1) if self._has_picture else Space(grow=1)
        describe_way(self._way, picture, is_hovered=self.hovered_part is not None).paint(
            self.frame, canvas, canvas.rect
        )

    def _paint_picture(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        paint_felt(frame, canvas, rect)
        if self.has_pictures:
            with canvas.clipped_to(rect):
                self._way.paint_picture(self, canvas, rect)


def describe_way(way: Way, picture: Node, *, is_hovered: bool = False) -> Node:
    """Return the title, the picture, the hint and the button of a way."""
    mark = Disc(MARK_SIZE, symbol=way.symbol, symbol_color=theme.CREAM)
    title = Text(way.title, face="serif", size=theme.LARGE_TEXT_SIZE, grow=1)
    is_gold = way.start.style == "#primary"
    color = theme.INK if is_gold else theme.CREAM
    words = Line(way.start.text, face="bold", color=color)
    symbol = Symbol(way.start.symbol, 20, color)
    label = Row(Space(grow=1), symbol, words, Space(grow=1), gap=theme.GAP, align="middle")

    def paint_button(frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        colors, radius = frame.place.manager.theme, frame.px(theme.BUTTON_CORNER_RADIUS)
        fill = theme.GOLD if is_gold else colors.hovered_button_color if is_hovered else colors.button_color
        edge = theme.CREAM if is_hovered else colors.panel_line_color
        canvas.blit(make_rounded_rect(rect.size, radius, fill, 255, edge, colors.compute_line_width(2)), rect)
        label.paint(frame, canvas, rect)

    return Column(
        Row(mark, title, gap=theme.LARGE_GAP, align="middle"),
        picture,
        Text(way.hint),
        Painter(paint_button, height=theme.LARGE_CONTROL_HEIGHT),
        gap=theme.GAP,
    )


def paint_one_screen(tile: WayTile, canvas: Canvas, rect: pygame.Rect) -> None:
    """Paint two people with covered cards between them."""
    paint_faces(tile, canvas, rect)
    width = tile.card_width
    tile.draw_cards(
        canvas,
        [
            PlacedCard(HIDDEN_CARD, width, (rect.centerx + step * width * 0.45, rect.centery), -step * FAN_DEGREES)
            for step in (-1, 0, 1)
        ],
    )


def paint_two_screens(tile: WayTile, canvas: Canvas, rect: pygame.Rect) -> None:
    """Paint two people, each on a screen, and dashes between the screens."""
    width, height = tile.px(PORTRAIT_SIZE + 3 * SCREEN_MARGIN), tile.px(PORTRAIT_SIZE + SCREEN_MARGIN)
    foot, line = tile.px(8), tile.px(3)
    left, right = (pygame.Rect(0, 0, width, height) for _face in tile.faces)
    left.center, right.center = ((rect.left + rect.width * part // 4, rect.centery) for part in (1, 3))
    for screen in (left, right):
        ground = make_rounded_rect(screen.size, tile.px(8), tile.theme.panel_color, 255, theme.MUTED, line)
        canvas.blit(ground, screen)
        stand = pygame.Rect(0, 0, width // 2, foot)
        stand.midtop = screen.midbottom
        canvas.blit(make_rounded_rect(stand.size, foot // 2, theme.MUTED), stand)
    paint_faces(tile, canvas, rect)
    step = (right.left - left.right) / (2 * DASHES + 1)
    for dash in range(DASHES):
        start = left.right + step * (2 * dash + 1)
        canvas.draw_line(theme.CREAM, (round(start), rect.centery), (round(start + step), rect.centery), line)


def paint_faces(tile: WayTile, canvas: Canvas, rect: pygame.Rect) -> None:
    """Paint the two people in the left and in the right half of a rectangle."""
    for face, part in zip(tile.faces, (0, 1), strict=True):
        half = pygame.Rect(rect.left + part * rect.width // 2, rect.top, rect.width // 2, rect.height)
        PortraitRow(tile.images, [face], PORTRAIT_SIZE).paint(tile.frame, canvas, half)
