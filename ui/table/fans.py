"""How hands are held: the viewer's in a row or two, the others' as fans turned to the middle."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from game.engine.cards import HIDDEN, Card, Hand
from ui.table.order import shown_order
from ui.table.places import Spot
from ui.table.pose import RATIO, Pose

READABLE: Final = 0.27
"""So much of a card's width shows at least, that its index can be read."""
TWO_ROWS: Final = 0.72
"""How much smaller cards are that stand in two rows."""
LOWER: Final = 0.42
"""Of its height, a card of the upper row shows so much."""
REACH: Final = 1.0
"""From the pivot of a fan to the middle of its cards, in card widths."""
SPREAD: Final = 58.0
STEP: Final = 19.0
"""Degrees of a whole fan and from card to card, at most."""
OPEN: Final = (84.0, 21.0)
"""The same of a hand that lies open: its cards are to be read."""


def hand_poses(spot: Spot, seat: int, hand: Hand) -> tuple[Pose, ...]:
    """The cards of a hand, in the order of ``hand``."""
    if seat != spot.bottom:
        spread = (SPREAD, STEP) if HIDDEN in hand else OPEN
        return tuple(_fanned(spot, seat, at, len(hand), card, *spread) for at, card in enumerate(hand))
    order = shown_order(hand, spot.order)
    seen = _own(spot, tuple(hand[at] for at in order))
    return tuple(seen[order.index(at)] for at in range(len(hand)))


def hand_pose(spot: Spot, seat: int, at: int, hand: Hand) -> Pose:
    """The card at place ``at`` of a hand."""
    return hand_poses(spot, seat, hand)[at]


def _fanned(spot: Spot, seat: int, at: int, count: int, card: Card, spread: float, most: float) -> Pose:
    """A card of somebody else's fan, which is held at the outer edge of its ground and opens to the middle."""
    place, width = spot.place(seat), spot.other_width
    step = min(most, spread / max(count - 1, 1))
    towards = place.angle - (at - (count - 1) / 2) * step
    turn, middle = towards * pi / 180, place.angle * pi / 180
    held = width * (REACH + 0.02)
    x = place.hand[0] + width * REACH * cos(turn) - held * cos(middle) * 0.93
    y = place.hand[1] - width * REACH * sin(turn) + held * sin(middle) * 0.93
    return Pose(card, x, y, width, towards - 90.0, 20 + at)


def _own(spot: Spot, hand: Hand) -> list[Pose]:
    """The viewer's hand: in one row as long as every index can be read, else in two that break no suit."""
    width, count = spot.hand_width, len(hand)
    if count < 2 or (spot.hand.width - width) / (count - 1) >= width * READABLE:
        return _row(spot, hand, width, 0.0, 0)
    width *= TWO_ROWS
    split = _split(hand)
    high = width * RATIO
    low = spot.hand_width * RATIO / 2 - high / 2
    upper = _row(spot, hand[:split], width, low - high * LOWER, 0)
    return upper + _row(spot, hand[split:], width, low, split)


def _row(spot: Spot, hand: Hand, width: float, down: float, first: int) -> list[Pose]:
    """Cards side by side, a little bowed while they are few; ``down``: pixels under the middle of the hand's ground."""
    count = len(hand)
    room = spot.hand.width - width
    step = min(width * 0.94, room / max(count - 1, 1))
    half = step * (count - 1) / 2 + width / 2 + width * 0.05
    middle = min(max(spot.size[0] / 2, spot.hand.left + half), spot.hand.right - half)
    middle = spot.hand.centerx if half * 2 > spot.hand.width else middle
    bow = 5.5 / max(count, 4) if count <= 9 and not down else 0.0
    poses = []
    for at, card in enumerate(hand):
        off = at - (count - 1) / 2
        sag = (off * off - ((count - 1) / 2) ** 2 / 2) * step * bow * pi / 360
        poses.append(
            Pose(card, middle + off * step, spot.hand.centery + down + sag, width, -off * bow, 20 + first + at)
        )
    return poses


def _split(hand: Hand) -> int:
    """Where a hand breaks into two rows: between two suits, as near to the middle as may be."""
    half = (len(hand) + 1) // 2
    ends = [at for at in range(1, len(hand)) if hand[at].suit != hand[at - 1].suit]
    near = min(ends, key=lambda at: abs(at - half), default=half)
    return near if abs(near - half) <= len(hand) // 3 else half
