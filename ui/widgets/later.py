"""Widgets are painted when they are seen, not when they are made: a few in each frame, as long as it has time."""

from __future__ import annotations

from collections.abc import Callable

import pygame_gui
from pygame_gui.core import UIElement


class Later(UIElement):
    """A widget that is ``stale`` until it is painted; `paint_now` is what subclasses override."""

    stale = False

    def stale_now(self) -> None:
        """It no longer looks as it should; what it showed stands until it is painted, at first nothing."""
        self.stale = True
        if self.image is None:
            self.image = self.ui_manager.get_universal_empty_surface()

    @property
    def seen(self) -> bool:
        """Whether it is not hidden nor scrolled out of sight."""
        clip = self.get_image_clipping_rect()
        return bool(self.visible) and (clip is None or bool(clip.width and clip.height))

    def paint_now(self) -> None:
        """Give the widget its picture."""
        raise NotImplementedError


def paint_seen(manager: pygame_gui.UIManager, is_late: Callable[[], bool] = lambda: False) -> bool:
    """Paint the stale widgets that are seen, one at least and no other when it ``is_late``. Whether none is left."""
    sprites = manager.get_sprite_group().sprites()
    waiting = [one for one in sprites if isinstance(one, Later) and one.stale and one.seen]
    for number, one in enumerate(waiting):
        if number and is_late():
            return False
        one.stale = False
        one.paint_now()
    return True
