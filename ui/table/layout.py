"""Where every card on the table is: a pure function of the board and of the places around it (`places`, `fans`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pygame

from game.engine.cards import HIDDEN, Card
from game.engine.phases import Board
from ui.table.fans import hand_poses
from ui.table.places import Spot
from ui.table.pose import RATIO, Pose

PILE_LAYERS: Final = 4
STOCK_LAYERS: Final = 8
LEANING: Final = 1.1
"""A card that lies a little aslant takes up so many times its size."""


def layout(board: Board, spot: Spot) -> dict[str, Pose]:
    """Every card picture on the table, by key. Known cards are keyed by name, the others by where they lie."""
    poses: dict[str, Pose] = {}
    _stock(board, spot, poses)
    for seat, hand in enumerate(board.hands):
        for layer in range(min(-(-board.piles[seat] // 4), PILE_LAYERS)):
            poses[f"pile{seat}.{layer}"] = pile_pose(spot, seat, layer)
        for at, (card, pose) in enumerate(zip(hand, hand_poses(spot, seat, hand), strict=True)):
            poses[hand_key(seat, at, card)] = pose
    for height, (seat, card) in enumerate(board.trick):
        down = seat in board.face_down
        poses[trick_key(seat, card, down)] = trick_pose(spot, seat, HIDDEN if down else card, height)
    for at in range(board.spare):
        poses[f"spare.{at}"] = spare_pose(spot, at)
    return poses


def grounds(spot: Spot) -> tuple[pygame.Rect, ...]:
    """All that is to be read on a table: the corners, the prompt, the plates, the viewer's hand."""
    return (spot.corner, spot.spare, spot.prompt, spot.hand, *(one.ground for one in spot.places))


def lying_places(spot: Spot) -> tuple[pygame.Rect, ...]:
    """Where the others' cards are held, and where those of a trick come to lie."""
    card = pygame.Rect(0, 0, round(spot.trick_width * LEANING), round(spot.trick_width * RATIO * LEANING))
    middles = (one.trick for one in spot.places)
    tricks = (card.move(round(x) - card.centerx, round(y) - card.centery) for x, y in middles)
    fans = (one.fan for seat, one in enumerate(spot.places) if seat != spot.bottom)
    return (*fans, *tricks)


def trick_key(seat: int, card: Card, face_down: bool) -> str:
    """The key of a card in the trick."""
    return f"trick{seat}" if face_down or card is HIDDEN else card.name


def spare_pose(spot: Spot, at: int) -> Pose:
    """A card of the hand that belongs to nobody, which has its place under the buttons."""
    width = (spot.spare.height - spot.px(10)) / RATIO
    x = spot.spare.right - spot.px(12) - width / 2
    return Pose(HIDDEN, x + (at - 4) * width * 0.42, spot.spare.centery, width, 0.0, 10 + at)


def trick_pose(spot: Spot, seat: int, card: Card, height: int) -> Pose:
    """Where a card lies that ``seat`` played, ``height`` cards below it."""
    x, y = spot.place(seat).trick
    tilt = (seat * 37 + height * 11) % 7 - 3
    return Pose(card, x, y, spot.trick_width, tilt, 100 + height)


def stock_pose(spot: Spot, layer: int, card: Card = HIDDEN) -> Pose:
    """A card of the stock, ``layer`` from below; the turned card is layer -1, across beside the others."""
    width = spot.stock_width
    if layer < 0:
        return Pose(card, *spot.turned, width, 90.0, 0)
    x, y = spot.stock
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
    width = spot.pile_width
    return Pose(HIDDEN, x - (layer - 1.5) * width * 0.02, y - (layer - 1.5) * width * 0.04, width, 90.0, layer)


def hand_key(seat: int, at: int, card: Card) -> str:
    """The key of a card in a hand."""
    return f"hand{seat}.{at}" if card is HIDDEN else card.name


def own_slots(poses: Mapping[str, Pose], hand: tuple[Card, ...]) -> list[tuple[Card, Pose]]:
    """The viewer's cards with their poses."""
    return [(card, poses[card.name]) for card in hand if card is not HIDDEN and card.name in poses]
