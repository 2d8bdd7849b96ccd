"""Tricks and card locations in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from game.core.cards import Card, DeckStyle
from game.match.assistance import MemoryLimit
from game.match.card_memory import CardLocation, NumberedTrick
from game.text.card_names import JOKER_NAMES, format_card_name, format_plays, format_rank_name, format_suit_name
from game.text.formatting import join_with_commas, join_with_semicolons
from game.text.gettext import _, ngettext


def describe_trick(trick: NumberedTrick, names: Sequence[str], deck: DeckStyle, *, show_points: bool) -> str:
    """Return a trick in one line: the cards in order of play, and the seat that took it.

    ``show_points``: add its points, if it has any.
    """
    event = trick.event
    plays = format_plays(zip(event.seats, event.cards, strict=True), names, deck)
    line = _("Trick {number}: {cards}; won by {name}")
    text = line.format(number=trick.number, cards=plays, name=names[event.winner])
    if not show_points or event.points is None:
        return text
    template = ngettext("{trick}: {count} point", "{trick}: {count} points", event.points)
    return template.format(trick=text, count=event.points)


def describe_card_locations(
    locations: Mapping[Card, CardLocation],
    suit_rows: Iterable[Sequence[Card]],
    deck: DeckStyle,
    *,
    memory: MemoryLimit = "all",
) -> tuple[str, ...]:
    """Return the locations of the cards, a line for each suit.

    ``suit_rows``: the cards of each suit, in the order in which they are listed; an empty row gives no line.
    ``memory``: the tricks that ``locations`` are from.
    """
    return tuple(
        _describe_suit_locations(locations, suit_cards, deck, memory) for suit_cards in suit_rows if suit_cards
    )


def _describe_suit_locations(
    locations: Mapping[Card, CardLocation], suit_cards: Sequence[Card], deck: DeckStyle, memory: MemoryLimit
) -> str:
    parts, is_own_tricks_only = list[str](), memory == "mine"
    for location, template in (
        ("held", _("{cards} in your hand")),
        ("seen", _("{cards} on the table")),
        ("gone", _("{cards} in your tricks") if is_own_tricks_only else _("{cards} played")),
        ("out", _("{cards} in other tricks or not yet played") if is_own_tricks_only else _("{cards} not seen yet")),
    ):
        cards = [card for card in suit_cards if locations[card] == location]
        if cards:
            parts.append(template.format(cards=join_with_commas([_format_rank_or_joker(card, deck) for card in cards])))
    return _("{suit}: {cards}").format(
        suit=format_suit_name(suit_cards[0].suit, deck), cards=join_with_semicolons(parts)
    )


def _format_rank_or_joker(card: Card, deck: DeckStyle) -> str:
    return format_card_name(card, deck) if card.rank in JOKER_NAMES else format_rank_name(card.rank, deck)
