"""The layout of the table at every size, scale, number of seats and hand size: all inside and without overlaps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import combinations, pairwise, product
from math import ceil, floor
from typing import Any, Final, get_args
from unittest.mock import MagicMock, patch

import pygame
import pytest

from game.core.actions import Swap
from game.core.cards import FRENCH_PACK, HIDDEN_CARD, ITALIAN_PACK
from game.core.phase import Board
from game.match.hand_order import CardOrder
from game.rules.briscola.actions import Sign, SignName
from game.rules.briscola.game import SIGN_NAMES
from game.text.gettext import LANGUAGE_NAMES, use_language
from tests.lanes import choose_sample
from tests.pairwise_rows import list_pairwise_rows
from tests.rows import check_rows
from tests.ui.trick_directions import assert_cards_are_placed_towards_players, order_by_play
from ui.games import get_presentation
from ui.games.briscola.presentation import SignPanel
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.table.hud import prompt_line
from ui.table.hud.absence_notice import shrink_prompt_for_notice
from ui.table.hud.seats import NAME_TEXT_SIZE, place_speech_bubble
from ui.table.layout.buttons import list_extra_button_rects, shrink_prompt_for_buttons
from ui.table.layout.cards import compute_card_poses
from ui.table.layout.hands import compute_hand_poses
from ui.table.layout.pose import CardPose, compute_corners, contains_point
from ui.table.layout.search import compute_max_scale, compute_table_layout
from ui.table.layout.seats import MIN_CARD_STEP_RATIO, MIN_TRICK_CARD_WIDTH_BY_SEATS, TableLayout
from ui.table.layout.sizes import compute_base_unit
from ui.table.layout.television import compute_television_layout
from ui.table.layout.trick import TRICK_OFFSETS, arrange_trick
from ui.widgets.base import Place
from ui.widgets.button import MIN_TEXT_SCALE, TEXT_PADDING_RATIO
from ui.widgets.nodes import make_paint_frame

WINDOW_SIZES = (
    *((960, 540), (1024, 768), (1280, 720), (1280, 1024)),
    *((1920, 1080), (2560, 1080), (3440, 1440), (3840, 2160)),
)
SCALES = [0.75, 1.0, 1.25, 1.5, 2.0]
SEAT_COUNTS = [2, 3, 4, 5, 6]
HAND_SIZES = [(3, 1), (3, 2), (3, 3), (5, 2), (5, 5), (8, 1), (8, 8), (13, 10), (13, 13), (26, 18), (26, 26)]
"""The largest hand of a deal, as in Briscola, Muscio, chiamata and Spades, and the size of the hand to check."""
SEATS_AND_HANDS = [(2, 3), (2, 13), (3, 3), (4, 3), (4, 13), (5, 8), (6, 3), (6, 5)]
LARGEST_HAND = 26
"""The largest hand: that of Spades for two."""

Row = tuple[Any, ...]


def list_rows(first_rows: Iterable[Row], *values: Iterable[Any]) -> list[Row]:
    """Return ``first_rows``, then rows that combine each two values; for each change a quarter of these."""
    first = [*first_rows]
    return [*first, *choose_sample(list_pairwise_rows(*values, first_rows=first)[len(first) :], 4)]


TIGHTEST_ROWS: Final = [((960, 540), 2.0, seats) for seats in SEAT_COUNTS]
TABLE_ROWS: Final = list_rows(TIGHTEST_ROWS, WINDOW_SIZES, SCALES, SEAT_COUNTS)
"""Sizes, scales and numbers of seats: each two values meet, and each number of seats meets the least room."""
HAND_ROWS: Final = [
    (size, scale, *hands)
    for size, scale, hands in list_rows(
        product([(960, 540)], [2.0], SEATS_AND_HANDS), [(960, 540), (1280, 720), (3840, 2160)], SCALES, SEATS_AND_HANDS
    )
]
"""The same with the size of the hands."""
SIGN_ROWS: Final = list_rows(
    product([(960, 540)], [2.0], (4, 6), LANGUAGE_NAMES), WINDOW_SIZES, SCALES, (4, 6), LANGUAGE_NAMES
)
"""The same for the tables of Briscola with partners, in every language."""

MIN_SIGN_TEXT_RATIO = 0.85
"""The least size of the text of a sign below a trick, as a share of its usual size."""
MIN_TRICK_CARD_WIDTH_ABOVE_SIGNS = 46
"""The least width of the cards of a trick while the signs are below it, in design pixels at scale 1."""

MESSAGES: Final = ("It is your turn", "You must follow suit: play one of the coins you hold. " * 4)

NamedRect = tuple[str, pygame.Rect]
pytestmark = pytest.mark.nightly


@pytest.fixture(scope="module", autouse=True)
def _fonts() -> None:
    pygame.font.init()


def make_full_board(seats: int, hand_size: int, viewer: int) -> Board:
    """Return a board with all parts: hands, a complete trick, full piles, stock and turned card, a spare hand."""
    hands = tuple(FRENCH_PACK[:hand_size] if seat == viewer else (HIDDEN_CARD,) * hand_size for seat in range(seats))
    trick = tuple((seat, FRENCH_PACK[30 + seat]) for seat in range(seats))
    turned = FRENCH_PACK[50]
    return Board(
        hands=hands, trick=trick, pile_sizes=(40,) * seats, stock_size=30, turned_card=turned, trump="d",
        spare_card_count=5,
    )  # fmt: skip


def get_bounding_rect(poses: Iterable[CardPose]) -> pygame.Rect:
    """Return the smallest rectangle around the cards."""
    points = [point for pose in poses for point in compute_corners(pose)]
    left, top = floor(min(x for x, _ in points)), floor(min(y for _, y in points))
    return pygame.Rect(left, top, ceil(max(x for x, _ in points)) - left, ceil(max(y for _, y in points)) - top)


def list_table_areas(place: TableLayout, seats: int, hand_size: int) -> list[NamedRect]:
    """Return all areas of a table by name; areas of a seat that may share space are one."""
    full_board = make_full_board(seats, hand_size, 0)
    poses = compute_card_poses(full_board, place)
    areas = [("score", place.score_rect), ("deck", place.deck_rect), ("spare", place.spare_rect)]
    areas += [("prompt", prompt_line.compute_message_area(place)), ("pause", place.pause_rect)]
    areas += [("tray", place.tray_rect)] + [("chat", place.chat_rect)] * bool(place.chat_rect.width)
    for seat in range(seats):
        seat_layout = place.get_seat_layout(seat)
        areas.append((f"plate {seat}", seat_layout.plate_rect))
        areas.append((f"pile {seat}", seat_layout.pile_rect))
        areas.append((f"hand {seat}", get_bounding_rect(compute_hand_poses(place, seat, full_board.hands[seat]))))
        areas.append((f"trick {seat}", get_bounding_rect([poses[full_board.trick[seat][1].name]])))
    return areas


def assert_apart(areas: Iterable[NamedRect]) -> None:
    """Check that no two areas overlap."""
    for (name, first), (other_name, second) in combinations(areas, 2):
        assert not first.colliderect(second), f"{name} {first} covers {other_name} {second}"


@check_rows(("size", "scale", "seats"), TABLE_ROWS)
def test_table_areas_never_overlap(size: tuple[int, int], scale: float, seats: int) -> None:
    window = pygame.Rect((0, 0), size)
    for (largest_hand, hand_size), has_chat in product(HAND_SIZES, (False, True)):
        place = compute_table_layout(size, seats, 0, False, scale, hand_size=largest_hand, has_chat=has_chat)
        assert scale > 1 or bool(place.chat_rect.width) == has_chat, "there is room at the usual scale"
        areas = list_table_areas(place, seats, hand_size)
        for count in (1, 2):
            shrunk_place = shrink_prompt_for_buttons(place, count)
            assert place.prompt_rect.contains(shrunk_place.prompt_rect)
            shrunk_areas = list_table_areas(shrunk_place, seats, hand_size)
            for button, (name, rect) in product(list_extra_button_rects(place)[:count], shrunk_areas):
                assert window.contains(button)
                assert name.startswith("trick") or not button.colliderect(rect), f"{hand_size}: {name} {rect} {button}"
        for area_name, rect in areas:
            assert window.contains(rect), f"{area_name} of {hand_size}: {rect}"
        assert_apart(areas)


@check_rows(("size", "seats", "is_clockwise"), list_rows((), WINDOW_SIZES, SEAT_COUNTS, [False, True]))
def test_parts_of_a_table_for_all_keep_apart_and_can_be_read_from_afar(
    size: tuple[int, int], seats: int, is_clockwise: bool
) -> None:
    place, window = compute_television_layout(size, seats, is_clockwise=is_clockwise), pygame.Rect((0, 0), size)
    areas = [area for area in list_table_areas(place, seats, 3) if not area[0].startswith(("hand", "pile", "tray"))]
    assert all(window.contains(rect) for _name, rect in areas)
    assert_apart([*areas, ("toasts", place.toast_rect)])
    cards, plates = (
        order_by_play(places, 0, is_clockwise=is_clockwise)
        for places in zip(*((seat.trick_center, seat.plate_rect.center) for seat in place.seat_layouts), strict=True)
    )
    assert_cards_are_placed_towards_players(cards, plates, place.center)
    shown_height = compute_base_unit(size) * 720
    assert place.trick_card_width >= shown_height * 0.17 and place.px(NAME_TEXT_SIZE) >= shown_height * 0.0395


@check_rows(("size", "scale", "seats"), TABLE_ROWS)
def test_action_panel_covers_nothing_but_the_trick(size: tuple[int, int], scale: float, seats: int) -> None:
    """Allow the trick, which is empty while there is a choice."""
    for hand_size in (3, 5, 8, 13, LARGEST_HAND):
        place = compute_table_layout(size, seats, 0, False, scale, hand_size=hand_size)
        assert place.free_rect.width >= place.px(320)
        assert place.free_rect.height >= place.px(196)
        for name, rect in list_table_areas(place, seats, hand_size):
            if not name.startswith("trick"):
                assert not place.free_rect.colliderect(rect), f"{name} {rect} in the room {place.free_rect}"


@check_rows(("size", "scale", "seats"), TABLE_ROWS)
def test_parts_of_a_seat_area_keep_apart(size: tuple[int, int], scale: float, seats: int) -> None:
    """Check the plate with the portrait, the pile, and stock and turned card."""
    place = compute_table_layout(size, seats, 0, False, scale)
    poses = compute_card_poses(make_full_board(seats, 3, 0), place)
    for seat in range(seats):
        seat_layout = place.get_seat_layout(seat)
        pile = get_bounding_rect(pose for key, pose in poses.items() if key.startswith(f"pile{seat}."))
        assert seat_layout.plate_rect.contains(seat_layout.portrait_rect)
        assert seat_layout.plate_rect.contains(seat_layout.row_rect)
        assert seat_layout.pile_rect.inflate(2, 2).contains(pile), f"{seat}: {pile} in {seat_layout.pile_rect}"
    stock, turned = (
        get_bounding_rect(p for k, p in poses.items() if k.startswith("stock")),
        get_bounding_rect([poses[FRENCH_PACK[50].name]]),
    )
    assert place.deck_rect.contains(stock)
    assert place.deck_rect.contains(turned)
    assert stock.right < turned.left and turned.height > turned.width, "the turned card is upright and uncovered"
    assert place.spare_rect.contains(get_bounding_rect(pose for key, pose in poses.items() if key.startswith("spare")))


@check_rows(("size", "scale", "seats"), TABLE_ROWS)
def test_speech_bubble_covers_at_most_the_name_of_its_seat_and_with_room_not_even_that(
    size: tuple[int, int], scale: float, seats: int
) -> None:
    for has_chat, text in product((False, True), ("Yours!", "Thanks for the game!", "A long text. " * 15)):
        place = compute_table_layout(size, seats, 0, False, scale, has_chat=has_chat)
        frame = make_paint_frame(Place(MagicMock(), place.ui_scale))
        for seat in range(seats):
            _bubble, bubble_rect = place_speech_bubble(frame, place, seat, text, ())
            has_room = text == "Yours!" and scale == 1 and seats < 6
            assert not (has_room and bubble_rect.colliderect(place.seat_layouts[seat].plate_rect)), "a call is covered"
            assert not bubble_rect.colliderect(place.get_seat_layout(seat).portrait_rect)
            for name, rect in list_table_areas(place, seats, 3):
                assert name == f"plate {seat}" or not bubble_rect.colliderect(rect), f"{seat}: {name}"


@contextmanager
def record_buttons() -> Iterator[list[NamedRect]]:
    """Return a context manager that gives its block the text and place of each button of a panel, which is not made."""
    buttons: list[NamedRect] = []

    def add_button(_panel: SignPanel, _id: str, text: str, rect: pygame.Rect, *_how: object) -> MagicMock:
        buttons.append((text, rect))
        return MagicMock()

    with patch.object(SignPanel, "add_button", add_button):
        yield buttons


def open_signs(board: Board) -> tuple[SignPanel, MagicMock]:
    """Return an open panel and its table, at which every sign and the exchange are legal, without a layout."""
    actions = (Swap(0), *(Sign(0, sign) for sign in get_args(SignName)))
    table = MagicMock(board=board, offered_actions=actions)
    table.context.place = Place(MagicMock())
    table.observation.phase.illegal_reason.return_value = None
    sides = tuple(tuple(range(first, len(board.hands), 2)) for first in (0, 1))
    table.observation.sides, table.observation.seat, table.observation.legal_actions = sides, 0, actions
    table.presentation = get_presentation("briscola")
    panel = SignPanel(table)
    panel.is_open = True
    return panel, table


@check_rows(("size", "scale", "seats"), [row for row in TABLE_ROWS if row[2] in (4, 6)])
def test_sign_and_side_buttons_cover_only_the_trick(size: tuple[int, int], scale: float, seats: int) -> None:
    """Use the partnerships of Briscola with every sign and the exchange."""
    place, window = compute_table_layout(size, seats, 0, False, scale), pygame.Rect((0, 0), size)
    for hand_size in (1, 2, 3):
        panel, table = open_signs(make_full_board(seats, hand_size, 0))
        table.layout = place
        with record_buttons() as buttons:
            panel.build()
        beside, signs = buttons[:2], buttons[2:]
        assert len(signs) == len(SIGN_NAMES)
        assert_apart(buttons)
        assert all(panel.rect.contains(rect) for _words, rect in signs)
        assert place.free_rect.contains(panel.rect)
        assert panel.size.hint != "none" or size[1] < 720 or scale > 1
        for words, rect in buttons:
            text_size = place.px(theme.BODY_TEXT_SIZE)
            whole = theme.load_font(theme.BUTTON_FACE, int(text_size * MIN_TEXT_SCALE)).size(words)[0]
            assert window.contains(rect) and whole <= rect.width - text_size * TEXT_PADDING_RATIO, f"{words} {rect}"
        for name, rect in list_table_areas(shrink_prompt_for_buttons(place, 2), seats, hand_size):
            assert not any(rect.colliderect(button) for _words, button in beside), f"{name} {rect} under {beside}"
            assert name.startswith("trick") or not rect.colliderect(panel.rect), f"{hand_size}: {name} {rect}"


@check_rows(("size", "scale", "seats", "language"), SIGN_ROWS)
def test_signs_are_clear_of_the_trick_and_of_all_other_parts(
    size: tuple[int, int], scale: float, seats: int, language: str
) -> None:
    """Open the signs while every seat has a card in the trick."""
    panel, table = open_signs(make_full_board(seats, 3, 0))
    sides = table.observation.sides
    place = compute_table_layout(size, seats, 0, False, scale, sides=sides, panel_sizes=panel.sizes_below_trick)
    table.layout = place
    with use_language(language), record_buttons() as buttons:
        panel.build()
        question = panel.question_text
    assert_apart([("panel", panel.rect), *list_table_areas(shrink_prompt_for_buttons(place, 2), seats, 3)])
    _exchange, _toggle, *signs = buttons
    assert len(signs) == len(SIGN_NAMES)
    assert_apart(signs)
    text_size = place.px(theme.BODY_TEXT_SIZE)
    for text, rect in signs:
        assert panel.rect.contains(rect) and rect.height >= place.px(38)
        text_width = theme.load_font("sans", text_size).size(text)[0]
        assert text_width * MIN_SIGN_TEXT_RATIO <= rect.width - text_size * TEXT_PADDING_RATIO, f"{text} {rect}"
    if panel.is_asked_in_prompt:
        question_width = theme.load_font("bold", place.px(prompt_line.PROMPT_TEXT_SIZE)).size(f"{question} · 30 s")[0]
        prompt_rect = shrink_prompt_for_buttons(place, 2).prompt_rect
        assert question_width * theme.MIN_TEXT_SIZE_RATIO <= prompt_rect.width - place.px(40)
    assert place.trick_card_width >= MIN_TRICK_CARD_WIDTH_ABOVE_SIGNS * compute_base_unit(size)


@check_rows(("seats", "size"), list_rows((), SEAT_COUNTS, WINDOW_SIZES))
def test_text_and_buttons_follow_the_scale_as_far_as_possible(size: tuple[int, int], seats: int) -> None:
    """Check that the scale grows by more than a third and shrinks neither portraits nor the trick."""
    at_one = compute_table_layout(size, seats, 0, False, 1.0)
    for scale in (0.75, 1.0, 1.25):
        assert compute_table_layout(size, seats, 0, False, scale).ui_scale == pytest.approx(
            compute_base_unit(size) * scale
        )
    for scale in (1.5, 2.0):
        place = compute_table_layout(size, seats, 0, False, scale)
        assert place.ui_scale >= compute_base_unit(size) * 1.32
        assert place.ui_scale == pytest.approx(compute_base_unit(size) * min(scale, compute_max_scale(size, seats)))
        assert place.seat_layouts[1].portrait_rect.width >= at_one.seat_layouts[1].portrait_rect.width * 0.9
        assert place.trick_card_width >= MIN_TRICK_CARD_WIDTH_BY_SEATS[seats] * compute_base_unit(size)
        assert place.pause_rect.height > at_one.pause_rect.height * 1.3
        assert place.tray_rect.height > at_one.tray_rect.height * 1.3
        assert place.hand_card_width >= at_one.hand_card_width * 0.66


@check_rows(("seats", "size"), list_rows((), SEAT_COUNTS, WINDOW_SIZES))
def test_hand_of_three_is_the_largest_thing_on_the_table(size: tuple[int, int], seats: int) -> None:
    place = compute_table_layout(size, seats, 0, False)
    assert place.hand_card_width >= 1.4 * place.trick_card_width
    assert place.hand_card_width >= 150 * compute_base_unit(size)


@check_rows("size", [(1280, 580), (960, 435), (1920, 870)])
@check_rows(("seats", "hand_size"), [(2, 3), (3, 3), (4, 3), (5, 8), (6, 3), (4, 13), (4, 5), (6, 5)])
def test_open_hands_are_as_large_as_fits(size: tuple[int, int], seats: int, hand_size: int) -> None:
    closed, open_ = (
        compute_table_layout(size, seats, 0, False, hand_size=hand_size, has_open_hands=has_open_hands)
        for has_open_hands in (False, True)
    )
    assert closed.other_card_width <= open_.other_card_width <= open_.trick_card_width + 1
    if size[0] >= 1280:
        assert open_.other_card_width > closed.other_card_width * 1.5
    hands = [FRENCH_PACK[seat * hand_size :][:hand_size] for seat in range(seats)]
    window = pygame.Rect((0, 0), size)
    for seat in range(1, seats):
        layout = open_.get_seat_layout(seat)
        for pose in compute_hand_poses(open_, seat, hands[seat]):
            corners = compute_corners(pose)
            assert all(window.collidepoint(corner) for corner in corners)
            assert not any(layout.plate_rect.collidepoint(corner) for corner in corners)


@check_rows(("words", "size", "scale", "seats"), [(words, *row) for words, row in product(MESSAGES, TABLE_ROWS)])
def test_message_stays_inside_its_area(size: tuple[int, int], scale: float, seats: int, words: str) -> None:
    """Check only the area, in which nothing else is by the other tests."""
    place = compute_table_layout(size, seats, 0, False, scale)
    canvas, context = Canvas(size), MagicMock(place=Place(MagicMock(theme=theme.TABLE_THEMES["green"])))
    prompt_line.draw_status_message(canvas, context, place, words)
    covered = [command.area for command in canvas.commands]
    assert covered
    assert all(prompt_line.compute_message_area(place).contains(rect) for rect in covered)
    bands = [rect for rect in covered if rect.width == covered[0].width]
    box, lines = bands[0].unionall(bands[1:]), covered[len(bands) :]
    assert lines[0].top - box.top >= place.px(3) <= box.bottom - lines[-1].bottom


@check_rows("size", WINDOW_SIZES)
def test_twenty_six_cards_fit_one_row_and_show_their_indices(size: tuple[int, int]) -> None:
    poses = compute_hand_poses(
        compute_table_layout(size, 2, 0, False, 1.0, CardOrder("shcd"), LARGEST_HAND), 0, FRENCH_PACK[:LARGEST_HAND]
    )
    row = sorted(pose.x for pose in poses)
    assert len({pose.y for pose in poses}) == 1
    assert all(right - left >= poses[0].width * MIN_CARD_STEP_RATIO for left, right in pairwise(row))


def test_two_rows_do_not_split_a_suit() -> None:
    place = compute_table_layout((960, 540), 6, 0, False, 2.0, CardOrder("shcd"), LARGEST_HAND)
    hand = tuple(card for card in FRENCH_PACK if card.rank in "A234567")[:26]
    poses = dict(zip(hand, compute_hand_poses(place, 0, hand), strict=True))
    rows = {suit: {pose.y for card, pose in poses.items() if card.suit == suit} for suit in "shcd"}
    assert all(len(heights) == 1 for heights in rows.values())
    assert len({pose.y for pose in poses.values()}) == 2


@check_rows(
    ("size", "scale", "seats", "hand_size", "is_clockwise", "viewer"),
    list_rows((), WINDOW_SIZES, SCALES, SEAT_COUNTS, [3, 5, 8, 13, LARGEST_HAND], [False, True], [0, 0.5, 0.9]),
)
def test_trick_card_is_placed_towards_its_player_in_every_window(
    size: tuple[int, int], scale: float, seats: int, hand_size: int, is_clockwise: bool, viewer: float
) -> None:
    viewing_seat = int(viewer * seats)
    place = compute_table_layout(size, seats, viewing_seat, is_clockwise, scale, hand_size=hand_size)
    layouts = [place.get_seat_layout(seat) for seat in range(seats)]
    cards, plates = (
        order_by_play(places, viewing_seat, is_clockwise=is_clockwise)
        for places in ([layout.trick_center for layout in layouts], [layout.plate_rect.center for layout in layouts])
    )
    assert_cards_are_placed_towards_players(cards, plates, place.center)


@check_rows(
    ("seats", "size", "max_width", "width", "arrangement"),
    [
        (2, (124, 1000), 500, 100, 0),
        (2, (124, 1000), 80, 80, 0),
        (2, (248, 325), 500, 89.375, 0),
        (2, (248, 324), 500, 100, 1),
        (4, (372, 400), 500, 100, 0),
        (4, (9000, 1098), 999, 550, 2),
    ],
)
def test_trick_has_the_first_arrangement_unless_another_has_much_larger_cards(
    seats: int, size: tuple[int, int], max_width: float, width: float, arrangement: int
) -> None:
    card_width, offsets = arrange_trick(pygame.Rect((7, 9), size), seats, max_width)
    assert card_width == pytest.approx(width)
    assert offsets == TRICK_OFFSETS[seats][arrangement]


@check_rows("hand_size", range(1, 10))
def test_hand_card_is_found_under_the_pointer(hand_size: int) -> None:
    """Check where only that card is visible: its left edge, and all of the rightmost card."""
    poses = compute_hand_poses(compute_table_layout((1280, 720), 4, 0, False), 0, ITALIAN_PACK[:hand_size])
    for index, pose in enumerate(poses):
        point = (pose.x - pose.width * 0.4, pose.y)
        assert [shown_pose for shown_pose in poses if contains_point(shown_pose, point)][-1] is poses[index]


@check_rows(("size", "scale", "seats", "hand_size"), HAND_ROWS)
def test_notice_covers_no_part_and_toasts_no_name_plate(
    size: tuple[int, int], scale: float, seats: int, hand_size: int
) -> None:
    place = compute_table_layout(size, seats, 0, False, scale, hand_size=hand_size)
    shrunk_place = shrink_prompt_for_notice(place)
    assert place.notice_rect.width >= place.px(140) and place.notice_rect.height >= place.px(36)
    assert place.prompt_rect.contains(shrunk_place.prompt_rect)
    for name, rect in list_table_areas(shrunk_place, seats, min(hand_size, 10)):
        assert not place.notice_rect.colliderect(rect), f"{name} {rect} {place.notice_rect}"
    covered = [place.corner_rect, place.hand_rect, *(seat_layout.plate_rect for seat_layout in place.seat_layouts)]
    assert place.toast_rect.collidelist(covered) < 0 and place.toast_rect.width >= place.px(140)
