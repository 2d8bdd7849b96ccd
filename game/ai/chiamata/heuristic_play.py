"""Heuristic card play in Briscola chiamata: the expected result of the trick, less the value of the card in hand.

A card is evaluated by the players after it: can they take the trick, would they, which side wins it then, and which
points do the others add? The value of a point for another seat depends on the probability that the seat is on the same
side (`partner_inference`). So one rule serves caller, partner and defenders: only the probabilities differ. It plays
the levels "novice" and "club", and heuristic opponents in many sampled states at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Final

import numpy as np

from game.ai.card_scores import CardScores, choose_best_cards, choose_best_play, make_observed_batch
from game.ai.chiamata.features import CALLER, ChiamataFeatureEncoder
from game.ai.chiamata.partner_inference import (
    IN_MANO_PROBABILITY,
    NO_EVIDENCE,
    SEATS,
    Float32Array,
    PartnerBeliefs,
    PartnerTracker,
    compute_likelihood_ratios,
    make_observed_beliefs,
)
from game.ai.rollout.card_bits import ITALIAN_PACK_MASK, CardMasks
from game.ai.rollout.policy import unpack_cards
from game.ai.rollout.rollout import NO_CARDS, Batch, IndexArray, Policy, PublicState
from game.ai.trick_outcomes import (
    FloatArray,
    LaterPlayers,
    PlayRates,
    PlayWeights,
    PossibleWinners,
    find_winning_cards,
    get_heights,
    make_table_by_points,
    sum_points,
)
from game.core.actions import Play
from game.rules.briscola_family import RANKING
from game.rules.chiamata.trick_play import ChiamataTrickPhase

TRICKS_PER_DEAL: Final = 8


class PlayStyle(PlayWeights, frozen=True, kw_only=True):
    """The weights of a heuristic player of cards in Briscola chiamata.

    ``uses_suspicion``: whether the partner is inferred from the others' plays. ``hidden_called_card_bonus``: the
    additional value of the called card for the partner, while it is hidden, for each card in hand beyond two.
    """

    uses_suspicion: bool
    hidden_called_card_bonus: float


CLUB_PLAY_STYLE: Final = PlayStyle(
    plain_card_values=(3.2, 2.6, 1.0, 0.8, 0.5, 0.05, 0.04, 0.03, 0.02, 0.0),
    trump_card_values=(29, 25, 16, 14.5, 13, 10.2, 9.5, 8.8, 8.2, 7.6),
    danger_factor=1.0,
    has_memory=True,
    uses_suspicion=True,
    hidden_called_card_bonus=3.0,
)
NOVICE_PLAY_STYLE: Final = PlayStyle(
    plain_card_values=(1.0, 1.0, 0.4, 0.3, 0.2, 0.0, 0.0, 0.0, 0.0, 0.0),
    trump_card_values=(8, 6, 3, 2.5, 2, 1, 0.9, 0.8, 0.7, 0.6),
    danger_factor=0.35,
    has_memory=False,
    uses_suspicion=False,
    hidden_called_card_bonus=0.0,
)

CALLER_TRUMP_LIKELIHOOD_RATIO: Final = 2.0
"""Weight of the caller's hand for an unseen trump, relative to another hand."""

SMEAR_FACTOR: Final = 0.6
"""Points that a partner adds to a trick that their side seems to win.

The unit is the mean points of an unseen card.
"""

LAST_PLAYER_SMEAR_FACTOR: Final = 1.2
"""The same for a partner that plays last, and so knows the winner."""

UNWILLING_DISCARD_POINTS: Final = 0.2
"""Mean points that a seat has to add to a trick of the other side."""

TRUMPING_PROBABILITY_BY_POINTS: Final = ((18, 0.95), (10, 0.8), (5, 0.45), (2, 0.2), (0, 0.08))
"""(minimum points in the trick, probability that an opponent spends a trump)."""

FRIEND_OVERTAKE_FACTOR: Final = 0.25
"""Probability that a partner takes the trick, relative to an opponent."""

SCORE_TIE_TOLERANCE: Final = 1e-5
"""The difference up to which two scores, in single precision, count as equal."""

PLAY_RATES: Final = PlayRates(
    trumping_probabilities=make_table_by_points(TRUMPING_PROBABILITY_BY_POINTS, np.float32),
    points_unit=1.0,
    friend_overtake_factor=FRIEND_OVERTAKE_FACTOR,
    unwilling_discard_points=UNWILLING_DISCARD_POINTS,
)


