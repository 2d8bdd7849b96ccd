"""Search of declarations, exchanges and forfeits in Muscio: each action is evaluated by rollouts in the same deals.

The deals are sampled by the likelihood of the declarations so far. Later seats declare in each deal by the fitted
probabilities (`declaration_inference`). The cards are then played by the policy table, in one batch for each number of
participants.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from game.ai.call_search import sample_deals
from game.ai.estimates import ActionEstimate
from game.ai.level_table import SearchTask
from game.ai.muscio.declaration_inference import (
    DECLARES_BLINDE,
    DECLARES_PASS,
    compute_declaration_probabilities,
    compute_declarations_log_likelihood,
    compute_standing_probability,
    exchange_turned_card,
    get_declaration_kind,
    predict_points,
)
from game.ai.muscio.features import MuscioFeatureEncoder
from game.ai.muscio.match_equity import compute_total_changes, evaluate_changes
from game.ai.muscio.search_model import (
    load_scaled_policy_table,
    make_card_mask,
    make_opening_state,
    sample_trick_states,
)
from game.ai.rollout.card_bits import FIRST_SUIT_MASK, ITALIAN_PACK_MASK, CardMasks, get_card_bits, make_suit_mask
from game.ai.rollout.policy import make_table_policy, make_timed_policy
from game.ai.rollout.rollout import NO_CARDS, Batch, IndexArray, PublicState
from game.ai.rollout.sampling import LogWeights, systematic_resample
from game.ai.search import ActionResults
from game.ai.time_limit import TimeCheck
from game.core.actions import Action, Pass, Swap
from game.core.cards import SUITS
from game.core.trick_taking import order_seats_from
from game.match.observation import Observation, get_seat
from game.rules.muscio.actions import Forfeit, KeepTurnedCard, LayBlinde, PlayDeal, Stand, TakeBlinde
from game.rules.muscio.declarations import DeclarationPhase, HandDealingPhase
from game.rules.muscio.scoring import (
    DEALER_GATTA_POINTS,
    FORFEIT_POINTS,
    HAND_SIZE,
    ONLY_PARTICIPANT_POINTS,
    PASSED_GATTA_DISCOUNT,
    PLAIN_GATTA_POINTS,
    RANKING,
    TRUMP_GATTA_POINTS,
)
from game.rules.muscio.trick_play import (
    TWO_PARTICIPANTS,
    ExchangePhase,
    ForfeitPhase,
    MuscioTrickPhase,
    find_blinde_taker,
)

OVERSAMPLING: Final = 6
"""The number of sampled deals for each selected one."""
MIN_STAND_PROBABILITY: Final = 0.5
"""The probability to stay in below which a player is assumed to forfeit."""
NO_SEAT: Final = -1
"""The blinde taker where no seat took the blinde."""


MAX_BOLDNESS_MARGIN_SHIFT_POINTS: Final = 0.4
"""The amount by which a persona with boldness 1 lowers the margin for playing a hand.

