"""What thinks for a game: its players by level, and what it takes to explain their choices.

A player is a function of a view, a stream of random numbers, a limit of thinking time and a character; the same
four give the same action while the clock leaves time enough.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import TypeAlias

import msgspec

from game.ai.equivalent_plays import DEFAULT_EQUIVALENCE_RULES, EquivalenceRules
from game.ai.estimates import ActionEstimate
from game.ai.personas import Persona
from game.ai.time_limit import TimeLimit
from game.core.actions import Action
from game.core.messages import Reason
from game.match.observation import Observation

LevelPlayer: TypeAlias = Callable[[Observation, Random, TimeLimit, Persona], Action]
"""(view, rng, limit, character) -> one of ``view.choices``. Who never thinks long needs no limit."""
ActionEstimator: TypeAlias = Callable[[Observation, Random, TimeLimit, Persona], list[ActionEstimate]]
"""(view, rng, limit, character) -> what its choices are worth; none where there is nothing to judge by."""


def list_teammates(observation: Observation) -> tuple[int, ...]:
    """The other seats of the side that the view's seat is on for the whole match."""
    return tuple(
        teammate
        for side in observation.sides
        if observation.seat in side
        for teammate in side
        if teammate != observation.seat
    )


def give_no_reasons(_observation: Observation, _estimate: ActionEstimate) -> tuple[Reason, ...]:
    """Nothing is said of a choice but how it compares."""
    return ()


def get_value(estimate: ActionEstimate) -> float:
    """The worth, where it means the same all match long."""
    return estimate.value


def get_win_percentage(estimate: ActionEstimate) -> float:
    """The chance to win the deal, in percent; 0 where that has no meaning."""
    return 100 * (estimate.win_probability or 0.0)


def suspect_nobody(_observation: Observation, _rng: Random) -> tuple[float, ...]:
    """Nobody is suspected of anything."""
    return ()


class GameAI(msgspec.Struct, frozen=True, kw_only=True):
    """A game's players. ``players``: by level, besides who plays at random; ``weighed``: what the best of them finds
    each choice worth; ``list_known_partners``: the other seats known to be on the view's side; ``why``: why a choice
    that is no card is worth so much; ``equivalence_rules``: which of its cards come to the same.

    For whoever looks back on a match: ``get_additive_value`` is what a choice is worth in a unit that can be added up
    over a match, ``stake`` the most of it that one choice is taken to decide on, so that an absurd one does not
    outweigh the rest; ``suspects``: by seat, how likely it is in league with the other side in secret, empty where
    nobody can be.
    """

    game: str
    players: Mapping[str, LevelPlayer]
    estimate_actions: ActionEstimator
    list_known_partners: Callable[[Observation], tuple[int, ...]] = list_teammates
    explain_action: Callable[[Observation, ActionEstimate], tuple[Reason, ...]] = give_no_reasons
    get_additive_value: Callable[[ActionEstimate], float] = get_value
    max_loss_per_choice: float = 1.0
    equivalence_rules: EquivalenceRules = DEFAULT_EQUIVALENCE_RULES
    estimate_secret_partners: Callable[[Observation, Random], tuple[float, ...]] = suspect_nobody
