"""The last card of a hand plays itself where the person wants that: an action of his like any other."""

from __future__ import annotations

from game.core.actions import Play
from game.match.observation import Observation
from ui.table.context import TableContext
from ui.table.hand.interaction import HandInteraction
from ui.table.state import TableState


def find_forced_last_card(observation: Observation) -> Play | None:
    """The only thing that the viewer can do, if that is to play the only card that he holds."""
    if (
        observation.seat is None
        or len(observation.legal_actions) != 1
        or len(observation.board.hands[observation.seat]) != 1
    ):
        return None
    action = observation.legal_actions[0]
    return action if isinstance(action, Play) else None


class AutoPlayLastCard:
    """Waits as long as a player would before the last card falls."""

    def __init__(self, table: TableContext, hand_interaction: HandInteraction) -> None:
        self.table = table
        self.hand_interaction = hand_interaction
        self.is_waiting = False
        self._waited_seconds = 0.0

    def update(self, seconds: float) -> None:
        """A frame: the last card falls by itself, where the person at the screen wants that."""
        table = self.table
        is_enabled = table.context.settings.plays_last and table.state is TableState.YOUR_TURN
        play = (
            find_forced_last_card(table.observation)
            if is_enabled and table.is_idle and not self.hand_interaction.is_dragging
            else None
        )
        self._waited_seconds = self._waited_seconds + seconds if play is not None and self.is_waiting else 0.0
        self.is_waiting = play is not None
        if play is not None and self._waited_seconds >= table.min_thinking_s:
            table.act(play)
