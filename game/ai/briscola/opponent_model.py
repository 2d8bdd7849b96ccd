"""The heuristic opponent in Briscola for two: the likelihood of their plays, and a policy for their next ones."""

from __future__ import annotations

from typing import Final

import numpy as np

from game.ai.briscola.heuristic import find_exchanged_card, make_two_player_knowledge, score_cards
from game.ai.card_scores import choose_best_cards
from game.ai.rollout.card_bits import CardMasks
from game.ai.rollout.rollout import Batch, Policy
from game.ai.rollout.sampling import LogWeights
from game.ai.search import DeterminizedStates, compute_choice_log_probability
from game.ai.time_limit import TimeCheck
from game.match.observation import Observation

HEURISTIC_SOFTMAX_TEMPERATURE: Final = 0.3
"""In card points: a card that scores this much less is played 1/e times as often."""
HEURISTIC_RANDOM_MOVE_PROBABILITY: Final = 0.03


def make_heuristic_opponent_policy(observation: Observation, own_policy: Policy) -> Policy:
    """Return the policy by which the opponent is heuristic while there is a stock.

    The observing player, and both players without a stock, play by ``own_policy``.
    """
    public_card = find_exchanged_card(observation)

    def choose_cards(batch: Batch, legal_cards: CardMasks) -> CardMasks:
        if batch.cards_drawn == len(batch.stock):
            return own_policy(batch, legal_cards)
        is_own_turn = batch.players_to_act() == observation.seat
        cards = choose_best_cards(score_cards(batch, make_two_player_knowledge(batch, public_card)))
        return np.where(is_own_turn, own_policy(batch, legal_cards), cards) if is_own_turn.any() else cards

    return choose_cards


def compute_heuristic_log_likelihood(
    observation: Observation, states: DeterminizedStates, check_time: TimeCheck
) -> LogWeights:
    """Return log P(the opponent's plays | state, heuristic opponent), by state.

    Only plays with a stock count. Raises TimeUp when ``check_time`` does.
    """
    public_card, own_player = find_exchanged_card(observation), states.current_state.player_to_act
    batch = Batch(states.initial_state, states.initial_hands, states.initial_stock)
    log_weights = np.zeros(batch.width)
    for played in states.plays:
        check_time()
        if batch.players_to_act()[0] != own_player and batch.cards_drawn < len(batch.stock):
            card_scores = score_cards(batch, make_two_player_knowledge(batch, public_card))
            log_weights += compute_choice_log_probability(
                card_scores.cards,
                card_scores.scores,
                played,
                HEURISTIC_SOFTMAX_TEMPERATURE,
                HEURISTIC_RANDOM_MOVE_PROBABILITY,
            )
        batch.play(played)
    return log_weights
