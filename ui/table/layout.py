"""Where everything on the table is: a pure function of the board, the seats and the window.

Seats sit around the table in order of play, the viewer at the bottom; counter-clockwise games go on to the
right. Positions are pixels, angles degrees counter-clockwise, as pygame turns pictures.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import cos, pi, sin
from typing import Final, NamedTuple

import pygame

from game.engine.cards import HIDDEN, Card
from game.engine.phases import Board

RATIO: Final = 360 / 220
"""Height of a card over its width."""
CORNER: Final = (250, 124)
"""Design pixels of the upper left corner, where the game and the trump stand."""
TWO_ROWS: Final = 0.86
"""How much smaller cards are that stand in two rows."""
PILE_LAYERS: Final = 5
STOCK_LAYERS: Final = 8
ONE_ROW: Final = 14
"""More cards than this stand in two rows."""


class Pose(NamedTuple):
    """A card's picture: its middle, its width, how far it is turned, how high it lies (``z``), how open it is.

    ``open`` is 1 for a card seen flat, 0 for one seen edge-on while it turns over.
    """

    card: Card
    x: float
    y: float
    width: float
    angle: float = 0.0
    z: float = 0.0
    open: float = 1.0


class Place(NamedTuple):
    """Where a seat is: its plate, the middle of its hand, of its trick card, of its pile; ``angle`` of its cards."""

    plate: pygame.Rect
    hand: tuple[float, float]
    trick: tuple[float, float]
    pile: tuple[float, float]
    angle: float


class Spot(NamedTuple):
    """All that depends on the window and the seats alone: the places, the sizes, the stock."""

    size: tuple[int, int]
    places: tuple[Place, ...]
    hand_width: float
    other_width: float
    trick_width: float
    centre: tuple[float, float]
    stock: tuple[float, float]
    bottom: int

    def place(self, seat: int) -> Place:
        return self.places[seat]


@lru_cache(maxsize=64)
def spot(size: tuple[int, int], seats: int, bottom: int, clockwise: bool) -> Spot:
    """The table for a window of ``size`` pixels with ``seats`` seats, seat ``bottom`` at the lower edge."""
    wide, high = size
    unit = min(wide / 1280, high / 720)
    hand = 112 * unit
    trick = (96 if seats <= 4 else 80) * unit
    other = 58 * unit
    centre = (wide * 0.5, high * 0.42)
    places = [_place(at, seats, clockwise, size, unit, trick, centre) for at in range(seats)]
    ordered = tuple(places[(seat - bottom) % seats] for seat in range(seats))
    stock = (centre[0] - (318 if seats <= 4 else 300) * unit, centre[1] + (-28 if seats <= 4 else 0) * unit)
    return Spot(size, ordered, hand, other, trick, centre, stock, bottom)


def _place(
    at: int, seats: int, clockwise: bool, size: tuple[int, int], unit: float, trick: float, centre: tuple[float, float]
) -> Place:
    wide, high = size
    plate_size = (round(196 * unit), round(58 * unit))
    turn = 2 * pi * at / seats * (1 if clockwise else -1)
    angle = pi / 2 + turn
    across, down = cos(angle), sin(angle)
    reach = 0.62 if seats <= 4 else 0.86
    lay = (centre[0] + across * trick * (1.15 + 0.35 * (seats > 4)), centre[1] + down * trick * RATIO * reach)
    plate = pygame.Rect((0, 0), plate_size)
    if at == 0:
        plate.bottomleft = (round(22 * unit), round(high - 20 * unit))
        hand = (wide * 0.5, high - 112 * RATIO * unit * 0.5 - 20 * unit)
        return Place(plate, hand, lay, (wide - 120 * unit, high - 84 * unit), 0.0)
    middle = (wide * 0.5 + across * wide * 0.445, high * 0.40 + down * high * 0.36)
    edge = 18 * unit
    plate.center = (round(middle[0]), round(middle[1]))
    plate.clamp_ip(pygame.Rect(edge, edge + 46 * unit, wide - 2 * edge, high))
    if down < -0.9:
        plate.midtop = (round(wide * 0.5 - 150 * unit), round(edge))
        hand = (wide * 0.5 + 14 * unit, edge + 47 * unit)
        return Place(plate, hand, lay, (wide * 0.5 + 142 * unit, edge + 40 * unit), 180.0)
    outward = 1 if across > 0 else -1
    if outward < 0 and plate.top < CORNER[1] * unit:
        plate.left = max(plate.left, round(CORNER[0] * unit))
    hand = (plate.centerx + outward * 34 * unit, plate.bottom + 58 * unit)
    pile = (plate.centerx - outward * 84 * unit, plate.bottom + 44 * unit)
    return Place(plate, hand, lay, pile, 0.0)


def layout(board: Board, spot: Spot) -> dict[str, Pose]:
    """Every card picture on the table, by key. Known cards are keyed by name, the others by where they lie."""
    poses: dict[str, Pose] = {}
    _stock(board, spot, poses)
    for seat in range(len(board.hands)):
        _pile(board, seat, spot, poses)
        _hand(board, seat, spot, poses)
    for height, (seat, card) in enumerate(board.trick):
        down = seat in board.face_down
        poses[trick_key(seat, card, down)] = trick_pose(spot, seat, HIDDEN if down else card, height)
    for at in range(board.spare):
        poses[f"spare.{at}"] = spare_pose(spot, at)
    return poses


def trick_key(seat: int, card: Card, face_down: bool) -> str:
    """The key of a card in the trick."""
    return f"trick{seat}" if face_down or card is HIDDEN else card.name


def spare_pose(spot: Spot, at: int) -> Pose:
    """A card of the hand that belongs to nobody, which lies to the right of the trick."""
    x, width = spot.centre[0], spot.other_width
    middle = x + (x - spot.stock[0]) * 0.72
    return Pose(HIDDEN, middle + (at - 2) * width * 0.22, spot.stock[1], width, (2 - at) * 4.0, 10 + at)


def trick_pose(spot: Spot, seat: int, card: Card, height: int) -> Pose:
    """Where a card lies that ``seat`` played, ``height`` cards below it."""
    x, y = spot.place(seat).trick
    tilt = (seat * 37 + height * 11) % 13 - 6
    return Pose(card, x, y, spot.trick_width, tilt, 100 + height)


def stock_pose(spot: Spot, layer: int, card: Card = HIDDEN) -> Pose:
    """A card of the stock, ``layer`` from below; the turned card is layer -1, across under the others."""
    x, y = spot.stock
    width = spot.trick_width
    if layer < 0:
        return Pose(card, x + width * 0.85, y, width, 90.0, 0)
    return Pose(card, x - layer * width * 0.012, y - layer * width * 0.018, width, 0.0, 1 + layer)


def _stock(board: Board, spot: Spot, poses: dict[str, Pose]) -> None:
    covered = board.stock - (board.turned is not None)
    if board.turned is not None:
        poses[board.turned.name] = stock_pose(spot, -1, board.turned)
    for layer in range(min(-(-covered // 4), STOCK_LAYERS)):
        poses[f"stock.{layer}"] = stock_pose(spot, layer)


def pile_pose(spot: Spot, seat: int, layer: int) -> Pose:
    """A card of what ``seat`` has taken."""
    x, y = spot.place(seat).pile
    width = spot.other_width
    tilt = (layer * 29) % 17 - 8
    return Pose(HIDDEN, x + layer * width * 0.02, y - layer * width * 0.035, width, tilt + 90.0, layer)


def _pile(board: Board, seat: int, spot: Spot, poses: dict[str, Pose]) -> None:
    for layer in range(min(-(-board.piles[seat] // 4), PILE_LAYERS)):
        poses[f"pile{seat}.{layer}"] = pile_pose(spot, seat, layer)


def hand_key(seat: int, at: int, card: Card) -> str:
    """The key of a card in a hand."""
    return f"hand{seat}.{at}" if card is HIDDEN else card.name


def _hand(board: Board, seat: int, spot: Spot, poses: dict[str, Pose]) -> None:
    hand = board.hands[seat]
    for at, card in enumerate(hand):
        pose = hand_pose(spot, seat, at, len(hand), card)
        poses[hand_key(seat, at, card)] = pose


def hand_pose(spot: Spot, seat: int, at: int, count: int, card: Card) -> Pose:
    """The card at place ``at`` of a hand of ``count``."""
    place = spot.place(seat)
    x, y = place.hand
    if seat == spot.bottom and count > ONE_ROW:
        return _in_two_rows(spot, at, count, card)
    off = at - (count - 1) / 2
    if seat == spot.bottom:
        width, room = spot.hand_width, spot.size[0] * 0.56
        step = min(width * 0.92, (room - width) / max(count - 1, 1))
        lean = 12.0 / max(count, 4)
    else:
        width = spot.other_width
        step = min(width * 0.46, width * 1.15 / max(count - 1, 1))
        lean = 28.0 / max(count, 4)
    flip = -1 if place.angle == 180.0 else 1
    sag = off * off * step * lean * pi / 360
    highest = ((count - 1) / 2) ** 2 * step * lean * pi / 360
    return Pose(card, x + off * step, y + flip * (sag - highest / 2), width, place.angle - off * lean * flip, 20 + at)


def _in_two_rows(spot: Spot, at: int, count: int, card: Card) -> Pose:
    """A long hand of the viewer's: the first half stands behind the second."""
    x, y = spot.place(spot.bottom).hand
    upper = (count + 1) // 2
    row, place, length = (0, at, upper) if at < upper else (1, at - upper, count - upper)
    width = spot.hand_width * TWO_ROWS
    step = min(width * 0.62, (spot.size[0] * 0.62 - width) / max(length - 1, 1))
    down = y + width * RATIO * (0.16 if row else -0.34)
    return Pose(card, x + (place - (length - 1) / 2) * step, down, width, 0.0, 20 + at)


def own_slots(poses: Mapping[str, Pose], hand: tuple[Card, ...]) -> list[tuple[Card, Pose]]:
    """The viewer's cards with their poses, left to right."""
    return [(card, poses[card.name]) for card in hand if card is not HIDDEN and card.name in poses]


def corners(pose: Pose) -> list[tuple[float, float]]:
    """The four corners of a card."""
    turn, half, tall = -pose.angle * pi / 180, pose.width / 2, pose.width * RATIO / 2
    return [
        (pose.x + x * cos(turn) - y * sin(turn), pose.y + x * sin(turn) + y * cos(turn))
        for x, y in ((-half, -tall), (half, -tall), (half, tall), (-half, tall))
    ]


def covers(pose: Pose, point: tuple[float, float]) -> bool:
    """Whether ``point`` lies on the card."""
    dx, dy = point[0] - pose.x, point[1] - pose.y
    turn = pose.angle * pi / 180
    along, up = dx * cos(turn) - dy * sin(turn), dx * sin(turn) + dy * cos(turn)
    return abs(along) <= pose.width / 2 and abs(up) <= pose.width * RATIO / 2
