"""The animations of Muscio's own events: the blinde, a gatta, uncovered cards, declarations."""

from __future__ import annotations

from game.core.cards import HIDDEN_CARD
from game.core.phase import Board
from game.rules.muscio.events import (
    BlindeTaken,
    DealForfeited,
    DealMisdealt,
    FaceDownCardsShown,
    GattaShown,
    PlayDeclared,
    PlayerStood,
    TurnedCardKept,
)
from ui.graphics import timings
from ui.table.animation.events import animate_event, apply_event, replace, replace_hand
from ui.table.animation.tween import Animation, MoveAnimation, ParallelAnimation, SequentialAnimation, WaitAnimation
from ui.table.layout.cards import compute_card_poses, compute_spare_pose, make_hand_key
from ui.table.layout.pose import CardPose
from ui.table.layout.seats import TableLayout


@apply_event.register
def _(event: BlindeTaken, board: Board, final_board: Board) -> Board:
    return replace(replace_hand(board, event.seat, event.cards), spare_card_count=0)


@apply_event.register
def _(event: GattaShown, board: Board, final_board: Board) -> Board:
    return replace_hand(board, event.seat, final_board.hands[event.seat])


@animate_event.register
def _(event: BlindeTaken, board_before: Board, board_after: Board, layout: TableLayout) -> Animation:
    old_poses, new_poses = compute_card_poses(board_before, layout), compute_card_poses(board_after, layout)
    plate = layout.get_seat_layout(event.seat).plate_rect
    moves: list[Animation] = []
    for index, card in enumerate(board_before.hands[event.seat]):
        start_pose = old_poses[make_hand_key(event.seat, index, card)]
        away_pose = start_pose._replace(
            card=HIDDEN_CARD, x=plate.centerx, y=plate.centery, width=start_pose.width * 0.5
        )
        moves.append(
            MoveAnimation(f"aside.{index}", start_pose, away_pose, timings.SWAP_CARDS_S, is_removed_at_end=True)
        )
    for index, card in enumerate(event.cards):
        key = make_hand_key(event.seat, index, card)
        moves.append(MoveAnimation(key, compute_spare_pose(layout, index), new_poses[key], timings.SWAP_CARDS_S))
    return SequentialAnimation((ParallelAnimation(tuple(moves)), WaitAnimation(timings.CALL_SHOWN_S)))


@animate_event.register
def _(event: GattaShown, board_before: Board, board_after: Board, layout: TableLayout) -> Animation:
    new_poses = compute_card_poses(board_after, layout)
    end_poses = [new_poses[card.name] for card in board_after.hands[event.seat]]
    is_hidden = HIDDEN_CARD in board_before.hands[event.seat]
    moves = (
        MoveAnimation(pose.card.name, pose._replace(card=HIDDEN_CARD) if is_hidden else pose, pose, timings.SHOW_HAND_S)
        for pose in end_poses
    )
    return SequentialAnimation((ParallelAnimation(tuple(moves)), WaitAnimation(timings.ANNULLED_SHOWN_S)))


@animate_event.register
def _(event: FaceDownCardsShown, board_before: Board, board_after: Board, layout: TableLayout) -> Animation:
    animations = []
    for index, (seat, card) in enumerate(zip(event.seats, event.cards, strict=True)):
        x, y = layout.get_seat_layout(seat).trick_center
        end_pose = CardPose(
            card,
            x + event.seats[:index].count(seat) * layout.trick_card_width * 0.4,
            y,
            layout.trick_card_width,
            0.0,
            100 + index,
        )
        turn_animation = MoveAnimation(
            f"shown.{card.name}", end_pose._replace(card=HIDDEN_CARD), end_pose, timings.SHOW_HAND_S
        )
        animations.append(
            SequentialAnimation(
                (
                    turn_animation,
                    MoveAnimation(
                        f"shown.{card.name}", end_pose, end_pose, timings.ANNULLED_SHOWN_S, is_removed_at_end=True
                    ),
                )
            )
        )
    return ParallelAnimation(tuple(animations))


@animate_event.register
def _(
    event: PlayDeclared | TurnedCardKept | DealForfeited | PlayerStood | DealMisdealt,
    board_before: Board,
    board_after: Board,
    layout: TableLayout,
) -> Animation:
    return WaitAnimation(timings.CALL_SHOWN_S)
