"""Heuristic bidding in Briscola chiamata: the call, the limit of raises, and the suit to name.

A bidder estimates for each card it might call the points that its side may expect (`hand_value`) and the probability to
reach the points asked. It calls while that probability is high enough, and passes otherwise. `choose_as_novice` does
the same with a large error and too much optimism.
"""

from __future__ import annotations

import math
from functools import partial
from itertools import takewhile
from random import Random
from typing import Final, NamedTuple

import msgspec
import numpy as np

from game.ai.chiamata.bidding_search import select_lowest_calls
from game.ai.chiamata.hand_value import CLUB_MODEL, CONTRACT_KINDS, RANK_COUNT, HandValues
from game.ai.chiamata.heuristic_play import CLUB_PLAY_STYLE, NOVICE_PLAY_STYLE, PlayStyle, choose_play
from game.ai.models import load_model
from game.ai.personas import Persona
from game.ai.rollout.card_bits import get_card_bits
from game.ai.time_limit import TimeLimit
from game.core.actions import Action, Pass, Play
from game.core.cards import SUITS, Hand, Suit
from game.match.observation import Observation, get_phase
from game.rules.briscola_family import RANKING
from game.rules.chiamata.actions import Call, NameSuit, Solo
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.calls import find_forced_suits
from game.rules.chiamata.options import ChiamataOptions
from game.rules.chiamata.scoring import Contract, get_points_multiplier
from game.rules.chiamata.trick_play import ChiamataTrickPhase, NamingPhase


class BiddingStyle(msgspec.Struct, frozen=True, kw_only=True):
    """Parameters of a heuristic bidder.

    ``min_plain_probability``: the probability to make a contract required for a plain call, ``min_raised_probability``
    for one with points, ``min_solo_probability`` for solo; ``optimism_points``: added to the expected points;
    ``error_std_dev_points``: standard deviation of the error of the expected points.
    """

    min_plain_probability: float
    min_raised_probability: float
    min_solo_probability: float
    optimism_points: float
    error_std_dev_points: float

    def adapt_to(self, persona: Persona) -> BiddingStyle:
        """Return this style with minimum probabilities changed by a persona's boldness."""
        shift = MAX_BOLDNESS_PROBABILITY_SHIFT * persona.boldness
        names = ("min_plain_probability", "min_raised_probability", "min_solo_probability")
        return msgspec.structs.replace(self, **{name: getattr(self, name) - shift for name in names})

    def get_min_probability(self, call: Call | Solo) -> float:
        """Return the probability to make ``call`` that is required."""
        if isinstance(call, Solo):
            return self.min_solo_probability
        return self.min_plain_probability if call.points is None else self.min_raised_probability


CLUB_BIDDING: Final = BiddingStyle(
    min_plain_probability=0.41,
    min_raised_probability=0.52,
    min_solo_probability=0.55,
    optimism_points=1.5,
    error_std_dev_points=0.0,
)
NOVICE_BIDDING: Final = BiddingStyle(
    min_plain_probability=0.42,
    min_raised_probability=0.6,
    min_solo_probability=0.6,
    optimism_points=4.0,
    error_std_dev_points=9.0,
)

PLAIN_CALL_TIE_MATCH_POINTS: Final = 0.3
"""The difference up to which plain calls count as equal after a call.

Of equal calls the lowest is called.
"""
BASE_STAKES_MATCH_POINTS: Final = (2, 4, 4)
"""The caller's stake in a contract of 61 points, by `CONTRACT_KINDS`."""

FIRST_RAISE_FRACTION: Final = 0.6
"""How far a first raise goes towards the limit."""

MAX_BOLDNESS_PROBABILITY_SHIFT: Final = 0.08
"""The amount by which a persona with boldness 1 lowers the minimum probabilities.

A persona with boldness -1 raises them as much.
"""


class ContractPrediction(NamedTuple):
    """The expected result of a contract for its caller.

    ``made_probability``: of making it; ``suit``: the suit to name, None in solo.
    """

    expected_match_points: float
    made_probability: float
    suit: Suit | None


def _choose_action(
    bidding_style: BiddingStyle,
    play_style: PlayStyle,
    observation: Observation,
    rng: Random,
    _time_limit: TimeLimit,
    persona: Persona,
) -> Action:
    phase, style = observation.phase, bidding_style.adapt_to(persona)
    if isinstance(phase, AuctionPhase):
        return _choose_bid(phase, observation.legal_actions, rng, style)
    if isinstance(phase, NamingPhase):
        return _choose_suit(phase, observation.legal_actions, rng, style)
    plays = [choice for choice in observation.legal_actions if isinstance(choice, Play)]
    return choose_play(get_phase(observation, ChiamataTrickPhase), plays, rng, play_style)


choose_as_club: Final = partial(_choose_action, CLUB_BIDDING, CLUB_PLAY_STYLE)
"""Chooses a sound bid, or a card by role, with inferences about the partner."""
choose_as_novice: Final = partial(_choose_action, NOVICE_BIDDING, NOVICE_PLAY_STYLE)
"""Chooses a bid or a card as a beginner does."""


