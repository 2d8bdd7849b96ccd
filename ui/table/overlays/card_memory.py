"""Card memory: the pack by suits, with the cards that have been played.

`game.match.card_memory` says how much the viewer may look back at.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import pygame

from game.core.cards import Card
from game.core.messages import N_
from game.match.assistance import MemoryLimit
from game.match.card_memory import CardLocation, count_forgotten_cards, group_by_suit, locate_cards
from game.text.card_memory import describe_card_locations
from game.text.card_names import format_suit_name
from game.text.formatting import join_with_and, join_with_commas
from game.text.gettext import _
from ui.app.context import AppContext
from ui.games.presentation import GamePresentation
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.input.key_map import SHOW_CARD_MEMORY
from ui.table.layout.hand_order import get_suit_order
from ui.table.layout.pose import CARD_ASPECT_RATIO
from ui.table.overlays.base import HEADER_HEIGHT, PANEL_PADDING, Overlay
from ui.table.overlays.content_layout import draw_fitted_text, make_tick_or_cross

if TYPE_CHECKING:
    from ui.table.scene import TableScene

CAPTION_HEIGHT: Final = 26
LEGEND_HEIGHT: Final = 38
FOOTER_HEIGHT: Final = 24
"""The heights of caption, legend and lower margin, in design pixels."""
CARD_WIDTH: Final = 62
CARD_GAP: Final = 10
LEGEND_SIGN_SIZE: Final = 24
LEGEND_GAP: Final = 26
"""Sizes in design pixels: card, gap to the next card, sign, gap to the next sign."""
LEGEND_TEXTS: Final[Mapping[CardLocation, str]] = {
    "held": N_("in your hand: {count}"), "seen": N_("on the table: {count}"), "gone": N_("played: {count}"),
    "out": N_("not seen: {count}"),
}  # fmt: skip


class CardMemoryOverlay(Overlay):
    """The card memory over the table, updated while the match goes on.

    It closes when another person comes to the screen.
    """

    max_scale = 1.5

    def __init__(self, context: AppContext, table: TableScene, presentation: GamePresentation) -> None:
        super().__init__(context, table)
        self.presentation = presentation
        self._viewer = table.session.observation.seat

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
            self._title_text,
            *filter(None, (self._caption,)),
            *describe_card_locations(self.card_locations, self.suit_rows, self.table.deck, memory=self._memory),
        )

    @property
    def _memory(self) -> MemoryLimit:
        return self.table.session.info.assistance.memory

    @property
    def _title_text(self) -> str:
        return _("Cards in your tricks") if self._memory == "mine" else _("Cards played")

    @property
    def _points_text(self) -> str:
        """The points that each side has taken; empty if the game does not count aloud."""
        observation, names = self.table.observation, self.table.session.info.names
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

    # -- the scene

    def update(self, seconds: float) -> None:
        if self.table.session.observation.seat != self._viewer:
            self.context.scenes.pop()

    def handle_event(self, event: pygame.event.Event) -> None:
        is_click_outside = event.type == pygame.MOUSEBUTTONDOWN and not self.panel_rect.collidepoint(event.pos)
        if is_click_outside or (
            event.type == pygame.KEYDOWN and event.key in self.context.key_map.keys(SHOW_CARD_MEMORY)
        ):
            self.context.scenes.pop()
        else:
            super().handle_event(event)

    def compose(self) -> None:
        px, rows = self.context.px, self.suit_rows
        panel_width = max(px(CARD_WIDTH + CARD_GAP) * max(map(len, rows)), px(560)) + 2 * px(PANEL_PADDING)
        self.place_panel(
            panel_width,
            self._header_height
            + px(LEGEND_HEIGHT + FOOTER_HEIGHT)
            + len(rows) * (round(px(CARD_WIDTH) * CARD_ASPECT_RATIO) + px(CARD_GAP)),
        )
        self.add_close_button()

    @property
    def _header_height(self) -> int:
        return self.context.px(HEADER_HEIGHT + (CAPTION_HEIGHT if self._caption else 0))

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        px, box, card_locations = self.context.px, self.panel_rect, self.card_locations
        self.draw_title(canvas, self._title_text)
        caption_rect = pygame.Rect(
            box.x + px(PANEL_PADDING), box.y + px(HEADER_HEIGHT - 8), box.width - 2 * px(PANEL_PADDING), px(24)
        )
        draw_fitted_text(canvas, self._caption, "sans", px(theme.BODY_TEXT_SIZE), theme.MUTED, caption_rect, "centre")
        for card, rect in self.compute_card_rects().items():
            self._draw_card(canvas, card, card_locations[card], rect)
        self._draw_legend(canvas, card_locations)

    def compute_card_rects(self) -> dict[Card, pygame.Rect]:
        """Return the place of each card of the pack in the panel, in pixels."""
        px, box, rows = self.context.px, self.panel_rect, self.suit_rows
        area = pygame.Rect(box.x + px(PANEL_PADDING), box.y + self._header_height, box.width - 2 * px(PANEL_PADDING), 0)
        area.height = box.height - self._header_height - px(LEGEND_HEIGHT + FOOTER_HEIGHT)
        columns, gap = max(map(len, rows)), px(CARD_GAP)
        width = min(
            px(CARD_WIDTH), area.width // columns - gap, int((area.height // len(rows) - gap) / CARD_ASPECT_RATIO)
        )
        card_height, step = round(width * CARD_ASPECT_RATIO), width + gap
        left = area.centerx - (step * columns - gap) // 2
        return {
            card: pygame.Rect(left + index * step, area.y + row * (card_height + gap), width, card_height)
            for row, cards in enumerate(rows)
            for index, card in enumerate(cards)
        }

    def _draw_card(self, canvas: Canvas, card: Card, location: CardLocation, rect: pygame.Rect) -> None:
        card_images = self.context.scene_card_images
        is_gone = location == "gone"
        canvas.blit(
            card_images.get_dimmed_card(card, rect.width)
            if is_gone
            else card_images.get_posed_card(card, rect.width, 0.0, 1.0),
            rect,
        )
        self._draw_sign(canvas, location, rect)

    def _draw_sign(self, canvas: Canvas, location: CardLocation, rect: pygame.Rect) -> None:
        """Draw the sign of a place: a cross on a played card, a line or dots below a card in sight, or none."""
        px = self.context.px
        if location == "gone":
            cross = make_tick_or_cross(max(rect.width * 2 // 3, min(rect.width, px(18))), False)
            canvas.blit(cross, cross.get_rect(center=rect.center))
        elif location in ("held", "seen"):
            line = pygame.Rect(rect.x, rect.bottom + px(2), rect.width, max(2, px(4)))
            count = 1 if location == "held" else 3
            step = (line.width + px(4)) / count
            for index in range(count):
                part = pygame.Rect(line.x + round(index * step), line.y, round(step) - px(4), line.height)
                canvas.draw_rect(theme.OWN_SIDE_COLOR, part, 0, px(2))

    def _format_legend_text(self, location: CardLocation, count: int) -> str:
        text = _(LEGEND_TEXTS[location])
        if self._memory == "mine" and location == "gone":
            text = _("in your tricks: {count}")
        if self._memory == "mine" and location == "out":
            text = _("others: {count}, of these {played} played")
        played_count = count_forgotten_cards(self.table.observation, self.table.shown_events, self._memory)
        return text.format(count=count, played=played_count)

    def _draw_legend(self, canvas: Canvas, card_locations: Mapping[Card, CardLocation]) -> None:
        px, box, counts = self.context.px, self.panel_rect, list(card_locations.values())
        y, size = box.bottom - px(FOOTER_HEIGHT + LEGEND_HEIGHT), px(theme.SMALL_TEXT_SIZE)
        labels = [(kind, self._format_legend_text(kind, counts.count(kind))) for kind in LEGEND_TEXTS if kind in counts]
        widths = [
            px(LEGEND_SIGN_SIZE * 0.8 + 8 + LEGEND_GAP) + theme.load_font("sans", size).size(label)[0]
            for _kind, label in labels
        ]
        left = box.centerx - (sum(widths) - px(LEGEND_GAP)) // 2
        for (kind, label), label_width in zip(labels, widths, strict=True):
            swatch_rect = pygame.Rect(left, y + px(3), px(LEGEND_SIGN_SIZE * 0.8), px(LEGEND_SIGN_SIZE * 1.2))
            canvas.draw_rect(
                self.context.theme.disabled_button_color if kind == "gone" else theme.CREAM,
                swatch_rect,
                0,
                px(2),
            )
            self._draw_sign(canvas, kind, swatch_rect)
            label_rect = pygame.Rect(swatch_rect.right + px(8), swatch_rect.y, label_width, swatch_rect.height)
            draw_fitted_text(canvas, label, "sans", size, theme.CREAM, label_rect)
            left += label_width
