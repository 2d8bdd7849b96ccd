"""One card, shown large with all that there is to say of it; any key and any click closes it."""

from __future__ import annotations

import pygame

from game.engine.cards import Card
from game.i18n import _
from ui import theme
from ui.scene import Stage
from ui.table.card_words import card_words
from ui.table.desk import Desk
from ui.table.overlay import Overlay
from ui.table.pose import RATIO
from ui.table.sheet import Lines, Pile

CARD = 250
WIDE = 640
"""Design pixels: the width of the card and of the box."""


class Closeup(Overlay):
    """Lies over the table for as long as the same person sees it."""

    largest_scale = 1.5
    veil = 120

    def __init__(self, stage: Stage, desk: Desk, card: Card) -> None:
        super().__init__(stage, desk)
        self.card = card
        self._viewer = desk.table.viewer

    def compose(self) -> None:
        px = self.stage.px
        self.place_box(px(WIDE), px(2 * 22) + round(px(CARD) * RATIO))

    def update(self, seconds: float) -> None:
        if self.desk.table.viewer != self._viewer:
            self.stage.back()

    def handle(self, event: pygame.event.Event) -> None:
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.stage.back()

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        px, box, desk = self.stage.px, self.box, self.desk
        high = box.height - px(44)
        picture = self.stage.art.card(self.card, round(high / RATIO))
        place = picture.get_rect(midleft=(box.x + px(22), box.centery))
        surface.blit(picture, place)
        said = card_words(desk.table.game, desk.table.pack, desk.board.trump, self.card, self.deck)
        words = Pile(self.stage, (
            Lines(self.stage, (said.name,), face="serif", size=theme.TITLE, colour=theme.CREAM),
            Lines(self.stage, said.lines, size=theme.BODY, colour=theme.CREAM),
            Lines(self.stage, (_("Any key or click closes this."),), size=theme.SMALL),
        ))  # fmt: skip
        left = place.right + px(24)
        room = pygame.Rect(left, 0, box.right - px(22) - left, 0)
        room.height = words.height(room.width)
        room.centery = box.centery
        words.paint(surface, room)
