"""The players of Muscio: heuristic ones, and strong ones that search by rollouts.

To take no trick costs five points, so the first trick is worth six. A hand is worth playing if its expected tricks
outweigh the risk of none. A sole participant wins five points without risk, and against one opponent a forfeit costs
nothing. `choose_as_club` counts the cards and remembers seats without trumps; `choose_as_novice` sees only the current
trick, plays high cards first, plays too many hands and never forfeits. `MuscioPlayer`
uses rollouts instead.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import partial
from random import Random
from typing import Final, NamedTuple

import msgspec
import numpy as np

from game.ai.estimates import ActionEstimate
from game.ai.game_ai import GameAI
from game.ai.level_table import SearchTask
from game.ai.muscio.declaration_search import estimate_pre_play_actions
from game.ai.muscio.explanations import explain_action
from game.ai.muscio.search_model import MuscioSearchModel
from game.ai.personas import Persona
from game.ai.search_player import SearchPlayer
from game.ai.time_limit import TimeLimit
from game.core.actions import Action, Pass, Play, Swap
from game.core.cards import ITALIAN_PACK, Card, Hand, Suit, remove_card
from game.core.trick_taking import list_cards_of_suit
from game.match.observation import Observation
from game.rules.muscio.actions import Forfeit, KeepTurnedCard, LayBlinde, PlayDeal, Stand, TakeBlinde
from game.rules.muscio.declarations import DeclarationPhase
from game.rules.muscio.scoring import HAND_SIZE, NO_TRICK_POINTS, RANKING, find_gatta
from game.rules.muscio.trick_play import (
    ExchangePhase,
    ForfeitPhase,
    MuscioTrickPhase,
    find_blinde_taker,
    list_participants,
)


class HeuristicWeights(msgspec.Struct, frozen=True, kw_only=True):
    """The weights of a heuristic player.

    ``play_margin_points``: the expected points from which a hand is played; ``has_memory``: whether played cards and
    seats without trumps are remembered; ``can_forfeit``: whether the player ever forfeits; ``later_trick_factor``: the
    weight of tricks that a card may win later.
    """

    play_margin_points: float
    has_memory: bool
    can_forfeit: bool
    later_trick_factor: float

    def adapt_to(self, persona: Persona) -> HeuristicWeights:
        """Return these weights with the margin changed by a persona's boldness."""
        return msgspec.structs.replace(
            self, play_margin_points=self.play_margin_points - MAX_BOLDNESS_MARGIN_SHIFT_POINTS * persona.boldness
        )


CLUB_WEIGHTS: Final = HeuristicWeights(
    play_margin_points=0.3, has_memory=True, can_forfeit=True, later_trick_factor=1.0
)
NOVICE_WEIGHTS: Final = HeuristicWeights(
    play_margin_points=0.0, has_memory=False, can_forfeit=False, later_trick_factor=0.0
)
BEGINNER_WEIGHTS: Final = msgspec.structs.replace(NOVICE_WEIGHTS, play_margin_points=1.75)

MAX_BOLDNESS_MARGIN_SHIFT_POINTS: Final = 0.6
"""The amount by which a persona with boldness 1 lowers the margin for playing a hand.

A persona with boldness -1 raises it as much.
"""

HEIGHT_BY_RANK: Final = {rank: len(RANKING) - index for index, rank in enumerate(RANKING)}
PLAY_DECLARATION_PROBABILITY: Final = 0.75
"""The assumed probability that a later seat plays."""

NO_TRICK_DECAY_PER_TRICK: Final = 1.2
"""The rate at which the probability of no trick decays with the expected tricks."""

BLINDE_POINTS_BY_OPPONENT_COUNT: Final = (5.0, 1.3, 0.0, -0.8, -1.4, -1.8)
"""Expected points of five unknown cards, by number of opponents."""

RUFF_PROBABILITY: Final = 0.3
"""Probability that a seat with a trump can use it on another suit."""

MIN_STANDING_TRICKS: Final = 2.2
"""Expected tricks below which a player forfeits against one opponent.

If such hands are played, the cost of having no trick exceeds the points that the opponent gets less (measured over
6,000 deals).
"""


