"""The sides in Briscola chiamata, as far as a player knows or infers them.

The partner's plays reveal them before the called card is played: they add points to the caller's tricks and do not win
tricks from the caller. Each card played multiplies the odds by a likelihood ratio (Bayes' rule): how much likelier a
partner plays it than a defender.
"""

from __future__ import annotations

from copy import copy
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.ai.chiamata.features import CALLER, PARTNER, ChiamataFeatureEncoder
from game.ai.rollout.card_bits import get_card_bits
from game.ai.rollout.rollout import NO_CARDS, Batch, IndexArray, PublicState
from game.ai.trick_outcomes import POINTS_BY_HEIGHT, FloatArray, get_heights, make_table_by_points
from game.core.trick_taking import get_card_strengths
from game.rules.briscola_family import RANKING
from game.rules.chiamata.trick_play import ChiamataTrickPhase

Float32Array: TypeAlias = NDArray[np.float32]

SEATS: Final = 5

IN_MANO_PROBABILITY: Final = 0.05
"""Probability that the caller holds the called card, before any card is played."""

LOADS_CALLER_RATIO_BY_POINTS: Final = ((10, 2.6), (3, 1.4), (0, 0.75))
"""(minimum points, likelihood ratio) of a card that lets the caller win the trick.

The ratio is P(card | partner) / P(card | defender).
"""

LOADS_OTHERS_RATIO_BY_POINTS: Final = ((10, 0.45), (3, 0.8), (0, 1.1))
"""The same where another seat wins the trick so far and the caller has played."""

TAKES_FROM_CALLER_LIKELIHOOD_RATIO: Final = 0.4
"""The same for a card that wins the trick from the caller."""

TAKES_FROM_OTHERS_LIKELIHOOD_RATIO: Final = 1.0
"""The same for a card that wins the trick from another seat."""


def _look_up_by_height(ratio_by_points: tuple[tuple[int, float], ...]) -> FloatArray:
    """Return the ratio for each rank, from the 2 up."""
    return make_table_by_points(ratio_by_points, np.float32).take(POINTS_BY_HEIGHT, mode="clip")


LIKELIHOOD_RATIOS: Final = np.array(
    [
        [_look_up_by_height(LOADS_OTHERS_RATIO_BY_POINTS), [TAKES_FROM_OTHERS_LIKELIHOOD_RATIO] * len(RANKING)],
        [_look_up_by_height(LOADS_CALLER_RATIO_BY_POINTS), [TAKES_FROM_CALLER_LIKELIHOOD_RATIO] * len(RANKING)],
    ],
    np.float32,
)
"""(whether the caller wins the trick so far, whether the card wins it, height): likelihood ratio of a card."""

PARTNER_PRIOR: Final = np.array(
    [(1 - IN_MANO_PROBABILITY) / (SEATS - 2), (1 - IN_MANO_PROBABILITY) / (SEATS - 1)], np.float32
)
"""Probability, before any evidence, that a seat with unknown role is the partner.

The first value is for an observer that is not the caller, the second for the caller.
"""
IN_MANO_PRIOR: Final = np.array([IN_MANO_PROBABILITY, 0], np.float32)
"""The prior probability that the caller has no partner, for the same two observers."""

NO_EVIDENCE: Final = np.ones(SEATS, np.float32)
"""By player: likelihood ratios without evidence."""


def compute_likelihood_ratios(phase: ChiamataTrickPhase) -> Float32Array:
    """Return by player P(plays | partner) / P(plays | defender), for the cards played so far."""
    card_bits, caller, ratios = get_card_bits(RANKING), phase.contract.caller, NO_EVIDENCE.copy()
    for trick in phase.all_tricks:
        plays = trick.list_plays()
        strengths = get_card_strengths(RANKING, phase.trump, plays[0][1].suit) if plays else {}
        winner, best_strength, has_caller_played = trick.seats[0], -1, False
        for seat, card in plays:
            is_winning = strengths[card] > best_strength
            if has_caller_played:
                ratios[seat] *= LIKELIHOOD_RATIOS.item(
                    int(winner == caller), int(is_winning), card_bits.bit_by_card[card] >> 2
                )
            if is_winning:
                winner, best_strength = seat, strengths[card]
            has_caller_played = has_caller_played or seat == caller
    return ratios


