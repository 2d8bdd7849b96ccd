"""The panel to name the suit of the called card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.core.actions import Action
from game.core.cards import SUITS, Card, get_card
from game.core.sanitizer import capitalize_first
from game.rules.chiamata.actions import NameSuit
from game.rules.chiamata.trick_play import NamingPhase
from game.text.card_names import format_rank_name, format_suit_name
from game.text.gettext import _
from ui.graphics.canvas import Canvas
from ui.table.layout.pose import CARD_ASPECT_RATIO
from ui.table.layout.seats import PanelSizes
from ui.table.question_panel import WIDE_PANEL_WIDTH, PanelRow, QuestionPanel

CARD_ROW: Final = PanelRow(152, 84)
SUIT_ROW: Final = PanelRow(44, 40)
SIZES_BELOW_TRICK: Final = ((WIDE_PANEL_WIDTH, 128), (0, 102))
"""The sizes of the panel below a blind trick, with and without the explanation: it has no cards."""


class NamingPanel(QuestionPanel):
    """The called card in four suits to choose from; those that may not be named are darkened and show the reason.

    Below a blind trick there are only the question, its explanation and the names of the suits.
    """

    @property
    def sizes_below_trick(self) -> PanelSizes:
        return SIZES_BELOW_TRICK

    @property
    def phase(self) -> NamingPhase:
        """The naming of the suit, which must be the phase that is shown."""
        phase = self.table.observation.phase
        assert isinstance(phase, NamingPhase)
        return phase

    @property
    def is_below_trick(self) -> bool:
        """Whether a blind trick is above the panel."""
        return bool(self.table.board.trick)

    @property
    def question_text(self) -> str:
        rank = self.phase.trick_phase.contract.rank
        assert rank is not None
        return capitalize_first(_("{rank:the} of which suit?").format(rank=format_rank_name(rank, self.table.deck)))

    @property
    def hint_text(self) -> str:
        if self.is_below_trick:
            return _("The suit becomes trump and decides this first trick.")
        return _("The suit becomes trump. The card's holder is your secret partner.")

    @property
    def width(self) -> float:
        return WIDE_PANEL_WIDTH

    @property
    def rows(self) -> Sequence[PanelRow]:
        return (SUIT_ROW,) if self.is_below_trick else (CARD_ROW, SUIT_ROW)

    def list_choice_rects(self) -> list[tuple[NameSuit, Card, pygame.Rect]]:
        """Return each suit to name, its card, and the rectangle of the card in pixels, from left to right.

        Empty if the panel shows no cards.
        """
        if self.is_below_trick:
            return []
        rank = self.phase.trick_phase.contract.rank
        assert rank is not None
        card_row = self.arrangement.row_rects[0]
        size = round(card_row.height / CARD_ASPECT_RATIO), card_row.height
        rects = [pygame.Rect((0, 0), size) for _suit in SUITS]
        for rect, place in zip(rects, self.split_row(card_row, [1.0] * len(SUITS)), strict=True):
            rect.center = place.center
        return [
            (NameSuit(self.phase.turn, suit), get_card(rank, suit), rect)
            for suit, rect in zip(SUITS, rects, strict=True)
        ]

    def build(self) -> None:
        self.actions_by_button = {}
        places = self.split_row(self.arrangement.row_rects[-1], [1.0] * len(SUITS))
        for suit, rect in zip(SUITS, places, strict=True):
            text = capitalize_first(format(format_suit_name(suit, self.table.deck)))
            self.add_action_button(f"suit-{suit}", NameSuit(self.phase.turn, suit), text, rect, "#small")

    def get_key_action(self, key: int) -> Action | None:
        index = key - pygame.K_1
        return NameSuit(self.phase.turn, SUITS[index]) if 0 <= index < len(SUITS) else None

    def get_click_action(self, point: tuple[int, int]) -> Action | None:
        return next((action for action, _card, rect in self.list_choice_rects() if rect.collidepoint(point)), None)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        card_images = self.table.context.scene_card_images
        for action, named_card, rect in self.list_choice_rects():
            is_legal = action in self.table.observation.legal_actions
            canvas.blit(
                card_images.get_card(named_card, rect.width)
                if is_legal
                else card_images.get_dimmed_card(named_card, rect.width),
                rect,
            )
