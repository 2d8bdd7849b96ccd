"""The play of Briscola chiamata: what a card is likely to bring to the player's side, less what it was worth in hand.

Who still plays after me, can he take the trick and would he, whose trick is it then, and what do the others
add to it? How much a point counts in another seat's pile depends on how likely that seat is a friend
(`reading`). So one rule serves caller, partner and defenders: only the friends differ.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

import msgspec

from game.ai.chiamata.partner_inference import CardKnowledge, derive_card_knowledge
from game.core.actions import Play
from game.core.cards import Card, Rank, Suit
from game.core.trick_taking import get_card_strengths
from game.rules.briscola_family import CARD_POINTS, RANKING
from game.rules.chiamata.trick_play import ChiamataTrickPhase


class PlayStyle(msgspec.Struct, frozen=True, kw_only=True):
    """How a heuristic player values cards.

    ``plain_card_values`` and ``trump_card_values``: what a card is worth while it stays in the hand, in points.
    ``danger_factor``: share of the danger that others take the trick which the player sees. ``has_memory``: whether
    they remember played cards. ``uses_suspicion``: whether they infer the partner from the others' plays.
    ``hidden_called_card_bonus``: what the called card is worth to the partner in addition, while it is hidden.
    """

    plain_card_values: Mapping[Rank, float]
    trump_card_values: Mapping[Rank, float]
    danger_factor: float
    has_memory: bool
    uses_suspicion: bool
    hidden_called_card_bonus: float

    def compute_value_in_hand(self, card: Card, trump: Suit | None) -> float:
        """What ``card`` is worth in a full hand."""
        return self.trump_card_values[card.rank] if card.suit == trump else self.plain_card_values[card.rank]


CLUB_PLAY_STYLE: Final = PlayStyle(
    plain_card_values={
        "A": 3.2,
        "3": 2.6,
        "K": 1.0,
        "Q": 0.8,
        "J": 0.5,
        "7": 0.05,
        "6": 0.04,
        "5": 0.03,
        "4": 0.02,
        "2": 0.0,
    },
    trump_card_values={
        "A": 29,
        "3": 25,
        "K": 16,
        "Q": 14.5,
        "J": 13,
        "7": 10.2,
        "6": 9.5,
        "5": 8.8,
        "4": 8.2,
        "2": 7.6,
    },
    danger_factor=1.0,
    has_memory=True,
    uses_suspicion=True,
    hidden_called_card_bonus=3.0,
)
NOVICE_PLAY_STYLE: Final = PlayStyle(
    plain_card_values={
        "A": 1.0,
        "3": 1.0,
        "K": 0.4,
        "Q": 0.3,
        "J": 0.2,
        "7": 0.0,
        "6": 0.0,
        "5": 0.0,
        "4": 0.0,
        "2": 0.0,
    },
    trump_card_values={"A": 8, "3": 6, "K": 3, "Q": 2.5, "J": 2, "7": 1, "6": 0.9, "5": 0.8, "4": 0.7, "2": 0.6},
    danger_factor=0.35,
    has_memory=False,
    uses_suspicion=False,
    hidden_called_card_bonus=0.0,
)

SMEAR_FACTOR: Final = 0.6
"""How much of an average unseen card a friend adds, or more, to a trick that his side seems to take."""

LAST_PLAYER_SMEAR_FACTOR: Final = 1.2
"""The same of a friend who plays last and knows."""

UNWILLING_DISCARD_POINTS: Final = 0.2
"""Points a seat adds against its will."""

SECOND_OVERTAKE_FACTOR: Final = 0.6
"""How likely a second overtaking is beside the first: the taker has chosen a card to hold."""

OVERTAKE_IN_SUIT_PROBABILITY: Final = 0.9
"""How likely an enemy takes the trick who can do so in the suit led."""

TRUMPING_PROBABILITY_BY_POINTS: Final = ((18, 0.95), (10, 0.8), (5, 0.45), (2, 0.2), (0, 0.08))
"""How likely an enemy who holds a trump spends it: (from so many points in the trick, how likely)."""

FRIEND_OVERTAKE_FACTOR: Final = 0.25
"""How likely a friend takes the trick beside an enemy."""

SCORE_TIE_TOLERANCE: Final = 1e-6
"""What two sums may differ by and be the same."""


def choose_play(phase: ChiamataTrickPhase, plays: Sequence[Play], rng: Random, style: PlayStyle) -> Play:
    """Which of ``plays`` the seat to act chooses; ``phase`` is masked for it."""
    if len(plays) == 1:
        return plays[0]
    knowledge = derive_card_knowledge(phase, has_memory=style.has_memory, uses_suspicion=style.uses_suspicion)
    scores = [evaluate_card(phase, play.card, knowledge, style) for play in plays]
    best_score = max(scores)
    return rng.choice(
        [play for play, score in zip(plays, scores, strict=True) if score > best_score - SCORE_TIE_TOLERANCE]
    )


def evaluate_card(phase: ChiamataTrickPhase, card: Card, known: CardKnowledge, style: PlayStyle) -> float:
    """Return what playing ``card`` promises: the trick's points for who takes them, less what it is worth in hand."""
    promised = sum(
        chance * points * (2 * known.compute_same_side_probability(known.seat, taker) - 1)
        for taker, (chance, points) in _predict_trick_outcomes(phase, card, known, style).items()
    )
    return promised - _compute_value_in_hand(phase, card, known, style)


