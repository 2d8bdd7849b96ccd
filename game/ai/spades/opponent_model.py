"""Opponent model of Spades: a mixture of three types of player.

An opponent bids and plays like the level "club", by the policy table, or at random. The bids and cards so far make some
types more probable than others. Each determinization samples one type for each opponent, which keeps it to the end of
the rollout.

Few sampled states fit all bids and plays, but the share of the likely ones in which a seat holds a card is more
reliable than any single state. So the states are sampled again a few times, with these shares as a prior for the cards.
"""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.ai.card_scores import choose_best_cards
from game.ai.estimates import ActionEstimate
from game.ai.rollout.card_bits import ONE, CardMasks
from game.ai.rollout.policy import FeatureEncoder, make_table_policy, unpack_cards
from game.ai.rollout.rollout import NO_CARDS, Batch, IndexArray, Policy
from game.ai.rollout.sampling import HiddenCardSamples, LogWeights, flatten_log_weights, marginalize_types, sample_types
from game.ai.search import (
    DeterminizationSet,
    DeterminizedStates,
    SearchBudget,
    SearchModel,
    compute_choice_log_probability,
    compute_play_log_likelihood,
    evaluate_actions,
)
from game.ai.spades.bid_value import FloatArray
from game.ai.spades.features import HEURISTIC, LEARNED, RANDOM, SpadesFeatureEncoder
from game.ai.spades.heuristic import choose_bids, score_cards
from game.ai.spades.population_model import (
    WIDE_BID_STD_DEV_FACTOR,
    compute_bids_log_likelihood,
    load_population_bid_model,
)
from game.ai.spades.search_model import SpadesSearchModel
from game.ai.time_limit import TimeCheck, no_time_limit
from game.core.trick_taking import replace
from game.match.observation import Observation
from game.rules.spades.options import SpadesOptions
from game.rules.spades.phases import SpadesTrickPhase

OPPONENT_TYPE_PRIOR: Final = {LEARNED: 0.45, HEURISTIC: 0.45, RANDOM: 0.1}
"""Probability of each type before the opponent has bid."""
HEURISTIC_SOFTMAX_TEMPERATURE: Final = 0.12
"""In points: a card that scores this much less is played 1/e times as often."""
HEURISTIC_RANDOM_MOVE_PROBABILITY: Final = 0.03
HEURISTIC_EXACT_BID_PROBABILITY: Final = 0.7
"""Probability that a heuristic player bids exactly as "club" would."""
HEURISTIC_BID_STD_DEV_TRICKS: Final = 1.0
"""Standard deviation of their other bids from that bid."""
RANDOM_BID_PROBABILITY: Final = 0.02
"""Probability of a bid that does not depend on the hand, for all types."""
PREFILTER_EFFECTIVE_SAMPLE_RATIO: Final = 0.5
"""Least effective sample size of the states to reweight, relative to their number."""
POSTERIOR_EFFECTIVE_SAMPLE_RATIO: Final = 0.5
"""The same of the reweighted states, for the card prior."""
UNIFORM_MIX_RATIO: Final = 0.3
"""The weight of the uniform distribution in the card prior."""


class SearchPass(NamedTuple):
    """The effort of one search pass.

    ``prior_rounds``: how many times states are sampled only to estimate the card prior, each time with the last prior.
    """

    budget: SearchBudget
    prior_rounds: int = 0


class PosteriorSample(NamedTuple):
    """Reweighted states.

    ``type_log_weights``: the result of `compute_type_log_weights`; ``log_weights``: (states), with all types.
    """

    states: DeterminizedStates
    type_log_weights: LogWeights
    log_weights: LogWeights

    def compute_card_prior(self) -> FloatArray:
        """Return the probability that each seat holds each card, (seats, bits).

        It is the share of the states, weighted by likelihood and mixed with a uniform distribution.
        """
        flat_log_weights = flatten_log_weights(
            self.log_weights, POSTERIOR_EFFECTIVE_SAMPLE_RATIO * len(self.log_weights)
        )
        weights = np.exp(flat_log_weights - flat_log_weights.max())
        is_held = self.states.hands[:, None] >> np.arange(64, dtype=np.uint64)[:, None] & ONE
        shares: FloatArray = (is_held * weights).sum(axis=-1) / weights.sum()
        return (1 - UNIFORM_MIX_RATIO) * shares + UNIFORM_MIX_RATIO / len(shares)


def estimate_card_prior(
    observation: Observation,
    search_model: SpadesSearchModel,
    search_pass: SearchPass,
    rng: np.random.Generator,
    check_time: TimeCheck,
) -> FloatArray | None:
    """Return the probability of each card at each seat, (seats, bits).

    It is the result of the last round of ``search_pass``, None if there is none. Raises TimeUp when ``check_time``
    does.
    """
    budget, card_prior = search_pass.budget, None
    for _round in range(search_pass.prior_rounds):
        states = search_model.sample_states(observation, rng, budget.rollouts * budget.oversampling, card_prior)
        card_prior = reweight_states(
            observation, search_model, states, budget.reweighted_states, rng, check_time
        ).compute_card_prior()
    return card_prior


