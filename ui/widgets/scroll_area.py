"""A scroll area, moved by wheel, scroll bar and keys."""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame
from pygame_gui.core import UIContainer, UIElement

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.widgets.base import Draggable, Place, get_window_rect

BAR_WIDTH: Final = 12
"""The width of the scroll bar, in design pixels."""
BAR_GAP: Final = 14
"""The space between the content and the scroll bar, in design pixels."""
PADDING: Final = 18
"""The space above and below the content, in design pixels."""
WHEEL_STEP: Final = 64
"""The distance of a wheel step, in design pixels."""


class ScrollState(NamedTuple):
    """The offset of a scroll area in design pixels, ``held_part`` of its scroll bar, and whether its end is shown."""

    offset: float
    held_part: int | None
    is_at_end: bool = False


class Scrollable:
    """Content that may be higher than its visible part, with a scroll bar then; all lengths are in pixels.

    ``viewport``: the visible part, in window coordinates; ``height``: of the content; ``offset``: the height of the
    content above the visible part.
    """

    viewport: pygame.Rect
    height: int
    ui_scale: float
    offset = 0
    _scroll_bar: ScrollBar | None = None

    @property
    def max_offset(self) -> int:
        """The largest offset."""
        return max(0, self.height - self.viewport.height)

    @property
    def state(self) -> ScrollState:
        """The offset and drag, for content that replaces this one."""
        bar, is_at_end = self._scroll_bar, self.offset == self.max_offset
        held_part = bar.held_part if bar is not None and bar.alive() else None  # type: ignore[no-untyped-call]
        return ScrollState(self.offset / self.ui_scale, held_part, is_at_end)

    def restore(self, state: ScrollState) -> None:
        """Adopt the offset and drag of the content that this one replaces."""
        self.move_to(round(state.offset * self.ui_scale))
        if self._scroll_bar is not None and state.held_part is not None:
            self._scroll_bar.hold(state.held_part)

    def move_to(self, offset: int) -> None:
        """Scroll to an offset, limited to the content."""
        self.offset = min(max(0, offset), self.max_offset)
        if self._scroll_bar is not None and self.max_offset:
            self._scroll_bar.repaint()

    def scroll_by_wheel(self, event: pygame.event.Event, mouse_position: tuple[int, int]) -> bool:
        """Scroll by the wheel over the visible part, and return whether the event was that."""
        is_here = event.type == pygame.MOUSEWHEEL and self.viewport.collidepoint(mouse_position)
        if is_here:
            self.move_to(self.offset - round(event.y * WHEEL_STEP * self.ui_scale))
        return is_here

    def update_scroll_bar(self, area: pygame.Rect, place: Place) -> None:
        """Show a scroll bar at the right of an area of a place if the content does not fit, else hide it."""
        if self.max_offset and self._scroll_bar is None:
            rect = pygame.Rect(0, 0, place.px(BAR_WIDTH), area.height).move_to(topright=area.topright)
            self._scroll_bar = ScrollBar(self, rect, place)
        if self._scroll_bar is not None:
            self._scroll_bar.visible = bool(self.max_offset)


class ScrollArea(Scrollable):
    """A scroll area: put widgets into ``content``, then call `set_height` with the height that they take.

    ``width`` is less than that of ``rect`` by the scroll bar even if there is none, so that the layout does not change.
    """

    def __init__(self, rect: pygame.Rect, place: Place, padding: float = PADDING) -> None:
        """Make an empty area. ``padding``: the space above and below its content, in design pixels."""
        self.viewport = rect
        self.ui_scale = place.scale
        self.theme = place.manager.theme
        self.padding = place.px(padding)
        self.height = rect.height
        self._viewport_container = UIContainer(rect, place.manager)
        self.width = rect.width - place.px(BAR_WIDTH + BAR_GAP)
        self.content = UIContainer(
            pygame.Rect(0, self.padding, rect.width, rect.height), place.manager, container=self._viewport_container
        )
        self.place = place._replace(container=self.content)

    @property
    def content_top(self) -> int:
        """The top of the content in window coordinates; it may be above the visible part."""
        return self.viewport.top + self.padding - self.offset

    def set_height(self, height: int) -> None:
        """Set the height of the content in pixels; the scroll bar is shown if it does not fit."""
        self.height = height + 2 * self.padding
        self.content.set_dimensions((self.viewport.width, max(height, self.viewport.height)))
        area = pygame.Rect((0, 0), self.viewport.size).inflate(0, -self.padding)
        self.update_scroll_bar(area, self.place._replace(container=self._viewport_container))
        self.move_to(self.offset)

    def move_to(self, offset: int) -> None:
        old_offset = self.offset
        super().move_to(offset)
        if self.offset != old_offset:
            self.content.set_relative_position((0, self.padding - self.offset))

    def reveal(self, widget: UIElement) -> None:
        """Scroll so that the widget is visible with a margin around it; do nothing if it is."""
        rect, margin = get_window_rect(widget), round(40 * self.ui_scale)
        if rect.top - margin < self.viewport.top:
            self.move_to(self.offset + rect.top - margin - self.viewport.top)
        elif rect.bottom + margin > self.viewport.bottom:
            self.move_to(self.offset + rect.bottom + margin - self.viewport.bottom)

    def handle_event(self, event: pygame.event.Event) -> bool:
        """Scroll by the wheel over the area and the paging keys; return whether the event was one of them."""
        if self.scroll_by_wheel(event, self.content.ui_manager.get_mouse_position()):
            return True
        pages = {pygame.K_PAGEDOWN: 1, pygame.K_PAGEUP: -1}
        if event.type == pygame.KEYDOWN and event.key in pages:
            self.move_to(self.offset + pages[event.key] * round(self.viewport.height * 0.85))
            return True
        return False


class ScrollBar(Draggable):
    """A scroll bar with a handle to drag.

    ``held_part``: the distance in pixels from the top of the handle to the point where it is held.
    """

    def __init__(self, scrollable: Scrollable, rect: pygame.Rect, place: Place) -> None:
        self._scrollable = scrollable
        super().__init__(rect, place)

    @property
    def _handle_rect(self) -> pygame.Rect:
        scrollable, bar_height = self._scrollable, self.rect.height
        handle_height = max(self.px(30), bar_height * scrollable.viewport.height // scrollable.height)
        return pygame.Rect(
            0,
            (bar_height - handle_height) * scrollable.offset // max(1, scrollable.max_offset),
            self.rect.width,
            handle_height,
        )

    def paint(self, canvas: Canvas) -> None:
        radius = self.rect.width // 2
        canvas.draw_rect(self.theme.disabled_button_color, canvas.rect, 0, radius)
        color = theme.GOLD if self.is_highlighted else self.theme.panel_line_color
        canvas.draw_rect(color, self._handle_rect, 0, radius)

    def find_part(self, position: tuple[int, int]) -> int | None:
        return 0

    def press(self, part: int, where: tuple[int, int]) -> None:
        handle = self._handle_rect
        super().press(where[1] - handle.top if handle.collidepoint(where) else handle.height // 2, where)

    def drag(self, where: tuple[int, int]) -> None:
        room = max(1, self.rect.height - self._handle_rect.height)
        self._scrollable.move_to(round((where[1] - (self.held_part or 0)) * self._scrollable.max_offset / room))
