"""The bidding of the strong players of Briscola chiamata: the expected end of the auction, and the payoffs of the deal.

The others' hands are sampled by the likelihood of their calls; their limits follow from the hands (`compute_limits`).
All contracts that may be reached are played by rollouts in the same states. So a call, with the best limit for later
raises, is compared with passing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.ai.call_search import sample_deals, search_calls
from game.ai.chiamata.bid_limits import (
    ASKED_POINTS_BY_STEP,
    NO_CALL_STEP,
    OPINION_STD_DEV_POINTS,
    STEP_COUNT,
    compute_calls_log_likelihood,
    compute_limits,
    compute_margins,
    get_step,
)
from game.ai.chiamata.features import ChiamataFeatureEncoder, find_called_card_holders
from game.ai.chiamata.hand_value import RANK_COUNT, FloatArray, HandValues
from game.ai.chiamata.heuristic_play import make_heuristic_policy
from game.ai.chiamata.search_model import CARD_POINT_VALUE_MATCH_POINTS, ChiamataSearchModel, make_payoff_table
from game.ai.estimates import ActionEstimate, find_best_estimate
from game.ai.level_table import SearchTask
from game.ai.models import load_policy_table
from game.ai.rollout.card_bits import FIRST_SUIT_MASK, ONE, CardMasks, get_card_bits, make_suit_mask
from game.ai.rollout.policy import make_table_policy, make_timed_policy
from game.ai.rollout.rollout import NO_CARDS, Batch, IndexArray, make_public_state
from game.ai.rollout.sampling import systematic_resample
from game.ai.search import ActionResults
from game.core.actions import Action, Pass
from game.core.cards import ITALIAN_PACK, get_card
from game.core.trick_taking import Trick, order_seats_from, replace
from game.rules.briscola_family import RANKING
from game.rules.chiamata.actions import Call, NameSuit, Solo
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.options import ChiamataOptions
from game.rules.chiamata.scoring import Contract
from game.rules.chiamata.trick_play import ChiamataTrickPhase, NamingPhase

OVERSAMPLING: Final = 8
"""The number of sampled states for each selected one."""
MAX_BOLDNESS_BONUS_MATCH_POINTS: Final = 0.4
"""The bonus for calling of a persona with boldness 1."""

RAISE_JUMPS_POINTS: Final = (2, 5, 10)
"""Raises evaluated in addition to the lowest, in points above it."""
TIE_TOLERANCE_MATCH_POINTS: Final = 0.12
"""The difference up to which calls count as equal to the best."""
MIN_MADE_PROBABILITY: Final = 0.25
"""The least probability to make a call.

Others are made only to be outbid: they gain hardly anything, and look foolish if nobody calls more.
"""
MAX_STEPS_AHEAD: Final = 40
"""The most steps above the last call considered as a limit."""
NO_SEAT: Final = -1
"""The bidder to beat before the first call."""
SOLO_HEIGHT: Final = -1
"""The height of the called card in solo, where there is none."""

CARD_BITS: Final = get_card_bits(RANKING)


class _AuctionStates(NamedTuple):
    """An auction in sampled states. ``hands``: (players, states)."""

    phase: AuctionPhase
    seat: int
    hands: CardMasks
    task: SearchTask

    @property
    def width(self) -> int:
        return int(self.hands.shape[1])

    def compute_hand_values(self, seat: int) -> HandValues:
        """Return the values of the hands of ``seat`` as the caller, by state."""
        position = (seat - self.phase.forehand) % self.phase.seats
        return HandValues(self.hands[seat], position, allows_in_mano=self.phase.options.in_hand)


_CalledContract: TypeAlias = tuple[IndexArray | int, IndexArray | int, IndexArray | int]
"""A contract: caller, and suit (0-3) and height of the called card, by state or the same in all."""


class _ContractResult(NamedTuple):
    """The result of a contract in rollouts, by state.

    ``points``: of the caller's side; ``bidder_role``: the role of the seat that bids.
    """

    points: NDArray[np.int64]
    is_caller_alone: NDArray[np.int64]
    bidder_role: NDArray[np.int64]

    def compute_payoffs(self, options: ChiamataOptions, contract: Contract) -> FloatArray:
        """Return the bidder's match points by state, if ``contract`` was played."""
        return make_payoff_table(options, contract)[self.is_caller_alone, self.bidder_role, self.points]


