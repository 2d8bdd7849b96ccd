"""Heuristic players of Briscola: the expected result of the trick, less the value of the card in hand.

A card is evaluated by the players after it: can they take the trick, would they, and which points are in it then for
which side; less the value that the card would have later. `choose_as_club` counts the cards. `choose_as_novice` makes
beginners' errors: it forgets the tricks taken, trusts aces and threes too much and spends trumps too easily.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

import msgspec

from game.ai.briscola.card_counting import RANK_BY_SIGN, CardKnowledge, derive_card_knowledge
from game.ai.briscola.endgame import are_all_cards_known, find_best_card
from game.ai.briscola.search_model import get_exchange_card
from game.ai.personas import Persona
from game.ai.time_limit import TimeLimit
from game.core.actions import Action, Play, Swap
from game.core.cards import ITALIAN_PACK, Card, Hand, Rank, Suit
from game.core.trick_taking import get_card_strengths
from game.match.observation import Observation
from game.rules.briscola.actions import Sign, SignName
from game.rules.briscola.phases import BriscolaTrickPhase
from game.rules.briscola_family import CARD_POINTS, CARICHI, RANKING


class HeuristicWeights(msgspec.Struct, frozen=True, kw_only=True):
    """The weights of a heuristic player.

    ``plain_card_values`` and ``trump_card_values``: the value of a card while it stays in hand, in points, for two
    players; a trump is worth more with more players (`TRUMP_VALUE_BASE_FACTOR`). ``danger_factor``: the part of the
    danger of losing the trick that is taken into account; ``has_memory``: whether played cards are remembered, and the
    end is played exactly; ``uses_signs``: whether signs are made and read.
    """

    plain_card_values: Mapping[Rank, float]
    trump_card_values: Mapping[Rank, float]
    danger_factor: float
    has_memory: bool
    uses_signs: bool

    def compute_value_in_hand(self, card: Card, trump: Suit, seats: int) -> float:
        """Return the value of ``card`` in hand, in points, in a game of ``seats`` seats."""
        if card.suit == trump:
            return self.trump_card_values[card.rank] * (TRUMP_VALUE_BASE_FACTOR + TRUMP_VALUE_FACTOR_PER_SEAT * seats)
        return self.plain_card_values.get(card.rank, 0.0)


TRUMP_VALUE_BASE_FACTOR: Final = 0.5
TRUMP_VALUE_FACTOR_PER_SEAT: Final = 0.27
"""The part of a trump's value that grows with the number of players.

With more players a trick has more points and there are fewer tricks, so it pays to keep a trump for a good trick.
"""


CLUB_WEIGHTS: Final = HeuristicWeights(
    plain_card_values={"A": 5.0, "3": 4.5, "K": 1.5, "Q": 1.0, "J": 0.7},
    trump_card_values={"A": 18, "3": 16, "K": 10, "Q": 9, "J": 8, "7": 5, "6": 4.7, "5": 4.4, "4": 4.1, "2": 3.8},
    danger_factor=1.0,
    has_memory=True,
    uses_signs=True,
)
NOVICE_WEIGHTS: Final = HeuristicWeights(
    plain_card_values={"A": 1.0, "3": 1.0, "K": 0.4, "Q": 0.3, "J": 0.2},
    trump_card_values={"A": 5, "3": 4, "K": 1.8, "Q": 1.5, "J": 1.2, "7": 0.6, "6": 0.5, "5": 0.4, "4": 0.3, "2": 0.2},
    danger_factor=0.3,
    has_memory=False,
    uses_signs=False,
)

POINTS_LEADER_LOSS_SHARE: Final = 0.7
"""Without partners: the weight of points lost to the opponent with most points.

The other opponents share the rest of 1.
"""

PARTNER_SMEAR_POINTS: Final = 3.0
"""Mean points that a partner adds to a trick that their side seems to win."""

SIGNED_CARICO_SMEAR_POINTS: Final = 6.0
"""The same for a partner that signed a carico."""

UNWILLING_DISCARD_POINTS: Final = 0.8
"""Mean points that an opponent has to add to a lost trick."""

SECOND_OVERTAKE_FACTOR: Final = 0.6
"""Probability of a second overtaking, relative to the first.

The first overtaking player has chosen a card that is hard to beat.
"""

OVERTAKE_IN_SUIT_PROBABILITY: Final = 0.9
"""Probability that a player that can win the trick in the suit led does so."""

TRUMPING_PROBABILITY_BY_POINTS: Final = ((10, 0.95), (5, 0.6), (2, 0.3), (0, 0.08))
"""(minimum points in the trick, probability that a player with a trump spends it).

