"""A press of the mouse that goes on while the widgets are built anew."""

from __future__ import annotations

from typing import NamedTuple

import pygame_gui

from ui.widgets.button import Button
from ui.widgets.drawn import Drawn
from ui.widgets.focus import Focus


class Press(NamedTuple):
    """The kind and the id of the widget that the mouse went down on, and the part of it.

    The id is empty where Tab does not go to the widget: a scene has at most one of a kind then.
    """

    kind: type
    widget_id: str
    part: int


def find_press(manager: pygame_gui.UIManager, focus: Focus) -> Press | None:
    """Return what is held now, None if nothing is."""
    for widget in _widgets(manager):
        if widget.held_part is not None:
            return Press(type(widget), focus.id_of(widget), widget.held_part)
    return None


def restore_press(press: Press, manager: pygame_gui.UIManager, focus: Focus) -> None:
    """Hold the widget that took the place of the one that was held, if there is one."""
    for widget in _widgets(manager):
        if type(widget) is press.kind and focus.id_of(widget) == press.widget_id:
            widget.hold(press.part)
            return


def _widgets(manager: pygame_gui.UIManager) -> list[Button | Drawn]:
    return [one for one in manager.get_sprite_group().sprites() if isinstance(one, Button | Drawn)]
