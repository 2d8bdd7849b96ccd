"""Opponent model of Briscola chiamata: a mixture of three types of player.

An opponent plays like the heuristic player, by the policy table, or at random. The cards played so far make some types
more probable than others. Each determinization samples one type for each opponent, which keeps it to the end of the
rollout.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from game.ai.card_scores import choose_best_cards
from game.ai.chiamata.features import ChiamataFeatureEncoder
from game.ai.chiamata.heuristic_play import score_cards
from game.ai.chiamata.partner_inference import SEATS, PartnerBeliefs, PartnerTracker, compute_likelihood_ratios
from game.ai.rollout.card_bits import CardMasks
from game.ai.rollout.policy import FeatureEncoder, Scores, make_table_policy, make_uniform_policy
from game.ai.rollout.rollout import Batch, IndexArray, Policy, make_public_state
from game.ai.rollout.sampling import HiddenCardSamples, LogWeights, marginalize_types, sample_types
from game.ai.search import DeterminizedStates, SearchBudget, SearchModel, compute_choice_log_probability
from game.ai.time_limit import TimeCheck, no_time_limit
from game.match.observation import Observation
from game.rules.chiamata.trick_play import ChiamataTrickPhase

HEURISTIC_SOFTMAX_TEMPERATURE: Final = 0.5
"""In card points: a card that scores this much less is played 1/e times as often."""
HEURISTIC_RANDOM_MOVE_PROBABILITY: Final = 0.05
HEURISTIC, LEARNED, RANDOM = range(3)
"""The opponent types."""
OPPONENT_TYPE_PRIOR: Final = (0.45, 0.45, 0.1)
"""Probability of each type, in this order, before a card is played."""


class MixtureOpponentModel:
    """An `OpponentModel` for one search.

    ``opponent_types``: the sampled type by seat and state.
    """

    def __init__(self) -> None:
        self.opponent_types = np.zeros((SEATS, 0), np.intp)
        self.rng = np.random.default_rng(0)

    def sample_determinizations(
        self,
        observation: Observation,
        search_model: SearchModel,
        states: DeterminizedStates,
        budget: SearchBudget,
        rng: np.random.Generator,
        check_time: TimeCheck,
    ) -> IndexArray:
        type_log_weights = compute_type_log_weights(observation, search_model, states, check_time)
        log_weights = states.log_weights + marginalize_types(type_log_weights)
        self.opponent_types = sample_types(type_log_weights, rng)
        self.rng = rng
        return HiddenCardSamples(states.hands, log_weights).systematic_resample(
            rng, min(budget.rollouts, len(log_weights))
        )

    def make_rollout_policy(
        self, search_model: SearchModel, observation: Observation, encoder: FeatureEncoder, state_indices: IndexArray
    ) -> Policy:
        assert isinstance(encoder, ChiamataFeatureEncoder)
        return make_mixture_policy(
            observation,
            encoder,
            self.opponent_types[:, state_indices],
            search_model.load_policy_table(observation),
            self.rng,
        )


def make_mixture_policy(
    observation: Observation,
    encoder: ChiamataFeatureEncoder,
    opponent_types: IndexArray,
    policy_table: Scores,
    rng: np.random.Generator,
) -> Policy:
    """Return a policy that plays each opponent by their type.

    The observing seat plays by the policy table. ``opponent_types``: (seats, columns).
    """
    phase = observation.phase
    assert isinstance(phase, ChiamataTrickPhase)
    tracker = PartnerTracker(make_public_state(phase), encoder, compute_likelihood_ratios(phase))

    def choose_cards(batch: Batch, legal_cards: CardMasks) -> CardMasks:
        if batch.cards_left <= SEATS:
            return legal_cards
        beliefs, players = tracker.update(batch), batch.players_to_act()
        types = np.where(players == observation.seat, LEARNED, opponent_types[players, batch.column])
        cards = legal_cards.copy()
        for opponent_type in range(len(OPPONENT_TYPE_PRIOR)):
            columns = np.flatnonzero(types == opponent_type)
            if len(columns):
                part = batch.copy(columns)
                cards[columns] = choose_cards_for_type(
                    opponent_type, part, beliefs.select(part, columns), legal_cards[columns]
                )
        return cards

    def choose_cards_for_type(
        opponent_type: int, batch: Batch, beliefs: PartnerBeliefs, legal_cards: CardMasks
    ) -> CardMasks:
        if opponent_type == HEURISTIC:
            return choose_best_cards(score_cards(batch, beliefs))
        return (
            make_table_policy(beliefs.encoder, policy_table) if opponent_type == LEARNED else make_uniform_policy(rng)
        )(batch, legal_cards)

    return choose_cards


def compute_type_log_weights(
    observation: Observation,
    search_model: SearchModel,
    states: DeterminizedStates,
    check_time: TimeCheck = no_time_limit,
) -> LogWeights:
    """Return log P(type) + log P(cards played | type), for each opponent and state.

    The shape is (types, seats, states). Cards of a blind first trick are ignored. Raises TimeUp when ``check_time``
    does.
    """
    phase = observation.phase
    assert isinstance(phase, ChiamataTrickPhase)
    batch = Batch(states.initial_state, states.initial_hands, states.initial_stock)
    encoder, policy_table = (
        search_model.make_encoder(observation, batch, states.initial_hands),
        search_model.load_policy_table(observation),
    )
    assert isinstance(encoder, ChiamataFeatureEncoder)
    tracker = PartnerTracker(states.initial_state, encoder)
    is_first_trick_blind = phase.options.first_trick_blind and phase.contract.rank is not None
    type_log_weights = np.tile(np.log(OPPONENT_TYPE_PRIOR)[:, None, None], (1, SEATS, batch.width))
    for played in states.plays:
        check_time()
        beliefs, players = tracker.update(batch), batch.players_to_act()
        columns = np.flatnonzero(players != observation.seat)
        if len(columns) and batch.cards_left > SEATS and not (is_first_trick_blind and not batch.tricks_done):
            card_scores = score_cards(batch, beliefs)
            learned_log_probabilities = compute_choice_log_probability(
                card_scores.cards, policy_table.take(encoder.encode(batch, card_scores.cards)), played
            )
            heuristic_log_probabilities = compute_choice_log_probability(
                card_scores.cards,
                card_scores.scores,
                played,
                HEURISTIC_SOFTMAX_TEMPERATURE,
                HEURISTIC_RANDOM_MOVE_PROBABILITY,
            )
            for opponent_type, log_probabilities in (
                (HEURISTIC, heuristic_log_probabilities),
                (LEARNED, learned_log_probabilities),
            ):
                type_log_weights[opponent_type, players[columns], columns] += log_probabilities[columns]
            type_log_weights[RANDOM, players[columns], columns] -= np.log(len(card_scores.cards))
        batch.play(played)
    return type_log_weights
