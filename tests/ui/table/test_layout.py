"""Where things lie on the table, at every window size, scale, seat count and hand: inside it, clear of each other."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, pairwise, product
from math import ceil, floor
from typing import get_args
from unittest.mock import MagicMock

import pygame
import pytest

from game.engine.actions import Swap
from game.engine.cards import FRENCH_PACK, HIDDEN, ITALIAN_PACK, Card, cards
from game.engine.phases import Board
from game.rules.briscola.actions import Sign, Word
from game.rules.briscola.words import SIGN_NAMES
from ui import theme
from ui.games.briscola.signs import SignPanel
from ui.table import hud
from ui.table.fans import READABLE, hand_poses
from ui.table.layout import layout
from ui.table.measures import base_unit
from ui.table.order import AS_DEALT, Order, as_seen
from ui.table.pace import beside_button, on_button
from ui.table.places import TRICK_LEAST, Spot, largest_scale, spot
from ui.table.pose import RATIO, Pose, corners, covers
from ui.widgets.button import AIR, SMALLEST

SIZES = [(960, 540), (1024, 768), (1280, 720), (1280, 1024), (1920, 1080), (2560, 1080), (3440, 1440), (3840, 2160)]
SCALES = [0.75, 1.0, 1.25, 1.5, 2.0]
SEATS = [2, 3, 4, 5, 6]
HELD = [1, 2, 3, 5, 8, 10, 13, 18, 26]
HAND = 26
"""The longest hand there is: Spades for two."""

Named = tuple[str, pygame.Rect]


def board(seats: int, held: int, viewer: int) -> Board:
    """Everything that can lie on a table: hands, a whole trick, full piles, stock and turned card, a spare hand."""
    hands = tuple(FRENCH_PACK[:held] if seat == viewer else (HIDDEN,) * held for seat in range(seats))
    trick = tuple((seat, FRENCH_PACK[30 + seat]) for seat in range(seats))
    turned = FRENCH_PACK[50]
    return Board(hands=hands, trick=trick, piles=(40,) * seats, stock=30, turned=turned, trump="d", spare=5)


def around(poses: Iterable[Pose]) -> pygame.Rect:
    """The smallest rectangle around the cards."""
    points = [point for pose in poses for point in corners(pose)]
    left, top = floor(min(x for x, _ in points)), floor(min(y for _, y in points))
    return pygame.Rect(left, top, ceil(max(x for x, _ in points)) - left, ceil(max(y for _, y in points)) - top)


def things(place: Spot, seats: int, held: int) -> list[Named]:
    """All that stands or lies on a table, by its name; what belongs to one seat's ground and shares it is one thing."""
    lying = board(seats, held, 0)
    poses = layout(lying, place)
    found = [("corner", place.corner), ("spare", place.spare), ("prompt", place.prompt)]
    found += [(f"button {at}", rect) for at, rect in enumerate(place.buttons)]
    for seat in range(seats):
        one = place.place(seat)
        found.append((f"ground {seat}", one.ground))
        found.append((f"hand {seat}", around(hand_poses(place, seat, lying.hands[seat]))))
        found.append((f"trick {seat}", around([poses[lying.trick[seat][1].name]])))
    return found


def cases() -> list[tuple[tuple[int, int], float, int]]:
    return list(product(SIZES, SCALES, SEATS))


@pytest.mark.parametrize(("size", "scale", "seats"), cases())
def test_nothing_overlaps_but_cards_in_their_own_fan_or_pile(size: tuple[int, int], scale: float, seats: int) -> None:
    window = pygame.Rect((0, 0), size)
    place = spot(size, seats, 0, False, scale)
    for held in HELD:
        found = things(place, seats, held)
        assert place.prompt.contains(on_button(place)) and place.prompt.contains(beside_button(place).prompt)
        assert not on_button(place).colliderect(beside_button(place).prompt)
        for name, rect in found:
            assert window.contains(rect), f"{name} of {held}: {rect}"
        for (one, first), (other, second) in combinations(found, 2):
            assert not first.colliderect(second), f"{held}: {one} {first} covers {other} {second}"


@pytest.mark.parametrize(("size", "scale", "seats"), cases())
def test_a_panel_lies_in_the_room_that_covers_nothing(size: tuple[int, int], scale: float, seats: int) -> None:
    """But the trick, which is not there while something is chosen."""
    place = spot(size, seats, 0, False, scale)
    assert place.room.width >= place.px(320)
    assert place.room.height >= place.px(196)
    for name, rect in things(place, seats, HAND):
        if not name.startswith("trick"):
            assert not place.room.colliderect(rect), f"{name} {rect} in the room {place.room}"