For two players; with more players a trick needs more points in proportion.
"""

UNKNOWN_DRAW_VALUE_POINTS: Final = 3.0
"""Value of an unknown card that is drawn instead of the turned one."""

SCORE_TIE_TOLERANCE: Final = 1e-9


def choose_as_club(observation: Observation, rng: Random, _time_limit: TimeLimit, _persona: Persona) -> Action:
    """Choose an action by counting cards, with signs and an exact end for two players."""
    return _choose_action(observation, rng, CLUB_WEIGHTS)


def choose_as_novice(observation: Observation, rng: Random, _time_limit: TimeLimit, _persona: Persona) -> Action:
    """Choose an action as a beginner does, with `NOVICE_WEIGHTS`."""
    return _choose_action(observation, rng, NOVICE_WEIGHTS)


def _choose_action(observation: Observation, rng: Random, weights: HeuristicWeights) -> Action:
    phase, seat = observation.phase, observation.seat
    assert isinstance(phase, BriscolaTrickPhase) and seat is not None
    plays = [choice for choice in observation.legal_actions if isinstance(choice, Play)]
    return choose_exchange_or_sign(observation, weights) or _choose_play(phase, plays, rng, weights)


def choose_exchange_or_sign(observation: Observation, weights: HeuristicWeights) -> Action | None:
    """Return a profitable exchange or a due sign, to be made before the card, or None."""
    phase, seat = observation.phase, observation.seat
    assert isinstance(phase, BriscolaTrickPhase) and seat is not None
    due_sign = find_due_sign(phase, seat) if weights.uses_signs else None
    for choice in observation.legal_actions:
        if isinstance(choice, Swap) and is_exchange_profitable(phase, weights):
            return choice
        if isinstance(choice, Sign) and choice.sign == due_sign:
            return choice
    return None


def is_exchange_profitable(phase: BriscolaTrickPhase, weights: HeuristicWeights) -> bool:
    """Return whether the turned card is worth more than the card given for it."""
    return weights.trump_card_values[phase.turned_card.rank] > weights.trump_card_values[get_exchange_card(phase).rank]


def find_due_sign(phase: BriscolaTrickPhase, seat: int) -> SignName | None:
    """Return the sign that tells the partners something new and true, or None.

    It names the best trump with a sign; without one a carico; without both, and without any trump, "niente".
    """
    hand = phase.hands[seat]
    if len(hand) < 2:
        return None
    held_trumps = {held_card.rank for held_card in hand if held_card.suit == phase.trump}
    sign: SignName = next((sign for sign, rank in RANK_BY_SIGN.items() if rank in held_trumps), "niente")
    if sign == "niente" and any(held_card.rank in CARICHI for held_card in hand):
        sign = "carico"
    elif sign == "niente" and held_trumps:
        return None
    earlier_signs = [made_sign for _trick, signer, made_sign in phase.signs if signer == seat]
    return None if earlier_signs and earlier_signs[-1] == sign else sign


def _choose_play(phase: BriscolaTrickPhase, plays: Sequence[Play], rng: Random, weights: HeuristicWeights) -> Play:
    if len(plays) == 1:
        return plays[0]
    seat = plays[0].seat
    knowledge = derive_card_knowledge(phase, has_memory=weights.has_memory, uses_signs=weights.uses_signs)
    if are_all_cards_known(phase) and weights.has_memory:
        return _choose_exact_play(phase, plays, (*knowledge.unseen_cards, *knowledge.known_cards[1 - seat]))
    scores = [evaluate_card(phase, seat, play.card, knowledge, weights) for play in plays]
    best_score = max(scores)
    return rng.choice(
        [play for play, score in zip(plays, scores, strict=True) if score > best_score - SCORE_TIE_TOLERANCE]
    )


def _choose_exact_play(phase: BriscolaTrickPhase, plays: Sequence[Play], opponent_hand: Hand) -> Play:
    """Return the best play against ``opponent_hand`` if the opponent plays perfectly."""
    seat, points = plays[0].seat, phase.count_points()
    best = find_best_card(
        phase.hands[seat], opponent_hand, phase.trick.led_card, phase.trump, (points[seat], points[1 - seat]),
        [play.card for play in plays],
    )  # fmt: skip
    return Play(seat, best)


def evaluate_card(
    phase: BriscolaTrickPhase, seat: int, card: Card, known: CardKnowledge, temper: HeuristicWeights
) -> float:
    """Return the expected value of playing ``card``, in points.

    This is the expected points of the trick, signed by the side that wins it, less the value of the card in hand.
    """
    shares = _compute_point_weights(phase, seat)
    draws = _compute_draw_values(phase, shares, temper)
    promised = sum(
        chance * (shares[taker] * points + draws[taker])
        for taker, (chance, points) in _predict_trick_outcomes(phase, seat, card, known, temper).items()
    )
    return promised - temper.compute_value_in_hand(card, phase.trump, phase.seats)


def _compute_point_weights(phase: BriscolaTrickPhase, seat: int) -> tuple[float, ...]:
    """Return the value of a point taken by each seat, for ``seat``.

    It is 1 for the own side and negative for the others.
    """
    sides = phase.sides
    own = next(side for side in sides if seat in side)
    others = [side for side in sides if side is not own]
    points = phase.count_points()
    if len(others) == 1:
        return tuple(1.0 if other_seat in own else -1.0 for other_seat in range(phase.seats))
    most_points = max(points[side[0]] for side in others)
    leaders = [side[0] for side in others if points[side[0]] == most_points]
    rest_count = len(others) - len(leaders)
    leader_weight = (POINTS_LEADER_LOSS_SHARE if rest_count else 1.0) / len(leaders)
    leader_weights = dict.fromkeys(leaders, -leader_weight)
    return tuple(
        1.0
        if other_seat in own
        else leader_weights.get(other_seat, -(1 - POINTS_LEADER_LOSS_SHARE) / max(1, rest_count))
        for other_seat in range(phase.seats)
    )


def _compute_draw_values(
    phase: BriscolaTrickPhase, point_weights: Sequence[float], weights: HeuristicWeights
) -> tuple[float, ...]:
    """Return by seat the value of its winning this trick, because of the turned card.

    The seat before the winner draws it. 0 unless this is the last trick with a stock.
    """
    if len(phase.stock) != phase.seats:
        return (0.0,) * phase.seats
    gain = weights.compute_value_in_hand(phase.turned_card, phase.trump, phase.seats) - UNKNOWN_DRAW_VALUE_POINTS
    return tuple(gain * point_weights[(winner - 1) % phase.seats] for winner in range(phase.seats))


TrickOutcomes = dict[int, tuple[float, float]]
"""Possible winner -> (probability, card points in the trick then)."""


def _predict_trick_outcomes(
    phase: BriscolaTrickPhase, seat: int, card: Card, knowledge: CardKnowledge, weights: HeuristicWeights
) -> TrickOutcomes:
    """Return the possible outcomes of the trick if ``card`` is played to it."""
    cards = (*phase.trick.cards, card)
    seats = phase.trick.seats
    power = get_card_strengths(RANKING, phase.trump, cards[0].suit)
    best = max(cards, key=power.__getitem__)
    stronger = [other_card for other_card in ITALIAN_PACK if power[other_card] > power[best]]
    plain = [other_card for other_card in stronger if other_card.suit != phase.trump]
    trumps = [other_card for other_card in stronger if other_card.suit == phase.trump]
    overtake_points = sum(CARD_POINTS.get(other_card.rank, 0) for other_card in plain) / (len(plain) or 1)
    current_winner = seats[cards.index(best)]
    outcomes: TrickOutcomes = {
        current_winner: (1.0, float(sum(CARD_POINTS.get(other_card.rank, 0) for other_card in cards)))
    }
    for later_seat in seats[len(cards) :]:
        later_player = LaterPlayer(
            overtake_probability=knowledge.compute_holding_probability(later_seat, plain)
            * OVERTAKE_IN_SUIT_PROBABILITY
            * weights.danger_factor,
            overtake_points=overtake_points,
            trump_probability=knowledge.compute_holding_probability(later_seat, trumps) * weights.danger_factor,
            smear_points=SIGNED_CARICO_SMEAR_POINTS
            if knowledge.has_signed_carico[later_seat]
            else PARTNER_SMEAR_POINTS,
        )
        outcomes = _update_outcomes(phase, outcomes, current_winner, later_seat, later_player)
    return outcomes


class LaterPlayer(NamedTuple):
    """The possible effects of a later player on a trick.

    ``overtake_probability``: of winning the trick with a card of the suit led, worth ``overtake_points`` points;
    ``trump_probability``: of being able to win it with a trump; ``smear_points``: points added if a partner wins it.
    """

    overtake_probability: float
    overtake_points: float
    trump_probability: float
    smear_points: float


def _update_outcomes(
    phase: BriscolaTrickPhase, outcomes: TrickOutcomes, current_winner: int, later_seat: int, later_player: LaterPlayer
) -> TrickOutcomes:
    """Return ``outcomes`` after the play of ``later_seat``.

    ``current_winner``: the seat that wins the trick so far.
    """
    partners = {later_seat, *phase.partners(later_seat)}
    new_outcomes: TrickOutcomes = {}
    overtake_total, points_total = 0.0, 0.0
    for winner, (probability, points) in outcomes.items():
        if winner in partners:
            new_outcomes[winner] = (probability, points + later_player.smear_points)
            continue
        factor = 1.0 if winner == current_winner else SECOND_OVERTAKE_FACTOR
        overtake_probability = factor * later_player.overtake_probability
        trump_probability = (
            (1 - overtake_probability)
            * factor
            * later_player.trump_probability
            * _get_trumping_probability(2 * points / phase.seats)
        )
        new_outcomes[winner] = (
            probability * (1 - overtake_probability - trump_probability),
            points + UNWILLING_DISCARD_POINTS,
        )
        overtake_total += probability * (overtake_probability + trump_probability)
        points_total += probability * (
            overtake_probability * (points + later_player.overtake_points) + trump_probability * points
        )
    if overtake_total:
        new_outcomes[later_seat] = (overtake_total, points_total / overtake_total)
    return new_outcomes


def _get_trumping_probability(points: float) -> float:
    """Return the probability that a player with a trump spends it on the trick.

    ``points``: of the trick, converted to two players.
    """
    return next(probability for min_points, probability in TRUMPING_PROBABILITY_BY_POINTS if points >= min_points)
