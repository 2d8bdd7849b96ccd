"""Widgets are painted when they are seen, not when they are made: a few in each frame, as long as it has time."""

from __future__ import annotations

from collections.abc import Callable

import pygame_gui
from pygame_gui.core import UIElement


class LazyElement(UIElement):
    """A widget that is ``stale`` until it is painted; `paint_image` is what subclasses override."""

    needs_paint = False

    def invalidate(self) -> None:
        """It no longer looks as it should; what it showed stands until it is painted, at first nothing."""
        self.needs_paint = True
        if self.image is None:
            self.image = self.ui_manager.get_universal_empty_surface()

    @property
    def is_on_screen(self) -> bool:
        """Whether it is not hidden nor scrolled out of sight."""
        clip = self.get_image_clipping_rect()
        return bool(self.visible) and (clip is None or bool(clip.width and clip.height))

    def paint_image(self) -> None:
        """Give the widget its picture."""
        raise NotImplementedError


def paint_visible(manager: pygame_gui.UIManager, is_over_budget: Callable[[], bool] = lambda: False) -> bool:
    """Paint the stale widgets that are seen, one at least and no other when it ``is_over_budget``. Whether none is
    left."""
    sprites = manager.get_sprite_group().sprites()
    waiting = [
        widget for widget in sprites if isinstance(widget, LazyElement) and widget.needs_paint and widget.is_on_screen
    ]
    for number, widget in enumerate(waiting):
        if number and is_over_budget():
            return False
        widget.needs_paint = False
        widget.paint_image()
    return True
