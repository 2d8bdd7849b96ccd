"""Descriptions of a card: its name, its points, and its strength within its suit."""

from __future__ import annotations

from game.core.cards import Card, DeckStyle, Suit
from game.core.sanitizer import capitalize_first
from game.rules import Game
from game.text.card_names import format_card_name
from game.text.gettext import _, ngettext


def describe_card(
    game: Game, pack: tuple[Card, ...], trump: Suit | None, card: Card, deck: DeckStyle
) -> tuple[str, ...]:
    """Return lines about a card: its name, points if the game has them, strength, and whether it is a trump.

    ``pack``: the cards that the game is played with; ``trump``: None if there is none or it is not known.
    """
    name = format_card_name(card, deck)
    trump_text = _("Its suit is trump") if card.suit == trump else ""
    strength_text = _describe_strength(count_stronger_cards(game, pack, card))
    return tuple(filter(None, (capitalize_first(name), _describe_points(game, card), strength_text, trump_text)))


def count_stronger_cards(game: Game, pack: tuple[Card, ...], card: Card) -> int:
    """Return how many cards of the same suit are stronger."""
    return sum(game.ranking.index(other_card.rank) < game.ranking.index(card.rank)
               for other_card in pack if other_card.suit == card.suit)  # fmt: skip


def _describe_strength(count: int) -> str:
    if not count:
        return _("Highest in its suit")
    return ngettext("{count} card of its suit is higher", "{count} cards of its suit are higher", count).format(
        count=count
    )


def _describe_points(game: Game, card: Card) -> str:
    if not game.card_points:
        return ""
    count = game.card_points.get(card.rank, 0)
    if not count:
        return _("Worth no points")
    return ngettext("Worth {count} point", "Worth {count} points", count).format(count=count)