class _OpponentLimits(NamedTuple):
    """The limits of the other seats, by state.

    ``highest_step``: the limit of the highest bidder; ``second_highest_step``: that of the next one; ``standing_step``:
    the step to beat; ``standing_bidder``: the seat that called it, `NO_SEAT` before the first call.
    """

    highest_step: IndexArray
    second_highest_step: IndexArray
    highest_bidder: IndexArray
    standing_step: int
    standing_bidder: int

    @property
    def max_bid_limit(self) -> int:
        """The highest step considered as a limit of the bidder."""
        return min(STEP_COUNT - 1, max(0, self.standing_step) + MAX_STEPS_AHEAD)

    def compute_final_steps(self, limit: int) -> IndexArray:
        """Return the last step of the auction, by state.

        ``limit``: the highest step to which the bidder goes. The result is `NO_CALL_STEP` if the others do not call.
        """
        second_highest = np.maximum(self.second_highest_step, limit)
        is_call_standing = (second_highest <= self.standing_step) & (self.highest_bidder == self.standing_bidder)
        lowest_raise = np.maximum(self.standing_step, second_highest) + 1
        return np.minimum(self.highest_step, np.where(is_call_standing, self.standing_step, lowest_raise))


def estimate_calls(task: SearchTask, phase: AuctionPhase) -> list[ActionEstimate]:
    """Return estimates of each call of the seat to act, in match points, a pass first.

    ``phase`` is masked for the seat. Of calls that ask more than needed only some are evaluated
    (`RAISE_JUMPS_POINTS`). ``expected_points`` and ``win_probability`` are those of the contract without a higher bid.
    Raise TimeUp when ``task.check_time`` does.
    """
    seat, hand = phase.calling_seat, CARD_BITS.make_mask(phase.hands[phase.calling_seat])
    deals = sample_deals(
        hand,
        seat,
        CARD_BITS.make_mask(ITALIAN_PACK) & ~hand,
        (len(phase.hands[seat]),) * (phase.seats - 1),
        lambda deals: compute_calls_log_likelihood(phase.calls, phase.options, phase.forehand, deals, seat),
        task.rng,
        task.step.deals,
        oversampling=OVERSAMPLING,
    )
    calls = _select_calls_to_try(task.observation.legal_actions)
    bonus = MAX_BOLDNESS_BONUS_MATCH_POINTS * task.persona.boldness

    def evaluate(hands: CardMasks) -> ActionResults:
        results = _evaluate_calls(_AuctionStates(phase, seat, hands, task), calls)
        return results._replace(values=results.values + np.array([0.0, *(bonus for _call in calls)])[:, None])

    estimate_of_pass, *estimates = search_calls([Pass(seat), *calls], deals, evaluate)
    return [replace(estimate_of_pass, expected_points=None, win_probability=None), *estimates]


def _evaluate_calls(states: _AuctionStates, calls: Sequence[Call | Solo]) -> ActionResults:
    """Return the results of a pass, without points, and of ``calls``."""
    opponent_limits = _sample_opponent_limits(states)
    opponent_payoffs = _compute_opponent_payoffs(states, opponent_limits)
    own_contracts, nothing = _OwnContracts(states, opponent_limits.standing_step), np.zeros(states.width)
    results: list[tuple[NDArray[Any], ...]] = [(opponent_payoffs[NO_CALL_STEP], nothing, nothing)]
    for call in calls:
        states.task.check_time()
        contract_result, contract = own_contracts.find_contract(call)
        payoffs = contract_result.compute_payoffs(states.phase.options, contract)
        if isinstance(call, Call):
            payoffs = _improve_by_best_limit(call, payoffs, opponent_limits, own_contracts, opponent_payoffs)
        results.append((payoffs, contract_result.points, contract_result.points >= contract.required_points))
    return ActionResults(*(np.stack(parts) for parts in zip(*results, strict=True)))


