"""The opponents of a search as a mixture of types of player, in every game.

An opponent plays like the heuristic player (the level "club"), by the policy table, or at random. What it has called
and played so far makes some types more probable than others (Bayes' rule, as in Southey et al., "Bayes' bluff", 2005).
Each determinization samples one type for each opponent, which keeps it to the end of the rollout.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.ai.card_scores import choose_best_cards
from game.ai.rollout.card_bits import ONE, CardMasks
from game.ai.rollout.policy import FeatureEncoder, make_table_policy, make_uniform_policy, unpack_cards
from game.ai.rollout.rollout import NO_CARDS, Batch, IndexArray, Policy
from game.ai.rollout.sampling import (
    LogWeights,
    flatten_log_weights,
    marginalize_types,
    sample_types,
    systematic_resample,
)
from game.ai.search import (
    CardSearch,
    DeterminizedStates,
    OpponentModel,
    compute_choice_log_probability,
    compute_play_log_likelihood,
)


class OpponentType(IntEnum):
    """The types of opponents: by the policy table, like `club`, or at random."""

    LEARNED = 0
    HEURISTIC = 1
    RANDOM = 2


OPPONENT_TYPE_PRIOR: Final[Mapping[OpponentType, float]] = {
    OpponentType.LEARNED: 0.45, OpponentType.HEURISTIC: 0.45, OpponentType.RANDOM: 0.1,
}  # fmt: skip
"""Probability of each type before the opponent has called or played."""
PREFILTER_EFFECTIVE_SAMPLE_RATIO: Final = 0.5
"""Least effective sample size of the states to reweight, relative to their number."""


class WeighedStates(NamedTuple):
    """Some of the sampled states, with all that is known of their opponents.

    ``indices``: of the states; ``type_log_weights``: log P(type, calls and cards | state), (types, players, indices);
    ``log_weights``: by index, with all types.
    """

    indices: IndexArray
    type_log_weights: LogWeights
    log_weights: LogWeights


class OpponentMixture(OpponentModel):
    """The mixture for one search. ``opponent_types``: the sampled type by player and state."""

    def __init__(self) -> None:
        self.opponent_types: IndexArray = np.zeros((0, 0), np.intp)

    def sample_determinizations(self, search: CardSearch, states: DeterminizedStates) -> IndexArray:
        weighed = weigh_states(search, states)
        self.opponent_types = np.zeros(states.hands.shape, np.intp)
        self.opponent_types[:, weighed.indices] = sample_types(weighed.type_log_weights, search.rng)
        self.opponent_types[states.current_state.player_to_act] = OpponentType.LEARNED
        return weighed.indices[search.resample(weighed.log_weights)]

    def make_rollout_policy(self, search: CardSearch, encoder: FeatureEncoder, state_indices: IndexArray) -> Policy:
        """Return a policy that plays each opponent by their type, and the observing player by the policy table."""
        return make_mixture_policy(search, encoder, self.opponent_types[:, state_indices])


def make_mixture_policy(search: CardSearch, encoder: FeatureEncoder, types: IndexArray) -> Policy:
    """Return a policy that plays each player by their type. ``types``: (players, columns)."""
    observation, model = search.observation, search.model
    heuristic = model.make_heuristic_opponents(observation, encoder)
    play_by_table = make_table_policy(model.make_learned_encoder(encoder), model.load_policy_table(observation))
    play_at_random = make_uniform_policy(search.rng)

    def choose_cards(batch: Batch, legal_cards: CardMasks) -> CardMasks:
        heuristic.follow(batch)
        has_choice = find_choices(legal_cards)
        if not has_choice.any():
            return legal_cards
        type_to_act = types[batch.players_to_act(), batch.column]
        columns = np.flatnonzero(has_choice & (type_to_act == OpponentType.HEURISTIC))
        scores = heuristic.score_cards(batch, columns) if len(columns) else None
        is_open = has_choice if scores is None else has_choice & (type_to_act != OpponentType.HEURISTIC)
        cards = play_by_table(batch, legal_cards).copy() if is_open.any() else legal_cards.copy()
        is_random = type_to_act == OpponentType.RANDOM
        if is_random.any():
            cards = np.where(is_random, play_at_random(batch, legal_cards), cards)
        if scores is not None:
            cards[columns] = choose_best_cards(scores.select(legal_cards[columns]))
        return cards

    return choose_cards


def weigh_states(search: CardSearch, states: DeterminizedStates) -> WeighedStates:
    """Return the states with the likelihood of all calls and cards, for all types of opponents.

    If `SearchBudget.reweighted_states` is not 0, only so many are weighed. They are selected by a rough likelihood with
    the policy table as the only type, and their weights are corrected for that. Raises TimeUp when
    ``search.check_time`` does.
    """
    indices, log_corrections = np.arange(len(states.log_weights)), np.zeros(1)
    state_count = search.budget.reweighted_states
    if state_count:
        likely_log_weights = states.log_weights + compute_play_log_likelihood(search, states)
        rough_log_weights = flatten_log_weights(likely_log_weights, PREFILTER_EFFECTIVE_SAMPLE_RATIO * state_count)
        sample_count = min(state_count, len(rough_log_weights))
        indices = np.unique(systematic_resample(rough_log_weights, search.rng, sample_count))
        inclusion_probabilities = state_count * np.exp(rough_log_weights[indices]) / np.exp(rough_log_weights).sum()
        log_corrections = np.log(np.minimum(1, inclusion_probabilities))
        states = states.select(indices)
    type_log_weights = _compute_type_log_weights(search, states)
    log_weights = states.log_weights + marginalize_types(type_log_weights) - log_corrections
    return WeighedStates(indices, type_log_weights, log_weights)


def _compute_type_log_weights(search: CardSearch, states: DeterminizedStates) -> LogWeights:
    """Return log P(type) + log P(calls and cards | type), (types, players, states)."""
    observation, model, own_player = search.observation, search.model, states.current_state.player_to_act
    batch = Batch(states.initial_state, states.initial_hands, states.initial_stock)
    encoder = model.make_encoder(observation, batch, states.initial_hands)
    heuristic = model.make_heuristic_opponents(observation, encoder, states.initial_state)
    encoder, policy_table = model.make_learned_encoder(encoder), model.load_policy_table(observation)
    log_prior = np.log([OPPONENT_TYPE_PRIOR[opponent_type] for opponent_type in OpponentType])[:, None, None]
    log_weights = np.zeros((1, *states.hands.shape)) + log_prior
    log_weights += model.compute_call_log_weights(observation, states)
    for played in states.plays:
        search.check_time()
        heuristic.follow(batch)
        players, legal_cards = batch.players_to_act(), batch.legal_cards()
        columns = np.flatnonzero((players != own_player) & find_choices(legal_cards))
        scores = heuristic.score_cards(batch, columns) if len(columns) else None
        if scores is not None:
            cards, places = unpack_cards(legal_cards), (players[columns], columns)
            by_table = compute_choice_log_probability(cards, policy_table.take(encoder.encode(batch, cards)), played)
            log_weights[OpponentType.LEARNED][places] += by_table[columns]
            log_weights[OpponentType.HEURISTIC][places] += compute_choice_log_probability(
                *scores.select(legal_cards[columns]),
                played[columns],
                heuristic.temperature,
                heuristic.random_move_probability,
            )
            log_weights[OpponentType.RANDOM][places] -= np.log(np.bitwise_count(legal_cards[columns]))
        batch.play(played)
    return log_weights


def find_choices(legal_cards: CardMasks) -> NDArray[np.bool_]:
    """Return in which columns there is more than one legal card."""
    has_choice: NDArray[np.bool_] = (legal_cards & (legal_cards - ONE)) != NO_CARDS
    return has_choice
