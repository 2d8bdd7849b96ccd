"""A press of the mouse that goes on while the widgets are built anew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import pygame_gui

from ui.widgets.button import Button
from ui.widgets.drawn import Drawn
from ui.widgets.focus import Focus

Key: TypeAlias = tuple[type, str, int]
"""The kind of a widget, its name, and its number among those that share both."""


class Press(NamedTuple):
    """The widget that the mouse went down on, and the part of it."""

    key: Key
    part: int


def find_press(manager: pygame_gui.UIManager, focus: Focus) -> Press | None:
    """Return what is held now, None if nothing is."""
    for key, widget in _keyed(manager, focus):
        if widget.held_part is not None:
            return Press(key, widget.held_part)
    return None


def restore_press(press: Press, manager: pygame_gui.UIManager, focus: Focus) -> None:
    """Hold the widget that took the place of the one that was held, if there is one."""
    widget = dict(_keyed(manager, focus)).get(press.key)
    if widget is not None:
        widget.hold(press.part)


def _keyed(manager: pygame_gui.UIManager, focus: Focus) -> Iterator[tuple[Key, Button | Drawn]]:
    seen: dict[tuple[type, str], int] = {}
    for widget in manager.get_sprite_group().sprites():
        if isinstance(widget, Button | Drawn):
            kind = type(widget), focus.name_of(widget) or getattr(widget, "text", "")
            seen[kind] = seen.get(kind, -1) + 1
            yield (*kind, seen[kind]), widget
