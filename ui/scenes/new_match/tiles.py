"""The widgets of a new match: a seat, the sides, a preset, the line of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import pygame

from game.text.formatting import join_with_commas
from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CardImages
from ui.scenes.level_mark import describe_level
from ui.widgets.base import Place
from ui.widgets.described import Box
from ui.widgets.layout import Alternatives, Column, Layers, Padded, Rest, Row
from ui.widgets.nodes import Line, Node, Space, Text, make_disc, make_paint_frame, make_symbol
from ui.widgets.portraits import PortraitRow
from ui.widgets.tile import Tile

PORTRAIT_SIZE: Final = 72
SMALL_PORTRAIT_SIZE: Final = 40
TEXTS_HEIGHT: Final = 88
"""In design pixels: beside the name, the least above it on a narrow tile, and the texts below that."""
NARROW_TILE_WIDTH: Final = 224
"""Design pixels of width below which the portrait is above the name."""
BADGE_SIZE: Final = 28
CHOICE_MARK_SIZE: Final = 24
"""The sizes of the mark of a side and of that of a preset, in design pixels."""
MIN_DETAIL_WIDTH: Final = 60
"""Design pixels of width below which the detail after a name is left out."""
SIDE_SYMBOLS: Final = ("triangle", "diamond")
SIDE_COLORS: Final = (theme.OWN_SIDE_COLOR, theme.OTHER_SIDE_COLOR)
"""The marks of your side and of the other."""


class SeatTile(Tile):
    """The player at the seat ``value``: portrait, name and level.

    ``side``: 0 for yours, 1 for the other, None. ``portrait_number``: 0 for an empty seat. ``has_menu``: whether an
    arrow shows that pressing the tile changes the seat. ``is_marked``: whether the border is golden. ``kind``: of the
    player, if the dots of the level are before ``level``. ``note``: a line below, "" for none.
    """

    natural_size = (150, 104)

    def __init__(
        self,
        seat: int,
        name: str,
        level: str,
        portrait_number: int,
        side: int | None,
        images: CardImages,
        rect: pygame.Rect,
        place: Place,
        *,
        has_menu: bool = True,
        is_marked: bool = False,
        kind: str = "",
        note: str = "",
    ) -> None:
        self.value = seat
        self.name = name
        self.level = level
        self._side = side
        self._is_narrow = rect.width < NARROW_TILE_WIDTH * place.scale
        narrow_size = min(PORTRAIT_SIZE, max(SMALL_PORTRAIT_SIZE, round(rect.height / place.scale) - TEXTS_HEIGHT))
        self._portrait_size = narrow_size if self._is_narrow else PORTRAIT_SIZE
        self._has_menu, self._is_marked, self._kind = has_menu, is_marked, kind
        self.note = note
        self.portraits = ((portrait_number, self._portrait_size),) if portrait_number else ()
        super().__init__(images, rect, place)

    @property
    def value_text(self) -> str:
        sides = "" if self._side is None else _("your side") if self._side == 0 else _("the other side")
        return join_with_commas([text for text in (self.level, self.note, sides) if text])

    @property
    def key_help(self) -> str:
        return super().key_help if self._has_menu else ""

    def paint(self, canvas: Canvas) -> None:
        _paint_tile(self, canvas, self._describe(), theme.GOLD if self._is_marked else None)

    def _describe(self) -> Node:
        number = next((number for number, _width in self.portraits), 0)
        size = self._portrait_size
        portrait: Node = make_disc(size)
        if number:
            portrait = PortraitRow(self.images, [number], size) if self.has_pictures else Space(size)
        if self._side is not None:
            color = SIDE_COLORS[self._side]
            badge = make_disc(BADGE_SIZE, line_color=color, symbol=SIDE_SYMBOLS[self._side], symbol_color=color)
            portrait = Layers(portrait, Column(Space(grow=1), Row(Space(grow=1), badge)))
        name = Line(self.name or "–", face="serif", size=theme.ROW_TITLE_TEXT_SIZE)
        level: Node = Line(self.level, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)
        if self._kind:
            level = describe_level(self._kind)
        arrow = make_symbol("down", 18, theme.MUTED) if self._has_menu else None
        detail = Row(level, arrow, gap=theme.SMALL_GAP, align="middle")
        note = Line(self.note, face="bold", size=theme.SMALL_TEXT_SIZE) if self.note else None
        if self._is_narrow:
            rows = (portrait, name, detail, *([note] if note else []))
            centered = (Row(Space(grow=1), row, Space(grow=1)) for row in rows)
            return Padded(Column(Space(grow=1), *centered, Space(grow=1)), padding=theme.SMALL_GAP, top=0)
        texts = Column(name, detail, note, grow=1)
        return Padded(Row(portrait, texts, gap=theme.LARGE_GAP, align="middle"), padding=theme.LARGE_GAP, top=0)


def describe_sides(side_texts: Sequence[str]) -> Node:
    """Return the players of each side in words, yours first, after the marks of the sides; at the right."""

    def iter_nodes(grow: float) -> Iterator[Node]:
        for symbol, color, text in zip(SIDE_SYMBOLS, SIDE_COLORS, side_texts, strict=False):
            yield Space(theme.SMALL_GAP)
            yield make_symbol(symbol, 20, color)
            yield Line(text, grow=grow)

    label = Line(_("Sides:"), face="bold")
    rows = (Row(label, *iter_nodes(grow), gap=theme.SMALL_GAP, align="middle") for grow in (0, 1))
    return Alternatives(*(Row(Space(grow=1), row, align="middle") for row in rows))


class PresetTile(Tile):
    """The preset ``value`` of a game in a line: its name and what it is."""

    natural_size = (380, theme.BUTTON_HEIGHT)

    def __init__(
        self,
        preset: str,
        name: str,
        detail: str,
        is_selected: bool,
        images: CardImages,
        rect: pygame.Rect,
        place: Place,
    ) -> None:
        self.value = preset
        self.name = name
        self.detail = detail
        self.is_selected = is_selected
        super().__init__(images, rect, place)

    @property
    def value_text(self) -> str:
        chosen_text = _("chosen")
        return f"{self.detail}, {chosen_text}" if self.is_selected else self.detail

    def paint(self, canvas: Canvas) -> None:
        mark = make_disc(CHOICE_MARK_SIZE, line_color=theme.MUTED)
        if self.is_selected:
            mark = make_disc(CHOICE_MARK_SIZE, fill_color=theme.GOLD, line_color=theme.GOLD, symbol="check")
        line = _describe_line(_describe_name(self.name, self.detail), mark)
        _paint_tile(self, canvas, line, theme.GOLD if self.is_selected else None)


class RulesTile(Tile):
    """The rules of the match in a line, with the way to change them."""

    natural_size = (300, theme.BUTTON_HEIGHT)

    def __init__(self, name: str, detail: str, images: CardImages, rect: pygame.Rect, place: Place) -> None:
        self.name = name
        self.detail = detail
        super().__init__(images, rect, place)

    @property
    def value_text(self) -> str:
        return f"{self.name}, {self.detail}" if self.detail else self.name

    def paint(self, canvas: Canvas) -> None:
        _paint_tile(
            self, canvas, _describe_line(_describe_name(self.name, self.detail), *_list_link_nodes(_("House rules")))
        )


class CodeErrorTile(Tile):
    """The error in the deal code, with the way to its field."""

    def __init__(self, text: str, images: CardImages, rect: pygame.Rect, place: Place) -> None:
        self.text = text
        super().__init__(images, rect, place)

    @classmethod
    def measure_height(cls, place: Place, width: int, *args: Any, **options: Any) -> int:
        return _describe_error(args[0]).measure_height(make_paint_frame(place), width)

    def paint(self, canvas: Canvas) -> None:
        _paint_tile(self, canvas, _describe_error(self.text), theme.OTHER_SIDE_COLOR)


def _paint_tile(tile: Tile, canvas: Canvas, content: Node, line_color: theme.Color | None = None) -> None:
    """Paint a tile as a box with ``content``; its line is bright under the pointer, and by default that of panels."""
    is_hovered = tile.hovered_part is not None and bool(tile.key_help)
    edge_color = theme.CREAM if is_hovered else line_color or tile.theme.panel_line_color
    box = Box(content, fill_color=tile.theme.panel_color, line_color=edge_color)
    box.paint(tile.frame, canvas, canvas.rect)


def _describe_error(text: str) -> Node:
    error = Column(Space(theme.LARGE_GAP), Text(text, color=theme.RED_LIGHT), Space(theme.LARGE_GAP), grow=1)
    return _describe_line(error, *_list_link_nodes(_("Change")))


def _describe_line(*nodes: Node) -> Node:
    return Padded(Row(*nodes, gap=theme.GAP, align="middle"), padding=theme.SECTION_GAP, top=0)


def _list_link_nodes(text: str) -> tuple[Node, ...]:
    return Line(text, face="bold", color=theme.GOLD), make_symbol("next", 20)


def _describe_name(name: str, detail: str) -> Node:
    name_line, detail_line = Line(name, face="bold"), Line(detail, color=theme.MUTED)
    if not detail:
        return Row(name_line, Space(grow=1), grow=1)
    with_detail = Row(name_line, Rest(detail_line, MIN_DETAIL_WIDTH), gap=theme.GAP)
    return Alternatives(with_detail, Row(name_line, Space(grow=1)), grow=1)
