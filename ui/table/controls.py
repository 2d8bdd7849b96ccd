"""The widgets of the table: buttons, panel of choices, marks at the name plates."""

from __future__ import annotations

import pygame
from pygame_gui.elements import UIButton

from game.text.gettext import _
from ui.games.presentation import GamePresentation
from ui.table.action_panel import ActionPanel
from ui.table.animation.tempo import compute_play_on_button_rect
from ui.table.context import TableContext
from ui.table.overlays.hand_over_screen import compute_ready_button_rect
from ui.table.state import TableState
from ui.widgets.base import set_visible
from ui.widgets.button import Button
from ui.widgets.part import Part


class TableControls:
    """The widgets of a table.

    They are made once for each size of the window; the state of the table shows and hides them. The widgets of the
    panel and of the marks are made again when the offered actions change.
    """

    def __init__(self, table: TableContext, presentation: GamePresentation) -> None:
        self.table = table
        self.presentation = presentation
        self.panel = ActionPanel(table)
        self.seat_marks = presentation.make_seat_marks(table)
        self.buttons: dict[str, UIButton] = {}
        """The buttons of the table by widget id.

        There is a button ``ready`` only if several people share the screen.
        """
        self._choices: Part | None = None

    def build_buttons(self) -> None:
        """Make the buttons of the table."""
        table, layout = self.table, self.table.layout
        history_label = _("Last trick") if table.session.info.assistance.memory == "off" else _("Tricks")
        self.buttons = {}
        for (widget_id, text), rect in zip(
            (("score", _("Score")), ("last-trick", history_label), ("menu", _("Menu"))),
            layout.button_rects,
            strict=True,
        ):
            self._add_button(widget_id, text, rect)
        table.focus.sort_by_position()
        self._add_button("play-on", _("Play on"), compute_play_on_button_rect(layout))
        if table.session.hot_seat is not None:
            self._add_button("ready", _("Ready"), compute_ready_button_rect(layout), "#primary")
        self.update()

    def _add_button(self, widget_id: str, text: str, rect: pygame.Rect, style: str | None = None) -> None:
        self.buttons[widget_id] = Button(rect, text, self.table.context.ui_manager, object_id=style)
        self.table.focus.add(self.buttons[widget_id], widget_id)

    def build_choices(self) -> None:
        """Make the widgets of the panel and of the marks."""
        self._choices = Part("choices", self.table.context.ui_manager, self.table.focus, self._make_choices)
        self._choices.compose()

    def recompose_choices(self) -> None:
        """Make the widgets of the panel and of the marks again."""
        if self._choices is not None:
            self._choices.compose()

    def _make_choices(self) -> None:
        if self.table.offered_actions:
            self.panel.build()
        self.seat_marks.build()

    def replace_panel(self) -> None:
        """Replace the panel by the one of the current phase, whose widgets are made later."""
        self.panel = self.presentation.make_panel(self.table)

    def update(self) -> None:
        """Show the buttons of the current state, and hide the others."""
        is_hand_over = self.table.state is TableState.HAND_OVER
        for widget_id, button in self.buttons.items():
            if widget_id == "play-on":
                set_visible(button, is_visible=self.table.can_play_on)
            else:
                set_visible(button, is_visible=is_hand_over == (widget_id == "ready"))