class MuscioPlayer(SearchPlayer):
    """The levels of Muscio that search. Their unit is points at the start of a match."""

    def search_calls(self, task: SearchTask) -> list[ActionEstimate]:
        """Return estimates of declarations, exchanges or forfeits, in the order of the legal actions."""
        return estimate_pre_play_actions(task)


def _choose_action(
    weights: HeuristicWeights, observation: Observation, rng: Random, _time_limit: TimeLimit, persona: Persona
) -> Action:
    phase, seat, weights = observation.phase, observation.seat, weights.adapt_to(persona)
    assert seat is not None
    if isinstance(phase, DeclarationPhase):
        return _choose_declaration(phase, seat, weights)
    if isinstance(phase, ExchangePhase):
        return _choose_exchange(phase, seat)
    if isinstance(phase, ForfeitPhase):
        return _choose_standing(phase, seat, weights)
    if isinstance(phase, MuscioTrickPhase):
        return _choose_play(phase, observation.legal_actions, rng, weights)
    return LayBlinde(seat)


choose_as_club: Final = partial(_choose_action, CLUB_WEIGHTS)
"""Chooses a sound action by counting the cards."""
choose_as_novice: Final = partial(_choose_action, NOVICE_WEIGHTS)
"""Chooses an action as a beginner does."""
choose_with_caution: Final = partial(_choose_action, BEGINNER_WEIGHTS)
"""Chooses an action as `choose_as_novice` does, but plays only with a hand that looks certain."""


# -- before the play -------------------------------------------------------------------------------


def predict_tricks(hand: Hand, trump: Suit, opponent_count: float) -> float:
    """Return the number of tricks that ``hand`` is likely to take.

    ``opponent_count``: the expected number of other participants.
    """
    holding_probability = min(0.9, HAND_SIZE * opponent_count / (len(ITALIAN_PACK) - HAND_SIZE - 1))
    trump_heights = [HEIGHT_BY_RANK[card.rank] for card in hand if card.suit == trump]
    min_trump_tricks = min(0.75, 0.7 / max(1.0, opponent_count) + 0.12 * (len(trump_heights) - 1))
    expected_tricks = 0.0
    for card in hand:
        higher_rank_count = RANKING.index(card.rank)
        if card.suit == trump:
            higher_held_count = sum(height > HEIGHT_BY_RANK[card.rank] for height in trump_heights)
            high_probability = (1 - holding_probability) ** (higher_rank_count - higher_held_count)
            expected_tricks += max(high_probability, min_trump_tricks)
        else:
            expected_tricks += (1 - holding_probability) ** (higher_rank_count * 0.8) * 0.75**opponent_count
    return expected_tricks


def compute_expected_points(expected_tricks: float) -> float:
    """Return the expected points, with the risk of taking no trick."""
    return expected_tricks - NO_TRICK_POINTS * math.exp(-NO_TRICK_DECAY_PER_TRICK * expected_tricks)


class DeclarationPoints(NamedTuple):
    """The expected points of playing the hand and of playing the blinde, against at least one opponent."""

    hand: float
    blinde: float


def predict_declaration_points(phase: DeclarationPhase, seat: int, *, can_forfeit: bool = True) -> DeclarationPoints:
    """Return the expected points of the seat to declare.

    ``can_forfeit``: the player forfeits against one opponent if that costs less.
    """
    hand = phase.hands[seat]
    if seat == phase.dealer:
        hand = (*hand, phase.turned_card)
        hand = remove_card(hand, _choose_card_to_exchange(hand, phase.trump))
    opponents = _predict_opponents(phase)
    hand_points = compute_expected_points(predict_tricks(hand, phase.trump, opponents))
    if opponents < 2 and can_forfeit:
        hand_points = max(hand_points, 0.0)
    opponent_counts = range(len(BLINDE_POINTS_BY_OPPONENT_COUNT))
    return DeclarationPoints(hand_points, float(np.interp(opponents, opponent_counts, BLINDE_POINTS_BY_OPPONENT_COUNT)))


def _compute_alone_probability(phase: DeclarationPhase) -> float:
    """Return the probability that no other seat plays."""
    later_seat_count = phase.seats - 1 - len(phase.declarations)
    is_alone = not list_participants(phase.declarations)
    return (1 - PLAY_DECLARATION_PROBABILITY) ** later_seat_count if is_alone else 0.0


