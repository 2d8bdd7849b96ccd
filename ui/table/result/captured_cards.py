"""Blocks with the cards or tricks of each side, and the decisive tricks of a deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.core.cards import DeckStyle, Hand
from game.core.phase import DecisiveTrick
from game.core.sanitizer import capitalize_first
from game.core.trick_taking import CompletedTrick
from game.text.card_names import format_card_names
from game.text.formatting import join_with_and
from game.text.gettext import _
from game.text.messages import format_reason
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.table.layout.pose import CARD_ASPECT_RATIO
from ui.table.overlays.content_layout import (
    draw_card_row,
    draw_fitted_text,
    get_result_color,
    make_tick_or_cross,
    scale_small_text,
)
from ui.table.result.model import SideResult

PORTRAIT_SIZE: Final = 34
CARD_WIDTH: Final = 46
TRICK_BOX_SIZE: Final = 20
TRICK_CARD_WIDTH: Final = 58
NAME_HEIGHT: Final = 18


def format_side_narration(side_result: SideResult, names: Sequence[str], deck: DeckStyle) -> str:
    """Return the result of a side in a line: its players, figure and counting cards."""
    side_names = join_with_and([names[seat] for seat in side_result.seats])
    text = _("{names}: {figure}")
    if side_result.role:
        text = _("{names}, {role}: {figure}")
    if side_result.cards:
        text = _("{names}: {figure}, with {cards}")
    if side_result.role and side_result.cards:
        text = _("{names}, {role}: {figure}, with {cards}")
    return text.format(
        names=side_names,
        role=side_result.role,
        figure=side_result.figure_text,
        cards=format_card_names(side_result.cards, deck),
    )


class SideResultRow:
    """The result of a side: its players and figure, and its cards or tricks below."""

    def __init__(
        self, context: AppContext, side_result: SideResult, names: Sequence[str], portrait_numbers: Sequence[int]
    ) -> None:
        self._context = context
        self._side_result = side_result
        self._names = join_with_and([names[seat] for seat in side_result.seats])
        self._portrait_numbers = tuple(portrait_numbers[seat] for seat in side_result.seats)

    def compute_height(self, width: int) -> int:
        px, side_result = self._context.px, self._side_result
        content_height = (
            px(CARD_WIDTH) * CARD_ASPECT_RATIO + px(6)
            if side_result.cards
            else px(TRICK_BOX_SIZE + 8)
            if side_result.trick_counts
            else 0
        )
        return px(PORTRAIT_SIZE + 4) + round(content_height)

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        px, side_result = self._context.px, self._side_result
        row_rect = pygame.Rect(rect.x, rect.y, rect.width, px(PORTRAIT_SIZE))
        if side_result.is_good is not None:
            icon = make_tick_or_cross(px(20), side_result.is_good)
            canvas.blit(icon, icon.get_rect(midleft=row_rect.midleft))
        left = row_rect.x + px(28)
        for number in self._portrait_numbers:
            portrait = self._context.scene_card_images.get_portrait(number, px(PORTRAIT_SIZE - 2))
            canvas.blit(portrait, portrait.get_rect(midleft=(left, row_rect.centery)))
            left += px(PORTRAIT_SIZE * (0.86 if len(self._portrait_numbers) > 1 else 1))
        figure_rect = pygame.Rect(0, row_rect.y, min(px(190), row_rect.width // 2), row_rect.height)
        figure_rect.right = row_rect.right
        text_rect = draw_fitted_text(
            canvas,
            side_result.figure_text,
            "bold",
            px(theme.LARGE_TEXT_SIZE),
            get_result_color(side_result.is_good),
            figure_rect,
            "right",
        )
        names_rect = pygame.Rect(left + px(8), row_rect.y, text_rect.left - left - px(18), row_rect.height)
        self._draw_names(canvas, names_rect)
        content_rect = pygame.Rect(
            rect.x + px(28), row_rect.bottom + px(4), rect.width - px(28), rect.bottom - row_rect.bottom
        )
        if side_result.cards:
            draw_card_row(canvas, self._context, side_result.cards, content_rect, px(CARD_WIDTH))
        elif side_result.trick_counts is not None:
            self._draw_trick_boxes(canvas, content_rect, *side_result.trick_counts)

    def _draw_names(self, canvas: Canvas, area: pygame.Rect) -> None:
        px = self._context.px
        color = get_result_color(self._side_result.is_good)
        if not self._side_result.role:
            draw_fitted_text(canvas, self._names, "bold", px(theme.LARGE_TEXT_SIZE - 2), color, area)
            return
        name_rect, role_rect = area.copy(), area.copy()
        size = min(scale_small_text(self._context, theme.SMALL_TEXT_SIZE - 1), px(16))  # both lines must fit
        name_rect.height, role_rect.height = px(19), px(15)
        role_rect.bottom = area.bottom
        draw_fitted_text(canvas, self._names, "bold", px(theme.BODY_TEXT_SIZE), color, name_rect)
        draw_fitted_text(canvas, self._side_result.role, "sans", size, theme.MUTED, role_rect)

    def _draw_trick_boxes(self, canvas: Canvas, rect: pygame.Rect, taken_count: int, wanted_count: int) -> None:
        """Draw a box for each trick of a side.

        A taken trick is filled, a trick that was wanted but not taken is empty; tricks beyond the wanted ones are gray.
        """
        px, count = self._context.px, max(taken_count, wanted_count)
        if not count:
            return
        step = min(px(TRICK_BOX_SIZE), rect.width // count)
        for index in range(count):
            box = pygame.Rect(rect.x + index * step, rect.y, max(3, step - px(5)), px(TRICK_BOX_SIZE))
            color = theme.GOLD if index < min(taken_count, wanted_count) else theme.MUTED
            canvas.draw_rect(color, box, 0 if index < taken_count else max(1, px(1.5)), px(3))


class DecisiveTrickBlock:
    """A decisive trick: its effect, and its cards above the names of their players."""

    def __init__(
        self,
        context: AppContext,
        decisive_trick: DecisiveTrick,
        completed_trick: CompletedTrick,
        names: Sequence[str],
        deck: DeckStyle,
    ) -> None:
        text = format_reason(decisive_trick, names, deck)
        self._context = context
        self._text = capitalize_first(text)
        self._completed_trick = completed_trick
        self._names = names

    def _wrap_text(self, width: int) -> list[str]:
        return theme.wrap_text(self._text, "sans", self._context.px(theme.BODY_TEXT_SIZE), width)

    def _get_card_step(self, width: int) -> int:
        """Return the pixels from a card to the next."""
        return min(self._context.px(96), width // len(self._completed_trick.trick.seats))

    def _wrap_name(self, name: str, card_step: int) -> list[str]:
        """Return a name in a line if it can be read so, else in two."""
        size = scale_small_text(self._context, theme.SMALL_TEXT_SIZE - 1)
        max_width = card_step - self._context.px(6)
        if theme.load_font("bold", round(size * 0.85)).size(name)[0] <= max_width:
            return [name]
        return theme.wrap_text(name, "bold", size, max_width)[:2]

    def compute_height(self, width: int) -> int:
        px = self._context.px
        name_lines = max(len(self._wrap_name(name, self._get_card_step(width))) for name in self._names)
        words = px(24) * len(self._wrap_text(width)) + px(8)
        return (
            words
            + round(px(TRICK_CARD_WIDTH) * CARD_ASPECT_RATIO)
            + px(6)
            + scale_small_text(self._context, NAME_HEIGHT) * name_lines
        )

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        px, y = self._context.px, rect.y
        for line in self._wrap_text(rect.width):
            draw_fitted_text(
                canvas, line, "sans", px(theme.BODY_TEXT_SIZE), theme.MUTED, pygame.Rect(rect.x, y, rect.width, px(24))
            )
            y += px(24)
        y += px(8)
        plays, width = self._completed_trick.trick.list_plays(), px(TRICK_CARD_WIDTH)
        card_step, size, row_height = (
            self._get_card_step(rect.width),
            scale_small_text(self._context, theme.SMALL_TEXT_SIZE - 1),
            scale_small_text(self._context, NAME_HEIGHT),
        )
        for index, (seat, card) in enumerate(plays):
            card_image = self._context.scene_card_images.get_card(card, min(width, card_step - px(4)))
            left = rect.x + index * card_step
            card_rect = card_image.get_rect(topleft=(left + (card_step - card_image.get_width()) // 2, y))
            canvas.blit(card_image, card_rect)
            is_winner = seat == self._completed_trick.winner
            if is_winner:
                canvas.draw_rect(theme.GOLD, card_rect.inflate(px(4), px(4)), max(2, px(2)), px(5))
            name_rect = pygame.Rect(
                left + px(3), y + round(width * CARD_ASPECT_RATIO) + px(3), card_step - px(6), row_height
            )
            for name_line in self._wrap_name(self._names[seat], card_step):
                draw_fitted_text(
                    canvas, name_line, "bold", size, get_result_color(True if is_winner else None), name_rect, "centre"
                )
                name_rect.y += row_height


class ShownHandBlock:
    """A hand that is face up because it decided the deal, below its owner's name."""

    def __init__(self, context: AppContext, seat: int, hand: Hand, names: Sequence[str]) -> None:
        self._context = context
        self._name = names[seat]
        self._hand = hand

    def compute_height(self, width: int) -> int:
        px = self._context.px
        return px(28) + round(px(TRICK_CARD_WIDTH) * CARD_ASPECT_RATIO)

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        px = self._context.px
        name_rect = pygame.Rect(rect.x, rect.y, rect.width, px(24))
        draw_fitted_text(canvas, self._name, "bold", px(theme.BODY_TEXT_SIZE), theme.CREAM, name_rect)
        cards_rect = pygame.Rect(rect.x, rect.y + px(28), rect.width, rect.height - px(28))
        draw_card_row(canvas, self._context, self._hand, cards_rect, px(TRICK_CARD_WIDTH))
