"""Keyboard focus: the order of Tab, the ring, the keys of each widget; pygame-gui lacks all of it."""

from __future__ import annotations

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


class Focus:
    """The widgets of a scene in the order of Tab. The ring shows once a key has moved it.

    One rule for Enter: what was chosen last acts. That is the widget under the ring; before anything was chosen it is
    the scene's golden button (`default_button`), unless a line of text is being typed into.

    The place survives a rebuild: by the id of the widget, else by its number. With
    ``has_vertical_arrows`` the up and down arrows go through the widgets too, where a widget has no use for them.
    """

    def __init__(self, *, has_vertical_arrows: bool = False) -> None:
        self.widgets: list[UIElement] = []
        self.focused_index = -1
        self.has_vertical_arrows = has_vertical_arrows
        self.is_ring_shown = False
        self._ids: list[str] = []
        self._labels: list[str] = []
        self._scroll_parents: list[ScrollParent | None] = []
        self._name_to_restore = ""

    def clear(self) -> None:
        """Forget the widgets, keep the place: a rebuilt scene has the same ones."""
        if 0 <= self.focused_index < len(self._ids):
            self._name_to_restore = self._ids[self.focused_index]
        self.widgets, self._ids, self._labels, self._scroll_parents = [], [], [], []

    def add(
        self, widget: UIElement, widget_id: str, scroll_parent: ScrollParent | None = None, label: str = ""
    ) -> None:
        """Append a widget to the order. ``widget_id`` is how the program knows it, ``scroll_parent`` what scrolls
        it.

        ``label``: what a person calls it, if that is not what is written on it. ValueError if the scene has a widget
        of this id already, or if the id is empty.
        """
        if not widget_id or widget_id in self._ids:
            raise ValueError(f"a second widget of the id {widget_id!r}" if widget_id else "a widget without an id")
        self.widgets.append(widget)
        self._ids.append(widget_id)
        self._labels.append(label or getattr(widget, "text", ""))
        self._scroll_parents.append(scroll_parent)
        new_index = len(self.widgets) - 1
        if self.focused_index >= 0 and (
            widget_id == self._name_to_restore if self._name_to_restore else new_index == self.focused_index
        ):
            self.focused_index, self._name_to_restore = new_index, ""
            self._activate_text_input()

    def sort_by_position(self) -> None:
        """Bring the order of Tab to the order that the widgets added so far are read in: rows, from the left."""
        rects = [widget.get_abs_rect() for widget in self.widgets]
        order = sorted(range(len(rects)), key=lambda index: (rects[index].y, rects[index].x))
        focused_index = order.index(self.focused_index) if self.focused_index in order else self.focused_index
        self.widgets = [self.widgets[index] for index in order]
        self._ids = [self._ids[index] for index in order]
        self._labels = [self._labels[index] for index in order]
        self._scroll_parents = [self._scroll_parents[index] for index in order]
        self.focused_index = focused_index

    @property
    def focused_widget(self) -> UIElement | None:
        """The widget under the ring, if the ring is shown."""
        return self._current_widget if self.is_ring_shown else None

    @property
    def description(self) -> FocusDescription | None:
        """The widget under the ring in words, if the ring is shown."""
        widget = self.focused_widget
        if widget is None:
            return None
        label, value_text, key_help = self._labels[self.focused_index], "", ""
        if isinstance(widget, CustomWidget):
            value_text, key_help = widget.value_text, widget.key_help
        elif isinstance(widget, UITextEntryLine):
            value_text, key_help = widget.get_text() or _("empty"), _("Line: what is typed takes its place")
        elif isinstance(widget, UIButton):
            value_text, key_help = widget.text if label != widget.text else "", _("Button: Enter presses it")
        text = _("{label}: {value}").format(label=label, value=value_text) if value_text else label
        return FocusDescription(self._ids[self.focused_index], text, key_help)

    @property
    def _current_widget(self) -> UIElement | None:
        return self.widgets[self.focused_index] if 0 <= self.focused_index < len(self.widgets) else None

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
        self.focused_index, self.is_ring_shown = self.widgets.index(widget), True
        self._enter_widget()

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the widgets, in the order of Tab."""
        return tuple(self._ids)

    def find(self, widget_id: str) -> UIElement | None:
        """Return the widget of this id, None if there is none."""
        return self.widgets[self._ids.index(widget_id)] if widget_id in self._ids else None

    def get_widget_id(self, widget: UIElement) -> str:
        """Return the id of a widget; empty if the order of Tab does not have the widget."""
        return next((self._ids[index] for index, other in enumerate(self.widgets) if other is widget), "")

    def reveal(self) -> None:
        """Bring the widget under the ring into sight, or the line that is typed into."""
        widget = self._current_widget if isinstance(self._current_widget, UITextEntryLine) else self.focused_widget
        scroll_parent = self._scroll_parents[self.focused_index] if widget is not None else None
        if widget is not None and scroll_parent is not None:
            scroll_parent.reveal(widget)

    def draw(self, canvas: Canvas, table_theme: theme.Theme) -> None:
        """The ring."""
        widget = self.focused_widget
        if widget is None or not widget.visible:
            return
        scroll_parent = self._scroll_parents[self.focused_index]
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
        for step in range(1, len(self.widgets) + 1):
            index = (start + direction * step) % len(self.widgets)
            if self.widgets[index].is_enabled and self.widgets[index].visible:
                self.focused_index, self.is_ring_shown = index, True
                self._enter_widget()
                return

    def _enter_widget(self) -> None:
        """A key came to the widget of the place: it is brought into sight, a line of text ready to be typed over."""
        self.reveal()
        self._activate_text_input()
        widget = self.widgets[self.focused_index]
        if isinstance(widget, UITextEntryLine):
            widget.select_range = [0, len(widget.get_text())]

    def _activate_text_input(self) -> None:
        """Typing goes to the end of the line of text at the place, or nowhere if something else is there."""
        widget = self.widgets[self.focused_index]
        if isinstance(widget, UITextEntryLine):
            widget.set_text(widget.get_text())
            widget.ui_manager.set_focus_set(widget.get_focus_set())
        else:
            widget.ui_manager.set_focus_set(None)

    def _handle_click(self, position: tuple[int, int]) -> None:
        self.is_ring_shown = False
        for index, widget in enumerate(self.widgets):
            if widget.visible and widget.hover_point(*position):
                self.focused_index = index


def press_button(button: UIButton) -> None:
    """Press a button as a click would."""
    name = button.most_specific_combined_id
    pygame.event.post(pygame.event.Event(pygame_gui.UI_BUTTON_PRESSED, ui_element=button, ui_object_id=name))
