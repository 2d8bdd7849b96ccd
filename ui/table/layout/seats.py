"""Places of the parts of the table, as a function of the window, the scale, the seats and the largest hand of a deal.

Seats are around the table in order of play, with the viewer at the bottom; counter-clockwise games go on to the right.
A seat has a portrait with a name plate, its cards and the pile of its tricks. The upper left corner has the score,
beside or below it stock and trump; the upper right corner has the pause button and the spare hand; the lower right
corner has the tray of the other buttons. The trick is in the middle. An open chat has a column at the right, between
the pause button and the tray; all else is to its left.

The parts are placed for given sizes here; `ui.table.layout.search` finds the largest sizes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, product
from typing import Final, NamedTuple, TypeAlias

import pygame

from game.match.hand_order import CardOrder
from ui.table.layout.pose import CARD_ASPECT_RATIO
from ui.table.layout.sizes import (
    MAX_HAND_HEIGHT_RATIO,
    TableSizes,
    compute_base_unit,
    get_hand_card_width,
)
from ui.table.layout.trick import TRICK_CARD_SIZE_RATIOS, Offsets, arrange_trick

Sides: TypeAlias = tuple[tuple[int, ...], ...]
PanelSizes: TypeAlias = tuple[tuple[float, float], ...]
"""The least widths and heights of a panel below a trick in design pixels; the preferred size is first."""

FAN_SIZE_RATIOS: Final = (2.3, 1.96)
"""The width and height of a fan, in card widths."""
OPEN_FAN_WIDTH_RATIO: Final = 1.1
"""The distance between the outer cards of a face-up fan, in card widths, so that it can be read."""
MIN_OPEN_FAN_STEP_RATIO: Final = 0.2
"""The least distance between the cards of an open hand of a replay, in card widths."""
OPEN_FAN_MARGIN_RATIO: Final = 1.2
"""The width of a fan beyond the distance between its outer cards, in card widths: a tilted card."""
NAME_HEIGHT_RATIO: Final = 0.84
"""The height of a visible name plate, in portrait sizes."""
PILE_SIZE_RATIOS: Final = (1.4, 1.84)
"""The width and height of a pile, in card widths."""
PILE_LABEL_HEIGHT: Final = 26
PILE_LABEL_OVERLAP: Final = 14
"""The height of the label of a pile, and the part of it that is over the cards, in design pixels."""
SCORE_HEIGHT: Final = 156
SCORE_HEIGHT_FIVE_SEATS: Final = 116
"""The height of the score panel; five players have their scores at their plates."""
DECK_WIDTH_RATIO: Final = 2.3
DECK_HEIGHT_RATIO: Final = CARD_ASPECT_RATIO + 0.1
"""The width of the area of stock and turned card, and its height without the label, in card widths."""
DECK_LABEL_HEIGHT: Final = 30
"""The height of the label of the trump below the cards, in design pixels."""
PAUSE_SIZE: Final = (128, 48)
"""The size of the pause button, in design pixels."""
TRAY_BUTTON_HEIGHT: Final = 48
TRAY_GAP: Final = 8
"""The height of a button in the tray, and the distance between buttons and to the edge, in design pixels."""
TRAY_ROWS: Final = 2
MAX_TRAY_WIDTH: Final = 304
LARGE_HAND_TRAY_WIDTH: Final = 256
"""The largest width of the tray beside a small hand and beside a large hand, in design pixels."""
SMALL_HAND_SIZE: Final = 3
SMALL_HAND_WIDTH_RATIO: Final = 3.12
"""The largest small hand, and its width in card widths."""
TOAST_GAP: Final = 8
"""The distance between toasts and the parts beside them, in design pixels."""
MIN_TOAST_SIZES: Final = ((330, 38), (200, 110))
LEAST_TOAST_SIZES: Final = ((220, 60), (140, 96))
"""The least free areas for toasts, wide or high, in design pixels: usually, and where there is little room."""
MAX_NOTICE_SIZE: Final = (340, 120)
LEAST_NOTICE_SIZES: Final = ((200, 36), (150, 44))
"""The largest size of a notice on a person who is away, and its least ones, in design pixels."""
NOTE_WIDTH: Final = 340
NOTE_SIZES: Final = ((NOTE_WIDTH, 200), (280, 210), (230, 230))
"""The width of a note on the viewer's last choice, and the least free areas for it."""
NOTICE_PROMPT_RATIO: Final = 0.4
"""The share of the prompt line that a notice takes where there is no other room."""
SPARE_WIDTH: Final = 222
PROMPT_HEIGHT: Final = 40
MIN_ACTION_PANEL_SIZE: Final = (330, 196)
"""The least size of the middle, so that a panel fits, in design pixels."""
BOTTOM_MARGIN: Final = 14
"""The distance below the viewer's hand and name plate, in design pixels."""
MIN_CARD_STEP_RATIO: Final = 0.27
"""The least visible part of a card's width in a row, so that its index can be read."""
MIN_ROW_CARD_WIDTH: Final = 80
"""The least width of the cards of a hand in a single row, in design pixels at scale 1."""
MIN_HAND_WIDTH_RATIO: Final = 2.4
"""The least width of the viewer's hand, in card widths."""
PILE_ABOVE_HAND_SIZE: Final = 6
"""The largest hand of a deal from which the viewer's pile is above the name plate and not beside it."""
MAX_PANEL_HEIGHT_RATIO: Final = 0.66
"""The largest height of a panel below a trick, as a share of the free area."""
MAX_TRICK_CARD_WIDTH: Final = 112
MIN_TRICK_CARD_WIDTH_BY_SEATS: Final[Mapping[int, int]] = {2: 88, 3: 84, 4: 76, 5: 72, 6: 66}
"""The least width of a trick's cards by number of seats.

It is in design pixels at scale 1.
"""
MIN_RING_ASPECT_RATIO: Final = 1.2
"""The smallest ratio of width to height of the oval around the trick."""
MAX_ASPECT_RATIO: Final = 2.0
"""The largest ratio of width to height of the table."""
CHAT_WIDTH: Final = 248
MIN_CHAT_HEIGHT: Final = 300
"""The width and the least height of the chat beside the table, in design pixels."""


