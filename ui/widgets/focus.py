"""Keyboard focus: the order of Tab, the ring, the keys of each widget; pygame-gui lacks all of it."""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol, runtime_checkable

import pygame
import pygame_gui
from pygame_gui.core import UIElement
from pygame_gui.elements import UIButton, UITextEntryLine

from game.i18n import _
from ui import theme
from ui.shortcuts import NEXT, PRESS
from ui.widgets.drawn import Drawn

ENTER: Final = (pygame.K_RETURN, pygame.K_KP_ENTER)
PRESSING: Final = PRESS.keys
GOLDEN: Final = "#primary"
"""The look of a button that is what Enter means."""


@runtime_checkable
class TakesKeys(Protocol):
    """A widget that knows keys of its own."""

    def take_key(self, event: pygame.event.Event) -> bool:
        """Act on a KEYDOWN if it is one of the widget's. Whether it was."""
        ...


class Keeper(Protocol):
    """What can bring a widget into sight: a scroll area."""

    @property
    def window(self) -> pygame.Rect:
        """What is seen of it, in the coordinates of the screen."""
        ...

    def reveal(self, widget: UIElement) -> None:
        """Move so that the widget is seen."""
        ...


class Stop(NamedTuple):
    """The widget under the ring in words: its id, its label with its value, ``how`` keys change or use it."""

    widget_id: str
    words: str
    how: str


