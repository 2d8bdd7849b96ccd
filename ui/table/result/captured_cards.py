"""Cards of a result: the deciding trick, the hand that decided a deal, and the cards that each side took."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.core.cards import DeckStyle
from game.core.sanitizer import capitalize_first
from game.text.card_names import format_card_names
from game.text.formatting import join_with_and, join_with_commas
from game.text.gettext import _
from game.text.messages import format_reason
from game.text.results import (
    SideResult,
    describe_trick_taker,
    list_completed_tricks,
    list_decisive_tricks,
    list_notes,
    list_shown_hands,
)
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CardImages
from ui.table.hud.markers import make_card_backgrounds
from ui.table.layout.pose import CardPose
from ui.table.overlays.base import Overlay
from ui.table.overlays.card_row import CardRow
from ui.table.screen_seats import get_your_seat
from ui.widgets.layout import Column, Row
from ui.widgets.nodes import Frame, Line, Node, Space, Text

CARDS_PERCENT: Final = 47
"""The width of the cards beside a text, in percent of both."""
TILT_DEGREES: Final = 2.0
RAISE: Final = 6
"""How far the winning card is above the middle, and the others below it, in design pixels."""
SIDE_CARD_WIDTH: Final = 46
HAND_CARD_RATIO: Final = 0.75
"""The width of a card of a hand that decided the deal, as a share of that of a trick."""
MAX_STORY_LINES: Final = 3


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


def describe_story(overlay: Overlay, card_width: int) -> Node | None:
    """Return the trick, the hand or the reason that decided a deal, or None; ``card_width``: in design pixels."""
    table, images, names = overlay.table, overlay.context.scene_card_images, overlay.names
    observation, result, your_seat = table.observation, table.observation.result, get_your_seat(table.session)
    completed_tricks, hands = list_completed_tricks(observation), list_shown_hands(observation)
    decisive_tricks = list_decisive_tricks(result) if result is not None else ()
    if decisive_tricks and completed_tricks:
        decisive, trick = decisive_tricks[-1], completed_tricks[decisive_tricks[-1].trick_index]
        reason = capitalize_first(format_reason(decisive, names, overlay.deck, your_seat))
        taker = describe_trick_taker(observation, decisive.trick_index, names, overlay.deck, your_seat)
        seats, cards = zip(*trick.trick.list_plays(), strict=True)
        trick_cards = TiltedCards(images, cards, card_width, winning_index=seats.index(trick.winner))
        return describe_cards(trick_cards, _("Deciding trick"), (taker, f"{reason}."))
    notes = list_notes(observation, names, overlay.deck)
    lines = tuple(f"{note}." for note in notes[:MAX_STORY_LINES])
    is_scored = result is not None and result.state == "scored"
    if result is not None and is_scored:
        lines = table.presentation.describe_shown_hand(result) if hands else ()
    if hands:
        seat, hand = hands[0]
        title = _("Annulled!") if not is_scored else _("Your hand") if seat == your_seat else names[seat]
        shown_cards = table.presentation.list_shown_cards(observation, seat, hand)
        shown = TiltedCards(images, shown_cards, card_width * HAND_CARD_RATIO)
        return describe_cards(shown, title, lines or (_("These cards decided the deal."),))
    return Text("\n".join(lines)) if lines else None


def describe_side_cards(images: CardImages, side: SideResult, names: Sequence[str]) -> Node:
    """Return the counting cards that a side took, below the names of its players."""
    name_line = Line(join_with_and([names[seat] for seat in side.seats]), face="bold")
    return Column(name_line, Row(CardRow(images, side.cards, SIDE_CARD_WIDTH, 0.62), Space(grow=1)))
