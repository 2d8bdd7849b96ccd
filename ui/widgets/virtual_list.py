"""A list of any length, which renders only the visible rows and caches their images."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas, render_image
from ui.graphics.shapes import make_rounded_rect
from ui.widgets.base import CustomWidget, Place
from ui.widgets.focus import ENTER_KEYS
from ui.widgets.label import draw_fitted_text
from ui.widgets.scroll_area import BAR_GAP, BAR_WIDTH, WHEEL_STEP, ScrollBar, ScrollState

MAX_CACHED_IMAGES: Final = 200
"""The number of row images after which the cache is cleared."""
EMPTY_TEXT_HEIGHT: Final = 104
PAGE_HEIGHT_RATIO: Final = 0.85
"""The share of the list's height that a page key scrolls."""


class VirtualList(CustomWidget):
    """A list of rows, which the scene draws with `draw`, below the widgets; `selected_index` is selected.

    ``describe_row(index)`` returns a row as a line of text; ``paint_row(index, canvas)`` paints it on a canvas of its
    size, when it becomes visible. ``row_height``: in design pixels. ``on_chosen`` is called when Enter is pressed on
    the selected row and, with ``is_chosen_by_click``, after a click on a row. ``row_gap``: the design pixels between
    rows that are panels of their own, 0 for rows on a common panel. ``describe_empty`` returns the words that a list
    without rows shows.
    """

    def __init__(
        self,
        rect: pygame.Rect,
        place: Place,
        *,
        row_height: int,
        row_count: int,
        describe_row: Callable[[int], str],
        paint_row: Callable[[int, Canvas], None],
        on_chosen: Callable[[], object] = lambda: None,
        selected_index: int = 0,
        is_chosen_by_click: bool = False,
        row_gap: int = 0,
        describe_empty: Callable[[], str] = lambda: "",
    ) -> None:
        self.row_count = row_count
        self.selected_index = min(max(0, selected_index), max(0, row_count - 1))
        self.offset = 0
        self.row_height = place.px(row_height)
        self.width = rect.width - place.px(BAR_WIDTH + BAR_GAP)
        self._place, self._row_gap, self._describe_empty = place, place.px(row_gap), describe_empty
        self._describe_row, self._paint_row, self._on_chosen, self._is_chosen_by_click = (
            describe_row,
            paint_row,
            on_chosen,
            is_chosen_by_click,
        )
        self._row_images: dict[tuple[int, bool, bool], pygame.Surface] = {}
        self._scroll_bar: ScrollBar | None = None
        super().__init__(rect, place)
        self._update_scroll_bar()

    @property
    def value(self) -> int:
        """The index of the selected row."""
        return self.selected_index

    @property
    def value_text(self) -> str:
        return self._describe_row(self.selected_index) if self.row_count else _("nothing")

    @property
    def key_help(self) -> str:
        number, count = (self.selected_index + 1 if self.row_count else 0), self.row_count
        return _("Row {number} of {count}: move with Up and Down").format(number=number, count=count)

    @property
    def viewport(self) -> pygame.Rect:
        """The rectangle of the list, in window coordinates."""
        return pygame.Rect(self.get_abs_rect())

    @property
    def height(self) -> int:
        """The height of all rows, in pixels."""
        return self.row_height * self.row_count

    @property
    def max_offset(self) -> int:
        """The largest offset, in pixels."""
        return max(0, self.height - self.viewport.height)

    def move_to(self, offset: int) -> None:
        """Scroll to ``offset`` pixels below the top of the first row, limited to the rows."""
        self.offset = min(max(0, offset), self.max_offset)
        if self._scroll_bar is not None and self.max_offset:
            self._scroll_bar.repaint()

    @property
    def state(self) -> ScrollState:
        """The offset, for a list that replaces this one."""
        return ScrollState(self.offset / self.ui_scale, None)

    def restore(self, state: ScrollState) -> None:
        """Adopt the offset of the list that this one replaces."""
        self.move_to(self.px(state.offset))

    def set_count(self, row_count: int) -> None:
        """Show other rows, ``row_count`` of them, and select the first."""
        self.row_count, self.selected_index = row_count, 0
        self._row_images.clear()
        self._update_scroll_bar()
        self.move_to(0)

    def _update_scroll_bar(self) -> None:
        """Show the scroll bar if the rows do not fit, else hide it."""
        if self.max_offset and self._scroll_bar is None:
            bar_width, viewport = round(BAR_WIDTH * self.ui_scale), self.viewport
            rect = pygame.Rect(viewport.right - bar_width, viewport.top, bar_width, viewport.height)
            self._scroll_bar = ScrollBar(self, rect, self._place)
        if self._scroll_bar is not None:
            self._scroll_bar.visible = bool(self.max_offset)

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
                rect = pygame.Rect(viewport.topleft, (viewport.width, self.px(EMPTY_TEXT_HEIGHT)))
                size = self.px(theme.BODY_TEXT_SIZE)
                draw_fitted_text(canvas, self._describe_empty(), "sans", size, theme.CREAM, rect, "centre")

    def _get_row_image(self, index: int) -> pygame.Surface:
        image_key = (index, index == self.selected_index, index == self.hovered_part)
        if image_key not in self._row_images:
            if len(self._row_images) >= MAX_CACHED_IMAGES:
                self._row_images.clear()
            self._row_images[image_key] = self._render_row(*image_key)
        return self._row_images[image_key]

    def _render_row(self, index: int, is_selected: bool, is_hovered: bool) -> pygame.Surface:
        def paint(canvas: Canvas) -> None:
            if is_selected or is_hovered or self._row_gap:
                self._paint_background(canvas, is_selected=is_selected, is_hovered=is_hovered)
            self._paint_row(index, canvas)

        return render_image((self.width, self.row_height), paint)

    def _paint_background(self, canvas: Canvas, *, is_selected: bool, is_hovered: bool) -> None:
        gap = self._row_gap or self.px(4)
        line_color = theme.GOLD if is_selected else self.theme.panel_line_color
        line_width = self.theme.compute_line_width(self.px(2) if is_selected and self._row_gap else self.px(1))
        fill_color = self.theme.hovered_button_color
        if not self._row_gap:
            fill_color = self.theme.pressed_button_color
        elif not is_selected:
            fill_color = self.theme.button_color if is_hovered else self.theme.panel_color
        image = make_rounded_rect(
            (canvas.width, canvas.height - gap),
            self.px(12 if self._row_gap else 8),
            fill_color,
            255,
            line_color,
            line_width,
        )
        canvas.blit(image, (0, 0 if self._row_gap else self.px(2)))

    # -- events

    def find_part(self, position: tuple[int, int]) -> int | None:
        index = (position[1] + self.offset) // self.row_height
        return index if index < self.row_count and position[0] < self.width else None

    def handle_click(self, part: int, position: tuple[int, int]) -> None:
        self.select(part)
        if self._is_chosen_by_click:
            self._on_chosen()

    def process_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL and self.viewport.collidepoint(self.ui_manager.get_mouse_position()):
            self.move_to(self.offset - round(event.y * WHEEL_STEP * self.ui_scale))
            return True
        return super().process_event(event)

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
        elif event.key in steps and 0 <= self.selected_index + (1 if steps[event.key] > 0 else -1) < self.row_count:
            self.select(self.selected_index + steps[event.key])
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
        if index != self.selected_index:
            self.selected_index = index
            self.notify_changed()
