"""Card memory: the pack by suits, with the cards that have been played.

`game.match.card_memory` says how much the viewer may look back at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

import pygame

from game.core.cards import Card
from game.core.messages import N_
from game.match.assistance import MemoryLimit
from game.match.card_memory import CardLocation, count_forgotten_cards, group_by_suit, locate_cards
from game.match.hand_order import get_suit_order
from game.text.card_memory import describe_card_locations
from game.text.card_names import format_suit_name
from game.text.formatting import join_with_and, join_with_commas
from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.symbols import make_tick_or_cross
from ui.input.key_map import SHOW_CARD_MEMORY
from ui.table.overlays.base import SIDE_PADDING, Overlay, pad_sides
from ui.table.overlays.card_row import CardRow
from ui.widgets.layout import Column, Row
from ui.widgets.nodes import Frame, Line, Live, Node, Painter, Space

if TYPE_CHECKING:
    from ui.table.scene import TableScene

CARD_WIDTH: Final = 62
CARD_GAP: Final = 10
CARD_STEP_RATIO: Final = 1 + CARD_GAP / CARD_WIDTH
MIN_WIDTH: Final = 560
LEGEND_SIGN_SIZE: Final = (19, 29)
"""Sizes in design pixels: a card, the gap to the next one, the least width of all, and a sign of the legend."""
LEGEND_TEXTS: Final[Mapping[CardLocation, str]] = {
    "held": N_("in your hand: {count}"), "seen": N_("on the table: {count}"), "gone": N_("played: {count}"),
    "out": N_("not seen: {count}"),
}  # fmt: skip


class CardMemoryOverlay(Overlay):
    """The card memory over the table, updated while the match goes on."""

    max_scale = 1.5
    closing_shortcut = SHOW_CARD_MEMORY
    is_for_viewer = True

    def __init__(self, table: TableScene) -> None:
        super().__init__(table)
        self.panel_width = max((CARD_WIDTH + CARD_GAP) * max(map(len, self.suit_rows)), MIN_WIDTH) + 2 * SIDE_PADDING

    @property
    def card_locations(self) -> Mapping[Card, CardLocation]:
        """The place of each card of the pack, as far as the viewer may be reminded of it."""
        table, session = self.table, self.table.session
        return locate_cards(table.observation, table.board, table.shown_events, self._memory, session.info.pack)

    @property
    def suit_rows(self) -> tuple[tuple[Card, ...], ...]:
        """The suits of the pack, each from its strongest card."""
        session = self.table.session
        return group_by_suit(session.info.pack, get_suit_order(self.table.deck), session.info.game.ranking)

    @property
    def narration(self) -> tuple[str, ...]:
        return (
            self.title_text,
            *filter(None, (self._caption,)),
            *describe_card_locations(self.card_locations, self.suit_rows, self.table.deck, memory=self._memory),
        )

    @property
    def _memory(self) -> MemoryLimit:
        return self.table.session.info.assistance.memory

    @property
    def title_text(self) -> str:
        return _("Cards in your tricks") if self._memory == "mine" else _("Cards played")

    @property
    def _points_text(self) -> str:
        """The points that each side has taken; empty if the game does not count aloud."""
        observation, names = self.table.observation, self.names
        if not self.presentation.is_counting_aloud(observation):
            return ""
        text = _("{names} {points}")
        side_texts = [
            text.format(
                names=join_with_and([names[seat] for seat in side]),
                points=sum(observation.points[seat] for seat in side),
            )
            for side in observation.sides
        ]
        return _("Points taken: {sides}").format(sides=join_with_commas(side_texts))

    @property
    def _caption(self) -> str:
        """The trump and the points that have been taken, as far as there are such."""
        trump, parts = self.table.board.trump, [self._points_text]
        if trump is not None:
            parts.insert(0, _("Trump: {suit}").format(suit=format_suit_name(trump, self.table.deck)))
        return " · ".join(filter(None, parts))

    def describe(self) -> Node:
        nodes = (Live(self._describe_caption), Live(self._describe_cards, grow=1), Live(self._describe_legend))
        return self.arrange(pad_sides(Column(*nodes, gap=theme.GAP), grow=1))

    def _describe_caption(self) -> Node:
        return Line(self._caption, color=theme.MUTED, align="centre") if self._caption else Space()

    def _describe_cards(self) -> Node:
        images, locations, rows = self.context.scene_card_images, self.card_locations, self.suit_rows
        places = max(map(len, rows))
        gone = [card for card in locations if locations[card] == "gone"]

        def paint_mark(frame: Frame, canvas: Canvas, rect: pygame.Rect, card: Card) -> None:
            paint_sign(frame, canvas, locations[card], rect)

        nodes = (CardRow(images, row, CARD_WIDTH, CARD_STEP_RATIO, places, 1, gone, paint_mark) for row in rows)
        return SuitRows(*nodes, gap=CARD_GAP)

    def _describe_legend(self) -> Node:
        locations = list(self.card_locations.values())
        entries = [
            Row(
                make_legend_sign(kind),
                Line(self._format_legend_text(kind, locations.count(kind)), size=theme.SMALL_TEXT_SIZE),
                gap=theme.SMALL_GAP,
            )
            for kind in LEGEND_TEXTS
            if kind in locations
        ]
        return Row(Space(grow=1), *entries, Space(grow=1), gap=theme.SECTION_GAP)

    def _format_legend_text(self, location: CardLocation, count: int) -> str:
        text = _(LEGEND_TEXTS[location])
        if self._memory == "mine" and location == "gone":
            text = _("in your tricks: {count}")
        if self._memory == "mine" and location == "out":
            text = _("others: {count}, {played} of them played")
        played_count = count_forgotten_cards(self.table.observation, self.table.shown_events, self._memory)
        return text.format(count=count, played=played_count)


class SuitRows(Column):
    """Rows of exactly the same height, so that the cards in them are in columns."""

    def arrange(self, frame: Frame, rect: pygame.Rect) -> Iterable[tuple[Node, pygame.Rect]]:
        count = len(self.nodes)
        spare = (rect.height - frame.px(CARD_GAP) * (count - 1)) % count
        return super().arrange(frame, rect.move_to(height=rect.height - spare))


def make_legend_sign(location: CardLocation) -> Painter:
    """Return a small card with the sign of a place."""

    def paint(frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        card_color = frame.place.manager.theme.disabled_button_color if location == "gone" else theme.CREAM
        canvas.draw_rect(card_color, rect, 0, frame.px(2))
        paint_sign(frame, canvas, location, rect)

    return Painter(paint, width=LEGEND_SIGN_SIZE[0], height=LEGEND_SIGN_SIZE[1])


def paint_sign(frame: Frame, canvas: Canvas, location: CardLocation, rect: pygame.Rect) -> None:
    """Paint the sign of a place: a cross on a played card, a line or dots below a card in sight, or none."""
    if location == "gone":
        cross = make_tick_or_cross(max(rect.width * 2 // 3, min(rect.width, frame.px(18))), False)
        canvas.blit(cross, cross.get_rect(center=rect.center))
    elif location in ("held", "seen"):
        count, gap = 1 if location == "held" else 3, frame.px(4)
        step = (rect.width + gap) / count
        for index in range(count):
            line = pygame.Rect(rect.left + round(index * step), rect.bottom + gap // 2, round(step) - gap, max(2, gap))
            canvas.draw_rect(theme.OWN_SIDE_COLOR, line, 0, gap // 2)
