"""The bidding of the strong players of Briscola chiamata: the expected end of the auction, and the payoffs of the deal.

The others' hands are sampled by the likelihood of their calls; their limits follow from the hands (`compute_limits`).
All contracts that may be reached are played by rollouts in the same states. So a call, with the best limit for later
raises, is compared with passing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec
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
from game.ai.chiamata.features import CALLER, ChiamataFeatureEncoder
from game.ai.chiamata.hand_value import RANK_COUNT, FloatArray, HandValues
from game.ai.chiamata.heuristic_play import make_heuristic_policy
from game.ai.chiamata.search_model import CARD_POINT_VALUE_MATCH_POINTS, ChiamataSearchModel, make_payoff_table
from game.ai.estimates import ActionEstimate, find_best_estimate
from game.ai.models import load_policy_table
from game.ai.personas import Persona
from game.ai.rollout.card_bits import FIRST_SUIT_MASK, ONE, CardMasks, get_card_bits, make_suit_mask
from game.ai.rollout.policy import make_table_policy, make_timed_policy
from game.ai.rollout.rollout import NO_CARDS, Batch, IndexArray, Policy, make_public_state
from game.ai.rollout.sampling import systematic_resample
from game.ai.search import ActionResults
from game.ai.time_limit import TimeCheck, no_time_limit
from game.core.actions import Action, Pass
from game.core.cards import ITALIAN_PACK, get_card
from game.core.trick_taking import Trick, order_seats_from, replace
from game.match.observation import Observation
from game.rules.briscola_family import RANKING
from game.rules.chiamata.actions import Call, NameSuit, Solo
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.options import ChiamataOptions
from game.rules.chiamata.scoring import PLAIN_CONTRACT_POINTS, Contract
from game.rules.chiamata.trick_play import ChiamataTrickPhase, NamingPhase

OVERSAMPLING: Final = 8
"""The number of sampled states for each selected one."""
MAX_BOLDNESS_BONUS_MATCH_POINTS: Final = 0.4
"""The bonus for calling of a persona with boldness 1."""

RAISE_JUMPS_POINTS: Final = (2, 5, 10)
"""Raises evaluated in addition to the lowest, in points above it."""
TIE_TOLERANCE_MATCH_POINTS: Final = 0.12
"""The difference up to which calls count as equal to the best."""
MAX_STEPS_AHEAD: Final = 40
"""The most steps above the last call considered as a limit."""
SOLO_HEIGHT: Final = -1
"""The height of the called card in solo, where there is none."""

CARD_BITS: Final = get_card_bits(RANKING)


class ContractSearchSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings for rollouts of contracts.

    ``state_count``: the number of states; ``uses_heuristic_policy``: whether all play like "club" instead of by the
    policy table; ``check_time``: called before each card.
    """

    state_count: int
    uses_heuristic_policy: bool = False
    check_time: TimeCheck = no_time_limit

    def make_policy(self, batch: Batch, encoder: ChiamataFeatureEncoder) -> Policy:
        """Return the policy of all players in ``batch``, in which no card was played."""
        untimed_policy = (
            make_heuristic_policy(batch.public_state, encoder)
            if self.uses_heuristic_policy
            else make_table_policy(encoder, load_policy_table("chiamata"))
        )
        return make_timed_policy(untimed_policy, self.check_time)


class _AuctionStates(NamedTuple):
    """An auction in sampled states. ``hands``: (players, states)."""

    phase: AuctionPhase
    seat: int
    hands: CardMasks
    settings: ContractSearchSettings

    @property
    def width(self) -> int:
        return int(self.hands.shape[1])

    def compute_hand_values(self, seat: int) -> HandValues:
        """Return the values of the hands of ``seat`` as the caller, by state."""
        positions = np.full(self.width, (seat - self.phase.forehand) % self.phase.seats)
        return HandValues(self.hands[seat], positions, allows_in_mano=self.phase.options.in_hand)


class _ContractArrays(NamedTuple):
    """A contract by state: caller, and suit (0-3) and height of the called card."""

    caller: IndexArray
    suit: IndexArray
    height: IndexArray