A persona with boldness -1 raises it as much.
"""


def estimate_pre_play_actions(task: SearchTask) -> list[ActionEstimate]:
    """Return estimates of declarations, exchanges or forfeits, in the order of the legal actions.

    The best of several estimates is biased upwards, and the more so the fewer the deals: so a declaration must be
    better than a pass by a margin. A dealer always lays the blinde. Raises TimeUp when ``task.check_time`` does.
    """
    observation, phase = task.observation, task.observation.phase
    if isinstance(phase, DeclarationPhase):
        margin_points = task.step.call_margin - MAX_BOLDNESS_MARGIN_SHIFT_POINTS * task.persona.boldness
        return _make_estimates(observation, _simulate_declarations(phase, task), margin_points)
    if isinstance(phase, ExchangePhase):
        return _make_estimates(observation, _simulate_exchanges(phase, task))
    if isinstance(phase, ForfeitPhase):
        return _make_estimates(observation, _simulate_standing(phase, task))
    assert isinstance(phase, HandDealingPhase)
    return _make_estimates(observation, ([LayBlinde(phase.dealer)], np.zeros((observation.seats, 1), np.int64)))


Simulation: TypeAlias = tuple[Sequence[Action], NDArray[np.int64]]
"""Actions, and the changes of all totals, (seats, deals): those of each action in turn, in the same deals."""


def _make_estimates(
    observation: Observation, simulation: Simulation, play_margin_points: float = 0.0
) -> list[ActionEstimate]:
    """Return the estimates of the actions.

    ``play_margin_points``: how much better than passing another declaration must be.
    """
    (actions, changes), seat = simulation, get_seat(observation)
    margins = np.array([0.0 if isinstance(action, Pass) else play_margin_points for action in actions])
    values, win_probabilities = evaluate_changes(observation.totals, changes)
    results = ActionResults(*(part[seat].reshape(len(actions), -1) for part in (values, -changes, win_probabilities)))
    return results._replace(values=results.values - margins[:, None]).make_estimates(actions)


class DeclaredDeals(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """Deals in which all seats have declared.

    ``hands``: (seats, deals), as played, but before the exchange; ``is_playing``: (seats, deals); ``blinde_takers``: by
    deal the seat that takes the blinde, or `NO_SEAT`.
    """

    hands: CardMasks
    is_playing: NDArray[np.bool_]
    blinde_takers: IndexArray


def _simulate_declarations(phase: DeclarationPhase, task: SearchTask) -> Simulation:
    """Return the changes for each declaration of the seat to act."""
    seat, deal_count = phase.turn, task.step.deals
    choices = [choice for choice in phase.legal_actions() if isinstance(choice, (PlayDeal, Pass, TakeBlinde))]
    own_hand, trump_mask = get_card_bits(RANKING).make_mask(phase.hands[seat]), make_suit_mask(phase.trump)

    def compute_log_likelihood(deals: CardMasks) -> LogWeights:
        hands = dict(enumerate(deals[:-1]))
        log_likelihood = compute_declarations_log_likelihood(phase.declarations, hands, trump_mask, phase.seats)
        return np.zeros(deals.shape[1]) + log_likelihood

    deals = sample_deals(
        own_hand,
        seat,
        int(ITALIAN_PACK_MASK) & ~own_hand & ~make_card_mask(phase.turned_card),
        (HAND_SIZE,) * phase.seats,
        compute_log_likelihood,
        task.rng,
        deal_count,
        oversampling=OVERSAMPLING,
    )
    kinds = np.repeat([get_declaration_kind(choice) for choice in choices], deal_count)
    repeated_deals, uniform_draws = np.tile(deals, len(choices)), task.rng.random((phase.seats, deal_count))
    declared_deals = _complete_declarations(phase, kinds, repeated_deals, np.tile(uniform_draws, len(choices)))
    return choices, _play_out_deals(phase, declared_deals, task.check_time)


def _complete_declarations(
    phase: DeclarationPhase, own_kinds: IndexArray, deals: CardMasks, uniform_draws: NDArray[np.float64]
) -> DeclaredDeals:
    """Return the deals after the own declaration and sampled ones of the later seats.

    ``own_kinds``: by deal; ``deals``: the hands by seat, then the blinde, (seats + 1, deals); ``uniform_draws``:
    (seats, deals), random numbers from 0 to 1.
    """
    trump_mask, turned_mask = make_suit_mask(phase.trump), np.uint64(make_card_mask(phase.turned_card))
    hands, blinde_hands = deals[:-1], deals[-1]
    is_playing, blinde_takers = np.zeros(hands.shape, bool), np.full(len(own_kinds), NO_SEAT)
    for index, seat in enumerate(order_seats_from(tuple(range(phase.seats)), phase.forehand)):
        if index < len(phase.declarations):
            kinds: IndexArray = np.full(len(own_kinds), get_declaration_kind(phase.declarations[index]))
        elif seat == phase.turn:
            kinds = own_kinds
        else:
            hand = hands[seat]
            if seat == phase.dealer:
                hand = exchange_turned_card(hand, np.uint64(trump_mask), turned_mask)
            points, participant_counts = predict_points(hand, trump_mask), is_playing.sum(axis=0)
            probabilities = compute_declaration_probabilities(
                points, participant_counts, phase.seats - 1 - index, blinde_takers == NO_SEAT
            )
            kinds = (uniform_draws[seat] > np.cumsum(probabilities, axis=0)[:-1]).sum(axis=0)
        is_playing[seat] = kinds != DECLARES_PASS
        blinde_takers = np.where(kinds == DECLARES_BLINDE, seat, blinde_takers)
    played_hands, columns = hands.copy(), np.flatnonzero(blinde_takers != NO_SEAT)
    played_hands[blinde_takers[columns], columns] = blinde_hands[columns]
    return DeclaredDeals(hands=played_hands, is_playing=is_playing, blinde_takers=blinde_takers)


# -- rest of a deal ----------------------------------------------------------------------------


def _play_out_deals(phase: DeclarationPhase, deals: DeclaredDeals, check_time: TimeCheck) -> NDArray[np.int64]:
    """Return the changes of the totals, (seats, deals)."""
    trump_mask, turned_mask = np.uint64(make_suit_mask(phase.trump)), np.uint64(make_card_mask(phase.turned_card))
    participant_counts = deals.is_playing.sum(axis=0)
    changes = np.where(deals.is_playing & (participant_counts == 1), -ONLY_PARTICIPANT_POINTS, 0)
    gatta_points = _find_gatta_points(phase, deals, trump_mask)
    shown_points = gatta_points.sum(axis=0)
    has_gatta = gatta_points > 0
    points_of_others = shown_points - np.where(deals.is_playing, 0, PASSED_GATTA_DISCOUNT) * has_gatta.sum(axis=0)
    changes = np.where(shown_points > 0, np.where(has_gatta, -gatta_points, points_of_others), changes)
    hands = deals.hands.copy()
    dealer = phase.dealer
    is_dealer_exchanging = deals.is_playing[dealer] & (deals.blinde_takers != dealer)
    hands[dealer] = np.where(
        is_dealer_exchanging, exchange_turned_card(hands[dealer], trump_mask, turned_mask), hands[dealer]
    )
    order = np.array(order_seats_from(tuple(range(phase.seats)), phase.forehand))
    for player_count in range(TWO_PARTICIPANTS, phase.seats + 1):
        columns = np.flatnonzero((participant_counts == player_count) & (shown_points == 0))
        if len(columns):
            is_playing = deals.is_playing[:, columns][order]
            seats = order[(~is_playing).argsort(axis=0, kind="stable")[:player_count]]
            is_staying = deals.blinde_takers[columns] == seats
            changes[seats, columns] = _play_out_hands(
                make_opening_state(player_count, phase.trump), hands[seats, columns], is_staying, check_time
            )
    return changes


def _find_gatta_points(phase: DeclarationPhase, deals: DeclaredDeals, trump_mask: np.uint64) -> NDArray[np.int64]:
    """Return the points of each participant's gatta, (seats, deals), 0 for none."""
    trump_counts = np.bitwise_count(deals.hands & trump_mask).astype(np.int64)
    trump_counts[phase.dealer] += deals.blinde_takers != phase.dealer
    suit_masks = FIRST_SUIT_MASK << np.arange(len(SUITS), dtype=np.uint64)[:, None, None]
    is_single_suit = ((deals.hands & ~suit_masks) == NO_CARDS).any(axis=0)
    points = np.where(is_single_suit, PLAIN_GATTA_POINTS, 0)
    points = np.where(trump_counts == HAND_SIZE, TRUMP_GATTA_POINTS, points)
    points = np.where(trump_counts > HAND_SIZE, DEALER_GATTA_POINTS, points)
    return np.where(deals.is_playing, points, 0)


