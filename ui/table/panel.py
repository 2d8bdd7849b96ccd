"""The shape of a panel: widgets for the choices of a phase, and what is drawn with them; and of marks at the plates."""

from __future__ import annotations

import pygame
from pygame_gui.elements import UIButton

from game.engine.actions import Action
from game.engine.cards import Card
from game.names import card_name
from ui import theme
from ui.backdrop import panel
from ui.table.desk import Desk
from ui.widgets.button import Button


class Panel:
    """Nothing: a phase whose choices are cards. Subclasses add buttons, which stand for ``actions`` of the viewer."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.actions: dict[UIButton, Action] = {}

    @property
    def asks(self) -> str:
        """What the viewer is asked, in a line; empty: nothing but a card."""
        return ""

    def build(self) -> None:
        """Make the widgets; called when it is the viewer's turn."""

    def button_of(self, action: Action) -> UIButton | None:
        """The button that stands for an action, or that leads to it; None if there is none now."""
        return next((button for button, one in self.actions.items() if one == action), None)

    def words(self, action: Action) -> str:
        """A choice of the viewer's in a few words."""
        button = self.button_of(action)
        if button is not None:
            return button.text
        card = getattr(action, "card", None)
        return card_name(card, self.desk.deck) if isinstance(card, Card) else action.phrase

    def pressed(self, button: UIButton) -> Action | None:
        """The action that a button of this panel stands for, if it is one and it does."""
        return self.actions.get(button)

    def close(self) -> bool:
        """Close what the panel has opened. Whether there was anything."""
        return False

    def key(self, key: int) -> Action | None:
        """The action that a key stands for, if it does."""
        return None

    def card(self, card: Card) -> Action | None:
        """The action that a card of the viewer's hand stands for, where it is not to be played."""
        return None

    def click(self, point: tuple[int, int]) -> Action | None:
        """The action that a click beside the buttons stands for, if it does."""
        return None

    def draw(self, surface: pygame.Surface) -> None:
        """What is drawn under the widgets."""

    # -- for subclasses

    def ground(self, wide: float, high: float) -> pygame.Rect:
        """The place of a panel of so many design pixels in the middle of the table, no wider than there is room."""
        spot = self.desk.spot
        rect = pygame.Rect(0, 0, min(spot.px(wide), spot.room.width), min(spot.px(high), spot.room.height))
        rect.midbottom = (spot.room.centerx, spot.prompt.top - spot.px(4))
        return rect

    def button(self, widget_id: str, words: str, where: pygame.Rect, style: str | None = "#menu") -> UIButton:
        """A button that the focus can come to."""
        made = Button(where, words, self.desk.stage.manager, object_id=style)
        self.desk.focus.add(made, widget_id)
        return made

    def offer(
        self, widget_id: str, action: Action, words: str, where: pygame.Rect, style: str | None = "#menu"
    ) -> None:
        """A button for an action; one that the rules refuse now stays, dull, and says why when it is pressed."""
        legal = action in self.desk.view.choices
        dull = "#small_off" if style == "#small" else "#off"
        self.actions[self.button(widget_id, words, where, style if legal else dull)] = action

    def draw_ground(self, surface: pygame.Surface, rect: pygame.Rect, title: str, below: int) -> None:
        """The ground with its title, ``below`` design pixels under the upper edge; in small lines if it is long."""
        px = self.desk.spot.px
        panel(surface, rect, theme.GOLD, 240)
        room, size = rect.width - px(36), px(theme.LARGE)
        if theme.font("serif", int(size * theme.SMALLEST)).size(title)[0] <= room:
            lines = [title]
        else:
            size = px(theme.SMALL)
            lines = theme.wrapped(title, "serif", size, room)
        for row, line in enumerate(lines):
            words = theme.fitted(line, "serif", size, theme.CREAM, room)
            surface.blit(words, words.get_rect(midtop=(rect.centerx, rect.y + px(below) + round(row * size * 1.1))))


class Marks:
    """Nothing: no marks at the plates. Subclasses add small buttons there."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.buttons: dict[UIButton, tuple[int, int]] = {}

    @property
    def due(self) -> bool:
        """Whether there is something to mark now."""
        return False

    def build(self) -> None:
        """Make the buttons, where they are due."""

    def pressed(self, button: UIButton) -> bool:
        """Go on to the next mark if the button is one of these. Whether it was."""
        return False