class SeatLayout(NamedTuple):
    """The places of a seat's parts, in pixels.

    ``plate_rect``: the name plate with the portrait; ``portrait_rect``: a square within it; ``row_rect``: the second
    line of the plate; ``pile_rect``: the tricks taken, with their label; ``fan_rect``: the area of its hand;
    ``bounds``: all of these together; ``speech_rect``: the place of a speech bubble, on the plate beside the portrait;
    ``is_mirrored``: the portrait is at the right; ``hand_center`` and ``trick_center``: the middle of
    the cards there.
    """

    plate_rect: pygame.Rect
    portrait_rect: pygame.Rect
    row_rect: pygame.Rect
    pile_rect: pygame.Rect
    fan_rect: pygame.Rect
    bounds: pygame.Rect
    speech_rect: pygame.Rect
    is_mirrored: bool
    trick_center: tuple[float, float] = (0.0, 0.0)

    @property
    def hand_center(self) -> tuple[float, float]:
        """The middle of the seat's hand."""
        return self.fan_rect.center

    @property
    def name_rect(self) -> pygame.Rect:
        """The visible name plate, which is lower than the portrait and begins below its middle."""
        rect, portrait_rect = self.plate_rect.copy(), self.portrait_rect
        rect.height = round(rect.height * NAME_HEIGHT_RATIO)
        rect.width -= portrait_rect.width // 2
        rect.center = self.plate_rect.center
        rect.left = self.plate_rect.left if self.is_mirrored else portrait_rect.centerx
        return rect

    def place_pile_label(self, width: int, height: int) -> pygame.Rect:
        """Return the place of the label of the pile, which may be wider than the pile."""
        rect = pygame.Rect(0, 0, width, height)
        rect.midbottom = self.pile_rect.midbottom
        if width > self.pile_rect.width and self.fan_rect.width:  # over the covered cards, not over the middle
            is_fan_right = self.fan_rect.left > self.pile_rect.left
            rect.left = self.pile_rect.left if is_fan_right else self.pile_rect.right - width
        if self.plate_rect.left < self.pile_rect.centerx < self.plate_rect.right:
            rect.left = max(min(rect.left, self.plate_rect.right - width), self.plate_rect.left)
        return rect

    def list_speech_places(self, bubble: pygame.Rect, gap: int) -> list[pygame.Rect]:
        """Return the places of a speech bubble of a size around the plate, then around all parts, the best first."""
        plate, side = self.plate_rect, "right" if self.is_mirrored else "left"
        right = bubble.move_to(midleft=(plate.right + gap, plate.centery))
        left = bubble.move_to(midright=(plate.left - gap, plate.centery))
        places = [left, right] if self.is_mirrored else [right, left]
        for around in (plate, self.bounds.union(self.pile_rect)):
            edge = getattr(around, side)
            places.append(bubble.move_to(bottom=around.top - gap, **{side: edge}))
            places.append(bubble.move_to(top=around.bottom + gap, **{side: edge}))
        return places

    def place_speech(self, width: int, height: int) -> pygame.Rect:
        """Return the place of a speech bubble on the plate, which may be larger than its area."""
        area, rect = self.speech_rect, pygame.Rect(0, 0, width, height)
        rect.centery = self.plate_rect.centery
        rect.left = area.right - width if self.is_mirrored else area.left
        return rect


