"""A part of a scene whose widgets are made again together, while all others stay."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame
from pygame_gui.core.layered_gui_group import GUISprite

from ui.graphics.gui_manager import GuiManager
from ui.widgets.focus import Focus


class Part:
    """The widgets that ``make_widgets`` makes, at their own place in the tab order.

    ``parts`` are nested parts, which are removed when this part is composed again. ``boards`` are the rectangles of the
    panels that a page paints below the widgets.
    """

    def __init__(self, name: str, manager: GuiManager, focus: Focus, make_widgets: Callable[[], None]) -> None:
        self.name = name
        self.parts: list[Part] = []
        self.boards: list[pygame.Rect] = []
        self._manager = manager
        self._focus = focus
        self._place = focus.take_place()
        self._make_widgets = make_widgets
        self._widgets: list[GUISprite] = []

    def compose(self) -> None:
        """Make the widgets again, in the place of the old ones; the focus and a held mouse button stay on their ids."""
        with self._focus.preserve():
            self._kill()
            self._focus.remove_dead()
            sprites = set(self._manager.get_sprite_group().sprites())
            with self._focus.at_place(self._place):
                self._make_widgets()
            self._widgets = [sprite for sprite in self._manager.get_sprite_group().sprites() if sprite not in sprites]

    def clear(self) -> None:
        """Kill the widgets of the part and of the parts in it."""
        self._kill()
        self._focus.remove_dead()

    def _kill(self) -> None:
        for part in self.parts:
            part._kill()
        for widget in self._widgets:
            if widget.alive():
                widget.kill()
        self.parts, self.boards, self._widgets = [], [], []

    def iter_parts(self) -> Iterator[Part]:
        """Yield the part, then all parts nested in it, each before its own."""
        yield self
        for part in self.parts:
            yield from part.iter_parts()
