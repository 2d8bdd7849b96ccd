"""The seats' plates and the panel in the corner."""

from __future__ import annotations

import re
from itertools import permutations, product
from typing import Any, Final
from unittest.mock import MagicMock, patch

import msgspec
import pygame
import pytest

from game.ai.personas import PERSONAS
from game.core.cards import Card
from game.core.events import CardDrawn, TrickTaken
from game.core.phase import Board
from game.core.trick_taking import replace
from game.match.match import Match
from game.match.observation import Transition, observe
from game.rules.chiamata.trick_play import ChiamataTrickPhase
from game.rules.muscio.trick_play import MuscioTrickPhase
from game.rules.spades.phases import SpadesTrickPhase
from game.session.match_info import make_solo_info
from game.text.card_names import ITALIAN_RANK_NAMES
from game.text.gettext import LANGUAGE_NAMES, use_language
from tests.fakes import make_match_setup
from tests.game.rules.muscio.deals import FOUR_HANDS, apply_phrases, deal_muscio
from tests.helpers import PLAYER_NAMES, deal_briscola, make_match, play, play_random_actions
from tests.pairwise_rows import list_pairwise_rows
from tests.rows import check_rows
from tests.ui.app_driver import AppDriver
from tests.ui.match_driver import find_match
from ui.games import get_presentation
from ui.graphics import theme
from ui.graphics.avatars import choose_portraits
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import PORTRAIT_COUNT
from ui.table.animation.playback import EventPlayback, split_transition
from ui.table.animation.tempo import shrink_prompt_for_buttons
from ui.table.hud.deck_area import draw_trump_label
from ui.table.hud.markers import OTHER_SIDE_MARK, OWN_SIDE_MARK, get_side_mark
from ui.table.hud.prompt_line import describe_current_trick, draw_prompt, find_winning_seat
from ui.table.hud.score_panel import draw_score_panel, list_score_rows
from ui.table.hud.seats import (
    PLATE_LINE_HEIGHT_RATIO,
    PlateCaption,
    compute_plate_text_rect,
    count_shown_points,
    draw_pile_labels,
    draw_speech_bubble,
    make_plate_caption,
    render_plate_lines,
    shorten_name,
)
from ui.table.hud.status_text import format_levels
from ui.table.layout.seats import compute_table_layout, find_public_sides
from ui.table.painting import make_dealer_draw_prompt

SEAT_COUNTS: Final = (2, 3, 4, 5, 6)


@pytest.fixture(scope="module", autouse=True)
def _fonts() -> None:
    pygame.font.init()


def test_character_has_own_portrait_at_every_seat() -> None:
    for names in permutations(("Anna", "Nonna Pia", "Bruno", "Wanda", "Bruno", "Xaver"), 6):
        faces = choose_portraits(names)
        assert all(1 <= face <= PORTRAIT_COUNT for face in faces)
        for face, name in zip(faces, names, strict=True):
            assert face == (PERSONAS[name].portrait_number if name in PERSONAS else choose_portraits((name,))[0])


def test_same_names_have_the_same_portraits() -> None:
    assert choose_portraits(("Wanda", "Xaver")) == choose_portraits(("Wanda", "Xaver"))


@check_rows(
    ("size", "scale", "seats", "name"),
    list_pairwise_rows(
        [(960, 540), (1280, 720), (3840, 2160)], [0.75, 1.0, 1.5, 2.0], SEAT_COUNTS,
        ["Jo", "Maximilian von Wittelsba", "Donaudampfschiffahrtsges", "W" * 24, "i" * 24],
        first_rows=product([(960, 540)], [2.0], SEAT_COUNTS, ["W" * 24]),
    ),
)  # fmt: skip
def test_seat_plate_fits_longest_names(size: tuple[int, int], scale: float, seats: int, name: str) -> None:
    place = compute_table_layout(size, seats, 0, False, scale)
    caption = PlateCaption("Plays with the blinde", "−1234 pts · 9 bags")
    for seat in range(seats):
        room = compute_plate_text_rect(place, seat).size
        lines = render_plate_lines(name, caption, room, place.ui_scale, theme.CREAM)
        assert all(line.get_width() <= room[0] for line in lines)
        assert sum(line.get_height() for line in lines) * PLATE_LINE_HEIGHT_RATIO <= room[1] * 1.02
        assert len(lines) >= 2


# -- the trump in the corner --------------------------------------------------------------------------


