"""Places of all cards on the table, as a function of the board and the layout."""

from __future__ import annotations

from typing import Final

from game.core.cards import HIDDEN_CARD, Card
from game.core.phase import Board
from ui.table.layout.hands import compute_hand_poses
from ui.table.layout.pose import CARD_ASPECT_RATIO, CardPose
from ui.table.layout.seats import PILE_SIZE_RATIOS, TableLayout

PILE_ANGLES: Final = (-9.0, 5.0, -3.0)
"""The angles of the cards of a pile, the lowest first."""
MAX_STOCK_LAYERS: Final = 4
TURNED_CARD_STEP_RATIO: Final = 1.16
"""The distance from the stock to the turned card beside it, in card widths."""


def compute_card_poses(board: Board, layout: TableLayout) -> dict[str, CardPose]:
    """Return the poses of all card pictures on the table, by key.

    The key of a face-up card is its name; the key of a hidden card says its place.
    """
    poses: dict[str, CardPose] = {}
    _add_stock_poses(board, layout, poses)
    for seat, hand in enumerate(board.hands):
        for layer in range(min(-(-board.pile_sizes[seat] // 4), len(PILE_ANGLES))):
            poses[f"pile{seat}.{layer}"] = compute_pile_pose(layout, seat, layer)
        for index, (card, pose) in enumerate(zip(hand, compute_hand_poses(layout, seat, hand), strict=True)):
            poses[make_hand_key(seat, index, card)] = pose
    for cards_below, (seat, card) in enumerate(board.trick):
        is_face_down = seat in board.face_down_seats
        poses[make_trick_key(seat, card, is_face_down)] = compute_trick_pose(
            layout, seat, HIDDEN_CARD if is_face_down else card, cards_below
        )
    for index in range(board.spare_card_count):
        poses[f"spare.{index}"] = compute_spare_pose(layout, index)
    return poses


def make_trick_key(seat: int, card: Card, is_face_down: bool) -> str:
    return f"trick{seat}" if is_face_down or card is HIDDEN_CARD else card.name


def compute_spare_pose(layout: TableLayout, index: int) -> CardPose:
    """Return the pose of a card of the spare hand, which is below the buttons."""
    width = (layout.spare_rect.height - layout.px(10)) / CARD_ASPECT_RATIO
    x = layout.spare_rect.right - layout.px(12) - width / 2
    return CardPose(HIDDEN_CARD, x + (index - 4) * width * 0.42, layout.spare_rect.centery, width, 0.0, 10 + index)


def compute_trick_pose(layout: TableLayout, seat: int, card: Card, cards_below: int) -> CardPose:
    """Return the pose of a card that ``seat`` has played onto the trick.

    ``cards_below``: the number of cards below it.
    """
    x, y = layout.get_seat_layout(seat).trick_center
    tilt = (seat * 37 + cards_below * 11) % 7 - 3
    return CardPose(card, x, y, layout.trick_card_width, tilt, 100 + cards_below)


def compute_stock_pose(layout: TableLayout, layer: int, card: Card = HIDDEN_CARD) -> CardPose:
    """Return the pose of a card of the stock.

    ``layer``: the height from below; -1 is the turned card, which lies beside the others.
    """
    rect, width = layout.deck_rect, layout.stock_card_width
    x, y = rect.left + width * 0.54, rect.top + width * (CARD_ASPECT_RATIO / 2 + 0.05)
    if layer < 0:
        return CardPose(card, x + width * TURNED_CARD_STEP_RATIO, y, width, 0.0, 0)
    return CardPose(card, x - layer * width * 0.012, y - layer * width * 0.014, width, 0.0, 1 + layer)


def _add_stock_poses(board: Board, layout: TableLayout, poses: dict[str, CardPose]) -> None:
    hidden_count = board.stock_size - (board.turned_card is not None)
    if board.turned_card is not None:
        poses[board.turned_card.name] = compute_stock_pose(layout, -1, board.turned_card)
    for layer in range(min(-(-hidden_count // 4), MAX_STOCK_LAYERS)):
        poses[f"stock.{layer}"] = compute_stock_pose(layout, layer)


def compute_pile_pose(layout: TableLayout, seat: int, layer: int) -> CardPose:
    """Return the pose of a card in the pile where the tricks of ``seat`` are.

    ``layer``: the height from below.
    """
    rect, width = layout.get_seat_layout(layout.get_pile_seat(seat)).pile_rect, layout.pile_card_width
    y = rect.top + width * PILE_SIZE_RATIOS[1] / 2
    angle = PILE_ANGLES[layer % len(PILE_ANGLES)]
    return CardPose(HIDDEN_CARD, rect.centerx, y - layer * width * 0.02, width, angle, layer)


def make_hand_key(seat: int, index: int, card: Card) -> str:
    return f"hand{seat}.{index}" if card is HIDDEN_CARD else card.name
