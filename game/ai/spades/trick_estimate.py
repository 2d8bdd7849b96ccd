"""Card counting in Spades: knowledge of the other hands, and the expected tricks of a hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb
from typing import Final

import msgspec

from game.core.cards import SUITS, Card, Hand, Suit
from game.rules.spades.game import make_pack
from game.rules.spades.phases import RANKING, TRUMP, BiddingPhase, SpadesTrickPhase

HEIGHT_BY_RANK: Final = {rank: len(RANKING) - index for index, rank in enumerate(RANKING)}

MISSING_GUARD_FACTOR: Final = 0.25
"""Factor for the probability that a high card wins, for each guard it lacks.

A guard is a lower card of the suit to play on each higher card that is out.
"""

MAX_MISSING_GUARDS: Final = 2
"""A high card that lacks more guards wins no trick."""

MAX_SUIT_ROUNDS: Final = 13
"""The highest number of rounds of a side suit."""


class CardKnowledge(msgspec.Struct, frozen=True, kw_only=True):
    """Knowledge of one seat about the cards.

    ``unseen_cards``: by suit, from high to low, all in the hands of ``other_seats``; ``hand_sizes``: the number of
    cards of each of these; ``known_voids``: the suits that each has shown not to hold.
    """

    unseen_cards: Mapping[Suit, Hand]
    other_seats: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    known_voids: tuple[frozenset[Suit], ...]

    def compute_length_probability(self, player_index: int, suit: Suit, min_count: int) -> float:
        """Return P(a player holds at least ``min_count`` cards of ``suit``).

        ``player_index``: the player's index in ``other_seats``.
        """
        if min_count <= 0:
            return 1.0
        if suit in self.known_voids[player_index]:
            return 0.0
        place_count = sum(
            size for size, voids in zip(self.hand_sizes, self.known_voids, strict=True) if suit not in voids
        )
        return compute_hypergeometric_tail(
            place_count, len(self.unseen_cards[suit]), self.hand_sizes[player_index], min_count
        )

    def compute_holding_probability(self, player_index: int, suit: Suit, card_count: int) -> float:
        """Return P(a player holds at least one of ``card_count`` given cards of ``suit``).

        ``player_index``: the player's index in ``other_seats``.
        """
        if not card_count or suit in self.known_voids[player_index]:
            return 0.0
        place_count = sum(
            size for size, voids in zip(self.hand_sizes, self.known_voids, strict=True) if suit not in voids
        )
        return compute_hypergeometric_tail(place_count, card_count, self.hand_sizes[player_index], 1)

    def compute_no_ruff_probability(self, suit: Suit, rounds: int) -> float:
        """Return P(the trick of round ``rounds`` of ``suit`` is not ruffed).

        That is: each other player can follow suit or has no spade.
        """
        probability = 1.0
        for player_index in range(len(self.other_seats)):
            follow_probability = self.compute_length_probability(player_index, suit, rounds)
            probability *= follow_probability + (1 - follow_probability) * (
                1 - self.compute_length_probability(player_index, TRUMP, 1)
            )
        return probability


@lru_cache(maxsize=100_000)
def compute_hypergeometric_tail(place_count: int, marked_count: int, sample_size: int, min_count: int) -> float:
    """Return P(a sample has at least ``min_count`` of ``marked_count`` marked cards).

    The sample has ``sample_size`` of ``place_count`` cards.
    """
    sample_size, marked_count = min(sample_size, place_count), min(marked_count, place_count)
    if min_count > min(sample_size, marked_count):
        return 0.0
    way_count = comb(place_count, sample_size)
    fewer_way_count = sum(
        comb(marked_count, held_count) * comb(place_count - marked_count, sample_size - held_count)
        for held_count in range(min_count)
    )
    return 1 - fewer_way_count / way_count


def derive_card_knowledge(
    phase: BiddingPhase | SpadesTrickPhase, seat: int, hand: Hand, seen_cards: Sequence[Card], has_memory: bool = True
) -> CardKnowledge:
    """Return the knowledge of ``seat`` about the others' cards.

    ``seen_cards``: cards that it has seen apart from ``hand``; without ``has_memory`` no voids are known.
    """
    known_cards = {*hand, *seen_cards}
    unseen: dict[Suit, list[Card]] = {suit: [] for suit in SUITS}
    for card in make_pack(phase.options, phase.seats):
        if card not in known_cards:
            unseen[card.suit].append(card)
    other_seats = tuple((seat + offset) % phase.seats for offset in range(1, phase.seats))
    voids: dict[int, set[Suit]] = {other_seat: set() for other_seat in other_seats}
    if isinstance(phase, SpadesTrickPhase) and has_memory:
        for trick in (*(completed.trick for completed in phase.completed_tricks), phase.trick):
            for other_seat, card in trick.list_plays()[1:]:
                if other_seat in voids and card.suit != trick.cards[0].suit:
                    voids[other_seat].add(trick.cards[0].suit)
    return CardKnowledge(
        unseen_cards={suit: tuple(cards) for suit, cards in unseen.items()},
        other_seats=other_seats,
        hand_sizes=tuple(len(phase.hands[other_seat]) for other_seat in other_seats),
        known_voids=tuple(frozenset(voids[other_seat]) for other_seat in other_seats),
    )


# -- counting a hand -------------------------------------------------------------------------------


class TrickEstimator:
    """The trick estimates of hands in one state; results for a suit are cached."""

    def __init__(self, knowledge: CardKnowledge) -> None:
        self.knowledge = knowledge
        self._side_suit_tricks: dict[tuple[Suit, Hand], float] = {}
        self._ruff_tricks: dict[tuple[Suit, int], float] = {}
        self._no_ruff_probabilities: dict[tuple[Suit, int], float] = {}
        self._long_trump_probabilities: dict[int, float] = {}

    def predict_tricks(self, hand: Hand) -> float:
        """Return the expected tricks of ``hand``, with each suit sorted from high to low."""
        cards_by_suit = {suit: tuple(card for card in hand if card.suit == suit) for suit in SUITS}
        side_suit_tricks = sum(
            self._predict_side_suit_tricks(suit, cards_by_suit[suit]) for suit in SUITS if suit != TRUMP
        )
        ruff_tricks = sum(self._predict_ruff_tricks(suit, len(cards_by_suit[suit])) for suit in SUITS if suit != TRUMP)
        return side_suit_tricks + self._predict_trump_tricks(cards_by_suit[TRUMP], ruff_tricks)

    def _predict_side_suit_tricks(self, suit: Suit, suit_cards: Hand) -> float:
        key = (suit, suit_cards)
        if key not in self._side_suit_tricks:
            self._side_suit_tricks[key] = sum(
                probability * self._compute_no_ruff_probability(suit, round_number)
                for probability, round_number in self._compute_high_probabilities(suit, suit_cards)
                if probability
            )
        return self._side_suit_tricks[key]

    def _compute_high_probabilities(self, suit: Suit, suit_cards: Hand) -> list[tuple[float, int]]:
        """Return for each card (probability that it is high, round in which it is played)."""
        unseen_cards = self.knowledge.unseen_cards[suit]
        results = []
        for index, card in enumerate(suit_cards):
            higher_count = sum(
                HEIGHT_BY_RANK[unseen_card.rank] > HEIGHT_BY_RANK[card.rank] for unseen_card in unseen_cards
            )
            round_number = index + 1 + higher_count
            missing_guards = max(0, round_number - len(suit_cards))
            results.append(
                (
                    MISSING_GUARD_FACTOR**missing_guards if missing_guards <= MAX_MISSING_GUARDS else 0.0,
                    min(round_number, len(suit_cards)),
                )
            )
        return results

    def _compute_no_ruff_probability(self, suit: Suit, round_number: int) -> float:
        key = (suit, round_number)
        if key not in self._no_ruff_probabilities:
            self._no_ruff_probabilities[key] = self.knowledge.compute_no_ruff_probability(suit, round_number)
        return self._no_ruff_probabilities[key]

    def _predict_ruff_tricks(self, suit: Suit, length: int) -> float:
        """Return the tricks of ``suit`` that a hand with ``length`` cards of it can ruff."""
        key = (suit, length)
        if key not in self._ruff_tricks:
            mean_length = len(self.knowledge.unseen_cards[suit]) / len(self.knowledge.other_seats)
            round_numbers = range(length + 1, min(MAX_SUIT_ROUNDS, int(2 * mean_length)) + 1)
            self._ruff_tricks[key] = sum(
                self._compute_no_ruff_probability(suit, round_number) for round_number in round_numbers
            )
        return self._ruff_tricks[key]

    def _predict_trump_tricks(self, suit_cards: Hand, ruff_tricks: float) -> float:
        """Return the tricks of high spades, long spades, and small ones that ruff."""
        high_probabilities = [
            probability for probability, _round_number in self._compute_high_probabilities(TRUMP, suit_cards)
        ]
        trick_probabilities = [
            max(probability, self._compute_long_trump_probability(index + 1))
            for index, probability in enumerate(high_probabilities)
        ]
        spare_trumps = len(suit_cards) - sum(trick_probabilities)
        return sum(trick_probabilities) + min(ruff_tricks, spare_trumps)

    def _compute_long_trump_probability(self, round_number: int) -> float:
        """Return P(no other player has a spade left after ``round_number`` - 1 rounds)."""
        if round_number not in self._long_trump_probabilities:
            probability = 1.0
            for player_index in range(len(self.knowledge.other_seats)):
                probability *= 1 - self.knowledge.compute_length_probability(player_index, TRUMP, round_number)
            self._long_trump_probabilities[round_number] = probability
        return self._long_trump_probabilities[round_number]


def count_high_cards(hand: Hand) -> float:
    """Return the tricks of a hand by a beginner's count.

    Aces count, guarded kings count half, spades count from the queen up.
    """
    suit_lengths = {suit: sum(card.suit == suit for card in hand) for suit in SUITS}
    high_card_tricks = 0.0
    for card in hand:
        if card.suit == TRUMP:
            high_card_tricks += card.rank in ("BJ", "LJ", "A", "K", "Q")
        elif card.rank == "A":
            high_card_tricks += 1
        elif card.rank == "K" and suit_lengths[card.suit] > 1:
            high_card_tricks += 0.5
    return high_card_tricks