def search_actions_with_mixture(
    observation: Observation,
    search_model: SpadesSearchModel,
    budget: SearchBudget,
    card_prior: FloatArray | None,
    rng: np.random.Generator,
    check_time: TimeCheck,
) -> list[ActionEstimate]:
    """Return estimates of each legal card, as `search.search_actions` does.

    The opponents are a mixture of types. ``card_prior``: the result of `estimate_card_prior`. Raises TimeUp if the time
    ends before the first chunk of states is finished.
    """
    states = search_model.sample_states(observation, rng, budget.rollouts * budget.oversampling, card_prior)
    posterior_sample = reweight_states(observation, search_model, states, budget.reweighted_states, rng, check_time)
    flat_log_weights = flatten_log_weights(
        posterior_sample.log_weights, budget.min_effective_sample_ratio * budget.rollouts
    )
    state_indices = HiddenCardSamples(posterior_sample.states.hands, flat_log_weights).systematic_resample(
        rng, budget.rollouts
    )
    opponent_types = sample_types(posterior_sample.type_log_weights, rng)
    opponent_types[posterior_sample.states.current_state.player_to_act] = LEARNED
    determinization_set = DeterminizationSet(
        search_model, state_indices, partial(make_rollout_policy, search_model, opponent_types)
    )
    return evaluate_actions(observation, posterior_sample.states, [determinization_set], budget, check_time)


def reweight_states(
    observation: Observation,
    search_model: SpadesSearchModel,
    states: DeterminizedStates,
    state_count: int,
    rng: np.random.Generator,
    check_time: TimeCheck,
) -> PosteriorSample:
    """Return at most ``state_count`` of the states, reweighted for all opponent types.

    They are selected by a rough likelihood, with the policy table as the only type. Raises TimeUp when ``check_time``
    does.
    """
    phase = _get_trick_phase(observation)
    rough_log_weights = flatten_log_weights(
        states.log_weights + compute_play_log_likelihood(observation, search_model, states, check_time),
        PREFILTER_EFFECTIVE_SAMPLE_RATIO * state_count,
    )
    kept_indices = np.unique(
        HiddenCardSamples(states.hands, rough_log_weights).systematic_resample(
            rng, min(state_count, len(rough_log_weights))
        )
    )
    kept_states, inclusion_probabilities = (
        _select_states(states, kept_indices),
        np.minimum(1, state_count * np.exp(rough_log_weights[kept_indices]) / np.exp(rough_log_weights).sum()),
    )
    type_log_weights = compute_type_log_weights(observation, search_model, kept_states, check_time)
    card_log_weights = kept_states.log_weights - compute_bids_log_likelihood(
        phase.options, phase.bids, states.current_state.player_to_act, kept_states.initial_hands
    )
    return PosteriorSample(
        kept_states,
        type_log_weights,
        card_log_weights + marginalize_types(type_log_weights) - np.log(inclusion_probabilities),
    )


def make_rollout_policy(
    search_model: SpadesSearchModel,
    opponent_types: NDArray[np.intp],
    observation: Observation,
    encoder: FeatureEncoder,
    state_indices: IndexArray,
) -> Policy:
    """Return the policy by which all play by their ``opponent_types``.

    ``opponent_types``: (seats, searched states); ``state_indices``: the searched state of each column.
    """
    assert isinstance(encoder, SpadesFeatureEncoder)
    encoder = encoder.with_opponent_types(opponent_types[:, state_indices])
    return make_mixture_policy(
        _get_trick_phase(observation).options,
        encoder,
        make_table_policy(encoder, search_model.load_policy_table(observation)),
    )


def make_mixture_policy(options: SpadesOptions, encoder: SpadesFeatureEncoder, other_policy: Policy) -> Policy:
    """Return a policy by which heuristic players play like "club".

    The others play by ``other_policy``.
    """

    def choose_cards(batch: Batch, legal_cards: CardMasks) -> CardMasks:
        is_heuristic = encoder.find_heuristic_to_act(batch)
        cards = (
            legal_cards.copy()
            if is_heuristic.all()
            else np.where(is_heuristic, legal_cards, other_policy(batch, legal_cards))
        )
        columns = np.flatnonzero(is_heuristic & _has_choice(legal_cards))
        if len(columns):
            card_scores = score_cards(options, batch, encoder.bids, columns)
            cards[columns] = choose_best_cards(card_scores._replace(cards=card_scores.cards & legal_cards[columns]))
        return cards

    return choose_cards


