"""The seats' plates, the panel in the corner and the marks on cards."""

from __future__ import annotations

from itertools import pairwise, product
from typing import Final
from unittest.mock import MagicMock

import msgspec
import pygame
import pytest

from game.core.cards import Card
from game.core.events import CardDrawn, TrickTaken
from game.core.phase import Board
from game.core.trick_taking import replace
from game.match.observation import Transition, observe
from game.session.match_info import make_solo_info
from game.text.games.game_words import Announcement
from game.text.gettext import LANGUAGE_NAMES, use_language
from game.text.trick_status import describe_current_trick, find_winning_seat
from tests.fakes import make_match_setup
from tests.helpers import PLAYER_NAMES, deal_briscola, deal_match, make_match, play, play_random_actions
from tests.pairwise_rows import list_pairwise_rows
from tests.rows import check_rows
from ui.games import get_presentation
from ui.graphics import theme
from ui.graphics.theme import TABLE_THEMES
from ui.table.animation.playback import EventPlayback, split_transition
from ui.table.hud import markers
from ui.table.hud.score_panel import describe_score_panel, list_score_rows
from ui.table.hud.seats import (
    NAME_TEXT_SIZE,
    PlateCaption,
    count_shown_points,
    describe_name,
    describe_plate,
    make_plate_caption,
)
from ui.table.hud.status_text import format_levels
from ui.table.layout.pose import CardPose, compute_corners
from ui.table.layout.search import compute_table_layout
from ui.table.layout.seats import TableLayout
from ui.table.layout.television import compute_television_layout
from ui.widgets.base import Place
from ui.widgets.nodes import Frame, Line, Text, iter_leaves, make_paint_frame

GREEN, CONTRAST = TABLE_THEMES["green"], TABLE_THEMES["contrast"]
SEAT_COUNTS: Final = (2, 3, 4, 5, 6)


@pytest.fixture(scope="module", autouse=True)
def _fonts() -> None:
    pygame.font.init()
    pygame.display.init()
    pygame.display.set_mode((10, 10))


@check_rows(
    ("size", "scale", "seats", "name"),
    list_pairwise_rows(
        [(960, 540), (1280, 720), (3840, 2160)], [0.75, 1.0, 1.5, 2.0], SEAT_COUNTS,
        ["Jo", "Maximilian von Wittelsba", "Donaudampfschiffahrtsges", "W" * 24, "i" * 24],
        first_rows=product([(960, 540)], [2.0], SEAT_COUNTS, ["W" * 24]),
    ),
)  # fmt: skip
def test_seat_plate_fits_longest_names(size: tuple[int, int], scale: float, seats: int, name: str) -> None:
    layout, announced = compute_table_layout(size, seats, 0, False, scale), Announcement("10 of 13", figure="10")
    captions = (
        PlateCaption("Plays with the blinde", "−1234 pts · 9 bags"),
        PlateCaption("10 of 13", announcement=announced),
    )
    for (seat, seat_layout), caption in product(enumerate(layout.seat_layouts), captions):
        texts = list_plate_texts(layout, seat, name, caption)
        room = seat_layout.name_rect.inflate(0, 2)
        assert sum(len(lines) for lines, _rect in texts) >= 2
        assert all(room.contains(rect) and not seat_layout.portrait_rect.colliderect(rect) for _lines, rect in texts)
        assert all(not rect.colliderect(next_rect) for (_lines, rect), (_more, next_rect) in pairwise(texts))


@check_rows(("size", "scale", "seats"), product([(960, 540), (1280, 720)], [0.75, 1.0], SEAT_COUNTS))
def test_tricks_and_bid_are_the_largest_words_of_a_plate(size: tuple[int, int], scale: float, seats: int) -> None:
    layout, announced = (
        compute_table_layout(size, seats, 0, False, scale, hand_size=13),
        Announcement("3 of 4", figure="3"),
    )
    frame, caption = make_frame(layout), PlateCaption("3 of 4", "120 pts", is_emphasized=True, announcement=announced)
    for seat, seat_layout in enumerate(layout.seat_layouts):
        plate = describe_plate(GREEN, layout, seat, "Nonna Pia", caption, is_on_turn=True, is_out=False)
        lines = [leaf for leaf, _rect in iter_leaves(plate, frame, seat_layout.name_rect) if isinstance(leaf, Line)]
        assert [line.text for line in lines if line.size > NAME_TEXT_SIZE] == ["3"]
        assert {"of 4", "Nonna Pia"} <= {line.text for line in lines}


