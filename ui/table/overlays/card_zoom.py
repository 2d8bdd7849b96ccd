"""A card shown large, with its description; any key or click closes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from game.core.cards import Card, DeckStyle, Suit
from game.core.sanitizer import capitalize_first
from game.rules import Game
from game.text.card_names import format_card_name
from game.text.gettext import _, ngettext
from ui.graphics import theme
from ui.table.overlays.base import Overlay
from ui.table.overlays.card_row import CardRow
from ui.widgets.layout import Column, Padded, Row
from ui.widgets.nodes import Node, Space, Text

if TYPE_CHECKING:
    from ui.table.scene import TableScene

CARD_WIDTH: Final = 250
"""The width of the card, in design pixels."""


class CardZoomOverlay(Overlay):
    """The zoomed card over the table."""

    max_scale = 1.5
    panel_width = 640
    is_for_viewer = True

    def __init__(self, table: TableScene, card: Card) -> None:
        super().__init__(table)
        self.card = card

    @property
    def narration(self) -> tuple[str, ...]:
        info = self.table.session.info
        return describe_card(info.game, info.pack, self.table.board.trump, self.card, self.deck)

    def describe(self) -> Node:
        name, *lines = self.narration
        texts = Column(
            Text(name, face="serif", size=theme.TITLE_TEXT_SIZE),
            Text("\n".join(lines)),
            Text(_("Press any key or click to close."), size=theme.SMALL_TEXT_SIZE, color=theme.MUTED),
            gap=theme.LARGE_GAP,
        )
        card = CardRow(self.context.scene_card_images, (self.card,), CARD_WIDTH)
        middle = Column(Space(grow=1), texts, Space(grow=1), grow=1)
        return Padded(Row(card, middle, gap=theme.SECTION_GAP))

    def handle_event(self, event: pygame.event.Event) -> None:
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.context.scenes.pop()


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
