"""Reasons for actions before the cards of Muscio are played: expected points, and risks."""

from __future__ import annotations

from typing import Final

from game.ai.estimates import ActionEstimate
from game.core.actions import Pass, Swap
from game.core.messages import Reason
from game.match.observation import Observation
from game.rules.muscio.actions import Forfeit, PlayDeal, Stand, TakeBlinde
from game.rules.muscio.scoring import FORFEIT_POINTS, RANKING
from game.rules.muscio.trick_play import ExchangePhase

MIN_MENTIONED_POINTS: Final = 0.05
"""The expected points below which a reason says "unchanged"."""


def explain_action(observation: Observation, estimate: ActionEstimate) -> tuple[Reason, ...]:
    """Return the reason for an action before the first card.

    It has the points that are taken off on average, those at risk, or the trump gained.
    """
    action = estimate.action
    if isinstance(action, (PlayDeal, TakeBlinde, Stand)):
        return () if estimate.expected_points is None else (_explain_expected_points(estimate.expected_points),)
    if isinstance(action, Pass):
        return (Reason("why_pass"),)
    if isinstance(action, Forfeit):
        return (Reason("why_forfeit", {"points": FORFEIT_POINTS}),)
    return _explain_exchange(observation, action) if isinstance(action, Swap) else ()


def _explain_expected_points(points: float) -> Reason:
    if abs(points) < MIN_MENTIONED_POINTS:
        return Reason("why_unchanged")
    return Reason("why_taken_off" if points > 0 else "why_added", {"points": round(abs(points), 1)})


def _explain_exchange(observation: Observation, swap: Swap) -> tuple[Reason, ...]:
    """Return the reason for an exchange that gains a trump or a better one, else ()."""
    assert isinstance(observation.phase, ExchangePhase)
    turned_card, given_card = observation.phase.trick_phase.turned_card, swap.card
    if given_card is None:
        return ()
    if given_card.suit != turned_card.suit:
        return (Reason("why_trump_more", {"taken": turned_card}),)
    if RANKING.index(turned_card.rank) < RANKING.index(given_card.rank):
        return (Reason("why_exchange", {"taken": turned_card, "given": given_card}),)
    return ()
