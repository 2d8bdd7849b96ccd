"""The window itself: how it is opened, where it stands and how large it is, and that it comes back so."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

import pygame

from game.i18n import _
from game.version import NAME
from ui.settings import LARGEST_WINDOW, SMALLEST_WINDOW, Placement

SCREENS: Final = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
"""One of these names a screen on Linux."""
BLIND: Final = ("offscreen", "dummy")
"""Drivers without a window, which SDL takes by itself where nothing else works."""
ICON: Final = Path(__file__).resolve().parent.parent / "assets" / "icon-64.png"
FIRST: Final = (1280, 720)
"""The size of the first window, where the screen says nothing better."""
SHARE: Final = 0.85
"""So much of the screen the first window takes, in its shape."""
ACCELERATION: Final = "SDL_FRAMEBUFFER_ACCELERATION"


class NoDisplay(Exception):
    """The window cannot be opened; one line for a person."""


def open_window(placement: Placement, *, full_screen: bool) -> pygame.Surface:
    """The window, or the whole screen. NoDisplay if there is none."""
    try:
        _open_display()
        pygame.font.init()
        pygame.display.set_caption(NAME)
        pygame.display.set_icon(pygame.image.load(ICON))
        if full_screen:
            return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        surface = pygame.display.set_mode(placement.size, pygame.RESIZABLE)
        _put(placement)
        return pygame.display.get_surface() or surface
    except pygame.error as error:
        raise NoDisplay(str(error)) from None


def _open_display() -> None:
    if sys.platform == "linux" and not any(os.environ.get(name) for name in SCREENS):
        # Asked for a screen that is not there, the libraries below SDL would complain in words of their own.
        raise NoDisplay(_("there is no display to open a window on"))
    pygame.display.init()
    if pygame.display.get_driver() in BLIND and "SDL_VIDEODRIVER" not in os.environ:
        raise NoDisplay(_("there is no display to open a window on"))
    if pygame.display.get_driver() == "x11":
        # SDL would send every picture whole, through a texture: without a graphics card that takes ten times as long
        # as painting it. X takes what changed from shared memory.
        os.environ.setdefault(ACCELERATION, "0")


def fitting(remembered: Placement | None) -> Placement:
    """Where to open the window: where it was left, as far as that fits the screens there are now."""
    pygame.display.init()
    if pygame.display.get_driver() in BLIND:
        return Placement(size=remembered.size if remembered else FIRST)
    return fitted(remembered, tuple(pygame.display.get_desktop_sizes()))


def fitted(remembered: Placement | None, screens: tuple[tuple[int, int], ...]) -> Placement:
    """`fitting` on these screens: never larger than the largest, and at its old place only if the screens are the same.

    Doctest of the first window, which leaves room for panels and a title bar:

    >>> fitted(None, ((1920, 1080),)).size, fitted(None, ((1366, 768),)).size, fitted(None, ((3840, 2160),)).size
    ((1632, 918), (1160, 652), (3264, 1836))
    """
    if not screens:
        return Placement(size=FIRST)
    if remembered is None:
        wide, high = screens[0]
        unit = min(wide / FIRST[0], high / FIRST[1]) * SHARE
        return Placement(size=_within((int(FIRST[0] * unit), int(FIRST[1] * unit)), screens[0]), screens=screens)
    room = (max(size[0] for size in screens), max(size[1] for size in screens))
    size = _within(remembered.size, room)
    same = remembered.screens == screens and size == remembered.size
    place = remembered.place if same else None
    return Placement(size=size, place=place, maximised=remembered.maximised, screens=screens)


def _within(size: tuple[int, int], room: tuple[int, int]) -> tuple[int, int]:
    """``size`` as far as there is room, but never smaller than a window may be."""
    wide, high = (max(least, min(one, most)) for one, most, least in zip(size, room, SMALLEST_WINDOW, strict=True))
    return min(wide, LARGEST_WINDOW), min(high, LARGEST_WINDOW)


def _put(placement: Placement) -> None:
    """Move the window where it was; systems that do not let a program do so are left alone."""
    if pygame.display.get_driver() in BLIND:
        return
    with suppress(pygame.error, AttributeError):
        if placement.place is not None:
            pygame.display.set_window_position(placement.place)
        if placement.maximised:
            pygame.Window.from_display_module().maximize()


def noted(old: Placement, *, maximised: bool) -> Placement:
    """Where the window is now, for the next start; a window that fills the screen keeps its size from before."""
    screens = tuple(pygame.display.get_desktop_sizes())
    if maximised:
        return Placement(size=old.size, place=old.place, maximised=True, screens=screens)
    place = None
    with suppress(pygame.error, AttributeError):
        x, y = pygame.display.get_window_position()
        place = (x, y)
    return Placement(size=pygame.display.get_window_size(), place=place, screens=screens)
