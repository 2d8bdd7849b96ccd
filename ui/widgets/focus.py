"""Keyboard focus: the order of Tab, the ring, the keys of each widget; pygame-gui lacks all of it."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from operator import attrgetter
from typing import Final, NamedTuple, Protocol, runtime_checkable

import pygame
import pygame_gui
from pygame_gui.core import UIElement
from pygame_gui.elements import UIButton, UITextEntryLine

from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.input.key_map import ACTIVATE, NEXT_WIDGET
from ui.widgets.base import CustomWidget
from ui.widgets.button import Button

ENTER_KEYS: Final = (pygame.K_RETURN, pygame.K_KP_ENTER)
PRESS_KEYS: Final = ACTIVATE.default_keys
DEFAULT_BUTTON_ID: Final = "#primary"
"""The look of a button that is what Enter means."""


@runtime_checkable
class KeyHandler(Protocol):
    """A widget that knows keys of its own."""

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Act on a KEYDOWN if it is one of the widget's. Whether it was."""
        ...


class ScrollParent(Protocol):
    """What can bring a widget into sight: a scroll area."""

    @property
    def viewport(self) -> pygame.Rect:
        """What is seen of it, in the coordinates of the screen."""
        ...

    def reveal(self, widget: UIElement) -> None:
        """Move so that the widget is seen."""
        ...


class FocusDescription(NamedTuple):
    """The widget under the ring in words: its id, its label with its value, ``key_help`` keys change or use it."""

    widget_id: str
    text: str
    key_help: str


class FocusEntry(NamedTuple):
    """A widget in the order of Tab: its place there, its id, what scrolls it, and what a person calls it."""

    place: tuple[int, ...]
    widget: UIElement
    widget_id: str
    scroll_parent: ScrollParent | None
    label: str


