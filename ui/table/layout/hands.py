"""Places of the cards in hands: the viewer's in rows, the others' as fans."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, repeat
from math import pi
from typing import Final

import pygame

from game.core.cards import HIDDEN_CARD, Card, Hand
from game.match.hand_order import compute_display_order
from ui.table.layout.pose import CARD_ASPECT_RATIO, CardPose
from ui.table.layout.seats import MIN_CARD_STEP_RATIO, TableLayout

ROW_STEP_RATIO: Final = 1.024
"""The largest distance between the cards of the viewer's hand, in card widths."""
MAX_BOW_DEGREES: Final = 1.2
"""The largest angle between the cards of the viewer's hand."""
TWO_ROW_CARD_SCALE: Final = 0.72
"""The size of the cards in two rows, relative to a single row."""
UPPER_ROW_VISIBLE_RATIO: Final = 0.42
"""The visible part of a card's height in the upper row."""
MAX_FAN_STEP_RATIO: Final = 0.42
"""The largest distance between the cards of a fan, in card widths."""
FAN_WIDTH_RATIO: Final = 0.78
"""The distance between the outer cards of a face-down fan, in card widths."""
MAX_FAN_STEP_DEGREES: Final = 5.0
MAX_FAN_DEGREES: Final = 12.0
"""The largest angles between the cards of a fan and of a whole fan."""


def compute_hand_poses(layout: TableLayout, seat: int, hand: Hand) -> tuple[CardPose, ...]:
    """Return the poses of the cards of a hand, in the order of ``hand``."""
    if seat != layout.bottom_seat:
        width_ratio = FAN_WIDTH_RATIO if HIDDEN_CARD in hand else layout.open_fan_width_ratio
        return tuple(
            _compute_fan_pose(layout, seat, index, len(hand), card, width_ratio) for index, card in enumerate(hand)
        )
    display_order = compute_display_order(hand, layout.card_order)
    own_poses = _compute_own_hand_poses(layout, tuple(hand[index] for index in display_order))
    return tuple(own_poses[display_order.index(index)] for index in range(len(hand)))


def compute_hand_pose(layout: TableLayout, seat: int, index: int, hand: Hand) -> CardPose:
    return compute_hand_poses(layout, seat, hand)[index]


def _compute_fan_pose(
    layout: TableLayout, seat: int, index: int, count: int, card: Card, width_ratio: float
) -> CardPose:
    """Return the pose of a card in an upright fan, ``width_ratio`` card widths wide between the outer cards."""
    (center_x, center_y), width = layout.get_seat_layout(seat).hand_center, layout.other_card_width
    gaps = max(count - 1, 1)
    step = width * min(MAX_FAN_STEP_RATIO, width_ratio / gaps)
    step_degrees = min(MAX_FAN_STEP_DEGREES, MAX_FAN_DEGREES / gaps)
    offset = index - (count - 1) / 2
    sag = width * 0.05 * (2 * offset / gaps) ** 2
    return CardPose(card, center_x + offset * step, center_y + sag, width, -offset * step_degrees, 20 + index)


def needs_two_rows(layout: TableLayout, card_count: int) -> bool:
    """Return whether the index of each card of the viewer's hand can be read only in two rows."""
    width = layout.hand_card_width
    least_step = width * MIN_CARD_STEP_RATIO
    return card_count > 1 and layout.hand_rect.width - width < least_step * (card_count - 1)


def _compute_own_hand_poses(layout: TableLayout, hand: Hand) -> list[CardPose]:
    """Return the poses of the viewer's hand, in two rows split between suits if possible, or in one."""
    card_width = layout.hand_card_width
    if not needs_two_rows(layout, len(hand)):
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
    """Return the poses of cards in a row, which is bowed if they do not overlap.

    In a bowed row, corners of covered cards would show below the cards that cover them.

    ``offset_y``: pixels below the middle of the hand; ``first_index``: the number of cards before the row.
    """
    count = len(hand)
    available_width = layout.hand_rect.width - width
    step = min(width * ROW_STEP_RATIO, available_width / max(count - 1, 1))
    half_width = step * (count - 1) / 2 + width / 2 + width * 0.05
    center_x = min(max(layout.center[0], layout.hand_rect.left + half_width), layout.hand_rect.right - half_width)
    center_x = layout.hand_rect.centerx if half_width * 2 > layout.hand_rect.width else center_x
    is_overlapping = step < width
    bow_degrees = 0.0 if is_overlapping or offset_y else min(MAX_BOW_DEGREES, 5.5 / max(count, 4))
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


def compute_visible_rects(poses: Sequence[CardPose]) -> list[pygame.Rect]:
    """Return the visible parts of the cards of a hand, from left to right, all as wide as the narrowest of them."""
    lefts = [pose.x - pose.width / 2 for pose in poses]
    ends = [pose.x + pose.width / 2 for pose in poses]
    for index, (left, next_left) in enumerate(pairwise(lefts)):
        ends[index] = min(ends[index], next_left) if next_left > left else ends[index]
    width = round(min((end - left for left, end in zip(lefts, ends, strict=True)), default=0))
    heights = [round(pose.width * CARD_ASPECT_RATIO) for pose in poses]
    tops = [round(pose.y - height / 2) for pose, height in zip(poses, heights, strict=True)]
    return [pygame.Rect(round(left), *rest) for left, *rest in zip(lefts, tops, repeat(width), heights, strict=False)]
