"""A guard against clicks that were meant for the scene before: the second half of a double click, an impatient one."""

from __future__ import annotations

from collections.abc import Callable
from math import dist, inf
from typing import Final

import pygame

from ui.graphics.timings import PRESSES_IGNORED_S

SAME_PLACE_PX: Final = 40
"""The distance within which two presses are at the same place, in design pixels: that of small buttons."""


class ClickGuard:
    """Tells whether a press of the mouse is meant for the scene that is shown; ``clock`` returns seconds.

    A press before a scene is seen counts for nothing. For a short time after that, neither does one at the place of the
    last press before.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._scene: object = None
        self._shown_at = -inf
        self._last_press = self._press_before = (-inf, -inf)

    def note_shown(self, scene: object) -> None:
        """Note that a scene is seen; the time of a new one begins."""
        if scene is not self._scene:
            self._scene, self._shown_at, self._press_before = scene, self._clock(), self._last_press

    def can_press(self, where: tuple[int, int], scene: object, scale: float) -> bool:
        """Return whether a press on ``scene`` counts. ``scale``: in pixels per design pixel."""
        is_new = self._clock() - self._shown_at < PRESSES_IGNORED_S
        return scene is self._scene and not (is_new and dist(where, self._press_before) < SAME_PLACE_PX * scale)

    def refuses(self, event: pygame.event.Event, scene: object, scale: float) -> bool:
        """Return whether an event is a press that does not count, and remember the place of a press."""
        if event.type != pygame.MOUSEBUTTONDOWN or event.button > pygame.BUTTON_RIGHT:
            return False
        self._last_press = event.pos
        return not self.can_press(event.pos, scene, scale)
