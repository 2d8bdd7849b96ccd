"""The operating system's window: how it is opened, full screen, and the picture in it."""

from __future__ import annotations

import ctypes
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any, Final

import pygame

from assets import ASSETS_FOLDER
from game.text.gettext import _
from game.version import PROGRAM_NAME
from ui.app.placement import NO_FRAME, Frame, WindowState, fit_placement
from ui.app.settings import MIN_WINDOW_SIZE, WindowPlacement
from ui.graphics.viewport import Viewport, fit_viewport

DISPLAY_VARIABLES: Final = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
"""The environment variables of which one names a screen on Linux."""
HEADLESS_DRIVERS: Final = ("offscreen", "dummy")
"""The drivers without a window, which SDL chooses by itself where no other works."""
ICON_PATH: Final = ASSETS_FOLDER / "icon-64.png"
ACCELERATION_VARIABLE: Final = "SDL_FRAMEBUFFER_ACCELERATION"
WINDOW_CHANGES: Final = frozenset(
    (pygame.WINDOWMOVED, pygame.WINDOWSIZECHANGED, pygame.WINDOWMAXIMIZED, pygame.WINDOWMINIMIZED,
     pygame.WINDOWRESTORED)
)  # fmt: skip
"""The events that tell what became of the window."""


class NoDisplayError(Exception):
    """The window cannot be opened; ``str(error)`` is one line for a person."""


class Window:
    """The window of the program; its picture is painted on ``surface``, which may be larger than the window.

    ``placement``: where the window opens, without regard to the screens; None for the first window. ``clock``: returns
    seconds that never go back. Raise `NoDisplayError` if there is no display.
    """

    def __init__(
        self, placement: WindowPlacement | None, *, is_full_screen: bool, clock: Callable[[], float]
    ) -> None:  # fmt: skip
        self._clock = clock
        try:
            opened = _open_window(placement)
            geometry = WindowPlacement(size=opened.size, place=opened.place)
            self._state = WindowState(geometry, geometry, is_maximized=opened.maximised)
            self.surface, self.viewport = _make_picture()
            self.set_full_screen(is_full_screen)
        except pygame.error as error:
            raise NoDisplayError(str(error)) from None

    @property
    def placement(self) -> WindowPlacement:
        """Where the window would open again: its placement while it is neither full screen nor maximized."""
        return self._state.placement

    def set_full_screen(self, is_full_screen: bool) -> None:
        """Fill the screen, or make the window again what it was before."""
        if is_full_screen == self._state.is_full_screen:
            return
        with _hold_window() as window:
            if is_full_screen:
                self._state = self._state.enter_full_screen()
                if pygame.display.get_driver() == "x11" and measure_frame(window.id) == NO_FRAME:
                    _cover_screen(window)
                window.set_fullscreen(True)
            else:
                self._state = self._state.leave_full_screen(self._clock())
                window.set_windowed()
                if window.size != self._state.geometry.size:
                    window.size = self._state.geometry.size
                _apply_placement(self._state.placement)
        self.adopt_size()

    def handle_event(self, event: pygame.event.Event) -> None:
        """Take note of an event of `WINDOW_CHANGES`."""
        now = self._clock()
        if event.type == pygame.WINDOWMAXIMIZED:
            self._state = self._state.maximize(now)
        elif event.type == pygame.WINDOWMINIMIZED:
            self._state = self._state.minimize(now)
        elif event.type == pygame.WINDOWRESTORED:
            self._state = self._state.restore(now)
        if not _is_headless() and _get_window_size() not in pygame.display.get_desktop_sizes():
            # A window as large as the screen is full screen, even if the window manager made it so.
            self._state = self._state.change(WindowPlacement(size=_get_window_size(), place=_find_place()), now)

    def adopt_size(self) -> None:
        """Make ``surface`` and ``viewport`` fit the size that the window has now."""
        if fit_viewport(_get_window_size()) != self.viewport or not self.viewport.is_scaled:
            self.surface, self.viewport = _make_picture()

    def show_areas(self, areas: Sequence[pygame.Rect]) -> None:
        """Show what was painted in some areas of ``surface``."""
        if not self.viewport.is_scaled:
            pygame.display.update(areas)
            return
        shown = pygame.display.get_surface()
        if shown is not None and shown.get_size() == self.viewport.window_size:  # else an event of the size follows
            scale = pygame.transform.smoothscale if shown.get_bytesize() > 2 else pygame.transform.scale
            scale(self.surface, shown.get_size(), shown)
            pygame.display.flip()


