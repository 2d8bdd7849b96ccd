"""The points that a task offers to choose from."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from random import Random
from typing import Final

from game.core.cards import SUITS, Rank
from game.rules import GAMES
from game.shuffling.shuffle import derive_random
from game.trainer.model import TrickTask

OFFERED_COUNT: Final = 8
"""The number of offered values."""


def list_offered_points(task: TrickTask) -> tuple[int, ...]:
    """Return the points that a task with card points offers, in order: 0, and sums of possible tricks side by side.

    The right answer is among them, at any place. The same trick always gives the same values.
    """
    trick, sums = task.trick, _list_possible_sums(task.game_id, len(task.trick.cards))
    rng = derive_random(0, "offered points", *map(str, trick.cards))
    middle = trick.points or _sum_random_trick(task, rng) or sums[0]
    count = OFFERED_COUNT - 1
    first = min(max(0, sums.index(middle) - rng.randrange(count)), len(sums) - count)
    return (0, *sums[first : first + count])


def _sum_random_trick(task: TrickTask, rng: Random) -> int:
    """Return the points of random cards, about half of which have points, as in the pack."""
    values = (*GAMES[task.game_id].card_points.values(), *[0] * len(GAMES[task.game_id].card_points))
    return sum(rng.choices(values, k=len(task.trick.cards)))


@lru_cache(maxsize=16)
def _list_possible_sums(game_id: str, cards: int) -> tuple[int, ...]:
    """Return the points above 0 that a trick of this many cards can have, in order."""
    points_by_rank = GAMES[game_id].card_points
    ranks: tuple[Rank | None, ...] = (*points_by_rank, None)
    tricks = combinations_with_replacement(ranks, cards)
    sums = {
        sum(points_by_rank[rank] for rank in trick if rank is not None)
        for trick in tricks
        if all(trick.count(rank) <= len(SUITS) for rank in points_by_rank)
    }
    return tuple(sorted(sums - {0}))
