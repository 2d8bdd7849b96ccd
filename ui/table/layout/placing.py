"""The placing of the parts of the table for given sizes; `ui.table.layout.search` finds the largest sizes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Final

import pygame

from game.match.hand_order import CardOrder
from ui.table.layout.pose import CARD_ASPECT_RATIO
from ui.table.layout.seats import (
    DECK_HEIGHT_RATIO,
    DECK_LABEL_HEIGHT,
    DECK_WIDTH_RATIO,
    LEAST_NOTICE_SIZES,
    LEAST_TOAST_SIZES,
    MAX_ASPECT_RATIO,
    MAX_NOTICE_SIZE,
    MAX_TRICK_CARD_WIDTH,
    MIN_ACTION_PANEL_SIZE,
    MIN_CARD_STEP_RATIO,
    MIN_TOAST_SIZES,
    MIN_TRICK_CARD_WIDTH_BY_SEATS,
    NOTE_SIZES,
    NOTE_WIDTH,
    OPEN_FAN_WIDTH_RATIO,
    PILE_LABEL_HEIGHT,
    PILE_LABEL_OVERLAP,
    PILE_SIZE_RATIOS,
    PROMPT_HEIGHT,
    SCORE_HEIGHT,
    SCORE_HEIGHT_FIVE_SEATS,
    SEAT_SIDES,
    SPARE_WIDTH,
    TOAST_GAP,
    TRAY_BUTTON_HEIGHT,
    TRAY_GAP,
    PanelSizes,
    SeatLayout,
    Sides,
    TableLayout,
    compute_trick_ring,
    make_seat_layout,
    order_by_seat,
    place_trick,
)
from ui.table.layout.sizes import (
    MAX_HAND_HEIGHT_RATIO,
    TableSizes,
    compute_base_unit,
    get_hand_card_width,
)
from ui.table.layout.trick import Offsets, arrange_trick

FAN_SIZE_RATIOS: Final = (2.3, 1.96)
"""The width and height of a fan, in card widths."""
MIN_OPEN_FAN_STEP_RATIO: Final = 0.2
"""The least distance between the cards of an open hand of a replay, in card widths."""
OPEN_FAN_MARGIN_RATIO: Final = 1.2
"""The width of a fan beyond the distance between its outer cards, in card widths: a tilted card."""
PAUSE_SIZE: Final = (128, 48)
"""The size of the pause button, in design pixels."""
TRAY_ROWS: Final = 2
MAX_TRAY_WIDTH: Final = 304
LARGE_HAND_TRAY_WIDTH: Final = 256
"""The largest width of the tray beside a small hand and beside a large hand, in design pixels."""
SMALL_HAND_SIZE: Final = 3
SMALL_HAND_WIDTH_RATIO: Final = 3.12
"""The largest small hand, and its width in card widths."""
NOTICE_PROMPT_RATIO: Final = 0.4
"""The share of the prompt line that a notice takes where there is no other room."""
BOTTOM_MARGIN: Final = 14
"""The distance below the viewer's hand and name plate, in design pixels."""
MIN_ROW_CARD_WIDTH: Final = 80
"""The least width of the cards of a hand in a single row, in design pixels at scale 1."""
MIN_HAND_WIDTH_RATIO: Final = 2.4
"""The least width of the viewer's hand, in card widths."""
PILE_ABOVE_HAND_SIZE: Final = 6
"""The largest hand of a deal from which the viewer's pile is above the name plate and not beside it."""
MAX_PANEL_HEIGHT_RATIO: Final = 0.66
"""The largest height of a panel below a trick, as a share of the free area."""
CHAT_WIDTH: Final = 248
MIN_CHAT_HEIGHT: Final = 300
"""The width and the least height of the chat beside the table, in design pixels."""


