"""A window onto something higher than itself: wheel, bar, and keys keep the wanted part in sight."""

from __future__ import annotations

from typing import Any, Final, Protocol

import pygame
from pygame_gui.core import UIContainer, UIElement

from ui import theme
from ui.widgets.drawn import Container, Draggable

BAR: Final = 12
"""Width of the bar, in design pixels."""
PAD: Final = 18
"""Room above and below what is scrolled, in design pixels."""
WHEEL: Final = 64
"""Design pixels for one notch of the wheel."""


class Scroll:
    """A scroll area. Put widgets into ``inside``, then `finish` with the height they take.

    ``inside`` is narrower than ``rect`` by the bar, whether there is one or not, so that nothing jumps.
    """

    def __init__(self, rect: pygame.Rect, manager: Any, unit: float) -> None:
        self.window = rect
        self.unit = unit
        self.offset = 0
        self.pad = round(PAD * unit)
        self.height = rect.height
        self._view = UIContainer(rect, manager)
        self.width = rect.width - round((BAR + 10) * unit)
        self.inside = UIContainer(pygame.Rect(0, self.pad, rect.width, rect.height), manager, container=self._view)
        self._bar: Bar | None = None

    @property
    def top(self) -> int:
        """Where the content begins, seen or not, in the coordinates of the screen."""
        return self.window.top + self.pad - self.offset

    @property
    def most(self) -> int:
        """The largest offset."""
        return max(0, self.height - self.window.height)

    def finish(self, height: int, offset: int = 0) -> None:
        """All widgets are in: they take ``height`` pixels; show them from ``offset`` on."""
        self.height = height + 2 * self.pad
        self.inside.set_dimensions((self.window.width, max(height, self.window.height)))
        if self.most:
            wide = round(BAR * self.unit)
            rect = pygame.Rect(self.window.width - wide, 0, wide, self.window.height)
            rect = rect.inflate(0, -self.pad)
            self._bar = Bar(self, rect, self.inside.ui_manager, self.unit, self._view)
        self.move_to(offset)

    def move_to(self, offset: int) -> None:
        """Show what lies ``offset`` pixels below the top, as far as there is something."""
        offset = min(max(0, offset), self.most)
        if offset != self.offset:
            self.offset = offset
            self.inside.set_relative_position((0, self.pad - offset))
        if self._bar is not None:
            self._bar.repaint()

    def reveal(self, widget: UIElement) -> None:
        """Move so that the widget is seen, with a little room around it."""
        rect, room = pygame.Rect(widget.get_abs_rect()), round(40 * self.unit)
        if rect.top - room < self.window.top:
            self.move_to(self.offset + rect.top - room - self.window.top)
        elif rect.bottom + room > self.window.bottom:
            self.move_to(self.offset + rect.bottom + room - self.window.bottom)

    def handle(self, event: pygame.event.Event) -> bool:
        """Take the wheel over the area, and the paging keys. Whether the event was one of them."""
        if event.type == pygame.MOUSEWHEEL and self.window.collidepoint(pygame.mouse.get_pos()):
            self.move_to(self.offset - round(event.y * WHEEL * self.unit))
            return True
        pages = {pygame.K_PAGEDOWN: 1, pygame.K_PAGEUP: -1}
        if event.type == pygame.KEYDOWN and event.key in pages:
            self.move_to(self.offset + pages[event.key] * round(self.window.height * 0.85))
            return True
        return False


class Scrolled(Protocol):
    """What is higher than its window."""

    @property
    def window(self) -> pygame.Rect:
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
    def most(self) -> int:
        """The largest offset."""
        ...

    def move_to(self, offset: int) -> None:
        """Show it from there on, as far as there is something."""
        ...


class Bar(Draggable):
    """The bar beside a scroll area: where we are in it, and a handle to drag.

    ``held_part``: how far below its top the handle is held, in pixels.
    """

    def __init__(
        self, scroll: Scrolled, rect: pygame.Rect, manager: Any, unit: float, container: Container | None = None
    ) -> None:
        self._scroll = scroll
        super().__init__(rect, manager, unit, container)

    @property
    def _handle(self) -> pygame.Rect:
        scroll, room = self._scroll, self.rect.height
        high = max(self.px(30), room * scroll.window.height // scroll.height)
        return pygame.Rect(0, (room - high) * scroll.offset // max(1, scroll.most), self.rect.width, high)

    def paint(self, surface: pygame.Surface) -> None:
        round_off = self.rect.width // 2
        pygame.draw.rect(surface, theme.BUTTON_OFF, surface.get_rect(), 0, round_off)
        hot = self.hot is not None or self.held_part is not None
        pygame.draw.rect(surface, theme.GOLD if hot else theme.PANEL_LINE, self._handle, 0, round_off)

    def part_at(self, where: tuple[int, int]) -> int | None:
        return 0

    def press(self, part: int, where: tuple[int, int]) -> None:
        handle = self._handle
        super().press(where[1] - handle.top if handle.collidepoint(where) else handle.height // 2, where)

    def drag(self, where: tuple[int, int]) -> None:
        room = max(1, self.rect.height - self._handle.height)
        self._scroll.move_to(round((where[1] - (self.held_part or 0)) * self._scroll.most / room))