@check_rows(("size", "scale"), product([(960, 540), (1366, 768)], [0.75, 1.0, 1.25, 1.5]))
def test_highest_call_has_the_largest_figure_and_the_only_bright_one(size: tuple[int, int], scale: float) -> None:
    layout = compute_table_layout(size, 5, 0, False, scale, hand_size=8)
    match = play(deal_match(game="chiamata", preset="online", seats=5), "1 call K", "2 call 2", "3 call 2 67")
    observation, frame, figures = observe(match, 0), make_frame(layout), list[Line]()
    for seat, figure in ((1, "King"), (2, "Two"), (3, "67")):
        caption = make_plate_caption(get_presentation("chiamata"), observation, layout, seat, "italian")
        plate = describe_plate(GREEN, layout, seat, "Nonna Pia", caption, is_on_turn=False, is_out=False)
        leaves = iter_leaves(plate, frame, layout.get_seat_layout(seat).name_rect)
        figures += [leaf for leaf, _rect in leaves if isinstance(leaf, Line) and figure in leaf.text]
    king, two, highest = figures
    assert highest.size >= max(king.size, two.size) and highest.color not in (king.color, two.color)


def make_frame(layout: TableLayout) -> Frame:
    return make_paint_frame(Place(MagicMock(theme=GREEN), layout.ui_scale))


def list_plate_texts(
    layout: TableLayout, seat: int, name: str, caption: PlateCaption
) -> list[tuple[list[str], pygame.Rect]]:
    """Return the lines of the texts on a plate, with their places."""
    frame, rect = make_frame(layout), layout.get_seat_layout(seat).name_rect
    plate = describe_plate(GREEN, layout, seat, name, caption, is_on_turn=False, is_out=False)
    leaves = list(iter_leaves(plate, frame, rect))
    texts = [(leaf.wrap(frame, place.width), place) for leaf, place in leaves if isinstance(leaf, Text)]
    return texts + [([leaf.text], place) for leaf, place in leaves if isinstance(leaf, Line)]


@check_rows("language", LANGUAGE_NAMES)
def test_lines_of_a_narrow_score_panel_are_not_small(language: str) -> None:
    layout, observation = compute_table_layout((915, 720), 2, 0, False, 1.4), observe(make_match(), 0)
    with use_language(language):
        panel = describe_score_panel(
            get_presentation("briscola"), observation, ("Briscola",), PLAYER_NAMES[:2], "italian", layout
        )  # fmt: skip
    frame = make_frame(layout)
    lines = [(leaf, rect) for leaf, rect in iter_leaves(panel, frame, layout.score_rect) if isinstance(leaf, Line)]
    assert len(lines) > 4
    for line, rect in lines:
        assert theme.load_font(line.face, frame.px(line.size)).size(line.text)[0] <= rect.width * 1.18, line.text


@check_rows(("language", "size"), [*product(LANGUAGE_NAMES, [(960, 540), (1280, 800), (1920, 1080)])])
def test_score_panel_ends_below_its_last_line(language: str, size: tuple[int, int]) -> None:
    layout = compute_table_layout(size, 4, 0, False, hand_size=13)
    frame = make_frame(layout)
    titles = "Spades · ognuno per sé · con aiuti", ""
    presentation, moments = get_presentation("spades"), list(play_random_actions(make_match("spades", seats=4), 1))
    with use_language(language):
        for view in (observe(moment.match, 0) for moment in moments[::7]):
            panel = describe_score_panel(presentation, view, titles, PLAYER_NAMES[:4], "french", layout)
            lowest = max(rect.bottom for _leaf, rect in iter_leaves(panel, frame, layout.score_rect))
            assert panel.place(frame, layout.score_rect).bottom - lowest <= 2 * frame.px(theme.SMALL_GAP)


def test_names_of_a_side_are_shortened_to_initials() -> None:
    view = observe(make_match("briscola", seats=4), 1)
    place = compute_table_layout((1280, 720), 4, 1, False, sides=view.public_sides)
    names = ("Nonna Pia", "Anna Maria Zanetti", "Zio Gino", "Bruno")
    own_row, other_row = list_score_rows(get_presentation("briscola"), view, names, place)
    assert (own_row.short_names, other_row.short_names) == ("Anna Z. and Bruno", "Zio G. and Nonna P.")


@check_rows("size", [(960, 540), (1280, 720), (1920, 1080)])
def test_both_sides_have_their_full_names_in_the_score_panel(size: tuple[int, int]) -> None:
    view = observe(make_match("briscola", seats=4), 0)
    layout = compute_table_layout(size, 4, 0, False, sides=view.public_sides)
    names = ("Giulia", "Bruno", "Carla", "Nonna Pia")
    panel = describe_score_panel(get_presentation("briscola"), view, ("Briscola",), names, "italian", layout)
    leaves = iter_leaves(panel, make_frame(layout), layout.score_rect)
    shown = " ".join(leaf.text for leaf, _rect in leaves if isinstance(leaf, Line)).replace("\u00a0", " ")
    assert "Giulia and Carla" in shown and "Bruno and Nonna Pia" in shown


