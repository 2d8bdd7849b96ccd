"""Animations of events, as pure functions.

An animation follows from the boards before and after an event, and from the layout. Each game registers its own events
in `ui.games`.
"""

from __future__ import annotations

from functools import singledispatch

import msgspec

from game.core.cards import HIDDEN_CARD, Card, Hand
from game.core.events import (
    CardDrawn,
    CardPlayed,
    CardsDealt,
    DealAnnulled,
    DealerDrawn,
    Event,
    PlayerPassed,
    ShuffleCommitted,
    TrickTaken,
    TrumpCardTurned,
    TurnedCardSwapped,
)
from game.core.phase import Board
from ui.graphics import timings
from ui.table.animation.tween import Animation, CardMove
from ui.table.layout.cards import (
    compute_card_poses,
    compute_pile_pose,
    compute_stock_pose,
    compute_trick_pose,
    make_hand_key,
    make_trick_key,
)
from ui.table.layout.hands import compute_hand_pose, compute_hand_poses
from ui.table.layout.pose import CardPose
from ui.table.layout.seats import TableLayout

replace = msgspec.structs.replace
DEAL_ARC_HEIGHT_RATIO = 0.35
"""The height of the arc of a dealt card, in card widths."""


# -- what an event does to the board ----------------------------------------------------------------


@singledispatch
def apply_event(event: Event, board: Board, final_board: Board) -> Board:
    """Return the board after ``event``.

    The result has no more information than ``board`` and ``final_board``, the board after all events of the same
    action.
    """
    return board


@apply_event.register
def _(event: CardsDealt, board: Board, final_board: Board) -> Board:
    stock = final_board.stock_size + sum(map(len, final_board.hands)) - sum(map(len, event.hands))
    return Board(
        hands=event.hands,
        pile_sizes=(0,) * len(event.hands),
        stock_size=stock,
        spare_card_count=final_board.spare_card_count,
        trump=final_board.trump,
    )


@apply_event.register
def _(event: TrumpCardTurned, board: Board, final_board: Board) -> Board:
    return replace(board, turned_card=event.card, trump=event.card.suit)


@apply_event.register
def _(event: CardPlayed, board: Board, final_board: Board) -> Board:
    index = _find_hand_index(board, event.seat, event.card)
    hand = board.hands[event.seat]
    board = replace_hand(board, event.seat, hand[:index] + hand[index + 1 :])
    face_down = (*board.face_down_seats, event.seat) if event.is_face_down else board.face_down_seats
    return replace(board, trick=(*board.trick, (event.seat, event.card)), face_down_seats=face_down)


@apply_event.register
def _(event: TrickTaken, board: Board, final_board: Board) -> Board:
    piles = list(board.pile_sizes)
    piles[event.winner] += len(event.cards)
    return replace(
        board, trick=(), last_trick=board.trick, last_trick_winner=event.winner, pile_sizes=tuple(piles),
        face_down_seats=(), last_trick_face_down_seats=board.face_down_seats,
    )  # fmt: skip


@apply_event.register
def _(event: CardDrawn, board: Board, final_board: Board) -> Board:
    hand = board.hands[event.seat]
    card = event.card if not hand or hand[0] is not HIDDEN_CARD else HIDDEN_CARD
    card = HIDDEN_CARD if event.seat not in _find_open_seats(final_board) else card
    board = replace_hand(board, event.seat, (*hand, card))
    return replace(
        board, stock_size=board.stock_size - 1, turned_card=None if event.is_turned_card else board.turned_card
    )


@apply_event.register
def _(event: TurnedCardSwapped, board: Board, final_board: Board) -> Board:
    board = replace_hand(board, event.seat, final_board.hands[event.seat])
    return replace(board, turned_card=final_board.turned_card, stock_size=final_board.stock_size)


