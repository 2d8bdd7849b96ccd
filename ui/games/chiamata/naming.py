"""Naming the suit of the called card: by its four pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
import pygame_gui

from game.engine.actions import Action
from game.engine.cards import SUITS, Card, card
from game.i18n import _
from game.rules.chiamata.actions import Name
from game.rules.chiamata.play import Naming
from game.words import RANK_NAMES, suit_name
from ui import theme
from ui.backdrop import panel
from ui.table.layout import RATIO
from ui.table.panel import Panel

if TYPE_CHECKING:
    from ui.table.scene import TableScene


class NamingPanel(Panel):
    """Four cards to choose from; those that may not be named are darkened and say why."""

    def __init__(self, table: TableScene) -> None:
        super().__init__(table)
        self.actions: dict[pygame_gui.elements.UIButton, Action] = {}

    @property
    def phase(self) -> Naming:
        phase = self.table.view.phase
        assert isinstance(phase, Naming)
        return phase

    @property
    def rect(self) -> pygame.Rect:
        """The ground of the panel."""
        stage = self.table.stage
        rect = pygame.Rect(0, 0, stage.px(540), stage.px(268))
        rect.midbottom = (stage.size[0] // 2, round(self.table.hand_top) - stage.px(46))
        return rect

    def _choices(self) -> list[tuple[Name, Card, pygame.Rect]]:
        px, rect = self.table.stage.px, self.rect
        rank = self.phase.tricks.contract.rank
        assert rank is not None
        step, wide = px(128), px(88)
        first = rect.centerx - 2 * step + (step - wide) // 2
        return [
            (
                Name(self.phase.to_act, suit),
                card(rank, suit),
                pygame.Rect(first + at * step, rect.y + px(56), wide, round(wide * RATIO)),
            )
            for at, suit in enumerate(SUITS)
        ]

    def build(self) -> None:
        self.actions = {}
        stage = self.table.stage
        for action, _card, where in self._choices():
            below = pygame.Rect(
                where.x - stage.px(16), where.bottom + stage.px(8), where.width + stage.px(32), stage.px(38)
            )
            name = "#menu" if action in self.table.view.choices else "#off"
            words = suit_name(action.suit, self.table.deck)
            button = pygame_gui.elements.UIButton(below, words, stage.manager, object_id=name)
            self.table.focus.add(button)
            self.actions[button] = action

    def pressed(self, button: pygame_gui.elements.UIButton) -> Action | None:
        return self.actions.get(button)

    def key(self, key: int) -> Action | None:
        at = key - pygame.K_1
        return Name(self.phase.to_act, SUITS[at]) if 0 <= at < len(SUITS) else None

    def click(self, point: tuple[int, int]) -> Action | None:
        return next((action for action, _card, where in self._choices() if where.collidepoint(point)), None)

    def draw(self, surface: pygame.Surface) -> None:
        stage, rect = self.table.stage, self.rect
        panel(surface, rect, theme.GOLD, 240)
        rank = self.phase.tricks.contract.rank
        assert rank is not None
        words = _("You have won the auction: the {rank} of which suit?").format(rank=_(RANK_NAMES[rank]))
        title = theme.fitted(words, "serif", stage.px(theme.LARGE), theme.CREAM, rect.width - stage.px(36))
        surface.blit(title, title.get_rect(midtop=(rect.centerx, rect.y + stage.px(14))))
        for action, one, where in self._choices():
            legal = action in self.table.view.choices
            picture = stage.art.card(one, where.width) if legal else stage.art.dimmed(one, where.width)
            surface.blit(picture, where)
