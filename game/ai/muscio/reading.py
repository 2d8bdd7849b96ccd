"""What a declaration of Muscio says of a hand: how strong hands are, and who would have said what with them.

The numbers were fitted to deals by ``python -m tools.training.muscio_declarations``.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import Masks, lowest
from game.ai.batch.playout import ZERO
from game.ai.learned import learned
from game.engine.actions import Pass
from game.rules.muscio.actions import Blinde
from game.rules.muscio.play import Saying
from game.rules.muscio.score import HAND_SIZE, RANKING

PLAYS, PASSES, DRAWS = range(3)
"""To play, to pass, to play with the blinde."""

SAYS: Final = (6, 6, 2, 3, 2)
"""Participants so far, seats yet to speak, whether the blinde is there | what is said: level and slope."""
STANDS: Final = (2,)
"""Level and slope of standing against one other."""
HEIGHTS: Final = len(RANKING)
STRENGTH: Final = 2 * HEIGHTS + HAND_SIZE + 1
"""By height trumps and other cards, and how many trumps."""

Values: TypeAlias = NDArray[np.float64]


def features(hands: Masks, trump: int) -> list[NDArray[np.uint8]]:
    """What counts in each of ``hands``: by height trumps and other cards; how many trumps it has, one by one."""
    inside = np.uint64(trump)
    rows = [np.uint64(0xF << 4 * height) for height in range(HEIGHTS)]
    own, plain = hands & inside, hands & ~inside
    found = [np.bitwise_count(own & row) for row in rows] + [np.bitwise_count(plain & row) for row in rows]
    count = np.bitwise_count(own)
    return found + [(count == many).astype(np.uint8) for many in range(HAND_SIZE + 1)]


def strength(hands: Masks, trump: int) -> Values:
    """What each of ``hands`` is likely to gain among three players, in points."""
    weights = learned("muscio_strength")
    found = np.zeros(hands.shape)
    for weight, feature in zip(weights, features(hands, trump), strict=True):
        if weight:
            found += float(weight) * feature
    return found


def exchanged(hands: Masks, trump: Masks | np.uint64, turned: Masks | np.uint64) -> Masks:
    """The dealer's hands with the turned trump for the lowest card beside the trumps, or for a lower trump."""
    plain = hands & ~trump
    given = lowest(np.where(plain != ZERO, plain, hands))
    return np.where((plain != ZERO) | (given < turned), hands ^ given ^ turned, hands)


def chances(values: Values, players: NDArray[np.intp] | int, behind: int, blinde: NDArray[np.bool_] | bool) -> Values:
    """How likely each declaration is with hands of this strength, (declarations, hands). ``players``: participants
    so far; ``behind``: how many seats speak later; ``blinde``: whether it is still there."""
    fit = learned("muscio_says").reshape(SAYS)[players, behind, np.asarray(blinde, np.intp)]
    logits = fit[..., 0].T.reshape(3, -1) + fit[..., 1].T.reshape(3, -1) * values
    logits[DRAWS] = np.where(blinde, logits[DRAWS], -np.inf)
    shares = np.exp(logits - logits.max(axis=0))
    found: Values = shares / shares.sum(axis=0)
    return found


def stands(values: Values) -> Values:
    """How likely hands of this strength are not given up against one other."""
    level, slope = learned("muscio_stands")
    found: Values = 1 / (1 + np.exp(-level - slope * values))
    return found


def kind_of(saying: Saying) -> int:
    """Which of the three this is."""
    return PASSES if isinstance(saying, Pass) else DRAWS if isinstance(saying, Blinde) else PLAYS


FREAK: Final = 0.03
"""How often something is said for reasons that no table knows."""


def likelihood(said: tuple[Saying, ...], hands: dict[int, Masks], trump: int, seats: int) -> Values:
    """How likely the seats say what they said, each in worlds where its hand before that (the dealer's after his
    exchange) is the one of ``hands``: logarithms, by world. Seats that are not among ``hands`` do not count."""
    total: Values = np.zeros(1)
    players, blinde = 0, True
    for at, saying in enumerate(said):
        kind = kind_of(saying)
        if saying.seat in hands:
            values = strength(hands[saying.seat], trump)
            chance = chances(values, players, seats - 1 - at, blinde)[kind]
            total = total + np.log((1 - FREAK) * chance + FREAK / 3)
        players += kind != PASSES
        blinde = blinde and kind != DRAWS
    return total
