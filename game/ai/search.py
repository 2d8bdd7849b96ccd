"""Search by determinization: evaluate each card by rollouts in the same sampled states.

1. Sample many states that agree with the observation. 2. Compute how likely the cards played so far are in each state.
3. Resample the likely ones. 4. Evaluate every card in all of them. A `SearchModel` holds the parts that depend on the
game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from game.ai.estimates import ActionEstimate
from game.ai.rollout.card_bits import ONE, CardMasks
from game.ai.rollout.endgame import count_endgame_lines, solve_endgame
from game.ai.rollout.policy import FeatureEncoder, Scores, make_table_policy, make_timed_policy, unpack_cards
from game.ai.rollout.rollout import MAX_TRICKS, Batch, IndexArray, Policy, PublicState
from game.ai.rollout.sampling import IMPOSSIBLE_LOG_WEIGHT, HiddenCardSamples, LogWeights, flatten_log_weights
from game.ai.time_limit import Deadline, TimeCheck, TimeUp, no_time_limit
from game.core.actions import Action, Play
from game.match.observation import Observation

Results: TypeAlias = NDArray[Any]
"""Numbers of any kind, (actions, states)."""


class SearchBudget(msgspec.Struct, frozen=True, kw_only=True):
    """The effort of a search.

    ``rollouts``: for each card; ``oversampling``: how many times as many states are sampled to select from;
    ``max_exact_lines``: the end is solved exactly if it has at most this many lines of play; ``max_tricks``: the tricks
    of a rollout, including the current one, before the game's model evaluates it; ``prior_weight``: the weight of a
    unit of the policy table added to the rollouts; ``reweighted_states``: how many states are reweighted, in a game
    that can (`OpponentModel`); ``min_effective_sample_ratio``: the least effective sample size of the states to select
    from, relative to the selected ones, see `flatten_log_weights`; ``chunk_size``: the columns that are played
    together; the clock is checked between chunks.
    """

    rollouts: int
    oversampling: int
    max_exact_lines: int = 0
    max_tricks: int = MAX_TRICKS
    prior_weight: float = 0.0
    reweighted_states: int = 0
    min_effective_sample_ratio: float = 0.0
    chunk_size: int = 2000

    def scale_to_time(self, ms: int) -> SearchBudget:
        """Return the budget for ``ms`` milliseconds.

        From `FULL_BUDGET_MS` on it is unchanged; below, rollouts and chunk size are reduced in proportion, and below
        `SKIP_REWEIGHTING_BELOW_MS` no extra states are sampled. Raises TimeUp below `MIN_BUDGET_MS`.
        """
        if ms < MIN_BUDGET_MS:
            raise TimeUp
        if ms >= FULL_BUDGET_MS:
            return self
        oversampling = 1 if ms < SKIP_REWEIGHTING_BELOW_MS else self.oversampling
        rollouts, chunk_size = (max(1, full * ms // FULL_BUDGET_MS) for full in (self.rollouts, self.chunk_size))
        return msgspec.structs.replace(self, rollouts=rollouts, oversampling=oversampling, chunk_size=chunk_size)


class ActionResults(NamedTuple):
    """The results of some actions in the same states, each (actions, states)."""

    values: Results
    points: Results
    win_shares: Results

    def select_best(self) -> ActionResults:
        """Return the results of the action with the highest mean value."""
        index = int(self.values.mean(axis=1).argmax())
        return ActionResults(*(results[index : index + 1] for results in self))

    def join(self, other: ActionResults) -> ActionResults:
        """Return the results of both, limited to the states that both were evaluated in."""
        width = min(self.values.shape[1], other.values.shape[1])
        return ActionResults(
            *(np.concatenate([own[:, :width], others[:, :width]]) for own, others in zip(self, other, strict=True))
        )

    def make_estimates(self, actions: Sequence[Action]) -> list[ActionEstimate]:
        """Return the mean of each action, with its standard error relative to the best one."""
        errors = (self.values - self.select_best().values).std(axis=1) / self.values.shape[1] ** 0.5
        return [
            ActionEstimate(
                action=action,
                value=float(self.values[index].mean()),
                standard_error=float(errors[index]),
                expected_points=float(self.points[index].mean()),
                win_probability=float(self.win_shares[index].mean()),
            )
            for index, action in enumerate(actions)
        ]


def join_chunks(chunks: Sequence[ActionResults]) -> ActionResults:
    """Return the results in the states of all chunks that were finished. Raise TimeUp if there are none."""
    if not chunks:
        raise TimeUp
    return ActionResults(*(np.concatenate(parts, axis=1) for parts in zip(*chunks, strict=True)))


class DeterminizedStates(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """Sampled states that agree with an observation.

    ``current_state``: the public part of all; ``hands``: (players, states); ``stock``: (cards, states);
    ``log_weights``: (states), how likely each is, apart from the cards that were played.

    ``initial_state``, ``initial_hands``, ``initial_stock``: the same before the first card; ``plays``: (cards, states),
    all cards played since then, in order.
    """

    current_state: PublicState
    hands: CardMasks
    stock: CardMasks
    log_weights: LogWeights
    initial_state: PublicState
    initial_hands: CardMasks
    initial_stock: CardMasks
    plays: CardMasks

    def select(self, indices: IndexArray) -> DeterminizedStates:
        """Return some of the states."""
        names = ("hands", "stock", "log_weights", "initial_hands", "initial_stock", "plays")
        return msgspec.structs.replace(self, **{name: getattr(self, name)[..., indices] for name in names})


class SearchModel(Protocol):
    """The parts of a search that depend on the game, in addition to its rules."""

    def sample_states(self, observation: Observation, rng: np.random.Generator, state_count: int) -> DeterminizedStates:
        """Sample at most ``state_count`` states that agree with ``observation``.

        The observing seat is on turn in card play. Raises ValueError if no sampled state agrees with it.
        """
        ...

    def load_policy_table(self, observation: Observation) -> Scores:
        """Return the policy table of the rollouts."""
        ...

    def make_encoder(self, observation: Observation, batch: Batch, initial_hands: CardMasks) -> FeatureEncoder:
        """Return the encoder of ``batch``, which began with ``initial_hands``.

        ``initial_hands``: (players, columns) before the first card.
        """
        ...

    def compute_values(self, observation: Observation, batch: Batch, encoder: FeatureEncoder) -> Scores:
        """Return the value of the finished ``batch`` for each player, (players, columns).

        Unit: that of `ActionEstimate.value` in this game.
        """
        ...

    def compute_win_shares(self, observation: Observation, batch: Batch, encoder: FeatureEncoder) -> Scores:
        """Return each player's share of the win, (players, columns), from 0 to 1.

        ``batch`` is finished.
        """
        ...

    def compute_points(self, observation: Observation, batch: Batch, encoder: FeatureEncoder) -> Scores:
        """Return the points of each player's side in the end, (players, columns).

        These are card points, or tricks. ``batch`` is finished.
        """
        ...


class OpponentModel(Protocol):
    """The assumptions of a search about opponents.

    They decide which states fit the cards played so far, and how all players continue in a rollout.
    """

    def sample_determinizations(
        self,
        observation: Observation,
        search_model: SearchModel,
        states: DeterminizedStates,
        budget: SearchBudget,
        rng: np.random.Generator,
        check_time: TimeCheck,
    ) -> IndexArray:
        """Return the indices of the ``states`` to search, `SearchBudget.rollouts` of them or fewer.

        Raises TimeUp when ``check_time`` does.
        """
        ...

    def make_rollout_policy(
        self, search_model: SearchModel, observation: Observation, encoder: FeatureEncoder, state_indices: IndexArray
    ) -> Policy:
        """Return the policy for all cards that follow the one being evaluated.

        ``state_indices``: (columns), the sampled state of each column.
        """
        ...


PrePlayAction: TypeAlias = Callable[[DeterminizedStates], tuple[Action, DeterminizedStates]]
"""(states) -> an action possible before the card is played, and the states after."""


SOFTMAX_TEMPERATURE: Final = 4.0
"""The difference in score for which a card is played 1/e times as often.

