"""Perfect play of the last cards of Briscola."""

from __future__ import annotations

from game.ai.briscola.endgame import WIN_BONUS_POINTS
from game.core.actions import Action, Play
from game.core.trick_taking import TrickPhase


def list_play_actions(phase: TrickPhase) -> list[Action]:
    return [action for action in phase.legal_actions() if isinstance(action, Play)]


def compute_perfect_play_value(phase: TrickPhase, action: Action, seat: int) -> int:
    """Return the value of ``action`` to ``seat`` by the rules, if both play perfectly."""
    after = phase.apply(action).phase
    if isinstance(after, TrickPhase):
        values = [compute_perfect_play_value(after, reply, seat) for reply in list_play_actions(after)]
        return max(values) if after.trick.next_seat == seat else min(values)
    own_points, opponent_points = after.count_points()[seat], after.count_points()[1 - seat]
    return own_points - opponent_points + WIN_BONUS_POINTS * ((own_points > 60) - (opponent_points > 60))