class TablePlacing:
    """The parts of one table in given sizes, placed one after the other, in pixels."""

    def __init__(
        self,
        window_size: tuple[int, int],
        seats: int,
        hand_size: int,
        ui_scale: float,
        sizes: TableSizes,
        *,
        is_deck_below: bool,
        has_open_hands: bool = False,
        has_chat: bool = False,
    ) -> None:
        self.is_deck_below, self.has_open_hands, self.has_chat = is_deck_below, has_open_hands, has_chat
        self.open_fan_width_ratio = OPEN_FAN_WIDTH_RATIO
        if has_open_hands:
            self.open_fan_width_ratio = max(OPEN_FAN_WIDTH_RATIO, MIN_OPEN_FAN_STEP_RATIO * (hand_size - 1))
        self.window_size, self.seats, self.hand_size = window_size, seats, hand_size
        self.ui_scale, self.sizes = ui_scale, sizes
        px, (width, height) = self.px, window_size
        self.base_unit = compute_base_unit(window_size)
        self.margin, self.gap = px(sizes.margin), px(sizes.gap)
        inset = max(0, round((width - MAX_ASPECT_RATIO * height) / 2))
        self.left, self.right = inset + self.margin, width - inset - self.margin
        self.plate_size = px(sizes.plate_width), px(sizes.portrait_size)
        self.pile_card_width = px(sizes.pile_card_width)
        self.pile_size = (
            max(px(sizes.pile_width), round(self.pile_card_width * PILE_SIZE_RATIOS[0])),
            round(self.pile_card_width * PILE_SIZE_RATIOS[1]) + px(PILE_LABEL_HEIGHT - PILE_LABEL_OVERLAP),
        )
        fan_width_ratio = self.open_fan_width_ratio + OPEN_FAN_MARGIN_RATIO if has_open_hands else FAN_SIZE_RATIOS[0]
        self.fan_size = (
            round(px(sizes.fan_card_width) * fan_width_ratio),
            round(px(sizes.fan_card_width) * FAN_SIZE_RATIOS[1]),
        )
        self.score_rect = pygame.Rect(
            self.margin,
            self.margin,
            px(sizes.score_width),
            px(SCORE_HEIGHT_FIVE_SEATS if seats == 5 else SCORE_HEIGHT),
        )
        self.deck_rect = self._place_deck(is_deck_below=is_deck_below)
        self.corner_rect = self.score_rect.union(self.deck_rect)
        pause_size = (0, 0) if has_open_hands else PAUSE_SIZE
        self.pause_rect = pygame.Rect(0, self.margin, px(pause_size[0]), px(pause_size[1]))
        self.pause_rect.right = width - self.margin
        self.tray_rect = self._place_tray()
        self.chat_rect, self.width = pygame.Rect(self.pause_rect.bottomright, (0, 0)), width
        if has_chat:
            chat_top = self.pause_rect.bottom + self.gap
            chat_height = self.tray_rect.top - self.gap - chat_top
            self.chat_rect = pygame.Rect(self.tray_rect.left, chat_top, self.tray_rect.width, max(0, chat_height))
            self.right = min(self.right, self.tray_rect.left - self.gap)
            self.width = self.left + self.right
        self.spare_rect = pygame.Rect(0, self.pause_rect.bottom + self.gap, px(SPARE_WIDTH), px(sizes.spare_height))
        self.spare_rect.right = self.right if has_chat else width - self.margin
        self.own_seat = self._place_own_seat()
        hand_left = self.own_seat.bounds.right + px(14)
        self.hand_rect = pygame.Rect(hand_left, 0, self.tray_rect.left - px(14) - hand_left, 0)
        self.hand_card_width = self._compute_hand_card_width()
        hand_height = round(self.hand_card_width * CARD_ASPECT_RATIO * 1.03)
        self.hand_rect.top = height - px(BOTTOM_MARGIN) - hand_height
        self.hand_rect.height = height - self.hand_rect.top - px(2)
        self.prompt_rect = pygame.Rect(0, 0, self.width - 2 * self.margin, px(PROMPT_HEIGHT))
        self.prompt_rect.midbottom = (self.width // 2, self.hand_rect.top - px(8))
        self.other_seats = [
            self._place_top_seat(side) if side.startswith("top") else self._place_side_seat(side, index)
            for side, index in SEAT_SIDES[seats]
        ]
        self._shrink_hand_and_prompt()
        self.middle_rects = list(self._list_middle_rects())
        self.free_rect = self._choose_free_rect(self.middle_rects)
        self.trick_rect, self.trick_card_width, self.trick_offsets = self._arrange_trick(self.middle_rects)

    def px(self, design: float) -> int:
        return round(design * self.ui_scale)

    @property
    def is_feasible(self) -> bool:
        """Whether the parts do not overlap and have the room that they need."""
        window_rect = pygame.Rect((0, 0), self.window_size)
        rects = [*self._list_parts(), self.hand_rect, self.prompt_rect]
        min_trick_card_width = MIN_TRICK_CARD_WIDTH_BY_SEATS[self.seats] * self.base_unit
        min_width, min_height = map(self.px, MIN_ACTION_PANEL_SIZE)
        has_room_for_panel = self.free_rect.width >= min_width and self.free_rect.height >= min_height
        return (
            (has_room_for_panel or self.has_open_hands)
            and (not self.has_chat or self.chat_rect.height >= self.px(MIN_CHAT_HEIGHT))
            and self.prompt_rect.width >= min_width
            and self.hand_rect.width >= self.hand_card_width * MIN_HAND_WIDTH_RATIO
            and self.trick_card_width >= min_trick_card_width
            and all(window_rect.contains(rect) for rect in rects)
            and not any(first.colliderect(second) for first, second in combinations(rects, 2))
        )

    # -- the corners

    def _place_deck(self, *, is_deck_below: bool) -> pygame.Rect:
        """Return the area of stock and trump."""
        card_width = self.sizes.stock_card_width * self.ui_scale
        width = round(card_width * DECK_WIDTH_RATIO)
        height = round(card_width * DECK_HEIGHT_RATIO) + self.px(DECK_LABEL_HEIGHT)
        if is_deck_below:
            return pygame.Rect(
                self.score_rect.left, self.score_rect.bottom + self.gap, max(width, self.score_rect.width), height
            )
        return pygame.Rect(self.score_rect.right + self.px(14), self.score_rect.top, width, height)

    def _place_tray(self) -> pygame.Rect:
        """Return the area of the tray, at the end of the viewer's hand."""
        width = self.px(CHAT_WIDTH if self.has_chat else min(self.sizes.tray_width, LARGE_HAND_TRAY_WIDTH))
        if self.hand_size <= SMALL_HAND_SIZE and not self.has_chat:
            half_hand_width = round(self._get_wanted_card_width() * SMALL_HAND_WIDTH_RATIO / 2)
            free_width = self.right - self.window_size[0] // 2 - half_hand_width - self.px(18)
            width = max(width, min(self.px(MAX_TRAY_WIDTH), free_width))
        height = TRAY_ROWS * TRAY_BUTTON_HEIGHT + (TRAY_ROWS + 1) * TRAY_GAP
        size = (0, 0) if self.has_open_hands else (width, self.px(height))
        right = self.window_size[0] - self.margin if self.has_chat else self.right
        corner = right, self.window_size[1] - self.px(BOTTOM_MARGIN + 4)
        return pygame.Rect((0, 0), size).move_to(bottomright=corner)

    # -- the viewer's hand

    def _get_wanted_card_width(self) -> float:
        """Return the width of the viewer's cards if they fit in a row."""
        wanted_width = get_hand_card_width(self.hand_size) * self.sizes.hand_ratio * self.base_unit
        return min(wanted_width, MAX_HAND_HEIGHT_RATIO * self.window_size[1] / CARD_ASPECT_RATIO)

    def _compute_hand_card_width(self) -> float:
        """Return the width of the viewer's cards: as large as fits in a row, unless they would be too small."""
        wanted_width = self._get_wanted_card_width()
        row_width = self.hand_rect.width / (1 + MIN_CARD_STEP_RATIO * (self.hand_size - 1)) - 1
        return min(wanted_width, max(row_width, MIN_ROW_CARD_WIDTH * self.base_unit))

    # -- the seats around the table

    def _place_own_seat(self) -> SeatLayout:
        """Return the layout of the viewer's seat, whose pile is beside the plate or above it."""
        px, (width, height) = self.px, self.plate_size
        bottom = self.window_size[1] - px(BOTTOM_MARGIN + 2)
        plate_rect = pygame.Rect(self.left, bottom - height, width, height)
        pile_rect = pygame.Rect((0, 0), self.pile_size)
        if self.hand_size >= PILE_ABOVE_HAND_SIZE and self.seats < 6 and not self.has_open_hands:
            pile_rect.bottomleft = (plate_rect.left, plate_rect.top - self.gap)
        else:
            pile_rect.bottomleft = (plate_rect.right + self.gap, bottom)
        fan_rect = pygame.Rect(plate_rect.topright, (0, 0))
        layout = make_seat_layout(self.ui_scale, plate_rect, fan_rect, pile_rect, is_mirrored=False)
        bounds = plate_rect if pile_rect.left == plate_rect.left else layout.bounds
        return layout._replace(bounds=bounds)

    def _place_side_seat(self, side: str, index: int) -> SeatLayout:
        """Return the layout of a seat at the left or right edge, whose cards are below its plate.

        An open hand is beside plate and pile instead if there are two seats at the edge. ``index``: counts from above.
        """
        px, (width, height) = self.px, self.plate_size
        count = sum(other_side == side for other_side, _index in SEAT_SIDES[self.seats])
        is_fan_beside = self.has_open_hands and count > 1
        fan_height = self.fan_size[1] - (height + px(4) if is_fan_beside else 0)
        row_height = max(fan_height, self.pile_size[1])
        block_height = height + px(4) + row_height
        side_top = (self.corner_rect if side == "left" else self.spare_rect).bottom + self.gap
        common_top = max(self.corner_rect.bottom, self.spare_rect.bottom) + self.gap
        bottom = min(self._get_own_top(), self.tray_rect.top) - self.gap
        first_top = common_top if bottom - common_top >= block_height * count else side_top
        free_height = bottom - first_top - block_height * count
        spacing = max(0, min(free_height // 2 if count > 1 else 0, px(40)))
        rest_height = max(0, free_height - spacing * (count - 1))
        top = first_top + min(rest_height // 2, px(40)) + index * (block_height + spacing)
        plate_rect = pygame.Rect(self.left, top, width, height)
        fan_rect, pile_rect = pygame.Rect((0, 0), self.fan_size), pygame.Rect((0, 0), self.pile_size)
        row_center_y = plate_rect.bottom + px(4) + row_height // 2
        if is_fan_beside:
            fan_rect.midleft = (plate_rect.right + self.gap, plate_rect.top + block_height // 2)
            pile_rect.midleft = (plate_rect.left, row_center_y)
        else:
            fan_rect.midleft = (plate_rect.left, row_center_y)
            pile_rect.midleft = (fan_rect.right + self.gap, row_center_y)
        if side == "right":
            for rect in (plate_rect, fan_rect, pile_rect):
                rect.right = self.right - (rect.left - self.left)
        return make_seat_layout(self.ui_scale, plate_rect, fan_rect, pile_rect, is_mirrored=side == "right")

    def _get_own_top(self) -> int:
        """Return the upper end of the viewer's parts at the left edge."""
        own_pile_rect = self.own_seat.pile_rect
        is_pile_in_column = self.has_open_hands or own_pile_rect.left == self.own_seat.plate_rect.left
        return own_pile_rect.top if is_pile_in_column else self.own_seat.plate_rect.top

    def _place_top_seat(self, side: str) -> SeatLayout:
        """Return the layout of a seat at the upper edge.

        ``side``: "top" for the only seat there, whose cards are beside its plate; else "top left" or "top right", whose
        cards are below it.
        """
        span_left, span_right = self.corner_rect.right + self.gap, min(self.pause_rect.left - self.gap, self.right)
        width, height = self.plate_size
        plate_rect = pygame.Rect(0, self.margin, width, height)
        fan_rect, pile_rect = pygame.Rect((0, 0), self.fan_size), pygame.Rect((0, 0), self.pile_size)
        if side == "top":
            block_width = width + self.gap + self.fan_size[0] + self.gap + self.pile_size[0]
            plate_rect.left = max(min((self.width - width) // 2, span_right - block_width), span_left)
            plate_rect.centery = self.margin + max(height, self.fan_size[1], self.pile_size[1]) // 2
            fan_rect.midleft = (plate_rect.right + self.gap, plate_rect.centery)
            pile_rect.midleft = (fan_rect.right + self.gap, plate_rect.centery)
            return make_seat_layout(self.ui_scale, plate_rect, fan_rect, pile_rect, is_mirrored=False)
        max_spacing = self.px(150)
        if self.has_open_hands:
            max_spacing = max(max_spacing, 2 * (self.fan_size[0] + self.gap + self.pile_size[0] - width) + self.gap)
        spacing = max(self.gap, min(span_right - span_left - 2 * width, max_spacing))
        center_x = max(min(self.width // 2, span_right - width - spacing // 2), span_left + width + spacing // 2)
        row_center_y = plate_rect.bottom + self.px(4) + max(self.fan_size[1], self.pile_size[1]) // 2
        if side == "top right":
            plate_rect.left = center_x + (spacing + 1) // 2
            fan_rect.midright = (plate_rect.right, row_center_y)
            pile_rect.midright = (fan_rect.left - self.gap, row_center_y)
        else:
            plate_rect.right = center_x - spacing // 2
            fan_rect.midleft = (plate_rect.left, row_center_y)
            pile_rect.midleft = (fan_rect.right + self.gap, row_center_y)
        return make_seat_layout(self.ui_scale, plate_rect, fan_rect, pile_rect, is_mirrored=side == "top right")

    def _shrink_hand_and_prompt(self) -> None:
        """Shorten the hand and the prompt so that they end before the parts beside them."""
        for (side, _index), seat_layout in zip(SEAT_SIDES[self.seats], self.other_seats, strict=True):
            bounds = seat_layout.bounds
            if not side.startswith("top") and bounds.bottom > self.hand_rect.top - self.gap:
                left, right = self.hand_rect.left, self.hand_rect.right
                left = max(left, bounds.right + self.gap) if side == "left" else left
                right = min(right, bounds.left - self.gap) if side == "right" else right
                self.hand_rect.left, self.hand_rect.width = left, max(0, right - left)
        half_width = self._compute_half_width(self._list_parts(), self.prompt_rect.top, self.prompt_rect.bottom)
        self.prompt_rect.inflate_ip(min(0, 2 * half_width - self.prompt_rect.width), 0)

    # -- the middle

    def _list_parts(self) -> list[pygame.Rect]:
        """Return the places of all parts beside the middle."""
        rects = [self.score_rect, self.deck_rect, self.pause_rect, self.spare_rect, self.tray_rect, self.chat_rect]
        for seat_layout in (self.own_seat, *self.other_seats):
            rects += [seat_layout.plate_rect, seat_layout.fan_rect, seat_layout.pile_rect]
        return [rect for rect in rects if rect.width]

    def _compute_half_width(self, parts: Iterable[pygame.Rect], top: int, bottom: int) -> int:
        """Return the pixels between two heights on each side of the window's middle that are free of ``parts``."""
        middle, half_width = self.width // 2, self.width // 2
        for rect in parts:
            if rect.top < bottom + self.gap and rect.bottom > top - self.gap:
                inner_distance = rect.left - middle if rect.centerx > middle else middle - rect.right
                half_width = min(half_width, inner_distance)
        return max(0, half_width - self.gap)

    def _list_middle_rects(self) -> Iterable[pygame.Rect]:
        """Yield the areas in the middle above the prompt: the lower their upper edge, the wider they are."""
        middle, bottom, parts = self.width // 2, self.prompt_rect.top - self.px(4), self._list_parts()
        for top in sorted({rect.bottom for rect in parts} | {self.margin}):
            if top < bottom - self.gap:
                half_width = self._compute_half_width(parts, top + 2 * self.gap, bottom - self.gap)
                yield pygame.Rect(middle - half_width, top + self.gap, 2 * half_width, bottom - top - self.gap)

    def _choose_free_rect(self, middle_rects: Iterable[pygame.Rect]) -> pygame.Rect:
        """Return the largest area for a panel; an area that is too narrow or too low for a panel comes last."""
        min_width, min_height = (self.px(length) for length in MIN_ACTION_PANEL_SIZE)
        return max(
            middle_rects,
            key=lambda rect: (rect.width >= min_width and rect.height >= min_height, rect.width * max(rect.height, 0)),
        )

    def _list_toast_rects(self) -> tuple[pygame.Rect, ...]:
        """Return the areas for toasts: first those that cover no part and no panel in the middle, the widest first.

        The next ones may cover the cards of other seats, then the middle, but no name plate. The last one is at the
        top, between the corner and the pause button.
        """
        buttons = [self.pause_rect, self.tray_rect, self._button_space]
        corners = [self.score_rect, self.deck_rect, self.spare_rect, *buttons]
        middle = [self.free_rect, self.trick_rect, self.hand_rect, self.prompt_rect]
        plates = [seat_layout.plate_rect for seat_layout in self.other_seats]
        covered = [*corners, *middle, *plates, self.own_seat.bounds]
        choices = (
            ([*covered, *self._list_parts()], MIN_TOAST_SIZES),
            (covered, MIN_TOAST_SIZES),
            (covered, LEAST_TOAST_SIZES),
            ([*corners, *plates, self.own_seat.plate_rect, self.hand_rect, self.prompt_rect], MIN_TOAST_SIZES),
            ([*corners, *plates, self.own_seat.plate_rect, self.hand_rect], LEAST_TOAST_SIZES),
        )
        groups = (self._list_toast_areas(*choice) for choice in choices)
        areas = [area for group in groups for area in sorted(group, key=lambda area: area.width, reverse=True)]
        gap = self.px(TOAST_GAP)
        left, right = self.corner_rect.right + gap, self.pause_rect.left - gap
        return (*areas, pygame.Rect(left, self.margin, right - left, self.corner_rect.height))

    def _choose_notice_rect(self) -> pygame.Rect:
        """Return the area for a notice with a button, which stays: it covers no part and no card.

        If there is no other area, it covers that of panels in the middle, else the right end of the prompt line; see
        `TableScene.absence_notice`.
        """
        covered = [self.trick_rect, self.hand_rect, self.prompt_rect, self.own_seat.bounds, *self._list_parts()]
        width, height = self.px(MAX_NOTICE_SIZE[0]), self.px(MAX_NOTICE_SIZE[1])
        for panel_rects in ([self.free_rect], []):
            for sizes in (MIN_TOAST_SIZES, LEAST_TOAST_SIZES, LEAST_NOTICE_SIZES):
                parts = [*covered, *panel_rects]
                beside_button = self._list_toast_areas([*parts, self._button_space], sizes)
                areas = beside_button or self._list_toast_areas(parts, sizes)
                if areas:
                    return max(areas, key=lambda area: min(area.width, width) * min(area.height, height))
        rect = pygame.Rect(0, 0, round(self.prompt_rect.width * NOTICE_PROMPT_RATIO), self.prompt_rect.height)
        return rect.move_to(midright=self.prompt_rect.midright)

    def _choose_note_rect(self) -> pygame.Rect:
        """Return the area for a note on the viewer's last choice, which covers no part and no card.

        Without room for its words there is only room for its buttons, in the place of a notice.
        """
        fixed = [self.hand_rect, self.prompt_rect, self.own_seat.bounds, self._button_space, *self._list_parts()]
        parts, width = [self.trick_ring_rect, *fixed], self.px(NOTE_WIDTH)
        for sizes in NOTE_SIZES:
            areas = self._list_toast_areas(parts, [sizes])
            if areas:
                return max(areas, key=lambda area: (min(area.width, width) * area.height, area.left))
        return self._choose_notice_rect()

    @property
    def _button_space(self) -> pygame.Rect:
        """The place of a button above the tray."""
        rect = pygame.Rect(0, 0, self.tray_rect.width, self.px(TRAY_BUTTON_HEIGHT + TRAY_GAP))
        return rect.move_to(bottomleft=self.tray_rect.topleft)

    def _list_toast_areas(
        self, parts: Iterable[pygame.Rect], min_sizes: Iterable[tuple[float, float]]
    ) -> list[pygame.Rect]:
        """Return the areas with room for toasts beside ``parts``, each as wide and then as high as fits.

        ``min_sizes``: in design pixels.
        """
        gap, bottom = self.px(TOAST_GAP), self.window_size[1] - self.margin
        parts = sorted((rect.inflate(2 * gap, 2 * gap) for rect in parts if rect.width), key=lambda rect: rect.left)
        sizes, areas = [(self.px(width), self.px(height)) for width, height in min_sizes], list[pygame.Rect]()
        for top in sorted({self.margin, *(rect.bottom for rect in parts)}):
            for min_width, min_height in sizes:
                band = pygame.Rect(self.left, top, self.right - self.left, min_height)
                if band.bottom > bottom:
                    continue
                left = band.left
                for rect in [*(parts[index] for index in band.collidelistall(parts)), band.move(band.width, 0)]:
                    if rect.left - left >= min_width:
                        column = pygame.Rect(left, band.top, rect.left - left, bottom - band.top)
                        below = (parts[index].top for index in column.collidelistall(parts))
                        column.height = min(below, default=bottom) - band.top
                        areas.append(column)
                    left = max(left, rect.right)
        return areas

    def _arrange_trick(self, middle_rects: Iterable[pygame.Rect]) -> tuple[pygame.Rect, float, Offsets]:
        """Return the area of the trick, the width of its cards and their offsets."""
        max_width = MAX_TRICK_CARD_WIDTH * self.base_unit
        arrangements = [(rect, *arrange_trick(rect, self.seats, max_width)) for rect in middle_rects]
        return max(arrangements, key=lambda arrangement: (arrangement[1], arrangement[0].width * arrangement[0].height))

    def make_table_layout(
        self, bottom_seat: int, is_clockwise: bool, card_order: CardOrder, sides: Sides, panel_sizes: PanelSizes
    ) -> TableLayout:
        """Return the layout of the table with ``bottom_seat`` at the lower edge."""
        free_rect, trick_rect, trick_card_width, trick_offsets = self._divide_middle(panel_sizes)
        seat_layouts = place_trick([self.own_seat, *self.other_seats], trick_rect, trick_card_width, trick_offsets)
        return TableLayout(
            window_size=self.window_size,
            ui_scale=self.ui_scale,
            seat_layouts=order_by_seat(seat_layouts, bottom_seat, is_clockwise=is_clockwise),
            hand_size=self.hand_size,
            hand_card_width=self.hand_card_width,
            other_card_width=self.sizes.fan_card_width * self.ui_scale,
            pile_card_width=self.pile_card_width,
            trick_card_width=trick_card_width,
            stock_card_width=self.sizes.stock_card_width * self.ui_scale,
            center=(float(trick_rect.centerx), float(trick_rect.centery)),
            trick_ring_rect=self.trick_ring_rect,
            free_rect=free_rect,
            score_rect=self.score_rect,
            deck_rect=self.deck_rect,
            corner_rect=self.corner_rect,
            spare_rect=self.spare_rect,
            pause_rect=self.pause_rect,
            tray_rect=self.tray_rect,
            chat_rect=self.chat_rect,
            prompt_rect=self.prompt_rect,
            hand_rect=self.hand_rect,
            toast_rects=self._list_toast_rects(),
            notice_rect=self._choose_notice_rect(),
            note_rect=self._choose_note_rect(),
            bottom_seat=bottom_seat,
            card_order=card_order,
            sides=sides,
            open_fan_width_ratio=self.open_fan_width_ratio,
        )

    def _divide_middle(self, panel_sizes: PanelSizes) -> tuple[pygame.Rect, pygame.Rect, float, Offsets]:
        """Return the free area, the area of the trick, the width of its cards and their offsets.

        With a panel below the trick, the trick is smaller and above the free area, which has the first of the sizes for
        which there is room. Without room for any of them the panel may cover the trick.
        """
        for panel_width, panel_height in panel_sizes:
            height = self.px(panel_height)
            top = self.free_rect.bottom - height
            half_width = self._compute_half_width(self._list_parts(), top, self.free_rect.bottom)
            is_low = height <= self.free_rect.height * MAX_PANEL_HEIGHT_RATIO
            if is_low and 2 * half_width >= self.px(panel_width):
                free_rect = pygame.Rect(self.width // 2 - half_width, top, 2 * half_width, height)
                areas = [rect.copy() for rect in self.middle_rects if rect.top < top - self.gap]
                for area in areas:
                    area.height = top - self.gap - area.top
                return free_rect, *self._arrange_trick(areas)
        return self.free_rect, self.trick_rect, self.trick_card_width, self.trick_offsets

    @property
    def trick_ring_rect(self) -> pygame.Rect:
        """The oval that is inlaid in the table around the trick."""
        max_height = self.trick_rect.height - self.gap
        return compute_trick_ring(self.trick_rect.center, self.trick_card_width, self.trick_offsets, max_height)