def _compute_value_in_hand(phase: ChiamataTrickPhase, card: Card, knowledge: CardKnowledge, style: PlayStyle) -> float:
    cards_left = len(phase.hands[knowledge.seat])
    value_in_hand = style.compute_value_in_hand(card, knowledge.trump)
    if card is knowledge.called_card and knowledge.seat != knowledge.caller:
        value_in_hand += style.hidden_called_card_bonus * (cards_left - 2)
    return value_in_hand


TrickOutcomes = dict[int, tuple[float, float]]
"""Who may take the trick: seat -> (how likely, card points in it then)."""


def _predict_trick_outcomes(
    phase: ChiamataTrickPhase, card: Card, knowledge: CardKnowledge, style: PlayStyle
) -> TrickOutcomes:
    """How the trick may end if ``card`` is played to it."""
    cards = (*phase.trick.cards, card)
    seats = phase.trick.seats
    power = get_card_strengths(RANKING, knowledge.trump, cards[0].suit)
    best = max(cards, key=power.__getitem__)
    height = power[best]
    plain = tuple(
        other_card
        for other_card in knowledge.unseen_cards
        if other_card.suit != knowledge.trump and power[other_card] > height
    )
    trumps = tuple(
        other_card
        for other_card in knowledge.unseen_cards
        if other_card.suit == knowledge.trump and power[other_card] > height
    )
    overtake_points = sum(CARD_POINTS.get(other_card.rank, 0) for other_card in plain) / (len(plain) or 1)
    mean_points = sum(
        CARD_POINTS.get(other_card.rank, 0)
        for other_card in knowledge.unseen_cards
        if other_card.suit != knowledge.trump
    ) / (len(knowledge.unseen_cards) or 1)
    current_winner = seats[cards.index(best)]
    outcomes: TrickOutcomes = {
        current_winner: (1.0, float(sum(CARD_POINTS.get(other_card.rank, 0) for other_card in cards)))
    }
    for later_seat in seats[len(cards) :]:
        overtake_chance = (
            knowledge.compute_holding_probability(later_seat, plain) * style.danger_factor if plain else 0.0
        )
        trump_chance = (
            knowledge.compute_holding_probability(later_seat, trumps) * style.danger_factor if trumps else 0.0
        )
        smear_points = mean_points * (LAST_PLAYER_SMEAR_FACTOR if later_seat == seats[-1] else SMEAR_FACTOR)
        new_outcomes: TrickOutcomes = {}
        overtake_total = points_total = 0.0
        for winner, (probability, points) in outcomes.items():
            same_side = knowledge.compute_same_side_probability(later_seat, winner)
            factor = (1.0 if winner == current_winner else SECOND_OVERTAKE_FACTOR) * (
                1 - same_side + same_side * FRIEND_OVERTAKE_FACTOR
            )
            overtake_probability = factor * overtake_chance * OVERTAKE_IN_SUIT_PROBABILITY
            trump_probability = (1 - overtake_probability) * factor * trump_chance * _get_trumping_probability(points)
            new_outcomes[winner] = (
                probability * (1 - overtake_probability - trump_probability),
                points + same_side * smear_points + (1 - same_side) * UNWILLING_DISCARD_POINTS,
            )
            overtake_total += probability * (overtake_probability + trump_probability)
            points_total += probability * (
                overtake_probability * (points + overtake_points) + trump_probability * points
            )
        if overtake_total:
            new_outcomes[later_seat] = (overtake_total, points_total / overtake_total)
        outcomes = new_outcomes
    return outcomes


def _get_trumping_probability(points: float) -> float:
    """How likely an enemy spends a trump, if he has one, on a trick of so many points."""
    return next(
        (
            probability
            for min_points, probability in TRUMPING_PROBABILITY_BY_POINTS
            if points > min_points - SCORE_TIE_TOLERANCE
        ),
        0.0,
    )