class _ContractResult(NamedTuple):
    """The result of a contract in rollouts, by state.

    ``points``: of the caller's side; ``bidder_role``: the role of the seat that bids.
    """

    points: NDArray[np.int64]
    is_caller_alone: NDArray[np.int64]
    bidder_role: NDArray[np.int64]

    def compute_payoffs(self, options: ChiamataOptions, contract: Contract) -> FloatArray:
        """Return the bidder's match points by state, if ``contract`` was played."""
        payoffs: FloatArray = make_payoff_table(options, contract)[self.is_caller_alone, self.bidder_role, self.points]
        return payoffs


class _OpponentLimits(NamedTuple):
    """The limits of the other seats, by state.

    ``highest_step``: the limit of the highest bidder; ``second_highest_step``: that of the next one; ``standing_step``:
    the step to beat; ``standing_bidder``: the seat that called it, None before the first call.
    """

    highest_step: IndexArray
    second_highest_step: IndexArray
    highest_bidder: IndexArray
    standing_step: int
    standing_bidder: int | None

    def compute_final_steps(self, limit: int) -> IndexArray:
        """Return the last step of the auction, by state.

        ``limit``: the highest step to which the bidder goes. The result is `NO_CALL_STEP` if the others do not call.
        """
        second_highest = np.maximum(self.second_highest_step, limit)
        is_standing_bidder = (
            (self.highest_bidder == self.standing_bidder)
            if self.standing_bidder is not None
            else np.zeros(len(self.highest_bidder), bool)
        )
        lowest_steps = np.where(
            is_standing_bidder,
            np.maximum(self.standing_step, second_highest + 1),
            np.maximum(self.standing_step, second_highest) + 1,
        )
        return np.minimum(
            self.highest_step,
            np.where(is_standing_bidder & (second_highest <= self.standing_step), self.standing_step, lowest_steps),
        )


def estimate_calls(
    phase: AuctionPhase,
    choices: tuple[Action, ...],
    numpy_rng: np.random.Generator,
    persona: Persona,
    settings: ContractSearchSettings,
) -> list[ActionEstimate]:
    """Return estimates of each call of the seat to act, in match points, a pass first.

    ``phase`` is masked for the seat, ``choices`` are its legal calls, the lowest of each rank first; of calls that ask
    more than needed only some are evaluated (`RAISE_JUMPS_POINTS`). ``expected_points`` and ``win_probability`` are
    those of the contract without a higher bid. Raise TimeUp when ``settings.check_time`` does.
    """
    seat, hand = phase.calling_seat, CARD_BITS.make_mask(phase.hands[phase.calling_seat])
    deals = sample_deals(
        hand,
        seat,
        CARD_BITS.make_mask(ITALIAN_PACK) & ~hand,
        (len(phase.hands[seat]),) * (phase.seats - 1),
        lambda deals: compute_calls_log_likelihood(phase.calls, phase.options, phase.forehand, deals, seat),
        numpy_rng,
        settings.state_count,
        oversampling=OVERSAMPLING,
    )
    calls, bonus = _select_calls_to_try(choices), MAX_BOLDNESS_BONUS_MATCH_POINTS * persona.boldness

    def evaluate(hands: CardMasks) -> ActionResults:
        results = _evaluate_calls(_AuctionStates(phase, seat, hands, settings), calls, numpy_rng)
        return results._replace(values=results.values + np.array([0.0, *(bonus for _call in calls)])[:, None])

    estimate_of_pass, *estimates = search_calls([Pass(seat), *calls], deals, evaluate)
    return [replace(estimate_of_pass, expected_points=None, win_probability=None), *estimates]


