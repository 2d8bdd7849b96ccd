"""How a deal ended, as values: who has what, the cards and the tricks that decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.core.cards import HIDDEN_CARD, SUITS, Card, Hand, Rank
from game.core.phase import DealOverPhase, DealResult, DecisiveTrick
from game.core.trick_taking import AllTricksPlayedPhase, CompletedTrick
from game.match.observation import Observation


class SideResult(NamedTuple):
    """A side at the end of a deal: what it is called besides its names, what it has, whether that is good.

    ``cards``: those it took that count; ``trick_counts``: how many it took and how many it wanted, where those count.
    """

    seats: tuple[int, ...]
    role: str
    figure_text: str
    is_good: bool | None
    cards: Hand = ()
    trick_counts: tuple[int, int] | None = None


def find_counting_cards(
    completed_tricks: tuple[CompletedTrick, ...], side: Sequence[int], values: Mapping[Rank, int]
) -> Hand:
    """The cards that ``side`` took and that count, the dearest first."""
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
    """All tricks of the deal, once it is played out; none before, and none of a deal that was not."""
    return observation.phase.completed_tricks if isinstance(observation.phase, AllTricksPlayedPhase) else ()


def list_shown_hands(observation: Observation) -> tuple[tuple[int, Hand], ...]:
    """The hands that lie open because they decided the deal: a gatta, a hand that annuls."""
    if not isinstance(observation.phase, DealOverPhase):
        return ()
    hands = observation.board.hands
    return tuple(
        (seat, hands[seat]) for seat in observation.phase.shown_seats if hands[seat] and HIDDEN_CARD not in hands[seat]
    )


def list_decisive_tricks(result: DealResult) -> tuple[DecisiveTrick, ...]:
    """The tricks that a deal turned on."""
    return tuple(reason for reason in result.reasons if isinstance(reason, DecisiveTrick))
