"""A widget with cards in rows, to look at or to mark."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import pygame

from game.core.cards import Card
from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CARD_ASPECT_RATIO, CardImages
from ui.table.overlays.content_layout import draw_fitted_text, make_tick_or_cross
from ui.widgets.base import Container, CustomWidget
from ui.widgets.focus import PRESS_KEYS

MAX_CARD_WIDTH: Final = 104
MIN_CARD_WIDTH: Final = 46
"""The width of a card with enough room, and the least before a row is added.

Both are in design pixels.
"""
CARD_GAP: Final = 12
CAPTION_HEIGHT: Final = 22
MARK_SIZE: Final = 20
"""Sizes in design pixels: gap between cards, line below a card, mark on a card."""
FRAME_WIDTH: Final = 4
KEY_DIRECTIONS: Final = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
DIGIT_KEYS: Final = (*range(pygame.K_1, pygame.K_9 + 1), pygame.K_0)


class PickerCard(NamedTuple):
    """A card with its name, and a caption below it."""

    card: Card
    name: str
    caption: str = ""


def compute_card_width(count: int, width: int, ui_scale: float, max_width: int) -> int:
    """Return the width at which ``count`` cards fit in rows of ``width`` pixels.

    Rows are added only if the cards would be too small. ``max_width``: the width of a card with enough room, in pixels.
    """
    gap = round(CARD_GAP * ui_scale)
    for rows in range(1, count + 1):
        columns = -(-count // rows)
        column_width = min(max_width, (width - (columns - 1) * gap) // columns)
        if column_width >= min(max_width, round(MIN_CARD_WIDTH * ui_scale)):
            return column_width
    return max(8, min(max_width, width))


class CardPicker(CustomWidget):
    """Cards of which some can be marked. ``value``: the indices of the marked cards.

    ``get_images``: returns the card images, None while they are not ready; ``is_asked``: whether cards can be marked;
    ``is_single``: a single card is marked, and the arrow keys mark another; ``marks``: after the answer, a tick (True)
    or a cross by index. Cards cannot be marked then.
    """

    def __init__(
        self,
        cards: Sequence[PickerCard],
        get_images: Callable[[], CardImages | None],
        card_width: int,
        position: tuple[int, int],
        max_width: int,
        manager: Any,
        ui_scale: float,
        container: Container | None = None,
        *,
        is_asked: bool = False,
        is_single: bool = False,
        value: frozenset[int] = frozenset(),
        marks: Mapping[int, bool] | None = None,
        index: int = 0,
    ) -> None:
        self.cards = tuple(cards)
        self.value = value
        self.card_width = card_width
        self.index = index
        self.is_asked = is_asked and marks is None
        self.is_single = is_single
        self._get_images = get_images
        self._marks = marks or {}
        self._has_moved_by_key = False
        self._column_step = card_width + round(CARD_GAP * ui_scale)
        self._columns = max(1, (max_width + round(CARD_GAP * ui_scale)) // self._column_step)
        caption_height = CAPTION_HEIGHT if any(is_single.caption for is_single in self.cards) else 0
        self._row_step = round(card_width * CARD_ASPECT_RATIO) + round(
            (caption_height + 2 * FRAME_WIDTH + CARD_GAP) * ui_scale
        )
        rows = -(-len(self.cards) // self._columns)
        columns_width = min(len(self.cards), self._columns) * self._column_step
        rows_height = rows * self._row_step - round(CARD_GAP * ui_scale)
        super().__init__(
            pygame.Rect(position, (min(columns_width, max_width), rows_height)), manager, ui_scale, container
        )

    @property
    def value_text(self) -> str:
        if not self.cards:
            return _("nothing")
        template = _("{card}, marked") if self.index in self.value else "{card}"
        card = self.cards[self.index]
        card_text = template.format(card=card.name)
        return _("{name} {card}").format(name=card.caption, card=card_text) if card.caption else card_text

    @property
    def key_help(self) -> str:
        values = {"number": self.index + 1, "count": len(self.cards)}
        if self.is_single:
            return _("Card {number} of {count}: Left and Right mark another, or digits").format(**values)
        template = _("Card {number} of {count}: Left and Right go to the others, Enter marks it, or digits")
        return template.format(**values)

    def get_card_rect(self, index: int) -> pygame.Rect:
        """Return the place of a card in the widget, in pixels."""
        row, column = divmod(index, self._columns)
        frame = self.px(FRAME_WIDTH)
        corner = frame + column * self._column_step, frame + row * self._row_step
        return pygame.Rect(corner, (self.card_width, round(self.card_width * CARD_ASPECT_RATIO)))

    def paint(self, canvas: Canvas) -> None:
        card_images = self._get_images()
        for index, card in enumerate(self.cards):
            self._paint_card(canvas, index, card, card_images)

    def _paint_card(self, canvas: Canvas, index: int, card: PickerCard, card_images: CardImages | None) -> None:
        rect, frame = self.get_card_rect(index), self.px(FRAME_WIDTH)
        line_color = theme.GOLD if index in self.value else theme.CREAM if self._is_pointed_at(index) else None
        if line_color is not None:
            canvas.draw_rect(line_color, rect.inflate(2 * frame, 2 * frame), 0, 2 * frame)
        if card_images is None:
            canvas.draw_rect(self.theme.panel_line_color, rect, max(1, self.px(1)), self.px(4))
        else:
            canvas.blit(card_images.get_card(card.card, rect.width), rect)
        if index in self.value:
            self._paint_mark(canvas, rect, self._marks.get(index, True), index in self._marks)
        elif index in self._marks:
            self._paint_mark(canvas, rect, self._marks[index], True)
        caption_rect = pygame.Rect(rect.x - frame, rect.bottom + frame, rect.width + 2 * frame, self.px(CAPTION_HEIGHT))
        if card.caption:
            color = theme.GOLD if index in self.value else theme.CREAM
            draw_fitted_text(
                canvas, card.caption, "sans", self.px(theme.SMALL_TEXT_SIZE), color, caption_rect, "centre"
            )

    def _paint_mark(self, canvas: Canvas, rect: pygame.Rect, is_good: bool, is_known: bool) -> None:
        """Paint a mark: a golden dot, or a tick or cross once the answer is known."""
        size = self.px(MARK_SIZE)
        background = pygame.Rect(0, 0, size + self.px(8), size + self.px(8))
        background.midbottom = rect.centerx, rect.bottom - self.px(4)
        canvas.draw_aacircle(self.theme.panel_color, background.center, background.width // 2)
        if is_known:
            mark_image = make_tick_or_cross(size, is_good)
            canvas.blit(mark_image, mark_image.get_rect(center=background.center))
        else:
            canvas.draw_aacircle(theme.GOLD, background.center, size // 3)

    def _is_pointed_at(self, index: int) -> bool:
        return self.is_asked and (index == self.hovered_part or (self._has_moved_by_key and index == self.index))

    # -- what is done

    def find_part(self, position: tuple[int, int]) -> int | None:
        if not self.is_asked:
            return None
        return next(
            (index for index in range(len(self.cards)) if self.get_card_rect(index).collidepoint(position)), None
        )

    def handle_click(self, part: int, position: tuple[int, int]) -> None:
        self.index, self._has_moved_by_key = part, False
        self._toggle(part)

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Select with arrows, Home and End; mark with Enter, Space and digits.

        If the arrows mark a single card, Enter is left to the page.
        """
        end_indices = {pygame.K_HOME: 0, pygame.K_END: len(self.cards) - 1}
        if event.key in KEY_DIRECTIONS:
            marks_current = self.is_single and not self.value
            self._move_to(self.index if marks_current else (self.index + KEY_DIRECTIONS[event.key]) % len(self.cards))
        elif event.key in end_indices:
            self._move_to(end_indices[event.key])
        elif event.key in PRESS_KEYS and not self.is_single:
            self._has_moved_by_key = True
            self._toggle(self.index)
        elif event.key in DIGIT_KEYS and DIGIT_KEYS.index(event.key) < len(self.cards):
            self.index, self._has_moved_by_key = DIGIT_KEYS.index(event.key), True
            self._toggle(self.index)
        else:
            return False
        return True

    def _move_to(self, index: int) -> None:
        self.index, self._has_moved_by_key = index, True
        if self.is_single:
            self._toggle(index)
        else:
            self.repaint()

    def _toggle(self, index: int) -> None:
        """Toggle the mark of a card, or make it the single marked one."""
        self.value = frozenset((index,)) if self.is_single else self.value ^ {index}
        self.notify_changed()
