"""Plays that are equivalent, and plays that another play dominates.

Two cards are compared if they have the same suit and the same card points, by the knowledge of the observing seat. Two
of them are *adjacent* if no card between them is with others: the result is the same whichever is played. Two have the
*same trick result* if both surely win this trick, or both surely lose it. The better one is then kept for later, or
discarded where tricks do harm. So players keep better cards as a person would.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum, auto

import msgspec

from game.ai.rollout.rollout import find_known_voids
from game.core.actions import Play
from game.core.cards import Card, Suit
from game.core.trick_taking import TrickPhase
from game.match.observation import Observation, find_outstanding_cards


class HighCardPreference(Enum):
    """Preference for keeping or discarding the better of two equivalent cards."""

    KEEP = auto()
    """Tricks are welcome, so high cards are useful later."""
    DISCARD = auto()
    """Tricks do harm, so high cards are a danger."""
    NONE = auto()
    """Neither is clearly better."""


def always_keep(_observation: Observation) -> HighCardPreference:
    """Return `HighCardPreference.KEEP`: tricks are always welcome."""
    return HighCardPreference.KEEP


def list_nothing(*_position: object) -> tuple[()]:
    """Return (): the game has nothing of the kind."""
    return ()


class EquivalenceRules(msgspec.Struct, frozen=True, kw_only=True):
    """The properties of a game's cards that decide which plays are equivalent.

    ``get_high_card_preference``: whether the observing seat keeps or discards high cards; ``list_distinct_cards``:
    cards with a meaning beyond rank and suit, which are equivalent to no other card.
    """

    get_high_card_preference: Callable[[Observation], HighCardPreference] = always_keep
    list_distinct_cards: Callable[[Observation], tuple[Card, ...]] = list_nothing


def remove_dominated_plays(observation: Observation, rules: EquivalenceRules) -> Observation:
    """Return the observation without the plays that another play dominates.

    In ``legal_actions`` other actions come first, then the plays left, by ascending value of their cards. With fewer
    than two plays the observation is unchanged.
    """
    plays, comparer = _list_plays(observation), _make_card_comparer(observation, rules)
    if comparer is None:
        return observation
    preference = rules.get_high_card_preference(observation)
    sensible = [
        play
        for play in plays
        if not any(comparer.dominates(other_play.card, play.card, preference) for other_play in plays)
    ]
    return _restrict_plays(observation, sorted(sensible, key=lambda play: comparer.get_sort_key(play.card)))


def merge_equivalent_plays(
    observation: Observation, rules: EquivalenceRules
) -> tuple[Observation, Mapping[Play, Play]]:
    """Return the observation with one play for all adjacent cards, and the others.

    The play kept is that of the lowest card. The mapping has for each removed play the one that represents it; it is
    empty if none is removed.
    """
    plays, comparer = _list_plays(observation), _make_card_comparer(observation, rules)
    if comparer is None:
        return observation, {}
    sorted_plays = sorted(plays, key=lambda play: comparer.get_sort_key(play.card))
    representatives = {
        play: next(
            representative
            for representative in sorted_plays
            if representative is play or comparer.are_adjacent(representative.card, play.card)
        )
        for play in sorted_plays
    }
    kept = [play for play in plays if representatives[play] is play]
    return _restrict_plays(observation, kept), {
        play: representative for play, representative in representatives.items() if play is not representative
    }


def _list_plays(observation: Observation) -> list[Play]:
    return [choice for choice in observation.legal_actions if isinstance(choice, Play)]


def _restrict_plays(observation: Observation, plays: list[Play]) -> Observation:
    other_choices = (choice for choice in observation.legal_actions if not isinstance(choice, Play))
    return msgspec.structs.replace(observation, legal_actions=(*other_choices, *plays))


def _make_card_comparer(observation: Observation, rules: EquivalenceRules) -> _CardComparer | None:
    """Return the comparer of the legal cards; None if fewer than two can be played."""
    phase, plays = observation.phase, _list_plays(observation)
    if not isinstance(phase, TrickPhase) or len(plays) < 2:
        return None
    return _CardComparer(
        phase=phase,
        unseen_cards=find_outstanding_cards(observation),
        distinct_cards=rules.list_distinct_cards(observation),
    )


class _CardComparer(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A trick as the seat to act knows it.

    ``unseen_cards``: cards that others may hold or draw; ``distinct_cards``: cards that are equivalent to no other.
    """

    phase: TrickPhase
    unseen_cards: frozenset[Card]
    distinct_cards: tuple[Card, ...]

    def get_sort_key(self, card: Card) -> tuple[bool, int, int]:
        """Return a key that rises with a card's value: trump, then points, then rank."""
        return card.suit == self.phase.trump, self.phase.card_points.get(card.rank, 0), -self._get_rank_index(card)

    def dominates(self, card: Card, other_card: Card, preference: HighCardPreference) -> bool:
        """Return whether ``card`` is at least as good to play as ``other_card``."""
        if card is other_card or not self._are_comparable(card, other_card):
            return False
        low, high = (
            (card, other_card) if self._get_rank_index(card) > self._get_rank_index(other_card) else (other_card, card)
        )
        better = high if preference is HighCardPreference.DISCARD else low
        return card is better and (
            self.are_adjacent(low, high)
            or (preference is not HighCardPreference.NONE and self.have_same_trick_result(low, high))
        )

    def are_adjacent(self, low: Card, high: Card) -> bool:
        """Return whether two cards are comparable with no other card between them.

        Cards between them count if they are unseen or in the current trick.
        """
        if not self._are_comparable(low, high):
            return False
        between = self.phase.ranking[self._get_rank_index(high) + 1 : self._get_rank_index(low)]
        return not any(
            card.suit == low.suit and card.rank in between
            for cards in (self.unseen_cards, self.phase.trick.cards)
            for card in cards
        )

    def have_same_trick_result(self, low: Card, high: Card) -> bool:
        """Return whether two comparable cards both surely win the trick or both lose it."""
        is_last = len(self.phase.trick.cards) + 1 == len(self.phase.trick.seats)
        return self._is_surely_losing(high) or (is_last and self.phase.is_winning(low))

    def _get_rank_index(self, card: Card) -> int:
        return self.phase.ranking.index(card.rank)

    def _are_comparable(self, card: Card, other_card: Card) -> bool:
        points = self.phase.card_points.get
        return (
            card.suit == other_card.suit and points(card.rank, 0) == points(other_card.rank, 0)
            and card not in self.distinct_cards and other_card not in self.distinct_cards
        )  # fmt: skip

    # -- this trick ------------------------------------------------------------------------------------

    def _is_surely_losing(self, card: Card) -> bool:
        return self.phase.is_played_face_down(card) or not self.phase.is_winning(card) or self._is_surely_trumped(card)

    def _is_surely_trumped(self, card: Card) -> bool:
        """Return whether a player behind surely trumps the suit of this card.

        The card has the suit led.
        """
        trick, trump = self.phase.trick, self.phase.trump
        if trump is None or card.suit == trump:
            return False
        return any(self._must_trump(seat, card.suit, trump) for seat in trick.seats[len(trick.cards) + 1 :])

    def _must_trump(self, seat: int, led_suit: Suit, trump: Suit) -> bool:
        """Return whether a seat must play a trump to ``led_suit``, by its earlier plays."""
        phase, hand_size = self.phase, len(self.phase.hands[seat])
        voids = find_known_voids(phase, seat) if phase.must_follow_suit else frozenset[Suit]()
        possible_suits = [card.suit for card in self.unseen_cards if card.suit not in voids]
        if led_suit in possible_suits or trump not in possible_suits:
            return False
        plain_count = sum(suit != trump for suit in possible_suits)
        return plain_count < hand_size if phase.must_trump else not plain_count
