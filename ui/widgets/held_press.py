"""A press of the mouse that goes on while the widgets are built anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
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
    if all(widget.held_part is None for widget in _list_widgets(manager)):
        return None
    keyed = _map_widgets_by_key(manager, focus).items()
    return next(Press(key, widget.held_part) for key, widget in keyed if widget.held_part is not None)


def restore_press(press: Press, manager: pygame_gui.UIManager, focus: Focus) -> None:
    """Hold the widget that took the place of the one that was held, if there is one."""
    widget = _map_widgets_by_key(manager, focus).get(press.key)
    if widget is not None:
        widget.hold(press.part)


@contextmanager
def keep_press(manager: pygame_gui.UIManager, focus: Focus) -> Iterator[None]:
    """Keep what is held while the body of the ``with`` statement makes widgets anew."""
    press = find_press(manager, focus)
    yield
    if press is not None:
        restore_press(press, manager, focus)


def _list_widgets(manager: pygame_gui.UIManager) -> list[Button | CustomWidget]:
    return [widget for widget in manager.get_sprite_group().sprites() if isinstance(widget, Button | CustomWidget)]


def _map_widgets_by_key(manager: pygame_gui.UIManager, focus: Focus) -> dict[Key, Button | CustomWidget]:
    keyed: dict[Key, Button | CustomWidget] = {}
    count: Counter[tuple[type, str]] = Counter()
    for widget in _list_widgets(manager):
        kind = type(widget), focus.get_widget_id(widget)
        keyed[*kind, count[kind]] = widget
        count[kind] += 1
    return keyed
