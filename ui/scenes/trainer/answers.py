"""The answers of tasks: the inputs of points, cards to be marked, the winner of a trick, and the sentences after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

import pygame

from game.core.cards import DeckStyle, Hand
from game.text.card_names import format_card_names
from game.text.gettext import _
from game.trainer.model import TrickTask
from game.trainer.offered_points import OFFERED_COUNT, list_offered_points
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CARD_ASPECT_RATIO, CardImages
from ui.graphics.symbols import make_tick_or_cross
from ui.table.hud.frame import describe_label
from ui.table.layout.pose import CardPose, compute_bounds, compute_corners, contains_point
from ui.table.layout.seats import TableLayout
from ui.widgets.base import PRESS_KEYS, Place
from ui.widgets.controls import Stepper
from ui.widgets.described import Box, DescribedWidget
from ui.widgets.fields import Action, Widget
from ui.widgets.layout import (
    Alternatives,
    Anchored,
    Column,
    Flow,
    Grid,
    Padded,
    Panel,
    Rest,
    Row,
    Sized,
    make_fitting,
)
from ui.widgets.nodes import Frame, Line, Node, Painter, Space, Text, make_symbol

PANEL_PADDING: Final = 20
MAX_TEXT_PANEL_WIDTH: Final = 640
"""The largest width of the panel with an explanation, in design pixels."""
TEXT_SIZES: Final = theme.BODY_TEXT_SIZE, 14
"""The largest and the least size of an explanation, in design pixels."""
JUMP_BUTTON_WIDTH: Final = 72
MAX_POINTS: Final = 120
POINTS_JUMP: Final = 10
"""The step of the jump buttons beside the stepper, in points."""
NARROW_COLUMNS: Final = 4
"""The columns of the points where they have no room in a line: the rows are equally long."""
POINTS_STEPPER_SIZE: Final = (184, 60)
STEP_BUTTON_WIDTH: Final = 48
SYMBOL_SIZE: Final = 22
POINTS_TEXT_SIZE: Final = 40
LABEL_SIZE: Final = 16
"""The sizes of the stepper, of its buttons with their symbols, and of its texts, in design pixels."""
POINTS_SHARE: Final = 0.72
"""The share of the height that the number takes above its label."""
CELL_SIZE: Final = (46, 52)
CELL_GAP: Final = 4
"""The least size of a cell and the distance between cells, in design pixels."""
VALUE_TEXT_SIZE: Final = 24
CARD_GAP: Final = 12
MARK_SIZE: Final = 20
"""Sizes in design pixels: gap between cards, mark on a card."""
FRAME_WIDTH: Final = 4
DIGIT_KEYS: Final = (*range(pygame.K_1, pygame.K_9 + 1), pygame.K_0)
RING_WIDTH: Final = 5
NAME_HEIGHT: Final = 26
NAME_PADDING: Final = 10
"""The height of a name and the space beside its text, in design pixels."""
NAME_OVERHANG: Final = 6
"""The part of a name that is below its card, in design pixels."""


def center_node(node: Node) -> Node:
    """Return a node in the middle of its room."""
    return Column(Space(grow=1), Row(Space(grow=1), node, Space(grow=1)), Space(grow=1))


def describe_sentences(lines: Sequence[str]) -> Node:
    """Return sentences on a panel in the middle of their room, as large as fits."""

    def describe(size: int) -> Node:
        panel = Panel(Column(*(Text(line, size=size) for line in lines)), padding=PANEL_PADDING)
        return center_node(Sized(panel, width=MAX_TEXT_PANEL_WIDTH))

    return make_fitting(describe, *TEXT_SIZES)


def describe_offered_points(task: TrickTask, points: int, on_change: Callable[[int], None]) -> Node:
    """Return points to choose from at the foot of their room, in as few rows as fit."""
    nodes = []
    for columns in (OFFERED_COUNT, NARROW_COLUMNS):
        width, height = compute_row_size(columns)
        arguments = (points, (0, MAX_POINTS), list_offered_points(task), columns)
        choice = Widget(PointsRow, arguments, id="points", label=_("Points"), on_change=on_change)
        panel = Panel(replace(choice, width=width, height=height), padding=PANEL_PADDING)
        row = Column(Space(grow=1), Row(Space(grow=1), panel, Space(grow=1)))
        nodes.append(Rest(row, width + 2 * PANEL_PADDING))
    return Alternatives(*nodes)


def describe_points(
    layout: TableLayout, points: int, on_change: Callable[[int], None], on_jump: Callable[[int], None]
) -> Node:
    """Return a stepper with a button on each side, as large as fits in the middle of the table.

    ``on_change`` gets the points, ``on_jump`` the difference that a button makes.
    """
    width, height = POINTS_STEPPER_SIZE
    less, more = (
        Action(f"{verb}-{POINTS_JUMP}", f"{sign}{POINTS_JUMP}", partial(on_jump, jump), style="#menu", height=height)
        for verb, sign, jump in (("subtract", "−", -POINTS_JUMP), ("add", "+", POINTS_JUMP))
    )
    less.width = more.width = JUMP_BUTTON_WIDTH
    arguments = (points, (0, MAX_POINTS), ())
    stepper = Widget(PointsStepper, arguments, id="points", label=_("Points"), on_change=on_change)
    row = Row(less, replace(stepper, width=width, height=height), more, gap=theme.SMALL_GAP)
    panel = Panel(row, padding=PANEL_PADDING)
    total_width = width + 2 * (theme.SMALL_GAP + JUMP_BUTTON_WIDTH + PANEL_PADDING)
    scale = min(layout.ui_scale, layout.free_rect.width / total_width)
    return Sized(center_node(panel), scale=scale)


class PointsStepper(Stepper):
    """A stepper with a large number between two buttons."""

    def describe(self) -> Node:
        points = Line(self._shown_text, face="serif", size=POINTS_TEXT_SIZE, align="centre", grow=POINTS_SHARE)
        label = Line(_("Points"), size=LABEL_SIZE, color=theme.MUTED, align="centre", grow=1 - POINTS_SHARE)
        return Row(self._describe_step(-1), Column(points, label, grow=1), self._describe_step(1))

    def _describe_step(self, direction: int) -> Node:
        is_available = self._find_next_value(direction) is not None
        color = theme.CREAM if is_available else self.theme.panel_line_color
        symbol = make_symbol("minus" if direction < 0 else "plus", SYMBOL_SIZE, color)
        return self.make_box(direction, symbol, is_available=is_available, width=STEP_BUTTON_WIDTH)


def compute_row_size(columns: int) -> tuple[int, int]:
    """Return the size of `OFFERED_COUNT` cells in rows of ``columns``, in design pixels."""
    rows = -(-OFFERED_COUNT // columns)
    return columns * (CELL_SIZE[0] + CELL_GAP) - CELL_GAP, rows * (CELL_SIZE[1] + CELL_GAP) - CELL_GAP


class PointsRow(Stepper):
    """A cell for each of ``proposed_values``; ``columns``: the cells in a row."""

    def __init__(
        self,
        value: int,
        bounds: tuple[int, int],
        proposed_values: Sequence[int],
        columns: int,
        rect: pygame.Rect,
        place: Place,
    ) -> None:
        self._columns = columns
        super().__init__(value, bounds, proposed_values, rect, place)

    def describe(self) -> Node:
        cells = [self._describe_cell(index, value) for index, value in enumerate(self.proposed_values)]
        return Grid(cells, CELL_SIZE[0], CELL_GAP, self._columns, grow=1)

    def _describe_cell(self, index: int, value: int) -> Node:
        is_chosen = value == self.value
        color = theme.INK if is_chosen else theme.CREAM
        number = Line(str(value), face="serif", size=VALUE_TEXT_SIZE, color=color, align="centre")
        return self.make_box(index, number, fill_color=theme.GOLD if is_chosen else None)

    def handle_click(self, part: int, position: tuple[int, int]) -> None:
        self._type_digits(str(self.proposed_values[part]))
        self._typed_digits = ""


def find_index(key: int, index: int | None, count: int) -> int | None:
    """Return the index of ``count`` to which an arrow, Home, End or a digit leads; None for another key.

    ``index``: where it leads from; from None the arrows lead to the first.
    """
    left, right = (0, 0) if index is None else ((index - 1) % count, (index + 1) % count)
    digits = zip(DIGIT_KEYS, range(count), strict=False)
    targets = {pygame.K_LEFT: left, pygame.K_RIGHT: right, pygame.K_HOME: 0, pygame.K_END: count - 1, **dict(digits)}
    return targets.get(key)


class CardPicker(DescribedWidget):
    """Cards of which some can be marked. ``value``: the indices of the marked cards.

    ``card_width``: in pixels; ``columns``: the cards in a row. ``right_indices``: after the answer, those of the cards
    that were to be marked: they have a tick if they were, an empty ring if not; the others that were marked have a
    cross, and all that were not to be marked are darkened. Cards cannot be marked then.
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
        right_indices: frozenset[int] | None = None,
    ) -> None:
        self.cards, self._deck = cards, deck
        self.value = value
        self.card_width = card_width
        self.index = 0
        self.is_asked = right_indices is None
        self._card_images = card_images
        self._right_indices = right_indices or frozenset()
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
        is_dark = not self.is_asked and index not in self._right_indices
        get_image = self._card_images.get_dimmed_card if is_dark else self._card_images.get_card
        canvas.blit(get_image(self.cards[index], rect.width), rect)
        if index in self.value | self._right_indices:
            mark = Painter(partial(self._paint_mark, index), height=MARK_SIZE + theme.SMALL_GAP)
            Anchored(Column(mark, Space(theme.TINY_GAP)), "midbottom").paint(frame, canvas, rect)

    def _find_line_color(self, index: int) -> theme.Color | None:
        """Return the color of the frame of a card; None if it has none."""
        if index in self.value:
            return theme.GOLD if self.is_asked or index in self._right_indices else theme.RED_LIGHT
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
            mark_image = make_tick_or_cross(size, index in self._right_indices)
            canvas.blit(mark_image, mark_image.get_rect(center=rect.center))

    # -- what is done

    def find_part(self, position: tuple[int, int]) -> int | None:
        return super().find_part(position) if self.is_asked else None

    def handle_click(self, part: int, position: tuple[int, int]) -> None:
        self.index, self._has_moved_by_key = part, False
        self._toggle(part)

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Select with arrows, Home and End; mark with Enter, Space and digits."""
        index = self.index if event.key in PRESS_KEYS else find_index(event.key, self.index, len(self.cards))
        if index is None:
            return False
        self.index, self._has_moved_by_key = index, True
        if event.key in (*PRESS_KEYS, *DIGIT_KEYS):
            self._toggle(index)
        else:
            self.repaint()
        return True

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
        labels = [self._describe_name(name, is_chosen=index == self.value) for index, name in enumerate(self.names)]
        width = max(label.measure_width(self.frame, self.rect.width) for label in labels) / self.ui_scale
        for label, pose in zip(labels, self.poses, strict=True):
            name = Column(Sized(label, width=width), Space(-NAME_OVERHANG))
            Anchored(name, "midbottom").paint(self.frame, canvas, compute_bounds(pose))

    def _describe_name(self, name: str, *, is_chosen: bool) -> Node:
        color = theme.INK if is_chosen else theme.CREAM
        line = Line(name, face="bold", size=theme.SMALL_TEXT_SIZE, color=color, align="centre")
        return describe_label(line, NAME_HEIGHT, NAME_PADDING, color=theme.GOLD if is_chosen else None)

    def find_part(self, position: tuple[int, int]) -> int | None:
        """Return the index of the uppermost card at a point of the widget."""
        indices = (index for index in reversed(range(len(self.poses))) if contains_point(self.poses[index], position))
        return next(indices, None) if self.is_asked else None

    def handle_click(self, part: int, position: tuple[int, int]) -> None:
        self.choose(part)

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Choose with the arrows, Home, End and digits; Enter is left to the page."""
        index = find_index(event.key, self.value, len(self.names))
        if index is None or (event.key in DIGIT_KEYS and not self.takes_digits):
            return False
        self.choose(index)
        return True