def get_trump_text(match: Match, seat: int) -> str:
    """Return the text about the trump beside the score."""
    texts: list[str] = []

    def record_text(words: str, *_how: object) -> pygame.Surface:
        texts.append(words)
        return pygame.Surface((1, 1))

    context = MagicMock()
    context.scenes.top.deck, context.scene_card_images.get_icon.return_value = "italian", pygame.Surface((1, 1))
    context.theme = theme.TABLE_THEMES["green"]
    place = compute_table_layout((1280, 720), match.seats, seat, False)
    with patch("ui.table.hud.deck_area.theme.render_fitted_text", record_text):
        draw_trump_label(Canvas((400, 400)), context, get_presentation(match.game_id), observe(match, seat), place)
    return texts[-1]


@check_rows("seat", [0, 3])
def test_trump_is_named_before_and_after_the_muscio_exchange(seat: int) -> None:
    match = apply_phrases(deal_muscio("2c", *FOUR_HANDS), "in", "in", "in", "in")
    for moment in (match, play(match, "3 keep"), play(match, "3 swap 4s")):
        assert get_trump_text(moment, seat) == "Trump: batons"


@check_rows("language", LANGUAGE_NAMES)
@check_rows("seats", SEAT_COUNTS)
def test_prompts_about_the_dealer_are_whole_beside_a_button(language: str, seats: int) -> None:
    layout = shrink_prompt_for_buttons(compute_table_layout((960, 540), seats, 0, False, 2.0))
    with (
        use_language(language),
        patch.object(theme, "render_fitted_text", wraps=theme.render_fitted_text) as render,
    ):
        for name, is_you in (("", False), ("Bruno", False), ("Bruno", True)):
            render.reset_mock()
            prompt = make_dealer_draw_prompt(name, is_you=is_you)
            draw_prompt(
                MagicMock(spec=Canvas), theme.TABLE_THEMES["green"], layout, prompt.text,
                is_emphasized=prompt.is_emphasized,
            )  # fmt: skip
            assert " ".join(call.args[0] for call in render.call_args_list) == prompt.text
            for call in render.call_args_list:
                text, face, size, _color, width = call.args
                assert theme.load_font(face, int(size * theme.MIN_TEXT_SIZE_RATIO)).size(text)[0] <= width, text


# -- the score panel and the piles ------------------------------------------------------------------------


@check_rows("language", LANGUAGE_NAMES)
@check_rows("seats", [2, 4, 5])
def test_bid_and_tricks_at_a_pile_have_the_full_size(language: str, seats: int) -> None:
    match = find_match("spades", seats, lambda match: isinstance(match.phase, SpadesTrickPhase)).replay()
    observation, layout = observe(match, 0), compute_table_layout((1280, 720), seats, 0, False, hand_size=13)
    with (
        use_language(language),
        patch.object(theme, "render_fitted_text", wraps=theme.render_fitted_text) as render,
    ):
        draw_pile_labels(
            MagicMock(spec=Canvas), theme.TABLE_THEMES["green"], get_presentation("spades"), observation,
            observation.board, layout,
        )  # fmt: skip
    assert len(render.call_args_list) == seats
    for call in render.call_args_list:
        text, face, size, _color, width = call.args
        assert size == layout.px(16) and theme.load_font(face, size).size(text)[0] <= width, text


@check_rows("language", LANGUAGE_NAMES)
def test_lines_of_a_narrow_score_panel_are_not_small(language: str) -> None:
    layout = compute_table_layout((915, 720), 2, 0, False, 1.4)
    observation = observe(make_match(), 0)
    with (
        use_language(language),
        patch.object(theme, "render_fitted_text", wraps=theme.render_fitted_text) as render,
    ):
        draw_score_panel(
            MagicMock(spec=Canvas), theme.TABLE_THEMES["green"], get_presentation("briscola"), observation, "Briscola",
            PLAYER_NAMES[:2], "italian", layout,
        )  # fmt: skip
    for call in render.call_args_list:
        text, face, size, _color, width = call.args
        assert theme.load_font(face, size).size(text)[0] <= width * 1.18, text


