"""Where things lie on the table, at every window size, seat count and hand: inside the window, clear of each other."""

from __future__ import annotations

from itertools import combinations
from math import cos, pi, sin

import pygame
import pytest

from game.engine.cards import HIDDEN, ITALIAN_PACK, Card, card
from game.engine.phases import Board
from ui.table.layout import CORNER, RATIO, Pose, Spot, covers, hand_pose, layout, spot

SIZES = [(960, 540), (1024, 768), (1280, 720), (1280, 1024), (1920, 1080), (2560, 1080), (3440, 1440), (3840, 2160)]
SEATS = [2, 3, 4, 5, 6]
MOST_IN_HAND = 9


def unit(size: tuple[int, int]) -> float:
    """Pixels to a design pixel, as the widgets reckon at scale 1."""
    return max(0.75, min(size[0] / 1280, size[1] / 720))


def outline(pose: Pose) -> list[tuple[float, float]]:
    """The four corners of a card."""
    turn, wide, high = pose.angle * pi / 180, pose.width / 2, pose.width * RATIO / 2
    corners = ((-wide, -high), (wide, -high), (wide, high), (-wide, high))
    return [(pose.x + x * cos(turn) + y * sin(turn), pose.y - x * sin(turn) + y * cos(turn)) for x, y in corners]


def board(seats: int, held: int, viewer: int) -> Board:
    """Everything that can lie on a table: hands, a whole trick, full piles, stock and turned card."""
    pack = list(ITALIAN_PACK)
    hands = tuple(tuple(pack[:held]) if seat == viewer else (HIDDEN,) * held for seat in range(seats))
    trick = tuple((seat, pack[20 + seat]) for seat in range(seats))
    return Board(hands=hands, trick=trick, piles=(40,) * seats, stock=30, turned=pack[39], trump="d")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("clockwise", [False, True])
def test_every_card_is_inside_the_window(size: tuple[int, int], seats: int, clockwise: bool) -> None:
    window = (0, 0, *size)
    for held in range(1, MOST_IN_HAND + 1):
        for viewer in range(seats):
            place = spot(size, seats, viewer, clockwise)
            for key, pose in layout(board(seats, held, viewer), place).items():
                for x, y in outline(pose):
                    assert 0 <= x <= size[0] and 0 <= y <= size[1], f"{key} of {held}: {x:.0f},{y:.0f} of {window}"


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("clockwise", [False, True])
def test_no_plate_covers_another_the_corner_the_buttons_or_the_hand(
    size: tuple[int, int], seats: int, clockwise: bool
) -> None:
    place = spot(size, seats, 0, clockwise)
    plates = [(f"plate {seat}", place.place(seat).plate) for seat in range(seats)]
    for (one, first), (other, second) in combinations([*plates, *fixed(size, place)], 2):
        if one.startswith("plate"):
            assert not first.colliderect(second), f"{one} {first} covers {other} {second}"
    for _name, plate in plates:
        assert pygame.Rect((0, 0), size).contains(plate)


def fixed(size: tuple[int, int], place: Spot) -> list[tuple[str, pygame.Rect]]:
    """What stands on every table besides plates."""
    one = unit(size)
    corner = pygame.Rect(round(22 * one), round(20 * one), round(214 * one), round((CORNER[1] - 20) * one))
    right = size[0] - round(22 * one)
    buttons = pygame.Rect(right - round(222 * one), round(20 * one), round(222 * one), round(34 * one))
    return [("corner", corner), ("buttons", buttons), ("hand", hand_rect(place, 9)), ("stock", stock_rect(place))]


def hand_rect(place: Spot, held: int) -> pygame.Rect:
    points = [p for at in range(held) for p in outline(hand_pose(place, place.bottom, at, held, card("A", "d")))]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return pygame.Rect(left, top, max(x for x, _ in points) - left, max(y for _, y in points) - top)


def stock_rect(place: Spot) -> pygame.Rect:
    poses = layout(board(len(place.places), 1, place.bottom), place)
    points = [p for key, pose in poses.items() if key.startswith("stock") for p in outline(pose)]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return pygame.Rect(left, top, max(x for x, _ in points) - left, max(y for _, y in points) - top)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("seats", SEATS)
def test_the_cards_of_a_trick_show_their_corners_and_lie_clear_of_plates_and_hand(
    size: tuple[int, int], seats: int
) -> None:
    place = spot(size, seats, 0, False)
    poses = layout(board(seats, 3, 0), place)
    trick = [pose for pose in poses.values() if pose.z >= 100]
    assert len(trick) == seats
    for one in trick:
        for seat in range(seats):
            plate = place.place(seat).plate
            assert not any(plate.collidepoint(point) for point in outline(one)), f"{one} on plate {seat}"
        hidden = sum(covers(other, (one.x, one.y)) for other in trick if other.z > one.z)
        assert not hidden, f"{one.card} lies under another"


@pytest.mark.parametrize("seats", SEATS)
def test_seats_go_round_the_table_in_order_of_play(seats: int) -> None:
    """Counter-clockwise: who plays next sits to the right."""
    if seats < 3:
        return
    right, left = (spot((1280, 720), seats, 0, clockwise).place(1).plate for clockwise in (False, True))
    assert right.centerx > 640 > left.centerx


@pytest.mark.parametrize("held", range(1, MOST_IN_HAND + 1))
def test_each_card_of_the_hand_is_found_under_the_pointer(held: int) -> None:
    """Where only that card is seen: on its left edge, the rightmost one everywhere."""
    place = spot((1280, 720), 4, 0, False)
    poses = [hand_pose(place, 0, at, held, Card(f"{'A234567JQK'[at]}d")) for at in range(held)]
    for at, pose in enumerate(poses):
        point = (pose.x - pose.width * 0.4, pose.y)
        assert [one for one in poses if covers(one, point)][-1] is poses[at]


def test_the_same_question_gives_the_same_layout() -> None:
    place = spot((1280, 720), 4, 0, False)
    assert layout(board(4, 3, 0), place) == layout(board(4, 3, 0), place)