def select_lowest_calls(choices: Sequence[Action]) -> list[Call | Solo]:
    """Return the lowest call of each rank, and the solo, in the order of ``choices``.

    ``choices``: the lowest call of each rank first.
    """
    lowest_calls: dict[object, Call | Solo] = {}
    for choice in choices:
        if isinstance(choice, (Call, Solo)):
            lowest_calls.setdefault(choice.rank if isinstance(choice, Call) else None, choice)
    return list(lowest_calls.values())


def _select_calls_to_try(choices: tuple[Action, ...]) -> list[Call | Solo]:
    """Return the lowest call of each rank, the jumps above, and the solo."""
    lowest_calls = select_lowest_calls(choices)
    jumps = {
        (call.rank, call.points + jump)
        for call in lowest_calls if isinstance(call, Call) and call.points is not None
        for jump in RAISE_JUMPS_POINTS
    }  # fmt: skip
    return lowest_calls + [call for call in choices if isinstance(call, Call) and (call.rank, call.points) in jumps]


def choose_call(estimates: list[ActionEstimate]) -> Action:
    """Return the best action by ``estimates``, of which the first is that of the pass; there is at least one.

    Calls below `MIN_MADE_PROBABILITY` are left out. Of calls that are nearly as good as the best one, the highest is
    returned: to raise point by point would gain hardly more, and take long.
    """
    estimates = [
        estimate
        for estimate in estimates
        if estimate.win_probability is None or estimate.win_probability >= MIN_MADE_PROBABILITY
    ]
    best_estimate = find_best_estimate(estimates)
    if not isinstance(best_estimate.action, Call):
        return best_estimate.action
    min_value = max(estimates[0].value, best_estimate.value - TIE_TOLERANCE_MATCH_POINTS)
    good_calls = [other.action for other in estimates if isinstance(other.action, Call) and other.value >= min_value]
    return max(good_calls, key=get_step)


def _sample_opponent_limits(states: _AuctionStates) -> _OpponentLimits:
    phase = states.phase
    standing_step = NO_CALL_STEP if phase.last_call is None else get_step(phase.last_call)
    standing_bidder = NO_SEAT if phase.last_call is None else phase.last_call.seat
    last_steps = np.full((phase.seats, states.width), NO_CALL_STEP)
    for seat in range(phase.seats):
        if seat == states.seat or seat in phase.passed_seats:
            continue
        perceived_margins = compute_margins(states.compute_hand_values(seat), phase.options) + states.task.rng.normal(
            0, OPINION_STD_DEV_POINTS, (states.width, 1)
        )
        limits = compute_limits(perceived_margins)
        last_steps[seat] = (
            np.maximum(limits, standing_step)
            if seat == standing_bidder
            else np.where(limits > standing_step, limits, NO_CALL_STEP)
        )
    sorted_steps = np.sort(last_steps, axis=0)
    return _OpponentLimits(
        sorted_steps[-1], sorted_steps[-2], last_steps.argmax(axis=0), standing_step, standing_bidder
    )


def _improve_by_best_limit(
    call: Call,
    payoffs_now: FloatArray,
    opponent_limits: _OpponentLimits,
    own_contracts: _OwnContracts,
    opponent_payoffs: dict[int, FloatArray],
) -> FloatArray:
    """Return the payoffs of ``call`` by state, with the best limit for raises.

    ``payoffs_now``: without a higher bid.
    """
    step, highest_step = get_step(call), opponent_limits.highest_step
    is_outbid = highest_step > step
    payoffs_later = _select_by_step(
        np.where(is_outbid, np.minimum(highest_step + 1, STEP_COUNT - 1), NO_CALL_STEP), own_contracts.compute_payoffs
    )
    max_limit = opponent_limits.max_bid_limit
    payoffs_if_outbid = (
        np.where(highest_step < bid_limit, payoffs_later, opponent_payoffs[min(bid_limit, max_limit)])
        for bid_limit in range(step, max(step, max_limit) + 1)
    )
    return max((np.where(is_outbid, payoffs, payoffs_now) for payoffs in payoffs_if_outbid), key=np.mean)


def _select_by_step(steps: IndexArray, compute_payoffs: Callable[[int], FloatArray]) -> FloatArray:
    """Return the payoffs of the step of each state, 0 where there is no call."""
    payoffs = np.zeros(len(steps))
    for step in np.unique(steps[steps != NO_CALL_STEP]):
        payoffs = np.where(steps == step, compute_payoffs(int(step)), payoffs)
    return payoffs


