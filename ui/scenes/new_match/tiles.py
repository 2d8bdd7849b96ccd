"""The widgets of a new match: a seat, the sides, a preset, the line of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import pygame

from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CardImages
from ui.graphics.shapes import make_rounded_rect
from ui.graphics.symbols import render_symbol
from ui.graphics.theme import LINE_HEIGHT_RATIO
from ui.widgets.base import CustomWidget, Place
from ui.widgets.controls import draw_box
from ui.widgets.tile import CAPTION_TEXT_SIZE, Tile

PORTRAIT_SIZE: Final = 72
SMALL_PORTRAIT_SIZE: Final = 44
"""In design pixels: beside the name, and above it on a narrow tile."""
NARROW_TILE_WIDTH: Final = 224
"""Design pixels of width below which the portrait is above the name."""
BADGE_SIZE: Final = 30
SMALL_BADGE_SIZE: Final = 24
ERROR_PADDING: Final = 16
"""Design pixels above and below the lines of an error."""
CHOICE_MARK_SIZE: Final = 24
"""The size of the mark of a preset in design pixels: a check in a disc if it is chosen, else a ring."""
SIDE_SYMBOLS: Final = ("triangle", "diamond")
SIDE_COLORS: Final = (theme.OWN_SIDE_COLOR, theme.OTHER_SIDE_COLOR)
"""The marks of your side and of the other."""


class SeatTile(Tile):
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
        size = place.px(SMALL_PORTRAIT_SIZE if self._is_narrow else PORTRAIT_SIZE)
        self._portrait = (portrait_number, size)
        self._has_menu, self._is_marked = has_menu, is_marked
        self.portraits = (self._portrait,) if portrait_number else ()
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

    def paint(self, canvas: Canvas) -> None:
        px, size = self.px, self._portrait[1]
        line_color = theme.GOLD if self._is_marked else self.theme.panel_line_color
        if self.hovered_part is not None and self._has_menu:
            line_color = theme.CREAM
        draw_box(canvas, self.theme, canvas.rect, self.theme.panel_color, line_color, self.ui_scale)
        if self._is_narrow:
            portrait_rect = pygame.Rect((canvas.width - size) // 2, px(8), size, size)
            text_rect = pygame.Rect(px(8), portrait_rect.bottom, canvas.width - 2 * px(8), canvas.height - px(6))
        else:
            portrait_rect = pygame.Rect(px(16), (canvas.height - size) // 2, size, size)
            left = portrait_rect.right + px(16)
            text_rect = pygame.Rect(left, 0, canvas.width - px(12) - left, canvas.height)
        text_rect.height = canvas.height - text_rect.top - (px(6) if self._is_narrow else 0)
        if self.portraits and self.has_pictures:
            canvas.blit(self.images.get_portrait(*self._portrait), portrait_rect)
        elif not self.portraits:
            canvas.draw_aacircle(self.theme.panel_line_color, portrait_rect.center, size // 2)
            canvas.draw_aacircle(self.theme.panel_color, portrait_rect.center, size // 2 - px(2))
        if self._side is not None:
            self._draw_badge(canvas, portrait_rect, self._side)
        self._draw_texts(canvas, text_rect)

    def _draw_texts(self, canvas: Canvas, rect: pygame.Rect) -> None:
        px = self.px
        name = theme.render_fitted_text(
            self.name or "–", "serif", px(theme.ROW_TITLE_TEXT_SIZE), theme.CREAM, rect.width
        )
        arrow_space = px(26) if self._has_menu else 0
        level = theme.render_fitted_text(
            self.level, "sans", px(CAPTION_TEXT_SIZE), theme.MUTED, rect.width - arrow_space
        )
        gap = 0 if self._is_narrow else px(4)
        top = rect.centery - (name.get_height() + gap + level.get_height()) // 2
        level_top = top + name.get_height() + gap
        level_width = level.get_width() + arrow_space
        name_left = rect.centerx - name.get_width() // 2 if self._is_narrow else rect.left
        level_left = rect.centerx - level_width // 2 if self._is_narrow else rect.left
        canvas.blit(name, (name_left, top))
        canvas.blit(level, (level_left, level_top))
        if self._has_menu:
            arrow = render_symbol("down", px(18), theme.MUTED)
            arrow_center = level_top + level.get_height() // 2
            canvas.blit(arrow, arrow.get_rect(midright=(level_left + level_width, arrow_center)))

    def _draw_badge(self, canvas: Canvas, portrait_rect: pygame.Rect, side: int) -> None:
        px, color = self.px, SIDE_COLORS[side]
        size = px(SMALL_BADGE_SIZE if self._is_narrow else BADGE_SIZE)
        rect = pygame.Rect(0, 0, size, size)
        rect.center = portrait_rect.right - px(6), portrait_rect.bottom - px(8)
        if self._is_narrow:
            rect.center = portrait_rect.right + px(4), portrait_rect.centery
        canvas.blit(make_rounded_rect(rect.size, size // 2, self.theme.panel_color, 255, color, px(2)), rect)
        symbol = render_symbol(SIDE_SYMBOLS[side], round(size * 0.62), color)
        canvas.blit(symbol, symbol.get_rect(center=rect.center))


class SidesLine(CustomWidget):
    """The players of each side in words, yours first, after the marks of the sides; aligned right."""

    natural_size = (300, theme.LARGE_CONTROL_HEIGHT)

    def __init__(
        self, side_texts: Sequence[str], rect: pygame.Rect, place: Place) -> None:  # fmt: skip
        self._side_texts = tuple(side_texts)
        super().__init__(rect, place)

    def paint(self, canvas: Canvas) -> None:
        px = self.px
        label = theme.render_text(_("Sides:"), "bold", px(theme.BODY_TEXT_SIZE), theme.CREAM)
        width = (canvas.width - label.get_width() - px(24)) // len(self._side_texts) - px(28)
        right = canvas.width
        for side, text in reversed(list(enumerate(self._side_texts))):
            image = theme.render_fitted_text(text, "sans", px(theme.BODY_TEXT_SIZE), theme.CREAM, width)
            rect = image.get_rect(midright=(right, canvas.height // 2))
            symbol = render_symbol(SIDE_SYMBOLS[side], px(20), SIDE_COLORS[side])
            canvas.blit(image, rect)
            canvas.blit(symbol, symbol.get_rect(midright=(rect.left - px(8), canvas.height // 2)))
            right = rect.left - px(28 + 24)
        canvas.blit(label, label.get_rect(midright=(right + px(8), canvas.height // 2)))


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
        px, center_y = self.px, canvas.height // 2
        plain_color = theme.CREAM if self.hovered_part is not None else self.theme.panel_line_color
        line_color = theme.GOLD if self.is_selected else plain_color
        draw_box(canvas, self.theme, canvas.rect, self.theme.panel_color, line_color, self.ui_scale)
        mark = pygame.Rect(0, 0, px(CHOICE_MARK_SIZE), px(CHOICE_MARK_SIZE))
        mark.midright = canvas.width - px(24), center_y
        fill_color = theme.GOLD if self.is_selected else self.theme.panel_color
        mark_color = theme.GOLD if self.is_selected else theme.MUTED
        canvas.blit(make_rounded_rect(mark.size, mark.width // 2, fill_color, 255, mark_color, max(1, px(2))), mark)
        if self.is_selected:
            check = render_symbol("check", px(16), theme.INK)
            canvas.blit(check, check.get_rect(center=mark.center))
        _draw_name_and_detail(self, canvas, pygame.Rect(px(24), 0, mark.left - px(12) - px(24), canvas.height))


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
        line_color = theme.CREAM if self.hovered_part is not None else self.theme.panel_line_color
        draw_box(canvas, self.theme, canvas.rect, self.theme.panel_color, line_color, self.ui_scale)
        _draw_change(self, canvas)
        width = canvas.width - self.px(24) - _measure_change(self.px)
        _draw_name_and_detail(self, canvas, pygame.Rect(self.px(24), 0, width, canvas.height))


class CodeErrorTile(Tile):
    """The error in the deal code, with the way to its field."""

    def __init__(self, text: str, images: CardImages, rect: pygame.Rect, place: Place) -> None:
        self.text = text
        super().__init__(images, rect, place)

    @classmethod
    def measure_height(cls, place: Place, width: int, *args: Any, **options: Any) -> int:
        return _measure_error(_wrap_error(args[0], width, place.px, has_change=True), place.px)

    def paint(self, canvas: Canvas) -> None:
        line_color = theme.CREAM if self.hovered_part is not None else theme.OTHER_SIDE_COLOR
        draw_box(canvas, self.theme, canvas.rect, self.theme.panel_color, line_color, self.ui_scale)
        _draw_change(self, canvas)
        _draw_error(self, canvas, _wrap_error(self.text, canvas.width, self.px, has_change=True))


def _measure_change(px: Callable[[float], int]) -> int:
    """Return the width of "Change" and an arrow with the space around them, in pixels."""
    width = theme.load_font("bold", px(theme.BODY_TEXT_SIZE)).size(_("Change"))[0]
    return px(16) + width + px(8) + px(20) + px(24)


def _draw_change(tile: Tile, canvas: Canvas) -> None:
    """Draw "Change" and an arrow at the right of a tile."""
    px, center_y = tile.px, canvas.height // 2
    arrow = render_symbol("next", px(20), theme.GOLD)
    change = theme.render_text(_("Change"), "bold", px(theme.BODY_TEXT_SIZE), theme.GOLD)
    arrow_rect = arrow.get_rect(midright=(canvas.width - px(24), center_y))
    change_rect = change.get_rect(midright=(arrow_rect.left - px(8), center_y))
    canvas.blit(arrow, arrow_rect)
    canvas.blit(change, change_rect)


def _draw_name_and_detail(tile: PresetTile | RulesTile, canvas: Canvas, rect: pygame.Rect) -> None:
    """Draw the name of a tile and, where there is room, the detail after it."""
    px, size = tile.px, tile.px(theme.BODY_TEXT_SIZE)
    name = theme.render_fitted_text(tile.name, "bold", size, theme.CREAM, rect.width)
    name_rect = name.get_rect(midleft=rect.midleft)
    canvas.blit(name, name_rect)
    detail_width = rect.width - name.get_width() - px(12)
    if tile.detail and detail_width > px(60):
        detail = theme.render_fitted_text(tile.detail, "sans", size, theme.MUTED, detail_width)
        canvas.blit(detail, detail.get_rect(midleft=(name_rect.right + px(12), rect.centery)))


class ErrorLine(CustomWidget):
    """The error in the names, in coral on a panel."""

    def __init__(self, text: str, rect: pygame.Rect, place: Place) -> None:
        self.text = text
        super().__init__(rect, place)

    @classmethod
    def measure_height(cls, place: Place, width: int, *args: Any, **options: Any) -> int:
        return _measure_error(_wrap_error(args[0], width, place.px, has_change=False), place.px)

    def paint(self, canvas: Canvas) -> None:
        draw_box(canvas, self.theme, canvas.rect, self.theme.panel_color, theme.OTHER_SIDE_COLOR, self.ui_scale)
        _draw_error(self, canvas, _wrap_error(self.text, canvas.width, self.px, has_change=False))


def _wrap_error(text: str, width: int, px: Callable[[float], int], *, has_change: bool) -> list[str]:
    """Return the lines of an error in a row of ``width`` pixels; ``has_change``: "Change" is at its right."""
    text_width = width - px(24) - (_measure_change(px) if has_change else px(24))
    return theme.wrap_text(text, "sans", px(theme.BODY_TEXT_SIZE), text_width)


def _measure_error(lines: Sequence[str], px: Callable[[float], int]) -> int:
    """Return the height of a row with the lines of an error, in pixels."""
    return len(lines) * round(px(theme.BODY_TEXT_SIZE) * LINE_HEIGHT_RATIO) + 2 * px(ERROR_PADDING)


def _draw_error(widget: CustomWidget, canvas: Canvas, lines: Sequence[str]) -> None:
    """Draw the lines of an error in coral at the left."""
    size = widget.px(theme.BODY_TEXT_SIZE)
    line_height = round(size * LINE_HEIGHT_RATIO)
    center_y = (canvas.height - (len(lines) - 1) * line_height) // 2
    for index, line in enumerate(lines):
        image = theme.render_text(line, "sans", size, theme.RED_LIGHT)
        canvas.blit(image, image.get_rect(midleft=(widget.px(24), center_y + index * line_height)))
