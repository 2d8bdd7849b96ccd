"""Card counting in Briscola chiamata: the cards still out, and how likely each seat is the caller's partner.

The partner's plays reveal them before the called card is played: they add points to the caller's tricks and do not win
tricks from the caller. Each card played multiplies the odds by how much likelier a partner plays it than a defender.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from game.core.cards import HIDDEN_CARD, ITALIAN_PACK, Card, Hand, Suit
from game.core.trick_taking import Trick, get_card_strengths
from game.rules.briscola_family import CARD_POINTS, RANKING
from game.rules.chiamata.trick_play import ChiamataTrickPhase

IN_MANO_PROBABILITY: Final = 0.05
"""Probability that the caller holds the called card, before any card is played."""

CALLER_TRUMP_LIKELIHOOD_RATIO: Final = 2.0
"""Weight of the caller's hand for an unseen trump, relative to another hand."""

LOADS_CALLER_RATIO_BY_POINTS: Final = ((10, 2.6), (3, 1.4), (0, 0.75))
"""(minimum points, likelihood ratio) of a card that lets the caller win the trick.

The ratio is P(card | partner) / P(card | defender).
"""

LOADS_OTHERS_RATIO_BY_POINTS: Final = ((10, 0.45), (3, 0.8), (0, 1.1))
"""The same where another seat wins the trick so far and the caller has played."""

TAKES_FROM_CALLER_LIKELIHOOD_RATIO: Final = 0.4
"""The same for a card that wins the trick from the caller."""


class CardKnowledge(msgspec.Struct, frozen=True, kw_only=True):
    """Knowledge and inferences of one seat about the cards.

    ``trump``: None in solo, or before it is named; ``unseen_cards``: cards that may be in any other hand;
    ``unknown_counts``: by seat, the number of its cards that the observing seat has not seen;
    ``caller_side_probabilities``: by seat, the probability that it is on the caller's side.
    """

    seat: int
    caller: int
    trump: Suit | None
    called_card: Card | None
    unseen_cards: Hand
    unknown_counts: tuple[int, ...]
    caller_side_probabilities: tuple[float, ...]

    def compute_same_side_probability(self, seat: int, other_seat: int) -> float:
        """Return the probability that two seats are on the same side."""
        if seat == other_seat:
            return 1.0
        probability, other_probability = (
            self.caller_side_probabilities[seat],
            self.caller_side_probabilities[other_seat],
        )
        return probability * other_probability + (1 - probability) * (1 - other_probability)

    def compute_holding_probability(self, seat: int, cards: Hand) -> float:
        """Return the probability that ``seat`` holds at least one of the unseen ``cards``."""
        void_probability = 1.0
        unknown_total = sum(self.unknown_counts)
        unknown_count = self.unknown_counts[seat]
        if not unknown_count or not unknown_total:
            return 0.0
        for card in cards:
            if card is self.called_card:
                probability = self.caller_side_probabilities[seat] if seat != self.caller else IN_MANO_PROBABILITY
            elif card.suit == self.trump and self.seat != self.caller:
                extra_weight = (CALLER_TRUMP_LIKELIHOOD_RATIO - 1) * self.unknown_counts[self.caller]
                probability = (
                    unknown_count
                    * (CALLER_TRUMP_LIKELIHOOD_RATIO if seat == self.caller else 1.0)
                    / (unknown_total + extra_weight)
                )
            else:
                probability = unknown_count / unknown_total
            void_probability *= 1 - probability
        return 1 - void_probability


def derive_card_knowledge(
    phase: ChiamataTrickPhase, *, has_memory: bool = True, uses_suspicion: bool = True
) -> CardKnowledge:
    """Return the knowledge of the seat to act in ``phase``, which is masked for it.

    Without ``has_memory`` it forgets the completed tricks, without ``uses_suspicion`` it infers nothing from the plays
    of others.
    """
    seat, caller = phase.trick.next_seat, phase.contract.caller
    seen_cards = {*phase.hands[seat], *phase.trick.cards}
    if has_memory:
        seen_cards.update(seen_card for completed in phase.completed_tricks for seen_card in completed.trick.cards)
    if phase.called_card is not None and phase.find_partner() is not None:
        seen_cards.add(phase.called_card)
    return CardKnowledge(
        seat=seat,
        caller=caller,
        trump=phase.trump,
        called_card=phase.called_card,
        unseen_cards=tuple(seen_card for seen_card in ITALIAN_PACK if seen_card not in seen_cards),
        unknown_counts=tuple(sum(seen_card is HIDDEN_CARD for seen_card in hand) for hand in phase.hands),
        caller_side_probabilities=_compute_caller_side_probabilities(phase, seat, uses_suspicion=uses_suspicion),
    )


def _compute_caller_side_probabilities(
    phase: ChiamataTrickPhase, seat: int, *, uses_suspicion: bool
) -> tuple[float, ...]:
    """Return by seat the probability that it is on the caller's side."""
    caller, partner = phase.contract.caller, phase.find_partner()
    everyone = range(phase.seats)
    if phase.contract.rank is None or partner is not None:
        return tuple(float(other_seat in (caller, partner)) for other_seat in everyone)
    unknown_seats = [other_seat for other_seat in everyone if other_seat not in (seat, caller)]
    side_weights = dict.fromkeys(unknown_seats, (1 - IN_MANO_PROBABILITY) / len(unknown_seats))
    if uses_suspicion:
        for other_seat, ratio in iter_partner_evidence(phase):
            if other_seat in side_weights:
                side_weights[other_seat] *= ratio
    in_mano_weight = 0.0 if seat == caller else IN_MANO_PROBABILITY
    total_weight = in_mano_weight + sum(side_weights.values())
    return tuple(
        1.0 if other_seat == caller else side_weights.get(other_seat, 0.0) / total_weight for other_seat in everyone
    )


def iter_partner_evidence(phase: ChiamataTrickPhase) -> Iterator[tuple[int, float]]:
    """Yield (seat, likelihood ratio) for each card played that is evidence.

    The ratio is P(card | partner) / P(card | defender).
    """
    for trick in (*(completed.trick for completed in phase.completed_tricks), phase.trick):
        if len(trick.cards) > 1:
            yield from iter_trick_evidence(trick, phase.trump, phase.contract.caller)


def iter_trick_evidence(trick: Trick, trump: Suit | None, caller: int) -> Iterator[tuple[int, float]]:
    """Yield the same as `iter_partner_evidence`, for one trick."""
    power = get_card_strengths(RANKING, trump, trick.cards[0].suit)
    best_card, winner, has_caller_played = trick.cards[0], trick.seats[0], trick.seats[0] == caller
    for seat, played_card in trick.list_plays()[1:]:
        is_winning = power[played_card] > power[best_card]
        if has_caller_played:
            points = CARD_POINTS.get(played_card.rank, 0)
            if winner == caller:
                yield (
                    seat,
                    TAKES_FROM_CALLER_LIKELIHOOD_RATIO
                    if is_winning
                    else _look_up_ratio(LOADS_CALLER_RATIO_BY_POINTS, points),
                )
            elif not is_winning:
                yield seat, _look_up_ratio(LOADS_OTHERS_RATIO_BY_POINTS, points)
        if is_winning:
            best_card, winner = played_card, seat
        has_caller_played = has_caller_played or seat == caller


def _look_up_ratio(ratio_by_points: tuple[tuple[int, float], ...], points: int) -> float:
    return next(ratio for min_points, ratio in ratio_by_points if points >= min_points)
