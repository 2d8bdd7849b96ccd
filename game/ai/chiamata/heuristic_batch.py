"""The play of the level "club" in Briscola chiamata, in many states at once. It is the model of a heuristic opponent.

The functions compute the same as `heuristic_play` and `partner_inference` do for one hand, over arrays. A test compares
both.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.ai.chiamata.features import CALLER, PACK_MASK, PARTNER, ChiamataFeatureEncoder
from game.ai.chiamata.heuristic_play import (
    CLUB_PLAY_STYLE,
    FRIEND_OVERTAKE_FACTOR,
    LAST_PLAYER_SMEAR_FACTOR,
    OVERTAKE_IN_SUIT_PROBABILITY,
    SECOND_OVERTAKE_FACTOR,
    SMEAR_FACTOR,
    TRUMPING_PROBABILITY_BY_POINTS,
    UNWILLING_DISCARD_POINTS,
)  # fmt: skip
from game.ai.chiamata.partner_inference import (
    CALLER_TRUMP_LIKELIHOOD_RATIO,
    IN_MANO_PROBABILITY,
    LOADS_CALLER_RATIO_BY_POINTS,
    LOADS_OTHERS_RATIO_BY_POINTS,
    TAKES_FROM_CALLER_LIKELIHOOD_RATIO,
)
from game.ai.rollout.card_bits import ONE, CardMasks, get_suit_masks, mask_above
from game.ai.rollout.policy import unpack_cards
from game.ai.rollout.rollout import NO_CARDS, Batch, IndexArray, Policy, PublicState
from game.core.cards import SUITS, get_card
from game.rules.briscola_family import CARD_POINTS, RANKING

Float32Array: TypeAlias = NDArray[np.float32]

SEATS: Final = 5
TRICKS_PER_DEAL: Final = 8
_RANKS_ASCENDING: Final = RANKING[::-1]
POINTS_BY_HEIGHT: Final = np.array([CARD_POINTS.get(rank, 0) for rank in _RANKS_ASCENDING], np.float32)
"""Card points by height, from the 2 up."""
VALUE_IN_HAND_BY_HEIGHT: Final = np.array(
    [
        [CLUB_PLAY_STYLE.compute_value_in_hand(get_card(rank, suit), SUITS[0]) for rank in _RANKS_ASCENDING]
        for suit in SUITS[1::-1]
    ],
    np.float32,
)
"""(plain or trump, height): value of a card while it stays in hand."""
TRUMPING_PROBABILITY_ARRAY: Final = np.array(
    [
        next(probability for min_points, probability in TRUMPING_PROBABILITY_BY_POINTS if points >= min_points)
        for points in range(19)
    ],
    np.float32,
)
"""Probability that a trump is spent on a trick, by its points, 18 for more."""
LOADS_LIKELIHOOD_RATIOS: Final = np.array(
    [
        [
            next(ratio for min_points, ratio in table if CARD_POINTS.get(rank, 0) >= min_points)
            for rank in _RANKS_ASCENDING
        ]
        for table in (LOADS_OTHERS_RATIO_BY_POINTS, LOADS_CALLER_RATIO_BY_POINTS)
    ],
    np.float32,
)
"""(caller wins the trick so far, height): likelihood ratio of a card that loses.