def _evaluate_calls(
    states: _AuctionStates, calls: Sequence[Call | Solo], numpy_rng: np.random.Generator
) -> ActionResults:
    """Return the results of a pass, without points, and of ``calls``."""
    opponent_limits = _sample_opponent_limits(states, numpy_rng)
    opponent_contracts = _OpponentContracts(states, opponent_limits)
    own_contracts = _OwnContracts(states, opponent_limits.standing_step)
    nothing = np.zeros(states.width)
    results: list[tuple[NDArray[Any], ...]] = [(opponent_contracts.get_payoffs(NO_CALL_STEP), nothing, nothing)]
    for call in calls:
        states.settings.check_time()
        payoffs = (
            own_contracts.compute_solo_payoffs()
            if isinstance(call, Solo)
            else _evaluate_call_with_best_limit(call, opponent_limits, own_contracts, opponent_contracts)
        )
        points = own_contracts.get_points(call)
        asked_points = PLAIN_CONTRACT_POINTS if isinstance(call, Solo) or call.points is None else call.points
        results.append((payoffs, points, points >= asked_points))
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

    Of calls that are nearly as good as the best one, the highest is returned: to raise point by point would gain hardly
    more, and take long.
    """
    best_estimate = find_best_estimate(estimates)
    if not isinstance(best_estimate.action, Call):
        return best_estimate.action
    min_value = max(estimates[0].value, best_estimate.value - TIE_TOLERANCE_MATCH_POINTS)
    return max(
        (
            estimate.action
            for estimate in estimates
            if isinstance(estimate.action, Call) and estimate.value >= min_value
        ),
        key=get_step,
    )


def _sample_opponent_limits(states: _AuctionStates, numpy_rng: np.random.Generator) -> _OpponentLimits:
    phase = states.phase
    standing_step = NO_CALL_STEP if phase.last_call is None else get_step(phase.last_call)
    standing_bidder = None if phase.last_call is None else phase.last_call.seat
    last_steps = np.full((phase.seats, states.width), NO_CALL_STEP)
    for seat in range(phase.seats):
        if seat == states.seat or seat in phase.passed_seats:
            continue
        perceived_margins = compute_margins(states.compute_hand_values(seat), phase.options) + numpy_rng.normal(
            0, OPINION_STD_DEV_POINTS, (states.width, 1)
        )
        last_steps[seat] = compute_limits(perceived_margins)
        last_steps[seat] = np.maximum(last_steps[seat], standing_step) if seat == standing_bidder else last_steps[seat]
        last_steps[seat] = np.where(
            (last_steps[seat] > standing_step) | (seat == standing_bidder), last_steps[seat], NO_CALL_STEP
        )
    sorted_steps = np.sort(last_steps, axis=0)
    return _OpponentLimits(
        sorted_steps[-1], sorted_steps[-2], last_steps.argmax(axis=0), standing_step, standing_bidder
    )


def _evaluate_call_with_best_limit(
    call: Call, opponent_limits: _OpponentLimits, own_contracts: _OwnContracts, opponent_contracts: _OpponentContracts
) -> FloatArray:
    """Return the payoffs of ``call`` by state, with the best limit for raises."""
    step = get_step(call)
    payoffs_now = own_contracts.compute_payoffs(step, call)
    is_outbid = opponent_limits.highest_step > step
    payoffs_later = own_contracts.compute_payoffs_at_steps(
        np.minimum(opponent_limits.highest_step + 1, STEP_COUNT - 1), is_outbid
    )
    bid_limits = range(
        step, max(step + 1, min(STEP_COUNT, max(0, opponent_limits.standing_step) + MAX_STEPS_AHEAD + 1))
    )
    payoffs_if_outbid = (
        np.where(opponent_limits.highest_step < bid_limit, payoffs_later, opponent_contracts.get_payoffs(bid_limit))
        for bid_limit in bid_limits
    )
    return max(
        (np.where(is_outbid, payoffs, payoffs_now) for payoffs in payoffs_if_outbid),
        key=lambda expected: float(expected.mean()),
    )


class _OwnContracts:
    """The results of all contracts with the bidder as caller."""

    def __init__(self, states: _AuctionStates, standing_step: int) -> None:
        self.states, self.options = states, states.phase.options
        hand_values = states.compute_hand_values(states.seat)
        suits = hand_values.find_best_suits()[0]
        self.ranked_cards = [
            (int(suits[height]), height) for height in range(min(RANK_COUNT - 1, RANK_COUNT - 2 - standing_step), 0, -1)
        ]
        self.ranked_cards.append((int(suits[0]), 0))
        forced, suit, height = hand_values.find_best_forced_calls()
        self.forced_card = (
            (int(suit[0]), int(height[0])) if self.options.forced_call and np.isfinite(forced[0]) else None
        )
        wanted = [
            *self.ranked_cards,
            *([self.forced_card] if self.forced_card else []),
            *([(0, SOLO_HEIGHT)] if self.options.solo else []),
        ]
        everybody = np.full(states.width, states.seat)
        results = _play_out_contracts(
            states,
            [_ContractArrays(everybody, *(np.full(states.width, index) for index in called)) for called in wanted],
        )
        self.results = dict(zip(wanted, results, strict=True))

    def get_points(self, call: Call | Solo) -> NDArray[np.int64]:
        """Return the points of the caller's side, by state, if ``call`` is the contract."""
        if isinstance(call, Solo):
            return self.results[0, SOLO_HEIGHT].points
        is_forced = call.points is not None and call.rank != RANKING[-1] and self.forced_card is not None
        return self.results[
            self.forced_card if is_forced and self.forced_card else self._get_ranked_card(get_step(call))
        ].points

    def _get_ranked_card(self, step: int) -> tuple[int, int]:
        """Return suit and height of the card that a call at this step names.

        A raised call names the lowest card.
        """
        return next(
            ranked_card
            for ranked_card in self.ranked_cards
            if ranked_card[1] == RANK_COUNT - 1 - min(step, RANK_COUNT - 1)
        )

    def compute_payoffs(self, step: int, call: Call | None = None) -> FloatArray:
        """Return the payoffs of the contract at this step, by state.

        For a raised contract ``call`` gives the rank; None for the better one.
        """
        called = self._get_ranked_card(step)
        if self.forced_card is None or step < RANK_COUNT:
            return self._compute_card_payoffs(called, step)
        if call is not None:
            return self._compute_card_payoffs(called if call.rank == RANKING[-1] else self.forced_card, step)
        return max(
            self._compute_card_payoffs(called, step),
            self._compute_card_payoffs(self.forced_card, step),
            key=lambda payoffs: float(payoffs.mean()),
        )

    def _compute_card_payoffs(self, called: tuple[int, int], step: int) -> FloatArray:
        rank = RANKING[RANK_COUNT - 1 - called[1]]
        return self.results[called].compute_payoffs(
            self.options, Contract(caller=0, rank=rank, points=_get_asked_points(step))
        )

    def compute_payoffs_at_steps(self, steps: IndexArray, is_wanted: NDArray[np.bool_]) -> FloatArray:
        """Return the payoffs of the contract at the step of each state, where wanted."""
        payoffs = np.zeros(self.states.width)
        for step in np.unique(steps[is_wanted]):
            payoffs = np.where(steps == step, self.compute_payoffs(int(step)), payoffs)
        return payoffs

    def compute_solo_payoffs(self) -> FloatArray:
        """Return the payoffs of the solo, by state."""
        return self.results[0, SOLO_HEIGHT].compute_payoffs(self.options, Contract(caller=0, rank=None))