def test_score_panel_has_a_row_for_each_public_side() -> None:
    view = observe(make_match("briscola", seats=4), 1)
    place = compute_table_layout((1280, 720), 4, 1, False, sides=find_public_sides(view))
    rows = list_score_rows(get_presentation("briscola"), view, PLAYER_NAMES[:4], place)
    own, other = (f"{PLAYER_NAMES[first]} and {PLAYER_NAMES[second]}" for first, second in ((1, 3), (2, 0)))
    assert [(row.names, row.mark) for row in rows] == [(own, OWN_SIDE_MARK), (other, OTHER_SIDE_MARK)]
    names = ("Nonna Pia", "Anna Maria Zanetti", "Zio Gino", "Bruno")
    own_row, other_row = list_score_rows(get_presentation("briscola"), view, names, place)
    assert (own_row.short_names, other_row.short_names) == ("Anna Z. and Bruno", "Zio G. and Nonna P.")


def test_partner_and_opponents_are_marked_only_if_sides_are_public() -> None:
    for game, seats in (("briscola", 4), ("chiamata", 5), ("spades", 4)):
        view = observe(make_match(game, seats=seats), 0)
        place = compute_table_layout((1280, 720), seats, 0, False, sides=find_public_sides(view))
        captions = [
            make_plate_caption(get_presentation(game), view, place, seat, "italian").role for seat in range(seats)
        ]
        assert captions == ["Dealer", "", "Your partner" if game == "briscola" else "", ""][:seats] + [""] * (seats - 4)
        assert all((get_side_mark(place, seat) is None) == (game != "briscola") for seat in range(seats))


def test_plate_names_the_dealer_unless_something_more_important_is_said() -> None:
    presentation = get_presentation("briscola")
    for dealer, expected in ((0, "Dealer"), (1, "Dealer"), (2, "Your partner")):
        view = observe(make_match("briscola", seats=4, dealer=dealer), 0)
        place = compute_table_layout((1280, 720), 4, 0, False, sides=find_public_sides(view))
        assert make_plate_caption(presentation, view, place, dealer, "italian", "Strong").role == expected
        assert make_plate_caption(presentation, view, place, dealer, "italian", "Strong", "Away").role == "Away"


def test_plate_shows_the_level_where_nothing_more_important_is_said() -> None:
    view = observe(make_match("briscola", seats=4), 0)
    place = compute_table_layout((1280, 720), 4, 0, False, sides=find_public_sides(view))
    level, partner = (
        make_plate_caption(get_presentation("briscola"), view, place, seat, "italian", "Strong") for seat in (1, 2)
    )
    assert (level.role, partner.role) == ("Strong", "Your partner")
    room = compute_plate_text_rect(place, 1).size
    for name, caption, line_count in (
        ("Bruno", level, 2),
        ("W" * 24, level, 2),
        ("W" * 24, PlateCaption("Strong", "30 pts", is_optional=True), 3),
        ("W" * 24, partner, 3),
    ):
        assert len(render_plate_lines(name, caption, room, place.ui_scale, theme.CREAM)) == line_count


def test_only_computer_players_with_a_known_level_show_one() -> None:
    info = make_solo_info(observe(make_match("briscola", seats=3), 0), PLAYER_NAMES[:3])
    assert format_levels(info) == ("", "", "")
    players = make_match_setup("you club random").players
    assert format_levels(msgspec.structs.replace(info, players=players)) == ("", "Strong", "Beginner")


def test_pile_label_has_points_only_if_they_are_counted_aloud() -> None:
    for count_aloud in (False, True):
        view = observe(deal_briscola("Ad", "7h 3s 2h", "4h 5d 6s", count_aloud=count_aloud), 0)
        label = get_presentation("briscola").describe_tricks(view, (0,), 2, 0)
        assert label == ("0 pts" if count_aloud else "2 tricks")
        assert not get_presentation("briscola").describe_tricks(view, (0,), 0, 0)


def test_bids_are_compared_with_the_tricks_of_the_deal() -> None:
    face, texts = get_presentation("spades"), list[str]()
    for moment in play_random_actions(make_match("spades", seats=4, teams=False), seed=2, deal_count=1):
        texts += face.describe_contract(observe(moment.match, 0), PLAYER_NAMES[:4], "french")
    assert "Bids so far: " in texts[0] and "Bids together: " in texts[-1]
    assert all(text.endswith(" tricks: 13") for text in texts)


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


def test_tricks_of_a_public_side_are_on_one_pile() -> None:
    view = observe(make_match("briscola", seats=4), 0)
    place = compute_table_layout((1280, 720), 4, 0, False, sides=find_public_sides(view))
    assert [place.get_pile_seat(seat) for seat in range(4)] == [0, 1, 0, 1]
    secret_place = compute_table_layout((1280, 720), 4, 0, False)
    assert [secret_place.get_pile_seat(seat) for seat in range(4)] == [0, 1, 2, 3]


