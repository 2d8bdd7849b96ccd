"""The search model of Briscola: states sampled by all that was seen and signed, and the value of a deal."""

from __future__ import annotations

from itertools import accumulate
from typing import Final

import numpy as np

from game.ai.briscola.card_counting import SIGN_TRUST_PROBABILITY, CardKnowledge, derive_card_knowledge
from game.ai.briscola.endgame import WIN_BONUS_WITHOUT_STOCK_POINTS
from game.ai.briscola.features import CARICHI_MASK, BriscolaFeatureEncoder
from game.ai.briscola.heuristic import find_exchanged_card, make_two_player_knowledge, score_cards
from game.ai.briscola.history_sampling import add_histories
from game.ai.briscola.value_network import predict_points
from game.ai.card_scores import CardScores
from game.ai.models import load_model, load_policy_table
from game.ai.rollout.card_bits import ONE, CardMasks, get_card_bits
from game.ai.rollout.policy import FeatureEncoder, Scores
from game.ai.rollout.rollout import NO_CARDS, Batch, IndexArray, PublicState
from game.ai.search import DealResults, DeterminizedStates, HeuristicOpponents, SearchModel
from game.core.trick_taking import replace
from game.match.observation import Observation, get_phase
from game.rules.briscola.phases import BriscolaTrickPhase
from game.rules.briscola_family import HALF_PACK_POINTS, PACK_POINTS
from game.rules.game import get_side_indices

FALSE_SIGN_LOG_PROBABILITY: Final = np.log(1 - SIGN_TRUST_PROBABILITY)
"""The log weight of each false sign of a partner in a state."""
WIN_BONUS_WITH_STOCK_POINTS: Final = 20.0
"""The value of winning the deal, in points, while there is a stock."""
DIFFERENCE_SCATTER_FACTOR: Final = 1.4
"""Standard deviation of the difference of two sides' points, by that of one side."""


class BriscolaSearchModel(SearchModel):
    """The `SearchModel` of Briscola."""

    def sample_states(self, observation: Observation, rng: np.random.Generator, state_count: int) -> DeterminizedStates:
        phase = get_phase(observation, BriscolaTrickPhase)
        knowledge = derive_card_knowledge(phase)
        hands, stock = _sample_hands_and_stock(phase, knowledge, rng, state_count)
        lie_counts = sum(
            (hands[seat] & CARICHI_MASK) == NO_CARDS
            for seat, signed_carico in enumerate(knowledge.has_signed_carico)
            if signed_carico
        )
        log_weights = FALSE_SIGN_LOG_PROBABILITY * lie_counts + np.zeros(hands.shape[1])
        return add_histories(phase, hands, stock, log_weights, rng)

    def load_policy_table(self, observation: Observation) -> Scores:
        return load_policy_table(_get_model_name(get_phase(observation, BriscolaTrickPhase)))

    def make_encoder(self, observation: Observation, batch: Batch, initial_hands: CardMasks) -> FeatureEncoder:
        return BriscolaFeatureEncoder(get_side_indices(get_phase(observation, BriscolaTrickPhase).sides))

    def evaluate(self, observation: Observation, batch: Batch, encoder: FeatureEncoder) -> DealResults:
        """Return the results; a value is the lead over the mean of the other sides, with a bonus for the deal.

        The bonus is lost where another side wins the deal.
        """
        phase = get_phase(observation, BriscolaTrickPhase)
        other_count = len(phase.sides) - 1
        points, win_shares = _predict_outcome(
            batch, _get_model_name(phase), get_side_indices(phase.sides), _needs_majority(phase)
        )
        loss_shares = win_shares.sum(axis=0) * len(phase.sides) / phase.seats - win_shares
        win_bonus = WIN_BONUS_WITH_STOCK_POINTS if phase.stock else WIN_BONUS_WITHOUT_STOCK_POINTS
        values: Scores = (
            points - (PACK_POINTS - points) / other_count + win_bonus * (win_shares - loss_shares / other_count)
        ).astype(np.float32)
        return DealResults(values, points, win_shares)

    def make_heuristic_opponents(
        self, observation: Observation, encoder: FeatureEncoder, start: PublicState | None = None
    ) -> HeuristicOpponents:
        return _BriscolaOpponents(find_exchanged_card(observation))


class _BriscolaOpponents(HeuristicOpponents):
    """The `HeuristicOpponents` of Briscola for two. ``public_card``: the one that was exchanged."""

    temperature = 0.3
    random_move_probability = 0.03

    def __init__(self, public_card: np.uint64) -> None:
        self._public_card = public_card

    def score_cards(self, batch: Batch, columns: IndexArray) -> CardScores | None:
        if batch.cards_drawn == len(batch.stock):
            return None
        part = batch.select(columns)
        return score_cards(part, make_two_player_knowledge(part, self._public_card))


