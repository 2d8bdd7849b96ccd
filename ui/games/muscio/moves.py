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
from ui.table.animation.events import animate_event, apply_event, lay_aside, replace, replace_hand, show_for
from ui.table.animation.tween import Animation, CardMove
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
    moves = list[CardMove]()
    for index, card in enumerate(board_before.hands[event.seat]):
        start_pose = old_poses[make_hand_key(event.seat, index, card)]
        moves.append(lay_aside(f"aside.{index}", start_pose, event.seat, layout))
    for index, card in enumerate(event.cards):
        key = make_hand_key(event.seat, index, card)
        moves.append(CardMove(key, compute_spare_pose(layout, index), new_poses[key], timings.SWAP_CARDS_S))
    return Animation(tuple(moves), timings.CALL_SHOWN_S)


@animate_event.register
def _(event: GattaShown, board_before: Board, board_after: Board, layout: TableLayout) -> Animation:
    new_poses = compute_card_poses(board_after, layout)
    end_poses = [new_poses[card.name] for card in board_after.hands[event.seat]]
    is_hidden = HIDDEN_CARD in board_before.hands[event.seat]
    moves = (
        CardMove(pose.card.name, pose._replace(card=HIDDEN_CARD) if is_hidden else pose, pose, timings.SHOW_HAND_S)
        for pose in end_poses
    )
    return Animation(tuple(moves), timings.ANNULLED_SHOWN_S)


@animate_event.register
def _(event: FaceDownCardsShown, board_before: Board, board_after: Board, layout: TableLayout) -> Animation:
    moves, width = list[CardMove](), layout.trick_card_width
    for index, (seat, card) in enumerate(zip(event.seats, event.cards, strict=True)):
        key, (x, y) = f"shown.{card.name}", layout.get_seat_layout(seat).trick_center
        place = event.seats[:index].count(seat)
        pose = CardPose(card, x + place * width * 0.4, y, width, 0.0, 100 + index)
        turn, show = timings.SHOW_HAND_S, timings.ANNULLED_SHOWN_S
        moves += (
            CardMove(key, pose._replace(card=HIDDEN_CARD), pose, turn),
            CardMove(key, pose, pose, show, turn, is_removed_at_end=True),
        )
    return Animation(tuple(moves))


show_for(timings.CALL_SHOWN_S, PlayDeclared, TurnedCardKept, DealForfeited, PlayerStood, DealMisdealt)
