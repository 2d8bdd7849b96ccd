"""Keyboard focus, which pygame-gui lacks: the tab order, the focus ring and the keys of each widget."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pygame
import pygame_gui
from pygame_gui.core import UIElement

from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.input.key_map import NEXT_WIDGET
from ui.widgets.base import PRESS_KEYS, VALUE_CHANGED, CustomWidget, get_window_rect
from ui.widgets.button import Button
from ui.widgets.text_input import TextInput

if TYPE_CHECKING:
    from ui.widgets.scroll_area import ScrollArea

ENTER_KEYS: Final = (pygame.K_RETURN, pygame.K_KP_ENTER)


class FocusDescription(NamedTuple):
    """The focused widget in words: its id, its label with its value, and the keys that change or press it."""

    widget_id: str
    text: str
    key_help: str


class FocusEntry(NamedTuple):
    """A widget in the tab order: its place there, id, label and handler, and the scroll area that it is in."""

    place: tuple[int, ...]
    widget: UIElement
    widget_id: str
    scroll_area: ScrollArea | None
    label: str
    handler: Callable[..., object] | None


class Focus:
    """The focus of a scene: its widgets in the tab order. The ring is hidden until a key moves the focus.

    Enter acts on the last choice: the widget under the ring or, before any choice, the scene's default button
    (`default_button`), unless a text field is being edited.

    The focus belongs to an id, so it stays when widgets are made again. With ``has_vertical_arrows``, the up and down
    arrows move it too, if the focused widget does not use them. With ``confirms_on_enter``, as in dialogs, Enter in the
    last text field presses the default button.
    """

    def __init__(self, *, has_vertical_arrows: bool = False) -> None:
        self.has_vertical_arrows = has_vertical_arrows
        self.confirms_on_enter = False
        self.is_ring_shown = False
        self.focused_id = ""
        self._entries: list[FocusEntry] = []
        self._place: tuple[int, ...] = ()
        self._counter = count()

    def take_place(self) -> tuple[int, ...]:
        """Return a new place in the tab order, after all that were taken before."""
        return (*self._place, next(self._counter))

    @contextmanager
    def at_place(self, place: tuple[int, ...]) -> Iterator[None]:
        """Return a context manager; widgets added in its block are placed at a place from `take_place`.

        In the tab order they come before all that were added at later places.
        """
        outer_place, self._place = self._place, place
        yield
        self._place = outer_place

    @contextmanager
    def preserve(self) -> Iterator[None]:
        """Return a context manager that keeps the focus and a held mouse button while widgets are made again.

        Both stay on their ids. If the focused id is gone, the widget at the same index gets the focus.
        """
        focused_index, focused_entry = self.focused_index, self._focused_entry
        presses = [
            (entry, entry.widget.held_part)
            for entry in self._entries
            if entry.widget.alive() and isinstance(entry.widget, CustomWidget)
        ]
        yield
        if focused_entry is not None and not focused_entry.widget.alive():
            self._restore_focus(focused_index)
            _restore_cursor(focused_entry.widget, self.find(focused_entry.widget_id))
        for entry, held_part in presses:
            widget = self.find(entry.widget_id)
            if held_part is not None and isinstance(widget, CustomWidget):
                widget.hold(held_part)

    def _restore_focus(self, old_index: int) -> None:
        if self._focused_entry is None and old_index < len(self._entries):
            self.focused_id = self._entries[old_index].widget_id
        if self._focused_entry is not None:
            self._activate_text_input(self._focused_entry.widget)

    def add(
        self,
        widget: UIElement,
        widget_id: str,
        scroll_area: ScrollArea | None = None,
        label: str = "",
        handler: Callable[..., object] | None = None,
    ) -> None:
        """Add a widget to the tab order, at its end or at the place of the enclosing `at_place`.

        ``widget_id``: its name for the program. ``scroll_area``: the scroll area that it is in. ``label``: its name
        for a person, if its text does not say it. ``handler``: called by `call_handler`, with the
        value of a widget that is no button. Raise ValueError if the id is empty or used by another widget of the
        scene.
        """
        if not widget_id or widget_id in self.ids:
            raise ValueError(f"a second widget of the id {widget_id!r}" if widget_id else "a widget without an id")
        insort(
            self._entries,
            FocusEntry(self.take_place(), widget, widget_id, scroll_area, label, handler),
            key=attrgetter("place"),
        )

    def move_after(self, first_id: str, widget_id: str) -> None:
        """Move a widget in the tab order behind the widget ``first_id``."""
        first, moved = (self._entries[self.ids.index(each)] for each in (first_id, widget_id))
        self._entries.remove(moved)
        insort(self._entries, moved._replace(place=(*first.place, 0)), key=attrgetter("place"))

    def call_handler(self, event: pygame.event.Event) -> bool:
        """Call the handler of the widget that was pressed or changed; return whether the event is of such a widget."""
        if event.type not in (VALUE_CHANGED, pygame_gui.UI_TEXT_ENTRY_CHANGED):
            return False
        widget = event.ui_element
        handler = next((entry.handler for entry in self._entries if entry.widget is widget), None)
        if handler is None:
            return False
        if isinstance(widget, Button):
            handler()
        else:
            handler(widget.value if event.type == VALUE_CHANGED else widget.get_text())
        return True

    def remove_dead(self) -> None:
        """Remove the widgets that were killed."""
        self._entries = [entry for entry in self._entries if entry.widget.alive()]

    def reset(self) -> None:
        """Take the focus from the widget that has it, and hide the ring."""
        self.focused_id, self.is_ring_shown = "", False

    def sort_by_position(self) -> None:
        """Sort the widgets added so far in reading order: by rows, each from the left."""
        places = [entry.place for entry in self._entries]
        self._entries.sort(key=lambda entry: (entry.widget.get_abs_rect().y, entry.widget.get_abs_rect().x))
        self._entries = [entry._replace(place=place) for entry, place in zip(self._entries, places, strict=True)]

    @property
    def widgets(self) -> list[UIElement]:
        """The widgets, in the tab order."""
        return [entry.widget for entry in self._entries]

    def list_rects(self, besides: UIElement) -> list[pygame.Rect]:
        """Return the places of the other visible widgets in the window."""
        return [get_window_rect(widget) for widget in self.widgets if widget.visible and widget is not besides]

    @property
    def focused_index(self) -> int:
        """The index of the widget that has the focus in the tab order, or -1."""
        return next((index for index, entry in enumerate(self._entries) if entry.widget_id == self.focused_id), -1)

    @property
    def _focused_entry(self) -> FocusEntry | None:
        return self._find_entry(self.focused_id)

    def _find_entry(self, widget_id: str) -> FocusEntry | None:
        return next((entry for entry in self._entries if entry.widget_id == widget_id), None)

    @property
    def focused_widget(self) -> UIElement | None:
        """The widget under the ring, or None if the ring is hidden."""
        widget = self._current_widget
        return widget if self.is_ring_shown and widget is not None and widget.visible else None

    @property
    def _current_widget(self) -> UIElement | None:
        return self._focused_entry.widget if self._focused_entry is not None else None

    @property
    def description(self) -> FocusDescription | None:
        """The description of the widget under the ring, or else of the text field that is edited, or None."""
        entry = self._focused_entry
        if entry is None or (self.focused_widget is None and not self._is_typing):
            return None
        widget: Any = entry.widget
        label = entry.label or getattr(widget, "text", "")
        value = widget.value_text if widget.value_text != label else ""
        text = _("{label}: {value}").format(label=label, value=value) if value else label
        return FocusDescription(entry.widget_id, text, widget.key_help)

    def handle_event(self, event: pygame.event.Event) -> bool:
        """Move the focus by a key or pass it to the focused widget; return whether the key was used.

        A click moves the focus to the widget below the pointer and hides the ring, but does not count as used.
        """
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._handle_click(event.pos)
        if event.type != pygame.KEYDOWN or not self.widgets:
            return False
        if event.key in NEXT_WIDGET.default_keys:
            self._move_focus(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        return self._handle_widget_key(event) or self._handle_vertical_arrow(event)

    def hide_ring(self) -> None:
        """Hide the ring because something else was chosen; Tab shows it again at the same widget."""
        widget, self.is_ring_shown = self.focused_widget, False
        if widget is not None:
            widget.ui_manager.set_focus_set(None)

    @property
    def _is_typing(self) -> bool:
        """Whether a text field is edited that was clicked, so that the ring is hidden."""
        widget = self._current_widget
        return not self.is_ring_shown and isinstance(widget, TextInput) and widget.is_focused

    @property
    def default_button(self) -> Button | None:
        """The button that Enter presses until something else is chosen, the last golden one; or None."""
        return None if self._is_typing else self._find_golden_button()

    def _find_golden_button(self) -> Button | None:
        buttons = (widget for widget in reversed(self.widgets) if isinstance(widget, Button) and widget.is_primary)
        return next((button for button in buttons if button.is_enabled and button.visible), None)

    def focus_widget(self, widget: UIElement) -> None:
        """Move the focus and the ring to a widget. Raise ValueError if the widget is not in the tab order."""
        self._enter(self.widgets.index(widget))

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the widgets, in the tab order."""
        return tuple(entry.widget_id for entry in self._entries)

    def find(self, widget_id: str) -> UIElement | None:
        """Return the widget with an id, or None if there is none."""
        entry = self._find_entry(widget_id)
        return None if entry is None else entry.widget

    def get_widget_id(self, widget: UIElement) -> str:
        """Return the id of a widget, or "" if it is not in the tab order."""
        return next((entry.widget_id for entry in self._entries if entry.widget is widget), "")

    def reveal(self) -> None:
        """Scroll so that the widget under the ring, or the text field that is edited, is visible.

        Do nothing if there is none, or it is not in a container that scrolls.
        """
        entry = self._focused_entry
        if entry is None or entry.scroll_area is None:
            return
        if self.is_ring_shown or isinstance(entry.widget, TextInput):
            entry.scroll_area.reveal(entry.widget)

    def scroll_to(self, widget_id: str) -> None:
        """Scroll so that a widget is visible."""
        entry = self._find_entry(widget_id)
        if entry is not None and entry.scroll_area is not None:
            entry.scroll_area.reveal(entry.widget)

    def draw(self, canvas: Canvas, table_theme: theme.Theme) -> None:
        """Draw the focus ring, if it is shown. It is cream, because gold marks what is chosen."""
        entry = self._focused_entry
        if entry is None or not self.is_ring_shown or not entry.widget.visible:
            return
        widget, scroll_area = entry.widget, entry.scroll_area
        line_width = max(2, round(canvas.height / 360))
        clip = canvas.rect if scroll_area is None else scroll_area.viewport.inflate(line_width * 8, 0)
        distance, radius = line_width * 4, line_width * 3
        if isinstance(widget, CustomWidget) and widget.inner_ring_radius:
            distance, radius = -line_width * 6, widget.px(widget.inner_ring_radius)
        ring_rect = get_window_rect(widget).inflate(distance, distance)
        dim_rect = ring_rect.inflate(line_width * 2, line_width * 2)
        with canvas.clipped_to(clip):
            canvas.draw_rect(theme.DIM_COLOR, dim_rect, line_width * 3, radius + line_width)
            canvas.draw_rect(theme.CREAM, ring_rect, table_theme.compute_line_width(line_width), radius)

    def find_explained_button(self, point: tuple[int, int]) -> Button | None:
        """Return the button that has an explanation to show: the one at a point of the window, or under the ring."""
        explained = [
            entry.widget
            for entry in self._entries
            if isinstance(entry.widget, Button) and entry.widget.explanation and entry.widget.visible
        ]
        hovered = next((button for button in explained if button.hover_point(*point)), None)
        return hovered or next((button for button in explained if button is self.focused_widget), None)

    def _handle_widget_key(self, event: pygame.event.Event) -> bool:
        widget = self.focused_widget
        if isinstance(widget, CustomWidget):
            return widget.handle_key(event)
        field = self._current_widget if self.confirms_on_enter else widget
        if isinstance(field, TextInput) and event.key in ENTER_KEYS and not field.sends_on_enter:
            self._leave_field(field)
            return True
        return False

    def _leave_field(self, field: TextInput) -> None:
        """Go on from a text field: to the next widget or, in a dialog, to the next field or the default button."""
        later = self.widgets[self.widgets.index(field) + 1 :]
        next_field = next((widget for widget in later if isinstance(widget, TextInput)), None)
        button = self._find_golden_button()
        if not self.confirms_on_enter:
            self._move_focus(1)
        elif next_field is not None:
            self.focus_widget(next_field)
        elif button is not None:
            button.notify_changed()

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
        """Focus a widget and scroll it into sight; the text of a text field is selected."""
        widget = self._entries[index].widget
        self.focused_id, self.is_ring_shown = self._entries[index].widget_id, True
        self.reveal()
        self._activate_text_input(widget)
        if isinstance(widget, TextInput):
            widget.select_range = [0, len(widget.get_text())]

    def _activate_text_input(self, widget: UIElement) -> None:
        """Put the cursor at the end of a text field; for another widget, let no text field get the typed text."""
        if isinstance(widget, TextInput):
            widget.set_text(widget.get_text())
            widget.ui_manager.set_focus_set(widget.get_focus_set())
        else:
            widget.ui_manager.set_focus_set(None)

    def _handle_click(self, position: tuple[int, int]) -> None:
        self.is_ring_shown = False
        for entry in self._entries:
            if entry.widget.visible and entry.widget.hover_point(*position):
                self.focused_id = entry.widget_id


def _restore_cursor(old_field: UIElement, field: UIElement | None) -> None:
    """Put the cursor and the selection where they were in the text field that this one replaces, if it is one."""
    if not isinstance(old_field, TextInput) or not isinstance(field, TextInput):
        return
    if old_field.get_text() == field.get_text():
        field.edit_position, field.select_range = old_field.edit_position, list(old_field.select_range)


def is_press(event: pygame.event.Event) -> bool:
    """Return whether an event presses what is under the pointer or under the ring."""
    return event.type == pygame.MOUSEBUTTONDOWN or (event.type == pygame.KEYDOWN and event.key in PRESS_KEYS)