def _predict_opponents(phase: DeclarationPhase) -> float:
    """Return the expected number of other participants if there is one."""
    later_seat_count = phase.seats - 1 - len(phase.declarations)
    opponent_count = len(list_participants(phase.declarations)) + PLAY_DECLARATION_PROBABILITY * later_seat_count
    alone_probability = _compute_alone_probability(phase)
    return max(1.0, opponent_count / (1 - alone_probability)) if alone_probability < 1 else 1.0


def _choose_declaration(phase: DeclarationPhase, seat: int, weights: HeuristicWeights) -> Action:
    turned_card = phase.turned_card if seat == phase.dealer else None
    if find_gatta(seat, phase.hands[seat], phase.trump, turned_card):
        return PlayDeal(seat)
    points = predict_declaration_points(phase, seat, can_forfeit=weights.can_forfeit)
    alone_probability = _compute_alone_probability(phase)
    play_points, blinde_points = (
        alone_probability * NO_TRICK_POINTS + (1 - alone_probability) * expected_points for expected_points in points
    )
    is_blinde_available = find_blinde_taker(phase.declarations) is None and alone_probability < 1
    if is_blinde_available and blinde_points > max(play_points, weights.play_margin_points, 0.0):
        return TakeBlinde(seat)
    return PlayDeal(seat) if play_points > weights.play_margin_points else Pass(seat)


def _choose_card_to_exchange(hand: Hand, trump: Suit) -> Card:
    """Return the card to give: the lowest one that is not a trump, if there is one.

    Of equal cards, the one of the shorter suit.
    """
    suits = [card.suit for card in hand]
    return min(hand, key=lambda card: (card.suit == trump, HEIGHT_BY_RANK[card.rank], suits.count(card.suit)))


def _choose_exchange(phase: ExchangePhase, seat: int) -> Action:
    trick_phase = phase.trick_phase
    given_card = _choose_card_to_exchange(trick_phase.hands[seat], trick_phase.trump)
    is_better = (
        given_card.suit != trick_phase.trump
        or HEIGHT_BY_RANK[given_card.rank] < HEIGHT_BY_RANK[trick_phase.turned_card.rank]
    )
    return Swap(seat, given_card) if is_better else KeepTurnedCard(seat)


def _choose_standing(phase: ForfeitPhase, seat: int, weights: HeuristicWeights) -> Action:
    expected_tricks = predict_tricks(phase.trick_phase.hands[seat], phase.trick_phase.trump, 1)
    return Forfeit(seat) if weights.can_forfeit and expected_tricks < MIN_STANDING_TRICKS else Stand(seat)


# -- the play --------------------------------------------------------------------------------------


class CardKnowledge(NamedTuple):
    """Knowledge of one seat about the cards.

    ``unseen_cards``: cards that others may hold; ``trumpless_seats``: seats without trumps.
    """

    unseen_cards: tuple[Card, ...]
    trumpless_seats: frozenset[int]


def _derive_card_knowledge(phase: MuscioTrickPhase, seat: int, has_memory: bool) -> CardKnowledge:
    tricks = phase.all_tricks if has_memory else (phase.trick,)
    exchange_cards = phase.dealer_discard or (phase.turned_card,)
    played_cards = (card for trick in tricks for card in trick.cards)
    seen_cards = {*phase.hands[seat], *phase.aside, *exchange_cards, *played_cards}
    trumpless_seats = frozenset(trumpless_seat for trick in tricks for trumpless_seat in trick.face_down_seats)
    return CardKnowledge(tuple(card for card in ITALIAN_PACK if card not in seen_cards), trumpless_seats)


def _choose_play(
    phase: MuscioTrickPhase, choices: tuple[Action, ...], rng: Random, weights: HeuristicWeights
) -> Action:
    plays = [choice for choice in choices if isinstance(choice, Play)]
    if len(plays) == 1:
        return plays[0]
    seat = plays[0].seat
    knowledge = _derive_card_knowledge(phase, seat, weights.has_memory)
    tricks_won = phase.count_points()[seat]
    trick_value = 1.0 if tricks_won else 1.0 + NO_TRICK_POINTS
    scores = [
        trick_value * _compute_trick_win_probability(phase, play.card, knowledge)
        - weights.later_trick_factor * _compute_value_in_hand(phase, seat, play.card, knowledge, trick_value)
        for play in plays
    ]
    best_score = max(scores)
    return rng.choice([play for play, score in zip(plays, scores, strict=True) if score > best_score - 1e-9])


