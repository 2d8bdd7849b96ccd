"""How the events that only Muscio has look: the blinde, a gatta, cards uncovered, what is declared."""

from __future__ import annotations

from game.engine.cards import HIDDEN
from game.engine.phases import Board
from game.rules.muscio.events import BlindeTaken, Declared, Forfeited, Gatta, Kept, Misdealt, Stood, Uncovered
from ui import timings
from ui.table.animation import Animation, InTurn, Move, Together, Wait
from ui.table.choreography import advance, animate, replace, with_hand
from ui.table.layout import hand_key, layout, spare_pose
from ui.table.places import Spot
from ui.table.pose import Pose


@advance.register
def _(event: BlindeTaken, board: Board, final: Board) -> Board:
    return replace(with_hand(board, event.seat, event.cards), spare=0)


@advance.register
def _(event: Gatta, board: Board, final: Board) -> Board:
    return with_hand(board, event.seat, final.hands[event.seat])


@animate.register
def _(event: BlindeTaken, before: Board, after_board: Board, spot: Spot) -> Animation:
    old, new = layout(before, spot), layout(after_board, spot)
    plate = spot.place(event.seat).plate
    moves: list[Animation] = []
    for at, card in enumerate(before.hands[event.seat]):
        start = old[hand_key(event.seat, at, card)]
        away = start._replace(card=HIDDEN, x=plate.centerx, y=plate.centery, width=start.width * 0.5)
        moves.append(Move(f"aside.{at}", start, away, timings.SWAP, gone=True))
    for at, card in enumerate(event.cards):
        key = hand_key(event.seat, at, card)
        moves.append(Move(key, spare_pose(spot, at), new[key], timings.SWAP))
    return InTurn((Together(tuple(moves)), Wait(timings.CALL_SHOWN)))


@animate.register
def _(event: Gatta, before: Board, after_board: Board, spot: Spot) -> Animation:
    new = layout(after_board, spot)
    ends = [new[card.name] for card in after_board.hands[event.seat]]
    hides = HIDDEN in before.hands[event.seat]
    moves = (Move(one.card.name, one._replace(card=HIDDEN) if hides else one, one, timings.SHOW_HAND) for one in ends)
    return InTurn((Together(tuple(moves)), Wait(timings.ANNULLED_SHOWN)))


@animate.register
def _(event: Uncovered, before: Board, after_board: Board, spot: Spot) -> Animation:
    shown = []
    for at, (seat, card) in enumerate(zip(event.seats, event.cards, strict=True)):
        x, y = spot.place(seat).trick
        end = Pose(card, x + event.seats[:at].count(seat) * spot.trick_width * 0.4, y, spot.trick_width, 0.0, 100 + at)
        turn = Move(f"shown.{card.name}", end._replace(card=HIDDEN), end, timings.SHOW_HAND)
        shown.append(InTurn((turn, Move(f"shown.{card.name}", end, end, timings.ANNULLED_SHOWN, gone=True))))
    return Together(tuple(shown))


@animate.register
def _(
    event: Declared | Kept | Forfeited | Stood | Misdealt, before: Board, after_board: Board, spot: Spot
) -> Animation:
    return Wait(timings.CALL_SHOWN)