# -- other information ------------------------------------------------------------------------------------


def test_winning_card_is_highest_trump_or_of_the_led_suit() -> None:
    match = deal_briscola("Ad", "7h 3s 2h", "4h 5d 6s")
    assert find_winning_seat(observe(match, 0).board, observe(match, 0).phase) is None
    match = play(match, "0 play 7h")
    assert find_winning_seat(observe(match, 0).board, observe(match, 0).phase) == 0
    board = observe(match, 0).board
    assert find_winning_seat(replace(board, trick=(*board.trick, (1, Card("4h")))), observe(match, 0).phase) == 0
    assert find_winning_seat(replace(board, trick=(*board.trick, (1, Card("5d")))), observe(match, 0).phase) == 1


def test_face_down_card_does_not_win() -> None:
    match = deal_briscola("Ad", "7h 3s 2h", "4h 5d 6s")
    board = observe(play(match, "0 play 7h"), 0).board
    down = replace(board, trick=(*board.trick, (1, Card("5d"))), face_down_seats=(1,))
    assert find_winning_seat(down, observe(match, 0).phase) == 0


def test_caller_alone_is_called_so_once_everybody_knows_it() -> None:
    face, alone_count = get_presentation("chiamata"), 0
    for moment in play_random_actions(make_match("chiamata", seats=5, preset="online"), seed=4, deal_count=8):
        phase = moment.match.phase
        if isinstance(phase, ChiamataTrickPhase):
            caller, is_known = phase.contract.caller, phase.is_partner_revealed or phase.contract.rank is None
            is_alone = is_known and phase.find_partner() in (None, caller)
            roles = face.list_announcements(observe(moment.match, 0), "italian")
            assert roles[caller].text == ("caller alone" if is_alone else "caller")
            is_own_card = is_alone and phase.called_card is not None
            label = face.describe_called_card(observe(moment.match, 0))
            assert label == ("Caller played it" if is_own_card else "Called card")
            alone_count += is_alone
    assert alone_count


def test_taker_of_the_turned_card_is_in_the_score_panel() -> None:
    face, taken_count = get_presentation("muscio"), 0
    for moment in play_random_actions(make_match("muscio", seats=4), seed=2, deal_count=12):
        phase = moment.match.phase
        if phase is not None and phase.is_card_play:
            lines = face.describe_contract(observe(moment.match, 0), PLAYER_NAMES[:4], "italian")
            is_taken = getattr(phase, "taken_turned_card", None) is not None
            assert len(lines) == is_taken and all(PLAYER_NAMES[moment.match.dealer] in line for line in lines)
            taken_count += is_taken
    assert taken_count


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
            assert text in ("", "play a trump", "without a trump, your card goes face down") or "none" in text
        texts.add(text.partition(" (")[0])
    assert {"play a trump", "without a trump, your card goes face down", "you cannot follow: play a trump"} <= texts


def test_only_the_holder_of_the_called_card_is_told() -> None:
    face = get_presentation("chiamata")
    told_count = 0
    for moment in play_random_actions(make_match("chiamata", seats=5), seed=3, deal_count=2):
        phase = moment.match.phase
        if not isinstance(phase, ChiamataTrickPhase) or phase.called_card is None:
            continue
        for seat in (*range(5), None):
            view = observe(moment.match, seat)
            secret = face.describe_secret(view, "italian")
            holds = seat is not None and phase.called_card in phase.hands[seat] and not phase.is_partner_revealed
            assert bool(secret) == holds
            told_count += bool(secret)
    assert told_count


def test_player_of_muscio_who_passed_says_so_until_the_deal_ends() -> None:
    face, seen_count = get_presentation("muscio"), 0
    for moment in play_random_actions(make_match("muscio", seats=4), seed=4, deal_count=4):
        view = observe(moment.match, 0)
        if isinstance(moment.match.phase, MuscioTrickPhase):
            passed_seats = face.find_sitting_out_seats(view)
            sayings = face.list_announcements(view, "italian")
            assert passed_seats == {seat for seat, saying in sayings.items() if saying.is_out}
            seen_count += len(passed_seats)
    assert seen_count


