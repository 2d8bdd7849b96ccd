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
    """The base of our own widgets. ``unit`` is the pixels to a design pixel; ``hot`` is what the mouse points at."""

    def __init__(self, rect: Rect, manager: Any, unit: float, container: Container | None = None) -> None:
        super().__init__(rect, manager, container, starting_height=1, layer_thickness=1)
        self.unit = unit
        self.hot: int | None = None
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
        """A part was clicked."""

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
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1 or not self.is_enabled:
            return False
        if not self.hover_point(*event.pos):
            return False
        part = self.part_at(self._inside(event.pos))
        if part is not None:
            self.click(part, self._inside(event.pos))
        return part is not None

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