@pytest.mark.parametrize(("size", "scale", "seats"), cases())
def test_what_shares_a_seats_ground_keeps_apart(size: tuple[int, int], scale: float, seats: int) -> None:
    """The plate with the portrait, the row for a chip or a mark, the pile; stock and turned card lie in the corner."""
    place = spot(size, seats, 0, False, scale)
    poses = layout(board(seats, 3, 0), place)
    for seat in range(seats):
        one = place.place(seat)
        pile = around(pose for key, pose in poses.items() if key.startswith(f"pile{seat}."))
        assert one.plate.contains(one.portrait)
        for part in (one.plate, one.row, pile):
            assert one.ground.inflate(2, 2).contains(part), f"{seat}: {part} in {one.ground}"
        for first, second in combinations((one.plate, one.row, pile), 2):
            assert not first.colliderect(second), f"{seat}: {first}, {second}"
    stock, turned = around(p for k, p in poses.items() if k.startswith("stock")), around([poses[FRENCH_PACK[50].name]])
    assert place.corner.contains(stock)
    assert place.corner.contains(turned)
    assert not stock.colliderect(turned)
    assert place.spare.contains(around(pose for key, pose in poses.items() if key.startswith("spare")))


@pytest.mark.parametrize(("size", "scale", "seats"), cases())
def test_a_bubble_covers_nothing_but_its_seats_own_plate_and_fan(
    size: tuple[int, int], scale: float, seats: int
) -> None:
    place = spot(size, seats, 0, False, scale)
    for seat in range(seats):
        one = place.place(seat)
        assert not one.speech.colliderect(one.portrait)
        assert not one.speech.colliderect(one.row)
        for name, rect in things(place, seats, 8):
            assert name in (f"ground {seat}", f"hand {seat}") or not one.speech.colliderect(rect), f"{seat}: {name}"


