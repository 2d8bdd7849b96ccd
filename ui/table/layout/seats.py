"""Layout of the table, as a function of the window, the scale and the seats.

Seats are around the table in order of play, with the viewer at the bottom; counter-clockwise games go on to the right.
A seat has a portrait with a name plate, below or beside it a row for announcements and the pile, and a fan between it
and the middle. The upper left corner has the game, trump and stock; the upper right corner has the buttons and the
spare hand. The trick is in the middle.

A table is laid out with the largest `TableSizes` at which its parts do not overlap. The scale asks for larger text and
buttons; it is limited to what fits with the smallest sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

import pygame

from ui.table.layout.hand_order import DEALT_ORDER, CardOrder
from ui.table.layout.pose import CARD_ASPECT_RATIO
from ui.table.layout.sizes import (
    HAND_CARD_WIDTH,
    MAX_HAND_HEIGHT_RATIO,
    MAX_SIZES,
    TableSizes,
    compute_base_unit,
    get_min_sizes,
)
from ui.table.layout.trick import arrange_trick

FAN_SIZE_RATIOS: Final = (2.0, 2.8)
"""The width and height of a fan turned to the side, in card widths."""
BUTTON_WIDTHS: Final = (84, 118, 96)
"""The widths of the buttons "Score", "Last trick" and "Menu", in design pixels."""
BUTTON_HEIGHT: Final = 36
TOAST_GAP: Final = 8
"""The distance between toasts and the parts beside them, in design pixels."""
SPARE_WIDTH: Final = 222
PROMPT_HEIGHT: Final = 40
MIN_ACTION_PANEL_SIZE: Final = (330, 196)
"""The least size of the middle, so that a panel fits, in design pixels."""
BOTTOM_MARGIN: Final = 10
"""The distance below the viewer's hand and name plate, in design pixels."""
MIN_HAND_WIDTH_RATIO: Final = 4.6
"""The least width of the viewer's hand, in card widths."""
MAX_TRICK_CARD_WIDTH: Final = 124
MIN_TRICK_CARD_WIDTH_BY_SEATS: Final[Mapping[int, int]] = {2: 92, 3: 92, 4: 92, 5: 80, 6: 74}
"""The least width of a trick's cards by number of seats.

It is in design pixels at scale 1.
"""
MAX_ASPECT_RATIO: Final = 2.0
"""The largest ratio of width to height of the table."""
MAX_SCALE: Final = 3.0
BISECTION_STEPS: Final = 7
"""The number of steps in the search for the largest sizes."""


class SeatLayout(NamedTuple):
    """The places of a seat's parts, in pixels.

    ``portrait_rect``: a square within ``plate_rect``; ``row_rect``: the place of a chip or a mark; ``bounds``: all of
    these together; ``speech_rect``: the place of a speech bubble, which may cover the seat's own fan; ``fan_rect``: the
    area of its hand; ``fan_angle``: the direction of its hand, 90 is up; ``hand_center``, ``trick_center`` and
    ``pile_center``: the middle of the cards there.
    """

    plate_rect: pygame.Rect
    portrait_rect: pygame.Rect
    row_rect: pygame.Rect
    bounds: pygame.Rect
    speech_rect: pygame.Rect
    fan_rect: pygame.Rect
    fan_angle: float
    hand_center: tuple[float, float]
    trick_center: tuple[float, float]
    pile_center: tuple[float, float]


class TableLayout(NamedTuple):
    """The places and sizes that follow from the window and the seats, in pixels.

    ``ui_scale``: pixels per design pixel; ``free_rect``: the free area in the middle; ``prompt_rect``: the line above
    the hand; ``hand_rect``: the viewer's hand; ``card_order``: the order in which the viewer sees it.
    """

    window_size: tuple[int, int]
    ui_scale: float
    seat_layouts: tuple[SeatLayout, ...]
    hand_card_width: float
    other_card_width: float
    pile_card_width: float
    trick_card_width: float
    stock_card_width: float
    center: tuple[float, float]
    trick_ring_rect: pygame.Rect
    free_rect: pygame.Rect
    corner_rect: pygame.Rect
    stock_center: tuple[float, float]
    turned_card_center: tuple[float, float]
    spare_rect: pygame.Rect
    button_rects: tuple[pygame.Rect, ...]
    prompt_rect: pygame.Rect
    hand_rect: pygame.Rect
    bottom_seat: int
    card_order: CardOrder

    @property
    def toast_rect(self) -> pygame.Rect:
        """The place of toasts: at the top, between the corner and the buttons."""
        corner_rect, gap = self.corner_rect, self.px(TOAST_GAP)
        left, right = corner_rect.right + gap, min(rect.left for rect in self.button_rects) - gap
        return pygame.Rect(left, corner_rect.top, right - left, corner_rect.height)

    def get_seat_layout(self, seat: int) -> SeatLayout:
        """Return the places of a seat."""
        return self.seat_layouts[seat]

    def px(self, design: float) -> int:
        """Return design pixels as pixels of this window."""
        return round(design * self.ui_scale)