def choose_play(phase: ChiamataTrickPhase, plays: Sequence[Play], rng: Random, style: PlayStyle) -> Play:
    """Return the play of the seat to act, one of ``plays``, of which there is at least one.

    ``phase`` is masked for the seat. Of plays with equal scores one is chosen by ``rng``.
    """
    if len(plays) == 1:
        return plays[0]
    batch = make_observed_batch(phase)
    likelihood_ratios = compute_likelihood_ratios(phase) if style.uses_suspicion else NO_EVIDENCE
    card_scores = score_cards(batch, make_observed_beliefs(phase, batch, likelihood_ratios), style)
    return choose_best_play(phase, plays, card_scores, rng, SCORE_TIE_TOLERANCE)


def make_heuristic_policy(public_state: PublicState, encoder: ChiamataFeatureEncoder) -> Policy:
    """Return the policy by which all play like "club" from ``public_state`` on.

    Nothing is known about the partner at the start.
    """
    tracker = PartnerTracker(public_state, encoder)

    def choose_cards(batch: Batch, legal_cards: CardMasks) -> CardMasks:
        return (
            legal_cards if batch.cards_left <= SEATS else choose_best_cards(score_cards(batch, tracker.update(batch)))
        )

    return choose_cards


def score_cards(batch: Batch, beliefs: PartnerBeliefs, style: PlayStyle = CLUB_PLAY_STYLE) -> CardScores:
    """Return the value that a player with ``style`` gives each card of the player to act, in points.

    This is the expected points of the trick, signed by the side that wins it, less the value of the card in hand. Only
    the hand of the player to act is read.
    """
    encoder, cards = beliefs.encoder, unpack_cards(batch.hands_to_act())
    side_probabilities = beliefs.compute_caller_side_probabilities(batch)
    is_trump, height = (cards & batch.trump_mask) != NO_CARDS, get_heights(cards)
    value_in_hand = _make_value_array(style)[is_trump.astype(np.intp), height]
    is_hidden_called_card = (cards == encoder.called_cards) & (encoder.roles.take(batch.turn_index) != CALLER)
    value_in_hand = value_in_hand + is_hidden_called_card * np.float32(
        style.hidden_called_card_bonus * (TRICKS_PER_DEAL - batch.tricks_done - 2)
    )
    return CardScores(cards, _predict_points(batch, beliefs, side_probabilities, cards, style) - value_in_hand)


@lru_cache(maxsize=8)
def _make_value_array(style: PlayStyle) -> Float32Array:
    """Return the value of a card while it stays in hand, (plain or trump, height)."""
    return np.array([style.plain_card_values[::-1], style.trump_card_values[::-1]], np.float32)


# -- outcomes of a trick -------------------------------------------------------------------------


def _predict_points(
    batch: Batch, beliefs: PartnerBeliefs, side_probabilities: Float32Array, cards: CardMasks, style: PlayStyle
) -> FloatArray:
    """Return the expected points of the trick after each of ``cards``, signed by the side that wins it.

    The rows of ``side_probabilities`` are the players from the player to act on.
    """
    winners = PossibleWinners(batch, cards, np.float32)
    same_side_probabilities = _compute_same_side_probabilities(side_probabilities)
    if batch.players_behind:
        unseen_cards, hidden_called_card = _find_unseen_cards(batch, beliefs, style)
        winning_cards = find_winning_cards(batch, cards) & unseen_cards
        unseen_points = sum_points(unseen_cards & ~batch.trump_mask, np.float32)
        smear_factors = np.full((batch.players_behind, 1), SMEAR_FACTOR, np.float32)
        smear_factors[-1] = LAST_PLAYER_SMEAR_FACTOR
        later_players = LaterPlayers(
            *_compute_holding_probabilities(
                batch, beliefs.encoder, side_probabilities, winning_cards, hidden_called_card
            ),
            smear_factors * (unseen_points / np.maximum(np.bitwise_count(unseen_cards), 1)),
        )
        winners.add_later_players(
            later_players, style.danger_factor, same_side_probabilities, winning_cards & ~batch.trump_mask, PLAY_RATES
        )
    friend_probabilities = winners.spread(same_side_probabilities[0], len(winners.points))
    signed_points: FloatArray = (winners.probabilities * winners.points * (2 * friend_probabilities - 1)).sum(axis=0)
    return signed_points


