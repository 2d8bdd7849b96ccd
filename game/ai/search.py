"""Search by determinization: evaluate each card by rollouts in the same sampled states.

1. Sample many states that agree with the observation. 2. Compute how likely the cards played so far are in each state.
3. Resample the likely ones. 4. Evaluate every card in all of them. A `SearchModel` holds the parts that depend on the
game.

References: determinization (PIMC) as in Ginsberg, "GIB: Imperfect information in a computationally challenging game"
(2001), and Long et al., "Understanding the success of perfect information Monte Carlo sampling" (2010); policy
improvement by rollouts as in Tesauro and Galperin, "On-line policy improvement using Monte-Carlo search" (1996).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from game.ai.card_scores import CardScores
from game.ai.estimates import ActionEstimate
from game.ai.rollout.card_bits import ONE, CardMasks, get_card_bits
from game.ai.rollout.endgame import count_endgame_lines, solve_endgame
from game.ai.rollout.policy import FeatureEncoder, Scores, make_table_policy, make_timed_policy, unpack_cards
from game.ai.rollout.rollout import MAX_TRICKS, Batch, IndexArray, Policy, PublicState
from game.ai.rollout.sampling import IMPOSSIBLE_LOG_WEIGHT, LogWeights, flatten_log_weights, systematic_resample
from game.ai.time_limit import TimeCheck, TimeUp
from game.core.actions import Action, Play
from game.core.trick_taking import TrickPhase
from game.match.observation import Observation, get_phase

Results: TypeAlias = NDArray[Any]
"""Numbers of any kind, (actions, states)."""


class SearchBudget(msgspec.Struct, frozen=True, kw_only=True):
    """The effort of a search.

    ``rollouts``: for each card; ``oversampling``: how many times as many states are sampled to select from;
    ``max_exact_lines``: the end is solved exactly if it has at most this many lines of play; ``max_tricks``: the tricks
    of a rollout, including the current one, before the game's model evaluates it; ``prior_weight``: the weight of a
    unit of the policy table added to the rollouts; ``reweighted_states``: how many states are reweighted, for a
    mixture of opponents; ``min_effective_sample_ratio``: the least effective sample size of the states to select
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
        `SKIP_REWEIGHTING_BELOW_MS` no extra states are sampled.
        """
        if ms >= FULL_BUDGET_MS:
            return self
        oversampling = 1 if ms < SKIP_REWEIGHTING_BELOW_MS else self.oversampling
        rollouts, chunk_size = (max(1, full * ms // FULL_BUDGET_MS) for full in (self.rollouts, self.chunk_size))
        return msgspec.structs.replace(self, rollouts=rollouts, oversampling=oversampling, chunk_size=chunk_size)


ONE_STATE: Final = SearchBudget(rollouts=1, oversampling=1)
"""The effort of a choice by the policy table."""


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


class DealResults(NamedTuple):
    """The results of a finished batch for each player, (players, columns).

    ``values``: in the unit of `ActionEstimate.value`; ``points``: of the player's side, card points or tricks;
    ``win_shares``: the player's share of the win, from 0 to 1.
    """

    values: Scores
    points: Scores
    win_shares: Scores


def follow_no_card(_batch: Batch) -> None:
    """Do nothing: a state has all that its player must know."""


class HeuristicOpponents(NamedTuple):
    """The heuristic player of a game in the states of a batch, with what it infers from the cards.

    ``temperature``: a card that scores this much less is played 1/e times as often; ``random_move_probability``: how
    often a card is played regardless of its score; ``score_cards(batch, columns)``: the value of each card of the
    player to act, in some columns, None if this card tells nothing; ``follow(batch)``: notes the last card of a batch,
    if more than the state matters; it is called before each card.
    """

    temperature: float
    random_move_probability: float
    score_cards: Callable[[Batch, IndexArray], CardScores | None]
    follow: Callable[[Batch], object] = follow_no_card


class SearchModel(ABC):
    """The parts of a search that depend on the game, in addition to its rules."""

    @abstractmethod
    def sample_states(self, observation: Observation, rng: np.random.Generator, state_count: int) -> DeterminizedStates:
        """Sample at most ``state_count`` states that agree with ``observation``.

        The observing seat is on turn in card play. Raises ValueError if no sampled state agrees with it.
        """

    @abstractmethod
    def load_policy_table(self, observation: Observation) -> Scores:
        """Return the policy table of the rollouts."""

    @abstractmethod
    def make_encoder(self, observation: Observation, batch: Batch, initial_hands: CardMasks) -> FeatureEncoder:
        """Return the encoder of ``batch``, which began with ``initial_hands``.

        ``initial_hands``: (players, columns) before the first card.
        """

    @abstractmethod
    def evaluate(self, observation: Observation, batch: Batch, encoder: FeatureEncoder) -> DealResults:
        """Return the results of the finished ``batch``."""

    # -- for a mixture of opponents

    def make_heuristic_opponents(
        self, observation: Observation, encoder: FeatureEncoder, start: PublicState | None = None
    ) -> HeuristicOpponents:
        """Return the heuristic opponents from the state ``start`` before the first card, or from the present one on."""
        raise NotImplementedError

    def make_learned_encoder(self, encoder: FeatureEncoder) -> FeatureEncoder:
        """Return the encoder of a batch in which all play by the policy table."""
        return encoder

    def compute_call_log_weights(self, observation: Observation, states: DeterminizedStates) -> LogWeights:
        """Return log P(calls of each player | type, state), (types, players, states).

        ``states.log_weights`` may hold part of it already: only the rest is returned.
        """
        return np.zeros(1)


class CardSearch(NamedTuple):
    """A search for a card: for which seat, by which model, and with how much effort.

    ``check_time``: called between two steps; it raises TimeUp to end the search.
    """

    observation: Observation
    model: SearchModel
    budget: SearchBudget
    rng: np.random.Generator
    check_time: TimeCheck

    def sample_states(self) -> DeterminizedStates:
        """Return the states to select from."""
        state_count = self.budget.rollouts * self.budget.oversampling
        return self.model.sample_states(self.observation, self.rng, state_count)

    def resample(self, log_weights: LogWeights) -> IndexArray:
        """Return the indices of the states to search, `SearchBudget.rollouts` of them or fewer."""
        budget = self.budget
        flat_log_weights = flatten_log_weights(log_weights, budget.min_effective_sample_ratio * budget.rollouts)
        return systematic_resample(flat_log_weights, self.rng, min(budget.rollouts, len(log_weights)))


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


class OpponentModel:
    """The assumptions of a search about opponents: here all players play by the policy table.

    They decide which states fit the cards played so far, and how all players continue in a rollout.
    """

    def sample_determinizations(self, search: CardSearch, states: DeterminizedStates) -> IndexArray:
        """Return the indices of the ``states`` to search, `SearchBudget.rollouts` of them or fewer.

        Raises TimeUp when ``search.check_time`` does.
        """
        log_weights = states.log_weights
        if search.budget.oversampling > 1:
            log_weights = log_weights + compute_play_log_likelihood(search, states)
        return search.resample(log_weights)

    def make_rollout_policy(self, search: CardSearch, encoder: FeatureEncoder, state_indices: IndexArray) -> Policy:
        """Return the policy for all cards that follow the one being evaluated.

        ``state_indices``: (columns), the sampled state of each column.
        """
        return make_table_policy(encoder, search.model.load_policy_table(search.observation))


class DeterminizationSet(NamedTuple):
    """States to search, and the model that evaluates them.

    ``blunder_rates``: the probability that each player plays a random card where the end is solved exactly, empty if
    none does.
    """

    search_model: SearchModel
    state_indices: IndexArray
    blunder_rates: Sequence[float] = ()


def search_actions(
    search: CardSearch, opponents: OpponentModel, pre_play_action: PrePlayAction | None = None
) -> list[ActionEstimate]:
    """Return an estimate of each legal card, in the order of ``legal_actions``, then of ``pre_play_action``.

    The value of ``pre_play_action`` is that of the best card after it. Raises TimeUp if the time ends before the first
    chunk of states is finished.
    """
    states = search.sample_states()
    determinizations = DeterminizationSet(search.model, opponents.sample_determinizations(search, states))
    return evaluate_actions(search, states, [determinizations], opponents, pre_play_action)


def evaluate_actions(
    search: CardSearch,
    states: DeterminizedStates,
    determinization_sets: Sequence[DeterminizationSet],
    opponents: OpponentModel,
    pre_play_action: PrePlayAction | None = None,
) -> list[ActionEstimate]:
    """Return an estimate of each legal card in the given states, in order, then of ``pre_play_action``.

    The states are searched in chunks of a fixed order, so the time decides only how many chunks are searched. Raises
    TimeUp if the time ends before the first chunk is finished.
    """
    plays, cards = list_playable_cards(search.observation)
    results = _evaluate_in_all_sets(search, states, determinization_sets, opponents, cards)
    actions: list[Action] = [*plays]
    if pre_play_action is not None:
        action, later_states = pre_play_action(states)
        later_hand = later_states.hands[states.current_state.player_to_act, :1]
        later_cards = unpack_cards(later_hand).reshape(-1)
        best_later = _evaluate_in_all_sets(search, later_states, determinization_sets, opponents, later_cards)
        results, actions = results.join(best_later.select_best()), [*actions, action]
    preferences = [*_compute_preferences(search, states, cards)[:, 0].tolist(), 0.0]
    estimates = results.make_estimates(actions)
    return [
        msgspec.structs.replace(estimate, preference=preference)
        for estimate, preference in zip(estimates, preferences, strict=False)
    ]


def list_playable_cards(observation: Observation) -> tuple[list[Play], CardMasks]:
    """Return the legal plays, and their cards."""
    plays = [choice for choice in observation.legal_actions if isinstance(choice, Play)]
    bit_by_card = get_card_bits(get_phase(observation, TrickPhase).ranking).bit_by_card
    return plays, ONE << np.array([bit_by_card[play.card] for play in plays], np.uint64)


def _evaluate_in_all_sets(
    search: CardSearch,
    states: DeterminizedStates,
    determinization_sets: Sequence[DeterminizationSet],
    opponents: OpponentModel,
    cards: CardMasks,
) -> ActionResults:
    """Return the results of each of ``cards`` in all states of the sets.

    If the time ends early, only in the chunks finished until then. Raises TimeUp if no chunk was finished.
    """
    budget, chunk_results = search.budget, list[ActionResults]()
    line_count, is_exact = _count_lines(states), _is_solved_exactly(search, states)
    column_count = EXACT_LINES_PER_ROLLOUT * budget.chunk_size // line_count if is_exact else budget.chunk_size
    chunk_size = max(1, column_count // len(cards))
    with suppress(TimeUp):
        for model, state_indices, blunder_rates in determinization_sets:
            model_search = search._replace(model=model)
            for begin in range(0, len(state_indices), chunk_size):
                columns = np.tile(state_indices[begin : begin + chunk_size], len(cards))
                batch, encoder = _make_batch(model_search, states, columns)
                batch.play(np.repeat(cards, len(columns) // len(cards)))
                if is_exact:
                    results = _solve_exactly(model_search, batch, encoder, blunder_rates)
                else:
                    results = _play_out(model_search, batch, encoder, opponents, columns)
                own_results = (part[states.current_state.player_to_act].reshape(len(cards), -1) for part in results)
                chunk_results.append(ActionResults(*own_results))
    joined_results = join_chunks(chunk_results)
    return joined_results._replace(values=joined_results.values + _compute_preferences(search, states, cards))


def _count_lines(states: DeterminizedStates) -> int:
    """Return the number of ways to play the rest of the deal."""
    return count_endgame_lines(states.current_state.hand_sizes, states.current_state.stock_size)


def _is_solved_exactly(search: CardSearch, states: DeterminizedStates) -> bool:
    return _count_lines(states) <= search.budget.max_exact_lines


def _compute_preferences(search: CardSearch, states: DeterminizedStates, cards: CardMasks) -> Scores:
    """Return what is added to the results of ``cards`` to order them, (cards, 1)."""
    if not search.budget.prior_weight or _is_solved_exactly(search, states):
        return np.zeros((len(cards), 1), np.float32)
    return search.budget.prior_weight * compute_prior_scores(search, states, cards)


def _solve_exactly(
    search: CardSearch, batch: Batch, encoder: FeatureEncoder, blunder_rates: Sequence[float]
) -> Sequence[Scores]:
    """Return the results for each player if the end is played perfectly."""

    def evaluate(ended_batch: Batch, indices: IndexArray) -> Scores:
        return np.concatenate(
            search.model.evaluate(search.observation, ended_batch, encoder.select(ended_batch, indices))
        )

    return np.split(solve_endgame(batch, evaluate, search.check_time, blunder_rates), len(DealResults._fields))


def _play_out(
    search: CardSearch, batch: Batch, encoder: FeatureEncoder, opponents: OpponentModel, state_indices: IndexArray
) -> DealResults:
    """Return the results of a rollout of ``batch``, whose columns are of these states."""
    policy = opponents.make_rollout_policy(search, encoder, state_indices)
    max_tricks = batch.public_state.tricks_done + search.budget.max_tricks
    batch.play_out(make_timed_policy(policy, search.check_time), max_tricks)
    return search.model.evaluate(search.observation, batch, encoder)


def _make_batch(search: CardSearch, states: DeterminizedStates, columns: IndexArray) -> tuple[Batch, FeatureEncoder]:
    """Return the present position in some of the states, and its encoder."""
    batch = Batch(states.current_state, states.hands[:, columns], states.stock[:, columns])
    return batch, search.model.make_encoder(search.observation, batch, states.initial_hands[:, columns])


def compute_prior_scores(search: CardSearch, states: DeterminizedStates, cards: CardMasks) -> Scores:
    """Return the scores of ``cards`` in the policy table, (cards, 1)."""
    batch, encoder = _make_batch(search, states, np.zeros(1, np.intp))
    return search.model.load_policy_table(search.observation).take(encoder.encode(batch, cards[:, None]))


def estimate_by_policy(search: CardSearch) -> list[ActionEstimate]:
    """Return the score of each card in the policy table as its estimate, without a rollout."""
    plays, cards = list_playable_cards(search.observation)
    scores = compute_prior_scores(search, search.sample_states(), cards).reshape(-1).tolist()
    scored_plays = zip(plays, scores, strict=True)
    return [ActionEstimate(action=play, value=score, standard_error=0.0) for play, score in scored_plays]


def compute_play_log_likelihood(search: CardSearch, states: DeterminizedStates) -> LogWeights:
    """Return log P(cards that the others have played | state), for each state.

    Raises TimeUp when ``search.check_time`` does.
    """
    observation, model = search.observation, search.model
    policy_table = model.load_policy_table(observation)
    batch = Batch(states.initial_state, states.initial_hands, states.initial_stock)
    encoder = model.make_encoder(observation, batch, states.initial_hands)
    log_weights = np.zeros(batch.width)
    own_player = states.current_state.player_to_act
    for played in states.plays:
        search.check_time()
        is_opponent = batch.players_to_act() != own_player
        if is_opponent.any():
            cards = unpack_cards(batch.legal_cards())
            scores = policy_table.take(encoder.encode(batch, cards))
            log_weights += np.where(is_opponent, compute_choice_log_probability(cards, scores, played), 0.0)
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
    probability = (1 - random_move_probability) * softmax + random_move_probability / is_card.sum(axis=0)
    return np.where(is_legal, np.log(probability), IMPOSSIBLE_LOG_WEIGHT)
