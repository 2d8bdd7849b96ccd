"""The panel to name the suit of the called card."""

from __future__ import annotations

import pygame

from game.core.actions import Action
from game.core.cards import SUITS, Card, get_card
from game.rules.chiamata.actions import NameSuit
from game.rules.chiamata.trick_play import NamingPhase
from game.text.card_names import format_rank_name, format_suit_name
from game.text.gettext import _
from ui.graphics.canvas import Canvas
from ui.table.action_panel import ActionPanel
from ui.table.layout.pose import CARD_ASPECT_RATIO


class NamingPanel(ActionPanel):
    """The called card in four suits to choose from; those that may not be named are darkened and show the reason."""

    @property
    def phase(self) -> NamingPhase:
        """The naming of the suit, which must be the phase that is shown."""
        phase = self.table.observation.phase
        assert isinstance(phase, NamingPhase)
        return phase

    @property
    def rect(self) -> pygame.Rect:
        """The rectangle of the panel."""
        return self.compute_panel_rect(540, 268)

    def list_choice_rects(self) -> list[tuple[NameSuit, Card, pygame.Rect]]:
        """Return each suit to name, its card, and the rectangle of the card in pixels, from left to right."""
        px, rect = self.table.layout.px, self.rect
        rank = self.phase.trick_phase.contract.rank
        assert rank is not None
        wide = min(px(92), round((rect.height - px(112)) / CARD_ASPECT_RATIO))
        step = min(px(128), (rect.width - px(16)) // len(SUITS))
        first = rect.centerx - 2 * step + (step - wide) // 2
        return [
            (
                NameSuit(self.phase.turn, suit),
                get_card(rank, suit),
                pygame.Rect(first + index * step, rect.y + px(52), wide, round(wide * CARD_ASPECT_RATIO)),
            )
            for index, suit in enumerate(SUITS)
        ]

    @property
    def question_text(self) -> str:
        """The question of the panel: which suit the called card has."""
        rank = self.phase.trick_phase.contract.rank
        assert rank is not None
        return _("You have won the auction: {rank:the} of which suit?").format(
            rank=format_rank_name(rank, self.table.deck)
        )

    def build(self) -> None:
        self.actions_by_button = {}
        px = self.table.layout.px
        for action, _card, rect in self.list_choice_rects():
            step = min(px(122), self.rect.width // len(SUITS) - px(8))
            button_rect = pygame.Rect(rect.centerx - step // 2, rect.bottom + px(8), step, px(38))
            self.add_action_button(
                f"suit-{action.suit}", action, format_suit_name(action.suit, self.table.deck), button_rect, "#small"
            )

    def get_key_action(self, key: int) -> Action | None:
        index = key - pygame.K_1
        return NameSuit(self.phase.turn, SUITS[index]) if 0 <= index < len(SUITS) else None

    def get_click_action(self, point: tuple[int, int]) -> Action | None:
        return next((action for action, _card, rect in self.list_choice_rects() if rect.collidepoint(point)), None)

    def draw(self, canvas: Canvas) -> None:
        self.draw_panel_background(canvas, self.rect, self.question_text, 14)
        card_images = self.table.context.scene_card_images
        for action, named_card, rect in self.list_choice_rects():
            is_legal = action in self.table.observation.legal_actions
            canvas.blit(
                card_images.get_card(named_card, rect.width)
                if is_legal
                else card_images.get_dimmed_card(named_card, rect.width),
                rect,
            )
