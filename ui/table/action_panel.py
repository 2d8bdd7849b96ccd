"""The shape of a panel: widgets for the choices of a phase, and what is drawn with them; and of marks at the plates."""

from __future__ import annotations

import pygame
from pygame_gui.elements import UIButton

from game.core.actions import Action
from game.core.cards import Card
from game.text.card_names import format_card_name
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import draw_panel
from ui.table.context import TableContext
from ui.widgets.button import Button


class ActionPanel:
    """Nothing: a phase whose choices are cards. Subclasses add buttons, which stand for ``actions`` of the viewer."""

    def __init__(self, table: TableContext) -> None:
        self.table = table
        self.actions_by_button: dict[UIButton, Action] = {}

    @property
    def question_text(self) -> str:
        """What the viewer is asked, in a line; empty: nothing but a card."""
        return ""

    def build(self) -> None:
        """Make the widgets; called when it is the viewer's turn."""

    def find_button(self, action: Action) -> UIButton | None:
        """The button that stands for an action, or that leads to it; None if there is none now."""
        return next(
            (button for button, button_action in self.actions_by_button.items() if button_action == action), None
        )

    def describe_action(self, action: Action) -> str:
        """A choice of the viewer's in a few words."""
        button = self.find_button(action)
        if button is not None:
            return button.text
        card = getattr(action, "card", None)
        return format_card_name(card, self.table.deck) if isinstance(card, Card) else action.text_without_seat

    def get_button_action(self, button: UIButton) -> Action | None:
        """The action that a button of this panel stands for, if it is one and it does."""
        return self.actions_by_button.get(button)

    def close(self) -> bool:
        """Close what the panel has opened. Whether there was anything."""
        return False

    def get_key_action(self, key: int) -> Action | None:
        """The action that a key stands for, if it does."""
        return None

    def get_card_action(self, card: Card) -> Action | None:
        """The action that a card of the viewer's hand stands for, where it is not to be played."""
        return None

    def get_click_action(self, point: tuple[int, int]) -> Action | None:
        """The action that a click beside the buttons stands for, if it does."""
        return None

    def draw(self, canvas: Canvas) -> None:
        """What is drawn under the widgets."""

    # -- for subclasses

    def compute_panel_rect(self, width: float, height: float) -> pygame.Rect:
        """The place of a panel of so many design pixels in the middle of the table, no wider than there is room."""
        layout = self.table.layout
        rect = pygame.Rect(
            0, 0, min(layout.px(width), layout.free_rect.width), min(layout.px(height), layout.free_rect.height)
        )
        rect.midbottom = (layout.free_rect.centerx, layout.prompt_rect.top - layout.px(4))
        return rect

    def add_button(self, widget_id: str, text: str, rect: pygame.Rect, style: str | None = "#menu") -> UIButton:
        """A button that the focus can come to."""
        button = Button(rect, text, self.table.context.ui_manager, object_id=style)
        self.table.focus.add(button, widget_id)
        return button

    def add_action_button(
        self, widget_id: str, action: Action, text: str, rect: pygame.Rect, style: str | None = "#menu"
    ) -> None:
        """A button for an action; one that the rules refuse now stays, dull, and says why when it is pressed."""
        is_legal = action in self.table.observation.legal_actions
        disabled_style = "#small_off" if style == "#small" else "#off"
        self.actions_by_button[self.add_button(widget_id, text, rect, style if is_legal else disabled_style)] = action

    def draw_panel_background(self, canvas: Canvas, rect: pygame.Rect, title: str, offset_y: int) -> None:
        """The ground with its title, ``offset_y`` design pixels under the upper edge; in small lines if it is long."""
        px = self.table.layout.px
        draw_panel(canvas, self.table.context.theme, rect, theme.GOLD, 240)
        max_width, size = rect.width - px(36), px(theme.LARGE_TEXT_SIZE)
        if theme.load_font("serif", int(size * theme.MIN_TEXT_SIZE_RATIO)).size(title)[0] <= max_width:
            lines = [title]
        else:
            size = px(theme.SMALL_TEXT_SIZE)
            lines = theme.wrap_text(title, "serif", size, max_width)
        for row, line in enumerate(lines):
            line_image = theme.render_fitted_text(line, "serif", size, theme.CREAM, max_width)
            canvas.blit(
                line_image, line_image.get_rect(midtop=(rect.centerx, rect.y + px(offset_y) + round(row * size * 1.1)))
            )


class SeatMarks:
    """Nothing: no marks at the plates. Subclasses add small buttons there."""

    def __init__(self, table: TableContext) -> None:
        self.table = table
        self.buttons: dict[UIButton, tuple[int, int]] = {}

    @property
    def is_available(self) -> bool:
        """Whether there is something to mark now."""
        return False

    def build(self) -> None:
        """Make the buttons, where they are due."""

    def handle_button(self, button: UIButton) -> bool:
        """Go on to the next mark if the button is one of these. Whether it was."""
        return False
