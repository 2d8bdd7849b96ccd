"""Gamepads by SDL's standard mapping, whose events become events of the keys that do the same.

No other module knows of gamepads. They may be connected and removed at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final

import pygame
from pygame._sdl2 import controller as sdl

from ui.input.key_map import ACTIVATE, GO_BACK, NEXT_WIDGET, SHOW_LOG, ZOOM_CARD, KeyMap, Shortcut

BUTTON_KEYS: Final[dict[int, int | Shortcut]] = {
    pygame.CONTROLLER_BUTTON_DPAD_UP: pygame.K_UP,
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: pygame.K_DOWN,
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: pygame.K_LEFT,
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: pygame.K_RIGHT,
    pygame.CONTROLLER_BUTTON_A: ACTIVATE,
    pygame.CONTROLLER_BUTTON_B: GO_BACK,
    pygame.CONTROLLER_BUTTON_X: ZOOM_CARD,
    pygame.CONTROLLER_BUTTON_Y: SHOW_LOG,
    pygame.CONTROLLER_BUTTON_START: GO_BACK,
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: NEXT_WIDGET,
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: NEXT_WIDGET,
}
"""The key of each button, or the shortcut whose first key it presses."""
STICK_KEYS: Final = {
    pygame.CONTROLLER_AXIS_LEFTX: (pygame.K_LEFT, pygame.K_RIGHT),
    pygame.CONTROLLER_AXIS_LEFTY: (pygame.K_UP, pygame.K_DOWN),
}
"""The keys of either end of each axis of the left stick."""
STICK_PRESS_THRESHOLD: Final = 20_000
STICK_RELEASE_THRESHOLD: Final = 12_000
"""Of 32,767: a key is pressed when the stick moves beyond the first, and released below the second."""


class Gamepads:
    """All gamepads, opened when they are connected; ``open_device`` opens a gamepad by its index."""

    def __init__(self, open_device: Callable[[int], Any] = sdl.Controller) -> None:
        self._open_device = open_device
        self._devices: dict[int, Any] = {}
        self._held_keys: dict[tuple[int, int], int] = {}
        with suppress(pygame.error):  # on a system without gamepad support
            sdl.init()

    def translate_event(self, event: pygame.event.Event, key_map: KeyMap) -> Iterator[pygame.event.Event]:
        """Yield the key events that a gamepad event means, none for most; yield any other event unchanged.

        Gamepads that come and go are opened and closed.
        """
        if event.type == pygame.CONTROLLERDEVICEADDED:
            self._add_device(event.device_index)
        elif event.type == pygame.CONTROLLERDEVICEREMOVED:
            yield from self._remove_device(event.instance_id)
        elif event.type in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            yield from _translate_button(event.button, key_map, is_down=event.type == pygame.CONTROLLERBUTTONDOWN)
        elif event.type == pygame.CONTROLLERAXISMOTION:
            yield from self._translate_stick(event.instance_id, event.axis, event.value)
        else:
            yield event

    def close(self) -> None:
        """Close all gamepads."""
        self._devices.clear()
        sdl.quit()

    def _add_device(self, index: int) -> None:
        with suppress(pygame.error):  # the gamepad was removed already
            device = self._open_device(index)
            self._devices[device.id] = device

    def _remove_device(self, device_id: int) -> Iterator[pygame.event.Event]:
        """Remove a gamepad and yield the releases of the keys that its sticks hold.

        An id that is not known is ignored.
        """
        self._devices.pop(device_id, None)
        for axis_id in [held_axis for held_axis in self._held_keys if held_axis[0] == device_id]:
            yield _make_key_event(self._held_keys.pop(axis_id), is_down=False)

    def _translate_stick(self, device_id: int, axis: int, value: int) -> Iterator[pygame.event.Event]:
        """Yield the key events of a stick: a press for each push, even if the stick trembles."""
        if axis not in STICK_KEYS:
            return
        axis_id = device_id, axis
        held_key = self._held_keys.get(axis_id)
        key = STICK_KEYS[axis][value > 0]
        if held_key is not None and (abs(value) < STICK_RELEASE_THRESHOLD or held_key != key):
            yield _make_key_event(self._held_keys.pop(axis_id), is_down=False)
        if abs(value) > STICK_PRESS_THRESHOLD and axis_id not in self._held_keys:
            self._held_keys[axis_id] = key
            yield _make_key_event(key, is_down=True)


def _translate_button(button: int, key_map: KeyMap, *, is_down: bool) -> Iterator[pygame.event.Event]:
    target = BUTTON_KEYS.get(button)
    if target is not None:
        key = key_map.keys(target)[0] if isinstance(target, Shortcut) else target
        yield _make_key_event(key, is_down=is_down, with_shift=button == pygame.CONTROLLER_BUTTON_LEFTSHOULDER)


def _make_key_event(key: int, *, is_down: bool, with_shift: bool = False) -> pygame.event.Event:
    """Return an event as a keyboard sends it."""
    modifiers = pygame.KMOD_LSHIFT if with_shift else pygame.KMOD_NONE
    return pygame.event.Event(
        pygame.KEYDOWN if is_down else pygame.KEYUP, key=key, mod=modifiers, unicode="", scancode=0
    )
