"""Results of a deal as values: sides, counting cards and decisive tricks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.core.cards import HIDDEN_CARD, SUITS, Card, Hand, Rank
from game.core.phase import DealOverPhase, DealResult, DecisiveTrick
from game.core.trick_taking import AllTricksPlayedPhase, CompletedTrick
from game.match.observation import Observation


class SideResult(NamedTuple):
    """The result of a side at the end of a deal.

    ``score_text``: the number that is shown large; ``is_good``: whether that is good, None if neither; ``note``: its
    role, or what it bid and took; ``cards``: the counting cards that it took.
    """

    seats: tuple[int, ...]
    score_text: str
    is_good: bool | None
    note: str = ""
    cards: Hand = ()


def find_counting_cards(
    completed_tricks: tuple[CompletedTrick, ...], side: Sequence[int], values: Mapping[Rank, int]
) -> Hand:
    """Return the counting cards that a side took, the most valuable first.

    ``side``: its seats; ``values``: the counting ranks with their values.
    """
    cards = (
        card
        for completed_trick in completed_tricks
        if completed_trick.winner in side
        for card in completed_trick.trick.cards
    )
    return tuple(sorted((card for card in cards if card.rank in values), key=lambda card: _make_sort_key(card, values)))


def _make_sort_key(card: Card, values: Mapping[Rank, int]) -> tuple[int, int]:
    return -values[card.rank], SUITS.index(card.suit)


def list_completed_tricks(observation: Observation) -> tuple[CompletedTrick, ...]:
    """Return all tricks of a deal that was played to its end; else an empty tuple."""
    return observation.phase.completed_tricks if isinstance(observation.phase, AllTricksPlayedPhase) else ()


def list_shown_hands(observation: Observation) -> tuple[tuple[int, Hand], ...]:
    """Return the hands that are face up because they decided the deal, by seat."""
    if not isinstance(observation.phase, DealOverPhase):
        return ()
    hands = observation.board.hands
    return tuple(
        (seat, hands[seat]) for seat in observation.phase.shown_seats if hands[seat] and HIDDEN_CARD not in hands[seat]
    )


def list_decisive_tricks(result: DealResult) -> tuple[DecisiveTrick, ...]:
    """Return the tricks that decided a deal."""
    return tuple(reason for reason in result.reasons if isinstance(reason, DecisiveTrick))


def compute_ranks(observation: Observation, is_counting_down: bool) -> tuple[tuple[int, ...], ...]:
    """Return the seats by final rank, the winners first, equal ones together.

    ``is_counting_down``: a lower total is better.
    """
    totals = sorted(set(observation.totals), reverse=not is_counting_down)
    other_groups = [
        tuple(
            seat
            for seat in range(observation.seats)
            if observation.totals[seat] == total and seat not in observation.winners
        )
        for total in totals
    ]
    return tuple(group for group in (observation.winners, *other_groups) if group)
