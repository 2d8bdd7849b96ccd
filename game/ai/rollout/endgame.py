"""Exact solution of the end of a deal with open cards, in all states at once.

Each player plays the card with the highest value for themselves (maxⁿ, Luckhardt and Irani 1986), or with a given
probability a random one. The lines of play are expanded to their ends card by card, as arrays, and the values are
passed back in reverse order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from game.ai.rollout.policy import Scores, unpack_cards
from game.ai.rollout.rollout import Batch, IndexArray
from game.ai.time_limit import TimeCheck, no_time_limit


def solve_endgame(
    batch: Batch,
    evaluate: Callable[[Batch, IndexArray], Scores],
    check_time: TimeCheck = no_time_limit,
    blunder_rates: Sequence[float] = (),
) -> Scores:
    """Return the value of each state for each player if all play perfectly.

    The result has the shape (players, columns). ``evaluate(batch, state_indices)`` returns it for a finished batch,
    with the column of the original batch that each column comes from; ``check_time`` is called before each card and may
    raise to end the search; ``blunder_rates``: how often each player plays a random card instead, empty if none does.
    """
    branchings = list[tuple[IndexArray, IndexArray]]()  # the parent of each branch, ascending, and its player
    state_indices: IndexArray = batch.column
    while batch.cards_left:
        check_time()
        cards = unpack_cards(batch.legal_cards()).T
        parents, choices = np.nonzero(cards)
        branchings.append((parents, batch.players_to_act()[parents]))
        state_indices = state_indices[parents]
        batch = batch.copy(parents)
        batch.play(cards[parents, choices])
    values = evaluate(batch, state_indices)
    for parents, players in reversed(branchings):
        branches = np.arange(len(parents))
        own_values = values[players, branches]
        first = np.concatenate([[0], 1 + np.flatnonzero(parents[1:] != parents[:-1])])
        best_values = np.maximum.reduceat(own_values, first)
        chosen_branches = np.minimum.reduceat(
            np.where(own_values == best_values[parents], branches, len(parents)), first
        )
        state_values = values[:, chosen_branches]
        if any(blunder_rates):
            rates = np.asarray(blunder_rates, np.float32)[players[first]]
            mean = np.add.reduceat(values, first, axis=1) / np.bincount(parents)
            state_values += rates * (mean - state_values)
        values = state_values
    return values


def count_endgame_lines(hand_sizes: tuple[int, ...], stock_size: int) -> int:
    """Return an upper bound on the lines of play to the end.

    ``hand_sizes``: cards in each hand; ``stock_size``: cards left to draw.
    """
    line_count, sizes_left = 1, list(hand_sizes)
    while any(sizes_left):
        largest = max(sizes_left)
        for player, size in enumerate(sizes_left):
            if size == largest:
                line_count *= size
                sizes_left[player] -= 1
        if stock_size:
            sizes_left = [size + 1 for size in sizes_left]
            stock_size -= len(sizes_left)
    return line_count
