"""Places of the parts of the table, as a function of the window, the scale, the seats and the largest hand of a deal.

Seats are around the table in order of play, with the viewer at the bottom; counter-clockwise games go on to the right.
A seat has a portrait with a name plate, its cards and the pile of its tricks. The upper left corner has the score,
beside or below it stock and trump; the upper right corner has the pause button and the spare hand; the lower right
corner has the tray of the other buttons. The trick is in the middle. An open chat has a column at the right, between
the pause button and the tray; all else is to its left.

`ui.table.layout.placing` places the parts for given sizes; `ui.table.layout.search` finds the largest sizes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Final, NamedTuple, TypeAlias

import pygame

from game.match.hand_order import CardOrder
from ui.table.layout.pose import CARD_ASPECT_RATIO
from ui.table.layout.trick import TRICK_CARD_SIZE_RATIOS, Offsets

Sides: TypeAlias = tuple[tuple[int, ...], ...]
PanelSizes: TypeAlias = tuple[tuple[float, float], ...]
"""The least widths and heights of a panel below a trick in design pixels; the preferred size is first."""

OPEN_FAN_WIDTH_RATIO: Final = 1.1
"""The distance between the outer cards of a face-up fan, in card widths, so that it can be read."""
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
TRAY_BUTTON_HEIGHT: Final = 48
TRAY_GAP: Final = 8
"""The height of a button in the tray, and the distance between buttons and to the edge, in design pixels."""
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
SPARE_WIDTH: Final = 222
PROMPT_HEIGHT: Final = 40
MIN_ACTION_PANEL_SIZE: Final = (330, 196)
"""The least size of the middle, so that a panel fits, in design pixels."""
MIN_CARD_STEP_RATIO: Final = 0.27
"""The least visible part of a card's width in a row, so that its index can be read."""
MAX_TRICK_CARD_WIDTH: Final = 112
MIN_TRICK_CARD_WIDTH_BY_SEATS: Final[Mapping[int, int]] = {2: 88, 3: 84, 4: 76, 5: 72, 6: 66}
"""The least width of a trick's cards by number of seats.

It is in design pixels at scale 1.
"""
MIN_RING_ASPECT_RATIO: Final = 1.2
"""The smallest ratio of width to height of the oval around the trick."""
MAX_ASPECT_RATIO: Final = 2.0
"""The largest ratio of width to height of the table."""


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
