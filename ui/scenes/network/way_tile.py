"""The tile of a way to play with others: its title, a picture of what happens there, and its button."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import pygame

from game.core.cards import HIDDEN_CARD
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CardImages
from ui.widgets.base import Place
from ui.widgets.fields import Action
from ui.widgets.layout import Anchored, Column, Layers, Row, Sized
from ui.widgets.nodes import ROUND, Disc, Frame, Ground, Line, Node, Painter, Space, Symbol, Text, make_paint_frame
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
SCREEN_RADIUS: Final = 8
DASHES: Final = 7
"""The space around a face on a screen and the radius of its corners in design pixels, and the dashes between two."""


class Way(NamedTuple):
    """A way to play with others. ``describe_picture`` gets the tile.

    ``start``: its main action, for which the whole tile is the button; ``other``: another one below it.
    """

    symbol: str
    title: str
    hint: str
    describe_picture: Callable[[WayTile], Node]
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
            self.portraits = tuple((face, PORTRAIT_SIZE) for face in faces)
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
                self._way.describe_picture(self).paint(frame, canvas, rect)


def describe_way(way: Way, picture: Node, *, is_hovered: bool = False) -> Node:
    """Return the title, the picture, the hint and the button of a way."""
    mark = Disc(MARK_SIZE, symbol=way.symbol, symbol_color=theme.CREAM)
    title = Text(way.title, face="serif", size=theme.LARGE_TEXT_SIZE, grow=1)
    is_gold = way.start.style == "#primary"
    color = theme.INK if is_gold else theme.CREAM
    words = Line(way.start.text, face="bold", size=theme.LARGE_TEXT_SIZE, color=color)
    symbol = Symbol(way.start.symbol, 24, color)
    label = Row(Space(grow=1), symbol, words, Space(grow=1), gap=theme.GAP, align="middle")

    def paint_button(frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        colors = frame.place.manager.theme
        fill = theme.GOLD if is_gold else colors.hovered_button_color if is_hovered else colors.button_color
        ground = Ground(fill, theme.CREAM if is_hovered else None, line_width=2, has_contrast_line=True)
        Layers(ground, label).paint(frame, canvas, rect)

    return Column(
        Row(mark, title, gap=theme.LARGE_GAP, align="middle"),
        picture,
        Text(way.hint),
        Painter(paint_button, height=theme.LARGE_CONTROL_HEIGHT),
        gap=theme.GAP,
    )


def describe_one_screen(tile: WayTile) -> Node:
    """Return two people with covered cards between them."""

    def paint_cards(_frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        width = tile.card_width
        centers = ((step, (rect.centerx + step * width * 0.45, rect.centery)) for step in (-1, 0, 1))
        cards = [PlacedCard(HIDDEN_CARD, width, center, -step * FAN_DEGREES) for step, center in centers]
        tile.draw_cards(canvas, cards)

    return Layers(Row(*list_faces(tile)), Painter(paint_cards))


def describe_two_screens(tile: WayTile) -> Node:
    """Return two people, each on a screen, and dashes between the screens."""
    ground = Ground(line_color=theme.MUTED, line_width=3, radius=SCREEN_RADIUS)
    stand = Row(Space(grow=1), Ground(theme.MUTED, line_width=0, radius=ROUND, grow=2), Space(grow=1))
    screens = (
        Column(
            Space(SCREEN_RADIUS),
            Sized(Layers(ground, face), width=PORTRAIT_SIZE + 3 * SCREEN_MARGIN, height=PORTRAIT_SIZE + SCREEN_MARGIN),
            Sized(stand, height=SCREEN_RADIUS),
        )
        for face in list_faces(tile)
    )
    dashes = (Ground(theme.CREAM, line_width=0, radius=0, grow=1) for _dash in range(DASHES))
    line = Row(*(node for dash in dashes for node in (Space(grow=1), dash)), Space(grow=1))
    first, second = (Anchored(screen) for screen in screens)
    middle = Anchored(Sized(line, height=3), grow=2)
    return Row(Space(grow=1), first, middle, second, Space(grow=1))


def list_faces(tile: WayTile) -> list[PortraitRow]:
    """Return the portraits of the two people, each in the middle of its half."""
    return [PortraitRow(tile.images, [face], PORTRAIT_SIZE, grow=1) for face in tile.faces]