@apply_event.register
def _(event: DealAnnulled, board: Board, final_board: Board) -> Board:
    for seat, hand in zip(event.seats, event.hands, strict=True):
        board = replace_hand(board, seat, hand)
    return board


def _find_open_seats(board: Board) -> set[int]:
    return {seat for seat, hand in enumerate(board.hands) if hand and HIDDEN_CARD not in hand}


def replace_hand(board: Board, seat: int, hand: tuple[Card, ...]) -> Board:
    """Return the board with another hand at ``seat``."""
    hands = list(board.hands)
    hands[seat] = hand
    return replace(board, hands=tuple(hands))


def _find_hand_index(board: Board, seat: int, card: Card) -> int:
    """Return the index of a card in a hand.

    In a hidden hand it is always the middle, which reveals nothing.
    """
    hand = board.hands[seat]
    return hand.index(card) if card in hand else len(hand) // 2


# -- how it looks -----------------------------------------------------------------------------------


@singledispatch
def animate_event(event: Event, board_before: Board, board_after: Board, layout: TableLayout) -> Animation:
    """Return the animation of an event between two boards in a layout.

    An event without a registered animation takes no time.
    """
    return Animation()


def show_for(seconds: float, *kinds: type[Event]) -> None:
    """Register the animation of events that are shown for a time in which nothing moves."""
    for kind in kinds:
        animate_event.register(kind, lambda *_arguments: Animation(pause=seconds))


show_for(timings.CALL_SHOWN_S, PlayerPassed)
show_for(timings.COMMITMENT_SHOWN_S, ShuffleCommitted)


@animate_event.register
def _(event: CardPlayed, board_before: Board, board_after: Board, layout: TableLayout) -> Animation:
    index = _find_hand_index(board_before, event.seat, event.card)
    start_pose = compute_hand_pose(layout, event.seat, index, board_before.hands[event.seat])
    end_pose = compute_trick_pose(
        layout, event.seat, HIDDEN_CARD if event.is_face_down else event.card, len(board_before.trick)
    )
    key = make_trick_key(event.seat, event.card, event.is_face_down)
    gap_moves = _close_hand_gap(board_before, board_after, event.seat, layout, removed_index=index)
    return Animation((CardMove(key, start_pose, end_pose, timings.PLAY_CARD_S), *gap_moves))


def _close_hand_gap(
    board_before: Board, board_after: Board, seat: int, layout: TableLayout, removed_index: int = -1
) -> list[CardMove]:
    """Return the moves of the rest of a hand to its new places.

    ``removed_index``: the index of the card that left the hand, -1 if none did.
    """
    old, new = compute_card_poses(board_before, layout), compute_card_poses(board_after, layout)
    start_poses = [
        old[make_hand_key(seat, index, card)]
        for index, card in enumerate(board_before.hands[seat])
        if index != removed_index
    ]
    keys = [make_hand_key(seat, index, card) for index, card in enumerate(board_after.hands[seat])]
    return [CardMove(key, start, new[key], timings.PLAY_CARD_S) for key, start in zip(keys, start_poses, strict=False)]


@animate_event.register
def _(event: TrickTaken, board_before: Board, board_after: Board, layout: TableLayout) -> Animation:
    """Return the animation of a taken trick.

    It is shown, gathered at the winner's card, and moved to the winner's pile.
    """
    moves, take_seconds = list[CardMove](), timings.TRICK_SHOWN_S + timings.GATHER_TRICK_S
    pile_pose = compute_pile_pose(layout, event.winner, 4)
    x, y = layout.get_seat_layout(event.winner).trick_center
    for height, (seat, card) in enumerate(board_before.trick):
        face_down = seat in board_before.face_down_seats
        key = make_trick_key(seat, card, face_down)
        start = compute_trick_pose(layout, seat, HIDDEN_CARD if face_down else card, height)
        gathered = start._replace(x=x + height * 2, y=y - height * 2, angle=start.angle / 3)
        moves += (
            CardMove(key, start, start, timings.TRICK_SHOWN_S),
            CardMove(key, start, gathered, timings.GATHER_TRICK_S, timings.TRICK_SHOWN_S),
            CardMove(key, gathered, pile_pose, timings.TAKE_TRICK_S, take_seconds, is_removed_at_end=True),
        )
    old, new = compute_card_poses(board_before, layout), compute_card_poses(board_after, layout)
    seconds = take_seconds + timings.TAKE_TRICK_S
    new_piles = (CardMove(key, None, new[key], seconds) for key in new if key.startswith("pile") and key not in old)
    return Animation((*moves, *new_piles))