def compute_max_scale(window_size: tuple[int, int], seats: int) -> float:
    """Return the largest scale at which a table fits in a window.

    ``window_size``: pixels; ``seats``: the number of seats, limited to 2 to 6.
    """
    return _compute_max_scale(window_size, min(max(seats, 2), 6))


@lru_cache(maxsize=64)
def _compute_max_scale(window_size: tuple[int, int], seats: int) -> float:
    return _bisect_max(
        1.0,
        MAX_SCALE,
        lambda scale: (
            _try_layout(window_size, seats, compute_base_unit(window_size) * scale, get_min_sizes(seats)) is not None
        ),
    )


@lru_cache(maxsize=64)
def compute_table_layout(
    window_size: tuple[int, int],
    seats: int,
    bottom_seat: int,
    is_clockwise: bool,
    scale: float = 1.0,
    card_order: CardOrder = DEALT_ORDER,
) -> TableLayout:
    """Return the layout of a table.

    ``window_size``: pixels; ``seats``: the number of seats; ``bottom_seat``: the seat at the lower edge; ``scale``: the
    wanted scale of text and buttons.
    """
    return _solve_layout(window_size, seats, scale).make_table_layout(bottom_seat, is_clockwise, card_order)


def _solve_layout(window_size: tuple[int, int], seats: int, scale: float) -> _LayoutSolver:
    """Return the layout with the largest sizes that fit, else with the smallest."""
    base_unit, min_sizes = compute_base_unit(window_size), get_min_sizes(seats)
    ui_scale = base_unit * min(scale, compute_max_scale(window_size, seats))
    size_ratio = _bisect_max(
        0.0,
        1.0,
        lambda ratio: _try_layout(window_size, seats, ui_scale, min_sizes.interpolate(MAX_SIZES, ratio)) is not None,
    )
    sizes = min_sizes.interpolate(MAX_SIZES, size_ratio)
    return _try_layout(window_size, seats, ui_scale, sizes) or _LayoutSolver(
        window_size, seats, ui_scale, sizes, has_button_column=True
    )


def _try_layout(window_size: tuple[int, int], seats: int, ui_scale: float, sizes: TableSizes) -> _LayoutSolver | None:
    """Return the layout with these sizes, None if it does not fit.

    The buttons are in a row if there is room, else in a column.
    """
    solvers = (
        _LayoutSolver(window_size, seats, ui_scale, sizes, has_button_column=has_button_column)
        for has_button_column in (False, True)
    )
    return next((solver for solver in solvers if solver.is_feasible), None)


def _bisect_max(lower: float, upper: float, is_feasible: Callable[[float], bool]) -> float:
    """Return about the largest feasible number between two, ``lower`` if none is."""
    if is_feasible(upper):
        return upper
    for _step in range(BISECTION_STEPS):
        midpoint = (lower + upper) / 2
        lower, upper = (midpoint, upper) if is_feasible(midpoint) else (lower, midpoint)
    return lower


