"""The operating system's window: how it is opened, and its size and position, which are kept for the next start."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Final

import pygame

from assets import ASSETS_FOLDER
from game.text.gettext import _
from game.version import PROGRAM_NAME
from ui.app.settings import MAX_WINDOW_SIDE_PX, MIN_WINDOW_SIZE, WindowPlacement

DISPLAY_VARIABLES: Final = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
"""The environment variables of which one names a screen on Linux."""
HEADLESS_DRIVERS: Final = ("offscreen", "dummy")
"""The drivers without a window, which SDL chooses by itself where no other works."""
ICON_PATH: Final = ASSETS_FOLDER / "icon-64.png"
DEFAULT_WINDOW_SIZE: Final = (1280, 720)
"""The size in pixels of the first window if the size of the screen is not known."""
DEFAULT_WINDOW_SCREEN_RATIO: Final = 0.85
"""The largest share of the screen's width and height that the first window takes, 0 to 1."""
ACCELERATION_VARIABLE: Final = "SDL_FRAMEBUFFER_ACCELERATION"


class NoDisplayError(Exception):
    """The window cannot be opened; ``str(error)`` is one line for a person."""


def open_window(placement: WindowPlacement, *, full_screen: bool) -> pygame.Surface:
    """Open the window, or the full screen, and return its surface. Raise `NoDisplayError` if that fails."""
    try:
        _open_display()
        pygame.font.init()
        pygame.display.set_caption(PROGRAM_NAME)
        pygame.display.set_icon(pygame.image.load(ICON_PATH))
        if full_screen:
            return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        surface = pygame.display.set_mode(placement.size, pygame.RESIZABLE)
        _apply_placement(placement)
        return pygame.display.get_surface() or surface
    except pygame.error as error:
        raise NoDisplayError(str(error)) from None


def _open_display() -> None:
    if sys.platform == "linux" and not any(os.environ.get(name) for name in DISPLAY_VARIABLES):
        # Without this check, the libraries below SDL would print messages of their own.
        raise NoDisplayError(_("no display found for the window"))
    pygame.display.init()
    if pygame.display.get_driver() in HEADLESS_DRIVERS and "SDL_VIDEODRIVER" not in os.environ:
        raise NoDisplayError(_("no display found for the window"))
    if pygame.display.get_driver() == "x11":
        # SDL would send each picture as a whole, through a texture, which without a graphics card takes ten times as
        # long as painting it. X takes the changed parts from shared memory.
        os.environ.setdefault(ACCELERATION_VARIABLE, "0")


def restore_placement(saved_placement: WindowPlacement | None) -> WindowPlacement:
    """Return where to open the window: at its last placement, as far as that fits the present screens.

    ``saved_placement``: None for the first window.
    """
    pygame.display.init()
    if pygame.display.get_driver() in HEADLESS_DRIVERS:
        return WindowPlacement(size=saved_placement.size if saved_placement else DEFAULT_WINDOW_SIZE)
    return fit_placement(saved_placement, tuple(pygame.display.get_desktop_sizes()))


def fit_placement(saved_placement: WindowPlacement | None, screens: tuple[tuple[int, int], ...]) -> WindowPlacement:
    """Return `restore_placement` for these screens, given by their sizes in pixels, the first screen first.

    The window is never larger than the largest screen, and keeps its position only if the screens are the same. Without
    screens it has the default size. The first window, if ``saved_placement`` is None, leaves room for panels and a
    title bar:

        >>> fit_placement(None, ((1920, 1080),)).size
        (1632, 917)
    """
    if not screens:
        return WindowPlacement(size=DEFAULT_WINDOW_SIZE)
    if saved_placement is None:
        width, height = screens[0]
        scale = min(width / DEFAULT_WINDOW_SIZE[0], height / DEFAULT_WINDOW_SIZE[1]) * DEFAULT_WINDOW_SCREEN_RATIO
        return WindowPlacement(
            size=_clamp_size((int(DEFAULT_WINDOW_SIZE[0] * scale), int(DEFAULT_WINDOW_SIZE[1] * scale)), screens[0]),
            screens=screens,
        )
    max_size = (max(size[0] for size in screens), max(size[1] for size in screens))
    size = _clamp_size(saved_placement.size, max_size)
    is_unchanged = saved_placement.screens == screens and size == saved_placement.size
    place = saved_placement.place if is_unchanged else None
    return WindowPlacement(size=size, place=place, maximised=saved_placement.maximised, screens=screens)


def _clamp_size(size: tuple[int, int], max_size: tuple[int, int]) -> tuple[int, int]:
    """Return ``size`` limited to ``max_size``, but at least `MIN_WINDOW_SIZE`."""
    width, height = (
        max(min_side, min(side, max_side))
        for side, max_side, min_side in zip(size, max_size, MIN_WINDOW_SIZE, strict=True)
    )
    return min(width, MAX_WINDOW_SIDE_PX), min(height, MAX_WINDOW_SIDE_PX)


def _apply_placement(placement: WindowPlacement) -> None:
    """Move the window to its position and maximize it, on systems that let a program do so."""
    if pygame.display.get_driver() in HEADLESS_DRIVERS:
        return
    with suppress(pygame.error, AttributeError):
        if placement.place is not None:
            pygame.display.set_window_position(placement.place)
        if placement.maximised:
            pygame.Window.from_display_module().maximize()


def capture_placement(placement: WindowPlacement, *, is_maximized: bool) -> WindowPlacement:
    """Return the present placement of the window; a maximized window keeps the size and position of ``placement``."""
    screens = tuple(pygame.display.get_desktop_sizes())
    if is_maximized:
        return WindowPlacement(size=placement.size, place=placement.place, maximised=True, screens=screens)
    position = None
    with suppress(pygame.error, AttributeError):
        x, y = pygame.display.get_window_position()
        position = (x, y)
    return WindowPlacement(size=pygame.display.get_window_size(), place=position, screens=screens)
