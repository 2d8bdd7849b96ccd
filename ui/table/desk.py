"""What panels and overlays may ask of the table that they lie on."""

from __future__ import annotations

from typing import Protocol

import pygame

from game.engine.actions import Action
from game.engine.cards import Deck
from game.engine.events import Event
from game.engine.phases import Board
from game.table import Table
from game.view import View
from ui.looks import Looks
from ui.scene import Stage
from ui.table.places import Spot
from ui.widgets.focus import Focus


class Desk(Protocol):
    """The table's scene, as far as its panels know it."""

    stage: Stage
    focus: Focus
    table: Table
    deck: Deck
    """Whose names and pictures the cards have."""
    view: View
    """The match as it is shown: when nothing moves, the table's own view."""
    offered: tuple[Action, ...]
    """What the person at the screen may do now besides playing a card."""

    @property
    def board(self) -> Board:
        """Where the cards lie, as they are shown."""
        ...

    @property
    def story(self) -> tuple[Event, ...]:
        """What has happened in this deal and has been shown, as the viewer may know it, the oldest first."""
        ...

    @property
    def spot(self) -> Spot:
        """Where everything is in this window."""
        ...

    @property
    def looks(self) -> Looks:
        """What the people of this table have chosen to look like."""
        ...

    def act(self, action: Action) -> None:
        """Do what the person at the screen wants, or say why not."""
        ...

    def undo(self) -> None:
        """Take back the last choice of the person at the screen, or say why not."""
        ...

    def refresh(self) -> None:
        """Make the widgets anew: what a panel shows has changed."""
        ...

    def draw(self, surface: pygame.Surface) -> None:
        """The table with all that the person at the screen may see."""
        ...

    def draw_table(self, surface: pygame.Surface, *, cards: bool = True) -> None:
        """The table; without ``cards`` only what anybody may see who passes by."""
        ...


def spoken_to(table: Table) -> int | None:
    """The seat that is called "you": the viewer's, where nobody else sits at this screen."""
    return table.viewer if len(table.persons) < 2 else None
