"""Parts of the page of a new match: a seat, the sides, a preset, the line of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import pygame

from game.text.formatting import join_with_commas
from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.card_images import CardImages
from ui.scenes.level_mark import describe_level
from ui.widgets.base import Place, PressedWidget
from ui.widgets.described import Box, DescribedWidget
from ui.widgets.fields import Widget
from ui.widgets.layout import Alternatives, Column, Layers, Padded, Rest, Row
from ui.widgets.nodes import Line, Node, Space, Text, make_disc, make_paint_frame, make_symbol
from ui.widgets.portraits import PortraitRow
from ui.widgets.tile import Tile

PORTRAIT_SIZE: Final = 72
SMALL_PORTRAIT_SIZE: Final = 40
TEXTS_HEIGHT: Final = 88
"""In design pixels: beside the name, the least above it on a narrow tile, and the texts below that."""
NARROW_TILE_WIDTH: Final = 224
NARROW_LEVEL_WIDTH: Final = 280
"""Design pixels of width below which the portrait is above the name: without and with the dots of the level."""
BADGE_SIZE: Final = 28
CHOICE_MARK_SIZE: Final = 24
"""The sizes of the mark of a side and of that of a preset, in design pixels."""
PRESET_WIDTH: Final = 380
RULES_WIDTH: Final = 300
MIN_DETAIL_WIDTH: Final = 60
"""Design pixels: the widths of a preset and of the rules, and that below which the detail after a name is left out."""
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
        self._is_narrow = rect.width < (NARROW_LEVEL_WIDTH if kind else NARROW_TILE_WIDTH) * place.scale
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

    def describe(self) -> Node:
        return _make_box(self, self._describe_player(), theme.GOLD if self._is_marked else None)

    def _describe_player(self) -> Node:
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


class BoxTile(PressedWidget, DescribedWidget):
    """A box with a node, which is pressed like a button; ``line_color``: None for that of panels."""

    inner_ring_radius = Tile.inner_ring_radius

    def __init__(
        self,
        node: Node,
        value: str,
        value_text: str,
        line_color: theme.Color | None,
        rect: pygame.Rect,
        place: Place,
    ) -> None:
        self._node, self.value, self._value_text, self._line_color = node, value, value_text, line_color
        super().__init__(rect, place)

    @classmethod
    def measure_height(cls, place: Place, width: int, *args: Any, **options: Any) -> int:
        height: int = args[0].measure_height(make_paint_frame(place), width)
        return height

    @property
    def value_text(self) -> str:
        return self._value_text

    def describe(self) -> Node:
        return _make_box(self, self._node, self._line_color)


def make_preset_tile(preset: str, name: str, detail: str, *, is_selected: bool) -> Widget:
    """Return a preset of a game in a line: its name and what it is."""
    line_color, symbol, value_text = (
        (theme.GOLD, "check", f"{detail}, {_('chosen')}") if is_selected else (None, "", detail)
    )
    mark = make_disc(CHOICE_MARK_SIZE, fill_color=line_color, line_color=line_color or theme.MUTED, symbol=symbol)
    line = _describe_line(_describe_name(name, detail), mark)
    tile = Widget(BoxTile, (line, preset, value_text, line_color), id=f"preset-{preset}", label=name)
    tile.width, tile.height = PRESET_WIDTH, theme.BUTTON_HEIGHT
    return tile


def make_rules_tile(name: str, detail: str) -> Widget:
    """Return the rules of the match in a line, with the way to change them."""
    line = _describe_line(_describe_name(name, detail), *_list_link_nodes(_("House rules")))
    tile = Widget(
        BoxTile, (line, "", ", ".join(filter(None, (name, detail))), None), id="rules", label=_("Rules"), grow=1
    )
    tile.width, tile.height = RULES_WIDTH, theme.BUTTON_HEIGHT
    return tile


def make_code_error(text: str) -> Widget:
    """Return the error in the deal code, with the way to its field."""
    error = Column(Space(theme.LARGE_GAP), Text(text, color=theme.RED_LIGHT), Space(theme.LARGE_GAP), grow=1)
    line = _describe_line(error, *_list_link_nodes(_("Change")))
    return Widget(BoxTile, (line, "", "", theme.OTHER_SIDE_COLOR), id="code-error", label=text)


def _make_box(tile: PressedWidget, content: Node, line_color: theme.Color | None) -> Box:
    """Return a tile as a box, whose line is bright under the pointer."""
    is_hovered = tile.hovered_part is not None and bool(tile.key_help)
    edge_color = theme.CREAM if is_hovered else line_color or tile.theme.panel_line_color
    return Box(content, fill_color=tile.theme.panel_color, line_color=edge_color)


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
