"""The widgets of a new match: a seat, the sides, a preset, the line of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import pygame

from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CardImages
from ui.graphics.shapes import make_rounded_rect
from ui.graphics.symbols import render_symbol
from ui.widgets.base import Place
from ui.widgets.controls import draw_box
from ui.widgets.layout import (
    Alternatives,
    Column,
    Frame,
    Layers,
    Line,
    Node,
    Padded,
    Painted,
    Rest,
    Row,
    Space,
    Symbol,
    Text,
    make_paint_frame,
)
from ui.widgets.portraits import PortraitRow
from ui.widgets.tile import Tile

PORTRAIT_SIZE: Final = 72
SMALL_PORTRAIT_SIZE: Final = 40
"""In design pixels: beside the name, and above it on a narrow tile."""
NARROW_TILE_WIDTH: Final = 224
"""Design pixels of width below which the portrait is above the name."""
BADGE_SIZE: Final = 28
MIN_DETAIL_WIDTH: Final = 60
"""Design pixels of width below which the detail after a name is left out."""
SIDE_SYMBOLS: Final = ("triangle", "diamond")
SIDE_COLORS: Final = (theme.OWN_SIDE_COLOR, theme.OTHER_SIDE_COLOR)
"""The marks of your side and of the other."""


class NodeTile(Tile):
    """A tile in a box that shows what it describes, with a light line under the pointer."""

    @property
    def line_color(self) -> theme.Color:
        """The color of the box's line while the pointer is elsewhere."""
        return self.theme.panel_line_color

    def describe(self) -> Node:
        """Return what is painted in the box."""
        raise NotImplementedError

    def paint(self, canvas: Canvas) -> None:
        is_hovered = self.hovered_part is not None and bool(self.key_help)
        line_color = theme.CREAM if is_hovered else self.line_color
        draw_box(canvas, self.theme, canvas.rect, self.theme.panel_color, line_color, self.ui_scale)
        manager: Any = self.ui_manager
        self.describe().paint(make_paint_frame(Place(manager, self.ui_scale)), canvas, canvas.rect)