class _OpponentContracts:
    """The bidder's payoffs if another seat becomes the caller."""

    def __init__(self, states: _AuctionStates, opponent_limits: _OpponentLimits) -> None:
        self.states, self.opponent_limits = states, opponent_limits
        suits_by_seat = {
            seat: states.compute_hand_values(seat).find_best_suits()
            for seat in np.unique(opponent_limits.highest_bidder)
            if seat != states.seat
        }
        bid_limits = range(NO_CALL_STEP, min(STEP_COUNT, max(0, opponent_limits.standing_step) + MAX_STEPS_AHEAD + 1))
        self.final_steps = {bid_limit: opponent_limits.compute_final_steps(bid_limit) for bid_limit in bid_limits}
        ranks = np.unique(np.minimum(np.stack(list(self.final_steps.values())), RANK_COUNT - 1))
        wanted_ranks = [int(rank) for rank in ranks if rank != NO_CALL_STEP]
        contracts = []
        for rank in wanted_ranks:
            suit = np.zeros(states.width, np.intp)
            for seat, suits in suits_by_seat.items():
                suit = np.where(opponent_limits.highest_bidder == seat, suits[:, RANK_COUNT - 1 - rank], suit)
            contracts.append(
                _ContractArrays(opponent_limits.highest_bidder, suit, np.full(states.width, RANK_COUNT - 1 - rank))
            )
        self.results = dict(zip(wanted_ranks, _play_out_contracts(states, contracts) if contracts else [], strict=True))
        self.payoffs_by_step: dict[int, FloatArray] = {}
        self.payoffs_by_limit: dict[int, FloatArray] = {}

    def get_payoffs(self, bid_limit: int) -> FloatArray:
        """Return the payoffs by state if the bidder is outbid at ``bid_limit``.

        They are 0 in states without a caller.
        """
        bid_limit = min(bid_limit, max(self.final_steps))
        if bid_limit not in self.payoffs_by_limit:
            self.payoffs_by_limit[bid_limit] = self._compute_payoffs_by_limit(bid_limit)
        return self.payoffs_by_limit[bid_limit]

    def _compute_payoffs_by_limit(self, bid_limit: int) -> FloatArray:
        self.states.settings.check_time()
        steps = self.final_steps[bid_limit]
        payoffs = np.zeros(self.states.width)
        for step in np.unique(steps[steps != NO_CALL_STEP]):
            payoffs = np.where(steps == step, self._compute_payoffs_by_step(int(step)), payoffs)
        return payoffs

    def _compute_payoffs_by_step(self, step: int) -> FloatArray:
        if step not in self.payoffs_by_step:
            rank = min(step, RANK_COUNT - 1)
            contract = Contract(caller=0, rank=RANKING[rank], points=_get_asked_points(step))
            self.payoffs_by_step[step] = self.results[rank].compute_payoffs(self.states.phase.options, contract)
        return self.payoffs_by_step[step]


