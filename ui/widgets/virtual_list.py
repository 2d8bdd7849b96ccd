"""A list of any length: only the rows that are seen are painted, each once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pygame

from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas, render_image
from ui.graphics.shapes import make_rounded_rect
from ui.widgets.base import CustomWidget
from ui.widgets.focus import ENTER_KEYS
from ui.widgets.scroll_area import BAR_WIDTH, WHEEL_STEP, ScrollBar

MAX_CACHED_IMAGES: Final = 200
"""So many pictures of rows are kept."""
PAGE_HEIGHT_RATIO: Final = 0.85
"""Of the list's height, a page is."""


class VirtualList(CustomWidget):
    """One of ``row_count`` rows is selected, `selected_index`. The scene paints the list with `draw`, under the
    widgets.

    ``describe_row(index)`` returns a row as a line, ``paint_row(index, canvas)`` paints it on a canvas of its size:
    only those that are needed. ``on_chosen`` is called when Enter is pressed on one, with ``is_chosen_by_click`` by a
    click too.
    """

    def __init__(
        self, rect: pygame.Rect, manager: Any, ui_scale: float, *, row_height: int, row_count: int,
        describe_row: Callable[[int], str], paint_row: Callable[[int, Canvas], None],
        on_chosen: Callable[[], object], selected_index: int = 0, offset: int = 0, is_chosen_by_click: bool = False,
    ) -> None:  # fmt: skip
        self.row_count = row_count
        self.selected_index = min(max(0, selected_index), max(0, row_count - 1))
        self.offset = 0
        self.row_height = row_height
        self.width = rect.width - round((BAR_WIDTH + 10) * ui_scale)
        self._describe_row, self._paint_row, self._on_chosen, self._is_chosen_by_click = (
            describe_row,
            paint_row,
            on_chosen,
            is_chosen_by_click,
        )
        self._row_images: dict[tuple[int, bool, bool], pygame.Surface] = {}
        self._scroll_bar: ScrollBar | None = None
        super().__init__(rect, manager, ui_scale)
        self._update_scroll_bar()
        self.move_to(offset)

    @property
    def value(self) -> int:
        """The row that is chosen."""
        return self.selected_index

    @property
    def value_text(self) -> str:
        return self._describe_row(self.selected_index) if self.row_count else _("nothing")

    @property
    def key_help(self) -> str:
        number, count = (self.selected_index + 1 if self.row_count else 0), self.row_count
        return _("Row {number} of {count}: Up and Down go to the others").format(number=number, count=count)

    @property
    def viewport(self) -> pygame.Rect:
        """Where the list is."""
        return pygame.Rect(self.get_abs_rect())

    @property
    def height(self) -> int:
        """How high all the rows are."""
        return self.row_height * self.row_count

    @property
    def max_offset(self) -> int:
        """The largest offset."""
        return max(0, self.height - self.viewport.height)

    def move_to(self, offset: int) -> None:
        """Show what lies ``offset`` pixels below the first row, as far as there is something."""
        self.offset = min(max(0, offset), self.max_offset)
        if self._scroll_bar is not None and self.max_offset:
            self._scroll_bar.repaint()

    def set_count(self, row_count: int) -> None:
        """Other rows, so many: the first is chosen."""
        self.row_count, self.selected_index = row_count, 0
        self._row_images.clear()
        self._update_scroll_bar()
        self.move_to(0)

    def _update_scroll_bar(self) -> None:
        """The bar is there where there is something to scroll."""
        if self.max_offset and self._scroll_bar is None:
            bar_width, viewport = round(BAR_WIDTH * self.ui_scale), self.viewport
            rect = pygame.Rect(viewport.right - bar_width, viewport.top, bar_width, viewport.height)
            self._scroll_bar = ScrollBar(self, rect, self.ui_manager, self.ui_scale)
        if self._scroll_bar is not None:
            self._scroll_bar.visible = bool(self.max_offset)

    def kill(self) -> None:
        """Remove the list with its bar."""
        if self._scroll_bar is not None:
            self._scroll_bar.kill()  # type: ignore[no-untyped-call]
        super().kill()  # type: ignore[no-untyped-call]

    # -- pictures

    def repaint(self) -> None:
        """The rows are painted by `draw`: a picture of the whole list would be made anew each time it moves."""
        self._set_image(pygame.Surface((1, 1), pygame.SRCALPHA))

    def draw(self, canvas: Canvas) -> None:
        """The rows that are seen."""
        viewport = self.viewport
        first_index = self.offset // self.row_height
        end_index = min(self.row_count, -(-(self.offset + viewport.height) // self.row_height))
        with canvas.clipped_to(viewport):
            for index in range(first_index, end_index):
                y = viewport.top + index * self.row_height - self.offset
                canvas.blit(self._get_row_image(index), (viewport.left, y))

    def _get_row_image(self, index: int) -> pygame.Surface:
        image_key = (index, index == self.selected_index, index == self.hovered_part)
        if image_key not in self._row_images:
            if len(self._row_images) >= MAX_CACHED_IMAGES:
                self._row_images.clear()
            self._row_images[image_key] = self._render_row(*image_key)
        return self._row_images[image_key]

    def _render_row(self, index: int, is_selected: bool, is_hovered: bool) -> pygame.Surface:
        def paint(canvas: Canvas) -> None:
            if is_selected or is_hovered:
                background_size = (canvas.width, canvas.height - self.px(4))
                line_color = theme.GOLD if is_selected else self.theme.panel_line_color
                canvas.blit(
                    make_rounded_rect(
                        background_size,
                        self.px(8),
                        self.theme.pressed_button_color,
                        255,
                        line_color,
                        max(1, self.px(1)),
                    ),
                    (0, self.px(2)),
                )
            self._paint_row(index, canvas)

        return render_image((self.width, self.row_height), paint)

    # -- what is done

    def find_part(self, position: tuple[int, int]) -> int | None:
        index = (position[1] + self.offset) // self.row_height
        return index if index < self.row_count and position[0] < self.width else None

    def handle_click(self, part: int, position: tuple[int, int]) -> None:
        self.select(part)
        if self._is_chosen_by_click:
            self._on_chosen()

    def process_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL and self.viewport.collidepoint(pygame.mouse.get_pos()):
            self.move_to(self.offset - round(event.y * WHEEL_STEP * self.ui_scale))
            return True
        return super().process_event(event)

    def handle_key(self, event: pygame.event.Event) -> bool:
        """The arrows, the paging keys, Home and End choose a row, Enter is for the one chosen.

        At the first and the last row the arrows lead out of the list.
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
        """Choose a row and bring it into sight."""
        index = min(max(0, index), self.row_count - 1)
        if index < 0:
            return
        top = index * self.row_height
        self.move_to(min(max(self.offset, top + self.row_height - int(self.rect.height)), top))
        if index != self.selected_index:
            self.selected_index = index
            self.notify_changed()