def test_screen_for_all_has_the_first_names_of_partners() -> None:
    view = observe(make_match("briscola", seats=4), None)
    layout = compute_television_layout((1280, 720), 4, is_clockwise=False, sides=view.public_sides)
    names = ("Anna", "Bruno", "Carla", "Dino")
    panel = describe_score_panel(get_presentation("briscola"), view, ("Briscola",), names, "italian", layout)
    leaves = iter_leaves(panel, make_frame(layout), layout.score_rect)
    texts = {leaf.text for leaf, _rect in leaves if isinstance(leaf, Line)}
    assert {"Anna and Carla", "Bruno and Dino", "0 deals"} <= texts


def test_plate_shows_the_most_important_of_absence_partner_dealer_and_level() -> None:
    presentation, place = get_presentation("briscola"), compute_table_layout((1280, 720), 4, 0, False)
    for dealer, seat, expected in ((0, 0, "Dealer"), (1, 1, "Dealer"), (2, 2, "Your partner"), (0, 1, "Strong")):
        view = observe(make_match("briscola", seats=4, dealer=dealer), 0)
        place = compute_table_layout((1280, 720), 4, 0, False, sides=view.public_sides)
        assert make_plate_caption(presentation, view, place, seat, "italian", "Strong").role == expected
        assert make_plate_caption(presentation, view, place, seat, "italian", "Strong", "Away").role == "Away"


def test_level_gives_way_to_a_long_name() -> None:
    layout = compute_table_layout((1280, 720), 4, 0, False)
    for name, caption, line_count in (
        ("Bruno", PlateCaption("Strong", is_optional=True), 2),
        ("W" * 24, PlateCaption("Strong", is_optional=True), 2),
        ("W" * 24, PlateCaption("Strong", "30 pts", is_optional=True), 3),
        ("W" * 24, PlateCaption("Your partner"), 3),
    ):
        assert sum(len(lines) for lines, _rect in list_plate_texts(layout, 1, name, caption)) == line_count


def test_only_computer_players_with_a_known_level_show_one() -> None:
    info = make_solo_info(observe(make_match("briscola", seats=3), 0), PLAYER_NAMES[:3])
    assert format_levels(info) == ("", "", "")
    players = make_match_setup("you club beginner").players
    assert format_levels(msgspec.structs.replace(info, players=players)) == ("", "Strong", "Beginner")


@check_rows("game", ["briscola", "spades"])
def test_pile_has_its_points_when_the_cards_arrive(game: str) -> None:
    """Check every step of a deal: the points shown are those of the cards on the piles."""
    for moment in play_random_actions(make_match(game, seats=4), seed=2, deal_count=1):
        before, after = observe(moment.match_before, 0), observe(moment.match, 0)
        for step in split_transition(Transition(before, after, moment.events)):
            is_taken = sum(step.board_after.pile_sizes) > sum(before.board.pile_sizes)
            assert count_shown_points(before, step.board_after) == (after if is_taken else before).points


def test_winner_of_a_complete_trick_is_in_the_frame() -> None:
    playback, winners = EventPlayback(Board(hands=())), list[int]()
    for moment in play_random_actions(make_match("briscola", seats=5), seed=2, deal_count=1):
        transition = Transition(observe(moment.match_before, 0), observe(moment.match, 0), moment.events)
        playback.add_transition(transition)
        winner = None
        while playback.current_step is not None:
            event = playback.current_step.event
            winner = event.winner if isinstance(event, TrickTaken) else winner
            if isinstance(event, TrickTaken | CardDrawn):
                winners.append(playback.find_turn(transition.before) or 0)
                assert winners[-1] == winner
            playback.advance(1.0, lambda _step: 1.0, lambda _step: None)
        assert playback.find_turn(transition.after) == transition.after.turn
    assert len(set(winners)) > 2


# -- other information ------------------------------------------------------------------------------------


def test_winning_card_is_the_highest_trump_or_of_the_led_suit_and_never_face_down() -> None:
    match = deal_briscola("Ad", "7h 3s 2h", "4h 5d 6s")
    assert find_winning_seat(observe(match, 0).board, observe(match, 0).phase) is None
    view = observe(play(match, "0 play 7h"), 0)
    assert find_winning_seat(view.board, view.phase) == 0
    for card, face_down_seats, winner in (("4h", (), 0), ("5d", (), 1), ("5d", (1,), 0)):
        trick = (*view.board.trick, (1, Card(card)))
        board = replace(view.board, trick=trick, face_down_seats=face_down_seats)
        assert find_winning_seat(board, view.phase) == winner