def compute_type_log_weights(
    observation: Observation,
    search_model: SearchModel,
    states: DeterminizedStates,
    check_time: TimeCheck = no_time_limit,
) -> LogWeights:
    """Return log P(type) + log P(bid and cards played | type), by opponent and state.

    The shape is (types, seats, states). Raises TimeUp when ``check_time`` does.
    """
    phase, own_seat = _get_trick_phase(observation), states.current_state.player_to_act
    batch = Batch(states.initial_state, states.initial_hands, states.initial_stock)
    encoder, policy_table = (
        search_model.make_encoder(observation, batch, states.initial_hands),
        search_model.load_policy_table(observation),
    )
    assert isinstance(encoder, SpadesFeatureEncoder)
    learned_encoder = encoder.with_opponent_types(np.full(states.hands.shape, LEARNED, np.int32))
    type_log_weights = np.zeros((len(OPPONENT_TYPE_PRIOR), *states.hands.shape))
    for seat, bid in enumerate(phase.bids):
        if seat != own_seat:
            type_log_weights[:, seat] = _compute_bid_log_weights(
                phase.options, phase.seats, bid, states.initial_hands[seat]
            )
    for played in states.plays:
        check_time()
        seat, legal_cards = int(batch.players_to_act()[0]), batch.legal_cards()
        columns = np.flatnonzero(_has_choice(legal_cards))
        if seat != own_seat and len(columns):
            cards, card_scores = unpack_cards(legal_cards), score_cards(phase.options, batch, encoder.bids, columns)
            type_log_weights[LEARNED, seat] += compute_choice_log_probability(
                cards, policy_table.take(learned_encoder.encode(batch, cards)), played
            )
            type_log_weights[HEURISTIC, seat, columns] += compute_choice_log_probability(
                card_scores.cards & legal_cards[columns],
                card_scores.scores,
                played[columns],
                HEURISTIC_SOFTMAX_TEMPERATURE,
                HEURISTIC_RANDOM_MOVE_PROBABILITY,
            )
            type_log_weights[RANDOM, seat] -= np.log(np.bitwise_count(legal_cards))
        batch.play(played)
    return type_log_weights


def _compute_bid_log_weights(options: SpadesOptions, seats: int, bid: int | None, hands: CardMasks) -> LogWeights:
    """Return log P(type) + log P(bid | type, hand), (types, states)."""
    bid_model = load_population_bid_model(seats, options)
    heuristic_deviations = choose_bids(options, seats, hands).astype(np.float64) - (bid or 0)
    population_deviations = bid_model.predict_bids(hands, options.jokers) - (bid or 0)
    uniform_likelihood = np.full(len(hands), 1 / (1 + np.bitwise_count(hands[0])))
    likelihood_by_type = {
        LEARNED: _compute_normal_density(population_deviations, WIDE_BID_STD_DEV_FACTOR * bid_model.std_dev_tricks),
        HEURISTIC: HEURISTIC_EXACT_BID_PROBABILITY * (heuristic_deviations == 0)
        + (1 - HEURISTIC_EXACT_BID_PROBABILITY)
        * _compute_normal_density(heuristic_deviations, HEURISTIC_BID_STD_DEV_TRICKS),
        RANDOM: uniform_likelihood,
    }
    weighted_likelihoods = (
        OPPONENT_TYPE_PRIOR[opponent_type]
        * (
            (1 - RANDOM_BID_PROBABILITY) * likelihood_by_type[opponent_type]
            + RANDOM_BID_PROBABILITY * uniform_likelihood
        )
        for opponent_type in sorted(OPPONENT_TYPE_PRIOR)
    )
    log_weights: LogWeights = np.log(np.stack(list(weighted_likelihoods)))
    return log_weights


def _compute_normal_density(deviations: FloatArray, std_dev: float) -> FloatArray:
    density: FloatArray = np.exp(-((deviations / std_dev) ** 2) / 2) / (std_dev * (2 * np.pi) ** 0.5)
    return density


def _has_choice(legal_cards: CardMasks) -> NDArray[np.bool_]:
    has_choice: NDArray[np.bool_] = (legal_cards & (legal_cards - ONE)) != NO_CARDS
    return has_choice


def _select_states(states: DeterminizedStates, state_indices: IndexArray) -> DeterminizedStates:
    return replace(
        states,
        hands=states.hands[:, state_indices],
        stock=states.stock[:, state_indices],
        log_weights=states.log_weights[state_indices],
        initial_hands=states.initial_hands[:, state_indices],
        initial_stock=states.initial_stock[:, state_indices],
        plays=states.plays[:, state_indices],
    )


def _get_trick_phase(observation: Observation) -> SpadesTrickPhase:
    assert isinstance(observation.phase, SpadesTrickPhase)
    return observation.phase
