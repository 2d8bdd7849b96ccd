"""A menu of actions over a page, such as behind a button with three dots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final, NamedTuple

import pygame
from pygame_gui.core import UIElement

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import draw_panel
from ui.widgets.base import CustomWidget
from ui.widgets.fields import Action
from ui.widgets.focus import Focus
from ui.widgets.layout import Column, Padded
from ui.widgets.nodes import Frame, Node, Rule, make_widgets, place_beside

MENU_LAYER: Final = 20
"""Layer of pygame-gui above all widgets of a page."""


class MenuEntry(NamedTuple):
    """An action of a menu; ``is_dangerous`` entries come last, below a line, in another color."""

    widget_id: str
    text: str
    on_press: Callable[[], object]
    symbol: str = ""
    is_dangerous: bool = False


class Menu:
    """Entries over all widgets; ``rect``: their place with the panel below them, in the window."""

    def __init__(self) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.buttons: list[UIElement] = []

    def make_widgets(self, node: Node, frame: Frame, panel: MenuPanel, ids: Iterable[str]) -> None:
        """Make the widgets in a node over its panel; ``ids``: of the entries."""
        panel.change_layer(MENU_LAYER)
        make_widgets(node, frame, self.rect)
        self.buttons = [frame.part.find_widget(widget_id) for widget_id in ids]
        for button in self.buttons:
            button.change_layer(MENU_LAYER + 1)

    def handle_event(self, event: pygame.event.Event, focus: Focus, close: Callable[[], None]) -> bool:
        """Move the focus by the arrows; close the menu by Esc, Tab or a click beside it. Return whether it was one."""
        is_outside_click = event.type == pygame.MOUSEBUTTONDOWN and not self.rect.collidepoint(event.pos)
        key = event.key if event.type == pygame.KEYDOWN else None
        if is_outside_click or key in (pygame.K_ESCAPE, pygame.K_TAB):
            close()
        elif key in (pygame.K_UP, pygame.K_DOWN):
            step, focused = 1 if key == pygame.K_DOWN else -1, focus.find(focus.focused_id)
            index = self.buttons.index(focused) if focused in self.buttons else -step
            focus.focus_widget(self.buttons[(index + step) % len(self.buttons)])
        else:
            return False
        return True


class PopupMenu(Menu):
    """A menu below an anchor, its right edge at that of the anchor; above it only if there is no room below.

    ``on_choose`` gets the entry that is pressed.
    """

    def __init__(
        self, anchor: pygame.Rect, entries: Sequence[MenuEntry], on_choose: Callable[[MenuEntry], object]
    ) -> None:
        super().__init__()
        self.anchor = anchor
        self.entries = tuple(entries)
        self._on_choose = on_choose

    def _describe(self) -> Node:
        safe, dangerous = (
            [self._make_button(entry) for entry in self.entries if entry.is_dangerous == is_dangerous]
            for is_dangerous in (False, True)
        )
        line = Rule(theme.TINY_GAP) if safe and dangerous else None
        return Padded(Column(*safe, line, *dangerous), padding=theme.SMALL_GAP)

    def _make_button(self, entry: MenuEntry) -> Action:
        return Action(
            entry.widget_id,
            entry.text,
            partial(self._on_choose, entry),
            style="#menu_danger" if entry.is_dangerous else "#menu_entry",
            symbol=entry.symbol,
            align="left",
            height=theme.LARGE_CONTROL_HEIGHT,
            grow=1,
        )

    def build(self, frame: Frame, window: pygame.Rect) -> None:
        """Make the widgets; there are none of an earlier call."""
        node = self._describe()
        self.rect = place_beside(node, frame, self.anchor, window, theme.SMALL_GAP, is_right=True)
        ids = (entry.widget_id for entry in self.entries)
        self.make_widgets(node, frame, MenuPanel(node, frame, self.rect), ids)


class MenuPanel(CustomWidget):
    """The panel below the entries, which takes clicks between them."""

    def __init__(self, node: Node, frame: Frame, rect: pygame.Rect) -> None:
        self._node, self._frame = node, frame
        super().__init__(rect, frame.place)

    def find_part(self, position: tuple[int, int]) -> int | None:
        return 0

    def paint(self, canvas: Canvas) -> None:
        draw_panel(canvas, self.theme, canvas.rect, alpha=255)
        self._node.paint(self._frame, canvas, canvas.rect)