def test_highest_call_uses_the_card_names_of_the_deck() -> None:
    face, seen = get_presentation("chiamata"), set[str]()
    for moment in play_random_actions(make_match("chiamata", seats=5), seed=5, deal_count=3):
        view = observe(moment.match, 0)
        seen |= {
            saying.text.split(" · ")[0]
            for saying in face.list_announcements(view, "italian").values()
            if not saying.is_out
        }
    assert seen <= {
        *(forms.alone for forms in ITALIAN_RANK_NAMES.values()),
        "solo",
        "caller",
        "caller alone",
        "partner",
    }
    assert seen & {forms.alone for forms in ITALIAN_RANK_NAMES.values()}


@check_rows("language, called, leads, wins", [
    ("en", "You", "to lead: You", "winning so far: You, 4 points"),
    ("it", "Tu", "di mano: Tu", "in testa per ora: Tu, 4 punti"),
    ("fr", "Vous", "entame\u00a0: Vous", "en tête pour l'instant\u00a0: Vous, 4 points"),
])  # fmt: skip
def test_others_read_correct_sentence_about_unnamed_person(language: str, called: str, leads: str, wins: str) -> None:
    match = deal_briscola("Ad", "Kd 3s 2h", "4h 5d 6s")
    names = (called, "Bruno")
    with use_language(language):
        assert describe_current_trick(observe(match, 1), names) == leads
        assert describe_current_trick(observe(play(match, "0 play Kd"), 1), names) == wins
        assert called not in describe_current_trick(observe(match, 0), names)


@check_rows("size", [(1280, 720), (1920, 1080), (960, 540)])
@check_rows("seats", SEAT_COUNTS)
def test_speech_bubble_shows_a_long_text_in_full_size(size: tuple[int, int], seats: int) -> None:
    layout = compute_table_layout(size, seats, 0, False, hand_size=8 if seats == 5 else 3)
    text = "You bid high with such a hand? I would not lend you my umbrella, my friend."
    canvas, text_size = MagicMock(spec=Canvas), layout.px(16)
    for seat in range(seats):
        canvas.blit.reset_mock()
        with patch.object(theme, "render_fitted_text", wraps=theme.render_fitted_text) as render:
            draw_speech_bubble(canvas, MagicMock(), text, seat, layout)
        assert [call.args[2] for call in render.call_args_list] == [text_size] * len(render.call_args_list)
        assert " ".join(call.args[0] for call in render.call_args_list) == text
        window = pygame.Rect((0, 0), size)
        for call in canvas.blit.call_args_list:
            image, place = call.args
            assert window.contains(image.get_rect(topleft=pygame.Rect(place).topleft))


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
    assert shorten_name(name, 20, width) == shown


LONG_NAMES: Final = ("Nonna Pia Bartolomea", "Massimiliano Della Torre", "Anna Maria Zanetti", "Giovannantonio Pio")


def is_marked_as_cut(text: str) -> bool:
    """Return whether no name in a text is shortened without an initial or an ellipsis."""
    words = [word for name in LONG_NAMES for word in name.split()[:1]]
    for word in words:
        name = next(name for name in LONG_NAMES if name.startswith(word))
        rest = text.partition(word)[2]
        if word in text and name not in text and not re.match(r"( [A-Z]\.|…)", rest):
            return False
    return True


@pytest.mark.slow
@check_rows(
    ("language", "scale", "size", "game"),
    list_pairwise_rows(LANGUAGE_NAMES, [1.0, 2.0], [(960, 540), (1280, 720)], ["briscola", "chiamata", "spades"]),
)
def test_no_name_is_cut_without_a_mark(
    app: AppDriver, language: str, scale: float, size: tuple[int, int], game: str
) -> None:
    seats = 5 if game == "chiamata" else 4
    names = (*LONG_NAMES, "Elsa")[:seats]
    observation = observe(make_match(game, seats=seats), 0)
    layout = compute_table_layout(size, seats, 0, False, scale, sides=find_public_sides(observation))
    texts: list[str] = []

    def record_text(text: str, *style: Any) -> pygame.Surface:
        texts.append(text)
        return original(text, *style)

    original = theme.render_fitted_text
    with use_language(language), patch.object(theme, "render_fitted_text", record_text):
        canvas = MagicMock()
        draw_score_panel(
            canvas, app.context.theme, get_presentation(game), observation, "Title", names, "italian", layout
        )
    texts += [shorten_name(name, 20, width) for name in names for width in range(40, 240, 20)]
    assert [text for text in texts if not is_marked_as_cut(text)] == []