def _choose_bid(phase: AuctionPhase, choices: tuple[Action, ...], rng: Random, style: BiddingStyle) -> Action:
    """Return the acceptable call with the best expected result, or a pass.

    Of plain calls that are nearly as good the lowest is chosen. A raise jumps part of the way to the limit.
    """
    seat = phase.calling_seat
    predictor = _ContractPredictor(phase.hands[seat], (seat - phase.forehand) % phase.seats, phase.options)
    extra_points = style.optimism_points
    if style.error_std_dev_points:
        extra_points += rng.gauss(0, style.error_std_dev_points)

    def predict_if_acceptable(call: Call | Solo) -> ContractPrediction | None:
        rank, points = (None, None) if isinstance(call, Solo) else (call.rank, call.points)
        prediction = predictor.predict_in_best_suit(Contract(caller=seat, rank=rank, points=points), extra_points)
        return prediction if prediction.made_probability >= style.get_min_probability(call) else None

    calls = [choice for choice in choices if isinstance(choice, (Call, Solo))]
    acceptable = [
        (item, prediction)
        for item in select_lowest_calls(calls)
        if (prediction := predict_if_acceptable(item)) is not None
    ]
    if not acceptable:
        return Pass(seat)
    best, best_prediction = max(acceptable, key=lambda item: item[1].expected_match_points)
    if isinstance(best, Solo):
        return best
    if best.points is None:
        min_match_points = best_prediction.expected_match_points - (
            PLAIN_CALL_TIE_MATCH_POINTS if phase.last_call else 0.0
        )
        return [
            item
            for item, prediction in acceptable
            if _is_plain(item) and prediction.expected_match_points >= min_match_points
        ][-1]
    higher_calls = [
        item for item in calls if isinstance(item, Call) and item.rank == best.rank and item.points is not None
    ]
    acceptable_raises = list(takewhile(lambda item: predict_if_acceptable(item) is not None, higher_calls))
    return acceptable_raises[int(FIRST_RAISE_FRACTION * (len(acceptable_raises) - 1))]


def _is_plain(call: Call | Solo) -> bool:
    return isinstance(call, Call) and call.points is None


def _choose_suit(phase: NamingPhase, choices: tuple[Action, ...], rng: Random, style: BiddingStyle) -> Action:
    """Return the suit with the best expected result."""
    seat, contract = phase.turn, phase.trick_phase.contract
    hand, position = phase.trick_phase.get_dealt_hand(seat), (seat - phase.forehand) % phase.seats
    predictor = _ContractPredictor(hand, position, phase.options)
    match_points = {
        choice: predictor.predict(contract, choice.suit, rng.gauss(0, style.error_std_dev_points)).expected_match_points
        for choice in choices
        if isinstance(choice, NameSuit)
    }
    return max(match_points, key=match_points.__getitem__)


class _ContractPredictor:
    """The predictions for a hand, as dealt, in ``position`` in the first trick."""

    def __init__(self, hand: Hand, position: int, options: ChiamataOptions) -> None:
        self.hand, self.options = hand, options
        self.hand_values = HandValues(
            np.array([get_card_bits(RANKING).make_mask(hand)], np.uint64),
            position,
            allows_in_mano=options.in_hand,
            model=CLUB_MODEL,
        )

    def predict_in_best_suit(self, contract: Contract, extra_points: float) -> ContractPrediction:
        """Return the best prediction over the suits that may be named."""
        if contract.rank is None:
            return self.predict(contract, None, extra_points)
        suits = find_forced_suits(self.hand, contract.rank) if contract.is_forced else SUITS
        return max(self.predict(contract, suit, extra_points) for suit in suits)

    def predict(self, contract: Contract, suit: Suit | None, extra_points: float) -> ContractPrediction:
        """Return the prediction for ``contract`` with this suit, None in solo.

        ``extra_points`` are added to those that the caller's side may expect.
        """
        values, kind = self.hand_values, CONTRACT_KINDS.index("solo")
        points = values.solo_points.item(0)
        if contract.rank is not None and suit is not None:
            index = (0, SUITS.index(suit), RANK_COUNT - 1 - RANKING.index(contract.rank))
            points = values.call_points.item(index)
            kind = CONTRACT_KINDS.index("in_mano" if values.is_card_held.item(index) else "partner")
        made_probability = compute_made_probability(
            points + extra_points, contract.required_points, load_model(CLUB_MODEL)["std_dev_points"].item(kind)
        )
        stake = BASE_STAKES_MATCH_POINTS[kind] * get_points_multiplier(self.options, contract)
        return ContractPrediction(stake * (2 * made_probability - 1), made_probability, suit)


def compute_made_probability(expected_points: float, asked_points: float, std_dev: float) -> float:
    """Return the probability that a side takes at least ``asked_points``.

    The points are normally distributed around ``expected_points``.
    """
    return 0.5 * math.erfc((asked_points - 0.5 - expected_points) / (std_dev * math.sqrt(2)))
