"""Heuristic players of Briscola: the expected result of the trick, less the value of the card in hand.

A card is evaluated by the players after it: can they take the trick, would they, and which points are in it then for
which side; less the value that the card would have later. `choose_as_club` counts the cards. `choose_as_novice` makes
beginners' errors: it forgets the tricks taken, trusts aces and threes too much and spends trumps too easily. The same
function (`score_cards`) plays for heuristic opponents in many sampled states at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from random import Random
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from game.ai.briscola.card_counting import (
    RANK_BY_SIGN,
    SIGN_TRUST_PROBABILITY,
    CardKnowledge,
    derive_card_knowledge,
)
from game.ai.briscola.endgame import are_all_cards_known, choose_exact_play
from game.ai.card_scores import CardScores, choose_best_play, make_observed_batch
from game.ai.personas import Persona
from game.ai.rollout.card_bits import ITALIAN_PACK_MASK, CardMasks, get_card_bits
from game.ai.rollout.policy import unpack_cards
from game.ai.rollout.rollout import NO_CARDS, Batch, CountArray
from game.ai.time_limit import TimeLimit
from game.ai.trick_outcomes import (
    FloatArray,
    LaterPlayers,
    PlayRates,
    PossibleWinners,
    find_winning_cards,
    get_heights,
    make_table_by_points,
)
from game.core.actions import Action, Play, Swap
from game.core.cards import ITALIAN_PACK
from game.match.observation import Observation, get_phase, get_phase_and_seat
from game.rules.briscola.actions import Sign, SignName
from game.rules.briscola.phases import HAND_SIZE, BriscolaTrickPhase
from game.rules.briscola_family import CARICHI, RANKING
from game.rules.game import get_side_indices


class HeuristicWeights(msgspec.Struct, frozen=True, kw_only=True):
    """The weights of a heuristic player.

    ``plain_card_values`` and ``trump_card_values``: the value of a card while it stays in hand, in points, for two
    players, from the ace down to the 2; a trump is worth more with more players (`TRUMP_VALUE_BASE_FACTOR`).
    ``danger_factor``: the part of the danger of losing the trick that is taken into account; ``has_memory``: whether
    played cards are remembered, and the end is played exactly; ``uses_signs``: whether signs are made and read.
    """

    plain_card_values: tuple[float, ...]
    trump_card_values: tuple[float, ...]
    danger_factor: float
    has_memory: bool
    uses_signs: bool


TRUMP_VALUE_BASE_FACTOR: Final = 0.5
TRUMP_VALUE_FACTOR_PER_SEAT: Final = 0.27
"""The part of a trump's value that grows with the number of players.

With more players a trick has more points and there are fewer tricks, so it pays to keep a trump for a good trick.
"""


CLUB_WEIGHTS: Final = HeuristicWeights(
    plain_card_values=(5.0, 4.5, 1.5, 1.0, 0.7, 0.0, 0.0, 0.0, 0.0, 0.0),
    trump_card_values=(18, 16, 10, 9, 8, 5, 4.7, 4.4, 4.1, 3.8),
    danger_factor=1.0,
    has_memory=True,
    uses_signs=True,
)
NOVICE_WEIGHTS: Final = HeuristicWeights(
    plain_card_values=(1.0, 1.0, 0.4, 0.3, 0.2, 0.0, 0.0, 0.0, 0.0, 0.0),
    trump_card_values=(5, 4, 1.8, 1.5, 1.2, 0.6, 0.5, 0.4, 0.3, 0.2),
    danger_factor=0.3,
    has_memory=False,
    uses_signs=False,
)

POINTS_LEADER_LOSS_SHARE: Final = 0.7
"""Without partners: the weight of points lost to the opponent with most points.

The other opponents share the rest of 1.
"""

PARTNER_SMEAR_POINTS: Final = 3.0
"""Mean points that a partner adds to a trick that their side seems to win."""

SIGNED_CARICO_SMEAR_POINTS: Final = 6.0
"""The same for a partner that signed a carico."""

UNWILLING_DISCARD_POINTS: Final = 0.8
"""Mean points that an opponent has to add to a lost trick."""

TRUMPING_PROBABILITY_BY_POINTS: Final = ((10, 0.95), (5, 0.6), (2, 0.3), (0, 0.08))
"""(minimum points in the trick, probability that a player with a trump spends it).

