"""Tricks and cards that the viewer may look back at during a deal.

Everything comes from the viewer's observation and the events as they saw them, limited by the assistance of the match
(`game.match.assistance`). The last trick is always visible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from game.core.cards import Card
from game.core.events import CardPlayed, Event, TrickTaken, TurnedCardSwapped
from game.core.phase import Board
from game.match.assistance import MemoryLimit
from game.match.observation import Observation

CardLocation = Literal["held", "seen", "gone", "out"]
"""The place of a card, as far as the viewer knows it.

"held": in the viewer's hand; "seen": face up on the table or in another hand; "gone": played and taken, or put away by
the viewer; "out": none of these.
"""


class NumberedTrick(NamedTuple):
    """A trick that was taken in this deal; ``number`` counts from 1."""

    number: int
    event: TrickTaken


def list_reviewable_tricks(
    observation: Observation, events: Sequence[Event], memory: MemoryLimit
) -> tuple[NumberedTrick, ...]:
    """Return the tricks that the viewer may look at, the oldest first; always with the last.

    ``events``: the events of this deal, as the viewer saw them, the oldest first. ``memory``: which other tricks:
    "all", those of the viewer's side ("mine"), or none ("off"). Return () before the first trick was taken.
    """
    trick_events = (event for event in events if isinstance(event, TrickTaken))
    all_tricks = [NumberedTrick(number, event) for number, event in enumerate(trick_events, 1)]
    own_side = observation.own_side
    return tuple(
        trick
        for trick in all_tricks
        if memory == "all" or trick is all_tricks[-1] or (memory == "mine" and trick.event.winner in own_side)
    )


def filter_reviewable_events(
    observation: Observation, events: Sequence[Event], memory: MemoryLimit
) -> tuple[Event, ...]:
    """Return the events of this deal without those of tricks that the viewer may not look at.

    Only cards played and tricks taken are left out. ``events``: as the viewer saw them, the oldest first.
    """
    trick_events = [event for event in events if isinstance(event, TrickTaken)]
    allowed_numbers = {trick.number for trick in list_reviewable_tricks(observation, events, memory)}
    kept_events, number = list[Event](), 1
    for event in events:
        is_forgotten = (
            number <= len(trick_events)
            and number not in allowed_numbers
            and isinstance(event, (CardPlayed, TrickTaken))
        )
        if not is_forgotten:
            kept_events.append(event)
        number += isinstance(event, TrickTaken)
    return tuple(kept_events)


def locate_cards(
    observation: Observation, board: Board, events: Sequence[Event], memory: MemoryLimit, pack: Iterable[Card]
) -> Mapping[Card, CardLocation]:
    """Return the place of each card of the pack, as far as the viewer may be reminded of it.

    The places are those of `CardLocation`. ``board``: the cards on the table, as the viewer sees them; ``events``: the
    events of this deal, as the viewer saw them. Without card memory ("off") no card is "gone".
    """
    held_cards = frozenset(() if observation.seat is None else board.hands[observation.seat])
    visible_cards = {
        board.turned_card,
        *(card for _seat, card in board.trick),
        *(card for hand in board.hands for card in hand),
    }
    gone_cards = frozenset(_iter_gone_cards(observation, events, memory))
    locations: dict[Card, CardLocation] = {}
    for card in pack:
        locations[card] = (
            "held"
            if card in held_cards
            else "seen"
            if card in visible_cards
            else "gone"
            if card in gone_cards
            else "out"
        )
    return locations


def count_forgotten_cards(observation: Observation, events: Sequence[Event], memory: MemoryLimit) -> int:
    """Return the number of cards in tricks that `locate_cards` does not remind the viewer of."""
    own_side = observation.own_side
    return sum(
        len(event.cards)
        for event in events
        if isinstance(event, TrickTaken) and (memory == "off" or (memory == "mine" and event.winner not in own_side))
    )


def _iter_gone_cards(observation: Observation, events: Sequence[Event], memory: MemoryLimit) -> Iterator[Card]:
    """Yield the cards of taken tricks, and those that the viewer put away face down."""
    if memory == "off":
        return
    own_side = observation.own_side
    for event in events:
        if isinstance(event, TrickTaken) and (memory == "all" or event.winner in own_side):
            yield from event.cards
        elif isinstance(event, TurnedCardSwapped) and event.is_face_down:
            yield event.given


def group_by_suit(pack: Iterable[Card], suits: Iterable[str], ranking: Sequence[str]) -> tuple[tuple[Card, ...], ...]:
    """Return the cards of the pack by suit, in the order of ``suits``, each suit from its strongest card.

    ``ranking``: ranks from high to low. Raise ValueError if the rank of a card is not in it.
    """
    cards = tuple(pack)
    return tuple(
        tuple(sorted((card for card in cards if card.suit == suit), key=lambda card: ranking.index(card.rank)))
        for suit in suits
    )
