"""The panel to name the suit of the called card."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from game.core.actions import Action
from game.core.cards import SUITS, get_card
from game.rules.chiamata.actions import NameSuit
from game.rules.chiamata.trick_play import NamingPhase
from ui.graphics.canvas import Canvas
from ui.table.layout.pose import CARD_ASPECT_RATIO
from ui.table.layout.seats import PanelSizes
from ui.table.question_panel import (
    WIDE_PANEL_WIDTH,
    Answer,
    PanelRow,
    PanelSize,
    QuestionPanel,
    make_grid,
)
from ui.widgets.nodes import Frame, Node, Painter

if TYPE_CHECKING:
    pass

CARD_HEIGHTS: Final = (152, 80)
SUIT_HEIGHT: Final = 44
"""The usual and the least height of the row of cards, and the usual one of the suits, in design pixels."""
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
    def width(self) -> float:
        return WIDE_PANEL_WIDTH

    def list_rows(self, size: PanelSize) -> Sequence[Node]:
        rows = list[Node]()
        actions = {suit: NameSuit(self.phase.turn, suit) for suit in SUITS}
        if not self.is_below_trick:
            cards = (Painter(partial(self._paint_card, action), grow=1) for action in actions.values())
            rows.append(PanelRow(size, *CARD_HEIGHTS, *cards))
        answers = [Answer(self, option, "#small") for option in self.question.options]
        return (*rows, make_grid(size, SUIT_HEIGHT, answers, [1.0] * len(SUITS)))

    @property
    def choice_rects(self) -> list[tuple[NameSuit, pygame.Rect]]:
        """The suits to name with the places of their cards in pixels, from left to right; [] if it shows no cards."""
        places = [_place_card(rect) for node, rect in self.placed if isinstance(node, Painter)]
        return [(NameSuit(self.phase.turn, suit), place) for suit, place in zip(SUITS, places, strict=False)]

    def _paint_card(self, action: NameSuit, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        """Paint the called card in a suit, which a click names."""
        rank, images = self.phase.trick_phase.contract.rank, self.table.context.scene_card_images
        assert rank is not None
        is_legal = action in self.table.observation.legal_actions
        place, get_image = _place_card(rect), images.get_card if is_legal else images.get_dimmed_card
        canvas.blit(get_image(get_card(rank, action.suit), place.width), place)

    def get_key_action(self, key: int) -> Action | None:
        index = key - pygame.K_1
        return NameSuit(self.phase.turn, SUITS[index]) if 0 <= index < len(SUITS) else None

    def get_click_action(self, point: tuple[int, int]) -> Action | None:
        return next((action for action, rect in self.choice_rects if rect.collidepoint(point)), None)


def _place_card(rect: pygame.Rect) -> pygame.Rect:
    card_rect = pygame.Rect(0, 0, round(rect.height / CARD_ASPECT_RATIO), rect.height)
    card_rect.center = rect.center
    return card_rect