def _play_out_hands(
    opening_state: PublicState, hands: CardMasks, is_staying: NDArray[np.bool_], check_time: TimeCheck
) -> NDArray[np.int64]:
    """Return the changes for the players of ``hands`` after card play.

    ``hands`` and result: (players, deals); ``is_staying``: the players that do not forfeit. Of two other players, one
    that is likely to lose forfeits.
    """
    batch = Batch(opening_state, hands)
    policy = make_table_policy(
        MuscioFeatureEncoder(batch, hands, np.zeros(batch.width, np.uint64)),
        load_scaled_policy_table(),
    )
    batch.play_out(make_timed_policy(policy, check_time))
    changes = compute_total_changes(batch.points())
    if len(hands) > TWO_PARTICIPANTS:
        return changes
    gives_up = (
        compute_standing_probability(predict_points(hands, opening_state.trump_mask)) < MIN_STAND_PROBABILITY
    ) & ~is_staying
    first_player, second_player = opening_state.leader, 1 - opening_state.leader
    gives_up[second_player] &= ~gives_up[first_player]
    changes[:, gives_up.any(axis=0)] = 0
    changes[second_player, gives_up[first_player]] = -FORFEIT_POINTS
    changes[first_player, gives_up[second_player]] = -FORFEIT_POINTS
    return changes


