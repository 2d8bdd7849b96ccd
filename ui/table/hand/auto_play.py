"""Automatic play of the last card of a hand, if the person wants it.

The action is like any other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.actions import Play
from game.match.observation import Observation
from ui.table.state import TableState

if TYPE_CHECKING:
    from ui.table.scene import TableScene


def find_forced_last_card(observation: Observation) -> Play | None:
    """Return the play of the viewer's only card, if it is the only legal action.

    None otherwise.
    """
    if (
        observation.seat is None
        or len(observation.legal_actions) != 1
        or len(observation.board.hands[observation.seat]) != 1
    ):
        return None
    action = observation.legal_actions[0]
    return action if isinstance(action, Play) else None


class AutoPlayLastCard:
    """Plays the last card after the thinking time of a computer player."""

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self.is_waiting = False
        self._waited_seconds = 0.0

    def update(self, seconds: float) -> None:
        """Play the last card once the waiting time is over, if the setting is on.

        ``seconds``: time since the last frame.
        """
        table = self.table
        is_enabled = table.context.settings.plays_last and table.state is TableState.YOUR_TURN
        play = (
            find_forced_last_card(table.observation)
            if is_enabled and table.is_idle and not table.hand_interaction.is_dragging
            else None
        )
        self._waited_seconds = self._waited_seconds + seconds if play is not None and self.is_waiting else 0.0
        self.is_waiting = play is not None
        if play is not None and self._waited_seconds >= table.min_thinking_s:
            table.act(play)