def _get_asked_points(step: int) -> int | None:
    """Return the points named by a call at this step, None for a plain call."""
    return None if step < RANK_COUNT else int(ASKED_POINTS_BY_STEP[step])


def _play_out_contracts(states: _AuctionStates, contracts: list[_ContractArrays]) -> list[_ContractResult]:
    """Return the results of rollouts of each contract in all states."""
    caller, suit, height = (np.concatenate(part) for part in zip(*contracts, strict=True))
    hands = np.tile(states.hands, (1, len(contracts)))
    is_solo = height == SOLO_HEIGHT
    trump_masks = np.where(is_solo, NO_CARDS, FIRST_SUIT_MASK << suit.astype(np.uint64))
    called_cards = np.where(is_solo, NO_CARDS, ONE << (4 * np.abs(height) + suit).astype(np.uint64))
    partner = np.where(is_solo, caller, ((hands & called_cards) != NO_CARDS).argmax(axis=0))
    batch = Batch(
        make_public_state(_make_trick_phase(states.phase)), hands, np.zeros((0, len(suit)), np.uint64), trump_masks
    )
    encoder = ChiamataFeatureEncoder(batch, caller, partner, called_cards)
    batch.play_out(states.settings.make_policy(batch, encoder))
    points = encoder.sum_caller_side_points(batch)
    bidder_roles = encoder.roles.reshape(batch.player_count, -1)[states.seat].astype(np.int64)
    is_alone = (partner == caller).astype(np.int64)
    split_arrays = (np.split(part, len(contracts)) for part in (points, is_alone, bidder_roles))
    return [_ContractResult(*arrays) for arrays in zip(*split_arrays, strict=True)]


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


def estimate_suits(
    observation: Observation, phase: NamingPhase, numpy_rng: np.random.Generator, settings: ContractSearchSettings
) -> list[ActionEstimate]:
    """Return estimates of each suit to name, in match points.

    Card points count for a small part. Raise TimeUp when ``settings.check_time`` does.
    """
    tricks = phase.trick_phase
    rank, caller = tricks.contract.rank, tricks.contract.caller
    assert rank is not None
    states = ChiamataSearchModel().sample_states(
        replace(observation, phase=tricks), numpy_rng, settings.state_count * OVERSAMPLING
    )
    namings = [choice for choice in observation.legal_actions if isinstance(choice, NameSuit)]
    state_indices = np.tile(systematic_resample(states.log_weights, numpy_rng, settings.state_count), len(namings))
    called_cards = np.repeat(
        np.array([1 << CARD_BITS.bit_by_card[get_card(rank, naming.suit)] for naming in namings], np.uint64),
        settings.state_count,
    )
    trump_masks = np.repeat(
        np.array([make_suit_mask(naming.suit) for naming in namings], np.uint64), settings.state_count
    )
    batch = Batch(states.current_state, states.hands[:, state_indices], states.stock[:, state_indices], trump_masks)
    partner = ((states.initial_hands[:, state_indices] & called_cards) != NO_CARDS).argmax(axis=0)
    encoder = ChiamataFeatureEncoder(batch, np.full(len(state_indices), caller), partner, called_cards)
    batch.play_out(settings.make_policy(batch, encoder))
    points = encoder.sum_caller_side_points(batch)
    is_alone = (partner == caller).astype(np.int64)
    payoffs = (
        make_payoff_table(tricks.options, tricks.contract)[is_alone, CALLER, points]
        + CARD_POINT_VALUE_MATCH_POINTS * points
    )
    is_won = points >= tricks.contract.required_points
    return ActionResults(*(part.reshape(len(namings), -1) for part in (payoffs, points, is_won))).make_estimates(
        namings
    )