def test_duty_is_told_where_the_trick_does_not_show_it() -> None:
    """Check every moment of some deals of Muscio: trumps in the first tricks, and cards that go face down."""
    face, texts = get_presentation("muscio"), set[str]()
    for moment in play_random_actions(make_match("muscio", seats=4), seed=2, deal_count=12):
        phase, turn = moment.match.phase, moment.match.turn
        if turn is None or phase is None or not phase.is_card_play:
            continue
        view = observe(moment.match, turn)
        text = face.describe_duty(view, PLAYER_NAMES)
        codes = {reason.code for _card, reason in view.illegal_cards}
        if "trump_tricks" in codes:
            without_trump = [PLAYER_NAMES[seat] for seat in view.board.face_down_seats if seat != turn]
            assert text.startswith("play a trump") and all(name in text for name in without_trump)
            assert ("ha" in text.partition("(")[2]) == bool(without_trump)
        elif codes <= {"follow"}:
            assert text in ("", "play a trump", "you have no trumps: play any card face down") or "none" in text
        texts.add(text.partition(" (")[0])
    assert {
        "play a trump",
        ("you have no trumps: play any card face down"),
        ("you can't follow suit: play a trump"),
    } <= texts


@check_rows("language, called, leads, wins", [
    ("en", "You", "to lead: You", "winning so far: You, 4 points"),
    ("it", "Tu", "di mano: Tu", "per ora prende: Tu, 4 punti"),
    ("fr", "Vous", "entame\u00a0: Vous", "en tête pour l'instant\u00a0: Vous, 4 points"),
])  # fmt: skip
def test_others_read_correct_sentence_about_unnamed_person(language: str, called: str, leads: str, wins: str) -> None:
    match = deal_briscola("Ad", "Kd 3s 2h", "4h 5d 6s")
    names = (called, "Bruno")
    with use_language(language):
        assert describe_current_trick(observe(match, 1), names) == leads
        assert describe_current_trick(observe(play(match, "0 play Kd"), 1), names) == wins
        assert called not in describe_current_trick(observe(match, 0), names)


@check_rows(
    ("name", "width", "shown"),
    [
        ("Maria Antonietta", 200, "Maria Antonietta"),
        ("Maria Antonietta", 90, "Maria A."),
        ("Anna Maria Zanetti", 80, "Anna Z."),
        ("Anna Maria Zanetti", 40, "Anna…"),
        ("Bartolomeo", 30, "Bartolomeo"),
    ],
)
def test_long_name_is_shortened_to_an_initial(name: str, width: int, shown: str) -> None:
    node = describe_name(name, PlateCaption(""), "left", theme.CREAM, theme.MUTED)
    leaves = iter_leaves(node, make_frame(compute_table_layout((1280, 720), 2, 0, False)), pygame.Rect(0, 0, width, 28))
    assert [leaf.text for leaf, _rect in leaves if isinstance(leaf, Line)] == [shown]


# -- marks, which have a shape besides their color -------------------------------------------------


def make_pose(angle: float = 0.0) -> CardPose:
    return CardPose(Card("Ad"), 200.0, 200.0, 100.0, angle)


def to_grayscale(picture: pygame.Surface) -> bytes:
    """Return the picture without colors."""
    return pygame.image.tobytes(pygame.transform.grayscale(picture), "RGBA")


def test_high_contrast_table_marks_winning_and_refused_cards() -> None:
    star, cross = (make(24, CONTRAST.panel_color) for make in (markers.make_star_badge, markers.make_cross_badge))
    for is_winning, is_refused, expected in ((True, False, [star]), (False, True, [cross]), (False, False, [])):
        badges = markers.make_card_badges(make_pose(), CONTRAST, is_winning=is_winning, is_refused=is_refused)
        assert [badge for badge, _where in badges] == expected
    assert to_grayscale(star) != to_grayscale(cross)


@check_rows("angle", [0.0, 90.0, -12.5])
@check_rows("wins", [False, True])
def test_high_contrast_table_gives_every_card_a_rim(angle: float, wins: bool) -> None:
    xs, ys = zip(*compute_corners(make_pose(angle)), strict=True)
    card = pygame.Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    rims = [where for _picture, where in markers.make_card_backgrounds(make_pose(angle), CONTRAST, is_winning=wins)]
    assert len(rims) == 2 and all(rim.contains(card) for rim in rims) and rims[0].contains(rims[1])


def test_side_badges_differ_without_color() -> None:
    marks = (markers.OWN_SIDE_MARK, markers.OTHER_SIDE_MARK)
    assert len({to_grayscale(markers.make_side_badge(mark, 24, "#12231b")) for mark in marks}) == 2
