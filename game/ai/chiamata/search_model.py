"""The search model of Briscola chiamata: states sampled by the auction, and the value of a side's points."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.card_scores import CardScores
from game.ai.chiamata.bid_limits import compute_calls_log_likelihood
from game.ai.chiamata.features import CALLER, DEFENDER, PARTNER, ChiamataFeatureEncoder, find_called_card_holders
from game.ai.chiamata.heuristic_play import score_cards
from game.ai.chiamata.partner_inference import SEATS, PartnerTracker, compute_likelihood_ratios, get_called_card_mask
from game.ai.determinization import sample_states_without_stock
from game.ai.models import load_policy_table
from game.ai.rollout.card_bits import CardMasks
from game.ai.rollout.policy import FeatureEncoder, Scores
from game.ai.rollout.rollout import Batch, IndexArray, PublicState, make_public_state
from game.ai.search import DealResults, DeterminizedStates, HeuristicOpponents, SearchModel
from game.core.cards import ITALIAN_PACK
from game.core.trick_taking import replace
from game.match.observation import Observation, get_phase, get_phase_and_seat
from game.rules.briscola_family import HALF_PACK_POINTS, PACK_POINTS
from game.rules.chiamata.options import ChiamataOptions
from game.rules.chiamata.scoring import Contract, compute_stakes, get_contract_outcome
from game.rules.chiamata.trick_play import ChiamataTrickPhase

IN_MANO_LIKELIHOOD_RATIO: Final = 0.2
"""Factor for the probability that a caller holds the called card."""
CARD_POINT_VALUE_MATCH_POINTS: Final = 0.1
"""Value of a card point, in match points."""


class ChiamataSearchModel(SearchModel):
    """The `SearchModel` of Briscola chiamata."""

    def sample_states(self, observation: Observation, rng: np.random.Generator, state_count: int) -> DeterminizedStates:
        phase, seat = get_phase_and_seat(observation, ChiamataTrickPhase)
        states = sample_states_without_stock(phase, seat, ITALIAN_PACK, rng, state_count)
        partner = find_partners(phase, states.initial_hands)
        is_in_mano = (
            (partner == phase.contract.caller) & (phase.called_card is not None) & (seat != phase.contract.caller)
        )
        forehand = (phase.dealer + 1) % phase.seats
        call_log_likelihood = compute_calls_log_likelihood(
            phase.calls, phase.options, forehand, states.initial_hands, seat
        )
        in_mano_log_likelihood = np.where(is_in_mano, np.log(IN_MANO_LIKELIHOOD_RATIO), 0.0)
        return replace(states, log_weights=states.log_weights + call_log_likelihood + in_mano_log_likelihood)

    def load_policy_table(self, observation: Observation) -> Scores:
        return load_policy_table("chiamata")

    def make_encoder(self, observation: Observation, batch: Batch, initial_hands: CardMasks) -> FeatureEncoder:
        phase = get_phase(observation, ChiamataTrickPhase)
        caller = np.full(batch.width, phase.contract.caller)
        called_cards = np.full(batch.width, get_called_card_mask(phase), np.uint64)
        return ChiamataFeatureEncoder(batch, caller, find_partners(phase, initial_hands), called_cards)

    def make_heuristic_opponents(
        self, observation: Observation, encoder: FeatureEncoder, start: PublicState | None = None
    ) -> HeuristicOpponents:
        phase = get_phase(observation, ChiamataTrickPhase)
        assert isinstance(encoder, ChiamataFeatureEncoder)
        is_first_trick_blind = phase.options.first_trick_blind and phase.contract.rank is not None
        tracker = (
            PartnerTracker(make_public_state(phase), encoder, compute_likelihood_ratios(phase))
            if start is None
            else PartnerTracker(start, encoder)
        )

        def score_opponent_cards(batch: Batch, columns: IndexArray) -> CardScores | None:
            if is_first_trick_blind and not batch.tricks_done:
                return None
            part = batch.select(columns)
            return score_cards(part, tracker.beliefs.select(part, columns))

        return HeuristicOpponents(0.5, 0.05, score_opponent_cards, tracker.update)

    def evaluate(self, observation: Observation, batch: Batch, encoder: FeatureEncoder) -> DealResults:
        """Return the results; a value is match points, plus a small part for card points, and a draw half a win."""
        phase = get_phase(observation, ChiamataTrickPhase)
        assert isinstance(encoder, ChiamataFeatureEncoder)
        caller_side_points, roles = encoder.sum_caller_side_points(batch), encoder.roles.reshape(SEATS, -1)
        is_defender = roles == DEFENDER
        is_alone = (encoder.callers == encoder.partners).astype(int)
        payoffs = make_payoff_table(phase.options, phase.contract)[is_alone, roles, caller_side_points]
        points = np.where(is_defender, PACK_POINTS - caller_side_points, caller_side_points)
        outcome_by_points = [
            get_contract_outcome(phase.options, phase.contract, points) for points in range(PACK_POINTS + 1)
        ]
        outcomes = np.array(outcome_by_points)[caller_side_points]
        results = (
            payoffs + CARD_POINT_VALUE_MATCH_POINTS * (points - HALF_PACK_POINTS),
            points,
            (np.where(is_defender, -outcomes, outcomes) + 1) / 2,
        )
        return DealResults(*(result.astype(np.float32) for result in results))


def find_partners(phase: ChiamataTrickPhase, initial_hands: CardMasks) -> NDArray[np.intp]:
    """Return by state the player that was dealt the called card.

    Without a called card it is the caller.
    """
    return find_called_card_holders(
        initial_hands, np.uint64(get_called_card_mask(phase)), np.full(initial_hands.shape[1], phase.contract.caller)
    )


@lru_cache(maxsize=512)
def make_payoff_table(options: ChiamataOptions, contract: Contract) -> NDArray[np.float64]:
    """Return match points by (is alone, role, points of the caller's side).

    The rules compute them. The shape is (2, 3, 121).
    """
    payoffs = np.zeros((2, 3, PACK_POINTS + 1))
    for is_alone in (False, True):
        for caller_side_points in range(PACK_POINTS + 1):
            payoffs[int(is_alone), [CALLER, PARTNER, DEFENDER], caller_side_points] = compute_stakes(
                options, contract, is_alone, caller_side_points
            )
    return payoffs
