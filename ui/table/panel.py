"""The shape of a panel: widgets for the choices of a phase, and what is drawn with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
import pygame_gui

from game.engine.actions import Action
from game.engine.cards import Card

if TYPE_CHECKING:
    from ui.table.scene import TableScene


class Panel:
    """Nothing: a phase whose choices are cards. Subclasses add widgets that lead to actions of the viewer."""

    def __init__(self, table: TableScene) -> None:
        self.table = table

    def build(self) -> None:
        """Make the widgets; called when it is the viewer's turn."""

    def pressed(self, button: pygame_gui.elements.UIButton) -> Action | None:
        """The action that a button of this panel stands for, if it is one and it does."""
        return None

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
