"""Layout of a screen that is the table while everybody plays elsewhere, to be read from three meters.

No hand is shown. The first seat is in the middle of the lower edge, the others are around the trick in order of play.
The corners have the score at the upper left, stock and trump at the upper right, the line of the turn at the lower
left, and the spare hand and the button at the lower right. Everything grows with the window and not with the scale of
text and buttons, so that all parts fit at any scale.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import pygame

from game.match.hand_order import DEALT_ORDER
from ui.table.layout.seats import (
    DECK_HEIGHT_RATIO,
    DECK_LABEL_HEIGHT,
    MAX_ASPECT_RATIO,
    OPEN_FAN_WIDTH_RATIO,
    SEAT_SIDES,
    SeatLayout,
    Sides,
    TableLayout,
    compute_trick_ring,
    make_seat_layout,
    order_by_seat,
    place_trick,
)
from ui.table.layout.sizes import compute_base_unit
from ui.table.layout.trick import TRICK_OFFSETS, Offsets, arrange_trick

TELEVISION_SCALE: Final = 22 / 15
"""The size of a design pixel, of 1 on a usual table: a name has 44 pixels in a window of 1920x1080."""
MARGIN: Final = 18
GAP: Final = 8
PLATE_SPACING: Final = 28
"""The distances to the edge of the window, between parts, and between two plates at the upper edge; this and all that
follows in design pixels."""
PLATE_SIZE: Final = (195, 60)
SCORE_WIDTH: Final = 265
SCORE_WIDTH_FIVE_SEATS: Final = 195
SCORE_HEIGHT: Final = 164
STOCK_CARD_WIDTH: Final = 77
DECK_SIZE: Final = (195, STOCK_CARD_WIDTH * DECK_HEIGHT_RATIO + DECK_LABEL_HEIGHT)
MAX_TRICK_CARD_WIDTH: Final = 91
MOVING_CARD_WIDTH: Final = 44
"""The width of a card that comes from a hand or goes to a pile."""
TURN_HEIGHT: Final = 68
"""The height of the line of the turn with the one below it."""
BUTTON_SIZE: Final = (104, 36)
SPARE_SIZE: Final = (190, 60)
TOAST_HEIGHT: Final = 44
FIVE_OFFSETS: Final = ((0.0, 0.93), (1.86, 0.11), (0.72, -0.93), (-0.72, -0.93), (-1.86, 0.11))
OFFSETS: Final[Mapping[int, tuple[Offsets, ...]]] = {**TRICK_OFFSETS, 5: (FIVE_OFFSETS,)}
"""The places of a trick's cards, as `TRICK_OFFSETS`: those of the seats at the sides are beside their plates."""


