"""Blocks with cards: the deciding trick, the hand that decided a deal, and the cards that each side took."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.core.cards import Card, DeckStyle, Hand
from game.core.trick_taking import CompletedTrick
from game.text.card_names import format_card_names
from game.text.formatting import join_with_and, join_with_commas
from game.text.gettext import _
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.table.hud.markers import make_card_backgrounds
from ui.table.layout.pose import CARD_ASPECT_RATIO, CardPose
from ui.table.overlays.content_layout import TextBlock, draw_card_row, draw_fitted_text
from ui.table.result.model import SideResult

TRICK_CARD_WIDTHS: Final = (96, 84, 72)
"""The widths of a card of the deciding trick, in design pixels; the largest for which there is room is taken."""
TRICK_AREA_RATIO: Final = 0.47
"""The largest width of the cards beside the text, as a share of the block."""
CARD_TILT_DEGREES: Final = 2.0
RAISE: Final = 6
"""How far the winning card is above the middle, and the others below it, in design pixels."""
TEXT_GAP: Final = 40
EDGE_SPACE: Final = 10
"""The distances between the cards and the text, and left of tilted cards, in design pixels."""
MIN_CARD_STEP_RATIO: Final = 0.35
ROW_CARD_WIDTH: Final = 46
NAME_HEIGHT: Final = 28


def format_side_narration(side_result: SideResult, names: Sequence[str], deck: DeckStyle) -> str:
    """Return the result of a side in a line: its players, score, note and counting cards."""
    parts = [side_result.score_text, side_result.note]
    if side_result.cards:
        parts.append(_("with {cards}").format(cards=format_card_names(side_result.cards, deck)))
    text = _("{names}: {figure}")
    side_names = join_with_and([names[seat] for seat in side_result.seats])
    return text.format(names=side_names, figure=join_with_commas([part for part in parts if part]))


class CardsWithText:
    """Cards beside a heading and lines of text; ``winning_index``: the card with a golden ring, None if there is none.

    Each card covers only a part of the one before it, so that all can be read.

    ``card_width`` is in design pixels.
    """

    def __init__(
        self,
        context: AppContext,
        cards: Sequence[Card],
        heading: str,
        lines: Sequence[str],
        *,
        card_width: int,
        winning_index: int | None = None,
    ) -> None:
        self._context = context
        self._cards = tuple(cards)
        self._winning_index = winning_index
        self._card_width = context.px(card_width)
        self._heading = heading
        self._text = TextBlock(context, lines, color=theme.CREAM)

    def _get_cards_width(self, width: int) -> int:
        """Return the width of all cards."""
        count, card = len(self._cards), self._card_width
        gap = self._context.px(12)
        wanted = card * count + gap * (count - 1)
        least = round(card * (1 + MIN_CARD_STEP_RATIO * (count - 1)))
        return max(least, min(wanted, round(width * TRICK_AREA_RATIO) - self._context.px(EDGE_SPACE)))

    def _get_text_width(self, width: int) -> int:
        """Return the width of the text, which begins at the same place for few and for many cards."""
        cards_width = max(self._get_cards_width(width), round(width * TRICK_AREA_RATIO))
        return width - cards_width - self._context.px(TEXT_GAP)

    def _get_offset_y(self, index: int) -> int:
        """Return how far a card is below the middle, in design pixels: the winning card is above it."""
        return 0 if self._winning_index is None else -RAISE if index == self._winning_index else RAISE

    @property
    def _heading_height(self) -> int:
        return self._context.px(40)

    def compute_height(self, width: int) -> int:
        card_height = round(self._card_width * CARD_ASPECT_RATIO) + self._context.px(12 + 2 * RAISE)
        return max(card_height, self._heading_height + self._text.compute_height(self._get_text_width(width)))

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        px, cards_width, count = self._context.px, self._get_cards_width(rect.width), len(self._cards)
        step = (cards_width - self._card_width) / max(1, count - 1)
        area_width = rect.width - self._get_text_width(rect.width) - px(TEXT_GAP)
        left = rect.x + max(px(EDGE_SPACE), (area_width - cards_width) // 2)
        poses = [
            CardPose(
                card,
                left + self._card_width / 2 + index * step,
                rect.centery + px(self._get_offset_y(index)),
                self._card_width,
                CARD_TILT_DEGREES * (1 if index % 2 == 0 else -1),
            )
            for index, card in enumerate(self._cards)
        ]
        for index, pose in enumerate(poses):
            is_winning = index == self._winning_index
            image = self._context.scene_card_images.get_posed_card(pose.card, self._card_width, pose.angle, 1.0)
            for background in make_card_backgrounds(pose, self._context.theme, is_winning=is_winning):
                canvas.blit(*background)
            canvas.blit(image, image.get_rect(center=(round(pose.x), round(pose.y))))
        text_width = self._get_text_width(rect.width)
        text_height = self._text.compute_height(text_width)
        text_rect = pygame.Rect(rect.right - text_width, 0, text_width, self._heading_height + text_height)
        text_rect.centery = rect.centery
        heading_rect = pygame.Rect(text_rect.x, text_rect.y, text_width, px(32))
        draw_fitted_text(canvas, self._heading, "serif", px(theme.SECTION_TEXT_SIZE), theme.CREAM, heading_rect)
        self._text.paint(canvas, pygame.Rect(text_rect.x, text_rect.y + self._heading_height, text_width, text_height))


def make_trick_block(
    context: AppContext, completed_trick: CompletedTrick, heading: str, lines: Sequence[str], card_width: int
) -> CardsWithText:
    """Return a block with the cards of a trick, the winning one ringed."""
    plays = completed_trick.trick.list_plays()
    winning_index = [seat for seat, _card in plays].index(completed_trick.winner)
    cards = [card for _seat, card in plays]
    return CardsWithText(context, cards, heading, lines, card_width=card_width, winning_index=winning_index)


class SideCards:
    """The counting cards that a side took, below the names of its players."""

    def __init__(self, context: AppContext, seats: Sequence[int], cards: Hand, names: Sequence[str]) -> None:
        self._context = context
        self._names = join_with_and([names[seat] for seat in seats])
        self._cards = cards

    def compute_height(self, width: int) -> int:
        px = self._context.px
        return px(NAME_HEIGHT) + round(px(ROW_CARD_WIDTH) * CARD_ASPECT_RATIO)

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        px = self._context.px
        name_rect = pygame.Rect(rect.x, rect.y, rect.width, px(NAME_HEIGHT - 4))
        draw_fitted_text(canvas, self._names, "bold", px(theme.BODY_TEXT_SIZE), theme.CREAM, name_rect)
        cards_rect = pygame.Rect(rect.x, rect.y + px(NAME_HEIGHT), rect.width, rect.height - px(NAME_HEIGHT))
        draw_card_row(canvas, self._context, self._cards, cards_rect, px(ROW_CARD_WIDTH))