class _OwnContracts:
    """The results of all contracts with the bidder as caller."""

    def __init__(self, states: _AuctionStates, standing_step: int) -> None:
        self.options = states.phase.options
        hand_values = states.compute_hand_values(states.seat)
        self.suits: list[int] = hand_values.call_points.argmax(axis=1)[0].tolist()
        forced_points, forced_suits, forced_heights = hand_values.find_best_forced_calls()
        self.forced_card = (
            (int(forced_suits[0]), int(forced_heights[0]))
            if self.options.forced_call and np.isfinite(forced_points[0])
            else None
        )
        heights = [*range(min(RANK_COUNT - 1, RANK_COUNT - 2 - standing_step), 0, -1), 0]
        wanted = [
            *((self.suits[height], height) for height in heights),
            *([self.forced_card] if self.forced_card else []),
            *([(0, SOLO_HEIGHT)] if self.options.solo else []),
        ]
        results = _play_out_contracts(states, [(states.seat, *called) for called in wanted])
        self.results = dict(zip(wanted, results, strict=True))

    def find_contract(self, call: Call | Solo) -> tuple[_ContractResult, Contract]:
        """Return the contract that ``call`` makes, and its result."""
        if isinstance(call, Solo):
            return self.results[0, SOLO_HEIGHT], Contract(caller=0, rank=None)
        is_forced = call.points is not None and call.rank != RANKING[-1]
        return self._get_contract(self.forced_card if is_forced else None, get_step(call))

    def compute_payoffs(self, step: int) -> FloatArray:
        """Return the payoffs of the contract at this step, by state; of two cards that may be called, the better."""
        contracts = [self._get_contract(None, step)]
        if step >= RANK_COUNT:
            contracts.append(self._get_contract(self.forced_card, step))
        payoffs = (result.compute_payoffs(self.options, contract) for result, contract in contracts)
        return max(payoffs, key=np.mean)

    def _get_contract(self, forced_card: tuple[int, int] | None, step: int) -> tuple[_ContractResult, Contract]:
        """Return the contract of a forced call, or else with the card that a call at this step names.

        A raised call names the lowest card.
        """
        height = RANK_COUNT - 1 - min(step, RANK_COUNT - 1)
        called = forced_card or (self.suits[height], height)
        return self.results[called], _make_contract(RANK_COUNT - 1 - called[1], step)


def _make_contract(rank_index: int, step: int) -> Contract:
    """Return a contract with a call of this step. ``rank_index``: from the ace down."""
    points = None if step < RANK_COUNT else int(ASKED_POINTS_BY_STEP[step])
    return Contract(caller=0, rank=RANKING[rank_index], points=points)


def _compute_opponent_payoffs(states: _AuctionStates, opponent_limits: _OpponentLimits) -> dict[int, FloatArray]:
    """Return by limit of the bidder the payoffs by state if another seat outbids it.

    They are 0 in states without a caller.
    """
    bidder, suits = opponent_limits.highest_bidder, np.zeros((states.width, RANK_COUNT), np.intp)
    for seat in np.unique(bidder):
        if seat != states.seat:
            best_suits = states.compute_hand_values(seat).call_points.argmax(axis=1)
            suits = np.where((bidder == seat)[:, None], best_suits, suits)
    limits = (NO_CALL_STEP, *range(opponent_limits.standing_step + 1, opponent_limits.max_bid_limit + 1))
    steps_by_limit = {limit: opponent_limits.compute_final_steps(limit) for limit in limits}
    final_steps = [int(step) for step in np.unique(np.stack([*steps_by_limit.values()])) if step != NO_CALL_STEP]
    ranks = sorted({min(step, RANK_COUNT - 1) for step in final_steps})
    heights = [RANK_COUNT - 1 - rank for rank in ranks]
    results = _play_out_contracts(states, [(bidder, suits[:, height], height) for height in heights])
    result_by_rank = dict(zip(ranks, results, strict=True))
    payoffs_by_step = {}
    for step in final_steps:
        states.task.check_time()
        rank = min(step, RANK_COUNT - 1)
        payoffs_by_step[step] = result_by_rank[rank].compute_payoffs(states.phase.options, _make_contract(rank, step))
    return {limit: _select_by_step(steps, payoffs_by_step.__getitem__) for limit, steps in steps_by_limit.items()}