The ratio is P(card | partner) / P(card | defender).
"""
TAKES_LIKELIHOOD_RATIOS: Final = np.array([1, TAKES_FROM_CALLER_LIKELIHOOD_RATIO], np.float32)
"""The same of a card that wins the trick."""
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
        is_called_card_seen = ((encoder.called_cards & batch.seen_cards) != NO_CARDS) | (
            encoder.called_cards == NO_CARDS
        )
        is_known: NDArray[np.bool_] = (
            is_called_card_seen | (role == PARTNER) | ((role == CALLER) & (encoder.callers == encoder.partners))
        )
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
        public_batch = Batch(public_state, np.zeros((SEATS, 1), np.uint64), np.zeros((0, 1), np.uint64))
        width = len(encoder.callers)
        columns = np.arange(width)
        self.beliefs = PartnerBeliefs(encoder, np.repeat(likelihood_ratios, width), is_blind)
        self.cards_left, self.cards_in_trick = public_batch.cards_left, public_batch.cards_in_trick
        self.turn_index, self.winner_index = (
            public_batch.turn_index * width + columns,
            public_batch.winner_index * width + columns,
        )
        self.seen_cards, self.winning_mask = (
            np.repeat(array, width) for array in (public_batch.seen_cards, public_batch.winning_mask)
        )

    def update(self, batch: Batch) -> PartnerBeliefs:
        """Return the beliefs in ``batch``, which has at most one more card than the last."""
        if batch.cards_left != self.cards_left and self.cards_in_trick:
            caller_index = self.beliefs.encoder.caller_index
            is_caller_winning, played = (
                (self.winner_index == caller_index).astype(np.intp),
                batch.seen_cards ^ self.seen_cards,
            )
            ratios = np.where(
                (played & self.winning_mask) != NO_CARDS,
                TAKES_LIKELIHOOD_RATIOS.take(is_caller_winning),
                LOADS_LIKELIHOOD_RATIOS[is_caller_winning, get_heights(played)],
            )
            has_caller_played = (caller_index - self.turn_index) // batch.width % SEATS >= SEATS - self.cards_in_trick
            self.beliefs.likelihood_ratios[self.turn_index] *= np.where(has_caller_played, ratios, np.float32(1))
        self.cards_left, self.cards_in_trick, self.turn_index, self.winner_index = (
            batch.cards_left,
            batch.cards_in_trick,
            batch.turn_index,
            batch.winner_index,
        )
        self.seen_cards, self.winning_mask = batch.seen_cards, batch.winning_mask
        return self.beliefs


class CardScores(NamedTuple):
    """The values of the cards of hands, both arrays (cards of the hand, columns)."""

    cards: CardMasks
    scores: Float32Array


def score_cards(batch: Batch, beliefs: PartnerBeliefs) -> CardScores:
    """Return the value that "club" gives each card of the player to act."""
    encoder, is_known, side_probabilities = (
        beliefs.encoder,
        beliefs.knows_sides(batch),
        beliefs.compute_caller_side_probabilities(batch),
    )
    cards = unpack_cards(batch.hands_to_act())
    is_trump, is_winning = (cards & batch.trump_mask) != NO_CARDS, (cards & batch.winning_mask) != NO_CARDS
    height = get_heights(cards)
    unseen = PACK_MASK & ~(batch.hands_to_act() | batch.seen_cards | np.where(is_known, encoder.called_cards, NO_CARDS))
    unknown_called_card = np.where(is_known, NO_CARDS, encoder.called_cards)
    holding_probabilities = _HoldingProbabilities(
        batch,
        unknown_called_card,
        (encoder.caller_index - batch.turn_index) // batch.width % SEATS,
        side_probabilities,
        _find_winning_cards(batch, cards) & unseen,
    )
    overtake_points = _sum_points(holding_probabilities.plain_cards, batch) / np.maximum(
        holding_probabilities.plain_count, 1
    )
    mean_points = _sum_points(unseen & ~batch.trump_mask, batch) / np.maximum(np.bitwise_count(unseen), 1)
    trick_points = POINTS_BY_HEIGHT.take(height) + (
        _sum_points(batch.trick_cards, batch) if batch.cards_in_trick else np.float32(0)
    )
    winner_distance = (batch.winner_index - batch.turn_index) // batch.width % SEATS
    winner_side = np.where(is_winning, side_probabilities[0], side_probabilities[winner_distance, batch.column])
    same_side = np.where(is_winning, np.float32(1), _compute_same_side_probability(side_probabilities[0], winner_side))
    outcomes = [_PossibleWinner(winner_side, same_side, np.ones(cards.shape, np.float32), trick_points)]
    for distance in range(1, batch.players_behind + 1):
        smear_points = mean_points * np.float32(
            LAST_PLAYER_SMEAR_FACTOR if distance == batch.players_behind else SMEAR_FACTOR
        )
        outcomes = _update_outcomes(
            outcomes,
            _LaterPlayer(
                side_probabilities[distance],
                _compute_same_side_probability(side_probabilities[0], side_probabilities[distance]),
                *holding_probabilities.compute_for_player(distance),
            ),
            overtake_points,
            smear_points,
        )
    scores = sum(
        outcome.win_probability * outcome.points * (2 * outcome.friend_probability - 1) for outcome in outcomes
    )
    is_hidden_called_card = (cards == encoder.called_cards) & (encoder.roles.take(batch.turn_index) != CALLER)
    value_in_hand = VALUE_IN_HAND_BY_HEIGHT[is_trump.astype(np.intp), height] + is_hidden_called_card * np.float32(
        CLUB_PLAY_STYLE.hidden_called_card_bonus * (TRICKS_PER_DEAL - batch.tricks_done - 2)
    )
    return CardScores(cards, scores - value_in_hand)


def choose_best_cards(card_scores: CardScores) -> CardMasks:
    """Return the card of each hand with the highest value."""
    best = np.where(card_scores.cards != NO_CARDS, card_scores.scores, -np.inf).argmax(axis=0)
    cards: CardMasks = card_scores.cards[best, np.arange(card_scores.cards.shape[1])]
    return cards


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


def get_heights(cards: CardMasks) -> IndexArray:
    """Return the heights of single cards; undefined for no card."""
    heights: IndexArray = (np.bitwise_count(cards - ONE) >> 2).astype(np.intp) % len(RANKING)
    return heights


# -- outcomes of a trick -------------------------------------------------------------------------


class _PossibleWinner(NamedTuple):
    """A player that may win the trick.

    The fields are probabilities: to be on the caller's side, to be on the side of the player to act, to win the trick;
    and the points in the trick then. Each has the shape (cards, columns) or (columns).
    """

    caller_side_probability: Float32Array
    friend_probability: Float32Array
    win_probability: Float32Array
    points: Float32Array


class _LaterPlayer(NamedTuple):
    """A player that plays later.

    The sides are those of `_PossibleWinner`; the other fields are the probabilities that the player can win the trick
    in the suit led, or with a trump.
    """

    caller_side_probability: Float32Array
    friend_probability: Float32Array
    overtake_probability: Float32Array
    trump_probability: Float32Array


def _update_outcomes(
    outcomes: list[_PossibleWinner],
    later_player: _LaterPlayer,
    overtake_points: Float32Array,
    smear_points: Float32Array,
) -> list[_PossibleWinner]:
    """Return the outcomes after ``later_player`` has played."""
    new_outcomes = list[_PossibleWinner]()
    overtake_total = points_total = np.zeros_like(overtake_points)
    for index, outcome in enumerate(outcomes):
        same_side = _compute_same_side_probability(
            later_player.caller_side_probability, outcome.caller_side_probability
        )
        factor = 1 - same_side * np.float32(1 - FRIEND_OVERTAKE_FACTOR)
        if index:
            factor *= np.float32(SECOND_OVERTAKE_FACTOR)
        overtake_probability = factor * later_player.overtake_probability * np.float32(OVERTAKE_IN_SUIT_PROBABILITY)
        trumping_probability = TRUMPING_PROBABILITY_ARRAY.take(
            (outcome.points + ROUNDING_TOLERANCE_POINTS).astype(np.intp), mode="clip"
        )
        trump_probability = (1 - overtake_probability) * factor * later_player.trump_probability * trumping_probability
        overtake_total = overtake_total + outcome.win_probability * (overtake_probability + trump_probability)
        points_total = points_total + outcome.win_probability * (
            overtake_probability * (outcome.points + overtake_points) + trump_probability * outcome.points
        )
        points = outcome.points + same_side * smear_points + (1 - same_side) * np.float32(UNWILLING_DISCARD_POINTS)
        new_outcomes.append(
            outcome._replace(
                win_probability=outcome.win_probability * (1 - overtake_probability - trump_probability), points=points
            )
        )
    mean_points = np.divide(points_total, overtake_total, out=np.zeros_like(points_total), where=overtake_total > 0)
    return [
        *new_outcomes,
        _PossibleWinner(
            later_player.caller_side_probability, later_player.friend_probability, overtake_total, mean_points
        ),
    ]


ROUNDING_TOLERANCE_POINTS: Final = np.float32(1e-4)
"""Tolerance for sums of points in single precision."""


class _HoldingProbabilities:
    """The probabilities that later players hold a card that wins the trick."""

    def __init__(
        self,
        batch: Batch,
        called_card: CardMasks,
        caller_distance: IndexArray,
        caller_side_probabilities: Float32Array,
        winning_cards: CardMasks,
    ) -> None:
        """Prepare the probabilities for all later players.

        ``called_card``: by column, 0 where its holder is known; ``caller_distance``: the number of turns until the
        caller's; ``caller_side_probabilities``: by player; ``winning_cards``: (cards, columns), the unseen cards that
        win.
        """
        self.caller_distance, self.caller_side_probabilities, self.plain_cards = (
            caller_distance,
            caller_side_probabilities,
            winning_cards & ~batch.trump_mask,
        )
        trump_cards = winning_cards & batch.trump_mask
        self.plain_count = np.bitwise_count(self.plain_cards)
        self.is_called_card_plain, self.is_called_card_trump = (
            (self.plain_cards & called_card) != NO_CARDS,
            (trump_cards & called_card) != NO_CARDS,
        )
        self.trump_count = np.bitwise_count(trump_cards & ~called_card)
        hand_size = TRICKS_PER_DEAL - batch.tricks_done
        unseen_count = max(1, batch.players_behind * hand_size + batch.cards_in_trick * (hand_size - 1))
        void_probabilities = np.array(
            [[1 - share] for share in _compute_trump_shares(hand_size, unseen_count)], np.float32
        ) ** np.arange(len(RANKING) + 1)
        self.void_probabilities = void_probabilities.astype(np.float32)
        self.share_row = np.where(
            self.caller_distance == 0,
            0,
            np.where(self.caller_distance <= batch.players_behind, CALLER_PLAYS_LATER_ROW, CALLER_HAS_PLAYED_ROW),
        )
        self.no_plain_probability = self.void_probabilities[0].take(self.plain_count - self.is_called_card_plain)

    def compute_for_player(self, distance: int) -> tuple[Float32Array, Float32Array]:
        """Return the probabilities in the suit led, and with a trump, (cards, columns).

        ``distance``: the number of turns until the player's.
        """
        is_caller = self.caller_distance == distance
        no_trump_probability = self.void_probabilities.take(
            np.where(is_caller, CALLER_ITSELF_ROW, self.share_row) * self.void_probabilities.shape[1] + self.trump_count
        )
        not_holding_probability = 1 - np.where(
            is_caller, np.float32(IN_MANO_PROBABILITY), self.caller_side_probabilities[distance]
        )
        return (
            1
            - np.where(
                self.is_called_card_plain,
                self.no_plain_probability * not_holding_probability,
                self.no_plain_probability,
            ),
            1
            - np.where(self.is_called_card_trump, no_trump_probability * not_holding_probability, no_trump_probability),
        )


CALLER_PLAYS_LATER_ROW, CALLER_HAS_PLAYED_ROW, CALLER_ITSELF_ROW = 1, 2, 3
"""Rows of `_compute_trump_shares`, by the position of the caller.