class TableLayout(NamedTuple):
    """The places and sizes that follow from the window and the seats, in pixels.

    ``ui_scale``: pixels per design pixel; ``hand_size``: the most cards in a hand; ``free_rect``: the free area in the
    middle; ``prompt_rect``: the line above the hand; ``hand_rect``: the viewer's hand; ``toast_rects``: the places for
    toasts, the best first; ``notice_rect``: that of a notice that stays; ``note_rect``: that of a note on the viewer's
    last choice; ``score_rect``: the score panel; ``deck_rect``: stock and trump; ``corner_rect``: both; ``chat_rect``:
    the chat, without a width if there is none; ``card_order``: the order in which the viewer sees the hand; ``sides``:
    the seats that play together, where everybody knows it, else (); ``open_fan_width_ratio``: the distance between the
    outer cards of a face-up fan, in card widths; ``is_television``: it is for all in the room, so that it shows no
    hand.
    """

    window_size: tuple[int, int]
    ui_scale: float
    seat_layouts: tuple[SeatLayout, ...]
    hand_size: int
    hand_card_width: float
    other_card_width: float
    pile_card_width: float
    trick_card_width: float
    stock_card_width: float
    center: tuple[float, float]
    trick_ring_rect: pygame.Rect
    free_rect: pygame.Rect
    score_rect: pygame.Rect
    deck_rect: pygame.Rect
    corner_rect: pygame.Rect
    spare_rect: pygame.Rect
    pause_rect: pygame.Rect
    tray_rect: pygame.Rect
    chat_rect: pygame.Rect
    prompt_rect: pygame.Rect
    hand_rect: pygame.Rect
    toast_rects: tuple[pygame.Rect, ...]
    notice_rect: pygame.Rect
    note_rect: pygame.Rect
    bottom_seat: int
    card_order: CardOrder
    sides: Sides
    open_fan_width_ratio: float
    is_television: bool = False

    def get_seat_layout(self, seat: int) -> SeatLayout:
        """Return the places of a seat."""
        return self.seat_layouts[seat]

    def get_pile_seat(self, seat: int) -> int:
        """Return the seat at which the tricks of a seat are: its own, or that of its side where they are piles."""
        if self.is_television:
            return seat
        side = next((side for side in self.sides if seat in side), (seat,))
        return min(side, key=lambda member: (member - self.bottom_seat) % len(self.seat_layouts))

    def is_own_side(self, seat: int) -> bool:
        """Return whether a seat openly plays with the seat at the bottom."""
        return any(seat in side and self.bottom_seat in side for side in self.sides)

    @property
    def toast_rect(self) -> pygame.Rect:
        """The best place for toasts."""
        return self.toast_rects[0]

    def find_toast_rect(self, taken: Sequence[pygame.Rect]) -> pygame.Rect:
        """Return the best place for toasts beside ``taken``; the best of all if none has room."""
        gap = self.px(TOAST_GAP)
        for sizes, area in product((MIN_TOAST_SIZES, LEAST_TOAST_SIZES), self.toast_rects):
            covered = [rect.inflate(2 * gap, 2 * gap) for rect in taken if rect.colliderect(area)]
            whole = covered[0].unionall(covered[1:]) if covered else area.move_to(size=(0, 0))
            above, left = area.move_to(height=whole.top - area.top), area.move_to(width=whole.left - area.left)
            below = area.move_to(top=whole.bottom, height=area.bottom - whole.bottom)
            right = area.move_to(left=whole.right, width=area.right - whole.right)
            for rest in (below, above, right, left):
                if any(rest.width >= self.px(width) and rest.height >= self.px(height) for width, height in sizes):
                    return rest
        return self.toast_rect

    def list_parts(self, seats: Iterable[int]) -> list[pygame.Rect]:
        """Return the places of the corners, the piles and the hands of others, and the name plates of ``seats``."""
        corners = [self.score_rect, self.deck_rect, self.pause_rect, self.spare_rect, self.tray_rect, self.chat_rect]
        cards = [rect for place in self.seat_layouts for rect in (place.fan_rect, place.pile_rect)]
        plates = (self.seat_layouts[seat].plate_rect for seat in seats)
        return [rect for rect in (*corners, *cards, *plates) if rect.width]

    def list_trick_rects(self, seats: Iterable[int]) -> list[pygame.Rect]:
        """Return the places of the cards of ``seats`` in the trick."""
        card = pygame.Rect(0, 0, round(self.trick_card_width), round(self.trick_card_width * CARD_ASPECT_RATIO))
        return [card.move_to(center=self.seat_layouts[seat].trick_center) for seat in seats]

    @property
    def sides_of_own_card(self) -> tuple[pygame.Rect, pygame.Rect]:
        """The areas of the middle on the left and on the right of the card at the bottom seat."""
        (card,), middle = self.list_trick_rects([self.bottom_seat]), self.free_rect
        card.inflate_ip(card.width * (TRICK_CARD_SIZE_RATIOS[0] - 1), 0)
        left_width, right_width = card.left - middle.left, middle.right - card.right
        return (
            pygame.Rect(middle.left, middle.top, left_width, middle.height),
            pygame.Rect(card.right, middle.top, right_width, middle.height),
        )

    def list_parts_besides_plate(self, seat: int) -> list[pygame.Rect]:
        """Return the places of all parts and cards besides the name plate of a seat."""
        seats = range(len(self.seat_layouts))
        others = self.list_parts(other for other in seats if other != seat)
        return [*others, *self.list_trick_rects(seats), self.hand_rect, self.prompt_rect]

    def px(self, design: float) -> int:
        """Return design pixels as pixels of this window."""
        return round(design * self.ui_scale)


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


