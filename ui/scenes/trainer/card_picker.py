"""Widgets of answers: cards in rows to be marked, and the cards of a trick, whose winner is chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

import pygame

from game.core.cards import DeckStyle, Hand
from game.text.card_names import format_card_names
from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CARD_ASPECT_RATIO, CardImages
from ui.graphics.symbols import make_tick_or_cross
from ui.table.hud.frame import describe_label
from ui.table.layout.pose import CardPose, compute_bounds, compute_corners, contains_point
from ui.widgets.base import PRESS_KEYS, Place
from ui.widgets.described import Box, DescribedWidget
from ui.widgets.layout import Anchored, Column, Flow, Padded
from ui.widgets.nodes import Frame, Line, Node, Painter, Space

CARD_GAP: Final = 12
MARK_SIZE: Final = 20
"""Sizes in design pixels: gap between cards, mark on a card."""
FRAME_WIDTH: Final = 4
KEY_DIRECTIONS: Final = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
DIGIT_KEYS: Final = (*range(pygame.K_1, pygame.K_9 + 1), pygame.K_0)
RING_WIDTH: Final = 5
NAME_HEIGHT: Final = 26
NAME_PADDING: Final = 10
"""The height of a name and the space beside its text, in design pixels."""
NAME_OVERHANG: Final = 6
"""The part of a name that is below its card, in design pixels."""


class CardPicker(DescribedWidget):
    """Cards of which some can be marked. ``value``: the indices of the marked cards.

    ``card_width``: in pixels; ``columns``: the cards in a row. ``marks``: after the answer,
    whether a card was to be marked, by index: it has a tick if it was marked, an empty ring if not; the others that
    were marked have a cross, and all that were not to be marked are darkened. Cards cannot be marked then.
    """

    def __init__(
        self,
        cards: Hand,
        deck: DeckStyle,
        card_images: CardImages,
        card_width: int,
        columns: int,
        rect: pygame.Rect,
        place: Place,
        *,
        value: frozenset[int] = frozenset(),
        marks: Mapping[int, bool] | None = None,
    ) -> None:
        self.cards, self._deck = cards, deck
        self.value = value
        self.card_width = card_width
        self.index = 0
        self.is_asked = marks is None
        self._card_images = card_images
        self._marks = marks or {}
        self._has_moved_by_key = False
        super().__init__(rect, place)

    @classmethod
    def measure_width(cls, place: Place, room: int, *args: Any, **options: Any) -> int:
        card_width, columns = map(int, args[3:])
        gap = place.px(CARD_GAP)
        return columns * (card_width + gap) - gap + 2 * place.px(FRAME_WIDTH)

    @classmethod
    def measure_height(cls, place: Place, width: int, *args: Any, **options: Any) -> int:
        card_width, columns = map(int, args[3:])
        rows, gap = -(-len(args[0]) // columns), place.px(CARD_GAP)
        return rows * (round(card_width * CARD_ASPECT_RATIO) + gap) - gap + 2 * place.px(FRAME_WIDTH)

    @property
    def value_text(self) -> str:
        template = _("{card}, marked") if self.index in self.value else "{card}"
        return template.format(card=format_card_names((self.cards[self.index],), self._deck))

    @property
    def key_help(self) -> str:
        template = _("Card {number} of {count}: press Left or Right to move, Enter or a digit to mark")
        return template.format(number=self.index + 1, count=len(self.cards))

    def describe(self) -> Node:
        width, height = self.card_width / self.ui_scale, self.card_width * CARD_ASPECT_RATIO / self.ui_scale
        cards = (
            Box(Painter(partial(self._paint_card, index)), part=index, width=width, height=height)
            for index in range(len(self.cards))
        )
        return Padded(Flow(*cards, gap=CARD_GAP, is_centered=True), padding=FRAME_WIDTH)

    def _paint_card(self, index: int, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        line_color, line_width = self._find_line_color(index), frame.px(FRAME_WIDTH)
        if line_color is not None:
            canvas.draw_rect(line_color, rect.inflate(2 * line_width, 2 * line_width), 0, 2 * line_width)
        is_dark = not self.is_asked and not self._marks.get(index)
        get_image = self._card_images.get_dimmed_card if is_dark else self._card_images.get_card
        canvas.blit(get_image(self.cards[index], rect.width), rect)
        if index in self.value or self._marks.get(index):
            mark = Painter(partial(self._paint_mark, index), height=MARK_SIZE + theme.SMALL_GAP)
            Anchored(Column(mark, Space(theme.TINY_GAP)), "midbottom").paint(frame, canvas, rect)

    def _find_line_color(self, index: int) -> theme.Color | None:
        """Return the color of the frame of a card; None if it has none."""
        if index in self.value:
            return theme.GOLD if self._marks.get(index, True) else theme.RED_LIGHT
        is_pointed_at = index == self.hovered_part or (self._has_moved_by_key and index == self.index)
        return theme.CREAM if self.is_asked and is_pointed_at else None

    def _paint_mark(self, index: int, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        """Paint a mark: a golden dot or, once the answer is known, a tick, a cross or a ring."""
        size = frame.px(MARK_SIZE)
        canvas.draw_aacircle(self.theme.panel_color, rect.center, rect.height // 2)
        if self.is_asked or index not in self.value:
            canvas.draw_aacircle(theme.GOLD, rect.center, size // 3)
            if not self.is_asked:
                canvas.draw_aacircle(self.theme.panel_color, rect.center, size // 3 - max(1, size // 10))
        else:
            mark_image = make_tick_or_cross(size, self._marks.get(index, False))
            canvas.blit(mark_image, mark_image.get_rect(center=rect.center))

    # -- what is done

    def find_part(self, position: tuple[int, int]) -> int | None:
        return super().find_part(position) if self.is_asked else None

    def handle_click(self, part: int, position: tuple[int, int]) -> None:
        self.index, self._has_moved_by_key = part, False
        self._toggle(part)

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Select with arrows, Home and End; mark with Enter, Space and digits."""
        end_indices = {pygame.K_HOME: 0, pygame.K_END: len(self.cards) - 1}
        if event.key in KEY_DIRECTIONS:
            self._move_to((self.index + KEY_DIRECTIONS[event.key]) % len(self.cards))
        elif event.key in end_indices:
            self._move_to(end_indices[event.key])
        elif event.key in PRESS_KEYS:
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
        self.repaint()

    def _toggle(self, index: int) -> None:
        self.value ^= {index}
        self.notify_changed()