def exchange_turned_card(phase: BriscolaTrickPhase, states: DeterminizedStates) -> DeterminizedStates:
    """Return the states after the player on turn took the turned card for a trump."""
    card_bits = states.current_state.rule_tables.card_bits
    given_mask, taken_mask = card_bits.make_mask((phase.exchange_card,)), card_bits.make_mask((phase.turned_card,))
    hands, stock = states.hands.copy(), states.stock.copy()
    hands[states.current_state.player_to_act] ^= np.uint64(given_mask | taken_mask)
    stock[-1] = np.uint64(given_mask)
    return replace(states, hands=hands, stock=stock)


def _get_model_name(phase: BriscolaTrickPhase) -> str:
    """Return the name of the model for the number of players and sides."""
    return f"briscola{phase.seats}{'each' if phase.seats == len(phase.sides) == 4 else ''}"


def _needs_majority(phase: BriscolaTrickPhase) -> bool:
    """Return whether the deal is won by more than 60 points, not by the most."""
    return len(phase.sides) == 2 or phase.options.deal_winner == "over_60"


def _predict_outcome(batch: Batch, name: str, sides: list[int], needs_majority: bool) -> tuple[Scores, Scores]:
    """Return the points of each player's side, and its probability to win the deal.

    Both have the shape (players, columns).
    """
    same_side = np.equal.outer(sides, sides).astype(np.float32)
    if not batch.cards_left:
        points = same_side @ batch.points().astype(np.float32)
        return points, find_winners(points, needs_majority)
    network = load_model(f"{name}_promise")
    points = same_side @ predict_points(batch, network)
    scatter = network["scatter"][batch.cards_left // batch.player_count]
    if needs_majority:
        return points, _approximate_normal_cdf((points - HALF_PACK_POINTS) / scatter)
    second, first = np.sort(points, axis=0)[-2:]
    win_shares = _approximate_normal_cdf(
        (points - np.where(points == first, second, first)) / (DIFFERENCE_SCATTER_FACTOR * scatter)
    )
    return points, win_shares / win_shares.sum(axis=0)


def find_winners(points: Scores, needs_majority: bool) -> Scores:
    """Return 1 where a player's side wins with ``points``, else 0, (players, columns)."""
    if needs_majority:
        return (points > HALF_PACK_POINTS).astype(np.float32)
    is_best = points == points.max(axis=0)
    winners: Scores = (is_best & (is_best.sum(axis=0) == 1)).astype(np.float32)
    return winners


def _approximate_normal_cdf(std_devs: Scores) -> Scores:
    """Return the approximate probability that a standard normal value is lower."""
    probability: Scores = 1 / (1 + np.exp(-1.7 * std_devs))
    return probability


def _sample_hands_and_stock(
    phase: BriscolaTrickPhase, knowledge: CardKnowledge, rng: np.random.Generator, width: int
) -> tuple[CardMasks, CardMasks]:
    """Sample ``width`` hands (players, states) and stocks (cards, states).

    There is only one state if no card is unseen. A trump that a partner signed is placed in their hand with
    `SIGN_TRUST_PROBABILITY`, otherwise at random.
    """
    card_bits = get_card_bits(phase.ranking)
    unseen_masks = ONE << np.array(
        [card_bits.bit_by_card[unseen_card] for unseen_card in knowledge.unseen_cards], np.uint64
    )
    width = width if len(unseen_masks) else 1
    shuffled = unseen_masks[rng.random((len(unseen_masks), width), np.float32).argsort(axis=0)]
    hands = np.repeat(
        np.array([card_bits.make_mask(hand) for hand in knowledge.known_cards], np.uint64)[:, None], width, axis=1
    )
    begins = [0, *accumulate(knowledge.unknown_counts)]
    for begin, unknown_count, trumps in zip(begins, knowledge.unknown_counts, knowledge.signed_trumps, strict=False):
        for index, unseen_card in enumerate(trumps[:unknown_count]):
            _place_signed_card(shuffled, ONE << np.uint64(card_bits.bit_by_card[unseen_card]), begin + index, rng)
    for seat, unknown_count in enumerate(knowledge.unknown_counts):
        hands[seat] |= np.bitwise_or.reduce(shuffled[begins[seat] : begins[seat] + unknown_count], axis=0)
    stock = shuffled[begins[-1] :]
    if phase.stock:
        turned = np.full((1, width), 1 << card_bits.bit_by_card[phase.turned_card], np.uint64)
        stock = np.concatenate([stock, turned])
    return hands, stock


def _place_signed_card(shuffled: CardMasks, signed_card: np.uint64, row: int, rng: np.random.Generator) -> None:
    """Move ``signed_card`` to ``row`` in a random part of the states.

    The part is `SIGN_TRUST_PROBABILITY`; the card of that row takes its place.
    """
    columns = np.flatnonzero(rng.random(shuffled.shape[1]) < SIGN_TRUST_PROBABILITY)
    rows = (shuffled[:, columns] == signed_card).argmax(axis=0)
    shuffled[rows, columns] = shuffled[row, columns]
    shuffled[row, columns] = signed_card
