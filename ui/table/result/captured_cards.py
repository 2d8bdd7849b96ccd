"""Cards of a result: the deciding trick, the hand that decided a deal, and the cards that each side took."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.core.cards import DeckStyle
from game.text.card_names import format_card_names
from game.text.formatting import join_with_and, join_with_commas
from game.text.gettext import _
from game.text.results import SideResult
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CardImages
from ui.table.hud.markers import make_card_backgrounds
from ui.table.layout.pose import CardPose
from ui.table.overlays.card_row import CardRow
from ui.widgets.layout import Column, Row
from ui.widgets.nodes import Frame, Line, Node, Space, Text

CARDS_PERCENT: Final = 47
"""The width of the cards beside a text, in percent of both."""
TILT_DEGREES: Final = 2.0
RAISE: Final = 6
"""How far the winning card is above the middle, and the others below it, in design pixels."""
SIDE_CARD_WIDTH: Final = 46


def format_side_narration(side_result: SideResult, names: Sequence[str], deck: DeckStyle) -> str:
    """Return the result of a side in a line: its players, score, note and counting cards."""
    parts = [side_result.score_text, side_result.note]
    if side_result.cards:
        parts.append(_("with {cards}").format(cards=format_card_names(side_result.cards, deck)))
    text = _("{names}: {figure}")
    side_names = join_with_and([names[seat] for seat in side_result.seats])
    return text.format(names=side_names, figure=join_with_commas([part for part in parts if part]))


@dataclass
class TiltedCards(CardRow):
    """Cards as on the table; that at ``winning_index`` has a golden ring and is above the others."""

    winning_index: int | None = None

    def measure_height(self, frame: Frame, width: int) -> int:
        return super().measure_height(frame, width) + 4 * frame.px(RAISE)

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        raise_px = frame.px(RAISE)
        for index, (card, place) in enumerate(self.arrange_cards(frame, rect.inflate(-4 * raise_px, -4 * raise_px))):
            is_winning = index == self.winning_index
            y = place.centery + (0 if self.winning_index is None else -raise_px if is_winning else raise_px)
            pose = CardPose(card, place.centerx, y, place.width, -TILT_DEGREES if index % 2 else TILT_DEGREES)
            for background in make_card_backgrounds(pose, frame.place.manager.theme, is_winning=is_winning):
                canvas.blit(*background)
            image = self.images.get_posed_card(card, place.width, pose.angle, 1.0)
            canvas.blit(image, image.get_rect(center=(place.centerx, y)))


def describe_cards(cards: TiltedCards, heading: str, lines: Sequence[str]) -> Node:
    """Return cards beside a heading and lines of text."""
    cards.grow = CARDS_PERCENT
    title = Line(heading, face="serif", size=theme.SECTION_TEXT_SIZE)
    text = Column(title, Text("\n".join(lines)), gap=theme.SMALL_GAP, grow=100 - CARDS_PERCENT)
    return Row(cards, text, gap=theme.COLUMN_GAP, align="middle")


def describe_side_cards(images: CardImages, side: SideResult, names: Sequence[str]) -> Node:
    """Return the counting cards that a side took, below the names of its players."""
    name_line = Line(join_with_and([names[seat] for seat in side.seats]), face="bold")
    return Column(name_line, Row(CardRow(images, side.cards, SIDE_CARD_WIDTH, 0.62), Space(grow=1)))