class _LayoutSolver:
    """The layout of one table, computed part by part, in pixels."""

    def __init__(
        self, window_size: tuple[int, int], seats: int, ui_scale: float, sizes: TableSizes, *, has_button_column: bool
    ) -> None:
        self.window_size, self.seats, self.ui_scale, self.sizes = window_size, seats, ui_scale, sizes
        px, (width, height) = self.px, window_size
        base_unit = compute_base_unit(window_size)
        self.margin, self.gap = px(sizes.margin), px(sizes.gap)
        inset = max(0, round((width - MAX_ASPECT_RATIO * height) / 2))
        self.left, self.right = inset + self.margin, width - inset - self.margin
        self.hand_card_width = min(
            HAND_CARD_WIDTH * max(base_unit, ui_scale), MAX_HAND_HEIGHT_RATIO * height / CARD_ASPECT_RATIO
        )
        self.hand_top = height - px(BOTTOM_MARGIN) - round(self.hand_card_width * CARD_ASPECT_RATIO * 1.03)
        self.plate_size = px(sizes.plate_width), px(sizes.plate_height)
        self.row_height = px(sizes.row_height)
        self.pile_card_width = round(self.row_height * 0.86)
        self.fan_size = (
            round(px(sizes.fan_card_width) * FAN_SIZE_RATIOS[0]),
            round(px(sizes.fan_card_width) * FAN_SIZE_RATIOS[1]),
        )
        self.corner_rect = pygame.Rect(self.margin, self.margin, px(sizes.corner_width), px(sizes.corner_height))
        self.button_rects = self._place_buttons_in_column() if has_button_column else self._place_buttons_in_row()
        lowest_button = max(button.bottom for button in self.button_rects)
        spare_rect = pygame.Rect(0, 0, px(SPARE_WIDTH), px(sizes.spare_height))
        self.spare_rect = spare_rect.move(
            width - self.margin - spare_rect.width,
            max(lowest_button + self.gap, self.corner_rect.bottom - spare_rect.height),
        )
        self.own_seat = self._place_own_seat()
        self.hand_rect = pygame.Rect(
            self.own_seat.bounds.right + px(14), self.hand_top, 0, height - self.hand_top - px(2)
        )
        self.hand_rect.width = self.right - self.hand_rect.x
        self.prompt_rect = pygame.Rect(0, 0, width - 2 * (self.own_seat.bounds.right + self.gap), px(PROMPT_HEIGHT))
        self.prompt_rect.midbottom = (width // 2, self.hand_top - px(6))
        self.other_seats = [self._place_other_seat(side, index) for side, index in SEAT_SIDES[seats]]
        self._shrink_hand_and_prompt()
        self.free_rect = self._compute_free_rect()
        self.trick_card_width, self.trick_offsets = arrange_trick(
            self.free_rect, seats, MAX_TRICK_CARD_WIDTH * max(base_unit, ui_scale)
        )

    def px(self, design: float) -> int:
        return round(design * self.ui_scale)

    @property
    def is_feasible(self) -> bool:
        """Whether the parts do not overlap and have the room that they need."""
        window_rect = pygame.Rect((0, 0), self.window_size)
        rects = [
            self.corner_rect,
            *self.button_rects,
            self.spare_rect,
            self.own_seat.bounds,
            self.hand_rect,
            self.prompt_rect,
        ]
        for seat_layout in self.other_seats:
            rects += [seat_layout.bounds, seat_layout.fan_rect]
        return (
            self.free_rect.width >= self.px(MIN_ACTION_PANEL_SIZE[0])
            and self.free_rect.height >= self.px(MIN_ACTION_PANEL_SIZE[1])
            and self.prompt_rect.width >= self.px(MIN_ACTION_PANEL_SIZE[0])
            and self.hand_rect.width >= self.hand_card_width * MIN_HAND_WIDTH_RATIO
            and self.trick_card_width >= MIN_TRICK_CARD_WIDTH_BY_SEATS[self.seats] * compute_base_unit(self.window_size)
            and all(window_rect.contains(rect) for rect in rects)
            and not any(first.colliderect(second) for first, second in combinations(rects, 2))
        )

    def _place_buttons_in_row(self) -> tuple[pygame.Rect, ...]:
        right, rects = self.window_size[0] - self.margin, []
        for width in reversed(BUTTON_WIDTHS):
            rects.append(pygame.Rect(right - self.px(width), self.margin, self.px(width), self.px(BUTTON_HEIGHT)))
            right -= self.px(width) + self.gap
        return tuple(reversed(rects))

    def _place_buttons_in_column(self) -> tuple[pygame.Rect, ...]:
        width, height = self.px(max(BUTTON_WIDTHS)), self.px(BUTTON_HEIGHT)
        left, step = self.window_size[0] - self.margin - width, height + self.px(5)
        menu, last, score = (pygame.Rect(left, self.margin + index * step, width, height) for index in range(3))
        return score, last, menu

    # -- the seats around the table

    def _make_seat_layout(
        self, plate_rect: pygame.Rect, row_rect: pygame.Rect, fan_rect: pygame.Rect, fan_angle: float, outward: int
    ) -> SeatLayout:
        """Return the layout of a seat from its name plate.

        ``outward``: -1 if the portrait and the pile are at the left end, 1 if they are at the right.
        """
        px = self.px
        portrait_rect = pygame.Rect(plate_rect.x, plate_rect.y, plate_rect.height, plate_rect.height)
        if outward > 0:
            portrait_rect.right = plate_rect.right
        pile_width = round(self.pile_card_width * CARD_ASPECT_RATIO) + px(4)
        pile_center = (
            (row_rect.x + pile_width / 2, float(row_rect.centery))
            if outward < 0
            else (row_rect.right - pile_width / 2, float(row_rect.centery))
        )
        chip_rect = pygame.Rect(row_rect.x, row_rect.y, row_rect.width - pile_width - px(5), row_rect.height)
        if outward < 0:
            chip_rect.right = row_rect.right
        start, end = (
            (portrait_rect.right, plate_rect.union(fan_rect).right)
            if outward < 0
            else (plate_rect.union(fan_rect).left, portrait_rect.left)
        )
        speech_rect = pygame.Rect(start + px(2), plate_rect.y, end - start - px(4), plate_rect.height)
        if fan_angle == OWN_FAN_ANGLE:
            speech_rect.width += px(10)
        return SeatLayout(
            plate_rect,
            portrait_rect,
            chip_rect,
            plate_rect.union(row_rect),
            speech_rect,
            fan_rect,
            fan_angle,
            fan_rect.center,
            (0.0, 0.0),
            pile_center,
        )

    def _place_own_seat(self) -> SeatLayout:
        width, height = self.plate_size
        plate_rect = pygame.Rect(self.left, self.window_size[1] - self.px(BOTTOM_MARGIN + 2) - height, width, height)
        row_rect = pygame.Rect(plate_rect.x, plate_rect.y - self.px(4) - self.row_height, width, self.row_height)
        return self._make_seat_layout(plate_rect, row_rect, pygame.Rect(plate_rect.topright, (0, 0)), OWN_FAN_ANGLE, -1)

    def _place_other_seat(self, side: str, index: int) -> SeatLayout:
        if side == "top":
            return self._place_top_seat()
        return self._place_paired_top_seat(side) if side.startswith("top") else self._place_side_seat(side, index)

    def _place_side_seat(self, side: str, index: int) -> SeatLayout:
        """Return the layout of a seat at the left or right edge.

        ``index``: counts from above.
        """
        px, (width, height) = self.px, self.plate_size
        count = sum(other_side == side for other_side, _index in SEAT_SIDES[self.seats])
        seat_height = height + px(4) + self.row_height
        block_height = max(seat_height, self.fan_size[1])
        side_top = (self.corner_rect if side == "left" else self.spare_rect).bottom + self.gap
        common_top = max(self.corner_rect.bottom, self.spare_rect.bottom) + self.gap
        bottom = self.own_seat.bounds.top - self.gap
        if count == 1:
            bottom = min(bottom, self.hand_top - self.gap)
        first_top = common_top if bottom - common_top >= block_height * count else side_top
        free_height = bottom - first_top - block_height * count
        spacing = max(0, min((free_height + self.gap) // 2 if count > 1 else 0, px(56)))
        rest_height = max(0, free_height - spacing * (count - 1))
        top = (
            first_top
            + (rest_height // 2 if count == 1 and self.seats != 4 else min(rest_height // 2, px(20)))
            + index * (block_height + spacing)
        )
        plate_rect = pygame.Rect(self.left, top + (block_height - seat_height) // 2, width, height)
        fan_rect = pygame.Rect((0, 0), self.fan_size)
        if side == "left":
            fan_rect.midleft = (plate_rect.right + self.gap, top + block_height // 2)
        else:
            plate_rect.right = self.right
            fan_rect.midright = (plate_rect.left - self.gap, top + block_height // 2)
        row_rect = pygame.Rect(plate_rect.x, plate_rect.bottom + px(4), width, self.row_height)
        return self._make_seat_layout(
            plate_rect, row_rect, fan_rect, *((LEFT_FAN_ANGLE, -1) if side == "left" else (RIGHT_FAN_ANGLE, 1))
        )

    def _get_top_span(self) -> tuple[int, int]:
        """Return the left and right end of the room along the upper edge."""
        return self.corner_rect.right + self.gap, min(button_rect.left for button_rect in self.button_rects) - self.gap

    def _place_top_seat(self) -> SeatLayout:
        """Return the layout of the seat in the middle of the upper edge.

        Its announcements and pile are on its left, its fan is on its right.
        """
        span_left, span_right = self._get_top_span()
        width, height = self.plate_size
        row_width = self.px(self.sizes.side_row_width)
        left = self.window_size[0] // 2 - width // 2
        left = max(min(left, span_right - width - self.gap - self.fan_size[1]), span_left + row_width + self.gap)
        plate_rect = pygame.Rect(left, self.margin, width, height)
        fan_rect = pygame.Rect(plate_rect.right + self.gap, self.margin, self.fan_size[1], self.fan_size[0])
        row_rect = pygame.Rect(plate_rect.left - self.gap - row_width, plate_rect.y, row_width, self.row_height)
        seat_layout = self._make_seat_layout(
            plate_rect, row_rect.move(0, plate_rect.height - row_rect.height), fan_rect, TOP_FAN_ANGLE, -1
        )
        pile_width = round(self.pile_card_width * CARD_ASPECT_RATIO) + self.px(4)
        return seat_layout._replace(
            row_rect=row_rect,
            bounds=plate_rect.union(row_rect),
            pile_center=(row_rect.right - pile_width / 2, seat_layout.pile_center[1]),
        )

    def _place_paired_top_seat(self, side: str) -> SeatLayout:
        """Return the layout of either of two seats at the upper edge.

        The row is below the name plate.
        """
        span_left, span_right = self._get_top_span()
        block_width = self.plate_size[0] + self.gap + self.fan_size[1]
        gap = max(self.gap, min((span_right - span_left - 2 * block_width) // 2, self.px(180)))
        center_x = min(
            max(self.window_size[0] // 2, span_left + block_width + gap // 2), span_right - block_width - gap // 2
        )
        left = center_x - gap // 2 - block_width if side == "top left" else center_x + gap // 2
        plate_rect, fan_rect = (
            pygame.Rect((left, self.margin), self.plate_size),
            pygame.Rect(left, self.margin, self.fan_size[1], self.fan_size[0]),
        )
        if side == "top right":
            plate_rect.left = left + self.fan_size[1] + self.gap
        else:
            fan_rect.left = plate_rect.right + self.gap
        row_rect = pygame.Rect(plate_rect.x, plate_rect.bottom + self.px(4), plate_rect.width, self.row_height)
        return self._make_seat_layout(plate_rect, row_rect, fan_rect, TOP_FAN_ANGLE, 1 if side == "top right" else -1)

    def _shrink_hand_and_prompt(self) -> None:
        """Shorten the hand and the prompt so that they end before the seats beside them."""
        for seat_layout in self.other_seats:
            bounds = seat_layout.bounds.union(seat_layout.fan_rect)
            if seat_layout.fan_angle == TOP_FAN_ANGLE:
                continue
            if bounds.bottom > self.hand_top - self.gap:
                left, right = self.hand_rect.left, self.hand_rect.right
                left = max(left, bounds.right + self.gap) if seat_layout.fan_angle == LEFT_FAN_ANGLE else left
                right = min(right, bounds.left - self.gap) if seat_layout.fan_angle == RIGHT_FAN_ANGLE else right
                self.hand_rect.left, self.hand_rect.width = left, max(0, right - left)
            if bounds.bottom > self.prompt_rect.top:
                inner_edge = bounds.right if seat_layout.fan_angle == LEFT_FAN_ANGLE else bounds.left
                half_width = abs(inner_edge - self.window_size[0] // 2) - self.gap
                self.prompt_rect.inflate_ip(min(0, 2 * half_width - self.prompt_rect.width), 0)

    # -- the middle

    def _compute_free_rect(self) -> pygame.Rect:
        """Return the free area between the seats, the corners and the prompt."""
        side_seats = [seat_layout for seat_layout in self.other_seats if seat_layout.fan_angle != TOP_FAN_ANGLE]
        top_seats = [seat_layout for seat_layout in self.other_seats if seat_layout.fan_angle == TOP_FAN_ANGLE]
        left = max(
            [seat_layout.fan_rect.right for seat_layout in side_seats if seat_layout.fan_angle == LEFT_FAN_ANGLE],
            default=self.corner_rect.right,
        )
        right = min(
            [seat_layout.fan_rect.left for seat_layout in side_seats if seat_layout.fan_angle == RIGHT_FAN_ANGLE],
            default=self.spare_rect.left,
        )
        half_width = min(self.window_size[0] // 2 - left, right - self.window_size[0] // 2) - self.gap
        lowest_button = max(
            [button.bottom for button in self.button_rects if button.left < self.window_size[0] // 2 + half_width],
            default=0,
        )
        top = (
            max(
                [
                    lowest_button,
                    *(max(seat_layout.bounds.bottom, seat_layout.fan_rect.bottom) for seat_layout in top_seats),
                ]
            )
            + self.gap
        )
        return pygame.Rect(
            self.window_size[0] // 2 - half_width, top, 2 * half_width, self.prompt_rect.top - self.px(4) - top
        )

    def make_table_layout(self, bottom_seat: int, is_clockwise: bool, card_order: CardOrder) -> TableLayout:
        """Return the layout of the table with ``bottom_seat`` at the lower edge.

        ``is_clockwise``: the order of play; ``card_order``: the order of the viewer's hand.
        """
        ui_scale, px, free_rect = self.ui_scale, self.px, self.free_rect
        seat_order = [0, *range(self.seats - 1, 0, -1)] if is_clockwise else list(range(self.seats))
        seat_layouts = [self.own_seat, *self.other_seats]
        ordered_layouts = [
            seat_layouts[index]._replace(trick_center=self._get_trick_position(self.trick_offsets[index]))
            for index in seat_order
        ]
        stock_card_width = self.sizes.stock_card_width * ui_scale
        stock_y = self.corner_rect.bottom - px(10) - round(stock_card_width * CARD_ASPECT_RATIO / 2)
        left = self.corner_rect.x + px(12)
        turned_card_left = left + round(stock_card_width) + px(8)
        return TableLayout(
            window_size=self.window_size,
            ui_scale=ui_scale,
            seat_layouts=(*ordered_layouts[self.seats - bottom_seat :], *ordered_layouts[: self.seats - bottom_seat]),
            hand_card_width=self.hand_card_width,
            other_card_width=self.sizes.fan_card_width * ui_scale,
            pile_card_width=self.pile_card_width,
            trick_card_width=self.trick_card_width,
            stock_card_width=stock_card_width,
            center=(float(free_rect.centerx), float(free_rect.centery)),
            trick_ring_rect=self._compute_trick_ring(),
            free_rect=free_rect,
            corner_rect=self.corner_rect,
            stock_center=(left + stock_card_width / 2 + px(2), stock_y),
            turned_card_center=((turned_card_left + self.corner_rect.right - px(8)) / 2, stock_y),
            spare_rect=self.spare_rect,
            button_rects=self.button_rects,
            prompt_rect=self.prompt_rect,
            hand_rect=self.hand_rect,
            bottom_seat=bottom_seat,
            card_order=card_order,
        )

    def _get_trick_position(self, offset: tuple[float, float]) -> tuple[float, float]:
        return self.free_rect.centerx + offset[0] * self.trick_card_width, self.free_rect.centery + offset[
            1
        ] * self.trick_card_width

    def _compute_trick_ring(self) -> pygame.Rect:
        """Return the oval that is inlaid in the table around the trick."""
        width_ratio = max(abs(x) for x, _y in self.trick_offsets) * 2 + 2.2
        height_ratio = max(abs(y) for _x, y in self.trick_offsets) * 2 + CARD_ASPECT_RATIO
        width, height = round(width_ratio * self.trick_card_width), round(height_ratio * self.trick_card_width)
        ring = pygame.Rect(0, 0, min(width, self.free_rect.width), min(height, self.free_rect.height - 2 * self.gap))
        ring.center = self.free_rect.center
        return ring


LEFT_FAN_ANGLE: Final = 0.0
RIGHT_FAN_ANGLE: Final = 180.0
TOP_FAN_ANGLE: Final = 270.0
OWN_FAN_ANGLE: Final = 90.0
"""The directions of fans by their place at the table, in degrees."""
SEAT_SIDES: Final[Mapping[int, tuple[tuple[str, int], ...]]] = {
    2: (("top", 0),),
    3: (("right", 0), ("left", 0)),
    4: (("right", 0), ("top", 0), ("left", 0)),
    5: (("right", 0), ("top right", 0), ("top left", 0), ("left", 0)),
    6: (("right", 1), ("right", 0), ("top", 0), ("left", 0), ("left", 1)),
}
"""The sides of the other seats, counter-clockwise from the viewer.

Each is a side and an index from above.
"""