def _compute_trick_win_probability(phase: MuscioTrickPhase, card: Card, knowledge: CardKnowledge) -> float:
    trick = phase.trick
    later_seats = trick.seats[len(trick.cards) + 1 :]
    if phase.is_played_face_down(card):
        unseen_trumps = list_cards_of_suit(knowledge.unseen_cards, phase.trump)
        no_trump_probability = _compute_none_holding_probability(phase, later_seats, unseen_trumps, knowledge)
        return 0.0 if trick.cards else no_trump_probability
    if not phase.is_winning(card):
        return 0.0
    return _compute_unbeaten_probability(phase, card, later_seats, knowledge)


def _compute_unbeaten_probability(
    phase: MuscioTrickPhase, card: Card, later_seats: tuple[int, ...], knowledge: CardKnowledge
) -> float:
    """Return the probability that none of ``later_seats`` plays a higher card."""
    trump = phase.trump
    higher_cards = [
        unseen_card
        for unseen_card in knowledge.unseen_cards
        if unseen_card.suit == card.suit and HEIGHT_BY_RANK[unseen_card.rank] > HEIGHT_BY_RANK[card.rank]
    ]
    probability = _compute_none_holding_probability(phase, later_seats, higher_cards, knowledge)
    if card.suit != trump:
        unseen_trumps = list_cards_of_suit(knowledge.unseen_cards, trump)
        for seat in later_seats:
            probability *= 1 - RUFF_PROBABILITY * (
                1 - _compute_none_holding_probability(phase, (seat,), unseen_trumps, knowledge)
            )
    return probability


def _compute_none_holding_probability(
    phase: MuscioTrickPhase, seats: Iterable[int], wanted_cards: Sequence[Card], knowledge: CardKnowledge
) -> float:
    """Return the probability that none of ``seats`` holds one of ``wanted_cards``.

    The cards are all of one suit.
    """
    if not wanted_cards:
        return 1.0
    are_trumps = wanted_cards[0].suit == phase.trump
    held_count = sum(len(phase.hands[seat]) for seat in seats if not (are_trumps and seat in knowledge.trumpless_seats))
    return max(0.0, 1 - held_count / max(1, len(knowledge.unseen_cards))) ** len(wanted_cards)


def _compute_value_in_hand(
    phase: MuscioTrickPhase, seat: int, card: Card, knowledge: CardKnowledge, trick_value: float
) -> float:
    """Return the value of the tricks that ``card`` may win later."""
    hand = phase.hands[seat]
    if len(hand) == 1:
        return 0.0
    other_seats = tuple(other_seat for other_seat in phase.trick.seats if other_seat != seat)
    probability = _compute_unbeaten_probability(phase, card, other_seats, knowledge)
    if card.suit == phase.trump:
        probability = max(probability, LATE_TRUMP_TRICK_PROBABILITY / max(1, len(other_seats)))
    return LATER_TRICK_FACTOR * probability * (1.0 + (trick_value - 1.0) * LATER_FIRST_TRICK_FACTOR)


LATER_TRICK_FACTOR: Final = 0.85
"""The weight of a trick that a card may win later, relative to one now."""

LATE_TRUMP_TRICK_PROBABILITY: Final = 0.5
"""Probability that even a low trump wins a late trick, against one opponent."""

LATER_FIRST_TRICK_FACTOR: Final = 0.5
"""The weight of the bonus for the first trick, which another card may win."""


_SEARCH: Final = MuscioPlayer("muscio", MuscioSearchModel(), choose_as_club)
MUSCIO_AI: Final = GameAI(
    game="muscio",
    players=_SEARCH.make_players(choose_as_novice, choose_with_caution),
    estimate_actions=partial(_SEARCH.estimate, "master"),
    explain_action=explain_action,
    max_loss_per_choice=5.0,
)
