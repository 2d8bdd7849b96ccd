"""The widgets of the table: its buttons, the panel of choices, the marks at the plates."""

from __future__ import annotations

import pygame
from pygame_gui.core import UIElement
from pygame_gui.elements import UIButton

from game.text.gettext import _
from ui.games.presentation import GamePresentation
from ui.table.action_panel import ActionPanel
from ui.table.animation.tempo import compute_play_on_button_rect
from ui.table.context import TableContext
from ui.table.overlays.hand_over_screen import compute_ready_button_rect
from ui.widgets.button import Button


class TableControls:
    """The buttons are None until the widgets are made."""

    def __init__(self, table: TableContext, presentation: GamePresentation) -> None:
        self.table = table
        self.presentation = presentation
        self.panel = ActionPanel(table)
        self.seat_marks = presentation.make_seat_marks(table)
        self.menu_button: UIButton | None = None
        self.trick_history_button: UIButton | None = None
        self.score_button: UIButton | None = None
        self.play_on_button: UIButton | None = None

    def build_hand_over(self) -> None:
        """Make the one button of the hand-over screen."""
        self._forget_buttons()
        self._add_button("ready", _("Ready"), compute_ready_button_rect(self.table.layout), "#primary")

    def build_buttons(self) -> None:
        """Make the buttons of the corner and the one that plays on."""
        self._forget_buttons()
        layout, is_memory_off = self.table.layout, self.table.session.info.assistance.memory == "off"
        score_rect, history_rect, menu_rect = layout.button_rects
        self.score_button = self._add_button("score", _("Score"), score_rect)
        history_label = _("Last trick") if is_memory_off else _("Tricks")
        self.trick_history_button = self._add_button("last-trick", history_label, history_rect)
        self.menu_button = self._add_button("menu", _("Menu"), menu_rect)
        self.table.focus.sort_by_position()
        self.play_on_button = self._add_button("play-on", _("Play on"), compute_play_on_button_rect(layout))
        self.update()

    def build_choices(self) -> None:
        """Make the widgets of the panel and of the marks."""
        if self.table.offered_actions:
            self.panel.build()
        self.seat_marks.build()

    def update(self) -> None:
        """Show the button that plays on while it can."""
        if self.play_on_button is not None:
            set_visible(self.play_on_button, self.table.can_play_on)

    def _forget_buttons(self) -> None:
        self.menu_button = self.trick_history_button = self.score_button = self.play_on_button = None

    def _add_button(self, widget_id: str, text: str, rect: pygame.Rect, style: str | None = None) -> UIButton:
        button = Button(rect, text, self.table.context.ui_manager, object_id=style)
        self.table.focus.add(button, widget_id)
        return button


def set_visible(widget: UIElement, is_visible: bool) -> None:
    """Show or hide a widget."""
    if bool(widget.visible) != is_visible:
        if is_visible:
            widget.show()
        else:
            widget.hide()
