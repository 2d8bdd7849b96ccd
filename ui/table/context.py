"""What panels and overlays may ask of the table that they lie on."""

from __future__ import annotations

from typing import Protocol

from game.core.actions import Action
from game.core.cards import DeckStyle
from game.core.events import Event
from game.core.phase import Board
from game.match.observation import Observation
from game.session.match_info import find_active_seat, list_human_seats
from game.session.session import MatchSession
from ui.app.context import AppContext
from ui.graphics.avatars import AvatarMap
from ui.graphics.canvas import Canvas
from ui.table.layout.seats import TableLayout
from ui.widgets.focus import Focus


class TableContext(Protocol):
    """The table's scene, as far as its panels know it."""

    context: AppContext
    focus: Focus
    session: MatchSession
    deck: DeckStyle
    """Whose names and pictures the cards have."""
    observation: Observation
    """The match as it is shown: when nothing moves, the table's own view."""
    offered_actions: tuple[Action, ...]
    """What the person at the screen may do now besides playing a card."""

    @property
    def board(self) -> Board:
        """Where the cards lie, as they are shown."""
        ...

    @property
    def shown_events(self) -> tuple[Event, ...]:
        """What has happened in this deal and has been shown, as the viewer may know it, the oldest first."""
        ...

    @property
    def layout(self) -> TableLayout:
        """Where everything is in this window."""
        ...

    @property
    def avatars(self) -> AvatarMap:
        """What the people of this table have chosen to look like."""
        ...

    def act(self, action: Action) -> None:
        """Do what the person at the screen wants, or say why not."""
        ...

    def undo(self) -> None:
        """Take back the last choice of the person at the screen, or say why not."""
        ...

    def rebuild_widgets(self) -> None:
        """Make the widgets anew: what a panel shows has changed."""
        ...

    def draw(self, canvas: Canvas) -> None:
        """The table with all that the person at the screen may see."""
        ...

    def draw_table(self, canvas: Canvas, *, show_cards: bool = True) -> None:
        """The table; without ``cards`` only what anybody may see who passes by."""
        ...


def get_your_seat(session: MatchSession) -> int | None:
    """The seat that is called "you": the viewer's, where nobody else sits at this screen."""
    return session.observation.seat if len(get_human_seats(session)) < 2 else None


def get_human_seats(session: MatchSession) -> tuple[int, ...]:
    """Return the seats that people play now."""
    return list_human_seats(session.info, session.observation)


def get_active_seat(session: MatchSession) -> int | None:
    """Return the seat of the person at the screen, who leaves, votes and talks there."""
    return find_active_seat(session.info, session.observation, session.hot_seat)


def get_awaited_seat(session: MatchSession) -> int | None:
    """Return the seat of the person who must say ready before anything of that seat is shown."""
    return None if session.hot_seat is None else session.hot_seat.awaited_seat


def is_assisted(session: MatchSession) -> bool:
    """Whether a person has had help in this match."""
    return session.assistance is not None and session.assistance.is_assisted
