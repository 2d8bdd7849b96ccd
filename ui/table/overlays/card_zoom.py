"""A card shown large, with its description; any key or click closes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from game.core.cards import Card
from game.text.gettext import _
from ui.app.context import AppContext
from ui.graphics import theme
from ui.table.card_description import CardDescription, describe_card
from ui.table.overlays.base import Overlay
from ui.table.overlays.card_row import CardRow
from ui.widgets.layout import Column, Padded, Row
from ui.widgets.nodes import Node, Space, Text

if TYPE_CHECKING:
    from ui.table.scene import TableScene

CARD_WIDTH: Final = 250
"""The width of the card, in design pixels."""


class CardZoomOverlay(Overlay):
    """The zoomed card over the table.

    It closes when another person comes to the screen.
    """

    max_scale = 1.5
    panel_width = 640

    def __init__(self, context: AppContext, table: TableScene, card: Card) -> None:
        super().__init__(context, table)
        self.card = card
        self._viewer = table.session.observation.seat

    @property
    def narration(self) -> tuple[str, ...]:
        description = self._describe_card()
        return description.name, *description.lines

    def _describe_card(self) -> CardDescription:
        info = self.table.session.info
        return describe_card(info.game, info.pack, self.table.board.trump, self.card, self.deck)

    def describe(self) -> Node:
        description = self._describe_card()
        texts = Column(
            Text(description.name, face="serif", size=theme.TITLE_TEXT_SIZE),
            Text("\n".join(description.lines)),
            Text(_("Press any key or click to close."), size=theme.SMALL_TEXT_SIZE, color=theme.MUTED),
            gap=theme.LARGE_GAP,
        )
        card = CardRow(self.context.scene_card_images, (self.card,), CARD_WIDTH)
        middle = Column(Space(grow=1), texts, Space(grow=1), grow=1)
        return Padded(Row(card, middle, gap=theme.SECTION_GAP))

    def update(self, seconds: float) -> None:
        if self.table.session.observation.seat != self._viewer:
            self.context.scenes.pop()

    def handle_event(self, event: pygame.event.Event) -> None:
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.context.scenes.pop()
