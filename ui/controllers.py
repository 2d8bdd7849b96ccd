"""Game controllers, by SDL's standard mapping: what is done with one becomes the key that does the same.

Nothing beyond this room knows of them. They may come and go at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final, Protocol

import pygame
from pygame._sdl2 import controller as sdl

from ui.shortcuts import BACK, LARGE, LOG, NEXT, PRESS, Shortcut

BUTTONS: Final[dict[int, int | Shortcut]] = {
    pygame.CONTROLLER_BUTTON_DPAD_UP: pygame.K_UP,
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: pygame.K_DOWN,
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: pygame.K_LEFT,
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: pygame.K_RIGHT,
    pygame.CONTROLLER_BUTTON_A: PRESS,
    pygame.CONTROLLER_BUTTON_B: BACK,
    pygame.CONTROLLER_BUTTON_X: LARGE,
    pygame.CONTROLLER_BUTTON_Y: LOG,
    pygame.CONTROLLER_BUTTON_START: BACK,
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: NEXT,
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: NEXT,
}
"""What each button does: a key, or what a shortcut's first key does now."""
STICK: Final = {
    pygame.CONTROLLER_AXIS_LEFTX: (pygame.K_LEFT, pygame.K_RIGHT),
    pygame.CONTROLLER_AXIS_LEFTY: (pygame.K_UP, pygame.K_DOWN),
}
"""The keys of either end of each axis of the left stick."""
PUSHED: Final = 20_000
LET_GO: Final = 12_000
"""Of 32,767: pushed farther than the one the stick is a key pressed, nearer than the other one let go."""


class Device(Protocol):
    """A controller that is open."""

    @property
    def id(self) -> int:
        """What its events call it."""
        ...


class Controllers:
    """Opens every controller there is and translates its events. ``open_device`` opens one by its index."""

    def __init__(self, open_device: Callable[[int], Device] = sdl.Controller) -> None:
        self._open_device = open_device
        self._open: dict[int, Device] = {}
        self._held: dict[tuple[int, int], int] = {}
        with suppress(pygame.error):  # a system without any support for them
            sdl.init()

    def keys(self, event: pygame.event.Event) -> Iterator[pygame.event.Event]:
        """What the program is told instead of an event: of a controller, the keys; of anything else, that."""
        if event.type == pygame.CONTROLLERDEVICEADDED:
            self._came(event.device_index)
        elif event.type == pygame.CONTROLLERDEVICEREMOVED:
            yield from self._went(event.instance_id)
        elif event.type in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            yield from _button(event.button, down=event.type == pygame.CONTROLLERBUTTONDOWN)
        elif event.type == pygame.CONTROLLERAXISMOTION:
            yield from self._pushed(event.instance_id, event.axis, event.value)
        else:
            yield event

    def close(self) -> None:
        """The program ends."""
        self._open.clear()
        sdl.quit()

    def _came(self, index: int) -> None:
        with suppress(pygame.error):  # it has gone again already
            device = self._open_device(index)
            self._open[device.id] = device

    def _went(self, which: int) -> Iterator[pygame.event.Event]:
        """It is gone, and lets go of what it held."""
        self._open.pop(which, None)
        for place in [one for one in self._held if one[0] == which]:
            yield _event(self._held.pop(place), down=False)

    def _pushed(self, which: int, axis: int, value: int) -> Iterator[pygame.event.Event]:
        """The stick went somewhere: one press for each push, however it trembles."""
        if axis not in STICK:
            return
        place = which, axis
        held = self._held.get(place)
        key = STICK[axis][value > 0]
        if held is not None and (abs(value) < LET_GO or held != key):
            yield _event(self._held.pop(place), down=False)
        if abs(value) > PUSHED and place not in self._held:
            self._held[place] = key
            yield _event(key, down=True)


def _button(button: int, *, down: bool) -> Iterator[pygame.event.Event]:
    meant = BUTTONS.get(button)
    if meant is not None:
        key = meant.keys[0] if isinstance(meant, Shortcut) else meant
        yield _event(key, down=down, back=button == pygame.CONTROLLER_BUTTON_LEFTSHOULDER)


def _event(key: int, *, down: bool, back: bool = False) -> pygame.event.Event:
    """A key as the keyboard would tell of it; ``back``: with Shift."""
    mod = pygame.KMOD_LSHIFT if back else pygame.KMOD_NONE
    return pygame.event.Event(pygame.KEYDOWN if down else pygame.KEYUP, key=key, mod=mod, unicode="", scancode=0)
