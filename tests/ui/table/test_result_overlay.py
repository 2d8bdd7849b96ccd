"""The result of a deal and of a match fits every window, and shows only what its viewer may know."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.cards import parse_cards
from game.core.events import DealerDrawn
from game.core.messages import Reason
from game.match.match import Match
from game.match.observation import observe
from game.match.record import Record
from game.match.setup import MatchSetup, PlayerInfo, rotate_seats
from game.rules import GAMES
from game.rules.muscio.events import GattaShown
from game.rules.muscio.scoring import score_gatte
from game.text.formatting import format_number
from game.text.gettext import LANGUAGE_NAMES, use_language
from game.text.player_names import get_default_person_name
from tests.fakes import make_match_setup
from tests.game.rules.muscio.deals import apply_phrases, deal_muscio
from tests.helpers import PLAYER_NAMES, TableSetup, iter_tables
from tests.rows import check_rows
from tests.twin_deals import list_observers, make_twin_moments, play_long_deal
from tests.ui.app_driver import AppDriver, make_settings, open_table, open_test_app
from tests.ui.banner_examples import BANNER_KINDS, find_match_before, is_banner_shown, is_banner_shown_for, start_banner
from tests.ui.fake_analysis import use_fake_analysis
from tests.ui.match_conditions import is_over_as
from tests.ui.match_driver import find_match, play_until, resume_at
from tests.ui.text_recorder import find_overlapping_texts, find_texts_outside, list_all_texts, record_texts
from ui.app.settings import Language
from ui.games import get_presentation
from ui.graphics import theme, timings
from ui.graphics.canvas import paint_picture
from ui.scenes.dialogs.confirm import ConfirmDialog
from ui.scenes.main_menu.scene import MainMenuScene
from ui.table.animation.tempo import compute_play_on_button_rect
from ui.table.hud.banner import compute_banner_rect
from ui.table.overlays.base import Overlay
from ui.table.overlays.content_layout import draw_fitted_text, get_result_color
from ui.table.overlays.score_pad import ScorePadOverlay
from ui.table.overlays.score_table import format_score_narration, make_score_table
from ui.table.result.deal import DealResultOverlay
from ui.table.result.details import DetailsOverlay, make_score_chart
from ui.table.result.match import MatchResultOverlay
from ui.table.result.model import compute_ranks
from ui.table.result.overlay import ResultOverlay
from ui.table.scene import TableScene
from ui.widgets.line_chart import spread_labels

LONG_NAMES = (
    "Massimiliano Bartolomeis", "Wolfeschlegelsteinhausen", "MMMMMMMMMMMMMMMMMMMMMMMM", "Maria Antonietta di Savo",
    "Gioacchino della Rovere!", "Bartholomäus Müllerßßßßß",
)  # fmt: skip
WINDOWS_AND_SCALES = [((960, 540), 0.75), ((960, 540), 2.0), ((1280, 720), 2.0),
           ((1920, 1080), 0.75), ((3840, 2160), 2.0)]  # fmt: skip
PRESET_TABLES = [table for table in iter_tables() if not table.changes]


def set_long_names(record: Record) -> Record:
    return msgspec.structs.replace(record, names=LONG_NAMES[: len(record.names)])


def is_scored(match: Match) -> bool:
    return match.phase is not None and match.phase.result is not None and match.phase.result.state == "scored"


@cache
def find_ended_match(game: str, seats: int, *, of_match: bool) -> Record:
    """Return a match at its end, or at the end of a deal that was played."""
    return find_match(game, seats, (lambda match: match.is_over) if of_match else is_scored, deals=300)


def have_overlap(rects: list[pygame.Rect]) -> bool:
    return any(rect.colliderect(later_rect) for index, rect in enumerate(rects) for later_rect in rects[index + 1 :])


@pytest.mark.slow
@pytest.mark.parametrize(("size", "scale"), WINDOWS_AND_SCALES, ids=str)
def test_result_and_score_pad_fit_every_window_with_longest_names(
    tmp_path: Path, size: tuple[int, int], scale: float
) -> None:
    turn = WINDOWS_AND_SCALES.index((size, scale))
    tables = [
        (game.id, seats) for game in GAMES.values() for seats in sorted({game.seat_counts[0], game.seat_counts[-1]})
    ]
    with open_test_app(tmp_path, size=size, settings=make_settings(scale=scale)) as app:
        for index, (game, seats) in enumerate(tables):
            table = resume_at(app, set_long_names(find_ended_match(game, seats, of_match=(index + turn) % 2 == 0)))
            result = app.context.scenes.top
            assert isinstance(result, ResultOverlay)
            check_that_page_fits(app, result)
            if isinstance(result, MatchResultOverlay):
                app.click_button("more")
                app.click_button("show-details")
                check_that_page_fits(app, app.expect_scene(DetailsOverlay))
            app.context.scenes.push(ScorePadOverlay(app.context, table, table.presentation))
            page = app.context.scenes.top
            assert isinstance(page, ScorePadOverlay)
            check_that_page_fits(app, page)


def check_that_page_fits(app: AppDriver, page: Overlay) -> None:
    """Check that buttons are apart in the box, and that all contents can be scrolled to."""
    app.repaint()
    window = pygame.Rect((0, 0), app.context.size)
    rects = [
        pygame.Rect(page.focus.find(widget_id).get_abs_rect())  # type: ignore[union-attr]
        for widget_id in page.focus.ids
        if widget_id != "details"  # it scrolls
    ]
    assert window.contains(page.panel_rect) and all(page.panel_rect.contains(rect) for rect in rects)
    assert not have_overlap(rects)
    if isinstance(page, MatchResultOverlay):
        return
    (scroll,) = page.scroll_areas.values()
    assert scroll.viewport.height >= app.context.px(100), "there is room to read"
    assert page.content is not None
    scroll.move_to(scroll.max_offset)
    app.repaint()
    assert scroll.content_top + page.content.height <= scroll.viewport.bottom


@given(st.lists(st.floats(0, 300), min_size=2, max_size=6))
def test_line_end_names_never_overlap(wanted_positions: list[float]) -> None:
    places = sorted(spread_labels(wanted_positions, 20, 0, 300))
    assert all(next_position - position >= 19.99 for position, next_position in pairwise(places))
    assert places[0] >= -0.01 and places[-1] <= 300.01


@pytest.mark.slow
@pytest.mark.parametrize("table", PRESET_TABLES, ids=str)
def test_podium_shows_winners_first_and_equal_totals_on_one_step(table: TableSetup) -> None:
    game, seats = table.game, table.seats
    match = find_ended_match(game, seats, of_match=True).replay()
    view, down = observe(match, 0), GAMES[game].is_lower_total_better
    steps = compute_ranks(view, down)
    assert steps[0] == view.winners
    assert sorted(seat for step in steps for seat in step) == list(range(seats))
    levels = [{view.totals[seat] for seat in step} for step in steps[1:]]
    assert all(len(level) == 1 for level in levels)
    order = [next(iter(level)) for level in levels]
    assert order == sorted(order, reverse=not down)


def test_legend_of_score_curve_changes_its_colors_with_the_table_theme(app: AppDriver) -> None:
    app.context.scenes.push(MainMenuScene(app.context))
    observation = observe(find_ended_match("briscola", 2, of_match=True).replay(), 0)

    def paint_legend(theme_name: str) -> bytes:
        app.context.apply_settings(make_settings(felt=theme_name))
        surface = pygame.Surface((700, 250))
        curve = make_score_chart(app.context, observation, PLAYER_NAMES[:2])
        paint_picture(surface, lambda canvas: curve.paint(canvas, canvas.rect))
        return pygame.image.tobytes(surface.subsurface(544, 0, 156, 250), "RGB")

    assert paint_legend("green") != paint_legend("wine"), "the markers have an edge in the color of the panel"


@check_rows("table", PRESET_TABLES)
def test_deal_ending_shows_the_same_in_twin_deals(table: TableSetup) -> None:
    face, rng = get_presentation(table.game), Random(3)
    moments = play_long_deal(table)
    names = PLAYER_NAMES[: moments[0].match.seats]
    for seat in list_observers(moments[0].match):
        for until in (len(moments) // 2, len(moments) - 1):
            for own_step, twin_step in zip(moments, make_twin_moments(moments, seat, until, rng), strict=False):
                shown = []
                for step in (own_step, twin_step):
                    earlier, after = observe(step.match_before, seat), observe(step.match, seat)
                    seen = [event.seen_by(seat) for event in step.events]
                    large = [face.make_banner(event, earlier, after.result, names, seat) for event in seen]
                    shown.append((face.format_headline(after, names), face.summarize_sides(after), large))
                assert shown[0] == shown[1]


@check_rows(
    ("game", "preset", "scores", "points", "headline"),
    [
        ("spades", "partners", (62, 51, 62, 51), (3, 3, 4, 3), "You win the deal"),
        ("spades", "partners", (-110, -160, -110, -160), (3, 3, 4, 3), "All lose points, you the fewest"),
        ("spades", "partners", (-160, -110, -160, -110), (3, 3, 4, 3), "All lose points, Bruno and Dino the fewest"),
        ("spades", "partners", (0, -110, 0, -110), (3, 3, 4, 3), "Nobody wins the deal"),
        ("spades", "partners", (62, 62, 62, 62), (3, 3, 4, 3), "The deal is a tie"),
        ("spades", "individual", (41, 41, -40, 41), (4, 4, 1, 4), "You share the win with Bruno and Dino"),
        ("spades", "individual", (-30, -20, -40, -50), (3, 3, 4, 3), "All lose points, Bruno the fewest"),
        ("spades", "individual", (0, 0, 0, 0), (3, 3, 4, 3), "The deal is a tie"),
        ("briscola", "classic", (0, 0), (60, 60), "The deal is a tie"),
        ("briscola", "classic", (0, 0, 0), (45, 30, 45), "Nobody wins the deal"),
        ("muscio", "gattorna", (-2, 5, -3), (2, 0, 3), "Carla wins the deal"),
    ],
)
def test_headline_of_deal_says_what_its_scores_are(
    game: str, preset: str, scores: tuple[int, ...], points: tuple[int, ...], headline: str
) -> None:
    deal = observe(find_match(game, len(scores), is_scored, preset=preset).replay(), 0)
    assert deal.result is not None
    result = msgspec.structs.replace(deal.result, scores=scores, points=points)
    observation = msgspec.structs.replace(deal, result=result)
    assert get_presentation(game).format_headline(observation, PLAYER_NAMES[: len(scores)], 0) == headline


@pytest.mark.slow
@pytest.mark.parametrize("name", BANNER_KINDS)
def test_banner_is_shown_and_closed_by_a_key(app: AppDriver, name: str) -> None:
    scene = start_banner(app, BANNER_KINDS[name])
    app.advance_until(lambda: is_banner_shown(scene))
    app.repaint()
    app.press_key(pygame.K_SPACE)
    assert not scene.pending_steps


def list_words_as_names(texts: Iterable[str]) -> set[str]:
    """Return the parts of texts that may be names: what is between the links of a list and signs."""
    return {part.strip() for text in texts for part in re.split(r",| and | e | et |·|:|\n|–", text)}


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
@pytest.mark.parametrize("of_match", [True, False])
@pytest.mark.parametrize("game", GAMES)
def test_person_has_the_name_of_the_table_in_the_result(
    tmp_path: Path, game: str, of_match: bool, language: Language
) -> None:
    with use_language(language), open_test_app(tmp_path, settings=make_settings(language=language)) as app:
        record = find_ended_match(game, GAMES[game].seat_counts[-1], of_match=of_match)
        table = resume_at(app, record)
        own_name = table.session.info.names[0]
        result = app.context.scenes.top
        assert isinstance(result, ResultOverlay)
        pages: list[Overlay] = [result, DetailsOverlay(app.context, table, table.presentation)]
        for page in pages:
            if page is not result:
                app.context.scenes.push(page)
            app.advance_frame()
            texts = {*list_all_texts(app), *page.narration}
            assert get_default_person_name() not in list_words_as_names(texts)
            assert any(own_name in text for text in texts)


@check_rows("name", ["solo", "in-hand", "annulled", "gatta"])
def test_banner_addresses_single_person_as_you(name: str) -> None:
    """Check persons without a name, who are called "You", which needs another form of the verb."""
    moment, addressed_count = find_match_before(BANNER_KINDS[name])[1], 0
    face, names = get_presentation(BANNER_KINDS[name].game), PLAYER_NAMES[: BANNER_KINDS[name].seats]
    for you in range(len(names)):
        view, result = observe(moment.match_before, you), observe(moment.match, you).result
        for event in (original.seen_by(you) for original in moment.events):
            large, to_all = (face.make_banner(event, view, result, names, seat) for seat in (you, None))
            if large is None or large.seats != (you,):
                assert large == to_all
                continue
            addressed_count += 1
            assert "you" in large.text.lower() and names[you] not in large.text
            assert to_all is not None and names[you] in to_all.text
    assert addressed_count


@check_rows(
    ("points", "ending", "payment"),
    [
        (15, "Gatta: five trumps and the turned card end the deal.", "The others add 15, or 10 if they passed."),
        (10, "Gatta: five trumps end the deal.", "The others add 10, or 5 if they passed."),
        (5, "Gatta: five cards of one suit end the deal.", "The others add 5, or 0 if they passed."),
    ],
)
def test_gatta_is_told_with_what_it_is_and_what_everyone_pays(points: int, ending: str, payment: str) -> None:
    result = score_gatte(4, (0, 1, 2), (GattaShown(1, parse_cards("Ad Kd 6d 4d 3d"), points),))
    sentences = get_presentation("muscio").describe_shown_hand(result)
    assert sentences == (ending, f"{points} points off the score. {payment}")


@check_rows(
    ("hands", "said", "seat", "has_turned_card"),
    [
        (("As", "Ks", "Qs", "Ad Kd Qd Jd 7d"), "in in pass in", 3, True),
        (("As", "Ks", "Qs", "Ad Kd Qd Jd 7c"), "in in pass in", 3, True),
        (("As", "Ks", "Qs", "Ah Kh Qh Jh 7h"), "in in pass in", 3, False),
        (("Ad Kd Qd Jd 7d", "Ks", "Qs", "As"), "in in pass in", 0, False),
    ],
)
def test_gatta_is_shown_with_the_turned_card_that_counts(
    hands: tuple[str, ...], said: str, seat: int, has_turned_card: bool
) -> None:
    view = observe(apply_phrases(deal_muscio("2d", *hands), *said.split()), 1)
    hand = view.board.hands[seat]
    expected_cards = (*hand, *parse_cards("2d")) if has_turned_card else hand
    assert get_presentation("muscio").list_shown_cards(view, seat, hand) == expected_cards


@check_rows("name", ["cappotto", "nil-made", "nil-broken"])
def test_banner_is_neither_good_nor_bad_for_other_sides(name: str) -> None:
    moment = find_match_before(BANNER_KINDS[name])[1]
    face, names = get_presentation(BANNER_KINDS[name].game), PLAYER_NAMES[: BANNER_KINDS[name].seats]
    for you in range(len(names)):
        view, result = observe(moment.match_before, you), observe(moment.match, you).result
        for event in moment.events:
            own, to_all = (face.make_banner(event, view, result, names, seat) for seat in (you, None))
            if own is not None and to_all is not None:
                assert own == (to_all if you in own.seats else to_all._replace(is_good=None))


@pytest.mark.slow
@pytest.mark.parametrize("name", BANNER_KINDS)
def test_banner_keeps_its_time_for_a_person_who_is_out_of_play(app: AppDriver, name: str) -> None:
    """Check that only other events are faster without people in play."""
    app.skips_painting = True
    scene = start_banner(app, BANNER_KINDS[name])
    app.advance_until(lambda: is_banner_shown(scene))
    for _frame in range(round(timings.BANNER_SHOWN_S * 0.9 / 0.05)):
        app.advance_frame(0.05)
    assert is_banner_shown(scene)
    app.advance_until(lambda: not is_banner_shown(scene))


@pytest.mark.slow
@pytest.mark.parametrize(("size", "scale"), [((960, 540), 0.75), ((960, 540), 2.0), ((3840, 2160), 1.25)], ids=str)
def test_banner_covers_neither_prompt_nor_play_on_button(tmp_path: Path, size: tuple[int, int], scale: float) -> None:
    with open_test_app(tmp_path, size=size, settings=make_settings(scale=scale)) as app:
        app.skips_painting = True
        for kind in BANNER_KINDS.values():
            scene = start_banner(app, kind)
            app.advance_until(partial(is_banner_shown, scene))
            assert scene.current_step is not None
            banner = scene.animator.make_banner(scene.current_step)
            assert banner is not None
            room = pygame.Rect((0, 0), size)
            ground = compute_banner_rect(room, app.context, scene.presenter.layout, banner)
            assert room.contains(ground)
            assert not ground.colliderect(scene.layout.prompt_rect) and not ground.colliderect(
                compute_play_on_button_rect(scene.layout)
            )


def test_no_banner_is_shown_without_animations(tmp_path: Path) -> None:
    with open_test_app(tmp_path, settings=make_settings(speed=0.0)) as app:
        scene = start_banner(app, BANNER_KINDS["gatta"])
        app.advance_frame()
        assert not scene.pending_steps


@pytest.mark.slow
def test_banner_appears_at_once_with_reduced_motion(tmp_path: Path) -> None:
    pictures = []
    for reduced in (False, True):
        with open_test_app(tmp_path / str(reduced), settings=make_settings(reduced_motion=reduced)) as app:
            scene = start_banner(app, BANNER_KINDS["solo"])
            app.advance_until(partial(is_banner_shown, scene))
            app.repaint()
            first = app.surface.copy()
            app.advance_until(partial(is_banner_shown_for, scene, 1.0))
            app.repaint()
            middle = (640, 330)
            pictures.append(first.get_at(middle) == app.surface.get_at(middle))
    assert pictures == [False, True]


@pytest.mark.slow
def test_resuming_between_deals_shows_no_banner_again(app: AppDriver) -> None:
    record = find_match(
        "muscio",
        4,
        lambda match: is_scored(match) and any("gatta" in reason.code for reason in list_result_reasons(match)),
        deals=3,
    )
    scene = resume_at(app, record)
    assert isinstance(app.context.scenes.top, ResultOverlay) and not scene.pending_steps


def list_result_reasons(match: Match) -> tuple[Reason, ...]:
    return match.phase.result.reasons if match.phase is not None and match.phase.result is not None else ()


# -- rematch ---------------------------------------------------------------------------------------


def play_match_to_end(app: AppDriver) -> TableScene:
    scene = open_table(app, make_match_setup("you club club", deals_to_win=1))
    play_until(
        app,
        lambda _table: (
            isinstance(app.context.scenes.top, ResultOverlay) and app.table_scene.session.observation.is_over
        ),
    )
    return scene


@pytest.mark.slow
def test_rematch_keeps_seats_and_moves_the_dealer(app: AppDriver) -> None:
    old = play_match_to_end(app)
    before = app.storage.load_record()
    app.click_button("play-again")
    app.advance_until(lambda: app.context.scenes.top is not old and isinstance(app.context.scenes.top, TableScene))
    new = app.table_scene
    assert (
        new is not old
        and new.session.info.names == old.session.info.names
        and new.session.info.players == old.session.info.players
    )
    assert new.observation.options == old.observation.options and not new.observation.results
    app.advance_until(lambda: new.observation.phase is not None)
    assert new.observation.dealer == (before.deals[-1].dealer + 1) % 3
    assert app.storage.load_record(2).names == before.names
    assert not any(isinstance(beat.event, DealerDrawn) for beat in new.pending_steps), "nobody draws for the deal"


@pytest.mark.slow
def test_new_match_is_stored_before_it_is_played(app: AppDriver) -> None:
    play_match_to_end(app)
    app.storage.is_paused = True
    app.click_button("play-again")
    for _frame in range(20):
        app.advance_frame()
    tables_open = [scene for scene in app.context.scenes if isinstance(scene, TableScene)]
    assert all(scene.observation.is_over or scene.observation.phase is None for scene in tables_open)


@pytest.mark.slow
def test_swapped_seats_keep_players_and_draw_for_dealer(app: AppDriver) -> None:
    old = play_match_to_end(app)
    app.click_button("more")
    app.click_button("swap-seats")
    app.advance_until(lambda: app.context.scenes.top is not old and isinstance(app.context.scenes.top, TableScene))
    new = app.table_scene
    assert sorted(new.session.info.players, key=str) == sorted(old.session.info.players, key=str)
    assert new.session.info.names != old.session.info.names
    app.advance_until(lambda: bool(new.pending_steps))
    assert isinstance(new.pending_steps[0].event, DealerDrawn)


@check_rows("seats", range(2, 7))
def test_repeated_seat_swaps_make_all_players_neighbors(seats: int) -> None:
    players = tuple(PlayerInfo(name, "you") for name in PLAYER_NAMES[:seats])
    match_setup = MatchSetup("briscola", "classic", GAMES["briscola"].presets["classic"], players, first_dealer=1)
    neighbors = set()
    for _time in range(seats):
        match_setup = rotate_seats(match_setup)
        assert match_setup.first_dealer is None and sorted(match_setup.players, key=str) == sorted(players, key=str)
        first_seat = match_setup.players.index(players[0])
        neighbors.add(match_setup.players[(first_seat + 1) % seats].name)
    assert neighbors == {player.name for player in players[1:]}


@pytest.mark.slow
@pytest.mark.parametrize("is_match_over", [False, True])
def test_escape_on_a_result_asks_before_leaving(app: AppDriver, is_match_over: bool) -> None:
    resume_at(app, find_ended_match("briscola", 2, of_match=is_match_over))
    app.press_key(pygame.K_ESCAPE)
    app.expect_scene(ConfirmDialog)
    app.press_key(pygame.K_ESCAPE)
    app.expect_scene(ResultOverlay)
    app.press_key(pygame.K_ESCAPE)
    app.click_button("confirm")
    app.expect_scene(MainMenuScene)


def open_details(app: AppDriver) -> DetailsOverlay:
    """Open the details from the result of a match."""
    app.click_button("more")
    app.click_button("show-details")
    return app.expect_scene(DetailsOverlay)


def count_row_colors(app: AppDriver, y: int, result: DetailsOverlay) -> int:
    """Return the number of colors in a row of pixels of the sheet."""
    (scroll,) = result.scroll_areas.values()
    row = app.surface.subsurface((scroll.viewport.left, y, scroll.width, 1))
    return len({tuple(row.get_at((x, 0))) for x in range(row.get_width())})


@pytest.mark.slow
@pytest.mark.parametrize("scale", [0.75, 1.0, 2.0])
def test_scrolling_result_shows_arrow_where_it_is_cut(tmp_path: Path, scale: float) -> None:
    with open_test_app(tmp_path, size=(960, 540), settings=make_settings(scale=scale)) as app:
        resume_at(app, find_ended_match("chiamata", 5, of_match=True))
        result = open_details(app)
        (scroll,) = result.scroll_areas.values()
        assert scroll.max_offset > 60
        for offset in range(0, scroll.max_offset, max(1, scroll.max_offset // 7)):
            scroll.move_to(offset)
            app.repaint()
            assert count_row_colors(app, scroll.viewport.bottom - 1, result) == 1
            assert offset == 0 or count_row_colors(app, scroll.viewport.top, result) == 1
            arrow = app.surface.subsurface(scroll.viewport).subsurface(
                (scroll.width // 2 - 20, scroll.viewport.height - app.context.px(20), 40, app.context.px(20))
            )
            assert pygame.mask.from_threshold(arrow, pygame.Color(theme.GOLD), (8, 8, 8, 255)).count() > 10


@pytest.mark.slow
@pytest.mark.parametrize("game, seats", [("briscola", 4), ("spades", 4), ("chiamata", 5)])
def test_result_small_text_grows_with_scale(tmp_path: Path, game: str, seats: int) -> None:
    heights = []
    for scale in (1.0, 2.0):
        with open_test_app(tmp_path / str(scale), settings=make_settings(scale=scale)) as app:
            resume_at(app, find_ended_match(game, seats, of_match=True))
            with record_texts() as recorder:
                (scroll,) = open_details(app).scroll_areas.values()
                for offset in range(0, scroll.max_offset + 1, 100):
                    scroll.move_to(offset)
                    app.repaint()
            heights.append({words: picture.get_height() for picture, words in recorder.pictures.values()})
    headings = {"Deal", "Total"} & heights[0].keys()
    assert headings
    for words in headings:  # the sheet limits the growth of normal text to one and a half times
        assert heights[1][words] >= 1.45 * heights[0][words], words


# -- the sheet and the page ------------------------------------------------------------------------


def list_shown_texts(app: AppDriver) -> set[str]:
    """Return the texts of the top scene, also those in its scrolling part."""
    with record_texts() as recorder:
        app.context.scenes.rebuild()
        app.repaint()
        return {words for _picture, words in recorder.pictures.values()}


@pytest.mark.parametrize(
    ("game", "seats"), [("briscola", 2), ("briscola", 4), ("chiamata", 5), ("spades", 5), ("muscio", 6)]
)
def test_deal_result_fits_without_scrolling_until_details_are_opened(app: AppDriver, game: str, seats: int) -> None:
    resume_at(app, set_long_names(find_ended_match(game, seats, of_match=False)))
    result = app.expect_scene(DealResultOverlay)
    (scroll,) = result.scroll_areas.values()
    assert scroll.max_offset == 0
    app.click_button("details")
    (scroll,) = result.scroll_areas.values()
    assert scroll.max_offset > 0
    app.click_button("details")
    (scroll,) = result.scroll_areas.values()
    assert scroll.max_offset == 0


def test_deal_result_shows_outcome_score_and_standing(app: AppDriver) -> None:
    record = find_ended_match("briscola", 2, of_match=False)
    resume_at(app, record)
    view = app.table_scene.observation
    assert view.result is not None
    texts = list_shown_texts(app)
    assert {str(points) for points in view.result.points} <= texts
    assert f"Match: {view.totals[0]} – {view.totals[1]}, first to win 2 deals" in texts
    assert "Deciding trick" in texts and "Points" not in texts


def test_sentence_about_the_deciding_trick_addresses_the_viewer(app: AppDriver) -> None:
    resume_at(app, find_match("briscola", 2, lambda match: is_scored(match) and match.results[0].points[0] > 60))
    assert any(text.startswith("You had more than half the points") for text in list_shown_texts(app))


@pytest.mark.parametrize("way", ["replay", "analyze"])
def test_finished_deals_can_be_looked_at_between_deals(app: AppDriver, way: str) -> None:
    use_fake_analysis(app)
    resume_at(app, find_ended_match("briscola", 2, of_match=False))
    result = app.expect_scene(DealResultOverlay)
    app.click_button("more")
    app.click_button(way)
    app.advance_until(lambda: app.context.scenes.top is not result)
    app.advance_until(lambda: not app.context.scenes.top.is_busy)
    app.press_key(pygame.K_ESCAPE)
    app.expect_scene(DealResultOverlay)


def test_celebration_of_a_won_match_ends_by_itself_and_by_a_click(tmp_path: Path) -> None:
    record = find_match("briscola", 2, lambda match: match.is_over and 0 in match.standing.winners, deals=9)
    for reduced in (False, True):
        with open_test_app(tmp_path / str(reduced), settings=make_settings(reduced_motion=reduced)) as app:
            resume_at(app, record)
            page = app.expect_scene(MatchResultOverlay)
            assert page.is_busy is not reduced
            if not reduced:
                app.click((20, 20))
            assert not page.is_busy
            resume_at(app, record)
            page = app.expect_scene(MatchResultOverlay)
            for _frame in range(40):
                app.advance_frame(0.05)
            assert not page.is_busy


def test_lost_match_is_not_celebrated(app: AppDriver) -> None:
    record = find_match("briscola", 2, lambda match: match.is_over and 1 in match.standing.winners, deals=9)
    resume_at(app, record)
    page = app.expect_scene(MatchResultOverlay)
    assert not page.is_busy and "win" in page.ending_text and not page.ending_text.startswith("You")


@pytest.mark.slow
@pytest.mark.parametrize("language", ["it", "fr"])
@pytest.mark.parametrize(("size", "scale"), [((960, 540), 2.0), ((1280, 720), 1.0), ((1920, 1080), 0.75)], ids=str)
def test_match_result_texts_fit_with_longest_names(
    tmp_path: Path, language: Language, size: tuple[int, int], scale: float
) -> None:
    settings = make_settings(scale=scale, language=language, reduced_motion=True)
    with use_language(language), open_test_app(tmp_path, size=size, settings=settings) as app:
        for game, seats in (("briscola", 2), ("briscola", 6), ("chiamata", 5), ("spades", 2), ("muscio", 6)):
            resume_at(app, set_long_names(find_ended_match(game, seats, of_match=True)))
            page = app.expect_scene(MatchResultOverlay)
            with record_texts() as recorder:
                app.context.scenes.rebuild()
                app.repaint()
                drawn = recorder.list_texts(app)
            assert not find_texts_outside(drawn) and not find_overlapping_texts(drawn), (game, seats)
            if game == "briscola" and seats == 6:
                shown_letters = "".join(text.text for text in drawn).replace(" ", "")
                assert all(name.replace(" ", "") in shown_letters for name in page.names[1:]), shown_letters
            assert page.focus.widgets


def test_piles_and_result_agree_on_the_tricks_of_two_participants(app: AppDriver) -> None:
    def is_played_by_two(match: Match) -> bool:
        return is_scored(match) and sorted(match.results[0].points) == [0, 0, 2, 3]

    resume_at(app, find_match("muscio", 4, is_played_by_two, deals=300))
    texts = list_all_texts(app)
    for tricks in ("2 tricks", "3 tricks"):
        assert texts.count(tricks) == 2  # at the pile and in the row of the player
    assert "1 trick" not in texts


def test_results_name_the_sides_of_the_score_as_at_the_table(app: AppDriver) -> None:
    resume_at(app, find_ended_match("briscola", 2, of_match=False))
    assert app.expect_scene(DealResultOverlay).names == ("Anna", "Bruno")
    resume_at(app, find_ended_match("briscola", 2, of_match=True))
    assert app.expect_scene(MatchResultOverlay).score_text
    assert {"Anna", "Bruno"} <= set(list_all_texts(app))


@pytest.mark.parametrize("state", ["annulled", "scored"])
def test_score_pad_explains_the_dashes_of_a_deal_that_was_not_scored(app: AppDriver, state: str) -> None:
    def has_first_deal(match: Match) -> bool:
        return len(match.results) == 1 and match.results[0].state == state and match.is_deal_in_progress

    resume_at(app, find_match("chiamata", 5, has_first_deal, deals=2, annul_poor_hand="up_to_6"))
    app.context.scenes.push(ScorePadOverlay(app.context, app.table_scene, get_presentation("chiamata")))
    texts = list_all_texts(app)
    assert ("–" in texts) == any("–:" in text for text in texts) == (state == "annulled")


def test_score_pad_of_spades_has_one_heading_for_each_figure(app: AppDriver) -> None:
    resume_at(
        app,
        find_match(
            "spades", 4, lambda match: len(match.results) == 2 and match.is_deal_in_progress, deals=3, bags=True
        ),
    )
    app.context.scenes.push(ScorePadOverlay(app.context, app.table_scene, get_presentation("spades")))
    texts = list_all_texts(app)
    for heading in ("Bid", "Taken", "Points", "Bags", "Total"):
        assert texts.count(heading) == 1, heading
    narrated = app.expect_scene(ScorePadOverlay).narration[1]
    assert narrated.startswith("Deal 1: Anna: Bid ")


@pytest.mark.parametrize(("game", "seats"), [("briscola", 2), ("spades", 4), ("muscio", 4)])
def test_score_pad_has_the_running_total_after_each_deal(app: AppDriver, game: str, seats: int) -> None:
    """Read the totals at the right edge: those of all sides, or of the last one where sides are columns."""

    def has_two_deals(match: Match) -> bool:
        return [result.state for result in match.results] == ["scored"] * 2 and match.is_deal_in_progress

    view = resume_at(app, find_match(game, seats, has_two_deals, deals=3)).observation
    pad = make_score_table(app.context, get_presentation(game), view, PLAYER_NAMES[:seats])
    size = 700, pad.compute_height(700)
    with record_texts() as recorder:
        texts = recorder.list_painted_texts(size, lambda canvas: pad.paint(canvas, canvas.rect))
    right = max(text.area.right for text in texts)
    last_column = sorted((text for text in texts if text.area.right == right), key=lambda text: text.area.top)
    totals = [text.text for text in last_column[1:]]
    before = [total - change for total, change in zip(view.totals, view.results[-1].scores, strict=True)]
    shown = slice(None) if len(totals) == 2 * seats else slice(-1, None)
    assert totals == [format_number(total) for total in (*before[shown], *view.totals[shown])]


def test_score_pad_colors_each_figure_by_its_own_sign(app: AppDriver) -> None:
    record = find_match("spades", 4, lambda match: len(match.results) == 2 and match.is_deal_in_progress, deals=3)
    table = resume_at(app, record)
    with patch("ui.table.overlays.score_table.draw_fitted_text", wraps=draw_fitted_text) as draw:
        app.context.scenes.push(ScorePadOverlay(app.context, table, table.presentation))
        app.repaint()
    colors_by_sign: dict[str, set[Any]] = {}
    for call in draw.call_args_list:
        _canvas, text, face, _size, color, *_others = call.args
        if face == "sans":
            colors_by_sign.setdefault(text[0], set()).add(color)
    expected_colors = {"+": get_result_color(True), "−": get_result_color(False)}
    shown_signs = colors_by_sign.keys() & expected_colors.keys()
    assert shown_signs and all(colors_by_sign[sign] == {expected_colors[sign]} for sign in shown_signs)


def test_deal_of_chiamata_that_does_not_count_is_dealt_again_under_its_number(app: AppDriver) -> None:
    def is_second_begun(match: Match) -> bool:
        return len(match.results) == 1 and match.results[0].state == "annulled" and match.is_deal_in_progress

    resume_at(app, find_match("chiamata", 5, is_over_as("annulled"), annul_poor_hand="up_to_6"))
    assert app.get_button_text("next-deal") == "Deal again"
    first_text = get_presentation("chiamata").describe_deal(app.table_scene.observation)
    resume_at(app, find_match("chiamata", 5, is_second_begun, deals=2, annul_poor_hand="up_to_6"))
    observation = app.table_scene.observation
    assert get_presentation("chiamata").describe_deal(observation) == first_text == "Deal 1 of 10"


def test_score_pad_gives_a_deal_that_is_dealt_again_the_number_of_the_next(app: AppDriver) -> None:
    def is_second_scored(match: Match) -> bool:
        return [result.state for result in match.results] == ["annulled", "scored"]

    resume_at(app, find_match("chiamata", 5, is_second_scored, deals=2, annul_poor_hand="up_to_6"))
    observation = app.table_scene.observation
    lines = format_score_narration(get_presentation("chiamata"), observation, PLAYER_NAMES[:5])
    assert [line.partition(":")[0] for line in lines] == ["Deal 1", "Deal 1"]
