"""A press of the mouse that goes on while the widgets are built anew."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple, TypeAlias

import pygame_gui

from ui.widgets.base import CustomWidget
from ui.widgets.button import Button
from ui.widgets.focus import Focus

Key: TypeAlias = tuple[type, str, int]
"""The kind of a widget, its id, and its number among those that share both: a bar of a scroll area has no id."""


class Press(NamedTuple):
    """The widget that the mouse went down on, and the part of it."""

    key: Key
    part: int


def find_press(manager: pygame_gui.UIManager, focus: Focus) -> Press | None:
    """Return what is held now, None if nothing is."""
    if all(widget.held_part is None for widget in _widgets(manager)):
        return None
    keyed = _keyed(manager, focus).items()
    return next(Press(key, widget.held_part) for key, widget in keyed if widget.held_part is not None)


def restore_press(press: Press, manager: pygame_gui.UIManager, focus: Focus) -> None:
    """Hold the widget that took the place of the one that was held, if there is one."""
    widget = _keyed(manager, focus).get(press.key)
    if widget is not None:
        widget.hold(press.part)


def _widgets(manager: pygame_gui.UIManager) -> list[Button | CustomWidget]:
    return [one for one in manager.get_sprite_group().sprites() if isinstance(one, Button | CustomWidget)]


def _keyed(manager: pygame_gui.UIManager, focus: Focus) -> dict[Key, Button | CustomWidget]:
    keyed: dict[Key, Button | CustomWidget] = {}
    count: Counter[tuple[type, str]] = Counter()
    for widget in _widgets(manager):
        kind = type(widget), focus.id_of(widget)
        keyed[*kind, count[kind]] = widget
        count[kind] += 1
    return keyed
