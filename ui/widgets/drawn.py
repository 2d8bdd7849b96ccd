"""Widgets that draw themselves: one picture each, painted again when something of it changes."""

from __future__ import annotations

from typing import Any, Final

import pygame
from pygame_gui.core.interfaces import IContainerLikeInterface

from ui.widgets.later import Later

CHANGED: Final = pygame.event.custom_type()
"""The event of a widget whose ``value`` a person changed; ``ui_element`` is the widget."""

Rect = pygame.Rect
Container = IContainerLikeInterface


class Drawn(Later):
    """The base of our own widgets. ``unit`` is the pixels to a design pixel; ``hot`` is what the mouse points at.

    ``held_part`` is the part that the mouse went down on, until it is let go: if it is let go over the same part,
    that is clicked.
    """

    def __init__(self, rect: Rect, manager: Any, unit: float, container: Container | None = None) -> None:
        super().__init__(rect, manager, container, starting_height=1, layer_thickness=1)
        self.unit = unit
        self.hot: int | None = None
        self.held_part: int | None = None
        self.repaint()

    def px(self, design: float) -> int:
        """Design pixels as pixels of this window."""
        return round(design * self.unit)

    @property
    def said(self) -> str:
        """Its value, for who does not see it; empty if it has none."""
        return ""

    @property
    def how(self) -> str:
        """Which keys change the value."""
        return ""

    def paint(self, surface: pygame.Surface) -> None:
        """Draw the widget on an empty surface of its size."""
        raise NotImplementedError

    def part_at(self, where: tuple[int, int]) -> int | None:
        """The number of the part at a point of the widget; None where a click does nothing."""
        return None

    def click(self, part: int, where: tuple[int, int]) -> None:
        """A part was clicked: the mouse went down on it and was let go over it."""

    def hold(self, part: int) -> None:
        """The mouse went down on a part, on this widget or on the one that it takes the place of."""
        self.held_part = part

    def press(self, part: int, where: tuple[int, int]) -> None:
        """The mouse goes down on a part."""
        self.hold(part)

    def let_go(self, part: int, pos: tuple[int, int]) -> None:
        """The mouse, which went down on ``part``, is let go at a point of the window."""
        where = self._inside(pos)
        if self.is_enabled and self.hover_point(*pos) and self.part_at(where) == part:
            self.click(part, where)

    def repaint(self) -> None:
        """Show the widget as it is now."""
        self.stale_now()

    def paint_now(self) -> None:
        """pygame-gui wants pictures with premultiplied alpha."""
        surface = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        self.paint(surface)
        self._set_image(surface.premul_alpha_ip())

    def changed(self) -> None:
        """Show and tell that a person changed the value."""
        self.repaint()
        pygame.event.post(pygame.event.Event(CHANGED, ui_element=self))

    def process_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.held_part is not None:
            part, self.held_part = self.held_part, None
            self.let_go(part, event.pos)
            return True
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1 or not self.is_enabled:
            return False
        if not self.hover_point(*event.pos):
            return False
        part_here = self.part_at(self._inside(event.pos))
        if part_here is not None:
            self.press(part_here, self._inside(event.pos))
        return part_here is not None

    def while_hovering(self, time_delta: float, mouse_pos: Any) -> None:
        super().while_hovering(time_delta, mouse_pos)
        self._point_at(self.part_at(self._inside((int(mouse_pos[0]), int(mouse_pos[1])))))

    def on_unhovered(self) -> None:
        super().on_unhovered()  # type: ignore[no-untyped-call]
        self._point_at(None)

    def _point_at(self, part: int | None) -> None:
        if part != self.hot:
            self.hot = part
            self.repaint()

    def _inside(self, where: tuple[int, int]) -> tuple[int, int]:
        return where[0] - int(self.rect.x), where[1] - int(self.rect.y)


class Draggable(Drawn):
    """A widget that follows the mouse from the moment it goes down until it is let go, wherever that is."""

    def drag(self, where: tuple[int, int]) -> None:
        """The mouse is at this point of the widget, or beside it."""
        raise NotImplementedError

    def press(self, part: int, where: tuple[int, int]) -> None:
        super().press(part, where)
        self.drag(where)

    def let_go(self, part: int, pos: tuple[int, int]) -> None:
        self.repaint()

    def process_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION and self.held_part is not None:
            self.drag(self._inside(event.pos))
            return True
        return super().process_event(event)
