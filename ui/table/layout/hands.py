"""Places of the cards in hands: the viewer's in rows, the others' as fans."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from game.core.cards import HIDDEN_CARD, Card, Hand
from ui.table.layout.hand_order import compute_display_order
from ui.table.layout.pose import CARD_ASPECT_RATIO, CardPose
from ui.table.layout.seats import TableLayout

MIN_VISIBLE_CARD_RATIO: Final = 0.27
"""The least visible part of a card's width, so that its index can be read."""
TWO_ROW_CARD_SCALE: Final = 0.72
"""The size of the cards in two rows, relative to a single row."""
UPPER_ROW_VISIBLE_RATIO: Final = 0.42
"""The visible part of a card's height in the upper row."""
FAN_RADIUS_RATIO: Final = 1.0
"""The distance from the pivot of a fan to the middle of its cards, in card widths."""
MAX_FAN_DEGREES: Final = 58.0
MAX_FAN_STEP_DEGREES: Final = 19.0
"""The largest angles of a whole fan and between its cards."""
OPEN_FAN_DEGREES: Final = (84.0, 21.0)
"""The same angles for a hand that is face up, so that it can be read."""


def compute_hand_poses(layout: TableLayout, seat: int, hand: Hand) -> tuple[CardPose, ...]:
    """Return the poses of the cards of a hand, in the order of ``hand``."""
    if seat != layout.bottom_seat:
        spread = (MAX_FAN_DEGREES, MAX_FAN_STEP_DEGREES) if HIDDEN_CARD in hand else OPEN_FAN_DEGREES
        return tuple(
            _compute_fan_pose(layout, seat, index, len(hand), card, *spread) for index, card in enumerate(hand)
        )
    display_order = compute_display_order(hand, layout.card_order)
    own_poses = _compute_own_hand_poses(layout, tuple(hand[index] for index in display_order))
    return tuple(own_poses[display_order.index(index)] for index in range(len(hand)))


def compute_hand_pose(layout: TableLayout, seat: int, index: int, hand: Hand) -> CardPose:
    """Return the pose of the card at ``index`` in a hand."""
    return compute_hand_poses(layout, seat, hand)[index]


def _compute_fan_pose(
    layout: TableLayout,
    seat: int,
    index: int,
    count: int,
    card: Card,
    max_spread_degrees: float,
    max_step_degrees: float,
) -> CardPose:
    """Return the pose of a card in a fan that opens towards the middle of the table."""
    seat_layout, width = layout.get_seat_layout(seat), layout.other_card_width
    step_degrees = min(max_step_degrees, max_spread_degrees / max(count - 1, 1))
    angle = seat_layout.fan_angle - (index - (count - 1) / 2) * step_degrees
    angle_radians, middle_radians = angle * pi / 180, seat_layout.fan_angle * pi / 180
    pivot_distance = width * (FAN_RADIUS_RATIO + 0.02)
    x = (
        seat_layout.hand_center[0]
        + width * FAN_RADIUS_RATIO * cos(angle_radians)
        - pivot_distance * cos(middle_radians) * 0.93
    )
    y = (
        seat_layout.hand_center[1]
        - width * FAN_RADIUS_RATIO * sin(angle_radians)
        + pivot_distance * sin(middle_radians) * 0.93
    )
    return CardPose(card, x, y, width, angle - 90.0, 20 + index)


def _compute_own_hand_poses(layout: TableLayout, hand: Hand) -> list[CardPose]:
    """Return the poses of the viewer's hand.

    It has one row if every index can be read, else two, which are split between suits if possible.
    """
    card_width, count = layout.hand_card_width, len(hand)
    if count < 2 or (layout.hand_rect.width - card_width) / (count - 1) >= card_width * MIN_VISIBLE_CARD_RATIO:
        return _compute_row_poses(layout, hand, card_width, 0.0, 0)
    card_width *= TWO_ROW_CARD_SCALE
    split = _find_row_split(hand)
    card_height = card_width * CARD_ASPECT_RATIO
    lower_offset_y = layout.hand_card_width * CARD_ASPECT_RATIO / 2 - card_height / 2
    upper = _compute_row_poses(
        layout, hand[:split], card_width, lower_offset_y - card_height * UPPER_ROW_VISIBLE_RATIO, 0
    )
    return upper + _compute_row_poses(layout, hand[split:], card_width, lower_offset_y, split)


def _compute_row_poses(
    layout: TableLayout, hand: Hand, width: float, offset_y: float, first_index: int
) -> list[CardPose]:
    """Return the poses of cards in a row, which is bowed if it is short.

    ``offset_y``: pixels below the middle of the hand; ``first_index``: the number of cards before the row.
    """
    count = len(hand)
    available_width = layout.hand_rect.width - width
    step = min(width * 0.94, available_width / max(count - 1, 1))
    half_width = step * (count - 1) / 2 + width / 2 + width * 0.05
    center_x = min(
        max(layout.window_size[0] / 2, layout.hand_rect.left + half_width), layout.hand_rect.right - half_width
    )
    center_x = layout.hand_rect.centerx if half_width * 2 > layout.hand_rect.width else center_x
    bow_degrees = 5.5 / max(count, 4) if count <= 9 and not offset_y else 0.0
    poses = []
    for index, card in enumerate(hand):
        offset = index - (count - 1) / 2
        sag_y = (offset * offset - ((count - 1) / 2) ** 2 / 2) * step * bow_degrees * pi / 360
        poses.append(
            CardPose(
                card,
                center_x + offset * step,
                layout.hand_rect.centery + offset_y + sag_y,
                width,
                -offset * bow_degrees,
                20 + first_index + index,
            )
        )
    return poses


def _find_row_split(hand: Hand) -> int:
    """Return the index at which a hand breaks into two rows.

    It is between two suits if such a place is near enough to the middle.
    """
    half_count = (len(hand) + 1) // 2
    suit_ends = [index for index in range(1, len(hand)) if hand[index].suit != hand[index - 1].suit]
    nearest_end = min(suit_ends, key=lambda index: abs(index - half_count), default=half_count)
    return nearest_end if abs(nearest_end - half_count) <= len(hand) // 3 else half_count