class SeatTile(NodeTile):
    """The player at the seat ``value``: portrait, name and level.

    ``side``: 0 for yours, 1 for the other, None. ``portrait_number``: 0 for an empty seat. ``has_menu``: whether an
    arrow shows that pressing the tile changes the seat. ``is_marked``: whether the border is golden.
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
    ) -> None:
        self.value = seat
        self.name = name
        self.level = level
        self._side = side
        self._is_narrow = rect.width < NARROW_TILE_WIDTH * place.scale
        self._portrait_size = SMALL_PORTRAIT_SIZE if self._is_narrow else PORTRAIT_SIZE
        self._has_menu, self._is_marked = has_menu, is_marked
        self.portraits = ((portrait_number, place.px(self._portrait_size)),) if portrait_number else ()
        super().__init__(images, rect, place)

    @property
    def value_text(self) -> str:
        if self._side is None:
            return self.level
        side_text = _("your side") if self._side == 0 else _("the other side")
        return f"{self.level}, {side_text}"

    @property
    def key_help(self) -> str:
        return super().key_help if self._has_menu else ""

    @property
    def line_color(self) -> theme.Color:
        return theme.GOLD if self._is_marked else super().line_color

    def describe(self) -> Node:
        number = next((number for number, _width in self.portraits), 0)
        portrait: Node = EmptyPortrait(self._portrait_size)
        if number:
            has_pictures, size = self.has_pictures, self._portrait_size
            portrait = PortraitRow(self.images, [number], size) if has_pictures else Space(size)
        if self._side is not None:
            badge = Column(Space(grow=1), Row(Space(grow=1), SideBadge(self._side)))
            portrait = Layers(portrait, badge)
        name = Line(self.name or "–", face="serif", size=theme.ROW_TITLE_TEXT_SIZE)
        level = Line(self.level, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)
        arrow = Symbol("down", 18, theme.MUTED) if self._has_menu else None
        detail = Row(level, arrow, gap=theme.SMALL_GAP, align="middle")
        if self._is_narrow:
            rows = (portrait, name, detail)
            centered = (Row(Space(grow=1), row, Space(grow=1)) for row in rows)
            return Padded(Column(Space(grow=1), *centered, Space(grow=1)), padding=theme.SMALL_GAP, top=0)
        texts = Column(name, detail, grow=1)
        return Padded(Row(portrait, texts, gap=theme.LARGE_GAP, align="middle"), padding=theme.LARGE_GAP, top=0)


class EmptyPortrait(Painted):
    """A circle in place of the portrait of a seat where nobody is; ``size`` in design pixels."""

    def __init__(self, size: float) -> None:
        self._size = size

    def measure_width(self, frame: Frame, room: int) -> int:
        return frame.px(self._size)

    def measure_height(self, frame: Frame, width: int) -> int:
        return frame.px(self._size)

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        table_theme = frame.place.manager.theme
        circle = make_rounded_rect(
            rect.size, rect.width // 2, table_theme.panel_color, 255, table_theme.panel_line_color, 2
        )
        canvas.blit(circle, rect)


class SideBadge(Painted):
    """The mark of a side in a disc: 0 is yours, 1 the other."""

    def __init__(self, side: int) -> None:
        self._side = side

    def measure_width(self, frame: Frame, room: int) -> int:
        return frame.px(BADGE_SIZE)

    def measure_height(self, frame: Frame, width: int) -> int:
        return width

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        color, size = SIDE_COLORS[self._side], rect.width
        panel_color = frame.place.manager.theme.panel_color
        canvas.blit(make_rounded_rect(rect.size, size // 2, panel_color, 255, color, max(1, size // 14)), rect)
        symbol = render_symbol(SIDE_SYMBOLS[self._side], round(size * 0.62), color)
        canvas.blit(symbol, symbol.get_rect(center=rect.center))


def describe_sides(side_texts: Sequence[str]) -> Node:
    """Return the players of each side in words, yours first, after the marks of the sides; at the right."""

    def iter_nodes(grow: float) -> Iterator[Node]:
        for symbol, color, text in zip(SIDE_SYMBOLS, SIDE_COLORS, side_texts, strict=False):
            yield Space(theme.SMALL_GAP)
            yield Symbol(symbol, 20, color)
            yield Line(text, grow=grow)

    label = Line(_("Sides:"), face="bold")
    rows = (Row(label, *iter_nodes(grow), gap=theme.SMALL_GAP, align="middle") for grow in (0, 1))
    return Alternatives(*(Row(Space(grow=1), row, align="middle") for row in rows))


class PresetTile(NodeTile):
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

    @property
    def line_color(self) -> theme.Color:
        return theme.GOLD if self.is_selected else super().line_color

    def describe(self) -> Node:
        mark = ChoiceMark(self.is_selected)
        return _describe_line(_describe_name(self.name, self.detail), mark)


class ChoiceMark(Painted):
    """The mark of a preset: a check in a disc if it is chosen, else a ring."""

    def __init__(self, is_selected: bool) -> None:
        self._is_selected = is_selected

    def measure_width(self, frame: Frame, room: int) -> int:
        return frame.px(theme.SECTION_GAP)

    def measure_height(self, frame: Frame, width: int) -> int:
        return width

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        size, panel_color = rect.width, frame.place.manager.theme.panel_color
        fill_color, line_color = (theme.GOLD, theme.GOLD) if self._is_selected else (panel_color, theme.MUTED)
        canvas.blit(make_rounded_rect(rect.size, size // 2, fill_color, 255, line_color, max(1, size // 12)), rect)
        if self._is_selected:
            check = render_symbol("check", round(size * 0.67), theme.INK)
            canvas.blit(check, check.get_rect(center=rect.center))


class RulesTile(NodeTile):
    """The rules of the match in a line, with the way to change them."""

    natural_size = (300, theme.BUTTON_HEIGHT)

    def __init__(self, name: str, detail: str, images: CardImages, rect: pygame.Rect, place: Place) -> None:
        self.name = name
        self.detail = detail
        super().__init__(images, rect, place)

    @property
    def value_text(self) -> str:
        return f"{self.name}, {self.detail}" if self.detail else self.name

    def describe(self) -> Node:
        return _describe_line(_describe_name(self.name, self.detail), *_list_change_nodes())


class CodeErrorTile(NodeTile):
    """The error in the deal code, with the way to its field."""

    def __init__(self, text: str, images: CardImages, rect: pygame.Rect, place: Place) -> None:
        self.text = text
        super().__init__(images, rect, place)

    @classmethod
    def measure_height(cls, place: Place, width: int, *args: Any, **options: Any) -> int:
        return _describe_error(args[0]).measure_height(make_paint_frame(place), width)

    @property
    def line_color(self) -> theme.Color:
        return theme.OTHER_SIDE_COLOR

    def describe(self) -> Node:
        return _describe_error(self.text)


def _describe_error(text: str) -> Node:
    error = Column(Space(theme.LARGE_GAP), Text(text, color=theme.RED_LIGHT), Space(theme.LARGE_GAP), grow=1)
    return _describe_line(error, *_list_change_nodes())


def _describe_line(*nodes: Node) -> Node:
    return Padded(Row(*nodes, gap=theme.GAP, align="middle"), padding=theme.SECTION_GAP, top=0)


def _list_change_nodes() -> tuple[Node, ...]:
    return Line(_("Change"), face="bold", color=theme.GOLD), Symbol("next", 20)


def _describe_name(name: str, detail: str) -> Node:
    name_line, detail_line = Line(name, face="bold"), Line(detail, color=theme.MUTED)
    if not detail:
        return Row(name_line, Space(grow=1), grow=1)
    with_detail = Row(name_line, Rest(detail_line, MIN_DETAIL_WIDTH), gap=theme.GAP)
    return Alternatives(with_detail, Row(name_line, Space(grow=1)), grow=1)
