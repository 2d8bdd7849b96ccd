"""What SDL knows of the screens and of the window's frame, and pygame does not pass on."""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from typing import Any

import pygame

from ui.app.placement import NO_FRAME, Frame, Screen


class _Rect(ctypes.Structure):
    _fields_ = (("x", ctypes.c_int), ("y", ctypes.c_int), ("width", ctypes.c_int), ("height", ctypes.c_int))


@cache
def _load_sdl() -> Any:
    """Return the library that pygame uses. Raise OSError if it is not found, AttributeError if it is another.

    On Windows it is found by its name, because it is loaded; elsewhere through a module of pygame that is linked to it.
    """
    sdl = ctypes.CDLL("SDL2.dll" if sys.platform == "win32" else pygame.base.__file__)
    sdl.SDL_GetWindowFromID.restype = ctypes.c_void_p
    sdl.SDL_GetWindowFromID.argtypes = [ctypes.c_uint32]
    sdl.SDL_GetDisplayUsableBounds.argtypes = [ctypes.c_int, ctypes.POINTER(_Rect)]
    sdl.SDL_GetWindowBordersSize.argtypes = [ctypes.c_void_p, *[ctypes.POINTER(ctypes.c_int)] * 4]
    return sdl


def list_screens() -> tuple[Screen, ...]:
    """Return the usable parts of the screens, the first screen first; none if SDL does not tell."""
    try:
        sdl, screens = _load_sdl(), list[Screen]()
        for index in range(pygame.display.get_num_displays()):
            rect = _Rect()
            if sdl.SDL_GetDisplayUsableBounds(index, ctypes.byref(rect)) == 0 and rect.width > 0 and rect.height > 0:
                screens.append(Screen(rect.x, rect.y, rect.width, rect.height))
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