@lru_cache(maxsize=16)
def compute_television_layout(
    window_size: tuple[int, int], seats: int, *, is_clockwise: bool, sides: Sides = ()
) -> TableLayout:
    """Return the layout of a table for all; ``window_size``: pixels; ``seats``, ``sides``: as at other tables."""
    ui_scale, (width, height) = compute_base_unit(window_size) * TELEVISION_SCALE, window_size

    def make_rect(size: tuple[float, float]) -> pygame.Rect:
        return pygame.Rect(0, 0, *(round(length * ui_scale) for length in size))

    margin, gap, spacing = (round(length * ui_scale) for length in (MARGIN, GAP, PLATE_SPACING))
    inset = max(0, round((width - MAX_ASPECT_RATIO * height) / 2))
    area = pygame.Rect(inset + margin, margin, width - 2 * (inset + margin), height - 2 * margin)
    score_width = SCORE_WIDTH_FIVE_SEATS if seats == 5 else SCORE_WIDTH
    score_rect = make_rect((score_width, SCORE_HEIGHT)).move_to(topleft=area.topleft)
    deck_rect = make_rect(DECK_SIZE).move_to(topright=area.topright)
    own_plate = make_rect(PLATE_SIZE).move_to(midbottom=(width // 2, area.bottom))
    turn_rect = make_rect((0, TURN_HEIGHT)).move_to(bottomleft=area.bottomleft)
    turn_rect.width = own_plate.left - 2 * gap - area.left
    pause_rect = make_rect(BUTTON_SIZE).move_to(bottomright=area.bottomright)
    spare_rect = make_rect(SPARE_SIZE).move_to(bottomright=(pause_rect.left - gap, area.bottom))
    toast_rect = make_rect((PLATE_SIZE[0], TOAST_HEIGHT)).move_to(bottomright=(area.right, spare_rect.top - gap))
    side_rect = pygame.Rect(area.left, max(score_rect.bottom, deck_rect.bottom) + gap, area.width, 0)
    side_rect.height = toast_rect.top - gap - side_rect.top
    top_rect = area.move_to(height=own_plate.height)

    def place_other_seat(side: str, index: int) -> SeatLayout:
        """Return a seat at a side of the table; ``index``: counts from above."""
        if side.startswith("top"):
            shift = {"top": 0, "top left": -1, "top right": 1}[side] * (own_plate.width + spacing) // 2
            return _make_seat(ui_scale, own_plate.move_to(midtop=(width // 2 + shift, area.top)), (0, 1))
        count = sum(other_side == side for other_side, _index in SEAT_SIDES[seats])
        room = side_rect.height - own_plate.height
        middle = max(side_rect.top + own_plate.height // 2, height // 2)
        if count > 1:
            middle = side_rect.top + own_plate.height // 2 + room * index // (count - 1)
        if side == "right":
            return _make_seat(ui_scale, own_plate.move_to(midright=(area.right, middle)), (-1, 0))
        return _make_seat(ui_scale, own_plate.move_to(midleft=(area.left, middle)), (1, 0))

    seat_layouts = [
        _make_seat(ui_scale, own_plate, (0, -1)), *(place_other_seat(*place) for place in SEAT_SIDES[seats])
    ]  # fmt: skip
    has_top_seat = any(side.startswith("top") for side, _index in SEAT_SIDES[seats])
    trick_rect = area.inflate(-2 * (own_plate.width + gap), 0)
    trick_rect.top = top_rect.bottom + gap if has_top_seat else area.top
    trick_rect.height = own_plate.top - gap - trick_rect.top
    trick_card_width, offsets = arrange_trick(trick_rect, seats, MAX_TRICK_CARD_WIDTH * ui_scale, OFFSETS[seats])
    seat_layouts = place_trick(seat_layouts, trick_rect, trick_card_width, offsets)
    ring_height = trick_rect.height - 3 * gap
    moving_card_width, no_rect = MOVING_CARD_WIDTH * ui_scale, pygame.Rect(pause_rect.topleft, (0, 0))
    return TableLayout(
        window_size=window_size,
        ui_scale=ui_scale,
        seat_layouts=order_by_seat(seat_layouts, 0, is_clockwise=is_clockwise),
        hand_size=0,
        hand_card_width=moving_card_width,
        other_card_width=moving_card_width,
        pile_card_width=moving_card_width,
        trick_card_width=trick_card_width,
        stock_card_width=STOCK_CARD_WIDTH * ui_scale,
        center=(float(trick_rect.centerx), float(trick_rect.centery)),
        trick_ring_rect=compute_trick_ring(trick_rect.center, trick_card_width, offsets, ring_height),
        free_rect=trick_rect,
        score_rect=score_rect,
        deck_rect=deck_rect,
        corner_rect=score_rect,
        spare_rect=spare_rect,
        pause_rect=pause_rect,
        tray_rect=no_rect,
        chat_rect=no_rect,
        prompt_rect=turn_rect,
        hand_rect=seat_layouts[0].fan_rect,
        toast_rects=(toast_rect,),
        notice_rect=toast_rect,
        note_rect=toast_rect,
        bottom_seat=0,
        card_order=DEALT_ORDER,
        sides=sides,
        open_fan_width_ratio=OPEN_FAN_WIDTH_RATIO,
        is_television=True,
    )


def _make_seat(ui_scale: float, plate_rect: pygame.Rect, direction: tuple[int, int]) -> SeatLayout:
    """Return a seat, whose cards come from the edge of its plate and go there; ``direction``: to the trick."""
    x, y = direction
    edge = plate_rect.centerx + x * plate_rect.width // 2, plate_rect.centery + y * plate_rect.height // 2
    no_rect = pygame.Rect(edge, (0, 0))
    return make_seat_layout(ui_scale, plate_rect, no_rect, no_rect, is_mirrored=x < 0)
