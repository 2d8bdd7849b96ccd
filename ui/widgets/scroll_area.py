"""A window onto something higher than itself: wheel, bar, and keys keep the wanted part in sight."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, Protocol

import pygame
from pygame_gui.core import UIContainer, UIElement

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.widgets.base import Container, Draggable

BAR_WIDTH: Final = 12
"""Width of the bar, in design pixels."""
PADDING: Final = 18
"""Room above and below what is scrolled, in design pixels."""
WHEEL_STEP: Final = 64
"""Design pixels for one notch of the wheel."""


class ScrollState(NamedTuple):
    """The offset of a scroll area in design pixels, and where its bar is held; None if it is not held."""

    offset: float
    held_part: int | None


class ScrollArea:
    """A scroll area. Put widgets into ``content``, then `set_height` to the height they take.

    ``content`` is narrower than ``rect`` by the bar, whether there is one or not, so that nothing jumps.
    """

    def __init__(self, rect: pygame.Rect, manager: Any, ui_scale: float) -> None:
        self.viewport = rect
        self.ui_scale = ui_scale
        self.theme: theme.Theme = manager.theme
        self.offset = 0
        self.padding = round(PADDING * ui_scale)
        self.height = rect.height
        self._viewport_container = UIContainer(rect, manager)
        self.width = rect.width - round((BAR_WIDTH + 10) * ui_scale)
        self.content = UIContainer(
            pygame.Rect(0, self.padding, rect.width, rect.height), manager, container=self._viewport_container
        )
        self._scroll_bar: ScrollBar | None = None

    @property
    def content_top(self) -> int:
        """Where the content begins, seen or not, in the coordinates of the screen."""
        return self.viewport.top + self.padding - self.offset

    @property
    def max_offset(self) -> int:
        """The largest offset."""
        return max(0, self.height - self.viewport.height)

    def set_height(self, height: int) -> None:
        """Make room for widgets that take ``height`` pixels; the bar is there if they do not fit."""
        self.height = height + 2 * self.padding
        self.content.set_dimensions((self.viewport.width, max(height, self.viewport.height)))
        if self.max_offset and self._scroll_bar is None:
            bar_width = round(BAR_WIDTH * self.ui_scale)
            rect = pygame.Rect(self.viewport.width - bar_width, 0, bar_width, self.viewport.height)
            rect = rect.inflate(0, -self.padding)
            self._scroll_bar = ScrollBar(self, rect, self.content.ui_manager, self.ui_scale, self._viewport_container)
        if self._scroll_bar is not None:
            self._scroll_bar.visible = bool(self.max_offset)
        self.move_to(self.offset)

    @property
    def state(self) -> ScrollState:
        """What another area that takes its place goes on with."""
        bar = self._scroll_bar if self.content.alive() else None
        return ScrollState(self.offset / self.ui_scale, bar.held_part if bar is not None else None)

    def restore(self, state: ScrollState) -> None:
        """Go on with the offset and the drag of an area before it."""
        self.move_to(round(state.offset * self.ui_scale))
        if self._scroll_bar is not None and state.held_part is not None:
            self._scroll_bar.hold(state.held_part)

    def move_to(self, offset: int) -> None:
        """Show what lies ``offset`` pixels below the top, as far as there is something."""
        offset = min(max(0, offset), self.max_offset)
        if offset != self.offset:
            self.offset = offset
            self.content.set_relative_position((0, self.padding - offset))
        if self._scroll_bar is not None and self.max_offset:
            self._scroll_bar.repaint()

    def reveal(self, widget: UIElement) -> None:
        """Move so that the widget is seen, with a little room around it."""
        rect, margin = pygame.Rect(widget.get_abs_rect()), round(40 * self.ui_scale)
        if rect.top - margin < self.viewport.top:
            self.move_to(self.offset + rect.top - margin - self.viewport.top)
        elif rect.bottom + margin > self.viewport.bottom:
            self.move_to(self.offset + rect.bottom + margin - self.viewport.bottom)

    def handle_event(self, event: pygame.event.Event) -> bool:
        """Take the wheel over the area, and the paging keys. Whether the event was one of them."""
        if event.type == pygame.MOUSEWHEEL and self.viewport.collidepoint(pygame.mouse.get_pos()):
            self.move_to(self.offset - round(event.y * WHEEL_STEP * self.ui_scale))
            return True
        pages = {pygame.K_PAGEDOWN: 1, pygame.K_PAGEUP: -1}
        if event.type == pygame.KEYDOWN and event.key in pages:
            self.move_to(self.offset + pages[event.key] * round(self.viewport.height * 0.85))
            return True
        return False


class Scrollable(Protocol):
    """What is higher than its window."""

    @property
    def viewport(self) -> pygame.Rect:
        """What is seen of it."""
        ...

    @property
    def height(self) -> int:
        """How high it is."""
        ...

    @property
    def offset(self) -> int:
        """How much of it lies above what is seen."""
        ...

    @property
    def max_offset(self) -> int:
        """The largest offset."""
        ...

    def move_to(self, offset: int) -> None:
        """Show it from there on, as far as there is something."""
        ...


class ScrollBar(Draggable):
    """The bar beside a scroll area: where we are in it, and a handle to drag.

    ``held_part``: how far below its top the handle is held, in pixels.
    """

    def __init__(
        self,
        scrollable: Scrollable,
        rect: pygame.Rect,
        manager: Any,
        ui_scale: float,
        container: Container | None = None,
    ) -> None:
        self._scrollable = scrollable
        super().__init__(rect, manager, ui_scale, container)

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
        is_highlighted = self.hovered_part is not None or self.held_part is not None
        canvas.draw_rect(theme.GOLD if is_highlighted else self.theme.panel_line_color, self._handle_rect, 0, radius)

    def find_part(self, position: tuple[int, int]) -> int | None:
        return 0

    def press(self, part: int, where: tuple[int, int]) -> None:
        handle = self._handle_rect
        super().press(where[1] - handle.top if handle.collidepoint(where) else handle.height // 2, where)

    def drag(self, where: tuple[int, int]) -> None:
        room = max(1, self.rect.height - self._handle_rect.height)
        self._scrollable.move_to(round((where[1] - (self.held_part or 0)) * self._scrollable.max_offset / room))
