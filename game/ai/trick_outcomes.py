"""The possible outcomes of a trick of Briscola and Briscola chiamata after a card, in many states at once.

A later player holds a card that wins the trick with some probability, plays it with another, and otherwise adds points
to the trick. A game's heuristic says how probable that is, and what the points are worth.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import msgspec
import numpy as np
from numpy.typing import DTypeLike, NDArray

from game.ai.rollout.card_bits import ITALIAN_PACK_MASK, ONE, CardMasks, get_suit_masks, mask_above
from game.ai.rollout.rollout import NO_CARDS, Batch, IndexArray
from game.rules.briscola_family import CARD_POINTS, RANKING

FloatArray: TypeAlias = NDArray[np.floating]

SECOND_OVERTAKE_FACTOR: Final = 0.6
"""Probability of a second overtaking, relative to the first.

The first overtaking player has chosen a card that is hard to beat.
"""

OVERTAKE_IN_SUIT_PROBABILITY: Final = 0.9
"""Probability that an opponent that can win the trick in the suit led does so."""

ROUNDING_TOLERANCE_POINTS: Final = 1e-5
"""Tolerance for sums of points, which may be in single precision."""

POINTS_BY_HEIGHT: Final = np.array([CARD_POINTS.get(rank, 0) for rank in reversed(RANKING)], np.uint8)
"""Card points by height, from the 2 up."""
HEIGHTS_WITH_POINTS: Final = np.flatnonzero(POINTS_BY_HEIGHT)
RANK_MASKS: Final = np.array([0xF << 4 * int(height) for height in HEIGHTS_WITH_POINTS], np.uint64)
"""All cards of each height with points."""


class PlayWeights(msgspec.Struct, frozen=True, kw_only=True):
    """The weights of a heuristic player.

    ``plain_card_values`` and ``trump_card_values``: the value of a card while it stays in hand, in points, from the ace
    down to the 2. ``danger_factor``: the part of the danger of losing the trick that is taken into account.
    ``has_memory``: whether played cards are remembered.
    """

    plain_card_values: tuple[float, ...]
    trump_card_values: tuple[float, ...]
    danger_factor: float
    has_memory: bool


class PlayRates(NamedTuple):
    """The habits of the players after a card.

    ``trumping_probabilities``: that an opponent with a trump spends it, by the points in the trick, in units of
    ``points_unit``; ``friend_overtake_factor``: the probability that a partner takes the trick, relative to an
    opponent; ``unwilling_discard_points``: the points that an opponent has to add to the trick.
    """

    trumping_probabilities: FloatArray
    points_unit: float
    friend_overtake_factor: float
    unwilling_discard_points: float


class LaterPlayers(NamedTuple):
    """The players after the player to act, in their order.

    ``overtake_probabilities`` and ``trump_probabilities``: (later players, cards, columns), of being able to win the
    trick after each card in the suit led, or with a trump; ``smear_points``: (later players,
    columns), what each adds to a trick of their side.
    """

    overtake_probabilities: FloatArray
    trump_probabilities: FloatArray
    smear_points: FloatArray


class PossibleWinners:
    """The players that may win the trick after each of ``cards``: the first so far, and then each later player.

    ``probabilities`` and ``points`` have the shape (possible winners, cards, columns): the probability of each winner
    and the points in the trick then.
    """

    def __init__(self, batch: Batch, cards: CardMasks, dtype: DTypeLike) -> None:
        """Create the winners before the later players. ``cards``: (cards, columns), of the player to act."""
        self.columns = batch.column
        self.is_winning = (cards & batch.winning_mask) != NO_CARDS
        self.winner_distance = (batch.winner_index - batch.turn_index) // batch.width % batch.player_count
        self.probabilities, self.points = np.zeros((2, batch.players_behind + 1, *cards.shape), dtype)
        self.probabilities[0] = 1
        self.points[0] = POINTS_BY_HEIGHT.take(get_heights(cards)) + sum_points(batch.trick_cards, dtype)

    def spread(self, values: FloatArray, count: int) -> FloatArray:
        """Return the values of the first ``count`` possible winners.

        ``values``: (players from the player to act on, columns).
        """
        rows = np.empty((count, *self.is_winning.shape), self.points.dtype)
        rows[0] = np.where(self.is_winning, values[0], values[self.winner_distance, self.columns])
        rows[1:] = values[1:count, None]
        return rows

    def add_later_players(
        self,
        later_players: LaterPlayers,
        danger_factor: float,
        same_side_probabilities: FloatArray,
        overtaking_cards: CardMasks,
        rates: PlayRates,
    ) -> None:
        """Let all later players play.

        ``danger_factor``: the part of the danger of losing the trick that is taken into account;
        ``same_side_probabilities``: of each pair of players, (players, players, columns), both from the player to act
        on; ``overtaking_cards``: (cards, columns), those that win the trick in the suit led.
        """
        overtake_points = sum_points(overtaking_cards, self.points.dtype) / np.maximum(
            np.bitwise_count(overtaking_cards), 1
        )
        for later in range(1, len(self.points)):
            probabilities, points = self.probabilities[:later], self.points[:later]
            same_side = self.spread(same_side_probabilities[later], later)
            factor = danger_factor * (1 - same_side * (1 - rates.friend_overtake_factor))
            factor[1:] *= SECOND_OVERTAKE_FACTOR
            overtake_probability = factor * (
                later_players.overtake_probabilities[later - 1] * OVERTAKE_IN_SUIT_PROBABILITY
            )
            trumping_probability = rates.trumping_probabilities.take(
                (points / rates.points_unit + ROUNDING_TOLERANCE_POINTS).astype(np.intp), mode="clip"
            )
            trump_probability = (
                (1 - overtake_probability)
                * factor
                * later_players.trump_probabilities[later - 1]
                * trumping_probability
            )
            taking_probability = overtake_probability + trump_probability
            taken = probabilities * taking_probability
            self.probabilities[later] = taken.sum(axis=0)
            points_total = (taken * points + probabilities * overtake_probability * overtake_points).sum(axis=0)
            np.divide(
                points_total, self.probabilities[later], out=self.points[later], where=self.probabilities[later] > 0
            )
            probabilities *= 1 - taking_probability
            points += rates.unwilling_discard_points
            points += same_side * (later_players.smear_points[later - 1] - rates.unwilling_discard_points)


def make_table_by_points(values_by_points: tuple[tuple[int, float], ...], dtype: DTypeLike) -> FloatArray:
    """Return the value by points. ``values_by_points``: (minimum points, value), the most first."""

    def look_up(points: int) -> float:
        return next(value for min_points, value in values_by_points if points >= min_points)

    return np.array([look_up(points) for points in range(values_by_points[0][0] + 1)], dtype)


def find_winning_cards(batch: Batch, cards: CardMasks) -> CardMasks:
    """Return the cards of the pack that would win the trick after each of ``cards``."""
    is_trump = (cards & batch.trump_mask) != NO_CARDS
    beating_cards = mask_above(cards) & get_suit_masks(cards) | np.where(is_trump, NO_CARDS, batch.trump_mask)
    is_winning = (cards & batch.winning_mask) != NO_CARDS
    return ITALIAN_PACK_MASK & batch.winning_mask & np.where(is_winning, beating_cards, ~NO_CARDS)


def get_heights(cards: CardMasks) -> IndexArray:
    """Return the heights of single cards; undefined for no card."""
    heights: IndexArray = (np.bitwise_count(cards - ONE) >> 2).astype(np.intp) % len(RANKING)
    return heights


def sum_points(cards: CardMasks, dtype: DTypeLike) -> FloatArray:
    """Return the card points of sets."""
    shape = (-1, *(1 for _dimension in cards.shape))
    counts = np.bitwise_count(cards & RANK_MASKS.reshape(shape))
    sums: FloatArray = (counts * POINTS_BY_HEIGHT[HEIGHTS_WITH_POINTS].reshape(shape)).sum(axis=0, dtype=dtype)
    return sums