class Focus:
    """The widgets of a scene in the order of Tab. The ring shows once a key has moved it.

    One rule for Enter: what was chosen last acts. That is the widget under the ring; before anything was chosen it is
    the scene's golden button (`golden`), unless a line of text is being typed into.

    The place survives a rebuild: by the id of the widget, else by its number. With
    ``vertical`` the up and down arrows go through the widgets too, where a widget has no use for them.
    """

    def __init__(self, *, vertical: bool = False) -> None:
        self.widgets: list[UIElement] = []
        self.at = -1
        self.vertical = vertical
        self.shown = False
        self._ids: list[str] = []
        self._labels: list[str] = []
        self._keepers: list[Keeper | None] = []
        self._sought = ""

    def clear(self) -> None:
        """Forget the widgets, keep the place: a rebuilt scene has the same ones."""
        if 0 <= self.at < len(self._ids):
            self._sought = self._ids[self.at]
        self.widgets, self._ids, self._labels, self._keepers = [], [], [], []

    def add(self, widget: UIElement, widget_id: str, keeper: Keeper | None = None, label: str = "") -> None:
        """Append a widget to the order. ``widget_id`` is how the program knows it, ``keeper`` what scrolls it.

        ``label``: what a person calls it, if that is not what is written on it. ValueError if the scene has a widget
        of this id already, or if the id is empty.
        """
        if not widget_id or widget_id in self._ids:
            raise ValueError(f"a second widget of the id {widget_id!r}" if widget_id else "a widget without an id")
        self.widgets.append(widget)
        self._ids.append(widget_id)
        self._labels.append(label or getattr(widget, "text", ""))
        self._keepers.append(keeper)
        here = len(self.widgets) - 1
        if self.at >= 0 and (widget_id == self._sought if self._sought else here == self.at):
            self.at, self._sought = here, ""
            self._type_into()

    def arrange(self) -> None:
        """Bring the order of Tab to the order that the widgets added so far are read in: rows, from the left."""
        rects = [widget.get_abs_rect() for widget in self.widgets]
        order = sorted(range(len(rects)), key=lambda at: (rects[at].y, rects[at].x))
        place = order.index(self.at) if self.at in order else self.at
        self.widgets = [self.widgets[at] for at in order]
        self._ids = [self._ids[at] for at in order]
        self._labels = [self._labels[at] for at in order]
        self._keepers = [self._keepers[at] for at in order]
        self.at = place

    @property
    def widget(self) -> UIElement | None:
        """The widget under the ring, if the ring is shown."""
        return self._placed if self.shown else None

    @property
    def stop(self) -> Stop | None:
        """The widget under the ring in words, if the ring is shown."""
        widget = self.widget
        if widget is None:
            return None
        label, said, how = self._labels[self.at], "", ""
        if isinstance(widget, Drawn):
            said, how = widget.said, widget.how
        elif isinstance(widget, UITextEntryLine):
            said, how = widget.get_text() or _("empty"), _("Line: what is typed takes its place")
        elif isinstance(widget, UIButton):
            said, how = widget.text if label != widget.text else "", _("Button: Enter presses it")
        words = _("{label}: {value}").format(label=label, value=said) if said else label
        return Stop(self._ids[self.at], words, how)

    @property
    def _placed(self) -> UIElement | None:
        return self.widgets[self.at] if 0 <= self.at < len(self.widgets) else None

    def handle(self, event: pygame.event.Event) -> bool:
        """Take a key if it is one of ours. Whether it was. A click moves the place and hides the ring."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._clicked(event.pos)
        if event.type != pygame.KEYDOWN or not self.widgets:
            return False
        if event.key in NEXT.keys:
            self._move(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        return self._take(event) or self._arrow(event)

    def let_go(self) -> None:
        """Something else was chosen: the ring goes, Tab brings it back where it was."""
        widget, self.shown = self.widget, False
        if widget is not None:
            widget.ui_manager.set_focus_set(None)

    @property
    def golden(self) -> UIButton | None:
        """The button that Enter means until something else is chosen, if there is one."""
        typing = not self.shown and isinstance(self._placed, UITextEntryLine) and self._placed.is_focused
        found = (one for one in self.widgets if isinstance(one, UIButton) and GOLDEN in one.object_ids)
        return None if typing else next((one for one in found if one.is_enabled and one.visible), None)

    def go(self, widget: UIElement) -> None:
        """Put the ring on a widget."""
        self.at, self.shown = self.widgets.index(widget), True
        self._enter()

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the widgets, in the order of Tab."""
        return tuple(self._ids)

    def find(self, widget_id: str) -> UIElement | None:
        """Return the widget of this id, None if there is none."""
        return self.widgets[self._ids.index(widget_id)] if widget_id in self._ids else None

    def id_of(self, widget: UIElement) -> str:
        """Return the id of a widget; empty if the order of Tab does not have the widget."""
        return next((one for other, one in zip(self.widgets, self._ids, strict=True) if other is widget), "")

    def reveal(self) -> None:
        """Bring the widget under the ring into sight, or the line that is typed into."""
        widget = self._placed if isinstance(self._placed, UITextEntryLine) else self.widget
        keeper = self._keepers[self.at] if widget is not None else None
        if widget is not None and keeper is not None:
            keeper.reveal(widget)

    def draw(self, surface: pygame.Surface) -> None:
        """The ring."""
        widget = self.widget
        if widget is None or not widget.visible:
            return
        keeper = self._keepers[self.at]
        thick = max(2, round(surface.get_height() / 360))
        before = surface.get_clip()
        if keeper is not None:
            surface.set_clip(keeper.window.inflate(thick * 8, 0))
        ring = pygame.Rect(widget.get_abs_rect()).inflate(thick * 4, thick * 4)
        pygame.draw.rect(surface, theme.VEIL, ring.inflate(thick * 2, thick * 2), thick * 3, thick * 4)
        pygame.draw.rect(surface, theme.GOLD, ring, theme.outline(thick), thick * 3)
        surface.set_clip(before)

    def _take(self, event: pygame.event.Event) -> bool:
        widget = self.widget
        if isinstance(widget, TakesKeys):
            return widget.take_key(event)
        if isinstance(widget, UIButton) and event.key in PRESSING:
            press(widget)
            return True
        if isinstance(widget, UITextEntryLine) and event.key in ENTER and not getattr(widget, "sends", False):
            self._move(1)
            return True
        return False

    def _arrow(self, event: pygame.event.Event) -> bool:
        if not self.vertical or event.key not in (pygame.K_UP, pygame.K_DOWN):
            return False
        self._move(1 if event.key == pygame.K_DOWN else -1)
        return True

    def _move(self, by: int) -> None:
        start = self.at if self.at >= 0 or by > 0 else 0
        for step in range(1, len(self.widgets) + 1):
            at = (start + by * step) % len(self.widgets)
            if self.widgets[at].is_enabled and self.widgets[at].visible:
                self.at, self.shown = at, True
                self._enter()
                return

    def _enter(self) -> None:
        """A key came to the widget of the place: it is brought into sight, a line of text ready to be typed over."""
        self.reveal()
        self._type_into()
        widget = self.widgets[self.at]
        if isinstance(widget, UITextEntryLine):
            widget.select_range = [0, len(widget.get_text())]

    def _type_into(self) -> None:
        """Typing goes to the end of the line of text at the place, or nowhere if something else is there."""
        widget = self.widgets[self.at]
        if isinstance(widget, UITextEntryLine):
            widget.set_text(widget.get_text())
            widget.ui_manager.set_focus_set(widget.get_focus_set())
        else:
            widget.ui_manager.set_focus_set(None)

    def _clicked(self, where: tuple[int, int]) -> None:
        self.shown = False
        for at, widget in enumerate(self.widgets):
            if widget.visible and widget.hover_point(*where):
                self.at = at


def press(button: UIButton) -> None:
    """Press a button as a click would."""
    name = button.most_specific_combined_id
    pygame.event.post(pygame.event.Event(pygame_gui.UI_BUTTON_PRESSED, ui_element=button, ui_object_id=name))