def compute_picked_card_width(count: int, size: tuple[int, int], gap: int, max_width: int) -> tuple[int, int]:
    """Return the width at which ``count`` cards fit in rows in an area, and the cards in a row.

    ``size``: of the area; ``gap``: between cards; ``max_width``: of a card. All are in pixels.
    """
    best = 0, count
    for rows in range(1, count + 1):
        columns = -(-count // rows)
        width_by_row = (size[0] - (columns - 1) * gap) // columns
        width_by_column = int(((size[1] - (rows - 1) * gap) / rows) / CARD_ASPECT_RATIO)
        width = min(max_width, width_by_row, width_by_column)
        if width > best[0]:
            best = width, columns
    return best


class TrickPicker(DescribedWidget):
    """The names on the cards of a trick. ``value``: the index of the chosen card, None before a choice.

    ``poses``: of the cards, in the order of play. ``is_asked``: a card can be chosen. ``takes_digits``: digits choose
    a card; elsewhere they are points.
    """

    def __init__(
        self,
        poses: Sequence[CardPose],
        names: Sequence[str],
        place: Place,
        value: int | None = None,
        *,
        is_asked: bool = True,
        takes_digits: bool = True,
    ) -> None:
        bounds = [compute_bounds(pose) for pose in poses]
        margin = 2 * place.px(RING_WIDTH)
        rect = bounds[0].unionall(bounds[1:]).inflate(2 * margin, 2 * margin)
        self.poses = [pose._replace(x=pose.x - rect.x, y=pose.y - rect.y) for pose in poses]
        self.names = tuple(names)
        self.value = value
        self.is_asked, self.takes_digits = is_asked, takes_digits
        super().__init__(rect, place)

    @property
    def value_text(self) -> str:
        return _("nothing") if self.value is None else self.names[self.value]

    @property
    def key_help(self) -> str:
        text = _("Player {number} of {count}: press Left or Right to choose; type the points")
        if self.takes_digits:
            text = _("Player {number} of {count}: press Left, Right or a digit to choose")
        return text.format(number=(self.value or 0) + 1, count=len(self.names))

    def paint(self, canvas: Canvas) -> None:
        for index, pose in enumerate(self.poses):
            color = theme.GOLD if index == self.value else theme.CREAM if index == self.hovered_part else None
            if color is not None and self.is_asked:
                canvas.draw_polygon(color, compute_corners(pose), self.px(RING_WIDTH))
        for index, pose in enumerate(self.poses):
            self._paint_name(canvas, compute_bounds(pose), self.names[index], is_chosen=index == self.value)

    def _paint_name(self, canvas: Canvas, card_rect: pygame.Rect, name: str, *, is_chosen: bool) -> None:
        line = Line(name, face="bold", size=theme.SMALL_TEXT_SIZE, color=theme.INK if is_chosen else theme.CREAM)
        label = describe_label(line, NAME_HEIGHT, NAME_PADDING, color=theme.GOLD if is_chosen else None)
        Anchored(Column(label, Space(-NAME_OVERHANG)), "midbottom").paint(self.frame, canvas, card_rect)

    def find_part(self, position: tuple[int, int]) -> int | None:
        """Return the index of the uppermost card at a point of the widget."""
        indices = (index for index in reversed(range(len(self.poses))) if contains_point(self.poses[index], position))
        return next(indices, None) if self.is_asked else None

    def handle_click(self, part: int, position: tuple[int, int]) -> None:
        self.choose(part)

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Choose with the arrows, Home, End and digits; Enter is left to the page."""
        end_indices, count = {pygame.K_HOME: 0, pygame.K_END: len(self.names) - 1}, len(self.names)
        if event.key in KEY_DIRECTIONS:
            self.choose(0 if self.value is None else (self.value + KEY_DIRECTIONS[event.key]) % count)
        elif event.key in end_indices:
            self.choose(end_indices[event.key])
        elif self.takes_digits and event.key in DIGIT_KEYS and DIGIT_KEYS.index(event.key) < count:
            self.choose(DIGIT_KEYS.index(event.key))
        else:
            return False
        return True
