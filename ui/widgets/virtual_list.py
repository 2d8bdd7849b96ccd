"""A list of any length, which renders only the visible rows and caches their images."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas, render_image
from ui.widgets.base import CustomWidget
from ui.widgets.focus import ENTER_KEYS
from ui.widgets.layout import Column, Layers, Padded
from ui.widgets.nodes import Frame, Ground, Line, Node, Space
from ui.widgets.scroll_area import BAR_GAP, BAR_WIDTH, Scrollable

MAX_CACHED_IMAGES: Final = 200
"""The number of row images after which the cache is cleared."""
EMPTY_ROOM_RATIO: Final = 5.8
"""The height of the words of a list without rows, in text sizes."""
PAGE_HEIGHT_RATIO: Final = 0.85
"""The share of the list's height that a page key scrolls."""


class VirtualList(Scrollable, CustomWidget):
    """A list of rows, which the scene draws with `draw`, below the widgets; ``value``: the index of the selected one.

    ``narrate_row(index)`` returns a row as a line of text, ``describe_row(index)`` as nodes, which are painted when it
    becomes visible. ``row_height``: in design pixels. ``on_chosen`` is called when Enter is pressed on
    the selected row and, with ``is_chosen_by_click``, after a click on a row. ``row_gap``: the design pixels between
    rows that are panels of their own, 0 for rows on a common panel. ``describe_empty`` returns the words that a list
    without rows shows.
    """

    def __init__(
        self,
        rect: pygame.Rect,
        frame: Frame,
        *,
        row_height: int,
        row_count: int,
        narrate_row: Callable[[int], str],
        describe_row: Callable[[int], Node],
        on_chosen: Callable[[], object] = lambda: None,
        selected_index: int = 0,
        is_chosen_by_click: bool = False,
        row_gap: int = 0,
        describe_empty: Callable[[], str] = lambda: "",
    ) -> None:
        self.row_count = row_count
        self.value = min(max(0, selected_index), max(0, row_count - 1))
        self.viewport, self.row_height = rect, frame.px(row_height)
        self.height = self.row_height * row_count
        self.width = rect.width - frame.px(BAR_WIDTH + BAR_GAP)
        self._frame, self._row_gap, self._describe_empty = frame, row_gap, describe_empty
        self._narrate_row, self._describe_row = narrate_row, describe_row
        self._on_chosen, self._is_chosen_by_click = on_chosen, is_chosen_by_click
        self._row_images: dict[tuple[int, bool, bool], pygame.Surface] = {}
        super().__init__(rect, frame.place)
        self.update_scroll_bar(rect, frame.place)

    @property
    def value_text(self) -> str:
        return self._narrate_row(self.value) if self.row_count else _("nothing")

    @property
    def key_help(self) -> str:
        number, count = (self.value + 1 if self.row_count else 0), self.row_count
        return _("Row {number} of {count}: press Up or Down to move").format(number=number, count=count)

    def set_count(self, row_count: int) -> None:
        """Show other rows, ``row_count`` of them, and select the first."""
        self.row_count, self.value = row_count, 0
        self.height = self.row_height * row_count
        self._row_images.clear()
        self.update_scroll_bar(self.viewport, self._frame.place)
        self.move_to(0)

    def kill(self) -> None:
        """Remove the list and its scroll bar."""
        if self._scroll_bar is not None:
            self._scroll_bar.kill()  # type: ignore[no-untyped-call]
        super().kill()  # type: ignore[no-untyped-call]

    # -- images

    def repaint(self) -> None:
        """Leave the widget image empty: `draw` paints the rows, so that scrolling needs no image of all of them."""
        self._set_image(pygame.Surface((1, 1), pygame.SRCALPHA))

    def draw(self, canvas: Canvas) -> None:
        """Paint the visible rows."""
        viewport = self.viewport
        end_index = min(self.row_count, -(-(self.offset + viewport.height) // self.row_height))
        with canvas.clipped_to(viewport):
            for index in range(self.offset // self.row_height, end_index):
                y = viewport.top + index * self.row_height - self.offset
                canvas.blit(self._get_row_image(index), (viewport.left, y))
            if not self.row_count:
                empty = Line(self._describe_empty(), align="centre", room_ratio=EMPTY_ROOM_RATIO)
                Column(empty).paint(self._frame, canvas, viewport)

    def _get_row_image(self, index: int) -> pygame.Surface:
        image_key = (index, index == self.value, index == self.hovered_part)
        if image_key not in self._row_images:
            if len(self._row_images) >= MAX_CACHED_IMAGES:
                self._row_images.clear()
            self._row_images[image_key] = self._render_row(*image_key)
        return self._row_images[image_key]

    def _render_row(self, index: int, is_selected: bool, is_hovered: bool) -> pygame.Surface:
        row = self._describe_row(index)
        if is_selected or is_hovered or self._row_gap:
            row = Layers(self._describe_ground(is_selected=is_selected, is_hovered=is_hovered), row)
        size = self.width, self.row_height
        return render_image(size, lambda canvas: row.paint(self._frame, canvas, canvas.rect))

    def _describe_ground(self, *, is_selected: bool, is_hovered: bool) -> Node:
        line_color = theme.GOLD if is_selected else None
        if not self._row_gap:
            ground = Ground(self.theme.pressed_button_color, line_color, radius=8, has_contrast_line=True)
            return Padded(ground, padding=0, top=2)
        fill_color = self.theme.button_color if is_hovered else self.theme.panel_color
        if is_selected:
            fill_color = self.theme.hovered_button_color
        ground = Ground(fill_color, line_color, line_width=2 if is_selected else 1, has_contrast_line=True, grow=1)
        return Column(ground, Space(self._row_gap))

    # -- events

    def find_part(self, position: tuple[int, int]) -> int | None:
        index = (position[1] + self.offset) // self.row_height
        return index if index < self.row_count and position[0] < self.width else None

    def handle_click(self, part: int, position: tuple[int, int]) -> None:
        self.select(part)
        if self._is_chosen_by_click:
            self._on_chosen()

    def process_event(self, event: pygame.event.Event) -> bool:
        mouse_position = self.ui_manager.get_mouse_position()
        return self.scroll_by_wheel(event, mouse_position) or super().process_event(event)

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Select a row by arrows, paging keys, Home and End, or choose it by Enter; return whether the key is used.

        At the first and last row the arrows are not used, so that they move the focus.
        """
        page_rows = max(1, int(self.rect.height * PAGE_HEIGHT_RATIO) // self.row_height)
        steps = {pygame.K_UP: -1, pygame.K_DOWN: 1, pygame.K_PAGEUP: -page_rows, pygame.K_PAGEDOWN: page_rows}
        ends = {pygame.K_HOME: 0, pygame.K_END: self.row_count - 1}
        if event.key in ENTER_KEYS and self.row_count:
            self._on_chosen()
        elif event.key in ends:
            self.select(ends[event.key])
        elif event.key in steps and 0 <= self.value + (1 if steps[event.key] > 0 else -1) < self.row_count:
            self.select(self.value + steps[event.key])
        else:
            return False
        return True

    def select(self, index: int) -> None:
        """Select a row and scroll it into sight."""
        index = min(max(0, index), self.row_count - 1)
        if index < 0:
            return
        top = index * self.row_height
        self.move_to(min(max(self.offset, top + self.row_height - int(self.rect.height)), top))
        self.choose(index)
