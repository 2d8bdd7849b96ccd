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
from game.ai.level_table import SearchStep
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
from game.ai.muscio.match_equity import compute_match_values, compute_total_changes
from game.ai.muscio.match_equity import compute_win_probabilities as match_chances
from game.ai.muscio.search_model import (
    PACK_MASK,
    load_scaled_policy_table,
    make_card_mask,
    make_opening_state,
    sample_trick_states,
)
from game.ai.personas import Persona
from game.ai.rollout.card_bits import FIRST_SUIT_MASK, CardMasks, get_card_bits, make_suit_mask
from game.ai.rollout.policy import make_table_policy, make_timed_policy
from game.ai.rollout.rollout import NO_CARDS, Batch, IndexArray, PublicState
from game.ai.rollout.sampling import systematic_resample
from game.ai.search import ActionResults
from game.ai.time_limit import TimeCheck, no_time_limit
from game.core.actions import Action, Pass, Swap
from game.core.trick_taking import order_seats_from
from game.match.observation import Observation
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
    Declaration,
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


def estimate_pre_play_actions(
    observation: Observation, step: SearchStep, rng: np.random.Generator, persona: Persona, check_time: TimeCheck
) -> list[ActionEstimate]:
    """Return estimates of declarations, exchanges or forfeits, in the order of the legal actions.

    The best of several estimates is biased upwards, and the more so the fewer the deals: so a declaration must be
    better than a pass by a margin. A dealer always lays the blinde. Raises TimeUp when ``check_time`` does.
    """
    phase = observation.phase
    if isinstance(phase, DeclarationPhase):
        margin_points = step.call_margin - MAX_BOLDNESS_MARGIN_SHIFT_POINTS * persona.boldness
        changes = simulate_declarations(phase, rng, step.deals, check_time)
        return _make_estimates(observation, changes, margin_points)
    if isinstance(phase, ExchangePhase):
        return _make_estimates(observation, simulate_exchanges(phase, rng, step.deals, check_time))
    if isinstance(phase, ForfeitPhase):
        return _make_estimates(observation, simulate_standing(phase, rng, step.deals, check_time))
    assert isinstance(phase, HandDealingPhase)
    return _make_estimates(observation, {LayBlinde(phase.dealer): np.zeros((observation.seats, 1), np.int64)})


ChangesByAction: TypeAlias = dict[Action, NDArray[np.int64]]
"""Action -> changes of all totals, (seats, deals), in the same deals."""


def _make_estimates(
    observation: Observation, changes_by_action: ChangesByAction, play_margin_points: float = 0.0
) -> list[ActionEstimate]:
    """Return the estimates of the actions, in the order of ``changes_by_action``.

    ``play_margin_points``: how much better than passing another declaration must be.
    """
    seat, all_changes = observation.seat, changes_by_action.values()
    assert seat is not None
    margins = [0.0 if isinstance(action, Pass) else play_margin_points for action in changes_by_action]
    values = np.stack([compute_match_values(observation.totals, changes)[seat] for changes in all_changes])
    return ActionResults(
        values - np.array(margins)[:, None],
        np.stack([-changes[seat] for changes in all_changes]),
        np.stack([match_chances(np.array(observation.totals)[:, None] + changes)[seat] for changes in all_changes]),
    ).make_estimates([*changes_by_action])


