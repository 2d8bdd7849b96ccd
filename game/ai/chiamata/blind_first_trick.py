"""Search of a blind first trick of Briscola chiamata, in which only the caller knows the trump.

Each state has the suit that the caller intends to name. The others play their first card as heuristic players without
knowledge of the trump. The trick is won by the rules with this trump, and the rest is played by the policy table.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from game.ai.card_scores import choose_best_cards
from game.ai.chiamata.features import ChiamataFeatureEncoder
from game.ai.chiamata.hand_value import RANK_COUNT, HandValues
from game.ai.chiamata.heuristic_play import score_cards
from game.ai.chiamata.partner_inference import SEATS, PartnerTracker
from game.ai.chiamata.search_model import ChiamataSearchModel
from game.ai.estimates import ActionEstimate
from game.ai.level_table import SearchTask
from game.ai.rollout.card_bits import FIRST_SUIT_MASK, ONE, CardMasks
from game.ai.rollout.policy import make_table_policy, make_timed_policy
from game.ai.rollout.rollout import NO_CARDS, Batch, IndexArray
from game.ai.rollout.sampling import systematic_resample
from game.ai.search import ActionResults, list_playable_cards
from game.rules.briscola_family import RANKING
from game.rules.chiamata.trick_play import ChiamataTrickPhase

STATE_COUNT: Final = 64
"""The number of states in which each card is evaluated."""
OVERSAMPLING: Final = 6
"""The number of sampled states for each selected one."""


def estimate_blind_cards(task: SearchTask, phase: ChiamataTrickPhase) -> list[ActionEstimate]:
    """Return estimates of each card, as `search.evaluate_actions` does.

    Raises TimeUp when ``task.check_time`` does.
    """
    search_model, own_player, observation = ChiamataSearchModel(), phase.trick.next_seat, task.observation
    states = search_model.sample_states(observation, task.rng, STATE_COUNT * OVERSAMPLING)
    plays, cards = list_playable_cards(observation)
    states = states.select(np.tile(systematic_resample(states.log_weights, task.rng, STATE_COUNT), len(plays)))
    hands, initial_hands, stock = states.hands, states.initial_hands, states.stock
    caller = np.full(states.hands.shape[1], phase.contract.caller)
    suit, height = _find_intended_card(phase, initial_hands[phase.contract.caller])
    called_cards = ONE << (4 * height + suit).astype(np.uint64)
    partner = ((initial_hands & called_cards) != NO_CARDS).argmax(axis=0)
    batch = Batch(states.current_state, hands, stock, FIRST_SUIT_MASK << suit.astype(np.uint64))
    unknown_trump_batch = Batch(states.current_state, hands, stock)
    tracker = PartnerTracker(
        states.current_state,
        ChiamataFeatureEncoder(unknown_trump_batch, caller, caller, np.zeros_like(called_cards)),
        is_blind=True,
    )
    played = np.repeat(cards, STATE_COUNT)
    while not batch.tricks_done:
        batch.play(played)
        unknown_trump_batch.play(played)
        task.check_time()
        beliefs = tracker.update(unknown_trump_batch)
        played = choose_best_cards(score_cards(unknown_trump_batch, beliefs)) if not batch.tricks_done else played
    encoder = ChiamataFeatureEncoder(batch, caller, partner, called_cards)
    batch.play_out(
        make_timed_policy(make_table_policy(encoder, search_model.load_policy_table(observation)), task.check_time)
    )
    results = search_model.evaluate(observation, batch, encoder)
    return ActionResults(*(part[own_player].reshape(len(plays), -1) for part in results)).make_estimates(plays)


def _find_intended_card(phase: ChiamataTrickPhase, hands: CardMasks) -> tuple[IndexArray, int]:
    """Return the suit, by state, and the height of the card that the caller intends.

    ``hands``: (states), the caller's hand.
    """
    contract = phase.contract
    assert contract.rank is not None
    position = (contract.caller - phase.dealer - 1) % SEATS
    hand_values = HandValues(hands, position, allows_in_mano=phase.options.in_hand)
    height = RANK_COUNT - 1 - RANKING.index(contract.rank)
    suits = hand_values.call_points[:, :, height].argmax(axis=1)
    if contract.is_forced:
        forced_points, forced_suits, forced_heights = hand_values.find_best_forced_calls()
        suits = np.where(np.isfinite(forced_points) & (forced_heights == height), forced_suits, suits)
    return suits, height
