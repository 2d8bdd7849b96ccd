"""The size and the position of the window: what is kept of them while it runs, and how it opens again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Final, NamedTuple

import msgspec
import pygame

from ui.app.settings import MAX_WINDOW_SIDE_PX, MIN_WINDOW_SIZE, WindowPlacement
from ui.graphics.viewport import MIN_PICTURE_SIZE

DEFAULT_WINDOW_SIZE: Final = (1280, 720)
"""The size in pixels of the first window if the size of the screen is not known."""
DEFAULT_WINDOW_SCREEN_RATIO: Final = 0.85
"""The share of the screen's width or height that the first window takes, 0 to 1."""
MIN_VISIBLE_TITLE_PX: Final = 100
"""The length of the title bar that must be on a screen, so that a person can drag the window."""
SETTLE_S: Final = 0.25
"""The seconds in which the events of one change of the window arrive, in any order."""


class Frame(NamedTuple):
    """The widths in pixels of what the window manager draws around a window, with the title bar on top."""

    top: int = 0
    left: int = 0
    bottom: int = 0
    right: int = 0


NO_FRAME: Final = Frame()
_MAX_SCREEN: Final = pygame.Rect(0, 0, 2 * MAX_WINDOW_SIDE_PX, 2 * MAX_WINDOW_SIDE_PX)


def fit_placement(
    saved: WindowPlacement | None, screens: Sequence[pygame.Rect], frame: Frame = NO_FRAME
) -> WindowPlacement:  # fmt: skip
    """Return where to open the window: as it was saved if its title bar is on a screen then, else in the middle of one.

    ``saved``: None for the first window. ``screens``: the parts that windows may use, the first screen first; empty if
    they are not known. The window with its frame is not larger than its screen, unless it was left so across several
    screens.

        >>> fit_placement(None, [pygame.Rect(0, 0, 1920, 1080)]).size
        (1632, 918)
    """
    if not screens:
        return WindowPlacement(
            size=saved.size if saved else DEFAULT_WINDOW_SIZE, maximised=saved is not None and saved.maximised
        )
    if saved is None:
        return _center(_compute_first_size(screens[0], frame), screens[0], frame)
    screen = _find_screen(saved, screens, frame)
    if screen is not None and (_fits(saved.size, screen, frame) or _is_within_all(saved, screens, frame)):
        return saved
    return _center(saved.size, screen or screens[0], frame, is_maximized=saved.maximised)


def _find_screen(placement: WindowPlacement, screens: Sequence[pygame.Rect], frame: Frame) -> pygame.Rect | None:
    """Return the screen with the longest part of the window's title bar, or None if no screen has enough of it."""
    if placement.place is None:
        return None
    title_bar = pygame.Rect(placement.place, (placement.size[0], 1))

    def measure_visible_part(screen: pygame.Rect) -> int:
        room = screen.x, screen.y + frame.top, screen.width, screen.height - frame.top
        return title_bar.clip(room).width

    screen = max(screens, key=measure_visible_part)
    return screen if measure_visible_part(screen) >= min(MIN_VISIBLE_TITLE_PX, title_bar.width) else None


def _fits(size: tuple[int, int], screen: pygame.Rect, frame: Frame) -> bool:
    return _limit_size(size, screen, frame) == size


def _is_within_all(placement: WindowPlacement, screens: Sequence[pygame.Rect], frame: Frame) -> bool:
    """Return whether the window, not too small, is with its frame inside the rectangle around all screens."""
    assert placement.place is not None
    (x, y), (width, height) = placement.place, placement.size
    outer_size = width + frame.left + frame.right, height + frame.top + frame.bottom
    window = pygame.Rect((x - frame.left, y - frame.top), outer_size)
    return _fits(placement.size, _MAX_SCREEN, frame) and screens[0].unionall(screens[1:]).contains(window)


def _limit_size(size: tuple[int, int], screen: pygame.Rect, frame: Frame) -> tuple[int, int]:
    """Return the nearest size that, with its frame, fits the screen, and is not smaller than a window may be there."""
    free_width, free_height = _compute_free_size(screen, frame)
    width, height = (
        max(min(side, free, MAX_WINDOW_SIDE_PX), min(min_side, free))
        for side, free, min_side in zip(size, (free_width, free_height), MIN_WINDOW_SIZE, strict=True)
    )
    return width, height