In the unit of the policy table.
"""
RANDOM_MOVE_PROBABILITY: Final = 0.1
"""The probability that a card is played at random, regardless of its score."""
EXACT_LINES_PER_ROLLOUT: Final = 30
"""The number of exactly solved lines of play that cost the time of one rollout."""
MIN_BUDGET_MS: Final = 3
"""The time below which no rollout can be finished."""
SKIP_REWEIGHTING_BELOW_MS: Final = 10
"""The time below which the likelihood of the cards played so far is ignored."""
FULL_BUDGET_MS: Final = 25
"""The time that is enough for the full budget, on an ordinary machine."""


class PolicyOpponentModel:
    """The default `OpponentModel`: all players play by the policy table."""

    def sample_determinizations(
        self,
        observation: Observation,
        search_model: SearchModel,
        states: DeterminizedStates,
        budget: SearchBudget,
        rng: np.random.Generator,
        check_time: TimeCheck,
    ) -> IndexArray:
        log_weights = states.log_weights
        if budget.oversampling > 1:
            log_weights = log_weights + compute_play_log_likelihood(observation, search_model, states, check_time)
        flat_log_weights = flatten_log_weights(log_weights, budget.min_effective_sample_ratio * budget.rollouts)
        return HiddenCardSamples(states.hands, flat_log_weights).systematic_resample(
            rng, min(budget.rollouts, len(log_weights))
        )

    def make_rollout_policy(
        self, search_model: SearchModel, observation: Observation, encoder: FeatureEncoder, _state_indices: IndexArray
    ) -> Policy:
        return make_table_policy(encoder, search_model.load_policy_table(observation))


POLICY_OPPONENT_MODEL: Final = PolicyOpponentModel()


def search_actions(
    observation: Observation,
    search_model: SearchModel,
    budget: SearchBudget,
    rng: np.random.Generator,
    deadline: Deadline,
    pre_play_action: PrePlayAction | None = None,
    opponent_model: OpponentModel = POLICY_OPPONENT_MODEL,
) -> list[ActionEstimate]:
    """Return an estimate of each legal card, in the order of ``legal_actions``, then of ``pre_play_action``.

    The value of ``pre_play_action`` is that of the best card after it. Raises TimeUp if the time ends before the first
    chunk of states is finished.
    """
    states = search_model.sample_states(observation, rng, budget.rollouts * budget.oversampling)
    state_indices = opponent_model.sample_determinizations(
        observation, search_model, states, budget, rng, deadline.check
    )
    return evaluate_actions(
        observation,
        states,
        [DeterminizationSet(search_model, state_indices, partial(opponent_model.make_rollout_policy, search_model))],
        budget,
        deadline.check,
        pre_play_action,
    )


class DeterminizationSet(NamedTuple):
    """States to search, and the opponents assumed in them.

    ``search_model`` evaluates the states; ``make_rollout_policy`` returns how all players continue; ``blunder_rates``:
    the probability that each player plays a random card where the end is solved exactly, empty if none does.
    """

    search_model: SearchModel
    state_indices: IndexArray
    make_rollout_policy: Callable[[Observation, FeatureEncoder, IndexArray], Policy]
    blunder_rates: Sequence[float] = ()


def evaluate_actions(
    observation: Observation,
    states: DeterminizedStates,
    determinization_sets: Sequence[DeterminizationSet],
    budget: SearchBudget,
    check_time: TimeCheck,
    pre_play_action: PrePlayAction | None = None,
) -> list[ActionEstimate]:
    """Return an estimate of each legal card in the given states, in order, then of ``pre_play_action``.

    The states are searched in chunks of a fixed order, so the time decides only how many chunks are searched. Raises
    TimeUp if the time ends before the first chunk is finished.
    """
    plays = [choice for choice in observation.legal_actions if isinstance(choice, Play)]
    bit_by_card = states.current_state.rule_tables.card_bits.bit_by_card
    cards = ONE << np.array([bit_by_card[play.card] for play in plays], np.uint64)
    results = _evaluate_in_all_sets(observation, states, determinization_sets, cards, budget, check_time)
    actions: list[Action] = [*plays]
    if pre_play_action is not None:
        action, later_states = pre_play_action(states)
        hand = int(later_states.hands[states.current_state.player_to_act, 0])
        later_cards = ONE << np.array([bit for bit in range(64) if hand >> bit & 1], np.uint64)
        best_later = _evaluate_in_all_sets(
            observation, later_states, determinization_sets, later_cards, budget, check_time
        ).select_best()
        results, actions = results.join(best_later), [*actions, action]
    return results.make_estimates(actions)


def _evaluate_in_all_sets(
    observation: Observation,
    states: DeterminizedStates,
    determinization_sets: Sequence[DeterminizationSet],
    cards: CardMasks,
    budget: SearchBudget,
    check_time: TimeCheck,
) -> ActionResults:
    """Return the results of each of ``cards`` in all states of the sets.

    If the time ends early, only in the chunks finished until then. Raises TimeUp if no chunk was finished.
    """
    chunk_results = list[ActionResults]()
    with suppress(TimeUp):
        for determinization_set in determinization_sets:
            for chunk in _split_into_chunks(states, determinization_set.state_indices, len(cards), budget):
                chunk_results.append(
                    _evaluate_cards(
                        observation,
                        states,
                        determinization_set._replace(state_indices=chunk),
                        cards,
                        budget,
                        check_time,
                    )
                )
    results = join_chunks(chunk_results)
    if budget.prior_weight and not _can_solve_exactly(states, budget):
        scores = compute_prior_scores(observation, determinization_sets[0].search_model, states, cards)
        return results._replace(values=results.values + budget.prior_weight * scores)
    return results


def _can_solve_exactly(states: DeterminizedStates, budget: SearchBudget) -> bool:
    return (
        count_endgame_lines(states.current_state.hand_sizes, states.current_state.stock_size) <= budget.max_exact_lines
    )


def _split_into_chunks(
    states: DeterminizedStates, state_indices: IndexArray, card_count: int, budget: SearchBudget
) -> Iterator[IndexArray]:
    """Yield the state indices in chunks, in their order, for ``card_count`` cards at a time."""
    line_count = count_endgame_lines(states.current_state.hand_sizes, states.current_state.stock_size)
    size = max(
        1,
        (
            EXACT_LINES_PER_ROLLOUT * budget.chunk_size // line_count
            if _can_solve_exactly(states, budget)
            else budget.chunk_size
        )
        // card_count,
    )
    for begin in range(0, len(state_indices), size):
        yield state_indices[begin : begin + size]


def compute_prior_scores(
    observation: Observation, search_model: SearchModel, states: DeterminizedStates, cards: CardMasks
) -> Scores:
    """Return the scores of ``cards`` in the policy table, (cards, 1)."""
    batch = Batch(states.current_state, states.hands[:, :1], states.stock[:, :1])
    encoder = search_model.make_encoder(observation, batch, states.initial_hands[:, :1])
    return search_model.load_policy_table(observation).take(encoder.encode(batch, cards[:, None]))


def estimate_by_policy(
    observation: Observation, search_model: SearchModel, rng: np.random.Generator
) -> list[ActionEstimate]:
    """Return the score of each card in the policy table as its estimate, without a rollout."""
    plays = [choice for choice in observation.legal_actions if isinstance(choice, Play)]
    states = search_model.sample_states(observation, rng, 1)
    bit_by_card = states.current_state.rule_tables.card_bits.bit_by_card
    cards = ONE << np.array([bit_by_card[play.card] for play in plays], np.uint64)
    scores = compute_prior_scores(observation, search_model, states, cards).reshape(-1).tolist()
    scored_plays = zip(plays, scores, strict=True)
    return [ActionEstimate(action=play, value=score, standard_error=0.0) for play, score in scored_plays]


def _evaluate_cards(
    observation: Observation,
    states: DeterminizedStates,
    determinization_set: DeterminizationSet,
    cards: CardMasks,
    budget: SearchBudget,
    check_time: TimeCheck,
) -> ActionResults:
    """Return the results of ``cards`` for the player on turn."""
    own_player, search_model, state_indices = (
        states.current_state.player_to_act,
        determinization_set.search_model,
        determinization_set.state_indices,
    )
    columns = np.tile(state_indices, len(cards))
    batch = Batch(states.current_state, states.hands[:, columns], states.stock[:, columns])
    encoder = search_model.make_encoder(observation, batch, states.initial_hands[:, columns])
    batch.play(np.repeat(cards, len(state_indices)))
    if _can_solve_exactly(states, budget):

        def evaluate_ended(ended_batch: Batch, indices: IndexArray) -> Scores:
            ended_encoder = encoder.select(ended_batch, indices)
            others = [
                search_model.compute_points(observation, ended_batch, ended_encoder)[own_player][None],
                search_model.compute_win_shares(observation, ended_batch, ended_encoder)[own_player][None],
            ]
            return np.concatenate([search_model.compute_values(observation, ended_batch, ended_encoder), *others])

        values = solve_endgame(batch, evaluate_ended, check_time, determinization_set.blunder_rates)
        results = values[own_player], values[batch.player_count], values[batch.player_count + 1]
    else:
        batch.play_out(
            make_timed_policy(determinization_set.make_rollout_policy(observation, encoder, columns), check_time),
            states.current_state.tricks_done + budget.max_tricks,
        )
        results = tuple(
            evaluate(observation, batch, encoder)[own_player]
            for evaluate in (search_model.compute_values, search_model.compute_points, search_model.compute_win_shares)
        )
    return ActionResults(*(result.reshape(len(cards), -1) for result in results))


def compute_play_log_likelihood(
    observation: Observation,
    search_model: SearchModel,
    states: DeterminizedStates,
    check_time: TimeCheck = no_time_limit,
) -> LogWeights:
    """Return log P(cards that the others have played | state), for each state.

    Raises TimeUp when ``check_time`` does.
    """
    policy_table = search_model.load_policy_table(observation)
    batch = Batch(states.initial_state, states.initial_hands, states.initial_stock)
    encoder = search_model.make_encoder(observation, batch, states.initial_hands)
    log_weights = np.zeros(batch.width)
    own_player = states.current_state.player_to_act
    for played in states.plays:
        check_time()
        is_opponent = batch.players_to_act() != own_player
        if is_opponent.any():
            cards = unpack_cards(batch.legal_cards())
            log_weights += np.where(
                is_opponent,
                compute_choice_log_probability(cards, policy_table.take(encoder.encode(batch, cards)), played),
                0.0,
            )
        batch.play(played)
    return log_weights


def compute_choice_log_probability(
    cards: CardMasks,
    scores: NDArray[np.floating],
    played: CardMasks,
    temperature: float = SOFTMAX_TEMPERATURE,
    random_move_probability: float = RANDOM_MOVE_PROBABILITY,
) -> LogWeights:
    """Return log P(a player plays ``played`` | ``scores`` of ``cards``), by column.

    ``cards``, ``scores``: (cards, columns), 0 in places without a card. The result is `IMPOSSIBLE_LOG_WEIGHT` where
    ``played`` is not among the cards. ``temperature``: the difference in score for which a card is played 1/e times as
    often; ``random_move_probability``: how often a card is played regardless of its score.
    """
    is_card = cards != 0
    scores = np.where(is_card, scores, -np.inf)
    exp_scores = np.exp((scores - scores.max(axis=0)) / temperature)
    softmax = (exp_scores * (cards == played)).sum(axis=0) / exp_scores.sum(axis=0)
    is_legal = (cards == played).any(axis=0)
    log_probability: LogWeights = np.where(
        is_legal,
        np.log((1 - random_move_probability) * softmax + random_move_probability / is_card.sum(axis=0)),
        IMPOSSIBLE_LOG_WEIGHT,
    )
    return log_probability
