"""Heuristic card play in Briscola chiamata: the expected result of the trick, less the value of the card in hand.

A card is evaluated by the players after it: can they take the trick, would they, which side wins it then, and which
points do the others add? The value of a point for another seat depends on the probability that the seat is on the same
side (`partner_inference`). So one rule serves caller, partner and defenders: only the probabilities differ.
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
    """Parameters of a heuristic player of cards.

    ``plain_card_values`` and ``trump_card_values``: the value of a card while it stays in the hand, in points.
    ``danger_factor``: the part of the danger of losing the trick that is taken into account. ``has_memory``: whether
    played cards are remembered. ``uses_suspicion``: whether the partner is inferred from the others' plays.
    ``hidden_called_card_bonus``: the additional value of the called card for the partner, while it is hidden, for each
    card in hand beyond two.
    """

    plain_card_values: Mapping[Rank, float]
    trump_card_values: Mapping[Rank, float]
    danger_factor: float
    has_memory: bool
    uses_suspicion: bool
    hidden_called_card_bonus: float

    def compute_value_in_hand(self, card: Card, trump: Suit | None) -> float:
        """Return the value of ``card`` in hand, in points."""
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
"""Points that a partner adds to a trick that their side seems to win.

The unit is the mean points of an unseen card.
"""

LAST_PLAYER_SMEAR_FACTOR: Final = 1.2
"""The same for a partner that plays last, and so knows the winner."""

UNWILLING_DISCARD_POINTS: Final = 0.2
"""Mean points that a seat has to add to a trick of the other side."""

SECOND_OVERTAKE_FACTOR: Final = 0.6
"""Probability of a second overtaking, relative to the first.

The first overtaking player has chosen a card that is hard to beat.
"""

OVERTAKE_IN_SUIT_PROBABILITY: Final = 0.9
"""Probability that an opponent that can win the trick in the suit led does so."""

TRUMPING_PROBABILITY_BY_POINTS: Final = ((18, 0.95), (10, 0.8), (5, 0.45), (2, 0.2), (0, 0.08))
"""(minimum points in the trick, probability that an opponent spends a trump)."""

FRIEND_OVERTAKE_FACTOR: Final = 0.25
"""Probability that a partner takes the trick, relative to an opponent."""

SCORE_TIE_TOLERANCE: Final = 1e-6
"""The difference up to which two scores count as equal."""


def choose_play(phase: ChiamataTrickPhase, plays: Sequence[Play], rng: Random, style: PlayStyle) -> Play:
    """Return the play of the seat to act, one of ``plays``, of which there is at least one.

    ``phase`` is masked for the seat. Of plays with equal scores one is chosen by ``rng``.
    """
    if len(plays) == 1:
        return plays[0]
    knowledge = derive_card_knowledge(phase, has_memory=style.has_memory, uses_suspicion=style.uses_suspicion)
    scores = [evaluate_card(phase, play.card, knowledge, style) for play in plays]
    best_score = max(scores)
    return rng.choice(
        [play for play, score in zip(plays, scores, strict=True) if score > best_score - SCORE_TIE_TOLERANCE]
    )


def evaluate_card(phase: ChiamataTrickPhase, card: Card, known: CardKnowledge, style: PlayStyle) -> float:
    """Return the expected value of playing ``card``, in points.

    This is the expected points of the trick, signed by the side that wins it, less the value of the card in hand.
    """
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
"""Possible winner -> (probability, card points in the trick then)."""


def _predict_trick_outcomes(
    phase: ChiamataTrickPhase, card: Card, knowledge: CardKnowledge, style: PlayStyle
) -> TrickOutcomes:
    """Return the possible outcomes of the trick if ``card`` is played to it."""
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
    """Return the probability that an opponent with a trump spends it on the trick.

    ``points``: in the trick.
    """
    return next(
        (
            probability
            for min_points, probability in TRUMPING_PROBABILITY_BY_POINTS
            if points > min_points - SCORE_TIE_TOLERANCE
        ),
        0.0,
    )