def _compute_free_size(screen: pygame.Rect, frame: Frame) -> tuple[int, int]:
    """Return the size of the largest window that fits the screen with its frame."""
    return max(1, screen.width - frame.left - frame.right), max(1, screen.height - frame.top - frame.bottom)


def _compute_first_size(screen: pygame.Rect, frame: Frame) -> tuple[int, int]:
    """Return the size of the first window, which leaves room for panels unless the screen is small."""
    scale = min(screen.width / DEFAULT_WINDOW_SIZE[0], screen.height / DEFAULT_WINDOW_SIZE[1])
    width, height = (
        max(int(side * scale * DEFAULT_WINDOW_SCREEN_RATIO), min(free, picture_side))
        for side, free, picture_side in zip(
            DEFAULT_WINDOW_SIZE, _compute_free_size(screen, frame), MIN_PICTURE_SIZE, strict=True
        )
    )
    return width, height


def _center(
    size: tuple[int, int], screen: pygame.Rect, frame: Frame, *, is_maximized: bool = False
) -> WindowPlacement:  # fmt: skip
    width, height = _limit_size(size, screen, frame)
    free_width, free_height = _compute_free_size(screen, frame)
    place = (
        screen.x + frame.left + (free_width - width) // 2,
        screen.y + frame.top + (free_height - height) // 2,
    )
    return WindowPlacement(size=(width, height), place=place, maximised=is_maximized)


@dataclass(frozen=True)
class WindowState:
    """The window as its events tell: where it is while it is an ordinary window, and what it is now.

    A window manager tells in any order that the window is maximized and that it has another size. So ``settled``
    is the geometry before the changes since ``changed_at``, in seconds, if these may belong to what follows.
    ``switched_at``: when the program itself changed between window and full screen, or the window came back from being
    minimized.
    """

    geometry: WindowPlacement
    settled: WindowPlacement
    is_maximized: bool = False
    is_minimized: bool = False
    is_full_screen: bool = False
    changed_at: float = -inf
    switched_at: float = -inf

    @property
    def placement(self) -> WindowPlacement:
        """The placement to open the window with again."""
        return msgspec.structs.replace(self.geometry, maximised=self.is_maximized)

    def change(self, geometry: WindowPlacement, now: float) -> WindowState:
        """Return the state after the window was moved or resized, which counts only for an ordinary window."""
        if self.is_maximized or self.is_minimized or self.is_full_screen or geometry == self.geometry:
            return self
        return replace(self, geometry=geometry, settled=self._settle(now), changed_at=now)

    def maximize(self, now: float) -> WindowState:
        """Return the state after the window was maximized."""
        if self.is_full_screen or self.is_maximized:
            return self
        return replace(self, geometry=self._settle(now), is_maximized=True)

    def minimize(self, now: float) -> WindowState:
        """Return the state after the window was minimized."""
        return replace(self, geometry=self._settle(now), is_minimized=True)

    def restore(self, now: float) -> WindowState:
        """Return the state after the window manager said that the window is not minimized or not maximized any more.

        Coming back from being minimized, it stays maximized; then, and after full screen, some window managers say it
        twice.
        """
        if self.is_minimized:
            return replace(self, is_minimized=False, switched_at=now)
        if self.is_full_screen or now - self.switched_at < SETTLE_S:
            return self
        return replace(self, is_maximized=False)

    def enter_full_screen(self) -> WindowState:
        """Return the state after the program has asked for the full screen."""
        return replace(self, is_full_screen=True)

    def leave_full_screen(self, now: float) -> WindowState:
        """Return the state after the program has asked for the window as it was before the full screen."""
        return replace(self, settled=self.geometry, is_full_screen=False, changed_at=now, switched_at=now)

    def _settle(self, now: float) -> WindowPlacement:
        return self.geometry if now - self.changed_at >= SETTLE_S else self.settled