def _play_out_contracts(states: _AuctionStates, contracts: list[_CalledContract]) -> list[_ContractResult]:
    """Return the results of rollouts of each contract in all states."""
    if not contracts:
        return []
    caller, suit, height = (
        np.concatenate([np.broadcast_to(value, states.width) for value in values])
        for values in zip(*contracts, strict=True)
    )
    hands = np.tile(states.hands, (1, len(contracts)))
    is_solo = height == SOLO_HEIGHT
    trump_masks = np.where(is_solo, NO_CARDS, FIRST_SUIT_MASK << suit.astype(np.uint64))
    called_cards = np.where(is_solo, NO_CARDS, ONE << (4 * np.abs(height) + suit).astype(np.uint64))
    batch = Batch(make_public_state(_make_trick_phase(states.phase)), hands, trump_mask=trump_masks)
    result = _play_out_batch(batch, states.seat, caller, called_cards, hands, states.task)
    split_arrays = (np.split(part, len(contracts)) for part in result)
    return [_ContractResult(*arrays) for arrays in zip(*split_arrays, strict=True)]


def _play_out_batch(
    batch: Batch,
    bidder: int,
    caller: IndexArray,
    called_cards: CardMasks,
    initial_hands: CardMasks,
    task: SearchTask,
) -> _ContractResult:
    """Return the result of rollouts of ``batch``."""
    partner = find_called_card_holders(initial_hands, called_cards, caller)
    encoder = ChiamataFeatureEncoder(batch, caller, partner, called_cards)
    policy = (
        make_heuristic_policy(batch.public_state, encoder)
        if task.step.plays_like_club
        else make_table_policy(encoder, load_policy_table("chiamata"))
    )
    batch.play_out(make_timed_policy(policy, task.check_time))
    return _ContractResult(
        encoder.sum_caller_side_points(batch),
        (partner == caller).astype(np.int64),
        encoder.roles.reshape(batch.player_count, -1)[bidder].astype(np.int64),
    )


def _make_trick_phase(phase: AuctionPhase) -> ChiamataTrickPhase:
    """Return the trick phase that follows the auction, with a placeholder contract."""
    seats = tuple(range(phase.seats))
    return ChiamataTrickPhase(
        options=phase.options,
        seats=phase.seats,
        dealer=phase.dealer,
        hands=phase.hands,
        trump=None,
        trick=Trick(order_seats_from(seats, phase.forehand)),
        contract=Contract(caller=phase.calling_seat, rank=None),
        calls=(),
    )


def estimate_suits(task: SearchTask, phase: NamingPhase) -> list[ActionEstimate]:
    """Return estimates of each suit to name, in match points.

    Card points count for a small part. Raise TimeUp when ``task.check_time`` does.
    """
    tricks, observation, deal_count = phase.trick_phase, task.observation, task.step.deals
    rank, caller = tricks.contract.rank, tricks.contract.caller
    assert rank is not None
    states = ChiamataSearchModel().sample_states(
        replace(observation, phase=tricks), task.rng, deal_count * OVERSAMPLING
    )
    namings = [choice for choice in observation.legal_actions if isinstance(choice, NameSuit)]
    state_indices = systematic_resample(states.log_weights, task.rng, deal_count)
    states = states.select(np.tile(state_indices, len(namings)))
    masks = [(CARD_BITS.make_mask((get_card(rank, naming.suit),)), make_suit_mask(naming.suit)) for naming in namings]
    called_cards, trump_masks = np.repeat(np.array(masks, np.uint64).T, deal_count, axis=1)
    batch = Batch(states.current_state, states.hands, states.stock, trump_masks)
    callers = np.full(batch.width, caller)
    result = _play_out_batch(batch, caller, callers, called_cards, states.initial_hands, task)
    points = result.points
    values = result.compute_payoffs(tricks.options, tricks.contract) + CARD_POINT_VALUE_MATCH_POINTS * points
    results = (values, points, points >= tricks.contract.required_points)
    return ActionResults(*(part.reshape(len(namings), -1) for part in results)).make_estimates(namings)