The caller plays after the player to act, has played before, or is the later player; row 0 is for a caller to act.
"""


def _compute_trump_shares(hand_size: int, unseen_count: int) -> tuple[float, ...]:
    """Return the probability that a later player holds an unseen trump, by row.

    The player has ``hand_size`` of ``unseen_count`` cards. The rows are: the caller is to act, plays later, has played,
    or is that player.
    """
    extra_if_later, extra_if_before = (
        (CALLER_TRUMP_LIKELIHOOD_RATIO - 1) * card_count for card_count in (hand_size, hand_size - 1)
    )
    return (
        hand_size / unseen_count,
        hand_size / (unseen_count + extra_if_later),
        hand_size / (unseen_count + extra_if_before),
        CALLER_TRUMP_LIKELIHOOD_RATIO * hand_size / (unseen_count + extra_if_later),
    )


def _find_winning_cards(batch: Batch, cards: CardMasks) -> CardMasks:
    """Return the cards that would win the trick after each of ``cards``."""
    is_trump = (cards & batch.trump_mask) != NO_CARDS
    if not batch.cards_in_trick:
        winning_cards: CardMasks = np.where(is_trump, NO_CARDS, batch.trump_mask) | (
            mask_above(cards) & get_suit_masks(cards)
        )
        return winning_cards
    still_winning = batch.winning_mask & mask_above(cards) & np.where(is_trump, batch.trump_mask, ~NO_CARDS)
    still_winning |= np.where(is_trump, NO_CARDS, batch.winning_mask & batch.trump_mask)
    return np.where((cards & batch.winning_mask) != NO_CARDS, still_winning, batch.winning_mask)


def _sum_points(cards: CardMasks, batch: Batch) -> Float32Array:
    """Return the card points of sets."""
    sums = np.zeros(cards.shape, np.float32)
    for points, cards_with_points in batch.rule_tables.points_masks:
        sums += np.bitwise_count(cards & np.uint64(cards_with_points)) * np.float32(points)
    return sums


def _compute_same_side_probability(side: Float32Array, other_side: Float32Array) -> Float32Array:
    """Return the probability that two seats are on the same side."""
    probability: Float32Array = 1 - side - other_side + 2 * side * other_side
    return probability
