"""How each event looks: pure functions from the boards before and after to an animation between two layouts.

A game registers its own events in its room, `ui.games`.
"""

from __future__ import annotations

from functools import singledispatch

import msgspec

from game.engine.cards import HIDDEN, Card
from game.engine.events import (
    Annulled,
    DealerDrawn,
    Dealt,
    Drew,
    Event,
    Passed,
    Played,
    Sealed,
    Swapped,
    TrickTaken,
    Turned,
)
from game.engine.phases import Board
from ui import timings
from ui.table.animation import NOTHING, Animation, Appear, InTurn, Move, Together, Wait, after
from ui.table.fans import hand_pose, hand_poses
from ui.table.layout import hand_key, layout, pile_pose, stock_pose, trick_key, trick_pose
from ui.table.places import Spot
from ui.table.pose import Pose

replace = msgspec.structs.replace
DEAL_ARC = 0.35
"""How high a dealt card flies, in card widths."""


# -- what an event does to the board ----------------------------------------------------------------


@singledispatch
def advance(event: Event, board: Board, final: Board) -> Board:
    """The board after ``event``, as far as whoever sees ``board`` may know it. ``final``: after the whole action."""
    return board


@advance.register
def _(event: Dealt, board: Board, final: Board) -> Board:
    stock = final.stock + sum(map(len, final.hands)) - sum(map(len, event.hands))
    return Board(hands=event.hands, piles=(0,) * len(event.hands), stock=stock, spare=final.spare, trump=final.trump)


@advance.register
def _(event: Turned, board: Board, final: Board) -> Board:
    return replace(board, turned=event.card, trump=event.card.suit)


@advance.register
def _(event: Played, board: Board, final: Board) -> Board:
    at = _slot(board, event.seat, event.card)
    hand = board.hands[event.seat]
    board = with_hand(board, event.seat, hand[:at] + hand[at + 1 :])
    down = (*board.face_down, event.seat) if event.face_down else board.face_down
    return replace(board, trick=(*board.trick, (event.seat, event.card)), face_down=down)


@advance.register
def _(event: TrickTaken, board: Board, final: Board) -> Board:
    piles = list(board.piles)
    piles[event.winner] += len(event.cards)
    return replace(
        board, trick=(), last=board.trick, last_winner=event.winner, piles=tuple(piles),
        face_down=(), last_face_down=board.face_down,
    )  # fmt: skip


@advance.register
def _(event: Drew, board: Board, final: Board) -> Board:
    hand = board.hands[event.seat]
    known = event.card if not hand or hand[0] is not HIDDEN else HIDDEN
    known = HIDDEN if event.seat not in _open_seats(final) else known
    board = with_hand(board, event.seat, (*hand, known))
    return replace(board, stock=board.stock - 1, turned=None if event.turned else board.turned)


@advance.register
def _(event: Swapped, board: Board, final: Board) -> Board:
    board = with_hand(board, event.seat, final.hands[event.seat])
    return replace(board, turned=final.turned, stock=final.stock)


@advance.register
def _(event: Annulled, board: Board, final: Board) -> Board:
    for seat, hand in zip(event.seats, event.hands, strict=True):
        board = with_hand(board, seat, hand)
    return board


def _open_seats(board: Board) -> set[int]:
    return {seat for seat, hand in enumerate(board.hands) if hand and HIDDEN not in hand}


def with_hand(board: Board, seat: int, hand: tuple[Card, ...]) -> Board:
    """The board with other cards in the hand of ``seat``."""
    hands = list(board.hands)
    hands[seat] = hand
    return replace(board, hands=tuple(hands))


def _slot(board: Board, seat: int, card: Card) -> int:
    """Where in the hand the card lies; of a hidden hand always the middle one, which tells nothing."""
    hand = board.hands[seat]
    return hand.index(card) if card in hand else len(hand) // 2


# -- how it looks -----------------------------------------------------------------------------------


@singledispatch
def animate(event: Event, before: Board, after_board: Board, spot: Spot) -> Animation:
    """The animation from ``layout(before)`` to ``layout(after_board)``. An event without pictures takes no time."""
    return NOTHING


@animate.register
def _(event: Played, before: Board, after_board: Board, spot: Spot) -> Animation:
    at = _slot(before, event.seat, event.card)
    start = hand_pose(spot, event.seat, at, before.hands[event.seat])
    end = trick_pose(spot, event.seat, HIDDEN if event.face_down else event.card, len(before.trick))
    moves = [Move(trick_key(event.seat, event.card, event.face_down), start, end, timings.PLAY)]
    return Together((*moves, *_closing_up(before, after_board, event.seat, spot, without=at)))


def _closing_up(before: Board, after_board: Board, seat: int, spot: Spot, without: int = -1) -> list[Animation]:
    """The rest of a hand takes its new places; the card at place ``without`` has left it."""
    old, new = layout(before, spot), layout(after_board, spot)
    stay = [old[hand_key(seat, at, card)] for at, card in enumerate(before.hands[seat]) if at != without]
    keys = [hand_key(seat, at, card) for at, card in enumerate(after_board.hands[seat])]
    return [Move(key, start, new[key], timings.PLAY) for key, start in zip(keys, stay, strict=False)]


