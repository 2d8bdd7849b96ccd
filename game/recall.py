"""What a person may look back at in a deal: the tricks that he has seen, and what is gone of the pack.

All of it comes from his own view and from the events as he saw them, and of those only what the table has agreed on
(`game.aids`): the last trick lies open for everybody at any table, more is an aid to the memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from game.aids import Memory
from game.conventions import clauses, series
from game.engine.cards import Card, Deck
from game.engine.events import Event, Played, Swapped, TrickTaken
from game.engine.phases import Board
from game.i18n import _, ngettext
from game.names import JOKER_NAMES, card_name, cards_named, rank_name, suit_name
from game.view import View

Whereabouts = Literal["held", "seen", "gone", "out"]
"""In the viewer's hand; face up on the table or in another's hand; played and taken, or put away by him; none of it."""


class Trick(NamedTuple):
    """A trick that was taken in this deal; ``number`` counts from 1."""

    number: int
    taken: TrickTaken


def tricks(view: View, story: Sequence[Event], memory: Memory) -> tuple[Trick, ...]:
    """The tricks that the viewer may look at, the oldest first; the one taken last is always among them.

    ``story``: what has happened in this deal, as he saw it.
    """
    happened = (event for event in story if isinstance(event, TrickTaken))
    taken = [Trick(number, event) for number, event in enumerate(happened, 1)]
    mine = _side(view)
    return tuple(
        one for one in taken if memory == "all" or one is taken[-1] or (memory == "mine" and one.taken.winner in mine)
    )


def readable(view: View, story: Sequence[Event], memory: Memory) -> tuple[Event, ...]:
    """What has happened in this deal without the cards of tricks that the viewer may not look at any more."""
    taken = [event for event in story if isinstance(event, TrickTaken)]
    allowed = {one.number for one in tricks(view, story, memory)}
    kept, number = list[Event](), 1
    for event in story:
        forgotten = number <= len(taken) and number not in allowed and isinstance(event, (Played, TrickTaken))
        if not forgotten:
            kept.append(event)
        number += isinstance(event, TrickTaken)
    return tuple(kept)


def _side(view: View) -> tuple[int, ...]:
    """The seats whose tricks are the viewer's, as everybody at the table knows it."""
    return next((side for side in view.sides if view.seat in side), ())


def whereabouts(
    view: View, board: Board, story: Sequence[Event], memory: Memory, pack: Iterable[Card]
) -> Mapping[Card, Whereabouts]:
    """Where each card of the pack is, as far as the viewer may be reminded of it; without an aid nothing is gone.

    ``board``: the cards that lie there, as he sees them; ``story``: what has happened in this deal, as he saw it.
    """
    held = frozenset(() if view.seat is None else board.hands[view.seat])
    seen = {board.turned, *(card for _seat, card in board.trick), *(card for hand in board.hands for card in hand)}
    gone = frozenset(_gone(view, story, memory))
    found: dict[Card, Whereabouts] = {}
    for card in pack:
        found[card] = "held" if card in held else "seen" if card in seen else "gone" if card in gone else "out"
    return found


def _gone(view: View, story: Sequence[Event], memory: Memory) -> Iterator[Card]:
    """What has left the deal: the cards of tricks, and what the viewer himself has put away face down."""
    if memory == "off":
        return
    mine = _side(view)
    for event in story:
        if isinstance(event, TrickTaken) and (memory == "all" or event.winner in mine):
            yield from event.cards
        elif isinstance(event, Swapped) and event.face_down:
            yield event.given


# -- in words --------------------------------------------------------------------------------------


def trick_told(one: Trick, names: Sequence[str], deck: Deck, *, counted: bool) -> str:
    """A trick in a line: who led, who played what, who took it; ``counted``: with its points, where it has any."""
    taken = one.taken
    played = series([
        _("{name} {card}").format(name=names[seat], card=cards_named((card,), deck))
        for seat, card in zip(taken.seats, taken.cards, strict=True)
    ])  # fmt: skip
    line = _("Trick {number}: {cards}; it went to {name}")
    said = line.format(number=one.number, cards=played, name=names[taken.winner])
    if not counted or taken.points is None:
        return said
    words = ngettext("{trick}: {count} point", "{trick}: {count} points", taken.points)
    return words.format(trick=said, count=taken.points)


def pack_told(found: Mapping[Card, Whereabouts], rows: Iterable[Sequence[Card]], deck: Deck) -> tuple[str, ...]:
    """Where the cards are, a line for each suit. ``rows``: the cards of each suit, in the order to say them."""
    return tuple(_suit_told(found, row, deck) for row in rows if row)


def _suit_told(found: Mapping[Card, Whereabouts], row: Sequence[Card], deck: Deck) -> str:
    parts = list[str]()
    for where, words in (
        ("held", _("in your hand {cards}")), ("seen", _("in sight {cards}")), ("gone", _("gone {cards}")),
        ("out", _("not seen {cards}")),
    ):  # fmt: skip
        cards = [card for card in row if found[card] == where]
        if cards:
            parts.append(words.format(cards=series([_short(card, deck) for card in cards])))
    return _("{suit}: {cards}").format(suit=suit_name(row[0].suit, deck), cards=clauses(parts))


def _short(card: Card, deck: Deck) -> str:
    """A card among others of its suit."""
    return card_name(card, deck) if card.rank in JOKER_NAMES else rank_name(card.rank, deck)


def rows_of(pack: Iterable[Card], suits: Iterable[str], ranking: Sequence[str]) -> tuple[tuple[Card, ...], ...]:
    """The pack suit by suit, in each the strongest first."""
    cards = tuple(pack)
    return tuple(
        tuple(sorted((card for card in cards if card.suit == suit), key=lambda card: ranking.index(card.rank)))
        for suit in suits
    )