@animate_event.register
def _(event: CardDrawn, board_before: Board, board_after: Board, layout: TableLayout) -> Animation:
    card_index = len(board_after.hands[event.seat]) - 1
    card = board_after.hands[event.seat][card_index]
    key = make_hand_key(event.seat, card_index, card)
    end_pose = compute_card_poses(board_after, layout)[key]
    start_pose = (
        compute_stock_pose(layout, -1, event.card)
        if event.is_turned_card
        else compute_stock_pose(layout, max(0, board_before.stock_size // 4 - 1))
    )
    moves = _close_hand_gap(board_before, board_after, event.seat, layout)
    return Animation((*moves, CardMove(key, start_pose, end_pose, timings.DRAW_CARD_S)))


@animate_event.register
def _(event: CardsDealt, board_before: Board, board_after: Board, layout: TableLayout) -> Animation:
    seats, size = len(event.hands), len(event.hands[0])
    new = compute_card_poses(board_after, layout)
    x, y = layout.get_seat_layout(event.dealer).trick_center
    start_pose = CardPose(HIDDEN_CARD, x, y, layout.trick_card_width, 0.0, 150)
    dealt_seats = _find_seats_dealt_by_hand(event, board_before)
    order = [(index, (event.dealer + 1 + step) % seats) for index in range(size) for step in range(seats)]
    order = [(index, seat) for index, seat in order if seat not in dealt_seats]
    moves, arc_height = list[CardMove](), layout.trick_card_width * DEAL_ARC_HEIGHT_RATIO
    for seat in dealt_seats:
        moves += (turn_up(new[card.name]) for card in event.hands[seat] if card is not HIDDEN_CARD)
    for count, (index, seat) in enumerate(order):
        key, delay = make_hand_key(seat, index, event.hands[seat][index]), count * timings.DEAL_GAP_S
        moves.append(CardMove(key, start_pose, new[key], timings.DEAL_CARD_S, delay, arc_height=arc_height))
    return Animation(tuple(moves))


def turn_up(pose: CardPose) -> CardMove:
    """Return the move of a card of a hand that is turned face up where it is."""
    return CardMove(pose.card.name, pose._replace(card=HIDDEN_CARD), pose, timings.SHOW_HAND_S)


def _find_seats_dealt_by_hand(event: CardsDealt, board_before: Board) -> set[int]:
    """Return the seats that already have their hidden hands.

    This is the case if the dealer has dealt by hand and has no cards yet.
    """
    if board_before.hands[event.dealer] or board_before.trump is not None:
        return set()
    hands = zip(board_before.hands, event.hands, strict=True)
    return {seat for seat, (old, new) in enumerate(hands) if old and len(old) == len(new) and HIDDEN_CARD in old}


@animate_event.register
def _(event: TrumpCardTurned, board_before: Board, board_after: Board, layout: TableLayout) -> Animation:
    end_pose = compute_stock_pose(layout, -1, event.card)
    move = CardMove(event.card.name, compute_stock_pose(layout, 7), end_pose, timings.TURN_UP_CARD_S)
    return Animation((move,))


@animate_event.register
def _(event: TurnedCardSwapped, board_before: Board, board_after: Board, layout: TableLayout) -> Animation:
    old, new = compute_card_poses(board_before, layout), compute_card_poses(board_after, layout)
    x, y = layout.get_seat_layout(event.seat).hand_center
    away_pose = CardPose(event.taken, x, y, layout.other_card_width, 0.0, 150)
    taken_end = new.get(event.taken.name, away_pose)
    given_start = old.get(event.given.name, away_pose._replace(card=event.given))
    kept_keys = [
        card.name for card in board_after.hands[event.seat] if card is not HIDDEN_CARD and card is not event.taken
    ]
    if event.is_face_down:
        given_move = lay_aside("aside", given_start, event.seat, layout)
    else:
        given_move = CardMove(event.given.name, given_start, new[event.given.name], timings.SWAP_CARDS_S)
    taken, seconds = event.taken.name, timings.SWAP_CARDS_S
    return Animation(
        (
            *(CardMove(key, old[key], new[key], seconds) for key in kept_keys),
            given_move,
            CardMove(taken, old[taken], taken_end, seconds, is_removed_at_end=taken not in new),
        )
    )


def lay_aside(key: str, start: CardPose, seat: int, layout: TableLayout) -> CardMove:
    """Return the move of a card that is laid face down at the plate of a seat, where it is out of play."""
    plate = layout.get_seat_layout(seat).plate_rect
    end = start._replace(card=HIDDEN_CARD, x=plate.centerx, y=plate.centery, width=start.width * 0.5)
    return CardMove(key, start, end, timings.SWAP_CARDS_S, is_removed_at_end=True)


@animate_event.register
def _(event: DealAnnulled, board_before: Board, board_after: Board, layout: TableLayout) -> Animation:
    moves = list[CardMove]()
    for seat, hand in zip(event.seats, event.hands, strict=True):
        moves += show_hand(seat, board_before.hands[seat], hand, layout)
    return Animation(tuple(moves), timings.ANNULLED_SHOWN_S)


def show_hand(seat: int, old_hand: Hand, hand: Hand, layout: TableLayout) -> list[CardMove]:
    """Return the moves of a hand that is turned face up, each card to its place in the order of the hand."""
    start_poses, end_poses = compute_hand_poses(layout, seat, old_hand), compute_hand_poses(layout, seat, hand)
    places = zip((card.name for card in hand), start_poses, end_poses, strict=True)
    return [CardMove(*place, timings.SHOW_HAND_S) for place in places]


@animate_event.register
def _(event: DealerDrawn, board_before: Board, board_after: Board, layout: TableLayout) -> Animation:
    """Keep each card until its seat draws again; that of a seat which is out is turned face down until the end."""
    round_seconds, moves = timings.DEALER_DRAW_CARD_S + timings.DEALER_SHOWN_S, list[CardMove]()
    for number, drawn_cards in enumerate(event.rounds):
        later_rounds = event.rounds[number + 1 :]
        seats_drawing_again = {seat for seat, _card in later_rounds[0]} if later_rounds else set()
        for height, (seat, card) in enumerate(drawn_cards):
            key, end_pose = f"draw{number}.{card.name}", compute_trick_pose(layout, seat, card, height)
            start_pose = CardPose(HIDDEN_CARD, *layout.center, layout.trick_card_width, 0.0, 90 + height)
            back_pose = end_pose._replace(card=HIDDEN_CARD)
            back_seconds = 0.0 if seat in seats_drawing_again else len(later_rounds) * round_seconds
            draw, show = timings.DEALER_DRAW_CARD_S, timings.DEALER_SHOWN_S
            delay = number * round_seconds
            moves += (
                CardMove(key, start_pose, end_pose, draw, delay),
                CardMove(key, end_pose, end_pose, show, delay + draw, is_removed_at_end=not back_seconds),
            )
            if back_seconds:
                delay += round_seconds
                moves.append(CardMove(key, back_pose, back_pose, back_seconds, delay, is_removed_at_end=True))
    return Animation(tuple(moves))
