"""Naming the suit of the called card: by its four pictures."""

from __future__ import annotations

import pygame

from game.engine.actions import Action
from game.engine.cards import SUITS, Card, card
from game.i18n import _
from game.names import rank_name, suit_name
from game.rules.chiamata.actions import Name
from game.rules.chiamata.play import Naming
from ui.table.panel import Panel
from ui.table.pose import RATIO


class NamingPanel(Panel):
    """Four cards to choose from; those that may not be named are darkened and say why."""

    @property
    def phase(self) -> Naming:
        phase = self.desk.view.phase
        assert isinstance(phase, Naming)
        return phase

    @property
    def rect(self) -> pygame.Rect:
        """The ground of the panel."""
        return self.ground(540, 268)

    def choice_places(self) -> list[tuple[Name, Card, pygame.Rect]]:
        px, rect = self.desk.spot.px, self.rect
        rank = self.phase.tricks.contract.rank
        assert rank is not None
        wide = min(px(92), round((rect.height - px(112)) / RATIO))
        step = min(px(128), (rect.width - px(16)) // len(SUITS))
        first = rect.centerx - 2 * step + (step - wide) // 2
        return [
            (
                Name(self.phase.to_act, suit),
                card(rank, suit),
                pygame.Rect(first + at * step, rect.y + px(52), wide, round(wide * RATIO)),
            )
            for at, suit in enumerate(SUITS)
        ]

    @property
    def asks(self) -> str:
        rank = self.phase.tricks.contract.rank
        assert rank is not None
        return _("You have won the auction: {rank:the} of which suit?").format(rank=rank_name(rank, self.desk.deck))

    def build(self) -> None:
        self.actions = {}
        px = self.desk.spot.px
        for action, _card, where in self.choice_places():
            step = min(px(122), self.rect.width // len(SUITS) - px(8))
            below = pygame.Rect(where.centerx - step // 2, where.bottom + px(8), step, px(38))
            self.offer(f"suit-{action.suit}", action, suit_name(action.suit, self.desk.deck), below, "#small")

    def key(self, key: int) -> Action | None:
        at = key - pygame.K_1
        return Name(self.phase.to_act, SUITS[at]) if 0 <= at < len(SUITS) else None

    def click(self, point: tuple[int, int]) -> Action | None:
        return next((action for action, _card, where in self.choice_places() if where.collidepoint(point)), None)

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_ground(surface, self.rect, self.asks, 14)
        art = self.desk.stage.art
        for action, one, where in self.choice_places():
            legal = action in self.desk.view.choices
            surface.blit(art.card(one, where.width) if legal else art.dimmed(one, where.width), where)