# -- after all declarations ---------------------------------------------------------------------


def _simulate_exchanges(phase: ExchangePhase, task: SearchTask) -> Simulation:
    """Return the changes for each exchange of the dealer, and for none."""
    choices = [choice for choice in phase.legal_actions() if isinstance(choice, (KeepTurnedCard, Swap))]
    turned_mask = make_card_mask(phase.trick_phase.turned_card)
    opening_state, hands = _sample_trick_hands(phase.trick_phase, phase.dealer, task)
    exchange_masks = [
        make_card_mask(choice.card) | turned_mask if isinstance(choice, Swap) and choice.card else 0
        for choice in choices
    ]
    hands_by_choice = np.tile(hands, len(choices))
    hands_by_choice[opening_state.players.index(phase.dealer)] ^= np.repeat(
        np.array(exchange_masks, np.uint64), hands.shape[1]
    )
    is_staying = [seat == find_blinde_taker(phase.trick_phase.declarations) for seat in opening_state.players]
    return choices, _compute_seat_changes(phase.seats, opening_state, hands_by_choice, is_staying, task.check_time)


def _simulate_standing(phase: ForfeitPhase, task: SearchTask) -> Simulation:
    """Return the changes for staying in and for forfeiting."""
    own_seat = phase.turn
    opening_state, hands = _sample_trick_hands(phase.trick_phase, own_seat, task)
    is_staying = [seat == own_seat or seat not in phase.undecided_seats for seat in opening_state.players]
    changes_if_standing = _compute_seat_changes(phase.seats, opening_state, hands, is_staying, task.check_time)
    changes_if_forfeiting = np.zeros_like(changes_if_standing)
    changes_if_forfeiting[[seat for seat in opening_state.players if seat != own_seat]] = -FORFEIT_POINTS
    changes = np.concatenate([changes_if_standing, changes_if_forfeiting], axis=1)
    return [Stand(own_seat), Forfeit(own_seat)], changes


def _sample_trick_hands(trick_phase: MuscioTrickPhase, seat: int, task: SearchTask) -> tuple[PublicState, CardMasks]:
    """Return the public state before the first card, and sampled hands."""
    states = sample_trick_states(trick_phase, seat, task.rng, task.step.deals * OVERSAMPLING)
    return states.current_state, states.hands[:, systematic_resample(states.log_weights, task.rng, task.step.deals)]


def _compute_seat_changes(
    seats: int, opening_state: PublicState, hands: CardMasks, is_staying: list[bool], check_time: TimeCheck
) -> NDArray[np.int64]:
    """Return the changes of the totals after card play, (seats, deals)."""
    changes = np.zeros((seats, hands.shape[1]), np.int64)
    changes[list(opening_state.players)] = _play_out_hands(
        opening_state, hands, np.array(is_staying)[:, None], check_time
    )
    return changes
