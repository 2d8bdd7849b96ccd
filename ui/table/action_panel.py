"""Base classes of the panel with a phase's choices, and of the marks at seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.core.actions import Action
from game.core.cards import Card
from game.text.messages import format_suggestion
from ui.graphics.canvas import Canvas
from ui.table.layout.seats import PanelSizes
from ui.widgets.button import Button

if TYPE_CHECKING:
    from ui.table.scene import TableScene


class ActionPanel:
    """The panel of a phase in which the viewer only plays cards: it has no widgets.

    Subclasses add buttons, which map to actions of the viewer in `actions_by_button`. ``recommended_action``: the
    action of the hint that is shown, whose button is the golden one; None without a hint.
    """

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self.actions_by_button: dict[Button, Action] = {}
        self.recommended_action: Action | None = None
        self.rect = pygame.Rect(0, 0, 0, 0)
        """The place of its question and its answers, in pixels; without a width if it has none."""

    @property
    def sizes_below_trick(self) -> PanelSizes:
        """The sizes in which the panel keeps clear of a trick above it; () if it may cover the trick."""
        return ()

    @property
    def question_text(self) -> str:
        """The question to the viewer in a line; empty if they only have to play a card."""
        return ""

    @property
    def is_asked_in_prompt(self) -> bool:
        """Whether the prompt line asks the question, because the panel has no room for it."""
        return False

    @property
    def extra_button_count(self) -> int:
        """The number of buttons besides the tray."""
        return 0

    def build(self) -> None:
        """Make the widgets of the panel.

        Called while the viewer has actions to choose from.
        """

    def recommend(self, action: Action | None) -> None:
        """Show the action that a hint recommends, None once the hint is closed."""
        self.recommended_action = action
        if self.table.offered_actions:
            self.table.recompose_choices()

    def find_button(self, action: Action) -> Button | None:
        """Return the button of an action, or the button that leads to it.

        None if there is none now.
        """
        return next(
            (button for button, button_action in self.actions_by_button.items() if button_action == action), None
        )

    def list_hidden_choices(self) -> Sequence[tuple[str, Action]]:
        """Return the texts and actions of choices whose buttons come after another choice, such as that of a number."""
        return ()

    def describe_action(self, action: Action) -> str:
        """Return a choice of the viewer as a suggestion: the text of its button, or "Play the king of coins"."""
        button = self.find_button(action)
        if button is not None:
            return button.text
        has_card = isinstance(getattr(action, "card", None), Card)
        return format_suggestion(action, self.table.deck) if has_card else action.text_without_seat

    def close(self) -> bool:
        """Close what the panel has opened, and return whether anything was open."""
        return False

    def get_key_action(self, key: int) -> Action | None:
        """Return the action of a key, a pygame key code; None if it has none."""
        return None

    def type_digit(self, key: int) -> bool:
        """Show what the digit of a key begins, and return whether the panel has numbers to type."""
        return False

    def get_card_action(self, card: Card) -> Action | None:
        """Return the action of a click on a card of the viewer's hand.

        None if the click plays the card.
        """
        return None

    def get_click_action(self, point: tuple[int, int]) -> Action | None:
        """Return the action of a click beside the buttons; None if it has none.

        ``point``: pixels in the window.
        """
        return None

    def draw(self, canvas: Canvas) -> None:
        """Draw the part of the panel that is below the widgets."""

    # -- for subclasses

    def act(self, action: Action) -> None:
        """Do the action of a button."""
        self.table.act(action)

    def add_button(
        self, widget_id: str, text: str, rect: pygame.Rect, on_press: Callable[[], object], style: str | None
    ) -> Button:
        """Add a button that can have the focus, and return it.

        ``rect``: pixels; ``style``: as in `Button`, None for the usual one.
        """
        button = Button(rect, text, self.table.context.place, style=style or "#small")
        self.table.focus.add(button, widget_id, handler=on_press)
        return button

    def add_action_button(
        self, widget_id: str, action: Action, text: str, rect: pygame.Rect, style: str | None = "#menu"
    ) -> None:
        """Add a button for an action.

        The button of an action that is illegal now looks disabled, and says why while it is hovered or has the focus;
        a press shows the reason too. While a hint is shown, its action is the primary one. ``rect``, ``style``: as in
        `add_button`.
        """
        is_legal = action in self.table.observation.legal_actions
        if action == self.recommended_action:
            style = "#primary" if style in ("#primary", "#menu") else "#primary_row"
        elif self.recommended_action is not None and style == "#primary":
            style = "#menu"
        disabled_style = "#small_off" if style == "#small" else "#off"
        on_press = partial(self.act, action)
        button = self.add_button(widget_id, text, rect, on_press, style if is_legal else disabled_style)
        phase = self.table.observation.phase
        reason = phase.illegal_reason(action) if phase is not None and not is_legal else None
        button.refusal_text = "" if reason is None else self.table.format_refusal(reason)
        self.actions_by_button[button] = action


class SeatMarks:
    """The marks at the name plates of a game without any.

    Subclasses add small buttons there.
    """

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self.buttons: dict[Button, tuple[int, int]] = {}

    @property
    def is_available(self) -> bool:
        """Whether the viewer can mark anything now."""
        return False

    def build(self) -> None:
        """Make the buttons; this class makes none."""

    def capture_event(self, event: pygame.event.Event) -> bool:
        """Handle an event of an open menu before all others; return whether it was one."""
        return False
