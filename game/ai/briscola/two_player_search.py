"""The search of the level "master" in Briscola for two, with an assumption about the opponent's type.

The opponent is heuristic, plays by the policy table, or plays at random. Their plays so far give the probability of
each type, and of their cards given the type; the searched states are shared between the types accordingly. With a
stock, a card is evaluated by the response network at the player's next turn. Without a stock the end is solved exactly,
except that the opponent may blunder: so in a lost deal the player plays for a mistake.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from game.ai.briscola.endgame import evaluate_ended_deal
from game.ai.briscola.response_network import OutcomePrediction, predict_best_outcome
from game.ai.briscola.search_model import BriscolaSearchModel
from game.ai.estimates import ActionEstimate
from game.ai.models import load_model
from game.ai.opponent_mixture import OpponentMixture, OpponentType, make_mixture_policy
from game.ai.rollout.endgame import solve_endgame
from game.ai.rollout.policy import FeatureEncoder
from game.ai.rollout.rollout import Batch
from game.ai.search import (
    ONE_STATE,
    CardSearch,
    DealResults,
    DeterminizationSet,
    PrePlayAction,
    evaluate_actions,
)
from game.ai.time_limit import no_time_limit
from game.match.observation import Observation, get_seat
from game.rules.briscola_family import PACK_POINTS

BLUNDER_RATE_BY_OPPONENT_TYPE: Final = {
    OpponentType.HEURISTIC: 0.03,
    OpponentType.RANDOM: 1.0,
    OpponentType.LEARNED: 0.03,
}
"""Probability that the opponent plays a random card without a stock, by type."""


class TwoPlayerSearchModel(BriscolaSearchModel):
    """A `SearchModel` that evaluates states between two tricks for one player.

    This is the observing player; where the opponent leads, their card is played first. ``opponent_type``: how the
    opponent is assumed to play; ``rng``: for an opponent that plays at random.
    """

    def __init__(self, opponent_type: OpponentType, rng: np.random.Generator) -> None:
        self.opponent_type, self.rng = opponent_type, rng

    def get_blunder_rates(self, own_player: int) -> tuple[float, ...]:
        """Return by player the probability of a random card without a stock.

        It is 0 for ``own_player``.
        """
        return tuple(
            0.0 if seat == own_player else BLUNDER_RATE_BY_OPPONENT_TYPE[self.opponent_type] for seat in range(2)
        )

    def evaluate(self, observation: Observation, batch: Batch, encoder: FeatureEncoder) -> DealResults:
        own_player, outcome = get_seat(observation), self._predict_outcome(observation, batch, encoder)
        totals = ((outcome.value, 0.0), (outcome.points, PACK_POINTS), (outcome.win_probability, 1.0))
        is_own = np.arange(2)[:, None] == own_player
        return DealResults(*(np.where(is_own, own_scores, total - own_scores) for own_scores, total in totals))

    def _predict_outcome(self, observation: Observation, batch: Batch, encoder: FeatureEncoder) -> OutcomePrediction:
        own_player = get_seat(observation)
        if batch.cards_drawn == len(batch.stock):
            values = solve_endgame(batch, evaluate_ended_deal, blunder_rates=self.get_blunder_rates(own_player))
            return OutcomePrediction(win_probability=values[4 + own_player], points=values[2 + own_player])
        win_probabilities, points = np.empty(batch.width, np.float32), np.empty(batch.width, np.float32)
        is_own_turn = batch.players_to_act() == own_player
        for is_leader, columns in ((True, np.flatnonzero(is_own_turn)), (False, np.flatnonzero(~is_own_turn))):
            if len(columns):
                part = batch.copy(columns)
                if not is_leader:
                    types = np.full((2, len(columns)), self.opponent_type)
                    search = CardSearch(observation, self, ONE_STATE, self.rng, no_time_limit)
                    policy = make_mixture_policy(search, encoder.select(part, columns), types)
                    part.play(policy(part, part.legal_cards()))
                win_probabilities[columns], points[columns] = predict_best_outcome(
                    part, load_model("briscola2_replies"), self.opponent_type
                )
        return OutcomePrediction(win_probabilities, points)


def run_pass(search: CardSearch, pre_play_action: PrePlayAction | None) -> list[ActionEstimate]:
    """Return estimates of each card, in the order of ``legal_actions``, and of ``pre_play_action`` last.

    Raises TimeUp if no chunk of states is finished in time.
    """
    mixture, own_player = OpponentMixture(), get_seat(search.observation)
    states = search.sample_states()
    indices = mixture.sample_determinizations(search, states)
    types = mixture.opponent_types[1 - own_player, indices]
    determinization_sets = [
        DeterminizationSet(model, indices[types == model.opponent_type], model.get_blunder_rates(own_player))
        for model in (TwoPlayerSearchModel(opponent_type, search.rng) for opponent_type in OpponentType)
        if (types == model.opponent_type).any()
    ]
    return evaluate_actions(search, states, determinization_sets, mixture, pre_play_action)