def _open_window(saved: WindowPlacement | None) -> WindowPlacement:
    """Open the window where it fits the screens, and return where that is."""
    _open_display()
    pygame.font.init()
    pygame.display.set_caption(PROGRAM_NAME)
    pygame.display.set_icon(pygame.image.load(ICON_PATH))
    screens = () if _is_headless() else list_screens()
    placement = fit_placement(saved, screens)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # that the window manager chose another size
        pygame.display.set_mode(placement.size, pygame.RESIZABLE)
    if _is_headless():
        return placement
    with _hold_window() as window:
        window.minimum_size = MIN_WINDOW_SIZE
        if screens:  # Only now the frame is known, and where the window manager puts a window without a place.
            placement = fit_placement(saved, screens, measure_frame(window.id))
            if window.size != placement.size:
                window.size = placement.size
    _apply_placement(placement)
    return placement


def _cover_screen(window: pygame.Window) -> None:
    """Make the window as large as its screen, because SDL leaves that to the window manager, and there may be none."""
    center, screens = pygame.Rect(window.position, window.size).center, list_screens()
    for screen in [screen for screen in screens if screen.collidepoint(center)] or screens[:1]:
        window.position, window.size = screen.topleft, screen.size


def _apply_placement(placement: WindowPlacement) -> None:
    """Move the window to its position and maximize it, on systems that let a program do so."""
    pygame.event.pump()  # SDL learns how wide the frame is
    with suppress(pygame.error), _hold_window() as window:
        if placement.place is not None and window.position != placement.place:
            window.position = placement.place
        if placement.maximised:
            window.maximize()


@contextmanager
def _hold_window() -> Iterator[pygame.Window]:
    """Return a context manager that gives its block the window of the display, without a warning of pygame.

    pygame wants programs to use either of the two; it has no other way to leave full screen, or to maximize.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        yield pygame.Window.from_display_module()


def _make_picture() -> tuple[pygame.Surface, Viewport]:
    """Return the surface for the picture of the present window: the window's own, or a larger one."""
    shown = pygame.display.get_surface()
    assert shown is not None
    viewport = fit_viewport(shown.get_size())
    return pygame.Surface(viewport.picture_size, 0, shown) if viewport.is_scaled else shown, viewport


def _get_window_size() -> tuple[int, int]:
    shown = pygame.display.get_surface()
    assert shown is not None
    return shown.get_size()


def _find_place() -> tuple[int, int] | None:
    """Return the position of the window, or None if the system does not tell."""
    with suppress(pygame.error):
        x, y = pygame.display.get_window_position()
        return x, y
    return None


def _is_headless() -> bool:
    return pygame.display.get_driver() in HEADLESS_DRIVERS


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


@cache
def _load_sdl() -> Any:
    """Return the library that pygame uses. Raise OSError if it is not found, AttributeError if it is another.

    On Windows it is found by its name, because it is loaded; elsewhere through a module of pygame that is linked to it.
    """
    sdl = ctypes.CDLL("SDL2.dll" if sys.platform == "win32" else pygame.base.__file__)
    sdl.SDL_GetWindowFromID.restype = ctypes.c_void_p
    sdl.SDL_GetWindowFromID.argtypes = [ctypes.c_uint32]
    sdl.SDL_GetDisplayUsableBounds.argtypes = [ctypes.c_int, ctypes.POINTER(ctypes.c_int)]
    sdl.SDL_GetWindowBordersSize.argtypes = [ctypes.c_void_p, *[ctypes.POINTER(ctypes.c_int)] * 4]
    return sdl


def list_screens() -> tuple[pygame.Rect, ...]:
    """Return the usable parts of the screens, the first screen first; none if SDL does not tell."""
    try:
        sdl, screens = _load_sdl(), list[pygame.Rect]()
        for index in range(pygame.display.get_num_displays()):
            bounds = (ctypes.c_int * 4)()
            if sdl.SDL_GetDisplayUsableBounds(index, bounds) == 0 and bounds[2] > 0 and bounds[3] > 0:
                screens.append(pygame.Rect(*bounds))
    except (OSError, AttributeError, pygame.error):
        return ()
    return tuple(screens)


def measure_frame(window_id: int) -> Frame:
    """Return the frame around the window with this id of SDL; no frame if SDL does not tell."""
    try:
        sdl, widths = _load_sdl(), [ctypes.c_int() for _side in Frame._fields]
        window = sdl.SDL_GetWindowFromID(window_id)
        if window is None or sdl.SDL_GetWindowBordersSize(window, *map(ctypes.byref, widths)) != 0:
            return NO_FRAME
    except (OSError, AttributeError):
        return NO_FRAME
    return Frame(*(width.value for width in widths))