def _find_unseen_cards(batch: Batch, beliefs: PartnerBeliefs, style: PlayStyle) -> tuple[CardMasks, CardMasks]:
    """Return the cards that may be in any other hand, and the called card where its holder is not known, else 0."""
    is_known, called_cards = beliefs.knows_sides(batch), beliefs.encoder.called_cards
    seen_cards = batch.seen_cards if style.has_memory else batch.trick_cards
    known_called_card = np.where(is_known, called_cards, NO_CARDS)
    unseen_cards = ITALIAN_PACK_MASK & ~(batch.hands_to_act() | seen_cards | known_called_card)
    return unseen_cards, called_cards & ~known_called_card


def _compute_holding_probabilities(
    batch: Batch,
    encoder: ChiamataFeatureEncoder,
    side_probabilities: Float32Array,
    winning_cards: CardMasks,
    hidden_called_card: CardMasks,
) -> tuple[Float32Array, Float32Array]:
    """Return the probabilities that later players hold one of ``winning_cards``, (later players, cards, columns).

    The first is for cards of the suit led, the second for trumps.
    """
    caller_distance = (encoder.caller_index - batch.turn_index) // batch.width % SEATS
    is_caller = caller_distance == np.arange(1, batch.players_behind + 1)[:, None]
    void_probabilities = _make_void_probabilities(TRICKS_PER_DEAL - batch.tricks_done, batch.cards_in_trick)
    caller_row = np.where(caller_distance <= batch.players_behind, CALLER_PLAYS_LATER_ROW, CALLER_HAS_PLAYED_ROW)
    trump_row = np.where(is_caller, CALLER_ITSELF_ROW, np.where(caller_distance == 0, 0, caller_row))
    not_holding_called_card = 1 - np.where(
        is_caller, np.float32(IN_MANO_PROBABILITY), side_probabilities[1 : batch.players_behind + 1]
    )

    def compute_for(cards: CardMasks, row: IndexArray | int) -> Float32Array:
        count = np.bitwise_count(cards & ~hidden_called_card)
        is_called_card_wanted = (cards & hidden_called_card) != NO_CARDS
        void_probability = void_probabilities.take(row * void_probabilities.shape[1] + count)
        probability: Float32Array = 1 - void_probability * np.where(
            is_called_card_wanted, not_holding_called_card[:, None], np.float32(1)
        )
        return probability

    return (
        compute_for(winning_cards & ~batch.trump_mask, 0),
        compute_for(winning_cards & batch.trump_mask, trump_row[:, None]),
    )


CALLER_PLAYS_LATER_ROW, CALLER_HAS_PLAYED_ROW, CALLER_ITSELF_ROW = 1, 2, 3
"""Rows of `_make_void_probabilities`, by the position of the caller.

The caller plays after the player to act, has played before, or is the later player; row 0 is for a caller to act.
"""


@lru_cache(maxsize=64)
def _make_void_probabilities(hand_size: int, cards_in_trick: int) -> Float32Array:
    """Return the probability that a later player holds none of a number of unseen trumps, (rows, trumps).

    The player has ``hand_size`` cards. Row 0 is also that of other cards.
    """
    unseen_count = max(1, (SEATS - 1 - cards_in_trick) * hand_size + cards_in_trick * (hand_size - 1))
    extra_if_later, extra_if_before = (
        (CALLER_TRUMP_LIKELIHOOD_RATIO - 1) * card_count for card_count in (hand_size, hand_size - 1)
    )
    shares = (
        hand_size / unseen_count,
        hand_size / (unseen_count + extra_if_later),
        hand_size / (unseen_count + extra_if_before),
        CALLER_TRUMP_LIKELIHOOD_RATIO * hand_size / (unseen_count + extra_if_later),
    )
    one_card = np.array([[1 - share] for share in shares], np.float32)
    return (one_card ** np.arange(len(RANKING) + 1)).astype(np.float32)


def _compute_same_side_probabilities(side_probabilities: Float32Array) -> Float32Array:
    """Return the probability that each two players are on the same side, (players, players, columns).

    ``side_probabilities``: of the caller's side, (players, columns).
    """
    one, other = side_probabilities[:, None], side_probabilities[None]
    probabilities = 1 - one - other + 2 * one * other
    probabilities[range(SEATS), range(SEATS)] = 1
    return probabilities