@animate.register
def _(event: TrickTaken, before: Board, after_board: Board, spot: Spot) -> Animation:
    """The trick is looked at, gathered where the winner's card lies, taken to his pile; then that grows."""
    shown, gathered, taken = [], [], []
    x, y = spot.place(event.winner).trick
    for height, (seat, card) in enumerate(before.trick):
        down = seat in before.face_down
        key = trick_key(seat, card, down)
        start = trick_pose(spot, seat, HIDDEN if down else card, height)
        packet = start._replace(x=x + height * 2, y=y - height * 2, angle=start.angle / 3)
        shown.append(Move(key, start, start, timings.TRICK_SHOWN))
        gathered.append(Move(key, start, packet, timings.GATHER))
        taken.append(Move(key, packet, pile_pose(spot, event.winner, 4), timings.TAKE, gone=True))
    moves = InTurn((Together(tuple(shown)), Together(tuple(gathered)), Together(tuple(taken))))
    grown = [key for key in layout(after_board, spot).keys() - layout(before, spot).keys() if key.startswith("pile")]
    return Together((moves, *(Appear(key, moves.length) for key in sorted(grown))))


@animate.register
def _(event: Drew, before: Board, after_board: Board, spot: Spot) -> Animation:
    place = len(after_board.hands[event.seat]) - 1
    card = after_board.hands[event.seat][place]
    end = layout(after_board, spot)[hand_key(event.seat, place, card)]
    start = stock_pose(spot, -1, event.card) if event.turned else stock_pose(spot, max(0, before.stock // 4 - 1))
    moves = _closing_up(before, after_board, event.seat, spot)
    return Together((*moves, Move(hand_key(event.seat, place, card), start, end, timings.DRAW)))


@animate.register
def _(event: Dealt, before: Board, after_board: Board, spot: Spot) -> Animation:
    seats, size = len(event.hands), len(event.hands[0])
    new = layout(after_board, spot)
    x, y = spot.place(event.dealer).trick
    start = Pose(HIDDEN, x, y, spot.trick_width, 0.0, 150)
    there = _dealt_by_hand(event, before)
    order = [(at, (event.dealer + 1 + step) % seats) for at in range(size) for step in range(seats)]
    order = [(at, seat) for at, seat in order if seat not in there]
    moves: list[Animation] = []
    for seat in there:
        for card in (one for one in event.hands[seat] if one is not HIDDEN):
            end = new[card.name]
            moves.append(Move(card.name, end._replace(card=HIDDEN), end, timings.SHOW_HAND))
    for count, (at, seat) in enumerate(order):
        key = hand_key(seat, at, event.hands[seat][at])
        flight = Move(key, start, new[key], timings.DEAL_CARD, arc=spot.trick_width * DEAL_ARC)
        moves.append(after(count * timings.DEAL_GAP, flight))
    return Together(tuple(moves))


def _dealt_by_hand(event: Dealt, before: Board) -> set[int]:
    """Who has his cards unseen already, where the dealer dealt by hand and has none himself."""
    if before.hands[event.dealer] or before.trump is not None:
        return set()
    hands = zip(before.hands, event.hands, strict=True)
    return {seat for seat, (old, new) in enumerate(hands) if old and len(old) == len(new) and HIDDEN in old}


@animate.register
def _(event: Turned, before: Board, after_board: Board, spot: Spot) -> Animation:
    end = stock_pose(spot, -1, event.card)
    return Move(event.card.name, stock_pose(spot, 7), end, timings.TURN_UP)


@animate.register
def _(event: Swapped, before: Board, after_board: Board, spot: Spot) -> Animation:
    old, new = layout(before, spot), layout(after_board, spot)
    x, y = spot.place(event.seat).hand
    away = Pose(event.taken, x, y, spot.other_width, 0.0, 150)
    taken_to = new.get(event.taken.name, away)
    given_from = old.get(event.given.name, away._replace(card=event.given))
    gone = event.taken.name not in new
    kept = [card.name for card in after_board.hands[event.seat] if card is not HIDDEN and card is not event.taken]
    if event.face_down:
        plate = spot.place(event.seat).plate
        aside = given_from._replace(card=HIDDEN, x=plate.centerx, y=plate.centery, width=given_from.width * 0.5)
        given = Move("aside", given_from, aside, timings.SWAP, gone=True)
    else:
        given = Move(event.given.name, given_from, new[event.given.name], timings.SWAP)
    return Together((
        *(Move(key, old[key], new[key], timings.SWAP) for key in kept),
        given,
        Move(event.taken.name, old[event.taken.name], taken_to, timings.SWAP, gone=gone),
    ))  # fmt: skip


@animate.register
def _(event: Annulled, before: Board, after_board: Board, spot: Spot) -> Animation:
    moves: list[Animation] = []
    for seat, hand in zip(event.seats, event.hands, strict=True):
        begin, end = (hand_poses(spot, seat, one) for one in (before.hands[seat], hand))
        moves += [Move(*one, timings.SHOW_HAND) for one in zip((card.name for card in hand), begin, end, strict=True)]
    return InTurn((Together(tuple(moves)), Wait(timings.ANNULLED_SHOWN)))


@animate.register
def _(event: Passed, before: Board, after_board: Board, spot: Spot) -> Animation:
    return Wait(timings.CALL_SHOWN)


@animate.register
def _(event: Sealed, before: Board, after_board: Board, spot: Spot) -> Animation:
    return Wait(timings.SEAL_SHOWN)


@animate.register
def _(event: DealerDrawn, before: Board, after_board: Board, spot: Spot) -> Animation:
    rounds: list[Animation] = []
    for drawn in event.rounds:
        moves = []
        for height, (seat, card) in enumerate(drawn):
            end = trick_pose(spot, seat, card, height)
            start = Pose(HIDDEN, *spot.centre, spot.trick_width, 0.0, 90 + height)
            shown = Move(f"draw.{card.name}", end, end, timings.DEALER_SHOWN, gone=True)
            moves.append(InTurn((Move(f"draw.{card.name}", start, end, timings.DEALER_CARD), shown)))
        rounds.append(Together(tuple(moves)))
    return InTurn(tuple(rounds))
