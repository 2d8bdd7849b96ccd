"""Exact play at the end of Briscola for two: without a stock, every unseen card is in the opponent's hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from game.ai.card_scores import make_observed_batch
from game.ai.rollout.card_bits import get_card_bits
from game.ai.rollout.endgame import solve_endgame
from game.ai.rollout.policy import Scores
from game.ai.rollout.rollout import Batch, IndexArray
from game.core.actions import Play
from game.core.cards import Hand
from game.rules.briscola.phases import BriscolaTrickPhase
from game.rules.briscola_family import HALF_PACK_POINTS, PACK_POINTS

WIN_BONUS_WITHOUT_STOCK_POINTS: Final = 1000.0
"""More than any number of points: winning the deal comes first, then the points."""


def are_all_cards_known(phase: BriscolaTrickPhase) -> bool:
    """Return whether two players play and both can know all cards."""
    return phase.seats == 2 and not phase.stock


def choose_exact_play(phase: BriscolaTrickPhase, plays: Sequence[Play], opponent_hand: Hand) -> Play:
    """Return the best of ``plays``, the first of equal ones, if both players play perfectly."""
    seat, make_mask = plays[0].seat, get_card_bits(phase.ranking).make_mask
    batch = make_observed_batch(phase).copy(np.zeros(len(plays), np.intp))
    batch.hands.reshape(2, -1)[1 - seat] = make_mask(opponent_hand)
    batch.play(np.array([make_mask((play.card,)) for play in plays], np.uint64))
    return plays[int(solve_endgame(batch, evaluate_ended_deal)[seat].argmax())]


def evaluate_ended_deal(batch: Batch, _state_indices: IndexArray) -> Scores:
    """Return the values, points and win shares of both players, (6, columns)."""
    points = batch.points().astype(np.float32)
    win_shares = (1 + np.sign(points - HALF_PACK_POINTS)) / 2
    return np.concatenate([2 * points - PACK_POINTS + WIN_BONUS_WITHOUT_STOCK_POINTS * win_shares, points, win_shares])