class DeclaredDeals(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """Deals in which all seats have declared.

    ``hands``: (seats, deals), as played, but before the exchange; ``is_playing``: (seats, deals); ``blinde_takers``: by
    deal the seat that takes the blinde, or `NO_SEAT`.
    """

    hands: CardMasks
    is_playing: NDArray[np.bool_]
    blinde_takers: IndexArray


def simulate_declarations(
    phase: DeclarationPhase, rng: np.random.Generator, deal_count: int, check_time: TimeCheck = no_time_limit
) -> ChangesByAction:
    """Return the changes of the totals, (seats, deals), for each declaration of the seat to act.

    Raises TimeUp when ``check_time`` does.
    """
    seat = phase.turn
    choices = [choice for choice in phase.legal_actions() if isinstance(choice, (PlayDeal, Pass, TakeBlinde))]
    own_hand, trump_mask = get_card_bits(RANKING).make_mask(phase.hands[seat]), make_suit_mask(phase.trump)
    *hands_by_seat, blinde_hands = sample_deals(
        own_hand,
        seat,
        PACK_MASK & ~own_hand & ~make_card_mask(phase.turned_card),
        (HAND_SIZE,) * phase.seats,
        lambda deals: (
            np.zeros(deals.shape[1])
            + compute_declarations_log_likelihood(
                phase.declarations, dict(enumerate(deals[:-1])), trump_mask, phase.seats
            )
        ),
        rng,
        deal_count,
        oversampling=OVERSAMPLING,
    )
    hands = np.stack(hands_by_seat)
    uniform_draws = rng.random(hands.shape)
    deals_by_choice = [
        _complete_declarations(phase, (*phase.declarations, choice), hands, blinde_hands, uniform_draws)
        for choice in choices
    ]
    all_deals = DeclaredDeals(
        hands=np.concatenate([deals.hands for deals in deals_by_choice], axis=1),
        is_playing=np.concatenate([deals.is_playing for deals in deals_by_choice], axis=1),
        blinde_takers=np.concatenate([deals.blinde_takers for deals in deals_by_choice]),
    )
    return _split_by_choice(choices, _play_out_deals(phase, all_deals, check_time))


def _split_by_choice(choices: Sequence[Action], changes: NDArray[np.int64]) -> ChangesByAction:
    """Return the changes by choice; the deals of each choice are consecutive columns."""
    return dict(zip(choices, np.split(changes, len(choices), axis=1), strict=True))


def _complete_declarations(
    phase: DeclarationPhase,
    declarations: tuple[Declaration, ...],
    hands: CardMasks,
    blinde_hands: CardMasks,
    uniform_draws: NDArray[np.float64],
) -> DeclaredDeals:
    """Return the deals after sampled declarations of the later seats.

    ``uniform_draws``: (seats, deals), random numbers from 0 to 1.
    """
    trump_mask, turned_mask, width = (
        make_suit_mask(phase.trump),
        np.uint64(make_card_mask(phase.turned_card)),
        hands.shape[1],
    )
    is_playing, blinde_takers = np.zeros(hands.shape, bool), np.full(width, NO_SEAT)
    for index, seat in enumerate(order_seats_from(tuple(range(phase.seats)), phase.forehand)):
        if index < len(declarations):
            kinds: IndexArray = np.full(width, get_declaration_kind(declarations[index]))
        else:
            hand = (
                exchange_turned_card(hands[seat], np.uint64(trump_mask), turned_mask)
                if seat == phase.dealer
                else hands[seat]
            )
            probabilities = compute_declaration_probabilities(
                predict_points(hand, trump_mask),
                is_playing.sum(axis=0),
                phase.seats - 1 - index,
                blinde_takers == NO_SEAT,
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
    is_single_suit = np.zeros(deals.hands.shape, bool)
    for shift in range(4):
        is_single_suit |= (deals.hands & ~(FIRST_SUIT_MASK << np.uint64(shift))) == NO_CARDS
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
    batch = Batch(opening_state, hands, np.zeros((0, hands.shape[1]), np.uint64))
    policy = make_table_policy(
        MuscioFeatureEncoder.from_initial_hands(batch, hands, np.zeros(batch.width, np.uint64)),
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


def simulate_exchanges(
    phase: ExchangePhase, rng: np.random.Generator, deal_count: int, check_time: TimeCheck = no_time_limit
) -> ChangesByAction:
    """Return the changes of the totals, (seats, deals), for each exchange of the dealer, and for none.

    Raises TimeUp when ``check_time`` does.
    """
    card_bits = get_card_bits(RANKING)
    choices = [choice for choice in phase.legal_actions() if isinstance(choice, (KeepTurnedCard, Swap))]
    turned_mask = make_card_mask(phase.trick_phase.turned_card)
    opening_state, hands = _sample_trick_hands(phase.trick_phase, phase.dealer, rng, deal_count)
    exchange_masks = [
        card_bits.make_mask((choice.card,)) | turned_mask if isinstance(choice, Swap) and choice.card else 0
        for choice in choices
    ]
    hands_by_choice = np.tile(hands, len(choices))
    hands_by_choice[opening_state.players.index(phase.dealer)] ^= np.repeat(
        np.array(exchange_masks, np.uint64), hands.shape[1]
    )
    is_staying = [seat == find_blinde_taker(phase.trick_phase.declarations) for seat in opening_state.players]
    return _split_by_choice(
        choices, _compute_seat_changes(phase.seats, opening_state, hands_by_choice, is_staying, check_time)
    )


def simulate_standing(
    phase: ForfeitPhase, rng: np.random.Generator, deal_count: int, check_time: TimeCheck = no_time_limit
) -> ChangesByAction:
    """Return the changes of the totals, (seats, deals), for staying in and for forfeiting.

    Raises TimeUp when ``check_time`` does.
    """
    own_seat = phase.turn
    opening_state, hands = _sample_trick_hands(phase.trick_phase, own_seat, rng, deal_count)
    is_staying = [seat == own_seat or seat not in phase.undecided_seats for seat in opening_state.players]
    changes_if_standing = _compute_seat_changes(phase.seats, opening_state, hands, is_staying, check_time)
    changes_if_forfeiting = np.zeros_like(changes_if_standing)
    changes_if_forfeiting[[seat for seat in opening_state.players if seat != own_seat]] = -FORFEIT_POINTS
    return {Stand(own_seat): changes_if_standing, Forfeit(own_seat): changes_if_forfeiting}


def _sample_trick_hands(
    trick_phase: MuscioTrickPhase, seat: int, rng: np.random.Generator, deal_count: int
) -> tuple[PublicState, CardMasks]:
    """Return the public state before the first card, and sampled hands."""
    states = sample_trick_states(trick_phase, seat, rng, deal_count * OVERSAMPLING)
    return states.current_state, states.hands[:, systematic_resample(states.log_weights, rng, deal_count)]


def _compute_seat_changes(
    seats: int, opening_state: PublicState, hands: CardMasks, is_staying: list[bool], check_time: TimeCheck
) -> NDArray[np.int64]:
    """Return the changes of the totals after card play, (seats, deals)."""
    changes = np.zeros((seats, hands.shape[1]), np.int64)
    changes[list(opening_state.players)] = _play_out_hands(
        opening_state, hands, np.array(is_staying)[:, None], check_time
    )
    return changes