class Focus:
    """The widgets of a scene in the order of Tab. The ring shows once a key has moved it.

    One rule for Enter: what was chosen last acts. That is the widget under the ring; before anything was chosen it is
    the scene's golden button (`default_button`), unless a line of text is being typed into.

    The focus is on an id, so it stays when a part of the scene is composed anew. With ``has_vertical_arrows`` the up
    and down arrows go through the widgets too, where a widget has no use for them.
    """

    def __init__(self, *, has_vertical_arrows: bool = False) -> None:
        self.has_vertical_arrows = has_vertical_arrows
        self.is_ring_shown = False
        self.focused_id = ""
        self._entries: list[FocusEntry] = []
        self._place: tuple[int, ...] = ()
        self._counter = count()

    def take_place(self) -> tuple[int, ...]:
        """Return the next place in the order."""
        return (*self._place, next(self._counter))

    @contextmanager
    def at_place(self, place: tuple[int, ...]) -> Iterator[None]:
        """Add widgets at a place of `take_place`, however many have been added after it."""
        outer_place, self._place = self._place, place
        yield
        self._place = outer_place

    @contextmanager
    def preserve(self) -> Iterator[None]:
        """Keep the focus and a press of the mouse on the ids that have them while widgets are made anew.

        Where an id is gone, the focus is on the widget that is at its number then.
        """
        focused_index, focused_entry = self.focused_index, self._focused_entry
        presses = [
            (entry, entry.widget.held_part)
            for entry in self._entries
            if entry.widget.alive() and isinstance(entry.widget, Button | CustomWidget)
        ]
        yield
        if focused_entry is not None and not focused_entry.widget.alive():
            self._restore_focus(focused_index)
        for entry, held_part in presses:
            widget = self.find(entry.widget_id)
            if held_part is not None and isinstance(widget, Button | CustomWidget):
                widget.hold(held_part)

    def _restore_focus(self, old_index: int) -> None:
        if self._focused_entry is None and old_index < len(self._entries):
            self.focused_id = self._entries[old_index].widget_id
        if self._focused_entry is not None:
            self._activate_text_input(self._focused_entry.widget)

    def add(
        self, widget: UIElement, widget_id: str, scroll_parent: ScrollParent | None = None, label: str = ""
    ) -> None:
        """Add a widget to the order. ``widget_id`` is how the program knows it, ``scroll_parent`` what scrolls it.

        ``label``: what a person calls it, if that is not what is written on it. ValueError if the scene has a widget
        of this id already, or if the id is empty.
        """
        if not widget_id or widget_id in self.ids:
            raise ValueError(f"a second widget of the id {widget_id!r}" if widget_id else "a widget without an id")
        insort(
            self._entries,
            FocusEntry(self.take_place(), widget, widget_id, scroll_parent, label),
            key=attrgetter("place"),
        )

    def remove_dead(self) -> None:
        """Forget the widgets that were killed."""
        self._entries = [entry for entry in self._entries if entry.widget.alive()]

    def reset(self) -> None:
        """Take the focus from the widget that has it."""
        self.focused_id, self.is_ring_shown = "", False

    def sort_by_position(self) -> None:
        """Bring the order of Tab to the order that the widgets added so far are read in: rows, from the left."""
        places = [entry.place for entry in self._entries]
        self._entries.sort(key=lambda entry: (entry.widget.get_abs_rect().y, entry.widget.get_abs_rect().x))
        self._entries = [entry._replace(place=place) for entry, place in zip(self._entries, places, strict=True)]

    @property
    def widgets(self) -> list[UIElement]:
        """The widgets, in the order of Tab."""
        return [entry.widget for entry in self._entries]

    @property
    def focused_index(self) -> int:
        """The number of the widget that has the focus, -1 if none has."""
        return next((index for index, entry in enumerate(self._entries) if entry.widget_id == self.focused_id), -1)

    @property
    def _focused_entry(self) -> FocusEntry | None:
        return next((entry for entry in self._entries if entry.widget_id == self.focused_id), None)

    @property
    def focused_widget(self) -> UIElement | None:
        """The widget under the ring, if the ring is shown."""
        widget = self._current_widget
        return widget if self.is_ring_shown and widget is not None and widget.visible else None

    @property
    def _current_widget(self) -> UIElement | None:
        return self._focused_entry.widget if self._focused_entry is not None else None

    @property
    def description(self) -> FocusDescription | None:
        """The widget under the ring in words, if the ring is shown."""
        entry = self._focused_entry
        if entry is None or self.focused_widget is None:
            return None
        widget, value_text, key_help = entry.widget, "", ""
        label = entry.label or getattr(widget, "text", "")
        if isinstance(widget, CustomWidget):
            value_text, key_help = widget.value_text, widget.key_help
        elif isinstance(widget, UITextEntryLine):
            value_text, key_help = widget.get_text() or _("empty"), _("Line: what is typed takes its place")
        elif isinstance(widget, UIButton):
            value_text, key_help = widget.text if label != widget.text else "", _("Button: Enter presses it")
        text = _("{label}: {value}").format(label=label, value=value_text) if value_text else label
        return FocusDescription(entry.widget_id, text, key_help)

    def handle_event(self, event: pygame.event.Event) -> bool:
        """Take a key if it is one of ours. Whether it was. A click moves the place and hides the ring."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._handle_click(event.pos)
        if event.type != pygame.KEYDOWN or not self.widgets:
            return False
        if event.key in NEXT_WIDGET.default_keys:
            self._move_focus(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        return self._handle_widget_key(event) or self._handle_vertical_arrow(event)

    def hide_ring(self) -> None:
        """Something else was chosen: the ring goes, Tab brings it back where it was."""
        widget, self.is_ring_shown = self.focused_widget, False
        if widget is not None:
            widget.ui_manager.set_focus_set(None)

    @property
    def default_button(self) -> UIButton | None:
        """The button that Enter means until something else is chosen, if there is one."""
        is_typing = (
            not self.is_ring_shown
            and isinstance(self._current_widget, UITextEntryLine)
            and self._current_widget.is_focused
        )
        buttons = (
            widget for widget in self.widgets if isinstance(widget, UIButton) and DEFAULT_BUTTON_ID in widget.object_ids
        )
        return None if is_typing else next((widget for widget in buttons if widget.is_enabled and widget.visible), None)

    def focus_widget(self, widget: UIElement) -> None:
        """Put the ring on a widget."""
        self._enter(self.widgets.index(widget))

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the widgets, in the order of Tab."""
        return tuple(entry.widget_id for entry in self._entries)

    def find(self, widget_id: str) -> UIElement | None:
        """Return the widget of this id, None if there is none."""
        return next((entry.widget for entry in self._entries if entry.widget_id == widget_id), None)

    def get_widget_id(self, widget: UIElement) -> str:
        """Return the id of a widget; empty if the order of Tab does not have the widget."""
        return next((entry.widget_id for entry in self._entries if entry.widget is widget), "")

    def reveal(self) -> None:
        """Bring the widget under the ring into sight, or the line that is typed into."""
        entry = self._focused_entry
        if entry is None or entry.scroll_parent is None:
            return
        if self.is_ring_shown or isinstance(entry.widget, UITextEntryLine):
            entry.scroll_parent.reveal(entry.widget)

    def draw(self, canvas: Canvas, table_theme: theme.Theme) -> None:
        """The ring."""
        entry = self._focused_entry
        if entry is None or not self.is_ring_shown or not entry.widget.visible:
            return
        widget, scroll_parent = entry.widget, entry.scroll_parent
        line_width = max(2, round(canvas.height / 360))
        clip = canvas.rect if scroll_parent is None else scroll_parent.viewport.inflate(line_width * 8, 0)
        ring_rect = pygame.Rect(widget.get_abs_rect()).inflate(line_width * 4, line_width * 4)
        dim_rect = ring_rect.inflate(line_width * 2, line_width * 2)
        with canvas.clipped_to(clip):
            canvas.draw_rect(theme.DIM_COLOR, dim_rect, line_width * 3, line_width * 4)
            canvas.draw_rect(theme.GOLD, ring_rect, table_theme.compute_line_width(line_width), line_width * 3)

    def _handle_widget_key(self, event: pygame.event.Event) -> bool:
        widget = self.focused_widget
        if isinstance(widget, KeyHandler):
            return widget.handle_key(event)
        if isinstance(widget, UIButton) and event.key in PRESS_KEYS:
            press_button(widget)
            return True
        if (
            isinstance(widget, UITextEntryLine)
            and event.key in ENTER_KEYS
            and not getattr(widget, "sends_on_enter", False)
        ):
            self._move_focus(1)
            return True
        return False

    def _handle_vertical_arrow(self, event: pygame.event.Event) -> bool:
        if not self.has_vertical_arrows or event.key not in (pygame.K_UP, pygame.K_DOWN):
            return False
        self._move_focus(1 if event.key == pygame.K_DOWN else -1)
        return True

    def _move_focus(self, direction: int) -> None:
        start = self.focused_index if self.focused_index >= 0 or direction > 0 else 0
        for step in range(1, len(self._entries) + 1):
            index = (start + direction * step) % len(self._entries)
            if self._entries[index].widget.is_enabled and self._entries[index].widget.visible:
                self._enter(index)
                return

    def _enter(self, index: int) -> None:
        """Put the ring on a widget and bring it into sight; a line of text is ready to be typed over."""
        widget = self._entries[index].widget
        self.focused_id, self.is_ring_shown = self._entries[index].widget_id, True
        self.reveal()
        self._activate_text_input(widget)
        if isinstance(widget, UITextEntryLine):
            widget.select_range = [0, len(widget.get_text())]

    def _activate_text_input(self, widget: UIElement) -> None:
        """Send what is typed to the end of a line of text, or nowhere if the widget is something else."""
        if isinstance(widget, UITextEntryLine):
            widget.set_text(widget.get_text())
            widget.ui_manager.set_focus_set(widget.get_focus_set())
        else:
            widget.ui_manager.set_focus_set(None)

    def _handle_click(self, position: tuple[int, int]) -> None:
        self.is_ring_shown = False
        for entry in self._entries:
            if entry.widget.visible and entry.widget.hover_point(*position):
                self.focused_id = entry.widget_id


def press_button(button: UIButton) -> None:
    """Press a button as a click would."""
    name = button.most_specific_combined_id
    pygame.event.post(pygame.event.Event(pygame_gui.UI_BUTTON_PRESSED, ui_element=button, ui_object_id=name))