For two players; with more players a trick needs more points in proportion.
"""

UNKNOWN_DRAW_VALUE_POINTS: Final = 3.0
"""Value of an unknown card that is drawn instead of the turned one."""

SCORE_TIE_TOLERANCE: Final = 1e-9

PLAY_RATES: Final = PlayRates(
    trumping_probabilities=make_table_by_points(TRUMPING_PROBABILITY_BY_POINTS, np.float64),
    points_unit=1.0,
    friend_overtake_factor=0.0,
    unwilling_discard_points=UNWILLING_DISCARD_POINTS,
)
"""For two players."""


def _choose_action(
    weights: HeuristicWeights, observation: Observation, rng: Random, _time_limit: TimeLimit, _persona: Persona
) -> Action:
    phase = get_phase(observation, BriscolaTrickPhase)
    plays = [choice for choice in observation.legal_actions if isinstance(choice, Play)]
    return choose_exchange_or_sign(observation, weights) or _choose_play(phase, plays, rng, weights)


choose_as_club: Final = partial(_choose_action, CLUB_WEIGHTS)
"""Chooses an action by counting cards, with signs and an exact end for two players."""
choose_as_novice: Final = partial(_choose_action, NOVICE_WEIGHTS)
"""Chooses an action as a beginner does."""


def choose_exchange_or_sign(observation: Observation, weights: HeuristicWeights) -> Action | None:
    """Return a profitable exchange or a due sign, to be made before the card, or None."""
    phase, seat = get_phase_and_seat(observation, BriscolaTrickPhase)
    due_sign = find_due_sign(phase, seat) if weights.uses_signs else None
    for choice in observation.legal_actions:
        if isinstance(choice, Swap) and is_exchange_profitable(phase):
            return choice
        if isinstance(choice, Sign) and choice.sign == due_sign:
            return choice
    return None


def is_exchange_profitable(phase: BriscolaTrickPhase) -> bool:
    """Return whether the turned card is higher than the card given for it."""
    return RANKING.index(phase.turned_card.rank) < RANKING.index(phase.exchange_card.rank)


def find_due_sign(phase: BriscolaTrickPhase, seat: int) -> SignName | None:
    """Return the sign that tells the partners something new and true, or None.

    It names the best trump with a sign; without one a carico; without both, and without any trump, "niente".
    """
    hand = phase.hands[seat]
    if len(hand) < 2:
        return None
    held_trumps = {held_card.rank for held_card in hand if held_card.suit == phase.trump}
    sign: SignName = next((sign for sign, rank in RANK_BY_SIGN.items() if rank in held_trumps), "niente")
    if sign == "niente" and any(held_card.rank in CARICHI for held_card in hand):
        sign = "carico"
    elif sign == "niente" and held_trumps:
        return None
    earlier_signs = [made_sign for _trick, signer, made_sign in phase.signs if signer == seat]
    return None if earlier_signs and earlier_signs[-1] == sign else sign


def _choose_play(phase: BriscolaTrickPhase, plays: Sequence[Play], rng: Random, weights: HeuristicWeights) -> Play:
    if len(plays) == 1:
        return plays[0]
    seat = plays[0].seat
    knowledge = derive_card_knowledge(phase, has_memory=weights.has_memory, uses_signs=weights.uses_signs)
    if are_all_cards_known(phase) and weights.has_memory:
        return choose_exact_play(phase, plays, (*knowledge.unseen_cards, *knowledge.known_cards[1 - seat]))
    batch = make_observed_batch(phase, phase.stock)
    card_scores = score_cards(batch, make_trick_knowledge(phase, seat, knowledge), weights)
    return choose_best_play(phase, plays, card_scores, rng, SCORE_TIE_TOLERANCE)


# -- the value of a card ----------------------------------------------------------------------------


class TrickKnowledge(NamedTuple):
    """The knowledge of the player to act about the cards and the sides.

    ``unseen_cards``: by column, cards that may be in any other hand or in the stock. The other fields have the shape
    (players from the player to act on, columns): ``known_cards`` and ``unknown_counts``: the cards that a player surely
    holds, and how many more; ``signed_trumps``: trumps that a partner has signed; ``smear_points``: what a player adds
    to a trick of their side; ``point_weights``: the value of a point taken by a player; and ``same_side``, (players,
    players, columns): 1 for two players of the same side, else 0.
    """

    unseen_cards: CardMasks
    known_cards: CardMasks
    unknown_counts: CountArray
    signed_trumps: CardMasks
    smear_points: FloatArray
    point_weights: FloatArray
    same_side: FloatArray


def make_trick_knowledge(phase: BriscolaTrickPhase, seat: int, knowledge: CardKnowledge) -> TrickKnowledge:
    """Return the knowledge of ``seat``, which is to act, as arrays of one column."""
    make_mask, side_indices = get_card_bits(RANKING).make_mask, get_side_indices(phase.sides)

    def order_by_turn(values_by_seat: ArrayLike, dtype: DTypeLike = np.float64) -> NDArray[Any]:
        return np.roll(np.array(values_by_seat, dtype), -seat, axis=0)[:, None]

    smear_points = np.where(knowledge.has_signed_carico, SIGNED_CARICO_SMEAR_POINTS, PARTNER_SMEAR_POINTS)
    same_side = np.equal.outer(side_indices, side_indices).astype(np.float64)
    return TrickKnowledge(
        unseen_cards=np.array([make_mask(knowledge.unseen_cards)], np.uint64),
        known_cards=order_by_turn([make_mask(cards) for cards in knowledge.known_cards], np.uint64),
        unknown_counts=order_by_turn(knowledge.unknown_counts, np.int16),
        signed_trumps=order_by_turn([make_mask(cards) for cards in knowledge.signed_trumps], np.uint64),
        smear_points=order_by_turn(smear_points),
        point_weights=order_by_turn(_compute_point_weights(phase, seat)),
        same_side=np.roll(same_side, (-seat, -seat), axis=(0, 1))[:, :, None],
    )


def make_two_player_knowledge(batch: Batch, public_card: np.uint64 = NO_CARDS) -> TrickKnowledge:
    """Return the knowledge in ``batch``, of two players with a stock.

    ``public_card``: an exchanged card, which everybody knows to be in the hand of the player that took it.
    """
    own_hand = batch.hands_to_act()
    opponent_hand = batch.hands.take((batch.turn_index + batch.width) % batch.flat_size)
    known_cards = np.stack([own_hand, opponent_hand & public_card])
    unseen_cards = ITALIAN_PACK_MASK & ~(own_hand | batch.seen_cards | batch.stock[-1] | known_cards[1])
    return TrickKnowledge(
        unseen_cards=unseen_cards,
        known_cards=known_cards,
        unknown_counts=HAND_SIZE - np.bitwise_count(known_cards),
        signed_trumps=np.zeros_like(known_cards),
        smear_points=np.zeros((2, 1)),
        point_weights=np.broadcast_to([[1.0], [-1.0]], known_cards.shape),
        same_side=np.broadcast_to(np.eye(2)[:, :, None], (2, *known_cards.shape)),
    )


def find_exchanged_card(observation: Observation) -> np.uint64:
    """Return the card taken in an exchange, 0 if none: all know which seat holds it."""
    phase = get_phase(observation, BriscolaTrickPhase)
    return NO_CARDS if phase.exchange is None else np.uint64(get_card_bits(phase.ranking).make_mask(phase.exchange[1:]))


def score_cards(batch: Batch, knowledge: TrickKnowledge, weights: HeuristicWeights = CLUB_WEIGHTS) -> CardScores:
    """Return the value that a player with ``weights`` gives each card of the player to act, in points.

    This is the expected points of the trick, signed by the side that wins it, less the value of the card in hand. Only
    the hand of the player to act and the turned card are read.
    """
    cards, values_in_hand = unpack_cards(batch.hands_to_act()), make_value_array(weights, batch.player_count)
    is_trump = ((cards & batch.trump_mask) != NO_CARDS).astype(np.intp)
    winners = PossibleWinners(batch, cards, np.float64)
    if batch.players_behind:
        winning_cards, later = find_winning_cards(batch, cards), slice(1, batch.players_behind + 1)
        plain_cards, trump_cards = winning_cards & ~batch.trump_mask, winning_cards & batch.trump_mask
        winners.add_later_players(
            LaterPlayers(
                compute_holding_probabilities(plain_cards, knowledge, later),
                compute_holding_probabilities(trump_cards, knowledge, later),
                knowledge.smear_points[later],
            ),
            weights.danger_factor,
            knowledge.same_side,
            plain_cards,
            PLAY_RATES._replace(points_unit=batch.player_count / 2),
        )
    winner_count = len(winners.points)
    values = winners.points * winners.spread(knowledge.point_weights, winner_count)
    if len(batch.stock) - batch.cards_drawn == batch.player_count:
        gain = values_in_hand[1].take(get_heights(batch.stock[-1])) - UNKNOWN_DRAW_VALUE_POINTS
        values += winners.spread(gain * np.roll(knowledge.point_weights, 1, axis=0), winner_count)
    value_in_hand = values_in_hand[is_trump, get_heights(cards)]
    return CardScores(cards, (winners.probabilities * values).sum(axis=0) - value_in_hand)


@lru_cache(maxsize=16)
def make_value_array(weights: HeuristicWeights, player_count: int) -> FloatArray:
    """Return the value of a card while it stays in hand, (plain or trump, height)."""
    values = np.array([weights.plain_card_values[::-1], weights.trump_card_values[::-1]])
    values[1] *= TRUMP_VALUE_BASE_FACTOR + TRUMP_VALUE_FACTOR_PER_SEAT * player_count
    return values


def compute_holding_probabilities(wanted_cards: CardMasks, knowledge: TrickKnowledge, players: slice) -> FloatArray:
    """Return the probability that ``players`` hold one of the cards, (players, cards, columns).

    ``wanted_cards``: (cards, columns). All cards of a hand that are not known are equally likely any of those unseen.
    """
    known_cards, unknown_counts, signed_trumps = (
        array[players, None] for array in (knowledge.known_cards, knowledge.unknown_counts, knowledge.signed_trumps)
    )
    unseen_count, wanted_count = (
        np.bitwise_count(cards).astype(np.intp)
        for cards in (knowledge.unseen_cards, wanted_cards & knowledge.unseen_cards)
    )
    void_probability = VOID_PROBABILITIES[unknown_counts, unseen_count, wanted_count]
    void_probability *= np.where((wanted_cards & signed_trumps) != NO_CARDS, 1 - SIGN_TRUST_PROBABILITY, 1.0)
    return np.where((wanted_cards & known_cards) != NO_CARDS, 1.0, 1 - void_probability)


def _make_void_probabilities() -> FloatArray:
    """Return the probability that a hand has none of the wanted cards.

    The shape is (unknown cards of the hand, unseen cards, wanted cards).
    """
    unseen_count = np.arange(len(ITALIAN_PACK) + 1)[:, None]
    missing_count = unseen_count - unseen_count.T
    shares = [np.maximum(0, missing_count - index) / np.maximum(1, unseen_count - index) for index in range(HAND_SIZE)]
    return np.cumprod([np.ones(missing_count.shape), *shares], axis=0)


VOID_PROBABILITIES: Final = _make_void_probabilities()


def _compute_point_weights(phase: BriscolaTrickPhase, seat: int) -> FloatArray:
    """Return by seat the value of a point that it takes, for ``seat``.

    It is 1 for the own side and negative for the others.
    """
    point_weights = np.full(phase.seats, -1.0)
    if len(phase.sides) > 2:
        points = np.where(np.arange(phase.seats) == seat, -1, phase.count_points())
        is_leader = points == points.max()
        rest_count = phase.seats - 1 - int(is_leader.sum())
        leader_share = POINTS_LEADER_LOSS_SHARE if rest_count else 1.0
        point_weights = np.where(is_leader, -leader_share / is_leader.sum(), -(1 - leader_share) / max(1, rest_count))
    point_weights[[seat, *phase.partners(seat)]] = 1.0
    return point_weights
