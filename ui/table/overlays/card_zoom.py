"""A card shown large, with its description; any key or click closes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from game.core.cards import Card
from game.text.gettext import _
from ui.graphics import theme
from ui.table.card_description import describe_card
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
