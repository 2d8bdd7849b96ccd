"""The window itself: how it is opened, where it stands and how large it is, and that it comes back so."""

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
"""One of these names a screen on Linux."""
HEADLESS_DRIVERS: Final = ("offscreen", "dummy")
"""Drivers without a window, which SDL takes by itself where nothing else works."""
ICON_PATH: Final = ASSETS_FOLDER / "icon-64.png"
DEFAULT_WINDOW_SIZE: Final = (1280, 720)
"""The size of the first window, where the screen says nothing better."""
DEFAULT_WINDOW_SCREEN_RATIO: Final = 0.85
"""So much of the screen the first window takes, in its shape."""
ACCELERATION_VARIABLE: Final = "SDL_FRAMEBUFFER_ACCELERATION"


class NoDisplayError(Exception):
    """The window cannot be opened; one line for a person."""


def open_window(placement: WindowPlacement, *, full_screen: bool) -> pygame.Surface:
    """The window, or the whole screen. NoDisplay if there is none."""
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
        # Asked for a screen that is not there, the libraries below SDL would complain in words of their own.
        raise NoDisplayError(_("there is no display to open a window on"))
    pygame.display.init()
    if pygame.display.get_driver() in HEADLESS_DRIVERS and "SDL_VIDEODRIVER" not in os.environ:
        raise NoDisplayError(_("there is no display to open a window on"))
    if pygame.display.get_driver() == "x11":
        # SDL would send every picture whole, through a texture: without a graphics card that takes ten times as long
        # as painting it. X takes what changed from shared memory.
        os.environ.setdefault(ACCELERATION_VARIABLE, "0")


def restore_placement(saved_placement: WindowPlacement | None) -> WindowPlacement:
    """Where to open the window: where it was left, as far as that fits the screens there are now."""
    pygame.display.init()
    if pygame.display.get_driver() in HEADLESS_DRIVERS:
        return WindowPlacement(size=saved_placement.size if saved_placement else DEFAULT_WINDOW_SIZE)
    return fit_placement(saved_placement, tuple(pygame.display.get_desktop_sizes()))


def fit_placement(saved_placement: WindowPlacement | None, screens: tuple[tuple[int, int], ...]) -> WindowPlacement:
    """`restore_placement` on these screens: never larger than the largest, and at its old place only if the screens are
    the same.

    Doctest of the first window, which leaves room for panels and a title bar:

    >>> fitted(None, ((1920, 1080),)).size, fitted(None, ((1366, 768),)).size, fitted(None, ((3840, 2160),)).size
    ((1632, 918), (1160, 652), (3264, 1836))
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
    """``size`` as far as there is room, but never smaller than a window may be."""
    width, height = (
        max(min_side, min(side, max_side))
        for side, max_side, min_side in zip(size, max_size, MIN_WINDOW_SIZE, strict=True)
    )
    return min(width, MAX_WINDOW_SIDE_PX), min(height, MAX_WINDOW_SIDE_PX)


def _apply_placement(placement: WindowPlacement) -> None:
    """Move the window where it was; systems that do not let a program do so are left alone."""
    if pygame.display.get_driver() in HEADLESS_DRIVERS:
        return
    with suppress(pygame.error, AttributeError):
        if placement.place is not None:
            pygame.display.set_window_position(placement.place)
        if placement.maximised:
            pygame.Window.from_display_module().maximize()


def capture_placement(placement: WindowPlacement, *, is_maximized: bool) -> WindowPlacement:
    """Where the window is now, for the next start; a window that fills the screen keeps its size from before."""
    screens = tuple(pygame.display.get_desktop_sizes())
    if is_maximized:
        return WindowPlacement(size=placement.size, place=placement.place, maximised=True, screens=screens)
    position = None
    with suppress(pygame.error, AttributeError):
        x, y = pygame.display.get_window_position()
        position = (x, y)
    return WindowPlacement(size=pygame.display.get_window_size(), place=position, screens=screens)
