"""The end played exactly: every way to go on, in all worlds at once, with all cards open.

Each player takes what is worth most to himself, or now and then any card. Written as rounds over arrays: out to the
ends, and back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from game.ai.batch.playout import Batch, Places
from game.ai.batch.policy import Scores, spread
from game.ai.limit import Check, unhurried


class _Fork(NamedTuple):
    """One card of the way: by branch, the branch it comes from (ascending), and who chose it."""

    parents: Places
    chooser: Places


def solved(
    batch: Batch, worth: Callable[[Batch, Places], Scores], check: Check = unhurried, astray: Sequence[float] = ()
) -> Scores:
    """What each world is worth to each player, (players, worlds), if all play as well as they can.

    ``worth(ended, worlds)`` says it of ended batches whose columns stem from these worlds; ``check`` is asked before
    each card and raises what ends the search; ``astray``: how often each player plays any card instead, if any does.
    """
    forks: list[_Fork] = []
    worlds: Places = batch.column
    while batch.left:
        check()
        cards = spread(batch.legal()).T
        parents, choices = np.nonzero(cards)
        forks.append(_Fork(parents, batch.turns()[parents]))
        worlds = worlds[parents]
        batch = batch.copy(parents)
        batch.play(cards[parents, choices])
    values = worth(batch, worlds)
    for parents, chooser in reversed(forks):
        branches = np.arange(len(parents))
        own = values[chooser, branches]
        first = np.flatnonzero(np.diff(parents, prepend=-1))
        best = np.maximum.reduceat(own, first)
        kept = np.minimum.reduceat(np.where(own == best[parents], branches, len(parents)), first)
        found = values[:, kept]
        if any(astray):
            often = np.asarray(astray, np.float32)[chooser[first]]
            mean = np.add.reduceat(values, first, axis=1) / np.bincount(parents)
            found += often * (mean - found)
        values = found
    return values


def ways(sizes: tuple[int, ...], stock: int) -> int:
    """At most so many ways there are to play hands of these sizes to the end, drawing a ``stock`` of so many cards."""
    found, left = 1, list(sizes)
    while any(left):
        most = max(left)
        for at, size in enumerate(left):
            if size == most:
                found *= size
                left[at] -= 1
        if stock:
            left = [size + 1 for size in left]
            stock -= len(left)
    return found