class PartnerBeliefs(NamedTuple):
    """Beliefs about the sides.

    ``likelihood_ratios``: flat (players, columns), P(plays | partner) / P(plays | defender); ``is_blind``: whether the
    called card is not named yet.
    """

    encoder: ChiamataFeatureEncoder
    likelihood_ratios: Float32Array
    is_blind: bool

    def knows_sides(self, batch: Batch) -> NDArray[np.bool_]:
        """Return by column whether the player to act knows the sides."""
        if self.is_blind:
            return np.zeros(batch.width, bool)
        encoder = self.encoder
        role = encoder.roles.take(batch.turn_index)
        is_caller_alone = (role == CALLER) & (encoder.callers == encoder.partners)
        is_known: NDArray[np.bool_] = encoder.is_partner_revealed(batch) | (role == PARTNER) | is_caller_alone
        return is_known

    def compute_caller_side_probabilities(self, batch: Batch) -> Float32Array:
        """Return the probability that each player is on the caller's side.

        The shape is (players from the player to act on, columns). The knowledge is that of the player to act.
        """
        encoder = self.encoder
        indices = (batch.turn_index + np.arange(SEATS)[:, None] * batch.width) % batch.flat_size
        is_caller = indices == encoder.caller_index
        is_caller_to_act = is_caller[0].astype(np.intp)
        evidence = self.likelihood_ratios.take(indices) * PARTNER_PRIOR.take(is_caller_to_act)
        evidence[0] = 0
        evidence[is_caller] = 0
        estimated = evidence / (IN_MANO_PRIOR.take(is_caller_to_act) + evidence.sum(axis=0))
        estimated[is_caller] = 1
        probabilities: Float32Array = np.where(self.knows_sides(batch), encoder.is_caller_side.take(indices), estimated)
        return probabilities

    def select(self, batch: Batch, columns: IndexArray) -> PartnerBeliefs:
        """Return the beliefs for ``batch``, made of ``columns`` of the current batch."""
        likelihood_ratios = self.likelihood_ratios.reshape(SEATS, -1)[:, columns].reshape(-1)
        return PartnerBeliefs(self.encoder.select(batch, columns), likelihood_ratios, self.is_blind)


def get_called_card_mask(phase: ChiamataTrickPhase) -> int:
    """Return the called card as a mask, 0 without one."""
    return 0 if phase.called_card is None else get_card_bits(RANKING).make_mask((phase.called_card,))


def make_observed_beliefs(phase: ChiamataTrickPhase, batch: Batch, likelihood_ratios: Float32Array) -> PartnerBeliefs:
    """Return the beliefs of the seat to act in ``batch``, the one column of ``phase``, which is masked for the seat.

    A partner that the seat does not know is represented by any other seat.
    """
    seat, caller = phase.trick.next_seat, phase.contract.caller
    partner = caller if phase.called_card is None else phase.find_partner()
    if partner is None:
        partner = next(other_seat for other_seat in range(SEATS) if other_seat not in (seat, caller))
    called_card = np.array([get_called_card_mask(phase)], np.uint64)
    encoder = ChiamataFeatureEncoder(batch, np.array([caller]), np.array([partner]), called_card)
    return PartnerBeliefs(encoder, likelihood_ratios, phase.is_trump_awaited)


class PartnerTracker:
    """The beliefs about the sides, updated after each card."""

    def __init__(
        self,
        public_state: PublicState,
        encoder: ChiamataFeatureEncoder,
        likelihood_ratios: Float32Array = NO_EVIDENCE,
        *,
        is_blind: bool = False,
    ) -> None:
        """Create the tracker of rollouts from ``public_state``.

        ``likelihood_ratios``: by player, from the cards before it.
        """
        width = len(encoder.callers)
        self.beliefs = PartnerBeliefs(encoder, np.repeat(likelihood_ratios, width), is_blind)
        self.last_batch = Batch(public_state, np.zeros((SEATS, width), np.uint64))

    def update(self, batch: Batch) -> PartnerBeliefs:
        """Return the beliefs in ``batch``, which has at most one more card than the last."""
        last_batch, encoder = self.last_batch, self.beliefs.encoder
        if batch.cards_left != last_batch.cards_left and last_batch.cards_in_trick:
            played = batch.seen_cards ^ last_batch.seen_cards
            is_caller_winning = (last_batch.winner_index == encoder.caller_index).astype(np.intp)
            is_taking = ((played & last_batch.winning_mask) != NO_CARDS).astype(np.intp)
            ratios = LIKELIHOOD_RATIOS[is_caller_winning, is_taking, get_heights(played)]
            caller_distance = (encoder.caller_index - last_batch.turn_index) // batch.width % SEATS
            has_caller_played = caller_distance >= SEATS - last_batch.cards_in_trick
            self.beliefs.likelihood_ratios[last_batch.turn_index] *= np.where(has_caller_played, ratios, np.float32(1))
        self.last_batch = copy(batch)
        return self.beliefs