def make_seat_layout(
    ui_scale: float, plate_rect: pygame.Rect, fan_rect: pygame.Rect, pile_rect: pygame.Rect, *, is_mirrored: bool
) -> SeatLayout:
    """Return the layout of a seat from its parts; ``ui_scale``: pixels per design pixel."""
    small_gap, large_gap, row_height, row_drop = (round(design * ui_scale) for design in (2, 8, 28, 12))
    portrait_rect = pygame.Rect(plate_rect.x, plate_rect.y, plate_rect.height, plate_rect.height)
    if is_mirrored:
        portrait_rect.right = plate_rect.right
    bounds = plate_rect.unionall([rect for rect in (fan_rect, pile_rect) if rect.width])
    speech_rect = plate_rect.copy()
    speech_rect.width -= portrait_rect.width + small_gap
    if not is_mirrored:
        speech_rect.right = plate_rect.right
    row_rect = pygame.Rect(0, 0, plate_rect.width - portrait_rect.width - large_gap, row_height)
    row_rect.midleft = (portrait_rect.right + small_gap, plate_rect.centery + row_drop)
    if is_mirrored:
        row_rect.right = portrait_rect.left - small_gap
    return SeatLayout(plate_rect, portrait_rect, row_rect, pile_rect, fan_rect, bounds, speech_rect, is_mirrored)


def place_trick(
    seat_layouts: Sequence[SeatLayout], trick_rect: pygame.Rect, card_width: float, offsets: Offsets
) -> list[SeatLayout]:
    """Return the layouts of seats with the places of their cards in the trick."""
    middle_x, middle_y = trick_rect.center
    centers = ((middle_x + x * card_width, middle_y + y * card_width) for x, y in offsets)
    return [layout._replace(trick_center=center) for layout, center in zip(seat_layouts, centers, strict=True)]


def order_by_seat(
    seat_layouts: Sequence[SeatLayout], bottom_seat: int, *, is_clockwise: bool
) -> tuple[SeatLayout, ...]:
    """Return the layouts of seats, which are counter-clockwise from that of ``bottom_seat``, by their numbers."""
    count = len(seat_layouts)
    order = [0, *range(count - 1, 0, -1)] if is_clockwise else list(range(count))
    ordered = [seat_layouts[index] for index in order]
    return (*ordered[count - bottom_seat :], *ordered[: count - bottom_seat])


def compute_trick_ring(center: tuple[int, int], card_width: float, offsets: Offsets, max_height: int) -> pygame.Rect:
    """Return the oval that is inlaid in the table around the trick."""
    width_ratio = max(abs(x) for x, _y in offsets) * 2 + 2.6
    height_ratio = max(abs(y) for _x, y in offsets) * 2 + CARD_ASPECT_RATIO + 0.1
    width, height = round(width_ratio * card_width), min(round(height_ratio * card_width), max_height)
    return pygame.Rect(0, 0, max(width, round(height * MIN_RING_ASPECT_RATIO)), height).move_to(center=center)


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
