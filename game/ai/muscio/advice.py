"""What explains a choice before the cards of Muscio are played: what is to be expected of it, and what it risks."""

from __future__ import annotations

from typing import Final

from game.ai.estimate import Estimate
from game.engine.actions import Pass, Swap
from game.engine.phases import Reason
from game.rules.muscio.actions import Blinde, Forfeit, In, Stand
from game.rules.muscio.play import Exchange
from game.rules.muscio.score import FORFEIT, RANKING
from game.view import View

LEAST: Final = 0.05
"""So many points, on average, are none."""


def why(view: View, estimate: Estimate) -> tuple[Reason, ...]:
    """What playing takes off on average, what passing and forfeiting risk, what an exchange gains."""
    action = estimate.action
    if isinstance(action, (In, Blinde, Stand)):
        return () if estimate.points is None else (_expected(estimate.points),)
    if isinstance(action, Pass):
        return (Reason("why_pass"),)
    if isinstance(action, Forfeit):
        return (Reason("why_forfeit", {"points": FORFEIT}),)
    return _exchange(view, action) if isinstance(action, Swap) else ()


def _expected(points: float) -> Reason:
    if abs(points) < LEAST:
        return Reason("why_unchanged")
    return Reason("why_taken_off" if points > 0 else "why_added", {"points": round(abs(points), 1)})


def _exchange(view: View, swap: Swap) -> tuple[Reason, ...]:
    """A trump more, or a better one; nothing is said for a worse one."""
    assert isinstance(view.phase, Exchange)
    turned, given = view.phase.tricks.turned, swap.card
    if given is None:
        return ()
    if given.suit != turned.suit:
        return (Reason("why_trump_more", {"taken": turned}),)
    if RANKING.index(turned.rank) < RANKING.index(given.rank):
        return (Reason("why_exchange", {"taken": turned, "given": given}),)
    return ()
