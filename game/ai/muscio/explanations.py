"""Reasons for actions before the cards of Muscio are played: the price of a forfeit, and the trump gained."""

from __future__ import annotations

from game.ai.estimates import ActionEstimate
from game.core.actions import Swap
from game.core.messages import Reason
from game.match.observation import Observation
from game.rules.muscio.actions import Forfeit
from game.rules.muscio.scoring import FORFEIT_POINTS, RANKING
from game.rules.muscio.trick_play import ExchangePhase


def explain_action(observation: Observation, estimate: ActionEstimate) -> tuple[Reason, ...]:
    """Return the reason for a forfeit or an exchange, () for other actions.

    Calls have none: what a call does to the own score says too little, since the scores of the others count as well.
    """
    action = estimate.action
    if isinstance(action, Forfeit):
        return (Reason("why_forfeit", {"points": FORFEIT_POINTS}),)
    return _explain_exchange(observation, action) if isinstance(action, Swap) else ()


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