@pytest.mark.parametrize(("size", "scale", "seats"), [one for one in cases() if one[2] in (4, 6)])
def test_signs_and_the_buttons_beside_the_hand_lie_over_nothing_but_the_trick(
    size: tuple[int, int], scale: float, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The partnerships of Briscola, with every sign and the exchange on offer."""
    pygame.font.init()
    place, window = spot(size, seats, 0, False, scale), pygame.Rect((0, 0), size)
    made: list[Named] = []
    monkeypatch.setattr(SignPanel, "button", lambda _panel, _id, words, where, _style: made.append((words, where)))
    offered = (Swap(0), *(Sign(0, sign) for sign in get_args(Word)))
    for held in (1, 2, 3):
        made.clear()
        panel = SignPanel(MagicMock(spot=place, board=board(seats, held, 0), offered=offered))
        panel.open = True
        panel.build()
        beside, signs = made[:2], made[2:]
        assert len(signs) == len(SIGN_NAMES)
        for (one, first), (other, second) in combinations(made, 2):
            assert not first.colliderect(second), f"{held}: {one} {first} covers {other} {second}"
        assert all(panel.rect.contains(rect) for _words, rect in signs)
        assert place.room.contains(panel.rect)
        for words, rect in made:
            whole = theme.font("sans", int(place.px(theme.BODY) * SMALLEST)).size(words)[0]
            assert window.contains(rect) and whole <= rect.width - place.px(theme.BODY * AIR), f"{held}: {words} {rect}"
        for name, rect in things(place, seats, held):
            assert not any(rect.colliderect(one) for _words, one in beside), f"{held}: {name} {rect} under {beside}"
            assert name.startswith("trick") or not rect.colliderect(panel.rect), f"{held}: {name} {rect}"


@pytest.mark.parametrize("seats", SEATS)
def test_at_two_hundred_percent_everything_is_larger(seats: int) -> None:
    for size in SIZES:
        one, two = spot(size, seats, 0, False, 1.0), spot(size, seats, 0, False, 2.0)
        assert two.unit > one.unit * 1.15
        assert two.place(1).plate.width > one.place(1).plate.width
        assert two.hand_width >= one.hand_width


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("size", SIZES)
def test_text_and_buttons_follow_the_scale_as_far_as_the_table_can_be_laid_out(
    size: tuple[int, int], seats: int
) -> None:
    """The window allows more than a third in every case; nobody's portrait pays for it, nor the trick."""
    at_one = spot(size, seats, 0, False, 1.0)
    for scale in (0.75, 1.0, 1.25):
        assert spot(size, seats, 0, False, scale).unit == pytest.approx(base_unit(size) * scale)
    for scale in (1.5, 2.0):
        place = spot(size, seats, 0, False, scale)
        assert place.unit >= base_unit(size) * 1.34
        assert place.unit == pytest.approx(base_unit(size) * min(scale, largest_scale(size, seats)))
        assert place.places[1].portrait.width >= at_one.places[1].portrait.width * 0.98
        assert place.trick_width >= TRICK_LEAST[seats] * base_unit(size)
        assert all(new.height > old.height * 1.3 for new, old in zip(place.buttons, at_one.buttons, strict=True))


@pytest.mark.parametrize("seats", SEATS)
def test_at_hundred_percent_people_fill_the_room_there_is(seats: int) -> None:
    place = spot((1280, 720), seats, 0, False)
    assert all(one.portrait.width >= 86 for one in place.places)
    assert place.other_width >= 52
    assert place.trick_width >= 80


@pytest.mark.parametrize(("size", "scale", "seats"), cases())
@pytest.mark.parametrize("words", ["It is your turn", "You must follow suit: play one of the coins you hold. " * 4])
def test_a_message_stays_in_the_prompts_place(size: tuple[int, int], scale: float, seats: int, words: str) -> None:
    """Nothing else stands there, see above: so it covers neither what it speaks of nor a button."""
    pygame.font.init()
    place = spot(size, seats, 0, False, scale)
    covered: list[pygame.Rect] = []
    surface = MagicMock()
    surface.blit = lambda picture, where: covered.append(pygame.Rect(where[:2], picture.get_size()))
    hud.message(surface, place, words)
    assert covered
    assert all(place.prompt.contains(rect) for rect in covered)


@pytest.mark.parametrize("size", SIZES)
def test_twenty_six_cards_stand_in_one_row_and_each_shows_its_index(size: tuple[int, int]) -> None:
    poses = hand_poses(spot(size, 2, 0, False, 1.0, Order("shcd")), 0, FRENCH_PACK[:HAND])
    row = sorted(pose.x for pose in poses)
    assert len({pose.y for pose in poses}) == 1
    assert all(right - left >= poses[0].width * READABLE for left, right in pairwise(row))


def test_where_one_row_cannot_be_read_two_rows_break_no_suit() -> None:
    place = spot((960, 540), 6, 0, False, 2.0, Order("shcd"))
    hand = tuple(card for card in FRENCH_PACK if card.rank in "A23456")[:24]
    poses = dict(zip(hand, hand_poses(place, 0, hand), strict=True))
    rows = {suit: {pose.y for card, pose in poses.items() if card.suit == suit} for suit in "shcd"}
    assert all(len(heights) == 1 for heights in rows.values())
    assert len({pose.y for pose in poses.values()}) == 2


def test_the_viewer_sees_the_suits_with_their_colours_in_turn() -> None:
    hand = cards("Ad 2d Kh As 2s Kc")
    assert as_seen(hand, Order("shcd")) == cards("As 2s Kh Kc Ad 2d")
    assert as_seen(hand, AS_DEALT) == hand
    place = spot((1280, 720), 4, 0, False, 1.0, Order("shcd"))
    assert [pose.card for pose in sorted(hand_poses(place, 0, hand), key=lambda one: one.x)] == [
        *as_seen(hand, Order("shcd"))
    ]


@pytest.mark.parametrize("seats", SEATS)
def test_each_card_of_a_trick_lies_towards_its_player(seats: int) -> None:
    place = spot((1280, 720), seats, 0, False)
    for seat in range(seats):
        one = place.place(seat)
        away = one.plate.centerx - place.centre[0], one.plate.centery - place.centre[1]
        lies = one.trick[0] - place.centre[0], one.trick[1] - place.centre[1]
        if seat:
            assert away[0] * lies[0] + away[1] * lies[1] > 0
        else:
            assert lies[1] > 0


@pytest.mark.parametrize("seats", SEATS)
def test_seats_go_round_the_table_in_order_of_play(seats: int) -> None:
    """Counter-clockwise: who plays next sits to the right."""
    if seats < 3:
        return
    right, left = (spot((1280, 720), seats, 0, clockwise).place(1).plate for clockwise in (False, True))
    assert right.centerx > 640 > left.centerx


@pytest.mark.parametrize("held", range(1, 10))
def test_each_card_of_the_hand_is_found_under_the_pointer(held: int) -> None:
    """Where only that card is seen: on its left edge, the rightmost one everywhere."""
    poses = hand_poses(spot((1280, 720), 4, 0, False), 0, ITALIAN_PACK[:held])
    for at, pose in enumerate(poses):
        point = (pose.x - pose.width * 0.4, pose.y)
        assert [one for one in poses if covers(one, point)][-1] is poses[at]


def test_the_same_question_gives_the_same_layout() -> None:
    place = spot((1280, 720), 4, 0, False)
    assert layout(board(4, 3, 0), place) == layout(board(4, 3, 0), place)


def test_a_card_is_as_high_as_it_is_wide_times_the_ratio() -> None:
    upright = corners(Pose(Card("Ad"), 50, 50, 22))
    assert round(upright[2][1] - upright[0][1]) == round(22 * RATIO)
